-- mjcf_acting.lua - what acts and what holds in MJCF: equalities, fixed tendons, actuators,
-- sensors, keyframes, excluded contacts
--
-- A transmission or a fixed tendon is a sum of coordinates with factors, as forces here take it.
-- Its length x and rate v are what the laws of MuJoCo are told in.
local li = require "liaison.core"
local bodies = require "liaison.describe.mjcf_bodies"
local check = require "liaison.base.check"
local motors = require "liaison.describe.mjcf_motors"
local names = require "liaison.describe.mjcf_names"
local paths = require "liaison.describe.mjcf_paths"
local tree = require "liaison.describe.mjcf_tree"
local words = require "liaison.describe.mjcf_words"
local kit = li._internal

local acting = {}
local fail, numbers, own = tree.fail, tree.numbers, tree.own

-- ---- elements that name what <replicate> copied are copied with it ----

local REFERENCES = { joint = true, site = true, body = true, body1 = true, body2 = true,
  joint1 = true, joint2 = true, refsite = true, site1 = true, site2 = true, objname = true,
  geom = true, tendon = true, tendon1 = true, tendon2 = true }

local function copied_name(c, e)
  for _, pair in ipairs(e.attrs) do
    if REFERENCES[pair[1]] and c.copies[pair[2]] then return pair[2] end
  end
  for _, kid in ipairs(e.kids) do
    local name = copied_name(c, kid)
    if name then return name end
  end
end

local function with_suffix(c, e, name, suffix)
  c.tree:count(e)
  local new = { name = e.name, attrs = {}, kids = {}, file = e.file, line = e.line,
    looked = e.looked }
  for i, pair in ipairs(e.attrs) do
    local x = pair[2]
    if REFERENCES[pair[1]] and c.copies[x] and x == name then x = x .. suffix
    elseif pair[1] == "name" then
      c.copies[x] = c.copies[x] or {}
      table.insert(c.copies[x], suffix)
      x = x .. suffix
    end
    new.attrs[i] = { pair[1], x }
  end
  for i, kid in ipairs(e.kids) do new.kids[i] = with_suffix(c, kid, name, suffix) end
  return new
end

local function opened(c, e, out)
  local name = copied_name(c, e)
  if not name then
    out[#out + 1] = e
    return out
  end
  for _, suffix in ipairs(c.copies[name]) do opened(c, with_suffix(c, e, name, suffix), out) end
  return out
end

local function section(c, name)
  local out = {}
  for _, e in ipairs(c.tree:section(name)) do opened(c, e, out) end
  return out
end

-- ---- who is meant ----

local function joint_named(c, e, key, name)
  local j = c.joints[name]
  if not j then
    fail(e, "<%s> %s: no joint '%s'%s", e.name, key, name, check.hint(name, c.joints))
  end
  return j
end

local function single_joint(c, e, key, name)
  local j = joint_named(c, e, key, name)
  if not j.q then fail(e, "<%s> %s: '%s' is no hinge and no slide", e.name, key, name) end
  return j
end

local function body_named(c, e, key, name)
  if not name or name == "world" then return c.world end
  for _, b in ipairs(c.bodies) do
    if b.given == name then return b end
  end
  local known = {}
  for _, b in ipairs(c.bodies) do known[b.name] = true end
  fail(e, "<%s> %s: no body '%s'%s", e.name, key, name, check.hint(name, known))
end

-- ---- equalities ----

local EQUAL = {}

local function place_of(X) return { X.p[1], X.p[2], X.p[3] } end

local function turn_of(X)
  local r, p, y = X.R:rpy()
  return { r, p, y }
end

-- the frame a constraint is told in: of a site, or of a body
local function side_of(c, e, map, k)
  local site = map["site" .. k]
  if not site then
    local body = body_named(c, e, "body" .. k, map["body" .. k])
    return body, li.frame()
  end
  local p = c.places["site " .. site]
  if not p then fail(e, "<%s> site%d: no site '%s'", e.name, k, site) end
  return p.body, p.X
end

function EQUAL.connect(c, e, map)
  local a, X_a = side_of(c, e, map, 1)
  local b, X_b = side_of(c, e, map, 2)
  if not map.site1 then
    if not map.anchor then fail(e, "<connect>: expected anchor, or site1 and site2") end
    X_a = li.frame(li.rot.identity(), numbers(e, "anchor", map.anchor, 3))
    if c.global then X_a = a.X_0:inverse() * X_a end
    -- both ends are one point where all joints stand at ref
    X_b = b.X_0:inverse() * a.X_0 * X_a
  end
  return { kind = "point", from = a.name, from_at = place_of(X_a), to = b.name,
    to_at = place_of(X_b) }
end

-- relpose is where the second body stands in the first; all 0 of its quaternion: as at ref
function EQUAL.weld(c, e, map)
  local a, X_a = side_of(c, e, map, 1)
  local b, X_b = side_of(c, e, map, 2)
  if not map.site1 then
    local r = map.relpose and numbers(e, "relpose", map.relpose, 7)
    if r and c.global then c.tree:tell(e, "<weld> relpose: not read where coordinate is global") end
    if c.global then r = nil end
    if r and r[4]^2 + r[5]^2 + r[6]^2 + r[7]^2 > 0 then
      X_a = li.frame(li.rot.quat(r[4], r[5], r[6], r[7]), { r[1], r[2], r[3] })
    else
      X_a = a.X_0:inverse() * b.X_0
    end
  end
  return { kind = "weld", from = a.name, from_at = place_of(X_a), from_rpy = turn_of(X_a),
    to = b.name, to_at = place_of(X_b), to_rpy = turn_of(X_b) }
end

-- sum of { {factor, name}, .. } as text
local function sum_text(list)
  local out = {}
  for _, s in ipairs(list) do
    out[#out + 1] = ("(%s)*%s"):format(kit.number(s[1]), s[2])
  end
  return table.concat(out, " + ")
end

-- y - y0 = c0 + c1 (x - x0) + .. + c4 (x - x0)^4 of two sums of coordinates
local function polynomial(e, map, y, y0, x, x0)
  local p = map.polycoef and numbers(e, "polycoef", map.polycoef, 1, 5) or { 0, 1 }
  for k = #p + 1, 5 do p[k] = k == 2 and 1 or 0 end
  if not x or p[3] == 0 and p[4] == 0 and p[5] == 0 then
    local factors = {}
    for _, s in ipairs(y) do factors[s[2]] = (factors[s[2]] or 0) + s[1] end
    for _, s in ipairs(x or {}) do factors[s[2]] = (factors[s[2]] or 0) - p[2]*s[1] end
    for name, f in pairs(factors) do factors[name] = f ~= 0 and f or nil end
    return { kind = "coupling", coordinates = factors, offset = y0 + p[1] - (x and p[2]*x0 or 0) }
  end
  local terms = {}
  for k = 1, 4 do
    if p[k+1] ~= 0 then
      terms[#terms + 1] = ("(%s)*(%s - (%s))^%d"):format(kit.number(p[k+1]), sum_text(x),
        kit.number(x0), k)
    end
  end
  return { kind = "equation", equation = ("%s - (%s) - (%s)"):format(sum_text(y),
    kit.number(y0 + p[1]), table.concat(terms, " + ")) }
end

function EQUAL.joint(c, e, map)
  local a = single_joint(c, e, "joint1", map.joint1 or fail(e, "<joint> without joint1"))
  local b = map.joint2 and single_joint(c, e, "joint2", map.joint2)
  return polynomial(e, map, { { 1, a.q } }, a.ref, b and { { 1, b.q } }, b and b.ref)
end

local function length_of(c, t)
  if not t.path then return sum_text(t.sum), t.start end
  return t.path.length, t.path.at(paths.where(c, function(j) return j.ref end))
end

-- the same of lengths that are no sums
local function of_lengths(c, e, map, a, b)
  local p = map.polycoef and numbers(e, "polycoef", map.polycoef, 1, 5) or { 0, 1 }
  local y, y0 = length_of(c, a)
  local x, x0 = "0", 0
  if b then x, x0 = length_of(c, b) end
  local terms = { kit.number(y0 + p[1]) }
  for k = 1, b and #p - 1 or 0 do
    if p[k+1] ~= 0 then
      terms[#terms + 1] = ("(%s)*((%s) - (%s))^%d"):format(kit.number(p[k+1]), x, kit.number(x0), k)
    end
  end
  return { kind = "equation", equation = ("(%s) - (%s)"):format(y, table.concat(terms, ") - (")) }
end

function EQUAL.tendon(c, e, map)
  local list = {}
  for k = 1, 2 do
    local name = map["tendon" .. k]
    if k == 1 and not name then fail(e, "<tendon> without tendon1") end
    if name then
      list[k] = c.tendons[name]
        or fail(e, "<tendon> tendon%d: no tendon '%s'%s", k, name, check.hint(name, c.tendons))
      if not list[k].sum and not list[k].path then return nil, "its tendon is not carried over" end
    end
  end
  local a, b = list[1], list[2]
  if a.path or b and b.path then return of_lengths(c, e, map, a, b) end
  return polynomial(e, map, a.sum, a.start, b and b.sum, b and b.start)
end

local function equalities(c, d)
  if not c.flag.equality then return end
  for _, e in ipairs(section(c, "equality")) do
    c.tree:look(e, "equality")
    local map = c.tree:all(e, "equality")
    if not EQUAL[e.name] then
      c.tree:tell(e, ("<equality> <%s>: not carried over%s"):format(e.name,
        check.hint(e.name, EQUAL)))
    elseif not tree.yes(e, "active", map.active, true) then
      c.tree:tell(e, ("<%s>: not active: not carried over"):format(e.name))
    else
      local k, why = EQUAL[e.name](c, e, map)
      if not k then c.tree:tell(e, ("<%s>: not carried over: %s"):format(e.name, why))
      else
        k.name, k.where = map.name or ("%s%d"):format(e.name, #d.constraints + 1), tree.where(e)
        d.constraints[#d.constraints + 1] = k
      end
    end
  end
end

-- ---- what stands at ref ----

-- the q of the model where all joints stand at ref; free bodies stand where <body> has them
function acting.start(c)
  local q, at = {}, 0
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      if j.q then
        at = at + 1
        q[at] = j.ref
      else
        local n = j.kind == "floating" and 7 or 4
        local w, x, y, z = (j.kind == "floating" and b.X_0.R or li.rot.identity()):quat()
        for k, v in ipairs(n == 7 and { b.X_0.p[1], b.X_0.p[2], b.X_0.p[3], w, x, y, z }
            or { w, x, y, z }) do
          q[at + k] = v
        end
        at = at + n
      end
    end
  end
  return q
end

-- the inertia that a force on a sum of coordinates moves where all stand at ref, 1/(f' M^-1 f); nil
-- where there is none
local function inverse_of(c, d)
  if c.inverse == nil then
    local model = li.robot { bodies = d.bodies, gravity = d.gravity }
    local ok, inverse = pcall(model.mass_inverse, model, acting.start(c))
    c.inverse, c.column = ok and inverse or false, {}
    for i, name in ipairs(model:speeds()) do c.column[name] = i end
  end
  return c.inverse
end

-- factors of coordinates by name, of a sum or of a path, where all stand at ref
local function factors_of(c, sum)
  if not sum.path then
    local factors = {}
    for _, s in ipairs(sum) do factors[s[2]] = (factors[s[2]] or 0) + s[1] end
    return factors
  end
  return sum:arms_at(paths.where(c, function(j) return j.ref end))
end

-- how large the accelerations are that a force of 1 along a sum or a path makes; nil: no inertia
local function unit_acceleration(c, d, sum)
  if not sum or not inverse_of(c, d) then return nil end
  local factors, square = factors_of(c, sum), 0
  for i = 1, #c.inverse do
    local a = 0
    for name, f in pairs(factors) do a = a + f*c.inverse[i][c.column[name .. "'"]] end
    square = square + a^2
  end
  return square > 0 and math.sqrt(square) or nil
end

function acting.moved_inertia(c, d, factors)
  if not inverse_of(c, d) then return nil end
  local sum = 0
  for a, f in pairs(factors) do
    for b, g in pairs(factors) do
      sum = sum + f*g*c.inverse[c.column[a .. "'"]][c.column[b .. "'"]]
    end
  end
  return sum > 0 and 1/sum or nil
end

-- ---- tendons ----

local function fixed_tendon(c, e, t)
  t.sum, t.start, t.rest = {}, 0, 0
  for _, kid in ipairs(e.kids) do
    local map = own(kid)
    local j = single_joint(c, kid, "joint", map.joint
      or fail(kid, "<fixed>: <joint> without joint"))
    local f = tree.number(kid, "coef", map.coef or fail(kid, "<fixed>: <joint> without coef"))
    t.sum[#t.sum + 1] = { f, j.q }
    t.start = t.start + f*j.ref
    -- its springs are at rest where those of the joints are, unless it says
    t.rest = t.rest + f*j.scale*tree.number(j.e, "springref", j.map.springref, 0)
  end
  t.factors = {}
  for _, s in ipairs(t.sum) do t.factors[s[2]] = (t.factors[s[2]] or 0) + s[1] end
end

local function rest_of(c, e, map, t)
  local s = map.springlength and numbers(e, "springlength", map.springlength, 1, 2) or { -1 }
  if s[1] == -1 then return t.rest end
  if s[2] and s[2] ~= s[1] then
    c.tree:tell(e, "<%s> springlength: from %g to %g it is slack: at rest in the middle here",
      e.name, s[1], s[2])
    return (s[1] + s[2])/2
  end
  return s[1]
end

-- hard ends are for one coordinate; of a sum they give way, as in MuJoCo by default: solref 0.02 1,
-- d 0.95, so stiffness m/(d 0.02)^2 and damping 2 m/(d 0.02)
local GIVES = 0.95*0.02

local function put_limit(c, d, e, t, r, single, put)
  if single then return put("endstop", { min = r[1], max = r[2] }) end
  local m = acting.moved_inertia(c, d, t.factors)
  if not m then
    c.tree:tell(e, "<fixed> range: not carried over: what it moves has no inertia")
    return
  end
  put("endstop", { min = r[1], max = r[2], stiffness = m/GIVES^2, damping = 2*m/GIVES })
  c.tree:tell(e, "<fixed> range: its ends give way, with a stiffness of %.4g", m/GIVES^2)
end

local function tendon_forces(c, e, map, t, d)
  local function put(kind, fields)
    fields.kind, fields.joint, fields.where = kind, t.factors, tree.where(e)
    fields.name = names.free(c, (map.name or "tendon") .. "." .. kind)
    d.forces[#d.forces + 1] = fields
  end
  local k = c.flag.spring and tree.number(e, "stiffness", map.stiffness, 0) or 0
  local b = c.flag.damper and tree.number(e, "damping", map.damping, 0) or 0
  local f = c.flag.frictionloss and tree.number(e, "frictionloss", map.frictionloss, 0) or 0
  if k ~= 0 then put("spring", { stiffness = k, rest = rest_of(c, e, map, t), damping = b })
  elseif b ~= 0 then put("damper", { damping = b }) end
  local single = next(t.factors) and not next(t.factors, next(t.factors))
  if f ~= 0 then put(single and "stiction" or "friction", { coulomb = f }) end
  local r = c.flag.limit and tree.range(c, e, map, "limited", "range")
  if r then put_limit(c, d, e, t, r, single, put) end
  if map.armature and tree.number(e, "armature", map.armature) ~= 0 then
    c.tree:tell(e, "<fixed> armature: not carried over")
  end
end

-- springs, dampers and the like along a path: given forces on each coordinate it goes over
local function path_forces(c, e, map, t, d)
  local p = t.path
  local function number(x) return "(" .. kit.number(x) .. ")" end
  local k = c.flag.spring and tree.number(e, "stiffness", map.stiffness, 0) or 0
  local b = c.flag.damper and tree.number(e, "damping", map.damping, 0) or 0
  local terms = {}
  if k ~= 0 then
    local s = map.springlength and numbers(e, "springlength", map.springlength, 1, 2) or { -1 }
    if s[1] == -1 then
      s = { p.at(paths.where(c, function(j)
        return j.scale*tree.number(j.e, "springref", j.map.springref, 0)
      end)) }
    end
    -- between both lengths it is slack
    terms[1] = ("%s*(max(0, %s - (%s)) - max(0, (%s) - %s))"):format(number(k), number(s[1]),
      p.length, p.length, number(s[2] or s[1]))
  end
  if b ~= 0 then terms[#terms + 1] = ("%s*(%s)"):format(number(-b), p.rate) end
  for _, arm in ipairs(#terms > 0 and p.arms or {}) do
    d.forces[#d.forces + 1] = { kind = "given", joint = arm[1], where = tree.where(e),
      f = ("(%s)*(%s)"):format(arm[2], table.concat(terms, " + ")),
      name = names.free(c, (map.name or "tendon") .. ".spring") }
  end
  if tree.number(e, "frictionloss", map.frictionloss, 0) ~= 0 then
    c.tree:tell(e, "<spatial> frictionloss: not carried over")
  end
  if tree.range(c, e, map, "limited", "range") then
    c.tree:tell(e, "<spatial> range: its ends are not carried over")
  end
end

local function spatial_tendon(c, e, map, t, d)
  local path, why = paths.tendon(c, e)
  if not path then
    c.tree:tell(e, "<spatial> tendon%s: not carried over: %s", map.name and " '" .. map.name .. "'"
      or "", why)
    return
  end
  t.path = path
  path_forces(c, e, map, t, d)
end

local function tendons(c, d)
  c.tendons = {}
  paths.begin(c, d)
  c.unit_acceleration = function(sum) return unit_acceleration(c, d, sum) end
  for _, e in ipairs(section(c, "tendon")) do
    c.tree:look(e, "tendon")
    local map = c.tree:all(e, "tendon")
    local t = { e = e, map = map }
    if map.name then c.tendons[map.name] = t end
    if e.name == "fixed" then
      fixed_tendon(c, e, t)
      tendon_forces(c, e, map, t, d)
    elseif e.name == "spatial" then spatial_tendon(c, e, map, t, d)
    else
      c.tree:tell(e, ("<%s> tendon%s: not carried over"):format(e.name,
        map.name and " '" .. map.name .. "'" or ""))
    end
  end
end

-- ---- weights that are held ----

local function held_weights(c, d)
  for _, b in ipairs(c.bodies) do
    if b.gravcomp ~= 0 and b.inertia and c.flag.gravity then
      local m, J = b.gravcomp*b.inertia.mass, b.inertia
      d.forces[#d.forces + 1] = { kind = "given", name = names.free(c, b.name .. ".gravcomp"),
        at = b.name, point = { J.com[1], J.com[2], J.com[3] }, where = tree.where(b.e),
        force = { -m*c.gravity[1], -m*c.gravity[2], -m*c.gravity[3] } }
    end
  end
end

-- ---- actuators ----

local function actuators(c, d)
  c.actuators, c.ctrl = {}, {}
  for _, e in ipairs(section(c, "actuator")) do
    if not words.actuators[e.name] then
      c.tree:tell(e, ("<actuator> <%s>: not carried over%s"):format(e.name,
        check.hint(e.name, words.actuators)))
    else
      c.tree:look(e, "actuator")
      motors.read(c, d, e)
    end
  end
end

-- ---- sensors ----

local function rates_text(sum)
  local list = {}
  for i, s in ipairs(sum) do list[i] = { s[1], s[2] .. "'" } end
  return sum_text(list)
end

local SENSORS = {}

function SENSORS.jointpos(c, e, map) return joint_named(c, e, "joint", map.joint).q end

function SENSORS.jointvel(c, e, map)
  local j = joint_named(c, e, "joint", map.joint)
  return j.q and j.q .. "'"
end

-- of what acts along a sum of joints, where it is known
local function along(x, text_of)
  local path = x and (x.path or x.sum and x.sum.path and x.sum)
  if path then return text_of == sum_text and path.length or path.rate end
  return x and x.sum and text_of(x.sum)
end

function SENSORS.tendonpos(c, _, map) return along(c.tendons[map.tendon], sum_text) end

function SENSORS.tendonvel(c, _, map) return along(c.tendons[map.tendon], rates_text) end

function SENSORS.actuatorpos(c, _, map) return along(c.actuators[map.actuator], sum_text) end

function SENSORS.actuatorvel(c, _, map) return along(c.actuators[map.actuator], rates_text) end

function SENSORS.actuatorfrc(c, _, map)
  local a = c.actuators[map.actuator]
  return a and a.force
end

function SENSORS.clock() return "t" end

local function sensors(c, d)
  c.sensors = {}
  for i, e in ipairs(section(c, "sensor")) do
    local map = own(e)
    local s = { kind = e.name, name = map.name or e.name .. i, where = tree.where(e) }
    for key, x in pairs(map) do s[key] = s[key] or x end
    c.sensors[#c.sensors + 1] = s
    local text = SENSORS[e.name] and SENSORS[e.name](c, e, map)
    if text then
      if map.cutoff and tree.number(e, "cutoff", map.cutoff) > 0 then
        c.tree:leave(e, e.name .. " cutoff", "where sensors are cut")
      end
      if map.noise then c.tree:leave(e, e.name .. " noise", "noise of sensors") end
      s.output = names.word(c, e, s.name, "y_")
      d.outputs[#d.outputs + 1] = { name = s.output, expression = text }
    else
      c.tree:leave(e, e.name, "sensors that are no expression of coordinates (told.sensors has "
        .. "them)")
    end
  end
end

-- ---- the whole, and what is beside the description ----

function acting.describe(c, d)
  d.forces, d.inputs, d.outputs, d.constraints = {}, {}, {}, {}
  for _, list in ipairs { c.bodies, { c.world } } do
    for _, b in ipairs(list) do
      for _, p in ipairs(b.places) do p.body = b end
    end
  end
  tendons(c, d)
  held_weights(c, d)
  equalities(c, d)
  actuators(c, d)
  sensors(c, d)
end

-- v of MuJoCo as v here: that of a free body is along world axes there
local function speeds_of(c, q, v)
  local out, at, qat = {}, 0, 0
  for i, x in ipairs(v) do out[i] = x end
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      if j.kind == "floating" then
        local R = li.rot.quat(q[qat + 4], q[qat + 5], q[qat + 6], q[qat + 7])
        local u = R:inverse():vector({ v[at + 1], v[at + 2], v[at + 3] })
        for k = 1, 3 do out[at + k] = u[k] end
      end
      at = at + (j.kind == "floating" and 6 or j.q and 1 or 3)
      qat = qat + (j.kind == "floating" and 7 or j.q and 1 or 4)
    end
  end
  return out
end

-- how many speeds there are
local function count_speeds(c)
  local n = 0
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do n = n + (j.rates and #j.rates or 1) end
  end
  return n
end

-- quaternions of a file have any length
local function normal(c, e, q)
  local at = 0
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      if not j.q then
        at = at + (j.kind == "floating" and 3 or 0)
        local n = math.sqrt(q[at+1]^2 + q[at+2]^2 + q[at+3]^2 + q[at+4]^2)
        if n < 1e-14 then fail(e, "<key> qpos: expected a quaternion, got length 0") end
        for k = 1, 4 do q[at + k] = q[at + k]/n end
      end
      at = at + (j.q and 1 or 4)
    end
  end
  return q
end

local function keyframes(c, start)
  local list, nv = {}, count_speeds(c)
  for i, e in ipairs(c.tree:section "keyframe") do
    c.tree:look(e, "key")
    local map = own(e)
    local zero = {}
    for k = 1, nv do zero[k] = 0 end
    local q = map.qpos and normal(c, e, numbers(e, "qpos", map.qpos, #start)) or start
    local v = map.qvel and numbers(e, "qvel", map.qvel, nv) or zero
    local u = map.ctrl and numbers(e, "ctrl", map.ctrl, #c.ctrl) or {}
    local key = { q = q, v = speeds_of(c, q, v), time = tree.number(e, "time", map.time, 0),
      inputs = {} }
    for k, x in ipairs(u) do
      if c.ctrl[k] then key.inputs[c.ctrl[k]] = x end
    end
    for _, word in ipairs { "act", "mpos", "mquat" } do
      if map[word] then c.tree:leave(e, "key " .. word, "states that are none here") end
    end
    list[map.name or tostring(i)] = key
  end
  return list
end

local function excluded(c)
  local list = {}
  for _, e in ipairs(section(c, "contact")) do
    if e.name == "exclude" then list[#list + 1] = { own(e).body1, own(e).body2 } end
  end
  return list
end

local function custom(c)
  local list = {}
  for _, e in ipairs(c.tree:section "custom") do
    local map = own(e)
    if map.name then list[map.name] = map.data or e.name end
  end
  return list
end

-- the configuration drawn: the keyframe 'home', or where all stand at ref; for how a free body is
-- turned there is no word
function acting.homes(c, d, told)
  local q, at, of = told.keyframes.home and told.keyframes.home.q or told.start, 0, {}
  for _, b in ipairs(d.bodies) do of[b.name] = bodies.joint_of(b) end
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      local body = of[j.body]
      if j.q and q[at + 1] ~= 0 then body.home = q[at + 1] end
      for k = 1, j.kind == "floating" and 3 or 0 do body.dofs[k].home = q[at + k] end
      at = at + (j.q and 1 or j.kind == "floating" and 7 or 4)
    end
  end
end

-- what a description has no word for
function acting.told(c)
  local start = acting.start(c)
  return { start = start, timestep = c.timestep, excluded = excluded(c), sensors = c.sensors,
    custom = custom(c), keyframes = keyframes(c, start) }
end

return acting
