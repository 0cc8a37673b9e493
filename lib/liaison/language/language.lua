-- language.lua - li.language: which language a person is spoken to in, and how French is written
--
-- What the engine and the Lua half say is English where it is written. It becomes French at a few
-- doors: messages where they are raised or given back (door.lua), texts of help, pages and commands
-- where they are put together (language.say, language.help). The lists are french_*.lua; what is in
-- none of them stays English, whole. In English nothing of this is loaded.
local typeset = require "liaison.language.typeset"

local language = { names = { "en", "fr" } }

local now = "en"
local listeners = {}

function language.now() return now end

-- f(name) is called where the language changes
function language.when_changed(f) listeners[#listeners + 1] = f end

function language.set(name)
  now = name
  for _, f in ipairs(listeners) do f(name) end
end

-- what is asked for from outside: LIAISON_LANG=fr, fr_FR.UTF-8
function language.asked()
  return (os.getenv "LIAISON_LANG" or ""):find "^[fF][rR]" and "fr" or "en"
end

-- the field lang of options: 'en' or 'fr', else the language that is spoken
function language.choice(x, path)
  if x == nil then return now end
  for _, name in ipairs(language.names) do
    if x == name then return x end
  end
  local check = require "liaison.base.check"
  check.fail(path, "expected 'en' or 'fr', got %s", check.got(x))
end

-- ---- how French is written ----------------------------------------------------------------------

local NARROW = typeset.narrow
language.narrow = NARROW
language.typeset = typeset.text

-- a table { en = texts, fr = texts }, its French typed with plain blanks; texts in tables too
local function all_typeset(x)
  if type(x) == "string" then return language.typeset(x) end
  if type(x) ~= "table" then return x end
  local out = {}
  for key, y in pairs(x) do out[key] = all_typeset(y) end
  return out
end

function language.words(both)
  both.fr = all_typeset(both.fr)
  return both
end

-- narrow blanks as LaTeX has them
function language.latex(text) return (text:gsub(NARROW, "\\,")) end

-- a number as a person reads it: 0,8; the texts of numbers are told with a point everywhere else
function language.decimal(text, lang)
  if (lang or now) ~= "fr" then return text end
  return (text:gsub("^(-?%d+)%.(%d)", "%1,%2"))
end

-- one or many: 0 and 1 are one in French, only 1 is in English
function language.plural(n, one, many, lang)
  if (lang or now) == "fr" then return math.abs(n) < 2 and one or many end
  return n == 1 and one or many
end

-- ---- what is said -------------------------------------------------------------------------------

-- the text of a table { en = .., fr = .. }
function language.of(both) return both[now] or both.en end

-- an English text in the language that is spoken, or as it is where no list has it
function language.say(text)
  if now == "en" then return text end
  return require "liaison.language.door".say(text)
end

-- what an object prints of itself, where a page has it: line by line
function language.shown(text)
  if now == "en" then return text end
  return require "liaison.language.door".shown(text)
end

-- ---- figures ------------------------------------------------------------------------------------

local labels

-- a title or label of a figure, its unit or number behind as ever: "speed (m/s)", "root 2"
function language.label(text)
  if now == "en" or type(text) ~= "string" then return text end
  if not labels then
    labels = {}
    for _, row in ipairs(require "liaison.language.french_labels") do labels[row[1]] = row[2] end
  end
  if labels[text] then return labels[text] end
  local head, rest = text:match "^(.-)( %b())$"
  if not head then head, rest = text:match "^(%a[%a ]-)( [%d.].*)$" end
  return head and labels[head] and labels[head] .. rest or language.say(text)
end

-- the options of a figure that a room of ours draws, its words in the language that is spoken
function language.figure(o)
  for _, key in ipairs { "title", "xlabel", "ylabel", "y2label" } do
    o[key] = language.label(o[key])
  end
  return o
end

-- ---- help ---------------------------------------------------------------------------------------

local fields

-- what li.help says of a field of a description, of its type, of a kind of joint, constraint, force
function language.field(text)
  if now == "en" then return text end
  if not fields then
    fields = {}
    for _, row in ipairs(require "liaison.language.french_fields") do
      fields[row[1]] = language.typeset(row[2])
    end
  end
  return fields[text] or text
end

-- a number that changes with the text: the French of a text that has changed is not shown
function language.stamp(text)
  local x = 7
  for i = 1, #text do x = (x * 131 + text:byte(i)) % 1000003 end
  return x
end

local french_help

-- the French text of a row by its name ("rot.axis"; "rot:" is the class, "rot." its fields); the
-- English one where the list has none for it as it stands now
function language.in_french(name, text)
  french_help = french_help or require "liaison.language.french_help"
  local row = french_help[name]
  return row and row[1] == language.stamp(text) and row[2] or text
end

function language.help(name, text)
  return now == "en" and text or language.in_french(name, text)
end

-- a message that was said in French, in English again: for who looks into it
function language.english(text)
  if now == "en" then return text end
  return require "liaison.language.door".english(text)
end

return language
