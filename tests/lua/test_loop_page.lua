-- test_loop_page.lua - the page of a control loop: what its JavaScript computes, in node, against
-- the engine
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local function computed(g, options)
  t.needs("node", "nodejs")
  local path = scratch.write("loop.html", g:page(options))
  local pipe = io.popen("node tests/page/loop.js " .. path .. " 2>&1")
  local said = pipe:read "*a"
  pipe:close()
  local out = {}
  for name, rest in said:gmatch "(%a+) ([^\n]*)" do
    local list = {}
    for x in rest:gmatch "%S+" do list[#list + 1] = x == "Infinity" and math.huge or tonumber(x) end
    out[name] = list
  end
  t.ok(out.y and out.margins and out.poles, said)
  return out
end

local function check(g, controller, options, tol)
  local page = computed(g, options)
  local loop = controller * g
  local m = loop:margins()
  if m.gain < math.huge then t.near(page.margins[1] / m.gain, 1, 1e-3) end
  t.near(page.margins[2], m.phase, 0.05)
  if g.delay and not g.dt then return page end
  local closed = li.feedback(g.delay and loop:undelayed() or loop, 1)
  local want = closed:step(page.t[#page.t])
  local function at(time)
    local h = want.t[2]
    local k = math.floor(time / h + (g.dt and 0.5 or 0))
    if g.dt or k + 2 > #want.t then return want.y[1][1][k + 1] end
    local f = time / h - k
    return (1 - f) * want.y[1][1][k + 1] + f * want.y[1][1][k + 2]
  end
  for k = 1, #page.t do t.near(page.y[k], at(page.t[k]), tol) end
  return page
end

t.test("a loop by its gains: the step, the margins, the poles", function()
  local g = li.tf({ 2 }, { 1, 1, 0 })
  local pid = li.tf({ 3 }, { 1 }) + li.tf({ 0.5 }, { 1, 0 }) + li.tf({ 1.5, 0 }, { 0.05, 1 })
  local page = check(g, pid, { kp = 3, ki = 0.5, kd = 1.5, tf = 0.05, t = 10 }, 1e-3)
  local sum = 0
  for k = 1, #page.poles, 2 do sum = sum + page.poles[k] end
  local want = 0
  for _, p in ipairs(li.feedback(pid * g, 1):poles()) do want = want + p.re end
  t.near(sum, want, 1e-8)
end)

t.test("sampled, with a delay", function()
  local g = li.tf({ 1 }, { 1, 1 }):c2d(0.1):delayed(0.2)
  local pi = li.tf({ 1, -1 + 0.05 }, { 1, -1 }, 0.1)
  check(g, pi, { kp = 1, ki = 0.5, t = 10 }, 1e-9)
end)

t.test("late: nothing comes before the delay", function()
  local g = li.tf({ 2 }, { 1, 1, 0 }, { delay = 0.2 })
  local page = check(g, li.tf({ 1 }, { 1 }), { kp = 1, t = 10 })
  for k = 1, #page.t do
    if page.t[k] < 0.2 - 1e-9 then t.eq(page.y[k], 0) end
  end
  -- until the loop comes round, the answer is the open one
  local open = li.tf({ 2 }, { 1, 1, 0 }):step { t = 0.2, points = 2000 }
  local last = 0
  for k = 1, #page.t do if page.t[k] <= 0.4 then last = k end end
  t.near(page.y[last], open.y[1][1][math.floor((page.t[last] - 0.2) / 1e-4 + 0.5) + 1], 2e-4)
end)

t.done()
