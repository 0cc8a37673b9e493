-- law_letters.lua - a motion law as its derivation sees it: numbers of its letters, phases of the
-- acceleration, the cruise and the braking, peaks
local li = require "liaison.core"
local derivations = require "liaison.blackboard.law_derivations"

local letters = {}

local function expr(text) return li.expr(text, "new") end

-- does it accelerate, cruise and brake?
function letters.is_ramp(law)
  local d = derivations[law.name]
  return d ~= nil and d.ramp ~= nil
end

-- does it brake otherwise than it accelerates?
function letters.is_uneven(law)
  return letters.is_ramp(law) and (law.ta ~= law.td or law.tr ~= law.trd)
end

-- a formula of the acceleration as that of the braking: ta, tr, a of the acceleration are td, trd,
-- b of the braking
function letters.braking(text)
  return (text:gsub("[%a_][%w_]*", { ta = "td", tr = "trd", a = "b" }))
end

-- {name, text} of the constants, one after the other
local function constants(law, d)
  local out, uneven = {}, letters.is_uneven(law)
  for _, x in ipairs(d.with or {}) do
    out[#out + 1] = { x[1], uneven and x[3] or x[2] }
    if uneven and x[1] == "a" then out[#out + 1] = { "b", letters.braking(x[2]) } end
  end
  return out
end

-- "ta - tr" as a time before the end: "1 - td + trd"
local function before_end(text)
  return text == "0" and "1" or "1 - " .. letters.braking(text):gsub(" %- ", " + ")
end

-- the braking is the acceleration turned round, r(u) with u = 1 - t: s(t) = 1 - r(u)
local function mirrored(p)
  local function turned(text, form)
    return form:format((letters.braking(text):gsub("%f[%w_]t%f[^%w_]", "u")))
  end
  return { name = p.name, braking = true, from = before_end(p.to), to = before_end(p.from),
    s2 = turned(p.s2, "-(%s)"), s1 = turned(p.s1, "%s"), s = turned(p.s, "1 - (%s)") }
end

local function phases_of(law, d)
  local out, uneven = {}, letters.is_uneven(law)
  for _, p in ipairs(d.phases) do out[#out + 1] = p end
  if d.ramp then
    out[#out + 1] = { name = "cruise", from = "ta", to = uneven and "1 - td" or "1 - ta", s2 = "0",
      s1 = "v", s = ("v*(t - ta + (%s)*ta)"):format(d.ramp) }
  end
  for k = uneven and #d.phases or 0, 1, -1 do out[#out + 1] = mirrored(d.phases[k]) end
  return out
end

-- {d, values, with, phases}; d: the row; nil of a law without one
function letters.of(law)
  local d = derivations[law.name]
  if not d then return nil end
  local values = { ta = law.ta or 0, tr = law.tr or 0, td = law.td or 0, trd = law.trd or 0 }
  local with = constants(law, d)
  for _, x in ipairs(with) do values[x[1]] = expr(x[2]):eval(values) end
  local out = { d = d, values = values, with = with, phases = {} }
  for _, p in ipairs(d.phases and phases_of(law, d) or {}) do
    p = { name = p.name, braking = p.braking, from = p.from, to = p.to, s = expr(p.s),
      s1 = expr(p.s1), s2 = expr(p.s2) }
    p.first, p.last = expr(p.from):eval(values), expr(p.to):eval(values)
    if p.last - p.first > 1e-9 then out.phases[#out.phases + 1] = p end
  end
  return out
end

-- the peak of an order as an expression of the letters, where it is, numbers of the letters, and
-- its text; nil where none is told
function letters.peak(law, order, key)
  local of = letters.of(law)
  local told = of and of.d.peaks[key]
  if not told then return nil end
  local text, where = told[1], told[2]
  local e = expr(text)
  if letters.is_uneven(law) and order > 1 then
    local other = letters.braking(text)
    local x = expr(other)
    if math.abs(x:eval(of.values)) > math.abs(e:eval(of.values)) then
      e, text, where = x, other, before_end(where)
    end
  end
  if e:eval(of.values) < 0 then e, text = -e, text:gsub("^%-", "") end
  return e, where, of.values, text
end

return letters
