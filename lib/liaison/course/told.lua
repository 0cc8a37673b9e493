-- told.lua - values as texts that reading.lua reads back: 28.314, [1, 2, 3], [1, 0; 0, 1]
local li = require "liaison.core"
local kit = li._internal

local told = {}

-- rows of numbers of a number, a list, a list of lists, a vec, a mat, a rot or a frame
function told.rows(x)
  local class = kit.class(x)
  if type(x) == "number" then return { { x } } end
  if class == "frame" then x = x:matrix() end
  local out = {}
  if #x > 0 and type(x[1]) == "number" then
    out[1] = {}
    for i = 1, #x do out[1][i] = x[i] end
    return out
  end
  local cols = #x > 0 and #x[1] or 0
  for i = 1, #x do
    out[i] = {}
    for j = 1, cols do out[i][j] = x[i][j] end
  end
  return out
end

-- rows, columns, the numbers row by row
function told.flat(x)
  local rows, values = told.rows(x), {}
  for _, row in ipairs(rows) do for _, y in ipairs(row) do values[#values + 1] = y + 0.0 end end
  return #rows, #rows > 0 and #rows[1] or 0, values
end

function told.number(x, digits)
  if math.abs(x) < 1e-14 then x = 0 end
  return kit.format("%." .. (digits or 6) .. "g", x)
end

-- as it is typed; digits: how many (6)
function told.text(x, digits)
  if type(x) == "string" then return x end
  if kit.class(x) == "expr" then return x:text() end
  if type(x) == "number" then return told.number(x, digits) end
  local out, scale = {}, 0
  local _, _, values = told.flat(x)
  for _, y in ipairs(values) do scale = math.max(scale, math.abs(y)) end
  for i, row in ipairs(told.rows(x)) do
    local list = {}
    -- what rounding left of a zero is 0
    for j, y in ipairs(row) do
      list[j] = told.number(math.abs(y) < 1e-13 * scale and 0 or y, digits)
    end
    out[i] = table.concat(list, ", ")
  end
  return "[" .. table.concat(out, "; ") .. "]"
end

return told
