-- steady_root.lua - states of a vehicle in which nothing changes in axes of its heading, as roots
-- of its equations: unknowns, what is left of the equations, Newton's method, steps along
-- conditions
--
-- In axes of the heading, with yaw = 0, x' = u, y' = w, yaw' = r:
--
--   x'' = a u/V - r w,  y'' = a w/V + r u,  yaw'' = 0,  spins: spin'' = a spin/V,  others rest
--
-- a: how the speed V grows along the course, 0 of a steady turn. Unknown: positions that the forces
-- feel, u, w, r, the spins, own states of force elements (which rest), and inputs.
local li = require "liaison"
local words = require "liaison.vehicle.vehicle_words"

local root = {}

-- ---- unknowns -----------------------------------------------------------------------------------

local PLANE = { x = true, y = true, yaw = true }

local function largest(a, b)
  local d, size = 0, 0
  for k = 1, #a do
    d = math.max(d, math.abs(a[k] - b[k]))
    size = math.max(size, math.abs(a[k]))
  end
  return d, size
end

-- coordinates that no force feels: they may grow evenly
local function unfelt_of(v, x, u)
  local unfelt, nq = {}, #v.q
  local before = words.rates(v, x, u)
  for k = 1, nq do
    local moved = {}
    for i = 1, #x do moved[i] = x[i] end
    moved[k] = moved[k] + 0.37
    local after = words.rates(v, moved, u)
    local a, b = {}, {}
    for i = 1, nq do a[i], b[i] = before[nq + i], after[nq + i] end
    local d, size = largest(a, b)
    unfelt[v.q[k]] = d <= 1e-9 * (1 + size)
  end
  return unfelt
end

local function start_of(v, speed)
  local x, nq = {}, #v.q
  local home = v.model:home()
  for k = 1, nq do x[k], x[nq + k] = home[k], 0 end
  for k = 1, words.own(v) do x[2 * nq + k] = 0 end
  for q, radius in pairs(v.spins) do x[nq + v.at[q]] = speed / radius end
  for name in pairs(PLANE) do x[v.at[name]] = 0 end
  x[nq + v.at.x] = speed
  return x
end

-- which numbers of (x, inputs) are unknown: list of { place in x } or { input = name }
local function unknowns_of(v, unfelt, free)
  local list, nq = {}, #v.q
  for k, name in ipairs(v.q) do
    if PLANE[name] then list[#list + 1] = { place = nq + k, name = name .. "'" }
    elseif unfelt[name] then list[#list + 1] = { place = nq + k, name = name .. "'" }
    else list[#list + 1] = { place = k, name = name } end
  end
  for k = 1, words.own(v) do
    list[#list + 1] = { place = 2 * nq + k, name = "own" .. k, own = true }
  end
  for _, name in ipairs(free) do list[#list + 1] = { input = name, name = name } end
  return list
end

-- ---- equations ----------------------------------------------------------------------------------

-- what a condition is of the state: outputs at the place that `speed` is of
local CONDITIONS = {
  speed = function(y) return math.sqrt(y.speed ^ 2 + y.lateral_speed ^ 2) end,
  yaw_rate = function(y) return y.yaw_rate end,
  curvature = function(y, V) return y.yaw_rate / V end,
  lateral_acceleration = function(y, V) return y.yaw_rate * V end,
}

-- what the axes that turn, and a speed that grows, take from the accelerations; gaps, conditions:
-- all that costs little
local function beside_forces(p, s, wanted)
  local v, nq, out = p.v, #p.v.q, {}
  local r, u, w = s.x[nq + v.at.yaw], s.x[nq + v.at.x], s.x[nq + v.at.y]
  local V = math.sqrt(u * u + w * w)
  for k, name in ipairs(v.q) do
    local spins = p.a ~= 0 and p.unfelt[name] and not PLANE[name]
    out[k] = spins and -p.a * s.x[nq + k] / V or 0
  end
  out[v.at.x] = r * w - p.a * u / V
  out[v.at.y] = -r * u - p.a * w / V
  for k = 1, words.own(v) do out[nq + k] = 0 end
  local gaps = words.gaps(v, s.x, s.u)
  for k = 1, gaps and #gaps / 2 or 0 do out[#out + 1] = gaps[k] end
  local y = words.motion(v, s.x, s.u)
  local size = CONDITIONS.speed(y)
  for _, c in ipairs(wanted) do out[#out + 1] = CONDITIONS[c.name](y, size) - c.value end
  return out
end

-- what is left of the equations of problem p at s
local function residual(p, s, wanted)
  local out = beside_forces(p, s, wanted)
  local f, nq = words.rates(p.v, s.x, s.u), #p.v.q
  for k = 1, nq + words.own(p.v) do out[k] = out[k] + f[nq + k] end
  return out
end

local function copy(s)
  local out = { x = {}, u = {} }
  for k, a in ipairs(s.x) do out.x[k] = a end
  for name, a in pairs(s.u) do out.u[name] = a end
  return out
end

local function get(s, one) return one.input and s.u[one.input] or s.x[one.place] end

local function moved(s, unknowns, d, factor)
  local out = copy(s)
  for k, one in ipairs(unknowns) do
    local a = get(s, one) + factor * d[k]
    if one.input then out.u[one.input] = a else out.x[one.place] = a end
  end
  return out
end

-- own states at rest where all else is as it is: their rates are all but straight in themselves. So
-- steps see what a tyre does at last, not what it does before it answers
local function settled(v, s)
  local first, n, step = 2 * #v.q, words.own(v), {}
  for _ = 1, n > 0 and 2 or 0 do
    local f = words.rates(v, s.x, s.u)
    for k = first + 1, first + n do
      local z = s.x[k]
      s.x[k] = z + 1e-6
      local slope = (words.rates(v, s.x, s.u)[k] - f[k]) / 1e-6
      s.x[k] = z
      step[k] = slope < -1e-6 and -f[k] / slope or 0
    end
    for k = first + 1, first + n do s.x[k] = s.x[k] + step[k] end
  end
  return s
end

-- by differences of f(p, s, wanted)
local function by_differences(f, p, s, wanted, n)
  local unknowns = p.unknowns
  local J = li.zeros(n, #unknowns)
  for k, one in ipairs(unknowns) do
    local h = 1e-6 * math.max(1, math.abs(get(s, one)))
    local d = {}
    for i = 1, #unknowns do d[i] = i == k and h or 0 end
    local plus, minus = f(p, moved(s, unknowns, d, 1), wanted),
      f(p, moved(s, unknowns, d, -1), wanted)
    for i = 1, n do J[i][k] = (plus[i] - minus[i]) / (2 * h) end
  end
  return J
end

-- slopes of the accelerations are exact, what stands beside them is cheap
local function jacobian(p, s, wanted, F)
  if p.residual ~= residual then return by_differences(p.residual, p, s, wanted, #F) end
  local J, nq = by_differences(beside_forces, p, s, wanted, #F), #p.v.q
  local A, B, at = words.slopes(p.v, s.x, s.u)
  for i = 1, nq + words.own(p.v) do
    local row, a, b = J[i], A[nq + i], B and B[nq + i]
    for k, one in ipairs(p.unknowns) do
      row[k] = row[k] + (one.input and b[at[one.input]] or not one.input and a[one.place])
    end
  end
  return J
end

-- whether a spin (column k) is felt by what turns it: at once, or by the states of its tyre, whose
-- rates it sets
local function is_felt(v, J, row, k, unknowns)
  if math.abs(J[row][k]) >= 1e-3 then return true end
  for i, one in ipairs(unknowns) do
    if one.own and math.abs(J[one.place - #v.q][k]) > 1e-9 and math.abs(J[row][i]) >= 1e-3 then
      return true
    end
  end
  return false
end

-- a wheel in the air goes on spinning as it did: its spin is no means to balance the rest
local function hold_free_spins(v, J, unknowns, n)
  for k, one in ipairs(unknowns) do
    local q = not one.input and one.name:match "^(.*)'$"
    local row = q and not PLANE[q] and v.at[q]
    if row and not is_felt(v, J, row, k, unknowns) then
      for i = 1, n do J[i][k] = 0 end
    end
  end
end

local function weighted(F, weight)
  local sum = 0
  for i = 1, #F do sum = sum + (F[i] * weight[i]) ^ 2 end
  return math.sqrt(sum)
end

local function is_finite(F)
  for i = 1, #F do if F[i] - F[i] ~= 0 then return false end end
  return true
end

-- rows of J and F weighed by the largest slope of each. What a driver holds does not move: its row
-- is rounding, and left out
local function weigh(J, F, n)
  local weight, rhs = {}, li.zeros(#F)
  for i = 1, #F do
    local most = 0
    for k = 1, n do most = math.max(most, math.abs(J[i][k])) end
    weight[i] = most > 1e-6 and 1 / most or 0
    for k = 1, n do J[i][k] = J[i][k] * weight[i] end
    rhs[i] = -F[i] * weight[i]
  end
  return weight, rhs
end

-- the way of Newton from s, and weights of the equations there; nil: there is none
local function way(p, s, wanted, F)
  if not is_finite(F) then return nil end
  local J = jacobian(p, s, wanted, F)
  hold_free_spins(p.v, J, p.unknowns, #F)
  local weight, rhs = weigh(J, F, #p.unknowns)
  return J:least_squares(rhs), weight
end

local function step_size(p, s, d, factor)
  local step = 0
  for k, one in ipairs(p.unknowns) do
    step = math.max(step, math.abs(factor * d[k]) / (1 + math.abs(get(s, one))))
  end
  return step
end

local function arrived(step, F, weight) return step < 1e-10 and weighted(F, weight) < 1e-7 end

-- whole steps: they cross a kink (a wheel that lifts) where none that must get better does
local function whole_steps(p, s, wanted)
  s = settled(p.v, copy(s))
  local F = p.residual(p, s, wanted)
  for count = 1, 12 do
    local d, weight = way(p, s, wanted, F)
    if not d then return nil end
    local step = step_size(p, s, d, 1)
    if step > 10 or count > 7 and step > 1e-3 then return nil end
    s = settled(p.v, moved(s, p.unknowns, d, 1))
    F = p.residual(p, s, wanted)
    if arrived(step, F, weight) then return s end
  end
  return nil
end

-- steps that get better, halved until they do
local function careful_steps(p, s, wanted)
  s = settled(p.v, copy(s))
  local F = p.residual(p, s, wanted)
  for _ = 1, 20 do
    local d, weight = way(p, s, wanted, F)
    if not d then return nil end
    local size, factor, new, G = weighted(F, weight), 1, nil, nil
    for _ = 1, 7 do
      new = settled(p.v, moved(s, p.unknowns, d, factor))
      G = p.residual(p, new, wanted)
      if is_finite(G) and weighted(G, weight) <= (1 - factor / 100) * size + 1e-13 then break end
      factor = factor / 2
    end
    local step = step_size(p, new, d, factor)
    s, F = new, G
    if factor == 1 and arrived(step, F, weight) then return s end
    if factor < 0.02 then return nil end
  end
  return nil
end

-- Newton's method of the problem from s on; a state, or nil
local function newton(p, s, wanted)
  return whole_steps(p, s, wanted) or careful_steps(p, s, wanted)
end

-- ---- along a parameter --------------------------------------------------------------------------

local function conditions(speed, how, value)
  return { { name = "speed", value = speed }, { name = how, value = value } }
end

-- inputs that are found (free), those that stay (u); growing: how the speed grows
function root.problem(v, speed, free, u, growing)
  local s = { x = start_of(v, speed), u = {} }
  for name, a in pairs(u) do s.u[name] = a end
  for _, name in ipairs(free) do s.u[name] = s.u[name] or 0 end
  local unfelt = unfelt_of(v, s.x, s.u)
  return { v = v, start = s, unfelt = unfelt, unknowns = unknowns_of(v, unfelt, free),
    residual = residual, a = growing or 0 }
end

-- straight ahead
function root.straight(p, speed) return newton(p, p.start, conditions(speed, "yaw_rate", 0)) end

local function distance(p, a, b)
  local most = 0
  for _, one in ipairs(p.unknowns) do
    most = math.max(most, math.abs(get(a, one) - get(b, one)) / (1 + math.abs(get(a, one))))
  end
  return most
end

-- the root near the guess: one far away is of another branch, as of a car that drifts
local function near_root(p, s, guess, wanted)
  local room = guess == s and 1 or 0.2 + distance(p, guess, s)
  for _, from in ipairs { guess, guess ~= s and s or nil } do
    for _, way_of in ipairs { whole_steps, careful_steps } do
      local new = way_of(p, from, wanted)
      if new and distance(p, new, guess) < room then return new end
    end
  end
end

-- how far from `a` to `b` is, in parts of the way from `b` to `c`
local function ratio_of(a, b, c)
  if c.value ~= b.value then return (b.value - a.value) / (c.value - b.value) end
  return c.speed ~= b.speed and (b.speed - a.speed) / (c.speed - b.speed) or 0
end

-- From s towards the next point in steps: the state there, or the last one there is, how far, and
-- the one before it with its share; before: the state ahead of s, at a share below 0
local function towards(p, s, from, to, before)
  local share, step = 0, 1
  local how = to.how
  local function at(x)
    return conditions(from.speed + x * (to.speed - from.speed), how,
      from.value + x * (to.value - from.value))
  end
  while share < 1 do
    local aim, guess = math.min(1, share + step), s
    if before and share > before.share then
      local d = {}
      for k, one in ipairs(p.unknowns) do d[k] = get(s, one) - get(before.s, one) end
      guess = moved(s, p.unknowns, d, (aim - share) / (share - before.share))
    end
    local new = near_root(p, s, guess, at(aim))
    if new then
      before = { s = s, share = share }
      s, share = new, aim
    else
      step = step / 2
      if step < 4e-3 then return s, share end
    end
  end
  return s, 1, before
end

-- Along points {speed, how, value}, each from the one before, from straight ahead on: the states
-- found; of the first that is not there the last state on the way to it, and the point
function root.along(p, points)
  local s, list = root.straight(p, points[1].speed), {}
  if not s then return nil end
  local from, before = { speed = points[1].speed, how = points[1].how, value = 0 }, nil
  for i, to in ipairs(points) do
    local share
    s, share, before = towards(p, s, from, to, before)
    if share < 1 then return list, s, to end
    list[#list + 1] = s
    -- the last step, as a part of the one that comes
    local ratio = points[i + 1] and ratio_of(from, to, points[i + 1]) or 0
    local back = before and (before.share - 1) * ratio or 0
    before = back < 0 and { s = before.s, share = back } or nil
    from = to
  end
  return list
end

root.newton, root.copy, root.conditions, root.measure = newton, copy, conditions, CONDITIONS
root.start, root.unfelt, root.plane = start_of, unfelt_of, PLANE

return root
