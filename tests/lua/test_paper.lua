-- test_paper.lua - figures as PDF and TikZ: nothing of the SVG is left out, readers of both agree
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"
local marks = require "liaison.show.plot_marks"

local function sample()
  return li.plot.stack(
    li.plot { x = { 0, 1, 2, 3 }, y = { { 0, 1, 0, -1 }, { 1, 0 / 0, 2, 1 } },
      label = { "q1 (a\\b)", "\206\184_l" }, xlabel = "time (s)", ylabel = "angle (rad)",
      title = "50 % & <more>" },
    li.plot { { x = { 0, 1 }, y = { 1, 10 }, kind = "scatter", shape = "ring", label = "a" },
      { x = { 0, 1 }, y = { 2, 3 }, kind = "scatter", shape = "cross" },
      { x = { 0, 1 }, y = { 5, 6 }, axis = "right", dash = "6,3", label = "b" } },
    li.plot.histogram({ 1, 2, 2, 3 }, { bins = 3 }))
end

-- how many marks of a kind an SVG has
local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

t.test("every mark of the drawing is read, with its place", function()
  local svg = sample():svg()
  local w, h, list = marks.of(svg)
  local n = {}
  for _, m in ipairs(list) do n[m[1]] = (n[m[1]] or 0) + 1 end
  t.eq(n.text, count(svg, "<text"))
  t.eq(n.circle, count(svg, "<circle"))
  t.eq(n.path, count(svg, "<path"))
  t.eq(n.rect + n.clip, count(svg, "<rect"))
  t.eq(n.clip, n.free)
  t.eq(w, tonumber(svg:match 'width="([%d.]+)"'))
  t.eq(h, tonumber(svg:match 'height="([%d.]+)"'))
  t.ok(not pcall(marks.of, '<svg width="1" height="1"><blob/></svg>'))
end)

-- [ISO 32000-1, 7.5.4]: every entry is where its object begins
t.test("law: the table of a PDF says where its objects are, and how long its stream is", function()
  local pdf = sample():pdf()
  local at = tonumber(pdf:match "startxref\n(%d+)\n")
  t.eq(pdf:sub(at + 1, at + 4), "xref")
  local k = 0
  for place in pdf:sub(at):gmatch "(%d%d%d%d%d%d%d%d%d%d) 00000 n" do
    k = k + 1
    local head = ("%d 0 obj"):format(k)
    t.eq(pdf:sub(place + 1, place + #head), head)
  end
  local n, stream = pdf:match "/Length (%d+) >>\nstream\n(.-)\nendstream"
  t.eq(tonumber(n), #stream)
  t.eq(count(stream, "\nq "), count(stream .. "\n", "\nQ%f[\n]"))
  t.eq(count(stream, "\nq "), 3)
  t.eq(count(stream, "BT "), count(stream, "\nET"))
end)

t.test("a reader of PDF finds the words, and a page of this size", function()
  t.needs("pdftotext", "poppler-utils")
  local p = sample()
  p:save(scratch.dir .. "/figure.pdf")
  t.ok(scratch.sh(("cd %s && pdftotext -layout figure.pdf words 2>said && pdfinfo figure.pdf >size")
    :format(scratch.dir)))
  t.eq(scratch.slurp "said", "")
  local words = scratch.slurp "words"
  for _, word in ipairs { "q1 (a\\b)", "time (s)", "50 % & <more>", "count" } do
    t.ok(words:find(word, 1, true), word .. " in " .. words)
  end
  local w = tonumber(scratch.slurp("size"):match "Page size:%s+([%d.]+) x")
  t.ok(math.abs(w - 0.75 * (marks.of(p:svg()))) < 0.01, w)
end)

t.test("LaTeX sets the other", function()
  t.needs("pdflatex", "texlive-latex-base")
  scratch.write("figure.tex", "\\documentclass{article}\\usepackage{tikz}\\begin{document}\n"
    .. sample():tikz() .. "\\end{document}\n")
  t.ok(scratch.sh(("cd %s && pdflatex -interaction=nonstopmode figure.tex >/dev/null")
    :format(scratch.dir)), "figure.tex")
end)

t.test("a run is written as its ending says", function()
  local run = li.planar { 1 }:simulate(1, { 0.5 })
  for ending, begin in pairs { svg = "<svg", pdf = "%PDF", tikz = "\\definecolor" } do
    local path = scratch.dir .. "/run." .. ending
    t.eq(run[ending](run, path), true)
    t.eq(scratch.slurp("run." .. ending):sub(1, #begin), begin)
    t.eq(scratch.slurp("run." .. ending), run[ending](run))
  end
  run:plot(scratch.dir .. "/plot.pdf", { "q1" })
  t.eq(scratch.slurp "plot.pdf", run:pdf(nil, { "q1" }))
  run:plot(scratch.dir .. "/plot.tex", { "q1" })
  t.eq(scratch.slurp "plot.tex", run:tikz(nil, { "q1" }))
end)

scratch.remove()
t.done()
