-- mjcf_motors.lua - actuators of MJCF: inputs, and the forces they make
--
-- force = gain u + bias on the length x and rate v of a transmission, where u is ctrl or an
-- activation that follows it (li.help 'force activated'), and gain and bias are numbers, affine in
-- x and v: g1 + g2 x + g3 v, or those of a muscle. Shortcuts as <position> are such ones too.
local li = require "liaison.core"
local check = require "liaison.base.check"
local muscle = require "liaison.describe.mjcf_muscle"
local names = require "liaison.describe.mjcf_names"
local paths = require "liaison.describe.mjcf_paths"
local tree = require "liaison.describe.mjcf_tree"
local kit = li._internal

local motors = {}
local fail, numbers, own = tree.fail, tree.numbers, tree.own


-- ---- the law: shortcuts on top of what classes say ----

-- at least three numbers
local function parameters(e, key, text)
  local list = numbers(e, key, text, 1, 10)
  list.given = #list
  for k = #list + 1, 3 do list[k] = 0 end
  return list
end

-- parts of the law that any actuator may say
local function common(e, map, a)
  for _, key in ipairs { "gainprm", "biasprm", "dynprm" } do
    if map[key] then
      local given = parameters(e, key, map[key])
      local list = {}
      for k, x in ipairs(a[key]) do list[k] = x end
      for k = 1, given.given do list[k] = given[k] end
      a[key] = list
    end
  end
  for _, key in ipairs { "gaintype", "biastype", "dyntype" } do a[key] = map[key] or a[key] end
end

local SHORT = {}

function SHORT.general(e, map, a) common(e, map, a) end

function SHORT.motor(_, _, a)
  a.gaintype, a.biastype, a.dyntype, a.gainprm = "fixed", "none", "none", { 1, 0, 0 }
end

local function kp_of(e, map, a)
  local kp = tree.number(e, "kp", map.kp, a.gainprm[1])
  if kp < 0 then fail(e, "<%s> kp: expected a number from 0 on, got %g", e.name, kp) end
  return kp
end

function SHORT.position(e, map, a)
  local kp = kp_of(e, map, a)
  local kv = tree.number(e, "kv", map.kv, -a.biasprm[3])
  a.gaintype, a.biastype, a.gainprm, a.biasprm = "fixed", "affine", { kp, 0, 0 }, { 0, -kp, -kv }
  if map.timeconst then
    a.dyntype, a.dynprm = "filterexact", { tree.number(e, "timeconst", map.timeconst), 0, 0 }
  end
end

function SHORT.velocity(e, map, a)
  local kv = tree.number(e, "kv", map.kv, a.gainprm[1])
  a.gaintype, a.biastype, a.gainprm, a.biasprm = "fixed", "affine", { kv, 0, 0 }, { 0, 0, -kv }
end

function SHORT.intvelocity(e, map, a)
  SHORT.position(e, map, a)
  a.dyntype = "integrator"
end

function SHORT.damper(e, map, a)
  local kv = tree.number(e, "kv", map.kv, a.gaintype == "affine" and -a.gainprm[3] or 0)
  if kv < 0 then fail(e, "<damper> kv: expected a number from 0 on, got %g", kv) end
  a.gaintype, a.biastype, a.gainprm = "affine", "none", { 0, 0, -kv }
end

function SHORT.cylinder(e, map, a)
  a.dyntype, a.gaintype, a.biastype = "filter", "fixed", "affine"
  if map.timeconst then a.dynprm = { tree.number(e, "timeconst", map.timeconst), 0, 0 } end
  if map.area then a.gainprm = { tree.number(e, "area", map.area), 0, 0 } end
  if map.diameter then
    a.gainprm = { math.pi/4*tree.number(e, "diameter", map.diameter)^2, 0, 0 }
  end
  if map.bias then
    local b = numbers(e, "bias", map.bias, 3)
    a.biasprm = { b[1], b[2], b[3] }
  end
end

function SHORT.muscle(e, map, a) muscle.law(e, map, a) end

local function law_of(c, e)
  local a = { gaintype = "fixed", biastype = "none", dyntype = "none", gainprm = { 1, 0, 0 },
    biasprm = { 0, 0, 0 }, dynprm = { 1, 0, 0 } }
  for _, d in ipairs(tree.chain(c.tree:class_of(e), "actuator")) do
    if SHORT[d.name] then SHORT[d.name](d, own(d), a) end
  end
  if e.name == "adhesion" then return nil, "it acts where bodies touch" end
  if not SHORT[e.name] then return nil, ("a %s"):format(e.name) end
  SHORT[e.name](e, own(e), a)
  return a
end

local TYPES = { gaintype = { fixed = true, affine = true, muscle = true }, biastype = { none = true,
  affine = true, muscle = true }, dyntype = { none = true, integrator = true, filter = true,
  filterexact = true, muscle = true } }

local function strange(a)
  for _, key in ipairs { "gaintype", "biastype", "dyntype" } do
    if not TYPES[key][a[key]] then return ("%s %s"):format(key, a[key]) end
  end
end

-- ---- the transmission ----

local function joint_sum(c, e, key, name, gear)
  local j = c.joints[name]
  if not j then
    fail(e, "<%s> %s: no joint '%s'%s", e.name, key, name, check.hint(name, c.joints))
  end
  if j.q then return { { gear[1], j.q } } end
  if j.kind == "spherical" and key == "joint" then return nil, "a gear on a ball joint", j end
  return nil, ("a gear on a %s joint"):format(j.kind == "floating" and "free" or "ball")
end

local function tendon_sum(c, e, name, gear)
  local t = c.tendons[name]
  if not t then
    fail(e, "<%s> tendon: no tendon '%s'%s", e.name, name, check.hint(name, c.tendons))
  end
  if t.path then return t.path:times(gear[1]) end
  if not t.sum then return nil, "its tendon is not carried over" end
  local sum = {}
  for i, s in ipairs(t.sum) do sum[i] = { gear[1]*s[1], s[2] } end
  return sum
end

local function sum_of(c, e, map, gear)
  if map.joint then return joint_sum(c, e, "joint", map.joint, gear) end
  if map.jointinparent then return joint_sum(c, e, "jointinparent", map.jointinparent, gear) end
  if map.tendon then return tendon_sum(c, e, map.tendon, gear) end
  if map.cranksite or map.slidersite then
    local path, why = paths.crank(c, e, map)
    if not path then return nil, why end
    return path:times(gear[1])
  end
  if map.body then return nil, "a transmission by body" end
  if map.site then return nil, nil end
  fail(e, "<%s>: expected joint, tendon or site", e.name)
end

-- ---- the force as text ----

local function number(x) return "(" .. kit.number(x) .. ")" end

local function affine(kind, p)
  if kind == "none" then return nil end
  local terms = { p[1] ~= 0 and number(p[1]) or nil }
  if kind == "affine" then
    if p[2] ~= 0 then terms[#terms + 1] = number(p[2]) .. "*x" end
    if p[3] ~= 0 then terms[#terms + 1] = number(p[3]) .. "*v" end
  end
  return #terms > 0 and table.concat(terms, " + ") or nil
end

-- gain and bias as texts of x and v; nil where there is none
local function parts_of(a)
  local gain, bias
  if a.gaintype == "muscle" then gain = muscle.gain(a) else gain = affine(a.gaintype, a.gainprm) end
  if a.biastype == "muscle" then bias = muscle.bias(a) else bias = affine(a.biastype, a.biasprm) end
  return gain, bias
end

local function force_text(a, u)
  local gain, bias = parts_of(a)
  local terms = {}
  if gain then terms[1] = gain == "(1)" and u or ("(%s)*%s"):format(gain, u) end
  if bias then terms[#terms + 1] = bias end
  return #terms > 0 and table.concat(terms, " + ") or "0"
end

local function clamped(text, r)
  return r and ("max(%s, min(%s, %s))"):format(number(r[1]), number(r[2]), text) or text
end

-- ---- a force at a site ----

local AXES = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

-- a moment about axis k as two forces, half a metre to either side
local function couple(put, k, text)
  local along, across = AXES[k % 3 + 1], (k + 1) % 3 + 1
  for _, side in ipairs { 0.5, -0.5 } do
    local f = { 0, 0, 0 }
    f[across] = ("%s*(%s)"):format(side > 0 and "1" or "-1", text)
    put { point = { side*along[1], side*along[2], side*along[3] }, force = f }
  end
end

local function at_site(c, d, e, map, text, gear)
  local p = c.places["site " .. map.site]
  if not p then
    fail(e, "<%s> site: no site '%s'", e.name, map.site)
  end
  local axes = p
  if map.refsite then
    c.tree:tell(e, "<%s> refsite: not carried over: the force is in the axes of '%s'", e.name,
      map.site)
  end
  local function put(fields)
    fields.kind, fields.at, fields.axes, fields.where = "given", p.frame, axes.frame, tree.where(e)
    fields.name = names.free(c, (map.name or "force") .. ".site")
    d.forces[#d.forces + 1] = fields
  end
  local f, some = {}, false
  for k = 1, 3 do
    f[k] = gear[k] ~= 0 and ("%s*(%s)"):format(number(gear[k]), text) or 0
    some = some or gear[k] ~= 0
  end
  if some then put { force = f } end
  for k = 1, 3 do
    if gear[k + 3] ~= 0 then couple(put, k, ("%s*(%s)"):format(number(gear[k + 3]), text)) end
  end
end

-- ---- one actuator ----

-- a force on a ball joint: gear has a part for each axis of the body
local function on_ball(c, d, e, map, j, text, gear)
  local factors = {}
  for k = 1, 3 do
    if gear[k] ~= 0 then factors[j.rates[k]] = gear[k] end
  end
  d.forces[#d.forces + 1] = { kind = "given", f = text, joint = factors,
    name = names.free(c, (map.name or "force") .. ".ball"), where = tree.where(e) }
end

-- the text of a force with the length and the rate in the place of x and v
local function spelled(text, length, rate)
  local with = { x = "(" .. length .. ")", v = "(" .. rate .. ")" }
  return (text:gsub("%f[%w_]([xv])%f[^%w_']", with))
end

-- length and rate of a sum of coordinates, or of a path
local function spelled_along(text, sum)
  if sum.path then return spelled(text, sum.length, sum.rate) end
  local x, v = {}, {}
  for i, s in ipairs(sum) do
    x[i] = ("%s*%s"):format(number(s[1]), s[2])
    v[i] = x[i] .. "'"
  end
  return spelled(text, table.concat(x, " + "), table.concat(v, " + "))
end

-- where a force along a sum or a path acts: { joint, factor }, the factor a text or nil
local function places_of(sum)
  if sum.path then
    local list = {}
    for _, arm in ipairs(sum.arms) do list[#list + 1] = { { [arm[1]] = 1 }, arm[2] } end
    return list
  end
  local factors = {}
  for _, s in ipairs(sum) do factors[s[2]] = (factors[s[2]] or 0) + s[1] end
  return { { factors } }
end

-- the activation of an actuator with a state
local function activation(c, e, map, a, u)
  local act = { kind = "activated", command = u }
  if a.dyntype ~= "integrator" then act.lag = math.max(1e-15, a.dynprm[1]) end
  if a.dyntype == "muscle" then act.fall = a.dynprm[2] end
  local range = tree.range(c, e, map, "actlimited", "actrange")
  if range then act.low, act.high = range[1], range[2] end
  return act
end

local function scaled(text, factor)
  return factor and ("(%s)*(%s)"):format(factor, text) or text
end

-- one element for each coordinate it acts on: those of a path have the same activation each
local function put_state(c, d, e, map, a, sum, u, r, name)
  local gain, bias = parts_of(a)
  for _, p in ipairs(places_of(sum)) do
    local act = activation(c, e, map, a, u)
    act.gain = scaled(spelled_along(gain or "0", sum), p[2])
    act.bias = bias and scaled(spelled_along(bias, sum), p[2]) or nil
    if r and not p[2] then act.least, act.most = r[1], r[2] end
    act.joint, act.where, act.name = p[1], tree.where(e), names.free(c, name .. ".activated")
    d.forces[#d.forces + 1] = act
  end
  if r and sum.path then
    c.tree:tell(e, "<%s> forcerange: not carried over for one with a state on a path", e.name)
  end
end

local function put_sum(c, d, e, map, a, sum, u, r)
  local name = map.name or u
  if a.dyntype ~= "none" then return put_state(c, d, e, map, a, sum, u, r, name) end
  local text = clamped(force_text(a, u), r)
  for _, p in ipairs(places_of(sum)) do
    local f = p[2] and scaled(spelled_along(text, sum), p[2]) or text
    d.forces[#d.forces + 1] = { kind = "given", f = f, joint = p[1], where = tree.where(e),
      name = names.free(c, name .. ".given") }
  end
  return text
end

-- where a state has no element that acts there: the input stands for it
local function tell_state(c, e, a, u)
  if a.dyntype == "none" then return end
  c.tree:tell(e, ("<%s>: its state (%s) is not carried over: the input '%s' is the state"):format(
    e.name, a.dyntype, u))
end

local function input_of(c, d, e, map)
  local r = c.flag.clampctrl and tree.range(c, e, map, "ctrllimited", "ctrlrange")
  local name = map.name or map.joint or map.tendon or map.site or map.jointinparent
    or ("motor%d"):format(#c.ctrl + 1)
  local u = names.word(c, e, map.name or "u_" .. name, "u_")
  local input = { name = u }
  if r then input.min, input.max = r[1], r[2] end
  d.inputs[#d.inputs + 1] = input
  return u
end

local function gear_of(e, map)
  local gear = map.gear and numbers(e, "gear", map.gear, 1, 6) or { 1 }
  for k = #gear + 1, 6 do gear[k] = 0 end
  return gear
end

function motors.read(c, d, e)
  local map = c.tree:all(e, "actuator")
  local gear = gear_of(e, map)
  local a, why = law_of(c, e)
  if a and strange(a) then a, why = nil, strange(a) end
  local sum, reason, ball
  if a then sum, reason, ball = sum_of(c, e, map, gear) end
  why = why or not ball and reason
  if not a or not sum and not ball and not map.site then
    c.ctrl[#c.ctrl + 1] = false
    c.tree:tell(e, ("<%s>%s: not carried over: %s"):format(e.name,
      map.name and " '" .. map.name .. "'" or "", why))
    return
  end
  local muscled = a.gaintype == "muscle" or a.biastype == "muscle"
  if muscled then
    local ok, reason_why = muscle.settle(c, e, map, a, sum)
    if not ok then
      c.ctrl[#c.ctrl + 1] = false
      c.tree:tell(e, "<%s>: not carried over: %s", e.name, reason_why)
      return
    end
  end
  local u = input_of(c, d, e, map)
  c.ctrl[#c.ctrl + 1] = u
  local known = { sum = sum }
  if map.name then c.actuators[map.name] = known end
  if not c.flag.actuation then return end
  local r = tree.range(c, e, map, "forcelimited", "forcerange")
  if sum then
    local text = put_sum(c, d, e, map, a, sum, u, r)
    known.force = text and spelled_along(text, sum)
    return
  end
  local text = force_text(a, u)
  if text:find "%f[%w_][xv]%f[^%w_]" then
    c.tree:tell(e, "<%s>: the part of its law in length and rate is not carried over", e.name)
    a.biastype = "none"
    text = force_text(a, u)
  end
  tell_state(c, e, a, u)
  text = clamped(text, r)
  if ball then on_ball(c, d, e, map, ball, text, gear) else at_site(c, d, e, map, text, gear) end
end

return motors
