-- dots.lua - Braille dots of a terminal to draw with: two by four of them in a letter
local floor, max = math.floor, math.max

-- dots of a cell: columns 0..1, rows 0..3 from the top
local DOT = { { 1, 8 }, { 2, 16 }, { 4, 32 }, { 64, 128 } }

return function(cols, rows)
  local c = { w = cols * 2, h = rows * 4, cell = {}, cols = cols, rows = rows }
  function c.set(x, y)
    x, y = floor(x), floor(y)
    if x < 0 or y < 0 or x >= c.w or y >= c.h then return end
    local k = floor(y / 4) * cols + floor(x / 2)
    local bit = DOT[y % 4 + 1][x % 2 + 1]
    local old = c.cell[k] or 0
    if floor(old / bit) % 2 == 0 then c.cell[k] = old + bit end
  end
  function c.line(x0, y0, x1, y1)
    local n = max(1, floor(max(math.abs(x1 - x0), math.abs(y1 - y0)) + 0.5))
    if n > 4 * (c.w + c.h) then n = 4 * (c.w + c.h) end
    for k = 0, n do c.set(x0 + (x1 - x0) * k / n, y0 + (y1 - y0) * k / n) end
  end
  function c.row(r)
    local s = {}
    for k = 0, cols - 1 do
      local v = c.cell[r * cols + k] or 0
      s[#s + 1] = v == 0 and " " or "\226" .. string.char(0xA0 + floor(v / 64), 0x80 + v % 64)
    end
    return table.concat(s)
  end
  return c
end
