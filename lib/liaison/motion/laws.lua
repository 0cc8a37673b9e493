-- laws.lua - li.laws: motion laws and what they cost; law:plan: moves by laws under limits
local li = require "liaison.core"
local check = require "liaison.base.check"
local limits = require "liaison.motion.limits"
local shown = require "liaison.base.shown"
local kit = li._internal
local traj = kit.traj

-- the table of laws ---------------------------------------------------------------------------

local OPTIONS = {
  travel = { "num", default = 1 }, T = "num?", v = "num?", a = "num?", j = "num?",
  ta = "num?", td = "num?", tr = "num?", trd = "num?",
}

-- a law with as much of the asked shape as it has
local function shaped(row, o)
  local shape = {}
  for _, s in ipairs(row.shape) do shape[s.name] = o[s.name] end
  return li.law(row.name, shape)
end

-- T, the law in its best shape, what binds; nil: it cannot keep a limit of the jerk
local function timed(row, law, o)
  if not (o.v or o.a or o.j) then return o.T or 1, law, "" end
  if o.j and o.j > 0 and not row.jerk then return nil, law, "its acceleration jumps" end
  return law:fastest({ o.travel }, { o.v or 0 }, { o.a or 0 }, { o.j or 0 })
end

local function costs(row, o)
  local T, law, binds = timed(row, shaped(row, o), o)
  row.law, row.T, row.binds = law, T, binds
  if not T then return row end
  local D = math.abs(o.travel)
  local v, a, j = law:peaks()
  local scale = T > 0 and D / T or 0
  row.v, row.a, row.rms = v * scale, a * scale / T, law:rms() * scale / T
  row.peak_jerk = j == math.huge and j or j * scale / T ^ 2
  return row
end

local function number(x)
  if x == math.huge then return "infinite" end
  return x and shown.number(x) or "-"
end

local function shape_text(row)
  local out = {}
  for _, s in ipairs(row.shape) do
    local x = row.law[s.name]
    local braking = s.name == "td" and "ta" or s.name == "trd" and "tr"
    if not (braking and row.law[braking] == x) then
      out[#out + 1] = kit.format("%s = %.4g", s.name, x)
    end
  end
  return #out > 0 and "  (" .. table.concat(out, ", ") .. ")" or ""
end

local function table_text(list, o)
  local asked = o.v or o.a or o.j
  local out = { asked
    and shown.format("shortest moves of %.6g%s%s%s", o.travel, o.v and shown.format(", v %.6g", o.v)
      or "", o.a and shown.format(", a %.6g", o.a) or "", o.j and shown.format(", jerk %.6g", o.j)
      or "")
    or shown.format("moves of %.6g in %.6g: largest speed, acceleration, jerk; rms of acceleration",
      o.travel, o.T or 1) }
  out[2] = kit.format("  %-10s %9s %9s %9s %9s %9s  %s", "law", "T", "v", "a", "jerk", "rms a",
    asked and "binds" or "")
  for _, row in ipairs(list) do
    out[#out + 1] = kit.format("  %-10s %9s %9s %9s %9s %9s  %s", row.name, number(row.T),
      number(row.v), number(row.a), number(row.peak_jerk), number(row.rms),
      asked and row.binds:gsub("%[1%]", "") .. shape_text(row) or row.text .. shape_text(row))
  end
  for k, line in ipairs(out) do out[k] = line:gsub("%s+$", "") end
  return table.concat(out, "\n")
end

local function laws(options)
  local o = check.fields(options or {}, "", OPTIONS)
  if o.T and (o.v or o.a or o.j) then
    check.fail("T", "a time and limits cannot both be told: the shortest time follows from limits")
  end
  if o.T and not (o.T > 0) then check.fail("T", "expected a duration above 0") end
  local list, named = {}, {}
  for k, row in ipairs(traj.laws()) do
    list[k] = costs(row, o)
    named[row.name] = row
  end
  local text = table_text(list, o)
  return setmetatable(named, { __tostring = function() return text end })
end

check.define(li, {
  { "laws([options: table]) -> table",
    "The motion laws by name: text; jerk, whether it can keep a limit of the jerk; shape, the "
      .. "numbers it takes, a list of name, default and text; law, T and the largest v, a, "
      .. "peak_jerk and rms (of the acceleration) for a travel and T (1), or for the shortest "
      .. "time under limits v, a, j, with what binds. Printed, it is a table.",
    "li.laws{travel = 2, T = 4}.cycloid.v --> 1", laws },
})

-- plans -------------------------------------------------------------------------------------------

local function any(x) return x end

local PLAN = {
  from = "nums", to = "nums", v = any, a = any, j = any, T = "num?",
  sync = { "phase|time", default = "phase" },
}

local function travel_of(o)
  if #o.to ~= #o.from then
    check.fail("to", "expected as many numbers as from has, %d, got %d", #o.from, #o.to)
  end
  return o.to - o.from
end

-- the told T is possible: the law keeps its shape and is stretched, unless axes are told by time
local function told_time(T, least, binds)
  if T >= least * (1 - 1e-12) then return end
  check.fail("T", "%.9g is too short: under these limits at least %.9g is needed (%s)", T, least,
    binds)
end

local function planned(law, options)
  local o = check.fields(options, "", PLAN)
  local travel = travel_of(o)
  local least, list, binds = 0, { law }, ""
  if o.v or o.a or o.j then
    least, list, binds = traj.plan(law, travel, limits.rows(o, #travel, ""), o.sync == "time")
  elseif not o.T then
    check.fail("T", "expected a time, or limits v, a, j to find the shortest")
  end
  if o.T then told_time(o.T, least, binds) end
  local T = o.T or least
  if not (T > 0) then check.fail("to", "from and to are the same: there is no move to plan") end
  if T > least then binds = "" end
  local curve, error_told = traj.curve(list, o.from, o.to, T)
  return curve, { T = T, least = least, laws = list, binds = binds, error = error_told }
end

kit.define(kit.methods "law", {
  "law:plan(options: table) -> curve: curve, info: table",
  "A move from, to as a curve: in the time T, or the shortest under limits v, a, j (numbers, one "
    .. "for each axis, or {min =, max =} of one or each). sync: \"phase\" (in proportion: a "
    .. "straight line) or \"time\" (each axis by phases of its own, all ready at once). info: T, "
    .. "the least T, laws, binds (which limits), error (law:curve).",
  "select(2, li.law'trapezoid':plan{from = {0}, to = {5}, v = 1, a = 2}).T --> 5.5",
  function(law, options) return planned(law, options) end })

return {}
