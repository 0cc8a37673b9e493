-- polynomials.lua - polynomials as lists of coefficients, that of the highest power first
local kit = require("liaison.core")._internal

local polynomials = {}

-- without zeros in front; the zero polynomial is {0}
function polynomials.trimmed(a)
  local first = 1
  while first < #a and a[first] == 0 do first = first + 1 end
  local out = {}
  for k = first, #a do out[#out + 1] = a[k] + 0.0 end
  return out
end

function polynomials.is_zero(a)
  for k = 1, #a do if a[k] ~= 0 then return false end end
  return true
end

function polynomials.sum(a, b)
  local n, out = math.max(#a, #b), {}
  for k = 1, n do out[k] = (a[k - n + #a] or 0) + (b[k - n + #b] or 0) end
  return polynomials.trimmed(out)
end

function polynomials.product(a, b)
  local out = {}
  for k = 1, #a + #b - 1 do out[k] = 0 end
  for i = 1, #a do for j = 1, #b do out[i + j - 1] = out[i + j - 1] + a[i] * b[j] end end
  return polynomials.trimmed(out)
end

function polynomials.scaled(a, factor)
  local out = {}
  for k = 1, #a do out[k] = a[k] * factor end
  return polynomials.trimmed(out)
end

function polynomials.equal(a, b)
  if #a ~= #b then return false end
  for k = 1, #a do if a[k] ~= b[k] then return false end end
  return true
end

-- the value at re + i im, by Horner
function polynomials.value(a, re, im)
  local x, y = 0, 0
  for k = 1, #a do x, y = x * re - y * im + a[k], x * im + y * re end
  return x, y
end

-- is it 0 at a real x, but for the rounding of its coefficients?
function polynomials.vanishes(a, x)
  local size, power = 0, 1
  for k = #a, 1, -1 do
    size = size + math.abs(a[k]) * power
    power = power * math.abs(x)
  end
  local may = x == 0 and 0 or #a * 2 ^ -52 * size
  return math.abs((polynomials.value(a, x, 0))) <= may
end

-- a / (variable - x), where x is a root
function polynomials.deflated(a, x)
  local out, sum = {}, 0
  for k = 1, #a - 1 do
    sum = sum * x + a[k]
    out[k] = sum
  end
  return #out > 0 and out or { 0 }
end

-- n/d at a real x where both may be 0; inf with the sign that it has above x where d alone is 0
function polynomials.limit(n, d, x)
  if polynomials.is_zero(n) then return 0 end
  while #d > 1 and polynomials.vanishes(d, x) do
    d = polynomials.deflated(d, x)
    if not polynomials.vanishes(n, x) then
      while polynomials.vanishes(d, x) do d = polynomials.deflated(d, x) end
      local positive = (polynomials.value(n, x, 0) > 0) == (polynomials.value(d, x, 0) > 0)
      return positive and math.huge or -math.huge
    end
    n = polynomials.deflated(n, x)
  end
  return polynomials.value(n, x, 0) / polynomials.value(d, x, 0)
end

function polynomials.derivative(a)
  local n, out = #a, {}
  for k = 1, n - 1 do out[k] = a[k] * (n - k) end
  return #out > 0 and out or { 0 }
end

-- roots as {re =, im =}, those of largest real part first
function polynomials.roots(a)
  a = polynomials.trimmed(a)
  if #a < 2 then return {} end
  local re, im = kit.ctl.roots(a)
  local list = {}
  for k = 1, #re do list[k] = { re = re[k], im = im[k] } end
  return list
end

-- the monic polynomial with these roots; complex ones come in pairs
function polynomials.of_roots(roots)
  local out = { 1 }
  for _, r in ipairs(roots) do
    if r.im == 0 then
      out = polynomials.product(out, { 1, -r.re })
    elseif r.im > 0 then
      out = polynomials.product(out, { 1, -2 * r.re, r.re * r.re + r.im * r.im })
    end
  end
  return out
end

-- (a s^2 + b s + c)
function polynomials.text(a, variable, format)
  local out, n = {}, #a
  for k = 1, n do
    local power, c = n - k, a[k]
    if c ~= 0 or n == 1 then
      local size = kit.number(math.abs(c), 6)
      local factor = power == 0 and size or size == "1" and "" or size .. " "
      local letter = power == 0 and "" or power == 1 and variable
        or (format or "%s^%d"):format(variable, power)
      local sign = c < 0 and (#out == 0 and "-" or " - ") or (#out == 0 and "" or " + ")
      out[#out + 1] = sign .. factor .. letter
    end
  end
  return #out > 0 and table.concat(out) or "0"
end

return polynomials
