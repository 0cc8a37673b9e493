-- formulas.lua - a program for node: the page's JavaScript computes what the engine has read
--
--   lua tests/page/formulas.lua CORPUS > formulas.js     CORPUS: a folder of texts; those that
-- read join the list below
package.path = "lib/?.lua;lib/?/init.lua;" .. package.path
local li = require "liaison"
local json = require "liaison.show.page.json"
local formulas = require "liaison.show.page.formulas"
local written = li._internal.written

local texts = {
  "2", "x", "-x", "x - y - z", "x/y/z", "x^y^2", "-x^2", "2^-x", "x*-y", "2**x",
    "(x + y)*(x - y)", "x - (y - z)", "pi*x", "30*deg*x", "1.5e-3*x",
  "sin(x) + cos(y)*tan(z)", "asin(x/9) + acos(y/9)", "atan(x) + atan(x, y) + atan2(y, -x)",
    "exp(-x)*log(y)/ln(z)", "tanh(x - y)", "sqrt(x)",
  "abs(x - y)", "sign(y - x)", "pow(x, 0.5)", "min(x, y, z)", "max(z)", "max(x, min(y, 2))",
    "x < y", "x >= y", "x == x", "(x <= y)*3", "x > y",
  "piecewise(x < 1, x, y > 2, y^2, z)", "q1' - 5*q1", "0.1~2*x", "x*y + z < 3",
}
local p = assert(io.popen("ls '" .. assert(arg[1]) .. "'"))
for name in p:lines() do
  local f = assert(io.open(arg[1] .. "/" .. name, "rb"))
  texts[#texts + 1] = f:read "*a"
  f:close()
end
p:close()

local rng = li.random(7)
local list, programs = {}, {}
li.coordinates "q1 q2"
for _, text in ipairs(texts) do
  local ok, e = pcall(li.expr, text, "new")
  if ok and written.program(text) and not text:find("1e999", 1, true) then
    for _ = 1, 3 do
      local names, numbers, at = written.names(text), {}, {}
      for k, name in ipairs(names) do
        numbers[k] = 0.5 + 2 * rng:uniform()
        at[name] = numbers[k]
      end
      local fine, value = pcall(e.eval, e, at)
      if fine and value then list[#list + 1] = { text = text, names = names, x = numbers,
        want = value } end
    end
    programs[#programs + 1] = text
  end
end

print "\"use strict\";"
print("const data = " .. json.text { formulas = formulas.of(programs) } .. ";")
print((require "liaison.show.page.maths"))
print("const list = " .. json.text(list) .. ";")
print [[
let passed = 0, failed = 0;
const close = (a, b) => Math.abs(a - b) <= 1e-12*Math.max(1, Math.abs(b));
for (const c of list) {
  const number = readExpression(c.text, c.names)(c.x);
  const jet = readExpression(c.text, c.names, Jets)(c.x.map(x => [x, 0, 0]));
  const good = close(number, c.want) && close(jet[0], c.want) && jet[1] === 0 && jet[2] === 0;
  if (good) { passed++; continue; }
  failed++;
  console.log(`FAILED: ${c.text} at ${c.x}: ${number} and ${jet}, want ${c.want}`);
}
if (list.length < 90) { failed++; console.log(`FAILED: ${list.length} values only`); }
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed ? 1 : 0);]]
