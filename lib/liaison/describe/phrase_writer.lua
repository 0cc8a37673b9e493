-- phrase_writer.lua - a description written as the phrase that gives it, or why there is none
local kit = require "liaison.core"._internal
local value = require "liaison.describe.value"

local writer = {}

local letter_of = { revolute = "R", prismatic = "T" }

-- pi/2 of what is that number to the last bit, and no short decimal
local function times_pi(x)
  if #value.number_text(x) < 12 then return nil end
  for d = 1, 12 do
    local n = math.floor(x * d / math.pi + 0.5)
    local text = (n == 1 and "pi" or n == -1 and "-pi" or ("%d*pi"):format(n))
      .. (d > 1 and "/" .. d or "")
    if n ~= 0 and math.abs(n) <= 1000 and value.field(assert(value.parse(text))) == x then
      return text
    end
  end
end

local function text_of(x)
  return type(x) == "number" and (times_pi(x) or value.number_text(x)) or x
end

local function constant(m)
  if m[1] == "frame" then return nil end
  return kit.upper(m[1]) .. "K(" .. text_of(m[2]) .. ")"
end

local function joint_text(b, i)
  local j = type(b.joint) == "table" and b.joint or b
  local kind = type(b.joint) == "table" and b.joint.kind or b.joint
  local axis = j.axis or "z"
  if not letter_of[kind] then return nil, "a " .. kind .. " joint is no move" end
  if type(axis) ~= "string" or #axis ~= 1 then return nil, "its axis is none of x, y, z" end
  if j.follows then return nil, "it follows another joint" end
  local word = letter_of[kind] .. kit.upper(axis)
  if j.min and j.max then word = word .. "(" .. text_of(j.min) .. "," .. text_of(j.max) .. ")" end
  return (j.q ~= "q" .. i and j.q .. "=" or "") .. word
end

-- the chains that start at body parent, each { lead moves, what stands behind them }
local function chains(d, parent, number)
  local out = {}
  for i, b in ipairs(d.bodies or {}) do
    if b.parent == parent then
      local j = type(b.joint) == "table" and b.joint or b
      out[#out + 1] = { lead = j.place or {}, body = b, after = j.after or {}, number = i }
    end
  end
  for _, f in ipairs(d.frames or {}) do
    if f.body == parent then out[#out + 1] = { lead = f.place or {} } end
  end
  return out, number
end

local function common(list)
  local n = #list[1].lead
  for _, c in ipairs(list) do
    local k = 0
    while k < n and c.lead[k + 1] and c.lead[k + 1][1] == list[1].lead[k + 1][1]
      and c.lead[k + 1][2] == list[1].lead[k + 1][2] do
      k = k + 1
    end
    n = k
  end
  return n
end

local write_chain

local function write_from(d, parent, lead, w)
  local list = chains(d, parent)
  for _, m in ipairs(lead) do
    w.words[#w.words + 1] = assert(constant(m), "a whole pose is no move")
  end
  if #list == 0 then return end
  local n = common(list)
  if #list == 1 then return write_chain(d, list[1], 1, w) end
  for k = 1, n do
    w.words[#w.words + 1] = assert(constant(list[1].lead[k]), "a whole pose is no move")
  end
  local branches = {}
  for _, c in ipairs(list) do
    local words = w.words
    w.words = {}
    write_chain(d, c, n + 1, w)
    branches[#branches + 1] = "{" .. table.concat(w.words, ",")
      .. (w.words[#w.words]:find "}$" and "" or ";") .. "}"
    w.words = words
  end
  local last = #w.words
  w.words[math.max(last, 1)] = (w.words[last] or "") .. table.concat(branches)
end

write_chain = function(d, c, from, w)
  for k = from, #c.lead do
    w.words[#w.words + 1] = assert(constant(c.lead[k]), "a whole pose is no move")
  end
  if not c.body then return end
  w.count = w.count + 1
  local word, why = joint_text(c.body, w.count)
  if not word then error(c.body.name .. ": " .. why, 0) end
  w.words[#w.words + 1] = word
  write_from(d, c.body.name, c.after, w)
end

-- a description -> the phrase that gives it, or nil and why there is none
function writer.write(d)
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then
    return nil, "loops and constraints have no place in a phrase"
  end
  local w = { words = {}, count = 0 }
  local ok, why = pcall(write_from, d, "world", {}, w)
  if not ok then return nil, (tostring(why):gsub("^.-:%d+: ", "")) end
  local text = table.concat(w.words, ",")
  return text .. (text:find "}$" and "" or ";")
end

return writer
