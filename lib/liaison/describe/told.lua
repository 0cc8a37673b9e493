-- told.lua - what a robot file says beside mechanics: sensors, transmissions, soft limits, words
-- for simulators; and the joints of Gazebo that close loops of a URDF
local li = require "liaison.core"
local check = require "liaison.base.check"
local reading = require "liaison.describe.reading"
local kit = li._internal

-- of models that other readers made: what they found
local found = setmetatable({}, { __mode = "k" })

function kit.described.tell(model, told) found[model] = told end

-- ---- the notes of a URDF as a tree ----

-- elements as readers know them: { name, attrs, kids, line, of }; the outermost
local function trees(model)
  local all, top = {}, {}
  for i, n in ipairs(kit.described.notes(model)) do
    local e = { name = n.name, attrs = {}, kids = {}, line = n.line, of = n.of }
    for k = 1, #n.pairs, 2 do e.attrs[#e.attrs + 1] = { n.pairs[k], n.pairs[k + 1] } end
    if n.text ~= "" then e.kids[1] = n.text end
    all[i] = e
    local list = n.up > 0 and all[n.up].kids or top
    list[#list + 1] = e
  end
  return top
end

local function attribute(e, key)
  for _, pair in ipairs(e.attrs) do
    if pair[1] == key then return pair[2] end
  end
end

local function each(e, name, do_with)
  for _, kid in ipairs(e.kids) do
    if type(kid) == "table" and kid.name == name then do_with(kid) end
  end
end

local function letters(e)
  return type(e.kids[1]) == "string" and e.kids[1]:match "^%s*(.-)%s*$" or ""
end

-- ---- by kind ----

local KEEP = {}

local function sensor(told, e, link)
  told.sensors[#told.sensors + 1] = { name = attribute(e, "name"), kind = attribute(e, "type"),
    body = link, line = e.line, says = reading.kept(e) }
end

function KEEP.sensor(told, e)
  local link = e.of
  each(e, "parent", function(kid) link = attribute(kid, "link") or link end)
  sensor(told, e, link)
end

function KEEP.transmission(told, e)
  local t = { name = attribute(e, "name"), kind = attribute(e, "type"), joints = {},
    actuators = {}, line = e.line, says = reading.kept(e) }
  each(e, "type", function(kid) t.kind = letters(kid) end)
  each(e, "joint", function(kid) t.joints[#t.joints + 1] = attribute(kid, "name") end)
  each(e, "actuator", function(kid) t.actuators[#t.actuators + 1] = attribute(kid, "name") end)
  -- that of a joint is here; older files have it beside
  local function reduction(kid) t.reduction = tonumber(letters(kid)) or t.reduction end
  each(e, "mechanicalReduction", reduction)
  each(e, "actuator", function(kid) each(kid, "mechanicalReduction", reduction) end)
  told.transmissions[#told.transmissions + 1] = t
end

local function numbers(e)
  local out = {}
  for _, pair in ipairs(e.attrs) do out[pair[1]] = tonumber(pair[2]) or pair[2] end
  return out
end

function KEEP.safety_controller(told, e) told.safety[e.of or ""] = numbers(e) end

function KEEP.calibration(told, e) told.calibration[e.of or ""] = numbers(e) end

function KEEP.gazebo(told, e)
  local reference = attribute(e, "reference")
  told.gazebo[#told.gazebo + 1] = { reference = reference, line = e.line, says = reading.kept(e) }
  each(e, "sensor", function(kid) sensor(told, kid, reference) end)
end

local function of_urdf(model)
  local told = { sensors = {}, transmissions = {}, safety = {}, calibration = {}, gazebo = {},
    others = {} }
  for _, e in ipairs(trees(model)) do
    if KEEP[e.name] then KEEP[e.name](told, e)
    else
      told.others[#told.others + 1] = { name = e.name, of = e.of, line = e.line,
        says = reading.kept(e) }
    end
  end
  return told
end

-- ---- loops ----

local KINDS = { revolute = "revolute", continuous = "revolute", prismatic = "prismatic",
  fixed = "fixed", ball = "spherical" }

local function six(text)
  local x = {}
  for word in (text or ""):gmatch "%S+" do x[#x + 1] = tonumber(word) end
  for k = 1, 6 do
    if not x[k] or x[k] ~= x[k] or math.abs(x[k]) == math.huge then x[k] = 0 end
  end
  return x
end

local function gazebo_joint(e)
  local j = { name = attribute(e, "name"), kind = KINDS[attribute(e, "type") or ""], line = e.line,
    pose = six() }
  each(e, "parent", function(kid) j.parent = letters(kid) end)
  each(e, "child", function(kid) j.child = letters(kid) end)
  each(e, "pose", function(kid) j.pose = six(letters(kid)) end)
  each(e, "axis", function(kid)
    each(kid, "xyz", function(xyz) j.axis = six(letters(xyz)) end)
    each(kid, "use_parent_model_frame", function(of)
      j.of_model = letters(of) == "1" or letters(of) == "true"
    end)
  end)
  return j
end

-- where joints stand at 0 the file lays the frame of the joint in both links
local function zeros(model)
  local q = {}
  for i, name in ipairs(model:coordinates()) do q[i] = name:find "_qw$" and 1 or 0 end
  return q
end

local function closing(model, j, more)
  local names, of = {}, model:poses(zeros(model))
  for name in pairs(of) do names[name] = true end
  if not j.kind or not (j.parent == "world" or names[j.parent]) or not names[j.child] then
    return
  end
  local r = j.pose
  local X = of[j.child] * li.frame(li.rot.rpy(r[4], r[5], r[6]), { r[1], r[2], r[3] })
  local a = j.axis or { 0, 0, 1 }
  local n = math.sqrt(a[1]^2 + a[2]^2 + a[3]^2)
  if n < 1e-12 then return end
  local name = j.name or "loop" .. j.line
  local ends = { { j.parent, name .. ".parent" }, { j.child, name .. ".child" } }
  for _, one in ipairs(ends) do
    local Y = one[1] == "world" and li.frame() or of[one[1]]
    while names[one[2]] do one[2] = one[2] .. "_" end
    names[one[2]] = true
    more.frames[#more.frames + 1] = { name = one[2], body = one[1], frame = Y:inverse() * X }
  end
  local loop = { name = name, joint = j.kind, from = ends[1][2], to = ends[2][2] }
  if j.kind == "revolute" or j.kind == "prismatic" then
    loop.axis = { a[1]/n, a[2]/n, a[3]/n }
    if j.of_model then
      local v = X.R:inverse():vector(loop.axis)
      loop.axis = { v[1], v[2], v[3] }
    end
  end
  more.loops[#more.loops + 1] = loop
end

-- the model with the joints that stand in <gazebo>, as SDF tells them
function kit.urdf.closed(model)
  local more = { frames = {}, loops = {} }
  for _, e in ipairs(trees(model)) do
    if e.name == "gazebo" then
      each(e, "joint", function(kid)
        closing(model, gazebo_joint(kid), more)
      end)
    end
  end
  if #more.loops == 0 then return model end
  local ok, new = check.try(model.extend, model, more)
  return ok and new or model
end

check.define(kit.methods "model", {
  { "model:told() -> table",
    "What the robot file says beside mechanics. Of URDF: sensors {{name, kind, body, says, line}}, "
    .. "transmissions {{name, kind, joints, actuators, reduction, says, line}}, safety and "
    .. "calibration {joint = numbers}, gazebo {{reference, says, line}}, others; says: the element "
    .. "as a table. Of MJCF and SDF: as li.mjcf and li.sdf give it. Empty where there is nothing.",
    "li.urdf_text[[<robot name='r'><link name='a'/><sensor name='eye' type='camera'/></robot>]]"
    .. ":told().sensors[1].kind --> camera",
    function(model) return check.copy(found[model] or of_urdf(model)) end },
})
