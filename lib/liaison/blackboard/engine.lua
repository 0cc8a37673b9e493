-- engine.lua - what the numeric engine says of an arm at a point, told in frame 0: the other road
-- to the numbers of a derivation
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"

local engine = {}

-- ---- frame 0 ------------------------------------------------------------------------------------

-- rotation of frame 0 in the world
local function base(a, at)
  local H = arm.between(a.moves.list, 0, a.cuts[1].from - 1)
  local R = {}
  for i = 1, 3 do
    R[i] = {}
    for j = 1, 3 do R[i][j] = H:at(i, j):eval(at) end
  end
  return R
end

-- world components of a vector as components in frame 0
local function to_root(a, at, w)
  a.base_turn = a.base_turn or setmetatable({}, { __mode = "k" })
  local R = a.base_turn[at] or base(a, at)
  a.base_turn[at] = R
  local out = {}
  for i = 1, 3 do out[i] = R[1][i] * w[1] + R[2][i] * w[2] + R[3][i] * w[3] end
  return out
end
engine.to_root = to_root

-- ---- places -------------------------------------------------------------------------------------

function engine.pose(a, i, at) return arm.engine_pose(a, i, at) end

function engine.origin(a, i, at)
  local X = arm.engine_pose(a, i, at)
  return { X[1][4], X[2][4], X[3][4] }
end

-- where the axis of joint i is met by its own move
function engine.foot(a, i, at)
  local cut, joint = a.cuts[i], nil
  for k = cut.from, cut.to do if a.moves.list[k].joint then joint = k end end
  local X = arm.engine_pose(a, i, at)
    * arm.numbers(arm.between(a.moves.list, cut.to, joint), at)
  return { X[1][4], X[2][4], X[3][4] }
end

-- the axis of joint i
function engine.axis(a, i, at)
  local _, angular = engine.jacobian(a, i, at)
  return angular[i]
end

-- from origin i to origin j
function engine.between(a, i, j, at)
  local p, r = engine.origin(a, i, at), engine.origin(a, j, at)
  return { r[1] - p[1], r[2] - p[2], r[3] - p[3] }
end

-- a direction told in frame i
function engine.turned(a, i, u, at)
  local X = arm.engine_pose(a, i, at)
  local out = {}
  for r = 1, 3 do out[r] = X[r][1] * u[1] + X[r][2] * u[2] + X[r][3] * u[3] end
  return out
end

-- body that carries frame i, and origin i told in it
local function carrier(a, i, at)
  local k = arm.body_of(a, i)
  local C = arm.between(a.moves.list, a.moves.ends[k], a.cuts[i].to)
  return a.names[k], { C:at(1, 4):eval(at), C:at(2, 4):eval(at), C:at(3, 4):eval(at) }
end

-- ---- motion -------------------------------------------------------------------------------------

-- velocity of origin i and angular velocity of its body
function engine.velocity(a, i, at)
  if i == 0 then return { 0, 0, 0 }, { 0, 0, 0 } end
  local s, body, p = arm.state(a, at), carrier(a, i, at)
  local V = s.model:velocity(s.q, s.v, body, p)
  return to_root(a, at, V.v), to_root(a, at, V.w)
end

function engine.acceleration(a, i, at)
  if i == 0 then return { 0, 0, 0 }, { 0, 0, 0 } end
  local s, body, p = arm.state(a, at), carrier(a, i, at)
  local A = s.model:acceleration(s.q, s.v, s.a, body, p)
  return to_root(a, at, A.v), to_root(a, at, A.w)
end

-- columns of the Jacobian of origin i: linear and angular, as rows of three
function engine.jacobian(a, i, at)
  local s, body, p = arm.state(a, at), carrier(a, i, at)
  local J, linear, angular = s.model:jacobian(s.q, body, p), {}, {}
  for c = 1, a.n do
    linear[c] = to_root(a, at, { J[1][c], J[2][c], J[3][c] })
    angular[c] = to_root(a, at, { J[4][c], J[5][c], J[6][c] })
  end
  return linear, angular
end

-- ---- bodies -------------------------------------------------------------------------------------

local function centre_of(a, s, i)
  local c, out = s.model:generator():body(a.names[i]).com, {}
  for k = 1, 3 do out[k] = c[k]:eval() end
  return out
end

-- velocity and acceleration of the centre of mass of body i
function engine.centre_velocity(a, i, at)
  local s = arm.state(a, at)
  local c = centre_of(a, s, i)
  return to_root(a, at, s.model:velocity(s.q, s.v, a.names[i], c).v)
end

function engine.centre_acceleration(a, i, at)
  local s = arm.state(a, at)
  local c = centre_of(a, s, i)
  return to_root(a, at, s.model:acceleration(s.q, s.v, s.a, a.names[i], c).v)
end

-- columns of the Jacobian of the centre of mass of body i
function engine.centre_jacobian(a, i, at)
  local s = arm.state(a, at)
  local c = centre_of(a, s, i)
  local J, linear, angular = s.model:jacobian(s.q, a.names[i], c), {}, {}
  for k = 1, a.n do
    linear[k] = to_root(a, at, { J[1][k], J[2][k], J[3][k] })
    angular[k] = to_root(a, at, { J[4][k], J[5][k], J[6][k] })
  end
  return linear, angular
end

-- the centre of mass of body i
function engine.centre(a, i, at)
  local s = arm.state(a, at)
  local c = centre_of(a, s, i)
  local X = s.model:fk(s.q, a.names[i])
  local p, b = X:point(c), arm.numbers(arm.between(a.moves.list, 0, a.cuts[1].from - 1), at)
  return to_root(a, at, { p[1] - b[1][4], p[2] - b[2][4], p[3] - b[3][4] })
end

-- R I R' of the tensor of body i, as the axes stand at a place
local function turned_inertia(R, I)
  return R * li.mat(I) * R:transpose()
end

-- the tensor of a body of the model with numbers, in its own axes
local function own_inertia(s, name)
  local I, out = s.model:generator():body(name).inertia, {}
  for i = 1, 3 do
    out[i] = {}
    for j = 1, 3 do out[i][j] = I[i][j]:eval() end
  end
  return out
end

-- of the body's description, in axes of frame i
function engine.inertia(a, i, at)
  local s = arm.state(a, at)
  local C = arm.numbers(arm.between(a.moves.list, a.cuts[i].to, a.moves.ends[i]), at)
  return turned_inertia(C:block(1, 1, 3, 3), own_inertia(s, a.names[i]))
end

-- m a_G, and I w' + w x I w at the centre of mass, by the numbers of the motion
function engine.inertia_force(a, i, at)
  local s = arm.state(a, at)
  local m = s.model:generator():body(a.names[i]).mass:eval()
  local aG = engine.centre_acceleration(a, i, at)
  local _, w = engine.velocity(a, i, at)
  local _, wd = engine.acceleration(a, i, at)
  local R = arm.engine_pose(a, i, at):block(1, 1, 3, 3)
  local I = turned_inertia(R, engine.inertia(a, i, at))
  local n = I * li.vec(wd) + li.vec(w):cross(I * li.vec(w))
  return { m * aG[1], m * aG[2], m * aG[3] }, { n[1], n[2], n[3] }
end

-- gravity in frame 0
function engine.gravity(a, at)
  return to_root(a, at, arm.state(a, at).model:description().gravity)
end

-- force and moment of body i - 1 on body i about the origin of frame k
function engine.wrench(a, i, k, at)
  local s = arm.state(a, at)
  a.kept_wrenches = a.kept_wrenches or setmetatable({}, { __mode = "k" })
  local W = a.kept_wrenches[at] or s.model:wrenches(s.q, s.v, s.a, nil, { axes = "world" })
  a.kept_wrenches[at] = W
  local w = W[a.names[i]]
  local f, n = to_root(a, at, w.f), to_root(a, at, w.n)
  -- told about the joint of the body: moved to origin k
  local joint = engine.joint_origin(a, i, at)
  local O = engine.origin(a, k, at)
  local r = { joint[1] - O[1], joint[2] - O[2], joint[3] - O[3] }
  return f, { n[1] + r[2] * f[3] - r[3] * f[2], n[2] + r[3] * f[1] - r[1] * f[3],
    n[3] + r[1] * f[2] - r[2] * f[1] }
end

-- where the moved joint frame of body i stands
function engine.joint_origin(a, i, at)
  local list, from, upto = a.moves.list, i > 1 and a.moves.ends[i - 1] or 0, nil
  for k = from + 1, a.moves.ends[i] do if list[k].joint then upto = k end end
  local s = arm.state(a, at)
  local X = s.model:fk(s.q, a.names[i]):matrix()
  local C = arm.numbers(arm.between(list, a.moves.ends[i], upto), at)
  local B = arm.numbers(arm.between(list, 0, a.cuts[1].from - 1), at)
  local H = B:inverse() * li.mat(X) * C
  return { H[1][4], H[2][4], H[3][4] }
end

-- forces of the joints; v, acc: other rates, by index, 0 what is not told
function engine.torques(a, at, v, acc)
  local s = arm.state(a, at)
  if not v then return s.model:id(s.q, s.v, s.a) end
  local w, x = {}, {}
  for i = 1, a.n do w[i], x[i] = v[i] or 0, acc[i] or 0 end
  return s.model:id(s.q, w, x)
end

-- at rest: the weights
function engine.weights(a, at) return engine.torques(a, at, {}, {}) end

-- what an acceleration 1 of joint j asks of joint i
function engine.mass(a, i, j, at)
  return engine.torques(a, at, {}, { [j] = 1 })[i] - engine.weights(a, at)[i]
end

-- what rates alone ask of joint i
function engine.rates(a, i, v, at)
  return engine.torques(a, at, v, {})[i] - engine.weights(a, at)[i]
end

return engine
