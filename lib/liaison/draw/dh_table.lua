-- dh_table.lua - model:dh_table: the table in the layout of the course, a column for every joint,
-- as text, Markdown, LaTeX or HTML
local li = require "liaison.core"
local check = require "liaison.base.check"
local label = require "liaison.course.label"
local rows_of = require "liaison.draw.dh_rows"
local shown_angle = require("liaison.describe.printmodel").angle
local kit = li._internal

local WORDS = {
  en = { shown = "value of q_i shown", controller = "value of the controller",
    from = "on", joint = "joint" },
  fr = { shown = "valeur de q_i représentée", controller = "valeur contrôleur",
    from = "antécédent", joint = "liaison" },
}

-- rows of the table in the letters of each convention: letter, index, field; is it an angle?
local LETTERS = {
  standard = { { "a", "i", "a" }, { "alpha", "i", "alpha", true }, { "d", "i", "d" },
    { "theta", "i", "theta", true } },
  modified = { { "a", "i-1", "a" }, { "alpha", "i-1", "alpha", true }, { "d", "i", "d" },
    { "theta", "i", "theta", true } },
  khalil = { { "gamma", "j", "gamma", true }, { "b", "j", "b" }, { "alpha", "j", "alpha", true },
    { "d", "j", "a" }, { "theta", "j", "theta", true }, { "r", "j", "d" } },
}

-- ---- cells --------------------------------------------------------------------------------------

local function number(x, is_angle, degrees)
  if type(x) ~= "number" then
    return (x:gsub("%d+%.%d+", function(n)
      local v = tonumber(n)
      return is_angle and not degrees and shown_angle(v) or kit.format("%.10g", v)
    end):gsub("%s*([+-])%s*", " %1 "):gsub("^ ([+-]) ", "%1"))
  end
  if math.abs(x) < 1e-14 then return "0" end
  if is_angle and degrees then return kit.format("%.10g", math.deg(x)) .. "°" end
  if is_angle then
    local text = shown_angle(x)
    if text:find "pi" then return text end
  end
  return (kit.format("%.10g", x))
end

-- what the controller shows where the joint is at q
local function controller(r, degrees)
  if not r.reads then return r.q or "" end
  local head = r.q
  if r.reads == -1 then head = "-" .. r.q
  elseif r.reads ~= 1 then head = ("%s*%s"):format(kit.number(r.reads), r.q) end
  local at = r.reads_at or 0
  if at == 0 then return head end
  local text = number(math.abs(at), r.kind == "R", degrees)
  return ("%s %s %s"):format(head, at < 0 and "-" or "+", text)
end

local function any(list, key)
  for _, r in ipairs(list) do if r[key] ~= nil and r[key] ~= 0 then return true end end
  return false
end

-- lines of the table: { letter, index or nil, cells }; words are upright heads
local function lines_of(list, convention, o)
  local w, out = WORDS[o.language], {}
  local index = convention == "khalil" and "j" or "i"
  local head = { letter = index, cells = {} }
  for i in ipairs(list) do head.cells[i] = tostring(i) end
  out[1] = head
  if convention == "khalil" then
    local from, places = { word = w.from, cells = {} }, { world = 0 }
    for i, r in ipairs(list) do
      places[r.name] = i
      from.cells[i] = tostring(places[r.parent] or r.parent)
    end
    out[2] = from
  end
  for _, x in ipairs(LETTERS[convention]) do
    local row = { letter = x[1], index = x[2], cells = {} }
    for i, r in ipairs(list) do row.cells[i] = number(r[x[3]], x[4], o.degrees) end
    out[#out + 1] = row
  end
  local shown = { word = w.shown, index = index, cells = {} }
  for i, r in ipairs(list) do
    shown.cells[i] = r.shown and number(r.shown, r.kind == "R", o.degrees) or "-"
  end
  out[#out + 1] = shown
  if any(list, "reads_at") or o.controller then
    local row = { word = w.controller, index = index, cells = {} }
    for i, r in ipairs(list) do row.cells[i] = controller(r, o.degrees) end
    out[#out + 1] = row
  end
  return out
end

-- ---- styles -------------------------------------------------------------------------------------

local function letters(text)
  local _, n = text:gsub("[^\128-\191]", "")
  return n
end

-- rows of cells as lines of even columns
local function aligned(grid, between, edge)
  local width, out = {}, {}
  for _, row in ipairs(grid) do
    for k, c in ipairs(row) do width[k] = math.max(width[k] or 0, letters(c)) end
  end
  for i, row in ipairs(grid) do
    local cells = {}
    for k, c in ipairs(row) do
      local blanks = (" "):rep(width[k] - letters(c))
      cells[k] = k == 1 and c .. blanks or blanks .. c
    end
    out[i] = (edge .. table.concat(cells, between) .. edge):gsub(" +$", "")
  end
  return out, width
end

local function plain_head(l)
  return l.word and l.word:gsub("q_i", "q_" .. (l.index or "i"))
    or l.letter .. (l.index and "_" .. l.index or "")
end

local function grid_of(lines, head)
  local grid = {}
  for i, l in ipairs(lines) do
    grid[i] = { head(l) }
    for k, c in ipairs(l.cells) do grid[i][k + 1] = c end
  end
  return grid
end

local styles = {}

function styles.text(lines)
  return table.concat(aligned(grid_of(lines, plain_head), "  ", ""), "\n")
end

function styles.markdown(lines)
  local out, width = aligned(grid_of(lines, plain_head), " | ", "")
  local rule = {}
  for k, w in ipairs(width) do
    rule[k] = ("-"):rep(math.max(w, 3) - 1) .. (k == 1 and "-" or ":")
  end
  for i, line in ipairs(out) do out[i] = "| " .. line .. " |" end
  table.insert(out, 2, "| " .. table.concat(rule, " | ") .. " |")
  return table.concat(out, "\n")
end

-- a cell as maths: numbers with pi, names
local function maths_latex(text)
  if text == "-" then return "--" end
  local s = label.latex_formula((text:gsub("°", "")))
  return "\\(" .. s .. (text:find("°", 1, true) and "^\\circ" or "") .. "\\)"
end

local function head_latex(l)
  if l.word then
    local text = label.latex_text((l.word:gsub("q_i", "`q_" .. (l.index or "i") .. "`")))
    return text
  end
  return ("\\(%s%s\\)"):format(label.command[(label.letter(l.letter))] or l.letter,
    l.index and "_{" .. l.index .. "}" or "")
end

function styles.latex(lines)
  local n = #lines[1].cells
  local out = { "\\begin{tabular}{l|" .. ("c"):rep(n) .. "}" }
  for i, l in ipairs(lines) do
    local cells = { head_latex(l) }
    for k, c in ipairs(l.cells) do cells[k + 1] = maths_latex(c) end
    out[#out + 1] = table.concat(cells, " & ") .. " \\\\" .. (i == 1 and " \\hline" or "")
  end
  out[#out + 1] = "\\end{tabular}"
  return table.concat(out, "\n")
end

local function head_html(l)
  if l.word then return label.html((l.word:gsub("q_i", "`q_" .. (l.index or "i") .. "`"))) end
  return ("<i>%s</i>%s"):format((label.letter(l.letter)),
    l.index and "<sub>" .. l.index .. "</sub>" or "")
end

function styles.html(lines)
  local out = { '<table class="dh">' }
  for _, l in ipairs(lines) do
    local cells = {}
    for k, c in ipairs(l.cells) do
      cells[k] = "<td>" .. (c == "-" and "–" or label.html_formula(c)) .. "</td>"
    end
    out[#out + 1] = "<tr><th>" .. head_html(l) .. "</th>" .. table.concat(cells) .. "</tr>"
  end
  out[#out + 1] = "</table>"
  return table.concat(out, "\n")
end

local options = { style = { "text|markdown|latex|html", default = "text" },
  language = { "en|fr", default = "en" }, degrees = "bool?", controller = "bool?" }

local function dh_table(model, opts)
  local o = check.fields(opts or {}, "options", options)
  local list, convention = rows_of.of(model)
  return styles[o.style](lines_of(list, convention, o))
end

check.define(kit.methods "model", {
  { "model:dh_table([options: table]) -> str",
    "The table of Denavit and Hartenberg that it was described by, in the layout of the course: a "
    .. "column for every joint, its parameters, the values drawn (shown, else 0) and, where they "
    .. "differ, those of the controller; in the letters of the convention (standard: a_i; "
    .. "modified, Craig: a_{i-1}; Khalil: d_j, r_j). Options: style = text, markdown, latex, html; "
    .. "language = en, fr; degrees = true; controller = true always.",
    "return (li.dh{convention = 'standard', {a = 'L', theta = 'q'}}:dh_table()"
    .. ":match 'theta_i +(%a)') --> q", dh_table },
})

return { lines = lines_of, rows = rows_of }
