-- draw.lua - li.draw: drawings of mechanisms, bodies and graphs
local li = require "liaison.core"
local check = require "liaison.base.check"
local free_bodies = require "liaison.draw.free_bodies"
local graph = require "liaison.draw.mechanism_graph_drawing"
local linkage = require "liaison.draw.linkage"
local marks = require "liaison.draw.marks"
local plane = require "liaison.draw.scheme_plane"
local space = require "liaison.draw.scheme_space"
local views = require "liaison.draw.views"

local COMMON = " Options of every drawing: width, height (mm at most: 100, 72), scale (mm for a "
  .. "unit), symbols, letters (their size: 1, 9 points), title."

-- the fields of a schema, and those of every drawing
local function with_common(own)
  for key, rule in pairs(marks.options) do own[key] = rule end
  return own
end

local MECHANISM = with_common { at = "any?", t = "any?", values = "table?", assemblies = "bool?",
  view = "any?", angles = "any?", lengths = "any?", names = "bool?", bodies = "any?",
  frames = "any?", dh = "bool?", centres = "bool?", velocities = "any?",
  forces = "table?", curves = "table?", hide = "table?", marks = "table?",
  values_of_angles = "bool?" }

local function mechanism(what, options)
  local o = check.fields(options or {}, "options", MECHANISM)
  local w = linkage.read(what, o.values)
  local places = linkage.places(w, o.at, o.t, o.assemblies)
  local name = views.plane_of(linkage.at(w, places[1]))
  if name and type(o.view) ~= "table" and o.view ~= "space" then
    return plane.draw(w, places, views.plane(name), o)
  end
  return space.draw(w, places, o)
end

check.define(li, {
  { "draw.mechanism(what: any [, options: table]) -> drawing",
    "A kinematic scheme." .. COMMON,
    "return li.draw.mechanism(li.planar{1, 0.8}).width > 100 --> true", mechanism },
  { "draw.free_bodies(what: any [, options: table]) -> drawing",
    "Each body alone with all that acts on it." .. COMMON,
    "return li.draw.free_bodies(li.planar{1, 0.8}).width > 100 --> true",
    function(what, options) return free_bodies.draw(what, options) end },
  { "draw.graph(what: any [, options: table]) -> drawing",
    "The graph of a mechanism.",
    "return #li.draw.graph(li.fourbar(1, 3, 2.5, {3, 0})).loops --> 1",
    function(what, options) return graph.draw(what, options) end },
  { "draw.marks(list: table [, options: table]) -> drawing",
    "A drawing of marks in units of its own, y upwards: {'bar', x1, y1, x2, y2, 'L1'}, {'pin', x, "
    .. "y, 'A'}, ..: lib/doc/drawings.md has them all." .. COMMON,
    "return #li.draw.marks{{'pin', 0, 0, 'A'}}:labels() --> 1",
    function(list, options) return marks.of(list, options) end },
})

return li.draw
