-- block_programme.lua - a quadratic programme inside a block: its data are expressions of what the
-- block is given and keeps, its unknowns stand in outputs and in states at the next time
--
--   z = argmin z'H z/2 + g'z + |M z - r|^2/2  where  lower <= A z <= upper,  lo <= z <= hi
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local code = kit.sampled
local programme = {}

local fields = { unknowns = "any", H = "any?", g = "any?", A = "any?", lower = "any?",
  upper = "any?", lo = "any?", hi = "any?", M = "any?", r = "any?" }

-- ---- read ---------------------------------------------------------------------------------------

-- rows x columns of numbers or texts; nothing: zeros
local function matrix_of(given, rows, columns, path, text_of)
  local out = {}
  if given ~= nil and #given ~= rows then
    check.fail(path, "expected %d rows, got %d", rows, #given)
  end
  for i = 1, rows do
    out[i] = {}
    if given and #given[i] ~= columns then
      check.fail(("%s[%d]"):format(path, i), "expected %d entries, got %d", columns, #given[i])
    end
    for j = 1, columns do
      local x = given and given[i][j] or 0
      out[i][j] = type(x) == "number" and x or text_of(x, ("%s[%d][%d]"):format(path, i, j))
    end
  end
  return out
end

-- n numbers or texts; nothing: none of them; one for all
local function list_of(given, n, none, path, text_of)
  local out = {}
  local single = type(given) == "number" or type(given) == "string"
  if given ~= nil and not single and #given ~= n then
    check.fail(path, "expected %d entries, got %d", n, #given)
  end
  for k = 1, n do
    local x = given
    if given and not single then x = given[k] end
    if x == nil or x == false then x = none end
    out[k] = type(x) == "number" and x or text_of(x, ("%s[%d]"):format(path, k))
  end
  return out
end

local function check_symmetric(H)
  for i = 1, #H do
    for j = 1, i - 1 do
      if H[i][j] ~= H[j][i] then
        check.fail(("programme.H[%d][%d]"):format(i, j), "expected what stands at [%d][%d]: H is "
          .. "symmetric", j, i)
      end
    end
  end
end

local function put(out, list) for _, x in ipairs(list) do out[#out + 1] = x end end
local function put_rows(out, rows) for _, row in ipairs(rows) do put(out, row) end end

-- one list of all entries, in the order of core/num/qp.h
local function entries_of(o, n, text_of)
  local m, rows, out = o.A and #o.A or 0, o.M and #o.M or 0, {}
  local H = matrix_of(o.H, n, n, "programme.H", text_of)
  check_symmetric(H)
  put_rows(out, H)
  put(out, list_of(o.g, n, 0, "programme.g", text_of))
  put_rows(out, matrix_of(o.A, m, n, "programme.A", text_of))
  put(out, list_of(o.lower, m, -math.huge, "programme.lower", text_of))
  put(out, list_of(o.upper, m, math.huge, "programme.upper", text_of))
  put(out, list_of(o.lo, n, -math.huge, "programme.lo", text_of))
  put(out, list_of(o.hi, n, math.huge, "programme.hi", text_of))
  put_rows(out, matrix_of(o.M, rows, n, "programme.M", text_of))
  put(out, list_of(o.r, rows, 0, "programme.r", text_of))
  return out, m, rows
end

-- of the table of a block: unknowns by name, numbers, and texts by their place
function programme.read(given, text_of)
  local o = check.fields(given, "programme", fields)
  local names = check.words(o.unknowns, "programme.unknowns", "\"z1 z2\"")
  if not o.H and not o.M then check.fail("programme.H", "expected H, or M: squares of M z - r") end
  local all, m, rows = entries_of(o, #names, text_of)
  local b = { names = names, n = #names, m = m, rows = rows, data = {}, texts = {}, places = {} }
  for k, x in ipairs(all) do
    b.data[k] = type(x) == "number" and x or 0
    if type(x) ~= "number" then
      b.texts[#b.texts + 1], b.places[#b.places + 1] = x, k
    end
  end
  b.hidden = {}
  for k, name in ipairs(names) do b.hidden[k] = name end
  b.hidden[#names + 1] = "solved"
  return b
end

function programme.text(p)
  local names = table.concat(p.names, ", ", 1, math.min(p.n, 6)) .. (p.n > 6 and ", .." or "")
  return ("a programme of %d unknowns (%s), %d rows, %d squares"):format(p.n, names, p.m, p.rows)
end

-- ---- compiled -----------------------------------------------------------------------------------

local function joined(...)
  local out = {}
  for _, list in ipairs { ... } do put(out, list) end
  return out
end

-- the texts as a program of t, states and inputs, and values; lines(c): those of the block that do
-- not name unknowns
function programme.compile(p, b, add_lines)
  local c, why = code.new({}, joined(b.states, b.inputs), b.names)
  if not c then check.fail("block", "%s", why) end
  add_lines(c)
  local where = {}
  for k, place in ipairs(p.places) do where[k] = "programme, entry " .. place end
  local ok
  ok, why = code.finish(c, p.texts, where, {}, {})
  if not ok then check.fail("programme", "%s", why) end
  p.ask = c
end

function programme.inputs(b)
  return b.programme and joined(b.inputs, b.programme.hidden) or b.inputs
end

-- (t, x, y, p) -> (u, x+) by both programs and what is solved in between
function programme.kernel(b)
  local p = b.programme
  return code.staged({ code.kernel(p.ask, { tape = true }), code.kernel(b.code, { tape = true }) },
    p.n, p.m, p.rows, p.data, p.places)
end

-- { {inputs that output 1 takes at the same time}, .. }, those by way of the unknowns too
function programme.passes(b)
  local all = code.passes(b.code)
  if not b.programme then return all end
  local asked, by, nx, ny = {}, {}, #b.states, #b.inputs
  for _, list in ipairs(code.passes(b.programme.ask)) do
    for _, j in ipairs(list) do if j > nx then asked[j - nx] = true end end
  end
  for k, list in ipairs(all) do
    local set, unknown = {}, false
    for _, j in ipairs(list) do
      if j > ny then unknown = true else set[j] = true end
    end
    by[k] = {}
    for j = 1, ny do
      if set[j] or unknown and asked[j] then by[k][#by[k] + 1] = j end
    end
  end
  return by
end

-- what computes with expressions alone
function programme.refuse(b, path, what, allowed)
  if b.programme and not allowed then
    check.fail(path, "'%s' solves a quadratic programme at every ask, and %s", b.name, what)
  end
end

return programme
