-- printmodel.lua - a model as a tree, as a Lua file that reads back equal, as Graphviz text; what
-- it is missing
local kit = require "liaison.core"._internal
local kinds = require "liaison.describe.kinds"
local value = require "liaison.describe.value"

local printmodel = {}

local function text(x)
  return type(x) == "number" and value.number_text(x) or tostring(x)
end

-- a Lua file --------------------------------------------------------------------------------------

-- keys in the order a reader wants them
local order = {}
for i, key in ipairs {
  "name", "source", "convention", "strict", "gravity", "tip", "coordinates", "kind", "parent",
    "body", "joint", "from", "to", "place", "moves",
  "after", "axis", "axis2", "pitch", "q", "follows", "min", "max", "speed", "effort", "damping",
  "friction", "stiffness", "rest",
  "rotor", "gear", "home", "reads", "reads_at", "scale", "offset", "dofs", "mass", "com", "inertia",
  "about", "size", "mesh",
  "material", "color", "collides", "contact", "shapes", "coordinate", "law", "equation",
  "equations", "length", "ratio", "radius", "angle", "bodies", "frames", "loops", "constraints",
  "inputs", "forces", "outputs", "value", "unit", "text", "at", "f", "expression",
} do order[key] = i end

local function keys_of(t)
  local keys = {}
  for k in pairs(t) do
    if type(k) == "string" then keys[#keys + 1] = k end
  end
  table.sort(keys, function(a, b)
    local x, y = order[a] or 999, order[b] or 999
    if x ~= y then return x < y end
    return a < b
  end)
  return keys
end

-- flat: on one line; broken: one entry a line
local broken = { bodies = true, frames = true, loops = true, constraints = true, inputs = true,
  forces = true, outputs = true }

local put

local function put_string(out, s)
  out[#out + 1] = ("%q"):format(s):gsub("\\\n", "\\n"):gsub("\r", "\\r"):gsub("%z", "\\0")
end

put = function(out, v, key, indent)
  if type(v) == "string" then return put_string(out, v) end
  if type(v) ~= "table" then
    out[#out + 1] = text(v)
    return
  end
  local lines = indent and (broken[key] or key == nil)
  local sep = lines and ",\n" .. indent .. "  " or ", "
  out[#out + 1] = lines and "{\n" .. indent .. "  " or "{ "
  local first = true
  for _, x in ipairs(v) do
    if not first then out[#out + 1] = sep end
    put(out, x, false, lines and indent .. "  ")
    first = false
  end
  for _, k in ipairs(keys_of(v)) do
    if not first then out[#out + 1] = sep end
    out[#out + 1] = k .. " = "
    put(out, v[k], k, lines and indent .. "  ")
    first = false
  end
  out[#out + 1] = lines and ",\n" .. indent .. "}" or " }"
end

function printmodel.lua(d)
  local out = { "return " }
  put(out, d, nil, "")
  out[#out + 1] = "\n"
  return table.concat(out)
end

-- for the eye: 4 digits
local function short(x)
  if type(x) ~= "number" then return tostring(x) end
  local s = kit.format("%.4g", x)
  return tonumber(s) == 0 and "0" or s
end

-- the text of a law: of a long one its beginning, and how long it is
local function brief(x)
  local s = short(x)
  return #s <= 240 and s or ("%s .. (%d characters)"):format(s:sub(1, 200), #s)
end

-- an angle: fractions of pi by name
local function angle(x)
  for n = 1, type(x) == "number" and 12 or 0 do
    local k = x * n / math.pi
    local whole = math.floor(k + 0.5)
    if whole ~= 0 and math.abs(k - whole) < 1e-12 and math.abs(k) <= 24 then
      local times = math.abs(whole) == 1 and "" or ("%d*"):format(math.abs(whole))
      return (whole < 0 and "-" or "") .. times .. "pi" .. (n > 1 and "/" .. n or "")
    end
  end
  return short(x)
end

-- a tree ------------------------------------------------------------------------------------------

local function dof_words(j, kind)
  local names, notes = {}, {}
  for k, d in ipairs(j.dofs or { j }) do
    local say = kinds.does(kind, j, k) == "turn" and angle or short
    names[#names + 1] = d.q or d.follows and "follows " .. d.follows[1] or nil
    if d.min or d.max then
      notes[#notes + 1] = "[" .. (d.min and say(d.min) or "-inf") .. ", "
        .. (d.max and say(d.max) or "inf") .. "]"
    end
  end
  return table.concat(names, " "), table.concat(notes, " ")
end

local function place_words(place)
  local out = {}
  for i, m in ipairs(place or {}) do
    out[i] = type(m) == "string" and m or m[1] == "frame" and "pose" or m[1] .. "("
      .. (m[1]:sub(1, 1) == "R" and angle or short)(m[2]) .. ")"
  end
  return table.concat(out, " ")
end

local function axis_words(j)
  if not j.axis then return "z" end
  if type(j.axis) == "string" then return j.axis end
  return "(" .. short(j.axis[1]) .. ", " .. short(j.axis[2]) .. ", " .. short(j.axis[3]) .. ")"
end

local function body_words(b, lacking)
  local kind, j = kinds.joint_of(b)
  local names, limits = dof_words(j, kind)
  local words = { b.name, kind == "moves" and place_words(j.moves) or kind }
  if kinds.joint[kind].axes > 0 then words[#words + 1] = axis_words(j) end
  if names ~= "" then words[#words + 1] = names end
  if limits ~= "" then words[#words + 1] = limits end
  local place, after = place_words(j.place), place_words(j.after)
  if place ~= "" then words[#words + 1] = "at " .. place end
  if after ~= "" then words[#words + 1] = "then " .. after end
  if lacking then
    words[#words + 1] = lacking .. " missing"
  elseif b.mass and b.mass ~= 0 then
    words[#words + 1] = "m " .. short(b.mass)
  end
  return table.concat(words, "  ")
end

local function children(d, parent)
  local list = {}
  for _, b in ipairs(d.bodies or {}) do
    if b.parent == parent then list[#list + 1] = b end
  end
  for _, f in ipairs(d.frames or {}) do
    if f.body == parent then list[#list + 1] = { frame = f } end
  end
  return list
end

local function branch(out, d, parent, indent, lacking)
  local list = children(d, parent)
  for i, b in ipairs(list) do
    local last = i == #list
    local mark = d.tip == (b.name or b.frame.name) and "  <- tip" or ""
    if b.frame then
      local place = place_words(b.frame.place)
      out[#out + 1] = indent .. (last and "`- " or "|- ") .. "(" .. b.frame.name .. ")"
        .. (place ~= "" and "  at " .. place or "")
        .. (b.frame.contact and "  contact" or "") .. mark
    else
      out[#out + 1] = indent .. (last and "`- " or "|- ") .. body_words(b, lacking[b.name]) .. mark
      branch(out, d, b.name, indent .. (last and "   " or "|  "), lacking)
    end
  end
end

-- the joint's name where a joint leaves the same freedom: one name for both
local function constraint_name(kind)
  local row = kinds.constraint[kind]
  return ((row and row.alias or kind):gsub("_", " "))
end

-- z1 - z2, or 2*z1 + z2
local function sum_text(joint)
  if type(joint) == "string" then return joint end
  local names, out = {}, {}
  for name in pairs(joint) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do
    local x = joint[name]
    local minus = type(x) == "number" and x < 0
    local size = minus and -x or x
    local term = (size == 1 and "" or short(size) .. "*") .. name
    out[i] = (i == 1 and (minus and "-" or "") or (minus and " - " or " + ")) .. term
  end
  return table.concat(out)
end

local function place_text(f)
  if f.joint then return "on " .. sum_text(f.joint) end
  if f.from then return f.from .. " to " .. f.to end
  return "at " .. f.at
end

-- inputs, force elements, outputs
local function acting(out, d)
  for _, u in ipairs(d.inputs or {}) do
    out[#out + 1] = "input " .. u.name .. (u.unit and " (" .. u.unit .. ")" or "") .. " = "
      .. short(u.value or 0)
  end
  for _, f in ipairs(d.forces or {}) do
    local own = f.f and type(f.f) ~= "table" and ", " .. brief(f.f) or ""
    out[#out + 1] = "force " .. f.name .. ": " .. f.kind .. " " .. place_text(f) .. own
  end
  for _, y in ipairs(d.outputs or {}) do
    out[#out + 1] = "output " .. y.name .. " = " .. brief(y.expression)
  end
end

-- d: description; lacking: body -> what it lacks; warnings: how many there are
function printmodel.tree(d, lacking, warnings)
  local n = #(d.coordinates or {})
  local out = { (d.name or "model") .. ": " .. #(d.bodies or {})
    .. (#(d.bodies or {}) == 1 and " body, " or " bodies, ") .. n
    .. (n == 1 and " coordinate" or " coordinates") }
  if (warnings or 0) > 0 then
    out[#out + 1] = warnings .. (warnings == 1 and " warning" or " warnings")
      .. ": model:warnings()"
  end
  if d.convention then out[#out + 1] = d.convention end
  local g = d.gravity
  out[#out + 1] = "world  gravity (" .. short(g[1]) .. ", " .. short(g[2]) .. ", " .. short(g[3])
    .. ")"
  branch(out, d, "world", "", lacking)
  for _, l in ipairs(d.loops or {}) do
    out[#out + 1] = "loop " .. l.name .. ": " .. l.to .. " on " .. l.from .. ", " .. l.joint
  end
  for _, c in ipairs(d.constraints or {}) do
    out[#out + 1] = "constraint " .. c.name .. ": " .. constraint_name(c.kind)
      .. (c.from and ", " .. c.from .. " to " .. c.to or "")
      .. (c.coordinate and ", " .. c.coordinate .. " = " .. c.law or c.equation and ", "
      .. c.equation .. " = 0" or "")
  end
  acting(out, d)
  return (table.concat(out, "\n"):gsub("[%z\1-\8\11-\31\127]", "?"))
end

-- Graphviz ----------------------------------------------------------------------------------------

local function quoted(s) return '"' .. s:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end

-- bodies boxes, frames ellipses, joints labelled arrows, loops dashed
function printmodel.graphviz(d)
  local out = { "digraph " .. quoted(d.name or "model") .. " {", "  node [shape=box];",
    '  "world" [shape=plaintext];' }
  for _, b in ipairs(d.bodies or {}) do
    local kind, j = kinds.joint_of(b)
    local names = dof_words(j, kind)
    out[#out + 1] = "  " .. quoted(b.name) .. " [label="
      .. quoted(b.name .. (b.mass and b.mass ~= 0 and "\nm " .. short(b.mass) or "")) .. "];"
    out[#out + 1] = "  " .. quoted(b.parent) .. " -> " .. quoted(b.name) .. " [label="
      .. quoted(kind .. (names ~= "" and "\n" .. names or ""))
      .. "];"
  end
  for _, f in ipairs(d.frames or {}) do
    out[#out + 1] = "  " .. quoted(f.name) .. " [shape=ellipse];"
    out[#out + 1] = "  " .. quoted(f.body) .. " -> " .. quoted(f.name) .. " [arrowhead=none];"
  end
  for _, l in ipairs(d.loops or {}) do
    out[#out + 1] = "  " .. quoted(l.from) .. " -> " .. quoted(l.to) .. " [style=dashed, label="
      .. quoted(l.name) .. "];"
  end
  out[#out + 1] = "}"
  return table.concat(out, "\n") .. "\n"
end

printmodel.angle = angle

return printmodel
