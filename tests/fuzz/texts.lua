-- texts.lua - a text tried in one way of describing a mechanism, while memory lasts and while it
-- gives out; for libFuzzer and its corpus
--
--   lua tests/fuzz/texts.lua words phrase    the words of that way, as libFuzzer reads a dictionary
local li = require "liaison"
local describe = dofile "tests/fuzz/describe.lua"
local kit = li._internal

local texts = { ways = { "phrase", "maple", "file", "expr", "mjcf", "sdf", "srdf", "xacro" } }
local MOST = 900 -- letters; what is longer is slow, and not stranger

-- once as it is, once with an allocation of the engine failing at a place the text chooses
function texts.try(way, text)
  if #text > MOST then return nil end
  local before = kit.mem_count()
  local model = describe.try(way, text)
  local asked, place = kit.mem_count() - before, #text
  for k = 1, #text do place = (place * 31 + text:byte(k)) % 1000003 end
  kit.mem_fail_after(place % (asked + 1))
  local ok, why = pcall(describe.try, way, text)
  kit.mem_fail_after(-1)
  if not ok and not tostring(why):find "memory" then error(why, 0) end
  return model
end

local function escaped(s)
  return '"' .. s:gsub('[%c"\\\128-\255]', function(c) return ("\\x%02x"):format(c:byte()) end)
    .. '"'
end

if arg and arg[0] and arg[0]:find "fuzz[/\\]texts%.lua$" and arg[1] == "words" then
  for _, word in ipairs(describe.words[arg[2]] or {}) do
    if #word > 0 then print(escaped(word)) end
  end
end

return texts
