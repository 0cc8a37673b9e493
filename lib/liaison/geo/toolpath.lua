-- toolpath.lua - li.path: paths of a tool from segments in a table
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local core, class = kit.toolpath, kit.class

local kinds, names = {}, {}
for _, row in ipairs(core.kinds()) do
  kinds[row.name] = row
  names[#names + 1] = row.name
end

-- a frame stays one, anything else must be a point
local function pose(x, path)
  if class(x) == "frame" then return x end
  return check.value(x, path, "vec3")
end

local function poses(x, path)
  return check.list(x, path, pose, 1)
end

local function attitude(x, path)
  if class(x) == "frame" then x = x.R end
  return check.value(x, path, "mat33")
end

local rules = {
  to = pose, via = "vec3", centre = "vec3", axis = "vec3", angle = "num", turns = "num",
  rise = "num", poses = poses, R = attitude, spin = "int",
}

-- "tangent", or {"tangent", up = {0, 0, 1}}
local function orientation(x, path, out)
  if x == nil then return end
  if type(x) == "table" and class(x) == nil then
    local up = x.up
    for key in pairs(x) do
      if key ~= 1 and key ~= "up" then
        check.fail(path, "unknown key '%s', expected {\"tangent\", up = {x, y, z}}", tostring(key))
      end
    end
    out.up = up ~= nil and check.value(up, path .. ".up", "vec3") or nil
    x, path = x[1], path .. "[1]"
  end
  local word = check.value(x, path, "fixed|slerp|screw|tangent")
  if out.up and word ~= "tangent" then check.fail(path, "up is for tangent") end
  out.turn = word
end

-- a number of metres, or {metres, radians}
local function zones(x, path, out)
  if x == nil then return end
  local way = x
  if type(x) == "table" then
    for key in pairs(x) do
      if key ~= 1 and key ~= 2 then check.fail(path, "expected m, or {m, rad}") end
    end
    local turn = x[2]
    way = x[1]
    out.turn_zone = turn ~= nil and check.value(turn, path .. "[2]", { "num", min = 0 }) or nil
    path = path .. "[1]"
  end
  out.zone = check.value(way, path, { "num", min = 0 })
end

local function segment(t, path)
  if type(t) ~= "table" then
    check.fail(path, "expected a segment {\"line\", to = ..}, got %s", check.got(t))
  end
  local row = kinds[t[1]]
  if not row then
    check.fail(path .. "[1]", "unknown kind %s%s", check.got(t[1]), check.hint(t[1], kinds))
  end
  local out, allowed = { kind = row.name }, { orientation = true, blend = true }
  for key in pairs(row.takes) do allowed[key] = true end
  for key, x in pairs(t) do
    if key ~= 1 then
      if type(key) ~= "string" or not allowed[key] then
        check.fail(path, "unknown key '%s' of a %s%s", tostring(key), row.name,
          check.hint(key, allowed))
      end
      if rules[key] then out[key] = check.value(x, path .. "." .. key, rules[key]) end
    end
  end
  orientation(t.orientation, path .. ".orientation", out)
  zones(t.blend, path .. ".blend", out)
  return out
end

local function read(spec)
  local out = { segments = {} }
  local allowed = { start = true, orientation = true, blend = true, weight = true }
  for key in pairs(spec) do
    if type(key) == "string" and not allowed[key] then
      check.fail("path", "unknown key '%s'%s", key, check.hint(key, allowed))
    elseif type(key) ~= "string" and (type(key) ~= "number" or key < 1 or key > #spec
      or key % 1 ~= 0) then
      check.fail("path", "unknown entry [%s]", tostring(key))
    end
  end
  if spec.start == nil then check.fail("path.start", "missing: a frame, or a point") end
  out.start = pose(spec.start, "path.start")
  out.weight = check.value(spec.weight, "path.weight", { "num?", min = 0 })
  orientation(spec.orientation, "path.orientation", out)
  zones(spec.blend, "path.blend", out)
  if #spec == 0 then
    check.fail("path", "expected segments after start: {\"line\", to = ..}, ..")
  end
  for i = 1, #spec do out.segments[i] = segment(spec[i], ("path[%d]"):format(i)) end
  return out
end

kit.sort(names)

check.define(li, {
  { "path(spec: table) -> toolpath",
    "A path of a tool, by the length of its way: start = frame or point, then segments, each from "
    .. "where the one before ends. {'line', to =}; {'arc', via =, to =} or {'arc', centre =, "
    .. "axis =, angle =}; {'circle', centre =, axis = [, turns =]} or {'circle', via =, to =}; "
    .. "{'helix', centre =, axis =, rise = (for each turn), turns = or angle =}; {'screw', to = "
    .. "frame} or {'screw', centre =, axis =, angle = [, rise =]}; {'spline', poses = {..}}; "
    .. "{'polyline', poses = {..}}. to and poses are frames or points; to a frame the tool turns "
    .. "at a steady rate the short way (slerp; spin = whole turns more; R = attitude at the end "
    .. "where no frame is told), else it stays (fixed). orientation = 'fixed', or 'tangent', "
    .. "{'tangent', up = {0, 0, 1}}: it turns with the way, for one segment or all. blend = m, or "
    .. "{m, rad}: corners are blended smoothly within that distance along the way (and that angle "
    .. "of the tool's turn), for all or, in a segment, at its end. weight = W (m/rad): s measures "
    .. "ds^2 = dp^2 + W^2 dangle^2; else s is the length of the way, and the angle where the tool "
    .. "turns on the spot.",
    "li.path{start = {0, 0, 0}, {'line', to = {1, 0, 0}}, {'line', to = {1, 1, 0}}, "
    .. "blend = 0.1} --> tool path of 1.97578: line, line; 1 zone",
    function(spec) return core.new(read(spec)) end },
})
