-- test_mjcf_peer.lua - files of MuJoCo: masses, frames, energies, mass matrices, forces and
-- accelerations as MuJoCo itself has them, to 1e-9
local t = require "t"
local li = require "liaison"
local mujocosays = require "mujocosays"

local TOL = 1e-9

-- where free bodies have their numbers
local function free_places(model)
  local q, v, list = 0, 0, {}
  for _, b in ipairs(model:description().bodies) do
    local kind = type(b.joint) == "table" and b.joint.kind or b.joint
    if kind == "floating" then
      list[#list + 1] = { q = q, v = v }
      q, v = q + 7, v + 6
    elseif kind == "spherical" then q, v = q + 4, v + 3
    elseif kind ~= "fixed" then q, v = q + 1, v + 1 end
  end
  return list
end

-- E with v_mujoco = E v_ours, as a list of rotations at places
local function rotations(model, q)
  local list = {}
  for _, f in ipairs(free_places(model)) do
    list[#list + 1] = { at = f.v, R = li.rot.quat(q[f.q+4], q[f.q+5], q[f.q+6], q[f.q+7]) }
  end
  return list
end

-- E' x: forces and speeds of MuJoCo as ours
local function ours(list, x)
  local out = {}
  for i = 1, #x do out[i] = x[i] end
  for _, f in ipairs(list) do
    local u = f.R:inverse():vector { x[f.at+1], x[f.at+2], x[f.at+3] }
    for k = 1, 3 do out[f.at + k] = u[k] end
  end
  return out
end

local function matrix(x, n)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do rows[i][j] = x[(i - 1)*n + j] end
  end
  return rows
end

-- E' M E
local function congruent(list, M)
  local n = #M
  local half = {}
  for i = 1, n do half[i] = ours(list, M[i]) end
  local out = {}
  for j = 1, n do
    local column = {}
    for i = 1, n do column[i] = half[i][j] end
    column = ours(list, column)
    for i = 1, n do
      out[i] = out[i] or {}
      out[i][j] = column[i]
    end
  end
  return out
end

local function list_of(x)
  local out = {}
  for i = 1, #x do out[i] = x[i] end
  return out
end

local function rows_of(M)
  local out = {}
  for i = 1, #M do out[i] = list_of(M[i]) end
  return out
end

-- MuJoCo keeps principal axes, which it finds to about 1e-7: what is told as a whole tensor, or is
-- a sum of geoms, is another one there. Its moments are not, and what moves is then compared with
-- the tensor MuJoCo has.
local AXES_TOL = 1e-6

-- trace, sum of minors, determinant of xx yy zz xy xz yz
local function invariants(I)
  return { I[1] + I[2] + I[3], I[1]*I[2] + I[2]*I[3] + I[1]*I[3] - I[4]^2 - I[5]^2 - I[6]^2,
    I[1]*I[2]*I[3] + 2*I[4]*I[5]*I[6] - I[1]*I[6]^2 - I[2]*I[5]^2 - I[3]*I[4]^2 }
end

local function check_tensor(I, s, tol, what)
  local a, b, size = invariants(I), invariants(s), s[1] + s[2] + s[3]
  for k = 1, 3 do t.near(a[k], b[k], tol*size^k, what .. ", invariant " .. k) end
  local worst = 0
  for k = 1, 6 do
    t.near(I[k], s[k], math.max(AXES_TOL, tol)*size, what)
    worst = math.max(worst, math.abs(I[k] - s[k])/size)
  end
  return worst
end

local function check_bodies(model, said, file, tol)
  local turned = {}
  local by_name = {}
  for _, b in ipairs(model:description().bodies) do by_name[b.name] = b end
  for _, name in ipairs(said.order) do
    local b, s = by_name[name], said.body[name]
    t.ok(b, file .. ": body " .. name)
    t.close(b.mass or 0, s[1], tol, file .. ": mass of " .. name)
    if s[1] > 0 then
      t.close(b.com or { 0, 0, 0 }, { s[2], s[3], s[4] }, tol, file .. ": centre of " .. name)
      local I, J = list_of(b.inertia), { (table.unpack or unpack)(s, 5, 10) }
      for k = #I + 1, 6 do I[k] = 0 end
      if check_tensor(I, J, tol, file .. ": inertia of " .. name) > TOL/10 then
        turned[name] = { s[1], { s[2], s[3], s[4] }, J }
      end
    end
  end
  return turned
end

local function with_tensors(model, turned)
  local d = model:description()
  for _, b in ipairs(d.bodies) do
    local x = turned[b.name]
    if x then b.mass, b.com, b.inertia = x[1], x[2], x[3] end
  end
  return li.robot(d)
end

local function check_poses(model, q, s, file)
  local poses = model:poses(q)
  for _, kind in ipairs { "pose", "site" } do
    for name, x in pairs(s[kind]) do
      local X = poses[name]
      t.ok(X, file .. ": " .. kind .. " " .. name)
      t.close(list_of(X.p), { x[1], x[2], x[3] }, TOL, file .. ": place of " .. name)
      t.close(rows_of(X.R:matrix()), matrix({ (table.unpack or unpack)(x, 4) }, 3), TOL,
        file .. ": turn of " .. name)
    end
  end
end

-- accelerations of ours as MuJoCo's: of a free body d/dt (R v) = R (v' + w x v)
local function their_acceleration(list, a, v)
  local out = list_of(a)
  for _, f in ipairs(list) do
    local w = { v[f.at+4], v[f.at+5], v[f.at+6] }
    local u = { v[f.at+1], v[f.at+2], v[f.at+3] }
    local c = { w[2]*u[3] - w[3]*u[2], w[3]*u[1] - w[1]*u[3], w[1]*u[2] - w[2]*u[1] }
    local b = f.R:vector { a[f.at+1] + c[1], a[f.at+2] + c[2], a[f.at+3] + c[3] }
    for k = 1, 3 do out[f.at + k] = b[k] end
  end
  return out
end

local function check_state(model, s, file, dynamics)
  local q, n = s.q, #s.v
  local E = rotations(model, q)
  local v = ours(E, s.v)
  check_poses(model, q, s, file)
  t.close(rows_of(model:mass(q)), congruent(E, matrix(s.M, n)), TOL, file .. ": mass matrix")
  local kinetic, potential = model:energy(q, v)
  t.close(kinetic, s.energy[2], TOL, file .. ": kinetic energy")
  if not dynamics.tendons then
    t.close(potential, s.energy[1], TOL, file .. ": potential energy")
  end
  t.close(list_of(model:gravity(q)), ours(E, s.gravity), TOL, file .. ": gravity forces")
  if #E == 0 then t.close(list_of(model:bias(q, v)), s.bias, TOL, file .. ": bias forces") end
  -- accelerations with springs, dampers and motors, without what holds together
  local x = list_of(q)
  for i = 1, n do x[#x + 1] = v[i] end
  -- elements with a state have that of the actuator they are of
  for _, k in ipairs(dynamics.states) do x[#x + 1] = s.act[k] end
  local u = s.u
  for i = 1, #u == 0 and n or 0 do u[i] = 0 end
  for i, r in ipairs(dynamics.ranges) do u[i] = math.max(r[1], math.min(r[2], u[i])) end
  local out = dynamics.f({ 0 }, x, u)
  local a = {}
  for i = 1, n do a[i] = out[#q + i] end
  t.close(their_acceleration(E, a, v), s.smooth, TOL, file .. ": accelerations")
  for i, k in ipairs(dynamics.states) do
    t.close(out[#q + n + i], s.act_dot[k], TOL, file .. ": rate of activation " .. k)
  end
end

-- how many independent rows
local function rank(rows)
  local A, r = {}, 0
  for i = 1, #rows do A[i] = list_of(rows[i]) end
  for j = 1, A[1] and #A[1] or 0 do
    local best, at = 1e-7, nil
    for i = r + 1, #A do
      if math.abs(A[i][j]) > best then best, at = math.abs(A[i][j]), i end
    end
    if at then
      r = r + 1
      A[r], A[at] = A[at], A[r]
      for i = r + 1, #A do
        local f = A[i][j]/A[r][j]
        for k = j, #A[i] do A[i][k] = A[i][k] - f*A[r][k] end
      end
    end
  end
  return r
end

-- how far each is from holding: the distance of points, the error of a sum
local function check_gaps(model, said, q, theirs, file)
  local gaps, at = model:gaps(q), 0
  for _, c in ipairs(model:constraint_names()) do
    local gap, a, b = gaps[c[1]], 0, 0
    for k = 1, math.min(3, #gap) do
      a, b = a + gap[k]^2, b + theirs[at + k]^2
    end
    t.near(math.sqrt(a), math.sqrt(b), TOL, file .. ": gap of " .. c[1])
    at = at + #gap
  end
  t.eq(at, said.ne[1], file .. ": rows")
end

-- the rows of equalities of MuJoCo and ours forbid the same velocities
local function check_equalities(model, said, file)
  local ne = said.ne[1]
  if ne == 0 then return end
  local nv = said.size[2]
  local J = model:constraint_rows(said.q0)
  local E, both, theirs = rotations(model, said.q0), {}, {}
  for i = 1, ne do
    local row = {}
    for j = 1, nv do row[j] = said.J0[(i - 1)*nv + j] end
    theirs[i] = ours(E, row)
    both[#both + 1] = theirs[i]
  end
  for i = 1, #J do both[#both + 1] = list_of(J[i]) end
  t.eq(rank(both), rank(theirs), file .. ": rows of equalities")
  t.eq(rank(rows_of(J)), rank(theirs), file .. ": number of rows")
  check_gaps(model, said, said.q0, said.gap0, file)
  check_gaps(model, said, said.qe, said.gap, file)
end

-- the model without what holds it together, and the function of its accelerations
local function free_dynamics(model)
  local d = model:description()
  d.constraints, d.loops = nil, nil
  local forces, tendons = {}, false
  local events = { endstop = true, stiction = true, friction = true }
  for _, f in ipairs(d.forces or {}) do
    if not events[f.kind] then forces[#forces + 1] = f end
    tendons = tendons or f.kind == "spring" or f.name:find "%.spring"
  end
  d.forces = forces
  for _, b in ipairs(d.bodies) do
    local j = type(b.joint) == "table" and b.joint or b
    j.friction, j.min, j.max = nil, nil, nil
    for _, dof in ipairs(j.dofs or {}) do dof.friction = nil end
  end
  local ranges = {}
  for k, i in ipairs(d.inputs or {}) do
    ranges[k] = { i.min or -math.huge, i.max or math.huge }
    i.min, i.max = nil, nil
  end
  -- which activation of MuJoCo each element with a state has: theirs are in order of inputs
  local states, order, count = {}, {}, 0
  for _, i in ipairs(d.inputs or {}) do
    for _, f in ipairs(forces) do
      if f.kind == "activated" and tostring(f.command) == i.name and not order[i.name] then
        count = count + 1
        order[i.name] = count
      end
    end
  end
  for _, f in ipairs(forces) do
    if f.kind == "activated" then states[#states + 1] = order[tostring(f.command)] end
  end
  return { f = li.robot(d):compile("dynamics", { tape = true }), tendons = tendons,
    ranges = ranges, states = states }
end

local function compare(path, tol)
  local said = mujocosays.of(path)
  t.ok(said, path .. ": MuJoCo reads it")
  local model, told = li.mjcf(path)
  t.eq(#model:coordinates(), said.size[1], path .. ": coordinates")
  t.eq(#model:speeds(), said.size[2], path .. ": speeds")
  t.close(told.start, said.q0, TOL, path .. ": start")
  model = with_tensors(model, check_bodies(model, said, path, tol))
  local dynamics = free_dynamics(model)
  for _, s in ipairs(said.states) do check_state(model, s, path, dynamics) end
  check_equalities(model, said, path)
  for name, q in pairs(said.keys) do
    t.close(told.keyframes[name].q, q, TOL, path .. ": keyframe " .. name)
  end
end

-- a URDF as MuJoCo reads it, which has no word for what mimics, and floats only by a joint
local function compare_urdf(path)
  local said = mujocosays.of(path)
  t.ok(said, path .. ": MuJoCo reads it")
  local model = li.urdf(path)
  t.eq(#model:coordinates(), said.size[1], path .. ": coordinates")
  t.eq(#model:speeds(), said.size[2], path .. ": speeds")
  t.eq(#said.states, 4)
  model = with_tensors(model, check_bodies(model, said, path, TOL))
  local dynamics = free_dynamics(model)
  for _, s in ipairs(said.states) do check_state(model, s, path, dynamics) end
end

local FILES = { "arm", "cartpole", "gripper", "quadruped", "humanoid", "joints", "geoms",
  "inertias", "poses", "actuators", "tendons", "meshes", "meshes_exact", "meshes_turned",
  "meshes_fitted", "bounds", "total", "flags", "included", "muscles", "spatial", "wraps",
  "global" }

for _, name in ipairs(FILES) do
  -- MuJoCo keeps the vertices of meshes as floats
  local tol = name:find "^meshes" and 1e-6 or TOL
  t.test(name .. ".xml is what MuJoCo makes of it", function()
    if not mujocosays.program() then
      t.skip "libmujoco is not here (apt-get install libmujoco-dev)"
    end
    compare("tests/mjcf/" .. name .. ".xml", tol)
  end)
end

for _, name in ipairs { "tree", "free", "planar" } do
  t.test(name .. ".urdf is what MuJoCo makes of it", function()
    if not mujocosays.program() then
      t.skip "libmujoco is not here (apt-get install libmujoco-dev)"
    end
    compare_urdf("tests/urdf/" .. name .. ".urdf")
  end)
end

t.done()
