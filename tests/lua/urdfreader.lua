-- urdfreader.lua - a second reading of URDF, for tests: text by patterns, frames by matrices,
-- torques in world axes from d'Alembert
--
-- Nothing of liaison is used. Of several elements where one may stand the first counts; what is no
-- number where one is asked is as good as missing. A robot of fixed, revolute, continuous,
-- prismatic and floating joints.
local reader = {}

-- ---- three by three, rows of rows; vectors are lists

local function mul(A, B)
  local C = {}
  for i = 1, 3 do
    C[i] = {}
    for j = 1, 3 do C[i][j] = A[i][1] * B[1][j] + A[i][2] * B[2][j] + A[i][3] * B[3][j] end
  end
  return C
end

local function apply(A, x)
  local y = {}
  for i = 1, 3 do y[i] = A[i][1] * x[1] + A[i][2] * x[2] + A[i][3] * x[3] end
  return y
end

local function transposed(A)
  return { { A[1][1], A[2][1], A[3][1] }, { A[1][2], A[2][2], A[3][2] },
    { A[1][3], A[2][3], A[3][3] } }
end
local function add(a, b, s)
  s = s or 1 return { a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3] }
end
local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function times(s, a) return { s * a[1], s * a[2], s * a[3] } end
local function one() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end

local function about(k, a)
  local c, s = math.cos(a), math.sin(a)
  if k == 1 then return { { 1, 0, 0 }, { 0, c, -s }, { 0, s, c } } end
  if k == 2 then return { { c, 0, s }, { 0, 1, 0 }, { -s, 0, c } } end
  return { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }
end

local function rpy(r) return mul(about(3, r[3]), mul(about(2, r[2]), about(1, r[1]))) end

-- a turn about a unit vector: u u' + cos (1 - u u') + sin [u]
local function around(u, a)
  local c, s, R = math.cos(a), math.sin(a), {}
  local K = { { 0, -u[3], u[2] }, { u[3], 0, -u[1] }, { -u[2], u[1], 0 } }
  for i = 1, 3 do
    R[i] = {}
    for j = 1, 3 do R[i][j] = u[i] * u[j] * (1 - c) + (i == j and c or 0) + s * K[i][j] end
  end
  return R
end

local function of_quaternion(w, x, y, z)
  return { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
    { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
    { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } }
end

-- ---- text

local entity = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'" }

-- { name =, attributes, children }
local function parse(text)
  text = text:gsub("<!%-%-.-%-%->", ""):gsub("<%?.-%?>", "")
  local top = {}
  local stack = { top }
  for close, name, inside, alone in text:gmatch "<(/?)([%w_:.-]+)([^>]-)(/?)>" do
    if close == "/" then
      stack[#stack] = nil
      if #stack == 1 then break end
    else
      local e = { name = name, attributes = {} }
      for key, quote, value in inside:gmatch "([%w_:.-]+)%s*=%s*([\"'])(.-)%2" do
        e.attributes[key] = value:gsub("&(%a+);", entity)
        assert(quote)
      end
      local parent = stack[#stack]
      parent[#parent + 1] = e
      if alone == "" then stack[#stack + 1] = e end
    end
  end
  return top[1]
end

local function child(e, name)
  for _, c in ipairs(e or {}) do
    if c.name == name then return c end
  end
end

local function text_of(e, key) return e and e.attributes[key] end

-- n numbers, or nil
local function numbers(e, key, n)
  local text, out = text_of(e, key), {}
  if not text then return nil end
  for word in text:gmatch "%S+" do out[#out + 1] = tonumber(word) or nil end
  return #out == n and out or nil
end

local function number(e, key)
  local x = numbers(e, key, 1)
  return x and x[1]
end

local function pose_of(e)
  local origin = child(e, "origin")
  return rpy(numbers(origin, "rpy", 3) or { 0, 0, 0 }), numbers(origin, "xyz", 3) or { 0, 0, 0 }
end

-- mass, centre and tensor about it in axes of the link; 0 where it is not told
local function inertial(link)
  local e = child(link, "inertial")
  local m, I = number(child(e, "mass"), "value"), child(e, "inertia")
  local R, c = pose_of(e)
  local function g(key) return number(I, key) or 0 end
  local J = { { g "ixx", g "ixy", g "ixz" }, { g "ixy", g "iyy", g "iyz" },
    { g "ixz", g "iyz", g "izz" } }
  return { name = link.attributes.name, m = m or 0, c = c, J = mul(R, mul(J, transposed(R))) }
end

local MOVES = { revolute = true, continuous = true, prismatic = true }

function reader.read(text)
  local robot = { links = {}, joint_of = {}, joint = {} }
  for _, e in ipairs(parse(text)) do
    if e.name == "link" then
        -- the ground has this name
      if e.attributes.name ~= "world" then robot.links[#robot.links + 1] = inertial(e) end
    elseif e.name == "joint" then
      local R, p = pose_of(e)
      local u = numbers(child(e, "axis"), "xyz", 3) or { 1, 0, 0 }
      local size = math.sqrt(dot(u, u))
      local j = { name = e.attributes.name, kind = e.attributes.type,
        parent = text_of(child(e, "parent"), "link"), child = text_of(child(e, "child"), "link"),
        R = R, p = p,
        moves = MOVES[e.attributes.type] and size > 0, axis = size > 0 and times(1 / size, u),
          slides = e.attributes.type == "prismatic" }
      local mimic = child(e, "mimic")
      j.of, j.multiplier, j.offset = text_of(mimic, "joint"), number(mimic, "multiplier") or 1,
        number(mimic, "offset") or 0
      robot.joint_of[j.child] = j
      robot.joint[j.name] = j
    end
  end
  return robot
end

-- ---- mechanics: q by joint; floating joints have { x y z w x y z }

-- value of a joint, whose coordinate it is, and how many times as fast it goes
local function value(robot, j, q)
  if not j.moves then return 0 end
  local leader = robot.joint[j.of or ""]
  if not leader then return q[j.name], j.name, 1 end
  local x, name, scale = value(robot, leader, q)
  return j.multiplier * x + j.offset, name, j.multiplier * (scale or 0)
end

-- pose of every link
function reader.poses(robot, q)
  local done = {}
  local function pose(name)
    if done[name] then return done[name] end
    local j = robot.joint_of[name]
    local X = { R = one(), p = { 0, 0, 0 } }
    if j then
      local P = pose(j.parent)
      X.R, X.p = mul(P.R, j.R), add(P.p, apply(P.R, j.p))
      if j.kind == "floating" then
        local f = q[j.name]
        X.p = add(X.p, apply(X.R, f))
        X.R = mul(X.R, of_quaternion(f[4], f[5], f[6], f[7]))
      elseif j.moves then
        local x = value(robot, j, q)
        if j.slides then
          X.p = add(X.p, apply(X.R, times(x, j.axis)))
        else
          X.R = mul(X.R, around(j.axis, x))
        end
      end
    end
    done[name] = X
    return X
  end
  for _, link in ipairs(robot.links) do pose(link.name) end
  done.world = nil
  return done
end

function reader.mass(robot)
  local m = 0
  for _, link in ipairs(robot.links) do m = m + link.m end
  return m
end

-- tau of coordinates `order` at q, v, a (by joint); the mass matrix. All in world axes: for every
-- link columns of its motion by unit rates, its acceleration, and what it takes: tau = sum J' (m (a
-- - g)) + Jw' (I alpha + w x I w)
function reader.dynamics(robot, q, v, a, order, g)
  local n, X, state, at = #order, reader.poses(robot, q), {}, {}
  for k, name in ipairs(order) do at[name] = k end
  local function columns(from, r)
    local out = { v = {}, w = {} }
    for k = 1, n do
      out.w[k] = from and from.w[k] or { 0, 0, 0 }
      out.v[k] = from and add(from.v[k], cross(from.w[k], r)) or { 0, 0, 0 }
    end
    return out
  end
  local function of(name)
    if state[name] then return state[name] end
    local j = robot.joint_of[name]
    local s = columns()
    s.acc, s.alpha, s.omega = { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }
    if j then
      local P, XP = of(j.parent), X[j.parent] or { R = one(), p = { 0, 0, 0 } }
      local r = add(X[name].p, XP.p, -1)
      s = columns(P, r)
      s.acc, s.alpha, s.omega = add(P.acc, add(cross(P.alpha, r),
        cross(P.omega, cross(P.omega, r)))), P.alpha, P.omega
      local _, lead, scale = value(robot, j, q)
      if lead then
        local k, u = at[lead], times(scale, apply(mul(XP.R, j.R), j.axis))
        local rate = times(v[lead], u)
        if j.slides then
          s.v[k] = add(s.v[k], u)
          s.acc = add(s.acc, add(times(a[lead], u), times(2, cross(P.omega, rate))))
        else
          s.w[k] = add(s.w[k], u)
          s.alpha = add(P.alpha, add(times(a[lead], u), cross(P.omega, rate)))
          s.omega = add(P.omega, rate)
        end
      end
    end
    state[name] = s
    return s
  end
  local tau, M = {}, {}
  for i = 1, n do
    tau[i], M[i] = 0, {}
    for k = 1, n do M[i][k] = 0 end
  end
  for _, link in ipairs(robot.links) do
    local s, R = of(link.name), X[link.name].R
    local c, J = apply(R, link.c), mul(R, mul(link.J, transposed(R)))
    local acc = add(s.acc, add(cross(s.alpha, c), cross(s.omega, cross(s.omega, c))))
    local force = times(link.m, add(acc, g, -1))
    local moment = add(apply(J, s.alpha), cross(s.omega, apply(J, s.omega)))
    local at_c, spun = {}, {}
    for k = 1, n do at_c[k], spun[k] = add(s.v[k], cross(s.w[k], c)), apply(J, s.w[k]) end
    for i = 1, n do
      tau[i] = tau[i] + dot(at_c[i], force) + dot(s.w[i], moment)
      for k = 1, n do M[i][k] = M[i][k] + link.m * dot(at_c[i], at_c[k]) + dot(s.w[i], spun[k]) end
    end
  end
  return tau, M
end

return reader
