-- phrase_words.lua - the words of a description phrase: letters read to names, numbers and values,
-- and mistakes told with their line and column
local value = require "liaison.describe.value"

local tokens = {}

local most_errors = 10

-- diagnostics -------------------------------------------------------------------------------------
-- { code, text, line, column, token, warning }: codes starting with E stop, with W do not

local function say(p, code, at, text, token)
  local list = code:sub(1, 1) == "W" and p.warnings or p.errors
  if #list >= most_errors then return end
  text = text:gsub("'([^']*)'",
    function(word) return #word > 60 and ("'%s...'"):format(word:sub(1, 60)) or nil end)
  local line, start = 1, 1
  for stop in p.text:sub(1, at - 1):gmatch "()\n" do line, start = line + 1, stop + 1 end
  local _, bytes_that_continue = p.text:sub(start, at - 1):gsub("[\128-\191]", "")
  list[#list + 1] = {
    code = code, text = text, line = line, column = at - start + 1 - bytes_that_continue, at = at,
      token = token,
    warning = list == p.warnings or nil,
  }
end

-- the line where it happened, cut to what fits, and a caret below the column
local function show(text, d)
  local n = 0
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    n = n + 1
    if n == d.line then
      local chars = {}
      for c in line:gmatch "[%z\1-\127\192-\255][\128-\191]*" do
        chars[#chars + 1] = c:find "%c" and " " or c
      end
      local from = math.max(1, d.column - 60)
      return "  " .. table.concat(chars, "", from, math.min(#chars, from + 99)) .. "\n  "
        .. (" "):rep(d.column - from) .. "^"
    end
  end
end

-- of a phrase given as a table text is nil
function tokens.message(text, list)
  local out = {}
  for k, d in ipairs(list) do
    out[k] = not text and d.text .. " (" .. d.code .. ")"
      or string.format("phrase, line %d, column %d: %s (%s)\n%s", d.line, d.column, d.text, d.code,
      show(text, d))
  end
  return table.concat(out, "\n")
end

-- warnings as sentences, with their codes; placed where the phrase was a text
function tokens.remarks(placed, list)
  local out = {}
  for k, d in ipairs(list) do
    out[k] = (placed and ("phrase, line %d, column %d: "):format(d.line, d.column) or "phrase: ")
      .. d.text .. " (" .. d.code .. ")"
  end
  return out
end

-- words -------------------------------------------------------------------------------------------
-- tokens { kind, text, at, stop }: kind is word, number, end, or the character itself

-- as the chapter sets it, θ_1 MIN or \theta_{1} MIN, and as the listing does: one name; where it
-- stops
local function printed_limit(s, at)
  for _, theta in ipairs { "θ", "\\theta" } do
    for _, index in ipairs { "_?(%d+)", "_{(%d+)}" } do
      local number, which, stop = s:match("^" .. theta .. "%s*" .. index .. "%s*(M[IA][NX])()", at)
      if number and not s:find("^[%w_]", stop) then return "θ" .. number .. which, stop end
    end
  end
end

-- the zeros of the report: Ø of its printer, \emptyset and its sign of the chapter
local function printed_zero(s, at)
  for _, zero in ipairs { "Ø", "∅", "\\emptyset" } do
    if s:sub(at, at + #zero - 1) == zero and not s:find("^%a", at + #zero) then
      return at + #zero
    end
  end
end

local function next_token(p)
  local s, at = p.text, p.stop
  while true do
    at = s:find("%S", at) or #s + 1
    if s:sub(at, at + 1) ~= "--" then break end
    at = s:find("\n", at, true) or #s + 1
  end
  local c = s:sub(at, at)
  local kind, stop
  local word, after = printed_limit(s, at)
  local zero = not word and printed_zero(s, at)
  if c == "" then
    kind, stop = "end", at
  elseif word or zero then
    p.kind, p.token, p.at, p.stop = word and "word" or "number", word or "Ø", at,
      word and after or zero
    return
  elseif c:find "[%a_\128-\255]" then
    kind, stop = "word", s:match("^[%w_\128-\255]+()", at)
  elseif s:find("^%.?%d", at) then
    stop = s:match("^%d*%.?%d*[eE][+-]?%d+()", at) or s:match("^%d*%.?%d*()", at)
    kind = "number"
    if s:find("^[%a_\128-\255]", stop) then
      kind, stop = "digitword", s:match("^[%w_.\128-\255]+()", at)
    end
  elseif s:find("^[<>=]=", at) or c == "<" or c == ">" then
    kind, stop = "comparison", s:match("^[<>=]=?()", at)
  else
    kind, stop = c, at + 1
  end
  p.kind, p.token, p.at, p.stop = kind, s:sub(at, stop - 1), at, stop
  if kind == c and not c:find "[(),;{}=+*/^'~-]" then
    say(p, "E_CHAR", at, "illegal character '" .. (c:find "%c" and string.format("\\%d", c:byte())
      or c) .. "'", c)
    return next_token(p)
  end
end

local function seen(p)
  return p.kind == "end" and "the end" or "'" .. p.token .. "'"
end

-- theta1MIN, θ1MIN and the line printer's 01MIN are one name
local function symbol(p, word, at)
  if word:find "^%d" then
    if not p.report then
      say(p, "E_NUMBER", at, "malformed number '" .. word
        .. "' (a name of the 1980 printer? read it with mode = 'report')", word)
      return "_"
    end
    say(p, "W_DIGITSYM", at, "'" .. word .. "' read as a name", word)
    word = word:gsub("^0", "theta")
    if word:find "^%d" then word = "_" .. word end
  end
  local name = word:gsub("θ", "theta"):gsub("Ø", "0"):gsub("∅", "0")
  if name:find "[\128-\255]" then
    say(p, "E_CHAR", at, "letters of a name are a-z, A-Z, 0-9 and _ (and θ), got '" .. word .. "'",
      word)
    return "_"
  end
  return name
end

-- a value: the words up to the comma or parenthesis that ends it, read as an expression. A mistake
-- in it is told with the text as it stands in the phrase; where words were translated or a comment
-- stands between, with the words joined
local function read_value(p)
  local at, words, depth, stop, as_it_stands = p.at, {}, 0, p.at, true
  while true do
    local k = p.kind
    if k == "end" or k == ";" or k == "{" or k == "}" or k == "=" then break end
    if depth == 0 and (k == "," or k == ")") then break end
    depth = depth + (k == "(" and 1 or k == ")" and -1 or 0)
    local word = (k == "word" or k == "digitword") and symbol(p, p.token, p.at) or p.token == "Ø"
      and "0" or p.token
    words[#words + 1], stop = word, p.stop
    as_it_stands = as_it_stands and p.text:sub(p.at, p.stop - 1) == word
    -- two words in a row are no expression: the parenthesis between two moves is missing
    if p.last_word and (k == "word" or k == "number" or k == "digitword") then break end
    p.last_word = k == "word" or k == "number" or k == "digitword"
    next_token(p)
  end
  p.last_word = nil
  if #words == 0 then
    say(p, "E_VALUE", at, "symbol or number expected, got " .. seen(p), p.token)
    return nil
  end
  local raw = p.text:sub(at, stop - 1)
  if not as_it_stands or raw:find("--", 1, true) then raw = table.concat(words) end
  local node, what = value.parse(raw)
  if not node then
    say(p, depth > 0 and "E_PAREN" or "E_VALUE", at, what, table.concat(words))
    return nil
  end
  return value.field(node), at
end

tokens.say, tokens.next_token, tokens.seen = say, next_token, seen
tokens.symbol, tokens.read_value = symbol, read_value

return tokens
