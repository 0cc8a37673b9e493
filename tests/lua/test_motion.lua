-- test_motion.lua - li.motion: laws along straight and curved paths, shortest times, cuts, what
-- drives a simulation, runs, formulas, C
local t = require "t"
local li = require "liaison"

local LAWS = {}
for name in pairs(li.laws()) do LAWS[#LAWS + 1] = name end
table.sort(LAWS)

-- a path of two axes with curvature, from s = 0 to 2 in two pieces that go on smoothly
local bend = li.curve({ 0, 1, 2 }, { li.mat { { 0, 1, 0.5 }, { 1, 0, -1 } },
  li.mat { { 1.5, 2, -0.3 }, { 0, -2, 0.4 } } })

local function moves(law)
  return { li.motion { from = { 0, 3 }, to = { 2, -1 }, law = law, T = 1.7 },
    li.motion { path = bend, law = law, T = 1.7 },
    li.motion { path = bend, law = law, T = 1.7 }:slice(0.2, 1.4),
    li.motion { path = bend, law = law, T = 1.7 }:reverse() }
end

t.test("law: every motion is the derivatives of itself", function()
  local h = 1e-5
  for _, law in ipairs(LAWS) do
    for i, m in ipairs(moves(law)) do
      for k = 1, 40 do
        local at = m.first + m.T * (k - 0.37) / 40
        local _, v, a = m:at(at)
        local q0, v0 = m:at(at - h)
        local q1, v1 = m:at(at + h)
        t.near((q1 - q0) / (2 * h), v, 1e-6, ("v of %s %d at %g"):format(law, i, at))
        t.near((v1 - v0) / (2 * h), a, 1e-3, ("a of %s %d at %g"):format(law, i, at))
      end
    end
  end
end)

t.test("a straight motion is what its law moves", function()
  for _, law in ipairs(LAWS) do
    local m = li.motion { from = { 0, 3 }, to = { 2, -1 }, law = law, T = 1.7 }
    for k = 0, 10 do
      local at = 1.7 * k / 10
      local q, v, a = li.law(law):move({ 0, 3 }, { 2, -1 }, 1.7, at)
      local Q, V, A = m:at(at)
      t.near(Q, q, 1e-13)
      t.near(V, v, 1e-12)
      t.near(A, a, 1e-11)
    end
    t.near(m:at(-1), { 0, 3 }, 1e-15)
    t.near((select(2, m:at(9))), { 0, 0 }, 0)
  end
end)

t.test("peaks are those of the law, of a bent path those of a fine sample", function()
  for _, law in ipairs(LAWS) do
    local peak = { li.law(law):peaks() }
    local p = li.motion { from = 0, to = -3, law = law, T = 2 }:peaks().q1
    for order, key in ipairs { "v", "a", "j" } do
      local want = 3 * peak[order] / 2 ^ order
      if want == math.huge then t.eq(p[key].most, math.huge, law)
      else t.near(p[key].most, want, 1e-7 * want, law .. " " .. key) end
    end
    local m = li.motion { path = bend, law = law, T = 2 }
    local all, seen = m:peaks(), { v = 0, a = 0 }
    for k = 0, 20000 do
      local _, v, a = m:at(2 * k / 20000)
      seen.v, seen.a = math.max(seen.v, math.abs(v[2])), math.max(seen.a, math.abs(a[2]))
    end
    for key, x in pairs(seen) do
      t.ok(all.q2[key].most >= x - 1e-9 and all.q2[key].most < x * (1 + 1e-3) + 1e-6,
        ("%s %s: %g, seen %g"):format(law, key, all.q2[key].most, x))
    end
  end
end)

t.test("the shortest time of every law: the closed one, on a bent path its limit is met", function()
  for _, law in ipairs(LAWS) do
    local limits = { v = 3, a = { 10, 4 }, j = li.laws()[law].jerk and { q1 = 60 } or nil }
    local l = li.law(law)
    local m = li.motion { from = { 0, 0 }, to = { 2, 1 }, law = law, limits = limits }
    local j = limits.j and 60 or nil
    t.near(m.T, (l:fastest({ 2, 1 }, { 3, 3 }, { 10, 4 }, { j or 0, 0 })), 1e-9, law)
    local bent = li.motion { path = bend, law = law, limits = { v = 3, a = { 10, 4 } } }
    t.near(bent:peaks().binding.used, 1, 1e-6, law)
    t.raises("T: .- s is too short: the %a+ of q%d needs ", li.motion, { path = bend, law = law,
      T = bent.T * 0.99, limits = { v = 3, a = { 10, 4 } } })
  end
end)

t.test("the shortest time along a path: closed, within its limits, of the tool too", function()
  local line = li.curve({ 0, 1 }, { li.mat { { 0, 3 }, { 1, -1 } } })
  local m = li.motion { path = line, limits = { a = { 5, 100 } } }
  t.near(m.T, 2 * math.sqrt(3 / 5), 1e-9) -- bang-bang of the first axis
  t.near(m:peaks().binding.used, 1, 1e-6)
  local arm = li.planar { 1, 0.8 }
  local path = li.path { start = { 1.2, 0.2, 0 }, { "line", to = { 0.4, 1.2, 0 } } }
  local spec = { arm, path = path, limits = { a = 5, v = 2 }, follow = { rows = { 1, 2 } } }
  local fast = li.motion(spec)
  spec.tool = { speed = 0.5 }
  local slow = li.motion(spec)
  t.ok(slow.T > path.length / 0.5 and slow.T > fast.T)
  local r = slow:run { rows = 301 }
  for k = 1, #r do
    t.ok(r["tip.speed"][k] < 0.5 * (1 + 1e-6))
    t.near((r["tip.x"][k] - 1.2) * 1 + (r["tip.y"][k] - 0.2) * 0.8, 0, 1e-5, "on the line")
  end
  t.near({ r["tip.x"][301], r["tip.y"][301] }, { 0.4, 1.2 }, 1e-6)
end)

t.test("a path of the tool: the law tells the length; what is in the way is told before", function()
  local arm = li.planar { 1, 0.8 }
  local path = li.path { start = { 1.2, 0.2, 0 }, { "line", to = { 0.4, 1.2, 0 } } }
  local m = li.motion { arm, path = path, law = "poly5", T = 2, follow = { rows = { 1, 2 } } }
  for k = 0, 8 do
    local at = 2 * k / 8
    local X = path:at(path.length * (li.law "poly5":at(at / 2)))
    t.near(arm:fk((m:at(at))).p, X.p, 2e-6)
  end
  t.ok(tostring(m):find("branch 2 (chosen)", 1, true))
  local far = li.path { start = { 1.2, 0.2, 0 }, { "line", to = { 0.4, 2.2, 0 } } }
  local none, why, code, report = li.motion { arm, path = far, T = 2, law = "poly5",
    follow = { rows = { 1, 2 } } }
  t.eq(none, nil)
  t.ok(why:find "out of reach from s = ")
  t.eq(code, "EUNREACHABLE")
  t.ok(tostring(report):find("border", 1, true))
end)

t.test("limits of both signs, by name; what binds is told with its sign", function()
  local m = li.motion { from = { 0 }, to = { 1 }, law = "poly5", names = "x",
    limits = { a = { x = { min = -2, max = 100 } } } }
  local b = m:peaks().binding
  t.eq(b.axis .. b.kind, "xa")
  t.near(b.limit, -2, 0)
  t.near(m.T, math.sqrt(li.law"poly5":duration(1, 0, 2) ^ 2), 1e-12)
  t.ok(tostring(m):find("what binds: the acceleration of x", 1, true))
end)

t.test("between states that move, by polynomials", function()
  for law, orders in pairs { poly3 = 2, poly5 = 3, poly7 = 3 } do
    local from, to = { q = { 0, 1 }, v = { 1, -2 } }, { q = { 2, 0 }, v = { 0.5, 3 } }
    if orders == 3 then from.a, to.a = { 4, 5 }, { -6, 7 } end
    local m = li.motion { from = from, to = to, law = law, T = 1.5 }
    for order, key in ipairs { "q", "v", "a" } do
      if order <= orders then
        t.near((select(order, m:at(0))), from[key], 1e-12, law)
        t.near((select(order, m:at(1.5))), to[key], 1e-11, law)
      end
    end
    t.eq(m.track.curve.degree, tonumber(law:match "%d"))
  end
end)

t.test("between states that move under limits: the least time that keeps them", function()
  local spec = { from = { q = 0, v = 1 }, to = { q = 2, v = 0.5 }, law = "poly3",
    limits = { v = 3, a = 5 } }
  local m = li.motion(spec)
  -- s'' of the cubic at both ends: (6 D - T (4 v0 + 2 v1))/T^2 = 5 first
  local T = m.T
  t.near(math.max((12 - T * 5) / T ^ 2, math.abs((-12 + T * 4) / T ^ 2)), 5, 1e-6)
  t.near(m:peaks().binding.used, 1, 1e-6)
  spec.T = T * 0.9
  t.raises("motion.T: in .- s the acceleration of q1 is 1.3", li.motion, spec)
  spec.T, spec.limits = nil, { v = 0.6 }
  t.raises("the speed of q1 is 1.66.- times what it may be, however slow", li.motion, spec)
end)

t.test("each axis by phases of its own, or in proportion", function()
  local spec = { from = { 0, 0 }, to = { 2, 1 }, law = "trapezoid",
    limits = { v = { 1, 3 }, a = { 2, 0.3 } } }
  spec.sync = "phase"
  local line = li.motion(spec)
  for k = 0, 8 do
    local q = line:at(line.T * k / 8)
    t.near(q[2], q[1] / 2, 1e-13)
  end
  spec.sync = "time"
  local each = li.motion(spec)
  t.ok(each.T <= line.T + 1e-12 and each:peaks().binding.used <= 1 + 1e-9)
  -- the second axis alone: bang-bang, 2 sqrt(D/a)
  t.near(each.T, math.max(2 + 0.5, 2 * math.sqrt(1 / 0.3)), 1e-9)
end)

t.test("without a law the shortest time under limits, from any state to any", function()
  -- S-curve: D/v + v/a + a/j; without v bang-bang, 2 sqrt(D/a)
  t.near(li.motion { from = { 0, 0 }, to = { 2, 1 }, limits = { v = 3, a = 10, j = 60 } }.T,
    2 / 3 + 3 / 10 + 10 / 60, 1e-12)
  t.near(li.motion { from = 0, to = 2, limits = { a = 10 } }.T, 2 * math.sqrt(2 / 10), 1e-12)
  local from, to = { q = { 0, 0 }, v = { 1, 0 }, a = { 0, 2 } }, { q = { 2, 1 }, v = { 0, -1 } }
  local m = li.motion { from = from, to = to, limits = { v = { { -3, 2 }, 4 }, a = 10, j = 60 } }
  for order, key in ipairs { "q", "v", "a" } do
    t.near((select(order, m:at(0))), from[key] or { 0, 0 }, 1e-9)
    t.near((select(order, m:at(m.T))), to[key] or { 0, 0 }, 1e-9)
  end
  t.ok(m:peaks().binding.used <= 1 + 1e-9)
  t.ok(tostring(m):find("the shortest time under limits; q1 needs it", 1, true))
  local back = li.motion { from = { q = 0, v = 5 }, to = 2, limits = { v = 3, a = 10 } }
  t.ok(tostring(back):find("q1 begins beyond its limits and is back after 0.2 s", 1, true))
  -- in a told time, on a straight line
  local line = li.motion { from = { 0, 0 }, to = { 2, 1 }, T = 3, sync = "phase",
    limits = { v = 3, a = 10, j = 60 } }
  t.near(line.T, 3, 1e-12)
  for k = 0, 6 do t.near(line:at(k / 2)[2], line:at(k / 2)[1] / 2, 1e-12) end
  t.raises("motion.T: 0.1 s is too short: these limits need 0.6333", li.motion, { from = 0, to = 1,
    T = 0.1, limits = { v = 3, a = 10 } })
  t.raises("velocity 5 is outside its limits %-3 to 3", li.motion, { from = 0,
    to = { q = 2, v = 5 }, limits = { v = 3, a = 10 } })
end)

t.test("through points: at times told, the least under limits, slower for the forces", function()
  local points = { { 0, 0 }, { 1, 0.5 }, { 0.5, 1 } }
  local m = li.motion { via = points, t = { 0, 1, 2.5 }, how = "quintic" }
  for k, at in ipairs { 0, 1, 2.5 } do t.near(m:at(at), points[k], 1e-12) end
  local limits = { v = 2, a = 5 }
  local fast = li.motion { via = points, how = "cubic", limits = limits }
  local curve = li.via { x = li.mat(points), how = "cubic", limits = limits }
  t.near(fast.T, curve.last - curve.first, 0)
  t.near(fast:peaks().binding.used, 1, 1e-6)
  local arm = li.planar { 0.5, 0.4 }
  limits.torque = { 10.5, 4 }
  local slow = li.motion { arm, via = points, how = "cubic", limits = limits }
  t.near(slow:peaks().binding.used, 1, 1e-6)
  t.eq(slow:peaks().binding.kind, "torque")
  t.ok(tostring(slow):find("times as long as the other limits ask, for the forces", 1, true))
  -- by name, an axis that is not told stays where it was
  local named = li.motion { arm, via = { { q1 = 0, q2 = 1 }, { q1 = 1 } }, T = 1 }
  t.near(named:at(1), { 1, 1 }, 1e-12)
end)

t.test("forces of the model are kept: slower until they are", function()
  local arm = li.planar { 0.5, 0.4 }
  local spec = { arm, from = { 0, 0 }, to = { 1, 1 }, law = "poly5", limits = { v = 10,
    torque = { 14, 6 } } }
  local m = li.motion(spec)
  local b = m:peaks().binding
  t.eq(b.kind, "torque")
  t.near(b.used, 1, 1e-6)
  local most = 0
  for k = 0, 5000 do
    local tau = arm:id(m:at(m.T * k / 5000))
    most = math.max(most, math.abs(tau[1]) / 14, math.abs(tau[2]) / 6)
  end
  t.ok(most <= 1 + 1e-6 and most > 0.999, most)
  spec.limits.torque = 0.5
  t.raises("limits.torque: q%d needs .- of 0.5 however slow", li.motion, spec)
  spec.limits.torque, spec.T = { 14, 6 }, m.T * 0.9
  t.raises("is too short: q%d needs ", li.motion, spec)
end)

t.test("cut, reversed, stretched, joined, repeated", function()
  for _, law in ipairs { "poly3", "sine2" } do
    local m = li.motion { from = { 0, 3 }, to = { 2, -1 }, law = law, T = 2 }
    local there = m:join(m:reverse())
    t.near(there.T, 4, 0)
    for k = 0, 8 do t.near(there:at(2 + k / 4), (m:at(2 - k / 4)), 1e-12) end
    t.near(m:stretch { T = 5 }:at(2.5), (m:at(1)), 1e-12)
    t.near(select(2, m:stretch(3):at(3)), select(2, m:at(1)) / 3, 1e-12)
    t.near(there:repeated(3):at(9.5), (there:at(1.5)), 1e-12)
    t.near(m:slice(0.5, 1.5):at(0.25), (m:at(0.75)), 1e-12)
    t.raises("the position of q1 jumps from 2 to 0", m.join, m, m)
    t.raises("expected times between 0 and 2, rising", m.slice, m, 1, 3)
    t.raises("the velocity of q1 jumps", m.join, m:slice(0, 1), m:slice(1, 2):stretch(2))
    t.eq(there:peaks().q1.j.most == math.huge, law == "poly3")
  end
end)

t.test("as a run: columns are what they say", function()
  local arm = li.robots.scara()
  local q1 = arm:home()
  local names = arm:coordinates()
  q1[1], q1[3] = q1[1] + 0.5, q1[3] - 0.02
  local m = li.motion { arm, to = q1, law = "poly5", T = 2 }
  local r = m:run { rows = 11 }
  t.eq(#r, 11)
  local q, v, a = m:at(0.8)
  t.near(r:column(names[1])[5], q[1], 0)
  t.near(r:column(names[3] .. "''")[5], a[3], 0)
  t.near(r:column("tau." .. names[1])[5], arm:id(q, v, a)[1], 0)
  t.near(r["tip.x"][5], arm:fk(q).p[1], 0)
  local lower, upper = arm:limits()
  t.near(r:column("room." .. names[1])[5], math.min(q[1] - lower[1], upper[1] - q[1]), 0)
  t.eq(r:unit(names[1] .. "'"), "rad/s")
  t.ok(r.singular[5] > 0)
  t.eq(#m:run { dt = 0.3 }, 8)
  local page = r:html()
  t.ok(page:find("it is a motion that was planned", 1, true))
  t.eq(li.motion { from = 0, to = 1, law = "poly3", T = 1 }:run():columns()[2], "q1")
end)

t.test("as a formula, with its rest before and after", function()
  for _, law in ipairs(LAWS) do
    local m = li.motion { from = { 1, 3 }, to = { 2, -1 }, law = law, T = 1.7 }
    local e = m:expr(2)
    for _, at in ipairs { -1, 0.1, 0.8, 1.3, 1.69, 4 } do
      t.near(e:eval { t = at }, m:at(at)[2], 1e-12, law)
    end
    t.eq(#m:expr(), 2)
  end
  local c = li.motion { curve = bend }
  for _, at in ipairs { -1, 0.3, 1.2, 3 } do
    t.near(c:expr "q1":eval { t = at }, c:at(at)[1], 1e-12)
  end
  t.raises("no axis 'q7'", c.expr, c, "q7")
end)

local MAIN = [[
#include <stdio.h>
int main(void) {
  for (int i = -2; i < 12; i++) {
    double q[2], v[2], a[2];
    bend(0.2 * i, q, v, a);
    bend(0.2 * i, q, NULL, NULL);
    for (int k = 0; k < 2; k++) printf("%.17g %.17g %.17g\n", q[k], v[k], a[k]);
  }
}
]]

local function same_in_c(m, name, tol)
  local f = assert(io.open(name .. ".c", "w"))
  f:write(m:c "bend", MAIN)
  f:close()
  local ok = os.execute(("cc -std=c99 -Wall -Wextra -Werror -ffp-contract=off -o %s %s.c -lm")
    :format(name, name))
  t.ok(ok == true or ok == 0, "it compiles without a warning")
  local pipe = assert(io.popen(name))
  for i = -2, 11 do
    local q, v, a = m:at(0.2 * i)
    for k = 1, 2 do
      local line = {}
      for x in pipe:read "*l":gmatch "%S+" do line[#line + 1] = tonumber(x) end
      t.near(line, { q[k], v[k], a[k] }, tol)
    end
  end
  pipe:close()
end

t.test("in C: the same numbers, of one curve, of laws along a path", function()
  t.needs "cc"
  local name = os.tmpname()
  same_in_c(li.motion { curve = bend }, name, 1e-14)
  same_in_c(li.motion { path = bend, law = "sine2", T = 2 }, name, 1e-9) -- by polynomials
  same_in_c(li.motion { path = bend, law = "poly7", T = 2 }, name, 1e-11)
  os.remove(name)
  os.remove(name .. ".c")
  t.raises("cut or joined of laws along paths", function()
    return li.motion { path = bend, law = "sine2", T = 1 }:slice(0.2, 0.8):c "x"
  end)
  t.raises("expected a name of a C function, got '2x'", function()
    return li.motion { curve = bend }:c "2x"
  end)
end)

t.test("as a driver: constraints of time and forces of a controller bring it there", function()
  local arm = li.planar { 0.5, 0.4 }
  local m = li.motion { arm, from = { 0.1, 0.2 }, to = { 1, -1 }, law = "poly5", T = 1 }
  local driven = m:driven():simulate(1, { 0.1, 0.2 }, nil, { rtol = 1e-9 })
  local pushed = arm:simulate(1, { 0.1, 0.2 }, nil, { input = m:input(), rtol = 1e-10 })
  for _, at in ipairs { 0.3, 0.7, 1 } do
    for k, name in ipairs(m.names) do
      t.near(driven:at(name, at), m:at(at)[k], 1e-6, name)
      t.near(pushed:at(name, at), m:at(at)[k], 1e-6, name)
    end
  end
  -- from beside it, with gains
  local back = arm:simulate(3, { 0.3, 0 }, nil, { input = m:input { kp = { 100, 50 }, kd = 10 } })
  t.near({ back:at("q1", 3), back:at("q2", 3) }, { 1, -1 }, 1e-3)
end)

t.test("laws of drivers piece by piece: value and rate go on where they meet", function()
  local function drive(law)
    return li.robot { bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 1,
      inertia = { 1, 1, 1 } } }, constraints = { { "driver", coordinate = "x", law = law } } }
  end
  t.raises("or its rate jumps at t = 2.5", drive,
    "piecewise(t < 0, 0, t < 1, t^2, t < 2.5, 2*t - 1, 4)")
  t.raises("or its rate jumps at t = 1", drive, "piecewise(t < 1, 0, 0.001)")
  t.raises("has corners %(abs%)", drive, "abs(t)")
  t.raises("has corners %(piecewise%)", drive, "piecewise(t^2 < 1, 0, t)")
  local run = drive("piecewise(t < 1, t^2, 2*t - 1)"):simulate(2)
  for _, at in ipairs { 0.5, 1.5, 2 } do
    t.near(run:at("x", at), at < 1 and at ^ 2 or 2 * at - 1, 1e-8)
  end
end)

t.test("mistakes have their place", function()
  local function bad(pattern, spec) t.raises(pattern, li.motion, spec) end
  bad("motion: where does it go%? to = .., via = .., path = .. or curve = ..", { from = 0 })
  bad("motion: unknown key 'too' %(did you mean 'to'%?%)", { from = 0, too = 1 })
  bad("motion.path: to tells the way already", { from = 0, to = 1, path = bend })
  bad("motion.T: say how long, T = seconds, or what limits it", { from = 0, to = 1 })
  bad("motion.T: expected seconds, above 0, got 0", { from = 0, to = 1, T = 0 })
  bad("motion.law: unknown motion law 'poly4' %(did you mean 'poly", { from = 0, to = 1, T = 1,
    law = "poly4" })
  bad("motion.limits.v: a limit is greater than 0, got 0", { from = 0, to = 1, limits = { v = 0 } })
  bad("motion.limits.a%[2%]: a limit is greater than 0", { from = { 0, 0 }, to = { 1, 1 },
    limits = { a = { 1, -1 } } })
  bad("motion.limits.v: expected a number, or {least, greatest}, got the string 'fast'",
    { from = 0, to = 1, limits = { v = "fast" } })
  bad("motion.limits.v: no axis 'q3'", { from = { 0, 0 }, to = { 1, 1 },
    limits = { v = { q3 = 1 } } })
  bad("motion.limits: unknown key 'vel'", { from = 0, to = 1, limits = { vel = 1 } })
  bad("forces are those of a model", { from = 0, to = 1, limits = { torque = 1 } })
  bad("motion.to: expected 2 numbers %(q1 q2%), got 3", { li.planar { 1, 1 }, to = { 1, 2, 3 },
    T = 1 })
  bad("motion.to: no axis 'q9'", { li.planar { 1, 1 }, to = { q9 = 1 }, T = 1 })
  bad("motion.to: it is where it begins", { from = 1, to = 1, limits = { v = 1 } })
  bad("motion.law: the acceleration jumps: a limit of the jerk cannot be kept",
    { path = bend, law = "trapezoid", limits = { j = 1 } })
  bad("motion.curve: it has 2 components, the motion 1 axes", { curve = bend, names = "x" })
  bad("motion: a body of this model turns by a quaternion", { li.robot { bodies = { {
    joint = "floating", mass = 1, inertia = { 1, 1, 1 } } } }, to = {}, T = 1 })
  bad("motion.law: sine2 goes from rest to rest", { from = { q = 0, v = 1 }, to = 1, T = 1,
    law = "sine2" })
  bad("motion.sync: says nothing of a motion that is told by path", { path = bend, T = 1,
    sync = "time" })
  bad("motion.sync: expected 'time' or 'phase', got the string 'both'", { from = 0, to = 1, T = 1,
    sync = "both" })
  bad("motion.tool: is for the shortest time along a path", { path = bend, T = 1, tool = {} })
  bad("motion.path: a tool follows it with a model", { names = "x", T = 1,
    path = li.path { start = { 0, 0, 0 }, { "line", to = { 1, 0, 0 } } } })
  bad("motion.follow: is for a path of the tool", { path = bend, T = 1, follow = {} })
  bad("motion.via%[2%]: expected 2 numbers", { via = { { 0, 0 }, { 1 } }, names = "x y", T = 1 })
  bad("motion.t: times must increase", { via = { 0, 1, 2 }, t = { 0, 1, 1 } })
  t.raises("it takes a model", function()
    return li.motion { from = 0, to = 1, T = 1 }:driven()
  end)
end)

t.done()
