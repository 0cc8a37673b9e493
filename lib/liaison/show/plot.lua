-- plot.lua - figures as SVG text and as Braille in the terminal
--
--   local p = li.plot{ x = t, y = { q1, q2 }, label = { "q1", "q2" }, xlabel = "time (s)",
--     ylabel = "angle (rad)" }
--   p:save "arm.svg"        print(p)
--
-- Lists are tables or vecs; a number that is not finite breaks the line.
local li = require "liaison"
local check = require "liaison.base.check"
local figure = require "liaison.show.plot_figure"
local document = require("liaison.show.plot_svg").document
local braille = require "liaison.show.plot_braille"
local pdf = require "liaison.show.plot_pdf"
local tikz = require "liaison.show.plot_tikz"

local kit = li._internal

local function fail(...) check.fail("", ...) end

local floor, max, min = math.floor, math.max, math.min

-- ---- what a user calls ---------------------------------------------------

local function text_of(figs, cols, rows)
  local out = {}
  for _, f in ipairs(figs) do out[#out + 1] = braille(f, cols or 72, rows or 16) end
  return table.concat(out, "\n\n")
end

-- as the ending of a file says: .pdf, .tex (TikZ), else SVG
local function written_for(figs, file)
  local text = document(figs)
  if file:find "%.pdf$" then return pdf.of(text) end
  return file:find "%.tex$" and tikz.of(text) or text
end

local class = check.class("plot", "A figure, or several under one another. print() shows it "
  .. "in Braille dots.", {
  { "plot:svg() -> str", "The figure as SVG text.", "li.plot{y = {1, 2}}:svg():sub(1, 4) --> <svg",
    function(self) return document(self.figs) end },
  { "plot:save(file: path) -> bool",
    "Write the figure to a file, which appears only once it is whole: as PDF where it ends in "
    .. ".pdf, as a tikzpicture where in .tex, else as SVG. Raises where it cannot be written.",
    "(pcall(function() li.plot{y = {1, 2}}:save '/nowhere/at/all.svg' end)) --> false",
    function(self, file) return li._internal.save(file, written_for(self.figs, file)) end },
  { "plot:pdf() -> str",
    "The figure as a PDF of one page: lines and letters, a unit three quarters of a point.",
    "li.plot{y = {1, 2}}:pdf():sub(1, 8) --> %PDF-1.4",
    function(self) return pdf.of(document(self.figs)) end },
  { "plot:tikz() -> str",
    "The figure as a tikzpicture for LaTeX, which needs the package tikz alone.",
    "li.plot{y = {1, 2}}:tikz():match 'tikzpicture' --> tikzpicture",
    function(self) return tikz.of(document(self.figs)) end },
  { "plot:braille([cols: count, rows: count]) -> str",
    "The figure in Braille dots, 72 columns by 16 rows where nothing else is said.",
    "#li.plot{y = {1, 2}}:braille(20, 3) > 60 --> true",
    function(self, cols, rows)
      cols, rows = cols or 72, rows or 16
      if cols < 4 or rows < 2 or cols > 1000 or rows > 1000 then
        fail("plot:braille: expected 4 to 1000 columns and 2 to 1000 rows")
      end
      return text_of(self.figs, cols, rows)
    end },
  { "plot.__tostring(a: plot) -> str", "The figure in Braille dots.",
    "#tostring(li.plot{y = {1, 2}}) > 100 --> true",
    function(self) return text_of(self.figs) end },
})

-- bins of equal width (Freedman and Diaconis where their number is not given)
local function histogram(data, o)
  o = o or {}
  local x = {}
  for i = 1, #data do x[i] = data[i] end
  if #x == 0 then fail("plot.histogram: no numbers") end
  kit.sort(x)
  local lo, hi, bins = x[1], x[#x], o.bins
  if not bins then
    local spread = x[math.ceil(0.75 * #x)] - x[math.ceil(0.25 * #x)]
    bins = lo == hi and 3 or spread > 0 and math.ceil((hi - lo) / (2 * spread * (#x) ^ (-1 / 3)))
      or 10
    bins = max(1, min(bins, 100))
  end
  if type(bins) ~= "number" or bins < 1 or bins > 1e5 or bins ~= floor(bins) then
    fail("plot.histogram: bins must be a whole number from 1 to 100000, got %s", tostring(bins))
  end
  if lo == hi then lo, hi = lo - 0.5, hi + 0.5 end
  local width, mid, count = (hi - lo) / bins, {}, {}
  for k = 1, bins do mid[k], count[k] = lo + (k - 0.5) * width, 0 end
  for _, v in ipairs(x) do
    local k = min(bins, floor((v - lo) / width) + 1)
    count[k] = count[k] + 1
  end
  local f = { ylabel = "count" }
  for k, v in pairs(o) do f[k] = v end
  f.x, f.y, f.kind, f.tight = mid, count, "bars", true
  return figure.new(f)
end

check.define(li, {
  { "plot(spec: table) -> plot",
    "A figure of y (a list, or a list of lists) over x, or of series {x=, y=, label=, kind=, "
    .. "axis=, color=, marker=}; " ..
    "kind is line, scatter (shape = dot, cross or ring), bars or steps. " ..
    "Also title, xlabel, ylabel, y2label, xlog, ylog, y2log, xlim, ylim, y2lim, equal, "
    .. "legend, grid, width, height.",
    "#li.plot{x = {0, 1, 2}, y = {0, 1, 4}, label = 'square'}:svg() > 1000 --> true",
    function(spec) return class.new { figs = { figure.new(spec) } } end },
  { "plot.stack(first: plot [, ...: plot]) -> plot", "Figures under one another in one picture.",
    "#li.plot.stack(li.plot{y = {1, 2}}, li.plot{y = {2, 1}}):svg() > 2000 --> true",
    function(...)
      local figs = {}
      for _, p in ipairs { ... } do for _, f in ipairs(p.figs) do figs[#figs + 1] = f end end
      return class.new { figs = figs }
    end },
  { "plot.histogram(data: nums [, options: table]) -> plot",
    "How often values fall into bins of equal width; options as in plot, and bins.",
    "#li.plot.histogram({1, 2, 2, 3}, {bins = 3}):svg() > 1000 --> true",
    function(data, options) return class.new { figs = { histogram(data, options) } } end },
})

-- a run on paper: its default picture, or these columns
local PAPER = {}
function PAPER.svg(figs) return document(figs) end
function PAPER.pdf(figs) return pdf.of(document(figs)) end
function PAPER.tikz(figs) return tikz.of(document(figs)) end

local function on_paper(form)
  return function(run, path, columns)
    return check.give(PAPER[form](li.plot_run(run, columns).figs), path)
  end
end

local RUN = "li.planar{1}:simulate(1, {0.5})"
check.define(kit.methods "run", {
  { "run:svg([path: path, columns: table]) -> str|bool",
    "The curves of run:plot as an SVG drawing; its text, or written to path: true.",
    RUN .. ":svg(nil, {'q1'}):match '<svg' --> <svg", on_paper "svg" },
  { "run:pdf([path: path, columns: table]) -> str|bool",
    "The curves of run:plot as a PDF of one page; its bytes, or written to path: true.",
    RUN .. ":pdf():sub(1, 8) --> %PDF-1.4", on_paper "pdf" },
  { "run:tikz([path: path, columns: table]) -> str|bool",
    "The curves of run:plot as a tikzpicture for LaTeX; its text, or written to path: true.",
    RUN .. ":tikz(nil, {'q1'}):match 'tikzpicture' --> tikzpicture", on_paper "tikz" },
})
