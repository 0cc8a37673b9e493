-- value.lua - a field of a description: a number, or the text of an expression in named constants
--
-- Descriptions keep expressions as the text the user wrote; core reads the same text when numbers or equations are
-- asked for. Here is what a description itself needs: is it well formed, which names does it use, is it a number after
-- all, and is it linear in the coordinates (F3.1 of [thesis]: -LSFg+z1 is the constant -LSFg and the coordinate z1).
--
-- node = number | { "name", s } | { op, a, b } with op in + - * / ^ < <= > >= == | { "neg", a } | { "call", f, args... }
-- The words are those of the engine's own reader (core/sym/expr/parse.c): what is read in one description is read in all.
local li = require "liaison.core"
local kit = li.kit

local value = {}

local deepest = 100

value.constants = { pi = math.pi, deg = math.pi / 180 }

local function sign(x)
  if x == 0 then return 0 end
  return x > 0 and 1 or -1
end

local function piecewise(...)
  local n, of = select("#", ...), { ... }
  for i = 1, n - 1, 2 do
    if of[i] ~= 0 then return of[i + 1] end
  end
  return of[n]
end

local atan2 = math.atan2 or math.atan
local function arctangent(y, x) return x and atan2(y, x) or math.atan(y) end

local function one(f) return { f = f, least = 1, most = 1 } end

local functions = {
  sin = one(math.sin), cos = one(math.cos), tan = one(math.tan), asin = one(math.asin), acos = one(math.acos), sqrt = one(math.sqrt),
  exp = one(math.exp), log = one(math.log), ln = one(math.log), abs = one(math.abs), tanh = one(li.tanh), sign = one(sign),
  atan = { f = arctangent, least = 1, most = 2 }, atan2 = { f = atan2, least = 2, most = 2 },
  pow = { f = function(x, y) return x ^ y end, least = 2, most = 2 },
  min = { f = math.min, least = 1, most = 100 }, max = { f = math.max, least = 1, most = 100 },
  piecewise = { f = piecewise, least = 3, most = 99, odd = true },
}

local function takes(f)
  if f.odd then return "a condition and a value, any number of times, and a last value" end
  if f.most > 2 then return "one argument or more" end
  if f.most > f.least then return "1 or 2 arguments" end
  return f.most == 1 and "one argument" or "2 arguments"
end

-- the shortest decimal that reads back as x
function value.number_text(x)
  return x == 0 and 1 / x < 0 and "-0.0" or kit.exact(x)
end

-- reading -----------------------------------------------------------------------------------------------------------

local function fail(p, what)
  error({ what = what, at = p.at }, 0)
end

local function skip(p)
  p.at = p.s:find("%S", p.at) or #p.s + 1
  return p.s:sub(p.at, p.at)
end

local comparison -- comparison := sum [ (<|<=|>|>=|==) sum ]

local function deeper(p, read)
  p.depth = p.depth + 1
  if p.depth > deepest then fail(p, "nested too deeply") end
  local node = read(p)
  p.depth = p.depth - 1
  return node
end

local function close(p)
  if skip(p) ~= ")" then fail(p, "')' expected") end
  p.at = p.at + 1
end

local function arguments(p, name)
  local node = { "call", name }
  p.at = p.at + 1
  repeat
    node[#node + 1] = deeper(p, comparison)
    local c = skip(p)
    if c == "," then p.at = p.at + 1 end
  until c ~= ","
  close(p)
  local f, n = functions[name], #node - 2
  if not f then fail(p, "unknown function '" .. name .. "'") end
  if n < f.least or n > f.most or f.odd and n % 2 == 0 then fail(p, name .. " takes " .. takes(f)) end
  return node
end

local function primary(p)
  local c = skip(p)
  if c == "(" then
    p.at = p.at + 1
    local node = deeper(p, comparison)
    close(p)
    return node
  end
  local number = p.s:match("^%d+%.?%d*[eE][+-]?%d+", p.at) or p.s:match("^%.%d+[eE][+-]?%d+", p.at)
    or p.s:match("^%d+%.?%d*", p.at) or p.s:match("^%.%d+", p.at)
  if number then
    p.at = p.at + #number
    if tonumber(number) == math.huge then fail(p, "the number " .. number .. " is too large") end
    if p.s:find("^[%a_\128-\255]", p.at) then fail(p, "an operator is missing after " .. number) end
    return tonumber(number)
  end
  local name = p.s:match("^[%a_\128-\255][%w_\128-\255]*", p.at)
  if name then
    p.at = p.at + #name
    if skip(p) == "(" then return arguments(p, name) end
    return { "name", name }
  end
  fail(p, "a number or a name expected")
end

-- power := primary [ (^|**) factor ]     factor := (-|+) factor | power
local factor

local function power(p)
  local base, c = primary(p), skip(p)
  local twice = p.s:sub(p.at, p.at + 1) == "**"
  if c ~= "^" and not twice then return base end
  p.at = p.at + (twice and 2 or 1)
  return { "^", base, deeper(p, factor) }
end

factor = function(p)
  local c = skip(p)
  if c ~= "-" and c ~= "+" then return power(p) end
  p.at = p.at + 1
  local node = deeper(p, factor)
  return c == "-" and value.neg(node) or node
end

local function product(p)
  local node = factor(p)
  while true do
    local c = skip(p)
    if c ~= "*" and c ~= "/" then return node end
    p.at = p.at + 1
    node = { c, node, factor(p) }
  end
end

local function sum(p) -- sum := product { (+|-) product }
  local node = product(p)
  while true do
    local c = skip(p)
    if c ~= "+" and c ~= "-" then return node end
    p.at = p.at + 1
    node = { c, node, product(p) }
  end
end

comparison = function(p)
  local node = sum(p)
  skip(p)
  local op = p.s:match("^[<>=]=", p.at) or p.s:match("^[<>]", p.at)
  if not op then return node end
  p.at = p.at + #op
  return { op, node, sum(p) }
end

-- text -> node, or nil, what is wrong, the byte where
function value.parse(text)
  if #text > 2000 then return nil, "longer than 2000 characters", 1 end
  local p = { s = text, at = 1, depth = 0 }
  local ok, node = pcall(function()
    local n = comparison(p)
    if skip(p) ~= "" then fail(p, "'" .. skip(p) .. "' not expected") end
    return n
  end)
  if ok then return node end
  if type(node) ~= "table" then error(node, 0) end
  return nil, node.what, node.at
end

-- building: just enough folding that a sum of nothing prints as nothing ---------------------------------------------

function value.neg(a)
  if type(a) == "number" then return -a end
  if a[1] == "neg" then return a[2] end
  return { "neg", a }
end

function value.add(a, b)
  if type(a) == "number" and type(b) == "number" then return a + b end
  if a == 0 then return b end
  if b == 0 then return a end
  if type(b) == "table" and b[1] == "neg" then return { "-", a, b[2] } end
  if type(b) == "number" and b < 0 then return { "-", a, -b } end
  return { "+", a, b }
end

function value.mul(a, b)
  if type(a) == "number" and type(b) == "number" then return a * b end
  if a == 0 or b == 0 then return 0 end
  if a == 1 then return b end
  if b == 1 then return a end
  if a == -1 then return value.neg(b) end
  if b == -1 then return value.neg(a) end
  return { "*", a, b }
end

function value.div(a, b)
  if type(a) == "number" and type(b) == "number" then return a / b end
  if a == 0 or b == 1 then return a end
  return { "/", a, b }
end

-- asking ------------------------------------------------------------------------------------------------------------

local compare = {
  ["<"] = function(a, b) return a < b end, ["<="] = function(a, b) return a <= b end, [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end, ["=="] = function(a, b) return a == b end,
}

local function called(node)
  local args = {}
  for k = 3, #node do
    args[k - 2] = value.number(node[k])
    if not args[k - 2] then return nil end
  end
  return functions[node[2]].f((table.unpack or unpack)(args))
end

-- the number a node stands for, or nil where it has open names
function value.number(node)
  if type(node) == "number" then return node end
  local op = node[1]
  if op == "name" then return value.constants[node[2]] end
  if op == "call" then return called(node) end
  local a, b = value.number(node[2]), node[3] and value.number(node[3])
  if not a or node[3] and not b then return nil end
  if op == "neg" then return -a end
  if op == "+" then return a + b end
  if op == "-" then return a - b end
  if op == "*" then return a * b end
  if op == "/" then return a / b end
  if compare[op] then return compare[op](a, b) and 1 or 0 end
  return a ^ b
end

-- calls f(name) for every open name, in order of writing
function value.each_name(node, f)
  if type(node) == "number" then return end
  if node[1] == "name" then
    if not value.constants[node[2]] then f(node[2]) end
    return
  end
  for k = node[1] == "call" and 3 or 2, #node do value.each_name(node[k], f) end
end

local function uses(node, isvar)
  local found = false
  value.each_name(node, function(s) found = found or isvar(s) end)
  return found
end

local function add_terms(terms, more, scale)
  for _, t in ipairs(more) do
    local old = terms[t.name]
    if old then
      old.coef = value.add(old.coef, scale(t.coef))
    else
      terms[#terms + 1] = { name = t.name, coef = scale(t.coef) }
      terms[t.name] = terms[#terms]
    end
  end
  return terms
end

-- node = rest + sum of coef * coordinate: returns rest and { {name=, coef=}, ... } in order of writing,
-- or nil where node is not linear in the names for which isvar(name) holds
function value.linear(node, isvar)
  if type(node) == "number" or not uses(node, isvar) then return node, {} end
  local op = node[1]
  if op == "name" then
    local t = { name = node[2], coef = 1 }
    return 0, { t, [node[2]] = t }
  elseif op == "neg" then
    local rest, terms = value.linear(node[2], isvar)
    if not rest then return nil end
    return value.neg(rest), add_terms({}, terms, value.neg)
  elseif op == "+" or op == "-" then
    local ra, ta = value.linear(node[2], isvar)
    local rb, tb = value.linear(node[3], isvar)
    if not ra or not rb then return nil end
    if op == "-" then return value.add(ra, value.neg(rb)), add_terms(ta, tb, value.neg) end
    return value.add(ra, rb), add_terms(ta, tb, function(c) return c end)
  elseif op == "*" or op == "/" then
    local k, inner = node[3], node[2]
    if op == "*" and uses(inner, isvar) == false then k, inner = inner, k end
    if uses(k, isvar) then return nil end
    local rest, terms = value.linear(inner, isvar)
    if not rest then return nil end
    local scale = op == "*" and function(c) return value.mul(k, c) end or function(c) return value.div(c, k) end
    return scale(rest), add_terms({}, terms, scale)
  end
  return nil
end

-- printing ----------------------------------------------------------------------------------------------------------

local level = { ["<"] = 0, ["<="] = 0, [">"] = 0, [">="] = 0, ["=="] = 0, ["+"] = 1, ["-"] = 1, ["*"] = 2, ["/"] = 2, neg = 2, ["^"] = 4 }

local function put(out, node, at_least)
  if type(node) == "number" then
    local s = value.number_text(node)
    out[#out + 1] = (node < 0 and at_least > 1) and "(" .. s .. ")" or s
    return
  end
  local op = node[1]
  if op == "name" then out[#out + 1] = node[2] return end
  if op == "call" then
    out[#out + 1] = node[2] .. "("
    for k = 3, #node do
      if k > 3 then out[#out + 1] = ", " end
      put(out, node[k], 0)
    end
    out[#out + 1] = ")"
    return
  end
  local mine = level[op]
  local wrap = mine < at_least
  if wrap then out[#out + 1] = "(" end
  if op == "neg" then
    out[#out + 1] = "-"
    put(out, node[2], 2)
  else
    put(out, node[2], op == "^" and 5 or mine)
    out[#out + 1] = op
    put(out, node[3], op == "+" and 1 or op == "^" and 4 or mine + 1)
  end
  if wrap then out[#out + 1] = ")" end
end

function value.print(node)
  local out = {}
  put(out, node, 0)
  return table.concat(out)
end

-- a node as it goes into a description: a number where it is one, else its text
function value.field(node)
  return value.number(node) or value.print(node)
end

-- anything a user may write in a numeric field -> node, or nil, what is wrong.
-- Expressions of the symbolic engine say themselves by tostring.
function value.read(x)
  if type(x) == "number" then
    if x ~= x or x == math.huge or x == -math.huge then return nil, "must be finite, got " .. kit.number(x) end
    return x
  end
  if type(x) == "userdata" then x = tostring(x) end
  if type(x) ~= "string" then return nil, "expected a number, the text of an expression or a symbol, got " .. type(x) end
  local node, what, at = value.parse(x)
  if not node then return nil, ("'%s': %s at column %d"):format(x, what, at) end
  return node
end

return value
