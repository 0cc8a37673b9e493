-- test.lua - a language of one file and one row: AWK
local t = require "t"
local li = require "liaison"

local function runs(program)
  local path = os.tmpname()
  local f = assert(io.open(path, "w"))
  f:write(program)
  f:close()
  local pipe = io.popen("awk -f " .. path .. " 2>&1; echo ended $?")
  local said = pipe:read "*a"
  pipe:close()
  os.remove(path)
  t.ok(said:find "ended 0", said)
  return said
end

t.test("awk writes the functions of a mechanism, which test themselves", function()
  t.needs "awk"
  local arm = li.planar { 1, .8 }
  for _, what in ipairs { "id", "fd", "mass", "gravity", "matrices" } do
    t.ok(runs(arm:program("awk", what, "F")):find "F: worst difference", what)
  end
  runs(arm:equations():program("awk", "id", "E"))
end)

t.test("awk writes every operation", function()
  t.needs "awk"
  local a, b = li.symbols "a b"
  runs(li.program("awk", { y = li.expr "piecewise(a < b, min(a, b), a <= 2*b, max(a, 1), a^2)",
    z = li.expr("tanh(a) + atan(b) + atan2(a, 1 + b^2) + exp(a)*abs(b) - sign(a)*sqrt(a^2 + "
      .. "b^2) + tan(a/3)") }, { a, b }, "G"))
end)

t.test("awk in the list, in signatures, in help", function()
  t.ok(li.languages().awk:find "AWK")
  t.ok(li._internal.languages:find("|awk", 1, true))
  local a = li.symbols "a"
  t.raises("'getline' means something already in AWK", li.program, "awk", a, a, "getline")
  t.raises("did you mean 'awk'", li.program, "awkk", a, a, "F")
end)
