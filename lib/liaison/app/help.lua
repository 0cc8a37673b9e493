-- help.lua - li.help, li.apropos, li.signatures: what the signatures say, for people
local li = require "liaison"
local check = require "liaison.base.check"
local glossary = require "liaison.language.glossary"
local language = require "liaison.language.language"
local kit = li._internal
local say = language.say

local unpack = table.unpack or unpack

local help = {}

local sign = {
  __add = "a + b", __sub = "a - b", __mul = "a * b", __div = "a / b", __pow = "a ^ b", __unm = "-a",
    __len = "#a",
  __mod = "a % b", __call = "a(...)", __lt = "a < b", __le = "a <= b", __tostring = "tostring(a)",
}

-- owner and own name: "rot.axis" and "rot:axis" -> "rot", "axis"; "zeros" -> "", "zeros"
local function split(name)
  local owner, own = name:match "^(.*)[.:]([^.:]+)$"
  return owner or "", own or name
end

local all = {}

-- all rows, those of Lua modules not yet loaded too; made again only where there are new ones
function help.rows()
  local modules = {}
  for _, module in pairs(kit.lazy) do modules[#modules + 1] = module end
  kit.sort(modules) -- so that the rows have one order
  for _, module in ipairs(modules) do require("liaison." .. module) end
  if #all == kit.row_count() then return all end
  all = kit.rows()
  for _, row in ipairs(all) do
    row.owner, row.own = split(row.name)
    row.operator = sign[row.own]
  end
  return all
end

-- the signature as the user writes the call
local function usage(row)
  if not row.operator then return row.method and row.sig or "li." .. row.sig end
  local a, b = row.params[1], row.params[2]
  local text = row.operator:gsub("%f[%w][ab]%f[%W]",
    { a = table.concat(a, "|"), b = b and table.concat(b, "|") })
  return text .. (row.returns and " -> " .. row.returns or "")
end

-- points that end no sentence
local ABBREVIATED = { ["e.g."] = true, ["i.e."] = true, ["cf."] = true, ["resp."] = true,
  ["ex."] = true, ["p."] = true, ["vs."] = true, ["approx."] = true, ["fig."] = true,
  ["no."] = true, ["env."] = true }

-- how many brackets are open behind a text
local function open_brackets(text)
  local _, opened = text:gsub("[%(%[{]", "")
  local _, closed = text:gsub("[%)%]}]", "")
  return opened - closed
end

-- up to the first point or question mark that ends a sentence: none of "..", of an abbreviation,
-- or inside brackets
local function first_sentence(text)
  for to in text:gmatch "[.?]()%s" do
    local first = text:sub(1, to - 1)
    local word = first:match "[%w.]*$"
    if not (word:find "%.%.$" or ABBREVIATED[kit.lower(word)]) and open_brackets(first) == 0 then
      return first
    end
  end
  return text
end
help.first_sentence = first_sentence

-- what a row says, in the language that is spoken
local function text_of(row) return language.help(row.name, row.text or "") end

local function indent(text, by)
  return by .. text:gsub("\n", "\n" .. by)
end

local function letters(text) return #text:gsub("[\128-\191]", "") end

-- lines of at most 100 characters, broken between words
local function wrap(text)
  local out, line = {}, ""
  for word in text:gmatch "%S+" do
    if line ~= "" and letters(line) + letters(word) + 1 > 100 then
      out[#out + 1], line = line, ""
    end
    line = line == "" and word or line .. " " .. word
  end
  out[#out + 1] = line
  return table.concat(out, "\n")
end

help.usage = usage

local function describe(row)
  local out = { usage(row), indent(wrap(text_of(row)), "  ") }
  for _, o in ipairs(row.options or {}) do
    out[#out + 1] = ("  %-14s %-8s %s"):format(o.name, o.default, say(o.text))
  end
  local code, prints = (row.example or ""):match "^(.-)%s*%-%->%s?(.*)$"
  if code then
    out[#out + 1] = indent(code, "  > ")
    out[#out + 1] = indent(prints, "  ")
  end
  return table.concat(out, "\n")
end

-- the call without its types
local function one_line(row)
  local call = usage(row):gsub("%s*%->.*", ""):gsub("%f[%w.]([%w_.]+): [%w_|]+", "%1")
  return ("  %-32s %s"):format(call, first_sentence(text_of(row)))
end

-- single words, which messages have as names of fields: in no list of messages
local titles = language.words {
  en = { functions = "functions", methods = "methods", operators = "operators", values = "values",
    fields = "fields: " },
  fr = { functions = "fonctions", methods = "méthodes", operators = "opérateurs",
    values = "valeurs", fields = "champs : " },
}

local function section(out, title, list)
  if #list == 0 then return end
  out[#out + 1] = language.of(titles)[title]
  for _, row in ipairs(list) do out[#out + 1] = one_line(row) end
end

-- namespaces that are no class
local about = {
  num = "Roots, least squares and derivatives of your own functions.",
  axes = "Conversions between the axes of other conventions and ours.",
  mobility = "Degrees of freedom by counting.",
  dh = "Denavit-Hartenberg rows and tables.",
  draw = "Drawings of mechanisms: schemes, free bodies, graphs, pictures of your own.",
  robots = "Robots that come with liaison.",
  systems = "Systems that come with liaison: bars, a crane, a disc, vehicles that roll.",
  mechanisms = "Mechanisms with loops that come with liaison.",
  vehicles = "Vehicles that come with liaison, beside what their publications print.",
  road = "Formulas of vehicle dynamics: resistances, cornering, ride, forces at the wheels.",
  exercises = "Exercises that come with liaison.",
}
help.about = about

local function class_text(name, class)
  return language.help(name .. ":", class.text or "a class")
end

-- a class, the namespace of the same name, or both
local function about_group(name, list)
  local class = kit.classes()[name]
  local functions, methods, operators = {}, {}, {}
  for _, row in ipairs(list) do
    if row.owner == name or (row.owner == "" and row.own == name) then
      local group = row.operator and operators or row.method and methods or functions
      group[#group + 1] = row
    end
  end
  if not class and #functions + #methods == 0 then return end
  local out = { class and ("%s: %s"):format(name, class_text(name, class))
    or ("li.%s: %s"):format(name, say(about[name] or "")) }
  if class and class.field then
    out[#out + 1] = language.of(titles).fields .. language.help(name .. ".", class.field)
  end
  section(out, "functions", functions)
  section(out, "methods", methods)
  section(out, "operators", operators)
  return table.concat(out, "\n")
end

local function overview(list)
  local owners, seen = {}, {}
  for _, row in ipairs(list) do
    local name = row.owner:match "^[^.]+" or ""
    if not seen[name] then
      seen[name] = true
      owners[#owners + 1] = name
    end
  end
  local out = { say("liaison " .. li.version .. ": mechanisms, their motion and their equations") }
  local plain = {}
  for _, row in ipairs(list) do
    if row.owner == "" then plain[#plain + 1] = row end
  end
  section(out, "functions", plain)
  local classes = kit.classes()
  out[#out + 1] = language.of(titles).values
  for _, c in ipairs(kit.constants) do
    out[#out + 1] = ("  %-32s %s"):format("li." .. c[1], say(c[2]))
  end
  out[#out + 1] = say "more: li.help \"name\" for each of"
  for _, name in ipairs(owners) do
    if name ~= "" then
      out[#out + 1] = ("  %-13s %s"):format(name, classes[name] and classes[name].text
        and class_text(name, classes[name]) or say(about[name] or ""))
    end
  end
  out[#out + 1] = say "search: li.apropos \"word\""
  return table.concat(out, "\n")
end

local function about_name(name, list)
  name = name:gsub("^li%.", "")
  local method = name:gsub("%.([^.]+)$", ":%1")
  local found = {}
  for _, row in ipairs(list) do
    if row.name == name or row.name == method then
      found[#found + 1] = describe(row)
    end
  end
  local group = about_group(name, list)
  if group and not (found[1] and group:find("\n  [^\n]*\n  ") == nil) then
    found[#found + 1] = group
  end
  for _, c in ipairs(kit.constants) do
    if c[1] == name then
      found[#found + 1] = ("li.%s = %s\n  %s"):format(name,
        type(li[name]) == "number" and kit.number(li[name]) or li[name], say(c[2]))
    end
  end
  if found[1] then return table.concat(found, "\n\n") end
  for _, row in ipairs(list) do -- the last part alone: "rpy" finds rot.rpy and rot:rpy
    if row.own == name then found[#found + 1] = describe(row) end
  end
  return found[1] and table.concat(found, "\n\n")
end

local function unknown(name, list)
  local names = {}
  for _, c in ipairs(kit.constants) do names[#names + 1] = c[1] end
  for _, row in ipairs(list) do
    names[#names + 1] = row.name
    names[#names + 1] = row.own
    names[#names + 1] = row.owner
  end
  local near = kit.nearest(name, names)
  local topics = require "liaison.app.synonyms"
  local hint = near and (" (did you mean '%s'?)"):format(near) or topics.names(name)
    and topics.hint(name) or ""
  return say(("nothing is called '%s'%s; li.apropos searches the texts"):format(name, hint))
end

local function namespace_name(t, list)
  for _, row in ipairs(list) do
    local name = row.owner:match "^[^.]+"
    if name and rawget(li, name) == t then return name end
  end
end

-- what is known of a name; of li.robot with the fields it reads
local function about_word(name, list)
  local fields = require "liaison.describe.fields"
  local text, told = about_name(name, list), fields.help((name:gsub("^li%.", "")))
  if name:gsub("^li%.", "") ~= "robot" then return text or told end
  local more = 'more: li.help "%s", "joint helical", "constraint gear", "force spring"'
  more = say(more:format(table.concat(fields.places(), '", "')))
  return table.concat({ text, "", told, wrap(more) }, "\n")
end

-- the text of help, and whether there was any
function help.text(x)
  local list = help.rows()
  if x == nil then return overview(list), true end
  if type(x) == "string" and not kit.class(x) then
    local text = about_word(x, list)
    return text or unknown(x, list), text ~= nil
  end
  local class = kit.class(x)
  if class then return about_group(class, list), true end
  local row = kit.row(x)
  local name = type(x) == "table" and namespace_name(x, list)
  if name then return about_group(name, list), true end
  if row then
    for _, r in ipairs(list) do
      if r.sig == row.sig then return describe(r), true end
    end
  end
  -- a method of the C half that the Lua half has put a coat on
  for _, r in ipairs(type(x) == "function" and list or {}) do
    local owner, method = r.name:match "^([%w_]+):([%w_]+)$"
    local known, methods = pcall(kit.methods, owner)
    if owner and known and rawequal(methods[method], x) then return describe(r), true end
  end
  return say(("nothing is known about this %s"):format(type(x))), false
end

local function show_help(x)
  local text, found = help.text(x)
  print(text)
  if not found then return false end
end

-- the names that another word for them, English or French, leads to: " rot.axis rot:axis "
local function topics(word, english)
  local near = require("liaison.app.synonyms").near
  local out = { near(word) or "" }
  for _, other in ipairs(english) do out[#out + 1] = near(other) or "" end
  return " " .. table.concat(out, " ") .. " "
end

-- patterns that find one of the words at the beginning of a word
local function beginnings(words)
  local out = {}
  for i, word in ipairs(words) do out[i] = "%f[%w]" .. glossary.fold(word):gsub("%p", "%%%0") end
  return out
end

local function finds(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

local folded = {} -- by text

local function fold(text)
  folded[text] = folded[text] or glossary.fold(text)
  return folded[text]
end

local function row_texts(row)
  local text = row.text or ""
  return fold(row.sig .. " " .. text), fold(language.in_french(row.name, text))
end

-- does a row mention the word, in either language? One that the glossary knows is looked for in
-- English texts in English and in French ones in French, so that both find the same
local function mentions(word, english)
  local french = glossary.french(word)
  if english[1] or french[1] then
    local en, fr = { unpack(english) }, { unpack(french) }
    if french[1] then en[#en + 1] = word end
    if english[1] then fr[#fr + 1] = word end
    en, fr = beginnings(en), beginnings(fr)
    return function(row)
      local text, text_fr = row_texts(row)
      return finds(text, en) or finds(text_fr, fr)
    end
  end
  local plain = glossary.fold(word)
  return function(row)
    local text, text_fr = row_texts(row)
    return (text:find(plain, 1, true) or text_fr:find(plain, 1, true)) ~= nil
  end
end

local function apropos(word)
  local list, found, english = help.rows(), 0, glossary.english(word)
  local topic, mentioned = topics(word, english), mentions(word, english)
  local function is_topic(row) return topic:find(" " .. row.name .. " ", 1, true) ~= nil end
  for _, first in ipairs { true, false } do -- what another word for it names stands first
    for _, row in ipairs(list) do
      if is_topic(row) == first and (first or mentioned(row)) then
        print((one_line(row):gsub("^  ", "")))
        found = found + 1
      end
    end
  end
  if found == 0 then print(say(("nothing mentions '%s'"):format(word))) end
end

local function signatures()
  local list = {}
  for i, row in ipairs(help.rows()) do
    list[i] = { name = row.name, sig = row.sig, text = row.text, example = row.example }
  end
  return list
end

local function type_of(x) return kit.class(x) or type(x) end

check.define(li, {
  { "help([x: any])", "Print what is known about a name, a function, an object or a whole "
    .. "namespace; without one, an overview.",
    "li.help 'vec:sum' --> vec:sum() -> num\n  Sum of the elements.\n  > li.vec{1, 2, 3}:sum()\n"
    .. "  6", show_help },
  { "apropos(word: str)", "Print every function whose name or text mentions the word, English or "
    .. "French, with accents or without.",
    "li.apropos 'negative counts from the end' --> vec:sub(i [, j])                 "
      .. "A copy of elements i to j; negative counts from the end, as in string.sub.", apropos },
  { "signatures() -> table", "A list of all functions: {name=, sig=, text=, example=}.",
    "#li.signatures() > 10 --> true", signatures },
  { "type(x: any) -> str",
    "The class of an object of liaison ('vec', 'rot', ...), else Lua's type.",
    "li.type(li.vec{1}) --> vec", type_of },
})

return help
