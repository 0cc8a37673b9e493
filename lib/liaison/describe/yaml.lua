-- yaml.lua - the YAML that robot files are told in: maps and lists, by lines or in brackets, texts,
-- numbers, truth values, !degrees and the like
--
-- Anchors, aliases and types of their own are refused: nothing stands for something large.
local kit = require "liaison.core"._internal
local value = require "liaison.describe.xacro_value"

local yaml = {}

local DEEPEST, MOST_LINES = 50, 200000

local function fail(at, form, ...) value.wrong("line %d: " .. form, at, ...) end

-- ---- lines ----

-- a line without its comment
local function without_comment(text)
  local quote
  for i = 1, #text do
    local c = text:sub(i, i)
    if quote then
      if c == quote then quote = nil end
    elseif (c == '"' or c == "'") and text:sub(1, i - 1):find "[%s%[{,:]$" then quote = c
    elseif c == "#" and (i == 1 or text:sub(i - 1, i - 1):find "%s") then
      return text:sub(1, i - 1)
    end
  end
  return text
end

-- { {indent, text, at}, .. }: lines that say something
local function lines_of(text)
  local list, at = {}, 0
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch "(.-)\n" do
    at = at + 1
    if at > MOST_LINES then fail(at, "more than %d lines", MOST_LINES) end
    local blanks, rest = line:match "^(%s*)(.-)%s*$"
    local bare = without_comment(rest):match "^(.-)%s*$"
    if rest == "---" and #list == 0 or rest:find "^%%" then bare = "" end
    if rest == "..." or rest == "---" and #list > 0 then break end
    if bare ~= "" then
      if blanks:find "\t" then fail(at, "a tab before the text: blanks are meant") end
      list[#list + 1] = { indent = #blanks, text = bare, at = at }
    end
  end
  return list
end

-- ---- scalars ----

local WORDS = { ["true"] = true, ["True"] = true, ["TRUE"] = true, yes = true, Yes = true,
  on = true, On = true, ["false"] = false, ["False"] = false, ["FALSE"] = false,
  no = false, No = false,
  off = false, Off = false, [".inf"] = math.huge, ["-.inf"] = -math.huge }
local NONE = { [""] = true, ["~"] = true, null = true, Null = true, NULL = true }

local UNITS = { ["!radians"] = 1, ["!degrees"] = math.pi / 180, ["!meters"] = 1,
  ["!millimeters"] = 1e-3, ["!foot"] = 0.3048, ["!inches"] = 0.0254 }

local ESCAPED = { n = "\n", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/", ["0"] = "\0" }

local function quoted(text, at)
  local inside = text:match "^'(.*)'$"
  if inside then return (inside:gsub("''", "'")) end
  inside = text:match '^"(.*)"$'
  if not inside then fail(at, "a text without its closing quote: %s", text:sub(1, 30)) end
  return (inside:gsub("\\(.)", function(c) return ESCAPED[c] or "\\" .. c end))
end

local function scalar(text, at)
  if text:find "^[\"']" then return quoted(text, at) end
  if NONE[text] then return value.None end
  if WORDS[text] ~= nil then return WORDS[text] end
  if text:find "^[&*]" then fail(at, "anchors are not read: %s", text:sub(1, 30)) end
  local tag, rest = text:match "^(!%S*)%s*(.*)$"
  if tag then
    if not UNITS[tag] then fail(at, "the type %s is not read", tag:sub(1, 30)) end
    local grammar = require "liaison.describe.xacro_grammar"
    return UNITS[tag] * value.num(grammar.value(rest, function() end))
  end
  if text:find "^[%+%-]?%.?%d[%d%.eE%+%-_]*$" then
    return kit.read_number((text:gsub("_", ""):gsub("^%+", ""))) or text
  end
  if text:find "^0x%x+$" then return tonumber(text) end
  return text
end

-- ---- brackets: [a, b], {k: v} ----

local Flow = {}
Flow.__index = Flow

function Flow:blanks() self.i = self.text:find("%S", self.i) or #self.text + 1 end

function Flow:next() return self.text:sub(self.i, self.i) end

-- letters up to one of stops, quotes kept whole
function Flow:word(stops)
  self:blanks()
  local quote = self.text:match("^[\"']", self.i)
  if quote then
    local stop = self.text:find(quote, self.i + 1, true)
    if not stop then fail(self.at, "a text without its closing quote") end
    local word = self.text:sub(self.i, stop)
    self.i = stop + 1
    return word
  end
  local stop = self.text:find(stops, self.i) or #self.text + 1
  local word = self.text:sub(self.i, stop - 1):match "^(.-)%s*$"
  self.i = stop
  return word
end

function Flow:inside(depth)
  self:blanks()
  if depth > DEEPEST then fail(self.at, "nested more than %d deep", DEEPEST) end
  local c = self:next()
  if c == "[" then return self:sequence(depth) end
  if c == "{" then return self:map(depth) end
  return scalar(self:word "[,%]}]", self.at)
end

function Flow:ends(stop)
  self:blanks()
  local c = self:next()
  if c == stop then
    self.i = self.i + 1
    return true
  end
  if c == "" then fail(self.at, "'%s' is missing", stop) end
  return false
end

function Flow:comma(stop)
  self:blanks()
  if self:next() == "," then self.i = self.i + 1
  elseif self:next() ~= stop then fail(self.at, "expected ',' or '%s'", stop) end
end

function Flow:sequence(depth)
  local list = {}
  self.i = self.i + 1
  while not self:ends "]" do
    list[#list + 1] = self:inside(depth + 1)
    self:comma "]"
  end
  return list
end

function Flow:map(depth)
  local d = value.dict()
  self.i = self.i + 1
  while not self:ends "}" do
    local key = scalar(self:word "[:,}]", self.at)
    self:blanks()
    if self:next() ~= ":" then fail(self.at, "expected ':'") end
    self.i = self.i + 1
    if key == value.None then fail(self.at, "expected a name before ':'") end
    value.put(d, key, self:inside(depth + 1))
    self:comma "}"
  end
  return d
end

-- ---- lines: key: x, - x ----

local Reader = {}
Reader.__index = Reader

-- a bracket may go on over lines
function Reader:flow(text, at)
  local function open(s) return select(2, s:gsub("[%[{]", "")) - select(2, s:gsub("[%]}]", "")) end
  local parts, balance = { text }, open(text)
  while balance > 0 and self.list[self.at] do
    parts[#parts + 1] = self.list[self.at].text
    balance = balance + open(parts[#parts])
    self.at = self.at + 1
  end
  local f = setmetatable({ text = table.concat(parts, " "), i = 1, at = at }, Flow)
  local x = f:inside(0)
  f:blanks()
  if f.i <= #f.text then fail(at, "unexpected '%s'", f.text:sub(f.i, f.i + 20)) end
  return x
end

-- | keeps lines, > makes one of them
function Reader:letters(sign, indent)
  local parts = {}
  while self.list[self.at] and self.list[self.at].indent > indent do
    parts[#parts + 1] = self.list[self.at].text
    self.at = self.at + 1
  end
  return table.concat(parts, sign == "|" and "\n" or " ") .. "\n"
end

local function is_entry(line) return line.text == "-" or line.text:find "^%-%s" end

-- what stands behind "key:" or "-", of a line that begins at indent
function Reader:behind(text, indent, at, depth)
  if text:find "^[&*]" then fail(at, "anchors are not read: %s", text:sub(1, 30)) end
  if text:find "^[%[{]" then return self:flow(text, at) end
  local sign = text:match "^([|>])[%-%+]?$"
  if sign then return self:letters(sign, indent) end
  if text ~= "" then return scalar(text, at) end
  local line = self.list[self.at]
  -- a list may stand as far left as its key
  if line and (line.indent > indent or line.indent == indent and is_entry(line)) then
    return self:block(line.indent, depth + 1)
  end
  return value.None
end

local function key_of(text)
  local key, rest = text:match '^("[^"]*")%s*:%s*(.*)$'
  if not key then key, rest = text:match "^('[^']*')%s*:%s*(.*)$" end
  if not key then key, rest = text:match "^([^%[{\"'].-)%s*:%s+(.*)$" end
  if not key then key, rest = text:match "^([^%[{\"'].-)%s*:$", "" end
  return key, rest
end

function Reader:sequence(indent, depth)
  local list = {}
  while self.list[self.at] and self.list[self.at].indent == indent and is_entry(self.list[self.at])
  do
    local line = self.list[self.at]
    local blanks, rest = line.text:match "^%-(%s*)(.*)$"
    if rest ~= "" and (key_of(rest) or rest:find "^%-%s") then
      -- a map or list that begins behind the sign
      line.indent, line.text = indent + 1 + #blanks, rest
      list[#list + 1] = self:block(line.indent, depth + 1)
    else
      self.at = self.at + 1
      list[#list + 1] = self:behind(rest, indent, line.at, depth)
    end
  end
  return list
end

function Reader:map(indent, depth)
  local d = value.dict()
  while self.list[self.at] and self.list[self.at].indent == indent do
    local line = self.list[self.at]
    local key, rest = key_of(line.text)
    if not key then fail(line.at, "expected 'name: value', got %s", line.text:sub(1, 40)) end
    self.at = self.at + 1
    if key:find "^[\"']" then key = quoted(key, line.at) else key = scalar(key, line.at) end
    if d.map[key] ~= nil then fail(line.at, "'%s' is told twice", value.text(key)) end
    value.put(d, key, self:behind(rest or "", indent, line.at, depth))
  end
  return d
end

function Reader:block(indent, depth)
  local line = self.list[self.at]
  if depth > DEEPEST then fail(line.at, "nested more than %d deep", DEEPEST) end
  if is_entry(line) then return self:sequence(indent, depth) end
  if key_of(line.text) then return self:map(indent, depth) end
  self.at = self.at + 1
  return self:behind(line.text, indent, line.at, depth)
end

-- the value of a text: lists, dictionaries (xacro_value.lua), numbers, texts. Raises { wrong = .. }
function yaml.read(text)
  local r = setmetatable({ list = lines_of(text:gsub("^\239\187\191", "")), at = 1 }, Reader)
  if not r.list[1] then return value.None end
  local x = r:block(r.list[1].indent, 0)
  local left = r.list[r.at]
  if left then fail(left.at, "unexpected '%s'", left.text:sub(1, 40)) end
  return x
end

return yaml
