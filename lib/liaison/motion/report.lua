-- report.lua - a motion in words
local li = require "liaison.core"
local aligned = require "liaison.base.aligned"
local peaks = require "liaison.motion.peaks"
local kinds = require("liaison.motion.limits").KINDS
local shown = require "liaison.base.shown"
local kit = li._internal

local report = {}

local g = shown.number

-- "1.2 (80 %)", of its limit
local function cell(x)
  local text = g(x.most)
  return x.used and ("%s (%s %%)"):format(text, kit.format("%.3g", 100 * x.used)) or text
end

local function table_of(m, all)
  local rows = { { "at most" } }
  for _, kind in ipairs(kinds) do
    if all[m.names[1]][kind.key] then rows[1][#rows[1] + 1] = kind.text end
  end
  for _, name in ipairs(m.names) do
    local row = { name }
    for _, kind in ipairs(kinds) do
      local x = all[name][kind.key]
      if x then row[#row + 1] = cell(x) end
    end
    rows[#rows + 1] = row
  end
  return aligned(rows, true)
end

function report.text(m)
  local out = { ("motion of %s from %s to %s s"):format(table.concat(m.names, ", "), g(m.first),
    g(m.last)) }
  local all = peaks.of(m)
  for _, line in ipairs(table_of(m, all)) do out[#out + 1] = line end
  local b = all.binding
  if b and b.used > 1 - 1e-6 then
    out[#out + 1] = ("  what binds: the %s of %s at t = %s"):format(b.text, b.axis, g(b.t))
  end
  for _, text in ipairs(m.told) do out[#out + 1] = "  " .. text end
  return table.concat(out, "\n")
end

return report
