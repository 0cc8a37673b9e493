-- body_forces.lua - all that acts on each body of a mechanism in a state: weight, force elements,
-- forces of constraints, forces of joints, inertia force
--
-- Bodies are cut free: on a model whose bodies all float, force elements and multipliers give a
-- wrench for each body. What then is missing to the motion a is what the joints transmit
-- (model:wrenches). [course] F6.2, F6.4
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local kit = li._internal

local forces = {}

-- ---- the bodies cut free ------------------------------------------------------------------------

-- constraints between frames; those of coordinates act along joints
local function of_frames(desc)
  local list = {}
  for _, c in ipairs(desc.constraints or {}) do
    local row = kinds.constraint[c.kind]
    if c.from and row.coordinates == 0 and c.kind ~= "equation" then list[#list + 1] = c end
  end
  return list
end

local function free_model(desc)
  local bodies = {}
  for i, b in ipairs(desc.bodies) do
    bodies[i] = { name = b.name, joint = "floating", parent = "world", mass = b.mass or 1,
      com = b.com, inertia = b.inertia, about = b.about }
  end
  local constraints = of_frames(desc)
  return li.robot { bodies = bodies, frames = desc.frames, loops = desc.loops, strict = false,
    constraints = #constraints > 0 and constraints or nil, gravity = desc.gravity }
end

-- its configuration and rates where the model is at q, v
local function free_state(w, q, v)
  local poses, x, u = w.model:poses(q), {}, {}
  for _, b in ipairs(w.desc.bodies) do
    local X = poses[b.name]
    local list = { X.R:quat() }
    for k = 1, 3 do x[#x + 1] = X.p[k] end
    for k = 1, 4 do x[#x + 1] = list[k] end
    local t = w.model:velocity(q, v, b.name)
    local lin, ang = X.R:inverse() * t.v, X.R:inverse() * t.w
    for k = 1, 3 do u[#u + 1] = lin[k] end
    for k = 1, 3 do u[#u + 1] = ang[k] end
  end
  return li.vec(x), li.vec(u), poses
end

-- six numbers for each body as forces and moments in the world, about the body's origin
local function by_body(w, poses, Q)
  local out = {}
  for i, b in ipairs(w.desc.bodies) do
    local R, at = poses[b.name].R, 6 * (i - 1)
    out[b.name] = { f = R * li.vec { Q[at + 1], Q[at + 2], Q[at + 3] },
      n = R * li.vec { Q[at + 4], Q[at + 5], Q[at + 6] } }
  end
  return out
end

-- ---- force elements -----------------------------------------------------------------------------

-- a force that is told with coordinates in it, in numbers
local function in_numbers(f, values)
  local out = {}
  for key, x in pairs(f) do
    if type(x) == "string" and (key == "value") or key == "f" and type(x) == "table" then
      local function number(e)
        return type(e) == "string" and li.expr(e, "new"):eval(values) or e
      end
      out[key] = type(x) == "table" and { number(x[1]), number(x[2]), number(x[3]) } or number(x)
    else out[key] = x end
  end
  return out
end

local function on_joint(f) return f.joint ~= nil end

-- { element, at: point of the world or nil, f, n about it, body } of all elements between bodies;
-- what cannot be told so is told
local function of_elements(w, s)
  local list = {}
  for _, f in ipairs(w.desc.forces or {}) do
    if not on_joint(f) then
      local ok, Q = check.try(function()
        return (s.free:applied({ in_numbers(f, s.values) }, s.x, s.u, s.t))
      end)
      if not ok then
        w.told[#w.told + 1] = ("force '%s' is not drawn: it depends on more than places"):format(
          f.name)
      else
        for name, x in pairs(by_body(w, s.poses, Q)) do
          if x.f:norm() + x.n:norm() > 0 then
            list[#list + 1] = { element = f, body = name, f = x.f, n = x.n }
          end
        end
      end
    end
  end
  table.sort(list, function(a, b)
    local i, k = a.element.name, b.element.name
    return i < k or i == k and a.body < b.body
  end)
  return list
end

-- what all of them do to the coordinates; their names are those of the model's own, which the list
-- of another one may not have
local function applied(w, s)
  local list = {}
  for i, f in ipairs(w.desc.forces or {}) do
    local copy = check.copy(f)
    copy.name = ("%s (%d)"):format(f.name, i)
    list[i] = copy
  end
  if #list == 0 then return li.zeros(#w.model:speeds()) end
  return (w.model:applied(list, s.q, s.v, s.t))
end

-- the point of a body at which an element acts alone, where there is one: its force has no moment
-- about it
local function point_of(s, x)
  local f = x.element
  for _, end_ in ipairs { { f.at, f.point }, { f.from, f.from_point }, { f.to, f.to_point } } do
    local X = end_[1] and s.poses[end_[1]]
    if X then
      local p = X:point(li.vec(end_[2] or { 0, 0, 0 }))
      local arm = p - s.poses[x.body].p
      if (x.n - arm:cross(x.f)):norm() < 1e-9 * (1 + x.f:norm() * (1 + arm:norm())) then
        return p
      end
    end
  end
  return nil
end

-- ---- what closes the balance --------------------------------------------------------------------

local function index_of(names, name, path)
  for k, x in ipairs(names) do if x == name then return k end end
  check.fail(path, "no coordinate '%s'%s", tostring(name), check.hint(tostring(name), names))
end

local function unit_list(n, k)
  local out = {}
  for i = 1, n do out[i] = i == k and 1 or 0 end
  return out
end

-- the rows of a matrix as lists
local function rows_of(J)
  local rows = {}
  local m, n = 0, 0
  if J then m, n = J:size() end
  for i = 1, m do
    rows[i] = {}
    for k = 1, n do rows[i][k] = J:get(i, k) end
  end
  return rows
end

-- columns of the motors: those named, or the first coordinates that with the constraints hold all
local function motors(w, J, o)
  local names, n = w.model:coordinates(), #w.model:speeds()
  if o.drive then
    local list = {}
    for i, name in ipairs(o.drive) do
      list[i] = index_of(names, w.model:coordinate(name) or name, ("options.drive[%d]"):format(i))
    end
    return list
  end
  local list, rank, rows = {}, J and J:rank(1e-9) or 0, rows_of(J)
  for k = 1, n do
    rows[#rows + 1] = unit_list(n, k)
    local grown = rank < n and li.mat(rows):rank(1e-9) or rank
    if grown > rank then
      list[#list + 1] = k
      rank = grown
    else rows[#rows] = nil end
  end
  return list
end

-- what loads { body, p, f, n } do to the coordinates: J' (f, n)
local function of_loads(w, s, loads)
  local Q = li.zeros(#w.model:speeds())
  for _, x in ipairs(loads or {}) do
    local here = s.poses[x.body]:inverse():point(x.p)
    local J = w.model:jacobian(s.q, x.body, here)
    Q = Q + J:transpose() * li.vec { x.f[1], x.f[2], x.f[3], x.n[1], x.n[2], x.n[3] }
  end
  return Q
end

-- multipliers and motors that give the motion a: id = Q + S tau + J' lambda
local function multipliers(w, s, o)
  local model, q, v = w.model, s.q, s.v
  local has = #(w.desc.constraints or {}) + #(w.desc.loops or {}) > 0
  if not has then return nil end
  local J = model:constraint_rows(q, v, s.t)
  local need = model:id(q, v, s.a) - model:passive(q, v)
  need = need - s.applied - of_loads(w, s, o.loads)
  local S = motors(w, J, o)
  local n, m = #need, (J:size())
  local A = li.zeros(n, #S + m)
  for k, row in ipairs(S) do A:set(row, k, 1) end
  for i = 1, m do for k = 1, n do A:set(k, #S + i, J:get(i, k)) end end
  local x = A:least_squares(need)
  local rest = (A * x - need):norm()
  if rest > 1e-7 * (1 + need:norm()) then
    check.fail("options.drive", "what is driven does not hold the motion: a force of %s is missing",
      kit.format("%.3g", rest))
  end
  local lambda = {}
  for i = 1, m do lambda[i] = x[#S + i] end
  local names, tau = model:coordinates(), {}
  for k, row in ipairs(S) do tau[#tau + 1] = { q = names[row], value = x[k] } end
  return lambda, tau
end

-- constraints of coordinates act along joints, whose forces have them
local function tell_others(w, known)
  local names = {}
  for _, c in ipairs(w.desc.constraints or {}) do
    if not known[c.name] then names[#names + 1] = c.name end
  end
  if #names > 0 then
    w.told[#w.told + 1] = "in the forces of joints: what these constraints of coordinates do: "
      .. table.concat(names, ", ")
  end
end

-- wrenches of constraints between frames on the bodies: { [name of the constraint] = by body }
local function of_constraints(w, s, lambda)
  local out = {}
  if not lambda then return out end
  local known = {}
  for _, c in ipairs(of_frames(w.desc)) do known[c.name] = true end
  for _, c in ipairs(w.desc.loops or {}) do known[c.name] = true end
  tell_others(w, known)
  if not next(known) then return out end
  local J = s.free:constraint_rows(s.x, s.u, s.t)
  local at_free, at = 0, 0
  local places = {}
  for _, c in ipairs(w.model:constraint_names()) do
    places[c[1]] = { at, c[2] }
    at = at + c[2]
  end
  for _, c in ipairs(s.free:constraint_names()) do
    local own = places[c[1]]
    if own and known[c[1]] then
      local Q = {}
      for k = 1, 6 * #w.desc.bodies do
        Q[k] = 0
        for r = 1, c[2] do Q[k] = Q[k] + J:get(at_free + r, k) * lambda[own[1] + r] end
      end
      out[c[1]] = by_body(w, s.poses, Q)
    end
    at_free = at_free + c[2]
  end
  return out
end

-- ---- the whole ----------------------------------------------------------------------------------

-- o: v, a (0), drive, ext, t. Returns a state: poses, joint (wrench of each tree joint on its body,
-- in the world about the joint's point: { f, n, p }), constraint (by name, by body: { f, n } about
-- the body's origin), elements, weight and inertia by body { f, p }, motors
function forces.at(w, L, q, o)
  local n = #w.model:speeds()
  local s = { q = q, v = o.v or li.zeros(n), a = o.a or li.zeros(n), t = o.t or 0,
    values = L.number, free = free_model(w.desc) }
  s.x, s.u, s.poses = free_state(w, q, s.v)
  for name, X in pairs(w.model:poses(q)) do s.poses[name] = X end
  s.applied = applied(w, s)
  s.elements = of_elements(w, s)
  local lambda
  lambda, s.motors = multipliers(w, s, o)
  s.constraint = of_constraints(w, s, lambda)
  local ext = {}
  local function add(body, f, n_at_origin)
    local e = ext[body] or { f = li.vec { 0, 0, 0 }, n = li.vec { 0, 0, 0 } }
    ext[body] = { f = e.f + f, n = e.n + n_at_origin, axes = "world" }
  end
  for _, x in ipairs(s.elements) do add(x.body, x.f, x.n) end
  for _, by in pairs(s.constraint) do for name, x in pairs(by) do add(name, x.f, x.n) end end
  for _, x in ipairs(o.loads or {}) do
    add(x.body, x.f, (x.p - s.poses[x.body].p):cross(x.f) + x.n)
  end
  local wrench = w.model:wrenches(q, s.v, s.a, ext)
  s.joint, s.weight, s.inertia = {}, {}, {}
  local g = li.vec(w.desc.gravity or { 0, 0, 0 })
  for i, b in ipairs(w.desc.bodies) do
    local j = L.bodies[i].lead
    local W = wrench[b.name]
    s.joint[b.name] = { f = j.moved.R * W.f, n = j.moved.R * W.n, p = j.p_to }
    local com = li.vec(b.com or { 0, 0, 0 })
    local p = s.poses[b.name]:point(com)
    local m = b.mass or 0
    local acc = w.model:acceleration(q, s.v, s.a, b.name, com).v
    s.weight[b.name], s.inertia[b.name] = { f = m * g, p = p }, { f = -m * acc, p = p }
  end
  for _, x in ipairs(s.elements) do x.p = point_of(s, x) end
  return s
end

return forces
