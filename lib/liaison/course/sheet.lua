-- sheet.lua - li.sheet: exercises put together: a page that checks, a printed sheet, marks
local li = require "liaison.core"
local answer_file = require "liaison.course.answer_file"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local grade = require "liaison.course.grade"
local catalog = require "liaison.course.catalog"
local kit = li._internal

local sheet = {}

local OPTIONS = { student = { "any?", default = 1 }, lang = "en|fr?", solutions = "bool?",
  form = { "page|print?", default = "page" } }

local function options_of(s, options, path)
  local o = check.fields(options or {}, path, OPTIONS)
  o.lang = o.lang or s.lang
  o.title = s.title[o.lang] or s.title
  if o.solutions and o.form == "page" then o.form = "print" end
  return o
end

-- a page for the browser, or for paper
function sheet.html(s, path, options)
  if type(path) == "table" then path, options = nil, path end
  local o = options_of(s, options, "html")
  return check.give(require("liaison.course.sheet_page").html(s.specs, o), path)
end

function sheet.latex(s, path, options)
  if type(path) == "table" then path, options = nil, path end
  local o = options_of(s, options, "latex")
  return check.give(require("liaison.course.sheet_latex").document(s.specs, o), path)
end

function sheet.blank(s, student) return answer_file.blank(s.specs,
  student == nil and 1 or student) end

local GRADE = { csv = "str?", lang = "en|fr?" }

function sheet.grade(s, folder, options)
  local o = check.fields(options or {}, "grade", GRADE)
  o.lang = o.lang or s.lang
  return grade.folder(s.specs, folder, o)
end

function sheet.mark(s, text, options)
  local o = check.fields(options or {}, "mark", { lang = "en|fr?" })
  o.lang = o.lang or s.lang
  return grade.text(s.specs, text, o)
end

local function text_of(s)
  local out = {}
  for i, ex in ipairs(s.specs) do
    out[i] = ("%d. %s: %s"):format(i, ex.name, ex.title[s.lang])
  end
  return table.concat(out, "\n")
end

local bar = "local s = li.sheet{'mobility_plane'}; "

local new = check.class("sheet", "Exercises put together.", {
  { "sheet.__tostring(s: sheet) -> str", "Its exercises, a line each.",
    bar .. "return s --> 1. mobility_plane: Mobility of a planar mechanism", text_of },
  { "sheet:html([path: any, options: table]) -> str|bool",
    "A page that needs no network: answers are typed and checked there, solutions hidden until "
    .. "asked. options: student, lang, form = 'print' for paper, solutions = true with them. Its "
    .. "text, or written to path: true.",
    bar .. "return #s:html{student = 3} > 9000 --> true", sheet.html },
  { "sheet:latex([path: any, options: table]) -> str|bool",
    "The sheet as a LaTeX document, pictures as TikZ. options: student, lang, solutions. Its text, "
    .. "or written to path: true.",
    bar .. "return s:latex():match '\\\\section{[^}]*}' --> \\section{Mobility of a planar "
      .. "mechanism}",
    sheet.latex },
  { "sheet:blank([student: any]) -> str", "The file a student fills in: name = answer, a line "
    .. "each.",
    bar .. "return s:blank(3) --> student: 3\n\nexercise: mobility_plane\nm = \nplacements = ",
    sheet.blank },
  { "sheet:mark(text: str [, options: table]) -> table",
    "One file of answers corrected: {student, total, of, marks by exercise, verdicts, notes}.",
    bar .. "return s:mark(s:blank(3)).total --> 0", sheet.mark },
  { "sheet:grade(folder: str [, options: table]) -> table",
    "All answer files (.txt) of a folder corrected: a row each, as sheet:mark gives, with file. "
    .. "options: csv = a file for the marks, lang. Nil and why where there are none.",
    "return (li.sheet{'mobility_plane'}:grade '/nowhere') --> nil", sheet.grade },
}).new

local function spec_of(x, path)
  if kit.class(x) == "exercise" then return x.spec end
  if type(x) == "string" then return catalog.get(x).spec end
  check.fail(path, "expected an exercise or the name of one, got %s", check.got(x))
end

-- a title in both languages, or one for both
local function title_of(x, path)
  if type(x) == "string" then return { en = x, fr = x } end
  return check.fields(x or { en = "Exercises", fr = "Exercices" }, path, { en = "str", fr = "str" })
end

function sheet.new(t)
  local list, specs, more = {}, {}, {}
  for i, x in ipairs(t) do list[i] = spec_of(x, ("sheet[%d]"):format(i)) end
  for key, x in pairs(t) do if type(key) == "string" then more[key] = x end end
  local o = check.fields(more, "sheet", { title = title_of, lang = language.choice,
    chapter = "int?" })
  for _, name in ipairs(o.chapter and catalog.names(o.chapter) or {}) do
    list[#list + 1] = catalog.get(name).spec
  end
  if #list == 0 then check.fail("sheet", "expected at least one exercise") end
  for i, ex in ipairs(list) do specs[i] = ex end
  return new { title = o.title, lang = o.lang, specs = specs }
end

check.define(li, {
  { "sheet(list: table) -> sheet",
    "Exercises, or names of shipped ones, put together: {'rr_torques', .., title = .., lang = "
    .. "'fr', chapter = 6 (all of it)}.",
    bar .. "return s --> 1. mobility_plane: Mobility of a planar mechanism", sheet.new },
})

return sheet
