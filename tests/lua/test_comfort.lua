-- test_comfort.lua - ISO 2631-1: the weightings against the tables of the standard, rms, crest
-- factor, VDV and MTVV of sines in closed form, a ride over a road against the spectrum
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)
local comfort = require "liaison.manoeuvres.iso2631"

local sin, sqrt, pi = math.sin, math.sqrt, math.pi

-- factors in thousandths by nominal frequency (Hz) [ISO 2631-1:1997, tables 3 and 4]. Of Wd at 10
-- Hz the table prints 212; its own formula gives 202, as ISO 8041 prints
local F = { 0.1, 0.125, 0.16, 0.2, 0.25, 0.315, 0.4, 0.5, 0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.15, 4,
  5, 6.3, 8, 10, 12.5, 16, 20, 25, 31.5, 40, 50, 63, 80 }
local TABLES = {
  Wk = { 31.2, 48.6, 79.0, 121, 182, 263, 352, 418, 459, 477, 482, 484, 494, 531, 631, 804, 967,
    1039, 1054, 1036, 988, 902, 768, 636, 513, 405, 314, 246, 186, 132 },
  Wd = { 62.4, 97.3, 158, 243, 365, 530, 713, 853, 944, 992, 1011, 1008, 968, 890, 776, 642, 512,
    409, 323, 253, 202, 161, 125, 100, 80, 63.2, 49.4, 38.8, 29.5, 21.1 },
  Wc = { 62.4, 97.2, 158, 243, 364, 527, 708, 843, 929, 972, 991, 1000, 1007, 1012, 1017, 1022,
    1024, 1013, 974, 891, 776, 647, 512, 409, 325, 256, 199, 156, 118, 84.4 },
  We = { 62.5, 97.5, 159, 245, 368, 536, 723, 862, 939, 941, 880, 772, 632, 512, 409, 323, 253,
    202, 160, 125, 100, 80.1, 62.5, 50.0, 39.9, 31.6, 24.7, 19.4, 14.8, 10.5 },
}
local FF = { 0.02, 0.025, 0.0315, 0.04, 0.05, 0.063, 0.08, 0.1, 0.125, 0.16, 0.2, 0.25, 0.315,
  0.4, 0.5, 0.63, 0.8, 1 }
local WF = { 24.2, 37.7, 59.7, 97.1, 157, 267, 461, 695, 895, 1006, 992, 854, 619, 384, 224, 116,
  53.0, 23.5 }

t.test("every weighting is that of the standard's table, within what it prints", function()
  for name, list in pairs(TABLES) do
    for i, f in ipairs(F) do
      t.near(comfort.gain(name, f), list[i] / 1000, 0.006 * list[i] / 1000,
        ("%s at %g Hz"):format(name, f))
    end
  end
  for i, f in ipairs(FF) do
    t.near(comfort.gain("Wf", f), WF[i] / 1000, 0.012 * WF[i] / 1000, ("Wf at %g Hz"):format(f))
  end
  -- the standard asks for 1 dB between 0.5 and 80 Hz: a number printed wrong is beyond that
  t.ok(math.abs(20 * math.log(comfort.gain("Wd", 10) / 0.212) / math.log(10)) < 1)
end)

local function tone(f, dt, n, a)
  local x = {}
  for k = 1, n do x[k] = (a or 1) * sin(2 * pi * f * (k - 1) * dt) end
  return x
end

t.test("a sine: rms, crest factor sqrt 2, VDV (3/8 T)^(1/4) a, MTVV", function()
  for _, f in ipairs { 1, 4, 16 } do
    local g = 2 * comfort.gain("Wk", f)
    local r = li.iso2631(tone(f, 0.002, 10000, 2), 0.002, { skip = 10 })
    t.near(r.rms, g / sqrt(2), 3e-3 * g)
    t.near(r.crest, sqrt(2), 6e-3)
    t.near(r.vdv, g * (3 / 8 * 10) ^ 0.25, 4e-3 * r.vdv)
    t.near(r.mtvv, g / sqrt(2), 5e-3 * g)
    t.near(r.time, 10, 1e-9)
  end
end)

t.test("a burst: MTVV is of its second, rms of all", function()
  local x = tone(8, 0.002, 6000, 0)
  for k = 2501, 3000 do x[k] = sin(2 * pi * 8 * k * 0.002) end
  local r = li.iso2631(x, 0.002)
  t.near(r.mtvv, comfort.gain("Wk", 8) / sqrt(2), 0.02)
  t.near(r.rms, r.mtvv / sqrt(12), 0.03)
  t.eq(li.iso2631(tone(8, 0.002, 300), 0.002).mtvv, nil)
end)

t.test("words of the scale", function()
  t.eq(comfort.feeling(0.1), "not uncomfortable")
  t.eq(comfort.feeling(0.6), "fairly uncomfortable")
  t.eq(comfort.feeling(3), "extremely uncomfortable")
end)

-- the body over a wheel that follows the road: m z'' = -k (z - r) - c (z' - r')
local function on_road(road, V)
  local m, k, c = 300, 2e4, 1500
  local r = ("(%s)"):format(road:gsub("%f[%w_]x%f[^%w_]", "(" .. li._internal.number(V) .. "*t)"))
  return li.robot { name = "seat", gravity = { 0, 0, 0 }, bodies = { { name = "body",
    joint = { kind = "prismatic", axis = "z", q = "z" }, mass = m, inertia = { 1, 1, 1 } } },
    forces = { { "spring", joint = "z", stiffness = k, rest = r }, { "damper", joint = "z",
      damping = c } }, outputs = { height = "z" } }, m, k, c
end

t.test("a ride over waves: weighted rms by the transfer function", function()
  local V, wave, height = 20, 5, 0.01
  local m, mass, k, c = on_road(("%g*sin(%.15g*x)"):format(height, 2 * pi / wave), V)
  local r = li.manoeuvre("ride", m, { speed = V, time = 8, skip = 4, dt = 0.005 })
  local f = V / wave
  local w = 2 * pi * f
  local gain = k / sqrt((k - mass * w * w) ^ 2 + (c * w) ^ 2)
  local want = height * w * w * gain * comfort.gain("Wk", f) / sqrt(2)
  t.near(r.values.rms_z, want, 0.01 * want)
  t.near(r.values.crest_z, sqrt(2), 0.02)
  t.eq(r.values.feeling, comfort.feeling(r.values.total))
end)

t.test("a ride on no road says so", function()
  local flat = li.manoeuvre("ride", (on_road("0*x", 20)), { speed = 20, time = 3 })
  t.ok(table.concat(flat.notes, "\n"):find("nothing of a road is felt", 1, true))
  local felt = li.manoeuvre("ride", (on_road("0.01*sin(x)", 20)), { speed = 20, time = 3 })
  t.ok(not table.concat(felt.notes, "\n"):find("nothing of a road", 1, true))
end)

t.test("mistakes have their place", function()
  t.raises("weighting: unknown 'Wx'", li.iso2631, tone(1, 0.01, 100), 0.01, { weighting = "Wx" })
  t.raises("signal: expected at least 8 samples, got 2", li.iso2631, { 1, 2 }, 0.01)
  t.raises("skip: nothing is left of 1 s", li.iso2631, tone(1, 0.01, 100), 0.01, { skip = 2 })
  t.raises("dt: expected a number > 0", li.iso2631, tone(1, 0.01, 100), 0)
end)

t.done()
