-- tight.lua - JavaScript of ours without what is for its readers: comments, indentation, spaces
-- around signs
--
-- Strings, templates and regular expressions stay as they are.
local tight = {}

-- the place behind a string that opens at `from` with its quote
local function behind_string(text, from)
  local quote, at = text:sub(from, from), from + 1
  while true do
    local i = assert(text:find("[\\" .. quote .. "]", at), "a string without an end")
    if text:sub(i, i) ~= "\\" then return i + 1 end
    at = i + 2
  end
end

local behind_template

-- the place behind the brace that closes ${ at `from`
local function behind_hole(text, from)
  local deep, at = 1, from
  while deep > 0 do
    local i = assert(text:find("[{}\"'`]", at), "a template without an end")
    local c = text:sub(i, i)
    if c == "`" then at = behind_template(text, i)
    elseif c == '"' or c == "'" then at = behind_string(text, i)
    else
      deep, at = deep + (c == "{" and 1 or -1), i + 1
    end
  end
  return at
end

function behind_template(text, from)
  local at = from + 1
  while true do
    local i = assert(text:find("[\\`$]", at), "a template without an end")
    local c = text:sub(i, i)
    if c == "`" then return i + 1 end
    if c == "$" and text:sub(i + 1, i + 1) == "{" then at = behind_hole(text, i + 2)
    else at = i + (c == "\\" and 2 or 1) end
  end
end

-- the place behind a regular expression at `from`, or nil where / divides
local function behind_pattern(text, from)
  local before = text:sub(math.max(1, from - 40), from - 1):gsub("[ \n]+$", "")
  local starts = before == "" or before:find "[(,=:%[!&|?{};]$" or before:find "return$"
  if not starts then return nil end
  local at, class = from + 1, false
  while true do
    local i = assert(text:find("[\\/%[%]\n]", at), "a pattern without an end")
    local c = text:sub(i, i)
    if c == "/" and not class then return i + 1 end
    class = c == "[" or class and c ~= "]"
    at = i + (c == "\\" and 2 or 1)
  end
end

-- the place behind a comment at `from`, or nil where there is none
local function behind_comment(text, from)
  local two = text:sub(from, from + 1)
  if two == "/*" then return select(2, text:find("*/", from, true)) + 1 end
  return two == "//" and (text:find("\n", from, true) or #text + 1) or nil
end

-- signs without spaces; two of + or - stay apart
local function signs(code)
  code = code:gsub(" ?([=*<>&|(){};,?:%[%]]) ?", "%1")
  code = code:gsub(" ([%+%-]) ([%w_$(%[!])", "%1%2"):gsub(" / ", "/")
  return (code:gsub("([;{,(%[])\n", "%1"):gsub("\n([})%]])", "%1"))
end

function tight.of(text)
  text = ("\n" .. text):gsub("\n%s*//[^\n]*", ""):gsub("\n +", "\n"):sub(2)
  local out, from, at = {}, 1, 1
  while true do
    local i = text:find("[\"'`/]", at)
    if not i then break end
    local c, behind = text:sub(i, i), nil
    local comment = c == "/" and behind_comment(text, i)
    if comment then text = text:sub(1, i - 1) .. text:sub(comment)
    elseif c == "`" then behind = behind_template(text, i)
    elseif c == "/" then behind = behind_pattern(text, i)
    else behind = behind_string(text, i) end
    if behind then
      out[#out + 1] = signs(text:sub(from, i - 1)) .. text:sub(i, behind - 1)
      from = behind
    end
    at = behind or comment and i or i + 1
  end
  out[#out + 1] = signs(text:sub(from))
  return table.concat(out)
end

return tight
