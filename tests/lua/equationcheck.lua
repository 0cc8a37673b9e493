-- equationcheck.lua - entries of equations of motion against what a document prints
local t = require "t"
local li = require "liaison"

local function same(got, want, what)
  t.ok(li.expr(got):equals(li.expr(want, "new")),
    ("%s: %s is not %s"):format(what, tostring(got), want))
end

-- entries of M, symmetric, those not listed being 0: { ["1,2"] = "text" }
local function mass_is(eq, entries)
  for i = 1, eq.n do
    for j = i, eq.n do
      local want = entries[i .. "," .. j] or "0"
      same(eq.M[i][j], want, ("M%d,%d"):format(i, j))
      t.ok(eq.M[i][j] == eq.M[j][i] or eq.M[i][j]:equals(eq.M[j][i]), "symmetric")
    end
  end
end

local function column_is(x, want, what)
  for i = 1, #want do same(x[i], want[i], ("%s[%d]"):format(what, i)) end
end

return { same = same, mass_is = mass_is, column_is = column_is }
