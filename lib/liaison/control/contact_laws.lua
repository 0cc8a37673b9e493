-- contact_laws.lua - li.impedance, li.admittance, li.hybrid: places that touch
--
--   impedance:  tau = J'(K e + D e') + G - Dq v: a spring and a damper at the place; with an
--               inertia: x'' = x_d'' + Mx^-1 (D e' + K e + f), f: the measured force on the place
--   admittance: Mx d'' + D d' + K d = f, the place follows x_d + d
--   hybrid:     along axes of motion x'' = x_d'' + Kd e' + Kp e, along axes of force
--               f_d + kf (f_d - f) + ki int(f_d - f) - kv x'
--                                        [Hogan 1985; Khatib 1987; Raibert, Craig 1981]
local li = require "liaison.core"
local check = require "liaison.base.check"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local tasks = require "liaison.control.tasks"
local resolved = require "liaison.control.resolved"
local computed = require "liaison.control.computed_torque"
local row_times = require("liaison.control.pd_gravity").row_times
local kit = li._internal

local STATES = 12

-- ---- shared -------------------------------------------------------------------------------------

-- names of measured forces, one for each axis
local function force_names(s, t, given, path)
  local names = check.words(given, path, "\"fx fy\"")
  if not names then
    names = {}
    for k = 1, t.n do names[k] = "f" .. t.axes[k] end
  end
  if #names ~= t.n then
    check.fail(path, "expected %d names of measured forces (%s), got %d", t.n,
      table.concat(t.axes, " "), #names)
  end
  for _, name in ipairs(names) do s.input(name) end
  return names
end

-- tau = J' S^-1 (a - J' v - J a_0) + M a_0 + C v + G, S = J M^-1 J': the task moves by a, what it
-- leaves by a_0 = -null_damping v
local function moved(s, t, a, damping)
  local L, m = s.L, s.m
  local M, h = resolved.dynamics(s)
  local W, rest = L:inverse(M), {}
  for k = 1, m.n do rest[k] = L:let("-null_damping*" .. m.v[k]) end
  local b = L:sub(tasks.column(a), t.bias)
  if t.n < m.n then b = L:sub(b, L:mul(t.J, tasks.column(rest))) end
  local F = L:solve(tasks.factors(L, t.J, W, damping), b)
  local tau = L:add(L:mul(lines.transpose(t.J), F), h)
  if t.n < m.n then tau = L:add(tau, L:mul(M, tasks.column(rest))) end
  return tau, W
end

-- tau - J' f: what the place carries is taken by the motors
local function without(s, t, tau, force)
  local L = s.L
  return L:sub(tau, L:mul(lines.transpose(t.J), tasks.column(force)))
end

-- the law beside the model under its forces f on the place: J v' + J' v
local function accelerations(p, c, text, want)
  local draw, worst, t = lawmodel.random(19), 0, c.task
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local now, more, f = tasks.numbers(c.m, t, s.q, s.v), {}, li.zeros(t.n)
    local e, rate, acc = resolved.draw(t, now, draw, more)
    for k, name in ipairs(c.force or {}) do
      f[k] = 3 * draw()
      more[name] = f[k]
    end
    local tau = c.map * c.program:step(resolved.inputs(c, s.q, s.v, more))
    local a = c.m.model:fd(s.q, s.v, tau + now.J:transpose() * (c.sign * f))
    local d = now.J * a + now.bias - want(e, rate, acc, f, now)
    if math.abs((now.J * now.J:transpose()):det()) > 1e-4 then
      worst = math.max(worst, d:norm() / (1 + a:norm()))
    end
  end
  p:check(worst < 1e-8, "%s, at %d random states and forces (%s)", text, STATES,
    kit.number(worst, 1))
end

local function told_task(c, t)
  c.facts[#c.facts + 1] = ("%s of %s"):format(table.concat(t.axes, " "), t.place or "the tip")
  if t.n > c.m.n then
    check.fail("axes", "%d axes for %d joints: the task cannot be followed", t.n, c.m.n)
  end
end

local contact_fields = tasks.fields_with(resolved.common, {
  null_damping = { "num", default = 0, min = 0 }, force = "any?" })

local function with_fields(more)
  local out = {}
  for _, list in ipairs { contact_fields, more } do for key, x in pairs(list) do out[key] = x end
    end
  return out
end

-- ---- impedance ----------------------------------------------------------------------------------

local function quadratic(K, x) return x:dot(K * x) end

local function prove_spring(p, c)
  local t = c.task
  p:say "  V = v'M v/2 + e'K e/2 with x_d at rest:  V' = -x''D x' - v'Dq v + x''f"
  p:say "  from the force f on the place to its speed x' it is passive; without f it comes to rest"
  lawmodel.need_positive(p, c.K, "the stiffness")
  lawmodel.need_positive(p, c.D, "the damping")
  p:need(t.linear == t.n, "axes that turn have no such V here: there are none")
  p:need(c.m.n == t.n or c.null > 0, "what the place leaves is damped (null_damping > 0)")
  resolved.needs(p, c)
  if not p.holds then return end
  local worst = 0
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local now, more, goal = tasks.numbers(c.m, t, s.q, s.v), {}, t.goal
    if not goal then
      goal = li.vec(now.x)
      for k = 1, t.n do
        goal[k] = now.x[k] + 0.2
        more[t.ref[0][k]] = goal[k]
      end
    end
    local function V(q, v)
      local x = tasks.numbers(c.m, t, q, v).x
      return quadratic(c.m.model:mass(q), v) / 2 + quadratic(c.K.K, goal - x) / 2
    end
    local tau = c.map * c.program:step(resolved.inputs(c, s.q, s.v, more))
    local rate = lawmodel.along(c.m, V, s.q, s.v, tau)
    local want = -quadratic(c.D.K, now.speed) - c.null * s.v:dot(s.v)
    worst = math.max(worst, math.abs(rate - want) / (1 + math.abs(want)))
  end
  p:check(worst < 1e-5, "V' = -x''D x' - v'Dq v along the model at %d random states (%s)", STATES,
    kit.number(worst, 1))
end

local function prove_inertia(p, c)
  p:say "  Mx (x'' - x_d'') = D e' + K e + f: the place is this mass, spring and damper"
  lawmodel.need_positive(p, c.K, "the stiffness")
  lawmodel.need_positive(p, c.D, "the damping")
  lawmodel.need_positive(p, c.M, "the inertia")
  resolved.needs(p, c)
  local W = c.M.K:inverse()
  accelerations(p, c, "Mx (x'' - x_d'') = D e' + K e + f", function(e, rate, acc, f)
    return acc + W * (c.D.K * rate + c.K.K * e + f)
  end)
end

local impedance_fields = with_fields { stiffness = "any", damping = "any",
  inertia = "any?" }

local function spring(s, t, c)
  local L = s.L
  local G, F = L:call("gravity", s.m.model, s.m.n, 1, { q = s.m.q }), {}
  for k = 1, t.n do
    F[k] = L:let(("%s + %s"):format(row_times(c.K[k], t.e), row_times(c.D[k], t.rate)))
  end
  local tau = L:add(L:mul(lines.transpose(t.J), tasks.column(F)), G)
  local rest = {}
  for k = 1, s.m.n do rest[k] = L:let("null_damping*" .. s.m.v[k]) end
  return L:sub(tau, tasks.column(rest))
end

-- a column of numbers' texts: Mx^-1 applied to texts
local function by_inverse(s, g, list)
  local W, out = g.K:inverse(), {}
  for i = 1, #list do
    local terms = {}
    for j = 1, #list do
      if W[i][j] ~= 0 then
        terms[#terms + 1] = lines.number(W[i][j]) .. "*(" .. list[j] .. ")"
      end
    end
    out[i] = s.L:let(table.concat(terms, " + "))
  end
  return out
end

local function shaped(s, t, c)
  local b, a, f = {}, {}, {}
  for k = 1, t.n do
    f[k] = c.force[k]
    b[k] = ("%s + %s + %s"):format(row_times(c.D[k], t.rate), row_times(c.K[k], t.e), f[k])
  end
  local step = by_inverse(s, c.M, b)
  for k = 1, t.n do a[k] = s.L:let(("%s + %s"):format(t.ref[2][k], step[k])) end
  return without(s, t, (moved(s, t, a)), f)
end

local function impedance(model, spec)
  local o = check.fields(spec, "", impedance_fields)
  local s = resolved.start(model, o, "impedance control", "im_")
  local t = tasks.add(s, o)
  s.values.null_damping = o.null_damping
  local c = { kind = "impedance", title = "Impedance control of " .. s.m.name, m = s.m, task = t,
    K = lawmodel.gain(o.stiffness, t.n, "stiffness", s.values), null = o.null_damping, sign = 1,
    D = lawmodel.gain(o.damping, t.n, "damping", s.values), limited = o.limits ~= nil, facts = {},
    prove = o.inertia and prove_inertia or prove_spring }
  told_task(c, t)
  if o.inertia then
    local ignored = {}
    c.M = lawmodel.gain(o.inertia, t.n, "inertia", ignored)
    c.force = force_names(s, t, o.force, "force")
    c.facts[#c.facts + 1] = "measured: " .. table.concat(c.force, " ") .. ", forces on the place"
  else
    c.facts[#c.facts + 1] = "no force is measured: the place keeps the inertia of the arm"
  end
  local tau = o.inertia and shaped(s, t, c) or spring(s, t, c)
  c.program = resolved.block(s, o, lines.list(tau), "impedance")
  c.map = s.map
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("impedance", "li.impedance(li.planar{1, 0.8, mass = {2, 1}}, {axes = 'x y', stiffness = "
  .. "{300, 100}, damping = 40, dt = 0.001})", {
  "impedance(model: model, options: table) -> controller",
  "A place as a spring and a damper to x_d, passive: stiffness, damping (a number, a list, a "
    .. "matrix); with inertia = .. and the measured force = \"fx fy\" on the place also of that "
    .. "mass. frame, point, axes, turned, references x_d .. or goal as li.resolved_acceleration "
    .. "has them; null_damping of what the place leaves; values, actuated, limits, dt, name.",
  "return li.impedance(li.planar{1, 1}, {axes = 'x y', stiffness = 9, damping = 6, goal = {1, 1}})"
    .. ":step{0, 0.5, 0, 0}[2] > 0 --> true", impedance })

-- ---- admittance ---------------------------------------------------------------------------------

local function prove_admittance(p, c)
  p:say "  Mx d'' + D d' + K d = f asked every dt (d' first, then d by it); x_d + d is followed by"
  p:say "  e'' + Kd e' + Kp e = 0"
  lawmodel.need_positive(p, c.M, "the inertia")
  lawmodel.need_positive(p, c.D, "the damping")
  resolved.needs(p, c)
  -- the place starts at d = 0: what the force gives at once stands in its acceleration
  local W = c.M.K:inverse()
  accelerations(p, c, "x'' = x_d'' + d'' + Kd e' + Kp e", function(e, rate, acc, f)
    return acc + W * f + c.kd.K * rate + c.kp.K * e
  end)
  local dt = c.program.dt or 0
  local A = li.zeros(2 * c.task.n, 2 * c.task.n)
  local n, WD, WK = c.task.n, W * c.D.K, W * c.K.K
  for i = 1, n do
    for j = 1, n do
      local own = i == j and 1 or 0
      A[n + i][n + j], A[n + i][j] = own - dt * WD[i][j], -dt * WK[i][j]
      A[i][n + j], A[i][j] = dt * A[n + i][n + j], own + dt * A[n + i][j]
    end
  end
  local re, _, im = A:eig()
  local most = 0
  for k = 1, #re do most = math.max(most, re[k] ^ 2 + (im and im[k] ^ 2 or 0)) end
  p:check(dt > 0 and most < 1 + 1e-9, "sampled, no mode of d grows: |z| <= %s",
    kit.number(math.sqrt(most), 6))
end

local admittance_fields = with_fields { stiffness = { "any", default = 0 }, inertia = "any",
  damping = "any", kp = "any", kd = "any" }

-- states d, d' of every axis; its acceleration
local function add_deviation(s, t, c, more)
  local b, d, rate = {}, {}, {}
  for k = 1, t.n do d[k], rate[k] = "d_" .. t.axes[k], "d_rate_" .. t.axes[k] end
  for k = 1, t.n do
    b[k] = ("%s - (%s) - (%s)"):format(c.force[k], row_times(c.D[k], rate), row_times(c.K[k], d))
  end
  local acc = by_inverse(s, c.M, b)
  for k = 1, t.n do
    more.states[d[k]], more.states[rate[k]] = 0, 0
    more.next[rate[k]] = ("%s + dt*%s"):format(rate[k], acc[k])
    more.next[d[k]] = ("%s + dt*(%s + dt*%s)"):format(d[k], rate[k], acc[k])
  end
  return d, rate, acc
end

local function admittance(model, spec)
  local o = check.fields(spec, "", admittance_fields)
  local s, more = resolved.start(model, o, "admittance control", "ad_"), { states = {}, next = {} }
  -- lines of a block know its states by name
  local t = tasks.add(s, o)
  s.values.null_damping = o.null_damping
  local c = { kind = "admittance", title = "Admittance control of " .. s.m.name, m = s.m, task = t,
    K = lawmodel.gain(o.stiffness, t.n, "stiffness", s.values), sign = 1,
    D = lawmodel.gain(o.damping, t.n, "damping", s.values), M = lawmodel.gain(o.inertia, t.n,
    "inertia", {}), kp = lawmodel.gain(o.kp, t.n, "kp", s.values),
    kd = lawmodel.gain(o.kd, t.n, "kd", s.values), limited = o.limits ~= nil, facts = {},
    prove = prove_admittance }
  told_task(c, t)
  c.force = force_names(s, t, o.force, "force")
  c.facts[#c.facts + 1] = "measured: " .. table.concat(c.force, " ") .. ", forces on the place"
  local d, rate, acc = add_deviation(s, t, c, more)
  local e, e_rate, a = {}, {}, {}
  for k = 1, t.n do
    e[k] = s.L:let(("%s + %s"):format(t.e[k], d[k]))
    e_rate[k] = s.L:let(("%s + %s"):format(t.rate[k], rate[k]))
  end
  for k = 1, t.n do
    a[k] = s.L:let(("%s + %s + %s + %s"):format(t.ref[2][k], acc[k], row_times(c.kd[k], e_rate),
      row_times(c.kp[k], e)))
  end
  local tau = without(s, t, (moved(s, t, a)), c.force)
  c.program = resolved.block(s, o, lines.list(tau), "admittance", more)
  c.map = s.map
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("admittance", "li.admittance(li.planar{1, 0.8, mass = {2, 1}}, {axes = 'x y', inertia = "
  .. "4, damping = 40, stiffness = 100, kp = 400, kd = 40, dt = 0.001})", {
  "admittance(model: model, options: table) -> controller",
  "The place gives way to the measured force = \"fx fy\" on it: inertia d'' + damping d' + "
    .. "stiffness d = f (states of the block: give dt), and follows x_d + d with kp, kd. frame, "
    .. "point, axes, turned, references or goal as li.resolved_acceleration has them; "
    .. "null_damping, values, actuated, limits, dt, name.",
  "return #li.admittance(li.planar{1, 1}, {axes = 'x y', inertia = 1, damping = 9, kp = 9, kd = 6, "
    .. "dt = 0.01}):block().states --> 4", admittance })

-- ---- hybrid -------------------------------------------------------------------------------------

local hybrid_fields = with_fields { motion = "any", axes = "any?", kp = "any", kd = "any",
  push = "any", kf = { "num", default = 0, min = 0 }, ki = { "num", default = 0, min = 0 },
  kv = { "num", default = 0, min = 0 }, force = "any?" }

local function prove_hybrid(p, c)
  local t, n = c.task, c.motion
  p:say "  axes of motion: e'' + Kd e' + Kp e = 0; axes of force: a wall that does not move takes"
  p:say "  f with (1 + kf)(f_d - f) + ki int(f_d - f) = 0, so f = f_d; the two do not mix"
  p:say "  as far as the wall does not move along the axes of force"
  local poles = computed.poles(c.kp.K, c.kd.K)
  p:check(poles[1].re < 0, "poles %s", computed.poles_told(poles))
  p:need(c.ki >= 0 and c.kf >= 0, "kf and ki are not negative")
  resolved.needs(p, c)
  -- a wall that takes f: along axes of motion the model moves as asked whatever f is
  local draw, worst, held = lawmodel.random(23), 0, 0
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local now, more, f = tasks.numbers(c.m, t, s.q, s.v), {}, li.zeros(t.n)
    local e, rate, acc = resolved.draw(t, now, draw, more)
    for k = n + 1, t.n do
      local asked = 5 * draw()
      more[c.wanted[k - n]], more[c.force[k - n]] = asked, asked
      f[k] = asked
    end
    local y = resolved.inputs(c, s.q, s.v, more)
    local a = c.m.model:fd(s.q, s.v, c.map * c.program:step(y) - now.J:transpose() * f)
    local x = now.J * a + now.bias
    if math.abs((now.J * now.J:transpose()):det()) > 1e-4 then
      for k = 1, n do
        local want = acc[k] + c.kd.K[k][k] * rate[k] + c.kp.K[k][k] * e[k]
        worst = math.max(worst, math.abs(x[k] - want) / (1 + a:norm()))
      end
      for k = n + 1, t.n do
        held = math.max(held, math.abs(x[k] + c.kv * now.speed[k]) / (1 + a:norm()))
      end
    end
  end
  p:check(worst < 1e-8, "x'' = x_d'' + Kd e' + Kp e along axes of motion, pushing, at %d random "
    .. "states (%s)", STATES, kit.number(worst, 1))
  p:check(held < 1e-8, "f = f_d leaves the axes of force at rest: x'' = -kv x' (%s)",
    kit.number(held, 1))
end

local function axes_of_both(o)
  local motion = check.words(o.motion, "motion", "\"x y\"")
  local push, all, there = check.words(o.push, "push", "\"z\""), {}, {}
  for _, list in ipairs { motion, push } do
    for _, name in ipairs(list) do
      if there[name] then check.fail("push", "the axis '%s' is moved and pushed: choose", name) end
      all[#all + 1], there[name] = name, true
    end
  end
  if #motion == 0 or #push == 0 then
    check.fail("motion", "expected an axis of motion and one of push at least")
  end
  return motion, push, all
end

-- the force of an axis: what is asked, and what is measured (on the wall)
local function add_push(s, c, axis, k, more)
  local f, want = c.force[k], "f" .. axis .. "_d"
  c.wanted[k] = want
  s.input(want)
  local text = ("%s + kf*(%s - %s)"):format(want, want, f)
  if c.ki > 0 then
    local name = "f_sum_" .. axis
    more.states[name], more.next[name] = 0, ("%s + dt*ki*(%s - %s)"):format(name, want, f)
    text = text .. " + " .. name
  end
  return s.L:let(text)
end

-- references of axes that are pushed are asked by nobody: values that are 0
local function ask_for_motion_only(s, push)
  local input, silent = s.input, {}
  for _, name in ipairs(push) do
    for order = 0, 2 do silent[name .. "_d" .. ("'"):rep(order)] = true end
  end
  for name in pairs(silent) do s.values[name] = 0 end
  function s.input(name) if not silent[name] then input(name) end end
end

-- names of references of the axes of motion, those of the others behind
local function names_of_all(given, all)
  if not given then return nil end
  local names = check.words(given, "reference", "\"x_d\"")
  for k = #names + 1, #all do names[k] = all[k] .. "_d" end
  return names
end

local function measured_of(s, given, push)
  local names = check.words(given, "force", "\"fz\"") or {}
  if #names == 0 then for k, axis in ipairs(push) do names[k] = "f" .. axis end end
  if #names ~= #push then
    check.fail("force", "expected %d names of measured forces, got %d", #push, #names)
  end
  for _, name in ipairs(names) do s.input(name) end
  return names
end

-- accelerations along axes of motion, forces along those of push
local function both_ways(s, t, c, push, more)
  local a, F, n, e, rate = {}, {}, c.motion, {}, {}
  for k = 1, n do e[k], rate[k] = t.e[k], t.rate[k] end
  for k = 1, n do
    a[k] = s.L:let(("%s + %s + %s"):format(t.ref[2][k], row_times(c.kd[k], rate),
      row_times(c.kp[k], e)))
    F[k] = "0"
  end
  for k, axis in ipairs(push) do
    a[n + k] = s.L:let("-kv*" .. t.speed[n + k])
    F[n + k] = add_push(s, c, axis, k, more)
  end
  return a, F
end

local function hybrid(model, spec)
  local o = check.fields(spec, "", hybrid_fields)
  local s, more = resolved.start(model, o, "hybrid control", "hy_"), { states = {}, next = {} }
  local motion, push, all = axes_of_both(o)
  if o.goal then check.fail("goal", "give references of the axes of motion, %s_d", motion[1]) end
  o.axes, o.reference = all, names_of_all(o.reference, all)
  ask_for_motion_only(s, push)
  local t = tasks.add(s, o)
  if t.linear ~= t.n then check.fail("push", "axes of hybrid control are x y z") end
  for _, name in ipairs { "null_damping", "kf", "ki", "kv" } do s.values[name] = o[name] end
  local c = { kind = "hybrid", title = "Hybrid force and position control of " .. s.m.name, m = s.m,
    task = t, motion = #motion, wanted = {}, ki = o.ki, kf = o.kf, kv = o.kv,
    kp = lawmodel.gain(o.kp, #motion, "kp", s.values), kd = lawmodel.gain(o.kd, #motion, "kd",
    s.values), limited = o.limits ~= nil, facts = {}, prove = prove_hybrid }
  told_task(c, t)
  c.force = measured_of(s, o.force, push)
  local a, F = both_ways(s, t, c, push, more)
  local tau = moved(s, t, a, tasks.damping(o.damping, "damping"))
  tau = s.L:add(tau, s.L:mul(lines.transpose(t.J), tasks.column(F)))
  c.program = resolved.block(s, o, lines.list(tau), "hybrid", more)
  c.map = s.map
  c.facts[#c.facts + 1] = ("moved along %s, pushed along %s; measured: %s, forces on the wall")
    :format(table.concat(motion, " "), table.concat(push, " "), table.concat(c.force, " "))
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("hybrid", "li.hybrid(li.planar{1, 0.8, mass = {2, 1}}, {motion = 'y', push = 'x', kp = "
  .. "100, kd = 20, ki = 5, kv = 10, dt = 0.001})", {
  "hybrid(model: model, options: table) -> controller",
  "Motion along some axes, force along others: motion = 'x y' follows x_d .. with kp, kd; push = "
    .. "'z' gives fz_d + kf (fz_d - fz) + ki int(fz_d - fz) - kv z', fz: the measured force on the "
    .. "wall (force = other names). damping = {most =, near =}, frame, point, turned (rotation of "
    .. "the axes), null_damping, values, actuated, limits, dt, name.",
  "return li.hybrid(li.planar{1, 1}, {motion = 'y', push = 'x', kp = 9, kd = 6})"
    .. ":report():match 'moved.-;' --> moved along y, pushed along x;", hybrid })
