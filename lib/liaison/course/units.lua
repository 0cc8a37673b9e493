-- units.lua - units as they are typed: "kg m^2", "N.m", "rad/s", "deg": a factor and a dimension
local units = {}

-- what one is in metres, kilograms, seconds; angles are numbers (1 rad = 1)
local ONE = {
  m = { 1, 1, 0, 0 }, mm = { 1e-3, 1, 0, 0 }, cm = { 1e-2, 1, 0, 0 }, km = { 1e3, 1, 0, 0 },
  kg = { 1, 0, 1, 0 }, g = { 1e-3, 0, 1, 0 }, t = { 1e3, 0, 1, 0 },
  s = { 1, 0, 0, 1 }, ms = { 1e-3, 0, 0, 1 }, min = { 60, 0, 0, 1 }, h = { 3600, 0, 0, 1 },
  rad = { 1, 0, 0, 0 }, mrad = { 1e-3, 0, 0, 0 }, deg = { math.pi / 180, 0, 0, 0 },
  rev = { 2 * math.pi, 0, 0, 0 }, rpm = { math.pi / 30, 0, 0, -1 }, Hz = { 1, 0, 0, -1 },
  N = { 1, 1, 1, -2 }, kN = { 1e3, 1, 1, -2 }, mN = { 1e-3, 1, 1, -2 }, daN = { 10, 1, 1, -2 },
  J = { 1, 2, 1, -2 }, kJ = { 1e3, 2, 1, -2 }, mJ = { 1e-3, 2, 1, -2 },
  W = { 1, 2, 1, -3 }, kW = { 1e3, 2, 1, -3 }, ["%"] = { 1e-2, 0, 0, 0 },
}
local OTHER = { degree = "deg", degrees = "deg", ["degré"] = "deg", ["degrés"] = "deg",
  tr = "rev", turn = "rev", turns = "rev", tour = "rev", tours = "rev", radian = "rad",
  radians = "rad", metre = "m", metres = "m", ["mètre"] = "m", ["mètres"] = "m", sec = "s",
  Nm = "N m", Nmm = "N mm", kNm = "kN m" }
units.one, units.other = ONE, OTHER

-- "kg·m²" and "°" in plain letters
local PLAIN = { { "²", "^2" }, { "³", "^3" }, { "·", " " }, { "⋅", " " }, { "×", " " },
  { "°", " deg " }, { "−", "-" }, { "⁻¹", "^-1" } }
units.plain = PLAIN

local function plain(text)
  for _, row in ipairs(PLAIN) do text = text:gsub(row[1], row[2]) end
  text = text:gsub("[%a\128-\255]+", OTHER)
  return (text:gsub("rev%s*/%s*min", "rpm"):gsub("[*.]", " "):gsub("%s*%^%s*", "^")
    :gsub("%s*/%s*", "/"))
end

-- factor to SI, dimension {m, kg, s}; nil and the word that is no unit
function units.parse(text)
  local factor, dim, sign, at = 1, { 0, 0, 0 }, 1, 1
  text = plain(text)
  while true do
    at = text:match("^[%s()]*()", at)
    if at > #text then return factor, dim end
    if text:sub(at, at) == "/" then sign, at = -1, at + 1 end
    local word, power, after = text:match("^([%a%%]+)%^?([-+]?%d*)()", at)
    if not word and text:match("^1()", at) then after = at + 1
    elseif not ONE[word or ""] then return nil, word or text:sub(at)
    else
      local one, n = ONE[word], sign * (tonumber(power) or 1)
      factor = factor * one[1] ^ n
      for i = 1, 3 do dim[i] = dim[i] + n * one[i + 1] end
    end
    sign, at = 1, after
  end
end

-- the factor from the unit typed to the unit asked; nil and why: "word", word or "dimension"
function units.factor(typed, asked)
  local f, dim = units.parse(typed)
  if not f then return nil, "word", dim end
  local g, want = units.parse(asked or "")
  for i = 1, 3 do
    if dim[i] ~= want[i] then return nil, "dimension" end
  end
  return f / g
end

-- whether a unit has an angle in it that is not of rad
function units.is_angle(unit)
  return unit ~= nil and (unit:find "%f[%a]deg%f[%A]" or unit:find "%f[%a]rad%f[%A]") ~= nil
end

function units.has_length(unit)
  return unit ~= nil and (unit:find "%f[%a]m?m%f[%A]") ~= nil
end

return units
