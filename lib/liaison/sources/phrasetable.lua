-- phrasetable.lua - the tables the 1980 program printed of a phrase: moves, translations,
-- rotations, bodies, limits, masses
--
-- [inria80] 4.2: MRR one row a move, the number of the joint (or body) under its axis, then 0 a
-- variable rotation, 1 a constant translation; we add 2 a variable translation and 3 a constant
-- rotation, which the report cannot tell apart. ROTATIONS: for body i, under its axis, the joints
-- whose angles add up in the run of parallel axes that ends with it;
-- -k where axis k runs against it, and a constant where rotations about the same axis stand
-- between.
local value = require "liaison.describe.value"
local phrase = require "liaison.describe.phrase"

local phrasetable = {}

local column = { X = 1, Y = 2, Z = 3 }

local function text(x)
  return type(x) == "number" and value.number_text(x) or x
end

-- theta1MIN as the printer wrote it: 01MIN
local function printer(s, report)
  s = text(s)
  return report and type(s) == "string" and (s:gsub("theta", "0")) or s
end

function phrasetable.moves(p)
  local rows = {}
  for i, m in ipairs(p.rows) do
    local row = { 0, 0, 0, m.letter == "R" and (m.constant and 3 or 0) or (m.constant and 1 or 2) }
    local number = m.constant and m.body or m.index
    row[column[m.axis]] = number == 0 and "B" or number
    rows[i] = row
  end
  return rows
end

-- constant lever of every body in its own frame R_i, as three texts. A constant turn in it turns
-- what follows.
local function times(a, b)
  if a == 0 or b == 0 then return 0 end
  return value.mul(a, b)
end

local function lever(moves)
  local R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } -- columns
  local l = { 0, 0, 0 }
  for _, m in ipairs(moves) do
    local by = type(m.by) == "number" and m.by or assert(value.parse(m.by))
    local k = column[m.axis]
    if m.letter == "T" then
      for r = 1, 3 do l[r] = value.add(l[r], times(R[k][r], by)) end
    else
      local c, s = ("cos(%s)"):format(by), ("sin(%s)"):format(by)
      if type(by) == "number" then
        c, s = math.cos(by), math.sin(by)
        if math.abs(c) < 1e-15 then c = 0 end
        if math.abs(s) < 1e-15 then s = 0 end
      end
      local i, j = k % 3 + 1, (k + 1) % 3 + 1
      local u, v = R[i], R[j]
      R[i], R[j] = {}, {}
      for r = 1, 3 do
        R[i][r] = value.add(times(c, u[r]), times(s, v[r]))
        R[j][r] = value.add(times(c, v[r]), value.neg(times(s, u[r])))
      end
    end
  end
  local out = {}
  for r = 1, 3 do out[r] = text(value.field(l[r])) end
  return out
end

function phrasetable.translations(p)
  local rows = {}
  for i, j in ipairs(p.joints) do rows[i] = lever(j.own) end
  return rows
end

-- run of parallel axes that ends with every joint: { joints = {2,-3}, constant = node or 0, axis =
-- "X" }, nil where it slides
function phrasetable.runs(p)
  local runs = {}
  local state = {} -- what body i hands on: the run so far and its axis in frame R_i
  for i, j in ipairs(p.joints) do
    local s = state[j.parent]
    local run = s and { list = s.list, constant = s.constant, u = s.u } or {}
    for _, m in ipairs(j.lead) do
      local sign = run.u and m.letter == "R" and phrase.along(run.u, m.axis) or 0
      if sign ~= 0 then
        local by = type(m.by) == "number" and m.by or assert(value.parse(m.by))
        run.constant = value.add(run.constant, sign > 0 and by or value.neg(by))
      end
      run.u = phrase.through(run.u, m)
    end
    if j.letter == "R" then
      local sign = run.u and phrase.along(run.u, j.axis) or 0
      local list = {}
      if sign ~= 0 then
        for k, n in ipairs(run.list) do list[k] = n end
        list[#list + 1] = sign * i
        run = { list = list, constant = run.constant, u = run.u }
      else
        run = { list = { i }, constant = 0, u = phrase.unit[j.axis] }
      end
      runs[i] = { joints = run.list, constant = run.constant, axis = j.axis }
    end
    state[i] = run
  end
  return runs
end

-- 234 where every number has one digit and none is negative, else {2,-13}
local function run_text(run, digits)
  local plain = digits
  for _, n in ipairs(run.joints) do plain = plain and n > 0 end
  local s = plain and table.concat(run.joints) or "{" .. table.concat(run.joints, ",") .. "}"
  local c = run.constant
  return c == 0 and s or s .. (type(c) == "number" and c < 0 and "" or "+") .. value.print(c)
end

function phrasetable.rotations(p)
  local rows, runs = {}, phrasetable.runs(p)
  for i, j in ipairs(p.joints) do
    rows[i] = { 0, 0, 0 }
    if runs[i] then rows[i][column[j.axis]] = run_text(runs[i], #p.joints < 10) end
  end
  return rows
end

local function lines(rows, report)
  local out = {}
  for i, row in ipairs(rows) do
    local words = {}
    for k, w in ipairs(row) do words[k] = printer(w, report) end
    out[i] = "  " .. table.concat(words, " ")
  end
  return table.concat(out, "\n")
end

local function length_of(l)
  local nonzero = {}
  for _, x in ipairs(l) do
    if x ~= "0" then nonzero[#nonzero + 1] = x end
  end
  if #nonzero < 2 then return nonzero[1] or "0" end
  return "(" .. table.concat(l, ",") .. ")"
end

-- bodies as the description has them: masses, centres and inertias, zeros where the body has no
-- mass
local function mass_rows(bodies)
  local masses, inertias = {}, {}
  for i, b in ipairs(bodies) do
    local mass, com, I = b.mass or "?", b.com or { 0, 0, 0 }, b.inertia
    if mass == 0 then com = { 0, 0, 0 } end
    masses[i] = { i, mass, com[1], com[2], com[3] }
    if mass ~= 0 then
      inertias[#inertias + 1] = "  CORPS NO " .. i .. " : "
        .. (I and table.concat({ text(I[1]), text(I[2]), text(I[3]), I[4] and text(I[4]),
        I[5] and text(I[5]), I[6] and text(I[6]) }, " ") or "?")
    end
  end
  return masses, inertias
end

-- everything, as the report prints it. bodies: of the description, or nil
function phrasetable.print(p, bodies, report)
  local translations, list, limits = phrasetable.translations(p), {}, {}
  for i, j in ipairs(p.joints) do
    list[i] = { i, length_of(translations[i]) }
    limits[i] = { i, j.min or "-", j.max or "-" }
  end
  local out = {
    "TABLEAU MRR DE LA DESCRIPTION :", lines(phrasetable.moves(p)),
    "TABLEAU DES TRANSLATIONS CONSTANTES :", lines(translations, report),
    "TABLEAU DES ROTATIONS :", lines(phrasetable.rotations(p)),
    "NOMBRE DE CHANGEMENTS DE REPERES " .. #p.rows, "NOMBRE DE DEGRES DE LIBERTE " .. #p.joints,
    "LISTE DES CORPS DECRITS (NO DU CORPS, LONGUEUR):", lines(list, report),
    "LIMITES DES DEGRES DE LIBERTE (NO. DU DDL, MIN, MAX):", lines(limits, report),
  }
  if bodies then
    local masses, inertias = mass_rows(bodies)
    out[#out + 1] = "DONNEES MASSIQUES (CORPS NO, MASSE, VCG):"
    out[#out + 1] = lines(masses, report)
    out[#out + 1] = "TENSEURS D INERTIE:"
    out[#out + 1] = table.concat(inertias, "\n")
  end
  return table.concat(out, "\n")
end

return phrasetable
