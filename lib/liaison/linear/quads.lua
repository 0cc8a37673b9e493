-- quads.lua - the four matrices of x' = A x + B u, y = C x + D u, where any side may be empty: a
-- matrix without rows or columns is false
local li = require "liaison.core"

local quads = {}

-- parts[i][j], of rows[i] by cols[j], false or nil where all is zero, as one matrix
function quads.assemble(rows, cols, parts)
  local r, c = 0, 0
  for _, n in ipairs(rows) do r = r + n end
  for _, n in ipairs(cols) do c = c + n end
  if r == 0 or c == 0 then return false end
  local M, top = li.zeros(r, c), 0
  for i, height in ipairs(rows) do
    local left = 0
    for j, width in ipairs(cols) do
      local P = parts[i] and parts[i][j]
      if P then
        for k = 1, height do for l = 1, width do M[top + k][left + l] = P[k][l] end end
      end
      left = left + width
    end
    top = top + height
  end
  return M
end

-- a product or sum of what may be zero (false): zero where a factor is
function quads.times(A, B) return A and B and A * B or false end
function quads.plus(A, B) return A and B and A + B or A or B end
function quads.minus(A) return A and -A or false end

-- the rows and columns told by two lists; false where there are none
function quads.part(M, rows, cols)
  if not M or #rows == 0 or #cols == 0 then return false end
  local P = li.zeros(#rows, #cols)
  for i, r in ipairs(rows) do for j, c in ipairs(cols) do P[i][j] = M[r][c] end end
  return P
end

-- A, B, C, D of a function that may give systems without states
function quads.of(A, B, C, D)
  local some = A and #A > 0
  return { A = some and A, B = some and B, C = some and C, D = D }
end

-- the matrix, or one of zeros in its place
function quads.filled(M, rows, cols)
  if M or rows == 0 or cols == 0 then return M end
  return li.zeros(rows, cols)
end

return quads
