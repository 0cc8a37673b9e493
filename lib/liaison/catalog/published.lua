-- published.lua - vehicles of publications: li.vehicles.whipple_bicycle and others, each with what
-- its publication prints beside what liaison computes
--
-- A file of published/ returns { text, source, licence, values, build(values), proof(object,
-- values, build) }. proof gives rows { what, printed, ours }: printed is a text with the digits of
-- the publication, which must come out to the last of them, or a number of its formula.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local published = {}

-- names in one order; the files beside commonroad are named as their vehicles
local NAMES = { "whipple_bicycle", "sharp_motorcycle", "tractor_semitrailer", "quarter_car",
  "half_car" }
local KINDS = { "pm", "ks", "kst", "st", "std", "mb" }

local rows = {}
for _, name in ipairs(NAMES) do
  rows[#rows + 1] = { name = name, file = name }
end
for _, kind in ipairs(KINDS) do
  rows[#rows + 1] = { name = "commonroad_" .. kind, file = "commonroad_proof", kind = kind }
end

local function known()
  local set = {}
  for _, row in ipairs(rows) do set[row.name] = true end
  return set
end

local function row_of(name)
  for _, row in ipairs(rows) do if row.name == name then return row end end
  local near = check.hint(name, known())
  check.fail(nil, "no published vehicle is named '%s'%s", tostring(name), near)
end

-- the file of a row; of CommonRoad's models that of one kind
local function entry(row)
  local file = require("liaison.catalog.published." .. row.file)
  return row.kind and file[row.kind] or file
end

-- the numbers of a publication, with some of the user's
local function numbers(e, values, path)
  local p, set = {}, {}
  for name, x in pairs(e.values) do p[name], set[name] = x, true end
  for name, x in pairs(values or {}) do
    if not set[name] then
      check.fail(path, "no number '%s'%s", tostring(name), check.hint(name, set))
    end
    p[name] = check.value(x, check.join(path, name), "num")
  end
  return p
end

local function data(x, path)
  if x ~= nil and x ~= "ref" then check.fail(path, "expected 'ref': the published numbers") end
  return x
end

local function build(row)
  return function(options)
    local o = check.fields(options or {}, row.name, { data = data, values = "table?" })
    local e = entry(row)
    local made = e.build(numbers(e, o.values, row.name .. ".values"))
    if next(o.values or {}) == nil then
      kit.beside[made] = function() return tostring(published.proof(row.name)) end
    end
    return made
  end
end

-- ---- the print beside ours ----------------------------------------------------------------------

-- half of what the last digit of a printed number stands for
local function half_digit(text)
  local mantissa, exponent = text:match "^[-+]?([%d.]+)[eE]?([-+]?%d*)$"
  local decimals = #(mantissa:match "%.(%d*)$" or "")
  return 0.5 * 10 ^ ((tonumber(exponent) or 0) - decimals)
end

-- how far ours may be off: the last digit printed, or what rounding leaves of 15 digits
local function allowed(printed, number)
  local rounding = 2e-13 * math.max(1, math.abs(number))
  if type(printed) == "string" then return math.max(half_digit(printed), rounding) end
  return math.max(1e-9 * math.abs(number), 1e-12)
end

local class

local function proof(name)
  local row = row_of(name)
  local e = entry(row)
  local p = numbers(e, nil, name)
  local list, holds = {}, true
  for k, r in ipairs(e.proof(e.build(p), p, e.build)) do
    local number = tonumber(r[2])
    local off = math.abs(r[3] - number)
    local ok = off <= allowed(r[2], number)
    list[k] = { what = r[1], printed = type(r[2]) == "string" and r[2]
      or kit.format("%.10g", r[2]), ours = r[3], off = off, holds = ok }
    holds = holds and ok
  end
  return class.new { name = name, text = e.text, source = e.source, licence = e.licence,
    rows = list, holds = holds }
end

-- a text in lines of at most 62 letters
local function wrapped(text, indent)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if #line > 0 and #line + #word + 1 > 62 then lines[#lines + 1], line = indent .. line, "" end
    line = line == "" and word or line .. " " .. word
  end
  lines[#lines + 1] = indent .. line
  return table.concat(lines, "\n")
end

local function table_of(p)
  local lines = { wrapped(p.text, ""), wrapped(p.source, "  "), wrapped(p.licence, "  ") }
  local wide, digits = 0, #"printed"
  for _, r in ipairs(p.rows) do
    wide, digits = math.max(wide, #r.what), math.max(digits, #r.printed)
  end
  local row = "  %-" .. wide .. "s  %" .. digits .. "s  %s%s"
  lines[#lines + 1] = row:format("", "printed", "liaison", "")
  for _, r in ipairs(p.rows) do
    lines[#lines + 1] = row:format(r.what, r.printed, kit.format("%.15g", r.ours),
      r.holds and "" or "  differs")
  end
  lines[#lines + 1] = p.holds and ("  all %d agree to the last digit printed"):format(#p.rows)
    or "  some differ"
  return table.concat(lines, "\n")
end

class = check.class("vehicle_proof", "What a publication prints of a vehicle beside what liaison "
  .. "computes: li.vehicles.proof.", {
  { "vehicle_proof.__tostring(p: vehicle_proof) -> str", "The two columns.",
    "return tostring(li.vehicles.proof 'quarter_car'):match 'all 3 agree' --> all 3 agree",
    table_of },
})

-- ---- rows ---------------------------------------------------------------------------------------

function published.names()
  local list = {}
  for k, row in ipairs(rows) do list[k] = row.name end
  return list
end

-- name and one line for each
function published.lines()
  local list = {}
  for k, row in ipairs(rows) do list[k] = { row.name, entry(row).text } end
  return list
end

published.proof = proof

local TEXT = {
  whipple_bicycle = "The Whipple bicycle of the benchmark of 2007.",
  sharp_motorcycle = "Sharp's motorcycle of 1971 with tyres that answer late; input: torque.",
  tractor_semitrailer = "A tractor with its semitrailer in the plane; inputs: delta, force.",
  quarter_car = "A quarter car (the golden car); input: road.",
  half_car = "A half car over a bump, without dampers.",
}

for _, row in ipairs(rows) do
  local result = row.kind and "state_equations" or "model"
  local text = row.kind and ("A model of CommonRoad: li.commonroad('%s', set); values = {set = "
    .. "1} takes another car."):format(row.kind) or TEXT[row.name]
  kit.define(li, { ("vehicles.%s([options: table]) -> %s"):format(row.name, result),
    text .. " options: values = {name = number} in the place of the published ones. "
    .. ("li.vehicles.proof '%s' compares with the publication."):format(row.name),
    ("return li.type(li.vehicles.%s()) --> %s"):format(row.name, result), build(row) })
end

kit.define(li, { "vehicles.proof(name: str) -> vehicle_proof",
  "What the publication of a vehicle prints beside what liaison computes: rows {what, printed, "
  .. "ours, off, holds}, holds (all of them), source, licence. print() shows both columns.",
  "return li.vehicles.proof('half_car').holds --> true", proof })

return published
