-- arm_board.lua - what every derivation of an arm starts with: its frames in the letters of a book,
-- names of matrices and vectors, numbers for every letter
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local derivation = require "liaison.blackboard.derivation"
local letters = require "liaison.blackboard.letters"
local words = require "liaison.blackboard.words"

local arm_board = {}

local ROUNDS = 3

-- 'own' where all coordinates that turn have one name and a number: c1 is the cosine of one of them
local function style_of(a)
  local stem
  for i = 1, a.n do
    local f = a.frames[i]
    local own = not f.slide and tostring(f.q):match "^(.-)%d+$"
    if not f.slide and (not own or stem and stem ~= own) then return "plain" end
    stem = own or stem
  end
  return "own"
end

local function symbols_of(a)
  local out = {}
  for i = 1, a.n do out[#out + 1] = a.frames[i].q end
  for _, name in ipairs(a.model:symbols()) do out[#out + 1] = li.expr(name, "new") end
  for _, name in ipairs(a.values) do out[#out + 1] = li.expr(name, "new") end
  return out
end

-- "a2 = 0.1, d4 = 0.2" of the letters that stand for numbers of the model
local function values_told(a)
  local out = {}
  for i, name in ipairs(a.values) do
    out[i] = "`" .. name .. " = " .. li._internal.format("%.6g", a.values[name]) .. "`"
  end
  return table.concat(out, ", ")
end

-- board and arm of a derivation, and its words; nil and why the arm has none
function arm_board.of(model, made, what, o)
  local row = letters.get(o.letters)
  local a, why = arm.of(model, row, o.numbers)
  if not a then return nil, why end
  local w, common = made.words[o.lang], words[o.lang]
  local points = {}
  for k = 1, ROUNDS do points[k] = arm.point(a, k) end
  local b = derivation.board { what = what, title = w.title, lang = o.lang, words = common,
    points = points, style = style_of(a), beside = symbols_of(a), axis = row.axis }
  b.intro = common.letters:format(row.title[o.lang])
  if not a.table then b.intro = b.intro .. " " .. common.no_table end
  a.board, a.words = b, common
  arm_board.name_all(b, a)
  return b, a, w
end

-- letters of bodies come late: their values are told, and their names known to abbreviations
function arm_board.finish(b, a)
  if #a.values > 0 then
    b.intro = b.intro .. " " .. a.words.numbers:format(values_told(a)) .. "."
  end
  b.beside = symbols_of(a)
  for _, letter in ipairs(b.letters or {}) do table.insert(b.beside, letter) end
  return derivation.new(b)
end

-- ---- names --------------------------------------------------------------------------------------

-- the name of a matrix or vector by its letters, known to the board from now on
function arm_board.name(b, a, key, i, j)
  local text, latex = letters.name(a.letters, key, i, j)
  return b:named(text, latex)
end

-- from one point to another: O0O3, O1G2
function arm_board.between(b, a, from, to)
  local p, pl = letters.name(a.letters, from[1], from[2])
  local q, ql = letters.name(a.letters, to[1], to[2])
  return b:named(p .. q, ("\\overrightarrow{%s %s}"):format(pl, ql))
end

-- velocity or acceleration of a centre of mass: a_G2
function arm_board.centre(b, a, key, i)
  local name, latex = letters.name(a.letters, "centre", i)
  local text, below = letters.name(a.letters, key, name), select(2, letters.name(a.letters, key,
    latex))
  return b:named(text, below)
end

-- what rules in sentences speak of, as LaTeX
local SPOKEN = { PO_n = "\\overrightarrow{P O_{n}}", u = "\\vec u", w = "\\vec\\omega",
  wd = "\\dot{\\vec\\omega}", AB = "\\overrightarrow{AB}", v = "\\vec v", v_A = "\\vec v_A",
  v_B = "\\vec v_B", a_A = "\\vec a_A", a_B = "\\vec a_B", a_G = "\\vec a_G", F = "\\vec F",
  K = "\\vec K", w20 = "\\vec\\omega_{2/0}", w21 = "\\vec\\omega_{2/1}",
  w10 = "\\vec\\omega_{1/0}" }

-- names that stand in sentences
function arm_board.name_all(b, a)
  for i = 0, a.n do
    arm_board.name(b, a, "origin", i)
    arm_board.name(b, a, "basis", i)
  end
  for text, latex in pairs(SPOKEN) do b:named(text, latex) end
  for _, i in ipairs { "i", "i-1" } do
    local below = i == "i" and "i" or "(i-1)"
    b:named("z_" .. below, require("liaison.blackboard.vector_text").axis_latex("z", i, b.axis))
    b:named("O_" .. below .. "O_n", ("\\overrightarrow{O_{%s} O_{n}}"):format(i))
  end
end

return arm_board
