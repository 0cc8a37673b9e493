-- test_pid.lua - li.pid: its parts against closed forms, what happens at limits, taken over by
-- hand, gains by published rules
local t = require "t"
local li = require "liaison"

-- inputs in the order of their names: r, y
local function outputs(c, list) return (c:filter(li.mat(list))):col(1) end

t.test("P, I and D are what their formulas say", function()
  t.near(outputs(li.pid { kp = 3, b = 0.5, dt = 0.1 }, { { 2, 1 }, { 0, 1 } }), { 0, -3 }, 1e-15)
  -- I by the rectangle behind: nothing at first
  t.near(outputs(li.pid { ki = 2, dt = 0.1 }, { { 1, 0 }, { 1, 0 }, { 1, 0 } }), { 0, .2, .4 },
    1e-15)
  t.near(outputs(li.pid { kp = 4, ti = 2, dt = 0.1 }, { { 1, 0 }, { 1, 0 } }), { 4, 4.2 }, 1e-15)
  -- D of the measured value, by differences: none at the first
  t.near(outputs(li.pid { kd = 2, dt = 0.1 }, { { 0, 1 }, { 0, 1.3 }, { 0, 1.2 } }), { 0, -6, 2 },
    1e-12)
  -- filtered: (tf d + kd dw)/(tf + dt)
  local c = li.pid { kd = 2, tf = 0.3, dt = 0.1 }
  t.near(outputs(c, { { 0, 0 }, { 0, 1 }, { 0, 1 }, { 0, 1 } }), { 0, -5, -3.75, -2.8125 }, 1e-12)
  t.near(outputs(li.pid { kp = 1, td = 2, n = 20 / 3, dt = 0.1 }, { { 0, 0 }, { 0, 1 } }),
    { 0, -1 - 5 }, 1e-12)
  -- of a rate that is measured: inputs r, rate, y
  t.near(outputs(li.pid { kp = 1, kd = 2, rate = "v", dt = 1 }, { { 1, 3, 0 } }), { -5 }, 1e-15)
end)

t.test("a loop of an integrator and a P controller: (1 - kp dt)^k", function()
  local tank = li.block { inputs = "u", outputs = { y = "x" }, states = { x = 0 },
    next = { x = "x + dt*u" }, dt = 0.1 }
  local c, x, y = li.pid { kp = 3, dt = 0.1 }, { 0 }, 0
  for k = 0, 20 do
    t.near(y, 1 - 0.7 ^ k, 1e-12)
    local u = c:step({ r = 1, y = y })
    x = select(2, tank:step({ u = u[1] }, x))
    y = x[1]
  end
end)

local function cart()
  return li.robot { bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = { 1, 1, 1 }, damping = 1 } } }
end

local function overshoot(how)
  local c = li.pid { kp = 20, ki = 15, kd = 8, tf = 0.02, limits = { -3, 3 }, measured = "x",
    to = "x", dt = 0.01, antiwindup = how }
  local run = cart():simulate(20, nil, nil, { controllers = { c }, references = { r = 5 },
    dt = 0.05 })
  t.near(run:at("x", 20), 5, 1e-4)
  t.ok(run["pid.u"]:max() <= 3)
  return (select(2, run:summary "x"))
end

t.test("at its limits the integral does not wind up", function()
  local clamp, back, none = overshoot "clamp", overshoot "back", overshoot "none"
  t.ok(clamp < 5.3 and back < 5.8 and none > 8, ("%g %g %g"):format(clamp, back, none))
  -- while it is cut it stands; it moves at once when the error turns
  local c = li.pid { kp = 1, ki = 10, dt = 0.1, limits = { -1, 1 } }
  t.near(outputs(c, { { 5, 0 }, { 5, 0 }, { 5, 0 }, { -0.2, 0 }, { -0.2, 0 } }),
    { 1, 1, 1, -0.2, -0.4 }, 1e-12)
end)

t.test("taken over from hand without a bump", function()
  -- inputs in order: auto, manual, r, y
  local c = li.pid { kp = 2, ki = 1, dt = 0.1, manual = true }
  local u = outputs(c, { { 0, 7, 1, 0 }, { 0, 7, 1, 0 }, { 1, 0, 1, 0 }, { 1, 0, 1, 0 } })
  t.near(u, { 7, 7, 7, 7.1 }, 1e-12)
end)

t.test("gains by published rules", function()
  local function rule(name, of, want)
    local g = li.pid_rule(name, of)
    t.near({ g.kp, g.ti or 0, g.td or 0 }, want, 1e-12, name)
  end
  rule("ziegler_nichols", { ku = 10, tu = 2 }, { 6, 1, 0.25 })
  rule("ziegler_nichols", { ku = 10, tu = 2, kind = "pi" }, { 4.5, 2 / 1.2, 0 })
  rule("ziegler_nichols_step", { k = 2, l = 0.5, t = 4 }, { 4.8, 1, 0.25 })
  rule("tyreus_luyben", { ku = 10, tu = 2 }, { 10 / 2.2, 4.4, 2 / 6.3 })
  -- k = 1, l = 1, t = 1: 4/3 + 1/4, 38/21, 4/13
  rule("cohen_coon", { k = 1, l = 1, t = 1 }, { 19 / 12, 38 / 21, 4 / 13 })
  rule("simc", { k = 1, l = 1, t = 10 }, { 5, 8, 0 })
  t.raises("unknown rule 'zn'", li.pid_rule, "zn", {})
  t.raises("the rule 'simc' has no gains of a pid controller", li.pid_rule, "simc",
    { k = 1, l = 1, t = 1, kind = "pid" })
  t.raises("ku: expected a finite number", li.pid_rule, "ziegler_nichols", { tu = 1 })
end)

t.test("what is said twice, or cannot be, is refused", function()
  t.raises("ki and ti say the same", li.pid, { ki = 1, ti = 1 })
  t.raises("unknown key 'kq'", li.pid, { kq = 1 })
  t.raises("limits.u: the least, 2, is above", li.pid, { kp = 1, limits = { 2, 1 } })
  t.raises("tt: expected a number > 0", li.pid, { ki = 1, antiwindup = "back", tt = 0 })
end)

t.done()
