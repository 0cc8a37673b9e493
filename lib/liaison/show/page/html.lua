-- html.lua - the HTML of a living page: its head, its tabs, its data and its scripts
local mathml = require "liaison.show.mathml"
local json = require "liaison.show.page.json"
local formulas = require "liaison.show.page.formulas"
local language = require "liaison.language.language"
local tight = require "liaison.show.page.tight"

local html = {}

local concat = table.concat
local escape = mathml.escape
local say = language.say

-- a piece of a page, its words in the language that is spoken
local function spoken(source)
  if language.now() ~= "fr" then return source end
  for _, list in ipairs { "french_page", "french_page_show" } do
    for _, row in ipairs(require("liaison.language." .. list)) do
      local fr = language.typeset(row[2]):gsub("%%", "%%%%")
      source = source:gsub(row[1]:gsub("%p", "%%%0"), fr)
    end
  end
  return source
end
html.spoken = spoken

local function head(title, line, told)
  local out = { '<!doctype html>\n<html lang="', language.now(),
    '">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" '
    .. 'content="width=device-width, initial-scale=1">\n<title>',
    escape(title), '</title>\n<link rel="icon" href="data:,">\n<style>\n',
    require "liaison.show.page.style", "</style>\n</head>\n<body>\n<header><h1>", escape(title),
    "</h1>" }
  for _, s in ipairs(line) do out[#out + 1] = "<span>" .. escape(say(s)) .. "</span>" end
  for _, s in ipairs(told or {}) do
    out[#out + 1] = '<span class="told">' .. escape(say(s)) .. "</span>"
  end
  out[#out + 1] = "</header>\n"
  return concat(out)
end

local BAR = '<div id="bar"><button id="play" title="space">\226\150\182</button><span id="line">'
  .. '<input id="time" type="range" step="any" aria-label="time" title="arrow keys, Home, End">'
  .. '<span id="ticks"></span></span><span '
  .. 'id="clock"><b></b><span></span></span>'
  .. '<select id="speed" aria-label="speed"><option value="0.1">0.1 x</option><option '
  .. 'value="0.25">0.25 x</option><option value="0.5">0.5 x</option>'
  .. '<option value="1" selected>1 x</option><option value="2">2 x</option><option '
  .. 'value="5">5 x</option></select></div>'
local WHOLE = '<button id="whole" hidden title="double click on a chart">whole run</button>'
local STAGE = '<canvas id="scene" tabindex="0" role="img" aria-label="the mechanism in 3-D" '
  .. 'aria-describedby="described" '
  .. 'title="drag: turn; shift or right button: move; wheel: nearer; double click or f: all '
  .. 'of it"></canvas><div id="labels" aria-hidden="true"></div>'
  .. '<p id="described" class="unseen"></p><div id="shows"></div>'

-- scripts that always are the same: { [text] = { [language] = it as it stands in a page } }
local ours = {}

-- a script in the language that is spoken; ours as short as they can be told
local function short(text)
  local known, now = ours[text], language.now()
  if not known then return spoken(text) end
  known[now] = known[now] or tight.of(spoken(text))
  return known[now]
end

-- a section that the tab of this name shows
local function panel(name, on)
  return ('<section id="%s" role="tabpanel" aria-labelledby="tab-%s"%s>'):format(name, name,
    on and ' class="on"' or "")
end

-- parts: run or not, drawn or not, told: lines, log: a line, why it is played back, equations and
-- tree as HTML, beside: what a publication prints beside ours, data, scripts
function html.page(title, line, parts)
  local out = { head(title, line, parts.told),
    ('<main%s>\n<div id="stage"%s>'):format(parts.drawn and "" or ' class="plain"',
    parts.drawn and "" or ' class="empty"') }
  local function put(...)
    for _, s in ipairs { ... } do out[#out + 1] = s end
  end
  put(spoken(parts.drawn and STAGE or ""), spoken(parts.run and BAR or ""),
    "</div>\n<aside><nav role=\"tablist\">")
  local tabs = { parts.run and { "plots", "Plots" } or nil }
  if parts.drawn then
    tabs[#tabs + 1] = { "sliders", parts.run and "Parameters" or "Joints" }
    tabs[#tabs + 1] = { "equations", "Equations" }
    tabs[#tabs + 1] = { "model", "Mechanism" }
  end
  if parts.drawings then tabs[#tabs + 1] = { "drawings", "Drawings" } end
  if parts.beside then tabs[#tabs + 1] = { "beside", "Published" } end
  for i, t in ipairs(tabs) do
    put('<button role="tab" id="tab-', t[1], '" aria-controls="', t[1], '" data-tab="', t[1], '"',
      i == 1 and ' class="on" aria-selected="true"' or ' aria-selected="false" tabindex="-1"',
      spoken((">%s<"):format(t[2])), "/button>")
  end
  put "</nav>\n"
  local note = '<p class="note" id="note" role="status"></p>'
  if parts.run then
    put(panel("plots", true), note, spoken(WHOLE), '<p class="note" id="log">',
      escape(say(parts.log)),
      "</p></section>\n", panel "sliders")
  else
    put(panel("sliders", true), note)
  end
  if parts.run then
    put('<p class="note" id="again">', escape(say(parts.why or "")),
      '</p><p class="note" id="failed" role="status"></p>')
  end
  put("</section>\n")
  if parts.drawn then
    put(panel "equations", parts.equations, "</section>\n", panel "model", "<pre>",
      escape(parts.tree), "</pre></section>\n")
  end
  if parts.drawings then put(panel "drawings", parts.drawings, "</section>\n") end
  if parts.beside then
    put(panel "beside", "<pre>", escape(parts.beside), "</pre></section>\n")
  end
  parts.data.formulas = formulas.of(parts.data)
  put('</aside>\n</main>\n<script type="application/json" id="data">', json.text(parts.data),
    "</script>\n<script>\n\"use strict\";\nconst data = "
    .. "JSON.parse(document.getElementById(\"data\").textContent);\n")
  for _, s in ipairs(parts.scripts) do put(short(s), "\n") end
  put("</script>\n</body>\n</html>\n")
  return concat(out)
end

local SCRIPTS = { "maths", "linear", "laws", "forces", "constraints", "dynamics", "solver",
  "running", "again", "compared", "look", "solids", "shaders", "camera", "scene", "closures",
  "charts", "dimensions", "picture", "drag", "curves", "save", "app" }
-- those that some pages need, and what stands in their place in the others
local PARTS = { { "modes", "const mode = null, swing = () => null;" },
  { "jumps", "const Jumps = null;" }, { "events", "const Watch = null;" },
  { "told", "const Tally = null;" }, { "ticks", "const Loop = null;" }, { "gains", "" },
  { "roadway", "const drawRoad = null;" }, { "live", "const Live = null;" } }

-- a script of ours by its name, without what is for its readers here: lines that only say
-- something, indentation
local function plain(name)
  local text = require("liaison.show.page." .. name)
  text = ("\n" .. text):gsub("\n%s*//[^\n]*", ""):gsub("\n +", "\n"):sub(2)
  ours[text] = ours[text] or {}
  return text
end

-- parts: { modes =, jumps =, events =, told =, ticks =, gains =, roadway =, live = true }, which of
-- those that not every page needs
function html.scripts(programs, parts)
  local list = {}
  for _, text in ipairs(programs) do list[#list + 1] = text end
  for _, part in ipairs(PARTS) do
    list[#list + 1] = parts and parts[part[1]] and plain(part[1])
      or part[2]
  end
  for _, name in ipairs(SCRIPTS) do
    list[#list + 1] = plain(name)
  end
  return list
end

return html
