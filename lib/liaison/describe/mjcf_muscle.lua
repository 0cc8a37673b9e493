-- mjcf_muscle.lua - muscles of MJCF: force by length and by speed, as texts of the length x and
-- rate v of a transmission
--
-- [MuJoCo] modelling, muscles. L = range_1 + (x - l_1)/L0 is the length in units of L0, which the
-- range of lengths l gives; V = v/(L0 vmax). Without a force, the greatest is scale over the
-- acceleration that a force of 1 makes.
local kit = require "liaison.core"._internal
local tree = require "liaison.describe.mjcf_tree"

local muscle = {}

local KEYS = { "range", "range2", "force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax" }
local DEFAULT = { 0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2 }

-- <muscle ..>: the law of a general actuator
function muscle.law(e, map, a)
  local p = {}
  for k, x in ipairs(DEFAULT) do p[k] = x end
  if map.range then
    local r = tree.numbers(e, "range", map.range, 2)
    p[1], p[2] = r[1], r[2]
  end
  for k = 3, #KEYS do p[k] = tree.number(e, KEYS[k], map[KEYS[k]], p[k]) end
  a.gaintype, a.biastype, a.dyntype = "muscle", "muscle", "muscle"
  a.gainprm, a.biasprm, a.dynprm = p, p, { 0.01, 0.04, 0 }
  if map.timeconst then
    local time = tree.numbers(e, "timeconst", map.timeconst, 2)
    a.dynprm = { time[1], time[2], 0 }
  end
end

-- the range of lengths; of one joint that has limits those, which MuJoCo would seek by pulling
local function lengths_of(c, e, map, sum)
  if map.lengthrange then return tree.numbers(e, "lengthrange", map.lengthrange, 2) end
  local one = sum and not sum.path and #sum == 1 and sum[1]
  for _, b in ipairs(one and c.bodies or {}) do
    for _, j in ipairs(b.joints) do
      local r = j.q == one[2] and j.dof.limits
      if r then
        c.tree:tell(e, "<%s> without lengthrange: the limits of its joint are it", e.name)
        local x, y = one[1]*r[1], one[1]*r[2]
        return { math.min(x, y), math.max(x, y) }
      end
    end
  end
end

-- what the texts need besides: true, or nil and why not
function muscle.settle(c, e, map, a, sum)
  local l = lengths_of(c, e, map, sum)
  if not l then return nil, "its range of lengths is not told (lengthrange)" end
  if l[1] >= l[2] then
    tree.fail(e, "<%s> lengthrange: expected the shorter first, got %g %g", e.name, l[1], l[2])
  end
  for _, what in ipairs { "gain", "bias" } do
    local list = a[what .. "prm"]
    if a[what .. "type"] == "muscle" then
      for k, x in ipairs(DEFAULT) do list[k] = list[k] or x end
      if not (list[1] < list[2] and list[5] < 1 and list[6] > 1 and list[7] > 0
          and list[9] > 1) then
        tree.fail(e, "<%s>: expected range to grow, lmin < 1 < lmax, vmax > 0, fvmax > 1", e.name)
      end
      list.lengths = l
      if list[3] < 0 then
        local acceleration = c.unit_acceleration(sum)
        if not acceleration then return nil, "what it moves has no inertia" end
        list[3] = list[4]/acceleration
      end
    end
  end
  return true
end

local function n(x) return "(" .. kit.number(x) .. ")" end

-- its length in units of L0, and L0
local function length(p)
  local L0 = (p.lengths[2] - p.lengths[1])/(p[2] - p[1])
  return ("(%s + (x - %s)/%s)"):format(n(p[1]), n(p.lengths[1]), n(L0)), L0
end

-- -F FL(L) FV(V)
function muscle.gain(a)
  local p = a.gainprm
  local L, L0 = length(p)
  local V = ("(v/%s)"):format(n(L0*p[7]))
  local lmin, lmax, fvmax = p[5], p[6], p[9]
  local low, high, y = (lmin + 1)/2, (lmax + 1)/2, fvmax - 1
  local by_length = ("piecewise(%s < %s, 0, %s <= %s, 0.5*((%s - %s)/%s)^2, %s <= 1, "
    .. "1 - 0.5*((1 - %s)/%s)^2, %s <= %s, 1 - 0.5*((%s - 1)/%s)^2, %s <= %s, "
    .. "0.5*((%s - %s)/%s)^2, 0)"):format(L, n(lmin), L, n(low), L, n(lmin), n(low - lmin), L, L,
    n(1 - low), L, n(high), L, n(high - 1), L, n(lmax), n(lmax), L, n(lmax - high))
  local by_speed = ("piecewise(%s <= -1, 0, %s <= 0, (%s + 1)^2, %s <= %s, %s - (%s - %s)^2/%s, "
    .. "%s)"):format(V, V, V, V, n(y), n(fvmax), n(y), V, n(y), n(fvmax))
  return ("%s*%s*%s"):format(n(-p[3]), by_length, by_speed)
end

-- -F fpmax FP(L): nothing up to L0, half a parabola, then a line
function muscle.bias(a)
  local p = a.biasprm
  local L = length(p)
  local high = (p[6] + 1)/2
  return ("%s*piecewise(%s <= 1, 0, %s <= %s, 0.5*((%s - 1)/%s)^2, 0.5 + (%s - %s)/%s)"):format(
    n(-p[3]*p[8]), L, L, n(high), L, n(high - 1), L, n(high), n(high - 1))
end

return muscle
