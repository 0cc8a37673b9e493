-- test_sheet.lua - sheets: the page judges as liaison does, paper has solutions or none, LaTeX, a
-- folder of answers graded
local t = require "t"
local li = require "liaison"
local answer_file = require "liaison.course.answer_file"
local exercise = require "liaison.course.exercise"
local json = require "liaison.show.page.json"
local label = require "liaison.course.label"
local latex = require "latexcheck"
local reading = require "liaison.course.reading"
local sheet_data = require "liaison.course.sheet_data"
local texts = require "liaison.course.texts"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)

local function save(name, text)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
end

local function node(script)
  t.needs("node", "nodejs")
  save("run.js", script)
  local pipe = io.popen("node " .. folder .. "/run.js 2>&1")
  local out = pipe:read "*a"
  pipe:close()
  return out
end

-- the script of a page with this for SHEET, then more
local function with_sheet(sheet, more)
  return "const SHEET = " .. json.text(sheet) .. ";\n" .. require "liaison.course.check_script"
    .. more
end

-- answers people type: right ones in other words, wrong ones, and what is no answer at all
local TYPED = { "28.3", "28,3", "-1e-3", "28.3 N m", "x = 3", "1 2 3", "[1, 2, 3] mm",
  "1000 mm, 2 m", "1,5; 2,5", "(1, -2); (3, 4)", "[[1,2],[3,4]]", "1 2\n3 4", "1;2;3", "(1+2)/4",
  "2 pi/pi", "sqrt(16)/2, 1 - 1/2", "3.2 m/s^2", "-2^2", "2^3^2", "√4", "2·3²", "30°", "3 +",
  "1/0", "a", "(1", "1 2; 3", "atan2(1)", "#", "2 sin pi/4", "3(1 + 1)", ".5", "1 e 3", "π/4 rad",
  "5 kg·m²", "1 000", "[]", "[1, 2] [3, 4]", "(1, 2) zz", "1..2",
  "= 3", "≈ 2,5 [mm]", "~ -4 (deg)",
  "$2 \\cdot 3$", "\\(\\pi/2\\) rad", "x = 7.", "12 (%)", "2 (zz)",
  "np.array([[1, 2], [3, 4]])", "([1, 2; 3, 4])", "[1, 2, 3]^T mm", "(2)(m)", "{1; 2}" }

t.test("a text is read in the page as it is read in Lua", function()
  local out = node(with_sheet(sheet_data.reader(texts.en), "const typed = " .. json.text(TYPED)
    .. [[;
for (const s of typed) {
  const r = readings(s);
  console.log(r.why ? r.why.key : r.list.map(x => x.rows + "x" + x.cols + " " + x.values
    .map((v, i) => Number(v.toPrecision(12)) + (x.units[i] ? " " + x.units[i] : "")).join(" "))
    .join(" | "));
}]]))
  local k = 0
  for line in out:gmatch "([^\n]*)\n" do
    k = k + 1
    local list, why = reading.all(TYPED[k])
    local parts = {}
    for i, r in ipairs(list or {}) do
      local words = { ("%dx%d"):format(r.rows, r.cols) }
      for j, x in ipairs(r.values) do
        words[#words + 1] = li.kit.number(x, 12) .. (r.units[j] and " " .. r.units[j] or "")
      end
      parts[i] = table.concat(words, " ")
      if #r.values == 0 then parts[i] = parts[i] .. " " end
    end
    t.eq(line, list and table.concat(parts, " | ") or why.key, TYPED[k])
  end
  t.eq(k, #TYPED, out)
end)

t.test("units are the same in the page", function()
  local rows = { { "N m", "kg m^2/s^2" }, { "N.mm", "N m" }, { "tr/min", "rpm" }, { "km/h", "m/s" },
    { "rad.s-1", "deg/s" }, { "kg·m²", "kg m^2" }, { "m", "rad" }, { "zz", "m" }, { "1/s", "Hz" } }
  local out = node(with_sheet(sheet_data.reader(texts.en), "for (const [a, b] of "
    .. json.text(rows)
    .. ") { const f = unitFactor(a, b); console.log(f.factor ? f.factor : f.why); }"))
  local k = 0
  for line in out:gmatch "([^\n]*)\n" do
    k = k + 1
    local f, why = require("liaison.course.units").factor(rows[k][1], rows[k][2])
    if f then t.near(tonumber(line), f, 1e-12 * f, rows[k][1]) else t.eq(line, why, rows[k][1]) end
  end
  t.eq(k, #rows, out)
end)

-- right answers, those of mistakes and strange ones, of every exercise, with what Lua says
local function cases(lang)
  local list, sheets = {}, {}
  for _, name in ipairs(li.exercises.names()) do
    local e = li.exercises.get(name)
    local questions = sheet_data.questions(e.spec, 4, lang)
    sheets[#sheets + 1] = { name = name, questions = questions }
    local function try(i, ask, answer)
      local v = e:check({ [ask.name] = answer }, { student = 4, lang = lang })[ask.name]
      list[#list + 1] = { #sheets - 1, i - 1, answer, v.status, v.mistake or "", v.hint or "" }
    end
    local right = e:answers(4)
    for i, ask in ipairs(e.spec.asked) do
      try(i, ask, right[ask.name])
      if ask.kind == "number" and ask.period then -- a turn less
        try(i, ask, li.kit.number(tonumber(right[ask.name]:match "%S+") - ask.period))
      end
      for _, w in ipairs(e:wrong_answers(4)) do
        if w.asked == ask.name then try(i, ask, w.answer) end
      end
      for _, odd in ipairs(ask.kind == "choice" and {} or { "", "17.23", "1, 2", "3 kg", "a +",
        "1 2 3; 4 5 6; 7 8 9" }) do try(i, ask, odd) end
    end
  end
  return list, sheets
end

t.test("every answer is judged in the page as in Lua", function()
  local list, sheets = cases "fr"
  local sheet = sheet_data.reader(texts.fr)
  sheet.exercises = sheets
  local out = node(with_sheet(sheet, "const cases = " .. json.text(list) .. [[;
for (const [k, i, text] of cases) {
  const v = judge(SHEET.exercises[k].questions[i], text);
  console.log([v.status, v.mistake || "", v.hint || ""].join("\t"));
}]]))
  local k = 0
  for line in out:gmatch "([^\n]*)\n" do
    k = k + 1
    local c = list[k]
    local name = sheets[c[1] + 1].name
    local hint = (c[4] == "right" or c[4] == "empty") and "" or c[6]
    local status, mistake, told = line:match "^(.-)\t(.-)\t(.*)$"
    t.eq(status, c[4], name .. " " .. c[3])
    t.eq(mistake, c[5], name .. " " .. c[3])
    if hint ~= "" and mistake ~= "" then t.eq(told, hint, name .. " " .. c[3]) end
  end
  t.eq(k, #list, out:sub(1, 400))
  t.ok(k > 700, k)
end)

t.test("a page stands alone, hides its solutions, says its language", function()
  local s = li.sheet { "rr_torques", "grashof", "rr_gravity", title = "Six", lang = "fr" }
  local page = s:html { student = 4711 }
  t.ok(page:find '<html lang="fr">' and page:find "Étudiant : 4711", "language, student")
  for _, word in ipairs { "https?://", " src=", "@import", "url%(" } do
    local at = page:gsub("http://www.w3.org/2000/svg", ""):find(word)
    t.eq(at, nil, word)
  end
  t.eq(select(2, page:gsub("<details>", "")), 3)
  t.ok(not page:find "<details open", "hidden until asked")
  local paper = s:html { student = 4711, form = "print" }
  t.ok(not paper:find "<script" and not paper:find "<details", "paper")
  local answer = li.exercises.get "rr_torques":answers(4711).tau1:sub(1, 6)
  t.ok(not paper:find(answer, 1, true), "no solution on it")
  local solved = s:html { student = 4711, solutions = true }
  t.ok(solved:find(answer, 1, true) and not solved:find "<script", "solutions")
  t.ok(solved:find("<h3>Solution</h3>", 1, true))
end)

t.test("the sheet as LaTeX, with and without solutions, in both languages", function()
  for chapter = 1, 6 do
    for _, lang in ipairs { "en", "fr" } do
      for _, solutions in ipairs { false, true } do
        local text = li.sheet { chapter = chapter, lang = lang }:latex { student = 5,
          solutions = solutions }
        t.eq(text:find("\\paragraph{Solution}", 1, true) ~= nil, solutions)
        local drawings
        text, drawings = text:gsub("\\begin{tikzpicture}.-\\end{tikzpicture}", "")
        t.ok(drawings > 0 or chapter == 5, chapter)
        local ok, why = latex((text:gsub("\\usepackage{tikz}", "")))
        t.ok(ok, ("chapter %d, %s: %s"):format(chapter, lang, tostring(why)))
      end
    end
  end
end)

t.test("names and formulas are set", function()
  for text, want in pairs { L1 = "<i>L</i><sub>1</sub>", ["th1'"] = "<i>θ</i><sub>1</sub>'",
    ["0R1"] = "<sup>0</sup><i>R</i><sub>1</sub>", margin = "<i>margin</i>",
    vmax = "<i>v</i><sub>max</sub>", ["a^2 <= b"] = "<i>a</i><sup>2</sup> ≤ <i>b</i>" } do
    t.eq(label.html_formula(text), want)
  end
  t.eq(label.html "a < `b` & c", 'a &lt; <span class="f"><i>b</i></span> &amp; c')
  t.eq(label.latex_text "50 % of `th1`", "50 \\% of \\(\\theta_{1}\\)")
end)

t.test("a file of answers is read line by line, and nothing in it is run", function()
  local a = assert(answer_file.read [[
student: 12
# a note
exercise: rr_torques
tau1 = 28.3 N m
x'' = 3

exercise: grashof
first = a = b]])
  t.eq(a.student, "12")
  t.eq(a.exercises.rr_torques.tau1, "28.3 N m")
  t.eq(a.exercises.rr_torques["x''"], "3")
  t.eq(a.exercises.grashof.first, "a = b")
  local nothing, line, text = answer_file.read "student: 1\nos.exit(1)\n"
  t.ok(not nothing and line == 2 and text == "os.exit(1)")
  t.eq(select(2, answer_file.read "x = 3"), 1)
end)

-- the file of a student who answers all as the exercise does, but for one question
local function filled(s, student, but, instead)
  local out = { "student: " .. student }
  for _, ex in ipairs(s.specs) do
    out[#out + 1] = "exercise: " .. ex.name
    for name, answer in pairs(exercise.answers(ex, tostring(student))) do
      out[#out + 1] = name .. " = " .. (name == but and instead or answer)
    end
  end
  return table.concat(out, "\r\n")
end

t.test("a folder is graded: marks, notes, csv", function()
  local s = li.sheet { "rr_torques", "grashof" }
  save("b.txt", filled(s, 7))
  save("a.txt", filled(s, 8, "tau1", "0.001 kg") .. "\nextra = 3\nexercise: other\nx = 1\n")
  save("c.txt", "student: =cmd\nnonsense\n")
  save("notes.md", "no answers")
  local rows = assert(s:grade(folder, { csv = folder .. "/marks.csv" }))
  t.eq(#rows, 3)
  t.eq(rows[1].file, "a.txt")
  t.eq(rows[2].total, rows[2].of)
  t.eq(rows[2].of, 7)
  t.eq(rows[1].total, 6)
  local notes = table.concat(rows[1].notes, "; ")
  t.ok(notes:find "rr_torques.tau1: unit" and notes:find "grashof.extra: not asked"
    and notes:find "other: not an exercise of the sheet", notes)
  t.eq(rows[3].total, 0)
  t.ok(rows[3].notes[1]:find "line 2 is not understood: nonsense", rows[3].notes[1])
  local f = assert(io.open(folder .. "/marks.csv"))
  local csv = f:read "*a"
  f:close()
  t.ok(csv:find("^file,student,rr_torques,grashof,total,of,notes\na.txt,8,2,4,6,7,"), csv)
  t.ok(csv:find("b.txt,7,3,4,7,7,\n", 1, true), csv)
  local none, why = s:grade(folder .. "/nowhere")
  t.ok(not none and why:find "no answer file", why)
end)

t.test("the form a student fills in is read back", function()
  local s = li.sheet { chapter = 6 }
  local a = assert(answer_file.read(s:blank(3)))
  t.eq(#a.order, #s.specs)
  t.eq(a.exercises.rr_torques.tau1, "")
  t.eq(s:mark(s:blank(3)).total, 0)
end)

t.test("a sheet of nothing, or of what is none, is refused", function()
  t.raises("sheet: expected at least one exercise", li.sheet, {})
  t.raises("sheet%[1%]: expected an exercise or the name of one, got 3", li.sheet, { 3 })
  t.raises("no exercise is named 'nothing'", li.sheet, { "nothing" })
end)

t.done()
