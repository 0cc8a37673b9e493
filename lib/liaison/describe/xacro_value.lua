-- xacro_value.lua - values of xacro's expressions: numbers, texts, lists, dictionaries, and the
-- functions and methods of Python that robot files call
--
-- Numbers are doubles: 4/2 is written 2, which Python writes 2.0. What would be long is refused:
-- nothing here makes more than MOST things.
local li = require "liaison.core"
local kit = li._internal

local value = {}

local MOST = 100000

-- a dictionary: its keys in order, and what is under them
local Dict = {}

function value.dict() return setmetatable({ keys = {}, map = {} }, Dict) end

function value.is_dict(x) return type(x) == "table" and getmetatable(x) == Dict end

function value.put(d, key, x)
  if d.map[key] == nil then d.keys[#d.keys + 1] = key end
  d.map[key] = x
end

local None = setmetatable({}, { __tostring = function() return "None" end })
value.None = None

-- what is wrong with an expression; the caller knows where it stands
local function wrong(form, ...) error({ wrong = form:format(...) }, 0) end
local function unread(what) error({ unread = what }, 0) end
value.wrong, value.unread = wrong, unread

-- a list is no dictionary and not None
local function is_list(x)
  return type(x) == "table" and x ~= None and not value.is_dict(x) and not x.space
end

local MOST_LETTERS = 1000000

-- a list may hold another twice, and that one again: what it says is counted
local function text_of(x, count)
  if x == true then return "True" end
  if x == false then return "False" end
  if type(x) == "number" then return kit.number(x) end
  if type(x) ~= "table" or x == None then return tostring(x) end
  local list = {}
  local function quoted(entry)
    local said = type(entry) == "string" and "'" .. entry .. "'" or text_of(entry, count)
    count.n = count.n + #said
    if count.n > MOST_LETTERS then wrong("a text of more than %d letters", MOST_LETTERS) end
    return said
  end
  if value.is_dict(x) then
    for i, key in ipairs(x.keys) do list[i] = quoted(key) .. ": " .. quoted(x.map[key]) end
    return "{" .. table.concat(list, ", ") .. "}"
  end
  for i, entry in ipairs(x) do list[i] = quoted(entry) end
  return "[" .. table.concat(list, ", ") .. "]"
end

function value.text(x) return text_of(x, { n = 0 }) end

-- what a text stands for: a number, a truth value, a text in quotes, or itself
function value.literal(text)
  if type(text) ~= "string" then return text end
  local bare = text:match "^%s*(.-)%s*$"
  local quoted = #bare > 1 and (bare:match "^'(.*)'$" or bare:match '^"(.*)"$')
  if quoted then return quoted end
  if bare == "true" or bare == "True" then return true end
  if bare == "false" or bare == "False" then return false end
  if bare:match "^[%+%-]?%.?%d[%d%.eE%+%-]*$" then
    return kit.read_number(bare) or text
  end
  return text
end

-- Python's truth
local function truth(x)
  if value.is_dict(x) then return #x.keys > 0 end
  if type(x) == "table" then return x ~= None and #x > 0 end
  return x ~= false and x ~= 0 and x ~= ""
end

-- what <xacro:if> takes
function value.condition(x)
  x = value.literal(x)
  if type(x) == "boolean" then return x end
  if type(x) == "number" then return x ~= 0 end
  if x == None then return false end
  wrong("expected true, false or a number, got '%s'", value.text(x):sub(1, 40))
end

-- ---- functions ----

local function num(x)
  if x == true then return 1 end
  if x == false then return 0 end
  if type(x) ~= "number" then wrong("expected a number, got '%s'", value.text(x):sub(1, 40)) end
  return x
end

local function to_number(x)
  if type(x) ~= "string" then return num(x) end
  return kit.read_number(x:match "^%s*(.-)%s*$")
    or wrong("expected a number, got '%s'", x:sub(1, 40))
end

local function toward_zero(x) return x < 0 and math.ceil(x) or math.floor(x) end

-- halves to the even neighbour, as Python does
local function round(x, digits)
  local scale = 10 ^ num(digits or 0)
  local y = num(x) * scale
  local low = math.floor(y)
  local up = y - low > 0.5 or (y - low == 0.5 and low % 2 == 1)
  return (up and low + 1 or low) / scale
end

local function extreme(better)
  return function(...)
    local list = select("#", ...) == 1 and type(...) == "table" and ... or { ... }
    if #list == 0 then wrong "expected a number or more" end
    local best = num(list[1])
    for i = 2, #list do
      if better(num(list[i]), best) then best = list[i] end
    end
    return best
  end
end

local MATH = { pi = math.pi, e = math.exp(1), tau = 2 * math.pi, inf = math.huge }
for _, name in ipairs { "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "floor", "ceil",
  } do
  MATH[name] = function(x) return math[name](num(x)) end
end
function MATH.fabs(x) return math.abs(num(x)) end
function MATH.radians(x) return num(x) * math.pi / 180 end
function MATH.degrees(x) return num(x) * 180 / math.pi end
local atan2 = math.atan2 or math.atan -- luacheck: ignore 143
function MATH.atan2(y, x) return atan2(num(y), num(x)) end
function MATH.pow(x, y) return num(x) ^ num(y) end
function MATH.hypot(x, y) return math.sqrt(num(x) ^ 2 + num(y) ^ 2) end
function MATH.log(x, base)
  return base and math.log(num(x)) / math.log(num(base)) or math.log(num(x))
end

function MATH.fmod(x, y) return math.fmod(num(x), num(y)) end
function MATH.copysign(x, y)
  local negative = num(y) < 0 or 1/num(y) < 0
  return negative and -math.abs(num(x)) or math.abs(num(x))
end
function MATH.trunc(x) return toward_zero(num(x)) end
function MATH.isnan(x) return num(x) ~= x end
function MATH.log10(x) return math.log(num(x)) / math.log(10) end
value.math, value.num = MATH, num

-- ---- lists ----

local function bounded(n)
  if n > MOST then wrong("more than %d entries", MOST) end
end

-- what can be gone through: lists, letters of a text, keys of a dictionary
function value.entries(x)
  if value.is_dict(x) then return x.keys end
  if type(x) == "string" then
    local list = {}
    bounded(#x)
    for letter in x:gmatch "." do list[#list + 1] = letter end
    return list
  end
  if not is_list(x) then wrong("expected a list, got '%s'", value.text(x):sub(1, 40)) end
  return x
end

local function range(first, last, step)
  if not last then first, last = 0, first end
  first, last, step = num(first), num(last), num(step or 1)
  if step == 0 then wrong "range: a step of 0" end
  bounded((last - first) / step)
  local list = {}
  for i = first, last - (step > 0 and 1 or -1) * 0.5, step do list[#list + 1] = i end
  return list
end

local function copied(x)
  local list = {}
  for i, y in ipairs(value.entries(x)) do list[i] = y end
  return list
end

local function before(a, b)
  if type(a) == "string" and type(b) == "string" then return kit.before(a, b) end
  return num(a) < num(b)
end
value.before = before

local function sorted(x, named)
  local list = copied(x)
  table.sort(list, before)
  if named and truth(named.reverse) then
    for i = 1, math.floor(#list / 2) do
      list[i], list[#list + 1 - i] = list[#list + 1 - i], list[i]
    end
  end
  return list
end

local function numbered(x)
  local list = {}
  for i, y in ipairs(value.entries(x)) do list[i] = { i - 1, y } end
  return list
end

local function zipped(...)
  local all, list, n = { ... }, {}, math.huge
  for i, x in ipairs(all) do
    all[i] = value.entries(x)
    n = math.min(n, #all[i])
  end
  for k = 1, n < math.huge and n or 0 do
    list[k] = {}
    for i, x in ipairs(all) do list[k][i] = x[k] end
  end
  return list
end

local function dictionary(named, pairs_of)
  local d = value.dict()
  if value.is_dict(pairs_of) then
    for _, key in ipairs(pairs_of.keys) do value.put(d, key, pairs_of.map[key]) end
  else
    for _, p in ipairs(pairs_of and value.entries(pairs_of) or {}) do value.put(d, p[1], p[2]) end
  end
  for _, key in ipairs(named and named.keys or {}) do value.put(d, key, named.map[key]) end
  return d
end

-- ---- functions that are called by their name alone ----

local GLOBAL = { math = MATH, True = true, False = false, None = None, ["true"] = true,
  ["false"] = false, abs = MATH.fabs, float = to_number, round = round, str = value.text,
  list = copied, tuple = copied, range = range, enumerate = numbered, zip = zipped,
  min = extreme(function(a, b) return a < b end), max = extreme(function(a, b) return a > b end) }
for name, x in pairs(MATH) do GLOBAL[name] = x end
function GLOBAL.int(x) return toward_zero(to_number(x)) end
function GLOBAL.bool(x) return truth(x) end
function GLOBAL.len(x)
  if value.is_dict(x) then return #x.keys end
  if type(x) ~= "string" and not is_list(x) then wrong "len: expected a text or a list" end
  return #x
end
function GLOBAL.sum(x)
  local total = 0
  for _, y in ipairs(value.entries(x)) do total = total + num(y) end
  return total
end
function GLOBAL.any(x)
  for _, y in ipairs(value.entries(x)) do
    if truth(y) then return true end
  end
  return false
end
function GLOBAL.all(x)
  for _, y in ipairs(value.entries(x)) do
    if not truth(y) then return false end
  end
  return true
end
value.global, value.truth = GLOBAL, truth

function GLOBAL.sorted(x) return sorted(x) end
function GLOBAL.dict(x) return dictionary(nil, x) end

-- functions that take names: f(a, key = b)
value.with_names = {
  [GLOBAL.sorted] = function(list, named) return sorted(list[1], named.map) end,
  [GLOBAL.dict] = function(list, named) return dictionary(named, list[1]) end,
}

-- ---- texts with numbers in them ----

-- one number or text by %-5.2f and the like
local function formatted(flags, kind, x)
  if #flags > 8 or not flags:find "^[%-%+ #0]*%d*%.?%d*$" then
    wrong("the format %%%s%s", flags, kind)
  end
  if kind == "s" then
    local width = tonumber(flags:match "%d+") or 0
    local text = value.text(x)
    local blanks = (" "):rep(math.min(width, 1000) - #text)
    return flags:find "^%-" and text .. blanks or blanks .. text
  end
  if kind == "d" or kind == "i" then
    return (("%" .. flags .. "d"):format(toward_zero(num(x))))
  end
  if kind == "f" or kind == "e" or kind == "g" then
    return kit.format("%" .. flags .. kind, num(x))
  end
  unread(("the format %%%s%s"):format(flags, kind))
end

-- 'a %d b %.2f' % (1, 2)
function value.percent(form, x)
  local list, at = is_list(x) and x or { x }, 0
  return (form:gsub("%%([^%a%%]*)([%a%%])", function(flags, kind)
    if kind == "%" then return "%" end
    at = at + 1
    if list[at] == nil then wrong "not enough values for the format" end
    return formatted(flags, kind, list[at])
  end))
end

-- what stands behind : in {x:.2f}
function value.by_spec(x, spec)
  if spec == "" then return value.text(x) end
  local flags, kind = spec:match "^([^%a]*)(%a?)$"
  if not flags then unread("the format " .. spec) end
  flags = flags:gsub("^[<>]", function(sign) return sign == "<" and "-" or "" end)
  return formatted(flags, kind ~= "" and kind or type(x) == "number" and "g" or "s", x)
end

-- ---- methods ----

local TEXTS, DICTS, LISTS = {}, {}, {}

local function trimmed(s, letters, from, to)
  if not letters then
    if from then s = s:gsub("^%s+", "") end
    if to then s = s:gsub("%s+$", "") end
    return s
  end
  while from and #s > 0 and letters:find(s:sub(1, 1), 1, true) do s = s:sub(2) end
  while to and #s > 0 and letters:find(s:sub(-1), 1, true) do s = s:sub(1, -2) end
  return s
end

function TEXTS.split(s, by)
  local list = {}
  if not by or by == None then
    for word in s:gmatch "%S+" do list[#list + 1] = word end
    return list
  end
  if by == "" then wrong "split: an empty separator" end
  local at = 1
  while true do
    local i, j = s:find(by, at, true)
    list[#list + 1] = s:sub(at, (i or #s + 1) - 1)
    bounded(#list)
    if not i then return list end
    at = j + 1
  end
end

function TEXTS.join(s, list)
  local out = {}
  for i, x in ipairs(value.entries(list)) do
    if type(x) ~= "string" then wrong "join: expected texts" end
    out[i] = x
  end
  return table.concat(out, s)
end

function TEXTS.strip(s, letters) return trimmed(s, letters, true, true) end
function TEXTS.lstrip(s, letters) return trimmed(s, letters, true, false) end
function TEXTS.rstrip(s, letters) return trimmed(s, letters, false, true) end
function TEXTS.lower(s) return kit.lower(s) end
function TEXTS.upper(s) return (s:gsub("%l", function(c) return string.char(c:byte() - 32) end)) end
function TEXTS.startswith(s, x) return s:sub(1, #x) == x end
function TEXTS.endswith(s, x) return x == "" or s:sub(-#x) == x end
function TEXTS.find(s, x) return (s:find(x, 1, true) or 0) - 1 end
function TEXTS.isdigit(s) return s:find "^%d+$" ~= nil end

function TEXTS.count(s, x)
  if x == "" then return #s + 1 end
  local n, at = 0, 1
  while true do
    local i, j = s:find(x, at, true)
    if not i then return n end
    n, at = n + 1, j + 1
  end
end

function TEXTS.replace(s, a, b)
  if a == "" then wrong "replace: an empty text" end
  if #b > #a and #s / #a * #b > 1000000 then wrong "a text of more than 1000000 letters" end
  return TEXTS.join(b, TEXTS.split(s, a))
end

function TEXTS.format(s, ...)
  local list, at = { ... }, 0
  return (s:gsub("{([%d]*):?([^{}]*)}", function(index, spec)
    local k = index ~= "" and tonumber(index) + 1 or at + 1
    at = at + 1
    if list[k] == nil then wrong "format: not enough values" end
    return value.by_spec(list[k], spec)
  end))
end

function DICTS.keys(d) return copied(d.keys) end
function DICTS.values(d)
  local list = {}
  for i, key in ipairs(d.keys) do list[i] = d.map[key] end
  return list
end
function DICTS.items(d)
  local list = {}
  for i, key in ipairs(d.keys) do list[i] = { key, d.map[key] } end
  return list
end
function DICTS.get(d, key, default)
  local x = d.map[key]
  if x ~= nil then return x end
  return default == nil and None or default
end

function LISTS.index(list, x)
  for i, y in ipairs(list) do
    if y == x then return i - 1 end
  end
  wrong("'%s' is not in the list", value.text(x):sub(1, 40))
end
function LISTS.count(list, x)
  local n = 0
  for _, y in ipairs(list) do n = y == x and n + 1 or n end
  return n
end

local function method(list, x, key)
  return function(...)
    for i = 1, select("#", ...) do
      local x_i = select(i, ...)
      if list == TEXTS and key ~= "format" and key ~= "join" and type(x_i) ~= "string"
        and x_i ~= None and x_i ~= nil then
        wrong("%s: expected a text, got '%s'", key, value.text(x_i):sub(1, 40))
      end
    end
    return list[key](x, ...)
  end
end

-- x.key
function value.part(x, key)
  if x == MATH then
    if MATH[key] == nil then wrong("math has no '%s'", key) end
    return MATH[key]
  end
  if type(x) == "table" and x.space then return x.space(key) end
  if value.is_dict(x) then
    if x.map[key] ~= nil then return x.map[key] end
    if DICTS[key] then return method(DICTS, x, key) end
    wrong("the dictionary has no '%s'", key)
  end
  if type(x) == "string" and TEXTS[key] then return method(TEXTS, x, key) end
  if is_list(x) and LISTS[key] then return method(LISTS, x, key) end
  unread("." .. key)
end

local function whole(x, what)
  x = num(x)
  if x % 1 ~= 0 then wrong("%s: expected a whole number, got %s", what, kit.number(x)) end
  return x
end

-- x[i]
function value.entry(x, i)
  if value.is_dict(x) then
    if x.map[i] == nil then wrong("the dictionary has no '%s'", value.text(i):sub(1, 40)) end
    return x.map[i]
  end
  if type(x) ~= "string" and not is_list(x) then wrong "[..] of what is no list" end
  i = whole(i, "[..]")
  local at = i < 0 and #x + i + 1 or i + 1
  local y = type(x) == "string" and x:sub(at, at) or x[at]
  if at < 1 or at > #x then wrong("no entry %s of %d", kit.number(i), #x) end
  return y
end

-- x[a:b]
function value.slice(x, a, b)
  if type(x) ~= "string" and not is_list(x) then wrong "[a:b] of what is no list" end
  local function place(i, default)
    if i == nil then return default end
    i = whole(i, "[a:b]")
    return math.max(0, math.min(#x, i < 0 and #x + i or i))
  end
  local first, last = place(a, 0), place(b, #x)
  if type(x) == "string" then return x:sub(first + 1, last) end
  local list = {}
  for i = first + 1, last do list[#list + 1] = x[i] end
  return list
end

-- ---- signs ----

function value.add(a, b)
  if type(a) == "string" and type(b) == "string" then
    if #a + #b > MOST_LETTERS then wrong("a text of more than %d letters", MOST_LETTERS) end
    return a .. b
  end
  if is_list(a) and is_list(b) then
    bounded(#a + #b)
    local list = copied(a)
    for _, x in ipairs(b) do list[#list + 1] = x end
    return list
  end
  return num(a) + num(b)
end

function value.multiply(a, b)
  if type(b) == "string" or is_list(b) then a, b = b, a end
  if type(a) == "string" and type(b) == "number" then
    if #a * b > MOST_LETTERS then wrong("a text of more than %d letters", MOST_LETTERS) end
    return a:rep(math.max(0, whole(b, "*")))
  end
  if is_list(a) and type(b) == "number" then
    bounded(#a * b)
    local list = {}
    for _ = 1, b do
      for _, x in ipairs(a) do list[#list + 1] = x end
    end
    return list
  end
  return num(a) * num(b)
end

function value.same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" or a == None or b == None then return a == b end
  return value.text(a) == value.text(b)
end

function value.inside(a, b)
  if type(b) == "string" then return type(a) == "string" and b:find(a, 1, true) ~= nil end
  if value.is_dict(b) then return b.map[a] ~= nil end
  if not is_list(b) then wrong "'in' of what is neither a text nor a list" end
  for _, x in ipairs(b) do
    if value.same(a, x) then return true end
  end
  return false
end

return value
