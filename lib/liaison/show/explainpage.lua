-- explainpage.lua - the steps of a derivation as one HTML page (formulas, LaTeX and text of every
-- line) or as text
local li = require "liaison.core"
local mathml = require "liaison.show.mathml"
local printer_of = require "liaison.equations.printer"
local kit = li._internal

local page = {}

local style = [[
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c2430; background: #fff }
h1 { font-size: 1.5rem }
summary { font-size: 1.15rem; font-weight: 600; cursor: pointer; border-bottom: 1px solid #d5dbe3;
  padding: .3rem 0 }
details { margin: 1.6rem 0 }
summary small { font-weight: 400; color: #5b6675; margin-left: .6rem }
nav { font-size: .95rem; margin: 1rem 0 }
nav a { margin-right: 1.1rem; color: #1f5fa8; white-space: nowrap }
.line { display: flex; align-items: center; gap: 1rem; padding: .35rem 0;
  border-bottom: 1px solid #f0f2f5 }
.line > div { overflow: auto hidden; flex: 1; min-width: 0; padding: .15rem 0 0 2.2rem;
  text-indent: -2.2rem }
.line math { text-indent: 0 }
.line mtd { text-align: center; padding: .2em .55em }
.line mtable { border-left: 1.6px solid; border-right: 1.6px solid; border-radius: .7em;
  margin: 0 .3em }
.ok { color: #2a7d3c; font-size: .8rem; white-space: nowrap }
.bad { color: #b00020; font-weight: bold }
p { margin: .3rem 0 .6rem }
math { font-size: 1.08rem }
footer { margin-top: 2rem; color: #5b6675; font-size: .85rem }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.45 ui-monospace,
  monospace; text-indent: 0 }
.line .l, .line .t { display: none; padding-left: 0 }
#latex:checked ~ main .l, #plain:checked ~ main .t { display: block }
#latex:checked ~ main .m, #plain:checked ~ main .m { display: none }
label { margin-right: 1rem } input { accent-color: #1f5fa8 }
@media (prefers-color-scheme: dark) {
  body { color: #dde3ea; background: #14181e }
  summary { border-color: #39414d }
  .line { border-color: #232a33 }
  .ok { color: #6fca85 }
  nav a { color: #7db4ee }
  summary small, footer { color: #93a0b0 }
}
@media print { nav, input, label { display: none } }
]]

-- sections with more lines than this start folded
local MANY = 60

local escape = mathml.escape

local function small(x) return x == 0 and "0" or kit.format("%.0e", x) end

local function is_matrix(e) return li._internal.class(e) == "smat" end

-- rows of the texts of a matrix or vector
local function cells(M, say)
  local rows, cols = M:size()
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = say(M:at(i, j)) end
  end
  return out
end

local function pmatrix(rows)
  local out = {}
  for i, r in ipairs(rows) do out[i] = table.concat(r, " & ") end
  return "\\begin{pmatrix}" .. table.concat(out, " \\\\ ") .. "\\end{pmatrix}"
end

-- a vector in one line, a matrix a line for every row, columns aligned
local function aligned(rows)
  local out, width = {}, {}
  for _, r in ipairs(rows) do
    for j, text in ipairs(r) do width[j] = math.max(width[j] or 0, #text) end
  end
  for i, r in ipairs(rows) do
    local line = {}
    for j, text in ipairs(r) do
      line[j] = #r == 1 and text or text .. (" "):rep(j < #r and width[j] - #text or 0)
    end
    out[i] = #r == 1 and line[1] or "[" .. table.concat(line, "  ") .. "]"
  end
  if #rows[1] == 1 then return "[" .. table.concat(out, "  ") .. "]" end
  return table.concat(out, "\n")
end

-- formula, LaTeX and text of a line
local function forms(l, w, printer, long)
  if type(l.e) == "table" then
    local path = table.concat(l.e, " → ")
    local words = {}
    for i, name in ipairs(l.e) do words[i] = mathml.word(name) end
    return mathml.of(l.latex) .. ": " .. escape(path),
      l.latex .. ": " .. table.concat(words, " \\to "), l.text .. ": " .. table.concat(l.e, ", ")
  end
  if is_matrix(l.e) then
    local rows = cells(l.e, printer.latex)
    local latex, text = l.latex .. " = " .. pmatrix(rows),
      aligned(cells(l.e, printer.text))
    local m = #latex > long and mathml.of(l.latex) .. " = " .. escape(w.long:format(#latex))
      or mathml.matrix(l.latex, rows)
    return m, latex, l.text .. " =" .. (#rows > 1 and #rows[1] > 1 and "\n" or " ") .. text
  end
  local latex, text = printer.latex(l.e), printer.text(l.e)
  if #latex > long and l.instead then
    latex, text = l.instead[1], l.instead[2]
  elseif #latex > long then
    local note = w.long:format(#latex)
    return mathml.of(l.latex) .. " = " .. escape(note), l.latex .. " = \\text{" .. note .. "}",
      l.text .. " = " .. note
  end
  return mathml.flow(l.latex .. " = " .. latex), l.latex .. " = " .. latex, l.text .. " = " .. text
end

-- ✓ 3e-16 of a line that was checked
local function mark(l)
  if not l.worst then return "" end
  local good = l.worst < 1e-6
  return ('<span class="%s">%s %s</span>'):format(good and "ok" or "bad", good and "✓" or "✗",
    small(l.worst))
end

page.mark = mark

local function html_section(out, k, s, w, printer, long)
  out[#out + 1] = ('<details id="s%d"%s><summary>%s<small>%s</small></summary>'):format(k,
    #s.lines <= MANY and " open" or "", escape(s.title),
    escape(#s.lines == 1 and w.line or w.lines:format(#s.lines)))
  if s.text then out[#out + 1] = ("<p>%s</p>"):format(escape(s.text)) end
  for _, l in ipairs(s.lines) do
    local m, latex, text = forms(l, w, printer, long)
    out[#out + 1] = ('<div class="line"><div class="m">%s</div><div '
      .. 'class="l"><pre>%s</pre></div><div class="t"><pre>%s</pre></div>%s</div>'):format(
      m, escape(latex), escape(text), mark(l))
  end
  out[#out + 1] = "</details>"
end

-- { "2 multiplications", "1 addition" ... } in the words given; many of them by an s, or as told: {
-- one, many }
local function counted(ops, words)
  local out = {}
  for i, kind in ipairs { "mul", "add", "div", "fun" } do
    local word = words[i]
    if type(word) == "string" then word = { word, word .. "s" } end
    out[i] = ("%d %s"):format(ops[kind], ops[kind] == 1 and word[1] or word[2])
  end
  return out
end

-- by what it was written, and what the result costs
local function written_by(eq, w)
  local count = counted(eq:ops(), w.counts)
  return w.by:format(li.version, count[1], count[2], count[3], count[4])
end

-- a page of sections that shows its lines as formulas, as LaTeX or as text: o.lang, title, before
-- (lines of HTML), sections {title, html}, footer; w: formulas, latex, plain
function page.shell(o, w)
  local out = {
    "<!DOCTYPE html>", ('<html lang="%s">'):format(o.lang),
      '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    ("<title>%s</title>"):format(escape(o.title)), "<style>",
    style .. (o.style or "") .. "</style></head><body>",
    ("<h1>%s</h1>"):format(escape(o.title)) }
  for _, line in ipairs(o.before) do out[#out + 1] = line end
  for i, id in ipairs { "formulas", "latex", "plain" } do
    out[#out + 1] =
      ('<input type="radio" name="form" id="%s"%s><label for="%s">%s</label>'):format(id,
      i == 1 and " checked" or "", id, escape(w[id]))
  end
  out[#out + 1] = "<nav>"
  for k, s in ipairs(o.sections) do
    out[#out + 1] = ('<a href="#s%d">%s</a>'):format(k, s.title)
  end
  out[#out + 1] = "</nav><main>"
  for _, s in ipairs(o.sections) do out[#out + 1] = s.html end
  out[#out + 1] = ("</main><footer>%s</footer></body></html>"):format(escape(o.footer))
  return table.concat(out, "\n") .. "\n"
end

function page.html(eq, w, lang, S, points, long)
  local names, printer, sections = {}, printer_of(eq), {}
  for i = 1, eq.n do names[i] = eq.q[i]:latex() end
  for k, s in ipairs(S.sections) do
    local out = {}
    html_section(out, k, s, w, printer, long)
    sections[k] = { title = escape(s.title), html = table.concat(out, "\n") }
  end
  return page.shell({ lang = lang, title = w.title, sections = sections,
    footer = written_by(eq, w), before = {
      ("<p>%s: %s</p>"):format(escape(w.coordinates),
        mathml.flow("q = (" .. table.concat(names, ", ") .. ")")),
      ("<p>%s</p>"):format(escape(w.how:format(points, S.count, small(S.worst)))) } }, w)
end

function page.text(eq, w, _, S, points, long)
  local printer = printer_of(eq)
  local out = { w.title, "", w.how:format(points, S.count, small(S.worst)) }
  for _, s in ipairs(S.sections) do
    out[#out + 1] = ""
    out[#out + 1] = s.title
    if s.text then out[#out + 1] = "  " .. s.text end
    for _, l in ipairs(s.lines) do
      local _, _, text = forms(l, w, printer, long)
      out[#out + 1] = "  " .. text:gsub("\n", "\n    ")
        .. (l.worst and ("   [%s %s]"):format(w.check, small(l.worst)) or "")
    end
  end
  out[#out + 1] = ""
  out[#out + 1] = written_by(eq, w)
  return table.concat(out, "\n") .. "\n"
end

return page
