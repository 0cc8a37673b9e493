-- test_law_explain.lua - derivations of motion laws: every formula and peak is that of the law; the
-- numbers of the course; two languages
local t = require "t"
local li = require "liaison"
local derivations = require "liaison.motion.law_derivations"
local explain = require "liaison.motion.law_explain"
local words = require "liaison.motion.law_words"

local function value(text, letters) return li.expr(text, "new"):eval(letters) end

t.test("law: every phase, peak and place of a derivation is that of its law", function()
  local told = 0
  for name in pairs(li.laws()) do
    local d = derivations[name]
    for _, ta in ipairs { 0.3, 0.45 } do
      local law = d and (d.three or name == "modvel") and li.law(name, ta) or li.law(name)
      local letters = d and explain.letters(law, d) or {}
      for _, p in ipairs(d and d.phases or {}) do
        local a, b = value(p.from, letters), value(p.to, letters)
        for i = 0, 6 do
          letters.t = a + (b - a) * (i + 0.5) / 7
          local s, v, acc = law:at(letters.t)
          local what = ("%s, %s at %g"):format(name, p.name, letters.t)
          t.near(value(p.s, letters), s, 1e-13, what)
          t.near(value(p.s1, letters), v, 1e-12, what)
          t.near(value(p.s2, letters), acc, 1e-11, what)
          told = told + 1
        end
      end
      local most = { law:peaks() }
      for order, key in ipairs { "v", "a", "j" } do
        local p = d and d.peaks[key]
        if p then
          local here = { law:at(value(p[2], letters)) }
          t.near(value(p[1], letters), here[order + 1], 1e-9 * most[order], name .. " " .. key)
          t.near(math.abs(here[order + 1]), most[order], 1e-9 * most[order], name .. " " .. key)
        elseif d then t.eq(most[order], math.huge, name .. " " .. key) end
      end
    end
  end
  t.ok(told > 50, told)
end)

t.test("the course's quintic, septic and shortest times", function()
  local text = li.law "poly5":explain { travel = 2, v = 3, a = 10, j = 60 }
  for _, line in ipairs { "a3 + a4 + a5 = 1", "3*a3 + 4*a4 + 5*a5 = 0", "6*a3 + 12*a4 + 20*a5 = 0",
    "a3 = 10, a4 = -15, a5 = 6", "s'max = 15/8 = 1.875 at t = 1/2",
    "s''max = 10*sqrt(3)/3 = 5.7735 at t = 1/2 - sqrt(3)/6", "T >= 1.875 D/v = 1.25",
    "T >= sqrt(5.7735 D/a) = 1.07457", "T >= cbrt(60 D/j) = 1.25992", "T = 1.25992" } do
    t.ok(text:find(line, 1, true), line)
  end
  text = li.law "poly7":explain { travel = 2, v = 3, a = 10, j = 60 }
  for _, line in ipairs { "24*a4 + 60*a5 + 120*a6 + 210*a7 = 0",
    "a4 = 35, a5 = -84, a6 = 70, a7 = -20", "s''max = 84*sqrt(5)/25 = 7.51319",
    "T = 1.45833" } do
    t.ok(text:find(line, 1, true), line)
  end
end)

t.test("in French, with the same words in both languages", function()
  for key in pairs(words.en) do t.ok(words.fr[key], key) end
  for key in pairs(words.fr) do t.ok(words.en[key] or key == "names", key) end
  local text = li.law "sine2":explain { lang = "fr" }
  t.ok(text:find("accélération, t de 0 à ta :", 1, true), text)
  t.ok(text:find("Loi de mouvement sine2 : accélération en sinus carré", 1, true))
  for name in pairs(li.laws()) do
    t.ok(#li.law(name):explain() > 200 and #li.law(name):explain { lang = "fr" } > 200, name)
  end
  local function german() li.law "poly3":explain { lang = "de" } end
  t.raises("explain.lang: expected 'en' or 'fr'", german)
  t.raises("unknown key 'speed'", function() li.law "poly3":explain { speed = 1 } end)
end)

t.done()
