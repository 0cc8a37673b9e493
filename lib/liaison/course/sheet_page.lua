-- sheet_page.lua - a sheet as a page for the browser, which checks what is typed, or for paper
local li = require "liaison.core"
local exercise = require "liaison.course.exercise"
local figure = require "liaison.course.figure"
local json = require "liaison.show.page.json"
local label = require "liaison.course.label"
local mathml = require "liaison.show.mathml"
local sheet_data = require "liaison.course.sheet_data"
local solved = require "liaison.course.solved"
local texts = require "liaison.course.texts"

local page = {}

local STYLE = [[
:root { --paper: #fff; --ink: #1c2430; --soft: #5b6675; --line: #d5dbe3; --good: #1d7a35;
  --bad: #b00020; --near: #9a6700; --link: #1f5fa8 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper) }
h1 { font-size: 1.5rem; margin-bottom: .2rem }
h2 { font-size: 1.2rem; border-bottom: 1px solid var(--line); padding: .3rem 0; margin-top: 2.2rem }
.who { color: var(--soft); margin: 0 0 1rem }
.f { font-family: "STIX Two Math", "Cambria Math", serif; font-size: 1.06em; white-space: nowrap }
figure { margin: 1rem 0; text-align: center }
svg { max-width: 100%; height: auto }
ol { padding-left: 1.4rem } li { margin: .8rem 0 }
.how { color: var(--soft); font-size: .88rem }
.answer { display: flex; gap: .5rem; align-items: start; margin: .3rem 0 }
.answer label { font-family: serif; padding: .25rem 0; min-width: 3rem }
textarea, select { font: 15px ui-monospace, monospace; flex: 1; padding: .3rem .5rem;
  border: 1px solid var(--line); border-radius: .3rem; color: inherit; background: inherit;
  resize: vertical }
button { font: inherit; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: .3rem;
  background: none; color: var(--link); cursor: pointer }
.verdict { font-size: .93rem; min-height: 0 } .verdict p { margin: .15rem 0 }
.right { color: var(--good) } .wrong, .unreadable, .unit, .shape { color: var(--bad) }
.imprecise { color: var(--near) } .hint, .empty { color: var(--soft) }
.solution { border-left: 3px solid var(--line); padding: .1rem 1rem; margin: .8rem 0 }
.blank { border-bottom: 1px dotted var(--soft); height: 1.8rem }
table { border-collapse: collapse } td { padding: .1rem .8rem .1rem 0 }
.m { display: inline-table; border-collapse: separate; border-spacing: 0; margin: .3rem 0;
  border: solid; border-width: 0 1.5px; border-radius: .5em;
  vertical-align: middle } .m td { padding: 0 .5rem; text-align: right }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .85rem }
@media (prefers-color-scheme: dark) { :root { --paper: #14181e; --ink: #dde3ea; --soft: #93a0b0;
  --line: #39414d; --good: #6fca85; --bad: #ff8a94; --near: #e0b35a; --link: #7db4ee } }
@media print { body { margin: 0; font-size: 11pt } section { break-inside: avoid }
  :root { --paper: #fff; --ink: #000 } }
]]

local escape = mathml.escape

-- ---- parts of the page --------------------------------------------------------------------------

local function picture(ex, s)
  if not ex.picture then return "" end
  return "<figure>" .. figure.svg(ex.picture(s.d, s.right)) .. "</figure>"
end

local function options_of(ask, lang)
  local out = { '<option value=""></option>' }
  for _, o in ipairs(ask.options) do
    out[#out + 1] = ('<option value="%s">%s</option>'):format(escape(o[1]), escape(o[lang]))
  end
  return table.concat(out)
end

local function field(id, ask, lang)
  if ask.kind == "choice" then
    return ('<select id="%s">%s</select>'):format(id, options_of(ask, lang))
  end
  local rows = (ask.kind == "matrix" or ask.kind == "rotation" or ask.kind == "frame"
    or ask.kind == "list") and 4 or 1
  return ('<textarea id="%s" rows="%d" spellcheck="false"></textarea>'):format(id, rows)
end

local function question(out, k, i, q, o, w)
  local id = ("a%d_%d"):format(k, i)
  out[#out + 1] = ('<li>%s <span class="how">[%s]</span>'):format(label.html(q.text),
    escape(exercise.how_to(q, w)))
  if o.form == "page" then
    out[#out + 1] = ('<div class="answer"><label for="%s">%s</label>%s<button '
      .. 'data-q="%d,%d">%s</button></div><div class="verdict" id="v%d_%d"></div>'):format(id,
      label.html("`" .. q.name .. "`"), field(id, q.ask, o.lang), k - 1, i - 1, escape(w.check), k,
      i)
  elseif not o.solutions then out[#out + 1] = '<div class="blank"></div>' end
  out[#out + 1] = "</li>"
end

-- a matrix in its brackets
local function matrix_html(rows)
  local out = { '<table class="m">' }
  for _, row in ipairs(rows) do
    out[#out + 1] = "<tr><td>" .. table.concat(row, "</td><td>") .. "</td></tr>"
  end
  return table.concat(out) .. "</table>"
end

local function answer_html(q)
  if q.rows then
    return matrix_html(q.rows) .. (q.ask.unit and " " .. escape(label.unit(q.ask.unit)) or "")
  end
  return label.html(q.ask.kind == "formula" and "`" .. q.answer .. "`" or q.answer)
end

local function solution_html(t)
  local out = { '<div class="solution">' }
  if t.solution then out[2] = "<p>" .. label.html(t.solution) .. "</p>" end
  out[#out + 1] = "<table>"
  for _, q in ipairs(t.asked) do
    out[#out + 1] = ("<tr><td>%s</td><td>%s</td></tr>"):format(label.html("`" .. q.name .. "`"),
      answer_html(q))
  end
  out[#out + 1] = "</table></div>"
  return table.concat(out, "\n")
end

local function solution(out, t, o, w)
  if o.form == "page" then
    out[#out + 1] = ("<details><summary>%s</summary>%s</details>"):format(escape(w.show),
      solution_html(t))
  elseif o.solutions then
    out[#out + 1] = ("<h3>%s</h3>%s"):format(escape(w.solution), solution_html(t))
  end
end

local function section(out, k, ex, o, w)
  local t, s = exercise.told(ex, o.student, o.lang), solved.of(ex, o.student)
  out[#out + 1] = ("<section><h2>%d. %s</h2>"):format(k, label.html(t.title))
  out[#out + 1] = "<p>" .. label.html(t.statement) .. "</p>"
  out[#out + 1] = picture(ex, s)
  out[#out + 1] = "<ol>"
  for i, q in ipairs(t.asked) do question(out, k, i, q, o, w) end
  out[#out + 1] = "</ol>"
  solution(out, t, o, w)
  out[#out + 1] = "</section>"
end

-- ---- the script ---------------------------------------------------------------------------------

local BEHAVIOUR = [==[
const $ = id => document.getElementById(id);
const key = "liaison sheet " + SHEET.title + " " + SHEET.student;
function say(k, i) {
  const q = SHEET.exercises[k].questions[i], v = judge(q, $(`a${k + 1}_${i + 1}`).value);
  const box = $(`v${k + 1}_${i + 1}`), T = SHEET.texts;
  box.textContent = "";
  const put = (cls, text) => { const p = document.createElement("p"); p.className = cls;
    p.textContent = text; box.append(p); };
  put(v.status, (v.status === "right" ? "✓ " : v.status === "empty" ? "" : "✗ ")
    + (v.status === "imprecise" ? v.text : T[v.status]
      + (v.text && v.status !== "empty" ? T.colon + v.text : "")));
  if (v.hint && v.status !== "right" && v.status !== "empty") {
    put("hint", T.hint.replace("%s", v.hint));
  }
  return v.status === "right" ? q.marks : v.status === "imprecise" ? q.marks / 2 : 0;
}
function all() {
  let sum = 0, of = 0;
  SHEET.exercises.forEach((e, k) => e.questions.forEach((q, i) => {
    sum += say(k, i);
    of += q.marks;
  }));
  $("total").textContent = SHEET.texts.total.replace("%s", sum).replace("%s", of);
}
function file() {
  const lines = ["student: " + SHEET.student];
  SHEET.exercises.forEach((e, k) => {
    lines.push("", "exercise: " + e.name);
    e.questions.forEach((q, i) => lines.push(q.name + " = "
      + $(`a${k + 1}_${i + 1}`).value.trim().replace(/\s*\n\s*/g, "; ")));
  });
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/plain" }));
  a.download = "answers-" + SHEET.student + ".txt";
  a.click();
}
document.querySelectorAll("[data-q]").forEach(b => b.onclick = () =>
  say(...b.dataset.q.split(",").map(Number)));
$("all").onclick = all;
$("save").onclick = file;
]==]

local function script(list, o, w)
  local d = sheet_data.reader(w)
  d.student, d.title, d.exercises = tostring(o.student), o.title, {}
  for k, ex in ipairs(list) do
    d.exercises[k] = { name = ex.name, questions = sheet_data.questions(ex, o.student, o.lang) }
  end
  return "<script>const SHEET = " .. json.text(d) .. ";\n"
    .. require "liaison.course.check_script" .. BEHAVIOUR .. "</script>"
end

-- o: { title, student, lang, form = "page" or "print", solutions }
function page.html(list, o)
  local w = texts[o.lang]
  local out = { "<!DOCTYPE html>", ('<html lang="%s"><head><meta charset="utf-8">'):format(o.lang),
    '<meta name="viewport" content="width=device-width">',
    ("<title>%s</title><style>"):format(escape(o.title)), STYLE .. "</style></head><body>",
    ("<h1>%s</h1>"):format(escape(o.title)),
    ('<p class="who">%s</p>'):format(escape(w.who:format(tostring(o.student)))) }
  if o.form == "page" then
    out[#out + 1] = ('<p class="how">%s</p>'):format(escape(w.typing))
  end
  for k, ex in ipairs(list) do section(out, k, ex, o, w) end
  if o.form == "page" then
    out[#out + 1] = ('<p><button id="all">%s</button> <button id="save">%s</button> '
      .. '<strong id="total"></strong></p>'):format(escape(w.all), escape(w.save))
  end
  out[#out + 1] = ("<footer>liaison %s</footer>"):format(li.version)
  if o.form == "page" then out[#out + 1] = script(list, o, w) end
  out[#out + 1] = "</body></html>\n"
  return table.concat(out, "\n")
end

return page
