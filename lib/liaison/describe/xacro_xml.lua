-- xacro_xml.lua - a small tree of XML with the line of each element, and its text again
--
-- An element is { name, attrs = { { key, value }, .. }, kids = { element or text, .. }, file,
-- line }; comments and <?..?> are gone, the five entities of XML are letters. Others are refused.
local xml = {}

local find, sub = string.find, string.sub
local DEEPEST, MOST_ELEMENTS = 200, 500000

function xml.fail(place, form, ...)
  error({ ("%s:%d: " .. form):format(place.file, place.line, ...) }, 0)
end

local LETTER = { lt = "<", gt = ">", amp = "&", quot = '"', apos = "'" }

local function byte_of(code)
  local n = code:match "^x" and tonumber(code:sub(2), 16) or tonumber(code)
  return n and n > 0 and n < 128 and string.char(n)
end

local function plain(text, place)
  if not find(text, "&", 1, true) then return text end
  return (text:gsub("&(#?)(%w*)(;?)", function(sign, name, stop)
    local letter
    if stop == ";" then letter = sign == "#" and byte_of(name) or sign == "" and LETTER[name] end
    return letter or xml.fail(place, "entity &%s%s%s is not known here", sign, name,
      stop)
  end))
end

local function attributes(text, place)
  local list, at = {}, 1
  while true do
    at = find(text, "%S", at)
    if not at then return list end
    local _, stop, key, quote = find(text, "^([%w_:%.%-]+)%s*=%s*([\"'])", at)
    local last = stop and find(text, quote, stop + 1, true)
    if not last then xml.fail(place, "broken attributes: %s", sub(text, at, at + 30)) end
    list[#list + 1] = { key, plain(sub(text, stop + 1, last - 1), place) }
    at = last + 1
  end
end

-- the end of a tag, which is no > inside of quotes
local function tag_end(text, at)
  while true do
    local i, _, what = find(text, "([\"'>])", at)
    if not i or what == ">" then return i end
    i = find(text, what, i + 1, true)
    if not i then return nil end
    at = i + 1
  end
end

-- what is passed over whole: its beginning, its end
local PASSED = { { "<!--", "-->" }, { "<?", "?>" } }

local function lines_in(text)
  return select(2, text:gsub("\n", ""))
end

local Reader = {}
Reader.__index = Reader

function Reader:place() return { file = self.file, line = self.line } end

function Reader:go(to)
  self.line = self.line + lines_in(sub(self.text, self.at, to - 1))
  self.at = to
end

function Reader:put(thing)
  local kids = self.open[#self.open].kids
  kids[#kids + 1] = thing
end

function Reader:until_text(from, stop)
  local _, last = find(self.text, stop, self.at + #from, true)
  if not last then xml.fail(self:place(), "%s without %s", from, stop) end
  return last + 1
end

function Reader:special()
  for _, pair in ipairs(PASSED) do
    if sub(self.text, self.at, self.at + #pair[1] - 1) == pair[1] then
      self:go(self:until_text(pair[1], pair[2]))
      return true
    end
  end
  if sub(self.text, self.at, self.at + 8) == "<![CDATA[" then
    local stop = self:until_text("<![CDATA[", "]]>")
    self:put(sub(self.text, self.at + 9, stop - 4))
    self:go(stop)
    return true
  end
  if sub(self.text, self.at, self.at + 1) == "<!" then
    xml.fail(self:place(), "declarations <!..> are refused")
  end
end

function Reader:close(name)
  local open = self.open[#self.open]
  if #self.open == 1 or open.name ~= name then
    xml.fail(self:place(), "</%s> closes <%s> of line %d", name, open.name or "?", open.line)
  end
  self.open[#self.open] = nil
end

function Reader:tag()
  local place, stop = self:place(), tag_end(self.text, self.at)
  if not stop then xml.fail(place, "a tag without its >") end
  local inside = sub(self.text, self.at + 1, stop - 1)
  local closed = inside:match "^/([%w_:%.%-]+)%s*$"
  if closed then
    self:close(closed)
  else
    local name, rest = inside:match "^([%w_:%.%-]+)(.*)$"
    if not name then xml.fail(place, "a broken tag <%s>", sub(inside, 1, 30)) end
    self.count = self.count + 1
    if self.count > MOST_ELEMENTS then
      xml.fail(place, "more than %d elements", MOST_ELEMENTS)
    end
    local alone = rest:match "^(.*)/$"
    local e = { name = name, kids = {}, file = place.file, line = place.line,
      attrs = attributes(alone or rest, place) }
    self:put(e)
    if not alone then self.open[#self.open + 1] = e end
    if #self.open > DEEPEST then xml.fail(place, "nested more than %d deep", DEEPEST) end
  end
  self:go(stop + 1)
end

-- the root element of a text
function xml.read(text, file)
  local top = { kids = {}, file = file, line = 1 }
  local r = setmetatable({ text = text:gsub("^\239\187\191", ""), file = file, at = 1, line = 1,
    count = 0, open = { top } }, Reader)
  while r.at <= #r.text do
    local next_tag = find(r.text, "<", r.at, true) or #r.text + 1
    if next_tag > r.at then
      local piece = sub(r.text, r.at, next_tag - 1)
      if find(piece, "%S") then r:put(plain(piece, r:place())) end
      r:go(next_tag)
    elseif not r:special() then r:tag() end
  end
  if #r.open > 1 then xml.fail(r.open[#r.open], "<%s> is never closed", r.open[#r.open].name) end
  for _, kid in ipairs(top.kids) do
    if type(kid) == "table" then return kid end
  end
  xml.fail(top, "no element")
end

function xml.attribute(e, key)
  for _, pair in ipairs(e.attrs) do
    if pair[1] == key then return pair[2] end
  end
end

local QUOTED = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;" }

local function quoted(text) return (text:gsub('[<>&"]', QUOTED)) end

local function put(out, e, indent)
  if type(e) == "string" then
    out[#out + 1] = indent .. quoted(e:match "^%s*(.-)%s*$") .. "\n"
    return
  end
  local tag = { indent, "<", e.name }
  for _, pair in ipairs(e.attrs) do
    tag[#tag + 1] = (' %s="%s"'):format(pair[1], quoted(pair[2]))
  end
  tag[#tag + 1] = #e.kids > 0 and ">\n" or "/>\n"
  out[#out + 1] = table.concat(tag)
  if #e.kids == 0 then return end
  for _, kid in ipairs(e.kids) do put(out, kid, indent .. "  ") end
  out[#out + 1] = ("%s</%s>\n"):format(indent, e.name)
end

function xml.text(e)
  local out = { '<?xml version="1.0"?>\n' }
  put(out, e, "")
  return table.concat(out)
end

return xml
