-- tir.lua - files of tyres (.tir): sections, units, numbers, and every complaint with line and key
--
--   [SECTION]
--   KEY = value   $ comment        ! comment        'text'        lines of tables without "="
--
-- Numbers without a unit stand as they are; loads, lengths, speeds, pressures come in SI units.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local tir = {}

-- what a unit of a file is in SI units
local UNITS = {
  LENGTH = { meter = 1, m = 1, mm = 1e-3, cm = 1e-2, km = 1e3, inch = 0.0254, foot = 0.3048 },
  FORCE = { newton = 1, n = 1, kilonewton = 1e3, kn = 1e3, kg_force = 9.80665,
    pound_force = 4.4482216152605 },
  MASS = { kg = 1, kilogram = 1, gram = 1e-3, pound_mass = 0.45359237 },
  TIME = { second = 1, sec = 1, s = 1, millisecond = 1e-3, minute = 60 },
  PRESSURE = { pascal = 1, pa = 1, kpa = 1e3, bar = 1e5, psi = 6894.757293168 },
  ANGLE = { radians = 1, radian = 1, rad = 1 },
}

-- of numbers that have a unit: powers of force, length, time; or a pressure
local DIMENSION = {
  FNOMIN = { FORCE = 1 }, LONGVL = { LENGTH = 1, TIME = -1 }, UNLOADED_RADIUS = { LENGTH = 1 },
  VERTICAL_STIFFNESS = { FORCE = 1, LENGTH = -1 },
  VERTICAL_DAMPING = { FORCE = 1, TIME = 1, LENGTH = -1 },
  LONGITUDINAL_STIFFNESS = { FORCE = 1, LENGTH = -1 },
  LATERAL_STIFFNESS = { FORCE = 1, LENGTH = -1 }, FZMIN = { FORCE = 1 }, FZMAX = { FORCE = 1 },
  PRESMIN = { PRESSURE = 1 }, PRESMAX = { PRESSURE = 1 },
  NOMPRES = { PRESSURE = 1 }, INFLPRES = { PRESSURE = 1 },
}

-- which law a file is of, by FITTYP or PROPERTY_FILE_FORMAT (51 and 52 are of MF-MCTyre)
local FITS = { ["5"] = "mf52", ["6"] = "mf52", ["21"] = "mf52", ["60"] = "mf61", ["61"] = "mf61",
  ["62"] = "mf61" }
local FORMATS = { pac2002 = "mf52", mf_05 = "mf52", mf52 = "mf52", ["mf-tyre"] = "mf52",
  mf61 = "mf61", mf62 = "mf61", mf_61 = "mf61", mf_62 = "mf61" }

local function lower(text)
  return (text:gsub("%u", function(c) return string.char(c:byte() + 32) end))
end

-- the first letters of a text, as a message can show them
local function shown(text, most)
  return (text:sub(1, most):gsub(".", function(c) return c:byte() < 32 and "?" or c end))
end

local function complain(o, line, key, ...)
  o.complaints[#o.complaints + 1] = ("%s:%d: %s: %s"):format(o.file, line, key, kit.format(...))
end

-- "value $ comment" -> text, or number and text
local function value_of(text)
  local quoted = text:match "^%s*'([^']*)'" or text:match '^%s*"([^"]*)"'
  if quoted then return nil, (quoted:gsub("^%s+", ""):gsub("%s+$", "")) end
  local bare = text:gsub("[$!].*$", ""):gsub("^%s+", ""):gsub("%s+$", "")
  local plain = bare:gsub("[dD]([+-]?%d+)$", "e%1")
  if plain:match "^[+-]?%d*%.?%d*[eE]?[+-]?%d*$" then return tonumber(plain), bare end
  return nil, bare
end

local function read_entry(o, n, key, text)
  key = key:gsub("%l", function(c) return string.char(c:byte() - 32) end)
  -- units have names that numbers have too: MASS
  local unit = lower(o.section):find "unit"
  local known = unit and o.units or o.at
  if known[key] then
    complain(o, n, key, "it stands in line %d already", known[key].line)
    return
  end
  local number, said = value_of(text)
  local e = { key = key, line = n, number = number, text = said }
  known[key] = e
  if not unit then o.list[#o.list + 1] = e end
end

-- what is no KEY = value but stands in files all the same: rows of tables, (COMMENTS) and the texts
-- below
local function is_aside(line)
  return line:match "^%s*[%d%.+-]" or line:match "^%s*%([%w_%s]+%)%s*$"
    or line:match "^%s*'[^']*'%s*$" or line:match '^%s*"[^"]*"%s*$'
end

local function read_line(o, n, line)
  local section = line:match "^%s*%[([%w_%s]+)%]"
  if section then
    o.section = section
  elseif not line:match "^%s*[$!{]" and line:find "%S" then
    local key, text = line:match "^%s*([%a_][%w_]*)%s*=(.*)$"
    if key then read_entry(o, n, key, text)
    elseif not is_aside(line) then
      complain(o, n, "line", "expected KEY = value, got '%s'", shown(line:gsub("^%s+", ""), 40))
    end
  end
end

-- { at = { KEY = { key, line, number, text } }, units = likewise, list, complaints, file }
local function parse(text, file)
  local o = { at = {}, units = {}, list = {}, complaints = {}, file = file, section = "" }
  local n = 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    n = n + 1
    read_line(o, n, (line:gsub("\r$", "")))
  end
  if #o.list == 0 and #o.complaints == 0 then complain(o, 1, "file", "it has no KEY = value") end
  return o
end

local function units_of(o)
  local factor = {}
  for name, known in pairs(UNITS) do
    local e = o.units[name]
    factor[name] = 1
    if e then
      factor[name] = known[lower(e.text)] or 1
      if not known[lower(e.text)] then
        local names = {}
        for key in pairs(known) do names[#names + 1] = key end
        kit.sort(names)
        complain(o, e.line, name, "unknown unit '%s' (there are: %s)", shown(e.text, 20),
          table.concat(names, ", "))
      end
    end
  end
  return factor
end

-- which law the file is of
local function kind_of(o)
  local fit, form = o.at.FITTYP, o.at.PROPERTY_FILE_FORMAT
  local e = fit or form
  if not e then
    complain(o, o.at.USE_MODE and o.at.USE_MODE.line or 1, "FITTYP",
      "the file does not say of which formula it is: FITTYP = 6 or 61, or "
      .. "PROPERTY_FILE_FORMAT = 'PAC2002' is missing")
    return nil
  end
  for _, x in ipairs { fit or e, form or e } do x.used = true end
  local word = fit and fit.number and ("%d"):format(fit.number) or lower(e.text)
  local kind = fit and FITS[word] or FORMATS[word]
  if not kind then
    complain(o, e.line, e.key, "'%s' is another version: read are 5.2 (FITTYP 5, 6, 21, "
      .. "'PAC2002') and 6.1, 6.2 (60, 61, 62, 'MF61')", shown(e.text, 30))
  end
  return kind
end

-- the number of a key in SI units, nil: it is not there, or is none
local function number_of(o, factor, key)
  local e = o.at[key]
  if not e then return nil end
  e.used = true
  if not e.number or e.number - e.number ~= 0 then
    complain(o, e.line, key, "expected a number, got '%s'", shown(e.text, 30))
    return nil
  end
  local x = e.number
  for unit, power in pairs(DIMENSION[key] or {}) do x = x * factor[unit] ^ power end
  return x
end

-- a number that may not be below `least`, nor `least` itself where it is to be above
local function bounded(o, factor, key, least, above, text)
  local x = number_of(o, factor, key)
  if x and (x < least or above and x == least) then
    complain(o, o.at[key].line, key, "expected a number %s %g%s, got %s", above and ">" or ">=",
      least, text and (" (%s)"):format(text) or "", shown(o.at[key].text, 30))
  end
  return x
end

local function law_numbers(o, factor, row)
  local numbers, missing = {}, {}
  for _, n in ipairs(row.numbers) do
    local e = o.at[n.name]
    local free = e and e.number == n.default
    numbers[n.name] = bounded(o, factor, n.name, free and -1 / 0 or n.least, false, n.text)
    if numbers[n.name] == nil and not e then
      if n.default == nil then
        complain(o, #o.list > 0 and o.list[#o.list].line or 1, n.name, "it is missing (%s)", n.text)
      end
      missing[#missing + 1] = n.name
    end
  end
  return numbers, missing
end

local function raise(o)
  if #o.complaints == 0 then return end
  local list = {}
  for i = 1, math.min(#o.complaints, 20) do list[i] = o.complaints[i] end
  if #o.complaints > 20 then list[21] = ("and %d more"):format(#o.complaints - 20) end
  check.fail("tyre", "%s", table.concat(list, "\n"))
end

-- for which loads, slips and angles the numbers of a file hold
local RANGES = { load = { "FZMIN", "FZMAX" }, kappa = { "KPUMIN", "KPUMAX" },
  alpha = { "ALPMIN", "ALPMAX" }, gamma = { "CAMMIN", "CAMMAX" },
  pressure = { "PRESMIN", "PRESMAX" } }

local function ranges_of(o, factor)
  local out = {}
  for name, keys in pairs(RANGES) do
    local least, most = number_of(o, factor, keys[1]), number_of(o, factor, keys[2])
    if least and most then
      out[name] = { least, most }
      if most < least then
        complain(o, o.at[keys[2]].line, keys[2], "expected a number >= %s, got %s",
          o.at[keys[1]].text, o.at[keys[2]].text)
      end
    end
  end
  return out
end

-- what the law finds wrong with the numbers together: at the first key of its sentence that is on
-- the wrong side of 0
local function check_law(o, row, numbers)
  if #o.complaints > 0 then return end
  local list = {}
  for i, n in ipairs(row.numbers) do list[i] = numbers[n.name] or n.default end
  local wrong = kit.tyre.wrong(row.name, list)
  if not wrong then return end
  local sign, first = wrong:find("below 0", 1, true) and 1 or -1, nil
  for key in wrong:gmatch "%u[%u%d]+" do
    local e = o.at[key]
    if e and not first and sign * (e.number or 0) >= 0 then first = e end
  end
  first = first or o.list[1]
  complain(o, first.line, first.key, "%s", wrong)
end

-- USE_MODE: its last digit says which forces, the one before whether they come late; below 0 it is
-- the mirror image
local FORCES_OF = { [0] = "no forces along the road", "Fx and My alone", "Fy, Mx and Mz alone",
  "forces of one slip each" }

local function use_mode(o, out)
  local mode = number_of(o, {}, "USE_MODE")
  if not mode then return end
  local digits = math.abs(mode) % 100
  out.transient = digits >= 10
  if digits >= 20 then
    out.notes[#out.notes + 1] = ("USE_MODE = %d asks for more than relaxation lengths: these are "
      .. "taken"):format(mode)
  end
  if FORCES_OF[digits % 10] then
    out.notes[#out.notes + 1] = ("USE_MODE = %d asks for %s: here all act, together"):format(mode,
      FORCES_OF[digits % 10])
  end
  if mode < 0 then
    out.notes[#out.notes + 1] = ("USE_MODE = %d asks for the mirror image: mirror = true on a wheel"
      ):format(mode)
  end
end

-- the ellipse that some files ask for where no slips were measured together
local function friction_ellipse(o, out)
  local e = o.at.FE_METHOD
  if not e then return end
  e.used = true
  if lower(e.text) == "yes" then
    out.notes[#out.notes + 1] = "FE_METHOD asks for an ellipse of friction: here slips act "
      .. "together by their weights (RBX1, RCX1, RBY1, RCY1 ..)"
  end
end

-- the text of a file, with what it is called -> { kind, radius, stiffness, damping, pressure,
-- numbers = by name, missing (those with a default, which it has then), unused (keys no law asks
-- for), side (as it was measured), transient (answers late), ranges, notes }
function tir.read(text, file, rows)
  local o = parse(text, file)
  local factor, kind = units_of(o), kind_of(o)
  if not kind then raise(o) end
  local row
  for _, r in ipairs(rows) do row = r.name == kind and r or row end
  local numbers, missing = law_numbers(o, factor, row)
  local out = { kind = kind, numbers = numbers, missing = missing, unused = {}, notes = {},
    ranges = ranges_of(o, factor),
    radius = bounded(o, factor, "UNLOADED_RADIUS", 0, true),
    stiffness = bounded(o, factor, "VERTICAL_STIFFNESS", 0, true),
    damping = bounded(o, factor, "VERTICAL_DAMPING", 0),
    pressure = bounded(o, factor, "INFLPRES", 0),
    side = o.at.TYRESIDE and o.at.TYRESIDE.text or nil }
  if o.at.TYRESIDE then o.at.TYRESIDE.used = true end
  use_mode(o, out)
  friction_ellipse(o, out)
  if not o.at.UNLOADED_RADIUS then complain(o, 1, "UNLOADED_RADIUS", "it is missing (m)") end
  check_law(o, row, numbers)
  raise(o)
  for _, e in ipairs(o.list) do
    if not e.used then out.unused[#out.unused + 1] = e.key end
  end
  return out
end

return tir
