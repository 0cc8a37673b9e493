-- test_law_explain.lua - derivations of motion laws: every formula and peak is that of the law; the
-- numbers of the course; every law of the list, however it brakes; two languages
local t = require "t"
local li = require "liaison"
local derivations = require "liaison.blackboard.law_derivations"
local letters = require "liaison.blackboard.law_letters"

-- each law as it is, and those of three phases in other shapes
local function shapes(name)
  local list = { li.law(name) }
  local d = derivations[name]
  if d and d.ramp then
    list[2] = li.law(name, 0.45)
    list[3] = li.law(name, { ta = 0.2, td = 0.4 })
    list[4] = li.law(name, { ta = 0.5, td = 0.25 })
    list[5] = li.law(name, 0.5)
  end
  return list
end

local function each(f)
  for name in pairs(li.laws()) do
    for k, law in ipairs(shapes(name)) do f(law, ("%s %d"):format(name, k)) end
  end
end

t.test("law: every phase, peak and place of a derivation is that of its law", function()
  local told = 0
  each(function(law, what)
    local of = letters.of(law)
    for _, p in ipairs(of and of.phases or {}) do
      for i = 0, 6 do
        local time = p.first + (p.last - p.first) * (i + 0.5) / 7
        of.values.t, of.values.u = time, 1 - time
        local s, v, acc = law:at(time)
        local where = ("%s, %s at %g"):format(what, p.name, time)
        t.near(p.s:eval(of.values), s, 1e-13, where)
        t.near(p.s1:eval(of.values), v, 1e-12, where)
        t.near(p.s2:eval(of.values), acc, 1e-11, where)
        told = told + 1
      end
    end
    for order, most in ipairs { law:peaks() } do
      local e, where, values = letters.peak(law, order, ("vaj"):sub(order, order))
      if e then
        local here = { law:at(li.expr(where, "new"):eval(values)) }
        t.near(e:eval(values), most, 1e-9 * most, what)
        t.near(math.abs(here[order + 1]), most, 1e-9 * most, what)
      elseif of then t.eq(most, math.huge, what) end
    end
  end)
  t.ok(told > 200, told)
end)

t.test("the phases of a law go from 0 to 1/2 or 1, one after the other", function()
  each(function(law, what)
    local of = letters.of(law)
    local phases = of and of.phases or {}
    for k, p in ipairs(phases) do
      t.near(p.first, k == 1 and 0 or phases[k - 1].last, 1e-14, what)
    end
    -- up to where the mirror takes over, or to the end
    local last = phases[#phases] and phases[#phases].last or 1
    t.ok(last >= 0.5 - 1e-14, what .. ": " .. last)
    if letters.is_uneven(law) then t.near(last, 1, 1e-14, what) end
  end)
end)

local function line_of(d, name)
  for _, s in ipairs(d.sections) do
    for _, l in ipairs(s.lines) do
      if l.name == name then return l end
    end
  end
end

t.test("every law is derived in both languages, each line right, in every form", function()
  each(function(law, what)
    for _, lang in ipairs { "en", "fr" } do
      local d = law:explain { lang = lang, travel = { 2, 1 }, v = 3, a = { 10, 5 } }
      t.ok(d.count >= 9 and d.worst < 1e-12, what .. ": " .. d.worst)
      local text = d:text()
      for _, bad in ipairs { "nil", "table: 0x", "%%[sd]" } do t.ok(not text:find(bad), what) end
      t.ok(#d:markdown() > 500 and #d:html() > 500, what)
      t.ok(not d:latex():find "nil", what)
      -- the time of the table is that of the engine
      local T = 0
      for axis, travel in ipairs { 2, 1 } do
        T = math.max(T, (law:duration(travel, 3, ({ 10, 5 })[axis])))
      end
      t.ok(text:find(li._internal.format("T = %.6g", T), 1, true), what .. ": " .. T)
    end
  end)
end)

t.test("the course's quintic, septic and shortest times", function()
  local d = li.law "poly5":explain { travel = 2, v = 3, a = 10, j = 60 }
  for _, line in ipairs { "a3 + a4 + a5 = 1", "3*a3 + 4*a4 + 5*a5 = 0", "6*a3 + 12*a4 + 20*a5 = 0",
    "[a3, a4, a5] = [10  -15  6]", "s'max = 15/8 = 1.875   (at t = 1/2)",
    "s''max = 10*sqrt(3)/3 = 5.7735   (at t = 1/2 - sqrt(3)/6)", "T_v = D s'max/v = 1.875*D/v",
    "1.25   1.07457   1.25992   1.25992   jerk" } do
    t.ok(d:text():find(line, 1, true), line)
  end
  for k, name in ipairs { "s", "s'", "s''", "s'''" } do
    local e = li.expr("10*t^3 - 15*t^4 + 6*t^5", "new")
    for _ = 2, k do e = e:diff(li.symbols "t") end
    t.ok(line_of(d, name).sides[1]:equals(e), name)
  end
  d = li.law "poly7":explain { travel = 2, v = 3, a = 10, j = 60 }
  for _, line in ipairs { "24*a4 + 60*a5 + 120*a6 + 210*a7 = 0",
    "[a4, a5, a6, a7] = [35  -84  70  -20]", "s''max = 84*sqrt(5)/25", "1.45833" } do
    t.ok(d:text():find(line, 1, true), line)
  end
end)

t.test("letters of three phases are derived from what they have to do", function()
  local d = li.law("trapacc", { ta = 0.2, td = 0.4 }):explain()
  -- v (1 - (ta + td)/2) = 1 and a (ta - tr) = v: 1/0.7 and 1/0.7/0.15
  t.ok(line_of(d, "s'max").sides[2] == 1 / 0.7)
  t.near(line_of(d, "s''max").sides[2], 1 / 0.7 / 0.15, 1e-12)
  t.ok(d:text():find("With ta = 0.2, td = 0.4, tr = 0.05, trd = 0.1", 1, true)
    or d:text():find("tr = 0.05", 1, true), d:text())
  -- braking harder: the peak is there
  d = li.law("trapezoid", { ta = 0.4, td = 0.2 }):explain "times"
  t.near(line_of(d, "s''max").sides[2], 1 / 0.7 / 0.2, 1e-12)
  t.ok(d.worst < 1e-12, d.worst)
end)

t.test("in French, and what is no option", function()
  local text = li.law "sine2":explain { lang = "fr" }:text()
  t.ok(text:find("Accélération, t de 0 à ta", 1, true), text)
  t.ok(text:find("accélération en sinus carré", 1, true), text)
  local function german() li.law "poly3":explain { lang = "de" } end
  t.raises("explain.lang: expected", german)
  t.raises("unknown key 'speed'", function() li.law "poly3":explain { speed = 1 } end)
end)

t.done()
