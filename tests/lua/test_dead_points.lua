-- test_dead_points.lua - kane:simulate past places where the speeds chosen do not tell the motion
local t = require "t"
local li = require "liaison"

local sin, cos = math.sin, math.cos
local L1, L2, G = .2, .5, 9.81

local function crank_system()
  local s = li.system { planar = true, gravity = { 0, "-g" } }
  local al, be, la = s:coordinates "al be la"
  s:body { name = "crank", m = 1, j = 1 / 300, com = { .1, 0 }, place = { 0, 0, al } }
  s:body { name = "rod", m = "m", j = 1 / 32, com = { .25, 0 },
    place = { L1 * li.cos(al), L1 * li.sin(al), be } }
  s:body { name = "piston", m = .8, j = 0, place = { la, 0, 0 } }
  s:holonomic { L1 * li.cos(al) + L2 * li.cos(be) - la, L1 * li.sin(al) + L2 * li.sin(be) }
  return s
end

-- everything by the crank angle: be, la, and by its rate 1 theirs
local function closed(al)
  local be = -math.asin(L1 * sin(al) / L2)
  local bed = -L1 * cos(al) / (L2 * cos(be))
  return be, L1 * cos(al) + L2 * cos(be), bed, -L1 * sin(al) - L2 * sin(be) * bed
end

-- our own account: al'' = -(J' al'^2/2 + V')/J of J al'^2/2 + V, J and V by the crank alone
local function energy(al, w)
  local be, _, bed, lad = closed(al)
  local x, y = -L1 * sin(al) - .25 * sin(be) * bed, L1 * cos(al) + .25 * cos(be) * bed
  local J = 1 / 300 + .01 + 1.5 * (x * x + y * y) + bed * bed / 32 + .8 * lad * lad
  return J * w * w / 2 + G * (.1 * sin(al) + 1.5 * (L1 * sin(al) + .25 * sin(be))), J
end

local function own(al0, w0, span)
  local function rate(_, x, dx)
    local h = 1e-3
    local function J(a) return select(2, energy(a, 0)) end
    local function V(a) return (energy(a, 0)) end
    local function slope(f)
      return (8 * (f(x[1] + h) - f(x[1] - h)) - (f(x[1] + 2 * h) - f(x[1] - 2 * h))) / (12 * h)
    end
    dx[1] = x[2]
    dx[2] = -(slope(J) * x[2] ^ 2 / 2 + slope(V)) / J(x[1])
  end
  return assert(li.ode(rate, span, { al0, w0 }, { rtol = 1e-12, atol = 1e-13 })):state()[1]
end

t.test("a slider-crank in the slider's speed, through its dead points: as in the crank's, and "
  .. "as by our own account", function()
  local values = { values = { g = G, m = 1.5 }, rtol = 1e-9, atol = 1e-11 }
  local al, w = .7, 20
  local be, la, bed, lad = closed(al)
  local want = own(al, w, 1)
  for _, speeds in ipairs { { independent = "al" }, { independent = "be" }, { independent = "la" },
    { speeds = { "u = la' + 0.1*be'" } } } do
    local k = crank_system():kane(speeds)
    local run, why = k:simulate(1, { al = al, be = be, la = la,
      ["al'"] = speeds.independent == "al" and w or nil,
      ["be'"] = speeds.independent == "be" and bed * w or nil,
        ["la'"] = speeds.independent == "la" and lad * w or nil,
      u = speeds.speeds and (lad + .1 * bed) * w or nil }, values)
    t.ok(run, why)
    local what, n = tostring(k.alpha[1]), #run
    t.near(run.al[n], want, 2e-7, what)
    t.near(run.E[n], run.E[1], 2e-7, what)
    t.near(run.la[n], select(2, closed(run.al[n])), 1e-8, what)
    -- the speed asked for has a column of its own, told right at the dead points too
    local _, _, rate_be, rate_la = closed(run.al[n])
    local last = w > 0 and math.sqrt(2 * (energy(al, w) - (energy(run.al[n], 0)))
      / select(2, energy(run.al[n], 0)))
    local speed = { ["al'"] = last, ["be'"] = rate_be * last, ["la'"] = rate_la * last,
      u = (rate_la + .1 * rate_be) * last }
    t.near(run[what][n], speed[what], 1e-5, what)
    if what == "al'" then
      t.eq(run:info().speeds, nil)
    else
      t.ok(run:info().speeds:find("^" .. what
        .. " did not tell the motion at t = 0%.%d+: in the rates of all coordinates"), what)
    end
  end
end)

t.test("outputs, accelerations, further states, inputs and their x are those of the speeds chosen",
  function()
  local al, w = .7, 20
  local be, la, _, lad = closed(al)
  local s = crank_system()
  s.bodies[3]:force { f = { "F", 0 } }
  local k = s:kane { independent = "la" }
  local seen = {}
  local options = { values = { g = 0, m = 0 },
    inputs = { F = function(time, x) seen[#seen + 1] = { time, #x, x[1], x[4] } return -5
    * x[4] end },
    states = { s = { rate = "la'", start = la } }, outputs = { push = "F*la'", acc = "la''" },
      rtol = 1e-10, atol = 1e-12 }
  local run = assert(k:simulate(.5, { al = al, be = be, la = la, ["la'"] = lad * w }, options))
  t.ok(run:info().speeds)
  for _, x in ipairs(seen) do
    t.eq(x[2], 3 + 1 + 2, "coordinates, the speed, the state, the work")
  end
  for i = 1, #run, 20 do
    t.near(run.s[i], run.la[i], 1e-8)
    t.near(run.push[i], -5 * run["la'"][i] ^ 2, 1e-9)
  end
  -- the work is what the damper took; its acceleration is the slope of the speed
  t.near(run.T[#run] - run.W[#run], run.T[1] - run.W[1], 1e-6)
  t.ok(run:info().drift < 1e-6)
  local function speed(time) return run:at("la'", time) end
  t.near(run:at("acc", .2), (speed(.2001) - speed(.1999)) / 2e-4, .5)
end)

t.test("a bead on a turning rod, chosen by itself: through where the rod stands across the "
  .. "coordinate", function()
  local s = li.system { planar = true }
  local x, y = s:coordinates "xb yb"
  s:body { name = "bead", m = 1, j = 0, place = { x, y, 0 } }
  s:holonomic "xb*sin(w*t + p) - yb*cos(w*t + p)"
  -- along the rod rho'' = w^2 rho: rho0 cosh w t + rho0'/w sinh w t
  local w, p, rho, slide = 2, .4, .5, .1
  local e = math.exp(w * 2)
  local r, angle = rho * (e + 1 / e) / 2 + slide / w * (e - 1 / e) / 2, w * 2 + p
  local xd, yd = slide * cos(p) - rho * w * sin(p), slide * sin(p) + rho * w * cos(p)
  for _, independent in ipairs { "xb", "yb", false } do
    local k = s:kane { independent = independent or nil }
    local start = { xb = rho * cos(p), yb = rho * sin(p), ["xb'"] = xd, ["yb'"] = yd }
    for _, name in ipairs { "xb'", "yb'" } do
      if tostring(k.alpha[1]) ~= name then start[name] = nil end
    end
    local run = assert(k:simulate(2, start, { values = { w = w, p = p }, rtol = 1e-12,
      atol = 1e-13 }))
    t.near({ run.xb[#run], run.yb[#run] }, { r * cos(angle), r * sin(angle) }, 1e-9,
      tostring(independent))
    t.ok(run:info().speeds, tostring(independent))
  end
end)

t.test("where it cannot go on it stops, and says where and what to take", function()
  local be, la, _, lad = closed(.7)
  local k = crank_system():kane { independent = "la" }
  local start = { al = .7, be = be, la = la, ["la'"] = lad * 20 }
  local run, why, code, failed = k:simulate(1, start,
    { values = { g = 0, m = 1 }, events = { { g = function() return 1 end } } })
  t.eq(run, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find("^the speeds la' do not tell the motion at t = 0%.1%d+ %(a dead point of "
    .. "theirs%).*take other speeds"), why)
  t.ok(failed)
  _, why, code = k:replace({ g = 0, m = 1 }):simulate(1, start)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "kane:replace", why)
end)

t.test("speeds that stay regular are watched and left alone: the same bits, nothing told",
  function()
  local be, la = closed(.7)
  local k = crank_system():kane { independent = "al" }
  local run = assert(k:simulate(.5, { al = .7, be = be, la = la, ["al'"] = 20 },
    { values = { g = G, m = 1.5 } }))
  t.eq(run:info().speeds, nil)
  t.eq(#run:state(), 3)
  t.eq(#select(2, run:state()), 1) -- the speed: the work is the column W
end)

t.done()
