-- test_published.lua - vehicles of publications: every printed number comes out to its last digit,
-- and every number of a publication matters
--
-- The right-hand sides of CommonRoad: test_commonroad. With LIAISON_LAW=all also a random road.
local t = require "t"
local li = require "liaison"
local V = li.vehicles

local thorough = os.getenv "LIAISON_LAW" == "all"

local names = V.names "published"

for _, name in ipairs(names) do
  t.test(name .. ": what is printed comes out, with its source", function()
    local p = V.proof(name)
    for _, r in ipairs(p.rows) do
      t.ok(r.holds, ("%s: printed %s, ours %.17g"):format(r.what, r.printed, r.ours))
    end
    t.ok(p.holds and #p.rows >= 3)
    t.ok(#p.source > 20 and #p.licence > 5 and #p.text > 20)
    local text = tostring(p)
    t.ok(text:find(p.rows[1].printed, 1, true) and text:find "agree to the last digit printed")
    t.ok(V.list():find("\n" .. name, 1, true), "a line in the list")
  end)
end

-- files whose proof compares with a printed text, and how little a change of a number may be seen
local PRINTED = { "whipple_bicycle", "sharp_motorcycle" }

for _, name in ipairs(PRINTED) do
  t.test(name .. ": a number that is 3 % off shows", function()
    local e = require("liaison.catalog.published." .. name)
    local keys = {}
    for key in pairs(e.values) do keys[#keys + 1] = key end
    table.sort(keys)
    for k, key in ipairs(keys) do
      if thorough or k % 3 == 1 then
        local p = {}
        for other, x in pairs(e.values) do p[other] = x end
        p[key] = p[key] * 1.03
        local seen = false
        for _, r in ipairs(e.proof(e.build(p), p, e.build)) do
          local digits = #(r[2]:match "%.(%d*)" or "")
          seen = seen or math.abs(r[3] - tonumber(r[2])) > 0.5 * 10 ^ -digits
        end
        t.ok(seen, key)
      end
    end
  end)
end

t.test("the bicycle leaves its course and comes back between weave and capsize speed", function()
  -- paper: v_w = 4.29238253634111 m/s, v_c = 6.02426201538837 m/s
  local e = require "liaison.catalog.published.whipple_bicycle"
  local bike, p = V.whipple_bicycle(), e.values
  local function least_damped(speed)
    local re, most = e.at_speed(bike, p, speed).A:eig(), -math.huge
    for k = 1, 4 do most = math.max(most, re[k]) end
    return most
  end
  for _, speed in ipairs { 4.29238253634111, 6.02426201538837 } do
    t.near(least_damped(speed), 0, 1e-12)
    t.ok(least_damped(speed - 1e-3) * least_damped(speed + 1e-3) < 0)
  end
  t.ok(least_damped(5) < 0)
end)

t.test("Sharp's motorcycle runs: pushed at 100 ft/s it weaves as its eigenvalue says", function()
  local e = require "liaison.catalog.published.sharp_motorcycle"
  local bike, p = V.sharp_motorcycle(), e.values
  local u = 100 * 0.3048
  local run = bike:simulate(2.4, nil, { x = u, y = 0, yaw = 0, roll = 0, steer = 0,
    spin_r = u / p.R_r, spin_f = u / p.R_f, Y_r = 0, Y_f = 0 }, { rtol = 1e-9, atol = 1e-12,
    inputs = { torque = "piecewise(t < 0.1, 2, 0)" } })
  -- zeros of the steering rate behind the push: half periods of 19.2 rad/s
  local crossed, v = {}, run["steer'"]
  for i = 2, #run do
    if run.t[i] > 1.2 and v[i - 1] * v[i] < 0 then
      crossed[#crossed + 1] = run.t[i - 1]
        + (run.t[i] - run.t[i - 1]) * v[i - 1] / (v[i - 1] - v[i])
    end
  end
  t.ok(#crossed >= 4)
  t.near(math.pi * (#crossed - 1) / (crossed[#crossed] - crossed[1]), 19.2, 0.4)
end)

t.test("the semitrailer: a soft drive axle swings round above its critical speed", function()
  local e = require "liaison.catalog.published.tractor_semitrailer"
  local p = {}
  for key, x in pairs(e.values) do p[key] = x end
  p.n_R = 2
  local critical, truck = e.handling(p, 1).critical, e.build(p)
  t.near(critical, 8.204126541, 1e-8) -- sqrt(l_T/-K_t) by hand
  for factor, stable in pairs { [0.98] = true, [1.02] = false } do
    local re, most = e.at_speed(truck, factor * critical):eig(), -math.huge
    for k = 1, 4 do most = math.max(most, re[k]) end
    t.eq(most < 0, stable)
  end
  t.eq(e.handling(e.values, 1).critical, nil)
  -- the articulated truck backwards: the angle grows
  local back = e.at_speed(V.tractor_semitrailer(), -2)
  local re, most = back:eig(), -math.huge
  for k = 1, 4 do most = math.max(most, re[k]) end
  t.ok(most > 0)
end)

if thorough then
  t.test("the quarter car on a made road of class C: its rms within what 25 s tell", function()
    local e = require "liaison.catalog.published.quarter_car"
    local p, car = e.values, V.quarter_car()
    local road = li.surface { "iso8608", class = "C", seed = 5, waves = 120,
      band = { 0.01, 5 } }
    local height = road:height(li.expr(p.V) * li.time(), 0)
    local run = car:simulate(30, nil, nil, { inputs = { road = height }, dt = 0.005,
      record = "accelerations", rtol = 1e-6 })
    local sum, n = 0, 0
    for i = 1, #run do
      if run.t[i] > 5 then sum, n = sum + run["z_s''"][i] ^ 2, n + 1 end
    end
    t.near(math.sqrt(sum / n) / e.closed_form(p).acceleration, 1, 0.15)
  end)
end

-- T of two rods in the plane and each axle's force at its own place, by Lagrange: another road than
-- the model's bodies and its words for velocities
t.test("the semitrailer far from straight: the forces its accelerations take act at its axles",
  function()
  local p = require "liaison.catalog.published.tractor_semitrailer".values
  local m_T, m = p.m_F0 + p.m_R0, p.m_F + p.m_R + p.m_M
  local m_S, b = m - m_T, p.l_T * p.m_F0 / m_T
  local d, a = p.l_S * p.m_M / m_S, p.l_T - b
  local x, y, psi, phi = li.coordinates "x y psi phi"
  local q = { x, y, psi, phi }
  local function ahead(angle, r) return { x + r * li.cos(angle), y + r * li.sin(angle) } end
  local hitch = ahead(psi, -(b + p.c))
  local function behind(r)
    return { hitch[1] - r * li.cos(psi - phi), hitch[2] - r * li.sin(psi - phi) }
  end
  local function square(e) return e[1]:d() ^ 2 + e[2]:d() ^ 2 end
  local T = m_T * square { x, y } / 2 + m_S * square(behind(d)) / 2 + p.I_T * psi:d() ^ 2 / 2
    + p.I_S * (psi:d() - phi:d()) ^ 2 / 2
  local eq = li.lagrange { q = q, T = T, V = 0 * x }
  local state = { q = { 3, -2, 0.7, 0.4 }, v = { 9, 6, 0.3, -0.2 } }
  local at = { x = 3, y = -2, psi = 0.7, phi = 0.4, ["x'"] = 9, ["y'"] = 6, ["psi'"] = 0.3,
    ["phi'"] = -0.2 }
  local delta, force = 0.3, 5000
  local tau = { 0, 0, 0, 0 }
  -- a force along a heading, at a place
  local function push(place, F, heading)
    for k = 1, 4 do
      tau[k] = tau[k] + F * (math.cos(heading) * place[1]:diff(q[k]):eval(at)
        + math.sin(heading) * place[2]:diff(q[k]):eval(at))
    end
  end
  local function axle(place, C, heading, angle)
    local vx, vy = place[1]:d():eval(at), place[2]:d():eval(at)
    local c, s = math.cos(heading), math.sin(heading)
    local slip = math.atan((vy * c - vx * s) / (vx * c + vy * s)) - angle
    push(place, -C * slip, heading + angle + math.pi / 2)
  end
  axle(ahead(psi, a), p.n_F * p.k, 0.7, delta)
  axle(ahead(psi, -b), p.n_R * p.k, 0.7, 0)
  axle(behind(p.l_S), p.n_M * p.k, 0.3, 0)
  push(ahead(psi, -b), force, 0.7)
  local lin = assert(V.tractor_semitrailer():linearize { q = state.q, v = state.v,
    u = { delta = delta, force = force }, states = "x y psi phi x' y' psi' phi'" })
  local rest = lin.rest
  t.close(eq:id(state.q, state.v, { rest[5], rest[6], rest[7], rest[8] }), tau, 1e-9)
end)

t.test("names, numbers of one's own, and what is refused", function()
  t.eq(table.concat(V.names(), " "), "closed_chain monopod robot2d car")
  t.eq(#V.names "all", #names + 4)
  t.near(V.quarter_car { values = { m_s = 500 } }:description().bodies[1].mass, 500, 0)
  t.eq(V.commonroad_st { values = { set = 3 } }.name, "ST3")
  t.raises("no published vehicle is named 'sharp'", V.proof, "sharp")
  t.raises("no published vehicle is named 'half_ca' %(did you mean 'half_car'", V.proof, "half_ca")
  t.raises("quarter_car.values: no number 'mass'", V.quarter_car, { values = { mass = 3 } })
  t.raises("quarter_car.data: expected 'ref'", V.quarter_car, { data = "mine" })
  t.raises("unknown key 'set'", V.commonroad_st, { set = 3 })
  t.ok(V.half_car { data = "ref" }:html():find("Published", 1, true))
  t.ok(not V.half_car { values = { V = 11 } }:html():find("Published", 1, true))
end)

t.done()
