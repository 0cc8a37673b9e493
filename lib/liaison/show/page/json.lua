-- json.lua - values as JSON that may stand in a page, bytes as base64
local li = require "liaison.core"
local kit = li._internal
local concat = table.concat

local json = {}

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
  ["<"] = "\\u003c" }

local function quoted(s)
  return '"' .. s:gsub('[%c"\\<]', function(c) return ESCAPES[c]
    or ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- what is not finite is null
function json.number(x, digits)
  if x ~= x or x == math.huge or x == -math.huge then return "null" end
  return kit.number(x, digits or 17)
end

-- numbers of few digits, as they are written
function json.list(values, digits)
  local out = {}
  for i = 1, #values do out[i] = json.number(values[i], digits) end
  return { raw = "[" .. concat(out, ",") .. "]" }
end

-- tables with [1], and empty ones, are lists; { raw = text } stands as it is
function json.text(v)
  local kind = type(v)
  if kind == "number" then return json.number(v) end
  if kind == "string" then return quoted(v) end
  if kind == "boolean" then return tostring(v) end
  if v == nil then return "null" end
  if v.raw then return v.raw end
  if v[1] ~= nil or next(v) == nil then
    local out = {}
    for i = 1, #v do out[i] = json.text(v[i]) end
    return "[" .. concat(out, ",") .. "]"
  end
  local keys, out = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  kit.sort(keys)
  for i, k in ipairs(keys) do out[i] = quoted(k) .. ":" .. json.text(v[k]) end
  return "{" .. concat(out, ",") .. "}"
end

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

function json.base64(s)
  local out, floor = {}, math.floor
  for i = 1, #s, 3 do
    local a, b, c = s:byte(i, i + 2)
    local n = a * 65536 + (b or 0) * 256 + (c or 0)
    local w, x, y, z = floor(n / 262144), floor(n / 4096) % 64, floor(n / 64) % 64, n % 64
    out[#out + 1] = LETTERS:sub(w + 1, w + 1) .. LETTERS:sub(x + 1, x + 1)
      .. (b and LETTERS:sub(y + 1, y + 1) or "=") .. (c and LETTERS:sub(z + 1, z + 1) or "=")
  end
  return concat(out)
end

return json
