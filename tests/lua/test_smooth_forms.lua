-- test_smooth_forms.lua - model:smooth: what acts at events told without them, for equations,
-- kernels and linear models; what runs of equations say of that which they let be
local t = require "t"
local li = require "liaison"
local force = li._internal.force

-- an arm with dry friction that swings against its upper limit and comes to rest
local function arm(more)
  local d = { gravity = { 0, 0, -9.81 }, bodies = { { name = "arm", mass = 1,
    com = { 0, 0, -0.5 }, inertia = { 0.01, 0.1, 0.1 }, joint = { kind = "revolute", axis = "y",
      q = "th", friction = 0.5, damping = 0.1, limits = { -1, 0.9 } } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

-- ---- every kind ---------------------------------------------------------------------------------

-- numbers of a row by name
local function numbers(row)
  local set = {}
  for _, n in ipairs(row.numbers) do set[n.name] = n end
  return set
end

t.test("every kind that acts at events has a smooth form, which leaves nothing out", function()
  local seen = 0
  for _, listed in ipairs(li._internal.schema.kinds().force) do
    local kind, row = listed.name, force.row(listed.name)
    if row.events then
      seen = seen + 1
      local to = force.row(row.smooth)
      t.ok(to, kind)
      for port, acts in pairs(row.ports) do
        t.ok(not acts or to.ports[port], kind .. " " .. port)
      end
      local f = { kind, name = "f" }
      if row.ports.joint then f.joint = "th" else f.at = "arm" end
      for _, n in ipairs(row.numbers) do
        local left = n.name == "stiffness" or n.name == "damping"
        f[n.name] = f[n.name] or n.size == 3 and { 0, 0, 1 } or not left and 0.25 or nil
      end
      if f.static then f.static = 0.5 end
      if f.min then f.min = -0.5 end
      local m = arm { forces = { f } }
      t.ok(#m:equations().left_out == 3, kind)
      local s = m:smooth { stiffness = 1e4, damping = 20 }
      t.eq(#s:equations().left_out, 0, kind)
      t.eq(s:description().forces[1].kind, row.smooth)
      -- numbers of the same names are those it had
      local was, now = m:description().forces[1], s:description().forces[1]
      for name in pairs(numbers(row)) do
        local known = numbers(to)[name] and name ~= "stiffness" and name ~= "damping"
        if known and type(was[name]) == "number" then t.eq(now[name], was[name], kind .. name) end
      end
      -- without a stiffness what needs one stays
      local plain = m:smooth():description().forces[1].kind
      t.eq(plain, numbers(to).stiffness and kind or row.smooth)
    end
  end
  t.ok(seen >= 3, seen)
end)

-- ---- against the events -------------------------------------------------------------------------

t.test("the run with events is the limit of smooth runs, equations and kernels among them",
  function()
    local m = arm()
    local hit = m:simulate(3, { 0.8 }, { 2.5 })
    local last = math.huge
    for _, k in ipairs { 1, 1e2, 1e4 } do
      local give = 3e4 * k -- ever more damping: what a stop with restitution 0 takes
      local s = m:smooth { speed = 1e-2 / math.sqrt(k), stiffness = give,
        damping = 4 * math.sqrt(0.35 * give) * k ^ 0.25 }
      local o = { method = "radau5", rtol = 1e-7 }
      local eq = s:equations():simulate(3, { 0.8 }, { 2.5 }, o)
      local f = li.ode(s:compile("dynamics", { inputs = {}, tape = true }), 3, { 0.8, 2.5 }, o)
      t.near(f:at("th", 1.3), eq:at("th", 1.3), 1e-5)
      local off = 0
      for _, at in ipairs { 0.3, 0.8, 1.3, 2 } do
        off = math.max(off, math.abs(eq:at("th", at) - hit:at("th", at)))
      end
      t.ok(off < last / 4, ("%g after %g"):format(off, last))
      last = off
    end
    t.ok(last < 5e-4, last)
  end)

t.test("at rest there is a linear model: friction is a steep damper", function()
  local m = arm { gravity = { 0, 0, 0 } }
  t.eq(select(2, m:linearize {}):match "smooth form %b()", "smooth form (model:smooth)")
  local l = m:smooth { speed = 0.02 }:linearize {}
  t.near(l.A[2][2], -(0.5 / 0.02 + 0.1) / 0.35, 1e-9)
end)

t.test("joints that follow others, several velocities, names", function()
  local m = li.robot { bodies = {
    { name = "a", mass = 1, inertia = { 1, 1, 1 },
      joint = { kind = "revolute", q = "q1", friction = "f" } },
    { name = "b", parent = "a", mass = 1, inertia = { 1, 1, 1 },
      joint = { kind = "revolute", follows = "q1", scale = -2, friction = 3 } },
    { name = "c", parent = "b", mass = 1, inertia = { 1, 1, 1 },
      joint = { kind = "cylindrical", q = { "s", "u" }, dofs = { { friction = 1 },
        { friction = 2, limits = { -1, "top" } } } } } } }
  local s = m:smooth { speed = 0.5, stiffness = 100 }
  local Q = s:equations().Q
  local at = { ["q1'"] = 0.5, ["s'"] = 0.5, ["u'"] = 0.5, f = 2, u = 0, top = 1 }
  local half = 1 / math.sqrt(2)
  t.near(Q[1]:eval(at), -2 * half - 2 * 3 / math.sqrt(1.25), 1e-12)
  t.near({ Q[2]:eval(at), Q[3]:eval(at) }, { -half, -2 * half }, 1e-12)
  at.u, at["u'"] = 1.5, 0
  t.near(Q[3]:eval(at), -100 * 0.5, 1e-12)
  t.eq(m:description().bodies[1].friction, "f") -- the model itself is as it was
end)

-- ---- what is let be -----------------------------------------------------------------------------

t.test("runs of equations that come to rest on dry friction say what, and the cure", function()
  local m, o = arm(), { max_steps = 100000 }
  local function why(...)
    local run, text, code = ...
    t.eq(run, nil)
    t.eq(code, "ELIMIT")
    t.ok(text:find("Dry friction stands in these equations as it slides", 1, true)
      and text:find("model:smooth()", 1, true), text)
  end
  why(m:equations():simulate(6, { 0.8 }, nil, o))
  why(m:kane():simulate(6, { th = 0.8 }, o))
  why(li.ode(m:compile("dynamics", { inputs = {}, tape = true }), 6, { 0.8, 0 }, o))
end)

t.test("they tell where a limit of a joint was passed, which stops nothing there", function()
  local m = arm()
  for _, run in ipairs { m:equations():simulate(0.3, { 0.8 }, { 2.5 }),
    m:kane():simulate(0.3, { th = 0.8, ["th'"] = 2.5 }),
    li.ode(m:compile("dynamics", { inputs = {}, tape = true }), 0.3, { 0.8, 2.5 }) } do
    local told = run:info().told[1]
    t.eq(told.what .. " " .. told.name, "limit th")
    t.near(told.most, run:column "th":max() - 0.9, 1e-2)
    t.ok(told.text:find "beyond its limits, which stop nothing here, in", told.text)
  end
end)

t.test("equations count the dry friction of joints as a loss, once", function()
  local m = arm()
  local o = { record = "work", limits = "ignore", rtol = 1e-10 }
  local want = m:simulate(0.3, { 0.8 }, nil, o)
  o.limits = nil
  local run = m:equations():simulate(0.3, { 0.8 }, nil, o)
  t.near({ run:info().given, run:info().lost }, { 0, want:info().lost }, 1e-8)
  local work, sum = run:work(), 0
  for _, x in pairs(work) do sum = sum + x end
  t.near(sum, run.T[#run] - run.T[1], 1e-8)
  t.near(work.joints, want:work().joints + want:work()["th.stiction"], 1e-8)
end)

t.test("mistakes", function()
  local m = arm()
  t.raises("speed: expected a speed above 0", m.smooth, m, { speed = 0 })
  t.raises("stiffness: expected a stiffness above 0", m.smooth, m, { stiffness = -1 })
  t.raises("unknown key 'stifness' %(did you mean 'stiffness'", m.smooth, m, { stifness = 1 })
end)

t.done()
