-- arithmetic.lua - linear systems added, multiplied, fed back, put side by side, wired by names
--
-- All of it in state space is one interconnection: systems side by side, u = K y + L w, so that
-- y = E (C x + D L w) with E = (I - D K)^-1 [Zhou, Doyle, Glover: Robust and Optimal Control, 10]
local li = require "liaison.core"
local check = require "liaison.base.check"
local quads = require "liaison.linear.quads"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local arithmetic = {}

-- ---- delays -------------------------------------------------------------------------------------

local function zero_grid(p, m)
  local rows = {}
  for i = 1, p do
    rows[i] = {}
    for j = 1, m do rows[i][j] = 0 end
  end
  return rows
end

local LATE = "delays inside cannot be told exactly: :pade(order), or :c2d(dt) and :undelayed() "
  .. "first"

-- of a sum: both alike
function kit.linear.same_delay(a, b)
  if not a.delay and not b.delay then return false end
  local p, m = #a.outputs, #a.inputs
  local x, y = a.delay or zero_grid(p, m), b.delay or zero_grid(p, m)
  for i = 1, p do
    for j = 1, m do
      if x[i][j] ~= y[i][j] then check.fail("+", "one system is later than the other; %s", LATE) end
    end
  end
  return x
end

-- of a behind b: delays add where every way takes as long
function kit.linear.added_delay(a, b)
  if not a.delay and not b.delay then return false end
  local p, n, m = #a.outputs, #a.inputs, #b.inputs
  local x, y, out = a.delay or zero_grid(p, n), b.delay or zero_grid(n, m), {}
  for i = 1, p do
    out[i] = {}
    for j = 1, m do
      out[i][j] = x[i][1] + y[1][j]
      for k = 2, n do
        if x[i][k] + y[k][j] ~= out[i][j] then
          check.fail("*", "ways through %s are not all of one delay; %s", b.outputs[k], LATE)
        end
      end
    end
  end
  return out
end

local function undelayed(list, path)
  for _, s in ipairs(list) do
    if s.delay then check.fail(path, "a loop with a delay; %s", LATE) end
  end
end

-- ---- side by side -------------------------------------------------------------------------------

-- names of all, those that are there twice with the number of their system
local function joined(list, key)
  local out, count = {}, {}
  for _, s in ipairs(list) do
    for _, name in ipairs(s[key]) do count[name] = (count[name] or 0) + 1 end
  end
  for k, s in ipairs(list) do
    for _, name in ipairs(s[key]) do
      out[#out + 1] = count[name] > 1 and ("%s_%d"):format(name, k) or name
    end
  end
  return out
end

local function diagonal(list, rows, cols, key)
  local parts = {}
  for k, s in ipairs(list) do
    parts[k] = {}
    parts[k][k] = s[key]
  end
  return quads.assemble(rows, cols, parts)
end

-- delays of systems side by side
local function delays_beside(list)
  local out, left, p, m = {}, 0, 0, 0
  for _, s in ipairs(list) do p, m = p + #s.outputs, m + #s.inputs end
  for _, s in ipairs(list) do
    for i = 1, #s.outputs do
      local row = {}
      for j = 1, m do
        row[j] = s.delay and j > left and j <= left + #s.inputs and s.delay[i][j - left] or 0
      end
      out[#out + 1] = row
    end
    left = left + #s.inputs
  end
  return systems.delays_of(out, p, m)
end

-- systems in state space, each with its own inputs and outputs
function arithmetic.append(list, path)
  local n, m, p = {}, {}, {}
  for k, s in ipairs(list) do n[k], m[k], p[k] = #s.states, #s.inputs, #s.outputs end
  return { A = diagonal(list, n, n, "A"), B = diagonal(list, n, m, "B"),
    C = diagonal(list, p, n, "C"), D = diagonal(list, p, m, "D"), states = joined(list, "states"),
    inputs = joined(list, "inputs"), outputs = joined(list, "outputs"),
    delay = delays_beside(list), dt = systems.meet(list, path or "append") }
end

-- ---- wired --------------------------------------------------------------------------------------

-- outputs that depend on themselves: reached from where they go to
local function outputs_in_loops(DK, outputs)
  local p, reach, list = #outputs, {}, {}
  for i = 1, p do
    reach[i] = {}
    for j = 1, p do reach[i][j] = DK[i][j] ~= 0 end
  end
  for k = 1, p do
    for i = 1, p do
      for j = 1, p do reach[i][j] = reach[i][j] or reach[i][k] and reach[k][j] end
    end
  end
  for i = 1, p do if reach[i][i] then list[#list + 1] = outputs[i] end end
  return list
end

-- E = (I - D K)^-1 (identity where nothing passes at once)
local function passing(D, K, outputs)
  local p = #outputs
  local DK = quads.times(D, K)
  if not DK then return li.eye(p) end
  local M = li.eye(p) - DK
  local E = M:inverse()
  if E and M:cond() < 1e14 then return E end
  local loop = outputs_in_loops(DK, outputs)
  check.fail("", "an algebraic loop has no answer: %s depend on themselves at once, with gain 1 "
    .. "around (a delay, or a system without D, breaks the loop)", table.concat(loop, ", "))
end

-- of systems side by side: u = K y + L w; outputs S y + T w
function arithmetic.interconnect(s, K, L, S, T, names)
  local E = passing(s.D, K, s.outputs)
  local EC, EDL = quads.times(E, s.C), quads.times(E, quads.times(s.D, L))
  local A = quads.plus(s.A, quads.times(s.B, quads.times(K, EC)))
  local inner = quads.plus(L, quads.times(K, EDL))
  local n, m, p = #s.states, #names.inputs, #names.outputs
  return statespace.new { A = A, B = quads.filled(quads.times(s.B, inner), n, m),
    C = quads.filled(quads.times(S, EC), p, n),
    D = quads.filled(quads.plus(quads.times(S, EDL), T), p, m), states = s.states,
    inputs = names.inputs, outputs = names.outputs, dt = s.dt }
end

-- ---- operators ----------------------------------------------------------------------------------

-- transfer functions stay what they are among themselves and with gains; of one input and output
local function in_transfer(a, b)
  local x, y = kit.class(a), kit.class(b)
  return (x == "transfer" or y == "transfer") and x ~= "statespace" and y ~= "statespace"
end

local function as_gain(x, partner, path, side)
  if type(x) ~= "number" or type(partner) == "number" then return statespace.of(x, path) end
  local names = side == "behind" and partner.inputs or partner.outputs
  return statespace.gain(x, names, names)
end

local function both(a, b, path)
  local x = type(a) == "number" and as_gain(a, b, path) or statespace.of(a, path)
  local y = type(b) == "number" and as_gain(b, a, path, "behind") or statespace.of(b, path)
  return x, y
end

-- y = (a + b) u
local function sum(a, b)
  if in_transfer(a, b) then
    local g, h = transfer.of(a, "+"), transfer.of(b, "+")
    return transfer.sum(g, h)
  end
  local x = statespace.of(a, "+")
  local y = statespace.of(b, "+")
  if #x.inputs ~= #y.inputs or #x.outputs ~= #y.outputs then
    check.fail("+", "expected systems of one size, got %dx%d and %dx%d", #x.outputs, #x.inputs,
      #y.outputs, #y.inputs)
  end
  local delay = kit.linear.same_delay(x, y)
  local n, k, m, p = #x.states, #y.states, #x.inputs, #x.outputs
  return statespace.new { A = quads.assemble({ n, k }, { n, k }, { { x.A }, { nil, y.A } }),
    B = quads.assemble({ n, k }, { m }, { { x.B }, { y.B } }),
    C = quads.assemble({ p }, { n, k }, { { x.C, y.C } }), D = quads.plus(x.D, y.D),
    states = joined({ x, y }, "states"), inputs = x.inputs, outputs = x.outputs,
    dt = systems.meet({ x, y }, "+"), delay = delay }
end

-- a behind b: y = a (b u)
local function product(a, b)
  if in_transfer(a, b) then
    if type(a) == "number" then return transfer.scaled(b, a) end
    if type(b) == "number" then return transfer.scaled(a, b) end
    return transfer.product(transfer.of(a, "*"), transfer.of(b, "*"))
  end
  local x, y = both(a, b, "*")
  if #x.inputs ~= #y.outputs then
    check.fail("*", "the system behind has %d inputs, the one before it %d outputs", #x.inputs,
      #y.outputs)
  end
  local n, k, m, p = #x.states, #y.states, #y.inputs, #x.outputs
  local DC, DD = quads.times(x.D, y.C), quads.times(x.D, y.D)
  return statespace.new {
    A = quads.assemble({ n, k }, { n, k }, { { x.A, quads.times(x.B, y.C) }, { nil, y.A } }),
    B = quads.assemble({ n, k }, { m }, { { quads.times(x.B, y.D) }, { y.B } }),
    C = quads.assemble({ p }, { n, k }, { { x.C, DC } }), D = quads.filled(DD, p, m),
    states = joined({ x, y }, "states"), inputs = y.inputs, outputs = x.outputs,
    dt = systems.meet({ x, y }, "*"), delay = kit.linear.added_delay(x, y) }
end

local function negative(s)
  if kit.class(s) == "transfer" then return transfer.scaled(s, -1) end
  return statespace.like(s, { C = quads.minus(s.C), D = quads.minus(s.D) })
end

-- y = D u + C x solved for u
local function inverse(s, path)
  if kit.class(s) == "transfer" and #s.inputs == 1 and #s.outputs == 1 then
    return transfer.inverse(s)
  end
  s = statespace.of(s)
  if #s.inputs ~= #s.outputs then
    check.fail(path, "expected as many inputs as outputs behind /, got %d and %d", #s.inputs,
      #s.outputs)
  end
  if s.delay then check.fail(path, "what comes late has no inverse: :pade(order) first") end
  local Di = s.D and s.D:inverse()
  if not Di then
    check.fail(path, "the inverse would be improper: D has no inverse")
  end
  local BD = quads.times(s.B, Di)
  return statespace.new { A = s.A and s.A - BD * s.C, B = BD,
    C = s.C and -(Di * s.C), D = Di, states = s.states, inputs = s.outputs, outputs = s.inputs,
    dt = s.dt }
end

local function quotient(a, b)
  if type(b) == "number" then
    if b == 0 then check.fail("/", "a division by 0") end
    return product(a, 1 / b)
  end
  return product(a, inverse(systems.is(b) and b or statespace.of(b, "/"), "/"))
end

local function power(s, n)
  if not systems.is(s) then check.fail("^", "expected a linear system, got %s", check.got(s)) end
  if type(n) ~= "number" or n % 1 ~= 0 or math.abs(n) > 100 then
    check.fail("^", "expected a whole number from -100 to 100, got %s", check.got(n))
  end
  if #s.inputs ~= #s.outputs then
    check.fail("^", "expected as many inputs as outputs, got %d and %d", #s.inputs, #s.outputs)
  end
  if n < 0 then return power(inverse(s, "^"), -n) end
  if n == 0 then
    return kit.class(s) == "transfer" and transfer.of(1) or statespace.gain(1, s.inputs, s.outputs)
  end
  local out = s
  for _ = 2, n do out = product(out, s) end
  return out
end

local function difference(a, b)
  return sum(a, systems.is(b) and negative(b) or -1 * (kit.linear.matrix(b, "-") or 0))
end

kit.linear.operator = { __add = sum, __sub = difference, __mul = product, __div = quotient,
  __pow = power, __unm = negative }

-- ---- li.series, li.parallel, li.feedback, li.append ---------------------------------------------

local function series(...)
  local out
  for _, s in ipairs { ... } do out = out and product(s, out) or s end
  return out
end

local function parallel(...)
  local out
  for _, s in ipairs { ... } do out = out and sum(out, s) or s end
  return out
end

local function is_single(s)
  return type(s) == "number" or systems.is(s) and #s.inputs == 1 and #s.outputs == 1
end

local function named_gain(x, inputs, outputs)
  if type(x) ~= "number" then return statespace.of(x, "feedback") end
  return statespace.gain(x, inputs, outputs)
end

-- y = a (u - sign b y), sign 1: negative feedback
local function feedback(a, b, sign)
  if b == nil then b = 1 end
  sign = sign or -1
  if sign ~= 1 and sign ~= -1 then
    check.fail("sign", "expected -1 (negative feedback) or 1, got %s", check.got(sign))
  end
  if in_transfer(a, b) and is_single(a) and is_single(b) then
    local g, h = transfer.of(a, "feedback"), transfer.of(b, "feedback")
    undelayed({ g, h }, "feedback")
    return transfer.feedback(g, h, -sign)
  end
  if type(a) == "number" and type(b) == "number" then a = statespace.of(a, "feedback") end
  local x = type(a) == "number" and named_gain(a, b.outputs, b.inputs)
    or statespace.of(a, "feedback")
  local y = named_gain(b, x.outputs, x.inputs)
  undelayed({ x, y }, "feedback")
  if #x.inputs ~= #y.outputs or #x.outputs ~= #y.inputs then
    check.fail("feedback", "the system has %d inputs and %d outputs, what feeds it back has %d "
      .. "outputs and %d inputs", #x.inputs, #x.outputs, #y.outputs, #y.inputs)
  end
  local m, p = #x.inputs, #x.outputs
  local s = arithmetic.append({ x, y }, "feedback")
  return arithmetic.interconnect(s,
    quads.assemble({ m, p }, { p, m }, { { nil, sign * li.eye(m) }, { li.eye(p), nil } }),
    quads.assemble({ m, p }, { m }, { { li.eye(m) } }),
    quads.assemble({ p }, { p, m }, { { li.eye(p) } }), false,
    { inputs = x.inputs, outputs = x.outputs })
end

local function append(...)
  local list = {}
  for k, s in ipairs { ... } do list[k] = statespace.of(s, ("append[%d]"):format(k)) end
  return statespace.new(arithmetic.append(list))
end

-- ---- li.sum, li.connect -------------------------------------------------------------------------

-- sign, factor, name, where it ends
local TERM = "^%s*([+-]?)%s*([%d.eE]*)%s*%*?%s*([%a_][%w_]*'*)()"

-- "e = r - y + 2*d": a gain with names
local function junction(text)
  local out, right = text:match "^%s*([%a_][%w_]*'*)%s*=%s*(.-)%s*$"
  if not out then check.fail("junction", "expected \"e = r - y\", got '%s'", text) end
  local names, gains = {}, {}
  local at = 1
  while at <= #right do
    local sign, number, name, stop = right:match(TERM, at)
    local factor = number == "" and 1 or tonumber(number or "")
    if not name or not factor or sign == "" and at > 1 then
      check.fail("junction", "cannot read '%s' in '%s'", right:sub(at), text)
    end
    names[#names + 1], gains[#gains + 1] = name, sign == "-" and -factor or factor
    at = stop + #right:match("^%s*", stop)
  end
  return statespace.gain(li.mat { gains }, systems.names(names, #names, "junction", "u"), { out })
end

-- where every signal comes from, and who takes it
local function wiring(s, inputs)
  local source = {}
  for k, name in ipairs(s.outputs) do
    if source[name] then check.fail("connect", "two systems give '%s': name them apart", name) end
    source[name] = { output = k }
  end
  for k, name in ipairs(inputs) do
    if source[name] then
      check.fail("inputs", "'%s' is given by a system: an input comes from outside", name)
    end
    source[name] = { input = k }
  end
  return source
end

local function wires(s, inputs, source)
  local m, p, w = #s.inputs, #s.outputs, #inputs
  local K, L = p > 0 and m > 0 and li.zeros(m, p), m > 0 and w > 0 and li.zeros(m, w)
  local used = {}
  for k, name in ipairs(s.inputs) do
    local from = source[name]
    if not from then
      check.fail("connect", "nobody gives '%s', an input of a system%s (an input from outside? "
        .. "inputs = \"%s\")", name, check.hint(name, source), name)
    end
    used[name] = true
    if from.output then K[k][from.output] = 1 else L[k][from.input] = 1 end
  end
  return K, L, used
end

local connect_schema = { inputs = "any", outputs = "any" }

local function connect(spec)
  local list, plain = {}, {}
  for key, x in pairs(spec) do
    if type(key) ~= "number" then plain[key] = x end
  end
  local o = check.fields(plain, "connect", connect_schema)
  for k, x in ipairs(spec) do
    list[k] = type(x) == "string" and junction(x) or statespace.of(x, ("[%d]"):format(k))
  end
  if #list == 0 then
    check.fail("connect", "expected systems, {g, k, \"e = r - y\", inputs = ..}")
  end
  undelayed(list, "connect")
  -- names stay as they are: they are what is wired
  local s = arithmetic.append(list, "connect")
  s.inputs, s.outputs = {}, {}
  for _, x in ipairs(list) do
    for _, name in ipairs(x.inputs) do s.inputs[#s.inputs + 1] = name end
    for _, name in ipairs(x.outputs) do s.outputs[#s.outputs + 1] = name end
  end
  local inputs = check.words(o.inputs, "inputs", "\"r d\"")
  local outputs = check.words(o.outputs, "outputs", "\"y u\"")
  local source = wiring(s, inputs)
  local K, L, used = wires(s, inputs, source)
  for _, name in ipairs(inputs) do
    if not used[name] and not (" " .. table.concat(outputs, " ") .. " "):find(" " .. name .. " ", 1,
      true) then
      check.fail("inputs", "no system takes '%s'", name)
    end
  end
  local p, w, n = #s.outputs, #inputs, #outputs
  local S, T = li.zeros(n, p), w > 0 and li.zeros(n, w)
  for k, name in ipairs(outputs) do
    local from = source[name]
    if not from then
      check.fail("outputs", "there is no signal '%s'%s", name, check.hint(name, source))
    end
    if from.output then S[k][from.output] = 1 else T[k][from.input] = 1 end
  end
  return arithmetic.interconnect(s, K, L, S, T, { inputs = inputs, outputs = outputs })
end

local FIRST = "local g = li.tf({1}, {1, 1}) "

check.define(li, {
  { "series(first: any [, ...: any]) -> statespace|transfer",
    "Systems behind one another, the first first.",
    FIRST .. "return li.series(g, 2, g):dcgain()[1][1] --> 2", series },
  { "parallel(first: any [, ...: any]) -> statespace|transfer",
    "The sum of what all make of the same inputs.",
    FIRST .. "return li.parallel(g, 2):dcgain()[1][1] --> 3", parallel },
  { "feedback(a: any [, b: any, sign: num]) -> statespace|transfer",
    "The loop y = a (u - b y); b is 1 where left out, sign 1 adds what comes back. Transfer "
      .. "functions of one input and output stay such; all else is a state space.",
    FIRST .. "return tostring(li.feedback(g, 3)) -->   1\n-----\ns + 4", feedback },
  { "append(first: any [, ...: any]) -> statespace",
    "Systems side by side, each with its own inputs and outputs.",
    FIRST .. "return #li.append(g, g, 2).inputs --> 3", append },
  { "junction(text: str) -> statespace", "Signals added: a gain with names, for li.connect.",
    "li.junction('e = r - 2*y').D --> [1  -2]", junction },
  { "connect(systems: table) -> statespace",
    "Systems wired by names: an input takes the output of the same name, of {g, k, 'e = r - y', "
      .. "inputs = 'r d', outputs = 'y u'}; sums stand as texts; inputs come from outside.",
    "local g, k = li.tf({1}, {1, 1}, {inputs = 'u', outputs = 'y'}), li.tf({3}, {1}, {inputs = "
      .. "'e', outputs = 'u'}) return li.connect{g, k, 'e = r - y', inputs = 'r', outputs = 'y "
      .. "u'}.A --> [-4]", connect },
})

return arithmetic
