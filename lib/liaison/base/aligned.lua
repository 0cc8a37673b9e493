-- aligned.lua - rows of cells as lines, their columns of even width
--
-- right: all but the first column stand to the right, as numbers do; else to the left, the last as
-- long as it is
local function letters(text) return #(text:gsub("[\128-\191]", "")) end

return function(rows, right)
  local width, out = {}, {}
  for _, row in ipairs(rows) do
    for k, cell in ipairs(row) do width[k] = math.max(width[k] or 0, letters(cell)) end
  end
  for i, row in ipairs(rows) do
    local line = {}
    for k, cell in ipairs(row) do
      local blanks = (" "):rep(width[k] - letters(cell))
      if right and k > 1 then line[k] = blanks .. cell
      elseif right or k < #row then line[k] = cell .. blanks
      else line[k] = cell end
    end
    out[i] = "  " .. table.concat(line, "  ")
  end
  return out
end
