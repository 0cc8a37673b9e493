-- ride_control.lua - suspensions that act: skyhook and groundhook, active or by dampers that
-- change; the regulator of all corners
--
-- Of a corner at (x, y): v_b = z' - x pitch' + y roll' of the body there, v_w = v_b + travel' of
-- the wheel. The actuator pushes body and wheel apart with
--
--   F = -sky v_b + ground v_w                                   [Karnopp 1974; Valasek 1997]
--
-- beside what is there; semi: what a damper between least and most can give, F (v_b - v_w) < 0.
local li = require "liaison"
local check = require "liaison.base.check"
local kit = li._internal

-- corners {name, x, y}: told, or read off the vehicle's hubs
local function corners_of(x, path)
  if kit.class(x) == "model" then
    local list, home = {}, x:home()
    for _, q in ipairs(x:coordinates()) do
      local wheel = q:match "^travel_(.+)$"
      if wheel then
        local p = x:fk(home, "wheel_" .. wheel).p
        list[#list + 1] = { name = "_" .. wheel, x = p[1], y = p[2] }
      end
    end
    if #list == 0 then check.fail(path, "the model has no coordinates travel_..") end
    return list
  end
  if type(x) ~= "table" then
    check.fail(path, "expected a vehicle, or corners {fl = {x, y}, ..}, got %s", check.got(x))
  end
  local list, names = {}, {}
  for name in pairs(x) do names[#names + 1] = name end
  kit.sort(names)
  for _, name in ipairs(names) do
    local p = check.value(x[name], path .. "." .. name, "vec2")
    list[#list + 1] = { name = name == "" and "" or "_" .. name, x = p[1], y = p[2] }
  end
  if #list == 0 then check.fail(path, "expected at least one corner") end
  return list
end

-- signals of the body and of each corner; a quarter car has no pitch and roll
local function moving(b, o, number)
  local flat = #o.corners == 1 and o.corners[1].x == 0 and o.corners[1].y == 0
  b.asks = { "z'" }
  if not flat then b.asks[2], b.asks[3] = "pitch'", "roll'" end
  for _, c in ipairs(o.corners) do
    b.asks[#b.asks + 1] = "travel" .. c.name .. "'"
    local more = flat and "" or (" - %s*pitch' + %s*roll'"):format(number(c.x),
      number(c.y))
    b.lines[#b.lines + 1] = { "vb" .. c.name, "z'" .. more }
    b.lines[#b.lines + 1] = { "vw" .. c.name, ("vb%s + travel%s'"):format(c.name, c.name) }
  end
end

local hook = {
  name = "skyhook",
  text = "dampers to the sky and the ground: corners (a vehicle), sky, ground (N s/m), semi",
  fields = { corners = corners_of, sky = { "num", min = 0, default = 3000 },
    ground = { "num", min = 0, default = 0 }, semi = "bool?",
    least = { "num", min = 0, default = 300 }, most = { "num", above = 0, default = 4000 },
    force = { "num?", above = 0 } },
  make = function(o, number)
    local b = { lines = {}, outputs = {}, values = { sky = o.sky, ground = o.ground } }
    moving(b, o, number)
    for _, c in ipairs(o.corners) do
      local function line(name, text) b.lines[#b.lines + 1] = { name .. c.name, text } end
      line("F", ("-sky*vb%s + ground*vw%s"):format(c.name, c.name))
      if o.semi then
        -- F = -c (v_b - v_w) with c between its bounds
        line("rel", ("vb%s - vw%s"):format(c.name, c.name))
        line("c", ("max(%s, min(%s, -F%s*rel%s/max(rel%s^2, 1e-9)))"):format(number(o.least),
          number(o.most), c.name, c.name, c.name))
        line("given", ("-c%s*rel%s"):format(c.name, c.name))
      else
        line("given", "F" .. c.name)
      end
      local text = "given" .. c.name
      if o.force then
        text = ("max(-%s, min(%s, %s))"):format(number(o.force), number(o.force), text)
      end
      b.outputs[#b.outputs + 1] = { "actuator" .. c.name, text }
    end
    return b
  end,
}

-- ---- the regulator ------------------------------------------------------------------------------

-- states of heave, pitch, roll and travel of the linear model, by name
local function ride_states(lin)
  local list, at = {}, {}
  for k, name in ipairs(lin.states) do
    local plain = name:gsub("'$", "")
    if plain == "z" or plain == "pitch" or plain == "roll" or plain:find "^travel" then
      list[#list + 1] = name
      at[name] = k
    end
  end
  return list, at
end

local function part(M, rows, cols)
  local out = li.zeros(#rows, #cols)
  for i, r in ipairs(rows) do for j, c in ipairs(cols) do out[i][j] = M[r][c] end end
  return out
end

local function of_states(lin, names, at)
  local rows, cols = {}, {}
  for i, name in ipairs(names) do rows[i] = at[name] end
  for j = 1, #lin.inputs do cols[j] = j end
  return part(lin.A, rows, rows), part(lin.B, rows, cols)
end

-- costs: accelerations of z, pitch, roll, travels, heights of the wheels, forces
local function weights(names, A, B, o)
  local n, m = #names, #B[1]
  local Q, S, R = li.zeros(n, n), li.zeros(n, m), li.zeros(m, m)
  local function add(c, d, w)
    for i = 1, n do
      for j = 1, n do Q[i][j] = Q[i][j] + w * c[i] * c[j] end
      for j = 1, m do S[i][j] = S[i][j] + w * c[i] * d[j] end
    end
    for i = 1, m do for j = 1, m do R[i][j] = R[i][j] + w * d[i] * d[j] end end
  end
  local none = {}
  for j = 1, m do none[j] = 0 end
  for i, name in ipairs(names) do
    local unit = {}
    for k = 1, n do unit[k] = k == i and 1 or 0 end
    if name == "z'" or name == "pitch'" or name == "roll'" then
      local c, d = {}, {}
      for k = 1, n do c[k] = A[i][k] end
      for k = 1, m do d[k] = B[i][k] end
      add(c, d, 1)
    elseif name:find "^travel" and not name:find "'$" then
      add(unit, none, o.travel ^ -2)
    elseif name == "z" then
      add(unit, none, o.height ^ -2)
    end
  end
  for j = 1, m do R[j][j] = R[j][j] + o.force ^ -2 end
  return Q, R, S
end

local regulator = {
  name = "ride_lqr",
  text = "linear quadratic regulator of heave, pitch, roll and travel: vehicle, speed",
  fields = { vehicle = function(x, path)
      if kit.class(x) ~= "model" then
        check.fail(path, "expected a vehicle with inputs actuator_.., got %s", check.got(x))
      end
      return x
    end, travel = { "num", above = 0, default = 0.05 },
    height = { "num", above = 0, default = 0.05 }, force = { "num", above = 0, default = 500 },
    state = "table?" },
  make = function(o, number)
    local inputs = {}
    for _, u in ipairs(o.vehicle:description().inputs or {}) do
      if u.name:find "^actuator" then inputs[#inputs + 1] = u.name end
    end
    if #inputs == 0 then check.fail("vehicle", "it has no inputs actuator_..") end
    local lin = assert(o.vehicle:linearize { inputs = inputs, q = o.state and o.state.q,
      v = o.state and o.state.v })
    local names, at = ride_states(lin)
    local A, B = of_states(lin, names, at)
    local Q, R, S = weights(names, A, B, o)
    local design, why = li.ss(A, B):lqr { Q = Q, R = R, S = S }
    if not design then check.fail("vehicle", "no regulator: %s", why) end
    local b = { asks = {}, lines = {}, outputs = {}, values = {} }
    for i, name in ipairs(names) do b.asks[i] = name end
    for j, u in ipairs(inputs) do
      local text = {}
      for i = 1, #names do
        text[i] = ("%s*%s"):format(number(-design.K[j][i]), b.asks[i])
      end
      b.outputs[j] = { u, table.concat(text, " + ") }
    end
    return b
  end,
}

return { hook, regulator }
