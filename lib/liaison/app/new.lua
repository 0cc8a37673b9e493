-- new.lua - scripts to start from: liaison new robot|mechanism|vehicle|controller NAME
local M = {}

local robot = [==[
-- NAME.lua - a robot: describe it, ask it, let it move        run it: liaison NAME.lua
local li = require "liaison"
local deg = li.deg

-- bodies by name, each with the joint it moves by; SI units and radians; any number may be a name
-- ("m1") left open. inertia is about the centre of mass: xx, yy, zz
local arm = li.robot {
  name = "NAME",
  gravity = { 0, 0, -9.81 },
  bodies = {
    { name = "base", joint = "revolute", axis = "z", at = { 0, 0, 0.4 },
      min = -170 * deg, max = 170 * deg,
      mass = 6, com = { 0, 0, 0.1 }, inertia = { 0.05, 0.05, 0.03 } },
    { name = "upper", parent = "base", joint = "revolute", axis = "y", at = { 0, 0, 0.2 },
      min = -100 * deg, max = 100 * deg,
      mass = 4, com = { 0.25, 0, 0 }, inertia = { 0.01, 0.09, 0.09 } },
    { name = "fore", parent = "upper", at = { 0.5, 0, 0 },
      joint = { kind = "revolute", axis = "y", damping = 0.5 },
      mass = 2, com = { 0.2, 0, 0 }, inertia = { 0.005, 0.03, 0.03 } },
  },
  frames = { { name = "tip", body = "fore", at = { 0.4, 0, 0 } } },
  tip = "tip",
}

local q, v = { 30 * deg, -20 * deg, 45 * deg }, { 0.5, 0, -0.3 }
print(arm)                                   -- the tree
print(arm:fk(q))                             -- where the tip stands
print(arm:jacobian(q))                       -- linear part first
print("forces that hold it:", arm:gravity(q))
print("forces of this motion:", arm:id(q, v, { 0, 0, 0 }))
print(arm:equations())                       -- the same in symbols
print(arm:audit())                           -- every road to the dynamics must agree

local run = li.simulate { arm, q = q, v = v, t = 3 }
print(run)
assert(run:html "NAME.html")                 -- one page: 3-D, curves, sliders
print "look at NAME.html in a browser"
]==]

local mechanism = [==[
-- NAME.lua - a mechanism with a loop: a four-bar linkage over one turn of its crank
-- run it: liaison NAME.lua
local li = require "liaison"
local deg = li.deg

-- in closed form: crank, coupler, rocker, and where the other pivot stands
local crank, coupler, rocker, ground = 1, 3.5, 2.5, 4
local bars = li.fourbar(crank, coupler, rocker, { ground, 0 })
print(bars, bars:class())
-- coupler and rocker: angle, rate, acceleration for a crank at 1 rad/s
print(bars:solve(60 * deg, "plus", 1))

-- the same as bodies and a constraint: any loop can be told like that
local linkage = li.robot {
  name = "NAME", gravity = { 0, -9.81, 0 },
  bodies = {
    { name = "crank", joint = "revolute",
      mass = 1, com = { crank / 2, 0, 0 }, inertia = { 0, 0.08, 0.08 } },
    { name = "coupler", parent = "crank", at = { crank, 0, 0 }, joint = "revolute",
      mass = 3, com = { coupler / 2, 0, 0 }, inertia = { 0, 3, 3 } },
    { name = "rocker", parent = "world", at = { ground, 0, 0 }, joint = "revolute",
      mass = 2, com = { rocker / 2, 0, 0 }, inertia = { 0, 1, 1 } },
  },
  constraints = { { "point", name = "pin", from = "coupler", from_at = { coupler, 0, 0 },
    to = "rocker", to_at = { rocker, 0, 0 } } },
}
-- the nearest configuration that closes
local q = assert(linkage:assemble({ 60 * deg, 0, 90 * deg }, { fix = { "q1" } }))
print("closed at", q, "freedoms:", linkage:mobility(q).velocity)
-- the crank at 1 rad/s, the others follow
local v = linkage:fit_velocity(q, { q1 = 1 }, { fix = "q1" })
print("rates", v)
print("force of the pin on the coupler:", linkage:constrained(q, v, { 0, 0, 0 }).forces.pin.from)

-- one turn of the crank
local turn = linkage:follow { input = "q1", from = q[1], to = q[1] + 360 * deg, steps = 72, q = q }
local angle = {}
for i, row in ipairs(turn.q) do angle[i] = row[3] end
print(li.plot { x = turn.input, y = angle, xlabel = "crank (rad)", ylabel = "rocker (rad)" })

local run = li.simulate { linkage, q = q, v = v, t = 4 }
print(run)
assert(run:html "NAME.html")                 -- one page: 3-D, curves
print "look at NAME.html in a browser"
]==]

local vehicle = [==[
-- NAME.lua - a vehicle: chassis on springs, heave, pitch and roll        run it: liaison NAME.lua
local li = require "liaison"
local deg = li.deg

local m, Ixx, Iyy, k, c = 1200, 400, 1700, 25000, 1800      -- kg, kg m2, N/m, N s/m
local front, rear, half = 1.2, 1.4, 0.75                    -- m, from the centre of mass

local z, pitch, roll = li.coordinates "z pitch roll"
local V, D = m * 9.81 * z, 0
for _, corner in ipairs { { front, half }, { front, -half }, { -rear, half }, { -rear, -half } } do
  -- how far the corner has risen, small angles
  local x = z - corner[1] * pitch + corner[2] * roll
  local rate = z:d() - corner[1] * pitch:d() + corner[2] * roll:d()
  V = V + k * x ^ 2 / 2
  D = D + c * rate ^ 2 / 2                                  -- Rayleigh's function of the dampers
end
local T = (m * z:d() ^ 2 + Iyy * pitch:d() ^ 2 + Ixx * roll:d() ^ 2) / 2

local eq = li.lagrange { T = T, V = V, D = D, q = { z, pitch, roll } }
print(eq)
print(eq:linearize { q = { 0, 0, 0 } }:modes())             -- bounce, pitch, roll

-- dropped from 5 cm with the nose 2 degrees down: x = (q, q')
local fd = eq:compile "fd"
local run = li.simulate { x = { 0.05, 2 * deg, 0, 0, 0, 0 }, t = 3,
  names = { "z", "pitch", "roll", "z'", "pitch'", "roll'" },
  f = function(_, x, dx)
    local a = fd({ x[1], x[2], x[3] }, { x[4], x[5], x[6] }, { 0, 0, 0 })
    for i = 1, 3 do dx[i], dx[i + 3] = x[i + 3], a[i] end
  end }
print(run)
print(li.plot_run(run, { "z", "pitch" }))
assert(run:plot("NAME.svg", { "z", "pitch" }))
print "look at NAME.svg in a browser"
]==]

local controller = [==[
-- NAME.lua - a controller: PD with gravity compensation brings an arm to its goal
-- run it: liaison NAME.lua
local li = require "liaison"
local deg = li.deg

local arm = li.planar { 1, 0.8 }
local goal = { 60 * deg, -30 * deg }
local kp, kd = { 60, 30 }, { 18, 8 }

-- f(t, q, v, tau): fills tau, the forces of the motors
local function control(_, q, v, tau)
  local g = arm:gravity(q)
  for k = 1, 2 do tau[k] = kp[k] * (goal[k] - q[k]) - kd[k] * v[k] + g[k] end
end

local run = li.simulate { arm, q = { -90 * deg, 0 }, t = 4, input = control, dt = 0.01 }
print(run)
print(li.plot_run(run, { "q1", "q2" }))
local q = run:state()
print("left of the way:", goal[1] - q[1], goal[2] - q[2])
assert(math.abs(goal[1] - q[1]) < 1e-2 and math.abs(goal[2] - q[2]) < 1e-2)
assert(run:html "NAME.html")
print "look at NAME.html in a browser"
]==]

M.kinds = { robot = robot, mechanism = mechanism, vehicle = vehicle, controller = controller }

local function exists(path)
  local f = io.open(path, "rb")
  if f then f:close() end
  return f ~= nil
end

-- NAME.lua in this folder; false, having complained, where that cannot be
function M.write(kind, name, complain)
  local text = M.kinds[kind or ""]
  if not text then
    complain("new needs what: robot, mechanism, vehicle or controller%s",
      kind and (", got '" .. kind .. "'") or "")
    return false
  end
  if not name or not name:match "^[%w_][%w_%-]*$" then
    complain("new %s needs a name of letters, digits, _ and -, the first no -%s", kind,
      name and (", got '" .. name .. "'") or "")
    return false
  end
  local path = name .. ".lua"
  if exists(path) then
    complain("%s is already there, and stays as it is", path)
    return false
  end
  local written, why = require "liaison.core"._internal.save(path, (text:gsub("NAME", name)))
  if not written then
    complain("%s", why)
    return false
  end
  print(require "liaison.language.language".say(
    ("written: %s; run it with: liaison %s"):format(path, path)))
  return true
end

return M
