-- test_route.lua - routes: clothoids against Fresnel's integrals, arcs, splines, the nearest point,
-- what a car cannot follow, speed profiles against closed forms
local t = require "t"
local li = require "liaison"

local pi, sin, cos, sqrt, abs = math.pi, math.sin, math.cos, math.sqrt, math.abs

-- every kind of segment, with something before it so that it begins turned
local ROUTES = {
  line = { { "line", length = 20 } },
  arc = { { "arc", radius = -25, angle = 1.2 } },
  clothoid = { { "clothoid", length = 30, to = 0.05 } },
  shift = { { "shift", length = 20, offset = -3 } },
  spline = { through = { { 0, 0 }, { 10, 2 }, { 18, -3 }, { 30, 5 } } },
  closed = { through = { { 20, 0 }, { 0, 12 }, { -20, 0 }, { 3, -14 } }, closed = true },
  rounded = { through = { { 0, 0 }, { 20, 0 }, { 20, 20 } }, how = "lines", radius = 6 },
}

local function each(f)
  for name, spec in pairs(ROUTES) do f(name, li.route(spec)) end
  local whole = { at = { 3, -2 }, heading = 0.7 }
  for _, name in ipairs { "line", "clothoid", "arc", "shift" } do
    whole[#whole + 1] = ROUTES[name][1]
  end
  f("all in a row", li.route(whole))
end

t.test("a clothoid is Fresnel's integral", function()
  -- h = c s^2/2: x + i y = sum over n of (i c/2)^n s^(2n+1)/(n! (2n+1))
  local c = 0.05 / 30
  local r = li.route(ROUTES.clothoid)
  for _, s in ipairs { 3, 12, 30 } do
    local re, im, a, b = 0, 0, 1, 0
    for n = 0, 30 do
      re, im = re + a * s / (2 * n + 1), im + b * s / (2 * n + 1)
      a, b = -b * c * s * s / 2 / (n + 1), a * c * s * s / 2 / (n + 1)
    end
    local x, y, h, k = r:at(s)
    t.near({ x, y }, { re, im }, 1e-12)
    t.near({ h, k }, { c * s * s / 2, c * s }, 1e-15)
  end
  -- C(1) and S(1) of Abramowitz and Stegun, table 7.7
  local x, y = li.route({ { "clothoid", length = 1, to = pi } }):at(1)
  t.near({ x, y }, { 0.7798934004, 0.4382591474 }, 5e-11)
end)

t.test("arcs and lines in closed form; beyond the ends it goes on straight", function()
  local r = li.route { at = { 1, 2 }, heading = 0.5, { "arc", radius = -20, angle = 1 } }
  local x, y, h, k = r:at(20)
  t.near({ h, k }, { -0.5, -1 / 20 }, 1e-14)
  t.near({ x, y }, { 1 + 20 * (sin(0.5) + sin(0.5)), 2 + 0 }, 1e-13)
  local bx, by, bh, bk = r:at(25)
  t.near({ bx, by, bh, bk }, { x + 5 * cos(-0.5), y + 5 * sin(-0.5), -0.5, 0 }, 1e-13)
  bx, by = r:at(-2)
  t.near({ bx, by }, { 1 - 2 * cos(0.5), 2 - 2 * sin(0.5) }, 1e-13)
end)

t.test("of every kind: x' = cos h, y' = sin h, h' = k, k' as told", function()
  local d = 1e-4
  each(function(name, r)
    for i = 1, 9 do
      local s = r.length * (i / 10 + 0.003)
      local _, _, h, k, dk = r:at(s)
      local x0, y0, h0, k0 = r:at(s - d)
      local x1, y1, h1, k1 = r:at(s + d)
      t.near({ (x1 - x0) / (2 * d), (y1 - y0) / (2 * d) }, { cos(h), sin(h) }, 1e-7, name)
      t.near({ (h1 - h0) / (2 * d), (k1 - k0) / (2 * d) }, { k, dk }, 2e-6, name)
    end
  end)
end)

t.test("of every kind expressions are the same within 1e-5, and read back", function()
  each(function(name, r)
    local e = r:expressions "s"
    for _, share in ipairs { -0.2, 0.03, 0.41, 0.77, 0.99, 1.3 } do
      local s = share * r.length
      local x, y, h = r:at(s)
      t.near({ e.x:eval { s = s }, e.y:eval { s = s }, e.heading:eval { s = s } }, { x, y, h },
        2e-5, ("%s at %g"):format(name, s))
    end
  end)
  local e = li.route(ROUTES.clothoid):expressions "s"
  t.near(e.curvature:eval { s = 12 }, 0.02, 1e-12)
end)

t.test("splines: points are met, curvature does not jump, closed ones close", function()
  local points = ROUTES.closed.through
  local r = li.route(ROUTES.closed)
  t.eq(#r:kinks(), 0)
  for _, p in ipairs(points) do t.near(r:nearest(p[1], p[2]).offset, 0, 1e-9) end
  local _, _, h0, k0 = r:at(0)
  local _, _, h1, k1 = r:at(r.length - 1e-9)
  t.near({ h1 - h0, k1 }, { 2 * pi, k0 }, 1e-7)
  -- many points of a circle
  local circle = {}
  for i = 1, 24 do circle[i] = { 15 * cos(i * pi / 12), 15 * sin(i * pi / 12) } end
  r = li.route { through = circle, closed = true }
  t.near(r.length, 2 * pi * 15, 5e-3)
  -- at its knots a cubic spline bends h^2/12 too much
  local over = (pi / 12) ^ 2 / 12
  for i = 0, 10 do t.near(select(4, r:at(r.length * i / 10)), 1 / 15, 1.1 * over / 15) end
end)

t.test("corners are rounded by arcs: length and radius in closed form", function()
  local r = li.route(ROUTES.rounded)
  t.near(r.length, 2 * (20 - 6) + 6 * pi / 2, 1e-12)
  t.near((r:least_radius()), 6, 1e-12)
  local square = li.route { through = { { 0, 0 }, { 40, 0 }, { 40, 40 }, { 0, 40 } },
    how = "lines", radius = 8, closed = true }
  t.near(square.length, 4 * 24 + 2 * pi * 8, 1e-12)
  local x, y, h = square:at(2.5 * square.length)
  t.near({ x, y, h }, { 32, 40, 5 * pi }, 1e-12) -- half round, and two laps
end)

t.test("the nearest point, and how it moves with the place", function()
  local r = li.route(ROUTES.arc) -- to the right about (0, -25)
  local at = r:nearest(25 * sin(0.5) * 1.2, -25 + 25 * cos(0.5) * 1.2)
  t.near({ at.s, at.offset }, { 12.5, 5 }, 1e-12)
  each(function(name, route)
    for i = 1, 4 do
      local s = route.length * (i / 5 + 0.01)
      local x, y, h = route:at(s)
      local px, py = x - 1.3 * sin(h), y + 1.3 * cos(h)
      local p = route:nearest(px, py, s)
      t.near({ p.s, p.offset }, { s, 1.3 }, 1e-9, name)
      local d = 1e-5
      local dx = (route:nearest(px + d, py, s).s - route:nearest(px - d, py, s).s) / (2 * d)
      local dy = (route:nearest(px, py + d, s).s - route:nearest(px, py - d, s).s) / (2 * d)
      t.near({ dx, dy }, { p.ds_dx, p.ds_dy }, 1e-6, name)
    end
  end)
  -- at the centre of an arc no point is the nearest: told, not infinite
  local centre = r:nearest(0, -25)
  t.eq(centre.ds_dx, false)
  local behind = r:nearest(-3, 1)
  t.near({ behind.s, behind.offset, behind.along }, { 0, 1, -3 }, 1e-12)
  t.eq(behind.ds_dx, false)
end)

t.test("what a car cannot follow is told with its place", function()
  local corner = li.route { through = { { 0, 0 }, { 20, 0 }, { 20, 15 } }, how = "lines" }
  t.eq(corner:obstacles()[1], "a kink of 90 deg at s = 20 m (x = 20, y = 0): no car can follow it")
  local r = li.route { { "line", length = 10 }, { "clothoid", length = 8, to = 0.2 } }
  t.near((r:least_radius()), 5, 1e-9)
  t.eq(#r:obstacles { wheelbase = 2.6, steer = 0.6 }, 0)
  t.ok(r:obstacles({ wheelbase = 2.6, steer = 0.4 })[1]:find(
    "a radius of 5 m at s = 18 m .*: the car turns about 6.15 m"))
  local fast = r:obstacles { speed = 10, lateral = 8 }
  t.ok(fast[1]:find "asks for 20 m/s2 to the side, there are 8: at most 6.325 m/s", fast[1])
  t.near((corner:nearest(21, -1).s), 20, 1e-12)
  t.eq(li.route(ROUTES.line):least_radius(), nil)
end)

t.test("a path beside another keeps its distance", function()
  local r = li.route { { "line", length = 15 }, { "arc", radius = 20, angle = 1.5 } }
  local left = r:beside(4)
  for i = 0, 10 do
    local x, y = left:at(left.length * i / 10)
    t.near(r:nearest(x, y).offset, 4, 2e-3)
  end
  t.raises("20 m is beyond the centre of the curve at s = 15 m", r.beside, r, 20)
end)

t.test("gates: a spline through their middles", function()
  local r = li.route { gates = { { left = { 0, 2 }, right = { 0, -2 } },
    { left = { 10, 4 }, right = { 10, 2 } }, { left = { 20, 1 }, right = { 20, -1 } } } }
  t.near(r:nearest(10, 3).offset, 0, 1e-12)
end)

t.test("mistakes have their place", function()
  t.raises("%[2%]: expected a segment, .*did you mean 'line'", li.route,
    { { "line", length = 1 }, { "lin", length = 1 } })
  t.raises("%[1%]: expected either angle", li.route, { { "arc", radius = 5 } })
  t.raises("%[1%].radius: expected a number that is not 0", li.route,
    { { "arc", radius = 0, angle = 1 } })
  t.raises("closed: it ends 1 m away from its beginning, at 1, 0", li.route,
    { { "line", length = 1 }, closed = true })
  t.raises("through%[2%]: it is the point before it", li.route,
    { through = { { 1, 1 }, { 1, 1 } } })
  t.raises("radius: no room for arcs of 30 m between the points 1 and 2", li.route,
    { through = { { 0, 0 }, { 20, 0 }, { 20, 20 } }, how = "lines", radius = 30 })
  t.raises("through%[2%]: the path turns back there", li.route,
    { through = { { 0, 0 }, { 20, 0 }, { 10, 0 } }, how = "lines", radius = 3 })
end)

t.test("speed profiles: a straight, a circle, speeding up on a circle in closed form", function()
  local line = li.route { { "line", length = 100 } }
  local p = li.speed_profile(line, { lateral = 8, drive = 3, brake = 8, start = 0, finish = 0,
    most = 99, step = 0.1 })
  local v = sqrt(2 * 3 * 8 * 100 / 11)
  t.near(p.v:max(), v, 5e-3)
  t.near(p.time, v / 3 + v / 8, 2e-2)
  t.near((p:at(30)), sqrt(2 * 3 * 30), 1e-9)
  t.near((p:at(90)), sqrt(2 * 8 * 10), 1e-9)
  local circle = li.route { { "arc", radius = 40, angle = 2 * pi }, closed = true }
  t.near((li.speed_profile(circle, { lateral = 8, drive = 3, brake = 8 }):at(33)), sqrt(8 * 40),
    1e-12)
  -- dw/ds = 2 a sqrt(1 - (w k/l)^2): w = l/k sin(2 a k s/l)
  local arc = li.route { { "arc", radius = 40, angle = 2 } }
  p = li.speed_profile(arc, { lateral = 8, drive = 3, brake = 8, start = 0, step = 0.05 })
  for _, s in ipairs { 10, 30, 60 } do
    t.near(p:at(s) ^ 2, 320 * sin(2 * 3 / 320 * s), 0.02)
  end
  t.raises("most: expected the largest speed", li.speed_profile, line, { lateral = 8, drive = 3,
    brake = 8 })
  t.raises("a kink of 90 deg", li.speed_profile, li.route { through = { { 0, 0 }, { 9, 0 },
    { 9, 9 } }, how = "lines" }, { lateral = 8, drive = 3, brake = 8 })
end)

t.test("it draws and tells itself", function()
  t.ok(#li.route(ROUTES.rounded):plot():svg() > 3000)
  t.eq(tostring(li.route(ROUTES.arc)), "path of 30 m, 1 pieces\nleast radius 25 m at s = 0 m")
  t.ok(abs(li.route(ROUTES.line).length - 20) < 1e-12)
end)

t.done()
