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
    "A kinematic scheme with the symbols of ISO 3952: of a model, li.mechanism, system, fourbar, "
    .. "slider_crank, or a run; flat where it moves in a plane, else in space. Masses are not "
    .. "needed. Options: at = by name, in order, or the first coordinate (the others follow), or a "
    .. "list of these laid over each other; t = times of a run; assemblies = true, the other ways "
    .. "to close behind it; values of names; lengths = true, 'values', 'both', or names by body; "
    .. "angles = false, 'absolute'; values_of_angles, names, bodies (true, 'numbers'), centres; "
    .. "frames = true, 'xz', or by body; dh = true, the parameters of its table; velocities = "
    .. "rates; forces = {{at = 'tip', f = {1, 0}, moment =, name =}}; curves = {{body =, at =, "
    .. "name =}} of points of couplers; hide, marks; view = 'space' or {azimuth, elevation}."
    .. COMMON,
    "return li.draw.mechanism(li.planar{1, 0.8}, {at = {0.5, 0.6}}).width > 100 --> true",
    mechanism },
  { "draw.free_bodies(what: any [, options: table]) -> drawing",
    "Each body alone with the forces and moments that act on it, to one scale: of joints, weight, "
    .. "springs, loads, and where it moves those of inertia, which close the balance (d'Alembert). "
    .. "Options: at, values, t as of draw.mechanism; v, a = rates and accelerations (at rest); "
    .. "drive = the motors that hold it; loads = {{on = body, at =, f =, moment =, name =}}; "
    .. "inertia, numbers = true; unit; bodies, columns, force_scale (N for a mm), size (mm of the "
    .. "largest body: 42, with numbers 62), view." .. COMMON,
    "return li.draw.free_bodies(li.planar{1, 0.8}):labels()[1][1] --> G1",
    function(what, options) return free_bodies.draw(what, options) end },
  { "draw.graph(what: any [, options: table]) -> drawing",
    "The graph of a mechanism: bodies as nodes, joints as edges with the letters of their kinds, "
    .. "and its loops, the shortest that are independent: field loops, each {bodies, joints}. "
    .. "Options: names = false, step (mm of an edge: 26), letters, title, values.",
    "return #li.draw.graph(li.fourbar(1, 3, 2.5, {3, 0})).loops --> 1",
    function(what, options) return graph.draw(what, options) end },
  { "draw.marks(list: table [, options: table]) -> drawing",
    "A drawing of marks in units of its own, y upwards: {'bar', x1, y1, x2, y2, 'L1'}, {'pin', x, "
    .. "y, 'A'}, ..: lib/doc/drawings.md has them all." .. COMMON,
    "return #li.draw.marks{{'pin', 0, 0, 'A'}}:labels() --> 1",
    function(list, options) return marks.of(list, options) end },
})

return li.draw
