-- datafile_words.lua - the words of a data file: spaces and comments, names, texts, numbers; and
-- complaints with their place
local li = require "liaison.core"

local words = {}

local find, match, sub, byte = string.find, string.match, string.sub, string.byte

-- ---------------------------------------------------------------- complaints: { at = byte, what =
-- text }

local function fail(r, what, at) error({ at = at or r.at, what = what, of = r }, 0) end

local function shown(text)
  return (#text > 40 and sub(text, 1, 40) .. ".." or text):gsub("%c", "?")
end

-- the word or sign at a place, for "got ..."
local function token(r, at)
  if at > #r.s then return "the end of the file" end
  return "'" .. shown(match(r.s, "^[%a_][%w_]*", at) or match(r.s, "^[%d%.][%w_%.]*", at)
    or match(r.s, "^[\128-\255]+", at) or sub(r.s, at, at)) .. "'"
end

local function program(r, what, at)
  fail(r, what .. " makes this a program, and none is run here", at)
end

-- ---------------------------------------------------------------- spaces, names, texts, numbers

local function bracket_end(r, at, equals, what)
  local _, stop = find(r.s, "]" .. equals .. "]", at, true)
  return stop or fail(r, what .. " has no end")
end

local function comment_end(r, at)
  local equals = match(r.s, "^%[(=*)%[", at + 2)
  if equals then return bracket_end(r, at + 4 + #equals, equals, "a comment") + 1 end
  return find(r.s, "\n", at, true) or #r.s + 1
end

-- to the next letter that says something: its byte, or nil at the end
local function skip(r)
  local s, at = r.s, r.at
  while true do
    at = find(s, "[^ \t\r\n\f\v]", at)
    if not at then
      r.at = #s + 1
      return nil
    end
    r.at = at
    local c = byte(s, at)
    if c ~= 45 or byte(s, at + 1) ~= 45 then return c end
    at = comment_end(r, at)
  end
end

local function expect(r, sign, after)
  skip(r)
  if sub(r.s, r.at, r.at + #sign - 1) ~= sign then
    fail(r, ("expected '%s' %s, got %s"):format(sign, after, token(r, r.at)))
  end
  r.at = r.at + #sign
end

local KEYWORDS = {}
for word in ("and break do else elseif end false for function goto if in local nil not or "
  .. "repeat return then true until while"):gmatch "%a+" do
  KEYWORDS[word] = true
end

-- the word that stands here, or nil
local function peek_word(r)
  local c = skip(r)
  return c and match(r.s, "^[%a_][%w_]*", r.at)
end

local function name(r, what)
  local word = peek_word(r)
  if not word or KEYWORDS[word] then
    fail(r, ("expected %s, got %s"):format(what, token(r, r.at)))
  end
  r.at = r.at + #word
  return word
end

local ESCAPES = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v",
  ["\\"] = "\\", ['"'] = '"', ["'"] = "'", ["\n"] = "\n" }

-- a code point in UTF-8
local function utf8_of(code)
  if code < 0x80 then return string.char(code) end
  local tail, first = "", 0x40
  repeat
    tail = string.char(0x80 + code % 64) .. tail
    code, first = math.floor(code / 64), first / 2
  until code < first
  return string.char(256 - 2 * first + code) .. tail
end

-- what stands at a backslash, and where it goes on
local function escape(r, at)
  local s = r.s
  local c = sub(s, at + 1, at + 1)
  if ESCAPES[c] then return ESCAPES[c], at + 2 end
  if c == "\r" then return "\n", match(s, "^\r\n?()", at + 1) end
  if c == "z" then return "", match(s, "^%s*()", at + 2) end
  local hex = match(s, "^x(%x%x)", at + 1)
  if hex then return string.char(tonumber(hex, 16)), at + 4 end
  local code = match(s, "^u{(%x+)}", at + 1)
  if code then
    local value = #code <= 8 and tonumber(code, 16)
    if not value or value > 0x10FFFF then
      fail(r, "there is no letter \\u{" .. shown(code) .. "}", at)
    end
    return utf8_of(value), at + 4 + #code
  end
  local digits = match(s, "^%d%d?%d?", at + 1)
  if not digits or tonumber(digits) > 255 then
    fail(r, "a backslash before " .. token(r, at + 1) .. " means nothing", at)
  end
  return string.char(tonumber(digits)), at + 1 + #digits
end

local function quoted(r, quote)
  local s, start, parts = r.s, r.at, nil
  local stop, from = '[\\\n\r' .. quote .. "]", start + 1
  while true do
    local at = find(s, stop, from)
    local c = at and sub(s, at, at)
    if c == quote then
      r.at = at + 1
      if not parts then return sub(s, start + 1, at - 1) end
      parts[#parts + 1] = sub(s, from, at - 1)
      return table.concat(parts)
    end
    if c ~= "\\" then fail(r, "a text has no end on its line", start) end
    parts = parts or {}
    parts[#parts + 1] = sub(s, from, at - 1)
    parts[#parts + 1], from = escape(r, at)
  end
end

local function long_text(r)
  local equals = match(r.s, "^%[(=*)%[", r.at)
  local from = match(r.s, "^\r?\n?()", r.at + 2 + #equals)
  local stop = bracket_end(r, from, equals, "a text")
  r.at = stop + 1
  return (sub(r.s, from, stop - 2 - #equals):gsub("\r\n?", "\n"))
end

local function number(r)
  local s, at = r.s, r.at
  local hex = match(s, "^0[xX]%x*%.?%x*()", at)
  local stop = hex and (match(s, "^[pP][+-]?%d+()", hex) or hex)
  if not stop then
    stop = match(s, "^%d*%.?%d*()", at)
    stop = match(s, "^[eE][+-]?%d+()", stop) or stop
  end
  local text = sub(s, at, stop - 1)
  local x = (hex or find(text, "^%d+$")) and tonumber(text) or li._internal.read_number(text)
  if not x or find(s, "^[%w_%.]", stop) then
    fail(r, "this is no number: '" .. shown(match(s, "^[%w_%.]+", at)) .. "'")
  end
  r.at = stop
  return x
end

words.fail, words.shown, words.token, words.program = fail, shown, token, program
words.skip, words.expect, words.peek_word, words.name = skip, expect, peek_word, name
words.quoted, words.long_text, words.number, words.KEYWORDS = quoted, long_text, number, KEYWORDS

return words
