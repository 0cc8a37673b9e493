-- reading.lua - an answer as it was typed: a number, a row, rows of numbers, with a unit behind
--
-- A reading is { rows, cols, values = numbers row by row, units = their units, where told }. "1,5"
-- is a number with a decimal comma where a number is asked, two numbers where two are: all readings
-- there are come back, the plainer first, and the shape that is asked chooses.
local formula = require "liaison.course.formula"
local units = require "liaison.course.units"

local reading = {}

local OPEN, CLOSE = { ["("] = ")", ["["] = "]", ["{"] = "}" }, { [")"] = 1, ["]"] = 1, ["}"] = 1 }

-- where the bracket at the beginning closes, or nil
local function closing(text)
  local depth = 0
  for at = 1, #text do
    local c = text:sub(at, at)
    if OPEN[c] then depth = depth + 1
    elseif CLOSE[c] then
      depth = depth - 1
      if depth == 0 then return at end
    end
  end
end

local function trim(text) return text:match "^%s*(.-)%s*$" end

-- the inside of outer brackets and the unit behind them; the text itself where it has none
local function inside(text)
  text = trim(text)
  if not OPEN[text:sub(1, 1)] then return text, "", false end
  local at = closing(text)
  local behind = at and trim(text:sub(at + 1))
  if not behind or behind ~= "" and not units.parse(behind) then return text, "", false end
  return trim(text:sub(2, at - 1)), behind, true
end

-- parts between separators that stand in no bracket
local function split(text, separators)
  local out, depth, from = {}, 0, 1
  for at = 1, #text do
    local c = text:sub(at, at)
    if OPEN[c] then depth = depth + 1
    elseif CLOSE[c] then depth = depth - 1
    elseif depth == 0 and separators:find(c, 1, true) then
      out[#out + 1] = trim(text:sub(from, at - 1))
      from = at + 1
    end
  end
  local last = trim(text:sub(from))
  if last ~= "" or #out == 0 then out[#out + 1] = last end
  return out
end

-- the numbers of one row: between commas, or else between blanks; the words in front of a blank
-- that cannot stand alone ("2 *") take the next
local function entries(text)
  local list = split(text, ",")
  if #list > 1 then return list end
  local parts, out = split(text:gsub("%s+", " "):gsub("%s*([*/^])%s*", "%1")
    :gsub("([-+]) ", "%1"), " "), {}
  for _, part in ipairs(parts) do
    if #out > 0 and not part:find "^[-+%d.(%%]" then out[#out] = out[#out] .. " " .. part
    elseif part ~= "" then out[#out + 1] = part end
  end
  return out
end

-- rows of texts: between ; or line ends, or brackets in brackets
local function rows_of(text)
  local rows = split(text, ";\n")
  local alone = #rows == 1 and split(rows[1], ",")
  if alone and OPEN[alone[1]:sub(1, 1)] then
    local all = true
    for _, part in ipairs(alone) do
      local _, _, bracket = inside(part)
      all = all and bracket
    end
    if all then return alone end
  end
  return rows
end

-- the rows as numbers; nil and why not
local function numbers(rows, r, all)
  for i, row in ipairs(rows) do
    local bare, unit = inside(row)
    if unit == "" then unit = all end
    local list = entries(bare)
    if i > 1 and #list ~= r.cols then return nil, { key = "rows", what = tostring(i) } end
    r.cols = #list
    for _, word in ipairs(list) do
      local x, rest = formula.number(word)
      if not x then return nil, rest end
      if x ~= x or math.abs(x) == math.huge then return nil, { key = "infinite", what = word } end
      r.values[#r.values + 1] = x
      r.units[#r.values] = rest ~= "" and rest or unit ~= "" and unit or nil
    end
  end
  return r
end

local function read_list(text)
  local bare, unit = inside(text)
  local deeper, no_unit, bracket = inside(bare) -- array([1, 2; 3, 4])
  if bracket and no_unit == "" then bare = deeper end
  local rows = rows_of(bare)
  return numbers(rows, { rows = #rows, values = {}, units = {} }, unit)
end

local function read_number(text)
  local x, rest = formula.number(text)
  if not x then return nil, rest end
  if x ~= x or math.abs(x) == math.huge then return nil, { key = "infinite", what = text } end
  if rest:find "^[^%a\128-\255%%/]" or rest:find "[,;\n]" or rest:find "%s[-+%d]" then
    return nil, { key = "sign", what = rest }
  end
  return { rows = 1, cols = 1, values = { x }, units = { rest ~= "" and rest or nil } }
end

-- "3 [mm]", "3 (mm)": the unit without its brackets
local function without_brackets(text)
  local number, unit = text:match "^(.*[%d%)%]}])%s*[%[(]%s*([%a%%][^%[%]()]*)[%])]%s*$"
  if number and units.parse(unit) then return number .. " " .. unit end
  return text
end

-- all readings of a text, or nil and why the plainest fails
function reading.all(text)
  text = without_brackets(formula.bare(text))
  local out, why = {}, nil
  local comma = text:gsub("(%d),(%d)", "%1.%2")
  local seen = {}
  for _, try in ipairs { { read_number, text }, { read_number, comma }, { read_list, text },
    { read_list, comma } } do
    local r, complaint = try[1](try[2])
    local known = r and table.concat(r.values, " ") .. "/" .. r.rows .. (r.units[1] or "")
    if r and not seen[known] then out[#out + 1], seen[known] = r, true end
    why = why or complaint
  end
  if #out == 0 then return nil, why end
  return out
end

return reading
