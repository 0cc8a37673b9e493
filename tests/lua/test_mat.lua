-- test_mat.lua - mat: matrices, their rows as views
local t = require "t"
local li = require "liaison"

local A = li.mat { { 1, 2, 3 }, { 4, 5, 6 } }

t.test("M[i][j] reads and writes the matrix, M:row(i) copies", function()
  local M = A:copy()
  M[2][3] = 9
  t.eq(M:get(2, 3), 9)
  local row = M[1]
  M = nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  row[1] = 8 -- the row keeps its matrix alive
  t.eq(row, li.vec { 8, 2, 3 })
  M = A:copy()
  M:row(1)[1] = 100
  M[1] = { 7, 7, 7 }
  M[2] = M[1]
  t.eq(M, li.mat { { 7, 7, 7 }, { 7, 7, 7 } })
  t.eq(A:get(1, 1), 1)
end)

t.test("indices outside raise, and say what is inside", function()
  for _, i in ipairs { 0, 3, 1.5, -1 } do
    t.raises("mat: row .* out of range 1%.%.2", function() return A[i] end)
  end
  t.raises("mat:get: argument 2 %(j%): column 4 out of range 1%.%.3", A.get, A, 1, 4)
  t.raises("mat:set: argument 1 %(i%): row 0 out of range 1%.%.2", A.set, A, 0, 1, 1)
  t.raises("mat: row 1: expected a row of 3 numbers, got 2", function() A[1] = { 1, 2 } end)
  t.raises("mat: row 1, column 2: expected a finite number, got true",
    function() A[1] = { 1, true, 2 } end)
  t.raises("mat:block: argument 3 %(rows%): expected 1%.%.2 rows, got 3", A.block, A, 1, 1, 3, 1)
  t.raises("mat:col: argument 1 %(j%): column 7 out of range", A.col, A, 7)
end)

t.test("matrices come as rows, rows may be vecs", function()
  t.eq(li.mat { li.vec { 1, 2 }, { 3, 4 } }, li.mat { { 1, 2 }, { 3, 4 } })
  t.raises("mat: argument 1 %(rows%): expected a matrix, as rows {{..}, {..}}, got 2 numbers",
    li.mat, { 1, 2 })
  t.raises("mat: argument 1 %(rows%[2%]%): expected a row of 2 numbers, got 1", li.mat,
    { { 1, 2 }, { 3 } })
  t.raises("mat: argument 1 %(rows%[2%]%): expected a row of 2 numbers, got 5", li.mat,
    { { 1, 2 }, 5 })
  t.raises("mat: argument 1 %(rows%[2%]%[1%]%): expected a finite number, got inf", li.mat,
    { { 1, 2 }, { 1 / 0, 1 } })
  t.raises("mat: argument 1 %(rows%[1%]%): an empty row", li.mat, { {} })
  t.raises("mat: argument 1 %(rows%): unknown key 'n' among the numbers", li.mat,
    { { 1, 2 }, n = 1 })
  t.raises("mat: argument 1 %(rows%): expected a matrix, as rows {{..}, {..}}, got 0 numbers",
    li.mat, {})
end)

t.test("products by hand", function()
  local B = li.mat { { 1, 0 }, { 0, 1 }, { 1, 1 } }
  t.eq(A * B, li.mat { { 4, 5 }, { 10, 11 } })
  t.eq(A * { 1, 1, 1 }, li.vec { 6, 15 })
  t.eq(A * li.vec { 1, 0, 0 }, A:col(1))
  t.eq(2 * A, A + A)
  t.eq(A - A, li.zeros(2, 3))
  t.eq(A / 2, 0.5 * A)
  t.eq(-A, A * -1)
  t.eq({ { 1, 0 }, { 0, 1 } } * A, A)
  t.eq((A * B):transpose(), B:transpose() * A:transpose())
  t.raises("mat %*: a 2x3 matrix times a 2x3 one", function() return A * A end)
  t.raises("mat %*: a 2x3 matrix times 2 numbers", function() return A * { 1, 2 } end)
  t.raises("mat %*: vec %* mat: say M:transpose%(%) %* v", function() return { 1, 2 } * A end)
  t.raises("mat %+: sizes differ: 2x3 and 2x2", function() return A + li.eye(2) end)
  t.raises("mat:trace: needs a square matrix, this is 2x3", A.trace, A)
end)

t.test("parts", function()
  t.eq(A:row(2), li.vec { 4, 5, 6 })
  t.eq(A:block(1, 2, 2, 2), li.mat { { 2, 3 }, { 5, 6 } })
  t.eq(A:diagonal(), li.vec { 1, 5 })
  t.eq(li.diag { 1, 2 }, li.mat { { 1, 0 }, { 0, 2 } })
  t.eq(#A, 2)
  local r, c = A:size()
  t.ok(r == 2 and c == 3)
  t.eq(A:table()[2][3], 6)
end)

t.test("columns are aligned at the point", function()
  t.eq(tostring(li.mat { { 1, -0.5 }, { 100, 22.25 } }), "[  1  -0.5 ]\n[100  22.25]")
  t.eq(tostring(li.mat { { 1, 1e-17 }, { -1e-17, 1 } }), "[1  0]\n[0  1]")
  t.eq(tostring(li.mat { { 1e-7, 1 }, { 1, 1 } }), "[1e-07  1]\n[1      1]")
end)

t.test("the address is that of the first number", function()
  t.eq(type(A:ptr()), "userdata")
  local ok, ffi = pcall(require, "ffi")
  if ok and rawget(_G, "jit") then
    local p = ffi.cast("double *", A:ptr())
    t.eq(p[4], 5)
    t.eq(ffi.cast("double *", A[2]:ptr())[0], 4)
  end
end)

t.test("rows are walked by each, and ipairs past the end says so", function()
  local M, sum, seen = li.mat { { 1, 2 }, { 3, 4 } }, 0, 0
  for i, row in M:each() do
    seen = i
    sum = sum + row[1] * i + row[2]
    row[2] = 9
  end
  t.eq(seen, 2)
  t.eq(sum, 1 + 2 + 6 + 4)
  t.near(M, { { 1, 9 }, { 3, 9 } })
  t.raises("mat: row 3 out of range 1..2 %(to walk it: for i, row in M:each%(%) do%)",
    function() return M[3] end)
  t.raises("mat: row 4 out of range 1..2$", function() return M[4] end)
end)

t.done()
