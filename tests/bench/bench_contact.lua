-- bench_contact.lua - steps of 1 ms of bodies that touch, beside MuJoCo on the same scene, results
-- compared first (make bench)
require "liaison"
local here = package.path
package.path = "tests/lua/?.lua;" .. package.path
local contactscenes = require "contactscenes"
package.path = here

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5

local function median(list)
  table.sort(list)
  return list[math.floor(#list/2) + 1], list[1]
end

local function row(name, by, list)
  local middle, least = median(list)
  print(("contact,%s,%s,%.1f,%.1f"):format(name, by, middle, least))
end

-- the largest difference of q, of those numbers that are compared
local function apart(a, b, from)
  local most = 0
  for k = from, #a do most = math.max(most, math.abs(a[k] - b[k])) end
  return most
end

-- seconds: how long both are run; they agree to tol where they are asked, at the end of `agree`
local function bench(name, scene, seconds, agree, tol)
  if not ("contact: " .. name):find(only, 1, true) then return end
  local model, h = contactscenes.model(scene), 1e-3
  local q, v = contactscenes.start(scene)
  local function run(t)
    local before = os.clock()
    local r = assert(model:simulate(t, q, v, { h = h, dt = t, progress = false,
      contacts = { friction = scene.mu } }))
    return (os.clock() - before)/r:info().steps*1e9, r
  end
  local peer = contactscenes.mujoco(scene, agree, h, true)
  if peer then
    local _, r = run(agree)
    local far = apart(r:state(), peer.q, 1)
    if far > tol then error(("%s: MuJoCo's is %g away"):format(name, far)) end
  end
  local ours, theirs = {}, {}
  for k = 1, repeats do
    ours[k] = run(seconds)
    if peer then theirs[k] = contactscenes.mujoco(scene, seconds, h, true).step[1]*1e9 end
  end
  row(name, who, ours)
  if peer then row(name, "MuJoCo (C alone)", theirs) end
end

bench("stack of ten boxes that stands, a step of 1 ms", contactscenes.stack(10), 1, 0.1, 0.02)
bench("humanoid that falls, a step of 1 ms", contactscenes.humanoid(), 1, 0.2, 0.05)
bench("quadruped that stands on springs, a step of 1 ms", contactscenes.quadruped(), 2, 2, 0.05)
