-- law_explain.lua - the text of law:explain: a motion law derived as on the blackboard, in English
-- or French
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local derivations = require "liaison.motion.law_derivations"
local words = require "liaison.motion.law_words"
local shown = require "liaison.base.shown"
local kit = li._internal

local explain = {}

local number = shown.number

local function expr(text) return li.expr(text, "new") end

-- what it is in numbers, letters first put in
local function value_of(text, values) return expr(text):eval(values) end

-- ---- letters ------------------------------------------------------------------------------------

-- numbers of ta, tr of a law, and of the letters of its derivation, told one after the other
function explain.letters(law, d)
  local values = { ta = law.ta or 0, tr = law.tr or 0 }
  for _, x in ipairs(d.with or {}) do values[x[1]] = value_of(x[2], values) end
  return values
end

-- ---- polynomials --------------------------------------------------------------------------------

-- k (k - 1) .. (k - i + 1)
local function falling(k, i)
  local product = 1
  for j = 0, i - 1 do product = product * (k - j) end
  return product
end

-- "3*a3 + 4*a4 + 5*a5 = 0": derivative i at t = 1
local function condition(first, degree, i)
  local out = {}
  for k = first, degree do
    local f = falling(k, i)
    out[#out + 1] = (f == 1 and "" or ("%d*"):format(f)) .. ("a%d"):format(k)
  end
  return table.concat(out, " + ") .. " = " .. (i == 0 and "1" or "0")
end

-- the coefficients that keep the conditions: what solves the linear system of them
local function coefficients(first, degree)
  local rows, right = {}, {}
  for i = 0, degree - first do
    rows[i + 1], right[i + 1] = {}, i == 0 and 1 or 0
    for k = first, degree do rows[i + 1][k - first + 1] = falling(k, i) end
  end
  return li.mat(rows):solve(right)
end

local function polynomial(put, law, d, w)
  local first = (d.degree + 1) / 2
  put(w.conditions)
  put("  " .. w.rest, first - 1, first, first, d.degree, d.degree)
  for i = 0, first - 1 do put("    %s", condition(first, d.degree, i)) end
  local a, list = coefficients(first, d.degree), {}
  for k = 1, #a do list[k] = ("a%d = %s"):format(first + k - 1, number(a[k])) end
  put("  %s %s", w.solution, table.concat(list, ", "))
  put("")
  put(w.derivatives)
  local e, t = law:expr(), li.expr "t"
  for _, name in ipairs { "s", "s'", "s''", "s'''" } do
    put("  %-4s = %s", name, e:text())
    e = e:diff(t):expand()
  end
end

-- ---- phases -------------------------------------------------------------------------------------

local function phases(put, d, w)
  put(w.phases)
  if d.three then put("  " .. w.three) else
    if d.phases[#d.phases].to ~= "1" then put("  " .. w.mirror) end
    put("  " .. w.integral)
  end
  for _, p in ipairs(d.phases) do
    put("  " .. w.to, w[p.name], p.from, p.to)
    put("    s'' = %s", p.s2)
    put("    s'  = %s", p.s1)
    put("    s   = %s", p.s)
  end
  local list = {}
  for k, x in ipairs(d.with or {}) do list[k] = ("%s = %s"):format(x[1], x[2]) end
  if #list > 0 then put("  %s %s", w.letters, table.concat(list, ", ")) end
end

-- ---- peaks, times -------------------------------------------------------------------------------

local NAMES = { { "v", "s'max" }, { "a", "s''max" }, { "j", "s'''max" } }

local function peaks(put, law, d, values, w)
  put(w.peaks)
  local all = { law:peaks() }
  for order, x in ipairs(NAMES) do
    local p, most = d and d.peaks[x[1]], all[order]
    if most == math.huge then put("  " .. w.jumps)
    elseif p then
      put("  " .. w.at, x[2], p[1], number(value_of(p[1], values)), p[2])
    else put("  " .. w.plain, x[2], number(most)) end
  end
end

local FORMS = { "T >= %s D/v", "T >= sqrt(%s D/a)", "T >= cbrt(%s D/j)" }
local ROOTS = { function(x) return x end, math.sqrt, function(x) return x ^ (1 / 3) end }

-- the three durations of a travel under limits, the largest last
local function times(put, law, o, w)
  local all = { law:peaks() }
  put(w.times)
  put("  " .. w.need)
  local limits, longest = { o.v, o.a, o.j }, 0
  for order, most in ipairs(all) do
    if most < math.huge then
      local line, limit = FORMS[order]:format(number(most)), limits[order]
      if limit then
        local T = ROOTS[order](most * o.travel / limit)
        longest = math.max(longest, T)
        line = ("%s = %s"):format(line, number(T))
      end
      put("    %s", line)
    end
  end
  put("  " .. w.longest)
  if longest > 0 then put("  T = %s %s", number(longest), law.ta and w.shape or "") end
end

-- ---- all of it ----------------------------------------------------------------------------------

local OPTIONS = { lang = language.choice, travel = { "num?", above = 0 },
  v = { "num?", above = 0 }, a = { "num?", above = 0 }, j = { "num?", above = 0 } }

-- does the law brake as it accelerates, as its derivation says?
local function is_symmetric(law)
  local s = law:at(0.3)
  return math.abs(s + law:at(0.7) - 1) < 1e-12
end

function explain.text(law, options)
  local o = check.fields(options or {}, "explain", OPTIONS)
  local w, out = words[o.lang], {}
  o.travel = o.travel or 1
  local d = is_symmetric(law) and derivations[law.name] or nil
  local values = d and explain.letters(law, d)
  local function put(text, ...) out[#out + 1] = (kit.format(text, ...):gsub("%s+$", "")) end
  put(w.title, law.name, w.names and w.names[law.name] or li.laws()[law.name].text)
  put(w.scale)
  put("")
  if not d then put(w.none)
  elseif d.degree then polynomial(put, law, d, w)
  else phases(put, d, w) end
  put("")
  peaks(put, law, d, values, w)
  put("")
  times(put, law, o, w)
  return table.concat(out, "\n")
end

return explain
