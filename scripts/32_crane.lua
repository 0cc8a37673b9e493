-- 32_crane.lua - a load on a crane: the trolley made two integrators (what swings is told), moved
-- so that the load rests at the end, damped by gains scheduled by the length of the rope
--                                                              [Isidori 1995; Fliess 1995]
local li = require "liaison"
local proof = require "liaison.app.expect"

local M, m, g = 50, 20, 9.81
-- th: from hanging straight down; small bodies
local function crane(length)
  return li.robot { name = "crane", gravity = { 0, 0, -g }, bodies = {
    { name = "trolley", joint = "prismatic", axis = "x", q = "x", mass = M,
      inertia = { 0, 0, 0 } },
    { name = "load", parent = "trolley", joint = "revolute", axis = "y", q = "th", mass = m,
      com = { 0, 0, -length }, inertia = { 0, 0, 0 } } }, inputs = "F",
    forces = { { "given", joint = "x", f = "F" } } }
end

proof.title "The trolley as two integrators leaves a swing of sqrt(g/l)"
local l = 4
local law = li.io_linearize(crane(l), { outputs = { y = "x" }, poles = { -2, -2 } })
print(law)
proof.near("relative degree", law.relative_degree[1], 2, 0)
proof.near("zero dynamics", math.abs(law.zero_dynamics[1].im), math.sqrt(g / l), 1e-8)
-- x' = v: A = 1/(M + m sin^2 th)
local text = law:report():match "decoupling matrix %[(.-)%]\n"
proof.same("decoupling matrix", text, "1/(50 + 20*sin(th)^2)")

proof.title "Rest to rest in 6 s: the load is a flat output, small angles"
-- th is turned about y: the load is at x - l th; X = x - l th, x = X + l X''/g
local T, D = 6, 3
local z, nine = ("(t/%d)"):format(T), { 126, -420, 540, -315, 70 }
local function poly(order)
  local terms = {}
  for i, a in ipairs(nine) do
    local p, factor = 4 + i, a * D
    for j = 0, order - 1 do factor = factor * (p - j) end
    terms[i] = li._internal.format("%.17g*%s^%d", factor / T ^ order, z, p - order)
  end
  return "(" .. table.concat(terms, " + ") .. ")"
end
local references = {}
for order = 0, 2 do
  local inside = li._internal.format("%s + %.17g*%s", poly(order), l / g, poly(order + 2))
  references["y_d" .. ("'"):rep(order)] = ("piecewise(t < %d, %s, %s)"):format(T, inside,
    order == 0 and tostring(D) or "0")
end
local run = crane(l):simulate(12, nil, nil, { controllers = { { law, dt = 0 } }, dt = 0.02,
  references = references, rtol = 1e-9, atol = 1e-11 })
proof.near("the trolley after 6 s", { run:at("x", T), run:at("x'", T) }, { D, 0 }, 1e-6)
local most, rest = 0, 0
for r = 1, #run do
  local a = math.abs(run.th[r])
  most = math.max(most, a)
  if run.t[r] > T then rest = math.max(rest, a) end
end
proof.holds("it leans on the way by more than 2 degrees", most > 2 * li.deg)
proof.holds("and hangs within 1/100 of that at the end (angles that are not small)",
  rest < most / 100)
-- the same move of the trolley by the same polynomial without the swing put in
local plain = {}
for order = 0, 2 do
  plain["y_d" .. ("'"):rep(order)] = ("piecewise(t < %d, %s, %s)"):format(T, poly(order),
    order == 0 and tostring(D) or "0")
end
local bare = crane(l):simulate(12, nil, nil, { controllers = { { law, dt = 0 } }, dt = 0.02,
  references = plain, rtol = 1e-9, atol = 1e-11 })
local left = 0
for r = 1, #bare do if bare.t[r] > T then left = math.max(left, math.abs(bare.th[r])) end end
-- what is left of a linear swing: the acceleration's spectrum at sqrt(g/l), by quadrature
local w, re, im, n = math.sqrt(g / l), 0, 0, 6000
local function acceleration(time)
  local sum = 0
  for i, a in ipairs(nine) do
    local p = 4 + i
    sum = sum + a * p * (p - 1) * (time / T) ^ (p - 2)
  end
  return D * sum / T ^ 2
end
for j = 1, n do
  local time = T * (j - 0.5) / n
  re = re + acceleration(time) * math.cos(w * time) * T / n
  im = im + acceleration(time) * math.sin(w * time) * T / n
end
proof.near("left without: |spectrum of x'' at w|/(l w)", left,
  math.sqrt(re * re + im * im) / (l * w), 2e-2)

proof.title "Swing damped by gains for every length of the rope"
-- about rest, u = F: x'' = (F + m g th)/M up to the sign of th, by the model's own slopes; poles
-- -1, -1 and the swing damped by half: gains by matching the coefficients of the polynomial
local function design(length)
  local lin = crane(length):linearize { inputs = "F" }
  local A, B = lin.A, lin.B
  local w0 = math.sqrt(g / length)
  -- (s + 1)^2 (s^2 + w0 s + w0^2)
  local want = { w0 ^ 2, w0 + 2 * w0 ^ 2, 1 + 2 * w0 + w0 ^ 2, 2 + w0 }
  local reach, column, p = li.zeros(4, 4), B, A * A * A * A
  local power = li.eye(4)
  for j = 1, 4 do
    for i = 1, 4 do reach[i][j] = column[i][1] end
    p = p + want[j] * power
    column, power = A * column, power * A
  end
  local last = li.zeros(1, 4)
  last[1][4] = 1
  return { K = last * reach:inverse() * p, A = A, B = B }
end
local lengths, designs = { 2, 3, 4.5, 6 }, {}
for i, length in ipairs(lengths) do designs[i] = design(length) end
local schedule = li.gain_schedule { by = "rope", points = lengths, designs = designs,
  inputs = "x th x' th'", outputs = "F", dt = 0.01 }
print(schedule:proof())
proof.holds("every point and every middle, frozen, by the machine", select(2, schedule:proof()))
for i, length in ipairs(lengths) do
  local closed = designs[i].A - designs[i].B * designs[i].K
  local trace = closed:trace()
  proof.near(("sum of the poles at %g m: -2 - sqrt(g/l)"):format(length), trace,
    -2 - math.sqrt(g / length), 1e-6)
end
local settle = crane(5):simulate(25, { 0.5, 0.2 }, nil, { controllers = { schedule },
  references = { rope = 5 }, dt = 0.05 })
proof.near("between points (5 m) it comes to rest", { settle:at("x", 25), settle:at("th", 25) },
  { 0, 0 }, 1e-5)
proof.run("crane", run)
proof.figure("crane", run:plot(nil, { "x", "th" }))
proof.done()
