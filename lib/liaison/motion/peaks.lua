-- peaks.lua - the largest speeds, accelerations, jerks and forces of a motion, where, and which
-- limit binds
local kinds = require("liaison.motion.limits").KINDS

local peaks = {}

local SAMPLES = 24 -- of a piece between two breaks

-- ends of the smooth parts
local function parts_of(track)
  local all, out = { track.first }, {}
  for _, t in ipairs(track.breaks) do all[#all + 1] = t end
  all[#all + 1] = track.last
  for _, t in ipairs(all) do
    local last = out[#out]
    if not last or t - last > 1e-12 * (track.last - track.first) then out[#out + 1] = t end
  end
  return out
end

-- the largest f(t) between a and b about one that is the largest of its neighbours, by sections
local function largest_between(f, a, b)
  local ratio = (math.sqrt(5) - 1) / 2
  local c, d = b - ratio * (b - a), a + ratio * (b - a)
  local fc, fd = f(c), f(d)
  for _ = 1, 60 do
    if fc > fd then
      b, d, fd = d, c, fc
      c = b - ratio * (b - a)
      fc = f(c)
    else
      a, c, fc = c, d, fd
      d = a + ratio * (b - a)
      fd = f(d)
    end
  end
  local t = (a + b) / 2
  return f(t), t
end

-- samples of value(t) in a part: { t, rows }. A little inside of its ends, where what jumps has the
-- value of this part
local function samples(value, a, b)
  local inset, ts, rows = 1e-9 * (b - a), {}, {}
  for i = 0, SAMPLES do
    ts[i] = a + inset + (b - a - 2 * inset) * i / SAMPLES
    rows[i] = value(ts[i])
  end
  ts[0], ts[SAMPLES] = a, b
  return ts, rows
end

-- the largest of sign value(t)[k] in a part that was sampled, and when
local function largest_of(value, ts, rows, k, sign)
  local best, at = -math.huge, 0
  for i = 0, SAMPLES do
    local x = sign * rows[i][k]
    if x > best then best, at = x, i end
  end
  if at == 0 or at == SAMPLES then return best, ts[at] end
  return largest_between(function(t) return sign * value(t)[k] end, ts[at - 1], ts[at + 1])
end

-- value(t) -> list of numbers: the least and greatest of each, and when. At the ends of parts too:
-- what does not jump may be largest there
local function extremes_of(track, value, n)
  local out, ends = {}, parts_of(track)
  for k = 1, n do out[k] = { least = math.huge, most = -math.huge } end
  for _, t in ipairs(ends) do
    local x = value(t)
    for k, o in ipairs(out) do
      if x[k] > o.most then o.most, o.t_most = x[k], t end
      if x[k] < o.least then o.least, o.t_least = x[k], t end
    end
  end
  for p = 1, #ends - 1 do
    local ts, rows = samples(value, ends[p], ends[p + 1])
    for k, o in ipairs(out) do
      local up, t_up = largest_of(value, ts, rows, k, 1)
      local down, t_down = largest_of(value, ts, rows, k, -1)
      if up > o.most then o.most, o.t_most = up, t_up end
      if -down < o.least then o.least, o.t_least = -down, t_down end
    end
  end
  return out
end

-- of derivative `order` of a curve: exact
local function of_curve(c, order)
  local least, most, t_least, t_most = c:extremes(order)
  local out = {}
  for k = 1, c.n do
    out[k] = { least = least[k], most = most[k], t_least = t_least[k], t_most = t_most[k] }
  end
  return out
end

-- forces of inverse dynamics along it
local function force_of(m)
  return function(t)
    local q, v, a = m.track.at(t)
    return m.model:id(q, v, a)
  end
end

local function derivatives(m, order)
  if m.track.curve then return of_curve(m.track.curve, order) end
  return extremes_of(m.track, function(t) return (select(order + 1, m.track.at(t))) end, m.n)
end

-- where the acceleration jumps the jerk is infinite: at breaks, and from rest
local function with_jumps(m, out)
  local track, ends = m.track, parts_of(m.track)
  local size = derivatives(m, 2)
  for p, t in ipairs(ends) do
    local inset = 1e-9 * (track.last - track.first)
    local _, _, before = track.at(t - inset)
    local _, _, after = track.at(t + inset)
    local inside = p > 1 and p < #ends
    for k, x in ipairs(out) do
      local jump = after[k] - before[k]
      local most = math.max(size[k].most, -size[k].least)
      if (inside or track.rests) and math.abs(jump) > 1e-6 * most then
        if jump > 0 then x.most, x.t_most = math.huge, t end
        if jump < 0 then x.least, x.t_least = -math.huge, t end
      end
    end
  end
  return out
end

local function extremes(m, key, order)
  if key == "torque" then return extremes_of(m.track, force_of(m), m.n) end
  local out = derivatives(m, order)
  return order == 3 and with_jumps(m, out) or out
end

-- the larger of what is used of both limits, and which
local function used_of(x, limit, k)
  if not limit then return nil end
  local up, down = x.most / limit.max[k], x.least / limit.min[k]
  if limit.max[k] == math.huge then up = 0 end
  if limit.min[k] == -math.huge then down = 0 end
  if up >= down then return up, x.t_most, limit.max[k] end
  return down, x.t_least, limit.min[k]
end

-- { q1 = { v = { most, t, least, greatest, used, at }, a = .., j = .., torque = .. },
-- binding = { axis, kind, used, t, limit } }
function peaks.of(m)
  local out, binding = {}, nil
  for _, name in ipairs(m.names) do out[name] = {} end
  for order, kind in ipairs(kinds) do
    local limit = m.limits and m.limits[kind.key]
    if kind.key ~= "torque" or limit then
      for k, x in ipairs(extremes(m, kind.key, order)) do
        local up = x.most >= -x.least
        local used, t, bound = used_of(x, limit, k)
        out[m.names[k]][kind.key] = { most = math.max(x.most, -x.least),
          t = up and x.t_most or x.t_least, least = x.least, greatest = x.most, used = used }
        if used and (not binding or used > binding.used) then
          binding = { axis = m.names[k], kind = kind.key, text = kind.text, used = used, t = t,
            limit = bound }
        end
      end
    end
  end
  out.binding = binding
  return out
end

-- how much longer it must take so that its derivatives keep their limits: the largest of v/v_max,
-- sqrt(a/a_max), cbrt(j/j_max); what tells it
function peaks.factor(m)
  local factor, by = 0, nil
  for order, kind in ipairs(kinds) do
    local limit = kind.key ~= "torque" and m.limits and m.limits[kind.key]
    if limit then
      for k, x in ipairs(extremes(m, kind.key, order)) do
        local used = used_of(x, limit, k)
        if used and used ^ (1 / order) > factor then
          factor = used ^ (1 / order)
          by = { axis = m.names[k], kind = kind.key, text = kind.text }
        end
      end
    end
  end
  return factor, by
end

return peaks
