-- test_compose.lua - li.compose: several blocks as one, against the same blocks beside a run,
-- recursions by hand; several rates; what ships; loops and names that are refused
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local function cart()
  return li.robot { inputs = "F", bodies = { { name = "cart", joint = "prismatic", axis = "x",
    q = "x", mass = 1, inertia = { 1, 1, 1 } } }, forces = { { "given", joint = "x", f = "F" } } }
end

-- a predictor, whose next state needs what the gain gives at the same time
local function observer()
  return li.block { name = "est", inputs = { y = "x", u = "gain.F" }, dt = 0.1,
    states = { p = 0.2, s = 0 }, outputs = { p_hat = "p", s_hat = "s" },
    next = { p = "p + dt*s + dt^2/2*u + 0.9*(y - p)", s = "s + dt*u + 2*(y - p)" } }
end
local function gain()
  return li.block { name = "gain", inputs = { p = "est.p_hat", s = "est.s_hat" }, dt = 0.1,
    outputs = { F = "-4*p - 3*s" } }
end

t.test("an observer and a gain in one are the two of them beside a run", function()
  local want = cart():simulate(2, { 0.5 }, nil, { controllers = { observer(), gain() }, dt = 0.1 })
  for _, list in ipairs { { observer(), gain() }, { gain(), observer() } } do
    list.outputs = "gain.F"
    local b = li.compose(list)
    t.eq(#b.inputs, 1)
    t.eq(#b.outputs, 1)
    local run = cart():simulate(2, { 0.5 }, nil, { controllers = { b }, dt = 0.1 })
    for r = 1, #want do t.near(run.x[r], want.x[r], 1e-13) end
  end
end)

t.test("a cascade of two rates is its recursion", function()
  local outer = li.block { name = "outer", inputs = "x r", outputs = { want = "2*(r - x)" },
    dt = 0.1, to = { want = false } }
  local inner = li.block { name = "inner", inputs = { v = "x'", want = "want" }, dt = 0.01,
    outputs = { F = "8*(want - v) + i" }, states = { i = 0 }, next = { i = "i + dt*(want - v)" } }
  local b = li.compose { outer, inner }
  t.near(b.dt, 0.01, 0)
  local run = cart():simulate(1, nil, nil, { controllers = { b }, dt = 0.01,
    references = { r = 1 } })
  local x, v, want, i = 0, 0, 0, 0
  for k = 0, 99 do
    if k % 10 == 0 then want = 2 * (1 - x) end
    local u = 8 * (want - v) + i
    t.near({ run:at("x", k / 100), run:at("composed.F", k / 100) }, { x, u }, 1e-11)
    i = i + 0.01 * (want - v)
    x, v = x + 0.01 * v + 0.00005 * u, v + 0.01 * u
  end
end)

t.test("a slow part keeps its states between its times", function()
  local counts = li.block { name = "counts", outputs = { n = "k" }, states = { k = 5 },
    next = { k = "k + 1" }, dt = 0.3 }
  local fast = li.block { name = "fast", inputs = "n e", outputs = { u = "n + e" }, dt = 0.1 }
  local U = li.compose { fast, counts }:filter(li.mat { { 0 }, { 0 }, { 0 }, { 0.5 }, { 0 }, { 0 },
    { 0 } })
  t.near(U, { { 5 }, { 5 }, { 5 }, { 6.5 }, { 6 }, { 6 }, { 7 } }, 0)
end)

t.test("values, starts and limits of the parts stay; names are told apart", function()
  local law = li.pid { name = "law", kp = 2, ki = 1, dt = 0.1, limits = { -1, 1 } }
  local b = li.compose { { law, name = "one" }, { law, name = "two", values = { kp = 4 } },
    wires = { ["two.r"] = "one.u", ["two.y"] = "z" } }
  t.eq(table.concat(b.inputs, " "), "r y z")
  t.eq(table.concat(b.outputs, " "), "u")
  local u = b:with { one_i = 0.25 }:step { r = 0.2, y = 0.1, z = 0.4 }
  -- one: 2*0.1 + 0.25 = 0.45; two: 4*(0.45 - 0.4)
  t.near(u[1], 0.2, 1e-15)
  t.near(b:step { r = 9, y = 0, z = 0 }[1], 1, 0)
end)

t.test("a signal is one input, what is drawn is each its own; false keeps a wire out", function()
  local a = li.block { name = "a", inputs = { y = "q1", n = "random.normal" }, dt = 1,
    outputs = { u = "y + n" } }
  local b = li.block { name = "b", inputs = { y = "q1", n = "random.normal", u = "u" }, dt = 1,
    outputs = { w = "y + n + u" } }
  t.eq(table.concat(li.compose { a, b }.inputs, " "), "a_n q1 b_n")
  local open = li.compose { a, b, wires = { ["b.u"] = false } }
  t.eq(table.concat(open.inputs, " "), "a_n q1 b_n u")
  t.eq(#open.outputs, 2)
end)

t.test("what is composed ships, and the compiled C is the same run", function()
  t.needs "gcc"
  local slow = li.block { name = "outer", inputs = "x r", outputs = { goal = "r - sin(x)/2" },
    dt = 0.2 }
  local fast = li.block { name = "shift", inputs = "goal", outputs = { shifted = "-goal" },
    dt = 0.1 }
  local list = { observer(), gain(), slow, fast, wires = { ["est.y"] = "x" },
    outputs = { F = "gain.F", s = "shift.shifted" }, to = { s = false } }
  local b = li.compose(list)
  b:c { name = "whole", dir = scratch.dir }
  t.ok(scratch.sh(("cd %s && gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror "
    .. "-DSELFTEST whole.c -o whole -lm && ./whole > said"):format(scratch.dir)))
  t.ok(scratch.slurp("said"):find "passed")
  t.eq(assert((rawget(_G, "loadstring") or load)(b:lua()))().test(), 0)
  local function run(sil)
    return cart():simulate(1, { 0.5 }, nil, { controllers = { b }, dt = 0.05, sil = sil,
      references = { r = 0.1 } }):hash()
  end
  t.eq(run(true), run(false))
end)

t.test("an algebraic loop is named; parts that need each other's other outputs are none",
  function()
  local a = li.block { name = "a", inputs = "y", outputs = { u = "2*y" }, dt = 0.1 }
  local b = li.block { name = "b", inputs = { y = "a.u" }, outputs = { v = "y + 1" }, dt = 0.1 }
  t.raises("an algebraic loop: a.u %-> b.v %-> a.u: give one of them a state", li.compose,
    { a, b, wires = { ["a.y"] = "b.v" } })
  local two = li.block { name = "two", inputs = "e s", outputs = { u = "2*s", w = "3*e" },
    dt = 0.1 }
  local back = li.block { name = "back", inputs = { w = "two.w" }, outputs = { s = "w + 1" },
    dt = 0.1 }
  t.near(li.compose { two, back }:step { e = 2 }[1], 14, 0)
end)

t.test("what cannot be one program is refused", function()
  local a = li.block { name = "a", inputs = "y", outputs = { u = "y" }, dt = 0.1 }
  local b = li.block { name = "b", inputs = "y", outputs = { v = "y" }, dt = 0.1 }
  local late = li.block { name = "late", inputs = "y", outputs = { w = "y" }, dt = 0.1,
    delay = 0.02 }
  t.raises("'late' has a delay: inside one program nothing is late", li.compose, { a, late })
  t.eq(#li.compose { a, { late, delay = 0 }, delay = 0.02 }.outputs, 2)
  t.raises("there are two parts 'a'", li.compose, { a, a })
  t.raises("b: its dt, 0.15, is no multiple of the shortest, 0.1", li.compose,
    { a, { b, dt = 0.15 } })
  t.raises("expected a block, or {block, name = ..}, got 3", li.compose, { 3 })
  t.raises("expected blocks", li.compose, {})
  t.raises("there is no input 'a.z'", li.compose, { a, b, wires = { ["a.z"] = "b.v" } })
  t.raises("there is no output 'b.z'", li.compose, { a, b, wires = { ["a.y"] = "b.z" } })
  t.raises("there is no output 'b.z'", li.compose, { a, b, outputs = "b.z" })
  t.raises("all outputs are taken inside", li.compose, { a, { a, name = "c" }, {
    li.block { name = "d", inputs = { p = "a.u", q = "c.u" }, outputs = { o = "p + q" },
      states = { s = 0 }, next = { s = "p" }, dt = 0.1 } }, wires = { ["a.y"] = "s" } ,
    outputs = {} })
  local c = li.block { name = "c", inputs = "u", outputs = { z = "u" }, dt = 0.1 }
  t.raises("both 'a' and 'e' give it", li.compose, { a, { a, name = "e" }, c })
end)

scratch.remove()
t.done()
