-- loop_closed_form.lua - loops solved in symbols: the dependent coordinates out of the rows, one by
-- one or two by two                                                          [course] F1.5, F2.1
--
-- Rows hold cosines and sines of coordinates that turn, and coordinates that slide. In this order,
-- until none is open:
--   a row with one unknown is solved;
--   a row linear in several with constant factors (a sum of angles) gives one of them by the
--     others;
--   two rows with two unknowns p, v: both are A cos p + B sin p + C (or A p + C), which gives
--     cos p and sin p (or p);
--   their squares add up to 1 (both give one p): one equation for v alone,
--     K cos v + L sin v = M for a loop of four bars.
-- What was solved before stays as a symbol in what is solved after it, and is put in at the end.
local li = require "liaison.core"
local check = require "liaison.base.check"

local strict = {}

-- which of the open ones e holds, by their place
local function held(e, open)
  local list = {}
  for i, q in ipairs(open) do if e:depends(q) then list[#list + 1] = i end end
  return list
end

local function at_zero(e, q) return e:subs { [q] = 0 } end

-- e = A cos q + B sin q + C; nil where it is not
local function as_turn(e, q)
  local slope = e:diff(q)
  local C = (e + slope:diff(q)):trig()
  if C:depends(q) then return nil end
  local A, B = at_zero(e - C, q):trig(), at_zero(slope, q):trig()
  if not (e - A * li.cos(q) - B * li.sin(q) - C):trig():equals(0) then return nil end
  return A, B, C
end

-- e = A q + C
local function as_slide(e, q)
  local A = e:diff(q):trig()
  if A:depends(q) then return nil end
  return A, at_zero(e, q):trig()
end

-- two rows that turn with p: the equation without p, and p by the others
local function turn_out(a, b, p)
  local A1, B1, C1 = as_turn(a, p)
  local A2, B2, C2 = as_turn(b, p)
  if not (A1 and A2) then return nil end
  local det = (A1 * B2 - A2 * B1):expand():trig()
  if det:is_zero() ~= false then return nil end
  local c, s = ((C2 * B1 - C1 * B2) / det):trig(), ((C1 * A2 - C2 * A1) / det):trig()
  return ((c * c + s * s - 1) * det):expand():trig(), li.atan2(s, c)
end

local function slide_out(a, b, p)
  local A1, C1 = as_slide(a, p)
  local A2, C2 = as_slide(b, p)
  if not (A1 and A2) then return nil end
  local size = (A1 * A1 + A2 * A2):trig()
  if size:is_zero() ~= false then return nil end
  return (A1 * C2 - A2 * C1):expand():trig(), (-(A1 * C1 + A2 * C2) / size):trig()
end

-- of several roots: the one asked for, or the one nearest to a configuration told in numbers
local function pick(roots, name, branch, near)
  if #roots == 0 then return nil end
  if branch[name] then return roots[math.min(branch[name], #roots)] end
  local best, least = roots[1], math.huge
  for _, x in ipairs(roots) do
    local ok, value = check.try(x.eval, x, near)
    local d = ok and near[name] and value == value
      and math.abs((value - near[name] + math.pi) % (2 * math.pi) - math.pi) or math.huge
    if d < least then best, least = x, d end
  end
  return best
end

local function solve_for(e, q, o)
  local roots = e:solve(q)
  return roots and pick(roots, tostring(q), o.branch, o.near)
end

local function take(list, open, where, x)
  list[#list + 1] = { q = table.remove(open, where), x = x }
end

-- a row with one unknown
local function one(rows, open, list, o)
  for r, e in ipairs(rows) do
    local h = held(e, open)
    local x = #h == 1 and solve_for(e, open[h[1]], o)
    if x then
      take(list, open, h[1], x)
      table.remove(rows, r)
      return true
    end
  end
end

-- a row linear in all it holds, with constant factors
local function sum(rows, open, list)
  for r, e in ipairs(rows) do
    local h, plain = held(e, open), true
    for _, i in ipairs(h) do plain = plain and e:diff(open[i]):number() ~= nil end
    if plain and #h > 1 then
      local i = h[#h]
      local A, C = as_slide(e, open[i])
      local x = -C / A
      table.remove(rows, r)
      for k, other in ipairs(rows) do rows[k] = other:subs { [open[i]] = x }:trig() end
      list.late[#list.late + 1] = { q = table.remove(open, i), x = x }
      return true
    end
  end
end

local function both(a, b, open)
  local is, union = {}, {}
  for _, e in ipairs { a, b } do
    for _, i in ipairs(held(e, open)) do
      if not is[i] then union[#union + 1] = i end
      is[i] = true
    end
  end
  return union
end

local function two(rows, open, list, o)
  for r = 1, #rows do
    for k = r + 1, #rows do
      local h = both(rows[r], rows[k], open)
      for first = #h, #h == 2 and 1 or 3, -1 do
        local p, v = open[h[first]], open[h[3 - first]]
        for _, out in ipairs { slide_out, turn_out } do
          local e, x = out(rows[r], rows[k], p)
          local y = e and not e:depends(p) and solve_for(e, v, o)
          if y then
            table.remove(rows, k)
            table.remove(rows, r)
            local i, j = h[3 - first], h[first]
            take(list, open, i, y)
            take(list, open, j > i and j - 1 or j, x)
            return true
          end
        end
      end
    end
  end
end

-- each by the coordinates left free: what was found first goes into what was found after
local function put_in(list)
  local change = {}
  for i, step in ipairs(list) do change[step.q] = i > 1 and step.x:subs(change) or step.x end
  for i = #list.late, 1, -1 do change[list.late[i].q] = list.late[i].x:subs(change) end
  return change
end

-- rows phi = 0 for the dependent coordinates -> {coordinate = expression}; nil and those left open
-- where that does not go. o.branch = {name = 1 or 2} chooses a root, o.near = {name = number} the
-- nearest to a configuration
function strict.solve(rows, dependent, o)
  local open, left, list = {}, {}, { late = {} }
  for i, q in ipairs(dependent) do open[i] = q end
  for i, e in ipairs(rows) do left[i] = e:trig() end
  while #open > 0 do
    if not (one(left, open, list, o) or sum(left, open, list) or two(left, open, list, o)) then
      return nil, open
    end
  end
  return put_in(list)
end

return strict
