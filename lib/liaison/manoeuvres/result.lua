-- result.lua - what a manoeuvre gives: measures with their definitions, records, plots, notes, a
-- verdict; printed, drawn, as a page, beside others
local li = require "liaison"
local check = require "liaison.base.check"
local aligned = require "liaison.base.aligned"
local language = require "liaison.language.language"
local kit = li._internal
local say = language.say

local class
local result = {}

-- ---- made ---------------------------------------------------------------------------------------

-- the paper that a manoeuvre writes on
function result.new(row, v)
  local r = class.new { name = row.name, standard = row.standard, title = row.title,
    vehicle = v.name, measures = {}, values = {}, records = {}, plots = {}, notes = {},
    passed = "none", why = {} }
  local out = { result = r, notes = r.notes }
  function out.measure(name, value, unit, text)
    if not (name and unit and text) then
      error("a measure has a name, a unit and a definition: " .. tostring(name))
    end
    if value ~= nil and (value ~= value) then
      error("the measure " .. name .. " is no number: a defect of the manoeuvre")
    end
    r.measures[#r.measures + 1] = { name = name, value = value == nil and "none" or value,
      unit = unit, text = text }
    r.values[name] = value
  end
  function out.record(label, columns) r.records[#r.records + 1] = { label = label,
    columns = columns } end
  function out.plot(name, figure)
    for _, f in ipairs(figure.figs) do
      language.figure(f.opts)
      for _, series in ipairs(f.series) do series.label = language.label(series.label) end
    end
    r.plots[#r.plots + 1] = { name = name, figure = figure }
  end
  function out.note(...) r.notes[#r.notes + 1] = kit.format(...) end
  function out.verdict(ok, ...)
    r.passed = r.passed ~= false and ok
    if not ok then r.why[#r.why + 1] = kit.format(...) end
  end
  return out
end

-- ---- shown --------------------------------------------------------------------------------------

local words = language.words {
  en = { yes = "yes", no = "no", none = "none", passed = "passed", failed = "failed: ",
    note = "  note: ", colon = ": ", measure = "measure", value = "value", unit = "unit",
    definition = "definition" },
  fr = { yes = "oui", no = "non", none = "aucun", passed = "réussi", failed = "échec : ",
    note = "  note : ", colon = " : ", measure = "mesure", value = "valeur", unit = "unité",
    definition = "définition" },
}

local function shown(m)
  local say_it = language.of(words)
  if type(m.value) == "boolean" then return m.value and say_it.yes or say_it.no end
  if m.value == "none" then return say_it.none end
  if type(m.value) == "string" then return say(m.value) end
  return kit.number(m.value, 5)
end

-- "passed", or why not
local function verdict(r)
  if r.passed then return language.of(words).passed end
  local why = {}
  for i, reason in ipairs(r.why) do why[i] = say(reason) end
  return language.of(words).failed .. table.concat(why, "; ")
end

local function head(r)
  local out = { ("%s%s%s (%s)"):format(r.vehicle, language.of(words).colon, say(r.title),
    r.standard) }
  if r.passed ~= "none" then out[2] = verdict(r) end
  return out
end

local function text(r)
  local out, rows = head(r), {}
  for i, m in ipairs(r.measures) do rows[i] = { m.name, shown(m), m.unit, say(m.text) } end
  for _, line in ipairs(aligned(rows)) do out[#out + 1] = line end
  for _, note in ipairs(r.notes) do out[#out + 1] = language.of(words).note .. say(note) end
  return table.concat(out, "\n")
end

local function plot(r, name)
  if name then
    for _, p in ipairs(r.plots) do if p.name == name then return p.figure end end
    local known = {}
    for _, p in ipairs(r.plots) do known[p.name] = true end
    check.fail("manoeuvre:plot", "no plot '%s'%s", name, check.hint(name, known))
  end
  if #r.plots == 0 then check.fail("manoeuvre:plot", "'%s' draws nothing", r.name) end
  local list = {}
  for i, p in ipairs(r.plots) do list[i] = p.figure end
  return li.plot.stack((table.unpack or unpack)(list))
end

local function value(r, name)
  local known = {}
  for _, m in ipairs(r.measures) do
    if m.name == name then return r.values[name] end
    known[m.name] = true
  end
  check.fail("manoeuvre:value", "no measure '%s'%s", name, check.hint(name, known))
end

-- ---- pages --------------------------------------------------------------------------------------

local STYLE = [==[
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2430; --soft: #647084; --line: #d9dee6;
  --good: #2a7d3c; --bad: #b03a2e; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e4e9f0; --soft: #94a1b5;
  --line: #313a48; --good: #6fca85; --bad: #ff8a7a; } }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); } .good { color: var(--good); }
.bad { color: var(--bad); }
table { border-collapse: collapse; margin: .8rem 0; width: 100%; }
td, th { padding: .22rem .8rem .22rem 0; text-align: left; border-bottom: 1px solid var(--line);
  vertical-align: top; font-weight: 400; }
th { color: var(--soft); } td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n, th.n { text-align: right; } main { display: grid; gap: .2rem 1.2rem;
  grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); }
figure { margin: .3rem 0; background: #fff; border-radius: 6px; } svg { max-width: 100%;
  height: auto; }
]==]

local function escape(s)
  return (tostring(s):gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function html_of(title, body)
  return table.concat { "<!doctype html>\n<html lang=\"", language.now(),
    "\"><head><meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width\"><title>", escape(title),
    "</title><style>", STYLE, "</style></head><body>\n", table.concat(body, "\n"),
    "</body></html>\n" }
end

local function row_of(cells, tag)
  local out = {}
  for i, cell in ipairs(cells) do
    local number = type(cell) == "table"
    out[i] = number and ("<%s class=\"n\">%s</%s>"):format(tag, escape(cell[1]), tag)
      or ("<%s>%s</%s>"):format(tag, escape(cell), tag)
  end
  return "<tr>" .. table.concat(out) .. "</tr>"
end

local function verdict_line(r)
  if r.passed == "none" then return nil end
  return ("<p class=\"%s\">%s</p>"):format(r.passed and "good" or "bad", escape(verdict(r)))
end

-- names of parts of a figure are its own on a page of several
local function svg_of(figure, k)
  return (figure:svg():gsub('id="panel', ('id="figure%d_panel'):format(k)):gsub('%(#panel',
    ('(#figure%d_panel'):format(k)))
end

local function add_plots(body, list)
  body[#body + 1] = "<main>"
  for k, p in ipairs(list) do
    body[#body + 1] = "<div><h2>" .. escape(language.label(p.name)) .. "</h2><figure>"
      .. svg_of(p.figure, k) .. "</figure></div>"
  end
  body[#body + 1] = "</main>"
end

local function add_figures(body, r)
  add_plots(body, r.plots)
  for _, note in ipairs(r.notes) do
    body[#body + 1] = "<p class=\"soft\">" .. escape(say(note)) .. "</p>"
  end
end

local function page(r, options)
  local o = check.fields(options or {}, "page", { file = "path?" })
  local w = language.of(words)
  local body = { "<h1>" .. escape(say(r.title)) .. "</h1>",
    ("<p class=\"soft\">%s, %s</p>"):format(escape(r.vehicle), escape(r.standard)) }
  body[#body + 1] = verdict_line(r)
  body[#body + 1] = "<table>" .. row_of({ w.measure, { w.value }, w.unit, w.definition }, "th")
  for _, m in ipairs(r.measures) do
    body[#body + 1] = row_of({ m.name, { shown(m) }, m.unit, say(m.text) }, "td")
  end
  body[#body + 1] = "</table>"
  add_figures(body, r)
  return check.give(html_of(say(r.title), body), o.file)
end

-- ---- two or more beside one another -------------------------------------------------------------

local function names_of(list)
  local names, seen = {}, {}
  for _, r in ipairs(list) do
    for _, m in ipairs(r.measures) do
      if not seen[m.name] then names[#names + 1], seen[m.name] = m, true end
    end
  end
  return names
end

local function measure_of(r, name)
  for _, m in ipairs(r.measures) do if m.name == name then return m end end
end

-- series of several figures in one, the vehicle before each label; nil where there are several
local function together(list, k)
  local series = {}
  for i, r in ipairs(list) do
    local p = r.plots[k]
    if not p or #p.figure.figs ~= 1 then return nil end
    for _, s in ipairs(p.figure.figs[1].series) do
      local label = s.label and s.label ~= "" and ": " .. s.label or ""
      series[#series + 1] = { x = s.x, y = s.y, kind = s.kind, axis = s.right and "right" or nil,
        label = ("%d %s%s"):format(i, r.vehicle, label) }
    end
  end
  local first = list[1].plots[k].figure.figs[1].opts
  for _, key in ipairs { "xlabel", "ylabel", "y2label", "title", "xlog", "ylog", "equal" } do
    series[key] = first[key]
  end
  return li.plot(series)
end

local function beside(...)
  local list = { ... }
  for i, r in ipairs(list) do
    if r.name ~= list[1].name then
      check.fail("manoeuvre:beside", "number %d is '%s', the first is '%s'", i, r.name,
        list[1].name)
    end
  end
  local rows, head_row = {}, { language.of(words).measure }
  for i, r in ipairs(list) do head_row[#head_row + 1] = ("%d %s"):format(i, r.vehicle) end
  head_row[#head_row + 1] = language.of(words).unit
  rows[1] = head_row
  for _, m in ipairs(names_of(list)) do
    local row = { m.name }
    for _, r in ipairs(list) do
      local own = measure_of(r, m.name)
      row[#row + 1] = own and shown(own) or "-"
    end
    row[#row + 1] = m.unit
    rows[#rows + 1] = row
  end
  return result.compared.new { title = list[1].title, standard = list[1].standard, list = list,
    rows = rows }
end

local function compared_text(c)
  local out = { ("%s (%s)"):format(say(c.title), c.standard) }
  for i, r in ipairs(c.list) do
    if r.passed ~= "none" then
      out[#out + 1] = ("%d %s %s"):format(i, r.vehicle, verdict(r))
    end
  end
  for _, line in ipairs(aligned(c.rows, true)) do out[#out + 1] = line end
  return table.concat(out, "\n")
end

local function compared_plots(c)
  local figures = {}
  for k, p in ipairs(c.list[1].plots) do
    local figure = together(c.list, k)
    if figure then figures[#figures + 1] = { name = p.name, figure = figure } end
  end
  return figures
end

local function compared_page(c, options)
  local o = check.fields(options or {}, "page", { file = "path?" })
  local body = { "<h1>" .. escape(say(c.title)) .. "</h1>",
    "<p class=\"soft\">" .. escape(c.standard) .. "</p>" }
  for i, r in ipairs(c.list) do
    body[#body + 1] = ("<p>%d %s %s</p>"):format(i, escape(r.vehicle), verdict_line(r) or "")
  end
  local cells = {}
  for i, row in ipairs(c.rows) do
    cells[i] = {}
    for k, cell in ipairs(row) do cells[i][k] = k > 1 and k < #row and { cell } or cell end
  end
  for k = 2, #cells[1] - 1 do cells[1][k] = { cells[1][k] } end
  body[#body + 1] = "<table>" .. row_of(cells[1], "th")
  for i = 2, #cells do body[#body + 1] = row_of(cells[i], "td") end
  body[#body + 1] = "</table>"
  add_plots(body, compared_plots(c))
  return check.give(html_of(say(c.title), body), o.file)
end

local CAR = "local c = li.single_track{mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4, "
  .. "rear = 1.1e5} local r = li.manoeuvre('iso7401_step', c, {speed = 20}) "

result.compared = check.class("manoeuvres", "Results of one manoeuvre beside one another.", {
  { "manoeuvres:plot() -> plot", "All curves of one kind in one figure.",
    CAR .. "return #r:beside(r):plot():svg() > 2000 --> true",
    function(c)
      local list = {}
      for i, p in ipairs(compared_plots(c)) do list[i] = p.figure end
      return li.plot.stack((table.unpack or unpack)(list))
    end },
  { "manoeuvres:page([options: table]) -> any",
    "A page with the table of measures and all curves: {file = path}; without it its text.",
    CAR .. "return #r:beside(r):page() > 3000 --> true", compared_page },
  { "manoeuvres.__tostring(c: manoeuvres) -> str", "The table of measures.",
    CAR .. "return tostring(r:beside(r)):match 'yaw_rate_gain' --> yaw_rate_gain", compared_text },
})

class = check.class("manoeuvre", "The result of a manoeuvre: measures {name, value, unit, text}, "
  .. "values by name, records {label, columns}, plots {name, figure}, notes, passed ('none' where "
  .. "it has no criteria), why.", {
  { "manoeuvre:value(name: str) -> any", "A measure by name; nil where the run has none.",
    CAR .. "return ('%.2f'):format(r:value 'yaw_rate_gain') --> 5.66", value },
  { "manoeuvre:plot([name: str]) -> plot", "A plot by name, or all under one another.",
    CAR .. "return #r:plot():svg() > 2000 --> true", plot },
  { "manoeuvre:page([options: table]) -> any",
    "A page of the measures, with their definitions, and the plots: {file = path}; without it its "
      .. "text.", CAR .. "return #r:page() > 3000 --> true", page },
  { "manoeuvre:beside(r: manoeuvre [, ...: manoeuvre]) -> manoeuvres",
    "Its measures and curves beside those of other vehicles, or other settings.",
    CAR .. "return #r:beside(r).rows > 5 --> true", beside },
  { "manoeuvre.__tostring(r: manoeuvre) -> str", "Its measures, units, definitions, notes.",
    CAR .. "return tostring(r):match 'ISO 7401' --> ISO 7401", text },
})

return result
