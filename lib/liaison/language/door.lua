-- door.lua - an English message known again by its parts, and said in French
--
-- A list has pairs { "no body is named '%s'%s", "aucun corps ne s'appelle « %1 »%2" }: the English
-- format as it stands in the source, and the French text with what stood in its places: %1, %2; and
-- %(1:mot|mots%) for one and many; %=1 is a name, which may have blanks. A message is the format
-- that knows the most letters of it, with its parts said in their turn ("a finite number"). What
-- stands in a place is a name, a number, a formula, or is listed itself: English words in a French
-- sentence are none of these, and the message stays English, whole.
local language = require "liaison.language.language"

local door = {}

local DEEPEST = 8
local LONGEST = 1000 -- letters of a line; a longer one stays English
local ROOMS = {
  "kit",
  "reader",
  "describe",
  "contacts",
  "mjcf",
  "scenes",
  "robots",
  "planning",
  "numbers",
  "mechanics",
  "simulation",
  "engine",
  "geo",
  "asking",
  "systems",
  "control",
  "vehicles",
  "driving",
  "derivations",
  "files",
  "results",
  "course",
  "app",
  "options",
  "shown",
  "parts",
  "manoeuvres",
  "legs",
  "collision",
  "show",
  "zoo",
}

-- ---- formats ------------------------------------------------------------------------------------

local DIRECTIVE = "%%[-+ #0]*[%d%*]*%.?[%d%*]*[lzh]*(%a)"
local PLACE = { d = "(%-?%d+)", u = "(%-?%d+)", i = "(%-?%d+)", s = "(.-)", c = "(.-)", q = "(.-)" }

-- a format with its directives told in the shortest way, as the lists have it
function door.normal(format)
  return (format:gsub("%%%%", "\1"):gsub(DIRECTIVE, function(c)
    local place = PLACE[c]
    return place == nil and "%g" or place == "(.-)" and "%s" or "%d"
  end):gsub("\1", "%%%%"))
end

local function escaped(text) return (text:gsub("%%%%", "%%"):gsub("%p", "%%%0")) end

-- { pattern, fr, weight = its letters, start = its first letters, loose = places in quotes }
local function compiled(format, fr)
  local parts, at, loose, n = {}, 1, {}, 0
  local plain = format:gsub("%%%%", "\1")
  for from, kind, to in plain:gmatch("()%%(%a)()") do
    parts[#parts + 1] = plain:sub(at, from - 1)
    n = n + 1
    loose[n] = plain:sub(from - 1, from - 1) == "'" and plain:sub(to, to) == "'"
    parts[#parts + 1] = PLACE[kind] or "([-+%w.]+)"
    at = to
  end
  parts[#parts + 1] = plain:sub(at)
  local out, weight = { "^" }, 0
  for i, part in ipairs(parts) do
    if i % 2 == 0 then out[#out + 1] = part
    else
      part = part:gsub("\1", "%%")
      weight = weight + #part
      out[#out + 1] = escaped(part)
    end
  end
  out[#out + 1] = "$"
  local told = {} -- the places the French text names
  for i in fr:gmatch "%%[=(]?(%d)" do told[tonumber(i)] = true end
  for i in fr:gmatch "%%=(%d)" do loose[tonumber(i)] = true end
  fr = fr:gsub("%%=", "%%")
  return { pattern = table.concat(out), fr = language.typeset(fr), weight = weight, loose = loose,
    told = told, start = parts[1]:gsub("\1", "%%"):sub(1, 3), format = format }
end

-- ---- the lists ----------------------------------------------------------------------------------

local exact, starting, anywhere -- by the whole text; by the first three letters; the others

-- a beginning, behind which something is written: "the chain misses " .. name
local function with_end(format, fr)
  local _, places = format:gsub("%%%%", ""):gsub("%%%a", "")
  return format .. "%s", fr .. "%" .. places + 1
end

local add
function add(format, fr)
  if format:find "[^ ] $" then add(with_end(format, fr)) end
  if not format:find "%%%a" then
    exact[(format:gsub("%%%%", "%%"))] = language.typeset(fr)
    return
  end
  local t = compiled(format, fr)
  if #t.start < 3 then anywhere[#anywhere + 1] = t
  else
    starting[t.start] = starting[t.start] or {}
    table.insert(starting[t.start], t)
  end
end

local function heavier(a, b)
  if a.weight ~= b.weight then return a.weight > b.weight end
  return a.format < b.format
end

-- all pairs of all rooms, in the order of the rooms
function door.pairs()
  local out = {}
  for _, room in ipairs(ROOMS) do
    for _, row in ipairs(require("liaison.language.french_" .. room)) do out[#out + 1] = row end
  end
  return out
end

local function load_lists()
  exact, starting, anywhere = {}, {}, {}
  for _, row in ipairs(door.pairs()) do add(door.normal(row[1]), row[2]) end
  for _, list in pairs(starting) do table.sort(list, heavier) end
  table.sort(anywhere, heavier)
end

-- ---- saying -------------------------------------------------------------------------------------

-- two words of a language beside each other: no name, number or formula
local function has_words(text) return text:find "%f[%a]%a%a+ %a%a" ~= nil end

local said -- a text in French and the letters that were known; nil: no list has it

-- a part in French: listed, or what needs no translation; and the letters that were known
local function part(text, loose, depth)
  local fr, weight = said(text, depth + 1)
  if fr then return fr, weight end
  -- hints and cures stand in brackets behind
  for from in text:gmatch "() %(" do
    local behind, more
    if from > 1 then behind, more = said(text:sub(from), depth + 1) end
    if behind then
      local head, less = part(text:sub(1, from - 1), loose, depth + 1)
      if head then return head .. behind, more + less end
    end
  end
  if loose or not has_words(text) then return text, 0 end
  return nil
end

-- the French text with the parts in their places
local function filled(fr, list)
  fr = fr:gsub("%%%((%d):(.-)|(.-)%%%)", function(i, one, many)
    local n = tonumber(list[tonumber(i)]) or (list[tonumber(i)] == "" and 1 or 2)
    return language.plural(n, one, many, "fr")
  end)
  return (fr:gsub("%%(%d)", function(i) return list[tonumber(i)] end):gsub("%%%%", "%%"))
end

-- what a French text may leave out: the ends and small words of English grammar
local GRAMMAR = { [""] = true, s = true, es = true, is = true, are = true, x = true, ces = true,
  [" is"] = true, ["s are"] = true }

local function by_format(t, text, depth)
  local list = { text:match(t.pattern) }
  if not list[1] then return nil end
  local parts, weight = {}, t.weight
  for i, x in ipairs(list) do
    local fr, more
    if t.told[i] then fr, more = part(x, t.loose[i], depth) end
    parts[i] = fr or GRAMMAR[x] and x
    if not parts[i] then return nil end
    weight = weight + (more or 0)
  end
  return filled(t.fr, parts), weight
end

-- the format that knows the most letters, its own and those in its places: its text, how many
local function by_formats(text, depth)
  local best, most = nil, -1
  for _, list in ipairs { starting[text:sub(1, 3)] or {}, anywhere } do
    for _, t in ipairs(list) do
      local fr, weight = by_format(t, text, depth)
      if fr and weight > most then best, most = fr, weight end
    end
  end
  return best, most
end

-- a place before a message in French: listed, or what needs no translation
local function placed(place, fr, depth)
  local told = said(place, depth + 1) or not has_words(place) and place
  return told and told .. language.narrow .. ": " .. fr
end

-- "bodies[2].mass: expected a table": a place, and what is said of it; the heaviest that can be
local function behind_place(text, depth)
  local best, most = nil, -1
  for from, to in text:gmatch "(): ()" do
    local place = text:sub(1, from - 1)
    local rest, weight = said(text:sub(to), depth + 1)
    if rest and weight + 2 > most and not place:find "\n" then
      local fr = placed(place, rest, depth)
      if fr then best, most = fr, weight + 2 end -- of ": "
    end
  end
  return best, most
end

-- several lines, each a message
local function by_lines(text, depth)
  if not text:find "\n" then return nil end
  local out = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local blanks, rest = line:match "^(%s*)(.*)$"
    local fr = rest == "" and "" or said(rest, depth + 1) or not has_words(rest) and rest
    if not fr then return nil end
    out[#out + 1] = blanks .. fr
  end
  return table.concat(out, "\n")
end

-- "the file is missing (named there)": both listed
local function with_hint(text, depth)
  for from in text:gmatch "() %(" do
    local head, weight = said(text:sub(1, from - 1), depth + 1)
    local behind, more = nil, 0
    if head then behind, more = said(text:sub(from), depth + 1) end
    if behind then return head .. behind, weight + more end
  end
end

local function looked_up(text, depth)
  local lines = by_lines(text, depth)
  if lines then return lines, 0 end
  if #text > LONGEST then return nil end
  local whole, weight = by_formats(text, depth)
  local behind, less = behind_place(text, depth)
  if behind and less >= weight then return behind, less end
  if whole then return whole, weight end
  local hinted, both = with_hint(text, depth)
  return hinted, both
end

local MEMORY = 2000 -- parts of messages come again and again
local told, count = {}, 0
local WORK = 300 -- parts looked up for one message; one that asks for more stays English
local left = WORK

function said(text, depth)
  if exact[text] then return exact[text], #text end
  if depth > DEEPEST or not text:find "%a" then return nil end
  local known = told[text]
  if known then return known[1], known[2] end
  left = left - 1 - #text / 100
  if left < 0 then return nil end
  local fr, weight = looked_up(text, depth)
  if left < 0 then return nil end
  if count > MEMORY then told, count = {}, 0 end
  told[text], count = { fr, weight }, count + 1
  return fr, weight
end

-- ---- messages that were said --------------------------------------------------------------------

local MOST = 64
local last, from_french, at = {}, {}, 0 -- the last ones in French, and what they were

local function remember(fr, text)
  at = at % MOST + 1
  if last[at] then from_french[last[at]] = nil end
  last[at], from_french[fr] = fr, text
end

-- a message in English again, where it was said in French or has in it what was
function door.english(text)
  if from_french[text] then return from_french[text] end
  for fr, en in pairs(from_french) do
    local a, b = text:find(fr, 1, true)
    if a then text = text:sub(1, a - 1) .. en .. text:sub(b + 1) end
  end
  return text
end

-- in French, or as it is where no list has it
function door.say(text)
  if not exact then load_lists() end
  left = WORK
  return said(text, 0) or text
end

-- what an object prints of itself, each line that a list has in French
function door.shown(text)
  if not exact then load_lists() end
  return (text:gsub("[^\n]+", function(line)
    local blanks, rest = line:match "^(%s*)(.*)$"
    left = WORK
    local fr = (exact[rest] or has_words(rest) or rest:find "%l: "
      or rest:find "%l%l%l %(%d") and said(rest, 0)
    return fr and blanks .. fr
  end))
end

-- a message on its way out
function door.message(text)
  text = door.english(text)
  local fr = door.say(text)
  if fr ~= text and #text > 7 then remember(fr, text) end
  return fr
end

return door
