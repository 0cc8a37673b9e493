-- xacro_grammar.lua - expressions in ${..} of xacro: read and valued here, nothing of them is run
--
-- Numbers, 'texts', f'texts', True False None, lists, dictionaries; + - * / // % ** < <= > >= == !=
-- and or not in is, chains a < b < c, a if c else b, x[i], x[a:b], x.name, f(a, name = b),
-- [e for x in list if c].
local kit = require "liaison.core"._internal
local value = require "liaison.describe.xacro_value"

local grammar = {}
local unpack = table.unpack or unpack -- luacheck: ignore 113 143
local wrong, unread, num, truth = value.wrong, value.unread, value.num, value.truth

local MOST_STEPS = 1000000

-- ---- words of an expression ----

local SIGNS = { "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "(", ")",
  "[", "]", "{", "}", ":", "=", ",", "." }

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
    local form = text:match("^f()[\"']", at)
    at = form or at
    local number, name = number_at(text, at), text:match("^[%a_][%w_]*", at)
    local quote = text:match("^[\"']", at)
    local stop = quote and text:find(quote, at + 1, true)
    local sign = not quote and sign_at(text, at)
    local kind = number and "number" or name and "name" or stop and (form and "form" or "text")
      or sign and "sign"
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
  return w and (w.kind == "sign" or w.kind == "name") and w.s == s
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
    if x == nil then x = value.global[name] end
    if x == nil then wrong("no property or function '%s'", name) end
    return x
  end
end

-- f'a {x} b {y:.2f}'
local function form(text)
  local list, at = {}, 1
  while at <= #text do
    local inside, stop = text:match("^{([^{}]*)}()", at)
    if inside then
      local e, spec = inside:match "^(.-):([^:]*)$"
      list[#list + 1] = { grammar.read(e or inside), spec or "" }
    else
      inside, stop = text:match("^([^{]+)()", at)
      if not inside then wrong "f'..': a { without its }" end
      list[#list + 1] = inside
    end
    at = stop
  end
  return function(env)
    local out = {}
    for i, p in ipairs(list) do
      out[i] = type(p) == "string" and p or value.by_spec(p[1](env), p[2])
    end
    return table.concat(out)
  end
end

local steps = 0

local function step()
  steps = steps + 1
  if steps > MOST_STEPS then wrong("more than %d steps", MOST_STEPS) end
end

-- behind 'e' of [e for a, b in list if c]: a function that gives the list of what made(env) is
function Parser:comprehension(made)
  local names, conditions = {}, {}
  repeat
    local w = self.list[self.at]
    if not w or w.kind ~= "name" then wrong "expected a name behind 'for'" end
    names[#names + 1] = w.s
    self.at = self.at + 1
  until not self:take ","
  self:expect "in"
  local list = self:either()
  while self:take "if" do conditions[#conditions + 1] = self:either() end
  if self:peek "for" then unread "for .. for" end
  return function(env)
    local out = {}
    for _, x in ipairs(value.entries(list(env))) do
      step()
      local with = {}
      if #names == 1 then with[names[1]] = x
      else
        local parts = value.entries(x)
        for i, name in ipairs(names) do with[name] = parts[i] end
      end
      local function inner(name)
        if with[name] ~= nil then return with[name] end
        return env(name)
      end
      local keep = true
      for _, c in ipairs(conditions) do keep = keep and truth(c(inner)) end
      if keep then out[#out + 1] = made(inner) end
    end
    return out
  end
end

function Parser:list_in_brackets()
  if self:peek "]" then return self:list_until "]" end
  local at = self.at
  local first = self:choice()
  if self:take "for" then
    local f = self:comprehension(first)
    self:expect "]"
    return f
  end
  self.at = at
  return self:list_until "]"
end

function Parser:dictionary()
  local list = {}
  while not self:take "}" do
    local key = self:choice()
    self:expect ":"
    local x = self:choice()
    if self:take "for" then
      local f = self:comprehension(function(env) return { key(env), x(env) } end)
      self:expect "}"
      return function(env) return value.global.dict(f(env)) end
    end
    list[#list + 1] = { key, x }
    if not self:peek "}" then self:expect "," end
  end
  return function(env)
    local d = value.dict()
    for _, p in ipairs(list) do value.put(d, p[1](env), p[2](env)) end
    return d
  end
end

-- (a), or the list (a, b)
function Parser:in_parentheses()
  if self:peek ")" then return self:list_until ")" end
  local at = self.at
  local inside = self:choice()
  if self:take "for" then
    inside = self:comprehension(inside)
    self:expect ")"
    return inside
  end
  if self:peek "," then
    self.at = at
    return self:list_until ")"
  end
  self:expect ")"
  return inside
end

function Parser:atom()
  local w = self.list[self.at]
  if not w then wrong "the expression ends too early" end
  self.at = self.at + 1
  if w.kind == "number" then return constant(kit.read_number(w.s)) end
  if w.kind == "text" then
    -- texts beside each other are one
    local text = w.s
    while self.list[self.at] and self.list[self.at].kind == "text" do
      text = text .. self.list[self.at].s
      self.at = self.at + 1
    end
    return constant(text)
  end
  if w.kind == "form" then return form(w.s) end
  if w.kind == "name" then
    if w.s == "lambda" then unread "lambda" end
    return looked_up(w.s)
  end
  if w.s == "[" then return self:list_in_brackets() end
  if w.s == "{" then return self:dictionary() end
  if w.s == "(" then return self:in_parentheses() end
  wrong("unexpected '%s'", w.s)
end

local function part(of, key)
  return function(env) return value.part(of(env), key) end
end

-- what stands in f(..): a list, and a dictionary of what has a name
function Parser:arguments()
  local list, named = {}, {}
  while not self:take ")" do
    local w, behind = self.list[self.at], self.list[self.at + 1]
    if w and w.kind == "name" and behind and behind.kind == "sign" and behind.s == "=" then
      self.at = self.at + 2
      named[#named + 1] = { w.s, self:choice() }
    else
      local x = self:choice()
      if self:take "for" then x = self:comprehension(x) end
      list[#list + 1] = x
    end
    if not self:peek ")" then self:expect "," end
  end
  return list, named
end

local function called(f, list, named)
  return function(env)
    local call = f(env)
    if type(call) ~= "function" then wrong("'%s' is no function", value.text(call):sub(1, 40)) end
    local out = {}
    for i, x in ipairs(list) do out[i] = x(env) end
    if #named == 0 then return call(unpack(out, 1, #list)) end
    local with = value.with_names[call]
    if not with then wrong("'%s' takes no names", named[1][1]) end
    local d = value.dict()
    for _, p in ipairs(named) do value.put(d, p[1], p[2](env)) end
    return with(out, d)
  end
end

-- [i], [a:b], [:b], [a:]
function Parser:index(of)
  local a, b
  local sliced = self:take ":"
  if not sliced then
    a = self:choice()
    sliced = self:take ":"
  end
  if sliced and not self:peek "]" then b = self:choice() end
  self:expect "]"
  if not sliced then return function(env) return value.entry(of(env), a(env)) end end
  return function(env) return value.slice(of(env), a and a(env), b and b(env)) end
end

function Parser:postfix()
  local x = self:atom()
  while true do
    if self:take "." then
      local w = self.list[self.at]
      if not w or w.kind ~= "name" then wrong "expected a name behind '.'" end
      self.at = self.at + 1
      x = part(x, w.s)
    elseif self:take "(" then x = called(x, self:arguments())
    elseif self:take "[" then x = self:index(x)
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

-- from loose to tight; each: sign -> function of both values
local LEVELS = {
  { ["+"] = value.add, ["-"] = function(a, b) return num(a) - num(b) end },
  { ["*"] = value.multiply,
    ["/"] = function(a, b) return divided(num(a), num(b)) end,
    ["//"] = function(a, b) return math.floor(divided(num(a), num(b))) end,
    ["%"] = function(a, b)
      if type(a) == "string" then return value.percent(a, b) end
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
    local f = w and w.kind == "sign" and signs[w.s]
    if not f then return x end
    self.at = self.at + 1
    local a, b = x, self:level(k + 1)
    x = function(env) return f(a(env), b(env)) end
  end
end

local function no(f) return function(a, b) return not f(a, b) end end

local before = value.before

local COMPARE = { ["=="] = value.same, ["!="] = no(value.same), ["<"] = before,
  [">"] = function(a, b) return before(b, a) end,
  ["<="] = function(a, b) return not before(b, a) end, [">="] = no(before), ["in"] = value.inside }

-- the next sign that compares; 'not in', 'is', 'is not' are two words or one
function Parser:comparison()
  if self:take "is" then
    if self:take "not" then return no(value.same) end
    return value.same
  end
  local w, behind = self.list[self.at], self.list[self.at + 1]
  if w and w.s == "not" and w.kind == "name" and behind and behind.s == "in" then
    self.at = self.at + 2
    return no(value.inside)
  end
  local f = w and (w.kind == "sign" or w.s == "in" and w.kind == "name") and COMPARE[w.s]
  if f then self.at = self.at + 1 end
  return f
end

-- a < b < c: each with the next
function Parser:compared()
  local first = self:level(1)
  local chain = {}
  while true do
    local f = self:comparison()
    if not f then break end
    chain[#chain + 1] = { f, self:level(1) }
  end
  if #chain == 0 then return first end
  return function(env)
    local a = first(env)
    for _, c in ipairs(chain) do
      local b = c[2](env)
      if not c[1](a, b) then return false end
      a = b
    end
    return true
  end
end

function Parser:negation()
  if not self:take "not" then return self:compared() end
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

-- an expression as a function of env
function grammar.read(text)
  local p = setmetatable({ list = words_of(text), at = 1, depth = 0 }, Parser)
  local f = p:choice()
  -- a, b is a list as (a, b) is
  if p:peek "," then
    p.at = 1
    p.list[#p.list + 1] = { kind = "sign", s = ")" }
    f = p:list_until ")"
  end
  if p.list[p.at] then wrong("unexpected '%s'", p.list[p.at].s) end
  return f
end

-- the value of an expression; env(name) gives properties, nil where there is none. Raises { wrong =
-- text }, or { unread = what } for what is Python and not done here
function grammar.value(text, env) return grammar.read(text)(env) end

-- before a file: what it may take in lists begins anew
function grammar.begin() steps = 0 end

return grammar
