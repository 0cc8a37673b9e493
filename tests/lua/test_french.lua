-- test_french.lua - help, apropos and messages in French: nothing missing, nothing of an older text
local t = require "t"
local li = require "liaison"
local door = require "liaison.language.door"
local french_help = require "liaison.language.french_help"
local glossary = require "liaison.language.glossary"
local help = require "liaison.app.help"
local language = require "liaison.language.language"
local kit = li._internal
local everything = os.getenv "LIAISON_LAW" == "all"

local function in_french(f)
  li.language "fr"
  local ok, why = pcall(f)
  li.language "en"
  if not ok then error(why, 0) end
end

-- ---- help ---------------------------------------------------------------------------------------

-- the English texts by name: of rows, and of classes
local english = {}
for _, row in ipairs(help.rows()) do english[row.name] = row.text or "" end
for name, class in pairs(kit.classes()) do
  if class.text then english[name .. ":"] = class.text end
end

t.test("law: every function has help in French, of its text of today", function()
  local missing = {}
  for _, row in ipairs(help.rows()) do
    local fr, stamp = french_help[row.name], language.stamp(row.text or "")
    if not (fr and fr[1] == stamp) then
      missing[#missing + 1] = ('{ "%s", %d, "" }'):format(row.name, stamp)
    end
  end
  t.eq(table.concat(missing, "\n"), "")
end)

t.test("law: every class and namespace that help lists has French", function()
  local missing, seen = {}, {}
  for _, row in ipairs(help.rows()) do
    local name = row.owner:match "^[^.]+"
    local text = name and english[name .. ":"]
    if text and not (seen[name] or french_help[name .. ":"]) then
      missing[#missing + 1] = ('{ "%s:", %d, "" }'):format(name, language.stamp(text))
    end
    t.ok(not name or text or help.about[name], name)
    seen[name or ""] = true
  end
  t.eq(table.concat(missing, "\n"), "")
  in_french(function()
    for name, text in pairs(help.about) do t.ok(language.say(text) ~= text, name) end
  end)
end)

t.test("law: no French text of a function that is not there, or of an older text", function()
  for name, row in pairs(french_help) do
    t.ok(english[name], name)
    t.eq(row[1], language.stamp(english[name] or ""), name)
  end
end)

-- how French is written: narrow blanks that do not break before ; : ! ? and inside « »
local function badly_set(text)
  return text:match "%a%a[;!?]%f[%s%z]" or text:match " [;!?]%f[%s%z]" or text:match " :%f[%s%z]"
    or text:match "%a%a:%f[%s%z]" or text:match "« " or text:match " »"
end

t.test("law: French texts are set as French is, and quote what English ones quote", function()
  for name, row in pairs(french_help) do
    local text = row[2]
    t.ok(not badly_set(text), name .. ": " .. text)
    for word in text:gmatch "%f[%w']'([%w_]+)'" do
      t.ok(english[name]:find(word, 1, true), name .. ": " .. word)
    end
    for word in text:gmatch "li%.[%w_.]+%w" do
      t.ok(english[name]:find(word, 1, true), name .. ": " .. word)
    end
  end
end)

t.test("options and values that help lists", function()
  in_french(function()
    local function has(text) t.ok(language.say(text) ~= text, text) end
    for _, c in ipairs(kit.constants) do has(c[2]) end
    for _, row in ipairs(help.rows()) do
      for _, o in ipairs(row.options or {}) do has(o.text) end
    end
  end)
end)

t.test("law: every field of a description, every kind has French", function()
  local known, left = {}, {}
  for _, row in ipairs(require "liaison.language.french_fields") do known[row[1]] = true end
  local function has(text)
    if text and text:find "^[^-].*%a%a+ %a%a+" and not known[text] then left[#left + 1] = text end
  end
  local function each(list)
    for _, row in ipairs(list) do
      has(row.text)
      for _, f in ipairs(row.fields) do has(f.text) end
    end
  end
  local fields = require "liaison.describe.fields"
  each(fields.tables())
  for _, list in pairs(fields.kinds()) do each(list) end
  t.eq(table.concat(left, "\n"), "")
  in_french(function()
    t.ok(fields.help "joint helical":find("rotation autour de l'axe", 1, true))
    t.ok(fields.help "robot":find("les corps", 1, true))
  end)
end)

-- ---- apropos ------------------------------------------------------------------------------------

local function found(word)
  local lines, say = {}, print
  print = function(line) lines[#lines + 1] = line:match "^%S+" end -- luacheck: ignore
  local ok, why = pcall(li.apropos, word)
  print = say -- luacheck: ignore
  if not ok then error(why, 0) end
  table.sort(lines)
  return table.concat(lines, "\n"), #lines
end

-- one row in ten, all of them with LIAISON_LAW=all
local function sample()
  local out, rows = {}, glossary.rows()
  for i = 1, #rows, everything and 1 or 10 do out[#out + 1] = rows[i] end
  return out
end

t.test("law: a word of the glossary finds something in either language", function()
  for _, row in ipairs(sample()) do
    for _, words in ipairs(row) do
      local word = words:match "^[^|]+"
      t.ok(not found(word):find "^nothing", word)
    end
  end
end)

t.test("law: words that are one another's only translation find the same", function()
  local n = 0
  for _, row in ipairs(sample()) do
    local fr, en = row[1], row[2]
    if not (fr .. en):find "|" and #glossary.english(fr) == 1 and #glossary.french(en) == 1
      and not (glossary.english(en)[1] or glossary.french(fr)[1]) then
      local a, b = found(fr), found(en)
      t.eq(a, b, fr .. ", " .. en)
      n = n + 1
    end
  end
  t.ok(n > 4, n)
  local lines = found "trajectory"
  t.eq(found "trajectoire", lines)
  t.ok(lines:find "li.path" and lines:find "li.via" and lines:find "law:fastest", lines)
  t.eq(found "derivee", found "dérivée")
end)

-- ---- first sentences ---------------------------------------------------------------------------

local function count(text, set)
  local _, n = text:gsub(set, "")
  return n
end

t.test("law: what apropos shows of a row is a whole sentence, in either language", function()
  for _, row in ipairs(help.rows()) do
    for _, text in ipairs { row.text or "", language.in_french(row.name, row.text or "") } do
      local first = help.first_sentence(text)
      t.eq(text:sub(1, #first), first)
      if first ~= text then
        local last, rest = first:match "%S+$", text:sub(#first + 1)
        t.ok(first:find "[^.][.?]$" and rest:find "^%s+%S", row.name .. ": " .. first)
        t.eq(count(first, "[%(%[{]"), count(first, "[%)%]}]"), first)
        t.ok(not (" e.g. i.e. cf. ex. resp. "):find(" " .. last .. " ", 1, true), first)
      end
    end
  end
end)

t.test("a first sentence ends where sentences do", function()
  local FIRST = {
    ["A row for each: a0, a1 .. of them. More."] = "A row for each: a0, a1 .. of them.",
    ["for i, x in v:each() do ... end. Then."] = "for i, x in v:each() do ... end.",
    ["Names, e.g. q1 and q2. Then."] = "Names, e.g. q1 and q2.",
    ["A table (one row. Or two) of names. Then."] = "A table (one row. Or two) of names.",
    ["Is it (1e-12)? Yes."] = "Is it (1e-12)?", ["All of it"] = "All of it", [""] = "",
    ["To a .stl or .obj. nil where not."] = "To a .stl or .obj.",
  }
  for text, first in pairs(FIRST) do t.eq(help.first_sentence(text), first) end
end)

-- ---- messages -----------------------------------------------------------------------------------

t.test("law: a message is listed once, and its French one names places it has", function()
  local seen = {}
  for _, row in ipairs(door.pairs()) do
    local format, fr = row[1], row[2]
    t.ok(not seen[door.normal(format)], "twice: " .. format)
    seen[door.normal(format)] = true
    local _, places = format:gsub("%%%%", ""):gsub("%%", "")
    for i in fr:gsub("%%%%", ""):gmatch "%%[(=]?(%d)" do t.ok(tonumber(i) <= places, fr) end
    t.ok(not badly_set(language.typeset(fr):gsub("&%l+;", "")), fr)
  end
end)

-- a format with something in its places that needs no translation: an s where French has no place
local function with_places(format, fr)
  local n = 2
  return (door.normal(format):gsub("%%%%", "\1"):gsub("%%(%a)", function(c)
    n = n + 1
    local told = fr:find("%%[(=]?" .. n - 2)
    return not told and "s" or c == "s" and "x" .. n or tostring(n)
  end):gsub("\1", "%%"))
end

t.test("law: the exact format wins over one that is more general, behind a place too", function()
  local general, rows = {}, door.pairs()
  for i = everything and 1 or 1 + #rows % 8, #rows, everything and 1 or 8 do
    local format = rows[i][1]
    local text = with_places(format, rows[i][2])
    local fr = door.say(text)
    if #text > 20 and not (text:find "\n" or format:find "^%A*%%s:") then
      local place = "robot.bodies[2].mass"
      local behind = door.say(place .. ": " .. text)
      if behind ~= place .. language.narrow .. ": " .. fr then
        general[#general + 1] = text .. "\n    " .. behind
      end
    end
  end
  t.eq(table.concat(general, "\n"), "")
end)

-- ---- messages of the sources --------------------------------------------------------------------

-- where what is said comes from: all of the engine, the bindings and the Lua half
local ROOMS = "core bindings lib/liaison"

-- how the sources say them, and behind how many commas the literal stands
local SAID = {
  lua = { ["out%.measure%(()"] = 3, ["out%.note%(()"] = 0, ["out%.verdict%(()"] = 1,
    ["p:say[ (]()"] = 0, ["p:check%(()"] = 1, ["p:need%(()"] = 1, ["fail%(()"] = 1,
    ["raise%(%(?()"] = 0, ["fail[(]()"] = 0, ["refuse%(()"] = 0, ["wrong%(()"] = 0,
    ["complain%(()"] = 0,
    ["[^\"]return nil,%s*%(?()"] = 0 },
  c = { ["LIA_FAIL%(()"] = 3, ["lia_arg_error%(()"] = 2, ["luaL_error%(()"] = 1,
    ["lia_error_at%(()"] = 1, ["lia_mistake%(()"] = 1, ["lia_spec_complain%(()"] = 2,
    ["lia_spec_warn%(()"] = 2, ["lia_pool_fail%(()"] = 2, ["acting_complain%(()"] = 2,
    ["parse_fail%(()"] = 3 },
}
local ESCAPED = { n = "\n", t = "\t" }

-- where a literal of the source ends
local function behind_literal(source, at)
  local mark = source:sub(at, at)
  repeat at = at + (source:sub(at, at) == "\\" and 2 or 1) until source:sub(at, at) == mark
  return at + 1
end

-- where the argument behind so many commas begins; nil where the call has fewer
local function argument(source, at, commas)
  local depth = 0
  while commas > 0 do
    at = source:find('[(),"\'{}%[%]]', at)
    local c = at and source:sub(at, at)
    if not c then return nil end
    if c:find "[\"']" then at = behind_literal(source, at) - 1
    elseif c:find "[({%[]" then depth = depth + 1
    elseif c:find "[)}%]]" then depth = depth - 1
    elseif depth == 0 then commas = commas - 1 end
    if depth < 0 then return nil end
    at = at + 1
  end
  return at
end

-- the literals that stand there one behind the other, as one text; nil where there is none
local function literal(source, at)
  local out = {}
  while true do
    local _, from = source:find('^%s*%.?%.?%s*"', at)
    if not from then break end
    at = behind_literal(source, from)
    local text = source:sub(from + 1, at - 2)
    out[#out + 1] = text:gsub("\\(.)", function(c) return ESCAPED[c] or c end)
  end
  return out[1] and table.concat(out)
end

-- every message of a file: several words, and no beginning that another message follows
local function messages(path, put)
  local file = assert(io.open(path, "rb"))
  local source = file:read "*a"
  file:close()
  for pattern, commas in pairs(SAID[path:match "%.(%a+)$"]) do
    for at in source:gmatch(pattern) do
      local from = argument(source, at, commas)
      local text = from and literal(source, from)
      if text and pattern:find "measure" then text = text:gsub("%%", "%%%%") end
      if text and text:find "%a%a%a" and text:find "%a%a+[^%a].*%s" and not text:find "^%a+: $" then
        put((text:gsub("^%s+", "")))
      end
    end
  end
end

local function files()
  local out = {}
  local pipe = io.popen("find " .. ROOMS .. " -name '*.c' -o -name '*.lua'")
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

t.test("law: every message of the sources has French", function()
  local known, missing, n = {}, {}, 0
  for _, row in ipairs(door.pairs()) do known[door.normal(row[1])] = true end
  for _, path in ipairs(files()) do
    messages(path, function(text)
      n = n + 1
      if not known[door.normal(text)] then missing[#missing + 1] = path .. ": " .. text end
    end)
  end
  t.ok(n > 1900, n)
  t.eq(table.concat(missing, "\n"), "")
end)

-- small words of English that are none of French
local ENGLISH = {}
for word in ([[the of is was are were to by from with its which and or not no where that this these
  there here an as be been has have what it nothing expected unknown given got cannot than then
  they into only must would]]):gmatch "%a+" do ENGLISH[word] = true end

-- the first of them in a text, but for what is quoted, listed or a name of code; nil: none
local function english_word(text)
  text = text:gsub("'[^'\n]*'", ""):gsub("«.-»", ""):gsub('"[^"\n]*"', ""):gsub("%b{}", "")
    :gsub("%b[]", ""):gsub("%(%a+%)", ""):gsub("%$%b{}", ""):gsub("[%w_]+[.:_][%w_.:]+", "")
    :gsub("%f[%w_]%a+ ?[=/]", ""):gsub("il y a.*", ""):gsub("^%a+" .. language.narrow .. ":", "")
  for word in text:gmatch "%f[%w']%a+%f[^%w']" do
    if ENGLISH[word] then return word end
  end
end

-- what nobody would give
local WRONG = { {}, { true }, { "?!" }, { {} }, { { "zz" } }, { { zz = 1 } }, { -1 }, { 0 / 0 },
  { "x", "?!" }, { {}, "zz" }, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } }
local ALONE = { language = true, help = true, apropos = true, memory = true, expect = true }

local function function_of(name)
  local x = li
  for part in name:gmatch "[%w_]+" do x = type(x) == "table" and x[part] or nil end
  return x
end

-- what a call says that fails, with its place in this file left out; nil: it says nothing
local function failure(f, args)
  local ok, first, second = pcall(f, (table.unpack or unpack)(args, 1, #args))
  local why = not ok and first or first == nil and second
  return type(why) == "string" and why:gsub("^tests/[^ ]* ", "") or nil
end

t.test("law: a call with nonsense is refused in French", function()
  local left, n, say = {}, 0, print
  print = function() end -- luacheck: ignore
  in_french(function()
    for i, row in ipairs(help.rows()) do
      local f = not (row.method or row.operator or ALONE[row.name]) and (everything or i % 6 == 0)
        and function_of(row.name)
      for _, args in ipairs(f and WRONG or {}) do
        local why = failure(f, args)
        local word = why and english_word(why)
        n = n + (why and 1 or 0)
        if word then left[#left + 1] = row.name .. ": " .. word .. ": " .. why end
      end
    end
  end)
  print = say -- luacheck: ignore
  t.ok(n > 300, n)
  t.eq(table.concat(left, "\n"), "")
end)

t.test("mistakes and misfortunes are told in French, code and place as ever", function()
  in_french(function()
    t.raises("attendu", li.vec, "x")
    local _, message, code = li.mat({ { 1, 2 }, { 2, 4 } }):inverse()
    t.eq(code, "ESINGULAR")
    t.ok(message:find "matrice", message)
    local ok, why = pcall(li.planar, { "1 +" })
    t.ok(not ok and tostring(why):find "planar", why)
  end)
  t.raises("expected", li.vec, "x")
end)

t.test("what objects print of themselves is French, formulas and numbers as ever", function()
  local arm = li.robots.rrp()
  local run = li.simulate { li.planar { 1, 0.8 }, q = { 0.3, 0.8 }, t = 0.1 }
  local PRINTED = {
    [li.planar { 1, 1 }:equations()] = { "équations du mouvement, 2 coordonnées", "M11 = c2 + 5/3",
      "où c2 = cos(q2), c12 = cos(q1 + q2), etc.", "0 division, 4 appels de fonctions" },
    [arm:jacobian { 0.4, -0.7, 0.25 }] = { "Jacobienne de link3 dans le monde", "-0.0925019" },
    [li.frame()] = { "les colonnes sont les axes et l'origine de B" },
    [run] = { "simulation jusqu'à t = 0.1", "énergie 7.84568" },
    [li.mechanisms.four_bar()] = { "3 corps, 4 articulations", "coordonnées" },
    [li.compare("x", "2*x")] = { "seulement imprimé" },
    [arm:inverse_equations()] = { "Modèle géométrique inverse", "th1 = atan2(" },
    [li.robots.panda():audit()] = { "aucun reproche", "g est le gradient de V, par différences" },
    [li.systems.disc()] = { "système dans l'espace : corps disc", "3 contraintes de vitesse" },
    [li.systems.disc():constraint_report()] = { "dont 3 indépendantes", "row1 : vraiment",
      "row3 : contrainte de position déguisée", "1 fonction des coordonnées reste constante : z" },
    [li.systems.mobile_robot():constraint_report()] = { "toute configuration peut être atteinte" },
    [li.planar { 1 }:linearize()] = { "modèle linéaire : états q1, q1' ; entrées q1" },
  }
  in_french(function()
    for x, parts in pairs(PRINTED) do
      for _, part in ipairs(parts) do
        t.ok(tostring(x):find(language.typeset(part), 1, true), tostring(x))
      end
    end
  end)
  t.ok(tostring(run):find "^run to t = 0.1: ", tostring(run))
end)

-- all that a page can be made of: two pages, and the scripts that only some have
local function of_pages()
  local arm = li.planar { 1, 0.8 }
  local run = li.simulate { arm, q = { 0.3, 0.8 }, t = 0.05 }
  local html = require "liaison.show.page.html"
  local parts = { "modes", "jumps", "events", "told", "ticks", "gains", "roadway", "live" }
  for _, name in ipairs(parts) do parts[name] = true end
  local scripts = html.spoken(table.concat(html.scripts({}, parts), "\n"))
  local pages = run:html() .. arm:html(nil, { modes = true, q = { -1.5, 0 } })
  pages = pages:gsub('<script type="application/json".-</script>', "") -- its keys are no words
  return pages, scripts
end

t.test("law: every word of a living page has French, and is there to be replaced", function()
  local page, scripts = of_pages()
  local page_fr, scripts_fr
  in_french(function() page_fr, scripts_fr = of_pages() end)
  local source, said = page .. scripts, page_fr .. scripts_fr
  t.ok(page_fr:find('<html lang="fr">', 1, true) and page:find('<html lang="en">', 1, true))
  for _, list in ipairs { "french_page", "french_page_show" } do
    for _, row in ipairs(require("liaison.language." .. list)) do
      local fr = language.typeset(row[2])
      if row[1] ~= ">Published<" then
        t.ok(source:find(row[1], 1, true), row[1])
        t.ok(said:find(fr, 1, true) and not said:find(row[1], 1, true), fr)
      end
    end
  end
  -- what a page says beside: no heading or text of a button that the list has not
  for heading in source:gmatch 'heading%("(.-)"%)' do
    t.ok(not said:find('heading("' .. heading .. '")', 1, true), heading)
  end
end)

-- ---- figures ------------------------------------------------------------------------------------

t.test("law: labels of our own figures have French", function()
  local known, left, n = {}, {}, 0
  for _, row in ipairs(require "liaison.language.french_labels") do known[row[1]] = true end
  local pipe = io.popen("find lib/liaison -name '*.lua' | grep -v -e /app/ -e /language/ "
    .. "-e /show/plot")
  for path in pipe:lines() do
    local file = assert(io.open(path))
    for text in file:read "*a":gmatch '[xy]2?label = (%b"")' do
      text = text:sub(2, -2)
      n = n + 1
      local head = text:gsub(" %b()$", "")
      if text:find "%l%l%l" and not known[text] and not known[head] then
        left[#left + 1] = path .. ": " .. text
      end
    end
    file:close()
  end
  pipe:close()
  t.ok(n > 40, n)
  t.eq(table.concat(left, "\n"), "")
end)

t.test("titles of charts and labels of axes are French, units and names as ever", function()
  in_french(function()
    t.eq(language.label "lateral acceleration (m/s2)", "accélération latérale (m/s2)")
    t.eq(language.label "root 2", "racine 2")
    t.eq(language.label "q1", "q1")
    local run = li.simulate { li.planar { 1, 0.8 }, q = { 0.3, 0.8 }, t = 0.05 }
    for _, title in ipairs { "coordonnées", "vitesses", "énergie" } do
      t.ok(run:plot():svg():find(title, 1, true), title)
      t.ok(run:html():find('"' .. title .. '"', 1, true), title)
    end
  end)
end)

t.test("law: every line of the launcher's usage has French", function()
  local file = assert(io.open "lib/liaison/app/cli.lua")
  local usage = file:read "*a":match "USAGE = (.-)\n%]%]\n"
  file:close()
  usage = usage:gsub("%]%]%s*%.%.%s*%[%[", ""):gsub("^%[%[\n", "")
  in_french(function()
    local n = 0
    for line in usage:gmatch "[^\n]+" do
      n = n + 1
      t.ok(line:find "%-%-version" or language.say(line) ~= line, line)
    end
    t.ok(n > 10, n)
  end)
end)

t.test("the prompt answers in French", function()
  local said = {}
  in_french(function()
    local out = { flush = function() end,
      write = function(_, ...) said[#said + 1] = table.concat { ... } end }
    local write = io.stdout
    io.stdout = out -- luacheck: ignore
    local ok, why = pcall(require "liaison.app.repl".once, "li.planar{1}", nil, out)
    io.stdout = write -- luacheck: ignore
    if not ok then error(why, 0) end
  end)
  t.ok(table.concat(said):find("1 coordonnée", 1, true), table.concat(said))
end)

t.test("law: no text of a script of a page stays English", function()
  local scripts, left = nil, {}
  in_french(function() scripts = select(2, of_pages()) end)
  for line in scripts:gmatch "[^\n]+" do
    for text in line:gsub("//.*", ""):gmatch '["`]([^"`]*)["`]' do
      local word = (" " .. text):find " %a+ " and english_word(text)
      if word then left[#left + 1] = word .. ": " .. text end
    end
  end
  t.eq(table.concat(left, "\n"), "")
end)

t.done()
