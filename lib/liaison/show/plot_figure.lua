-- plot_figure.lua - what a figure draws: its series, checked, its axes, its points in a box
local li = require "liaison"
local scale = require "liaison.show.scale"
local check = require "liaison.base.check"
local up_to = require("liaison.base.lists").up_to

local figure = {}

local function fail(...) check.fail("", ...) end

local floor, max, min = math.floor, math.max, math.min

-- colours that stay apart for most eyes and in grey (Okabe and Ito, darkened yellow)
local COLORS = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#000000",
  "#999999" }
local DASHES = { "", "6,3", "2,2", "8,3,2,3" }

local SERIES_KEYS = { x = "list", y = "list", label = "string", kind = "string", axis = "string",
  color = "string", width = "number",
  dash = "string", marker = "boolean", size = "number", shape = "string" }
local SHAPES = { dot = true, cross = true, ring = true }
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
  local x = s.x and numbers(s.x, path .. ".x") or up_to(#y)
  if #x ~= #y then fail("%s: x has %d numbers, y has %d", path, #x, #y) end
  if #y == 0 then fail("%s.y: no numbers: there is nothing to draw", path) end
  local kind = s.kind or "line"
  if not KINDS[kind] then
    fail("%s.kind: unknown kind '%s'%s", path, tostring(kind), hint(kind, KINDS))
  end
  if s.axis and s.axis ~= "left" and s.axis ~= "right" then
    fail("%s.axis: expected left or right, got %s", path, check.got(s.axis))
  end
  if s.shape and not SHAPES[s.shape] then
    fail("%s.shape: unknown shape '%s'%s", path, s.shape, hint(s.shape, SHAPES))
  end
  local n = #fig.series
  fig.series[n + 1] = {
    x = x, y = y, kind = kind, label = s.label, right = s.axis == "right",
    color = s.color or COLORS[n % #COLORS + 1], width = s.width or 1.6,
    dash = s.dash or DASHES[floor(n / #COLORS) % #DASHES + 1], marker = s.marker,
    size = s.size or 2.6, shape = s.shape or "dot",
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

function figure.new(o)
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
function figure.axes(fig, nx, ny)
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

-- points in pixels; more than a few per pixel column are kept as first, least, largest, last of
-- their column
function figure.pixels(s, box, ax, ay)
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

return figure
