-- test_help.lua - help, apropos and the table they are made of
local t = require "t"
local li = require "liaison"

t.test("a function is found by its name, by itself, by its last part", function()
  local want = "li.zeros(n: count [, cols: count]) -> vec|mat\n  A vec of n zeros, or a mat "
    .. "of n rows and cols columns.\n"
    .. "  > li.zeros(3)\n  [0  0  0]"
  t.eq(t.run "li.help 'zeros'", want)
  t.eq(t.run "li.help 'li.zeros'", want)
  t.eq(t.run "li.help(li.zeros)", want)
  t.ok(t.run "li.help 'vec:dot'":find("vec:dot(b: vec) -> num\n  Scalar product.", 1, true))
  t.eq(t.run "li.help 'vec.dot'", t.run "li.help 'vec:dot'")
  t.eq(t.run "li.help 'fill'", t.run "li.help 'vec:fill'")
  t.eq(t.run "li.help(li.vec{1}.dot)", t.run "li.help 'vec:dot'")
end)

t.test("an object tells its class", function()
  local text = t.run "li.help(li.eye(2))"
  t.ok(text:find "^mat: A matrix")
  t.ok(text:find("mat:transpose()", 1, true) and text:find("mat + mat", 1, true))
end)

t.test("values have a word of help too", function()
  t.ok(t.run "li.help 'deg'":find("li.deg = 0.017453292519943\n  A degree in radians", 1, true))
  t.ok(t.run "li.help 'version'":find("li.version = " .. li.version, 1, true))
end)

t.test("an unknown name is hinted, and is false", function()
  t.eq(t.run "li.help 'zeroes'",
    "nothing is called 'zeroes' (did you mean 'zeros'?); li.apropos searches the texts\nfalse")
  t.ok(t.run "li.help(print)":find "^nothing is known about this function")
  t.ok(t.run "li.help(12)":find "^nothing is known about this number")
  t.ok(t.run "li.help(nil)":find "^liaison %d")
end)

t.test("a function's last part misspelt is hinted, wherever it stands in the table", function()
  for wrong, right in pairs { transposs = "transpose", ["mat:transposs"] = "mat:transpose",
    ["vec:nrom"] = "vec:norm" } do
    local said = t.run(("li.help '%s'"):format(wrong))
    t.ok(said:find(("(did you mean '%s'?)"):format(right), 1, true), said)
  end
end)

t.test("texts are broken between words, at 100 letters", function()
  local longest = 0
  for _, row in ipairs(require "liaison.app.help".rows()) do
    for line in t.run(("li.help '%s'"):format(row.name)):gmatch "[^\n]+" do
      local words = line:match "^  (%u.*)$"
      if words and not words:find "  " then longest = math.max(longest, #words) end
    end
  end
  t.eq(longest, 100)
end)

t.test("apropos looks into names and texts, whatever the case", function()
  t.ok(t.run "li.apropos 'IDENTITY'":find("li.eye(n)", 1, true))
  t.eq(t.run "li.apropos 'no such thing'", "nothing mentions 'no such thing'")
  t.eq(t.run "li.apropos '%'", "nothing mentions '%'")
  for word, name in pairs { trajectory = "li.spline", equilibrium = "model:statics",
    kinematics = "model:fk", inverse = "model:ik", identif = "model:base_parameters",
    ["null space"] = "mat:null", task = "model:opspace", exercise = "li.compare",
      identification = "model:regressor" } do
    t.ok(t.run(("li.apropos '%s'"):format(word)):find(name, 1, true), word)
  end
end)

t.test("every function of the library is in the table, and nothing else", function()
  local rows, seen = li.signatures(), {}
  for _, row in ipairs(rows) do
    t.ok(not seen[row.name], row.name .. " is listed once")
    seen[row.name] = true
    local x, found = li, true
    for part in row.name:gmatch "[^.:]+" do
      if row.name:find "[:]" or row.name:find "%.__" then break end
      x = rawget(x, part)
      found = found and x ~= nil
    end
    t.ok(found, row.name .. " exists")
  end
  for name, x in pairs(li) do
    if type(x) == "function" then t.ok(seen[name], name .. " has a row") end
  end
end)

t.test("the language server's stubs are those of today, and know every function", function()
  local text = assert(loadfile "scripts/dev/stubs.lua") "text"
  t.ok(load(text), "is Lua")
  for _, row in ipairs(li._internal.rows()) do
    local name = row.name:match "[^.:]+$"
    t.ok(name:find "^__" or text:find("[.:]" .. name .. "%(")
      or text:find("li." .. row.name .. " = {}", 1, true), row.name)
  end
  local f = io.open "lib/liaison/meta.lua" -- a sanitized build alone does not write it
  if not f then return end
  t.ok(f:read "*a" == text, "lib/liaison/meta.lua is not what the signatures say: run make")
  f:close()
end)

t.test("every method tells of itself, one written in two halves too", function()
  local printed = print
  for _, row in ipairs(li.signatures()) do
    local class, name = row.name:match "^([%w_]+):([%w_]+)$"
    local known, methods = pcall(li._internal.methods, class)
    local said = {}
    print = function(text) said[#said + 1] = tostring(text) end -- luacheck: ignore
    local fine = not (class and known) or li.help(methods[name]) ~= false
    print = printed -- luacheck: ignore
    t.ok(fine and (not class or not known or table.concat(said):find(name, 1, true)), row.name)
  end
end)

t.test("what other words name is there", function()
  local names = { deg = true, rad = true }
  for _, row in ipairs(li.signatures()) do names[row.name] = true end
  for _, word in ipairs(require("liaison.app.synonyms").words()) do
    for name in require("liaison.app.synonyms").names(word):gmatch "%S+" do
      t.ok(names[name], word .. ": " .. name)
    end
  end
  t.raises("liaison has no function 'degrees' %(see li.deg%)", function() return li.degrees end)
  t.raises("model has no method 'inverse_dynamics' %(see x:id",
    function() return li.planar { 1 }:inverse_dynamics() end)
end)

t.test("a name that begins as one there is, and what the other kind of matrix calls it", function()
  t.raises("robots has no function 'puma' %(did you mean 'puma560'%?%)",
    function() return li.robots.puma() end)
  t.raises("robots has no function 'plan'$", function() return li.robots.plan() end)
  t.raises("mat has no method 'at' %(an entry is M:get%(i, j%), or M%[i%]%[j%]%)",
    function() return li.eye(2):at(1, 1) end)
  t.raises("smat has no method 'get' %(an entry is M:at%(i, j%), or M%[i%]%[j%]%)",
    function() return li.seye(2):get(1, 1) end)
  t.raises("mat has no method 'inv' %(see x:inverse%)", function() return li.eye(2):inv() end)
end)

t.done()
