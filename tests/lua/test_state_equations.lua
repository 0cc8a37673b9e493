-- test_state_equations.lua - li.state_equations: rates in numbers and expressions, kernels, runs,
-- linear models, programs, pictures, and what is refused
local t = require "t"
local li = require "liaison"

-- x'' = -x/m + F/m: from rest at 1 it is cos(t/sqrt(m)) without F
local function oscillator(more)
  local spec = { name = "oscillator", states = "x v", inputs = "F",
    rates = { "v", "(F - k*x)/m" }, values = { m = 4, k = 1 },
    outputs = { power = "k*x*v", height = "x + 1" }, units = { x = "m", power = "W" } }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.state_equations(spec)
end

t.test("rates: numbers in order and by name, expressions where one is given", function()
  local s = oscillator()
  t.near(s:f({ 2, 3 }, { 6 }), { 3, 1 }, 0)
  t.near(s:f({ v = 3, x = 2 }, { F = 6 }), { 3, 1 }, 0)
  t.near(s:f { v = 3 }, { 3, 0 }, 0)
  t.near(s:f(li.vec { 2, 3 }), { 3, -0.5 }, 0)
  t.ok(s:f({ x = "a", v = 1 }, { F = "2*a" })[2]:equals "a/4")
  t.ok(s:expressions()[2]:equals "(F - x)/4")
  t.ok(s:expressions { names = true }[2]:equals "(F - k*x)/m")
  t.raises("expressions: unknown key 'name' %(did you mean 'names'%?%)", s.expressions, s,
    { name = true })
  t.near(s:with { m = 2 }:f({ 2, 3 }, { 6 }), { 3, 2 }, 0)
  t.eq(table.concat(s.states, " "), "x v")
  t.eq(table.concat(s.parameters, " "), "k m")
  t.eq(s.values.m, 4)
  t.eq(tostring(s), "oscillator: 2 states, 1 inputs\n  states  x v\n  inputs  F\n"
    .. "  outputs height power")
  -- expressions in the place of texts, rates by state, time
  local x = li.expr("x", "new")
  local clock = li.state_equations { states = { "x" }, rates = { x = li.cos(li.time()) - 0 * x } }
  t.near(clock:f({ 1 }, nil, 0.3)[1], math.cos(0.3), 0)
  t.near(clock:simulate(2, { 0 }, { rtol = 1e-10 }):at("x", 2), math.sin(2), 1e-9)
end)

t.test("a kernel, a run and a linear model of it are those of its closed form", function()
  local s = oscillator()
  local k = s:compile { tape = true }
  t.near(k({ 0 }, { 2, 3 }, { 6 }), { 3, 1 }, 0)
  local run = s:simulate(2, { x = 1 }, { rtol = 1e-11, atol = 1e-13 })
  t.near(run:at("x", 2), math.cos(1), 1e-10)
  t.near(run.height[#run], 1 + math.cos(1), 1e-10)
  t.near(run.power[#run], -math.cos(1) * math.sin(1) / 2, 1e-10)
  t.eq(run:unit "power", "W")
  -- F = 1 from rest: 1 - cos(t/2); by an expression, and in order
  run = s:simulate(2, nil, { inputs = { F = "1 + 0*t" }, rtol = 1e-11, atol = 1e-13 })
  t.near(run:at("x", 2), 1 - math.cos(1), 1e-10)
  t.near(li.ode(k, 2, { 0, 0 }, { inputs = { F = 1 }, rtol = 1e-11, atol = 1e-13 }):state()[1],
    1 - math.cos(1), 1e-10)
  local lin = s:linearize { x = { 0.3, 0 } }
  t.near(lin.A, { { 0, 1 }, { -0.25, 0 } }, 1e-15)
  t.near(lin.B, { { 0 }, { 0.25 } }, 1e-15)
  t.eq(lin.exact, true)
end)

t.test("a program of it checks itself, and says what its x is", function()
  local text = oscillator():program("lua", "rates")
  local program = (loadstring or load)(text)
  t.ok(program, text)
  t.ok(text:find("x", 1, true) and text:find("dx", 1, true))
end)

t.test("a picture: coordinates and their rates by the states, at all times of the curve", function()
  local s = oscillator { picture = { q = { place = "2*x" }, model = function()
    return li.robot { name = "block", bodies = { { name = "block",
      joint = { kind = "prismatic", axis = "x", q = "place" }, mass = 0, inertia = { 0, 0, 0 },
      shapes = { { "box", size = { 1, 1, 1 } } } } } }
  end } }
  local run = s:simulate(6, { x = 1 }, { rtol = 1e-10, atol = 1e-12 })
  local drawn = s:picture(run)
  t.eq(table.concat(drawn:columns(), " "), "t place place' x v height power")
  for i = 1, #drawn, 40 do
    t.near(drawn.place[i], 2 * math.cos(drawn.t[i] / 2), 1e-7)
    t.near(drawn["place'"][i], -math.sin(drawn.t[i] / 2), 2e-3)
  end
  local page = run:html()
  t.ok(page:find("a page does not compute state equations", 1, true))
  t.ok(page:find("<canvas", 1, true))
  t.ok(s:html():find("<canvas", 1, true))
  t.raises("oscillator has no picture", oscillator().html, oscillator())
end)

t.test("what was asked is not kept once the equations are forgotten", function()
  local weak = setmetatable({}, { __mode = "v" })
  local function ask()
    local s = oscillator()
    weak[1] = s
    s:f { 1, 2 }
    s:simulate(0.1, { 1, 0 })
    s:compile { tape = true }
    s:linearize()
  end
  ask()
  if rawget(_G, "jit") then jit.flush() end -- luacheck: ignore
  for _ = 1, 3 do collectgarbage() end
  t.eq(weak[1], nil)
end)

t.test("what is wrong is refused with its place", function()
  local function make(more) return function() return oscillator(more) end end
  t.raises("states: expected at least one name", make { states = "" })
  t.raises("states%[2%]: 'x' stands twice", make { states = "x x" })
  t.raises("rates.v: what is the rate of this state", make { rates = { "v" } })
  t.raises("rates.w: no state 'w'", make { rates = { "v", "(F - k*x)/m", w = 3 } })
  t.raises("rates.v: expected an expression, got true", make { rates = { "v", true } })
  t.raises("inputs%[1%]: 'G' stands in no rate", make { inputs = "G" })
  t.raises("values.c: no parameter 'c'", make { values = { c = 3 } })
  t.raises("values.m: expected a number, got the string", make { values = { m = "3" } })
  t.raises("outputs.p: an output is of the states, 'F' is an input",
    make { outputs = { p = "F*v" } })
  t.raises("unknown key 'state'", make { state = 3 })
  local s = oscillator()
  t.raises("x: expected 2 numbers %(x v%), got 1", s.f, s, { 1 })
  t.raises("x.w: no 'w'", s.f, s, { w = 1 })
  t.raises("u.G: no 'G'", s.f, s, { 1, 2 }, { G = 1 })
  t.raises("x: expected numbers in order or by name, got 3", s.f, s, 3)
  t.raises("inputs: no input 'G'", s.simulate, s, 1, nil, { inputs = { G = 1 } })
  t.raises("inputs: expected values by name, got 3", s.simulate, s, 1, nil, { inputs = 3 })
  local open = oscillator { values = { k = 1 } }
  t.raises("no number for m of oscillator: s:with{m = ..}", open.f, open, { 1, 2 })
  t.near(open:with { m = 2 }:f { 1, 2 }, { 2, -0.5 }, 0)
  -- no NaN comes out
  local pole = li.state_equations { states = "x", rates = { "1/x" } }
  t.raises("the rate of x is inf at this state", pole.f, pole, { 0 })
end)

t.done()
