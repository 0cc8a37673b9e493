-- route.lua - li.route: a path on the ground: where it is at s, its curvature, the nearest point,
-- the same as expressions for drivers
--
-- s is the length from its beginning, heading h and curvature k = dh/ds are positive to the left,
-- the offset e of a place is its distance to the left of the path. Beyond its ends it goes on
-- straight; a closed one goes round.
local li = require "liaison"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local segments = require "liaison.drivers.route_segments"
local kit = li._internal

local cos, sin, abs, sqrt, pi = math.cos, math.sin, math.abs, math.sqrt, math.pi
local class

local KINK = 1e-6 -- rad

-- ---- made ---------------------------------------------------------------------------------------

-- segments one behind the other: where each begins, headings without jumps of a turn
local function chained(list)
  local s, turned, before = 0, 0, nil
  for _, piece in ipairs(list) do
    piece.first, s = s, s + piece.length
    local _, _, h = piece.at(0)
    if before then turned = segments.unwound(h, before) - h end
    piece.turned = turned
    local _, _, last = piece.at(piece.length)
    before = last + turned
    piece.last = s
  end
  return s
end

local function point_of(x, path)
  local p = check.value(x, path, "vec2")
  return { p[1], p[2] }
end

local function points_of(x, path)
  local list = {}
  local given = check.list(x, path, function(p, where) return point_of(p, where) end, 2)
  for i = 1, #given do list[i] = given[i] end
  return list
end

local function row_of(given, path)
  local kind = type(given) == "table" and given[1]
  local row = type(kind) == "string" and kind ~= "rows" and rawget(segments, kind)
  if type(row) == "table" and row.make then return row end
  local names = {}
  for _, r in ipairs(segments.rows) do names[r.name] = true end
  check.fail(path, "expected a segment, {'line', length = 20}, got %s%s",
    check.got(kind or given), check.hint(kind, names))
end

local function segments_of(spec)
  local at = spec.at and point_of(spec.at, "at") or { 0, 0 }
  local pose, k, list = { at[1], at[2], check.value(spec.heading or 0, "heading", "num") }, 0, {}
  for i, given in ipairs(spec) do
    local path = ("[%d]"):format(i)
    local row, named = row_of(given, path), {}
    for key, x in pairs(given) do if key ~= 1 then named[key] = x end end
    local piece = row.make(check.fields(named, path, row.fields), pose, k, path)
    local x, y, h, last = piece.at(piece.length)
    pose, k, list[i] = { x, y, h }, last, piece
  end
  return list
end

-- the middles of gates {left = {x, y}, right = {x, y}}
local function middles(gates)
  local list = {}
  for i, g in ipairs(gates) do
    local path = ("gates[%d]"):format(i)
    local o = check.fields(g, path, { left = "vec2", right = "vec2" })
    list[i] = { (o.left[1] + o.right[1]) / 2, (o.left[2] + o.right[2]) / 2 }
  end
  if #list < 2 then check.fail("gates", "expected at least 2, got %d", #list) end
  return list
end

local THROUGH = { through = "any?", gates = "table?", how = "spline|lines?", closed = "bool?",
  radius = { "num?", above = 0 } }

local function through(spec)
  local o = check.fields(spec, "", THROUGH)
  local path = o.gates and "gates" or "through"
  local points = o.gates and middles(o.gates) or points_of(o.through, "through")
  if o.closed and #points < 3 then check.fail(path, "a closed path takes at least 3 points") end
  if o.how == "lines" then return segments.lines(points, o.closed, o.radius, path) end
  if o.radius then check.fail("radius", "splines have no corners: how = 'lines'") end
  return segments.spline(points, o.closed, path)
end

local function check_closed(p)
  local x0, y0, h0 = p:at(0)
  local x1, y1, h1 = p.pieces[#p.pieces].at(p.pieces[#p.pieces].length)
  local gap = sqrt((x1 - x0) ^ 2 + (y1 - y0) ^ 2)
  if gap > 1e-6 * p.length then
    check.fail("closed", "it ends %s m away from its beginning, at %s, %s", kit.number(gap, 4),
      kit.number(x1, 6), kit.number(y1, 6))
  end
  p.round = p.pieces[#p.pieces].turned + h1 - h0
end

local function make(spec)
  local points = spec.through ~= nil or spec.gates ~= nil
  if not points then
    local rest = {}
    for key, x in pairs(spec) do if type(key) ~= "number" then rest[key] = x end end
    check.fields(rest, "", { at = "any?", heading = "num?", closed = "bool?" })
    if #spec == 0 then
      check.fail("", "expected segments, {{'line', length = 20}, ..}, or through = points")
    end
  end
  local list = points and through(spec) or segments_of(spec)
  local p = class.new { pieces = list, length = chained(list), closed = spec.closed or false,
    round = 0, knots = false, cache = {} }
  if p.closed then check_closed(p) end
  return p
end

-- ---- where it is --------------------------------------------------------------------------------

local function piece_at(p, s)
  local list = p.pieces
  local a, b = 1, #list
  while a < b do
    local m = math.floor((a + b) / 2)
    if s < list[m].last then b = m else a = m + 1 end
  end
  return list[a]
end

-- x, y, heading, curvature, dk/ds
local function at(p, s)
  local turned = 0
  if p.closed then
    local laps = math.floor(s / p.length)
    s, turned = s - laps * p.length, laps * p.round
  end
  local inside = math.min(math.max(s, 0), p.length)
  local piece = piece_at(p, inside)
  local x, y, h, k, dk = piece.at(inside - piece.first)
  h = h + piece.turned + turned
  if inside == s then return x, y, h, k, dk end
  return x + (s - inside) * cos(h), y + (s - inside) * sin(h), h, 0, 0
end

-- where two pieces meet, of a closed path the end and the beginning too
local function joints(p, f)
  for i, piece in ipairs(p.pieces) do
    local after = p.pieces[i + 1] or p.closed and p.pieces[1]
    if after then
      local x, y, h, k = piece.at(piece.length)
      local _, _, h2, k2 = after.at(0)
      f(piece.last, x, y, segments.unwound(h2 - h, 0), k, k2)
    end
  end
end

local function kinks(p)
  local list = {}
  joints(p, function(s, x, y, turn)
    if abs(turn) > KINK then list[#list + 1] = { s = s, x = x, y = y, angle = turn } end
  end)
  return list
end

-- ---- pieces as polynomials of s -----------------------------------------------------------------

-- coefficients of the polynomial of degree 5 with these values, slopes and bends at 0 and H
local function quintic(f0, v0, a0, f1, v1, a1, H)
  local d = f1 - f0 - H * (v0 + a0 * H / 2)
  local e, g = (v1 - v0 - a0 * H) * H, (a1 - a0) * H * H
  return { f0, v0, a0 / 2, (10 * d - 4 * e + g / 2) / H ^ 3, (-15 * d + 7 * e - g) / H ^ 4,
    (6 * d - 3 * e + g / 2) / H ^ 5 }
end

local function cubic(f0, v0, f1, v1, H)
  local d, e = f1 - f0 - v0 * H, (v1 - v0) * H
  return { f0, v0, (3 * d - e) / H ^ 2, (e - 2 * d) / H ^ 3 }
end

local function value(c, w)
  local sum = 0
  for i = #c, 1, -1 do sum = sum * w + c[i] end
  return sum
end

local function polynomials(piece, a, b)
  local x0, y0, h0, k0 = piece.at(a)
  local x1, y1, h1, k1 = piece.at(b)
  local H = b - a
  return { s = piece.first + a, last = piece.first + b,
    x = quintic(x0, cos(h0), -k0 * sin(h0), x1, cos(h1), -k1 * sin(h1), H),
    y = quintic(y0, sin(h0), k0 * cos(h0), y1, sin(h1), k1 * cos(h1), H),
    heading = cubic(h0 + piece.turned, k0, h1 + piece.turned, k1, H) }
end

local function error_of(piece, a, b, c)
  local worst = 0
  for i = 1, 3 do
    local u = a + (b - a) * i / 4
    local x, y, h = piece.at(u)
    worst = math.max(worst, abs(value(c.x, u - a) - x), abs(value(c.y, u - a) - y),
      abs(value(c.heading, u - a) - h - piece.turned))
  end
  return worst
end

-- metres and radians that expressions may be off
local NEAR = 1e-5

local function split(piece, a, b, list, depth)
  local c = polynomials(piece, a, b)
  if depth > 12 or error_of(piece, a, b, c) < NEAR then
    list[#list + 1] = c
    return
  end
  split(piece, a, (a + b) / 2, list, depth + 1)
  split(piece, (a + b) / 2, b, list, depth + 1)
end

local function knots_of(p)
  if p.knots then return p.knots end
  local list = {}
  for _, piece in ipairs(p.pieces) do split(piece, 0, piece.length, list, 0) end
  p.knots = list
  return list
end

-- ---- expressions --------------------------------------------------------------------------------

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

local function horner(c, w)
  local text = number(c[#c])
  for i = #c - 1, 1, -1 do text = ("(%s*%s + %s)"):format(text, w, number(c[i])) end
  return text
end

-- beyond the ends: a line with the slope there
local function ends_of(list, key)
  local first, last = list[1], list[#list]
  local c, H = last[key], last.last - last.s
  local slope = 0
  for i = #c, 2, -1 do slope = slope * H + (i - 1) * c[i] end
  if key == "heading" then return { c and first[key][1], 0 }, { value(c, H), 0 } end
  return { first[key][1], first[key][2] }, { value(c, H), slope }
end

local function slope_of(c)
  local out = {}
  for i = 2, #c do out[i - 1] = (i - 1) * c[i] end
  return out
end

-- what stands under a key over the symbol s: a text
local function piecewise(p, key, s)
  local list, out = knots_of(p), {}
  local what = key == "curvature" and "heading" or key
  local function of(c) return key == "curvature" and slope_of(c) or c end
  local before, after = ends_of(list, what)
  local function add(bound, c, from)
    out[#out + 1] = ("%s < %s"):format(s, number(bound))
    out[#out + 1] = horner(of(c), ("(%s - %s)"):format(s, number(from)))
  end
  if not p.closed then add(0, before, 0) end
  for i, c in ipairs(list) do
    if i < #list or not p.closed then add(c.last, c[what], c.s) end
  end
  local last = list[#list]
  out[#out + 1] = p.closed and horner(of(last[what]), ("(%s - %s)"):format(s, number(last.s)))
    or horner(of(after), ("(%s - %s)"):format(s, number(last.last)))
  return "piecewise(" .. table.concat(out, ", ") .. ")"
end

local KEYS = { "x", "y", "heading", "curvature" }

-- lines of a block: path_x, path_y, path_heading, path_curvature at the place that the text s
-- tells, named by `prefix`
local function lines(p, prefix, s, keys)
  local out, place = {}, s
  local laps = prefix .. "_laps"
  if p.closed then
    out[1] = { laps, ("floor((%s)/%s)"):format(s, number(p.length)) }
    out[2] = { prefix .. "_s", ("(%s) - %s*%s"):format(s, laps, number(p.length)) }
    place = prefix .. "_s"
  elseif not s:find "^[%a_][%w_]*$" then
    out[1] = { prefix .. "_s", s }
    place = prefix .. "_s"
  end
  for _, key in ipairs(keys or KEYS) do
    local text = piecewise(p, key, place)
    if p.closed and key == "heading" then
      text = ("%s + %s*%s"):format(text, laps, number(p.round))
    end
    out[#out + 1] = { prefix .. "_" .. key, text }
  end
  return out
end

-- x, y, heading, curvature as expressions of s
local function expressions(p, s)
  local out, by = {}, type(s) == "string" and li.expr(s, "new") or li.expr(s)
  for _, key in ipairs(KEYS) do
    local e = p.cache[key]
    if not e then
      e = li.expr(piecewise(p, key, "path_place"), "new")
      p.cache[key] = e
    end
    local place = by
    if p.closed then place = by - p.length * li.floor(by / p.length) end
    out[key] = e:subs { path_place = place }
  end
  if p.closed then out.heading = out.heading + p.round * li.floor(by / p.length) end
  return out
end

-- ---- the nearest point --------------------------------------------------------------------------

local function distance(p, s, x, y)
  local px, py = at(p, s)
  return (px - x) ^ 2 + (py - y) ^ 2
end

-- places along the path, from which a search begins
local function samples(p)
  if p.cache.samples then return p.cache.samples end
  local list = {}
  for _, piece in ipairs(p.pieces) do
    local _, _, h0 = piece.at(0)
    local _, _, h1 = piece.at(piece.length)
    local n = math.max(2, math.ceil(abs(h1 - h0) / 0.3), math.ceil(64 * piece.length / p.length))
    for i = 0, n - 1 do list[#list + 1] = piece.first + piece.length * i / n end
  end
  list[#list + 1] = p.length
  p.cache.samples = list
  return list
end

local function best_sample(p, x, y)
  local best, d, k
  for i, s in ipairs(samples(p)) do
    local new = distance(p, s, x, y)
    if not d or new < d then best, d, k = s, new, i end
  end
  return best, k
end

-- (p(s) - q) t(s) = 0 by Newton's method, halved where it would go away
local function refined(p, s, x, y)
  local d = distance(p, s, x, y)
  for _ = 1, 60 do
    local px, py, h, k = at(p, s)
    local along = (x - px) * cos(h) + (y - py) * sin(h)
    local e = (y - py) * cos(h) - (x - px) * sin(h)
    local step = along / math.max(1 - k * e, 0.1)
    if abs(step) < 1e-14 * (1 + p.length) then break end
    local new, moved = s + step, nil
    for _ = 1, 40 do
      moved = distance(p, new, x, y)
      if moved <= d then break end
      new = (new + s) / 2
    end
    if moved > d then break end
    s, d = new, moved
  end
  return s
end

-- its point nearest to x, y; near: a place to begin from, else all of it is looked at
local function nearest(p, x, y, near)
  local start = near or best_sample(p, x, y)
  local s = refined(p, start, x, y)
  if not p.closed then
    -- a corner or an end may be nearer than what stands upright on the path
    s = math.min(math.max(s, 0), p.length)
  end
  if distance(p, start, x, y) < distance(p, s, x, y) then s = start end
  local px, py, h, k = at(p, s)
  local along = (x - px) * cos(h) + (y - py) * sin(h)
  local e = (y - py) * cos(h) - (x - px) * sin(h)
  local g = 1 - k * e
  local upright = abs(along) <= 1e-9 * (1 + abs(e) + p.length) and g > 1e-9
  return { s = s, x = px, y = py, heading = h, curvature = k, offset = e, along = along,
    ds_dx = upright and cos(h) / g or false, ds_dy = upright and sin(h) / g or false }
end

-- ---- what a car can follow ----------------------------------------------------------------------

-- its least radius, and where: R, s, x, y; of straight paths nil
local function least_radius(p)
  local most, place = 0, nil
  local list = samples(p)
  for i, s in ipairs(list) do
    local _, _, _, k = at(p, s)
    if abs(k) > most then most, place = abs(k), i end
  end
  if not place then return nil end
  -- between the neighbours, by thirds
  local a, b = list[math.max(place - 1, 1)], list[math.min(place + 1, #list)]
  local function bend(s) return abs((select(4, at(p, s)))) end
  for _ = 1, 80 do
    local c, d = a + (b - a) / 3, b - (b - a) / 3
    if bend(c) < bend(d) then a = c else b = d end
  end
  local s = list[place]
  if bend((a + b) / 2) > most then s, most = (a + b) / 2, bend((a + b) / 2) end
  local x, y = at(p, s)
  return 1 / most, s, x, y
end

local FOLLOW = { wheelbase = { "num?", above = 0 }, steer = { "num?", above = 0 },
  radius = { "num?", above = 0 }, speed = { "num?", above = 0 }, lateral = { "num?", above = 0 } }

local function place_text(s, x, y)
  return ("s = %s m (x = %s, y = %s)"):format(kit.number(s, 5), kit.number(x, 5),
    kit.number(y, 5))
end

-- what is in the way of a car: a list of sentences with their places
local function obstacles(p, options)
  local o, list = check.fields(options or {}, "route:obstacles", FOLLOW), {}
  for _, k in ipairs(kinks(p)) do
    list[#list + 1] = ("a kink of %s deg at %s: no car can follow it"):format(
      kit.number(k.angle * 180 / pi, 4), place_text(k.s, k.x, k.y))
  end
  local R, s, x, y = least_radius(p)
  local least = o.radius or o.wheelbase and o.steer and o.wheelbase / math.tan(o.steer)
  if R and least and R < least * (1 - 1e-9) then
    list[#list + 1] = ("a radius of %s m at %s: the car turns about %s m at the least"):format(
      kit.number(R, 4), place_text(s, x, y), kit.number(least, 4))
  end
  if R and o.speed and o.lateral and o.speed ^ 2 / R > o.lateral * (1 + 1e-9) then
    list[#list + 1] = ("%s m/s at %s asks for %s m/s2 to the side, there are %s: at most %s "
      .. "m/s"):format(kit.number(o.speed), place_text(s, x, y),
      kit.number(o.speed ^ 2 / R, 4), kit.number(o.lateral, 4),
      kit.number(sqrt(o.lateral * R), 4))
  end
  return list
end

-- ---- shown --------------------------------------------------------------------------------------

-- rows of it, at most a step apart: xs, ys
local function drawn(p, n)
  local x, y = {}, {}
  for i = 0, n do x[i + 1], y[i + 1] = at(p, p.length * i / n) end
  return x, y
end

local function plot(p)
  local x, y = drawn(p, 400)
  local s, k = {}, {}
  for i = 0, 800 do
    s[i + 1] = p.length * i / 800
    k[i + 1] = select(4, at(p, s[i + 1]))
  end
  return li.plot.stack(
    li.plot { x = x, y = y, xlabel = "x (m)", ylabel = "y (m)", equal = true },
    li.plot { x = s, y = k, xlabel = "s (m)", ylabel = language.label "curvature (1/m)" })
end

local function text(p)
  local R, s = least_radius(p)
  local out = { ("path of %s m, %d pieces%s"):format(kit.number(p.length, 6), #p.pieces,
    p.closed and ", closed" or "") }
  out[2] = R and ("least radius %s m at s = %s m"):format(kit.number(R, 4), kit.number(s, 4))
    or "straight"
  for _, k in ipairs(kinks(p)) do
    out[#out + 1] = ("a kink of %s deg at %s"):format(kit.number(k.angle * 180 / pi, 4),
      place_text(k.s, k.x, k.y))
  end
  return table.concat(out, "\n")
end

-- the points of it moved to the left by d, as a path through them
local function beside(p, d)
  local R = least_radius(p)
  if R and abs(d) > 0 then
    joints(p, function() end)
    for _, s in ipairs(samples(p)) do
      local x, y, _, k = at(p, s)
      if 1 - k * d <= 1e-6 then
        check.fail("route:beside", "%s m is beyond the centre of the curve at %s", kit.number(d),
          place_text(s, x, y))
      end
    end
  end
  local points, n = {}, math.max(8, #samples(p))
  for i = 0, p.closed and n - 1 or n do
    local x, y, h = at(p, p.length * i / n)
    points[#points + 1] = { x - d * sin(h), y + d * cos(h) }
  end
  return make { through = points, closed = p.closed or nil }
end

local ROUND = "li.route{{'line', length = 10}, {'arc', radius = 20, angle = math.pi/2}}"

class = check.class("route", "A path on the ground: lines, arcs, clothoids, splines.", {
  { "route:at(s: num) -> x: num, y: num, heading: num, curvature: num, slope: num",
    "Where it is s metres from its beginning: place, heading, curvature (left > 0) and its slope. "
      .. "Beyond its ends it goes on straight; a closed one goes round.",
    "return (select(4, " .. ROUND .. ":at(15))) --> 0.05", at },
  { "route:nearest(x: num, y: num [, near: num]) -> place: table",
    "Its point nearest to a place: s, x, y, heading, curvature there, offset (of the place to the "
      .. "left), along (not 0 beyond an end or at a kink), ds_dx and ds_dy (how s moves with the "
      .. "place: cos h/(1 - k e), sin h/(1 - k e); false at a kink, an end, a centre of "
      .. "curvature). near: an s to begin from, where it passes the place more than once.",
    "return " .. ROUND .. ":nearest(4, 3).offset --> 3", nearest },
  { "route:expressions(s: num|expr|str) -> table",
    "x, y, heading, curvature as expressions of s: polynomials between knots, off by 1e-5 m and "
      .. "rad at most.",
    "return " .. ROUND .. ":expressions('s').x:eval{s = 4} --> 4", expressions },
  { "route:kinks() -> list: table",
    "Where its heading jumps: {s, x, y, angle} of each.",
    "return #li.route{through = {{0, 0}, {5, 0}, {5, 5}}, how = 'lines'}:kinks() --> 1", kinks },
  { "route:least_radius() -> R: num|nil, s: num, x: num, y: num",
    "Its least radius and where that is; nil where it is straight.",
    "return (" .. ROUND .. ":least_radius()) --> 20", least_radius },
  { "route:obstacles([options: table]) -> list: table",
    "What a car cannot follow, as sentences with places: kinks, radii below radius (or wheelbase "
      .. "and the largest steer angle steer), a speed that asks for more than lateral (m/s2).",
    "return #" .. ROUND .. ":obstacles{speed = 15, lateral = 8} --> 1", obstacles },
  { "route:beside(d: num) -> route", "The path d metres to its left, through points.",
    "return (" .. ROUND .. ":beside(5):at(0)) --> 0", beside },
  { "route:plot() -> plot", "The path seen from above, and its curvature over s.",
    "return #" .. ROUND .. ":plot():svg() > 2000 --> true", plot },
  { "route.__tostring(p: route) -> str", "Its length, least radius, kinks.",
    "return (tostring(" .. ROUND .. "):gsub('\\n.*', '')) --> path of 41.4159 m, 2 pieces", text },
})

check.define(li, {
  { "route(spec: table) -> route",
    "A path on the ground of segments {'line', length}, {'arc', radius (left > 0), angle or "
      .. "length}, {'clothoid', length, to (curvature at its end), from}, {'shift', length, "
      .. "offset}, from at = {x, y} with a heading; or through = {{x, y}, ..} (or the middles of "
      .. "gates = {{left =, right =}, ..}), how = 'spline' or 'lines' (radius = of the arcs at "
      .. "corners); closed = true.",
    "return li.route{{'clothoid', length = 20, to = 0.02}}.length --> 20", make },
})

return { class = class, make = make, lines = lines, drawn = drawn }
