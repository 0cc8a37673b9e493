-- test_constrained.lua - constrained motion from plain matrices: one call that shows every method
local t = require "t"
local li = require "liaison"

local M, f = { { 2, 0 }, { 0, 1 } }, { 3, 0 }

t.test("every method, side by side", function()
  local r = assert(li.constrained(M, f, { { 1, -1 } }, { 0 }, { method = "all" }))
  t.near(r.a, { 1, 1 }, 1e-14)
  t.near(r.lambda, { -1 }, 1e-14)
  t.near(r.force, { -1, 1 }, 1e-14)
  t.ok(r.spread < 1e-13)
  local names = {}
  for name in pairs(r.methods) do names[#names + 1] = name end
  table.sort(names)
  t.eq(table.concat(names, " "), "augmented nullspace partition projector udwadia")
  t.near(r.methods.projector.P, { { 2 / 3, 2 / 3 }, { 1 / 3, 1 / 3 } }, 1e-14)
  t.near(r.methods.partition.M_reduced, { { 3 } }, 1e-14)
end)

t.test("coordinates as the user wants them, rows that follow from others", function()
  local r = li.constrained(M, f, li.mat { { 1, -1 }, { 2, -2 } }, { 0, 0 },
    { method = "partition", independent = { 2 }, Jdot = li.mat { { 0, 1 }, { 0, 2 } } })
  t.eq(r.independent[1], 2)
  t.eq(r.dependent[1], 1)
  t.eq(r.rank, 1)
  t.eq(#r.redundant, 1)
  t.near(r.N, { { 1 }, { 1 } })
  t.near(r.Ndot, { { -1 }, { 0 } })
  local x, message, code = li.constrained(M, f, { { 1, -1 }, { 2, -2 } }, { 0, 0 },
    { refuse = true })
  t.eq(x, nil)
  t.eq(code, "ESINGULAR")
  t.ok(message:find("1 of 2 rows are redundant", 1, true), message)
end)

t.test("what cannot be is said", function()
  local _, message, code = li.constrained(M, f, { { 1, -1 }, { 2, -2 } }, { 0, 1 })
  t.eq(code, "EUNREACHABLE")
  t.ok(message:find("contradicts", 1, true), message)
  local r = li.constrained({ { 2, 0 }, { 0, 0 } }, { 3, 1 }, { { 1, -1 } }, { 0 },
    { method = "all" })
  t.near(r.a, { 2, 2 })
  t.ok(r.methods.projector:find("needs its inverse", 1, true))
  t.raises("expected a square matrix", li.constrained, { { 1, 2 } }, { 1 }, { { 1 } }, { 0 })
  t.raises("symmetric", li.constrained, { { 1, 2 }, { 0, 1 } }, { 1, 1 }, { { 1, 0 } }, { 0 })
  t.raises("method: expected", li.constrained, M, f, { { 1, 0 } }, { 0 }, { method = "magic" })
  t.raises("unknown option 'refuses' %(did you mean 'refuse'", li.constrained, M, f, { { 1, 0 } },
    { 0 }, { refuses = true })
  t.raises("independent%[1%]", li.constrained, M, f, { { 1, 0 } }, { 0 }, { independent = { 0 } })
  t.raises("named twice", li.constrained, M, f, { { 0, 0 } }, { 0 },
    { method = "partition", independent = { 1, 1 } })
end)

t.done()
