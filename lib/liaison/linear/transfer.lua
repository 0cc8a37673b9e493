-- transfer.lua - transfer functions: li.tf, li.zpk, their text, and what becomes of them by algebra
local li = require "liaison.core"
local check = require "liaison.base.check"
local polynomials = require "liaison.linear.polynomials"
local systems = require "liaison.linear.systems"
local kit = li._internal

local transfer, class = {}, nil

-- ---- in words -----------------------------------------------------------------------------------

local function fraction(top, below)
  if below == "1" then return { top } end
  local width = math.max(#top, #below)
  local function centred(s) return (" "):rep(math.floor((width - #s) / 2)) .. s end
  return { centred(top), ("-"):rep(width), centred(below) }
end

-- (s + 1)^2 (s^2 + 2 s + 5), of roots
local function factored_text(roots, v)
  local list, count = {}, {}
  for _, r in ipairs(roots) do
    local one
    if r.im == 0 then one = polynomials.text({ 1, -r.re }, v)
    elseif r.im > 0 then one = polynomials.text({ 1, -2 * r.re, r.re ^ 2 + r.im ^ 2 }, v) end
    if one then
      if not count[one] then list[#list + 1] = one end
      count[one] = (count[one] or 0) + 1
    end
  end
  for k, one in ipairs(list) do
    local bare = one == v and v or "(" .. one .. ")"
    list[k] = count[one] > 1 and ("%s^%d"):format(bare, count[one]) or bare
  end
  return table.concat(list, " ")
end

-- numerator and denominator as they were told
local function lines_of(g, i, j)
  local v, f = systems.variable(g), g.factors
  if not f then
    return fraction(polynomials.text(g.num[i][j], v), polynomials.text(g.den[i][j], v))
  end
  local top, gain = factored_text(f.zeros, v), kit.number(f.gain)
  if top == "" then top = gain elseif gain ~= "1" then top = gain .. " " .. top end
  local below = factored_text(f.poles, v)
  return fraction(top, below == "" and "1" or below)
end

local function text(g)
  local out = {}
  for i = 1, #g.outputs do
    for j = 1, #g.inputs do
      local one = #g.outputs == 1 and #g.inputs == 1
      if not one then out[#out + 1] = ("from %s to %s:"):format(g.inputs[j], g.outputs[i]) end
      local lines = lines_of(g, i, j)
      local late = g.delay and g.delay[i][j] or 0
      if late > 0 then
        local at = math.ceil(#lines / 2)
        lines[at] = ("exp(-%s s) * %s"):format(kit.number(late), lines[at])
        for k = 1, #lines do
          if k ~= at then lines[k] = (" "):rep(#kit.number(late) + 11) .. lines[k] end
        end
      end
      for _, line in ipairs(lines) do out[#out + 1] = line end
    end
  end
  if g.dt then out[#out + 1] = ("sampled every %s s"):format(kit.number(g.dt)) end
  return table.concat(out, "\n")
end

local function entry_latex(g, i, j)
  local v = systems.variable(g)
  local top = polynomials.text(g.num[i][j], v, "%s^{%d}")
  local below = polynomials.text(g.den[i][j], v, "%s^{%d}")
  local out = below == "1" and top or ("\\frac{%s}{%s}"):format(top, below)
  local late = g.delay and g.delay[i][j] or 0
  return late > 0 and out .. (" e^{-%s s}"):format(kit.number(late)) or out
end

local function latex(g)
  if #g.outputs == 1 and #g.inputs == 1 then return entry_latex(g, 1, 1) end
  local rows = {}
  for i = 1, #g.outputs do
    local row = {}
    for j = 1, #g.inputs do row[j] = entry_latex(g, i, j) end
    rows[i] = table.concat(row, " & ")
  end
  return "\\begin{bmatrix} " .. table.concat(rows, " \\\\ ") .. " \\end{bmatrix}"
end

-- ---- made ---------------------------------------------------------------------------------------

-- fields: num, den (row by row of outputs), dt, delay, names; roots: {zeros, poles, gain} where it
-- was told so
function transfer.new(fields)
  local p, m = #fields.num, #fields.num[1]
  local out = { num = {}, den = {}, dt = fields.dt or false, delay = fields.delay or false,
    inputs = fields.inputs or systems.numbered("u", m),
    outputs = fields.outputs or systems.numbered("y", p), factors = fields.factors or false }
  for i = 1, p do
    out.num[i], out.den[i] = {}, {}
    for j = 1, m do
      out.num[i][j] = polynomials.trimmed(fields.num[i][j])
      out.den[i][j] = polynomials.trimmed(fields.den[i][j])
    end
  end
  return class.new(out)
end

local function numbers(x, path)
  if type(x) == "number" then x = { x } end
  local list = kit.class(x) == "vec" and x:table() or x
  if type(list) ~= "table" or #list == 0 then
    check.fail(path, "expected coefficients, that of the highest power first, got %s", check.got(x))
  end
  for k = 1, #list do
    local c = list[k]
    if type(c) ~= "number" or c - c ~= 0 then
      check.fail(("%s[%d]"):format(path, k), "expected a finite number, got %s", check.got(c))
    end
  end
  return list
end

local function is_matrix(x) return type(x) == "table" and type(x[1]) == "table" end

-- rows of polynomials; one polynomial stands for every entry
local function grid(x, path, p, m)
  local out = {}
  if not is_matrix(x) then
    local one = numbers(x, path)
    for i = 1, p do
      out[i] = {}
      for j = 1, m do out[i][j] = one end
    end
    return out
  end
  if #x ~= p then check.fail(path, "expected %d rows, of outputs, got %d", p, #x) end
  for i = 1, p do
    if #x[i] ~= m then
      check.fail(("%s[%d]"):format(path, i), "expected %d polynomials, of inputs, got %d", m,
        #x[i])
    end
    out[i] = {}
    for j = 1, m do out[i][j] = numbers(x[i][j], ("%s[%d][%d]"):format(path, i, j)) end
  end
  return out
end

local options_schema = { dt = "any?", delay = "any?", inputs = "any?", outputs = "any?" }

local function read_options(given)
  if given == nil or type(given) == "number" then return { dt = given } end
  return check.fields(given, "options", options_schema)
end

local function of_polynomials(num, den, given)
  local o = read_options(given)
  local p, m = 1, 1
  for _, x in ipairs { num, den } do if is_matrix(x) then p, m = #x, #x[1] end end
  local N, D = grid(num, "num", p, m), grid(den, "den", p, m)
  for i = 1, p do
    for j = 1, m do
      if polynomials.is_zero(D[i][j]) then
        check.fail("den", "a denominator that is 0 everywhere")
      end
    end
  end
  return transfer.new { num = N, den = D, dt = systems.time_of(o.dt, "dt"),
    delay = systems.delays_of(o.delay, p, m, "delay"),
    inputs = systems.names(o.inputs, m, "inputs", "u"),
    outputs = systems.names(o.outputs, p, "outputs", "y") }
end

-- s and z as systems, that texts and scripts compute with
local function variable(dt)
  return transfer.new { num = { { { 1, 0 } } }, den = { { { 1 } } }, dt = dt }
end

local function of_text(given, options)
  local o = read_options(options)
  local dt = systems.time_of(o.dt, "dt")
  local name = dt and "z" or "s"
  local text_of = given:gsub("%f[%w.](%d+)%f[^%w.]", "%1.0")
  if given:find "[^%w%s%.%+%-%*/%^%(%)]" then
    check.fail("tf", "expected an expression of %s, as '1/(%s + 1)', got '%s'", name, name, given)
  end
  local names = { [name] = variable(dt) }
  local f = load("return " .. text_of, "tf", "t", setmetatable(names, { __index = function(_, key)
    check.fail("tf", "'%s' in '%s': expected %s and numbers", key, given, name)
  end }))
  if not f then check.fail("tf", "'%s' cannot be read", given) end
  local g = transfer.of(f(), "tf")
  return transfer.new { num = g.num, den = g.den, dt = dt,
    delay = systems.delays_of(o.delay, 1, 1, "delay"),
    inputs = systems.names(o.inputs, 1, "inputs", "u"),
    outputs = systems.names(o.outputs, 1, "outputs", "y") }
end

local function tf(num, den, options)
  if systems.is(num) then return transfer.of(num) end
  if type(num) == "string" then return of_text(num, den) end
  if kit.class(num) == nil and type(num) == "table" and is_matrix(num)
    and systems.is(num[1][1]) then
    return transfer.of_entries(num, den)
  end
  if den == nil then
    if type(num) == "table" and not is_matrix(num) then
      check.fail("den", "expected the denominator behind the numerator, got nothing")
    end
    return transfer.of(num, "num")
  end
  return of_polynomials(num, den, options)
end

-- ---- zeros, poles and gain ----------------------------------------------------------------------

-- roots told as numbers or {re, im}; complex ones with their conjugates
local function roots_of(given, path)
  local list, pairs_left = {}, {}
  if type(given) == "number" then given = { given } end
  if given ~= nil and type(given) ~= "table" and kit.class(given) ~= "vec" then
    check.fail(path, "expected a list of numbers and {re, im}, got %s", check.got(given))
  end
  for k = 1, #(given or {}) do
    local r = given[k]
    local re, im = r, 0
    if type(r) == "table" then re, im = r.re or r[1], r.im or r[2] or 0 end
    if type(re) ~= "number" or type(im) ~= "number" or re - re ~= 0 or im - im ~= 0 then
      check.fail(("%s[%d]"):format(path, k), "expected a number, or {re, im}, got %s", check.got(r))
    end
    list[k] = { re = re, im = im }
    if im ~= 0 then
      local key = kit.number(re, 17) .. " " .. kit.number(math.abs(im), 17)
      pairs_left[key] = (pairs_left[key] or 0) + (im > 0 and 1 or -1)
    end
  end
  for key, n in pairs(pairs_left) do
    if n ~= 0 then
      check.fail(path, "%s i stands without its conjugate", (key:gsub(" ", " +- ")))
    end
  end
  return list
end

local function zpk(z, p, k, options)
  if systems.is(z) and p == nil then return transfer.factored(transfer.of(z)) end
  local o = read_options(options)
  local zeros, poles = roots_of(z, "zeros"), roots_of(p, "poles")
  if type(k) ~= "number" or k - k ~= 0 then
    check.fail("gain", "expected a finite number, got %s", check.got(k))
  end
  return transfer.new { num = { { polynomials.scaled(polynomials.of_roots(zeros), k) } },
    den = { { polynomials.of_roots(poles) } }, dt = systems.time_of(o.dt, "dt"),
    delay = systems.delays_of(o.delay, 1, 1, "delay"),
    inputs = systems.names(o.inputs, 1, "inputs", "u"),
    outputs = systems.names(o.outputs, 1, "outputs", "y"),
    factors = { zeros = zeros, poles = poles, gain = k } }
end

-- the same system with zeros, poles and gain known; one input, one output
function transfer.factored(g)
  if g.factors then return g end
  if #g.inputs ~= 1 or #g.outputs ~= 1 then
    check.fail("zpk", "a system of %d inputs and %d outputs has zeros, poles and gain for every "
      .. "channel: li.zpk(g:part(input, output))", #g.inputs, #g.outputs)
  end
  local num, den = g.num[1][1], g.den[1][1]
  return transfer.new { num = g.num, den = g.den, dt = g.dt, delay = g.delay, inputs = g.inputs,
    outputs = g.outputs, factors = { zeros = polynomials.roots(num),
      poles = polynomials.roots(den), gain = num[1] / den[1] } }
end

-- ---- algebra ------------------------------------------------------------------------------------

local function map(g, f)
  local num, den = {}, {}
  for i = 1, #g.outputs do
    num[i], den[i] = {}, {}
    for j = 1, #g.inputs do num[i][j], den[i][j] = f(g.num[i][j], g.den[i][j], i, j) end
  end
  return num, den
end

local function sum_of(an, ad, bn, bd)
  if polynomials.is_zero(an) then return bn, bd end
  if polynomials.is_zero(bn) then return an, ad end
  if polynomials.equal(ad, bd) then return polynomials.sum(an, bn), ad end
  return polynomials.sum(polynomials.product(an, bd), polynomials.product(bn, ad)),
    polynomials.product(ad, bd)
end

local function product_of(an, ad, bn, bd)
  if polynomials.is_zero(an) or polynomials.is_zero(bn) then return { 0 }, { 1 } end
  return polynomials.product(an, bn), polynomials.product(ad, bd)
end

-- a + b; delays are alike where both sides pass something
function transfer.sum(a, b)
  if #a.inputs ~= #b.inputs or #a.outputs ~= #b.outputs then
    check.fail("+", "expected systems of one size, got %dx%d and %dx%d", #a.outputs, #a.inputs,
      #b.outputs, #b.inputs)
  end
  local delay = kit.linear.same_delay(a, b)
  local num, den = map(a, function(n, d, i, j) return sum_of(n, d, b.num[i][j], b.den[i][j]) end)
  return transfer.new { num = num, den = den, dt = systems.meet({ a, b }, "+"), delay = delay,
    inputs = a.inputs, outputs = a.outputs }
end

-- a behind b: (a b)[i][j] = sum of a[i][k] b[k][j]
function transfer.product(a, b)
  if #a.inputs ~= #b.outputs then
    check.fail("*", "the system behind has %d inputs, the one before it %d outputs", #a.inputs,
      #b.outputs)
  end
  local num, den = {}, {}
  for i = 1, #a.outputs do
    num[i], den[i] = {}, {}
    for j = 1, #b.inputs do
      local n, d = { 0 }, { 1 }
      for k = 1, #a.inputs do
        local pn, pd = product_of(a.num[i][k], a.den[i][k], b.num[k][j], b.den[k][j])
        n, d = sum_of(n, d, pn, pd)
      end
      num[i][j], den[i][j] = n, d
    end
  end
  return transfer.new { num = num, den = den, dt = systems.meet({ a, b }, "*"),
    delay = kit.linear.added_delay(a, b), inputs = b.inputs, outputs = a.outputs }
end

function transfer.scaled(g, factor)
  local num, den = map(g, function(n, d) return polynomials.scaled(n, factor), d end)
  return transfer.new { num = num, den = den, dt = g.dt, delay = g.delay, inputs = g.inputs,
    outputs = g.outputs }
end

-- 1/g of one input and one output
function transfer.inverse(g)
  if #g.inputs ~= 1 or #g.outputs ~= 1 then
    check.fail("/", "expected a system of one input and one output behind /, got %dx%d", #g.outputs,
      #g.inputs)
  end
  if g.delay then check.fail("/", "what comes late has no inverse: :pade(order) first") end
  if polynomials.is_zero(g.num[1][1]) then check.fail("/", "a division by 0") end
  return transfer.new { num = g.den, den = g.num, dt = g.dt, inputs = g.outputs,
    outputs = g.inputs }
end

-- b/(1 + sign a b) of one input and one output, without common factors coming in
function transfer.feedback(a, b, sign)
  local an, ad, bn, bd = a.num[1][1], a.den[1][1], b.num[1][1], b.den[1][1]
  local num = polynomials.product(an, bd)
  local den = polynomials.sum(polynomials.product(ad, bd),
    polynomials.scaled(polynomials.product(an, bn), sign))
  if polynomials.is_zero(den) then
    check.fail("feedback", "an algebraic loop of %s and %s has no answer: the gain around it is "
      .. "exactly 1", a.outputs[1], b.outputs[1])
  end
  return transfer.new { num = { { num } }, den = { { den } }, dt = systems.meet({ a, b },
    "feedback"), inputs = a.inputs, outputs = a.outputs }
end

-- ---- from others --------------------------------------------------------------------------------

local function of_gain(D)
  local num, den = {}, {}
  for i = 1, #D do
    num[i], den[i] = {}, {}
    for j = 1, #D[1] do num[i][j], den[i][j] = { D[i][j] }, { 1 } end
  end
  return transfer.new { num = num, den = den }
end

-- what may stand where a system is wanted, as transfer functions
function transfer.of(x, path)
  local c = kit.class(x)
  if c == "transfer" then return x end
  if c == "statespace" then return kit.linear.transfer_of(x) end
  if type(x) == "number" then return of_gain { { x } } end
  if c == "mat" or type(x) == "table" then return of_gain(kit.linear.matrix(x, path or "")) end
  return check.fail(path, "expected a linear system, a matrix or a number, got %s", check.got(x))
end

-- {{g11, g12}, {g21, g22}}: systems of one input and one output, or numbers
function transfer.of_entries(rows, given)
  local o, list = read_options(given), {}
  local num, den, delay = {}, {}, {}
  for i, row in ipairs(rows) do
    num[i], den[i], delay[i] = {}, {}, {}
    if #row ~= #rows[1] then
      check.fail(("[%d]"):format(i), "expected %d systems, got %d", #rows[1], #row)
    end
    for j, x in ipairs(row) do
      local g = transfer.of(x, ("[%d][%d]"):format(i, j))
      if #g.inputs ~= 1 or #g.outputs ~= 1 then
        check.fail(("[%d][%d]"):format(i, j), "expected one input and one output")
      end
      if type(x) ~= "number" then list[#list + 1] = g end
      num[i][j], den[i][j] = g.num[1][1], g.den[1][1]
      delay[i][j] = g.delay and g.delay[1][1] or 0
    end
  end
  local p, m = #rows, #rows[1]
  return transfer.new { num = num, den = den, dt = systems.meet(list, "tf"),
    delay = systems.delays_of(delay, p, m),
    inputs = systems.names(o.inputs, m, "inputs", "u"),
    outputs = systems.names(o.outputs, p, "outputs", "y") }
end

-- where a numerator is of higher degree than its denominator: {output, input}; nil: it is proper
function transfer.improper(g)
  for i = 1, #g.outputs do
    for j = 1, #g.inputs do
      if #g.num[i][j] > #g.den[i][j] and not polynomials.is_zero(g.num[i][j]) then
        return { i, j }
      end
    end
  end
end

class = check.class("transfer", "Transfer functions, num/den of every output (rows) by every input:"
  .. " lists of coefficients, that of the highest power first; fields num, den, inputs, outputs, "
  .. "dt (s, or false where continuous), delay (s, by rows, or false), factors {zeros, poles, "
  .. "gain} where it was told so, or false.", systems.rows({
  { "transfer:latex() -> str", "Its fractions.",
    "li.tf({1}, {1, 2}):latex() --> \\frac{1}{s + 2}", latex },
  { "transfer.__tostring(g: transfer) -> str", "Its fractions.",
    "tostring(li.tf({1}, {1, 2})) -->   1\n-----\ns + 2", text },
}, systems.operators("transfer", "li.tf({1}, {1, 1})")))

kit.define(li, {
  "tf(num: any [, den: any, options: any]) -> transfer",
  "Transfer functions: coefficients of numerator and denominator, that of the highest power first; "
    .. "rows of them for several outputs (rows) and inputs; a text, '(s + 1)/(s^2 + 2*s + 5)' (of "
    .. "z with dt), or 's' itself to compute with; rows of systems {{g11, g12}, ..}; a system. "
    .. "options: dt (s; or in the place of options), delay (s, or rows), inputs, outputs.",
  "tostring(li.tf('1/(s + 2)'):dcgain()) --> [0.5]", tf })

kit.define(li, {
  "zpk(zeros: any [, poles: any, gain: any, options: any]) -> transfer",
  "The transfer function gain (s - z1).. / ((s - p1)..) of lists of numbers and {re, im}; or a "
    .. "system of one input and one output with its zeros, poles and gain in the field factors. "
    .. "options as li.tf has them.",
  "tostring(li.zpk({}, {-1, -2}, 4):dcgain()) --> [2]", zpk })

return transfer
