-- xacro_value.lua - expressions in ${..} of xacro: read and valued here, nothing of them is run
--
-- Numbers, 'texts', True False None, lists; + - * / // % ** < <= > >= == != and or not in,
-- a if c else b, x[i], the functions of math and a few more. Numbers are doubles: 4/2 is written 2,
-- which Python writes 2.0.
local li = require "liaison.core"
local kit = li._internal

local value = {}
local unpack = table.unpack or unpack -- luacheck: ignore 113 143

local None = setmetatable({}, { __tostring = function() return "None" end })
value.None = None

-- what is wrong with an expression; the caller knows where it stands
local function wrong(form, ...) error({ wrong = form:format(...) }, 0) end
local function unread(what) error({ unread = what }, 0) end

function value.text(x)
  if x == true then return "True" end
  if x == false then return "False" end
  if type(x) == "number" then return kit.number(x) end
  if type(x) ~= "table" or x == None then return tostring(x) end
  local list = {}
  for i, entry in ipairs(x) do
    list[i] = type(entry) == "string" and "'" .. entry .. "'" or value.text(entry)
  end
  return "[" .. table.concat(list, ", ") .. "]"
end

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

local GLOBAL = { math = MATH, True = true, False = false, None = None, abs = MATH.fabs,
  float = to_number, round = round, str = value.text,
  min = extreme(function(a, b) return a < b end), max = extreme(function(a, b) return a > b end) }
for name, x in pairs(MATH) do GLOBAL[name] = x end
function GLOBAL.int(x) return toward_zero(to_number(x)) end
function GLOBAL.bool(x) return truth(x) end
function GLOBAL.len(x)
  if type(x) ~= "string" and type(x) ~= "table" then wrong "len: expected a text or a list" end
  return #x
end

-- ---- words of an expression ----

local SIGNS = { "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "(", ")",
  "[", "]", ",", "." }

local function sign_at(text, at)
  for _, sign in ipairs(SIGNS) do
    if text:sub(at, at + #sign - 1) == sign then return sign end
  end
end

local function number_at(text, at)
  local digits = text:match("^%d+%.?%d*", at) or text:match("^%.%d+", at)
  return digits and digits .. (text:match("^[eE][%+%-]?%d+", at + #digits) or "")
end

local function words_of(text)
  local list, at = {}, 1
  while true do
    at = text:find("%S", at)
    if not at then return list end
    local number, name = number_at(text, at), text:match("^[%a_][%w_]*", at)
    local quote = text:match("^[\"']", at)
    local stop = quote and text:find(quote, at + 1, true)
    local sign = not quote and sign_at(text, at)
    local kind = number and "number" or name and "name" or stop and "text" or sign and "sign"
    if not kind then unread(("'%s'"):format(text:sub(at, at))) end
    local s = number or name or stop and text:sub(at + 1, stop - 1) or sign
    list[#list + 1] = { kind = kind, s = s }
    at = stop and stop + 1 or at + #s
  end
end

-- ---- grammar: each rule gives a function that values it ----

local Parser = {}
Parser.__index = Parser

function Parser:peek(s)
  local w = self.list[self.at]
  return w and w.kind ~= "text" and w.kind ~= "number" and w.s == s
end

function Parser:take(s)
  if not self:peek(s) then return false end
  self.at = self.at + 1
  return true
end

function Parser:expect(s)
  if not self:take(s) then
    local w = self.list[self.at]
    wrong("expected '%s', got %s", s, w and "'" .. w.s .. "'" or "the end")
  end
end

function Parser:deeper(by)
  self.depth = self.depth + by
  if self.depth > 100 then wrong "nested more than 100 deep" end
end

local function constant(x) return function() return x end end

function Parser:list_until(stop)
  local list = {}
  while not self:take(stop) do
    list[#list + 1] = self:choice()
    if not self:peek(stop) then self:expect "," end
  end
  return function(env)
    local out = {}
    for i, f in ipairs(list) do out[i] = f(env) end
    return out
  end
end

local function looked_up(name)
  return function(env)
    local x = env(name)
    if x == nil then x = GLOBAL[name] end
    if x == nil then
      if name == "xacro" or name == "dict" or name == "range" or name == "list" then
        unread(name .. "(..)")
      end
      wrong("no property or function '%s'", name)
    end
    return x
  end
end

function Parser:atom()
  local w = self.list[self.at]
  if not w then wrong "the expression ends too early" end
  self.at = self.at + 1
  if w.kind == "number" then return constant(kit.read_number(w.s)) end
  if w.kind == "text" then return constant(w.s) end
  if w.kind == "name" then return looked_up(w.s) end
  if w.s == "[" then return self:list_until "]" end
  if w.s == "(" then
    local inside = self:choice()
    self:expect ")"
    return inside
  end
  wrong("unexpected '%s'", w.s)
end

local function part(of, key)
  return function(env)
    local x = of(env)
    if x ~= MATH then unread("." .. key) end
    if MATH[key] == nil then wrong("math has no '%s'", key) end
    return MATH[key]
  end
end

local function called(f, arguments)
  return function(env)
    local call = f(env)
    if type(call) ~= "function" then wrong("'%s' is no function", value.text(call):sub(1, 40)) end
    return call(unpack(arguments(env)))
  end
end

local function entry(of, index)
  return function(env)
    local list, i = of(env), num(index(env))
    if type(list) ~= "table" or list == None then wrong "[..] of what is no list" end
    local x = list[i < 0 and #list + i + 1 or i + 1]
    if x == nil then wrong("no entry %s of %d", kit.number(i), #list) end
    return x
  end
end

function Parser:postfix()
  local x = self:atom()
  while true do
    if self:take "." then
      local w = self.list[self.at]
      if not w or w.kind ~= "name" then wrong "expected a name behind '.'" end
      self.at = self.at + 1
      x = part(x, w.s)
    elseif self:take "(" then x = called(x, self:list_until ")")
    elseif self:take "[" then
      x = entry(x, self:choice())
      self:expect "]"
    else return x end
  end
end

function Parser:power()
  local base = self:postfix()
  if not self:take "**" then return base end
  local exponent = self:signed()
  return function(env) return num(base(env)) ^ num(exponent(env)) end
end

function Parser:signed()
  self:deeper(1)
  local minus = self:take "-"
  local plus = not minus and self:take "+"
  local x = (minus or plus) and self:signed() or self:power()
  self:deeper(-1)
  if not minus then return x end
  return function(env) return -num(x(env)) end
end

local function divided(a, b)
  if b == 0 then wrong "division by 0" end
  return a / b
end

local function added(a, b)
  if type(a) == "string" and type(b) == "string" then
    if #a + #b > 1000000 then wrong "a text of more than 1000000 letters" end
    return a .. b
  end
  return num(a) + num(b)
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" or a == None or b == None then return a == b end
  return value.text(a) == value.text(b)
end

local function less(a, b)
  if type(a) == "string" and type(b) == "string" then return kit.before(a, b) end
  return num(a) < num(b)
end

local function inside(a, b)
  if type(b) == "string" then return type(a) == "string" and b:find(a, 1, true) ~= nil end
  if type(b) ~= "table" or b == None then wrong "'in' of what is neither a text nor a list" end
  for _, x in ipairs(b) do
    if same(a, x) then return true end
  end
  return false
end

-- from loose to tight; each: sign -> function of both values
local LEVELS = {
  { ["=="] = same, ["!="] = function(a, b) return not same(a, b) end,
    ["<"] = less, [">"] = function(a, b) return less(b, a) end,
    ["<="] = function(a, b) return not less(b, a) end,
    [">="] = function(a, b) return not less(a, b) end, ["in"] = inside },
  { ["+"] = added, ["-"] = function(a, b) return num(a) - num(b) end },
  { ["*"] = function(a, b) return num(a) * num(b) end,
    ["/"] = function(a, b) return divided(num(a), num(b)) end,
    ["//"] = function(a, b) return math.floor(divided(num(a), num(b))) end,
    ["%"] = function(a, b)
      divided(0, num(b))
      return num(a) % num(b)
    end },
}

function Parser:level(k)
  local signs = LEVELS[k]
  if not signs then return self:signed() end
  local x = self:level(k + 1)
  while true do
    local w = self.list[self.at]
    local f = w and w.kind ~= "text" and signs[w.s]
    if not f then return x end
    self.at = self.at + 1
    local a, b = x, self:level(k + 1)
    x = function(env) return f(a(env), b(env)) end
  end
end

function Parser:negation()
  if not self:take "not" then return self:level(1) end
  self:deeper(1)
  local x = self:negation()
  self:deeper(-1)
  return function(env) return not truth(x(env)) end
end

function Parser:both()
  local x = self:negation()
  while self:take "and" do
    local a, b = x, self:negation()
    x = function(env)
      local left = a(env)
      if truth(left) then return b(env) end
      return left
    end
  end
  return x
end

function Parser:either()
  local x = self:both()
  while self:take "or" do
    local a, b = x, self:both()
    x = function(env)
      local left = a(env)
      if truth(left) then return left end
      return b(env)
    end
  end
  return x
end

function Parser:choice()
  self:deeper(1)
  local x = self:either()
  if self:take "if" then
    local condition = self:either()
    self:expect "else"
    local a, b = x, self:choice()
    x = function(env)
      if truth(condition(env)) then return a(env) end
      return b(env)
    end
  end
  self:deeper(-1)
  return x
end

-- the value of an expression; env(name) gives properties, nil where there is none. Raises { wrong =
-- text }, or { unread = what } for what is Python and not done here
function value.of(text, env)
  local p = setmetatable({ list = words_of(text), at = 1, depth = 0 }, Parser)
  local f = p:choice()
  if p.list[p.at] then wrong("unexpected '%s'", p.list[p.at].s) end
  return f(env)
end

return value
