-- runs.lua - the words of drawings as they are set: pieces of letters, italic or upright, on the
-- line or as an index; and how wide they are
--
-- A name is set as in formulas: th1 is an italic theta with the index 1. In any other text names
-- and formulas stand between backticks, "`L1` = 0.3 m"; the rest is upright.
local label = require "liaison.course.label"
local look = require "liaison.draw.look"

local runs = {}

local NAME = "^%a[%w_]*'*$"

-- widths in thousandths of the size, of Times (Adobe font metrics, roman and italic: the wider)
local WIDTH = { [" "] = 250, ["."] = 250, [","] = 250, [":"] = 333, [";"] = 333, ["'"] = 333,
  ["("] = 333, [")"] = 333, ["["] = 333, ["]"] = 333, ["+"] = 675, ["-"] = 400, ["="] = 675,
  ["/"] = 278, ["°"] = 400, ["·"] = 250, ["±"] = 675, ["²"] = 300, ["³"] = 300, ["−"] = 675,
  ["\226\128\178"] = 250, ["\226\128\137"] = 167, ["%"] = 833, ["|"] = 275 }
for letters, width in pairs { ["0123456789abdghknopquvxyzBxL"] = 500, ijlt = 278, rfsI = 389,
  ceJ = 444, mMW = 778, w = 722, ADGHKNOQUVXYRCT = 722, EFPSZ = 611 } do
  for c in letters:gmatch "." do WIDTH[c] = width end
end
WIDTH.M, WIDTH.W = 889, 944

local function letters(text) return text:gmatch "[%z\1-\127\194-\244][\128-\191]*" end

local SIGN = { ["*"] = "\226\128\137", ["-"] = "−", ["'"] = "\226\128\178" }

local function put(list, text, style, shift)
  local last = list[#list]
  if text == "" then return end
  if last and last.style == style and last.shift == shift then last[1] = last[1] .. text
  else list[#list + 1] = { text, style = style, shift = shift } end
end

-- a name: letter, primes, index
local function put_name(list, name)
  local stem, index, primes = label.split(name)
  if index == "" and stem:find "_" then -- b3_turn
    stem, index = stem:match "^(%a+)_?(.*)$"
    index = index:gsub("_", "\226\128\137")
  end
  local letter, upright = label.letter(stem)
  put(list, letter, upright and "upright" or "italic", 0)
  put(list, primes:gsub("'", SIGN["'"]), "upright", 0)
  -- an index is upright where it is a number or a word, italic where it is a letter
  put(list, index, index:find "^%a$" and "italic" or "upright", -1)
end

-- a formula as it is typed; the power behind ^ is raised
local function put_formula(list, text)
  local at = 1
  while at <= #text do
    local name = text:match("^%a[%w_]*'*", at)
    local power = text:match("^%^(%-?%w+)", at)
    local number = text:match("^[%d.]+", at)
    if name then put_name(list, name)
    elseif power then put(list, power:gsub("%-", SIGN["-"]), "upright", 1)
    elseif number then put(list, number, "upright", 0)
    else
      local sign = text:match("^[%z\1-\127\194-\244][\128-\191]*", at) or text:sub(at, at)
      put(list, SIGN[sign] or sign, "upright", 0)
      at = at + #sign
    end
    at = at + (name and #name or power and #power + 1 or number and #number or 0)
  end
end

-- pieces { text, style = "italic" or "upright", shift = 0, -1 below, 1 above }
function runs.of(text)
  local list, from = {}, 1
  if text:find(NAME) then
    put_name(list, text)
    return list
  end
  while true do
    local a, b, formula = text:find("`([^`]*)`", from)
    put(list, text:sub(from, (a or 0) - 1), "upright", 0)
    if not a then return list end
    put_formula(list, formula)
    from = b + 1
  end
end

-- a text that stays as it is: the name of a body
function runs.plain(text) return { { text, style = "upright", shift = 0 } } end

-- width and height of pieces in letters of a size
function runs.size(list, size)
  local wide = 0
  for _, run in ipairs(list) do
    local k = run.shift == 0 and 1 or look.small
    for c in letters(run[1]) do wide = wide + (WIDTH[c] or 560) * k * size / 1000 end
  end
  return wide * 1.04, 0.95 * size
end

-- without what sets it: for terminals and tests
function runs.text(list)
  local out = {}
  for i, run in ipairs(list) do out[i] = run[1] end
  return table.concat(out)
end

return runs
