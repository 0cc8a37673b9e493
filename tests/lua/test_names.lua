-- test_names.lua - one script, several models: names they share, names that mean two things, names
-- said and dropped
local t = require "t"
local li = require "liaison"

local function forget()
  collectgarbage()
  collectgarbage()
end

local function slider() -- a cart at x with a rod that turns by q1
  return li.robot { bodies = {
    { name = "cart", joint = { "prismatic", q = "x", axis = "x" }, mass = "m", inertia = 0 },
    { name = "rod", parent = "cart", joint = { "revolute", q = "q1" }, mass = 2, com = { 1, 0, 0 },
      inertia = { 0, 0, 3 } } } }
end

local function rod() -- a rod with its mass at x
  return li.robot { bodies = { { name = "rod", joint = { "revolute", q = "q1" }, mass = "m",
    com = { "x", 0, 0 }, inertia = { 0, 0, "J" } } } }
end

t.test("a parameter x of one model, a coordinate x of another, both with q1: either order, "
  .. "numbers of both right", function()
  for order = 1, 2 do
    local a, b
    if order == 1 then a = rod() b = slider() else b = slider() a = rod() end
    local ea, eb
    if order == 1 then
      ea = a:equations { reduce = false } eb = b:equations()
    else
      eb = b:equations() ea = a:equations { reduce = false }
    end
    t.eq(tostring(ea.M[1][1]), "m*x^2 + J")
    t.eq(tostring(ea.M[1][1]:diff "x"), "2*m*x")
    t.eq(ea:with { m = 2, x = 3, J = 1 }:mass { 0 }[1][1], 19)
    t.near(eb:with { m = 2 }:mass { 0, 0.5 },
      { { 4, -2 * math.sin(0.5) }, { -2 * math.sin(0.5), 5 } }, 1e-15)
    t.eq(tostring(eb.M[1][2]:diff "q1"), "-2*cos(q1)")
    t.eq(eb.q[1]:d() ~= li.expr "0", true, "x moves there")
    t.eq(ea.M[1][1]:d(), li.expr "0", "and does not here")
    t.near(b:with { m = 2 }:id({ 0.1, 0.5 }, { 1, 2 }, { 3, 4 }),
      eb:with { m = 2 }:id({ 0.1, 0.5 }, { 1, 2 }, { 3, 4 }), 1e-12)
    t.ok(ea.q[1] == eb.q[2], "one name of coordinates is one coordinate")
    a, b, ea, eb = nil, nil, nil, nil -- luacheck: ignore
    forget()
  end
end)

t.test("the same from energies, with names from li.symbols, in texts and in expressions", function()
  local cart = li.lagrange { q = "x", T = "3*x'^2/2", V = "5*x^2" }
  local x, k = li.symbols "x k"
  local bar = li.lagrange { q = "th", T = "x^2*th'^2/2", V = -k * x * li.cos(li.coordinates "th") }
  t.eq(bar.M[1][1], x ^ 2)
  t.eq(tostring(bar.G[1]), "k*x*sin(th)")
  t.eq(cart:row(1), 3 * cart.a[1] + 10 * cart.q[1])
  local again = li.lagrange { q = "x", T = "3*x'^2/2", V = "5*x^2" }
  t.eq(again:row(1), cart:row(1), "texts about q mean q")
  local other = li.lagrange { q = "th", T = { bob = "x^2*th'^2/2" }, V = "-k*x*cos(th)" }
  t.eq(other:row(1), bar:row(1), "and what is no q means the parameter")
end)

t.test("what is said about an expression means what stands in it", function()
  local q = li.coordinates "u"
  local e = li.sin(q) * q:d()
  local u = li.symbols "u"
  t.ok(u ~= q and tostring(u) == tostring(q))
  t.eq(e:diff "u", e:diff(q))
  t.eq(e:diff(u), e:diff(q))
  t.eq(e:eval { u = 0.5, [q:d()] = 2 }, 2 * math.sin(0.5))
  t.eq(e:subs { u = 0 }, li.expr "0")
  t.eq(e:subs("u", 0), li.expr "0")
  t.eq(e:depends "u", true)
  t.eq((q ^ 2 + 3 * q):degree "u", 2)
  t.eq((q ^ 2 + 3 * q):coeff "u", li.expr "3")
  t.eq((q ^ 2 + 3 * q):fn "u" (2), 10)
  t.eq((q ^ 2 + 3 * q):gradient { u }[1], 2 * q + 3)
  t.eq((q ^ 2 + 3 * q):hessian "u" [1][1], li.expr "2")
  t.eq((2 * q - 6):solve "u" [1], li.expr "3")
  t.eq(li.solve({ 2 * q - 6 }, "u")[1], li.expr "3")
  t.eq((q * (q + 1)):collect "u", q ^ 2 + q)
  t.eq(li.jacobian({ q ^ 2 }, "u")[1][1], 2 * q)
  t.eq(li.smat { q, 1 }:diff "u" [1], li.expr "1")
  t.eq(li.smat { q, 1 }:eval { u = 4 }[1], 4)
  t.eq(li.smat { q, 1 }:subs { u = 4 }[1], li.expr "4")
  t.eq((li.smat { q, 7 }:fn "u" (4)), 4)
  t.eq(li.compile(q ^ 2, "u", { tape = true }) { 3 }[1], 9)
  t.eq(li.expr "u", u, "a text alone means the one named last")
  li.coordinates "u"
  t.eq(li.expr "u", q)
  t.eq(li.expr "u'", q:d())
  li.symbols "u"
  t.eq(li.expr "u'", q:d(), "a parameter has no rate, so the coordinate is meant")
end)

t.test("both in one expression, or a coordinate of another model: an error with the line and "
  .. "the expression", function()
  local q = li.coordinates "w"
  local w = li.symbols "w"
  t.raises("test_names.lua:%d+: expr %+: 'w' is a parameter and a coordinate of two models, "
    .. "in one expression: ", function() local _ = q + w end)
  t.raises("test_names.lua:%d+: expr %*: 'w' is .* in one expression: w%*w'",
    function() local _ = q:d() * w end)
  t.raises("test_names.lua:%d+: .*'w' is .* in one expression",
    function() local _ = li.sum { 1, q, w } end)
  t.raises("test_names.lua:%d+: .*'w' is .* in one expression",
    function() local _ = li.smat { { q * 2, 1 }, { 0, 1 } } * li.smat { 1, w / w - 1 + w }
    + li.smat { w, 0 } local _ = _[1] end)
  local one, two = li.lagrange { q = "a", T = "a'^2/2" },
    li.lagrange { q = "b", T = "3*b'^2/2", V = "b^2" }
  t.raises("test_names.lua:%d+: Q%[1%]: 'b' is a coordinate, but none of these equations: 2%*b",
    function() one:forced { a = 2 * two.q[1] } end)
  t.raises("test_names.lua:%d+: .*'b'' is a coordinate, but none of these equations",
    function() one:forced { a = -two.v[1] } end)
  t.raises("test_names.lua:%d+: T: T contains a coordinate that is not in q .*'b'': ",
    function() li.lagrange { q = "a", T = one.T + two.T } end)
  t.raises("test_names.lua:%d+: V: V contains a coordinate that is not in q .*'b': ",
    function() li.lagrange { q = "a", T = one.T, V = two.q[1] } end)
  t.eq(tostring(one:forced { a = li.functions "f" }.Q[1]), "f",
    "a motion or a force that is given is no coordinate")
end)

t.test("a name said on a line of its own is known to the texts of the next, whatever was collected",
  function()
  forget()
  li.symbols "dropped1 dropped2"
  li.coordinates "dropped3"
  forget()
  t.eq(tostring(li.expr "dropped1*dropped3''"), "dropped1*dropped3''")
  forget()
  t.eq(tostring(li.lagrange { q = "th", T = "dropped2*th'^2/2" }.M[1][1]), "dropped2")
  t.raises("unknown symbol 'dropped4'", li.expr, "dropped4")
end)

-- names that look like fields, and names that no line can show
-- -------------------------------------------------------------

t.test("an open symbol is refused by what needs it, whatever the bodies are called", function()
  local odd = { "arm.com[1]", "a.shapes[1]", "x.inertia[2]", "gravity", "gravity.mass", "b.min",
    "c.reads", "d.mass", "e.damping", "plain" }
  for _, name in ipairs(odd) do
    local function arm(fields)
      local b = { name = name, joint = "revolute", mass = 1, inertia = { 1, 1, 1 } }
      for key, x in pairs(fields) do b[key] = x end
      -- told by names, so that paths of complaints have them
      local keyed = { [name] = b }
      b.name = nil
      return li.robot { bodies = keyed }
    end
    for _, place in ipairs { { at = { "L", 0, 0 } }, { axis = { "L", 0, 1 } },
      { rpy = { 0, 0, "L" } }, { joint = "helical", pitch = "L" }, { offset = "L" } } do
      t.raises("L", function() return arm(place):fk { 0 } end)
    end
    for _, field in ipairs { "mass", "damping", "friction", "stiffness", "rotor" } do
      local m = arm { [field] = "L" }
      t.ok(m:fk { 0 }, name .. " " .. field)
      t.raises("L", function() return m:mass { 0 } end)
    end
    t.raises("L", function() return arm({ com = { "L", 0, 0 } }):mass { 0 } end)
    t.raises("L", function() return arm({ inertia = { 1, 1, "L" } }):mass { 0 } end)
    -- what is only told or drawn
    t.near(arm({ limits = { "-L", "L" }, speed = "L", effort = "L", home = "L",
      shapes = { { kind = "box", size = { "L", 1, 1 } } } }):mass { 0 }, { { 1 } })
  end
end)

t.test("names without zero bytes and control characters, and no complaint hands them to a terminal",
  function()
  local function body(fields)
    local b = { joint = "revolute", mass = 1, inertia = { 1, 1, 1 } }
    for key, x in pairs(fields) do b[key] = x end
    return { bodies = { b } }
  end
  local bad = { "a\0b", "a\27[31mb", "a\nb", "\127", "a\194\155b", "\tb" }
  for _, name in ipairs(bad) do
    local spec = body { name = name }
    for _, make in ipairs {
      function() return li.robot(spec) end,
      function() return li.robot { bodies = { [name] = spec.bodies[1] } } end,
      function() return li.robot(body { name = "ok", q = name }) end,
      function() return li.robot { bodies = spec.bodies,
      frames = { { name = name, body = "b" } } } end,
      function() local s = body { name = "b" } s.frames = {
      { name = name, body = "b" } } return li.robot(s) end,
      function() local s = body { name = "b" } s.constraints = {
      { "point", name = name, from = "b", to = "world" } } return li.robot(s) end,
      function() local s = body { name = "b" } s.loops = {
      { name = name, joint = "revolute", from = "b", to = "world" } } return li.robot(s) end,
      function() return li.robot(body { name = "b", parent = name }) end,
      function() return li.system { planar = true }:body { name = name, m = 1, j = 1,
      place = { 0, 0, 0 } } end,
      function() return li.mechanism { bodies = { { name = name } },
      joints = { { kind = "revolute", on = name } } } end,
    } do
      local ok, why = pcall(make)
      t.ok(not ok, (name:gsub("%c", "?")))
      t.ok(not tostring(why):gsub("\n  ", " "):find "[%z\1-\31\127]", tostring(why))
    end
  end
  t.ok(li.robot(body { name = "épaule gauche, 2" }))
end)

t.test("the zero quaternion is no rotation, wherever a configuration is told", function()
  local m = li.robot { bodies = { { name = "b", joint = "floating", mass = 1,
    inertia = { 1, 1, 1 } },
    { name = "c", joint = "spherical", mass = 1, inertia = { 1, 1, 1 } } } }
  local good, v = { 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  for _, first in ipairs { 4, 8 } do
    local q = {}
    for k = 1, 11 do q[k] = k >= first and k < first + 4 and 0 or good[k] end
    for _, ask in ipairs { function() return m:fk(q) end, function() return m:mass(q) end,
      function() return m:fd(q, v, v) end,
      function() return m:id(q, v, v) end, function() return li.simulate { m, q = q, t = .1 } end,
      function() return m:step(q, v, .1) end } do
      t.raises("the zero quaternion is no rotation", ask)
    end
  end
  t.ok(m:fk(good))
end)

t.done()
