-- derive_times.lua - the shortest time of a motion law under limits of speed, acceleration and
-- jerk, axis by axis and together                                       [course] F5.2, E5.1, E5.2
local li = require "liaison.core"
local letters = require "liaison.blackboard.law_letters"
local plain_board = require "liaison.blackboard.plain_board"
local sample = require("liaison.blackboard.arm").sample

local times = {}

times.words = {
  en = {
    title = "Shortest time of a motion law", scaled = "The law scaled",
    scaled_text = "A move by `D` in the time `T` is `q = q0 + D s(t/T)`. Each derivative by the "
      .. "time divides by `T` once more: `q' = D/T s'`, `q'' = D/T^2 s''`, `q''' = D/T^3 s'''`.",
    peaks = "The largest values of the law", at = "at t = %s",
    jumps = "(The acceleration jumps: no limit of jerk can be kept.)",
    limits = "What the limits ask", limits_text = "Largest values within the limits `v`, `a`, `j` "
      .. "ask for at least", longest = "The longest of these is the shortest time, and the limit "
      .. "it belongs to is reached.", shape = "(With the phases of the law as they are.)",
    axes = "In numbers", axis = "axis", binding = "limit", speed = "speed", acceleration =
    "acceleration", jerk = "jerk", together = "All axes end together in the longest of their "
      .. "times, `T = %s`; then they reach",
  },
  fr = {
    title = "Temps minimal d'une loi de mouvement", scaled = "La loi mise à l'échelle",
    scaled_text = "Un déplacement `D` en un temps `T` est `q = q0 + D s(t/T)`. Chaque dérivée par "
      .. "le temps divise une fois de plus par `T` : `q' = D/T s'`, `q'' = D/T^2 s''`, "
      .. "`q''' = D/T^3 s'''`.",
    peaks = "Les plus grandes valeurs de la loi", at = "en t = %s",
    jumps = "(L'accélération saute : aucune limite de secousse ne peut être tenue.)",
    limits = "Ce que demandent les limites", limits_text = "Des plus grandes valeurs dans les "
      .. "limites `v`, `a`, `j` demandent au moins", longest = "Le plus long de ces temps est le "
      .. "temps minimal, et la limite dont il vient est atteinte.",
    shape = "(Avec les phases de la loi telles quelles.)",
    axes = "En nombres", axis = "axe", binding = "limite", speed = "vitesse",
    acceleration = "accélération", jerk = "secousse", together = "Tous les axes finissent "
      .. "ensemble dans le plus long de leurs temps, `T = %s` ; ils atteignent alors",
  },
}

local FORMS = { "D s'max/v", "sqrt(D s''max/a)", "cbrt(D s'''max/j)" }
local ORDERS = { { "v", "s'max", "s'_{\\max}", "T_v", "speed" },
  { "a", "s''max", "s''_{\\max}", "T_a", "acceleration" },
  { "j", "s'''max", "s'''_{\\max}", "T_j", "jerk" } }

-- the peak of an order as an expression of numbers, where it is, and how it is told; a number where
-- its derivation is not
local function peak(law, order, most)
  local e, where, values, text = letters.peak(law, order, ORDERS[order][1])
  if not e then return li.expr(most) end
  local known = {}
  for _, s in ipairs(e:symbols()) do known[tostring(s)] = values[tostring(s)] end
  if next(known) then e = e:subs(known) end
  return e, where, text
end

local function peaks(b, w, law)
  local out = {}
  b:section(w.peaks)
  for order, most in ipairs { law:peaks() } do
    local row = ORDERS[order]
    if most == math.huge then b:say(w.jumps)
    else
      local e, where, text = peak(law, order, most)
      out[order] = b:named(row[2], row[3]) and e
      b:line(row[2], text and not tonumber(text) and { text, e:eval() } or { e:eval() },
        { note = where and w.at:format("`" .. where .. "`"),
          road = function() return { most } end })
    end
  end
  return out
end

local function limits(b, w, law, most)
  local D = li.symbols "D"
  b:section(w.limits)
  b:say(w.limits_text)
  for order, e in pairs(most) do
    local row = ORDERS[order]
    local limit = li.symbols(row[1])
    local T = e * D / limit
    if order == 2 then T = li.sqrt(T) elseif order == 3 then T = T ^ (li.ratio(1, 3)) end
    b:line(b:named(row[4], ("T_{%s}"):format(row[1])), { FORMS[order], T }, { road = function(at)
      -- limits that do not bind beside the one that does
      local given = { v = 1e9, a = 1e18, j = order == 3 and at.j or nil }
      given[row[1]] = at[row[1]]
      return { (law:duration(at.D, given.v, given.a, given.j)) }
    end })
  end
  b:say(w.longest)
  if letters.is_ramp(law) then b:say(w.shape) end
end

-- of one axis
local function of(x, k)
  if type(x) == "number" or x == nil then return x end
  return k <= #x and x[k] or nil
end

local function axis_row(law, o, k, D)
  local row, T, binding = { k, D }, 0, "-"
  for order, most in ipairs { law:peaks() } do
    local limit = of(o[ORDERS[order][1]], k)
    local x = limit and most < math.huge and (most * math.abs(D) / limit) ^ (1 / order) or nil
    row[#row + 1] = x or "-"
    if x and x > T then T, binding = x, ORDERS[order][5] end
  end
  return row, T, binding
end

local function together(b, w, law, travels, T)
  local rows = {}
  b:say(w.together, li._internal.shown(T, 6))
  for k, D in ipairs(travels) do
    rows[k] = { k }
    for order, most in ipairs { law:peaks() } do
      rows[k][order + 1] = most < math.huge and most * math.abs(D) / T ^ order or "-"
    end
  end
  b:table({ w.axis, w.speed, w.acceleration, w.jerk }, rows)
end

local function numbers(b, w, law, o)
  local travels, rows, longest = {}, {}, 0
  for k = 1, type(o.travel) == "number" and 1 or #o.travel do travels[k] = of(o.travel, k) end
  b:section(w.axes)
  for k, D in ipairs(travels) do
    local row, T, binding = axis_row(law, o, k, D)
    row[#row + 1], row[#row + 2] = T, w[binding] or "-"
    rows[k], longest = row, math.max(longest, T)
  end
  b:table({ w.axis, "`D`", "`T_v`", "`T_a`", "`T_j`", "`T`", w.binding }, rows)
  if longest > 0 then together(b, w, law, travels, longest) end
end

-- numbers for the letters of a move and of its limits
function times.points()
  local points = {}
  for k = 1, 3 do
    points[k] = {}
    for _, name in ipairs { "D", "v", "a", "j" } do points[k][name] = sample(name, k) end
  end
  return points
end

function times.scaled(b, o)
  local w = times.words[o.lang]
  b:section(w.scaled)
  b:say(w.scaled_text)
end

-- peaks, what the limits ask, and the times of axes
function times.sections(b, law, o)
  local w = times.words[o.lang]
  limits(b, w, law, peaks(b, w, law))
  if o.travel then numbers(b, w, law, o) end
end

function times.make(law, o)
  local b = plain_board(times, "times", o, times.points())
  b.title = b.title .. ": " .. law.name
  times.scaled(b, o)
  times.sections(b, law, o)
  return require("liaison.blackboard.derivation").new(b)
end

return times
