-- test_road_laws.lua - every function of li.road over a grid of signs: finite or refused with the
-- reason; backwards the mirror image of forwards; in symbols what it is in numbers
local t = require "t"
local li = require "liaison"
local road = li.road

local inf = math.huge

-- name = { arguments in order or by name, what mirrors (arguments that turn their sign), parity of
-- the results: 1 or -1 by name or place, open = results that may be infinite, as the page says,
-- numbers = results that are no numbers of the arguments alone }
local laws = {
  sae = { list = { "x", "y", "z" }, one = true },
  area_frere = { list = { "h", "w" } },
  area_wong = { list = { "m" } },
  rolling_low = { list = { "V" }, mirror = "V", parity = { 1 } },
  rolling_high = { list = { "V", "f0", "fs" }, mirror = "V", parity = { 1 } },
  aero = { named = { "S", "V", "rho", "wind", "crosswind", "sideslip", "L", "Cx", "Cy", "Cz", "Cl",
    "Cm", "Cn", "Cyb", "Clb", "Cnb" },
    mirror = "V wind crosswind Cyb Clb Cnb", parity = { -1, 1, 1, 1, 1, 1 } },
  traction = { named = { "m", "V", "a", "slope", "fr", "rho", "S", "Cx", "wind", "g" },
    mirror = "V a slope wind",
    parity = { aero = -1, rolling = -1, slope = -1, inertia = -1, total = -1, power = 1 } },
  coastdown = { list = { "A", "B", "v0", "t" }, mirror = "v0", parity = { 1, -1, -1 },
    open = { [1] = true, [2] = true }, symbols = { A = { 2 }, B = { .3, 1 } } },
  launch = { list = { "a", "A", "B", "t" }, mirror = "a", parity = { -1, -1, -1 },
    open = { [1] = true }, symbols = { a = { 7 }, A = { 0, 2 }, B = { .3, 1 } } },
  propulsion = { list = { "force", "total", "lambda1", "driven", "lambda2" }, mirror = "force",
    parity = { 0, 1, 1 } },
  course = { list = { "vx", "vy", "heading" }, mirror = "vy heading", parity = { -1, -1 } },
  ackermann = { list = { "L", "h", "R" }, mirror = "R",
    parity = { inner = -1, outer = -1, bicycle = -1, small = -1 } },
  steer_angles = { list = { "L", "h", "beta" }, mirror = "beta", parity = { -1, -1 } },
  turn = { named = { "L", "L2", "R" }, mirror = "R",
    parity = { R_cg = 1, R_cg_small = 1, beta_cg = -1, beta_cg_small = -1, R_front = 1,
    offtracking = 1, offtracking_small = 1 } },
  cornering = { named = { "m", "L1", "L2", "Cf", "Cr", "V", "R", "Iz" }, mirror = "R",
    parity = { K = 1, yaw_gain = 1, acceleration_gain = 1, sideslip_gain = 1, characteristic = 1,
      critical = 1, Fyf = -1, Fyr = -1, alpha_f = -1, alpha_r = -1, beta = -1,
      ["motion.square"] = 1, ["motion.sum"] = 1, ["motion.w"] = 1, ["motion.frequency"] = 1,
      ["motion.damping"] = 1 }, symbols = { Iz = { .3, 7 }, V = { -12, -1, .3, 7 } } },
  plot = { figure = true }, -- a figure of the others
  bounce_pitch = { named = { "ms", "kf", "kr", "L1", "L2", "Iy" }, open = { ratio = true },
    symbols = { ms = { .3, 7 }, kf = { .3, 1, 7 }, kr = { .3, 1, 7 }, Iy = { .3, 1, 7 } } },
  olley = { named = { "ms", "kf", "kr", "L1", "L2", "Iy", "roll", "g" },
    object = { "centre", "front", "rear", "deflection_front", "deflection_rear" },
    symbols = { ms = { .3, 7 }, kf = { .3, 1, 7 }, kr = { .3, 1, 7 }, L1 = { .3, 1 },
      L2 = { .3, 1 }, Iy = { .3, 1, 7 }, roll = { 0, 1 }, g = { 7 } } },
  slope = { list = { "psi_x", "psi_y", "psi_z", "beta" }, one = true },
  contact = { list = { "K", "C", "e", "rate" } },
  suspension = { list = { "K", "C", "z", "rate" }, mirror = "z rate", parity = { -1 } },
  antiroll = { list = { "K", "right", "left" }, mirror = "right left", parity = { -1, -1 } },
  friction = { list = { "viscous", "dry", "rate" }, mirror = "rate", parity = { -1 } },
  spin = { list = { "torque", "re", "Fx", "rolling" }, mirror = "torque Fx rolling",
    parity = { -1 } },
  drag = { list = { "rho", "Cx", "S", "V" }, mirror = "V", parity = { -1 } },
  steering = { named = { "K", "C", "G", "wheel", "beta", "rate", "dx", "dy", "Fx", "Fy" },
    mirror = "wheel beta rate Fx Fy", parity = { -1 } },
}

local state = 4711
local function random()
  state = state * 16807 % 2147483647
  return state / 2147483647
end
local function pick(list) return list[1 + math.floor(random() * #list)] end

-- the results as one flat table of numbers or expressions, by place or name
local function results_of(name, law, values)
  local arg = {}
  if law.named then
    for _, key in ipairs(law.named) do arg[key] = values[key] end
  else
    for i, key in ipairs(law.list) do arg[i] = values[key] end
  end
  local got
  if law.named or name == "sae" then
    got = { road[name](arg) }
  else
    got = { road[name]((table.unpack or unpack)(arg)) }
  end
  local out, list = {}, #got == 1 and (type(got[1]) == "table"
    or li._internal.class(got[1]) == "vec"
    or li._internal.class(got[1]) == "smat" or li._internal.class(got[1]) == "mat") and got[1]
    or got
  if law.object then
    for _, key in ipairs(law.object) do out[key] = list[key] end
    return out
  end
  if li._internal.class(list) == "mat" or name == "slope" then
    for i = 1, 3 do for j = 1, 3 do out[3 * i + j] = list[i][j] end end
    return out
  end
  if li._internal.class(list) then
    for i = 1, #list do out[i] = list[i] end
    return out
  end
  for key, x in pairs(list) do
    if type(x) == "table" then
      for inner, y in pairs(x) do
        if key ~= "bounce" and key ~= "pitch" then out[key .. "." .. inner] = y end
      end
    else
      out[key] = x
    end
  end
  return out
end

local function named_as(key) return tostring(key):match "([^.]*)$" end

local grid, usual = { -12, -1, -.3, 0, .3, 1, 7 }, { .3, .7, 1, 7 }

-- 400 places of the grid; half of them of positive numbers, which more functions answer
local function each_place(law, f)
  local keys = law.named or law.list
  state = 4711
  for k = 1, 400 do
    local values = {}
    for _, key in ipairs(keys) do values[key] = pick(k % 2 == 0 and grid or usual) end
    f(values)
  end
end

local function finite(x) return x == x and x ~= inf and x ~= -inf end

t.test("every function has its law", function()
  for name, f in pairs(road) do
    if type(f) == "function" then t.ok(laws[name], name .. " has none") end
  end
end)

local names = {}
for name, law in pairs(laws) do if not law.figure then names[#names + 1] = name end end
table.sort(names)

for _, name in ipairs(names) do
  local law = laws[name]
  t.test(name .. ": finite, or refused with the reason", function()
    local answered = 0
    each_place(law, function(values)
      local ok, out = pcall(results_of, name, law, values)
      if not ok then
        t.ok(tostring(out):find "expected" or tostring(out):find ": ", tostring(out))
        t.ok(not tostring(out):find "attempt to", tostring(out))
        return
      end
      answered = answered + 1
      for key, x in pairs(out) do
        local open = law.open and (law.open[key] or law.open[named_as(key)])
        if type(x) == "number" then
          t.ok(x == x and (finite(x) or open),
            ("%s.%s = %s"):format(name, tostring(key), tostring(x)))
        end
      end
    end)
    t.ok(answered > 0, "never answered")
  end)

  if law.mirror then
    t.test(name .. ": backwards is the mirror image", function()
      each_place(law, function(values)
        local other = {}
        for key, x in pairs(values) do other[key] = x end
        for key in law.mirror:gmatch "%S+" do other[key] = -values[key] end
        local ok, a = pcall(results_of, name, law, values)
        local ok2, b = pcall(results_of, name, law, other)
        t.eq(ok, ok2, name .. ": " .. tostring(not ok and a or b))
        if not ok then return end
        for key, x in pairs(a) do
          local parity = law.parity[key]
          t.ok(parity, name .. "." .. tostring(key) .. " has no parity")
          if parity == 0 then
            t.eq(x, b[key])
          elseif name == "course" and math.abs(x) > math.pi - 1e-12 then
            -- half a turn is neither to the left nor to the right
            t.near(math.abs(b[key]), math.pi, 1e-12)
          elseif finite(x) then
            t.near(b[key] / (1 + math.abs(x)), parity * x / (1 + math.abs(x)), 1e-13,
              name .. "." .. tostring(key))
          else
            t.eq(b[key], parity * x, name .. "." .. tostring(key))
          end
        end
      end)
    end)
  end

  if law.symbols ~= false then
    t.test(name .. ": in symbols what it is in numbers", function()
      local symbols, keys, asked = {}, law.named or law.list, 0
      for _, key in ipairs(keys) do symbols[key] = li.symbols("rl_" .. key) end
      local in_symbols = results_of(name, law, symbols)
      each_place(law, function(values)
        for key, list in pairs(law.symbols or {}) do values[key] = pick(list) end
        local ok, want = pcall(results_of, name, law, values)
        if not ok then return end
        local at = {}
        for _, key in ipairs(keys) do at["rl_" .. key] = values[key] end
        for key, x in pairs(want) do
          local e = in_symbols[key]
          if e ~= nil and type(x) == "number" and finite(x) then
            local here = {}
            for _, s in ipairs(li.expr(e):symbols()) do here[tostring(s)] = at[tostring(s)] end
            local got = li.expr(e):eval(here)
            if got and got == got then
              asked = asked + 1
              t.near(got / (1 + math.abs(x)), x / (1 + math.abs(x)),
                named_as(key) == "ratio" and 1e-9 or 1e-12, name .. "." .. tostring(key))
            else -- a limit that only numbers take: no motion centre, no drag
              t.ok(law.open or key == "ratio" or values.Iy == 0 or name == "steer_angles",
                name .. "." .. tostring(key) .. " is nan in symbols")
            end
          end
        end
      end)
      t.ok(asked > 20, asked .. " compared")
    end)
  end
end

t.test("known answers: no drag, no resistance, reverse, a wind that overtakes, the right",
  function()
  local T, d, v = road.coastdown(.147, 0, 30, 10)
  t.near({ T, d, v }, { 30 / .147, 900 / .294, 30 - 1.47 }, 1e-12)
  T, d, v = road.coastdown(0, .01, 30, 10)
  t.eq(T, inf)
  t.eq(d, inf)
  t.near(v, 30 / (1 + 3), 1e-13)
  t.close({ road.coastdown(.2, 1e-12, 20, 3) }, { road.coastdown(.2, 0, 20, 3) }, 1e-7, "B to 0")
  local most, v1, x1 = road.launch(2, .147, 0, 10)
  t.eq(most, inf)
  t.near({ v1, x1 }, { 18.53, 92.65 }, 1e-12)
  t.raises("A: expected a number >= 0, got %-0.5", road.coastdown, -.5, 2.5e-4, 30)
  t.raises("without B there is no greatest speed", road.launch, 2, 1, 0)
  t.near(road.rolling_high(-30, .01, .005), road.rolling_high(30, .01, .005), 0)
  t.near(road.rolling_low(-30), .01671080887616321, 1e-16)
  t.near({ road.aero { S = 2, V = 10, wind = 30, Cx = .3 }[1],
    road.traction { m = 1, V = 10, wind = 30, S = 2, Cx = .3 }.aero }, { -144, -144 }, 1e-12)
  t.near(road.traction { m = 1000, V = -10, fr = .01 }.rolling, -98.1, 1e-12)
  t.near(road.traction { m = 1000, V = 0, a = .1, fr = .01 }.total, 198.1, 1e-12)
  t.near({ road.ackermann(2.6, 1.5, -10).inner, road.ackermann(2.6, 1.5, -10).outer },
    { -0.27401090760183927, -0.23730337525110662 }, 1e-15)
  t.raises("Iy: expected a number > 0, got 0", road.bounce_pitch,
    { ms = 1, kf = 1, kr = 1, L1 = 1, L2 = 1, Iy = 0 })
  -- heading, course and sideslip
  t.near({ road.course(3, 4, .5) }, { math.atan(4 / 3), math.atan(4 / 3) - .5 }, 1e-15)
  t.near({ road.course(-1, -1e-9, 3) }, { 1e-9 - math.pi, math.pi - 3 + 1e-9 }, 1e-9,
    "past half a turn")
  local course, sideslip = road.course(10, 1, .7, "body")
  t.near({ course, sideslip }, { .7 + math.atan(.1), math.atan(.1) }, 1e-15)
  t.raises("at rest there is no course", road.course, 0, 0, 1)
  -- understeer in symbols: K, its sensitivity
  local m, L1, L2, Cf, Cr, V = li.symbols "m_c L1_c L2_c Cf_c Cr_c V_c"
  local K = road.cornering { m = m, L1 = L1, L2 = L2, Cf = Cf, Cr = Cr, V = V }.K
  t.ok(K:equals "m_c/(L1_c + L2_c)*(L2_c/Cf_c - L1_c/Cr_c)")
  t.ok(K:diff(Cf):equals "-m_c*L2_c/((L1_c + L2_c)*Cf_c^2)")
  t.ok(tostring(road.olley { ms = m, kf = Cf, kr = Cr, L1 = L1, L2 = L2,
    Iy = V }):find "^Olley's rules: of numbers")
end)

t.test("air from the side: what drifts or is blown at is pushed, mirrored to the other side",
  function()
  local car = { S = 2, V = 20, L = 2.6, Cx = .3, Cyb = 2, Clb = .1, Cnb = .5 }
  local function at(more)
    local spec = {}
    for _, list in ipairs { car, more } do for key, x in pairs(list) do spec[key] = x end end
    return road.aero(spec)
  end
  -- by hand: 1.2*2/2*sqrt(20^2 + 10^2)*(20, 10)
  local w = 1.2 * math.sqrt(500)
  t.near(at { crosswind = 10 }, { w * 20 * .3, w * 10 * 2, 0, w * 10 * .1 * 2.6, 0,
    w * 10 * .5 * 2.6 }, 1e-10)
  -- the same air by driving with a sideslip, or by a wind that turns with it
  local d = math.atan(10 / 20)
  t.near(at { V = math.sqrt(500), sideslip = -d }, at { crosswind = 10 }, 1e-10)
  t.near(at { V = math.sqrt(500), sideslip = d }[2], -w * 10 * 2, 1e-10)
  -- left and right
  for _, more in ipairs { { crosswind = 7 }, { sideslip = .3 }, { crosswind = 3, sideslip = -.2,
    wind = 30 } } do
    local other = {}
    for key, x in pairs(more) do other[key] = key == "wind" and x or -x end
    local a, b = at(more), at(other)
    t.near(b, { a[1], -a[2], a[3], -a[4], a[5], -a[6] }, 1e-10)
  end
  -- a wind that is as fast as the vehicle leaves the crosswind alone
  t.near(at { wind = 20, crosswind = 5 }, { 0, 1.2 * 25 * 2, 0, 1.2 * 25 * .1 * 2.6, 0,
    1.2 * 25 * .5 * 2.6 }, 1e-10)
end)

t.test("the lateral motion and the gains are those of the car on two wheels", function()
  local p = { m = 1300, L1 = 1.2, L2 = 1.4, Cf = 9e4, Cr = 1.1e5, V = 25, Iz = 2000 }
  local c = road.cornering(p)
  local two = li.single_track { mass = p.m, inertia = p.Iz, a = p.L1, b = p.L2, front = p.Cf,
    rear = p.Cr, linear = true, slow = 1e-3 }
  local A = two:linearize { v = { x = p.V, y = 0, yaw = 0 }, states = "yaw y' yaw'",
    inputs = "steer" }.A
  -- without the neutral heading: y' = v + V yaw
  local sum = -(A[2][2] + A[3][3])
  local square = A[2][2] * A[3][3] - (A[2][3] - p.V) * A[3][2]
  t.close({ c.motion.sum, c.motion.square }, { sum, square }, 1e-7)
  t.near(c.motion.damping, sum / 2 / math.sqrt(square), 1e-7)
  t.near(c.acceleration_gain, p.V * c.yaw_gain, 1e-12)
  -- sideslip: of the rear axle's slip and the circle
  local r = c.yaw_gain
  t.near(c.sideslip_gain, p.L2 * r / p.V - p.m * p.L1 * p.V * r / ((p.L1 + p.L2) * p.Cr), 1e-12)
  -- over the critical speed there is no oscillation to tell
  p.L1, p.L2 = 1.6, 1
  local critical = road.cornering(p).critical
  p.V = 1.01 * critical
  t.ok(road.cornering(p).motion.square < 0 and road.cornering(p).motion.w == nil)
  p.V = 0.99 * critical
  t.ok(road.cornering(p).motion.square > 0)
end)

t.test("curves of any function over any of its arguments; places without an answer left out",
  function()
  local svg = road.plot { "cornering", m = 1500, L1 = 1.4, L2 = 1.2, Cf = 6e4, Cr = 7e4, from = 1,
    to = 60, what = "yaw_gain beta", R = 100 }:svg()
  t.ok(svg:find("yaw_gain", 1, true) and svg:find("beta", 1, true) and svg:find("V (m/s)", 1, true))
  -- between the wheels there is no Ackermann angle
  t.ok(#road.plot { "ackermann", over = "R", L = 2.6, track = 1.5, from = -10, to = 10 }:svg()
    > 1000)
  for _, spec in ipairs { { "rolling_low", from = 0, to = 40 },
    { "aero", S = 2, Cx = .3, from = -30, to = 40, wind = 10 },
    { "coastdown", over = "v0", A = .1, B = 1e-3, from = 1, to = 30 },
    { "turn", over = "R", L = 2.6, L2 = 1.4, from = 5, to = 50 } } do
    t.ok(#road.plot(spec):svg() > 1000, spec[1])
  end
  t.raises("expected the name of a function of li.road first, got the string 'cornring' %(did you",
    road.plot, { "cornring", from = 1, to = 2 })
  t.raises("Cf: expected a finite number", road.plot, { "cornering", from = 1, to = 2 })
  t.raises("plot.what: no 'q'", road.plot, { "rolling_low", from = 1, to = 2, what = "q" })
  t.raises("plot: expected from < to", road.plot, { "rolling_low", from = 2, to = 2 })
end)

t.done()
