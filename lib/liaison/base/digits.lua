-- digits.lua - li.digits: how many significant digits a person is shown
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local MOST = 17 -- more do not make a double

check.define(li, {
  { "digits([n: count]) -> int",
    "How many significant digits of numbers are printed: vec, mat, expressions, runs, tables, "
    .. "derivations; 0 (as at first): each as many as usual. Whole numbers and fractions "
    .. "stay, and so does what is read again: expr:text, files, programs.",
    "li.digits(3); local text = tostring(li.vec{2/3, 12.3456}); li.digits(0); "
    .. "return text --> [0.667  12.3]",
    function(n)
      if n and n > MOST then check.fail("digits", "expected 0 to %d, got %d", MOST, n) end
      return kit.digits(n)
    end },
})
