-- test_equations_page.lua - equations in the page: true, with multipliers where loops close, in
-- numbers people write, and never longer than fits
local t = require "t"
local li = require "liaison"
local equationspage = require "liaison.show.equationspage"

local fourbar = li.robot {
  name = "four-bar",
  bodies = {
    { name = "crank", joint = "revolute", axis = "-y", q = "a", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0.1, 0.1 } },
    { name = "coupler", parent = "crank", at = { 1, 0, 0 }, joint = "revolute", axis = "-y",
      q = "b", mass = 2, com = { 1.5, 0, 0 }, inertia = { 0, 1.5, 1.5 } },
    { name = "rocker", parent = "world", at = { 3, 0, -0.5 }, joint = "revolute", axis = "-y",
      q = "c", mass = 1.5, com = { 1.25, 0, 0 }, inertia = { 0, 0.8, 0.8 } },
  },
  constraints = { { "hinge", name = "pin", from = "coupler", from_at = { 3, 0, 0 }, from_axis = "y",
    to = "rocker", to_at = { 2.5, 0, 0 }, to_axis = "y" },
    { "equation", name = "more", equation = "a + 0.1*sin(b)*b - c" } },
}

-- { M11 = expression, .. } of the lines of text in a page
local function entries(html)
  local out = {}
  for line in html:gmatch "<div>([%a%d_ =]+= .-)</div>" do
    local names, text = line:match "^([%a%d_ =]-) = ([^=]+)$"
    for name in names:gmatch "[%a%d_]+" do out[name] = li.expr((text:gsub("&lt;", "<"))) end
  end
  return out
end

t.test("M q'' + h = tau + J' lambda, J q'' = gamma, as the engine has them", function()
  local html = equationspage.html(fourbar)
  local found, q, v = entries(html), { 0.4, -0.3, 1.1 }, { 0.5, -0.7, 0.9 }
  local values = {}
  for k, name in ipairs { "a", "b", "c" } do values[name], values[name .. "'"] = q[k], v[k] end
  local function at(name) return found[name] and found[name]:eval(values) or 0 end
  local M, G = fourbar:mass(q), fourbar:gravity(q)
  local J, gamma = fourbar:constraint_rows(q, v)
  for i = 1, 3 do
    t.near(at("G" .. i), G[i], 1e-4)
    for k = i, 3 do t.near(at(("M%d%d"):format(i, k)), M[i][k], 1e-4) end
  end
  -- velocity forces: B q'^2 + P q' q'
  local h = fourbar:bias(q, v)
  local pairs_of = { { 1, 2 }, { 1, 3 }, { 2, 3 } }
  for i = 1, 3 do
    local sum = at("G" .. i)
    for k = 1, 3 do sum = sum + at(("B%d%d"):format(i, k)) * v[k] ^ 2 end
    for _, p in ipairs(pairs_of) do
      sum = sum + at(("P%d%d%d"):format(i, p[1], p[2])) * v[p[1]] * v[p[2]]
    end
    t.near(sum, h[i], 1e-4)
  end
  -- rows in the order of the engine, those that say nothing left out; each row is told up to a
  -- factor only where it is scaled
  local rows = #J
  t.eq(rows, 6)
  local same = 0
  for r = 1, rows do
    local size = 0
    for k = 1, 3 do
      t.near(at(("J%d%d"):format(r, k)), J[r][k], 1e-4)
      size = size + math.abs(J[r][k])
    end
    if size > 0 then
      t.near(at("gamma" .. r), gamma[r], 1e-4)
      same = same + 1
    end
  end
  t.ok(same >= 3)
  t.ok(html:find "multiplier lambda", "multipliers are told")
end)

t.test("numbers as people write them", function()
  local html = equationspage.html(li.robots.puma560())
  t.ok(html:find("M11 = 0.000864288*s4*s5", 1, true), html:match "M11 = [^\n]*")
  t.ok(not html:find "e%-%d+%*%(", "no 1e-12*(864288000*...)")
  t.ok(not html:find "%d%d%d%d%d%d%d/%d", "no fraction of two long numbers")
  local x, y = li.symbols "x y"
  local cases = { { "1e-12*(864288000*x + 2e12*y)", "0.000864288*x + 2*y" },
    { "1e-8*x*(1e8*y - 3e8)", "x*(y - 3)" }, { "1202691413273/6250000000000", "0.192431" },
    { "x/3", "x/3" }, { "2*x^2*(y + 1.54666666666667)", "2*x^2*(y + 1.54667)" },
      { "(x + 0.123456789)^3", "(x + 0.123457)^3" }, { "sin(0.5*x)*y", "y*sin(x/2)" } }
  for _, case in ipairs(cases) do
    local before = li.expr(case[1])
    local after = equationspage.readable(before)
    t.eq(tostring(after), tostring(li.expr(case[2])))
    t.near(after:eval { x = 0.7, y = -1.3 }, before:eval { x = 0.7, y = -1.3 }, 1e-4)
  end
  t.ok(x ~= y)
end)

t.test("what a page holds is what the equations hold, entry by entry", function()
  for _, m in ipairs { li.planar { 1, 0.8 }, li.robots.scara(), li.robots.puma560() } do
    local html, eq, n = equationspage.html(m), m:equations(), #m:speeds()
    for i = 1, n do
      for k = i, n do
        local name = ("M%d%d"):format(i, k)
        local there = html:find("[>= ]" .. name .. " =") ~= nil
        t.eq(there, eq.M:at(i, k):simplify() ~= li.expr(0), name)
      end
    end
  end
end)

-- a chain of n turning joints about slanted axes, with full inertias: nothing merges, everything is
-- long
local function chain(n, name, bodies, parent)
  for i = 1, n do
    bodies[#bodies + 1] = { name = name .. i, parent = i > 1 and name .. i - 1 or parent,
      at = { 0.1, 0.02 * i, 0.3 }, rpy = { 0.3 * i, 0.2, 0.1 }, joint = "revolute",
      axis = { 0.3, 1, 0.2 * i },
      mass = 1 + 0.1 * i, com = { 0.05, 0.01 * i, 0.1 },
        inertia = { 0.1, 0.12, 0.09, 0.01, 0.02, 0.005 } }
  end
  return bodies
end

local function robot(arms, floats)
  local bodies = { { name = "trunk", joint = floats and "floating" or "fixed", mass = 10,
    inertia = { 1, 1, 1 } } }
  for k, n in ipairs(arms) do chain(n, ("l%d_"):format(k), bodies, "trunk") end
  return li.robot { name = "r", bodies = bodies }
end

t.test("a page of any robot takes a moment, and tells what it does not print", function()
  local robots = { { "7R", robot { 7 } }, { "14R, two arms", robot { 7, 7 } },
    { "29 joints that float", robot({ 6, 6, 3, 7, 7 }, true) },
    { "29 joints", robot { 6, 6, 3, 7, 7 } },
    { "humanoid36", li.robots.humanoid36() }, { "50 joints", robot { 10, 10, 10, 10, 10 } },
      { "a chain of 60", robot { 60 } }, { "panda", li.robots.panda() } }
  for _, row in ipairs(robots) do
    local began = os.clock()
    local html = row[2]:html()
    local took = os.clock() - began
    t.ok(took < 1.5, ("%s: %.2f s"):format(row[1], took))
    t.ok(#html < 400000, ("%s: %d bytes"):format(row[1], #html))
    if row[1] == "7R" then
      t.ok(html:find "names and numbers, not printed here: model:equations%(%).M",
        "the mass matrix is told of, not printed")
      t.ok(html:find "Inverse dynamics takes [%d,]+ operations")
    end
  end
end)

t.test("how long a text will be is known before it is written", function()
  local x, y = li.symbols "x y"
  t.eq((x + y):leaves(), 2)
  t.eq((2 * x * y):leaves(), 3)
  local e = x + y
  for _ = 1, 40 do e = li.sin(e) + e * x end
  t.ok(e:leaves() > 1e12, "written out it would never end")
  for _, f in ipairs { (x + y) ^ 2 * li.sin(x * y), li.piecewise(x:lt(1), x, y),
    li.expr "3/4*x - 2" } do
    local count = 0
    for word in tostring(f):gmatch "[%a%d_.]+" do
      if word ~= "sin" and word ~= "piecewise" then count = count + 1 end
    end
    t.ok(math.abs(f:leaves() - count) <= 1, tostring(f) .. " " .. f:leaves())
  end
end)

t.done()
