-- test.lua - an explicit method of integration of one file and one row: Heun's, order 2
local t = require "t"
local li = require "liaison"
local toys = require "toys"

local arm = li.planar { 1, .8 }
local function swing(h, method)
  return li.simulate { arm, q = { .3, .2 }, v = { 0, 0 }, t = 1, method = method or "heun", h = h,
    rtol = 1e-12, atol = 1e-13 }
end
local function last(run) return { run.q1[#run.q1], run.q2[#run.q2] } end

t.test("heun has order 2, against dop853", function()
  local want = last(swing(nil, "dop853"))
  local function far(h)
    local got = last(swing(h))
    return math.abs(got[1] - want[1]) + math.abs(got[2] - want[2])
  end
  local slope = math.log(far(1 / 200) / far(1 / 400)) / math.log(2)
  t.ok(slope > 1.8 and slope < 2.4, slope)
end)

t.test("heun is listed, asked for its step, swept, and computed again in the page", function()
  local row = li.methods().heun
  t.eq(row.order, 2)
  t.eq(row.adaptive, false)
  t.eq(row.text, "explicit Runge-Kutta, order 2, fixed steps")
  local swept = li.sweep { arm, runs = 3, t = .5, q = { q1 = { .1, .2, .3 } }, method = "heun",
    h = 1e-3, progress = false }
  t.eq(#swept, 3)
  toys.page(swing(1 / 200), "heun")
end)
