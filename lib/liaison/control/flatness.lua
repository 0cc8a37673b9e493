-- flatness.lua - li.flatness: unicycles, cars, cars with trailers by the path of their last axle
--
--   last axle (x, y): th_n = atan2(y', x'), v_n = sqrt(x'^2 + y'^2), then axle by axle forwards
--   tan(th_(i-1) - th_i) = d_i th_i'/v_i, v_(i-1) = v_i/cos(th_(i-1) - th_i),
--   tan(delta) = L th_0'/v_0                        [Fliess, Levine, Martin, Rouchon 1995]
--   The path is tracked by input-output linearization with v_n and its derivatives as states of the
--   controller (dynamic extension).                 [d'Andrea-Novel, Campion, Bastin 1995]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local io = require "liaison.control.io_linearize"
local kit = li._internal

-- each kind: trailers, what steers
local KINDS = { unicycle = { steer = "w" }, car = { steer = "delta_rate" },
  trailer = { steer = "delta_rate" } }

-- ---- the kinematics -----------------------------------------------------------------------------

local function text_of(x) return lines.number(x) end

-- names of headings, the last first: th (alone), or th2 th1 th0 with trailers
local function headings(n)
  local list = {}
  for i = n, 0, -1 do list[#list + 1] = n == 0 and "th" or "th" .. i end
  return list
end

-- speeds of the axles, the last first, as texts of s and the headings
local function speeds(th)
  local v = { "s" }
  for k = 2, #th do v[k] = ("(%s/cos(%s - %s))"):format(v[k - 1], th[k], th[k - 1]) end
  return v
end

-- the extended system: x y, headings, delta, s and its derivatives; u: the last of these, steering
local function extended(k)
  local th, x, f = headings(k.n), { "x", "y" }, {}
  local v = speeds(th)
  f[1], f[2] = ("s*cos(%s)"):format(th[1]), ("s*sin(%s)"):format(th[1])
  for i = 1, #th do
    x[#x + 1] = th[i]
    if i < #th then
      f[#f + 1] = ("%s*tan(%s - %s)/%s"):format(v[i], th[i + 1], th[i], text_of(k.d[k.n + 1 - i]))
    elseif k.steer == "w" then f[#f + 1] = "steer"
    elseif k.steer == "delta" then f[#f + 1] = ("%s*steer/%s"):format(v[i], text_of(k.L))
    else f[#f + 1] = ("%s*tan(delta)/%s"):format(v[i], text_of(k.L)) end
  end
  if k.steer == "delta_rate" then x[#x + 1], f[#f + 1] = "delta", "steer" end
  k.measured = #x
  k.order = k.n + (k.steer == "delta_rate" and 3 or 2)
  k.chain = { "s" }
  for i = 1, k.order - 2 do k.chain[i + 1] = "s_" .. i end
  for i, name in ipairs(k.chain) do
    x[#x + 1] = name
    f[#f + 1] = k.chain[i + 1] or "thrust"
  end
  k.speed = v[#v]
  return io.system_of_table({ x = x, u = { "thrust", "steer" }, f = f }, {})
end

-- ---- the flat maps ------------------------------------------------------------------------------

-- symbols of the derivatives of the path: x_1 y_1 .. x_p y_p
local function jets(p)
  local j = { x = {}, y = {}, names = {} }
  for k = 1, p do
    for _, axis in ipairs { "x", "y" } do
      local name = ("%s_%d"):format(axis, k)
      j[axis][k], j.names[#j.names + 1] = li.expr(name, "new"), name
    end
  end
  return j
end

-- the derivative in time along a path
local function along(j, e)
  local sum = li.expr(0)
  for _, axis in ipairs { "x", "y" } do
    for k = 1, #j[axis] - 1 do
      local slope = e:diff(("%s_%d"):format(axis, k))
      if slope:number() ~= 0 then sum = sum + slope * j[axis][k + 1] end
    end
  end
  return sum
end

-- states and inputs as expressions of the derivatives of the path
local function flat_maps(k)
  local j, th = jets(k.order), headings(k.n)
  local x1, y1 = j.x[1], j.y[1]
  local speed = li.sqrt(x1 ^ 2 + y1 ^ 2)
  local maps = { states = {}, inputs = {}, jets = j, s = speed }
  local angle = li.atan2(y1, x1)
  local turn = (x1 * j.y[2] - y1 * j.x[2]) / (x1 ^ 2 + y1 ^ 2)
  maps.states[th[1]] = angle
  for i = 2, #th do
    local slope = k.d[k.n + 2 - i] * turn / speed
    angle, speed = angle + li.atan(slope), speed * li.sqrt(1 + slope ^ 2)
    turn = turn + along(j, slope) / (1 + slope ^ 2)
    maps.states[th[i]] = angle
  end
  maps.inputs.v = speed
  if k.steer == "w" then
    maps.inputs.w = turn
    return maps
  end
  local slope = k.L * turn / speed
  if k.steer == "delta" then maps.inputs.delta = li.atan(slope)
  else
    maps.states.delta = li.atan(slope)
    maps.inputs.delta_rate = along(j, slope) / (1 + slope ^ 2)
  end
  return maps
end

-- ---- the proof ----------------------------------------------------------------------------------

local function draw_path(c, draw)
  local at = {}
  for k, name in ipairs(c.flat.jets.names) do at[name] = 0.4 * draw() / (1 + k / 4) end
  at.x_1, at.y_1 = 1 + at.x_1, 0.3 + at.y_1
  return at
end

-- the states of the extended system, and what steers it, of a path in numbers
local function states_at(c, at)
  local x, e = { x = at.x_0 or 0, y = at.y_0 or 0 }, c.flat.s
  for name, map in pairs(c.flat.states) do x[name] = io.number_at(map, at) end
  for _, name in ipairs(c.kind_of.chain) do
    x[name] = io.number_at(e, at)
    e = along(c.flat.jets, e)
  end
  local u = c.flat.inputs[c.steer]
  x.steer = io.number_at(u, at)
  if c.steer == "delta" then x.steer = math.tan(x.steer) end
  return x
end

-- d/dt of every map is what the kinematics say
local function check_maps(p, c)
  local s, draw, worst = c.system, lawmodel.random(41), 0
  for _ = 1, 8 do
    local at = draw_path(c, draw)
    local x = states_at(c, at)
    for i = 1, c.kind_of.measured do
      local name = s.x[i]
      local rate = i <= 2 and at[name .. "_1"]
        or io.number_at(along(c.flat.jets, c.flat.states[name]), at)
      local want = io.number_at(s.f[i], x) + io.number_at(s.g[2][i], x) * x.steer
      worst = math.max(worst, math.abs(rate - want) / (1 + math.abs(want)))
    end
  end
  p:check(worst < 1e-10, "the maps put into the kinematics, at 8 random paths (%s)",
    kit.number(worst, 1))
end

-- on the path the block gives the inputs of the maps
local function check_block(p, c)
  local draw, worst = lawmodel.random(43), 0
  for _ = 1, 8 do
    local at = draw_path(c, draw)
    local x, y, z = states_at(c, at), {}, {}
    for k = 1, c.kind_of.measured do y[c.system.x[k]] = x[c.system.x[k]] end
    for _, axis in ipairs { "x", "y" } do
      y[axis .. "_d"] = 0
      for k = 1, c.kind_of.order do
        y[axis .. "_d" .. ("'"):rep(k)] = at[("%s_%d"):format(axis, k)]
      end
    end
    for k, name in ipairs(c.program.states) do z[k] = x[name] end
    local u = c.program:step(y, z)
    for k, name in ipairs(c.program.outputs) do
      local want = io.number_at(c.flat.inputs[name], at)
      worst = math.max(worst, math.abs(u[k] - want) / (1 + math.abs(want)))
    end
  end
  p:check(worst < 1e-9, "on the path the law gives the inputs of the maps, at 8 random paths (%s)",
    kit.number(worst, 1))
end

local function prove(p, c)
  p:say("  x^(%d) = v1, y^(%d) = v2 by %d states of the controller: the whole state is linear",
    c.kind_of.order, c.kind_of.order, #c.kind_of.chain)
  p:check(io.is_stable(c.poles), "every pole has a negative real part")
  p:need(not c.limited, "no output is cut")
  p:say "  as long as it drives: standing still (s = 0) is singular"
  check_maps(p, c)
  check_block(p, c)
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { length = { "num?", above = 0 }, hitches = "any?", steering = "rate|angle?",
  poles = "any", speed = { "num", default = 1 }, slowest = { "num", default = 0.02, above = 0 },
  dt = { "num", above = 0 }, name = "str?", to = "table?", limits = "table?", inputs = "table?" }

local function kind_of(name, o)
  local row = KINDS[name]
  if not row then
    check.fail("kind", "unknown kind '%s'%s", tostring(name), check.hint(name, KINDS))
  end
  local k = { name = name, steer = row.steer, n = 0, d = {}, L = o.length }
  if name ~= "unicycle" and not o.length then
    check.fail("length", "expected the distance of the axles of the car")
  end
  if name == "trailer" then
    k.d = type(o.hitches) == "number" and { o.hitches } or o.hitches
    if type(k.d) ~= "table" and not kit.class(k.d) or #k.d == 0 then
      check.fail("hitches", "expected the length of every trailer, from axle to axle: {3}")
    end
    k.n = #k.d
  end
  if o.steering == "angle" and k.steer == "delta_rate" then k.steer = "delta" end
  return k
end

-- s forwards or backwards, never slower than told
local function chain_next(k, thrust, o)
  local next_of = {}
  for i, name in ipairs(k.chain) do
    local rate = k.chain[i + 1] or thrust
    next_of[name] = ("%s + dt*(%s)"):format(name, rate)
  end
  local least = lines.number(o.slowest)
  next_of.s = o.speed > 0 and ("max(%s, %s)"):format(next_of.s, least)
    or ("min(%s, -%s)"):format(next_of.s, least)
  return next_of
end

local function program(c, o)
  local s, k, L = c.system, c.kind_of, lines.new "fl_"
  local inputs, values, states, from = {}, {}, {}, {}
  for i = 1, k.measured do
    inputs[i] = s.x[i]
    from[s.x[i]] = o.inputs and o.inputs[s.x[i]] or s.x[i]
  end
  local v = io.references(s, L, c.poles, function(name)
    inputs[#inputs + 1] = name
    from[name] = o.inputs and o.inputs[name] or name
  end, values)
  local u = io.decoupled(s, L, v)
  for _, name in ipairs(k.chain) do states[name] = 0 end
  states.s = o.speed
  local steer = k.steer == "delta" and ("atan(%s)"):format(u[2]) or u[2]
  return blocks.make { name = o.name or "flatness", inputs = o.inputs and from or inputs,
    values = values, lines = L.list, outputs = { { "v", k.speed }, { k.steer, steer } },
    states = states, limits = o.limits,
    next = chain_next(k, u[1], o), dt = o.dt, to = o.to or { v = false, [k.steer] = false } }
end

local function facts_of(c)
  local k = c.kind_of
  c.facts[1] = ("flat output: the last axle x, y; derivatives up to %d are asked of the path")
    :format(k.order)
  for _, list in ipairs { c.flat.states, c.flat.inputs } do
    for _, name in ipairs(blocks.sorted_keys(list, "")) do
      local text = tostring(list[name])
      c.facts[#c.facts + 1] = ("%s = %s"):format(name, #text <= 110 and text
        or "an expression of the path's derivatives (c.flat)")
    end
  end
  if c.backwards then c.facts[#c.facts + 1] = "the maps are of driving forwards" end
  c.facts[#c.facts + 1] = "standing still is singular: the law's speed stays beyond "
    .. kit.number(c.slowest)
end

local function flatness(kind, spec)
  local o = check.fields(spec, "", fields)
  local k = kind_of(kind, o)
  if o.speed == 0 then check.fail("speed", "expected the speed at the start, not 0") end
  local s = extended(k)
  s.x0, s.y, s.h = {}, { "x", "y" }, { li.expr "x", li.expr "y" }
  for i, name in ipairs(s.x) do s.x0[i] = name == "s" and o.speed or 0 end
  io.analyse(s)
  local c = { kind = "flatness", title = ("Flatness of a %s"):format(k.n > 1
    and ("car with %d trailers"):format(k.n) or k.n == 1 and "car with a trailer" or kind),
    system = s, kind_of = k, steer = k.steer, limited = o.limits ~= nil, prove = prove, facts = {},
    slowest = o.slowest, backwards = o.speed < 0 }
  c.poles = io.poles_of(s, o.poles)
  c.flat = flat_maps(k)
  c.program = program(c, o)
  facts_of(c)
  return law.new(c)
end

law.kind("flatness", "li.flatness('car', {length = 2.5, poles = -2, dt = 0.01})", {
  "flatness(kind: str, options: table) -> controller",
  "Flatness of a 'unicycle' (v, w), a 'car' (v, delta_rate, or delta with steering = 'angle'; "
    .. "length) or a 'trailer' (hitches = {3, ..}: lengths axle to axle): c.flat.states and "
    .. "c.flat.inputs as expressions of the derivatives x_1 y_1 x_2 .. of the path of the last "
    .. "axle, and a block that tracks it by poles (references x_d, x_d', .., y_d, ..; measured x y "
    .. "th .. delta; inputs = {x = 'other name'}); speed at the start (< 0: backwards), slowest, "
    .. "to, limits, dt, name.",
  "return li.flatness('unicycle', {poles = -2, dt = 0.01}).flat.states.th --> atan2(y_1, x_1)",
  flatness })
