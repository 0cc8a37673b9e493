-- test_extend.lua - model:extend: more that acts on a model, whatever it was described by; drivers
-- as a field of descriptions
local t = require "t"
local li = require "liaison"

local function links(d)
  d.bodies = { { name = "a", joint = "revolute", q = "q1", mass = 1, inertia = { 1, 1, 1 } },
    { name = "b", joint = "revolute", q = "q2", mass = 1, com = { .3, 0, 0 },
      inertia = { 1, 1, 1 } } }
  return li.robot(d)
end

-- ---- drivers ------------------------------------------------------------------------------------

t.test("drivers are constraints of the kind driver, told shortly", function()
  local long = links { constraints = {
    { "driver", name = "q1", coordinate = "q1", law = "0.3*sin(2*t)" },
    { "driver", name = "sum", coordinate = "q1 + q2", law = "t" } } }
  for _, drivers in ipairs {
    { q1 = "0.3*sin(2*t)", sum = { coordinate = "q1 + q2", law = "t" } },
    { { coordinate = "q1", law = "0.3*sin(2*t)", name = "q1" },
      { "driver", coordinate = "q1 + q2", law = li.time(), name = "sum" } },
    { q1 = { law = "0.3*sin(2*t)" }, sum = { kind = "driver", coordinate = "q1 + q2",
      law = "t" } } } do
    t.eq(links { drivers = drivers }:lua(), long:lua())
  end
  local run = links { drivers = { q1 = "0.3*sin(2*t)" } }:simulate(1)
  t.near(run:at("q1", 1), 0.3 * math.sin(2), 1e-12)
  t.eq(run.columns and run["q1.1"][1] ~= nil, true)
end)

t.test("the law of a driver may be a curve", function()
  local curve = { t = { 0, 1, 2 }, f = { 0, 0.5, 0 }, how = "cubic" }
  for _, m in ipairs { links { drivers = { q1 = curve } }, links { constraints = {
    { "driver", coordinate = "q1", law = curve } } } } do
    local run = m:simulate(2, nil, nil, { rtol = 1e-10, atol = 1e-12 })
    -- 3 s^2 - 2 s^3 between level ends
    for _, at in ipairs { 0.25, 0.5, 1, 1.5 } do
      local s = 1 - math.abs(at - 1)
      t.near(run:at("q1", at), 0.5 * (3 * s ^ 2 - 2 * s ^ 3), 1e-9)
    end
  end
end)

t.test("what is no driver is refused where it stands", function()
  for drivers, want in pairs {
    [{ "q1" }] = "drivers%[1%]: expected a driver {coordinate =, law =}, or laws by coordinate",
    [{ { "gear", coordinate = "q1", law = "t" } }] =
      "^[^\n]*drivers%[1%]: a gear is no driver: put it into constraints$",
    [{ qq = "t" }] = "drivers.qq.coordinate: no joint has the coordinate 'qq'",
    [{ q1 = { law = "t", foo = 3 } }] = "drivers.q1.foo: unknown key",
    [{ q1 = {} }] = "drivers.q1.law: expected an equation",
    [{ q1 = true }] = "drivers.q1.law: expected a number, an expression",
  } do t.raises(want, links, { drivers = drivers }) end
end)

-- ---- extend -------------------------------------------------------------------------------------

local MORE = { inputs = "u", outputs = { lift = "q2/10" }, drivers = { q3 = "0.1*t" },
  forces = { { "given", joint = "q1", f = "u" }, brake = { "damper", joint = "q2", damping = 5 } },
  bodies = { { name = "load", joint = "fixed", mass = 2, inertia = { 1, 1, 1 } } },
  frames = { { name = "grip", body = "load", at = { 0, 0, .1 } } }, tip = "grip",
  gravity = { 0, 0, -1.62 }, name = "on the moon" }

local function described(m)
  local d = li._internal.described.written(m)
  for key, x in pairs(MORE) do
    if type(x) ~= "table" or key == "gravity" or key == "drivers" then d[key] = x
    else
      d[key] = d[key] or {}
      for _, entry in ipairs(x) do d[key][#d[key] + 1] = entry end
    end
  end
  d.inputs, d.outputs = { "u" }, { lift = "q2/10" }
  d.forces[2] = { "damper", name = "brake", joint = "q2", damping = 5 }
  return li.robot(d)
end

local function ways()
  return { li.robots.ur5(), li.planar { 1, 1, "L3" },
    li.phrase "RY(-3,3), TYK(0.5), RX(-2,2), TYK(0.4), RZ;",
    li.dh { convention = "modified", joints = "RRR", a = { 0, .5, .2 }, alpha = { 0, 90 * li.deg,
      0 }, d = { .3, 0, 0 } },
    li.definition { frames = { R1 = { "R0", { 0, 0, 0 }, { 0, 0, "q1" } },
      R2 = { "R1", { 0, 0, 1 }, { 0, "q2", 0 } }, R3 = { "R2", { "q3", 0, 0 }, 0 } },
      bodies = {}, variables = { "q1", "q2", "q3" } } }
end

t.test("law: every way of describing takes what li.robot takes", function()
  for _, m in ipairs(ways()) do
    t.eq(m:extend(MORE):lua(), described(m):lua())
    t.eq(m:extend {}:lua(), m:lua())
  end
end)

local LIFT = [[<robot name="lift"><link name="base"/>
<link name="post"><inertial><mass value="2"/></inertial></link>
<joint name="lift/1" type="prismatic"><parent link="base"/><child link="post"/><axis xyz="0 0 1"/>
  <limit lower="0.1" upper="0.5" effort="100" velocity="1"/>
  <safety_controller k_velocity="1"/></joint></robot>]]

t.test("what was odd in a file, and where, stays told: extended, and with values", function()
  local m = li.urdf_text(LIFT)
  for _, other in ipairs { m:extend { inputs = "u" }, m:with {}, m:extend {}:with {} } do
    t.eq(table.concat(other:warnings(), "\n"), table.concat(m:warnings(), "\n"))
    t.ok(#other:warnings() >= 3)
    t.raises("urdf:2: link 'post': the inertia is not given", other.mass, other, { 0.3 })
    t.near(other:fk({ ["lift/1"] = 0.3 }).p, { 0, 0, 0.3 }, 0)
  end
  local phrase = li.phrase "RY(-3,3), RX(1,1), TYK(0.4);"
  t.ok(#phrase:warnings() > 0)
  t.eq(#phrase:extend { inputs = "u" }:warnings(), #phrase:warnings())
end)

t.test("complaints are of the user's own words", function()
  local m = li.robots.ur5()
  for more, want in pairs {
    [{ forces = { { "sprung", joint = "q1" } } }] = "forces%[1%].kind: unknown force 'sprung'",
    [{ force = {} }] = "force: a model cannot be extended by this %(did you mean 'forces'%?%)",
    [{ { "spring" } }] = "expected lists by name: forces = {..}, inputs = {..}",
    [{ bodies = { { name = "x", joint = "fixed", parent = "lnk" } } }] =
      "bodies%[1%].parent: no body is named 'lnk'",
    [{ bodies = { { name = "link1", joint = "fixed" } } }] = "link1",
    [{ gravity = 9.81 }] = "gravity is a vector",
  } do t.raises(want, m.extend, m, more) end
  t.raises("forces: unknown key %(model:extend{forces = ..} adds them to any model%)", li.dh,
    { convention = "standard", { a = 1, theta = "q1" }, forces = {} })
end)

t.done()
