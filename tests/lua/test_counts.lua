-- test_counts.lua - constants by their values, and functions in few operations: whatever was named
-- before, of symbols and of numbers
local t = require "t"
local li = require "liaison"

local state = 1
local function random(a, b)
  state = state * 16807 % 2147483647
  return a + (b - a) * state / 2147483647
end
local function one_of(list) return list[1 + math.floor(random(0, #list - 1e-9))] end

-- one name for one value --------------------------------------------------------------------------

local function top(inertia, mass)
  return li.robot { gravity = { 0, 0, -9.81 },
    bodies = { { name = "a", joint = "Rx Rz", mass = mass or "m", com = { 0, 0, "d" },
    inertia = inertia } } }
end

t.test("a body told with one symbol twice has one constant, and no term that the difference "
  .. "would make", function()
  local eq, k = top({ "I", "I", "J" }):equations(), top({ "I", "I", "J" }):kane()
  t.eq(eq.M:at(1, 1):equals(k.D:at(1, 1)), true)
  t.eq(eq.B:at(2, 1), li.expr(0))
  t.eq(eq.P:at(1, 1), li.expr(0))
  t.eq(table.concat(eq.constants, " "), "VZ2 JX2")
  t.ok(not tostring(eq):find "JY2")
  t.ok(tostring(eq):find "M11 = JX2\n", tostring(eq))
  local numbers = top({ 1, 1, 0 }, 1):equations()
  t.eq(table.concat(numbers.constants, " "), "JX2")
  t.eq(tostring(numbers.constants.JX2), "d^2 + 1")
end)

t.test("names do not depend on what was named before; constants of two models may meet", function()
  local before = tostring(top({ "I", "I", "J" }):equations())
  local other = top({ "I", "K", "J" }):equations()
  local again = top({ "I", "I", "J" }):equations()
  t.eq(tostring(again), before)
  t.eq(table.concat(other.constants, " "), "VZ2 JX2 JY2")
  local lean = top({ "A", "A", "J" }):equations()
  t.eq(table.concat(lean.constants, " "), "VZ2 JX2")
  t.eq(lean.M:at(1, 1):equals(again.M:at(1, 1)), false)
  t.eq(tostring((lean.M:at(1, 1) - again.M:at(1, 1)):simplify()), "A - I",
    "what they stand for is written out")
  t.eq(again.M:at(1, 1):equals(top({ "I", "I", "J" }):equations { reduce = false }.M:at(1, 1)),
    true)
  -- a name of the description stays its own
  local mine = top({ "JX2", "JY2", "J" }):equations()
  t.eq(table.concat(mine.constants, " "), "VZ2 JX2_ JY2_")
  t.eq(tostring(mine.constants.JX2_), "m*d^2 + JX2")
  t.eq(mine:with { m = 2, d = 3, JX2 = 1, JY2 = 1, J = 1 }.M:at(1, 1):simplify(), li.expr(19))
  t.eq(again:with { JX2 = 7 }.M:at(1, 1):simplify(), li.expr(7),
    "what is said about a name is about that of these equations")
end)

t.test("the 1980 robot with round bodies: 14, 34 and 19 coefficients, each constant told "
  .. "once, the dead ones too", function()
  local round = { { M = "M1", d = { 0, "D1", 0 }, I = { "IX1", 0, "IX1" } },
    { M = "M2", d = { 0, "D2", 0 }, I = { "IX2", 0, "IX2" } },
    { M = "M3", d = { 0, 0, "D3" }, I = { "IX3", "IX3", 0 } }, {}, {},
      { M = "M6", d = { 0, 0, "D6" }, I = { "IX6", "IX6", 0 } } }
  local m = li.phrase("RY(a,b),TYK(L1),RX(c,d),TYK(L2),RX(e,f),TZK(L3),RX(g,h),TZK(0),"
    .. "RY(i,j),TZK(0),RZ(k,l),TZK(L6);", { gravity = { 0, "G", 0 }, masses = round })
  local eq, na, nb, nc = m:equations(), 0, 0, 0
  local zero = li.expr(0)
  for i = 1, 6 do
    for j = 1, 6 do
      if j >= i and eq.M:at(i, j) ~= zero then na = na + 1 end
      if eq.B:at(i, j) ~= zero then nc = nc + 1 end
    end
    for j = 1, 15 do if eq.P:at(i, j) ~= zero then nb = nb + 1 end end
  end
  t.eq(na, 14) t.eq(nb, 34) t.eq(nc, 19)
  t.eq(table.concat(eq.constants, " "), "VY1 VY2 JX2 VZ3 JX3 VZ6 JX6",
    "VY1 stands in the potential alone, without effect")
  local listing = m:listing()
  t.eq(table.concat(listing.J, "; "), "JX1 = IX1+WY1; JX2 = IX2+WY2; JX3 = IX3+WZ3; JX6 = IX6+WZ6")
  t.eq(table.concat(listing.dead, " "), "VY1 WY1 JX1")
end)

-- a tree of turns and slides whose parameters coincide as often as not
local function coinciding(n)
  local bodies, values = {}, {}
  local function some(names, lo, hi)
    local name = one_of(names)
    if name == 0 then return 0 end
    values[name] = values[name] or random(lo, hi)
    return name
  end
  for i = 1, n do
    local I, axis = some({ "I", "K" .. i }, 1, 1.3), one_of { "x", "y", "z" }
    bodies[i] = { name = "b" .. i,
      parent = i > 1 and "b" .. one_of { i - 1, i - 1, math.max(1, i - 2) } or nil,
      joint = { kind = one_of { "revolute", "revolute", "prismatic" }, axis = axis, q = "q" .. i },
      at = { some({ 0, "L" }, 0.2, 0.6), some({ 0, 0, "L", "l" .. i }, 0.2, 0.6), 0 },
        mass = some({ "m", "m" .. i }, 1, 3),
      com = { some({ 0, 0, "d" }, 0.1, 0.3), some({ 0, "d", "c" .. i }, 0.1, 0.3),
        some({ 0, "d" }, 0.1, 0.3) },
      inertia = { I, one_of { I, some({ "I", "K" .. i }, 1, 1.3) }, some({ "J", "I" }, 1, 1.3) } }
  end
  return li.robot { gravity = { 0, 0, -9.81 }, bodies = bodies }, values
end

t.test("law: equations with merged constants are worth what the engine computes; an entry "
  .. "whose value is zero is proved zero", function()
  for case = 1, 12 do
    local m, values = coinciding(1 + case % 5)
    local eq, n = m:equations(), #m:coordinates()
    local used = {}
    for _, name in ipairs(m:symbols()) do used[tostring(name)] = values[tostring(name)] end
    values = used
    local numbers, q, v = m:with(values), {}, {}
    for i = 1, n do q[i], v[i] = random(-2, 2), random(-1, 1) end
    local at = {}
    for name, x in pairs(values) do at[name] = x end
    for i = 1, n do at[eq.q[i]] = q[i] at[eq.v[i]] = v[i] end
    for _, name in ipairs(eq.constants) do at[name] = eq.constants[name]:subs(values):eval() end
    local B, P = numbers:coriolis_split(q)
    t.near(eq.M:eval(at), numbers:mass(q), 1e-12 * (1 + numbers:mass(q):norm()))
    t.near(eq.B:eval(at), B, 1e-12 * (1 + B:norm()))
    if n > 1 then t.near(eq.P:eval(at), P, 1e-12 * (1 + P:norm())) end
    t.near(eq.G:eval(at), numbers:gravity(q), 1e-11)
    t.near(eq.C:eval(at), numbers:coriolis(q, v),
      1e-12 * (1 + B:norm() + (n > 1 and P:norm() or 0)))
    for _, x in ipairs { eq.M, eq.B, n > 1 and eq.P or eq.M } do
      local rows, columns = x:size()
      for i = 1, rows do
        for j = 1, columns do
          local e, size = x:at(i, j), 0
          for k = 1, 3 do
            for r = 1, n do at[eq.q[r]] = math.sin(7 * k + r) * 2 end
            size = math.max(size, math.abs(e:eval(at)))
          end
          t.eq(e:is_zero(), size < 1e-9, ("case %d, (%d, %d): %s"):format(case, i, j, e))
        end
      end
    end
  end
end)

-- functions in few operations ---------------------------------------------------------------------

local every = { "id", "fd", "mass", "bias", "gravity", "coriolis", "matrices" }

local function price(x) return x.mul + x.add + 4 * x.div + 16 * x.fun end

t.test("ops, forms, compile and c speak of one function: the cheapest, by the way that is told",
  function()
  local m = li.robots.puma560()
  local eq = m:equations()
  local q, v, a = m:random(1), { 1, -2, .5, .3, 2, -1 }, { .2, 1, -1, 3, .1, -.7 }
  local B, P = m:coriolis_split(q)
  local want = { id = { m:id(q, v, a) }, fd = { m:fd(q, v, a) }, mass = { m:mass(q) },
    bias = { m:bias(q, v) }, gravity = { m:gravity(q) },
    coriolis = { m:coriolis(q, v) }, matrices = { m:mass(q), B, P, m:gravity(q) } }
  local inputs = { id = { q, v, a }, fd = { q, v, a }, mass = { q }, bias = { q, v },
    gravity = { q }, coriolis = { q, v }, matrices = { q } }
  for _, what in ipairs(every) do
    local forms, ops, f = eq:forms(what), eq:ops(what), eq:compile(what, { tape = true })
    t.eq(price(ops), math.min(price(forms.closed), price(forms.recursive)), what)
    t.eq(forms.cheaper, price(forms.recursive) < price(forms.closed) and "recursive" or "closed")
    t.ok(#forms.way > 10, forms.way)
    t.eq(f.count.mul, ops.mul, what) t.eq(f.count.add, ops.add) t.eq(f.count.div,
      ops.div) t.eq(f.count.fun, ops.fun)
    local text = eq:c(nil, what)
    t.ok(text:find(("%d multiplications, %d additions, %d divisions, %d functions"):format(ops.mul,
      ops.add, ops.div, ops.fun), 1, true), what)
    for form in ("closed recursive cheapest"):gmatch "%a+" do
      local got = { eq:form(form):compile(what, { tape = true })((table.unpack
        or unpack)(inputs[what])) }
      for k, x in ipairs(want[what]) do
        t.near(got[k], x, (what == "fd" and 1e-9 or 1e-12) * (1 + x:norm()), what .. ", " .. form)
      end
    end
    local formula = { m:formula(what) }
    t.eq(#formula, #want[what])
    local kernel = { m:kernel(what, { tape = true })((table.unpack or unpack)(inputs[what])) }
    for k, x in ipairs(want[what]) do
      t.near(kernel[k], x, (what == "fd" and 1e-9 or 1e-12) * (1 + x:norm()),
        what .. " of the model")
    end
  end
  t.raises("forms: argument 1", function() eq:forms "everything" end)
end)

local function full(i)
  return { mass = "m" .. i, com = { "x" .. i, "y" .. i, "z" .. i },
    inertia = { "xx" .. i, "yy" .. i, "zz" .. i, "xy" .. i, "xz" .. i, "yz" .. i } }
end

-- rows of alpha in right angles, a, d
local function arm(rows)
  local list = { convention = "modified", gravity = { 0, 0, "gg" } }
  for i, r in ipairs(rows) do
    list[i] = full(i)
    list[i].alpha, list[i].a, list[i].d, list[i].theta = r[1] * math.pi / 2, r[2], r[3], "q" .. i
  end
  return li.dh(list)
end

local puma = { { 0, 0, 0 }, { -1, 0, 0 }, { 0, "a2", "d3" }, { -1, "a3", "d4" }, { 1, 0, 0 },
  { -1, 0, 0 } }

t.test("the Puma with 60 symbols: no more than published, a fifth below for A, B, C and Q",
  function()
  local eq = arm(puma):equations()
  for what, most in pairs { id = { 259, 240 }, mass = { 168, 134 }, matrices = { 398, 347 },
    gravity = { 50, 28 } } do
    local x = eq:ops(what)
    t.ok(x.mul <= most[1] and x.add - x.angle <= most[2] and x.div == 0 and x.fun <= 10,
      ("%s: %d/%d"):format(what, x.mul, x.add))
  end
  local c, mass, bias = eq:ops "coriolis", eq:ops "mass", eq:ops "bias"
  t.ok(c.mul <= 1.5 * mass.mul + bias.mul and c.add <= 1.5 * mass.add + bias.add)
end)

t.test("seven joints: C by forces carried inwards", function()
  local m = arm { { 0, 0, 0 }, { -1, 0, 0 }, { 1, 0, "d3" }, { 1, "a3", 0 }, { -1, "a4", "d5" },
    { -1, 0, 0 }, { 1, 0, 0 } }
  local forms = m:equations():forms "coriolis"
  t.ok(forms.way:find "carried", forms.way)
  local mass, bias = m:equations():ops "mass", m:equations():ops "bias"
  t.ok(forms.recursive.mul + forms.recursive.add <= 1.5
    * (mass.mul + mass.add + bias.mul + bias.add), forms.recursive.mul)
end)

t.test("locked joints, numbers, forces from outside, springs: the same as the closed form",
  function()
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = { "revolute", q = "q1" }, stiffness = "k", rest = 0.2, damping = 0.3,
      mass = "m", com = { "c", 0, 0 }, inertia = { 0, 0, "J" } },
    { name = "b", parent = "a", at = { "L", 0, 0 }, joint = { "revolute", q = "q2" },
      friction = 0.1, mass = 2, com = { 0.3, 0.1, 0 }, inertia = { 0.1, 0.1, 0.2 } },
    { name = "c", parent = "b", at = { 0.5, 0, 0 }, joint = { "prismatic", axis = "x", q = "q3" },
      mass = 1, com = { 0.1, 0, 0 }, inertia = { 0.1, 0.1, 0.1 } } } }
  local eq = m:equations()
  local some = eq:forced { q2 = "-3*q2'" }:with { m = 3, c = 0.4, J = 0.2, L = 0.7, k = 5 }
  local variants = { some, some:restrict { 1, 3 }:with { q2 = 0.4 },
    some:restrict { 2 }:with { q1 = 0.1, q3 = 0.2 },
    eq:with { L = 0, m = 3, c = 0, J = 0.2, k = 0 } }
  for k, x in ipairs(variants) do
    local n = x.n
    local q, v, a = {}, {}, {}
    for i = 1, n do q[i], v[i], a[i] = random(-1, 1), random(-1, 1), random(-1, 1) end
    for _, what in ipairs(every) do
      local by = {}
      for form in ("closed recursive"):gmatch "%a+" do
        local f = x:form(form):compile(what, { tape = true })
        by[form] = { f((table.unpack or unpack)(({ id = { q, v, a }, fd = { q, v, a },
          bias = { q, v }, coriolis = { q, v } })[what] or { q })) }
      end
      for r = 1, #by.closed do
        t.near(by.recursive[r], by.closed[r], 1e-10 * (1 + by.closed[r]:norm()),
          ("variant %d, %s"):format(k, what))
      end
    end
    t.near(x:form "recursive":id(q, v, a), x:form "closed":id(q, v, a), 1e-10)
    t.near(x:form "recursive":fd(q, v, a), x:form "closed":fd(q, v, a), 1e-9)
  end
  -- other values for the constants of the matrices: the bodies know nothing of them
  local renamed = eq:with { [eq.constants[1]] = 1 }
  t.eq(renamed:forms().recursive, nil)
  t.raises("no recursive form", function() renamed:form "recursive" end)
end)

t.test("what compact finds does not depend on the order in which symbols were named", function()
  local eq, text, words = li.robots.inria6r():equations(), {}, {}
  for i = 1, 6 do for j = i, 6 do text[#text + 1] = tostring(eq.M:at(i, j):expand()) end end
  for i = 1, 6 do text[#text + 1] = tostring(eq.G[i]) end
  for word in table.concat(text, " "):gmatch "%f[%w]%u%w*" do words[word] = true end
  local sorted, found = {}, nil
  for word in pairs(words) do sorted[#sorted + 1] = word end
  table.sort(sorted)
  for order = 1, 4 do
    local list, e = {}, {}
    for i, word in ipairs(sorted) do list[i] = word .. "_" .. order end
    for i = #list, 2, -1 do
      local k = 1 + math.floor(random(0, i - 1e-9))
      list[i], list[k] = list[k], list[i]
    end
    li.symbols(table.concat(list, " "))
    for i, line in ipairs(text) do
      e[i] = li.expr(line:gsub("%f[%w](%u%w*)", "%1_" .. order), "new")
    end
    local x = li.smat(e):compact(true):ops(true)
    local now = ("%d %d %d"):format(x.mul, x.add, x.fun)
    found = found or now
    t.eq(now, found, "order " .. order)
  end
end)

-- programs and texts ------------------------------------------------------------------------------

t.test("forward dynamics says that forces go in", function()
  local eq = li.planar { 1, 1 }:equations()
  for _, text in ipairs { eq:c(nil, "fd"), eq:lua(nil, "fd"), eq:js(nil, "fd"),
    li.planar { 1, 1 }:program("c", "fd", "fd") } do
    t.ok(text:find("in tau (2): tau_q1 tau_q2\n", 1, true), text:sub(1, 400))
    t.ok(not text:find("q1pp", 1, true) and not text:find("q1''", 1, true))
  end
  t.ok(eq:c(nil, "id"):find("in a (2): q1'' q2''\n", 1, true))
  t.ok(not eq:c(nil, "id"):find "tau_q1")
end)

t.test("an exported Lua module checks itself where it is the script, and keeps still where it "
  .. "is required", function()
  local path, interpreter = os.tmpname(), jit and "luajit" or "lua5.4"
  local function run(command)
    local pipe = io.popen(command .. " 2>&1; echo exit $?")
    local out = pipe:read "*a"
    pipe:close()
    return out
  end
  local file = path .. ".lua"
  local text = li.robots.puma560():equations():lua(nil, "id", "puma_id")
  t.eq(select(2, li.robots.puma560():equations():lua(file, "id", "puma_id")), nil)
  if not run(interpreter .. " -v"):find "Lua" then return end
  t.ok(run(interpreter .. " " .. file):find "^puma_id: worst difference .*: passed\nexit 0")
  t.ok(run(interpreter .. " " .. file .. " --test"):find "passed\nexit 0")
  t.eq(run(interpreter .. " -e 'dofile \"" .. file .. "\"'"), "exit 0\n")
  t.eq(run(("%s -e 'package.path = \"%s/?.lua\"; print(type(require(\"%s\").call))'")
    :format(interpreter, file:match "^(.*)/", file:match "([^/]*)%.lua$")), "function\nexit 0\n")
  local out = io.open(file, "w")
  out:write((text:gsub("(M%.test_out = {%s*{%s*)", "%11 + ", 1)))
  out:close()
  t.ok(run(interpreter .. " " .. file):find "FAILED\nexit 1")
  os.remove(path)
  os.remove(file)
end)

t.test("multiples of pi in a phrase come back as they were written", function()
  for _, text in ipairs { "RX,RXK(pi/2),TZK(pi/2);", "RX(-pi,pi),RYK(pi/7),TZK(3*pi);",
    "RY(-2*pi/3,1.5),TXK(0.7),TYK(-pi/12);", "TX(0.1,22),TZK(1e-9);" } do
    t.eq(li.phrase(text):phrase(), text)
  end
end)

t.test("a derivation lists the constants that stand in it", function()
  for _, m in ipairs { li.planar { "L1", "L2", mass = { "m1", "m2" } }, li.robots.inria6r() } do
    local text = m:equations():explain(nil, { form = "text", geometry = false })
    local constants = text:match "Constants\n(.-)\n\n"
    local rest = text:gsub("Constants\n.-\n\n", "")
    for name in constants:gmatch "(%u+%d+) = " do
      t.ok(rest:find("%f[%w]" .. name .. "%f[%W]"), name)
    end
  end
end)

t.done()
