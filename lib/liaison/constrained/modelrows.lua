-- modelrows.lua - the loops and constraints of a description as expressions: model:constraint_equations, and equations that have them
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kinds = require "liaison.constrained.rowkinds"
local kit = li.kit

local modelrows = {}

-- frames -------------------------------------------------------------------------------------------------------------------

-- z along an axis, as the engine turns it: to an axis of the frame where it is one, else [Duff et al. 2017]
local function aligned(axis, path)
  if axis == nil then return li.seye(3) end
  if type(axis) == "string" then axis = ({ x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } })[axis] end
  local u, s2 = {}, 0
  for k = 1, 3 do
    if type(axis[k]) ~= "number" then check.fail(path, "expected numbers: the axis of a constraint does not change") end
    s2 = s2 + axis[k] ^ 2
  end
  for k = 1, 3 do u[k] = axis[k] / math.sqrt(s2) end
  for k = 1, 3 do
    local second, third = k % 3 + 1, (k + 1) % 3 + 1
    if u[second] == 0 and u[third] == 0 then
      local A, s = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, u[k] < 0 and -1 or 1
      A[second][1], A[third][2], A[k][3] = 1, s, s
      return li.smat(A)
    end
  end
  local x, y, z, s = u[1], u[2], u[3], u[3] < 0 and -1 or 1
  local a = -1 / (s + z)
  local b = x * y * a
  return li.smat { { 1 + s * x * x * a, b, x }, { s * b, s + y * y * a, y }, { -s * x, -y, z } }
end

local function joined(a, b)
  local list = {}
  for _, part in ipairs { a or {}, b or {} } do
    for _, move in ipairs(part) do list[#list + 1] = move end
  end
  return list
end

-- the description with a frame for every end of a loop or constraint; and { kind, end frames, .. } of each
local function told(model)
  local d, frame, list = model:description(), {}, {}
  for _, f in ipairs(d.frames or {}) do frame[f.name] = f end
  d.frames = d.frames or {}
  local function put(name, place)
    local f, id = frame[name], ("liaison end %d"):format(#d.frames + 1)
    d.frames[#d.frames + 1] = { name = id, body = f and f.body or name, place = joined(f and f.place, place) }
    return id
  end
  for i, l in ipairs(d.loops or {}) do
    local axis = aligned(l.axis, ("loops[%d].axis"):format(i))
    list[#list + 1] = { name = l.name, kind = kinds.of_loop[l.joint], ends = { put(l.to), put(l.from) }, axes = { axis, axis }, pitch = l.pitch or 0 }
  end
  for i, c in ipairs(d.constraints or {}) do
    c.ends, c.axes = {}, {}
    for k, e in ipairs { "from", "to", "from2", "to2" } do
      if c[e] then
        c.ends[k] = put(c[e], c[e .. "_place"])
        c.axes[k] = aligned(c[e .. "_axis"], ("constraints[%d].%s_axis"):format(i, e))
      end
    end
    list[#list + 1] = c
  end
  d.loops, d.constraints = nil, nil
  return d, list
end

local function part(M, rows, cols)
  local out = {}
  for i = 1, #rows do
    out[i] = {}
    for j = 1, #cols do out[i][j] = M:at(rows[i], cols[j]) end
  end
  return li.smat(out)
end

local xyz = { 1, 2, 3 }

-- pose of an end: R with its z along the axis, p; and J of its origin, 6 x n
local function pose(g, id, axis)
  local H = g:homogeneous(id)
  local e = { R = (part(H, xyz, xyz) * axis):trig(), p = part(H, xyz, { 4 }):col(1), id = id }
  for k, name in ipairs { "x", "y", "z" } do e[name] = e.R:col(k) end
  return e
end

-- rows -----------------------------------------------------------------------------------------------------------------------

local function gap(e) return e[1].p - e[2].p end

local grips = {}

function grips.point(e) return gap(e):table() end
function grips.upright(e) return { e[2].x:dot(e[1].z), e[2].y:dot(e[1].z) } end
function grips.turned(e) return { e[2].y:dot(e[1].z), e[2].z:dot(e[1].x), e[2].x:dot(e[1].y) } end
function grips.aside(e) return { e[2].x:dot(gap(e)), e[2].y:dot(gap(e)) } end
function grips.height(e) return { e[2].z:dot(gap(e)) } end

local function length(e, first)
  local d = e[first].p - e[first + 1].p
  return li.sqrt(d:dot(d):trig())
end

-- kinds that hold positions and are no parts alone
local others = {
  cross = function(e)
    local list = grips.point(e)
    list[4] = e[2].y:dot(e[1].z)
    return list
  end,
  distance = function(e, c) return { length(e, 1) - placing.expr(c.length, "length") } end,
  angle = function(e, c) return { e[2].z:dot(e[1].z) - li.cos(placing.expr(c.angle, "angle")) } end,
  pulley = function(e, c) return { length(e, 1) + placing.expr(c.ratio or 1, "ratio") * length(e, 3) - placing.expr(c.length, "length") } end,
}

-- an equation in x, y, z of the first frame told in the second
local function surface(e, text, path)
  local d, x = gap(e), {}
  for _, name in ipairs { "x", "y", "z" } do x[name] = e[2][name]:dot(d) end
  local known = {}
  local body = placing.expr(text, path)
  for _, s in ipairs(body:symbols()) do
    if x[tostring(s)] then known[s] = x[tostring(s)] end
  end
  return body:subs(known)
end

local function positions(e, c)
  local list = {}
  for _, name in ipairs(kinds.parts[c.kind] or {}) do
    for _, x in ipairs(grips[name](e)) do list[#list + 1] = x end
  end
  if others[c.kind] then list = others[c.kind](e, c) end
  if c.kind == "thread" then
    list[5] = grips.height(e)[1] - placing.expr(c.pitch, "pitch") * li.atan2(e[2].y:dot(e[1].x), e[2].x:dot(e[1].x))
  end
  if c.kind == "on_surface" then list[1] = surface(e, c.equation, "equation") end
  for k = 1, c.kind == "on_curve" and 2 or 0 do list[k] = surface(e, c.equations[k], "equations") end
  return list
end

-- velocity of what end k carries at r from its origin, 3 x n; nil on the ground
local function carried(g, id, r)
  local J = g:jacobian(id)
  local n, columns = select(2, J:size()), {}
  for j = 1, n do columns[j] = (part(J, xyz, { j }):col(1) + part(J, { 4, 5, 6 }, { j }):col(1):cross(r)):table() end
  return li.smat(columns)
end

-- a ball: the normal of what it rolls on, how high its centre is, and two directions across, by the axis furthest from the normal:
-- the first of those that are least along it, as the engine takes it
local function on_ball(e, c)
  local n, s = e[2].z, placing.expr(c.sphere or 0, "sphere")
  if s == li.expr(0) then
    local f = e[2].x:cross(n)
    return n, n:dot(gap(e)), { f, n:cross(f) }
  end
  n = (gap(e) * li.sign(s) / length(e, 1)):trig()
  local axis, least = e[2].x, li.abs(e[2].x:dot(n))
  for _, next_axis in ipairs { e[2].y, e[2].z } do
    local along = li.abs(next_axis:dot(n))
    local better = (1 + li.sign(least - 1e-9 - along)) / 2
    axis, least = axis + (next_axis - axis) * better, least + (along - least) * better
  end
  local f = axis:cross(n)
  f = f / li.sqrt(f:dot(f))
  return n, li.sign(s) * length(e, 1) - s, { f, n:cross(f) }
end

local function ball_slips(g, e, c)
  local radius = placing.expr(c.radius, "radius")
  local n, height, across = on_ball(e, c)
  local own, ground, rows = carried(g, e[1].id, n * -radius), carried(g, e[2].id, gap(e) - n * radius), {}
  for i, u in ipairs(across) do rows[i] = ((own - ground) * u):trig():table() end
  return rows, { (height - radius):trig() }
end

-- rolling: where the disc heads f = z0 x z1, to its left l = z1 x f, from its centre to the contact r = radius z0 x f ..
local function slips(g, e, c)
  if c.kind == "rolling_ball" then return ball_slips(g, e, c) end
  local n, a = e[2].z, e[1].z
  local f = a:cross(n)
  f = (f / li.sqrt(f:dot(f):trig())):trig()
  local l = n:cross(f)
  local r = f:cross(a) * (-placing.expr(c.radius or 0, "radius"))
  local directions = {
    wheel = { f, l }, wheel_longitudinal = { f }, wheel_lateral = { l }, knife_edge = { -f }, rolling_disc = { e[2].x, e[2].y },
  }
  if c.kind == "knife_edge" then r = placing.zeros(3) end
  local own, ground, rows = carried(g, e[1].id, r), carried(g, e[2].id, gap(e) + r), {}
  for i, u in ipairs(directions[c.kind]) do rows[i] = ((own - ground) * u):trig():table() end
  return rows, c.kind == "rolling_disc" and { n:dot(gap(e) + r):trig() } or {}
end

-- of a kind that has rows in numbers alone: left out of equations it would be a constraint that
-- nobody keeps
local function no_expressions(c)
  check.fail(c.name, "a constraint of kind '%s' has no rows in expressions", tostring(c.kind))
end

-- what is written in coordinates
local function written(c)
  local q, factor = c.coordinates or {}, {}
  for k, x in pairs(q) do factor[k] = placing.expr(x, "coordinates") end
  local function number(key, missing) return placing.expr(c[key] or missing, key) end
  if c.kind == "driver" then return placing.expr(c.coordinate, "coordinate") - placing.expr(c.law, "law") end
  if c.kind == "equation" then return placing.expr(c.equation, "equation") end
  if c.kind ~= "coupling" and c.kind ~= "gear" and c.kind ~= "leadscrew" then no_expressions(c) end
  if c.kind == "coupling" then
    local sum, names = -number("offset", 0), {}
    for name in pairs(q) do names[#names + 1] = name end
    kit.sort(names)
    for _, name in ipairs(names) do sum = sum + factor[name] * li.expr(name) end
    return sum
  end
  return factor[2] - number(c.kind == "gear" and "ratio" or "pitch") * factor[1] - number("offset", 0)
end

local rolls = { wheel = true, wheel_longitudinal = true, wheel_lateral = true, knife_edge = true, rolling_disc = true, rolling_ball = true }

-- { name, kind, phi = {..} } or { .., H = {{..}, ..}, b = {..} } of every loop and constraint
function modelrows.all(model)
  local names = model:coordinates()
  if #names ~= #model:speeds() then
    check.fail(nil, "this model has turns in space, told by quaternions; write them in angles (joint = \"Tx Ty Tz Rz Rx Rz\")")
  end
  local d, list = told(model)
  local g, q, rates, out = li.robot(d):generator(), {}, {}, {}
  for i, name in ipairs(names) do
    q[i] = li.coordinates(name)
    rates[i] = q[i]:d()
  end
  for i, c in ipairs(list) do
    local row, e = { name = c.name, kind = c.kind }, {}
    for k, id in ipairs(c.ends) do e[k] = pose(g, id, c.axes[k]) end
    if rolls[c.kind] then
      row.H, row.phi = slips(g, e, c)
      row.b = {}
      for r = 1, #row.H do row.b[r] = li.expr(0) end
    elseif #c.ends > 0 then
      row.phi = positions(e, c)
      for k, x in ipairs(row.phi) do row.phi[k] = x:trig() end
    else
      local x, moves = written(c), false
      for _, v in ipairs(rates) do moves = moves or x:depends(v) end
      if moves then
        local none = {}
        for _, v in ipairs(rates) do none[v] = 0 end
        row.phi, row.H, row.b = {}, { li.jacobian({ x }, rates):row(1):table() }, { x:subs(none) }
      else
        row.phi = { x }
      end
    end
    if #row.phi + #(row.H or {}) == 0 then no_expressions(c) end
    out[i] = row
  end
  return out, q
end

-- phi of all, H and b of all, as equations with constraints have them; names of the rows in that order
function modelrows.flat(model)
  local list, q = modelrows.all(model)
  local phi, H, b, names = {}, {}, {}, {}
  for _, c in ipairs(list) do
    for k, x in ipairs(c.phi) do
      phi[#phi + 1] = x
      names[#phi] = #c.phi + #(c.H or {}) > 1 and ("%s[%d]"):format(c.name, k) or c.name
    end
  end
  for _, c in ipairs(list) do
    for k, h in ipairs(c.H or {}) do
      for _, x in ipairs(h) do H[#H + 1] = x end
      b[#b + 1] = c.b[k]
      names[#phi + #b] = #c.phi + #c.H > 1 and ("%s[%d]"):format(c.name, #c.phi + k) or c.name
    end
  end
  return phi, H, b, q, names
end

local GEAR = "local m = li.robot{bodies = {{joint = \"revolute\", mass = \"m1\", inertia = {1, 1, 1}}, {joint = \"revolute\", mass = 1, inertia = {1, 1, 1}}}, "
  .. "constraints = {{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = \"r\"}}}; "

kit.define(kit.methods "model", {
  "model:constraint_equations() -> table",
  "The loops and constraints of a model in symbols, each {name, kind, phi} with phi the expressions that are 0; rolling and rows of rates have H and b, H q' + b = 0. "
  .. "model:equations{constraints = true} has them beside its equations, with multipliers.",
  GEAR .. "return m:constraint_equations()[1].phi[1]:diff(li.coordinates 'q1') --> -r", function(model) return (modelrows.all(model)) end,
})

return modelrows
