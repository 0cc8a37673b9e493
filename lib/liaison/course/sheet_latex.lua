-- sheet_latex.lua - a sheet as a LaTeX document, with or without solutions
local exercise = require "liaison.course.exercise"
local figure = require "liaison.course.figure"
local label = require "liaison.course.label"
local solved = require "liaison.course.solved"
local texts = require "liaison.course.texts"

local latex = {}

local HEAD = [[
\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\usepackage{tikz}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
\begin{document}
]]

local function answer_text(q)
  if q.rows then
    local rows = {}
    for i, row in ipairs(q.rows) do rows[i] = table.concat(row, " & ") end
    return "\\(\\begin{pmatrix}" .. table.concat(rows, " \\\\ ") .. "\\end{pmatrix}\\)"
      .. (q.ask.unit and " " .. label.latex_text(label.unit(q.ask.unit)) or "")
  end
  if q.ask.kind == "formula" then return "\\(" .. label.latex_formula(q.answer) .. "\\)" end
  return label.latex_text(q.answer)
end

local function solution(out, t, w)
  out[#out + 1] = ("\\paragraph{%s}"):format(label.latex_text(w.solution))
  if t.solution then out[#out + 1] = label.latex_text(t.solution) .. "\\par" end
  for _, q in ipairs(t.asked) do
    out[#out + 1] = ("%s = %s\\par"):format(label.latex(q.name), answer_text(q))
  end
end

local function section(out, ex, o, w)
  local t, s = exercise.told(ex, o.student, o.lang), solved.of(ex, o.student)
  out[#out + 1] = ("\\section{%s}"):format(label.latex_text(t.title))
  out[#out + 1] = label.latex_text(t.statement)
  if ex.picture then
    out[#out + 1] = "\\begin{center}\n" .. figure.tikz(ex.picture(s.d, s.right))
      .. "\n\\end{center}"
  end
  out[#out + 1] = "\\begin{enumerate}"
  for _, q in ipairs(t.asked) do
    out[#out + 1] = ("\\item %s \\emph{(%s)}"):format(label.latex_text(q.text),
      label.latex_text(exercise.how_to(q, w)))
  end
  out[#out + 1] = "\\end{enumerate}"
  if o.solutions then solution(out, t, w) end
end

-- o: { title, student, lang, solutions }
function latex.document(list, o)
  local w = texts[o.lang]
  local out = { HEAD .. ("\\title{%s}"):format(label.latex_text(o.title)),
    ("\\author{%s}"):format(label.latex_text(w.who:format(tostring(o.student)))),
    "\\date{}", "\\maketitle" }
  for _, ex in ipairs(list) do section(out, ex, o, w) end
  out[#out + 1] = "\\end{document}\n"
  return table.concat(out, "\n")
end

return latex
