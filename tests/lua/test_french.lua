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

-- ---- messages -----------------------------------------------------------------------------------

t.test("law: a message is listed once, and its French one names places it has", function()
  local seen = {}
  for _, row in ipairs(door.pairs()) do
    local format, fr = row[1], row[2]
    t.ok(not seen[door.normal(format)], "twice: " .. format)
    seen[door.normal(format)] = true
    local _, places = format:gsub("%%%%", ""):gsub("%%", "")
    for i in fr:gsub("%%%%", ""):gmatch "%%%(?(%d)" do t.ok(tonumber(i) <= places, fr) end
    t.ok(not badly_set(language.typeset(fr)), fr)
  end
end)

-- ---- messages of the sources --------------------------------------------------------------------

-- the rooms whose messages a student of the course meets
local ROOMS = [[core/con core/describe core/eom core/geo core/kinds core/model core/num core/rbd
  core/sim core/sym core/traj bindings/con bindings/eom bindings/geo bindings/kit bindings/model
  bindings/num bindings/rbd bindings/sim bindings/sym bindings/traj lib/liaison/ask
  lib/liaison/base lib/liaison/constrained lib/liaison/course lib/liaison/describe
  lib/liaison/equations lib/liaison/geo lib/liaison/language lib/liaison/motion lib/liaison/show
  lib/liaison/sim]]

-- how the sources say them, and behind how many commas the literal stands
local SAID = {
  lua = { ["fail%(()"] = 1, ["raise%(%(?()"] = 0, ["return nil,%s*%(?()"] = 0 },
  c = { ["LIA_FAIL%(()"] = 3, ["lia_arg_error%(()"] = 2, ["luaL_error%(()"] = 1,
    ["lia_spec_complain%(()"] = 2, ["parse_fail%(()"] = 3 },
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
      if text and text:find "%a%a+[^%a].*%s" and not text:find "^%a+: $" then put(text) end
    end
  end
end

local function files()
  local out = {}
  local pipe = io.popen("find " .. ROOMS:gsub("%s+", " ") .. " -name '*.c' -o -name '*.lua'")
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

t.test("law: every message of the course's rooms has French", function()
  local known, missing, n = {}, {}, 0
  for _, row in ipairs(door.pairs()) do known[door.normal(row[1])] = true end
  for _, path in ipairs(files()) do
    messages(path, function(text)
      n = n + 1
      if not known[door.normal(text)] then missing[#missing + 1] = path .. ": " .. text end
    end)
  end
  t.ok(n > 1000, n)
  t.eq(table.concat(missing, "\n"), "")
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

t.test("law: every word of a living page has French, and is there to be replaced", function()
  local arm = li.planar { 1, 0.8 }
  local run = li.simulate { arm, q = { 0.3, 0.8 }, t = 0.05 }
  local function pages() return run:html() .. arm:html(nil, { modes = true, q = { -1.5, 0 } }) end
  local source, said = pages()
  in_french(function() said = pages() end)
  t.ok(said:find('<html lang="fr">', 1, true) and source:find('<html lang="en">', 1, true))
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

t.done()
