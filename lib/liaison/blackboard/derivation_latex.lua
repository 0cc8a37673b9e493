-- derivation_latex.lua - a derivation as LaTeX: what goes into a document, or all of one
local li = require "liaison.core"
local written = require "liaison.blackboard.written"
local kit = li._internal

local latex = {}

local HEAD = [[
\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\usepackage[margin=20mm]{geometry}
\setcounter{MaxMatrixCols}{20}
\setlength{\parindent}{0pt}
\allowdisplaybreaks
\begin{document}
]]

local SPECIAL = { ["\\"] = "\\textbackslash{}", ["^"] = "\\^{}", ["_"] = "\\_", ["&"] = "\\&",
  ["%"] = "\\%", ["#"] = "\\#", ["$"] = "\\$", ["{"] = "\\{", ["}"] = "\\}",
  ["~"] = "\\textasciitilde{}" }

local function escape(s) return (s:gsub("[\\^_&%%#${}~]", SPECIAL)) end

local function sentence(d, s)
  local out = {}
  for _, part in ipairs(written.parts(s)) do
    out[#out + 1] = part.text and escape(part.text)
      or "$" .. written.formula_latex(d, part.formula) .. "$"
  end
  return table.concat(out)
end

-- wider than a page: in the lines of align*
local ROOM = 90

local function formula(d, line)
  local whole = written.equation(d, line)
  local note = line.note and "\\\\" .. sentence(d, line.note) or ""
  if whole:find("\\begin{", 1, true) then return "\\[ " .. whole .. " \\]" .. note end
  local pieces = kit.sym.latex_cut(whole, ROOM, 6)
  if not pieces then return "\\[ " .. whole .. " \\]" .. note end
  return "\\begin{align*}\n&" .. kit.sym.latex_lines(whole, ROOM) .. "\n\\end{align*}" .. note
end

local function cell(d, x)
  if type(x) == "string" then return sentence(d, x) end
  return "$" .. written.latex(d, x) .. "$"
end

local function grid(d, line)
  local function row(r)
    local out = {}
    for j, x in ipairs(r) do out[j] = cell(d, x) end
    return table.concat(out, " & ")
  end
  local out = { row(line.head) }
  for _, r in ipairs(line.rows) do out[#out + 1] = row(r) end
  return "\\medskip\\begin{tabular}{" .. ("l"):rep(#line.head) .. "}\n"
    .. table.concat(out, " \\\\\n") .. "\n\\end{tabular}\\medskip"
end

local MAKE = { text = function(d, line) return sentence(d, line.text) .. "\\par" end,
  formula = formula, table = grid }

function latex.write(d, document)
  local out = { ("\\section*{%s}"):format(sentence(d, d.title)) }
  if d.intro then out[#out + 1] = sentence(d, d.intro) .. "\\par" end
  for k, s in ipairs(d.sections) do
    out[#out + 1] = ("\\subsection*{%d. %s}"):format(k, sentence(d, s.title))
    for _, whole in ipairs(s.lines) do
      for _, line in ipairs(written.lines(d, whole)) do out[#out + 1] = MAKE[line.kind](d, line) end
    end
  end
  local told = written.told(d)
  if told then out[#out + 1] = "\\medskip\\noindent\\emph{" .. escape(told) .. "}" end
  local body = table.concat(out, "\n") .. "\n"
  return document and HEAD .. body .. "\\end{document}\n" or body
end

return latex
