-- lineedit.lua - the prompt's editor: several lines as one block, history, completion, search, on
-- any terminal that knows ANSI
--
--   local ed = lineedit.new { read = .., write = .., columns = .., rows = .., complete = ..,
--     unfinished = .. }
--   local text = ed:ask("> ", ">> ")        -- nil at the end (Ctrl-D), false after Ctrl-C
--
-- read(wait): bytes that were typed, nil at the end of input, false after an interrupt; "" where
-- nothing came within wait seconds. complete(before): what the text before the cursor could become,
-- a list. unfinished(text): does Enter begin another line?
--
-- Enter runs the block or goes on with it; Up and Down walk in it and then in the history; what is
-- pasted comes in as it is.
local lineedit = {}

local byte, sub, find = string.byte, string.sub, string.find
local concat, remove = table.concat, table.remove
local MOST_HISTORY, MOST_SHOWN = 1000, 100

-- ---------------------------------------------------------------- letters and their width

-- one letter of UTF-8, or a byte that is none
local function letter_at(s, at)
  local c = byte(s, at)
  local n = c < 0x80 and 1 or c >= 0xF0 and c < 0xF8 and 4 or c >= 0xE0 and c < 0xF0 and 3
    or c >= 0xC2 and c < 0xE0 and 2 or 1
  if n > 1 and not find(s, "^[\128-\191]+", at + 1) then return sub(s, at, at) end
  local letter = sub(s, at, at + n - 1)
  return #letter == n and (n == 1 or select(2, letter:gsub("[\128-\191]", "")) == n - 1) and letter
    or sub(s, at, at)
end

local function code_of(letter)
  local c = byte(letter)
  if #letter == 1 then return c end
  local code = c % (#letter == 2 and 32 or #letter == 3 and 16 or 8)
  for k = 2, #letter do code = code * 64 + byte(letter, k) % 64 end
  return code
end

-- first and last code points: what adds to the letter before it, and what takes two columns (East
-- Asian, pictures)
local NONE = { 0x300, 0x36F, 0x483, 0x489, 0x591, 0x5BD, 0x610, 0x61A, 0x64B, 0x65F, 0x1AB0, 0x1AFF,
  0x1DC0, 0x1DFF, 0x200B, 0x200F, 0x20D0, 0x20FF, 0xFE00, 0xFE0F, 0xFE20, 0xFE2F }
local TWO = { 0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
  0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900,
  0x1F9FF, 0x20000, 0x3FFFD }

local function within(code, ranges)
  for k = 1, #ranges, 2 do
    if code <= ranges[k + 1] then return code >= ranges[k] end
  end
  return false
end

-- what is shown of a letter, and its columns
local function cell(letter)
  local code = code_of(letter)
  if letter == "\t" then return "  ", 2 end
  if code < 32 or code == 127 or #letter == 1 and code > 127 then return "?", 1 end
  if code < 0x300 then return letter, 1 end
  return letter, within(code, NONE) and 0 or within(code, TWO) and 2 or 1
end

function lineedit.width(s)
  local n, at = 0, 1
  while at <= #s do
    local letter = letter_at(s, at)
    n, at = n + select(2, cell(letter)), at + #letter
  end
  return n
end

-- ---------------------------------------------------------------- keys

local NAMED = {
  ["\1"] = "home", ["\2"] = "left", ["\3"] = "drop", ["\4"] = "delete or leave", ["\5"] = "end",
    ["\6"] = "right", ["\7"] = "cancel", ["\8"] = "backspace", ["\9"] = "complete",
  ["\10"] = "enter", ["\11"] = "kill end", ["\12"] = "clear", ["\13"] = "enter", ["\14"] = "down",
    ["\16"] = "up", ["\18"] = "search", ["\20"] = "swap", ["\21"] = "kill start",
  ["\23"] = "kill word", ["\25"] = "yank", ["\26"] = "suspend", ["\127"] = "backspace",
  ["\27[A"] = "up", ["\27[B"] = "down", ["\27[C"] = "right", ["\27[D"] = "left", ["\27[H"] = "home",
    ["\27[F"] = "end", ["\27OA"] = "up", ["\27OB"] = "down", ["\27OC"] = "right",
  ["\27OD"] = "left", ["\27OH"] = "home", ["\27OF"] = "end", ["\27[1~"] = "home",
    ["\27[4~"] = "end", ["\27[7~"] = "home", ["\27[8~"] = "end", ["\27[3~"] = "delete",
  ["\27[1;5C"] = "word right", ["\27[1;5D"] = "word left", ["\27[1;3C"] = "word right",
    ["\27[1;3D"] = "word left", ["\27[200~"] = "paste", ["\27b"] = "word left",
  ["\27f"] = "word right", ["\27d"] = "kill next", ["\27\127"] = "kill word",
    ["\27\8"] = "kill word", ["\27\13"] = "newline", ["\27\10"] = "newline", ["\27<"] = "first",
    ["\27>"] = "last",
}

local Editor = {}
Editor.__index = Editor

-- more bytes behind what is there; false after an interrupt, nil at the end, "" where none came in
-- time
local function more(e, wait)
  local got = e.read(wait)
  if got and got ~= "" then e.typed = e.typed .. got end
  return got
end

-- the bytes of one key at the front of what was typed, or nil where they have not all come
local function key_bytes(s)
  if byte(s) ~= 27 then
    local letter = letter_at(s, 1)
    local c = byte(s)
    local n = c >= 0xF0 and 4 or c >= 0xE0 and 3 or c >= 0xC2 and 2 or 1
    return (#letter == n or #s >= n) and letter or nil
  end
  return s:match "^\27%[[%d;<=>?]*[ -/]*[@-~]" or s:match "^\27O[%w]" or s:match "^\27[^%[O]"
end

-- the next key: its name, or "insert" and the letter; nil at the end of input, "drop" after an
-- interrupt
local function next_key(e)
  while true do
    if e.typed ~= "" then
      local key = key_bytes(e.typed)
      if not key then -- an escape that is alone, or the first half of a key
        local got = more(e, 0.1)
        if got == "" or got == nil then
          key = sub(e.typed, 1, 1)
        elseif got == false then
          return "drop"
        end
      end
      if key then
        e.typed = sub(e.typed, #key + 1)
        if NAMED[key] then return NAMED[key] end
        if byte(key) >= 32 then return "insert", key end
        return "nothing"
      end
    else
      local got = more(e)
      if got == false then return "drop" end
      if got == nil then return nil end
    end
  end
end

-- what stands between the marks of a paste, as lines of a text
local function pasted(e)
  while true do
    local from, to = find(e.typed, "\27[201~", 1, true)
    if from then
      local text = sub(e.typed, 1, from - 1)
      e.typed = sub(e.typed, to + 1)
      return (text:gsub("\r\n?", "\n"):gsub("[%z\1-\8\11\12\14-\31\127]", ""))
    end
    if not more(e) then
      local text = e.typed
      e.typed = ""
      return text
    end
  end
end

-- ---------------------------------------------------------------- showing

-- rows of at most `wide` columns, and the row and column of the cursor
local function layout(e, wide)
  local rows, row, column, cursor_row, cursor_column = {}, {}, 0, nil, nil
  local function finish()
    rows[#rows + 1] = concat(row)
    row, column = {}, 0
  end
  local function put(text)
    local at = 1
    while at <= #text do
      local letter = letter_at(text, at)
      local shown, n = cell(letter)
      if column + n > wide then finish() end
      row[#row + 1], column, at = shown, column + n, at + #letter
    end
  end
  local from, first = 1, true
  repeat
    local stop = find(e.text, "\n", from, true) or #e.text + 1
    put(first and e.prompt or e.goes_on)
    if e.at >= from and e.at <= stop then
      put(sub(e.text, from, e.at - 1))
      if column == wide then finish() end
      cursor_row, cursor_column = #rows + 1, column
      put(sub(e.text, e.at, stop - 1))
    else
      put(sub(e.text, from, stop - 1))
    end
    finish()
    from, first = stop + 1, false
  until from > #e.text + 1
  return rows, cursor_row, cursor_column
end

-- the last column stays empty: terminals differ in what they do behind it
local function show(e)
  local rows, cursor, column = layout(e, math.max(e.columns() - 1, 10))
  local high = math.max(e.rows() - 1, 1)
  local first = #rows <= high and 1
    or math.min(math.max(1, cursor - math.floor(high / 2)), #rows - high + 1)
  local last = math.min(#rows, first + high - 1)
  local out = { "\r", e.above > 0 and ("\27[%dA"):format(e.above) or "", "\27[J",
    concat(rows, "\n", first, last) }
  if last > cursor then out[#out + 1] = ("\27[%dA"):format(last - cursor) end
  out[#out + 1] = "\r" .. (column > 0 and ("\27[%dC"):format(column) or "")
  e.above = cursor - first
  e.write(concat(out))
end

-- leave the block on the screen and go below it
local function leave(e)
  e.at = #e.text + 1
  show(e)
  e.write "\n"
  e.above = 0
end

-- ---------------------------------------------------------------- moving and changing

local function back_one(e) -- the byte where the letter before the cursor begins
  local at = e.at - 1
  while at > 1 and find(e.text, "^[\128-\191]", at) and e.at - at < 4 do at = at - 1 end
  return at
end

local function forward_one(e) return e.at + #letter_at(e.text, e.at) end

local function line_start(e)
  local at = e.at
  while at > 1 and byte(e.text, at - 1) ~= 10 do at = at - 1 end
  return at
end

local function line_end(e) return find(e.text, "\n", e.at, true) or #e.text + 1 end

local function word_left(e)
  local at = e.at
  while at > 1 and not find(e.text, "^[%w_\128-\255]", at - 1) do at = at - 1 end
  while at > 1 and find(e.text, "^[%w_\128-\255]", at - 1) do at = at - 1 end
  return at
end

local function word_right(e)
  local at = find(e.text, "[%w_\128-\255]", e.at) or #e.text + 1
  return find(e.text, "[^%w_\128-\255]", at) or #e.text + 1
end

local function put_in(e, text)
  e.text = sub(e.text, 1, e.at - 1) .. text .. sub(e.text, e.at)
  e.at = e.at + #text
end

local function cut(e, from, to, keep)
  if keep and to > from then e.killed = sub(e.text, from, to - 1) end
  e.text, e.at = sub(e.text, 1, from - 1) .. sub(e.text, to), from
end

local function set(e, text, at)
  e.text = text
  e.at = at or #text + 1
end

-- the line above or below in the block at the same column, as far as there is one; false where
-- there is none
local function to_line(e, step)
  local start = line_start(e)
  local column = lineedit.width(sub(e.text, start, e.at - 1))
  local target
  if step < 0 then
    if start == 1 then return false end
    e.at = start - 1
    target = line_start(e)
  else
    target = line_end(e) + 1
    if target > #e.text + 1 then return false end
  end
  e.at = target
  while e.at < line_end(e) and lineedit.width(sub(e.text, target, e.at - 1)) < column do
    e.at = forward_one(e)
  end
  return true
end

-- ---------------------------------------------------------------- history

-- place: 1 .. #history, one more is what is being written now
local function to_entry(e, place)
  if place < 1 or place > #e.history + 1 then return e.write "\7" end
  e.draft[e.place] = e.text
  e.place = place
  set(e, e.draft[place] or e.history[place] or "")
end

function Editor:remember(text)
  text = text:gsub("%s+$", "")
  if not find(text, "%S") or text == self.history[#self.history] then return false end
  self.history[#self.history + 1] = text
  if #self.history > MOST_HISTORY then remove(self.history, 1) end
  return true
end

-- a file of entries: a line each; what follows in an entry of several lines begins with a tab
function lineedit.entries(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    if byte(line) == 9 and list[1] then list[#list] = list[#list] .. "\n" .. sub(line, 2)
    else list[#list + 1] = line end
  end
  return list
end

function lineedit.written(entry) return (entry:gsub("^%s+", ""):gsub("\n", "\n\t")) .. "\n" end

-- ---------------------------------------------------------------- completion and search

local function common(list)
  local head = list[1]
  for k = 2, #list do
    while sub(list[k], 1, #head) ~= head do head = sub(head, 1, -2) end
  end
  return head
end

-- only the last name of each: "li.vec" is listed as "vec"
local function listed(e, list)
  local names, wide = {}, 0
  for k = 1, math.min(#list, MOST_SHOWN) do
    names[k] = list[k]:match "[%w_]+$" or list[k]
    wide = math.max(wide, #names[k] + 2)
  end
  local each = math.max(1, math.floor((e.columns() - 1) / wide))
  local out = {}
  for k = 1, #names, each do
    local line = {}
    for i = k, math.min(k + each - 1, #names) do
      line[#line + 1] = names[i] .. (" "):rep(wide - #names[i])
    end
    out[#out + 1] = (concat(line):gsub("%s+$", ""))
  end
  if #list > MOST_SHOWN then out[#out + 1] = ("... %d more"):format(#list - MOST_SHOWN) end
  local at = e.at
  leave(e)
  e.at = at
  e.write(concat(out, "\n") .. "\n")
end

local function complete(e)
  local start = line_start(e)
  local before = sub(e.text, start, e.at - 1)
  if not find(before, "%S") then return put_in(e, "  ") end
  local word = before:match "[^%s%(%)%[%]{},;=+*/%%^#<>~\"']*$"
  local list = word ~= "" and e.complete(word) or {}
  if not list[1] then return e.write "\7" end
  local head = common(list)
  if #head > #word then
    put_in(e, sub(head, #word + 1))
  elseif #list > 1 then
    listed(e, list)
  end
end

-- the newest entry before `from` that has the words in it
local function look_back(e, words, from)
  for k = from, 1, -1 do
    local at = find(e.history[k], words, 1, true)
    if at then return k, at end
  end
end

-- Ctrl-R: letters narrow it, Ctrl-R goes further back, Ctrl-G gives up, every other key takes what
-- was found and does its work
local function search(e)
  local was = { e.text, e.at, e.prompt }
  local words, place = "", #e.history + 1
  local key, letter
  while true do
    e.prompt = "(search '" .. words .. "') "
    show(e)
    key, letter = next_key(e)
    local k, at
    if key == "insert" then
      words = words .. letter
      k, at = look_back(e, words, math.min(place, #e.history))
    elseif key == "backspace" then
      words = sub(words, 1, -2)
      k, at = look_back(e, words, #e.history)
    elseif key == "search" then
      k, at = look_back(e, words, place - 1)
    else break end
    if k then
      place = k
      set(e, e.history[k], at)
    else
      e.write "\7"
    end
  end
  e.prompt = was[3]
  if key == "cancel" or key == "drop" then set(e, was[1], was[2]) end
  e.place = math.min(place, #e.history + 1)
  return key ~= "cancel" and key or "nothing", letter
end

-- ---------------------------------------------------------------- what keys do

local act = {}

act["left"] = function(e) if e.at > 1 then e.at = back_one(e) end end
act["right"] = function(e) if e.at <= #e.text then e.at = forward_one(e) end end
act["home"] = function(e) e.at = line_start(e) end
act["end"] = function(e) e.at = line_end(e) end
act["word left"] = function(e) e.at = word_left(e) end
act["word right"] = function(e) e.at = word_right(e) end
act["up"] = function(e) if not to_line(e, -1) then to_entry(e, e.place - 1) end end
act["down"] = function(e) if not to_line(e, 1) then to_entry(e, e.place + 1) end end
act["first"] = function(e) if e.history[1] then to_entry(e, 1) end end
act["last"] = function(e) to_entry(e, #e.history + 1) end
act["insert"] = put_in
act["newline"] = function(e) put_in(e, "\n") end
act["paste"] = function(e) put_in(e, pasted(e)) end
act["backspace"] = function(e) if e.at > 1 then cut(e, back_one(e), e.at) end end
act["delete"] = function(e) if e.at <= #e.text then cut(e, e.at, forward_one(e)) end end
act["kill end"] = function(e)
  local stop = line_end(e)
  cut(e, e.at, stop == e.at and stop <= #e.text and stop + 1 or stop, true)
end
act["kill start"] = function(e) cut(e, line_start(e), e.at, true) end
act["kill word"] = function(e) cut(e, word_left(e), e.at, true) end
act["kill next"] = function(e) cut(e, e.at, word_right(e), true) end
act["yank"] = function(e) put_in(e, e.killed) end
act["swap"] = function(e)
  if e.at == 1 or #e.text < 2 then return end
  if e.at > #e.text then e.at = back_one(e) end
  local before, here = back_one(e), letter_at(e.text, e.at)
  if e.at == 1 then return end
  local letter = sub(e.text, before, e.at - 1)
  e.text = sub(e.text, 1, before - 1) .. here .. letter .. sub(e.text, e.at + #here)
  e.at = e.at + #here
end
act["clear"] = function(e)
  e.write "\27[H\27[2J"
  e.above = 0
end
act["complete"] = complete
act["suspend"] = function(e) if e.suspend then e.suspend() e.above = 0 end end
act["nothing"] = function() end
act["cancel"] = act["nothing"]

-- where the screen does not stand at the beginning of a line, since a program left it there, go to
-- the next: as many blanks as fill a line leave a cursor that stood at its beginning on the same
-- one
local function fresh_line(e) e.write((" "):rep(e.columns() - 1) .. "\r\27[K") end

function Editor:ask(prompt, goes_on)
  local e = self
  e.prompt, e.goes_on = prompt, goes_on or prompt
  e.text, e.at, e.above, e.place, e.draft = "", 1, 0, #e.history + 1, {}
  e.write "\27[?2004h"
  fresh_line(e)
  local function done(result)
    leave(e)
    e.write "\27[?2004l"
    return result
  end
  while true do
    if e.typed == "" then show(e) end -- what is there already is taken first
    local key, letter = next_key(e)
    if key == "search" then key, letter = search(e) end
    if key == nil or key == "delete or leave" and e.text == "" then return done(nil) end
    if key == "drop" then return done(false) end
    if key == "delete or leave" then key = "delete" end
    if key ~= "enter" then act[key](e, letter)
    elseif e.unfinished(e.text) then put_in(e, "\n")
    else
      local text = e.text
      return done(text)
    end
  end
end

function lineedit.new(with)
  local e = { history = {}, typed = "", killed = "" }
  for key, value in pairs(with) do e[key] = value end
  return setmetatable(e, Editor)
end


return lineedit
