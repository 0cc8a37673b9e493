-- over_speed.lua - straight ahead at many speeds: gains, critical and characteristic speed, roots
local li = require "liaison"
local check = require "liaison.base.check"
local steady = require "liaison.vehicle.steady_turn"
local iso4138 = require "liaison.manoeuvres.iso4138"
local kit = li._internal

local function speeds_of(o)
  local list = {}
  for k = 0, o.points - 1 do
    list[k + 1] = o.from + (o.to - o.from) * k / math.max(o.points - 1, 1)
  end
  return list
end

-- linear models at the speeds; straight ahead there is one at each
local function models(v, o, out)
  local list = {}
  for _, speed in ipairs(speeds_of(o)) do
    local turn, why = steady.straight(v, speed, o.u)
    if not turn then
      out.note("%s", why)
      break
    end
    list[#list + 1] = { speed = speed, turn = turn, linear = assert(turn:linear {
      inputs = { "steer" } }) }
  end
  if #list < 2 then check.fail("from", "fewer than two of the speeds have a straight motion") end
  return list
end

-- ---- gains --------------------------------------------------------------------------------------

-- of steer at rest, by the two slow states: speed itself is held
local function gains_of(m)
  local h = assert(m.turn:handling())
  local A, B = h.A, h.B
  local det = A[1][1] * A[2][2] - A[1][2] * A[2][1]
  local w = (-B[1][1] * A[2][2] + A[1][2] * B[2][1]) / det
  local r = (-A[1][1] * B[2][1] + A[2][1] * B[1][1]) / det
  return r, w / m.speed, det
end

-- where y crosses 0 between neighbours
local function crossing(x, y)
  for i = 2, #x do
    if (y[i - 1] > 0) ~= (y[i] > 0) then
      return x[i - 1] + (x[i] - x[i - 1]) * y[i - 1] / (y[i - 1] - y[i])
    end
  end
end

local function largest(x, y)
  local best
  for i = 1, #x do if not best or y[i] > y[best] then best = i end end
  if best == 1 or best == #x then return nil end
  local a, b, c = y[best - 1], y[best], y[best + 1]
  local w = (a - c) / (2 * (a - 2 * b + c))
  return x[best] + w * (x[best + 1] - x[best]), b - (a - c) * w / 4
end

local function gains(v, o, out)
  local list = models(v, o, out)
  local x, yaw, side, det, lateral = {}, {}, {}, {}, {}
  for i, m in ipairs(list) do
    x[i] = m.speed
    yaw[i], side[i], det[i] = gains_of(m)
    lateral[i] = yaw[i] * m.speed
  end
  local lever, ratio = iso4138.lever(v, o.u)
  local top, gain = largest(x, yaw)
  local last = #x
  -- 1/gain = i (L/V + U V)
  local U = (1 / yaw[last] / ratio - lever / ratio / x[last]) / x[last]
  local critical = crossing(x, det)
  out.measure("yaw_rate_gain_peak", top and gain, "1/s",
    "the largest steady yaw rate over steer; none: it grows or falls all the way")
  out.measure("characteristic_speed", top, "m/s",
    "where that is: a turn takes twice the steering of a slow one")
  out.measure("critical_speed", critical, "m/s",
    "where straight ahead is no longer stable, det A = 0; none: within the range it is")
  out.measure("understeer_gradient", U, "rad s2/m",
    kit.format("U of 1/gain = i (L/V + U V) at %g m/s", x[last]))
  out.measure("sideslip_zero", crossing(x, side), "m/s",
    "where a turn has no sideslip at x, y: below it the rear runs inside")
  out.record("gains", { speed = x, yaw_rate_gain = yaw, sideslip_gain = side,
    lateral_acceleration_gain = lateral })
  local function draw(name, label, y)
    out.plot(name, li.plot { x = x, y = y, xlabel = "speed (m/s)", ylabel = label })
  end
  draw("yaw rate gain", "yaw rate/steer (1/s)", yaw)
  draw("sideslip gain", "sideslip/steer", side)
  draw("lateral acceleration gain", "a_y/steer (m/s2/rad)", lateral)
end

-- ---- roots --------------------------------------------------------------------------------------

-- pairs nearest to each other from one speed to the next, so that each root is a branch
local function matched(branches, roots)
  local free = {}
  for i, p in ipairs(roots) do free[i] = p end
  local out = {}
  for b, before in ipairs(branches) do
    local best, d
    for i, p in pairs(free) do
      local new = (p.re - before.re) ^ 2 + (p.im - before.im) ^ 2
      if not d or new < d or (new == d and i < best) then best, d = i, new end
    end
    out[b], free[best] = free[best], nil
  end
  return out
end

local function by_place(a, b) return a.im > b.im or (a.im == b.im and a.re > b.re) end

local function branches_of(list)
  local now, all
  for _, m in ipairs(list) do
    local roots = m.linear:eigenvalues()
    table.sort(roots, by_place)
    now = now and matched(now, roots) or roots
    all = all or {}
    for b, p in ipairs(now) do
      all[b] = all[b] or { speed = {}, re = {}, im = {} }
      local k = #all[b].re + 1
      all[b].speed[k], all[b].re[k], all[b].im[k] = m.speed, p.re, p.im
    end
  end
  return all
end

-- the least damped pair below a frequency, and the largest real part but for what stays 0
local function worst_of(m, o)
  local damping, frequency, real
  for _, p in ipairs(m.linear:eigenvalues()) do
    local w = math.sqrt(p.re ^ 2 + p.im ^ 2)
    if p.im > 1e-6 and w < 2 * math.pi * o.below then
      local zeta = -p.re / w
      if not damping or zeta < damping then damping, frequency = zeta, w / (2 * math.pi) end
    end
    if w > 1e-6 and (not real or p.re > real) then real = p.re end
  end
  return damping, frequency, real
end

local function root_locus(v, o, out)
  local list = models(v, o, out)
  local x, damping, real = {}, {}, {}
  local least, where, frequency, unstable
  for i, m in ipairs(list) do
    local zeta, f, re = worst_of(m, o)
    x[i], damping[i], real[i] = m.speed, zeta or 1, re
    if zeta and (not least or zeta < least) then least, where, frequency = zeta, m.speed, f end
    if re and re > 1e-6 then unstable = unstable or m.speed end
  end
  out.measure("least_damping", least, "", kit.format("of all pairs below %g Hz: -re/|p|", o.below))
  out.measure("least_damping_speed", where, "m/s", "where that is")
  out.measure("least_damping_frequency", frequency, "Hz", "of it")
  out.measure("unstable_from", unstable and (crossing(x, real) or unstable), "m/s",
    "the first speed with a root to the right; none: not within the range")
  local series = { xlabel = "real part (1/s)", ylabel = "imaginary part (rad/s)" }
  local limit, roots = 2 * math.pi * o.below, {}
  for b, branch in ipairs(branches_of(list)) do
    local re, im, inside = {}, {}, false
    for k = 1, #branch.re do
      local near = math.abs(branch.re[k]) < limit and math.abs(branch.im[k]) < limit
      inside = inside or near
      if near and branch.im[k] >= -1e-9 then
        re[#re + 1], im[#im + 1] = branch.re[k], branch.im[k]
      end
    end
    if inside and #re > 0 then
      series[#series + 1] = { x = re, y = im, marker = true, label = ("root %d"):format(b) }
    end
    roots["root" .. b .. "_re"], roots["root" .. b .. "_im"] = branch.re, branch.im
  end
  roots.speed = x
  out.record("roots", roots)
  series.legend = false
  if #series > 0 then out.plot("roots", li.plot(series)) end
  out.plot("damping", li.plot { x = x, y = damping, xlabel = "speed (m/s)",
    ylabel = kit.format("least damping below %g Hz", o.below) })
  if not least then out.note("no pair of roots below %s Hz swings", kit.number(o.below)) end
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate" },
  coordinates = { "x", "y", "yaw" } }

local function fields(more)
  local out = { from = { "num", above = 0, default = 2 }, to = { "num", above = 0, default = 60 },
    points = { "num", min = 2, default = 40 }, u = "table?" }
  for key, x in pairs(more) do out[key] = x end
  return out
end

return {
  { name = "speed_gains", standard = "small motions", title = "gains over speed",
    text = "yaw rate, sideslip and lateral acceleration by steer over speed; characteristic and "
      .. "critical speed", also = { "sideslip_gain", "critical_speed", "characteristic_speed" },
    needs = NEEDS, fields = fields {}, run = gains },
  { name = "root_locus", standard = "small motions", title = "roots over speed",
    text = "eigenvalues straight ahead over speed, least damping, where it becomes unstable",
    also = { "roots", "eigenvalues_over_speed" }, needs = NEEDS,
    fields = fields { below = { "num", above = 0, default = 5 } }, run = root_locus },
}
