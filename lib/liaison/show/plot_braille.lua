-- plot_braille.lua - a figure in the Braille dots of a terminal
local canvas = require "liaison.show.dots"
local figure = require "liaison.show.plot_figure"

local axes, pixels = figure.axes, figure.pixels

local floor, max, min = math.floor, math.max, math.min

local function braille_series(c, s, ax, ay, shift, count, tight)
  local box = { x = 0.5, y = 0.5, w = c.w - 1, h = c.h - 1 }
  local zero = box.y + (1 - max(0, min(1, ay.log and 0 or ay.to(0)))) * box.h
  local pts, last = pixels(s, box, ax, ay), nil
  -- bars of a histogram touch, others are as wide as leaves some room
  local slot = #pts > 1 and pts[1] and pts[#pts] and math.abs(pts[#pts].x - pts[1].x) / (#pts - 1)
    or 4
  local wide = max(1, tight and math.ceil(slot) or floor(slot / (2 * count)))
  shift = shift * max(1, wide / 2)
  for _, p in ipairs(pts) do
    if p and s.kind == "bars" then
      for k = 0, wide - 1 do
        c.line(p.x + shift + k - wide / 2, p.y, p.x + shift + k - wide / 2, zero)
      end
    elseif p and last and s.kind == "steps" then
      c.line(last.x, last.y, p.x, last.y)
      c.line(p.x, last.y, p.x, p.y)
    elseif p and last and s.kind == "line" then
      c.line(last.x, last.y, p.x, p.y)
    elseif p then
      c.set(p.x, p.y)
    end
    last = p
  end
end

local function pad_left(s, w)
  local _, n = s:gsub("[^\128-\191]", "")
  return (" "):rep(w - n) .. s
end

local function braille(fig, cols, rows)
  local ax, ay, ay2 = axes(fig, max(2, floor(cols / 14)), max(2, floor(rows / 4)))
  local c = canvas(cols, rows)
  local notes = {}
  for k, s in ipairs(fig.series) do
    -- groups of bars stand apart
    braille_series(c, s, ax, s.right and ay2 or ay, 2 * k - #fig.series - 1, #fig.series,
      fig.opts.tight)
    if s.label then notes[#notes + 1] = s.label end
  end
  local labels, wide = {}, 0
  for _, t in ipairs(ay.ticks) do
    if t.label then
      local r = floor((1 - ay.to(t.at)) * (rows - 1) + 0.5)
      labels[r] = t.label
      local _, n = t.label:gsub("[^\128-\191]", "")
      wide = max(wide, n)
    end
  end
  local out = {}
  if fig.opts.title then out[#out + 1] = (" "):rep(wide + 2) .. fig.opts.title end
  for r = 0, rows - 1 do
    out[#out + 1] = pad_left(labels[r] or "", wide)
      .. (labels[r] and " \226\148\164" or " \226\148\130") .. c.row(r)
  end
  out[#out + 1] = (" "):rep(wide + 1) .. "\226\148\148" .. ("\226\148\128"):rep(cols)
  -- labels under the axis, each centred under its tick, none over another
  local line, at = "", 0
  for _, t in ipairs(ax.ticks) do
    local _, n = (t.label or ""):gsub("[^\128-\191]", "")
    local start = floor(ax.to(t.at) * (cols - 1) + 0.5 - (n - 1) / 2) + wide + 2
    if t.label and start > at and start + n <= wide + 2 + cols + 4 then
      line = line .. (" "):rep(start - at) .. t.label
      at = start + n
    end
  end
  out[#out + 1] = line
  if fig.opts.xlabel then notes[#notes + 1] = "x: " .. fig.opts.xlabel end
  if fig.opts.ylabel then notes[#notes + 1] = "y: " .. fig.opts.ylabel end
  if #notes > 0 then out[#out + 1] = (" "):rep(wide + 2) .. table.concat(notes, "   ") end
  return table.concat(out, "\n")
end

return braille
