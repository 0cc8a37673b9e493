-- test_surface_laws.lua - every kind of road surface: slopes and bends against finite differences,
-- normals and axes, numbers against expressions and texts; friction maps; the waves of motions
local t = require "t"
local li = require "liaison"

li.surface { "flat" } -- lazy: the list of kinds stands behind it
local kinds = require "liaison.roads.kinds"
local abs, sqrt, sin, cos, pi = math.abs, math.sqrt, math.sin, math.cos, math.pi

local function bump(more)
  local spec = { "bump", height = 0.1, length = 2, at = 0.5 }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.surface(spec)
end
local function hill() return li.surface { "formula", z = "0.1*sin(x)*cos(2*y)" } end

-- of kinds that are made of others
local COMBINED = {
  sum = { { of = { bump(), hill() } }, { of = { hill() }, friction = "0.5 + 0.1*x" } },
  multiple = { { of = hill(), factor = -3 } },
  moved = { { of = hill(), x = 1, y = -0.5, z = 2, heading = 0.7 } },
  strip = { { of = hill(), right = -0.5, left = 2, edge = 0.3 } },
}

local random = li.random(18)
local function some() return random:uniform(-1.5, 4), random:uniform(-1.7, 1.7) end

local function surfaces_of(row)
  local list = {}
  for i, spec in ipairs(row.examples or COMBINED[row.name]) do
    local full = { row.name }
    for key, x in pairs(spec) do full[key] = x end
    list[i] = li.surface(full)
  end
  return list
end

-- no corner of a piece within a step of h: left and right slopes agree
local function smooth(s, x, y, h)
  local function kink(dx, dy)
    local a, b, c = s:height(x - dx, y - dy), s:height(x, y), s:height(x + dx, y + dy)
    return abs(a - 2 * b + c) > 1e-2 * h
  end
  return not kink(h, 0) and not kink(0, h)
end

for _, row in ipairs(kinds.rows) do
  t.test(row.name .. ": slopes are finite differences, bends those of slopes", function()
    local asked, h = 0, 1e-5
    for _, s in ipairs(surfaces_of(row)) do
      for _ = 1, 60 do
        local x, y = some()
        if smooth(s, x, y, h) then
          local p, q = s:slope(x, y)
          local scale = 1 + abs(p) + abs(q)
          t.near(p / scale, (s:height(x + h, y) - s:height(x - h, y)) / (2 * h) / scale, 2e-6)
          t.near(q / scale, (s:height(x, y + h) - s:height(x, y - h)) / (2 * h) / scale, 2e-6)
          asked = asked + 1
        end
      end
    end
    t.ok(asked > 50, asked .. " asked")
  end)

  t.test(row.name .. ": the normal is unit, upwards, across the slopes; axes turn right", function()
    for _, s in ipairs(surfaces_of(row)) do
      for _ = 1, 20 do
        local x, y = some()
        local heading = random:uniform(-4, 4)
        local p, q = s:slope(x, y)
        local n, E = s:normal(x, y), s:axes(x, y, heading)
        t.near({ n:norm(), n:dot(li.vec { 1, 0, p }), n:dot(li.vec { 0, 1, q }) }, { 1, 0, 0 },
          1e-13)
        t.ok(n[3] > 0)
        t.near(E:transpose() * E, li.eye(3), 1e-13)
        t.near(E:det(), 1, 1e-13)
        t.near({ E[1][3], E[2][3], E[3][3] }, { n[1], n[2], n[3] }, 1e-13)
        -- the first axis, seen from above, runs by the heading
        t.near(E[1][1] * sin(heading) - E[2][1] * cos(heading), 0, 1e-14)
        t.ok(E[1][1] * cos(heading) + E[2][1] * sin(heading) > 0)
      end
    end
  end)

  t.test(row.name .. ": expressions and texts give the numbers", function()
    local u, v = li.symbols "u_s v_s"
    for _, s in ipairs(surfaces_of(row)) do
      local text = li.expr(s:text(), "new")
      local z, elsewhere = s:height(), s:height(u * 2, v + 1)
      local symbols = s:curvature()
      for _ = 1, 20 do
        local x, y = some()
        local here = s:height(x, y)
        local function at(e, names)
          local need = {}
          for _, symbol in ipairs(li.expr(e):symbols()) do
            need[tostring(symbol)] = names[tostring(symbol)]
          end
          return li.expr(e):eval(need)
        end
        t.close(at(z, { x = x, y = y }), here, 1e-13)
        t.close(at(text, { x = x, y = y }), here, 1e-13, "the text")
        t.close(at(elsewhere, { u_s = x / 2, v_s = y - 1 }), here, 1e-9)
        t.close(at(symbols, { x = x, y = y }), s:curvature(x, y), 1e-11)
        t.close(at(s:friction(), { x = x, y = y }), s:friction(x, y), 1e-13)
      end
    end
  end)

  t.test(row.name .. ": curvature is the bend of the section along the heading", function()
    local h, asked = 1e-4, 0
    for _, s in ipairs(surfaces_of(row)) do
      for _ = 1, 30 do
        local x, y = some()
        local heading = random:uniform(-4, 4)
        local c, d = cos(heading), sin(heading)
        -- the section's own curvature z''/(1 + z'^2)^(3/2), by Meusnier's theorem times the cosine
        -- between its normal and that of the surface
        local p, q = s:slope(x, y)
        local along = p * c + q * d
        local function slope_at(r)
          local a, b = s:slope(x + r * c, y + r * d)
          return a * c + b * d
        end
        local bend, half = (slope_at(h) - slope_at(-h)) / (2 * h),
          (slope_at(h / 2) - slope_at(-h / 2)) / h
        if abs(bend - half) < 1e-4 * (1 + abs(bend)) then
          local want = bend / (1 + along ^ 2) ^ 1.5 * sqrt(1 + along ^ 2) / sqrt(1 + p * p + q * q)
          t.close(s:curvature(x, y, heading), want, 1e-3)
          asked = asked + 1
        end
      end
    end
    t.ok(asked > 10, asked .. " asked")
  end)

  t.test(row.name .. ": it prints, and draws", function()
    for _, s in ipairs(surfaces_of(row)) do
      t.ok(tostring(s):find("^" .. row.name .. ": "), tostring(s))
      t.ok(#s:plot { to = 2, step = 0.1, y = { -1, 1 } }:svg() > 1000)
    end
  end)
end

t.test("known answers: slope and bank in both orders are turned planes", function()
  local g, b = 0.3, 0.4
  -- Rodrigues' matrices of li.road.slope: psi_y = -grade lifts what is ahead; its road order has
  -- the bank last
  local s = li.surface { "plane", grade = g, bank = b }
  local R = li.road.slope(b, -g, 0)
  t.near(s:normal(2, 1), { R[1][3], R[2][3], R[3][3] }, 1e-14)
  s = li.surface { "plane", grade = g, bank = b, order = "bank" }
  local M = li.rot.x(b) * li.rot.y(-g)
  t.near(s:normal(2, 1), M * li.vec { 0, 0, 1 }, 1e-14)
  -- along the first axis the grade is the angle told; the bank of a pure bank too
  local E = li.surface { "plane", grade = g, bank = b }:axes(0, 0, 0)
  t.near({ E[1][1], E[2][1], E[3][1] }, { cos(g), 0, sin(g) }, 1e-14)
  t.near(li.surface { "plane", bank = b }:axes(0, 0, pi / 2)[3][1], sin(b), 1e-14)
  t.ok(li.surface { "plane", bank = 0.1 }:height(0, 1) > 0, "the left side is lifted")
end)

t.test("known answers: bumps, ramps, tables", function()
  local s = bump()
  t.near({ s:height(0.5, 3), s:height(1, 0), s:height(1.5, 0), s:height(2.5, 0) },
    { 0, 0.05, 0.1, 0 }, 1e-16)
  t.near({ s:slope(1, 0) }, { 0.1 * pi / 2, 0 }, 1e-15)
  t.near(s:curvature(1.5, 0), -0.1 * pi ^ 2 / 2, 1e-13, "the crest: -h (2 pi/L)^2/2")
  s = bump { shape = "parabola" }
  t.near({ s:height(1.5, 0), (s:slope(0.5 + 1e-9, 0)) }, { 0.1, 0.2 }, 1e-8)
  s = bump { shape = "ramp" }
  t.near({ s:height(0.75, 0), s:height(1, 0), s:height(1.9, 0), s:height(2.25, 0) },
    { 0.05, 0.1, 0.1, 0.05 }, 1e-15)
  s = bump { shape = "step", flank = 0.2 }
  t.near({ s:height(0.6, 0), s:height(0.7, 0), s:height(2.3, 0), s:height(2.4, 0) },
    { 0.05, 0.1, 0.1, 0.05 }, 1e-15)
  s = li.surface { "ramp", height = 0.3, length = 2, at = 1 }
  t.near({ s:height(0, 0), s:height(2, 0), s:height(9, 0), (s:slope(2, 0)) },
    { 0, 0.15, 0.3, 0.15 }, 1e-15)
  -- a table comes back at its points, is level at the ends, held beyond
  s = li.surface { "profile", x = { 0, 1, 3, 4 }, z = { 0.1, 0.2, -0.1, 0 } }
  t.near({ s:height(-5, 0), s:height(0, 0), s:height(1, 0), s:height(3, 1), s:height(7, 0),
    (s:slope(0, 0)) }, { 0.1, 0.1, 0.2, -0.1, 0, 0 }, 1e-14)
  -- between two points level at both ends: 3 u^2 - 2 u^3
  s = li.surface { "profile", x = { 0, 2 }, z = { 0, 1 } }
  t.near({ s:height(0.5, 0), s:curvature(1e-12, 0) }, { 3 / 16 - 2 / 64, 6 / 4 }, 1e-10)
  local z = { { 0, 0.1, 0 }, { 0.2, 0.3, -0.1 }, { 0, 0, 0.4 } }
  for _, how in ipairs { "cubic", "linear" } do
    s = li.surface { "grid", x = { 0, 1, 3 }, y = { -1, 0.5, 1 }, z = z, how = how }
    for i, x in ipairs { 0, 1, 3 } do
      for j, y in ipairs { -1, 0.5, 1 } do t.near(s:height(x, y), z[i][j], 1e-15) end
    end
    t.near({ s:height(-9, 9), s:height(9, -9) }, { 0, 0 }, 1e-15)
  end
  t.near(s:height(0.5, -0.25), (0 + 0.1 + 0.2 + 0.3) / 4, 1e-15, "the middle of four")
  -- grids smooth in x alone are profiles
  local P = li.surface { "profile", x = { 0, 1, 3 }, z = { 0.1, 0.5, 0.2 } }
  local G = li.surface { "grid", x = { 0, 1, 3 }, y = { 0, 1 },
    z = { { 0.1, 0.1 }, { 0.5, 0.5 }, { 0.2, 0.2 } } }
  for _, x in ipairs { 0.3, 1.7, 2.9 } do t.near(G:height(x, 0.4), P:height(x, 0), 1e-14) end
end)

t.test("smooth tables have continuous slope and curvature at their points", function()
  local s = li.surface { "grid", x = { 0, 1, 3 }, y = { -1, 0.5, 1 },
    z = { { 0, 0.1, 0 }, { 0.2, 0.3, -0.1 }, { 0, 0, 0.4 } } }
  local h = 1e-9
  t.near({ s:slope(1 - h, 0.3) }, { s:slope(1 + h, 0.3) }, 1e-7)
  t.near({ s:slope(0.3, 0.5 - h) }, { s:slope(0.3, 0.5 + h) }, 1e-7)
  for _, heading in ipairs { 0, 0.4, 1.5 } do
    t.near(s:curvature(1 - h, 0.3, heading), s:curvature(1 + h, 0.3, heading), 1e-6)
    t.near(s:curvature(0.3, 0.5 - h, heading), s:curvature(0.3, 0.5 + h, heading), 1e-6)
  end
end)

t.test("sums, multiples, moved ones, strips", function()
  local a, b = bump(), hill()
  for _ = 1, 30 do
    local x, y = some()
    t.near((a + b):height(x, y), a:height(x, y) + b:height(x, y), 1e-15)
    t.near((3 * a):height(x, y), 3 * a:height(x, y), 1e-15)
    t.near((a * -1):height(x, y), -a:height(x, y), 1e-15)
    -- the moved surface at a moved place: itself
    local c, s = cos(0.7), sin(0.7)
    local m = b:moved { x = 1, y = 2, z = 3, heading = 0.7 }
    t.near(m:height(1 + c * x - s * y, 2 + s * x + c * y), 3 + b:height(x, y), 1e-14)
    local strip = b:strip(-0.5, 1, 0.25)
    local want = y <= -0.5 and 0 or y >= 1 and 0 or y >= -0.25 and y <= 0.75 and b:height(x, y)
    if want then t.near(strip:height(x, y), want, 1e-15) end
  end
  local turned = li.surface { "plane", grade = 0.1 }:moved { heading = pi / 2 }
  t.near({ turned:slope(0, 0) }, { 0, math.tan(0.1) }, 1e-15)
  local h = li.symbols "h_bump"
  local s = li.surface { "bump", height = h, length = 2 }
  t.near(s:height(1, 0):eval { h_bump = 0.3 }, 0.3, 1e-16, "a height in symbols")
  local text = li.surface { "bump", height = "h_bump", length = "2*l_bump" }
  t.near(text:height(1.5, 0):eval { h_bump = 0.3, l_bump = 1.5 }, 0.3, 1e-15, "names in texts")
  t.raises("no number for the names", function() s:track(0, 1, 0.1) end)
end)

t.test("friction maps", function()
  local function mu(friction, x, y)
    return li.surface { "flat", friction = friction }:friction(x, y)
  end
  t.eq(mu(nil, 1, 2), 1)
  t.eq(mu(0.3, 1, 2), 0.3)
  t.near(mu("0.5 + 0.1*x*y", 1, 2), 0.7, 1e-15)
  local split = { "split", left = 0.8, right = 0.2, at = 1 }
  t.near({ mu(split, 0, 1.1), mu(split, 0, 0.9) }, { 0.8, 0.2 })
  split.edge = 0.2
  t.near({ mu(split, 0, 1.1), mu(split, 0, 1), mu(split, 0, 0.9) }, { 0.8, 0.5, 0.2 }, 1e-14)
  local board = { "checkerboard", first = 0.9, second = 0.1, size = 2 }
  for i = -3, 3 do
    for j = -3, 3 do
      t.eq(mu(board, 2 * i + 0.7, 2 * j + 1.3), (i + j) % 2 == 0 and 0.9 or 0.1)
    end
  end
  local patches = { "patches", outside = 0.9, patches = {
    { x = { 0, 10 }, y = { -2, 0 }, mu = 0.1 }, { x = { 4, 5 }, y = { -5, 5 }, mu = 0.5 } } }
  t.near({ mu(patches, 1, -1), mu(patches, 1, 1), mu(patches, 4.5, -1), mu(patches, 4.5, 3),
    mu(patches, 11, -1) }, { 0.1, 0.9, 0.5, 0.5, 0.9 })
  local grid = { "table", x = { 0, 2 }, y = { 0, 1 }, mu = { { 0.2, 0.4 }, { 0.6, 0.8 } } }
  t.near({ mu(grid, 0, 0), mu(grid, 1, 0.5), mu(grid, 9, 9) }, { 0.2, 0.5, 0.8 }, 1e-15)
  -- with its surface it moves; of a sum it is the product; what is told last holds
  local s = li.surface { "flat", friction = { "split", left = 0.8, right = 0.5 } }
  t.eq(s:moved { y = 3 }:friction(0, 2), 0.5)
  t.eq((s + li.surface { "flat", friction = 0.5 }):friction(0, 1), 0.4)
  t.eq((2 * s):strip(-1, 1, 0.1):friction(0, 0.5), 0.8)
  t.eq(li.surface { "sum", of = { s }, friction = 0.7 }:friction(0, 1), 0.7)
end)

t.test("bad roads are refused with the place", function()
  for _, bad in ipairs {
    { {}, "surface: expected a kind first" },
    { { "bmp" }, "unknown 'bmp' %(did you mean 'bump'%?%)" },
    { { "bump", height = 1, length = -1 }, "surface.length: expected a number > 0, got %-1" },
    { { "bump", height = 1, length = 1, shape = "x" }, "surface.shape: expected 'cosine'" },
    { { "bump", height = 1, length = 1, flank = 0.2 }, "surface.flank: a cosine has no flanks" },
    { { "bump", height = 1, length = 1, flank = 0.6, shape = "step" },
      "surface.flank: two flanks of 0.6 are longer than the bump of 1" },
    { { "bump", hieght = 1 }, "unknown key 'hieght' %(did you mean 'height'%?%)" },
    { { "plane", grade = 2 }, "surface.grade: expected an angle within a quarter" },
    { { "profile", x = { 0, 0 }, z = { 1, 2 } }, "surface.x%[2%]: expected more than 0, got 0" },
    { { "profile", x = { 0, 1 }, z = { 1 } }, "surface.z: expected 2 numbers" },
    { { "profile", x = { 0 }, z = { 1 } }, "surface.x: expected at least 2 numbers, got 1" },
    { { "grid", x = { 0, 1 }, y = { 0, 1 }, z = { { 1, 2 } } },
      "surface.z: expected 2 rows of 2 numbers, got 1 of 2" },
    { { "waves", waves = { { amplitude = 1, length = 0 } } }, "surface.waves%[1%].length" },
    { { "formula", z = "x+" }, "surface.z: 'x%+': column 3" },
    { { "iso8608" }, "surface: expected class = 'A' to 'H' or Gd" },
    { { "iso8608", class = "A", Gd = 1 }, "surface: expected class = 'A' to 'H' or Gd" },
    { { "iso8608", class = "J" }, "surface.class: expected 'A'" },
    { { "iso8608", class = "A", band = { 1, 0.1 } }, "surface.band: expected {n1, n2}" },
    { { "iso8608", class = "A", coherence = "amon" }, "unknown coherence 'amon' %(did you mean" },
    { { "iso8608", class = "A", coherence = { "ammon", track = 1 } }, "surface.coherence.a" },
    { { "sum", of = { 1 } }, "surface.of%[1%]: expected a surface, got 1" },
    { { "strip", of = hill(), right = 0, left = 0.1, edge = 0.1 }, "surface.left: expected at" },
    { { "flat", friction = -1 }, "surface.friction: expected a number >= 0, got %-1" },
    { { "flat", friction = { "splt" } }, "unknown friction 'splt' %(did you mean 'split'%?%)" },
    { { "flat", friction = { "split", left = -1, right = 1 } }, "surface.friction.left" },
    { { "flat", friction = { "patches", patches = { { x = { 0 }, y = { 0, 1 }, mu = 1 } } } },
      "surface.friction.patches%[1%].x: expected at least 2" },
  } do t.raises(bad[2], li.surface, bad[1]) end
  t.raises("a surface of kind flat tells none", function() li.surface { "flat" }:spectrum(1) end)
  t.raises("expected from < to", function() li.surface { "flat" }:track(1, 0, 0.1) end)
  t.raises("expected a surface, got 1", function() return hill() + 1 end)
end)

t.done()
