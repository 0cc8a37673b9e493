-- shortcut.lua - a found path made shorter: straight ways between places of it, where they are free
--                                                   [Geraerts, Overmars, IJRR 26, 2007]
local space = require "liaison.plan.space"

local shortcut = {}

-- places that follow one another, turns unwound: x_{k+1} is x_k and the shorter way
local function unwound(s, list)
  local out = { list[1] }
  for k = 2, #list do
    local d = space.toward(s, out[k - 1], list[k])
    out[k] = space.along(s, out[k - 1], d, 1)
  end
  return out
end

function shortcut.length(s, list)
  local sum = 0
  for k = 2, #list do
    local d = {}
    for i = 1, s.n do d[i] = list[k][i] - list[k - 1][i] end
    sum = sum + space.length(s, d)
  end
  return sum
end

local function difference(s, a, b)
  local d = {}
  for i = 1, s.n do d[i] = b[i] - a[i] end
  return d
end

-- the place at a length along the path, and the leg it is on
local function at_length(s, list, want)
  for k = 2, #list do
    local d = difference(s, list[k - 1], list[k])
    local size = space.length(s, d)
    if want <= size or k == #list then
      return space.along(s, list[k - 1], d, size > 0 and math.min(1, want / size) or 0), k - 1
    end
    want = want - size
  end
end

local function replaced(list, i, a, b, k)
  local out = {}
  for n = 1, i do out[n] = list[n] end
  out[#out + 1], out[#out + 2] = a, b
  for n = k + 1, #list do out[#out + 1] = list[n] end
  return out
end

-- places that lie on the straight way between those beside them
local function straightened(s, list, way)
  local out, last = { list[1] }, 1
  for k = 2, #list - 1 do
    local d = difference(s, list[last], list[k + 1])
    local through = space.length(s, difference(s, list[last], list[k]))
      + space.length(s, difference(s, list[k], list[k + 1]))
    local needed = through < 1e-12 or not (through - space.length(s, d) < 1e-9 * through
      and way(list[last], d))
    if needed and through >= 1e-12 then out[#out + 1], last = list[k], k end
  end
  out[#out + 1] = list[#list]
  return out
end

-- count tries between two places at random; over() ends them
function shortcut.shorter(s, list, way, random, count, over)
  for _ = 1, count do
    if #list < 3 or over() then break end
    local total = shortcut.length(s, list)
    local first, second = random() * total, random() * total
    if first > second then first, second = second, first end
    local a, i = at_length(s, list, first)
    local b, k = at_length(s, list, second)
    local d = difference(s, a, b)
    if k > i and space.length(s, d) < (second - first) * (1 - 1e-6) and way(a, d) then
      list = replaced(list, i, a, b, k)
    end
  end
  return straightened(s, list, way)
end

shortcut.unwound = unwound

return shortcut
