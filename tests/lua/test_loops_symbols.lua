-- test_loops_symbols.lua - loops and constraints of a description in symbols: every kind against
-- the rows in numbers, and solved
local t = require "t"
local li = require "liaison"

-- two branches that can go anywhere, told in angles, and hung so that nothing is straight
local function two(constraint, loop)
  local inertia = { .2, .3, .4, .01, -.02, .03 }
  return li.robot {
    bodies = {
      { name = "a", at = { .1, .2, 0 }, rpy = { .3, .2, -.1 }, joint = "revolute", axis = "y",
        mass = 1, com = { .1, 0, .2 }, inertia = inertia },
      { name = "b", parent = "a", at = { .5, 0, .1 }, joint = "Tx Ty Rz Rx", mass = 2,
        com = { 0, .1, 0 }, inertia = inertia },
      { name = "c", parent = "world", joint = "Tx Ty Tz Rz Rx Ry", mass = 3, com = { 0, .2, .1 },
        inertia = inertia },
    },
    frames = { { name = "end_b", body = "b", at = { .2, .1, 0 }, rpy = { .1, .4, .2 } },
      { name = "end_c", body = "c", at = { 0, .3, .1 }, rpy = { -.2, .1, .3 } } },
    constraints = { constraint }, loops = { loop },
  }
end

local held = { from = "end_b", to = "end_c", to_at = { .1, 0, 0 }, from_axis = "x" }
local function hold(kind, more)
  local c = { kind, name = "k" }
  for _, list in ipairs { held, more or {} } do for key, x in pairs(list) do c[key] = x end end
  return c
end

local kinds = {
  hold "point", hold "weld", hold "hinge", hold "slider", hold "cylinder", hold "cross",
    hold "flat", hold("thread", { pitch = .3 }), hold("distance", { length = .7 }),
  hold("angle", { angle = .8 }), hold "parallel", hold("on_line", { to_axis = { 1, 2, 3 } }),
  hold "in_plane", hold("on_curve", { equations = { "x^2 + y*z - 1", "sin(x) - z" } }),
  hold("on_surface", { equation = "x^2 + 2*y^2 - z" }),
  hold("pulley", { from2 = "a", to2 = "c", length = 3, ratio = 2 }),
  hold("rolling_disc", { radius = .3 }),
  hold("wheel", { radius = .3 }), hold("wheel_longitudinal", { radius = .2 }),
  hold("wheel_lateral", { radius = .2 }), hold "knife_edge",
  hold("rolling_ball", { radius = .2 }),
  hold("rolling_ball", { radius = .2, sphere = .6, to_axis = "x" }),
  hold("rolling_ball", { radius = .2, sphere = -3 }),
  { "gear", name = "k", coordinates = { "q1", "c_x" }, ratio = 2, offset = .1 },
    { "leadscrew", name = "k", coordinates = { "q1", "c_x" }, pitch = .2 },
  { "coupling", name = "k", coordinates = { q1 = 2, c_x = -1, c_y = .5 }, offset = 1 },
    { "driver", name = "k", coordinate = "q1", law = "sin(2*t)" },
  { "equation", name = "k", equation = "q1*c_x' + sin(c_y)*q1' - t^2" },
    { "equation", name = "k", equation = "q1^2*c_x - t*c_y" },
}

-- what is listed and not written above
local known = {}
for _, c in ipairs(kinds) do known[c[1]] = true end
local places = { from = "end_b", to = "end_c", from2 = "a", to2 = "c" }
for _, c in ipairs(require "kindlist".missing(known, places, { "q1", "c_x" })) do
  kinds[#kinds + 1] = c
end

t.test("every kind, as in numbers", function()
  local names = two({ "gear", name = "k", coordinates = { "q1", "q1" }, ratio = 0 }):coordinates()
  local q, v = { .3, .2, -.4, .5, .3 }, { .5, -.3, .7, .2, -.4 }
  for i = 6, #names do q[i], v[i] = .3 + .1 * (i % 4), .6 - .2 * (i % 5) end
  for _, c in ipairs(kinds) do
    for key, list in pairs { coordinates = true } do
      if list and c[key] then
        local new = {}
        for k, x in pairs(c[key]) do
          local function real(y) return y == "c_x" and names[6] or y == "c_y" and names[7] or y end
          new[real(k)] = real(x)
        end
        c[key] = new
      end
    end
    if c.equation then c.equation = c.equation:gsub("c_x", names[6]):gsub("c_y", names[7]) end
    local m = two(c)
    local J, gamma, b = m:constraint_rows(q, v, .4)
    local phi, H, shift, symbols = require("liaison.constrained.modelrows").flat(m)
    local eq = li.lagrange { q = symbols, T = 0, phi = phi, H = #H > 0 and (function()
      local rows = {}
      for r = 1, #shift do
        rows[r] = {}
        for j = 1, #symbols do rows[r][j] = H[(r - 1) * #symbols + j] end
      end
      return rows
    end)() or nil, b = #shift > 0 and shift or nil, tidy = "none" }
    local values = { [li.time()] = .4 }
    for i, x in ipairs(symbols) do values[x], values[x:d()] = q[i], v[i] end
    t.near(eq.J:eval(values), J, 1e-12, c[1])
    t.near(eq.gamma:eval(values), gamma, 1e-11, c[1])
    t.near(eq.shift:eval(values), b, 1e-12, c[1])
    local r = assert(m:constrained(q, v, q, { method = "partition", t = .4, gap_tol = .9 }))
    local Jdot = eq.Jdot:eval(values)
    t.close(r.Jdot, Jdot, 1e-10, c[1] .. " dJ/dt")
    -- J N = 0 always: dJ/dt N + J dN/dt = 0, and nothing of an independent coordinate moves
    t.near(J * r.Ndot + Jdot * r.N, 0 * (J * r.N), 1e-8, c[1] .. " dN/dt")
    local gaps = m:gaps(q, .4).k
    for k = 1, #phi do
      local off = phi[k]:eval(values) - gaps[k]
      if c[1] == "thread" then off = math.sin(off / (2 * .3)) end -- whole turns do not count
      t.near(off, 0, 1e-12, c[1] .. " phi")
    end
  end
end)

t.test("loops of every joint", function()
  local q = {}
  for i = 1, 11 do q[i] = .2 + .1 * (i % 4) end
  for _, row in ipairs(li._internal.joints()) do
    local joint, loop = row.name,
      { name = "k", joint = row.name, from = "end_b", to = "end_c", axis = "y" }
    for _, p in ipairs(row.params) do loop[p.name] = .2 end
    if not row.loop then loop.joint = "revolute" end
    local m = two(nil, loop)
    local list, symbols = m:constraint_equations()[1],
      require("liaison.constrained.modelrows").flat(m)
    t.eq(#list.phi, #symbols)
    local values, names = {}, m:coordinates()
    for i, name in ipairs(names) do values[name] = q[i] end
    local gaps = m:gaps(q).k
    t.eq(#gaps, #list.phi)
    for k, x in ipairs(list.phi) do t.near(x:eval(values), gaps[k], 1e-12, joint) end
  end
end)

-- the slider-crank of [nonhol] 2.9 with symbols for what it is made of
local function crank()
  return li.robot {
    gravity = { 0, "-g", 0 },
    bodies = {
      { name = "crank", joint = "revolute", q = "alpha", mass = "m1", com = { "a1", 0, 0 },
        inertia = { 0, 0, "J1" } },
      { name = "rod", at = { "l1", 0, 0 }, joint = "revolute", q = "beta", mass = "m2",
        com = { "a2", 0, 0 }, inertia = { 0, 0, "J2" } },
      { name = "slider", parent = "world", at = { 0, "h", 0 }, joint = "prismatic", axis = "x",
        q = "lambda", mass = "m3", inertia = { 0, 0, "J3" } },
    },
    constraints = { { "point", name = "pin", from = "slider", to = "rod",
      to_at = { "l2", 0, 0 } } },
  }
end

local function pair_of_points()
  return li.robot { bodies = { { name = "a", joint = "revolute" } },
    constraints = { { "point", name = "p", from = "a", to = "world" } } }
end

t.test("a description with symbols, solved in every way", function()
  local eq = crank():equations { constraints = true }
  t.eq(tostring(eq.phi[2]), tostring(li.expr "h - l1*sin(alpha) - l2*sin(alpha + beta)"))
  local values = { m1 = 2, a1 = .12, J1 = .02, l1 = .3, m2 = 3, a2 = .4, J2 = .2, l2 = .9, m3 = 4,
    J3 = .01, h = .1, g = 9.81 }
  local q, v, tau = { .6, -.6771796465084543, 1.14492150076725 },
    { 8, -10.207466315072612, -1.5083240766644703 }, { 15, 0, -50 }
  local want = { -6.6235858632358, 20.1560875580844, -18.1579604004244 }
  local r = assert(eq:with(values):solve(q, v, tau, { method = "all" }))
  t.near(r.a, want, 1e-9)
  t.ok(r.spread < 1e-10)
  t.eq(#r.redundant, 1)
  local n = crank():with(values)
  t.near(n:constrained(q, v, tau).a, want, 1e-9)
  -- in symbols: N of the crank's choice
  local s = crank():equations { constraints = true, reduce = false } :multipliers("partition",
    { independent = { "alpha" } })
  t.eq(#s.redundant, 1)
  values.alpha, values.beta, values.lambda = q[1], q[2], q[3]
  t.near(s.N:eval(values), { { 1 }, { -1.27593328938408 }, { -.18854050958306 } }, 1e-11)
  t.near(s.M:eval(values), { { .35793112127768 } }, 1e-11)
end)

-- a four-bar as definition table, and as the Maple text of it
t.test("loops and constraints of a definition table", function()
  local function bar(name, l)
    return { name, 1, { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, "J" } }, { l .. "/2", 0, 0 } }
  end
  local d = {
    gravity = { 0, -9.81, 0 }, variables = { "q1", "q2", "q3" },
    frames = { R1 = { "R0", { 0, 0, 0 }, { 0, 0, "q1" } },
      R2 = { "R1", { "l1", 0, 0 }, { 0, 0, "q2" } }, E2 = { "R2", { "l2", 0, 0 }, 0 },
      R3 = { "R0", { "D", 0, 0 }, { 0, 0, "q3" } },
      E3 = { "R3", { "l3", 0, 0 }, 0 } },
    bodies = { R1 = bar("c1", "l1"), R2 = bar("c2", "l2"), R3 = bar("c3", "l3") },
    loops = { pin = { "E2", "E3", "revolute" } },
  }
  local values = { l1 = 1, l2 = 3, l3 = 2.5, D = 3, J = .1 }
  local m = li.definition(d):with(values)
  local phi2, phi3 = li.fourbar(1, 3, 2.5, { 3, 0 }):solve(.7, "plus", 1, 0)
  local want = { .7, phi2[1] - .7, phi3[1] }
  t.near(m:assemble({ .7, want[2] + .1, want[3] - .1 }, { fix = { "q1" } }), want, 1e-12)
  t.eq(m:mobility(want).velocity, 1)
  -- its own text
  local again = li.definition(li.definition(d):maple()):with(values)
  local tau, v = { 1, 2, 3 }, m:fit_velocity(want, { 1, 0, 0 })
  local down = li.robot(again:description())
  t.eq(#down:description().loops, 1)
  t.near(again:constraint_rows(want, v), m:constraint_rows(want, v), 1e-14)
  -- driven, in both
  d.constraints = { "q1 - w*t", { "driver", name = "again", coordinate = "q1", law = "w*t" } }
  values.w = 2
  m, again = li.definition(d):with(values), li.definition(li.definition(d):maple()):with(values)
  t.near(m:constrained(want, m:fit_velocity(want, { 0, 0, 0 }), tau).a[1], 0, 1e-12)
  t.near(again:constraint_rows(want), m:constraint_rows(want), 1e-14)
  t.eq(m:mobility(want).hyperstatic, 4)
  d.loops = { pin = { "E2", "E4" } }
  t.raises("loops%.pin%.to: no body or frame is named 'E4' %(did you mean", li.definition, d)
  local none, why = pair_of_points():maple()
  t.eq(none, nil)
  t.ok(why:find("constraint 'p' holds frames (spherical), which the definition file has not", 1,
    true),
    why)
end)

t.test("the ten steps and the doctor of a description with constraints", function()
  -- a car that rolls: blades at both axles, steered; [nonhol] 2.4 without the trailer
  local function car(more)
    return li.robot { gravity = { 0, 0, 0 },
      bodies = { { name = "car", joint = "Tx Ty Rz", q = { "cx", "cy", "ch" }, mass = "m",
        inertia = { 0, 0, "J" } } },
      constraints = { { "knife_edge", name = "rear", from = "car", from_axis = "x", to = "world" },
        more } }
  end
  local d = car():doctor()
  t.eq(d.velocity_freedom, 2)
  t.eq(d.position_freedom, 3)
  t.eq(d.hidden, 0)
  t.eq(d.each[1].name, "rear")
  t.ok(not d.each[1].holonomic)
  -- held to a heading, the blade is a position in disguise: along it sin(.3) x - cos(.3) y never
  -- changes
  d = car({ "equation", name = "course", equation = "ch - 0.3" }):doctor()
  t.eq(d.position_freedom, 1)
  t.ok(d.each[1].holonomic and d.each[2].phi)
  -- the same row twice, and one that follows here alone
  d = car({ "equation", name = "again", equation = "2*sin(ch)*cx' - 2*cos(ch)*cy'" }):doctor()
  t.eq(table.concat(d.redundant, " "), "again")
  d = car({ "equation", name = "here", equation = "sin(2*ch)*cx' - cos(ch)*cy'" }):doctor { ch = 0,
    cx = 1, cy = 2 }
  t.eq(table.concat(d.redundant, " "), "")
  t.eq(table.concat(d.redundant_here, " "), "here")
  -- the ten steps of the slider-crank: D is N' M N of the document
  local k = crank():kane()
  t.eq(#k.D, 1)
end)

t.test("the doctor of a ball in a sphere and on one, all in symbols", function()
  local start = os.clock()
  for _, sphere in ipairs { "R", "-R", .6 } do
    local d = li.robot { bodies = { { name = "ball", joint = "Tx Ty Tz Rz Rx Ry", mass = "m",
      inertia = { "I", "I", "I" } } },
      constraints = { { "rolling_ball", name = "roll", radius = sphere == .6 and .2 or "r",
        sphere = sphere, from = "ball", to = "world" } } }:doctor()
    t.eq(d.velocity_freedom, 3)
    -- [MLS] ch. 7: two of place, three of attitude, all reached by rolling
    t.eq(d.position_freedom, 5)
    t.eq(table.concat(d.growth, " ", 1, 2), "3 5")
    t.ok(d.each[1].holonomic and not d.each[2].holonomic and not d.each[3].holonomic)
    t.eq(tostring(d.integrals[1]), "sqrt(ball_1^2 + ball_2^2 + ball_3^2)")
  end
  t.ok(os.clock() - start < 10, "seconds, where it took one minute")
end)

t.test("where there is nothing to say", function()
  t.raises("this model has none", function() li.planar { 1 }:equations { constraints = true } end)
  t.raises("model:equations{constraints = true}",
    function() crank():equations():multipliers "projector" end)
  t.raises("in angles", function()
    li.robot { bodies = { { name = "b", joint = "spherical", mass = 1, inertia = { 1, 1, 1 } } },
      constraints = { { "parallel", from = "b", to = "world" } } }:constraint_equations()
  end)
end)

t.done()
