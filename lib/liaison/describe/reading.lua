-- reading.lua - what the readers of robot files share: mistakes by file and line, numbers and words
-- of a text, and the list of what is not carried over
local li = require "liaison.core"
local kit = li._internal

local reading = {}

local function fail(place, form, ...)
  error({ kit.format("%s:%d: " .. form, place.file, place.line, ...) }, 0)
end
reading.fail = fail

-- "file:line" of an element
function reading.where(e) return kit.format("%s:%d", e.file, e.line) end

-- ---- files ----

local MOST_BYTES = 16 * 1024 * 1024

-- the text of a file; nil, why, code
function reading.file(path)
  local text, why, code = kit.read(path, MOST_BYTES + 1)
  if text and #text > MOST_BYTES then return nil, path .. ": larger than 16 megabytes", "EIO" end
  return text, why, code
end

-- the way of a file from the folder of the model, without . and ..; nil where it leaves it
function reading.inner_way(way)
  local parts = {}
  for part in way:gmatch "[^/\\]+" do
    if part == ".." then
      if #parts == 0 then return nil end
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, "/")
end

-- ---- numbers ----

local NUMBER = "^[+-]?%d*%.?%d*[eE]?[+-]?%d*$"

local function number(text)
  return text:find "%d" and text:find(NUMBER) and tonumber(text) or nil
end

-- the numbers of a text: at least low, at most high
function reading.numbers(e, key, text, low, high)
  local list = {}
  for word in text:gmatch "%S+" do
    local x = number(word)
    if not x or x ~= x or x == math.huge or x == -math.huge then
      fail(e, "<%s> %s: expected numbers, got '%s'", e.name, key, word:sub(1, 40))
    end
    list[#list + 1] = x
  end
  high = high or low
  if #list < low or #list > high then
    fail(e, "<%s> %s: expected %s numbers, got %d", e.name, key,
      low == high and tostring(low) or low .. " to " .. high, #list)
  end
  return list
end

function reading.number(e, key, text, default)
  if not text then return default end
  return reading.numbers(e, key, text, 1)[1]
end

function reading.word(e, key, text, choices, default)
  if text == nil then return default end
  if choices[text] ~= nil then return choices[text] end
  local near = kit.nearest(text, choices)
  local list = {}
  for name in pairs(choices) do list[#list + 1] = name end
  kit.sort(list)
  fail(e, "<%s> %s: expected %s, got '%s'%s", e.name, key, table.concat(list, ", "),
    text:sub(1, 40), near and (" (did you mean '%s'?)"):format(near) or "")
end

local YES = { ["true"] = true, ["false"] = false }

function reading.yes(e, key, text, default) return reading.word(e, key, text, YES, default) end

-- an element as a table: attributes and what stands inside by name, letters alone as text; what
-- stands there several times as a list
function reading.kept(e)
  local out, letters, some = {}, {}, false
  local function put(key, x)
    some = true
    if out[key] == nil then out[key] = x
    elseif type(out[key]) == "table" and out[key].several then table.insert(out[key], x)
    else out[key] = { out[key], x, several = true } end
  end
  for _, pair in ipairs(e.attrs) do put(pair[1], pair[2]) end
  for _, kid in ipairs(e.kids) do
    if type(kid) == "table" then put(kid.name, reading.kept(kid))
    else letters[#letters + 1] = kid end
  end
  for _, text in ipairs(e.texts or {}) do letters[#letters + 1] = text end
  local text = table.concat(letters):match "^%s*(.-)%s*$"
  if not some then return text end
  if text ~= "" then out.text = text end
  for _, x in pairs(out) do
    if type(x) == "table" then x.several = nil end
  end
  return out
end

-- ---- what is not carried over ----

-- a list of it, and its methods
local List = {}

function reading.list()
  local list = { told = {}, left = {}, reasons = {} }
  for name, f in pairs(List) do list[name] = f end
  return list
end

function List:tell(e, form, ...)
  self.told[#self.told + 1] = { reading.where(e), kit.format(form, ...) }
end

-- one line for a reason: where it is met first, whose attributes, how often
function List:leave(e, what, reason, instead)
  local r = self.left[reason]
  if not r then
    r = { place = reading.where(e), list = {}, n = 0, how = instead or "not carried over" }
    self.left[reason] = r
    self.reasons[#self.reasons + 1] = reason
  end
  r.n = r.n + 1
  if not r.list[what] then
    r.list[what] = true
    r.list[#r.list + 1] = what
  end
end

-- all that was told: {place, text, true}
function List:warnings()
  local out = {}
  for _, reason in ipairs(self.reasons) do
    local r = self.left[reason]
    local more = r.n > 1 and (", %d places"):format(r.n) or ""
    out[#out + 1] = { r.place, ("%s%s: %s: %s"):format(r.how, more, reason,
      table.concat(r.list, ", ")), true }
  end
  for _, t in ipairs(self.told) do out[#out + 1] = { t[1], t[2], true } end
  return out
end

return reading
