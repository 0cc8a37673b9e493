-- derivation.lua - a derivation as on the blackboard: sections of sentences, formulas and tables,
-- each formula checked by numbers as it is written down
--
-- A line is a name and sides: expressions, vectors, matrices, or texts as "z0 x O0O3". What it says
-- is tried at random points: its sides agree, and agree with `road`, another way to the number.
-- Vectors are compared by their components in the root basis, matrices entry by entry.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local derivation = {}

local Board = {}
Board.__index = Board

-- ---- numbers ------------------------------------------------------------------------------------

local function number_of(e, at)
  if type(e) == "number" then return e end
  return e:eval(at)
end

-- rotation of a basis in the root at a point, kept with the point
local function turned(board, basis, at)
  local kept = board.turns[at]
  if not kept then
    kept = {}
    board.turns[at] = kept
  end
  if kept[basis] then return kept[basis] end
  local M = {}
  local P = basis.parent and turned(board, basis.parent, at)
  for i = 1, 3 do
    M[i] = {}
    for j = 1, 3 do
      M[i][j] = P and 0 or i == j and 1 or 0
      for k = 1, P and 3 or 0 do M[i][j] = M[i][j] + P[i][k] * number_of(basis.R[k][j], at) end
    end
  end
  kept[basis] = M
  return M
end

-- components of a vector in the root
local function vector_numbers(board, v, at)
  local out = { 0, 0, 0 }
  for _, p in ipairs(v.parts) do
    local M = turned(board, p.basis, at)
    for k = 1, 3 do
      local c = number_of(p[k], at)
      for i = 1, 3 do out[i] = out[i] + M[i][k] * c end
    end
  end
  return out
end

local function flat(x, out)
  out = out or {}
  if type(x) == "number" then out[#out + 1] = x
  else for i = 1, #x do flat(x[i], out) end end
  return out
end

-- the numbers of a side at a point, one after the other; nil of a text
function Board:numbers(x, at)
  local class = kit.class(x)
  if class == "expr" then return { number_of(x, at) } end
  if class == "vector" then return vector_numbers(self, x, at) end
  if class == "smat" then
    local out, rows, cols = {}, x:size()
    for i = 1, rows do
      for j = 1, cols do out[#out + 1] = number_of(x:at(i, j), at) end
    end
    return out
  end
  if type(x) == "number" then return { x } end
  if type(x) == "string" or rawget(x, "vectors") then return nil end
  return flat(x)
end

-- how far two lists of numbers are apart, of their size
local function apart(a, b)
  if #a ~= #b then return math.huge end
  local off, size = 0, 1
  for k = 1, #a do
    if a[k] ~= a[k] or b[k] ~= b[k] then return math.huge end
    off = math.max(off, math.abs(a[k] - b[k]))
    size = math.max(size, math.abs(a[k]), math.abs(b[k]))
  end
  return off / size
end

-- the largest difference of the sides, and of them to the road, at the points
function Board:checked(sides, road, points)
  local worst, some = 0, false
  for k, at in ipairs(points or self.points) do
    local first = road and flat((road(at, k)))
    for _, side in ipairs(sides) do
      local x = self:numbers(side, at)
      if x and first then worst, some = math.max(worst, apart(x, first)), true end
      first = first or x
    end
  end
  if not some then return nil end
  self.count, self.worst = self.count + 1, math.max(self.worst, worst)
  return worst
end

-- ---- what is written ----------------------------------------------------------------------------

function Board:section(title, ...)
  local text = select("#", ...) > 0 and kit.format(title, ...) or title
  self.now = { title = text, lines = {} }
  self.sections[#self.sections + 1] = self.now
end

function Board:put(line)
  self.now.lines[#self.now.lines + 1] = line
  return line
end

-- a sentence; formulas in it stand between backticks
function Board:say(text, ...)
  return self:put { kind = "text", text = select("#", ...) > 0 and kit.format(text, ...) or text }
end

-- name = side = side ..; o: {road, latex, relation, points, note}
function Board:line(name, sides, o)
  o = o or {}
  local class = kit.class(sides)
  if type(sides) ~= "table" or class == "vector" then sides = { sides } end
  local line = { kind = "formula", name = name, latex = o.latex, sides = sides,
    relation = o.relation or "=", note = o.note }
  if o.latex then self.names[name] = o.latex end
  line.worst = self:checked(sides, o.road, o.points)
  return self:put(line)
end

-- left = right, an equation between expressions
function Board:equation(left, right, points)
  local line = { kind = "formula", sides = { left, right }, relation = "=" }
  line.worst = self:checked(line.sides, nil, points)
  return self:put(line)
end

-- a condition in a text or an expression: side relation 0
function Board:condition(side, relation, right)
  return self:put { kind = "formula", sides = { side }, relation = relation,
    right = right or li.expr(0) }
end

-- head: texts; rows: lists of texts, numbers, expressions; names: formulas in heads
function Board:table(head, rows)
  return self:put { kind = "table", head = head, rows = rows }
end

-- what a name of a line is in LaTeX
function Board:named(text, latex)
  self.names[text] = latex
  return text
end

-- what stayed empty is not shown
function Board:done()
  for k = #self.sections, 1, -1 do
    if #self.sections[k].lines == 0 then table.remove(self.sections, k) end
  end
end

-- ---- the object ---------------------------------------------------------------------------------

-- o: {what, title, lang, words, points, style, beside}
function derivation.board(o)
  return setmetatable({ what = o.what, title = o.title, lang = o.lang, words = o.words,
    points = o.points or {}, style = o.style or "own", beside = o.beside or {}, names = {},
    sections = {}, count = 0, worst = 0, notes = {}, axis = o.axis,
    turns = setmetatable({}, { __mode = "k" }) }, Board)
end

local function writer(form)
  return function(d, ...) return require("liaison.blackboard.derivation_" .. form).write(d, ...) end
end

local text = writer "text"

local ARM = "local d = li.robots.rrp():explain 'singular'; "

local class = check.class("derivation", "A derivation as on the blackboard: title, sections "
  .. "{title, lines {kind, name, sides, worst}}, count of lines checked by numbers, and the worst "
  .. "difference found.", {
  { "derivation.__tostring(d: derivation) -> str", "Its text.",
    ARM .. "return tostring(d):match '[^\\n]*' --> Singular places", text },
  { "derivation:text() -> str", "All of it as plain text, which reads back line by line.",
    ARM .. "return d:text():match 'det [^\\n]*' --> det 2J = d3*(a2*c2 - d3*s2)", text },
  { "derivation:markdown([path: path]) -> str|bool",
    "As Markdown with formulas between dollars: its text, or written to path: true.",
    ARM .. "return d:markdown():match '[^\\n]*' --> # Singular places",
    function(d, path) return check.give(writer "markdown"(d), path) end },
  { "derivation:latex([path: path, document: bool]) -> str|bool",
    "As LaTeX: what goes into a document, or with document = true all of one.",
    ARM .. "return d:latex():match 'section%*{[^}]*}' --> section*{Singular places}",
    function(d, path, document)
      return check.give(require("liaison.blackboard.derivation_latex").write(d, document), path)
    end },
  { "derivation:html([path: path]) -> str|bool",
    "As a page for the browser: formulas, LaTeX and text of every line, and how each was checked.",
    ARM .. "return d:html():match '<h1>([^<]*)' --> Singular places",
    function(d, path) return check.give(writer "page"(d), path) end },
})

-- a board that is written, as users get it
function derivation.new(board)
  board:done()
  return class.new { what = board.what, title = board.title, lang = board.lang,
    words = board.words, style = board.style, beside = board.beside, names = board.names,
    sections = board.sections, count = board.count, worst = board.worst, rounds = #board.points,
    intro = board.intro or false, axis = board.axis or false }
end
derivation.methods = class.methods

return derivation
