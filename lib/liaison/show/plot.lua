-- plot.lua - figures as SVG text and as Braille in the terminal
--
--   local p = li.plot{ x = t, y = { q1, q2 }, label = { "q1", "q2" }, xlabel = "time (s)",
--     ylabel = "angle (rad)" }
--   p:save "arm.svg"        print(p)
--
-- Lists are tables or vecs; a number that is not finite breaks the line.
local li = require "liaison"
local scale = require "liaison.show.scale"
local check = require "liaison.base.check"

local kit = li._internal

local function fail(...) check.fail("", ...) end

local floor, max, min = math.floor, math.max, math.min

-- colours that stay apart for most eyes and in grey (Okabe and Ito, darkened yellow)
local COLORS = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#000000",
  "#999999" }
local DASHES = { "", "6,3", "2,2", "8,3,2,3" }

local SERIES_KEYS = { x = "list", y = "list", label = "string", kind = "string", axis = "string",
  color = "string", width = "number",
  dash = "string", marker = "boolean", size = "number" }
local KINDS = { line = true, scatter = true, bars = true, steps = true }

-- ---- what is drawn -------------------------------------------------------

local function hint(got, names)
  local near = type(got) == "string" and li._internal.nearest(got, names)
  return near and (" (did you mean '%s'?)"):format(near) or ""
end

local function is_list(v)
  if type(v) == "userdata" then return true end
  return type(v) == "table" and (v[1] == nil or type(v[1]) == "number")
end

local function numbers(v, path)
  if not is_list(v) then fail("%s: expected a list of numbers, got %s", path, check.got(v)) end
  if li._internal.class(v) == "vec" then return v end
  for i = 1, #v do
    if type(v[i]) ~= "number" then
      fail("%s[%d]: expected a number, got %s", path, i, check.got(v[i]))
    end
  end
  return v
end

local function count_up(n)
  local t = {}
  for i = 1, n do t[i] = i end
  return t
end

-- known keys only, each of the type its schema names; "any" and "list" are looked at later
local function check_types(o, path, schema)
  check.keys(o, path, schema)
  for key, want in pairs(schema) do
    local v = o[key]
    if v ~= nil and (want == "number" or want == "string" or want == "boolean")
      and (type(v) ~= want or want == "number" and not scale.finite(v)) then
      fail("%s.%s: expected a %s, got %s", path, key, want, check.got(v))
    end
  end
end

local function add_series(fig, s, path)
  if type(s) ~= "table" then
    fail("%s: expected a series {x =, y =}, got %s", path, check.got(s))
  end
  check_types(s, path, SERIES_KEYS)
  if s.y == nil then fail("%s.y: expected a list of numbers, got nothing", path) end
  local y = numbers(s.y, path .. ".y")
  local x = s.x and numbers(s.x, path .. ".x") or count_up(#y)
  if #x ~= #y then fail("%s: x has %d numbers, y has %d", path, #x, #y) end
  if #y == 0 then fail("%s.y: no numbers: there is nothing to draw", path) end
  local kind = s.kind or "line"
  if not KINDS[kind] then
    fail("%s.kind: unknown kind '%s'%s", path, tostring(kind), hint(kind, KINDS))
  end
  if s.axis and s.axis ~= "left" and s.axis ~= "right" then
    fail("%s.axis: expected left or right, got %s", path, check.got(s.axis))
  end
  local n = #fig.series
  fig.series[n + 1] = {
    x = x, y = y, kind = kind, label = s.label, right = s.axis == "right",
    color = s.color or COLORS[n % #COLORS + 1], width = s.width or 1.6,
    dash = s.dash or DASHES[floor(n / #COLORS) % #DASHES + 1], marker = s.marker,
      size = s.size or 2.6,
  }
end

-- something can be drawn of every series; on a log scale everything finite is above 0
local function check_numbers(fig)
  for k, s in ipairs(fig.series) do
    local name = s.label and ("'" .. s.label .. "'") or ("series %d"):format(k)
    local seen = false
    for i = 1, #s.y do
      local x, y = s.x[i], s.y[i]
      if scale.finite(x) and scale.finite(y) then
        seen = true
        local log = fig.opts.xlog and x <= 0 and "x" or fig.opts[s.right and "y2log" or "ylog"]
          and y <= 0 and (s.right and "y2" or "y")
        if log then
          fail("plot.%slog: a log scale has only numbers above 0, and %s of %s at %d is %s", log,
            log:sub(1, 1), name, i, log == "x" and x or y)
        end
      end
    end
    if not seen then
      fail("plot: none of the %d points of %s is finite: there is nothing to draw", #s.y, name)
    end
  end
end

-- y as one list, or a list of lists; label, kind, axis ... alike
local function add_short(fig, o)
  for _, key in ipairs { "x", "y" } do
    local v = o[key]
    if v ~= nil and type(v) ~= "table" and type(v) ~= "userdata" then
      fail("plot.%s: expected a list of numbers, got %s", key, check.got(v))
    end
  end
  local ys = is_list(o.y) and { o.y } or o.y
  local function pick(v, k) if type(v) == "table" then return v[k] end return v end
  for k, y in ipairs(ys) do
    local x = o.x
    if x and not is_list(x) then x = x[k] end
    add_series(fig, { x = x, y = y, label = pick(o.label, k), kind = pick(o.kind, k),
      axis = pick(o.axis, k),
      color = pick(o.color, k), width = pick(o.width, k), dash = pick(o.dash, k), marker = o.marker,
        size = o.size },
      #ys > 1 and ("plot.y[%d]"):format(k) or "plot")
  end
end

local FIGURE_KEYS = { title = "string", xlabel = "string", ylabel = "string", y2label = "string",
  width = "number", height = "number",
  tight = "boolean", bins = "number", xlog = "boolean", ylog = "boolean", y2log = "boolean",
    xlim = "pair", ylim = "pair", y2lim = "pair",
  legend = "boolean", grid = "boolean",
  equal = "boolean", x = "list", y = "list", label = "any", kind = "any", axis = "any",
    color = "any", dash = "any", marker = "boolean",
  size = "number", linewidth = "number" }

local function check_limits(o, key, log)
  local lim = o[key]
  if not lim then return end
  if type(lim) ~= "table" or type(lim[1]) ~= "number" or type(lim[2]) ~= "number"
    or not (lim[1] < lim[2])
    or not scale.finite(lim[1]) or not scale.finite(lim[2]) then
    fail("plot.%s: expected {low, high} with low < high", key)
  end
  if log and lim[1] <= 0 then fail("plot.%s: a log scale starts above 0, got %s", key, lim[1]) end
end

local function new(o)
  local named = {}
  for k, v in pairs(o) do if type(k) ~= "number" or k < 1 or k > #o then named[k] = v end end
  check_types(named, "plot", FIGURE_KEYS)
  for _, key in ipairs { "x", "y", "y2" } do check_limits(o, key .. "lim", o[key .. "log"]) end
  local fig = { opts = o, series = {}, ranges = {}, w = o.width or 640, h = o.height or 400 }
  if not (fig.w >= 120 and fig.h >= 90 and fig.w <= 1e4 and fig.h <= 1e4) then
    fail("plot: width and height must be 120 x 90 at least and 10000 at most, got %s x %s", fig.w,
      fig.h)
  end
  if o.y then add_short(fig,
    { x = o.x, y = o.y, label = o.label, kind = o.kind, axis = o.axis, color = o.color,
    width = o.linewidth, dash = o.dash, marker = o.marker, size = o.size }) end
  for k = 1, #o do add_series(fig, o[k], ("plot[%d]"):format(k)) end
  if #fig.series == 0 then fail("plot: nothing to draw: give y, or a list of series {x =, y =}") end
  check_numbers(fig)
  return fig
end

-- the least and largest finite number of some lists; each list is looked through once
local function range(fig, lists)
  local lo, hi
  for _, list in ipairs(lists) do
    local r = fig.ranges[list]
    if not r then
      r = { scale.range { list } }
      fig.ranges[list] = r
    end
    if r[1] then lo, hi = lo and min(lo, r[1]) or r[1], hi and max(hi, r[2]) or r[2] end
  end
  return lo, hi
end

-- limits of both axes from every series that uses them
local function axes(fig, nx, ny)
  local o, xs, left, right, bars = fig.opts, {}, {}, {}, false
  for _, s in ipairs(fig.series) do
    xs[#xs + 1] = s.x
    local list = s.right and right or left
    list[#list + 1] = s.y
    bars = bars or s.kind == "bars"
  end
  local lo, hi = range(fig, xs)
  if bars and lo and not o.xlog then
    -- room for half a bar at both ends
    local n = #fig.series[1].x
    local half = n > 1 and (hi - lo) / (n - 1) / 2 or 0.5
    lo, hi = lo - half, hi + half
  end
  local x = scale.axis(lo, hi, { log = o.xlog, lim = o.xlim, count = nx, tight = true })
  lo, hi = range(fig, left)
  local y = scale.axis(lo, hi, { log = o.ylog, lim = o.ylim, count = ny, zero = bars })
  local y2
  if #right > 0 then
    lo, hi = range(fig, right)
    y2 = scale.axis(lo, hi, { log = o.y2log, lim = o.y2lim, count = ny })
  end
  return x, y, y2
end

-- ---- SVG -----------------------------------------------------------------

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

-- points in pixels; more than a few per pixel column are kept as first, least, largest, last of
-- their column
local function pixels(s, box, ax, ay)
  local out, xs, ys, tox, toy = {}, s.x, s.y, ax.to, ay.to
  local left, top, w, h = box.x, box.y, box.w, box.h
  local function at(i)
    local u, v = tox(xs[i]), toy(ys[i])
    if not (u - u == 0 and v - v == 0) then return nil end -- a number that is not finite
    -- far outside is as good as just outside
    v = v < -10 and -10 or v > 11 and 11 or v
    u = u < -10 and -10 or u > 11 and 11 or u
    return left + u * w, top + (1 - v) * h
  end
  local n = #s.x
  local thin = s.kind == "line" and n > 6 * box.w
  local column, first, low, high, last, last_x, last_y, last_i
  local function flush()
    if not column then return end
    if last_i > last.i then last = { x = last_x, y = last_y, i = last_i } end
    local order = { first }
    if low.i < high.i then order[2], order[3] = low, high else order[2], order[3] = high, low end
    order[4] = last
    local seen = {}
    for _, p in ipairs(order) do
      if not seen[p.i] then out[#out + 1] = p seen[p.i] = true end
    end
    column = nil
  end
  for i = 1, n do
    local x, y = at(i)
    if not x then
      flush()
      out[#out + 1] = false
    elseif not thin then
      out[#out + 1] = { x = x, y = y, i = i }
    elseif floor(x) == column and y <= low.y and y >= high.y then
      last_x, last_y, last_i = x, y, i -- of millions of points most are nothing new
    else
      local p = { x = x, y = y, i = i }
      if floor(x) ~= column then
        flush()
        column, first, low, high = floor(x), p, p, p
      end
      if y > low.y then low = p end
      if y < high.y then high = p end
      last, last_x, last_y, last_i = p, x, y, i
    end
  end
  flush()
  return out
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

function draw.scatter(out, s, pts)
  for _, p in ipairs(pts) do
    if p then
      out[#out + 1] = ('<circle cx="%s" cy="%s" r="%s" fill="%s" fill-opacity="0.8"/>'):format(
        num(p.x), num(p.y), num(s.size), escape(s.color))
    end
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
        out[#out + 1] = ('<circle cx="%s" cy="%s" r="4" fill="%s"/>'):format(num(x + 11),
          num(y - 4), escape(s.color))
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

local function document(figs)
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

-- ---- Braille -------------------------------------------------------------

-- dots of a cell: columns 0..1, rows 0..3 from the top
local DOT = { { 1, 8 }, { 2, 16 }, { 4, 32 }, { 64, 128 } }

local function canvas(cols, rows)
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

-- ---- what a user calls ---------------------------------------------------

local function text_of(figs, cols, rows)
  local out = {}
  for _, f in ipairs(figs) do out[#out + 1] = braille(f, cols or 72, rows or 16) end
  return table.concat(out, "\n\n")
end

local class = check.class("plot", "A figure, or several under one another. print() shows it "
  .. "in Braille dots.", {
  { "plot:svg() -> str", "The figure as SVG text.", "li.plot{y = {1, 2}}:svg():sub(1, 4) --> <svg",
    function(self) return document(self.figs) end },
  { "plot:save(file: path) -> bool",
    "Write the SVG to a file, which appears only once it is whole; raises where it cannot be "
    .. "written.",
    "(pcall(function() li.plot{y = {1, 2}}:save '/nowhere/at/all.svg' end)) --> false",
    function(self, file) return li._internal.save(file, document(self.figs)) end },
  { "plot:braille([cols: count, rows: count]) -> str",
    "The figure in Braille dots, 72 columns by 16 rows where nothing else is said.",
    "#li.plot{y = {1, 2}}:braille(20, 3) > 60 --> true",
    function(self, cols, rows)
      cols, rows = cols or 72, rows or 16
      if cols < 4 or rows < 2 or cols > 1000 or rows > 1000 then
        fail("plot:braille: expected 4 to 1000 columns and 2 to 1000 rows")
      end
      return text_of(self.figs, cols, rows)
    end },
  { "plot.__tostring(a: plot) -> str", "The figure in Braille dots.",
    "#tostring(li.plot{y = {1, 2}}) > 100 --> true",
    function(self) return text_of(self.figs) end },
})

-- bins of equal width (Freedman and Diaconis where their number is not given)
local function histogram(data, o)
  o = o or {}
  local x = {}
  for i = 1, #data do x[i] = data[i] end
  if #x == 0 then fail("plot.histogram: no numbers") end
  kit.sort(x)
  local lo, hi, bins = x[1], x[#x], o.bins
  if not bins then
    local spread = x[math.ceil(0.75 * #x)] - x[math.ceil(0.25 * #x)]
    bins = lo == hi and 3 or spread > 0 and math.ceil((hi - lo) / (2 * spread * (#x) ^ (-1 / 3)))
      or 10
    bins = max(1, min(bins, 100))
  end
  if type(bins) ~= "number" or bins < 1 or bins > 1e5 or bins ~= floor(bins) then
    fail("plot.histogram: bins must be a whole number from 1 to 100000, got %s", tostring(bins))
  end
  if lo == hi then lo, hi = lo - 0.5, hi + 0.5 end
  local width, mid, count = (hi - lo) / bins, {}, {}
  for k = 1, bins do mid[k], count[k] = lo + (k - 0.5) * width, 0 end
  for _, v in ipairs(x) do
    local k = min(bins, floor((v - lo) / width) + 1)
    count[k] = count[k] + 1
  end
  local f = { ylabel = "count" }
  for k, v in pairs(o) do f[k] = v end
  f.x, f.y, f.kind, f.tight = mid, count, "bars", true
  return new(f)
end


check.define(li, {
  { "plot(spec: table) -> plot",
    "A figure of y (a list, or a list of lists) over x, or of series {x=, y=, label=, kind=, "
    .. "axis=, color=, marker=}; " ..
    "kind is line, scatter, bars or steps. " ..
    "Also title, xlabel, ylabel, y2label, xlog, ylog, y2log, xlim, ylim, y2lim, equal, "
    .. "legend, grid, width, height.",
    "#li.plot{x = {0, 1, 2}, y = {0, 1, 4}, label = 'square'}:svg() > 1000 --> true",
    function(spec) return class.new { figs = { new(spec) } } end },
  { "plot.stack(first: plot [, ...: plot]) -> plot", "Figures under one another in one picture.",
    "#li.plot.stack(li.plot{y = {1, 2}}, li.plot{y = {2, 1}}):svg() > 2000 --> true",
    function(...)
      local figs = {}
      for _, p in ipairs { ... } do for _, f in ipairs(p.figs) do figs[#figs + 1] = f end end
      return class.new { figs = figs }
    end },
  { "plot.histogram(data: nums [, options: table]) -> plot",
    "How often values fall into bins of equal width; options as in plot, and bins.",
    "#li.plot.histogram({1, 2, 2, 3}, {bins = 3}):svg() > 1000 --> true",
    function(data, options) return class.new { figs = { histogram(data, options) } } end },
})
