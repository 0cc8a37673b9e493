-- test_kit.lua - the binding kit from outside: arguments, messages, places
local t = require "t"
local li = require "liaison"

t.test("an error names the user's line, the function and the argument", function()
  local _, message = pcall(function()
    local v = li.vec { 1, 2, "x" }
    return v
  end)
  t.eq(message:match("test_kit%.lua:%d+: (.*)"), "vec: argument 1 (x[3]): expected a finite number, got the string 'x'")
end)

t.test("a position is found even through pcall", function()
  t.raises("^tests/lua/t.lua:%d+: vec: argument 1 %(x%): unknown key 'y' among the numbers$", li.vec, { 1, 2, y = 3 })
  t.raises("expected 1 argument, got 2", li.vec, { 1 }, 2)
  t.raises("expected a finite number, got nan", li.vec, { 0 / 0 })
end)

t.test("names that were nearly right are hinted", function()
  t.raises("vec has no method 'nrom' %(did you mean 'norm'%?%)", function() return li.vec { 1 }:nrom() end)
  t.raises("liaison has no function 'vecc' %(did you mean 'vec'%?%)", function() return li.vecc end)
  t.raises("expected 'one', 'max' or 'two', got the string 'maxx' %(did you mean 'max'%?%)",
    function() return li.vec { 1 }:norm "maxx" end)
end)

t.done()
