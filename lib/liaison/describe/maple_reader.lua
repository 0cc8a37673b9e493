-- maple_reader.lua - Maple text as what it assigns: numbers, expressions as texts, lists; every
-- mistake with line and column
--
--   liaison_véhicule := table([ Repere1 = ([R0, vector([x, 0, 0]), vector([0, 0, 0])]), .. ]);
--
-- Lists [..], {..}, <..>, sequences (..), and table, matrix, vector, array, list, diag around them,
-- with capitals or not; one pair of brackets more, a last comma and blanks are forgiven. Names have
-- any letters, or stand in ` `. What was assigned before stands for its name. # and (* *) are
-- comments; with(..), restart and the like are passed over, and told. After a mistake the reader
-- goes on behind the next comma, or the next semicolon.
local kit = require "liaison.core"._internal
local read_value = require("liaison.describe.value").parse

local reader = {}

local MOST = 20   -- complaints
local DEEPEST = 50 -- lists in lists

local LETTER, MORE = "[%a_\128-\255]", "[%w_\128-\255]"
local NAME = LETTER .. MORE .. "*"
local ASSIGNED = { "\n%s*()" .. NAME .. "%s*:=", "\n%s*()[`\"][^`\"\n]+[`\"]%s*:=" } -- a line
local CLOSING = { ["["] = "]", ["("] = ")", ["{"] = "}", ["<"] = ">" }

-- ---- places -------------------------------------------------------------------------------------

-- line and column of a byte, letters of several bytes counted once; places asked for in order take
-- one pass over the text
function reader.places(text)
  local from, line, column = 1, 1, 1
  return function(at)
    if at < from then from, line, column = 1, 1, 1 end
    for letter in text:sub(from, at - 1):gmatch "[^\128-\191]" do
      if letter == "\n" then line, column = line + 1, 1 else column = column + 1 end
    end
    from = math.max(from, at)
    return line, column
  end
end

local function complain(p, at, what)
  local line, column = p.place(at)
  p.complaints[#p.complaints + 1] = ("line %d, column %d: %s"):format(line, column, what)
end

-- leaves what is being read; caught where the reader can go on, behind the text nowhere
local function fail(p, what, at)
  error({ at = at or p.at, maple = what, last = p.at > #p.s }, 0)
end

-- what stands here, for "got .."
local function here(p)
  if p.at > #p.s then return "the end" end
  return "'" .. p.s:sub(p.at, p.at + 9):match "^[^\n]*" .. "'"
end

-- ---- letters ------------------------------------------------------------------------------------

-- the next letter that is no blank and no comment
local function skip(p)
  while true do
    p.at = p.s:find("%S", p.at) or #p.s + 1
    if p.s:sub(p.at, p.at) == "#" then
      p.at = p.s:find("\n", p.at, true) or #p.s + 1
    elseif p.s:sub(p.at, p.at + 1) == "(*" then
      local _, stop = p.s:find("*)", p.at, true)
      p.at = (stop or #p.s) + 1
    else
      return p.s:sub(p.at, p.at)
    end
  end
end

-- the byte of the bracket that closes the one here, or nil
local function closing_of(p)
  local close, depth = {}, 0
  for at = p.at, #p.s do
    local c = p.s:sub(at, at)
    if c == ";" then return nil end
    if c == "[" or c == "(" or c == "{" then
      depth = depth + 1
      close[depth] = CLOSING[c]
    elseif c == close[depth] then
      depth = depth - 1
      if depth == 0 then return at end
    end
  end
end

-- bytes at which lines begin with an assignment, and one behind the text
local function assignments(text)
  local list = {}
  for _, begins in ipairs(ASSIGNED) do
    for at in text:gmatch(begins) do list[#list + 1] = at end
  end
  list[#list + 1] = #text + 1
  table.sort(list, function(a, b) return a < b end)
  return list
end

-- the first of them that is not before here
local function next_assignment(p, at)
  local low, high = 1, #p.assigned
  while low < high do
    local middle = math.floor((low + high) / 2)
    if p.assigned[middle] < at then low = middle + 1 else high = middle end
  end
  return p.assigned[low]
end

-- a name, with or without quotes, and where it ends; nil where none stands here
local function name_at(p, at)
  local quoted, stop = p.s:match("^`([^`\n]+)`()", at)
  if quoted then return quoted, stop end
  quoted, stop = p.s:match("^\"(" .. NAME .. ")\"()", at)
  if quoted then return quoted, stop end
  return p.s:match("^(" .. NAME .. ")()", at)
end

-- ---- values -------------------------------------------------------------------------------------

local value

-- name = before a value, also `name` and (name): its byte behind, or nil
local function key_here(p)
  local inside = p.s:match("^%(%s*()", p.at)
  local name, stop = name_at(p, inside or p.at)
  if not name then return nil end
  if inside then stop = p.s:match("^%s*%)()", stop) end
  stop = stop and p.s:match("^%s*=()", stop)
  if not stop or p.s:sub(stop, stop) == "=" then return nil end
  return name, stop
end

local function put(list, key, v, at)
  list.at = list.at or {}
  if list[key] ~= nil then
    list[#list + 1] = { key, v, twice = true, at = at }
    return
  end
  list[key], list.at[key] = v, at
  list.keys = list.keys or {}
  list.keys[#list.keys + 1] = key
end

local function item(p, list)
  local at = p.at
  local key, behind = key_here(p)
  if not key then
    list[#list + 1] = value(p)
    return
  end
  p.at = behind
  put(list, key, value(p), at)
end

-- behind a mistake: to the comma or bracket that ends the item that began at `from`
local function recover(p, from, why)
  complain(p, why.at, why.maple)
  if #p.complaints >= MOST then error({ full = true }, 0) end
  local depth, stop = 0, next_assignment(p, why.at)
  for at = from, #p.s do
    local c = p.s:sub(at, at)
    if c == ";" or at == stop then error({ stop = at }, 0) end
    if c:find "[[({]" then depth = depth + 1 end
    local closes = c:find "[])}]"
    local behind = at > why.at or at == why.at and c == ","
    if behind and depth <= 0 and (closes or c == ",") or closes and depth == 0 then
      p.at = at
      return
    end
    if closes then depth = depth - 1 end
  end
  p.at = #p.s + 1
end

-- an error that one item may leave: a mistake of the text
local function mistake(why)
  return type(why) == "table" and why.maple ~= nil and not why.last
end

-- one item, and what stands behind it
local function item_and_comma(p, list, closing)
  item(p, list)
  local c = skip(p)
  if c ~= "," and c ~= closing then
    fail(p, ("'%s' expected, got %s"):format(closing, here(p)))
  end
end

-- values up to the closing bracket; a last comma is forgiven. A bracket of a list around this one
-- leaves it: `gone`
local function list_of(p, closing)
  local list = {}
  p.depth = p.depth + 1
  if p.depth > DEEPEST then fail(p, "nested too deeply") end
  local depth, angle = p.depth, p.angle
  p.angle = closing == ">"
  while skip(p) ~= closing do
    if p.at > #p.s then fail(p, ("'%s' expected, got the end"):format(closing)) end
    local from = p.at
    local ok, why = pcall(item_and_comma, p, list, closing)
    if not ok and type(why) == "table" and why.gone then
      p.at = why.gone
    elseif not ok then
      if not mistake(why) or p.depth > DEEPEST or p.s:sub(why.at, why.at) == ";" then
        error(why, 0)
      end
      recover(p, from, why)
    end
    p.depth, p.angle = depth, closing == ">"
    local c = skip(p)
    if c == "," then
      p.at = p.at + 1
    elseif c ~= closing and c ~= "" and not ok then
      error({ gone = p.at }, 0)
    end
  end
  p.at = p.at + 1
  p.depth, p.angle = p.depth - 1, angle
  return list
end

local BETWEEN = { ["and"] = true, ["or"] = true, ["not"] = true, mod = true }

-- two numbers or names with nothing between them but blanks
local function refuse_neighbours(p, start, text)
  text = text:gsub("`[^`\n]*`", function(name) return ("q"):rep(#name) end)
  for word, at in text:gmatch "([%w_\128-\255]*)%)?%s+()%f[%w_`\128-\255]" do
    local after = text:match("^[%w_\128-\255]+", at)
    local before = text:sub(1, at - 1):match "(%S)%s+$"
    if before:find "[%w_)`\128-\255]" and not BETWEEN[word] and not BETWEEN[after] then
      p.at = start + at - 1
      fail(p, (select(2, read_value((text:gsub("%s+$", ""))))))
    end
  end
end

-- an expression: its letters up to a comma or bracket of the level above, or the next assignment
local function expression(p)
  local start, depth = p.at, 0
  local stop = next_assignment(p, p.at)
  while p.at < stop do
    local c = p.s:sub(p.at, p.at)
    if c == "(" then depth = depth + 1 end
    if c == ")" then depth = depth - 1 end
    local compared = p.s:find("^[<>=]=", p.at)
    if depth < 0 or depth == 0 and not compared and c:find "[],;:[#={}]"
      or p.angle and depth == 0 and c == ">" then break end
    p.at = p.at + (compared and 2 or 1)
  end
  refuse_neighbours(p, start, p.s:sub(start, p.at - 1))
  local text = p.s:sub(start, p.at - 1):gsub("%s+$", ""):gsub("%f[%w_]Pi%f[^%w_]",
    "pi"):gsub("%f[*]%*%*%f[^*]", "^"):gsub("[`\"]", "")
  if text == "" then fail(p, ("a value expected, got %s"):format(here(p))) end
  local known = p.names[text]
  if known ~= nil then return known end
  local number = text:find "^[%d.]" and tonumber(text)
  return number and number < math.huge and number or text
end

-- what the parenthesis here is: "list" around one list, "sequence" with commas, "part" of an
-- expression
local function parenthesis(p)
  local stop = closing_of(p)
  if not stop then fail(p, "'(' is never closed") end
  local inside = p.s:sub(p.at + 1, stop - 1)
  local at = p.s:match("^%s*()%[", p.at + 1)
  if at then
    local q = { s = p.s, at = at }
    local ends = closing_of(q)
    if ends and p.s:sub(ends + 1, stop - 1):find "^%s*$" then return "list" end
  end
  local depth = 0
  for c in inside:gmatch "[][(){},=]" do
    if c:find "[[({]" then depth = depth + 1 elseif c:find "[])}]" then depth = depth - 1
    elseif c == "," and depth == 0 then return "sequence" end
  end
  return "part"
end

local function first_list(list) return type(list[1]) == "table" and list[1] or list end

-- the list behind sizes: Vector(3, [x, y, z]), matrix(3, 3, [..]), array(1..3, 1..3, [..])
local function behind_sizes(list)
  for k = 1, #list - 1 do
    local x = list[k]
    if type(x) ~= "number" and not (type(x) == "string" and x:find "^%d+%.%.%d+$") then
      return nil
    end
  end
  return type(list[#list]) == "table" and list[#list] or nil
end

-- Vector(3, [x, y, z]), vector([x, y, z]), vector(x, y, z)
local function numbers_of(list) return behind_sizes(list) or first_list(list) end

-- three rows of what matrix, Matrix, array have in their brackets: rows, or numbers in order
local function rows_of(list)
  local t = numbers_of(list)
  if #t == 9 and type(t[1]) ~= "table" then
    return { { t[1], t[2], t[3] }, { t[4], t[5], t[6] }, { t[7], t[8], t[9] } }
  end
  return t
end

local constructors = {
  table = first_list, list = first_list, evalm = function(list) return list[1] end,
  matrix = rows_of, array = rows_of, vector = numbers_of,
  diag = function(list)
    local d = first_list(list)
    return { { d[1], 0, 0 }, { 0, d[2], 0 }, { 0, 0, d[3] } }
  end,
}
constructors.diagonalmatrix = constructors.diag

-- the constructor here and where its parenthesis stands; Vector[row](..) has an index between
local function constructor(p)
  local name, stop = p.s:match("^(%a+)%s*()", p.at)
  local make = name and constructors[kit.lower(name)]
  if not make then return nil end
  stop = p.s:match("^%[[^%]\n]*%]%s*()", stop) or stop
  if p.s:sub(stop, stop) == "(" then return make, stop end
end

value = function(p)
  local c = skip(p)
  if c == "[" or c == "{" or c == "<" then
    p.at = p.at + 1
    return list_of(p, CLOSING[c])
  end
  local kind = c == "(" and parenthesis(p)
  if kind == "sequence" or kind == "list" then
    p.at = p.at + 1
    local list = list_of(p, ")")
    return kind == "list" and list[1] or list
  end
  local make, stop = constructor(p)
  if make then
    p.at = stop + 1
    return make(list_of(p, ")"))
  end
  return expression(p)
end

-- ---- statements ---------------------------------------------------------------------------------

-- what only prepares a session; nothing of a definition is in it
local PREPARES = { restart = true, with = true, interface = true, read = true, libname = true,
  kernelopts = true, print = true, save = true, quit = true }

-- where the statement ends that something is wrong in: its semicolon, or the line before the next
-- assignment
local function statement_end(p, from)
  local semicolon = p.s:find(";", from, true) or #p.s
  return math.min(semicolon, next_assignment(p, from) - 1)
end

local function pass_over(p, word)
  local line = p.place(p.at)
  p.remarks[#p.remarks + 1] = ("line %d: '%s' is passed over"):format(line, word)
  p.at = (p.s:find("[;:\n]", p.at) or #p.s) + 1
end

local function statement(p)
  local name, stop = name_at(p, p.at)
  local behind = name and p.s:match("^%s*:?=()", stop)
  if not behind then
    if name and PREPARES[name] then return pass_over(p, name) end
    fail(p, ("'name := ...' expected, got '%s'"):format(p.s:sub(p.at, p.at + 19):match "^[^\n]*"))
  end
  local at = p.at
  p.at = behind
  p.names[name], p.where[name] = value(p), at
  local c = skip(p)
  if c == ";" or c == ":" then
    p.at = p.at + 1
  elseif c ~= "" then
    fail(p, ("';' expected, got %s"):format(here(p)))
  end
end

local function statements(p)
  while skip(p) ~= "" do
    local from = p.at
    p.depth, p.angle = 0, false
    local ok, why = pcall(statement, p)
    if not ok then
      if type(why) ~= "table" or why.full then error(why, 0) end
      if why.maple then complain(p, why.at, why.maple) end
      if #p.complaints >= MOST then return end
      p.at = statement_end(p, math.max(why.stop or why.gone or why.at, from)) + 1
    end
  end
end

-- Maple text -> { names =, where = bytes by name, complaints =, remarks =, place }
function reader.read(text)
  local p = { s = text, at = 1, names = {}, where = {}, complaints = {}, remarks = {}, depth = 0,
    assigned = assignments(text), place = reader.places(text) }
  local ok, why = pcall(statements, p)
  if not ok and not (type(why) == "table" and why.full) then error(why, 0) end
  return p
end

return reader
