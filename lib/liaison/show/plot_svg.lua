-- plot_svg.lua - figures as SVG text, under one another
local li = require "liaison"
local scale = require "liaison.show.scale"
local check = require "liaison.base.check"
local figure = require "liaison.show.plot_figure"

local kit = li._internal
local axes, pixels = figure.axes, figure.pixels

local svg = {}

local function fail(...) check.fail("", ...) end

local floor, max, min = math.floor, math.max, math.min

local function escape(s)
  s = tostring(s):gsub("[%z\1-\8\11\12\14-\31]", "?")
  return (s:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

local function num(x)
  local s = kit.format("%.2f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

-- letters, not bytes; enough to leave room for a label
local function text_width(s, size)
  local _, n = tostring(s):gsub("[^\128-\191]", "")
  return n * size * 0.56
end

local function text(out, x, y, s, attr)
  out[#out + 1] = ('<text x="%s" y="%s"%s>%s</text>'):format(num(x), num(y), attr or "", escape(s))
end

local function dash_of(s)
  return s.dash ~= "" and (' stroke-dasharray="%s"'):format(escape(s.dash)) or ""
end

local draw = {}

function draw.line(out, s, pts)
  local d, pen = {}, "M"
  for i, p in ipairs(pts) do
    -- alone: no line shows it
    if p and not pts[i - 1] and not pts[i + 1] and not s.marker then draw.scatter(out, s, { p }) end
    if p then
      d[#d + 1] = pen .. num(p.x) .. " " .. num(p.y)
      pen = "L"
    else
      pen = "M"
    end
  end
  out[#out + 1] = ('<path d="%s" fill="none" stroke="%s" stroke-width="%s"%s '
    .. 'stroke-linejoin="round"/>'):format(
    table.concat(d), escape(s.color), num(s.width), dash_of(s))
  if s.marker then draw.scatter(out, s, pts) end
end

function draw.steps(out, s, pts)
  local corners, last = {}, nil
  for _, p in ipairs(pts) do
    if p and last then corners[#corners + 1] = { x = p.x, y = last.y } end
    corners[#corners + 1] = p
    last = p
  end
  draw.line(out, setmetatable({ marker = false }, { __index = s }), corners)
end

local shapes = {}

function shapes.dot(x, y, size, color)
  return ('<circle cx="%s" cy="%s" r="%s" fill="%s" fill-opacity="0.8"/>'):format(num(x), num(y),
    num(size), color)
end

function shapes.ring(x, y, size, color)
  return ('<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="1.6"/>'):format(
    num(x), num(y), num(size), color)
end

function shapes.cross(x, y, size, color)
  local l, r, t, b = num(x - size), num(x + size), num(y - size), num(y + size)
  return ('<path d="M%s %sL%s %sM%s %sL%s %s" stroke="%s" stroke-width="1.6"/>'):format(l, t, r, b,
    l, b, r, t, color)
end

function draw.scatter(out, s, pts)
  local shape = shapes[s.shape]
  for _, p in ipairs(pts) do
    if p then out[#out + 1] = shape(p.x, p.y, s.size, escape(s.color)) end
  end
end

-- groups of bars stand side by side
function draw.bars(out, s, pts, place, box, ay)
  local n = #pts
  local slot = n > 1 and math.abs(pts[n].x - pts[1].x) / (n - 1) or box.w
  local wide = slot * (place.tight and 1 or 0.8) / place.count
  local zero = box.y + (1 - max(0, min(1, ay.log and 0 or ay.to(0)))) * box.h
  for _, p in ipairs(pts) do
    if p then
      local x = p.x + (place.index - 1 - place.count / 2) * wide
      out[#out + 1] = ('<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>'):format(num(x),
        num(min(p.y, zero)),
        num(wide), num(math.abs(p.y - zero)), escape(s.color),
        place.tight and ' stroke="#fff" stroke-width="0.6"' or "")
    end
  end
end

local FONT = 12

local function widest(axis)
  local w = 0
  for _, t in ipairs(axis.ticks) do if t.label then w = max(w, text_width(t.label, FONT)) end end
  return w
end

-- the label of a series; where there are two axes it says which is the right one
local function name_of(fig, s)
  return s.right and not fig.opts.y2label and s.label .. " (right)" or s.label
    .. (s.right and " \226\134\146" or "")
end

-- rows of "---- label" that fit the width
local function legend_rows(fig, width)
  local rows, used = {}, math.huge
  for _, s in ipairs(fig.series) do
    if s.label then
      local w = 26 + text_width(name_of(fig, s), FONT) + 16
      if used + w > width then
        rows[#rows + 1] = {}
        used = 0
      end
      local row = rows[#rows]
      row[#row + 1] = { s = s, x = used }
      used = used + w
    end
  end
  return rows
end

local function draw_legend(out, fig, rows, box, top)
  for r, row in ipairs(rows) do
    local y = top + (r - 1) * 17
    for _, item in ipairs(row) do
      local s, x = item.s, box.x + item.x
      if s.kind == "scatter" then
        out[#out + 1] = shapes[s.shape](x + 11, y - 4, 4, escape(s.color))
      elseif s.kind == "bars" then
        out[#out + 1] = ('<rect x="%s" y="%s" width="10" height="10" fill="%s"/>'):format(num(x
          + 6), num(y - 9), escape(s.color))
      else
        out[#out + 1] = ('<path d="M%s %sh20" stroke="%s" stroke-width="%s"%s/>'):format(num(x),
          num(y - 4), escape(s.color),
          num(max(s.width, 1.6)), dash_of(s))
      end
      text(out, x + 26, y, name_of(fig, s))
    end
  end
end

local function draw_grid(out, o, box, ax, ay, ay2)
  local grid, tick = {}, {}
  for _, t in ipairs(ax.ticks) do
    local x = box.x + ax.to(t.at) * box.w
    grid[#grid + 1] = ("M%s %sv%s"):format(num(x), num(box.y), num(box.h))
    tick[#tick + 1] = ("M%s %sv%s"):format(num(x), num(box.y + box.h), t.label and 5 or 3)
    if t.label then text(out, x, box.y + box.h + 18, t.label, ' text-anchor="middle"') end
  end
  for _, t in ipairs(ay.ticks) do
    local y = box.y + (1 - ay.to(t.at)) * box.h
    grid[#grid + 1] = ("M%s %sh%s"):format(num(box.x), num(y), num(box.w))
    tick[#tick + 1] = ("M%s %sh%s"):format(num(box.x), num(y), t.label and -5 or -3)
    if t.label then text(out, box.x - 8, y + 4, t.label, ' text-anchor="end"') end
  end
  for _, t in ipairs(ay2 and ay2.ticks or {}) do
    local y = box.y + (1 - ay2.to(t.at)) * box.h
    tick[#tick + 1] = ("M%s %sh%s"):format(num(box.x + box.w), num(y), t.label and 5 or 3)
    if t.label then text(out, box.x + box.w + 8, y + 4, t.label) end
  end
  if o.grid ~= false then
    out[#out + 1] =
      ('<path d="%s" stroke="#e4e4e4" stroke-width="1" fill="none"/>'):format(table.concat(grid))
  end
  local frame = ("M%s %sv%sh%s"):format(num(box.x), num(box.y), num(box.h), num(box.w))
    .. (ay2 and ("v%s"):format(num(-box.h)) or "")
  out[#out + 1] = ('<path d="%s%s" stroke="#444" stroke-width="1" fill="none"/>'):format(frame,
    table.concat(tick))
end

-- the same length along both axes means the same number
local function make_equal(box, ax, ay)
  local sx, sy = (ax.hi - ax.lo) / box.w, (ay.hi - ay.lo) / box.h
  local s = max(sx, sy)
  local function widen(axis, length)
    local mid, half = (axis.lo + axis.hi) / 2, s * length / 2
    return scale.axis(nil, nil,
      { lim = { mid - half, mid + half }, count = max(3, floor(length / 70)) })
  end
  return widen(ax, box.w), widen(ay, box.h)
end

local function draw_series(out, fig, box, ax, ay, ay2)
  local count, index, tight = 0, 0, fig.opts.tight
  for _, s in ipairs(fig.series) do if s.kind == "bars" then count = count + 1 end end
  out[#out + 1] = '<g clip-path="url(#' .. fig.clip .. ')">'
  for _, s in ipairs(fig.series) do
    if s.kind == "bars" then index = index + 1 end
    local axis = s.right and ay2 or ay
    draw[s.kind](out, s, pixels(s, box, ax, axis), { count = count, index = index, tight = tight },
      box, axis)
  end
  out[#out + 1] = "</g>"
end

-- what stands left of the frame
local function left_of(fig, ay) return 16 + widest(ay) + (fig.opts.ylabel and 22 or 0) end

local function ticks_of(fig) return max(3, floor(fig.w / 90)), max(4, floor(fig.h / 50)) end

-- a title in as many lines as it needs, of whole words
local function title_lines(fig)
  local lines, line = {}, nil
  for word in (fig.opts.title or ""):gmatch "%S+" do
    local longer = line and line .. " " .. word or word
    if line and text_width(longer, 15) > fig.w - 60 then
      lines[#lines + 1] = line
      longer = word
    end
    line = longer
  end
  lines[#lines + 1] = line
  return lines
end

-- the height asked for, and what a title or legend of many lines needs beside it
local function height_of(fig)
  local _, ay, ay2 = axes(fig, ticks_of(fig))
  local width = fig.w - left_of(fig, ay) - 18
    - (ay2 and widest(ay2) + (fig.opts.y2label and 22 or 0) or 0)
  local rows = fig.opts.legend == false and 0 or #legend_rows(fig, width)
  return fig.h + max(0, rows - 4) * 17 + max(0, #title_lines(fig) - 1) * 19
end

-- one figure into out, its top at y0
local function render(fig, out, y0)
  local o = fig.opts
  local title = title_lines(fig)
  local top = y0 + (o.title and 15 + 19 * #title or 12)
  local ax, ay, ay2 = axes(fig, ticks_of(fig))
  local box = {}
  box.x = max(fig.left or 0, left_of(fig, ay))
  box.w = fig.w - box.x - 18 - (ay2 and widest(ay2) + (o.y2label and 22 or 0) or 0)
  local rows = o.legend == false and {} or legend_rows(fig, box.w)
  box.y = top + (#rows > 0 and #rows * 17 + 6 or 0)
  box.h = y0 + height_of(fig) - box.y - 28 - (o.xlabel and 20 or 0)
  if box.w < 20 or box.h < 20 then fail("plot: too small for its labels: %s x %s", fig.w, fig.h) end
  if o.equal then ax, ay = make_equal(box, ax, ay) end

  out[#out + 1] =
    ('<clipPath id="%s"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>'):format(fig.clip,
    num(box.x), num(box.y - 2), num(box.w + 1), num(box.h + 4))
  for k, line in ipairs(title) do
    text(out, box.x, y0 + 22 + 19 * (k - 1), line, ' font-size="15" font-weight="600"')
  end
  draw_legend(out, fig, rows, box, top + 8)
  draw_grid(out, o, box, ax, ay, ay2)
  draw_series(out, fig, box, ax, ay, ay2)
  if o.xlabel then
    text(out, box.x + box.w / 2, box.y + box.h + 38, o.xlabel, ' text-anchor="middle"')
  end
  local function side(x, label)
    local y = box.y + box.h / 2
    text(out, x, y, label, (' text-anchor="middle" transform="rotate(-90 %s %s)"'):format(num(x),
      num(y)))
  end
  if o.ylabel then side(16, o.ylabel) end
  if ay2 and o.y2label then side(fig.w - 8, o.y2label) end
end

function svg.document(figs)
  local w, h, left = 0, 0, 0
  for _, f in ipairs(figs) do
    local _, ay = axes(f, ticks_of(f))
    w = max(w, f.w)
    h = h + height_of(f)
    left = max(left, left_of(f, ay))
  end
  local out = {
    ('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" ')
      :format(num(w), num(h), num(w), num(h))
      .. ('font-family="Helvetica, Arial, sans-serif" font-size="%d" fill="#222">'):format(FONT),
    ('<rect width="%s" height="%s" fill="#fff"/>'):format(num(w), num(h)),
  }
  local y = 0
  for k, f in ipairs(figs) do
    f.clip = "panel" .. ("%d"):format(k)
    f.left = left -- figures under one another begin at one line
    render(f, out, y)
    y = y + height_of(f)
  end
  out[#out + 1] = "</svg>\n"
  return table.concat(out, "\n")
end

return svg
