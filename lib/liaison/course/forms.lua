-- forms.lua - what a right answer looks like in numbers, and whether a reading is one
--
-- A form is { rows, cols, values, tol = one for each value, period = 2 pi for angles or 0,
-- set = rows in any order, part = some of the rows, not all }. An answer is right if it is one of
-- its forms. The page compares by the same few lines in JavaScript (check_script.lua).
local forms = {}

-- one unit of the last of the digits, of the largest value where they belong together
function forms.tolerance(x, digits)
  if math.abs(x) < 1e-12 then return 10.0 ^ -digits end -- what rounding left of 0
  return 10.0 ^ (math.floor(math.log(math.abs(x)) / math.log(10) + 1e-12) - digits + 1)
    * (1 + 1e-9)
end

local function largest(values)
  local most = 0
  for _, x in ipairs(values) do most = math.max(most, math.abs(x)) end
  return most
end

-- how far a value may be off: what the question says, or its digits of the largest there is
function forms.new(ask, rows, cols, values)
  local tol = {}
  local one = ask.tol or forms.tolerance(largest(values), ask.digits or 3)
  for i = 1, #values do tol[i] = one end
  return { rows = rows, cols = cols, values = values, tol = tol, period = ask.period or 0 }
end

local function off(a, b, period)
  local d = a - b
  if period > 0 then d = d - period * math.floor(d / period + 0.5) end
  return math.abs(d)
end

-- whether the row i of the reading is the row k of the form
local function row_is(form, x, i, k, loose)
  for j = 1, form.cols do
    local at, here = (k - 1) * form.cols + j, (i - 1) * form.cols + j
    local period = type(form.period) == "table" and form.period[j] or form.period
    if not (off(x.values[here], form.values[at], period) <= form.tol[at] * loose) then
      return false
    end
  end
  return true
end

-- does every row stand for another row of the form?
local function rows_without_order(form, x, loose)
  local taken = {}
  for i = 1, x.rows do
    local found
    for k = 1, form.rows do
      if not found and not taken[k] and row_is(form, x, i, k, loose) then found = k end
    end
    if not found then return false end
    taken[found] = true
  end
  return true
end

-- the reading in the shape of the form: a column is a row where a vector is asked
function forms.shaped(form, x)
  if form.set or form.part then
    if x.cols == form.cols then return x end
    if form.cols == 1 and x.rows == 1 then
      return { rows = x.cols, cols = 1, values = x.values }
    end
    return nil
  end
  if x.rows == form.rows and x.cols == form.cols then return x end
  local line = math.min(form.rows, form.cols) == 1 and math.min(x.rows, x.cols) == 1
  if line and #x.values == #form.values then
    return { rows = form.rows, cols = form.cols, values = x.values }
  end
  return nil
end

-- loose: how many times the tolerance
function forms.match(form, reading, loose)
  local x = forms.shaped(form, reading)
  if not x then return false end
  if form.part then
    return x.rows > 0 and x.rows < form.rows and rows_without_order(form, x, loose or 1)
  end
  if form.set then return x.rows == form.rows and rows_without_order(form, x, loose or 1) end
  for i = 1, form.rows do
    if not row_is(form, x, i, i, loose or 1) then return false end
  end
  return true
end

-- do two forms allow the same answer?
function forms.same(a, b)
  if a.part or b.part then return false end
  return forms.match(a, { rows = b.rows, cols = b.cols, values = b.values })
end

return forms
