-- mapletext.lua - a model as the definition file of the vehicle thesis, in Maple text; li.definition reads it back
--
-- Every joint becomes frames of one translation and one turn each ([thesis] F3.2); frames in between are named after their
-- body, with _1, _2 ... behind.
local value = require "liaison.value"

local mapletext = {}

local function node_of(x) return type(x) == "number" and x or assert(value.parse(x)) end

local function text(node) return (value.print(node):gsub("%f[%w_]pi%f[^%w_]", "Pi")) end

-- value of a joint: scale * coordinate + offset
local function moved(d)
  local q = { "name", d.q or d.follows[1] }
  local f = d.follows or d
  return value.add(value.mul(node_of(f.scale or 1), q), node_of(f.offset or 0))
end

local function fail(what) error({ maple = what }, 0) end

local function axis_move(letter, axis, by)
  if type(axis or "z") ~= "string" then fail "has an axis that is none of x, y, z" end
  axis = axis or "z"
  local sign = axis:sub(1, 1) == "-"
  return { letter .. axis:sub(-1), sign and value.neg(by) or by }
end

local motions = {
  fixed = function() return {} end,
  revolute = function(j) return { axis_move("R", j.axis, moved(j)) } end,
  prismatic = function(j) return { axis_move("T", j.axis, moved(j)) } end,
  helical = function(j) return { axis_move("T", j.axis, value.mul(node_of(j.pitch), moved(j))), axis_move("R", j.axis, moved(j)) } end,
  cylindrical = function(j) return { axis_move("R", j.axis, moved(j.dofs[1])), axis_move("T", j.axis, moved(j.dofs[2])) } end,
  universal = function(j) return { axis_move("R", j.axis, moved(j.dofs[1])), axis_move("R", j.axis2 or "y", moved(j.dofs[2])) } end,
  planar = function(j) return { { "Tx", moved(j.dofs[1]) }, { "Ty", moved(j.dofs[2]) }, { "Rz", moved(j.dofs[3]) } } end,
  moves = function(j)
    local out, k = {}, 0
    for i, m in ipairs(j.moves) do
      if type(m) == "string" then
        k = k + 1
        out[i] = { m, moved(j.dofs and j.dofs[k] or j) }
      else
        out[i] = { m[1], node_of(m[2]) }
      end
    end
    return out
  end,
}

local function steps_of(b)
  local kind, j = b.joint, b
  if type(b.joint) == "table" then kind, j = b.joint.kind, b.joint end
  if not motions[kind] then fail("has a " .. kind .. " joint, which the definition file has not") end
  local steps = {}
  for _, part in ipairs { j.place or {}, motions[kind](j), j.after or {} } do
    for _, m in ipairs(part) do
      if m[1] == "frame" then fail "has a pose given as a matrix" end
      steps[#steps + 1] = { m[1], type(m[2]) == "table" and m[2] or node_of(m[2]) }
    end
  end
  return steps
end

local slot = { x = 1, y = 2, z = 3 }

-- steps -> { {translation, rotation}, ... }: a turn ends a frame
local function frames_of(steps)
  local list, now = {}, nil
  for _, m in ipairs(steps) do
    local turn, k = m[1]:sub(1, 1) == "R", slot[m[1]:sub(2)]
    if not now or now.turned then
      now = { { 0, 0, 0 }, { 0, 0, 0 } }
      list[#list + 1] = now
    end
    local part = now[turn and 2 or 1]
    part[k] = value.add(part[k], m[2])
    now.turned = now.turned or turn
  end
  if not list[1] then list[1] = { { 0, 0, 0 }, { 0, 0, 0 } } end
  return list
end

local function vector(v)
  return ("[%s,%s,%s]"):format(text(v[1]), text(v[2]), text(v[3]))
end

local function name_of(name)
  if name == "world" then return "R0" end
  return name:find "^[%a_][%w_]*$" and name or "`" .. name:gsub("`", "_") .. "`"
end

local function nodes(list, n)
  local out = {}
  for k = 1, n do out[k] = node_of(list and list[k] or 0) end
  return out
end

local function body_text(b)
  if b.about == "origin" then fail "has its inertia about the origin of its frame" end
  local I, c = nodes(b.inertia, 6), nodes(b.com, 3)
  local row = "[[%s,%s,%s],[%s,%s,%s],[%s,%s,%s]]"
  local matrix = row:format(text(I[1]), text(I[4]), text(I[5]), text(I[4]), text(I[2]), text(I[6]), text(I[5]), text(I[6]), text(I[3]))
  return ("%s=(%s,%s,matrix(%s),[%s,%s,%s,1])"):format(name_of(b.name), name_of("corps_" .. b.name), text(node_of(b.mass)), matrix,
    text(c[1]), text(c[2]), text(c[3]))
end

local function write(d)
  local frames, bodies, contacts = {}, {}, {}
  for _, b in ipairs(d.bodies or {}) do
    local ok, steps = pcall(steps_of, b)
    if not ok then error(type(steps) == "table" and { maple = ("body '%s' %s"):format(b.name, steps.maple) } or steps, 0) end
    local list, parent = frames_of(steps), b.parent
    for k, f in ipairs(list) do
      local name = k == #list and b.name or b.name .. "_" .. k
      frames[#frames + 1] = ("  %s=(%s,%s,%s)"):format(name_of(name), name_of(parent), vector(f[1]), vector(f[2]))
      parent = name
    end
    if b.mass and b.mass ~= 0 then bodies[#bodies + 1] = "  " .. body_text(b) end
  end
  for _, f in ipairs(d.frames or {}) do
    if f.contact and not f.place then contacts[#contacts + 1] = name_of(f.body) end
  end
  return table.concat({
    "liaison := table([", table.concat(frames, ",\n"), "]);", "corps := table([", table.concat(bodies, ",\n"), "]);",
    "PointEnContact := [" .. table.concat(contacts, ",") .. "];", "q := [" .. table.concat(d.coordinates or {}, ",") .. "];",
  }, "\n") .. "\n"
end

-- a description -> Maple text, or nil and why there is none
function mapletext.write(d)
  local ok, result = pcall(write, d)
  if ok then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil, result.maple
end

return mapletext
