-- lists.lua - small things that are done with lists everywhere
local lists = {}

-- 1, 2 .. n
function lists.up_to(n)
  local out = {}
  for k = 1, n do out[k] = k end
  return out
end

-- numbers between -1 and 1, one for each k, always the same
function lists.spread(k) return 2 * (k * 0.6180339887498949 % 1) - 1 end

-- the entries of a matrix or of a vector of expressions, row by row, behind what the list has
function lists.append(list, M)
  local rows, cols = M:size()
  for r = 1, rows do for c = 1, cols do list[#list + 1] = M:at(r, c) end end
end

-- numbers from the least to the greatest, in place
function lists.rising(x) table.sort(x, function(a, b) return a < b end) end

return lists
