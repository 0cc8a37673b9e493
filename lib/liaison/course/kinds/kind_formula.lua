-- kind_formula.lua - a formula in the letters of the question, c1 and s12 too: proved equal, or the
-- terms that differ, with numbers at a point
local li = require "liaison.core"
local formula = require "liaison.course.formula"

local kind = { name = "formula", en = "a formula in %s", fr = "une formule en %s" }

-- names of symbols have no ': th1' is kept as th1_p
local function symbol(name) return li.expr((name:gsub("'", "_p")), "new") end

local CALL = {}
for _, name in ipairs { "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log",
  "abs" } do CALL[name] = function(...) return li[name](...) end end

-- the expression a text means; nil and why it means none
function kind.expr(text, ask)
  local env = formula.letters_env(ask.letters, ask.stem, symbol, CALL)
  local e, rest = formula.value(text, env)
  if e == nil then return nil, rest end
  if rest ~= "" then return nil, { key = "sign", what = rest } end
  if type(e) == "number" then e = li.expr(e) end
  return e
end

local function numbers_env(ask, at)
  return formula.letters_env(ask.letters, ask.stem, function(name) return at[name] end,
    formula.numbers)
end

-- points where formulas are compared in numbers: the same on every machine
function kind.points(ask)
  local out, x = {}, 17
  for k = 1, 6 do
    out[k] = {}
    for name in ask.letters:gmatch "[^%s,]+" do
      x = (x * 16807) % 2147483647
      out[k][name] = 0.2 + 1.6 * math.floor(x / 2147483647 * 1000) / 1000
    end
  end
  return out
end

-- the value of a text at a point
function kind.at(text, ask, point) return (formula.value(text, numbers_env(ask, point))) end

local function text_of(e) return (tostring(e):gsub("_p%f[^%w_]", "'")) end

function kind.read(text, ask)
  text = formula.bare(text):gsub("[%[{]", "("):gsub("[%]}]", ")")
  local e, why = kind.expr(text, ask)
  if not e then return nil, why end
  return { expr = e, text = text }
end

-- equal by proof, or where none is found at all points
function kind.same(reading, value, ask)
  local right, why = kind.expr(value, ask)
  if not right then
    error(("the formula of '%s' cannot be read: %s %s"):format(ask.name, why.key,
      tostring(why.what)), 0)
  end
  local proved = right:equals(reading.expr)
  if proved ~= nil then return proved end
  for _, p in ipairs(kind.points(ask)) do
    local a, b = kind.at(value, ask, p), kind.at(reading.text, ask, p)
    if not (math.abs(a - b) <= 1e-9 * math.max(math.abs(a), math.abs(b), 1)) then return false end
  end
  return true
end

-- what differs: { missing = terms of the right one, extra = terms typed, point, typed, right }
function kind.differing(reading, value, ask)
  local out = { missing = {}, extra = {}, point = kind.points(ask)[1] }
  local d = li.compare(reading.expr, kind.expr(value, ask)).list[1]
  for i, e in ipairs(d and d.only_printed or {}) do out.extra[i] = text_of(e) end
  for i, e in ipairs(d and d.only_computed or {}) do out.missing[i] = text_of(e) end
  out.typed = kind.at(reading.text, ask, out.point)
  out.right = kind.at(value, ask, out.point)
  return out
end

return kind
