-- held_turn.lua - states of a vehicle that are no steady turns of its own: held at a sideslip and a
-- steer angle (yaw moment method), turning while its speed grows or falls (g-g diagram)
local root = require "liaison.vehicle.steady_root"
local words = require "liaison.vehicle.vehicle_words"

local held = {}

-- yaw inertia about the centre of mass, at home, of all that turns
function held.yaw_inertia(v)
  local M = v.model:mass(v.model:home())
  local y, yaw = v.at.y, v.at.yaw
  return M[yaw][yaw] - M[y][yaw] ^ 2 / M[y][y]
end

-- ---- held ---------------------------------------------------------------------------------------

-- all but the plane motion rests; r V is the lateral acceleration that the forces give
local function residual(p, s)
  local v, nq, out = p.v, #p.v.q, {}
  local f = words.rates(v, s.x, s.u)
  for k, name in ipairs(v.q) do out[k] = root.plane[name] and 0 or f[nq + k] end
  for k = 1, words.own(v) do out[nq + k] = f[2 * nq + k] end
  local lateral = f[nq + v.at.y] * math.cos(p.beta) - f[nq + v.at.x] * math.sin(p.beta)
  out[v.at.yaw] = s.x[nq + v.at.yaw] - lateral / p.speed
  local gaps = words.gaps(v, s.x, s.u)
  for k = 1, gaps and #gaps / 2 or 0 do out[#out + 1] = gaps[k] end
  return out
end

-- {speed, sideslip, steer}: lateral (m/s2), yaw (rad/s2), or nil where there is no such state
function held.at(v, o)
  local x, nq = root.start(v, o.speed), #v.q
  local u = { steer = o.steer }
  local unfelt = root.unfelt(v, x, u)
  x[nq + v.at.x] = o.speed * math.cos(o.sideslip)
  x[nq + v.at.y] = o.speed * math.sin(o.sideslip)
  local list = { { place = nq + v.at.yaw, name = "yaw'" } }
  for k, name in ipairs(v.q) do
    if not root.plane[name] then
      list[#list + 1] = unfelt[name] and { place = nq + k, name = name .. "'" }
        or { place = k, name = name }
    end
  end
  for k = 1, words.own(v) do
    list[#list + 1] = { place = 2 * nq + k, name = "own" .. k, own = true }
  end
  local p = { v = v, unknowns = list, residual = residual, beta = o.sideslip, speed = o.speed }
  local s = root.newton(p, { x = x, u = u }, {})
  if not s then return nil end
  local f = words.rates(v, s.x, s.u)
  return { lateral = f[nq + v.at.y] * math.cos(o.sideslip) - f[nq + v.at.x]
    * math.sin(o.sideslip), yaw = f[nq + v.at.yaw], x = s.x, u = s.u }
end

-- ---- turning while the speed grows --------------------------------------------------------------

-- the largest lateral acceleration {speed, acceleration, most, step}: its value, or nil where even
-- straight ahead it is not to be had
function held.fastest(v, o)
  local drives = o.acceleration >= 0
  local free, u = { "steer", drives and v.pushes or "brake" }, {}
  if drives then u.brake = v.input.brake and 0 or nil else u[v.pushes] = 0 end
  local p = root.problem(v, o.speed, free, u, o.acceleration)
  local points = {}
  for k = 1, math.ceil(o.most / o.step) do
    points[k] = { speed = o.speed, how = "lateral_acceleration", value = k * o.step }
  end
  local states, last = root.along(p, points)
  if not states then return nil end
  local s = last or states[#states]
  local y = words.outputs(v, s.x, s.u)
  return root.measure.speed(y) * y.yaw_rate, s
end

return held
