-- test_ways.lua - every mechanism of the documents by every way: accelerations, multipliers and
-- power agree to 1e-10 of their size
local t = require "t"
local li = require "liaison"

local WAYS = { "augmented", "partition", "projector", "udwadia", "nullspace", "sparse" }

local function agree(got, want, what)
  local size = 1
  for i = 1, #want do size = math.max(size, math.abs(want[i])) end
  t.near(got, want, 1e-10 * size, what)
end

-- a result with every way under methods, against what it says itself; in `silent` the ways that
-- have nothing to say of it
local function compare(name, r, v, silent)
  local first, said = r.methods.augmented, 0
  local scale = 1
  for i = 1, #v do scale = math.max(scale, math.abs(first.force[i] * v[i])) end
  for _, way in ipairs(WAYS) do
    local x, what = r.methods[way], name .. " by " .. way
    if type(x) == "table" then
      said = said + 1
      agree(x.a, r.a, what .. ": a")
      agree(x.lambda, r.lambda, what .. ": lambda")
      agree(x.force, r.force, what .. ": force")
      t.eq(x.rank, r.rank, what)
      t.near(x.force:dot(li.vec(v)), r.force:dot(li.vec(v)), 1e-10 * scale, what .. ": power")
    else
      -- plain matrices have no bodies to make one sparse system of, nor have joints that follow
      -- others
      local none = way == "sparse" and (x == nil or x:find "joints that follow others")
      t.ok(none or silent and silent:find(way), what .. ": " .. tostring(x))
    end
  end
  t.ok(said >= (silent and 3 or 5), name .. ": too few ways")
end

local function flat(lambda, list)
  local out = {}
  for _, c in ipairs(list) do
    for i = 1, #lambda[c.name] do out[#out + 1] = lambda[c.name][i] end
  end
  return li.vec(out)
end

-- a model at the velocities nearest to v that fit
local function model(name, m, q, v, tau, silent)
  local d, list = m:description(), {}
  for _, key in ipairs { "loops", "constraints" } do
    for _, c in ipairs(d[key] or {}) do list[#list + 1] = c end
  end
  v = m:fit_velocity(q, v)
  tau = tau or (function()
    local f = {}
    for i = 1, #v do f[i] = (i * 7) % 5 - 2 end
    return f
  end)()
  local r, why = m:constrained(q, v, tau, { method = "all" })
  t.ok(r, name .. ": " .. tostring(why))
  local J, gamma = m:constraint_rows(q, v)
  agree(J * r.a, gamma, name .. ": J a = gamma")
  for _, x in pairs(r.methods) do
    if type(x) == "table" then x.lambda = flat(x.lambda, list) end
  end
  r.lambda = flat(r.lambda, list)
  compare(name, r, v, silent)
end

-- equations with their rows at q, and the velocities nearest to v that fit
local function equations(name, eq, q, v, silent)
  v = assert(eq:consistent(q, v))
  local r, why = eq:solve(q, v, nil, { method = "all" })
  t.ok(r, name .. ": " .. tostring(why))
  compare(name, r, v, silent)
end

local function values_of(m, names, state)
  local x = {}
  for i, name in ipairs(names) do x[i] = state[name] or m or 0 end
  return x
end

local function names_of(q)
  local list = {}
  for i = 1, #q do list[i] = tostring(q[i]) end
  return list
end

-- a vehicle of the thesis with its reference numbers, its description to be held, and whatever
-- suits for what they do not name
local function vehicle(name, options)
  options.data = "ref"
  local m, rest = li.vehicles[name](options), {}
  for _, symbol in ipairs(m:symbols()) do rest[symbol] = symbol:find "^([XYZ])%1" and 1 or 0 end
  return m:with(rest):description(), li.vehicles.reference(name)
end

-- where the bodies of a mechanism are, as its Cartesian coordinates
local function poses(m, joint)
  local at = {}
  for _, b in ipairs(m:system("joint").bodies) do
    at["x_" .. b.name], at["y_" .. b.name] = b.pose.p[1]:eval(joint), b.pose.p[2]:eval(joint)
    at["th_" .. b.name] = b.pose.angle:eval(joint)
  end
  return at
end

t.test("[course] E1.2, E2.2, [nonhol] 2.9: mechanisms with one loop, by pins cut, complete, "
  .. "and by bodies; both modes", function()
  for _, row in ipairs {
    { "slider_crank", "th1" }, { "slider_crank", "th1", { th2 = 3.5, th3 = -4, x = -.3 } },
      { "one_loop", "al" }, { "one_loop", "al", { be = 3.2, ga = -4, la = -.6 } },
    { "slotted_lever", "sa" }, { "four_bar", "p1" },
      { "four_bar", "p1", { p2 = -2, p3 = -1, p4 = -2 } },
  } do
    local m, values, state = li.mechanisms[row[1]](), li.mechanisms.values(row[1]),
      li.mechanisms.values(row[1], { state = true })
    local joint = { [row[2]] = state[row[2]] }
    for key, x in pairs(values) do joint[key] = x end
    joint = assert(m:assemble("joint", joint, row[3] or state))
    local guess = { complete = row[3] or state, cartesian = poses(m, joint) }
    for _, form in ipairs { "joint", "complete", "cartesian" } do
      local eq, q = m:equations(form):with(values), joint
      local names, what = names_of(eq.q),
        ("%s, %s%s"):format(row[1], form, row[3] and ", the other mode" or "")
      if form ~= "joint" then q = assert(m:assemble(form, values, guess[form])) end
      -- where joints carry no mass
      equations(what, eq, values_of(nil, names, q), values_of(.5, names, state),
        form == "complete" and "projector udwadia")
    end
  end
end)

t.test("[course] E1.1 and mobility: the McPherson strut, Watt's governor", function()
  for _, name in ipairs { "mcpherson", "watt" } do
    local m, state = li.mechanisms[name](), li.mechanisms.values(name, { state = true })
    local eq = m:equations "joint"
    local names = names_of(eq.q)
    local q = assert(m:assemble("joint", {}, state))
    equations(name, eq, values_of(nil, names, q), values_of(.3, names, {}))
  end
end)

t.test("[nonhol] 2.4, 2.5, 2.8, 2.10: disc, tractor with and without its trailer, loader, "
  .. "robot on two wheels", function()
  for _, row in ipairs { { "disc" }, { "tractor_trailer" },
    { "tractor_trailer", without = "trailer" }, { "loader" }, { "mobile_robot" },
    { "mobile_robot", { motors = true } } } do
    local s, o = li.systems[row[1]](row[2]), { state = true }
    for key, x in pairs(row[2] or {}) do o[key] = x end
    if row.without then s = s:without(row.without) end
    local eq, values, state = s:equations(), li.systems.values(row[1], row[2]),
      li.systems.values(row[1], o)
    local q, v = {}, {}
    for i, name in ipairs(names_of(eq.q)) do
      q[i], v[i] = state[name], state[name .. "'"] or 1 + i / 3
    end
    for key, x in pairs(state) do
      if key:find "^[FGV]%d?$" then values[key] = x end
    end
    values.de, values["de'"] = state.de, state["de'"]   -- the steering turns
    equations(row[1] .. (row.without and ", without it" or ""), eq:with(values), q, v)
  end
end)

t.test("[nonhol] 2.9, 2.10, 2.4 as trees: slider-crank, disc, tractor with a driven steering",
  function()
  model("slider-crank", li.robot {
    gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "crank", joint = "revolute", q = "alpha", mass = 2, com = { .12, 0, 0 },
        inertia = { 0, 0, .02 } },
      { name = "rod", at = { .3, 0, 0 }, joint = "revolute", q = "beta", mass = 3,
        com = { .4, 0, 0 }, inertia = { 0, 0, .2 } },
      { name = "slider", parent = "world", at = { 0, .1, 0 }, joint = "prismatic", axis = "x",
        q = "lambda", mass = 4, inertia = { 0, 0, .01 } },
    },
    constraints = { { "point", name = "pin", from = "slider", to = "rod", to_at = { .9, 0, 0 } } },
  }, { .6, -.6771796465084543, 1.14492150076725 }, { 8, -10.2, -1.5 }, { 15, 0, -50 })
  for _, kind in ipairs { "rolling_disc", "wheel" } do
    model(kind, li.robot {
      bodies = { { name = "c", joint = "moves", moves = { "Tx", "Ty", "Tz", "Rz", "Rx", "Rz" },
        mass = 2, inertia = { .045, .045, .09 } } },
      constraints = { { kind, name = "contact", from = "c", to = "world", radius = .3 } },
    }, { 0, 0, .3 * math.sin(1.2), .3, 1.2, -.5 }, { -1.5, -.4, 0, .8, -.4, 5 })
  end
  model("tractor", li.robot {
    bodies = {
      { name = "tractor", joint = "Tx Ty Rz", q = { "x", "y", "Th" }, mass = 6500,
        com = { 1.4, 0, 0 }, inertia = { 0, 0, 14000 } },
      { name = "trailer", parent = "tractor", at = { -.6, 0, 0 }, joint = "revolute", q = "Ph",
        mass = 9000, com = { -2.8, 0, 0 }, inertia = { 0, 0, 45000 } },
      { name = "front", parent = "tractor", at = { 3.5, 0, 0 }, joint = "revolute", q = "de",
        mass = 0 },
    },
    constraints = {
      { "knife_edge", name = "rear_wheels", from = "tractor", from_axis = "x", to = "world" },
        { "knife_edge", name = "front_wheels", from = "front", from_axis = "x", to = "world" },
      { "knife_edge", name = "trailer_wheels", from = "trailer", from_at = { -6, 0, 0 },
        from_axis = "x", to = "world" },
        { "driver", name = "steering", coordinate = "de", law = "0.15 + 0.1*t" },
    },
  -- the front carries no mass
  }, { 0, 0, .3, -.25, .15 }, { 7.6, 2.4, .3, -.05, .1 }, { 3000, 900, 200, 0, 0 },
  "projector udwadia")
end)

t.test("[course] E2.2 as a table of Khalil and Kleinfinger; a four-bar in space, which is "
  .. "redundant", function()
  local m = li.dh { convention = "khalil", { r = 0, d = 0 }, { parent = 1, d = 1, r = 0 },
    { parent = 0, d = 3, r = 0 }, { parent = 2, d = 3, r = 0 },
    { parent = 3, joint = "F", d = 2.5, r = 0 }, loops = { { 4, 5 } } }
  local d = m:description()
  for _, b in ipairs(d.bodies) do b.mass, b.com, b.inertia = 1, { .5, 0, 0 }, { .1, .2, .2 } end
  m = li.robot(d)
  model("khalil", m, assert(m:assemble({ .7, -.1, 1.2, .6 }, { fix = { "q1" } })), { 1, 0, 0, 0 })
  local function bar(name, parent, at)
    return { name = name, parent = parent, at = at, joint = "revolute", axis = { 0, .6, .8 },
      mass = 1, com = { .5, 0, 0 }, inertia = { .1, .2, .2 } }
  end
  m = li.robot { bodies = { bar "a", bar("b", "a", { 1, 0, 0 }), bar("c", "world", { 3, 0, 0 }) },
    constraints = { { "hinge", name = "pin", from = "b", from_at = { 3, 0, 0 },
      from_axis = { 0, .6, .8 }, to = "c", to_at = { 2.5, 0, 0 }, to_axis = { 0, .6, .8 } } } }
  model("in space", m, assert(m:assemble({ .7, .2, 1.2 }, { fix = { "q1" } })), { 1, 0, 0 })
end)

t.test("[thesis] 3.1, 3.2: the closed chain closed, the monopod in stance", function()
  local d, ref = vehicle("closed_chain", {})
  d.constraints = { { "equation", name = "bar", equation = "sin(q3) - (q22 - q21)*cos(q3)" } }
  local chain = li.robot(d)
  model("closed chain", chain, assert(chain:assemble(ref.q)), ref.v)
  d, ref = vehicle("monopod", {})
  for _, kind in ipairs { "point", "hinge" } do
    d.constraints = { { kind, name = "foot", from = "Repere5",
      from_axis = kind == "hinge" and "y" or nil, to = "world",
      to_axis = kind == "hinge" and "y" or nil } }
    local hopper = li.robot(d)
    model("monopod, " .. kind, hopper, assert(hopper:assemble({ 0, .45, .1, -.3, -.45 })), ref.v)
  end
end)

t.test("[thesis] 3.3, 4: the robot on its plane and the car on their wheels", function()
  local d, ref = vehicle("robot2d", { up = true })
  d.constraints = {}
  for i, frame in ipairs { "Repere13", "Repere23", "Repere32", "Repere42" } do
    d.constraints[i] = { "wheel", name = frame, from = frame, from_axis = "y", to = "world",
      radius = .15 }
  end
  model("robot2d", li.robot(d), ref.q, ref.v)
  d, ref = vehicle("car", { ground = true })
  d.constraints = {}
  for i, frame in ipairs { "Repere13", "Repere23", "Repere33", "Repere43" } do
    d.constraints[2 * i - 1] = { "wheel", name = "roll" .. i, from = frame, from_axis = "y",
      to = "world", radius = .3 }
    d.constraints[2 * i] = { "in_plane", name = "stand" .. i, from = "Contact" .. i, to = "world" }
  end
  local car = li.robot(d)
  model("car", car, assert(car:assemble(ref.q)), ref.v)
end)

t.done()
