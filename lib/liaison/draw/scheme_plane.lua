-- scheme_plane.lua - a mechanism in the plane as a drawing: at one place or several laid over each
-- other
local li = require "liaison.core"
local bodies = require "liaison.draw.plane_bodies"
local linkage = require "liaison.draw.linkage"
local marks = require "liaison.draw.marks"
local told = require "liaison.draw.plane_told"

local scheme = {}

-- wheels of gears reach farther than the points of bodies
local function see_wheels(L, view, see)
  local f = { L = L, flat = view.flat, normal = view.normal, list = {}, tol = 1e-9 }
  bodies.couplings(f)
  for _, m in ipairs(f.list) do marks.kinds[m[1]].reach(m, see) end
  for _, j in ipairs(L.joints) do
    local r = j.fields.radius
    if r and not j.tree then
      local x, y = view.flat(j.p_to)
      see(x - r, y - r)
      see(x + r, y + r)
    end
  end
end

-- the box of all points of bodies, in all places
local function extent(places, view)
  local flat = view.flat
  local b = { math.huge, -math.huge, math.huge, -math.huge }
  local function see_at(x, y)
    b[1], b[2] = math.min(b[1], x), math.max(b[2], x)
    b[3], b[4] = math.min(b[3], y), math.max(b[4], y)
  end
  local function see(p) see_at(flat(p)) end
  for _, L in ipairs(places) do
    see_wheels(L, view, see_at)
    for i = 0, #L.bodies do
      for _, s in ipairs(L.bodies[i].spots) do see(s.p) end
      local one = #L.bodies[i].spots == 1 and L.bodies[i]
      if one and i > 0 then
        see(one.X.p)
        if one.com then see(one.X:point(li.vec(one.com))) end
      end
    end
  end
  return b[1] <= b[2] and b or { 0, 1, 0, 1 }
end

-- what one place needs: see plane_bodies.lua
local function facts(L, view, scale, o, w)
  local f = { L = L, flat = view.flat, normal = view.normal, letters = view.letters, scale = scale,
    list = {}, tol = 0.6 / scale, names = o.names ~= false, bodies = o.bodies, hide = {},
    told = w.told, travel = {}, traced = {}, first = false }
  for _, name in ipairs(o.hide or {}) do f.hide[name] = true end
  function f.right_of(X) return (X.R * li.vec(view.right)):dot(view.right) end
  function f.up_of(X) return (X.R * li.vec(view.right)):dot(view.up) end
  function f.axes_in(k) return k == 1 and view.right or view.up end
  bodies.shapes(f)
  return f
end

-- how far each block goes along its rail in all places, from where it is in the first
local function travel(all)
  for k, s in ipairs(all[1].sliders) do
    local lo, hi = 0, 0
    for _, f in ipairs(all) do
      local p = f.sliders[k].at
      local d = (p[1] - s.at[1]) * s.u[1] + (p[2] - s.at[2]) * s.u[2]
      lo, hi = math.min(lo, d), math.max(hi, d)
    end
    for _, f in ipairs(all) do f.travel[k] = { lo, hi } end
  end
end

local function angles_of(o, w)
  if o.angles ~= nil then return o.angles end
  local class = li._internal.class(w.what)
  return (class == "fourbar" or class == "slider_crank") and "absolute" or true
end

-- marks of what is told on the first place
local function tell(f, o, w)
  if o.frames then told.frames(f, o.frames) end
  local how = angles_of(o, w)
  if how then told.angles(f, how, o.values_of_angles) end
  if o.lengths then told.lengths(f, o.lengths) end
  told.points(f)
  if o.centres then told.centres(f) end
  if o.velocities then told.velocities(f, o.velocities, 0.22 * o.width * 72 / 25.4) end
  if o.forces then told.forces(f, o.forces, 0.25 * o.width * 72 / 25.4) end
  for _, m in ipairs(o.marks or {}) do f.list[#f.list + 1] = m end
end

-- plates that the traced points make of bars, in a place f
local function with_traced(f, traced)
  for _, c in ipairs(traced) do
    local b = f.L.bodies[c.body.index]
    b.spots[#b.spots + 1] = { p = b.X:point(c.here), here = c.here }
  end
  if #traced > 0 then bodies.shapes(f) end
end

local function spots_of(s, f)
  local out = {}
  local function add(name, p)
    if name then out[name] = { s.at(f.flat(p)) } end
  end
  for i, b in ipairs(f.L.bodies) do
    out[b.name] = { s.at(f.flat(b.X.p)) }
    if b.com then add("G" .. i, b.X:point(li.vec(b.com))) end
  end
  for _, x in ipairs(f.L.frame_list) do add(x.name, x.X.p) end
  for _, j in ipairs(f.L.joints) do add(j.name or j.q[1], j.p) end
  return out
end

-- w: of linkage.read; places: configurations; o: options
function scheme.draw(w, places, view, o)
  local at = {}
  for i, q in ipairs(places) do at[i] = linkage.at(w, q) end
  local box = extent(at, view)
  local s = marks.sheet(box, o)
  local all = {}
  for i, L in ipairs(at) do all[i] = facts(L, view, s.scale, o, w) end
  local first = all[1]
  first.first = true
  for i, c in ipairs(o.curves or {}) do
    first.traced[i] = told.curve_point(first, c, ("options.curves[%d]"):format(i))
  end
  for _, f in ipairs(all) do with_traced(f, first.traced) end
  travel(all)
  for i = #all, 1, -1 do
    local f = all[i]
    if i > 1 then f.names = false end
    for _, c in ipairs(f.traced) do told.curve(f, c) end
    bodies.all(f)
    if i == 1 then tell(f, o, w) end
    s.pen.ghost = i > 1
    for _, m in ipairs(f.list) do marks.draw(s, m) end
  end
  return marks.finish(s, { title = o.title or w.desc.name, told = w.told,
    spots = spots_of(s, first) })
end

scheme.facts = facts

return scheme
