-- datafile.lua - a file in the syntax of Lua's tables read as data: nothing in it is run
--
-- It is what model:lua writes and what one writes by hand:
--
--   local li = require "liaison"              -- may stand there; so may nothing
--   local deg, L = math.pi/180, 0.4           -- names for values
--   return li.robot { bodies = {
--     { name = "arm", joint = "revolute", at = { 2*L, 0, 0 }, max = 90*deg } } }
--
-- Values are numbers, texts, true, false, nil, tables; + - * / // % ^ and .. of them, brackets; the
-- constants and functions of math; li.deg, li.pi, li.rad; poses and inertias (li.rot.x(0.3),
-- li.frame(..), li.inertia.point(..)). What is returned is a table, or li.robot, li.dh, li.planar,
-- li.phrase or li.definition of one. Anything else makes a program, and is refused.
--
-- The time it takes grows with the length of the file, and so does the memory: a name that stands
-- for a table counts as all that is in the table, a text made of others as all its letters.
local li = require "liaison.core"
local words = require "liaison.describe.datafile_words"

local datafile = {}

local find, match, sub, byte = string.find, string.match, string.sub, string.byte
local fail, shown, token, program = words.fail, words.shown, words.token, words.program
local skip, expect, peek_word, name = words.skip, words.expect, words.peek_word, words.name
local quoted, long_text, number = words.quoted, words.long_text, words.number
local KEYWORDS = words.KEYWORDS
local MOST_BYTES, MOST_VALUES, DEEPEST = 16 * 1024 * 1024, 2 * 1000 * 1000, 100

-- ---------------------------------------------------------------- what names stand for

-- a name that can be called or asked for parts, and is no value itself
local Named = {}

local function named(title, part, call)
  return setmetatable({ title = title, part = part, call = call }, Named)
end

local function is_named(x) return getmetatable(x) == Named end

local function constants(title, values, functions)
  return named(title, function(key)
    if values[key] ~= nil then return values[key] end
    return functions[key] and named(title .. "." .. key, nil, functions[key])
  end)
end

local function of_math()
  local functions = {}
  local names = "abs acos asin atan ceil cos deg exp floor fmod log max min rad sin sqrt tan"
  for key in names:gmatch "%a+" do
    functions[key] = math[key]
  end
  return constants("math", { pi = math.pi, huge = math.huge }, functions)
end

-- li.rot, li.frame, li.inertia: those of their functions that give one of these three; others
-- compute
local function of_space(space)
  local gives = {}
  for _, row in ipairs(li._internal.rows()) do
    local key, result = match(row.sig, "^" .. space .. "%.?([%w_]*)%b() %-> (%a+)$")
    if key and (result == "rot" or result == "frame" or result == "inertia") then
      gives[key] = true
    end
  end
  return named("li." .. space, function(key)
    return gives[key] and named("li." .. space .. "." .. key, nil, rawget(li, space)[key])
  end, gives[""] and function(...) return rawget(li, space)(...) end)
end

-- { phrase = text, name = .. } as a file may also say it
local function way(key)
  return function(what, options)
    local out = { [key] = what }
    for k, v in pairs(type(options) == "table" and options or {}) do out[k] = v end
    return out
  end
end

local library
local function of_liaison()
  if library then return library end
  local ways = { robot = function(t) return t end }
  for _, key in ipairs { "dh", "planar", "phrase", "definition" } do ways[key] = way(key) end
  local plain = constants("li", { deg = math.pi / 180, pi = math.pi, rad = 1 }, ways)
  local spaces = { rot = of_space "rot", frame = of_space "frame", inertia = of_space "inertia" }
  library = named("li", function(key) return spaces[key] or plain.part(key) end)
  return library
end

-- what programs have: told apart from a name that is merely misspelt
local PROGRAMS = {}
for word in ("arg assert collectgarbage coroutine debug dofile error getmetatable io ipairs "
  .. "load loadfile loadstring next os package pairs pcall "
  .. "print rawequal rawget rawlen rawset select setmetatable string table tonumber tostring "
  .. "type unpack utf8 xpcall"):gmatch "%S+" do
  PROGRAMS[word] = true
end

local function is_of_liaison(key)
  local ok, x = pcall(function() return li[key] end)
  return ok and x ~= nil
end

local function requires(what)
  if what ~= "liaison" then error({ program = "requiring another module" }, 0) end
  return of_liaison()
end

local function globals(key)
  if key == "li" then return of_liaison() end
  if key == "math" then return of_math() end
  if key == "require" then return named("require", nil, requires) end
end

-- ---------------------------------------------------------------- values

-- values counted so far: what a name stands for counts again wherever it stands
local function count(r, more)
  r.count = r.count + more
  if r.count > MOST_VALUES then fail(r, ("more than %d values"):format(MOST_VALUES)) end
end

local expression -- of any kind

local function deeper(r, read, a)
  r.depth = r.depth + 1
  if r.depth > DEEPEST then fail(r, ("nested more than %d deep"):format(DEEPEST)) end
  local x = read(r, a)
  r.depth = r.depth - 1
  return x
end

local function plain(r, x, at)
  if is_named(x) then
    fail(r, ("%s is no value%s"):format(x.title, x.call and ": it is to be called" or ""), at)
  end
  return x
end

local function value(r)
  skip(r)
  local at = r.at
  return plain(r, deeper(r, expression), at)
end

local function put(r, t, key, x, at)
  if key == nil or key ~= key then fail(r, "this can be no key", at) end
  if t[key] ~= nil then fail(r, ("the key '%s' a second time"):format(shown(tostring(key))), at) end
  t[key] = x
end

-- the word before a '=', which is read as well; nil, and nothing read, where there is none
local function key_word(r)
  local at = r.at
  local word = match(r.s, "^[%a_][%w_]*", at)
  if not word or KEYWORDS[word] then return nil end
  r.at = at + #word
  if skip(r) == 61 and byte(r.s, r.at + 1) ~= 61 then
    r.at = r.at + 1
    return word
  end
  r.at = at
end

-- { 1, x = 2, ["y"] = 3 }
local function constructor(r)
  local t, n, before = {}, 0, r.count
  r.start[t] = r.at
  r.at = r.at + 1
  while true do
    local c = skip(r)
    if c == 125 then break end
    local at = r.at
    local word = key_word(r)
    if word then
      put(r, t, word, value(r), at)
    elseif c == 91 and not find(r.s, "^%[=*%[", at) then
      r.at = at + 1
      local key = value(r)
      expect(r, "]", "after a key")
      expect(r, "=", "after a key")
      put(r, t, key, value(r), at)
    else
      n = n + 1
      put(r, t, n, value(r), at)
    end
    count(r, 1)
    c = skip(r)
    if c == 44 or c == 59 then r.at = r.at + 1
    elseif c ~= 125 then fail(r, "expected ',' or '}' in a table, got " .. token(r, r.at)) end
  end
  r.at = r.at + 1
  r.size[t] = r.count - before
  return t
end

local function arguments(r)
  local list, n = {}, 0
  r.at = r.at + 1
  if skip(r) == 41 then
    r.at = r.at + 1
    return list, 0
  end
  while true do
    n = n + 1
    list[n] = value(r)
    local c = skip(r)
    r.at = r.at + 1
    if c == 41 then return list, n end
    if c ~= 44 then
      fail(r, "expected ',' or ')' among arguments, got " .. token(r, r.at - 1), r.at - 1)
    end
  end
end

local function bare(why) return (tostring(why):gsub("^.-:%d+: ", "")) end

local function kept(r, at, ok, x)
  if ok then return x end
  if type(x) == "table" and x.program then program(r, x.program, at) end
  if tostring(x):find "interrupted!" or tostring(x):find "out of memory" then error(x, 0) end
  fail(r, bare(x), at)
end

local function call(r, f, at, list, n)
  if not is_named(f) or not f.call then fail(r, "this cannot be called here", at) end
  return kept(r, at, pcall(f.call, (table.unpack or unpack)(list, 1, n)))
end

local function part(r, x, key, at)
  if is_named(x) then
    local found = x.part and x.part(key)
    if found == nil and x == library and is_of_liaison(key) then program(r, "li." .. key, at) end
    if found == nil then
      fail(r, ("there is no %s.%s here"):format(x.title, shown(tostring(key))), at)
    end
    return found
  end
  if type(x) ~= "table" then fail(r, ("a %s has no parts here"):format(type(x)), at) end
  local found = x[key]
  if r.size[found] then count(r, r.size[found]) end
  return found
end

-- a name and what follows it: li.rot.x(0.3), sizes[2].length
local function primary(r)
  local at = r.at
  local x
  if byte(r.s, at) == 40 then
    r.at = at + 1
    x = deeper(r, expression)
    expect(r, ")", "after a bracket")
  else
    local word = name(r, "a value")
    x = r.scope[word]
    if x == nil then x = globals(word) end
    if x == nil and not r.known[word] and PROGRAMS[word] then program(r, "'" .. word .. "'", at) end
    if x == nil and not r.known[word] then
      fail(r, ("there is no name '%s' here"):format(word), at)
    end
    if r.size[x] then count(r, r.size[x]) end
  end
  while true do
    local c = skip(r)
    if c == 46 and byte(r.s, r.at + 1) ~= 46 then
      r.at = r.at + 1
      x = part(r, x, name(r, "a name"), at)
    elseif c == 91 and not find(r.s, "^%[=*%[", r.at) then
      r.at = r.at + 1
      x = part(r, x, value(r), at)
      expect(r, "]", "after an index")
    elseif c == 40 then
      x = call(r, x, at, arguments(r))
    elseif c == 123 then
      x = call(r, x, at, { deeper(r, constructor) }, 1)
    elseif c == 34 or c == 39 then
      x = call(r, x, at, { quoted(r, sub(r.s, r.at, r.at)) }, 1)
    elseif c == 91 then
      x = call(r, x, at, { long_text(r) }, 1)
    elseif c == 58 then
      program(r, "calling a method")
    else
      return x
    end
  end
end

local WORDS = { ["true"] = true, ["false"] = false }

local function simple(r)
  local c = skip(r)
  if c == 123 then return constructor(r) end
  if c == 34 or c == 39 then return quoted(r, sub(r.s, r.at, r.at)) end
  if c and (c >= 48 and c <= 57 or c == 46 and find(r.s, "^%d", r.at + 1)) then return number(r) end
  if c == 91 and find(r.s, "^%[=*%[", r.at) then return long_text(r) end
  local word = peek_word(r)
  if word == "nil" or WORDS[word] ~= nil then
    r.at = r.at + #word
    return WORDS[word]
  end
  if word and KEYWORDS[word] then program(r, "'" .. word .. "'") end
  return primary(r)
end

-- numbers, and what liaison itself can multiply and add
local function operand(r, x, at)
  if type(x) == "number" or li._internal.class(x) then return x end
  plain(r, x, at)
  fail(r, ("expected a number, got %s"):format(type(x) == "string" and "the text '" .. shown(x)
    .. "'" or type(x) == "nil" and "nil" or "a " .. type(x)), at)
end

local OPERATORS = {
  ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end,
    ["*"] = function(a, b) return a * b end,
  ["/"] = function(a, b) return a / b end, ["%"] = function(a, b) return a % b end,
    ["^"] = function(a, b) return a ^ b end,
  ["//"] = function(a, b) return math.floor(a / b) end,
}

local function apply(r, at, sign, a, b)
  local f = OPERATORS[sign]
  a, b = operand(r, a, at), operand(r, b, at)
  if type(a) == "number" and type(b) == "number" then
    if b == 0 and sign == "%" then fail(r, "division by zero", at) end
    return f(a, b)
  end
  return kept(r, at, pcall(f, a, b))
end

-- factor := - factor | simple [^ factor]
local function factor(r)
  local c = skip(r)
  local at = r.at
  if c == 45 then
    r.at = at + 1
    local x = operand(r, deeper(r, factor), at)
    if type(x) == "number" then return -x end
    return kept(r, at, pcall(function() return -x end))
  end
  if c == 35 then program(r, "a length '#'") end
  local x = simple(r)
  if skip(r) ~= 94 then return x end
  r.at = r.at + 1
  return apply(r, at, "^", x, deeper(r, factor))
end

local function product(r)
  skip(r)
  local at = r.at
  local x = factor(r)
  while true do
    skip(r)
    local sign = match(r.s, "^//", r.at) or match(r.s, "^[%*/%%]", r.at)
    if not sign then return x end
    r.at = r.at + #sign
    x = apply(r, at, sign, x, factor(r))
  end
end

local function sum(r)
  skip(r)
  local at = r.at
  local x = product(r)
  while true do
    local c = skip(r)
    if c ~= 43 and c ~= 45 then return x end
    r.at = r.at + 1
    x = apply(r, at, c == 43 and "+" or "-", x, product(r))
  end
end

local function text_of(r, x, at)
  if type(x) == "number" then return li._internal.number(x) end
  if type(x) == "string" then return x end
  fail(r, "expected texts on both sides of ..", at)
end

expression = function(r)
  skip(r)
  local at = r.at
  local x = sum(r)
  local c = skip(r)
  if c ~= 46 or sub(r.s, r.at, r.at + 1) ~= ".." then
    local sign = match(r.s, "^[<>~=]=", r.at) or match(r.s, "^[<>&|~]", r.at)
    if sign then program(r, "'" .. sign .. "'") end
    local word = match(r.s, "^%a+", r.at)
    if word == "and" or word == "or" then program(r, "'" .. word .. "'") end
    return x
  end
  r.at = r.at + 2
  local out = text_of(r, x, at) .. text_of(r, deeper(r, expression), at)
  r.letters = r.letters + #out
  if r.letters > MOST_BYTES then
    fail(r, ("texts of more than %d megabytes"):format(MOST_BYTES / 1048576), at)
  end
  return out
end

-- ---------------------------------------------------------------- statements

local function comma(r)
  if skip(r) ~= 44 then return false end
  r.at = r.at + 1
  return true
end

-- a, b = 1, 2: all values are read before the first is given a name
local function name_values(r, names)
  local values, n = {}, 0
  repeat
    n = n + 1
    values[n] = deeper(r, expression)
  until not comma(r)
  for k, word in ipairs(names) do r.scope[word], r.known[word] = values[k], true end
end

local function local_names(r)
  if peek_word(r) == "function" then program(r, "a function") end
  local names = {}
  repeat
    names[#names + 1] = name(r, "a name")
    if skip(r) == 60 then
      local stop = match(r.s, "^<%s*const%s*>()", r.at)
        or fail(r, "expected <const>, got " .. token(r, r.at + 1))
      r.at = stop
    end
  until not comma(r)
  if skip(r) == 61 then
    r.at = r.at + 1
    name_values(r, names)
    return
  end
  for _, word in ipairs(names) do r.scope[word], r.known[word] = nil, true end
end

local function assignment(r)
  local at, names = r.at, {}
  repeat names[#names + 1] = name(r, "a name") until not comma(r)
  if skip(r) ~= 61 or byte(r.s, r.at + 1) == 61 then program(r, "this statement", at) end
  r.at = r.at + 1
  name_values(r, names)
end

-- what the file returns
local function chunk(r)
  while true do
    local c = skip(r)
    if not c then fail(r, "nothing is returned") end
    local word = peek_word(r)
    local at = r.at
    if c == 59 then
      r.at = at + 1
    elseif word == "local" then
      r.at = at + 5
      local_names(r)
    elseif word == "return" then
      r.at = at + 6
      local x = value(r)
      if skip(r) == 59 then r.at = r.at + 1 end
      if skip(r) then fail(r, "nothing may follow what is returned, got " .. token(r, r.at)) end
      if type(x) ~= "table" then
        fail(r, ("expected that a table is returned, got %s"):format(li._internal.class(x) or "a "
          .. type(x)), at)
      end
      return x
    elseif word and not KEYWORDS[word] then
      assignment(r)
    elseif word then
      program(r, "'" .. word .. "'")
    else
      fail(r, "expected a statement, got " .. token(r, at))
    end
  end
end

-- ---------------------------------------------------------------- files

local function line_of(text, at)
  local _, n = sub(text, 1, at - 1):gsub("\n", "\n")
  return n + 1
end

-- "bodies[2].mass" -> the line where the innermost table of it begins
local function line_of_place(r, t, place)
  local at = r.start[t]
  for key in place:gmatch "[^%.%[%]]+" do
    t = t[tonumber(key) or key]
    if not r.start[t] then break end
    at = r.start[t]
  end
  return line_of(r.s, at)
end

local function weak() return setmetatable({}, { __mode = "k" }) end

-- text -> the table it returns and a function place -> line; nil, "path:line: what is wrong", and
-- whether it is a program
function datafile.read(text, path)
  if #text > MOST_BYTES then
    return nil, ("%s: larger than %d megabytes"):format(path, MOST_BYTES / 1048576)
  end
  if byte(text) == 27 then return nil, path .. ": compiled Lua is not accepted, only its source" end
  local start = match(text, "^\239\187\191()") or 1
  if byte(text, start) == 35 then start = find(text, "\n", start, true) or #text + 1 end
  local r = { s = text, at = start, depth = 0, count = 0, letters = 0, scope = {}, known = {},
    size = weak(), start = weak() }
  local ok, result = pcall(chunk, r)
  if ok then return result, function(place) return line_of_place(r, result, place) end end
  if type(result) ~= "table" or result.of ~= r then error(result, 0) end
  return nil, ("%s:%d: %s"):format(path, line_of(text, result.at), result.what),
    result.what:find("makes this a program", 1, true) ~= nil
end

-- path -> the table it returns and a function place -> line; nil, message, "EIO" where it cannot be
-- read; nil, message where it is no such file
function datafile.load(path)
  local text, why, code = li._internal.read(path, MOST_BYTES + 1)
  if not text then return nil, why, code end
  local t, said, runs = datafile.read(text, path)
  if t then return t, said end
  return nil, runs and ("%s (where you trust it, dofile %q gives what it returns)"):format(said,
    path) or said
end

return datafile
