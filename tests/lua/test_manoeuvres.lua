-- test_manoeuvres.lua - manoeuvres: every row runs, tells and draws itself; measures of the car on
-- two wheels against closed forms; comparisons; what is missing
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)
local kinds = require "liaison.manoeuvres.kinds"
local measures = require "liaison.manoeuvres.measures"

local sqrt, exp, cos, sin, atan, log, pi = math.sqrt, math.exp, math.cos, math.sin, math.atan,
  math.log, math.pi

local M, J, A, B, CF, CR = 1300, 2000, 1.2, 1.4, 9e4, 1.1e5
local L, G = A + B, 9.81
local K = M / L * (B / CF - A / CR)

local function two(more)
  local s = { mass = M, inertia = J, a = A, b = B, front = CF, rear = CR, linear = true }
  for key, x in pairs(more or {}) do s[key] = x end
  return li.single_track(s)
end

-- y = yaw rate by steer: b1 s + b0 over s^2 + 2 z w s + w^2
local function book(V)
  local d = A * CF - B * CR
  local b1 = A * CF / J
  local b0 = CF * CR * L / (M * J * V)
  local w2 = CF * CR * L ^ 2 / (M * J * V ^ 2) - d / J
  local zw = ((CF + CR) / M + (A ^ 2 * CF + B ^ 2 * CR) / J) / (2 * V)
  return b1, b0, sqrt(w2), zw / sqrt(w2)
end

t.test("every row is whole, its names are its own, and li.manoeuvres lists it", function()
  t.ok(#kinds.rows >= 25)
  local list = li.manoeuvres()
  t.eq(#list, #kinds.rows)
  for i, row in ipairs(kinds.rows) do
    t.eq(list[i].name, row.name)
    t.ok(#row.text > 20 and #row.title > 2 and #row.standard > 2, row.name)
    for _, name in ipairs(row.also) do t.eq(kinds.by_name[kinds.plain(name)], row, name) end
    t.eq(kinds.by_name[kinds.plain(row.name)], row)
  end
  t.eq(kinds.plain "ISO 3888-2", "iso3888_2")
  t.eq(kinds.plain "Sine with Dwell", "sine_with_dwell")
end)

-- those that the car on two wheels can do, with options that make them short
local SHORT = { iso4138 = { points = 6 }, iso7401_step = {}, iso7401_sine = {},
  iso7401_continuous = { periods = 1 }, iso7401_random = { time = 4, settle = 2 },
  iso7401_pulse = { time = 3 }, frequency_response = {}, iso3888_1 = { driver = "lqr" },
  iso3888_2 = { driver = "lqr", speed = 10 }, slalom = { driver = "lqr", cones = 4 },
  ramp_steer = { time = 5 }, iso19365 = { angle = 0.02, step = 5, most = 6.5 },
  acceleration = { time = 4 }, speed_gains = { points = 8 }, root_locus = { points = 8 },
  moment_method = { lines = 5 } }

t.test("every row that two wheels can do: numbers, units, definitions, plots, a page", function()
  local m = two()
  for _, row in ipairs(kinds.rows) do
    local ok, r = pcall(li.manoeuvre, row.name, m, SHORT[row.name])
    if SHORT[row.name] then
      t.ok(ok, ("%s: %s"):format(row.name, tostring(r)))
      t.ok(#r.measures > 2 and #r.plots > 0, row.name)
      for _, x in ipairs(r.measures) do
        t.ok(type(x.value) ~= "number" or x.value - x.value == 0, row.name .. "." .. x.name)
        t.ok(#x.text > 3 and type(x.unit) == "string", row.name .. "." .. x.name)
        if x.value ~= "none" then t.eq(r:value(x.name), x.value) end
      end
      for _, rec in ipairs(r.records) do
        for name, column in pairs(rec.columns) do
          for i = 1, name ~= "run" and #column or 0 do
            t.ok(column[i] - column[i] == 0, row.name .. "." .. name)
          end
        end
      end
      t.ok(tostring(r):find(row.title, 1, true) and #r:page() > 3000, row.name)
      t.ok(#r:plot():svg() > 1000, row.name)
    else
      -- what it lacks is named
      t.ok(not ok and tostring(r):find "vehicle", row.name .. ": " .. tostring(r))
    end
  end
end)

t.test("ISO 4138: the understeer gradient and the speeds of the book, by three ways", function()
  for _, o in ipairs { { radius = 120 }, { radius = -120 }, { speed = 25 }, { steer = 0.02,
    most_speed = 25 } } do
    local r = li.manoeuvre("ISO 4138", two(), o)
    local way = next(o)
    t.near(r.values.understeer_gradient, K, 0.01 * K, way)
    t.near(r.values.understeer_gradient_at, K, 0.01 * K, way)
    t.near(r.values.characteristic_speed, sqrt(L / K), 0.006 * sqrt(L / K), way)
    t.near(r.values.wheelbase, L, 0.01, way)
    t.eq(r.values.critical_speed, nil)
  end
  local loose = li.manoeuvre("iso4138", two { front = 1.1e5, rear = 8e4 }, { radius = 100,
    most = 4 })
  local k = M / L * (B / 1.1e5 - A / 8e4)
  t.near(loose.values.critical_speed, sqrt(-L / k), 0.02 * sqrt(-L / k))
end)

t.test("the step: gain, response time, overshoot of the second order system", function()
  local V = 25
  local b1, b0, w, z = book(V)
  local r = li.manoeuvre("iso7401_step", two(), { speed = V, steer = 0.01, rise = 0.002 })
  local final, wd = b0 / w ^ 2, w * sqrt(1 - z * z)
  t.near(r.values.yaw_rate_gain, final, 2e-3 * final)
  -- y = final (1 - exp(-z w t)(cos wd t + c sin wd t)), c = (z w - b1/final)/wd
  local c = (z * w - b1 / final) / wd
  local function y(time) return 1 - exp(-z * w * time) * (cos(wd * time) + c * sin(wd * time)) end
  local low, high = 0, 0.5
  for _ = 1, 60 do
    local middle = (low + high) / 2
    if y(middle) < 0.9 then low = middle else high = middle end
  end
  t.near(r.values.yaw_rate_response_time, low, 2e-3)
  -- y' = 0: tan(wd t) = (z w c - ... ), by search
  local peak, at = 0, 0
  for i = 1, 4000 do if y(i * 2e-4) > peak then peak, at = y(i * 2e-4), i * 2e-4 end end
  t.near(r.values.yaw_rate_peak_time, at, 2e-3)
  t.near(r.values.yaw_rate_overshoot, 100 * (peak - 1), 0.3)
  -- sideslip at rest: b/R - a m V^2/(Cr L R)
  t.near(r.values.sideslip, 0.01 * final / V * (B - A * M * V ^ 2 / (CR * L)), 2e-4)
end)

t.test("frequency responses: the book, random steering, a pulse, a sine agree", function()
  local V = 25
  local b1, b0, w, z = book(V)
  local function gain_of(f)
    local o = 2 * pi * f
    return sqrt((b0 ^ 2 + (b1 * o) ^ 2) / ((w ^ 2 - o ^ 2) ^ 2 + (2 * z * w * o) ^ 2))
  end
  local function phase_of(f)
    local o = 2 * pi * f
    return (li.atan(b1 * o / b0) - (math.atan2 or atan)(2 * z * w * o, w ^ 2 - o ^ 2)) / li.deg
  end
  for _, name in ipairs { "frequency_response", "iso7401_random", "iso7401_pulse" } do
    local o = { speed = V }
    if name == "iso7401_random" then o.steer, o.time, o.settle = 0.01, 10, 3 end
    if name == "iso7401_pulse" then o.steer = 0.01 end
    local r = li.manoeuvre(name, two(), o)
    local c = r.records[1].columns
    for i = 1, #c.frequency, 7 do
      t.near(c.yaw_rate_gain[i], gain_of(c.frequency[i]), 0.012 * gain_of(c.frequency[i]),
        ("%s at %g Hz"):format(name, c.frequency[i]))
      t.near(c.yaw_rate_phase[i], phase_of(c.frequency[i]), 1,
        ("%s at %g Hz"):format(name, c.frequency[i]))
    end
  end
  local r = li.manoeuvre("iso7401_continuous", two(), { speed = V, steer = 0.01, frequency = 1 })
  t.near(r.values.yaw_rate_gain, gain_of(1), 0.005 * gain_of(1))
  t.near(r.values.yaw_rate_phase, phase_of(1), 0.3)
  t.near(li.manoeuvre("iso7401_random", two(), { speed = V, steer = 0.01, time = 4,
    settle = 2 }).values.coherent_power, 1, 1e-3)
end)

t.test("gains and roots over speed: characteristic, critical, no sideslip", function()
  local r = li.manoeuvre("speed_gains", two(), { from = 5, to = 60, points = 30 })
  t.near(r.values.characteristic_speed, sqrt(L / K), 0.1)
  t.near(r.values.yaw_rate_gain_peak, sqrt(L / K) / (2 * L), 2e-3)
  t.near(r.values.sideslip_zero, sqrt(B * L * CR / (M * A)), 0.1)
  t.near(r.values.understeer_gradient, K, 1e-3 * K)
  local k = M / L * (B / 1.1e5 - A / 8e4)
  local loose = two { front = 1.1e5, rear = 8e4 }
  local critical = sqrt(-L / k)
  t.near(li.manoeuvre("speed_gains", loose, { to = 1.5 * critical }).values.critical_speed,
    critical, 0.15)
  local roots = li.manoeuvre("root_locus", loose, { to = 1.5 * critical, points = 60 })
  t.near(roots.values.unstable_from, critical, 0.3)
  -- damping of the book at one speed
  local _, _, w, z = book(30)
  roots = li.manoeuvre("root_locus", two(), { from = 10, to = 30, points = 5 })
  t.near(roots.values.least_damping, z, 1e-3)
  t.near(roots.values.least_damping_frequency, w / (2 * pi), 1e-3 * w)
end)

t.test("coasting down: road load, distance and time in closed form", function()
  local f0, f2 = 180, 0.6
  local m = two():extend { forces = { { "given", name = "resistance", at = "car", f = {
    ("-(%g + %g*x'^2)*x'/sqrt(x'^2 + 1e-6)"):format(f0, f2), 0, 0 } } } }
  local r = li.manoeuvre("coast_down", m, { speed = 30, to = 10 })
  t.near(r.values.f0, f0, 1)
  t.near(r.values.f1, 0, 0.2)
  t.near(r.values.f2, f2, 0.01)
  t.near(r.values.rolling_mass, M, 1e-6)
  local v1 = tonumber(r.measures[6].text:match "to ([%d.]+) m/s")
  local root = sqrt(f2 / f0)
  t.near(r.values.time, M / sqrt(f0 * f2) * (atan(30 * root) - atan(v1 * root)), 0.05)
  t.near(r.values.distance, M / (2 * f2) * log((f0 + f2 * 900) / (f0 + f2 * v1 ^ 2)), 1)
  t.raises("it slows from 30 to 30 m/s only: no road load can be seen", li.manoeuvre, "coast_down",
    two(), { speed = 30, time = 20 })
end)

t.test("acceleration from rest: way and time of an even push", function()
  local r = li.manoeuvre("acceleration", two(), { push = 4, rise = 0.01, speeds = { 10, 20, 99 } })
  t.near(r.values.time_to_10, 2.5, 0.01)
  t.near(r.values.way_to_20, 50, 0.3)
  t.eq(r.values.time_to_99, nil)
  t.near(r.values.largest_acceleration, 4, 1e-6)
end)

t.test("the yaw moment diagram: stability and control of the linear car", function()
  local V = 25
  local r = li.manoeuvre("moment_method", two(), { speed = V, lines = 3 })
  local s, d, q = CF + CR, A * CF - B * CR, A ^ 2 * CF + B ^ 2 * CR
  local a_beta, a_delta = -s / (M + d / V ^ 2), CF / (M + d / V ^ 2)
  local n_beta, n_delta = -d - q * a_beta / V ^ 2, A * CF - q * a_delta / V ^ 2
  t.near(r.values.stability, n_beta / a_beta / (M * L), 2e-4)
  t.near(r.values.control, n_delta / (M * G * L), 2e-3)
end)

t.test("what is read off a record", function()
  local x, y = {}, {}
  for i = 0, 400 do
    x[i + 1] = i * 0.01
    y[i + 1] = 2 * sin(3 * x[i + 1] + 0.4)
  end
  local at, top = measures.peak(x, y, 1)
  t.near({ at, top }, { (pi / 2 - 0.4) / 3, 2 }, 1e-4)
  t.near(measures.first(x, y, 0.5, 1, true), (2 * pi + math.asin(0.25) - 0.4) / 3, 1e-4)
  local re, im = measures.harmonic(x, y, 3 / (2 * pi), 0, 2 * pi / 3)
  t.near({ re, im }, { 2 * sin(0.4), -2 * cos(0.4) }, 1e-3)
  t.near({ measures.line({ 0, 1, 2 }, { 1, 3, 5 }) }, { 1, 2, 0 }, 1e-14)
  t.eq(measures.line({ 1, 1 }, { 0, 1 }), nil)
  t.near(measures.unwrap { 0, 3, 5.9, -0.1 }[4], 2 * pi - 0.1, 1e-12)
end)

t.test("two vehicles beside one another: a table, curves in one figure, a page", function()
  local a = li.manoeuvre("step_steer", two(), { speed = 20 })
  local b = li.manoeuvre("step_steer", two { name = "short", a = 1, b = 1.1 }, { speed = 20 })
  local both = a:beside(b)
  t.ok(tostring(both):find "1 single track .*2 short")
  t.ok(tostring(both):find "yaw_rate_gain")
  t.ok(#both:page() > 5000 and #both:plot():svg() > 3000)
  -- each figure of a page is cut by its own frame
  local seen = {}
  for id in both:page():gmatch 'clipPath id="([^"]+)"' do
    t.ok(not seen[id], id)
    seen[id] = true
  end
  t.ok(next(seen))
  t.raises("number 2 is 'iso7401_sine', the first is 'iso7401_step'", a.beside, a,
    li.manoeuvre("iso7401_sine", two(), { speed = 20 }))
end)

t.test("mistakes name what is meant and what is missing", function()
  t.raises("unknown manoeuvre 'elk tst' %(did you mean 'elk_test'", li.manoeuvre, "elk tst", two())
  t.raises("vehicle: the vehicle 'single track' has no input brake %(there are: force, steer",
    li.manoeuvre, "iso7975", two())
  t.raises("unknown key 'radus' %(did you mean 'radius'", li.manoeuvre, "iso4138", two(),
    { radus = 5 })
  t.raises("expected one of radius, speed and steer", li.manoeuvre, "iso4138", two(), { radius = 5,
    speed = 9 })
  local r = li.manoeuvre("iso4138", two(), { points = 4 })
  t.raises("no measure 'understeer' ", r.value, r, "understeer")
  t.raises("no plot 'steer'", r.plot, r, "steer")
end)

t.done()
