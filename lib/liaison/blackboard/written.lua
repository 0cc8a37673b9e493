-- written.lua - the pieces of a line as text and as LaTeX: expressions, vectors, matrices, names
-- and texts as "z0 x O0O3"
local li = require "liaison.core"
local vector_text = require "liaison.blackboard.vector_text"
local kit = li._internal

local written = {}

-- ---- numbers ------------------------------------------------------------------------------------

-- as many digits as li.digits says
function written.number(x) return kit.shown(math.abs(x) < 1e-14 and 0 or x, 6) end

-- numbers of a list or of rows
function written.is_numbers(x)
  return type(x) == "table" and kit.class(x) ~= "vector" or kit.class(x) == "mat"
    or kit.class(x) == "vec"
end

local function rows_of_numbers(x)
  local out = {}
  if type(x[1]) == "number" then
    out[1] = {}
    for i = 1, #x do out[1][i] = written.number(x[i]) end
    return out
  end
  for i = 1, #x do
    out[i] = {}
    for j = 1, #x[1] do out[i][j] = written.number(x[i][j]) end
  end
  return out
end

-- entries of a matrix as texts, row by row; a vector is one row
local function rows_of_matrix(M, write)
  local rows, cols = M:size()
  local out = {}
  if cols == 1 then
    out[1] = {}
    for i = 1, rows do out[1][i] = write(M:at(i, 1)) end
    return out
  end
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = write(M:at(i, j)) end
  end
  return out
end

-- vectors in rows
local function rows_of_vectors(d, rows, latex)
  local out = {}
  for i, r in ipairs(rows) do
    out[i] = {}
    for j, v in ipairs(r) do
      out[i][j] = latex and vector_text.latex(v, d.style, d.beside, d.axis)
        or vector_text.text(v, d.style, d.beside)
    end
  end
  return out
end

-- rows of texts where the side is a matrix, else nil
function written.rows(d, x, latex)
  if type(x) == "table" and rawget(x, "vectors") then
    return rows_of_vectors(d, x.vectors, latex)
  end
  if kit.class(x) == "smat" then
    return rows_of_matrix(x, function(e)
      if latex then return e:latex(d.style, d.beside) end
      return kit.sym.shown(e, d.style, d.beside)
    end)
  end
  if written.is_numbers(x) then return rows_of_numbers(x) end
end

-- ---- text ---------------------------------------------------------------------------------------

-- a side that is no matrix
function written.text(d, x)
  local class = kit.class(x)
  if type(x) == "number" then return written.number(x) end
  if type(x) == "string" then return x end
  if class == "vector" then return vector_text.text(x, d.style, d.beside) end
  return kit.sym.shown(x, d.style, d.beside)
end

-- ---- LaTeX --------------------------------------------------------------------------------------

local FUNCTIONS = { sin = "\\sin", cos = "\\cos", tan = "\\tan", atan2 = "\\operatorname{atan2}",
  sqrt = "\\operatorname{sqrt}", asin = "\\arcsin", acos = "\\arccos", atan = "\\arctan",
  rank = "\\operatorname{rank}", det = "\\det", Rot = "\\operatorname{Rot}",
  Trans = "\\operatorname{Trans}", max = "\\max", cbrt = "\\operatorname{cbrt}",
  floor = "\\operatorname{floor}", abs = "\\operatorname{abs}" }

local SIGNS = { { "^ x ", " \\times " }, { "^ ([=+-]) ", " %1 " },
  { "^ %. ", " \\cdot " }, { "^>=", "\\ge " },
  { "^<=", "\\le " }, { "^<>", "\\ne " }, { "^%*", " " }, { "^%+%-", "\\pm " },
  { "^%.%.", "\\dots " }, { "^%^%-1", "^{-1}" }, { "^%^%(([^()]*)%)", "^{%1}" },
  { "^%^(%d+)", "^{%1}" }, { "^%(", "\\left(" }, { "^%)", "\\right)" }, { "^%[", "\\left[" },
  { "^%]", "\\right]" }, { "^ ", "\\ " }, { "^||", "\\|" } }

local DOTS = { "\\dot ", "\\ddot ", "\\dddot " }

-- a name by the letters that are Greek, its index below: th1' -> \dot\theta_{1}
local function symbol(name)
  local bare, primes = name:match "^(.-)('*)$"
  local ok, e = pcall(li.expr, bare)
  local latex = ok and e:latex() or li.expr(bare, "new"):latex()
  if #primes == 0 then return latex end
  local letter, index = latex:match "^(.-)(_.*)$"
  return DOTS[math.min(#primes, 3)] .. (letter or latex) .. (index or "")
end

-- the longest name of the derivation that the text has at a place
local function known_name(names, text, i)
  local best
  for name in pairs(names) do
    if (not best or #name > #best) and text:sub(i, i + #name - 1) == name
      and not text:sub(i + #name, i + #name):match "[%w_']" then best = name end
  end
  return best
end

local AXIS = "^([xyz])(%d+)%f[^%w_]"

-- one piece of the text at i: its LaTeX, and the place behind it
local function piece(d, text, i)
  local name = known_name(d.names, text, i)
  if name then return d.names[name], i + #name end
  local letter, index = text:match(AXIS, i)
  if letter then
    return vector_text.axis_latex(letter, index, d.axis), i + #letter + #index
  end
  local word = text:match("^[%a_][%w_]*'*", i)
  if word then return FUNCTIONS[word] or symbol(word), i + #word end
  for _, s in ipairs(SIGNS) do
    local from, to, inside = text:find(s[1], i)
    if from then return (s[2]:gsub("%%1", inside or "")), to + 1 end
  end
  local number = text:match("^%d+%.?%d*e[-+]?%d+", i) or text:match("^%d+%.?%d*", i)
  if number then return number, i + #number end
  local sign = text:match("^[%z\1-\127\194-\244][\128-\191]*", i)
  if #sign > 1 then return "\\text{" .. sign .. "}", i + #sign end
  return sign, i + 1
end

-- a formula that is told in a text
function written.formula_latex(d, text)
  local out, i = {}, 1
  while i <= #text do
    local latex
    latex, i = piece(d, text, i)
    -- a command before a letter
    local last = out[#out]
    if last and last:match "\\%a+$" and latex:match "^%a" then latex = " " .. latex end
    out[#out + 1] = latex
  end
  return table.concat(out)
end

function written.latex(d, x)
  local class = kit.class(x)
  if type(x) == "number" then return written.number_latex(x) end
  if type(x) == "string" then return written.formula_latex(d, x) end
  if class == "vector" then return vector_text.latex(x, d.style, d.beside, d.axis) end
  return x:latex(d.style, d.beside)
end

function written.number_latex(x)
  local text = written.number(x)
  local m, e = text:match "^(.-)e([-+]?%d+)$"
  return m and ("%s \\cdot 10^{%d}"):format(m, tonumber(e)) or text
end

function written.pmatrix(rows)
  local out = {}
  for i, r in ipairs(rows) do out[i] = table.concat(r, " & ") end
  return "\\begin{pmatrix}" .. table.concat(out, " \\\\ ") .. "\\end{pmatrix}"
end

-- what stands left of the first sign, or nil
function written.name_latex(d, line)
  if not line.name then return nil end
  if line.of then
    return ("\\left(%s\\right)_{%s}"):format(written.formula_latex(d, line.of), line.at)
  end
  return line.latex or written.formula_latex(d, line.name)
end

-- ---- matrices too wide for a page ---------------------------------------------------------------

local WIDE = 130

local function is_wide(rows)
  local w = {}
  for _, r in ipairs(rows) do
    for j, s in ipairs(r) do w[j] = math.max(w[j] or 0, #s) end
  end
  local sum = 0
  for _, x in ipairs(w) do sum = sum + x + 2 end
  return sum > WIDE
end

-- entries of a wide matrix, a line each; what is 0 is left out
local function entries(line, M, out)
  local rows, cols = M:size()
  for i = 1, rows do
    for j = 1, cols do
      local e = M:at(i, j)
      if tostring(e) ~= "0" then
        local at = cols > 1 and ("%d,%d"):format(i, j) or tostring(i)
        out[#out + 1] = { kind = "formula", name = ("%s[%s]"):format(line.name, at), of = line.name,
          at = at, sides = { e }, relation = "=" }
      end
    end
  end
end

-- the lines that a line is written in: itself, or a matrix entry by entry
function written.lines(d, line)
  local out = {}
  for _, side in ipairs(line.kind == "formula" and line.sides or {}) do
    local rows = kit.class(side) == "smat" and line.name and written.rows(d, side)
    if rows and #rows > 1 and is_wide(rows) then
      local head = { kind = "formula", name = line.name, latex = line.latex, sides = {},
        relation = line.relation, worst = line.worst }
      for _, other in ipairs(line.sides) do
        if type(other) == "string" then head.sides[#head.sides + 1] = other end
      end
      if #head.sides > 0 then out[1] = head end
      out[#out + 1] = { kind = "text", text = d.words.entries:format(line.name) }
      entries(line, side, out)
      out[#out].worst = line.worst
      return out
    end
  end
  return { line }
end

-- a line as one formula: name = side = side
function written.equation(d, line)
  local words = { written.name_latex(d, line) }
  for _, side in ipairs(line.sides) do
    local rows = written.rows(d, side, true)
    words[#words + 1] = rows and written.pmatrix(rows) or written.latex(d, side)
  end
  if line.right then words[#words + 1] = written.latex(d, line.right) end
  return table.concat(words, written.formula_latex(d, " " .. line.relation .. " "))
end

-- ---- sentences ----------------------------------------------------------------------------------

-- parts of a sentence: {text} and {formula = text}
function written.parts(text)
  local out = {}
  for plain, formula in (text .. "``"):gmatch "([^`]*)`([^`]*)`" do
    if plain ~= "" then out[#out + 1] = { text = plain } end
    if formula ~= "" then out[#out + 1] = { formula = formula } end
  end
  return out
end

-- the last words: how the lines were checked
function written.told(d)
  if d.count == 0 then return nil end
  local worst = d.worst == 0 and "0" or kit.format("%.0e", d.worst)
  if d.rounds == 1 then return kit.format(d.words.checked_here, d.count, worst) end
  return kit.format(d.count == 1 and d.words.checked_one or d.words.checked, d.count, d.rounds,
    worst)
end

return written
