-- test_words_of_values.lua - numeric fields of tables, lengths and phrases read what the engine reads: one language in every description
local t = require "t"
local li = require "liaison"
local value = require "liaison.describe.value"

local function field(text)
  local node, what, at = value.parse(text)
  if not node then return nil, what, at end
  return value.field(node)
end

t.test("law: what is a number is the number that li.expr makes of it", function()
  local texts = {
    "max(2, 1, 5)", "min(3)", "atan2(1, 2)", "atan(1)", "atan(1, -1)", "atan(-1, 0)", "2**3", "2**-3", "-2**2", "2^3^2", "2**3^2", "tanh(0.3)",
    "tanh(1e-9)", "tanh(-40)", "piecewise(2 < 1, 2, 3)", "piecewise(1 <= 1, 2, 3)", "piecewise(0, 1, 2 > 1, 5, 9)", "pow(2, 0.5)", "ln(2)", "sign(-3)",
    "sign(0)", "abs(-3)", "(2 < 3)*4", "3 == 3", "3 >= 4", "1 + 2 > 2", "exp(1)", "sqrt(2)/2", "acos(0.2) + asin(0.1)", "log(3)", "2*pi",
  }
  for _, text in ipairs(texts) do
    local want = li.expr(text):number()
    t.near(assert(field(text)), want, 1e-15 * math.max(1, math.abs(want)), text)
  end
end)

t.test("law: what stays open is the expression that li.expr reads", function()
  for _, text in ipairs { "max(L, 1)", "min(L, 2*W, 3)", "atan2(L, W - 1)", "L**2", "-L**W", "piecewise(L < 1, 2, W, 3, L)", "tanh(L)", "(L < W)*2", "pow(L, 2)" } do
    t.ok(li.expr(assert(field(text)), "new"):equals(li.expr(text, "new")), text .. " -> " .. field(text))
  end
end)

t.test("what the engine refuses is refused", function()
  for text, why in pairs {
    ["atan2(1)"] = "atan2 takes 2 arguments", ["atan(1, 2, 3)"] = "atan takes 1 or 2 arguments", ["sin(1, 2)"] = "sin takes one argument",
    ["piecewise(1, 2)"] = "piecewise takes a condition and a value", ["maximum(1, 2)"] = "unknown function 'maximum'", ["1 < 2 < 3"] = "'<' not expected",
    ["min()"] = "expected", ["2***3"] = "expected", ["1 = 2"] = "'=' not expected",
  } do
    local node, what = field(text)
    t.ok(node == nil and what:find(why, 1, true), text .. ": " .. tostring(what))
    t.ok(not pcall(li.expr, text), text)
  end
end)

t.test("in a table, in lengths, in a body: the same robot", function()
  local rows = li.dh { convention = "modified", { a = "max(L, 1)**2", alpha = 0, d = "atan2(0, L)", theta = "q1" } }
  local bodies = li.robot { bodies = { { name = "a", joint = "revolute", axis = "z", q = "q1", at = { "max(L, 1)**2", 0, "atan2(0, L)" } } } }
  local lengths = li.planar { "max(L, 1)**2" }
  for _, L in ipairs { 0.5, 3 } do
    local far = math.max(L, 1) ^ 2
    t.near(rows:with { L = L }:fk({ 0 }, "link1").p, { far, 0, 0 }, 1e-15)
    t.near(bodies:with { L = L }:fk({ 0 }, "a").p, { far, 0, 0 }, 1e-15)
    t.near(lengths:with { L = L }:fk({ 0 }).p, { far, 0, 0 }, 1e-15)
  end
end)

t.done()
