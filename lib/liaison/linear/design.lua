-- design.lua - gains and controllers of linear systems: optimal, by poles, with integrals,
-- observers and Kalman filters, over a horizon, along a trajectory
--
-- u = u0 - K (x - x0). Riccati equations: A'X + X A - (X B + S) R^-1 (X B + S)' + Q = 0, of z
-- A'X A - X - (A'X B + S)(R + B'X B)^-1 (A'X B + S)' + Q = 0 [Anderson, Moore 1990]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local shipped = require "liaison.control.shipped"
local arithmetic = require "liaison.linear.arithmetic"
local duality = require "liaison.linear.duality"
local quads = require "liaison.linear.quads"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local weights = require "liaison.linear.weights"
local kit = li._internal

local ctl = kit.ctl
local design = {}
local class

-- ---- what a design is ---------------------------------------------------------------------------

local function list_of_poles(re, im)
  local list = {}
  for k = 1, #re do list[k] = { re = re[k], im = im[k] } end
  table.sort(list, function(a, b) return a.re > b.re or (a.re == b.re and a.im > b.im) end)
  return list
end

local function pole_text(list)
  local out = {}
  for _, p in ipairs(list) do
    if p.im == 0 then out[#out + 1] = kit.number(p.re, 5)
    elseif p.im > 0 then
      out[#out + 1] = ("%s +- %s i"):format(kit.number(p.re, 5), kit.number(p.im, 5))
    end
  end
  return table.concat(out, ", ")
end

local function indented(M, before) return (tostring(M):gsub("\n", "\n" .. (" "):rep(before))) end

local function text(d)
  local out = { d.kind }
  if d.K then
    out[#out + 1] = "K = " .. indented(d.K, 4)
    if d.of then out[#out + 1] = "of " .. table.concat(d.of, ", ") end
  end
  if d.L then out[#out + 1] = "L = " .. indented(d.L, 4) end
  if d.poles then out[#out + 1] = "poles: " .. pole_text(d.poles) end
  if d.gamma then out[#out + 1] = "gamma = " .. kit.number(d.gamma, 6) end
  if d.told and d.told.residual then
    out[#out + 1] = ("residual %s, condition %s"):format(kit.number(d.told.residual, 2),
      kit.number(d.told.condition, 2))
  end
  for _, line in ipairs(d.notes or {}) do out[#out + 1] = line end
  return table.concat(out, "\n")
end

local function made(fields)
  for _, key in ipairs { "K", "L", "X", "poles", "told", "of", "gamma", "gains", "costs", "notes",
    "system", "controller", "M" } do
    if fields[key] == nil then fields[key] = false end
  end
  return class.new(fields)
end

-- ---- what is designed for -----------------------------------------------------------------------

local function plant(s, path)
  s = statespace.of(s, path)
  if not s.A then check.fail(path, "a gain has no states to control") end
  if s.delay then
    check.fail(path, "delays are not states: :pade(order), or :c2d(dt):undelayed() first")
  end
  return s
end

local function moved(s, path)
  s = plant(s, path)
  if not s.B then check.fail(path, "the system has no inputs") end
  return s
end

local function riccati(discrete, ...)
  if discrete then return ctl.dare(...) end
  return ctl.care(...)
end

-- Q over states or outputs, R over inputs, S between them; as weights of x and u
local function cost_of(s, o)
  local R = weights.positive(weights.square(o.R, s.inputs, "R"), "R")
  local n, m = #s.states, #s.inputs
  if not o.outputs then
    local S = weights.cross(o.S, n, m, "S")
    return weights.positive(weights.square(o.Q, s.states, "Q"), "Q"), R, S
  end
  -- y' Q y + u' R u with y = C x + D u
  local Q = weights.positive(weights.square(o.Q, s.outputs, "Q"), "Q")
  local Ct, Dt = s.C:transpose(), s.D:transpose()
  local S = weights.cross(o.S, #s.outputs, m, "S")
  local cross = S and Dt * S or li.zeros(m, m)
  return Ct * Q * s.C, R + Dt * Q * s.D + cross + cross:transpose(),
    Ct * (S and Q * s.D + S or Q * s.D)
end

-- the same cost of a continuous system between samples that are dt apart, inputs held [Van Loan
-- 1978]: exp([-F' W; 0 F] dt), F = [A B; 0 0], W = [Q S; S' R]
local function between_samples(s, Q, R, S, dt)
  local n, m = #s.states, #s.inputs
  local F = quads.assemble({ n, m }, { n, m }, { { s.A, s.B } })
  local W = quads.assemble({ n, m }, { n, m }, { { Q, S }, { S and S:transpose(), R } })
  local E = ctl.expm(quads.assemble({ n + m, n + m }, { n + m, n + m },
    { { -F:transpose() * dt, W * dt }, { nil, F * dt } }))
  local phi = E:block(n + m + 1, n + m + 1, n + m, n + m)
  local cost = phi:transpose() * E:block(1, n + m + 1, n + m, n + m)
  cost = (cost + cost:transpose()) / 2
  local d = statespace.like(s, { A = phi:block(1, 1, n, n), B = phi:block(1, n + 1, n, m),
    dt = dt })
  return d, cost:block(1, 1, n, n), cost:block(n + 1, n + 1, m, m), cost:block(1, n + 1, n, m)
end

-- ---- what runs ----------------------------------------------------------------------------------

local function point_of(s, key, names)
  local at = rawget(s, "point")
  local from = at and at[key] or {}
  local out = {}
  for _, name in ipairs(names) do
    if at and not from[name] then
      check.fail("at", "what is '%s' at the point the system was linearized about? at = {%s = ..}",
        name, name)
    end
    out[name] = from[name] or 0
  end
  return out
end

-- u = -K x as a system from states (or references and outputs) to inputs
local function state_feedback(s, K)
  return statespace.new { A = false, B = false, C = false, D = -K, states = {}, inputs = s.states,
    outputs = s.inputs, dt = false }
end

local function closed_of(s, K) return s.A - s.B * K end

-- ---- lqr ----------------------------------------------------------------------------------------

local lqr_schema = { Q = "any", R = "any", S = "any?", outputs = "bool?", dt = "num?",
  horizon = "num?", final = "any?" }

local function finite_discrete(s, Q, R, S, QN, steps)
  if steps % 1 ~= 0 or steps < 1 then
    check.fail("horizon", "expected a whole number of samples, at least 1, got %s",
      kit.number(steps))
  end
  local gains, X = ctl.riccati_steps(s.A, s.B, Q, R, S, QN, steps)
  if not gains then return nil, X end
  return made { kind = ("linear quadratic regulator over %d samples"):format(steps), K = gains[1],
    gains = gains, X = X, of = s.states, system = s, controller = state_feedback(s, gains[1]) }
end

local function finite_continuous(s, Q, R, S, QT, T)
  local times = {}
  for k = 0, 200 do times[k + 1] = T * k / 200 end
  local list, why, code = ctl.riccati_flow(s.A, s.B, Q, R, S, QT, li.vec(times))
  if not list then return nil, why, code end
  local gains, Ri = {}, R:inverse()
  for k, X in ipairs(list) do
    local XB = X * s.B
    if S then XB = XB + S end
    gains[k] = Ri * XB:transpose()
  end
  return made { kind = ("linear quadratic regulator over %s s"):format(kit.number(T)),
    K = gains[1], gains = gains, X = list[1], costs = list, of = s.states, system = s,
    controller = state_feedback(s, gains[1]) }
end

local function finite(s, Q, R, S, o)
  local final = o.final and weights.positive(weights.square(o.final, s.states, "final"), "final")
    or li.zeros(#s.states, #s.states)
  if not (o.horizon > 0) then
    check.fail("horizon", "expected a time above 0, got %s", kit.number(o.horizon))
  end
  if s.dt then return finite_discrete(s, Q, R, S, final, o.horizon) end
  weights.positive(R, "R", true)
  return finite_continuous(s, Q, R, S, final, o.horizon)
end

local function lqr(s, options)
  s = moved(s, "lqr")
  local o = check.fields(options, "lqr", lqr_schema)
  local Q, R, S = cost_of(s, o)
  local kind = s.dt and "discrete linear quadratic regulator" or "linear quadratic regulator"
  local d = s
  if o.dt then
    if s.dt then check.fail("dt", "the system is sampled already") end
    d, Q, R, S = between_samples(s, Q, R, S, systems.time_of(o.dt, "dt"))
    kind = ("linear quadratic regulator, held every %s s"):format(kit.number(o.dt))
  end
  if o.horizon then return finite(d, Q, R, S, o) end
  if not d.dt then weights.positive(R, "R", true) end
  local X, K, re, im, told = riccati(d.dt, d.A, d.B, Q, R, S)
  if not X then return nil, K, re, im end
  return made { kind = kind, K = K, X = X, poles = list_of_poles(re, im), told = told,
    of = s.states, system = d, controller = state_feedback(s, K) }
end

-- ---- integrals ----------------------------------------------------------------------------------

-- states x and the integrals of r - y (of z: i+ = i + dt (r - y))
local function with_integrals(s)
  local n, p, m = #s.states, #s.outputs, #s.inputs
  local step = s.dt or 1
  local names, inputs = {}, {}
  for k, name in ipairs(s.states) do names[k] = name end
  for _, name in ipairs(s.outputs) do
    names[#names + 1], inputs[#inputs + 1] = "integral_" .. name, name .. "_ref"
  end
  return statespace.new { A = quads.assemble({ n, p }, { n, p },
    { { s.A }, { -step * s.C, s.dt and li.eye(p) } }),
    B = quads.assemble({ n, p }, { m }, { { s.B }, { -step * s.D } }), C = li.eye(n + p),
    D = li.zeros(n + p, m), states = names, inputs = s.inputs, outputs = names, dt = s.dt }, inputs
end

local function lqi(s, options)
  s = moved(s, "lqi")
  local o = check.fields(options, "lqi", { Q = "any", R = "any", S = "any?" })
  local w, references = with_integrals(s)
  local Q, R, S = cost_of(w, o)
  local X, K, re, im, told = riccati(s.dt, w.A, w.B, Q, R, S)
  if not X then return nil, K, re, im end
  local n, p, m = #s.states, #s.outputs, #s.inputs
  local Kx, Ki = K:block(1, 1, m, n), K:block(1, n + 1, m, p)
  local inputs = {}
  for k = 1, p do inputs[k] = references[k] end
  for k = 1, n do inputs[p + k] = s.states[k] end
  local step = s.dt or 1
  -- integrals of r - C x - D u, with u = -Kx x - Ki i
  local still = s.dt and li.eye(p) or li.zeros(p, p)
  local loop = statespace.new { A = still + step * s.D * Ki,
    B = quads.assemble({ p }, { p, n }, { { step * li.eye(p), step * (s.D * Kx - s.C) } }),
    C = -Ki, D = quads.assemble({ m }, { p, n }, { { nil, -Kx } }), dt = s.dt,
    states = systems.numbered("integral", p), inputs = inputs, outputs = s.inputs }
  return made { kind = "linear quadratic regulator with integrals of the errors", K = K, X = X,
    poles = list_of_poles(re, im), told = told, of = w.states, system = s, controller = loop }
end

-- ---- poles --------------------------------------------------------------------------------------

local function place(s, poles)
  s = moved(s, "place")
  local re, im = weights.poles(poles, "poles")
  if #re ~= #s.states then
    check.fail("poles", "expected %d poles, as many as states, got %d", #s.states, #re)
  end
  local K, told, code, info = ctl.place(s.A, s.B, re, im)
  if not K then return nil, told, code, info end
  return made { kind = "gains by poles", K = K, poles = list_of_poles(told.re, told.im),
    told = told, of = s.states, system = s, controller = state_feedback(s, K) }
end

-- ---- estimates ----------------------------------------------------------------------------------

-- x^' = A x^ + B u + L (y - C x^ - D u): from inputs and outputs to estimates
local function observer_system(s, L)
  local n, m, p = #s.states, #s.inputs, #s.outputs
  local names, inputs = {}, {}
  for k, name in ipairs(s.states) do names[k] = name .. "_est" end
  for _, name in ipairs(s.inputs) do inputs[#inputs + 1] = name end
  for _, name in ipairs(s.outputs) do inputs[#inputs + 1] = name end
  local BD = s.B and s.B - L * s.D
  return statespace.new { A = s.A - L * s.C,
    B = quads.assemble({ n }, { m, p }, { { BD, L } }), C = li.eye(n), D = li.zeros(n, m + p),
    states = names, inputs = inputs, outputs = names, dt = s.dt }
end

local function observer(s, poles)
  s = plant(s, "observer")
  local re, im = weights.poles(poles, "poles")
  if #re ~= #s.states then
    check.fail("poles", "expected %d poles, as many as states, got %d", #s.states, #re)
  end
  local K, told, code, info = ctl.place(s.A:transpose(), s.C:transpose(), re, im)
  if not K then return duality.turned(told, code, info) end
  local L = K:transpose()
  return made { kind = "observer by poles", L = L, poles = list_of_poles(told.re, told.im),
    told = told, of = s.states, system = s, controller = observer_system(s, L) }
end

local kalman_schema = { Q = "any", R = "any", S = "any?", G = "any?", noise = "any?" }

-- what noise acts on: states, or inputs by name, or columns of G
local function noise_of(s, o)
  if o.G and o.noise then check.fail("noise", "G and noise say the same: give one") end
  local n = #s.states
  if o.noise then
    local names, at = check.words(o.noise, "noise", "\"F\""), {}
    for k, name in ipairs(s.inputs) do at[name] = k end
    local G = li.zeros(n, #names)
    for j, name in ipairs(names) do
      local k = at[name]
        or check.fail("noise", "there is no input '%s'%s", name, check.hint(name, at))
      for i = 1, n do G[i][j] = s.B[i][k] end
    end
    return G, names
  end
  if o.G then
    local G = kit.class(o.G) == "mat" and o.G or check.value(o.G, "G", "mat")
    if #G ~= n then check.fail("G", "expected %d rows, got %d", n, #G) end
    return G, systems.numbered("w", #G[1], true)
  end
  return li.eye(n), s.states
end

local function kalman(s, options)
  s = plant(s, "kalman")
  local o = check.fields(options, "kalman", kalman_schema)
  local G, names = noise_of(s, o)
  local W = weights.positive(weights.square(o.Q, names, "Q"), "Q")
  local V = weights.positive(weights.square(o.R, s.outputs, "R"), "R", not s.dt)
  local N = weights.cross(o.S, #names, #s.outputs, "S")
  local X, K, re, im, told = riccati(s.dt, s.A:transpose(), s.C:transpose(),
    G * W * G:transpose(), V, N and G * N)
  if not X then return duality.turned(K, re, im) end
  local L = K:transpose()
  local filter = nil
  if s.dt then
    -- what a measurement does to the estimate of its own time: X C' (C X C' + R)^-1
    local XC = X * s.C:transpose()
    filter = (s.C * XC + V):solve(XC:transpose())
    filter = filter and filter:transpose()
  end
  return made { kind = s.dt and "Kalman filter, discrete" or "Kalman filter", L = L, X = X,
    M = filter, poles = list_of_poles(re, im), told = told, of = s.states, system = s,
    controller = observer_system(s, L) }
end

-- ---- an estimator and gains together ------------------------------------------------------------

-- x^' = (A - B K - L (C - D K)) x^ + L y, u = -K x^
local function compensator(s, K, L)
  local names = {}
  for k, name in ipairs(s.states) do names[k] = name .. "_est" end
  return statespace.new { A = s.A - s.B * K - L * (s.C - s.D * K), B = L, C = -K,
    D = li.zeros(#s.inputs, #s.outputs), states = names, inputs = s.outputs, outputs = s.inputs,
    dt = s.dt }
end

local function joined(s, regulator, estimator, kind)
  local loop = compensator(s, regulator.K, estimator.L)
  local closed = li.feedback(s, loop, 1)
  return made { kind = kind, K = regulator.K, L = estimator.L, X = regulator.X,
    poles = closed:poles(), of = s.states, system = s, controller = loop }
end

local function lqg(s, options)
  s = moved(s, "lqg")
  local o = check.fields(options, "lqg", { regulator = "table", noise = "table" })
  local regulator, why, code, info = lqr(s, o.regulator)
  if not regulator then return nil, why, code, info end
  local estimator
  estimator, why, code, info = kalman(s, o.noise)
  if not estimator then return nil, why, code, info end
  return joined(s, regulator, estimator, "linear quadratic Gaussian controller")
end

-- any gains with any observer
local function with_observer(d, e)
  if not d.K then check.fail("with_observer", "there are no gains K here") end
  if kit.class(e) ~= "design" or not e.L then
    check.fail("with_observer", "expected an observer or a Kalman filter, got %s", check.got(e))
  end
  return joined(d.system, d, e, "gains with an observer")
end

-- ---- H-infinity, H2, loop shaping ---------------------------------------------------------------

-- a plant from (w, u) to (z, y): how many of its last inputs and outputs are u and y
local function parts(s, controls, measured)
  s = plant(s, "plant")
  local m2, p2 = #controls, #measured
  local m1, p1 = #s.inputs - m2, #s.outputs - p2
  if m1 < 1 or p1 < 1 then
    check.fail("plant", "expected disturbances beside the controls, and errors beside what is "
      .. "measured")
  end
  local columns, rows = {}, {}
  local function order(all, last, out)
    local set = {}
    for _, name in ipairs(last) do set[name] = true end
    for k, name in ipairs(all) do if not set[name] then out[#out + 1] = k end end
    for _, name in ipairs(last) do
      local found
      for k, x in ipairs(all) do if x == name then found = k end end
      out[#out + 1] = found or check.fail("plant", "there is no '%s'", name)
    end
  end
  order(s.inputs, controls, columns)
  order(s.outputs, measured, rows)
  local n = #s.states
  local all = {}
  for k = 1, n do all[k] = k end
  local B, C = quads.part(s.B, all, columns), quads.part(s.C, rows, all)
  local D = quads.part(s.D, rows, columns)
  return s, B:block(1, 1, n, m1), B:block(1, m1 + 1, n, m2), C:block(1, 1, p1, n),
    C:block(p1 + 1, 1, p2, n), D:block(1, 1, p1, m1), D:block(1, m1 + 1, p1, m2),
    D:block(p1 + 1, 1, p2, m1), D:block(p1 + 1, m1 + 1, p2, m2)
end

local optimal_schema = {
  hinf_design = { controls = "any", measured = "any", gamma = { "num?", above = 0 },
    tolerance = { "num?", above = 0 } },
  h2_design = { controls = "any", measured = "any" },
}

-- z = (1 + s dt/2)/(1 - s dt/2) takes the unit circle to the axis: gains over all frequencies stay
-- what they are, what noise does to the system (H2) does not
local function continuous(s, how)
  if not s.dt then return s end
  if how == "h2_design" then
    check.fail("H2 controller", "the system is sampled: lqg is the H2 controller of such")
  end
  return s:d2c "tustin"
end

local function as_sampled(controller, dt)
  if not dt then return controller end
  return statespace.of(controller:c2d(dt, "tustin"))
end

local function general(how, kind)
  return function(system, options)
    local o = check.fields(options, kind, optimal_schema[how])
    local controls = check.words(o.controls, "controls", "\"u\"")
    local measured = check.words(o.measured, "measured", "\"y\"")
    local x, why, code = continuous(statespace.of(system), how)
    if not x then return nil, why, code end
    local s, B1, B2, C1, C2, D11, D12, D21, D22 = parts(x, controls, measured)
    local A, B, C, D, told
    if how == "h2_design" then
      A, B, C, D, told = ctl.h2_design(s.A, B1, B2, C1, C2, D11, D12, D21, D22)
    else
      A, B, C, D, told = ctl.hinf_design(s.A, B1, B2, C1, C2, D11, D12, D21, D22, o.gamma,
        o.tolerance)
    end
    if not A then return nil, B, C, D end
    local loop = statespace.new { A = A, B = B, C = C, D = D, inputs = measured,
      outputs = controls, states = systems.numbered("k", #A, true), dt = false }
    return made { kind = kind, gamma = told.gamma, told = told, system = statespace.of(system),
      controller = as_sampled(loop, system.dt) }
  end
end

local hinf_control = general("hinf_design", "H-infinity controller")
local h2_control = general("h2_design", "H2 controller")

-- weights in front of and behind the plant, then the robust stabilisation of what comes out
-- [McFarlane, Glover 1992]
local function loop_shape(s, options)
  local o = check.fields(options or {}, "loop_shape", { before = "any?", behind = "any?",
    factor = { "num?", min = 1 } })
  local shaped = statespace.of(s)
  if o.before then shaped = shaped * o.before end
  if o.behind then shaped = o.behind * shaped end
  local dt = statespace.of(shaped).dt
  local flat, why, code = continuous(statespace.of(shaped))
  if not flat then return nil, why, code end
  shaped = moved(flat:minimal(), "loop_shape")
  local A, B, C, D, gamma = ctl.ncfsyn(shaped.A, shaped.B, shaped.C, shaped.D, o.factor)
  if not A then return nil, B, C, D end
  local robust = statespace.new { A = A, B = B, C = C, D = D,
    states = systems.numbered("k", #A, true), inputs = s.outputs, outputs = s.inputs, dt = false }
  local loop = as_sampled(robust, dt)
  if o.behind then loop = loop * o.behind end
  if o.before then loop = statespace.of(o.before) * loop end
  loop = loop:named { inputs = s.outputs, outputs = s.inputs }
  return made { kind = "loop shaping with a robust controller (positive feedback)", gamma = gamma,
    system = statespace.of(s), controller = loop, notes = { ("margin of the coprime factors %s")
      :format(kit.number(1 / gamma, 4)) } }
end

-- ---- along a trajectory -------------------------------------------------------------------------

local along_schema = { linear = "table", Q = "any", R = "any", S = "any?", final = "any?",
  dt = "num" }

local function lqr_along(options)
  local o = check.fields(options, "lqr_along", along_schema)
  local A, B, n = {}, {}, #o.linear
  if n < 2 then check.fail("linear", "expected at least 2 linear models, along the run") end
  local first = moved(o.linear[1], "linear[1]")
  for k, s in ipairs(o.linear) do
    s = moved(s, ("linear[%d]"):format(k))
    if #s.states ~= #first.states or #s.inputs ~= #first.inputs then
      check.fail(("linear[%d]"):format(k), "has other states or inputs than the first")
    end
    local d = s.dt and s or s:c2d(systems.time_of(o.dt, "dt"))
    A[k], B[k] = d.A, d.B
  end
  local Q = weights.positive(weights.square(o.Q, first.states, "Q"), "Q")
  local R = weights.positive(weights.square(o.R, first.inputs, "R"), "R", true)
  local S = weights.cross(o.S, #first.states, #first.inputs, "S")
  local final = o.final and weights.square(o.final, first.states, "final") or Q
  local gains, X = ctl.riccati_steps(A, B, Q, R, S, final, n)
  if not gains then return nil, X end
  return made { kind = ("linear quadratic regulator along %d times, %s s apart"):format(n,
    kit.number(o.dt)), K = gains[1], gains = gains, X = X, of = first.states, system = first,
    controller = state_feedback(first, gains[1]) }
end

-- ---- the block that runs ------------------------------------------------------------------------

local function closed(d)
  if not d.controller then check.fail("closed", "there is no controller here") end
  local s = d.system
  if d.L and not d.K then check.fail("closed", "an observer closes no loop: :with_observer") end
  if d.K and not d.controller.A then
    return statespace.like(s, { A = closed_of(s, d.K), C = s.C - s.D * d.K })
  end
  return li.feedback(s, d.controller, 1)
end

local function block(d, options)
  if not d.controller then check.fail("block", "there is nothing that runs here") end
  local o = {}
  for key, x in pairs(options or {}) do o[key] = x end
  o.name = o.name or "controller"
  local s = d.system
  local key = d.L and "y" or "x"
  o.at = o.at or point_of(s, key, key == "x" and s.states or s.outputs)
  o.rest = o.rest or point_of(s, "u", s.inputs)
  local point = rawget(s, "point")
  o.turns = point and point.turns or nil
  return d.controller:block(o)
end

-- ---- along a run --------------------------------------------------------------------------------

-- what an input was in the run: its column, or the force recorded on a coordinate
local function input_of(run, name, given, states)
  local x = given[name]
  if type(x) == "number" then return function() return x end end
  if x ~= nil then return x end
  local columns = { "tau." .. name, name }
  -- a motor is called as its coordinate is, whose column says where it was
  for _, state in ipairs(states) do if state == name then columns[2] = nil end end
  for _, column in ipairs(columns) do
    local ok, values = check.try(function() return run[column] end)
    if ok and kit.class(values) == "vec" then
      return function(t) return run:at(column, t) end
    end
  end
  check.fail("inputs." .. name, "the run has no column of this input: inputs = {%s = number or "
    .. "function(t)}, or record = \"tau\" in the run", name)
end

-- options of block:c, the rest being those of design:block
local SHIP = { type = true, dir = true, vectors = true, units = true, about = true,
  tolerance = true, file = true, form = true }

local function as_block(d, options)
  local of_block, of_ship = {}, {}
  for key, x in pairs(options) do (SHIP[key] and of_ship or of_block)[key] = x end
  of_ship.name = options.name
  return block(d, of_block), of_ship
end

local along_fields = { run = "any", dt = { "num", above = 0 }, inputs = "table?", name = "str?" }

-- u = u_ref(t) - K(t) (x - x_ref(t)): a block, and the references it reads
local function along(d, options)
  local o = check.fields(options, "along", along_fields)
  if kit.class(o.run) ~= "run" then
    check.fail("run", "expected a run, got %s", check.got(o.run))
  end
  if not d.gains then check.fail("along", "there are no gains over time here: li.lqr_along") end
  local s, references, inputs, outputs = d.system, {}, {}, {}
  local last = o.run.t[#o.run.t]
  local function signal(symbol, name, f)
    inputs[symbol], references[name] = name, function(t) return f(math.min(t, last)) end
  end
  for j, state in ipairs(s.states) do
    inputs["x" .. j] = state
    signal("r" .. j, state .. "_ref", function(t) return o.run:at(state, t) end)
  end
  for i, name in ipairs(s.inputs) do
    signal("u" .. i, "input_" .. i .. "_ref", input_of(o.run, name, o.inputs or {},
      s.states))
    local terms = { "u" .. i }
    for j = 1, #s.states do
      local gain = ("k%d_%d"):format(i, j)
      signal(gain, "gain_" .. gain, function(t)
        local k = math.min(#d.gains, math.floor(t / o.dt + 1e-9) + 1)
        return d.gains[k][i][j]
      end)
      terms[#terms + 1] = ("- %s*(x%d - r%d)"):format(gain, j, j)
    end
    outputs[i] = { "out" .. i, table.concat(terms, " ") }
  end
  local to = {}
  for i, name in ipairs(s.inputs) do to["out" .. i] = name end
  return blocks.make { name = o.name or "along", inputs = inputs, outputs = outputs, to = to,
    dt = o.dt }, references
end

local DOUBLE = "local s = li.ss({{0, 1}, {0, 0}}, {{0}, {1}}, {{1, 0}}) "

class = check.class("design", "Gains or a controller made for a linear system: kind, K (u = u0 - K "
  .. "(x - x0)), L (of an observer), X (solution of the Riccati equation), poles, gamma, gains (a "
  .. "list, over a horizon), told {residual, condition}, system, controller (a statespace); false "
  .. "where it has none.", {
  { "design:closed() -> statespace", "The loop with this controller.",
    "li.ss({{0, 1}, {0, 0}}, {{0}, {1}}, {{1, 0}}):place{-1, -2}:closed():stable() --> true",
      closed },
  { "design:with_observer(observer: design) -> design",
    "The same gains on what an observer (or a Kalman filter) estimates from the outputs.",
    DOUBLE .. "return #s:place{-1, -2}:with_observer(s:observer{-5, -6}).poles --> 4",
    with_observer },
  { "design:block([options: table]) -> block",
    "What li.simulate{controllers = ..} runs: u = u0 - K (x - x0) about the point the system was "
      .. "linearized at; options: dt, from, to, at and rest (the point, by name), limits, name, "
      .. "method of c2d, as statespace:block has them.",
    DOUBLE .. "return s:place{-1, -2}:block():step{1, 0} --> [-2], []", block },
  { "design:along(options: table) -> block, references: table",
    "Gains over time (li.lqr_along) as a program along the run they were made for, {run =, dt =, "
      .. "inputs = {F = number or f(t)}}, and the references it reads: u = u_ref(t) - K(t) (x - "
      .. "x_ref(t)).",
    "local m = li.planar{1} local run = m:simulate(1, {0.1}) local lin = m:linearize{run = run, at "
      .. "= 0.1} local d = li.lqr_along{linear = lin, Q = 1, R = 1, dt = 0.1} return (d:along{run "
      .. "= run, dt = 0.1, inputs = {q1 = 0}}).outputs[1] --> out1", along },
  { "design.__tostring(d: design) -> str", "Its gains and poles.",
    DOUBLE .. "return (tostring(s:place{-1, -2}):gsub('\\n.*', '')) --> gains by poles", text },
})
shipped.define(class, "design", ", and of design:block", DOUBLE .. "local c = s:place{-1, -2} ",
  as_block)

systems.define({
  { "lqr(options: table) -> design",
    "Gains K that make the integral (sum) of x'Q x + 2 x'S u + u'R u least: {Q =, R =, S =}, each "
      .. "a number, a diagonal, {name = number} or a matrix; outputs = true: Q weighs y; dt: of a "
      .. "continuous system, held between samples; horizon (s, or samples) with final: gains over "
      .. "time. nil, message, code, info where no gain makes it stable: which modes.",
    DOUBLE .. "return s:lqr{Q = {1, 0}, R = 1}.K --> [1  1.41421]", lqr },
  { "lqi(options: table) -> design",
    "lqr with the integrals of r - y as states behind those of the system: {Q =, R =}; its "
      .. "controller takes references y_ref and the states.",
    "#li.ss(-1, 1, 1):lqi{Q = {1, 4}, R = 1}.poles --> 2", lqi },
  { "place(poles: any) -> design",
    "Gains that bring the poles to these (numbers, {re, im} with conjugates); of several inputs "
      .. "those that change least with the system. nil, message, code, info: what cannot be moved.",
    DOUBLE .. "return s:place{-1, -2}.K --> [2  3]", place },
  { "observer(poles: any) -> design",
    "x^' = A x^ + B u + L (y - C x^ - D u) with these poles; its controller takes inputs and "
      .. "outputs and gives estimates x_est.",
    DOUBLE .. "return s:observer{-1, -2}.L --> [3]\n[2]", observer },
  { "kalman(options: table) -> design",
    "The observer with the least variance: {Q = of the noise on the states (on inputs: noise = "
      .. "'F'; G = matrix), R = of the outputs, S = between}; discrete: L moves the estimate to "
      .. "the next time, M the one of the same time.",
    "li.ss(-1, 1, 1):kalman{Q = 3, R = 1}.L --> [1]", kalman },
  { "lqg(options: table) -> design",
    "lqr on what a Kalman filter estimates: {regulator = {Q, R}, noise = {Q, R}}.",
    "#li.ss(-1, 1, 1):lqg{regulator = {Q = 1, R = 1}, noise = {Q = 1, R = 1}}.poles --> 2", lqg },
  { "hinf_control(options: table) -> design",
    "The controller from 'measured' outputs to 'controls' that keeps the gain from all other "
      .. "inputs to all other outputs below gamma (the least, where left out); of sampled systems "
      .. "by Tustin's z, which keeps it [Doyle, Glover, Khargonekar, Francis 1989].",
    "local P = li.ss{A = {{-1}}, B = {{1, 0, 1}}, C = {{1}, {0}, {1}}, D = {{0, 0, 0}, {0, 0, 1}, "
      .. "{0, 1, 0}}, inputs = 'w n u', outputs = 'z r y'} return P:hinf_control{controls = 'u', "
      .. "measured = 'y'}.controller:stable() --> true", hinf_control },
  { "h2_control(options: table) -> design",
    "The same with the least H2 norm: linear quadratic Gaussian in general form.",
    "local P = li.ss{A = {{-1}}, B = {{1, 0, 1}}, C = {{1}, {0}, {1}}, D = {{0, 0, 0}, {0, 0, 1}, "
      .. "{0, 1, 0}}, inputs = 'w n u', outputs = 'z r y'} return P:h2_control{controls = 'u', "
      .. "measured = 'y'}.controller:stable() --> true", h2_control },
  { "loop_shape([options: table]) -> design",
    "A loop shaped by weights {before =, behind =} and made robust [McFarlane, Glover]: gamma "
      .. "below 4 says that the shape is one that can be had.",
    "li.tf({1}, {1, 0}):ss():loop_shape().gamma < 2 --> true", loop_shape },
}, "statespace")

kit.define(li, {
  "lqr_along(options: table) -> design",
  "Gains for every time along a trajectory: {linear = models (model:linearize{run = run, at = "
    .. "dt}), Q =, R =, final =, dt =}; gains[k] holds from time k dt on.",
  "local s = li.ss({{0, 1}, {0, 0}}, {{0}, {1}}) local list = {} for k = 1, 400 do list[k] = s end "
    .. "return ('%.3f'):format(li.lqr_along{linear = list, Q = 1, R = 1, dt = 0.05}.K[1][1]) --> "
    .. "0.958", lqr_along })

design.arithmetic = arithmetic
design.noise_of = noise_of
design.moved, design.cost_of, design.between_samples = moved, cost_of, between_samples
design.point_of = point_of

return design
