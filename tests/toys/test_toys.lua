-- test_toys.lua - runs the tests of every toy: lua tests/toys/test_toys.lua tests/toys/joint
-- tests/toys/constraint ..
for _, folder in ipairs(arg) do dofile(folder .. "/test.lua") end
require "t".done()
