-- test_simulate_names.lua - li.simulate of systems whose coordinates and speeds are called as its
-- options are
local t = require "t"
local li = require "liaison"

-- a body that slides by two coordinates, pushed by nothing: it goes on as it began
local function sled(a, b, speeds)
  local s = li.system { planar = true }
  local x, y = s:coordinates(a .. " " .. b)
  s:body { mass = 2, inertia = 0, at = { x, y } }
  return speeds and s:kane { speeds = { speeds[1] .. " = " .. a .. "'", speeds[2] .. " = " .. b
    .. "'" } } or s
end

local function ends(run, name, want)
  t.near(run:at(name, 1), want, 1e-9, name)
end

t.test("speeds called v and w are told beside the options", function()
  local run = assert(li.simulate { sled("sa", "sb", { "v", "w" }), t = 1, v = 1, w = 0.2,
    sa = 3 })
  ends(run, "v", 1)
  ends(run, "w", 0.2)
  ends(run, "sa", 4)
  ends(run, "sb", 0.2)
end)

t.test("every option that is no number may be a state's name, of Kane's equations and of systems",
  function()
  for _, name in ipairs { "q", "v", "values", "inputs", "states", "outputs", "events", "forces",
    "method", "tau", "input", "controllers", "memory", "record", "progress", "fixed", "x", "f",
    "model", "kernel", "fix" } do
    local k = sled("qa", name, { "ua", "ub" })
    ends(assert(li.simulate { k, t = 1, [name] = 3, ua = 0.5 }), name, 3)
    ends(assert(li.simulate { sled("qa", name), t = 1, [name] = 3, ["qa'"] = 0.5 }), name, 3)
  end
end)

t.test("where both are numbers the table says which is meant; without it the cure is told",
  function()
  for _, name in ipairs { "dt", "rtol", "atol", "h", "h_max", "max_steps", "max_rows", "start" } do
    local k, s = sled("qa", name, { "ua", "ub" }), sled("qa", name)
    for _, one in ipairs { k, s } do
      t.raises(("simulate.%s: '%s' is an option, and a state too: say where the state begins, "
        .. "q = {%s = 0}"):format(name, name, name),
        function() li.simulate { one, t = 1, [name] = 0.5 } end)
    end
  end
  for _, one in ipairs { sled("qa", "dt", { "ua", "ub" }), sled("qa", "dt") } do
    local run = assert(li.simulate { one, t = 1, dt = 0.25, q = { dt = 7 } })
    t.eq(#run, 5)
    ends(run, "dt", 7)
  end
end)

t.test("the same in order, and what is no table is refused with its place", function()
  local k = sled("qa", "v", { "ua", "ub" })
  ends(assert(li.simulate { k, t = 1, q = { 1, 2 }, v = { 3, 4 } }), "qa", 4)
  ends(assert(li.simulate { sled("qa", "qb", { "v", "w" }), t = 1, q = { 1, 2 }, v = { v = 3 } }),
    "qa", 4)
  t.raises("simulate.q: expected numbers in order or by name, got 1", function()
    li.simulate { sled("qa", "qb", { "ua", "ub" }), t = 1, q = 1 }
  end)
  t.raises("unknown key 'uc'", function()
    li.simulate { sled("qa", "qb", { "ua", "ub" }), t = 1, uc = 1 }
  end)
end)

t.test("parameters that stand among the start are known when the run goes on", function()
  local s = li.system { planar = true }
  local x = s:coordinates "xg"
  s:body { mass = "mg", inertia = 0, at = { x, 0 } }:force { f = { "-cg*xg", 0 } }
  local k = s:kane()
  local run = assert(k:simulate(1, { xg = 1, mg = 2, cg = 8 }, { rtol = 1e-11, atol = 1e-12 }))
  local on = assert(run:resume(1))
  t.near(on:at("xg", 2), math.cos(4), 1e-8)
end)

t.test("a run of a model begins in the neutral place where its q by name says nothing", function()
  local m = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "a", joint = { "revolute", q = "q1", limits = { 1, 3 } }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "b", parent = "a", joint = { "revolute", q = "q2" }, mass = 1,
      inertia = { 1, 1, 1 } } } }
  local run = assert(li.simulate { m, t = 0.1, q = { b = 0.5 }, v = { q1 = 2 }, dt = 0.1 })
  t.near({ run.q1[1], run.q2[1], run["q1'"][1], run["q2'"][1] }, { 2, 0.5, 2, 0 }, 1e-15)
  t.raises("no coordinate 'q3'", li.simulate, { m, t = 1, q = { q3 = 1 } })
  t.raises("q2: expected a finite number, got nothing", m.fk, m, { q1 = 1 }) -- a question has none
end)

t.test("drive = a motion: the run follows it from its start to its end", function()
  local arm = li.planar { 1, 0.8 }
  local move = li.motion { arm, from = { 0.1, 0 }, to = { 1, 1 }, law = "poly5", T = 2 }
  local run = assert(li.simulate { arm, drive = move })
  local q, v = move:at(0.7)
  t.near({ run:at("q1", 0.7), run:at("q2'", 0.7) }, { q[1], v[2] }, 1e-6)
  t.near({ run:info().t, run.q1[#run] }, { 2, 1 }, 1e-9)
  t.raises("the motion is one of another model: q1 q2, not q1", li.simulate,
    { li.planar { 1 }, drive = move })
  t.raises("simulate.drive: expected a motion", li.simulate, { arm, drive = 3 })
end)

t.done()
