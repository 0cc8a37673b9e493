-- plane_told.lua - what is told on a drawing in the plane, as marks: angles, lengths, frames,
-- names, velocities, forces, curves of points
local li = require "liaison.core"
local check = require "liaison.base.check"
local linkage = require "liaison.draw.linkage"
local look = require "liaison.draw.look"
local kit = li._internal

local told = {}

local abs, sqrt, pi, cos, sin = math.abs, math.sqrt, math.pi, math.cos, math.sin
local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

local function put(f, m) f.list[#f.list + 1] = m end

local function point(f, p)
  local x, y = f.flat(p)
  return { x, y }
end

local function far(a, b) return sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2) end

local function short(x) return kit.format("%.4g", x) end
told.short = short

-- ---- angles -------------------------------------------------------------------------------------

local function folded(x) return (x + pi) % (2 * pi) - pi end

-- is there a line of a body from p in direction a?
local function shown(f, p, a)
  for i = 1, #f.L.bodies do
    local s = f.shapes[f.L.bodies[i]]
    if s.a then
      for _, way in ipairs { { s.a, s.b }, { s.b, s.a } } do
        local d = far(p, way[2])
        if far(way[1], p) < f.tol and d > f.tol
          and abs(folded(atan2(way[2][2] - p[2], way[2][1] - p[1]) - a)) < 0.01 then
          return d * f.scale
        end
      end
    end
  end
end

local function reference(f, p, a, r)
  if shown(f, p, a) then return end
  local l = (r + 12) / f.scale
  put(f, { "line", p[1], p[2], p[1] + l * cos(a), p[2] + l * sin(a), stroke = "hidden" })
end

-- an arc about p from direction a by an angle, with its reference lines
local function arc(f, p, a, angle, name, color)
  local r = 19
  local long = shown(f, p, a + angle)
  if long then r = math.max(11, math.min(r, 0.5 * long)) end
  for _, q in ipairs(f.arcs) do if far(p, q) < f.tol then r = r + 8 end end
  f.arcs[#f.arcs + 1] = p
  reference(f, p, a, r)
  reference(f, p, a + angle, r)
  put(f, { "arc", p[1], p[2], r / f.scale, a, a + angle, name, pt = r, color = color })
end

local function direction(f, X, e)
  local x, y = f.flat(X.R * li.vec(e))
  return x * x + y * y > 0.5 and atan2(y, x) or nil
end

-- a direction of the joint's frames that lies in the plane
local function across_axis(f, j)
  for _, e in ipairs { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } do
    if abs((j.base.R * li.vec(e)):dot(f.normal)) < 1e-6 then return e end
  end
  return { 1, 0, 0 }
end

local function joint_angle(f, j, with_value)
  local e = across_axis(f, j)
  local a, b = direction(f, j.base, e), direction(f, j.moved, e)
  if not a or not b then return end
  local angle, name = folded(b - a), j.q[#j.q]
  if with_value then name = ("`%s` = %s°"):format(name, short(math.deg(f.L.number[name]))) end
  arc(f, point(f, j.p), a, angle, name, look.body(j.to.index))
end

-- the coordinate of a slide as a length
local function joint_slide(f, j, with_value)
  local a, b = point(f, j.p), point(f, j.p_to)
  if far(a, b) * f.scale < 8 then return end
  local name = j.q[1]
  if with_value then name = ("`%s` = %s"):format(name, short(f.L.number[name])) end
  put(f, { "dimension", a[1], a[2], b[1], b[2], name, off = "free" })
end

-- the direction of every bar from the first axis of the plane: phi1 of body 1
local function absolute(f, with_value)
  for i = 1, #f.L.bodies do
    local b = f.L.bodies[i]
    local s, lead = f.shapes[b], b.lead
    local a = direction(f, b.X, across_axis(f, lead))
    if s.a and a and lead.kind ~= "prismatic" then
      local name = "phi" .. i
      if with_value then name = ("`%s` = %s°"):format(name, short(math.deg(folded(a)))) end
      arc(f, point(f, lead.p), 0, folded(a), name, look.body(i))
    end
  end
end

function told.angles(f, how, with_value)
  f.arcs = {}
  if how == "absolute" then absolute(f, with_value) end
  for _, j in ipairs(f.L.joints) do
    if j.tree and #j.q > 0 then
      if how ~= "absolute" and (j.kind == "revolute" or j.kind == "polar") then
        joint_angle(f, j, with_value)
      end
      if j.kind == "prismatic" then joint_slide(f, j, with_value) end
    end
  end
end

-- ---- lengths ------------------------------------------------------------------------------------

-- spots of a body at a point, the first of them
local function spot_at(f, b, p)
  for _, s in ipairs(b.spots) do if far(point(f, s.p), p) < f.tol then return s end end
end

-- pairs of points between which a body has a length: along a bar, round a plate; of the ground
-- between its pivots
local function pairs_of(f, b)
  local s = f.shapes[b]
  local list = {}
  if s.hull then
    for i = 1, #s.hull do list[i] = { s.hull[i], s.hull[i % #s.hull + 1] } end
  elseif s.a and #s.points >= 2 then
    local pts = {}
    for i, p in ipairs(s.points) do pts[i] = p end
    table.sort(pts, function(p, q) return far(p, s.a) < far(q, s.a) end)
    for i = 2, #pts do list[#list + 1] = { pts[i - 1], pts[i] } end
  end
  return list
end

local function length_text(f, b, p, q, how)
  local one, two = spot_at(f, b, p), spot_at(f, b, q)
  local value = far(p, q)
  local name = one and two and linkage.length_name(one, two)
  local given = type(how) == "table" and how[b.name]
  if given then name = given end
  if how == "values" or not name then return short(value) end
  if how == "both" then return ("`%s` = %s"):format(name, short(value)) end
  return name
end

-- how: true (names, numbers where there is none), "values", "both", or names by body
function told.lengths(f, how)
  for i = 0, #f.L.bodies do
    local b = f.L.bodies[i]
    for _, p in ipairs(type(how) == "table" and not how[b.name] and {} or pairs_of(f, b)) do
      if far(p[1], p[2]) * f.scale > 8 then
        put(f, { "dimension", p[1][1], p[1][2], p[2][1], p[2][2],
          length_text(f, b, p[1], p[2], how), off = "free" })
      end
    end
  end
end

-- ---- frames and centres -------------------------------------------------------------------------

function told.frames(f, which)
  for i = 0, #f.L.bodies do
    local b = f.L.bodies[i]
    if which == true or which[b.name] or which[i] then
      local p, a = point(f, b.X.p), atan2(f.up_of(b.X), f.right_of(b.X))
      put(f, { "axes", p[1], p[2], a, tostring(i), letters = f.letters, color = look.body(i),
        pt = i == 0 and 30 or 24 })
    end
  end
end

function told.centres(f)
  for i, b in ipairs(f.L.bodies) do
    if b.com and (b.mass or 0) ~= 0 then
      local p = point(f, b.X:point(li.vec(b.com)))
      put(f, { "com", p[1], p[2], "G" .. i })
    end
  end
end

-- named points: joints draw their own; frames of the description
function told.points(f)
  for _, x in ipairs(f.L.frame_list) do
    if not f.hide[x.name] then
      local p = point(f, x.X.p)
      put(f, { "mass", p[1], p[2], f.names and x.name or nil, color = look.body(x.body.index) })
    end
  end
end

-- ---- velocities ---------------------------------------------------------------------------------

-- points whose velocities are drawn: joints that move, frames
local function moving_points(f)
  local list = {}
  local function add(p, body, name)
    local at = point(f, p)
    for _, x in ipairs(list) do
      if far(x.at, at) < f.tol then
        x.name = x.name or name
        return
      end
    end
    if body.index > 0 then
      list[#list + 1] = { at = at, body = body, here = body.X:inverse():point(p), name = name }
    end
  end
  for _, j in ipairs(f.L.joints) do
    if j.from.index > 0 then add(j.p, j.from, j.name) end
    add(j.p_to, j.to, j.name)
  end
  for _, x in ipairs(f.L.frame_list) do add(x.X.p, x.body, x.name) end
  for _, c in ipairs(f.traced) do add(c.body.X:point(c.here), c.body, c.name) end
  return list
end

-- rates: of the coordinates, in order or by name; their longest arrow is `most` points long
function told.velocities(f, rates, most)
  local list, size = moving_points(f), 0
  local v = linkage.rates(f.L.w, f.L.q, rates, "options.velocities")
  for _, x in ipairs(list) do
    local w = f.L.w.model:velocity(f.L.q, v, x.body.name, x.here).v
    x.u, x.v = f.flat(w)
    size = math.max(size, sqrt(x.u * x.u + x.v * x.v))
  end
  if size < 1e-12 then return end
  local k = most / size / f.scale
  for _, x in ipairs(list) do
    if sqrt(x.u * x.u + x.v * x.v) > 1e-3 * size then
      put(f, { "arrow", x.at[1], x.at[2], x.at[1] + k * x.u, x.at[2] + k * x.v,
        x.name and "v_" .. x.name or nil, color = "velocity" })
    end
  end
  f.told[#f.told + 1] = ("velocities: 10 mm for %s"):format(short(size * 72 / 2.54 / most))
end

-- ---- forces -------------------------------------------------------------------------------------

local FORCE = { at = "any", f = "any?", moment = "num?", name = "str?", color = "str?" }

-- a point by name (a joint, a frame) or by its numbers
local function place_of(f, at, path)
  if type(at) ~= "string" then
    local p = check.value(at, path, "vec")
    return #p == 2 and { p[1], p[2] } or point(f, p)
  end
  for _, j in ipairs(f.L.joints) do
    if j.name == at or j.q[1] == at then return point(f, j.p_to) end
  end
  local x = f.L.frames[at]
  if x then return point(f, x.X.p) end
  local b = f.L.by_name[at]
  if b then return point(f, b.com and b.X:point(li.vec(b.com)) or b.X.p) end
  check.fail(path, "no joint, frame or body '%s'", at)
end

function told.forces(f, list, most)
  local size, read = 0, {}
  for i, x in ipairs(list) do
    local path = ("options.forces[%d]"):format(i)
    local F = check.fields(x, path, FORCE)
    F.at = place_of(f, F.at, path .. ".at")
    if F.f then
      local v = check.value(F.f, path .. ".f", "vec")
      F.u, F.v = v[1], v[2]
      if #v == 3 then F.u, F.v = f.flat(v) end
      size = math.max(size, sqrt(F.u * F.u + F.v * F.v))
    end
    read[i] = F
  end
  local k = size > 0 and most / size / f.scale or 0
  for _, F in ipairs(read) do
    if F.f then
      put(f, { "arrow", F.at[1], F.at[2], F.at[1] + k * F.u, F.at[2] + k * F.v, F.name,
        color = F.color or "force" })
    end
    if F.moment then
      put(f, { "moment", F.at[1], F.at[2], F.moment, not F.f and F.name or nil,
        color = F.color or "moment" })
    end
  end
  if size > 0 then
    f.told[#f.told + 1] = ("forces: 10 mm for %s"):format(short(size * 72 / 2.54 / most))
  end
end

-- ---- curves -------------------------------------------------------------------------------------

local CURVE = { body = "str?", at = "vec?", frame = "str?", name = "str?", input = "str?",
  steps = { "count?", default = 180 } }

-- the point whose curve is drawn: body, where in it, its name
function told.curve_point(f, c, path)
  if type(c) == "string" then c = { frame = c, name = c } end
  local o = check.fields(c, path, CURVE)
  if o.frame then
    local x = f.L.frames[o.frame]
    if not x then check.fail(path, "no frame '%s'%s", o.frame, check.hint(o.frame, f.L.frames)) end
    o.body, o.here, o.name = x.body, x.body.X:inverse():point(x.X.p), o.name or o.frame
    return o
  end
  local b = f.L.by_name[o.body or ""]
  if not b then
    check.fail(path, "expected {body = .., at = {x, y}} or the name of a frame")
  end
  local p = o.at or li.vec { 0, 0, 0 }
  o.here = #p == 2 and p[1] * li.vec(f.axes_in(1)) + p[2] * li.vec(f.axes_in(2)) or p
  o.body = b
  return o
end

-- where the point goes while the input turns once, or until its dead points: configurations
local function way(f, o)
  local w, q = f.L.w, f.L.q
  local input = o.input or w.model:coordinates()[1]
  local out = {}
  local first = w.model:follow { input = input, to = f.L.number[input] + 2 * pi, steps = o.steps,
    q = q }
  if not first then return out end
  if first.dead then
    local back = w.model:follow { input = input, to = f.L.number[input] - 2 * pi, steps = o.steps,
      q = q }
    for i = #(back and back.q or {}), 2, -1 do out[#out + 1] = back.q[i] end
    f.told[#f.told + 1] = first.dead.text
  end
  for _, x in ipairs(first.q) do out[#out + 1] = x end
  return out
end

function told.curve(f, o)
  local points = {}
  for _, q in ipairs(way(f, o)) do
    local p = point(f, f.L.w.model:fk(q, o.body.name):point(o.here))
    local last = points[#points]
    -- points that cannot be told apart on paper are left out
    if not last or far(last, p) * f.scale > 0.7 then points[#points + 1] = p end
  end
  if #points > 1 then put(f, { "curve", points, stroke = "curve" }) end
  local p = point(f, o.body.X:point(o.here))
  put(f, { "point", p[1], p[2], o.name })
end

return told
