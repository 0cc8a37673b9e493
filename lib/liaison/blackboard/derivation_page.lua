-- derivation_page.lua - a derivation as a page for the browser: every line as a formula, as LaTeX
-- and as text
local li = require "liaison.core"
local explainpage = require "liaison.show.explainpage"
local latex = require "liaison.blackboard.derivation_latex"
local mathml = require "liaison.show.mathml"
local text = require "liaison.blackboard.derivation_text"
local written = require "liaison.blackboard.written"
local kit = li._internal

local page = {}

local escape = mathml.escape

local STYLE = [[
h2 { font-size: 1.15rem; border-bottom: 1px solid #d5dbe3; padding: .3rem 0; margin-top: 1.8rem }
table.t { border-collapse: collapse; margin: .6rem 0 } table.t td, table.t th { padding: .15rem
  .9rem .15rem 0; text-align: left; font-weight: 400 } table.t th { border-bottom: 1px solid
  #d5dbe3 }
.line { border: 0; padding: .2rem 0 .2rem 1.5rem }
mtd { text-align: center }
mtable { border-left: 1.6px solid; border-right: 1.6px solid; border-radius: .7em; margin: 0 .3em }
.note { color: #5b6675; font-size: .9rem }
]]

-- ---- pieces -------------------------------------------------------------------------------------

local function sentence(d, s)
  local out = {}
  for _, part in ipairs(written.parts(s)) do
    out[#out + 1] = part.text and escape(part.text)
      or mathml.of(written.formula_latex(d, part.formula))
  end
  return table.concat(out)
end

-- one side after the other: a browser may set them in several lines
local function formula_html(d, line)
  local out, name = {}, written.name_latex(d, line)
  local sign = written.formula_latex(d, " " .. line.relation .. " ")
  local head = name or nil
  for _, side in ipairs(line.sides) do
    local rows = written.rows(d, side, true)
    local before = head and head .. sign or sign
    if not head and #out == 0 then before = "" end
    if rows then out[#out + 1] = mathml.matrix(head and head .. sign or sign, rows, true)
    else out[#out + 1] = mathml.flow(before .. written.latex(d, side)) end
    head = nil
  end
  if line.right then out[#out + 1] = mathml.flow(sign .. written.latex(d, line.right)) end
  return table.concat(out, " ")
end

local function formula(d, line)
  local note = line.note and ' <span class="note">' .. sentence(d, line.note) .. "</span>" or ""
  return ('<div class="line"><div class="m">%s%s</div><div class="l"><pre>%s</pre></div>'
    .. '<div class="t"><pre>%s</pre></div>%s</div>'):format(formula_html(d, line), note,
    escape(written.equation(d, line)), escape((text.formula(d, line):gsub("^ +", ""))),
    explainpage.mark(line))
end

local function cell(d, x)
  if type(x) == "string" then return sentence(d, x) end
  if type(x) == "number" then return escape(written.number(x)) end
  return mathml.of(written.latex(d, x))
end

local function grid(d, line)
  local out = { '<table class="t"><tr>' }
  for _, x in ipairs(line.head) do out[#out + 1] = "<th>" .. cell(d, x) .. "</th>" end
  out[#out + 1] = "</tr>"
  for _, r in ipairs(line.rows) do
    out[#out + 1] = "<tr>"
    for _, x in ipairs(r) do out[#out + 1] = "<td>" .. cell(d, x) .. "</td>" end
    out[#out + 1] = "</tr>"
  end
  return table.concat(out) .. "</table>"
end

local MAKE = { text = function(d, line) return "<p>" .. sentence(d, line.text) .. "</p>" end,
  formula = formula, table = grid }

-- the sections alone, as they go into another page
function page.sections(d)
  local out = {}
  for k, s in ipairs(d.sections) do
    local lines = { ('<h2 id="s%d">%d. %s</h2>'):format(k, k, sentence(d, s.title)) }
    for _, whole in ipairs(s.lines) do
      for _, line in ipairs(written.lines(d, whole)) do
        lines[#lines + 1] = MAKE[line.kind](d, line)
      end
    end
    out[k] = { title = sentence(d, s.title), html = table.concat(lines, "\n") }
  end
  return out
end

function page.write(d)
  local before = {}
  if d.intro then before[1] = "<p>" .. sentence(d, d.intro) .. "</p>" end
  local told = written.told(d)
  if told then before[#before + 1] = "<p>" .. escape(told) .. "</p>" end
  return explainpage.shell({ lang = d.lang, title = d.title, before = before, style = STYLE,
    sections = page.sections(d), footer = kit.format(d.words.by, li.version) }, d.words)
end

page.style, page.latex = STYLE, latex

return page
