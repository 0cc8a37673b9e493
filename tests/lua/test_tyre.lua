-- test_tyre.lua - one switch from the ideal wheel to the tyre: the row goes, a lateral force comes
local t = require "t"
local li = require "liaison"

local function cart(spec)
  local s = li.system { planar = true, name = "cart" }
  local x, y, th = s:coordinates "tx ty tth"
  local b = s:body { name = "cart", m = "m", j = "j", place = { x, y, th } }
  b:wheel(spec)
  return s
end

t.test("the force is -C atan(v across / v along), at the wheel, about the centre of mass",
  function()
  local s = cart { at = { "a", 0 }, angle = "de0", tyre = "C" }
  t.eq(#s.rows, 0)
  local k = s:kane { speeds = { "v = tx'*cos(tth) + ty'*sin(tth)",
    "u = ty'*cos(tth) - tx'*sin(tth)", "w = tth'" } }
  local at = { tx = 0, ty = 0, tth = 0.3, v = 2, u = 0.1, w = 0.4, a = 1.2, de0 = 0.15, C = 50,
    m = 1, j = 1 }
  local n = k:numbers(at)
  local along = 2 * math.cos(0.15) + (0.1 + 1.2 * 0.4) * math.sin(0.15)
  local across = -2 * math.sin(0.15) + (0.1 + 1.2 * 0.4) * math.cos(0.15)
  local f = -50 * math.atan(across / along)
  t.near(n.tau, { -f * math.sin(0.15), f * math.cos(0.15), 1.2 * f * math.cos(0.15) }, 1e-12)
end)

t.test("without tyre it is the row it was; a tyre that rolls by a spin is refused", function()
  t.eq(#cart {}.rows, 1)
  t.raises("wheel.tyre: a tyre slips sideways", cart, { tyre = 10, radius = 0.3, spin = "sp" })
end)

-- kinetic energy of a two-axle car that starts with v along, u across: the first and the last of a
-- run
local function coasts(v, u, time, slow)
  local s = li.system { planar = true }
  local x, y, th = s:coordinates "x y th"
  local b = s:body { name = "c", m = 20, j = 1.2, place = { x, y, th } }
  b:wheel { name = "f", at = { 0.5, 0 }, tyre = 2000, slow = slow }
  b:wheel { name = "r", at = { -0.5, 0 }, tyre = 2000, slow = slow }
  local run = assert(s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)",
    "u = y'*cos(th) - x'*sin(th)", "w = th'" } }:simulate(time, { v = v, u = u }))
  local most = 0
  for i = 2, #run do most = math.max(most, run.T[i] - run.T[i - 1]) end
  return run.T[1], run.T[#run], most, run
end

t.test("a car on tyres never gains energy: forwards, backwards, sideways, from rest", function()
  for _, start in ipairs { { 2, 0.01 }, { -2, 0.01 }, { 0.05, 0.01 }, { 0, 3 }, { -0.02, -1 },
    { 1e-9, 1e-9 }, { 0, 0 } } do
    local before, after, most = coasts(start[1], start[2], 0.5)
    t.ok(most <= 1e-8 * before + 1e-18 and after <= before * (1 + 1e-8),
      ("v = %g, u = %g: %g J, %g J, %g"):format(start[1], start[2], before, after, most))
  end
  local _, after = coasts(-2, 0.01, 0.1)
  t.near(after, 40, 2e-3)
  -- standing still it stands still
  local _, zero, _, run = coasts(0, 0, 1)
  t.eq(zero, 0)
  t.eq(run.x[#run], 0)
end)

t.test("backwards is forwards in the mirror of time: the same slip, the same size of force",
  function()
  local s = cart { at = { "a", 0 }, angle = "de0", tyre = "C" }
  local k = s:kane { speeds = { "v = tx'*cos(tth) + ty'*sin(tth)",
    "u = ty'*cos(tth) - tx'*sin(tth)", "w = tth'" } }
  local r = li.random(4)
  for _ = 1, 100 do
    local at = { tx = 0, ty = 0, tth = r:uniform(-3, 3), v = r:uniform(-5, 5), u = r:uniform(-2, 2),
      w = r:uniform(-2, 2), a = 1.2, de0 = r:uniform(-0.5, 0.5), C = 50, m = 1, j = 1 }
    local f = k:numbers(at).tau
    t.ok(f[1] * at.v + f[2] * at.u + f[3] * at.w <= 0, "a tyre drives")
    for _, name in ipairs { "v", "u", "w" } do at[name] = -at[name] end
    t.near(k:numbers(at).tau, { -f[1], -f[2], -f[3] }, 1e-12)
  end
end)

t.test("the tractor with its trailer on tyres reverses without a motor, and stands", function()
  local values = li.systems.values("tractor_trailer", { slip = true })
  local k = li.systems.tractor_trailer { slip = true }:kane()
  local function run(v)
    local start = {}
    for i = 1, k.l do start[tostring(k.alpha[i])] = 0 end
    start[tostring(k.alpha[1])] = v
    local numbers = {}
    for name, x in pairs(values) do numbers[name] = x end
    for name, x in pairs { F1 = 0, F2 = 0, F3 = 0, de = 0.02 } do numbers[name] = x end
    return assert(k:simulate(1, start, { values = numbers }))
  end
  for _, v in ipairs { 5, -5, 0 } do
    local r = run(v)
    local _, most = r:summary "T"
    t.ok(most <= r.T[1] * (1 + 1e-8) + 1e-9, ("%g m/s: %g J, %g J"):format(v, r.T[1], most))
  end
end)

t.done()
