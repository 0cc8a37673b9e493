-- filtering.lua - what estimators of every kind are told, and the block they become: measurements
-- with their noise, periods and gates, covariances at the start, what is given out
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local covariance = require "liaison.control.covariance"
local lines = require "liaison.control.lines"
local weights = require "liaison.linear.weights"
local kit = li._internal

local filtering = { plain = covariance.plain }

-- fields of all of them
filtering.fields = { Q = "any?", R = "any?", P0 = "any", x0 = "any?", dt = { "num?", above = 0 },
  form = "str?", gate = "any?", tell = "any?", name = "str?", offset = { "num?", min = 0 },
  delay = { "num?", min = 0 }, jitter = { "num?", min = 0 }, seed = "num?", every = "any?" }

function filtering.with(more)
  local out = {}
  for _, list in ipairs { filtering.fields, more } do
    for key, rule in pairs(list) do out[key] = rule end
  end
  return out
end

-- ---- names --------------------------------------------------------------------------------------

-- q1_est' of q1'
function filtering.estimate_of(name)
  local base, marks = name:match "^(.-)('*)$"
  return base .. "_est" .. marks
end

-- a free name for a signal inside the block: its own where it may have that
function filtering.symbol(name, taken)
  local symbol = name:find "^[%a_][%w_]*'*$" and name or name:gsub("[^%w_]", "_")
  if taken[symbol] then symbol = filtering.plain(symbol) .. "_measured" end
  while taken[symbol] do symbol = symbol .. "_" end
  taken[symbol] = true
  return symbol
end

-- ---- numbers at the start -----------------------------------------------------------------------

-- of names: a list, or by name; nothing: zeros
function filtering.start(given, names, path)
  local out, at = {}, {}
  for k, name in ipairs(names) do out[k], at[name] = 0, k end
  if given == nil then return out end
  if kit.class(given) == nil and type(given) == "table" and next(given) and #given == 0 then
    for name, x in pairs(given) do
      if not at[name] then
        check.fail(path, "there is no '%s'%s", tostring(name), check.hint(name, at))
      end
      out[at[name]] = blocks.number_of(x, path .. "." .. name)
    end
    return out
  end
  if type(given) == "number" and #names == 1 then given = { given } end
  if type(given) == "number" or #given ~= #names then
    check.fail(path, "expected %d numbers (%s)", #names, table.concat(names, " "))
  end
  for k = 1, #names do out[k] = blocks.number_of(given[k], ("%s[%d]"):format(path, k)) end
  return out
end

function filtering.variances(given, names, path, strictly)
  return weights.positive(weights.square(given, names, path), path, strictly)
end

-- ---- measurements -------------------------------------------------------------------------------

local entry_fields = { "any?", R = { "num?", above = 0 }, every = "count?", wrap = "bool?",
  gate = { "num?", above = 0 }, valid = "str?", from = "str?" }

-- {"h", R =, every =, wrap =, gate =, valid =, from =}, or "h"
local function read_entry(name, given, path)
  if type(given) ~= "table" or kit.class(given) then given = { given } end
  local plain = {}
  for key, x in pairs(given) do if key ~= 1 then plain[key] = x end end
  local schema = {}
  for key, rule in pairs(entry_fields) do if key ~= 1 then schema[key] = rule end end
  local m = check.fields(plain, path, schema)
  if given[1] == nil then check.fail(path, "expected what is measured: {\"expression\", ..}") end
  m.name, m.h = name, blocks.text_of(given[1], path)
  m.from = m.from or name
  return m
end

-- {y = "h(x)"}, or {{"y", "h(x)", R = ..}, ..} in an order of their own
function filtering.read_measured(given, path)
  if type(given) ~= "table" or next(given) == nil then
    check.fail(path, "expected what is measured by name, {y = \"x^2\"}, got %s", check.got(given))
  end
  local list = {}
  for k, entry in ipairs(given) do
    local at = ("%s[%d]"):format(path, k)
    if type(entry) ~= "table" or type(entry[1]) ~= "string" then
      check.fail(at, "expected {\"name\", expression, R = ..}")
    end
    local plain = {}
    for key, x in pairs(entry) do if type(key) ~= "number" then plain[key] = x end end
    plain[1] = entry[2]
    list[k] = read_entry(entry[1], plain, at)
  end
  if #list == 0 then
    for k, name in ipairs(blocks.sorted_keys(given, path)) do
      list[k] = read_entry(name, given[name], path .. "." .. name)
    end
  end
  return list
end

-- options that hold for all, or by name
local function told_for(given, name, path)
  if type(given) == "table" then return given[name] end
  if given ~= nil and type(given) ~= "number" then
    check.fail(path, "expected a number, or numbers by name, got %s", check.got(given))
  end
  return given
end

local function known_names(given, list, path)
  if type(given) ~= "table" then return end
  local at = {}
  for _, m in ipairs(list) do at[m.name] = true end
  for name in pairs(given) do
    if not at[name] then
      check.fail(path, "nothing is measured as '%s'%s", tostring(name), check.hint(name, at))
    end
  end
end

-- gates, periods and noise told for all: into the entries. R as a matrix where it is of several
function filtering.complete_measured(list, o)
  known_names(o.gate, list, "gate")
  known_names(o.every, list, "every")
  local names, R = {}, nil
  for k, m in ipairs(list) do
    names[k] = m.name
    m.gate = m.gate or told_for(o.gate, m.name, "gate")
    m.every = m.every or told_for(o.every, m.name, "every") or 1
    if m.every < 1 or m.every % 1 ~= 0 then
      check.fail("every." .. m.name, "expected a whole number of asks, got %s", check.got(m.every))
    end
  end
  if o.R ~= nil then R = filtering.variances(o.R, names, "R", true) end
  for k, m in ipairs(list) do
    if m.R and R then check.fail("R", "the noise of '%s' is told there already", m.name) end
    m.R = m.R or R and R[k][k]
    if not m.R then check.fail("R", "expected the variance of the noise of '%s'", m.name) end
  end
  if R and not covariance.is_diagonal(R) then
    for _, m in ipairs(list) do
      if m.every > 1 or m.valid or m.gate then
        check.fail("R", "noise of several measurements together: '%s' has to come with the others "
          .. "(no every, valid, gate)", m.name)
      end
    end
    return R
  end
  return nil
end

-- ---- the block ----------------------------------------------------------------------------------

-- an estimator in the making: spec of the block, lines, names
function filtering.begin(o, kind)
  local f = { o = o, lines = lines.new "k_", taken = { t = true, dt = true } }
  f.spec = { name = o.name or kind, dt = o.dt, offset = o.offset, delay = o.delay,
    jitter = o.jitter, seed = o.seed, inputs = {}, outputs = {}, states = {}, next = {},
    values = {}, to = {} }
  return f
end

function filtering.state(f, name, start, text)
  f.spec.states[name], f.spec.next[name] = start, text
end

-- states of a covariance, as it is at the next time
function filtering.keep(f, c)
  local becomes = c:next()
  for name, start in pairs(c.states) do filtering.state(f, name, start, becomes[name]) end
end

function filtering.output(f, name, text)
  f.spec.outputs[#f.spec.outputs + 1] = { name, text }
  f.spec.to[name] = false
end

function filtering.input(f, name, from)
  local symbol = filtering.symbol(name, f.taken)
  f.spec.inputs[symbol] = from or name
  return symbol
end

-- 1 where the measurement is there, 0 where it is not; nil: always
function filtering.fresh(f, m)
  local text
  if m.every > 1 then
    local count = "asks_" .. filtering.plain(m.name)
    filtering.state(f, count, 0, ("piecewise(%s > %d - 1.5, 0, %s + 1)"):format(count, m.every,
      count))
    text = ("piecewise(%s < 0.5, 1, 0)"):format(count)
  end
  if m.valid then
    local valid = ("piecewise(%s > 0.5, 1, 0)"):format(filtering.input(f, m.valid))
    text = text and text .. "*" .. valid or valid
  end
  return text and f.lines:let(text)
end

-- what was measured beyond what was expected
function filtering.innovation(f, m, symbol, expected)
  local e = f.lines:let(("%s - (%s)"):format(symbol, expected))
  if m.wrap then e = f.lines:let(("atan2(sin(%s), cos(%s))"):format(e, e)) end
  return e
end

-- the name of the variance as a value
function filtering.variance_of(f, m)
  local name = "R_" .. filtering.plain(m.name)
  f.spec.values[name] = m.R
  return name
end

-- noise together: L^-1 of R = L diag(d) L' makes of the innovations ones that are apart
function filtering.apart(f, e, H, R)
  local n, L = #e, f.lines
  -- R = U D U' of everything in the other order is L D L'
  local turned = li.zeros(n, n)
  for i = 1, n do for j = 1, n do turned[i][j] = R[n + 1 - i][n + 1 - j] end end
  local U, D = covariance.factors(turned)
  local r = {}
  for i = 1, n do
    r[i] = lines.number(D[n + 1 - i])
    local function taken(x, other, factor)
      local part = lines.product(lines.number(-factor), other)
      return part and L:let(lines.sum(x == "0" and { part } or { x, part })) or x
    end
    for k = 1, i - 1 do
      local factor = U[n + 1 - i][n + 1 - k]
      e[i] = taken(e[i], e[k], factor)
      for j = 1, #H[i] do H[i][j] = taken(H[i][j], H[k][j], factor) end
    end
  end
  return r
end

-- measurements by innovations e and slopes H into covariance c and states x: the states behind
-- them, innovations, variances, and of each whether it is there (false: always)
function filtering.believe(f, c, list, R, e, H, x)
  local r, gates, fresh = {}, {}, {}
  for i, m in ipairs(list) do
    fresh[i], gates[i] = filtering.fresh(f, m) or false, m.gate and lines.number(m.gate) or false
    if fresh[i] then
      local there = {}
      for k = 1, #x do there[k] = f.lines:let(lines.product(fresh[i], H[i][k]) or "0") end
      H[i] = there
    end
    r[i] = not R and filtering.variance_of(f, m)
  end
  if R then r = filtering.apart(f, e, H, R) end
  local delta, seen, variances = covariance.measure(c, e, H, r, gates)
  local post = {}
  for k, name in ipairs(x) do
    post[k] = delta[k] == "0" and name or f.lines:let(name .. " + " .. delta[k])
  end
  return post, seen, variances, fresh
end

local TELL = { innovation = true, nis = true, variance = true, covariance = true }

-- what is given out beside the estimates: innovation, nis, variance, covariance
function filtering.told(f)
  local out = {}
  for _, word in ipairs(check.words(f.o.tell or "innovation nis", "tell", "\"nis variance\"")) do
    if not TELL[word] then
      check.fail("tell", "expected innovation, nis, variance, covariance, got '%s'%s", word,
        check.hint(word, TELL))
    end
    out[word] = true
  end
  return out
end

-- innovations by name and the sum of their squares over their variances
function filtering.tell_innovations(f, told, list, seen, variances, fresh)
  local terms = {}
  for k, m in ipairs(list) do
    local there = fresh[k] and fresh[k] .. "*" or ""
    if told.innovation then
      filtering.output(f, filtering.plain(m.name) .. "_innovation", there .. seen[k])
    end
    terms[k] = ("%s%s^2/%s"):format(there, seen[k], variances[k])
  end
  if told.nis then filtering.output(f, "nis", lines.sum(terms)) end
end

-- variances of the estimates, or all of their covariance; entry(i, j): texts
function filtering.tell_covariance(f, told, names, entry)
  for i, name in ipairs(names) do
    if told.variance then
      filtering.output(f, filtering.plain(name) .. "_variance", entry(i, i))
    end
    for j = 1, told.covariance and i or 0 do
      filtering.output(f, ("covariance%d_%d"):format(i, j), entry(i, j))
    end
  end
end

function filtering.finish(f)
  f.spec.lines = f.spec.lines or {}
  for _, line in ipairs(f.lines.list) do f.spec.lines[#f.spec.lines + 1] = line end
  return blocks.make(f.spec)
end

return filtering
