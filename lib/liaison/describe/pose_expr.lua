-- pose_expr.lua - where a body is, told in expressions: angles, matrices, poses on poses; inertia
-- in expressions
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local kit = li._internal

local placing = {}

-- a number, an expression or a text, whose new names become constants; t is the time, unless it is
-- something else already
function placing.expr(x, path)
  if type(x) == "string" then
    local _ = x:find "%f[%w_]t%f[^%w_']" and check.try(li.time)
    local ok, e = pcall(li.expr, x, "new")
    if ok then return e end
    -- the same in every description
    local sentence = language.english(tostring(e)):match "argument 1 %(x%): (.*)$"
    if sentence then check.fail(path, "%s", sentence) end
    error(e, 0)
  end
  if type(x) == "number" or kit.class(x) == "expr" then return li.expr(x) end
  check.fail(path, "expected a number, an expression or a text, got %s", kit.class(x) or type(x))
end

function placing.zeros(n)
  local list = {}
  for i = 1, n do list[i] = 0 end
  return li.smat(list)
end

-- of a table of numbers by name those that stand in the expressions of M: what else it has is not
-- asked for
function placing.only(values, M)
  local out, by_name = {}, {}
  for key, x in pairs(values) do by_name[tostring(key)] = x end
  local rows, cols = M:size()
  for r = 1, rows do
    for c = 1, cols do
      for _, s in ipairs(M:at(r, c):symbols()) do
        local name = tostring(s)
        out[name] = by_name[name]
      end
    end
  end
  return out
end

function placing.numbers(M, values) return M:eval(placing.only(values, M)) end

-- n entries
function placing.vector(x, path, n)
  if type(x) ~= "table" and type(x) ~= "userdata" then
    check.fail(path, "expected %d entries, got a %s", n, type(x))
  end
  local ok, count = pcall(function() return #x end)
  if not ok or count ~= n then
    check.fail(path, "expected %d entries, got %s", n, ok and count or tostring(kit.class(x)))
  end
  local list = {}
  for i = 1, n do list[i] = placing.expr(x[i], ("%s[%d]"):format(path, i)) end
  return li.smat(list)
end

-- matrices ----------------------------------------------------------------------------------------

local function plane(a)
  return li.smat { { li.cos(a), -li.sin(a) }, { li.sin(a), li.cos(a) } }
end

local elementary = {
  x = function(c, s) return { { 1, 0, 0 }, { 0, c, -s }, { 0, s, c } } end,
  y = function(c, s) return { { c, 0, s }, { 0, 1, 0 }, { -s, 0, c } } end,
  z = function(c, s) return { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } } end,
}

local function turn(axis, angle, path)
  if not elementary[axis] then
    check.fail(path, "expected axes out of x, y, z, got '%s'", tostring(axis))
  end
  local a = placing.expr(angle, path)
  return li.smat(elementary[axis](li.cos(a), li.sin(a)))
end

-- {"zxz", a, b, c}: every turn about the axes reached so far (moving), or about those of the ground
-- (fixed)
local function sequence(list, path, fixed)
  if type(list) ~= "table" or type(list[1]) ~= "string" then
    check.fail(path, "expected {'zxz', a, b, c}")
  end
  local axes, R = list[1], li.seye(3)
  if #axes ~= #list - 1 then check.fail(path, "'%s' and %d angles", axes, #list - 1) end
  for i = 1, #axes do
    local r = turn(axes:sub(i, i), list[i + 1], path)
    if fixed then R = r * R else R = R * r end
  end
  return R
end

local function matrix(x, path, n)
  local rows = {}
  if #x ~= n then check.fail(path, "expected %d rows, got %d", n, #x) end
  for i = 1, n do rows[i] = placing.vector(x[i], ("%s[%d]"):format(path, i), #x) end
  return li.smat(rows)
end

-- poses: { R, p }, in the plane { R, p, angle } ---------------------------------------------------

function placing.identity(planar)
  if planar then return { R = li.seye(2), p = placing.zeros(2), angle = li.expr(0) } end
  return { R = li.seye(3), p = placing.zeros(3) }
end

local function in_plane(x, path)
  if type(x) ~= "table" or #x ~= 3 then check.fail(path, "expected {x, y, angle}") end
  local a = placing.expr(x[3], path .. "[3]")
  return { R = plane(a), p = li.smat { placing.expr(x[1], path .. "[1]"),
    placing.expr(x[2], path .. "[2]") }, angle = a }
end

local space_fields = { p = "any?", rpy = "any?", moving = "any?", fixed = "any?", R = "any?" }

local function in_space(x, path)
  if kit.class(x) or x[1] then -- a homogeneous matrix
    local T = matrix(x, path, 4)
    return { R = li.smat { { T[1][1], T[1][2], T[1][3] }, { T[2][1], T[2][2], T[2][3] },
      { T[3][1], T[3][2], T[3][3] } }, p = li.smat { T[1][4], T[2][4], T[3][4] } }
  end
  local f, given = check.fields(x, path, space_fields), {}
  for _, key in ipairs { "rpy", "moving", "fixed", "R" } do
    if f[key] ~= nil then given[#given + 1] = key end
  end
  if #given > 1 then
    check.fail(path, "both %s and %s: expected one rotation", given[1], given[2])
  end
  local R = li.seye(3)
  if f.rpy ~= nil then -- fixed x, y, z
    local a = placing.vector(f.rpy, path .. ".rpy", 3)
    R = sequence({ "xyz", a[1], a[2], a[3] }, path .. ".rpy", true)
  elseif f.moving ~= nil or f.fixed ~= nil then
    R = sequence(f.moving or f.fixed, path .. (f.moving and ".moving" or ".fixed"), f.moving == nil)
  elseif f.R ~= nil then
    R = matrix(f.R, path .. ".R", 3)
  end
  return { R = R, p = f.p ~= nil and placing.vector(f.p, path .. ".p", 3) or placing.zeros(3) }
end

-- what the user gives for a place; a function is asked with the coordinates by name
function placing.read(x, path, planar, q)
  if type(x) == "function" then
    local by_name = {}
    for _, c in ipairs(q) do by_name[tostring(c)] = c end
    local got = { x(by_name) }
    x = #got == 1 and got[1] or got
  end
  if x == nil then check.fail(path, planar and "expected {x, y, angle}" or "expected a place") end
  if planar then return in_plane(x, path) end
  if type(x) ~= "table" and type(x) ~= "userdata" then
    check.fail(path, "expected {p = .., rpy = ..}, a 4x4 matrix or the like, got a %s", type(x))
  end
  return in_space(x, path)
end

-- bodies and joints in the words of all descriptions: check.named takes these beside their own
placing.body_names = { { "mass", "m" }, { "inertia", "j" }, { "parent", "on" } }
placing.joint_names = {
  { "to", "on" }, { "child", "on" }, { "parent", "from" }, { "to_at", "at" },
    { "from_at", "at_from" },
  { "to_axis", "axis" }, { "from_axis", "axis_from" },
}

-- the fields of a place that stand with the body, as li.robot has them
placing.place_fields = { at = "any?", angle = "any?", rpy = "any?", rot = "any?", frame = "any?" }

-- what f.place would be; f.place itself where it is given
function placing.of_fields(f, path, planar)
  local given = {}
  for _, key in ipairs { "at", "angle", "rpy", "rot", "frame" } do
    if f[key] ~= nil then given[#given + 1] = key end
  end
  if #given == 0 then return f.place end
  if f.place ~= nil then check.fail(path, "%s and place both place it: give one", given[1]) end
  local wrong = planar and (f.rpy and "rpy" or f.rot and "rot" or f.frame and "frame") or not planar
    and f.angle and "angle"
  if wrong then
    check.fail(path .. "." .. wrong,
      planar and "in the plane say angle" or "in space say rpy or rot")
  end
  if f.frame ~= nil and #given > 1 then
    check.fail(path, "%s and frame both place it: give one", given[1])
  end
  if f.frame ~= nil then return f.frame end
  if not planar then return { p = f.at, rpy = f.rpy, R = f.rot } end
  local p = f.at ~= nil and placing.vector(f.at, path .. ".at", 2) or placing.zeros(2)
  return { p[1], p[2], f.angle == nil and 0 or f.angle }
end

-- b told in a
function placing.compose(a, b, planar)
  if planar then
    local angle = a.angle + b.angle
    return { R = plane(angle), p = a.p + a.R * b.p, angle = angle }
  end
  return { R = (a.R * b.R):trig(), p = a.p + a.R * b.p }
end

-- the least turn that brings one axis to another, both of numbers: 1 + S + S^2/(1 + cos)
function placing.least_turn(from, to, path)
  local a, b = {}, {}
  for i = 1, 3 do
    a[i], b[i] = from[i]:number(), to[i]:number()
    if not (a[i] and b[i]) then check.fail(path, "expected three numbers") end
  end
  a, b = li.vec(a), li.vec(b)
  a, b = a / a:norm(), b / b:norm()
  local cosine, v = a:dot(b), a:cross(b)
  if cosine > 1 - 1e-15 then return li.seye(3) end
  if cosine < 1e-12 - 1 then -- half a turn, about any axis across
    local k = 1
    for i = 2, 3 do if math.abs(a[i]) < math.abs(a[k]) then k = i end end
    local u = a:cross(li.vec { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 })
    u = u / u:norm()
    local rows = {}
    for i = 1, 3 do rows[i] = { 2 * u[i] * u[1], 2 * u[i] * u[2], 2 * u[i] * u[3] } end
    for i = 1, 3 do rows[i][i] = rows[i][i] - 1 end
    return li.smat(rows)
  end
  local S = li.mat { { 0, -v[3], v[2] }, { v[3], 0, -v[1] }, { -v[2], v[1], 0 } }
  local R = li.eye(3) + S + S * S / (1 + cosine)
  return li.smat { { R[1][1], R[1][2], R[1][3] }, { R[2][1], R[2][2], R[2][3] },
    { R[3][1], R[3][2], R[3][3] } }
end

-- two directions across an axis of numbers, right-handed with it, as the engine turns its frames:
-- to axes of the frame where it is one of these, else [Duff et al. 2017]
function placing.across(axis, path)
  local u, norm = {}, 0
  for k = 1, 3 do
    u[k] = type(axis[k]) == "number" and axis[k] or li.expr(axis[k]):number()
    if not u[k] then check.fail(path, "expected three numbers: a direction of symbols has none") end
    norm = norm + u[k] ^ 2
  end
  norm = math.sqrt(norm)
  for k = 1, 3 do u[k] = u[k] / norm end
  for k = 1, 3 do
    local second, third = k % 3 + 1, (k + 1) % 3 + 1
    if u[second] == 0 and u[third] == 0 then
      local a, b = { 0, 0, 0 }, { 0, 0, 0 }
      a[second], b[third] = 1, u[k] < 0 and -1 or 1
      return li.smat(a), li.smat(b)
    end
  end
  local x, y, z, s = u[1], u[2], u[3], u[3] < 0 and -1 or 1
  local a = -1 / (s + z)
  local b = x * y * a
  return li.smat { 1 + s * x * x * a, s * b, -s * x }, li.smat { b, s + y * y * a, -y }
end

local function is_rotation(R)
  local off = 0
  for i = 1, 3 do
    for k = 1, 3 do
      local sum = i == k and -1 or 0
      for c = 1, 3 do
        local a, b = R:at(i, c):number(), R:at(k, c):number()
        if not (a and b) then return true end -- of symbols nobody can tell
        sum = sum + a * b
      end
      off = math.max(off, math.abs(sum))
    end
  end
  return off < 1e-9
end

-- how `to` stands in `from` where the coordinates of a joint are 0, as rot or rpy tell it; nil
local function told_turn(f, path)
  if f.rot ~= nil and f.rpy ~= nil then check.fail(path .. ".rot", "rpy tells it already") end
  if f.rot == nil and f.rpy == nil then return nil end
  local R = placing.read({ R = f.rot, rpy = f.rpy }, path, false, {}).R
  if not is_rotation(R) then
    check.fail(path .. ".rot", "its rows are not those of a rotation")
  end
  return R
end

-- The axis of a joint in space, expressed in `to` and in `from`, and the turn of `to` in `from` at
-- 0: as it is told, else the least that brings one axis to the other. said: what the user calls
-- fields
function placing.joint_axes(f, path, said)
  local Z = { 0, 0, 1 }
  local function word(key) return path .. "." .. (said and said[key] or key) end
  local L = told_turn(f, path)
  local here = f.axis ~= nil and placing.vector(f.axis, word "axis", 3) or nil
  local there = f.axis_from ~= nil and placing.vector(f.axis_from, word "axis_from", 3) or nil
  if L and here and there then
    check.fail(word "axis_from", "%s and %s tell it already", f.rot and "rot" or "rpy",
      said and said.axis or "axis")
  end
  if L then
    if there then return L:transpose() * there, there, L end
    here = here or li.smat(Z)
    return here, L * here, L
  end
  here = here or li.smat(Z)
  if not there then return here, here, li.seye(3) end
  return here, there, placing.least_turn(here, there, word "axis_from")
end

-- the same of a universal joint, which turns about an axis of `from` and then about one of `to`
function placing.cross_axes(f, path, said)
  local function word(key) return path .. "." .. (said and said[key] or key) end
  local L = told_turn(f, path) or li.seye(3)
  local here = placing.vector(f.axis or { 0, 1, 0 }, word "axis", 3)
  local there = placing.vector(f.axis_from or { 0, 0, 1 }, word "axis_from", 3)
  local cosine = there:dot(L * here)
  local square = (here:dot(here) * there:dot(there)):number()
  if cosine:number() and square and cosine:number() ^ 2 > 1e-18 * square then
    check.fail(word "axis", "the axes of a universal joint are square to each other: this one, "
      .. "of 'to', and %s, of 'from'", said and said.axis_from or "axis_from")
  end
  return here, there, L
end

-- all expressions of a pose
function placing.entries(pose, planar)
  local list = { pose.p[1], pose.p[2], planar and pose.angle or pose.p[3] }
  if not planar then
    for i = 1, 3 do for j = 1, 3 do list[#list + 1] = pose.R:at(i, j) end end
  end
  return list
end

-- a matrix that rounding alone makes unsymmetric (R I R') is symmetric: by this part of its largest
-- entry
local ROUNDING = 1e-12

-- the upper half of a symmetric matrix: xx yy zz xy xz yz
local function symmetric(M, path)
  local list, most = { M:at(1, 1), M:at(2, 2), M:at(3, 3) }, 0
  for i = 1, 3 do for j = 1, 3 do most = math.max(most, math.abs(M:at(i, j):number() or 0)) end end
  for _, k in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 } } do
    local u, l = M:at(k[1], k[2]), M:at(k[2], k[1])
    local x, y = u:number(), l:number()
    local differ = not (x and y) and u:equals(l) == false
    if x and y then
      differ = math.abs(x - y) > ROUNDING * most
      u = li.expr((x + y) / 2)
    end
    if differ then
      check.fail(path, "not symmetric: [%d][%d] and [%d][%d] differ", k[1], k[2], k[2], k[1])
    end
    list[#list + 1] = u
  end
  return li.smat(list)
end

-- about the centre of mass, body axes: an expression in the plane; xx yy zz xy xz yz in space
function placing.inertia(x, path, planar)
  if planar then return placing.expr(x, path) end
  if type(x) == "number" and x == 0 then return placing.zeros(6) end
  if type(x) ~= "table" and type(x) ~= "userdata" then
    check.fail(path, "expected three or six entries, or three rows")
  end
  if #x == 6 then return placing.vector(x, path, 6) end
  if #x ~= 3 then check.fail(path, "expected three or six entries, or three rows, got %d", #x) end
  local scalar = type(x[1]) == "number" or type(x[1]) == "string" or kit.class(x[1]) == "expr"
  if not scalar then return symmetric(matrix(x, path, 3), path) end
  local v = placing.vector(x, path, 3)
  return li.smat { v[1], v[2], v[3], 0, 0, 0 }
end

-- an object of li.inertia under `key` says mass, centre of mass and tensor at once: these fields
-- of a body; others as they are
function placing.unfold_inertia(f, path, key, planar)
  if kit.class(f[key]) ~= "inertia" then return f end
  local J, out = f[key], {}
  for _, said in ipairs { "m", "com" } do
    if f[said] ~= nil then
      check.fail(path .. "." .. said, "the object says mass and com too: leave out %s", said)
    end
  end
  for k, x in pairs(f) do out[k] = x end
  local c, I = J.com, J:tensor()
  out.m, out.com, out[key] = J.mass, planar and { c[1], c[2] } or { c[1], c[2], c[3] },
    planar and I[3][3] or I
  return out
end

return placing
