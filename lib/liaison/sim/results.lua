-- results.lua - results in files: runs saved with what made them, logs read back, of this program
-- or of others, and two of them compared
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local results = {}

local MOST = 2e9   -- bytes of a file

-- what made a run -------------------------------------------------------------------------------

local function script_of()
  local name = type(rawget(_G, "arg")) == "table" and arg[0]
  local text = name and kit.read(name, MOST)
  return text and name:match "[^/]*$", text and kit.hash(text)
end

local function numbers(list)
  local texts = {}
  for k = 1, #list do texts[k] = type(list[k]) == "number" and kit.number(list[k]) or "?" end
  return table.concat(texts, " ")
end

-- numbers and words of what was asked for; the rest (models, functions) has none
local function plain(t, out, before)
  for key, x in pairs(t) do
    if type(key) == "string" then
      if type(x) == "number" then out[before .. key] = kit.number(x)
      elseif type(x) == "string" or type(x) == "boolean" then out[before .. key] = tostring(x)
      elseif kit.class(x) == "vec" or type(x) == "table" and type(x[1]) == "number" then
        out[before .. key] = numbers(x)
      elseif type(x) == "table" and not getmetatable(x) then plain(x, out, before .. key .. ".") end
    end
  end
  return out
end

local function metadata(run)
  local out = plain(run:info().metadata or {}, {}, "")
  if run:info().method == "read" then return out end
  plain(check.copy(run:origin() or {}), out, "")
  plain(check.copy(run:setup() or {}), out, "setup.")
  out.liaison = li.version
  out.lua = rawget(_G, "jit") and jit.version or _VERSION
  out.script, out.script_hash = script_of()
  out.hash = run:hash()
  return out
end

-- saved -----------------------------------------------------------------------------------------

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  kit.sort(keys)
  return keys
end

-- a comment has one line
local function one_line(text) return (tostring(text):gsub("[\r\n]+", " ")) end

local function quoted(text)
  if not text:find '[,"\r\n]' then return text end
  return '"' .. text:gsub('"', '""') .. '"'
end

local function csv_with_head(run)
  local lines, units = {}, {}
  local about = metadata(run)
  for _, key in ipairs(sorted_keys(about)) do
    lines[#lines + 1] = ("# %s: %s"):format(key, one_line(about[key]))
  end
  for k, name in ipairs(run:columns()) do units[k] = quoted(run:unit(name)) end
  lines[#lines + 1] = "# units: " .. table.concat(units, ",")
  return table.concat(lines, "\n") .. "\n" .. run:csv()
end

local WRITERS = {
  csv = csv_with_head,
  npy = function(run) return run:npy() end,
  mat = function(run) return run:mat() end,
  json = function(run) return run:json() end,
  lua = function(run) return run:lua() end,
}

local function ending_of(file, known)
  local ending = file:match "%.(%w+)$"
  local writer = ending and known[kit.lower(ending)]
  if writer then return writer end
  check.fail("file", "expected one of the endings %s, got '%s'",
    table.concat(sorted_keys(known), ", "), file)
end

local function save(run, file)
  return kit.save(file, ending_of(file, WRITERS)(run))
end

-- read back -------------------------------------------------------------------------------------

local OPTIONS = { separator = "comma|semicolon|tab|blank?", decimal = "point|comma?",
  leave = "table|str?",
  columns = "table|str?", units = "table?", time = "str?", dt = { "num?", above = 0 } }
local LETTERS = { comma = ",", semicolon = ";", tab = "\t", blank = " ", point = "." }

local function words(x, path) return table.concat(check.words(x, path) or {}, " ") end

-- "rad, m" of a head, in the order of the columns
local function units_of_head(head, columns)
  local text = ("\n" .. head):match "\n%s*units:%s*([^\n]*)"
  local units = {}
  local k = 0
  for unit in ((text or "") .. ","):gmatch "([^,]*)," do
    k = k + 1
    if columns[k] and text then units[columns[k]] = unit:match "^%s*(.-)%s*$" end
  end
  return units
end

local function metadata_of_head(head)
  local out, any = {}, false
  for key, value in head:gmatch "([%w_.]+):%s*([^\n]*)" do
    if key ~= "units" then out[key], any = value, true end
  end
  return any and out or nil
end

-- the columns in this order, time first
local function in_order(run, o, path)
  local names = run:columns()
  local renamed, order = check.words(o.columns, "columns"), {}
  if renamed and #renamed ~= #names then
    check.fail("columns", "%s has %d columns, got %d names", path, #names, #renamed)
  end
  for k, name in ipairs(names) do
    order[k] = { from = name, name = renamed and renamed[k] or name }
  end
  if o.dt then
    local t = li.zeros(#run)
    for k = 1, #run do t[k] = (k - 1) * o.dt end
    table.insert(order, 1, { name = "t", values = t })
    return order
  end
  for k, column in ipairs(order) do
    if column.name == o.time then
      table.insert(order, 1, table.remove(order, k))
      return order
    end
  end
  if o.time then
    check.fail("time", "there is no column '%s'%s", o.time, check.hint(o.time, run:columns()))
  end
  return order
end

-- rows are ordered by the first column: where it falls, no reading between rows means anything
local function falls(t)
  for k = 2, #t do
    if not (t[k] >= t[k - 1]) then return k end
  end
end

local function made(run, o, path, units, about, told)
  local order = in_order(run, o, path)
  local columns, values, unit_of = {}, {}, {}
  for k, column in ipairs(order) do
    columns[k] = column.name
    values[k] = column.values or run:column(column.from)
    local unit = column.from and (units[column.from] or run:unit(column.from)) or "s"
    unit_of[column.name] = (o.units or {})[column.name] or unit
  end
  local k = falls(values[1])
  if k then
    check.fail(path, "row %d: '%s' falls from %s to %s: rows are ordered by it (time = another "
      .. "column, or dt = a period)", k, columns[1], kit.number(values[1][k - 1]),
      kit.number(values[1][k]))
  end
  return kit.results.made(columns, values, unit_of, about, told)
end

local function bytes_of(file) return kit.read(file, MOST) end

local function tell(list, what, count, text)
  list[#list + 1] = { what = what, name = "", count = count, text = text }
end

local function of_csv(file, options)
  local o = check.fields(options or {}, "options", OPTIONS)
  local text, why, code = bytes_of(file)
  if not text then return nil, why, code end
  local run, found = kit.results.csv(text, LETTERS[o.separator] or "",
    LETTERS[o.decimal] or "", words(o.leave, "leave"), file)
  local told = {}
  if found.empty > 0 then
    tell(told, "empty", found.empty, kit.format("%d empty cells are nan", found.empty))
  end
  if found.renamed > 0 then
    tell(told, "renamed", found.renamed,
      kit.format("%d columns had the name of another and got a number", found.renamed))
  end
  return made(run, o, file, units_of_head(found.head, run:columns()),
    metadata_of_head(found.head), told)
end

local function of_npy(file, options)
  local o = check.fields(options or {}, "options", OPTIONS)
  local bytes, why, code = bytes_of(file)
  if not bytes then return nil, why, code end
  local run = kit.results.npy(bytes, words(o.columns, "columns"), file)
  o.columns = nil
  return made(run, o, file, {}, nil, {})
end

local function of_mat(file, options)
  local o = check.fields(options or {}, "options", OPTIONS)
  local bytes, why, code = bytes_of(file)
  if not bytes then return nil, why, code end
  local run, passed = kit.results.mat(bytes, file)
  local told = {}
  for line in passed:gmatch "[^\n]+" do tell(told, "passed", 1, "passed over: " .. line) end
  return made(run, o, file, {}, nil, told)
end

local READERS = { csv = of_csv, txt = of_csv, log = of_csv, tsv = of_csv, dat = of_csv,
  npy = of_npy, mat = of_mat }

local function read(file, options) return ending_of(file, READERS)(file, options) end
results.read = read

-- compared --------------------------------------------------------------------------------------

local function largest_difference(a, b, name, scale)
  local worst, at = 0, nil
  local x, t = a:column(name), a:column(a:columns()[1])
  for k = 1, #x do
    local y = b:at(name, t[k])
    local d = math.abs(x[k] - y)
    if x[k] == x[k] and d ~= d then d = math.huge end
    local relative = d / (1 + scale * math.abs(x[k]))
    if relative > worst then worst, at = relative, t[k] end
  end
  return worst, at
end

-- a list of { column =, difference =, t = }, largest first, of the columns both have; only: names
-- that one of them has
local function differences(a, b)
  local list, only, has = {}, {}, {}
  for _, name in ipairs(b:columns()) do has[name] = true end
  for _, name in ipairs(a:columns()) do
    if has[name] then
      local difference, t = largest_difference(a, b, name, 1)
      list[#list + 1] = { column = name, difference = difference, t = t }
      has[name] = nil
    else only[#only + 1] = name end
  end
  for _, name in ipairs(b:columns()) do if has[name] then only[#only + 1] = name end end
  table.sort(list, function(x, y) return x.difference > y.difference end)
  return list, only
end

-- liaison diff: prints, and says whether they agree
function results.diff(first, second, tol, say)
  local a, why = read(first)
  if not a then return nil, why end
  local b
  b, why = read(second)
  if not b then return nil, why end
  local list, only = differences(a, b)
  local same = #only == 0 and #a == #b
  for _, name in ipairs(only) do say(kit.format("%s: in one of them only", name)) end
  if #a ~= #b then say(kit.format("%d rows and %d rows", #a, #b)) end
  for _, d in ipairs(list) do
    if d.difference > tol then
      same = false
      say(kit.format("%s: differs by %.3g (of 1 + its size) at %s", d.column, d.difference,
        kit.number(d.t)))
    end
  end
  if same then say(kit.format("the same within %g: %d rows, %d columns", tol, #a, #list)) end
  return same
end

local RUN = "local r = li.simulate{li.planar{1}, q = {1}, t = 0.1}; "
local FILE = "local f = os.tmpname(); "

check.define(kit.methods "run", {
  { "run:save(file: path) -> bool",
    "The run in a file, by its ending: .csv with what made it (run:metadata()) and its units as "
    .. "comments before the names, .npy, .mat, .json, .lua. It appears whole or not at all, and "
    .. "raises where it cannot be written. li.results reads csv, npy and mat back.",
    RUN .. FILE .. "return r:save(f .. '.csv') --> true", save },
  { "run:metadata() -> table",
    "What reproduces it, as texts by name: version, Lua, script and its fingerprint, method, "
    .. "tolerances, numbers of li.simulate (setup.t, seeds ..), fingerprint of the columns. Of a "
    .. "run "
    .. "that was read back what its file says.",
    RUN .. "return r:metadata().method --> dop853", metadata },
})

check.define(li, {
  { "csv(file: path [, options: table]) -> run",
    "A log read back, of this program or of others: its columns as a run (columns, at, plot, "
    .. "derive ..). Separator (comma, semicolon, tab, blanks), decimal comma, names, units (\"q1 "
    .. "[rad]\", or a second line) and comments are found out; rows are ordered by the first "
    .. "column. "
    .. "options: separator = 'comma', 'semicolon', 'tab', 'blank'; decimal = 'point' or 'comma'; "
    .. "leave = columns of words; "
    .. "columns = names; units = by name; time = the column that orders, dt = a period where there "
    .. "is none. What was assumed is told by print(run). nil, message, code where it cannot be "
    .. "read.",
    RUN .. FILE .. "r:save(f .. '.csv'); return li.csv(f .. '.csv'):at('q1', 0) --> 1", of_csv },
  { "npy(file: path [, options: table]) -> run",
    "The same of an array that NumPy saved: one or two dimensions, numbers of any width and byte "
    .. "order. options: columns (else c1, c2 ..), units, time, dt.",
    RUN .. FILE .. "r:npy(f); return li.npy(f, {columns = r:columns()}):at('q1', 0) --> 1",
    of_npy },
  { "matfile(file: path [, options: table]) -> run",
    "The same of a MAT file of version 4 (save -v4 in MATLAB and Octave): its real vectors of one "
    .. "length. options as of li.npy.",
    RUN .. FILE .. "r:mat(f); return li.matfile(f):at('q1', 0) --> 1", of_mat },
  { "results(file: path [, options: table]) -> run",
    "The same by the ending of the file: .csv, .txt, .log, .tsv, .dat, .npy, .mat.",
    RUN .. FILE .. "r:mat(f .. '.mat'); return #li.results(f .. '.mat') == #r --> true", read },
})

return results
