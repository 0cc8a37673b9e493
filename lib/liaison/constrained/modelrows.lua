-- modelrows.lua - the loops and constraints of a description as expressions
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kinds = require "liaison.describe.kinds"
local kit = li._internal

local modelrows = {}

-- frames ------------------------------------------------------------------------------------------

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }

-- z along an axis, as the engine turns it: to an axis of the frame where it is one, else [Duff et
-- al. 2017]
local function aligned(axis, path)
  if axis == nil then return li.seye(3) end
  if type(axis) == "string" then axis = UNIT[axis] end
  local u, s2 = {}, 0
  for k = 1, 3 do
    if type(axis[k]) ~= "number" then
      check.fail(path, "expected numbers: the axis of a constraint does not change")
    end
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

-- the description with a frame for every end of a loop or constraint; and { kind, end frames, .. }
-- of each
local function told(model)
  local d, frame, list = model:description(), {}, {}
  for _, f in ipairs(d.frames or {}) do frame[f.name] = f end
  d.frames = d.frames or {}
  local function put(name, place)
    local f, id = frame[name], ("liaison end %d"):format(#d.frames + 1)
    d.frames[#d.frames + 1] = { name = id, body = f and f.body or name,
      place = joined(f and f.place, place) }
    return id
  end
  for i, l in ipairs(d.loops or {}) do
    local axis = aligned(l.axis, ("loops[%d].axis"):format(i))
    list[#list + 1] = { name = l.name, kind = kinds.joint[l.joint].loop,
      ends = { put(l.to), put(l.from) }, axes = { axis, axis } }
    for _, p in ipairs(kinds.joint[l.joint].params) do list[#list][p.name] = l[p.name] or 0 end
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

-- pose of an end: R with its z along the axis, p; J of its origin and turn, 6 x n, where rows of
-- velocities ask for it
local function pose(g, id, axis, moves)
  local H = g:homogeneous(id)
  local R, p = (part(H, xyz, xyz) * axis):trig(), part(H, xyz, { 4 }):col(1)
  return { R = R, p = p, J = moves and g:jacobian(id) or nil }
end

-- rows --------------------------------------------------------------------------------------------

-- phi, or H and b, of a constraint of frames
local function of_frames(g, c, row)
  local ends, params, exprs = {}, {}, {}
  for k, id in ipairs(c.ends) do ends[k] = pose(g, id, c.axes[k], row.rows > row.positions) end
  for k, p in ipairs(row.params) do
    local x = c[p.name]
    if x == nil then x = p.default end
    params[k] = placing.expr(x, p.name)
  end
  for k, x in ipairs(kinds.equations(row, c)) do exprs[k] = placing.expr(x, row.expr_key) end
  local phi, H = kit.constraint_rows(c.kind, ends, params, exprs)
  if #H == 0 then return phi end
  local b = {}
  for r = 1, #H do b[r] = li.expr(0) end
  return phi, H, b
end

-- the equation of a constraint of coordinates: its text in names of nobody, which are then what
-- they stand for
local function written(c, row)
  local stands = {}
  local function word(x)
    local name = ("liaison_word_%d"):format(#stands + 1)
    stands[#stands + 1] = { name, placing.expr(x, c.name) }
    return name
  end
  local text = kit.constraint_text(c.kind, kinds.coordinates(row, c, word))
  local e, change = li.expr(text, "new"), {}
  for _, s in ipairs(stands) do change[s[1]] = s[2] end
  return e:subs(change)
end

-- phi, or H and b, of what is written in coordinates
local function of_coordinates(c, row, rates)
  local x, moves = written(c, row), false
  for _, v in ipairs(rates) do moves = moves or x:depends(v) end
  if not moves then return { x } end
  local none = {}
  for _, v in ipairs(rates) do none[v] = 0 end
  return {}, { li.jacobian({ x }, rates):row(1):table() }, { x:subs(none) }
end

-- { name, kind, phi = {..} } or { .., H = {{..}, ..}, b = {..} } of every loop and constraint
function modelrows.all(model)
  local names = model:coordinates()
  if #names ~= #model:speeds() then
    check.fail(nil, "this model has turns in space, told by quaternions; write them in angles "
      .. "(joint = \"Tx Ty Tz Rz Rx Rz\")")
  end
  local d, list = told(model)
  local g, q, rates, out = li.robot(d):generator(), {}, {}, {}
  for i, name in ipairs(names) do
    q[i] = li.coordinates(name)
    rates[i] = q[i]:d()
  end
  for i, c in ipairs(list) do
    local row = kinds.constraint[c.kind]
    out[i] = { name = c.name, kind = c.kind }
    if row.ends > 0 then out[i].phi, out[i].H, out[i].b = of_frames(g, c, row)
    else out[i].phi, out[i].H, out[i].b = of_coordinates(c, row, rates) end
  end
  return out, q
end

-- phi of all, H and b of all, as equations with constraints have them; names of the rows in that
-- order
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

local GEAR = "local m = li.robot{bodies = {{joint = \"revolute\", mass = \"m1\", "
  .. "inertia = {1, 1, 1}}, {joint = \"revolute\", mass = 1, inertia = {1, 1, 1}}}, "
  .. "constraints = {{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = \"r\"}}}; "

kit.define(kit.methods "model", {
  "model:constraint_equations() -> table",
  "The loops and constraints of a model in symbols, each {name, kind, phi} with phi the "
  .. "expressions "
  .. "that are 0; rolling and rows of rates have H and b, H q' + b = 0. "
  .. "model:equations{constraints = true} has them beside its equations, with multipliers.",
  GEAR .. "return m:constraint_equations()[1].phi[1]:diff(li.coordinates 'q1') --> -r",
  function(model) return (modelrows.all(model)) end,
})

return modelrows
