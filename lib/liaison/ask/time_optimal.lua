-- time_optimal.lua - the shortest time along a path under limits: options read, answers named
--
-- The engine's core/ask/path_limits makes the rows, core/traj/topp finds the time.
local li = require "liaison.core"
local kit = li._internal
local check = require "liaison.base.check"
local limits = require "liaison.motion.limits"

local engine = kit.path_time
local huge = math.huge

-- ---- limits: numbers, lists, by name, {min = , max = } -----------------------------------------

-- one entry: a number, or {least, most}, or {min = , max = }
local function pair_of(x, path)
  if type(x) == "number" and x >= 0 then return -x, x end
  if type(x) == "number" then check.fail(path, "expected a limit >= 0, got %s", kit.number(x)) end
  if type(x) ~= "table" then
    check.fail(path, "expected a number or {min, max}, got %s", check.got(x))
  end
  local least, most = x.min or x[1] or -huge, x.max or x[2] or huge
  if type(least) ~= "number" or type(most) ~= "number" or not (least < most) then
    check.fail(path, "expected {min, max}, got %s to %s", check.got(least), check.got(most))
  end
  return least, most
end

-- a list has one for each coordinate, a table names coordinates or sides
local function check_form(given, names, path)
  if type(given) == "number" then return end
  if type(given) ~= "table" and not kit.class(given) then
    check.fail(path, "expected a number, a list, or limits by name, got %s", check.got(given))
  end
  if kit.class(given) or #given > 0 then return limits.refuse_count(given, names, path) end
  local known = { min = true, max = true }
  if not limits.is_sides(given) then
    known = {}
    for _, name in ipairs(names) do known[name] = true end
  end
  check.keys(given, path, known)
end

-- both signs of what all coordinates have at most (a vec); nil: nothing bounds any
local function usual_of(most)
  local base, any = { min = {}, max = {} }, false
  for k = 1, most and #most or 0 do
    base.min[k], base.max[k] = -most[k], most[k]
    any = any or most[k] < huge
  end
  return any and base or nil
end

-- least and most of every coordinate; usual: most of each where nothing is given (a vec), or nil
local function limits_of(given, names, path, usual)
  if given == false then return nil end
  local base = usual_of(usual)
  if given == nil then return base end
  check_form(given, names, path)
  return limits.sides(given, names, path, pair_of, base)
end

-- numbers as the engine takes them, which has 1e300 for no limit
local function finite(x) return math.max(-1e300, math.min(1e300, x)) end

local function vec_of(list)
  local x = li.zeros(#list)
  for k = 1, #list do x[k] = finite(list[k]) end
  return x
end

local KINDS = { "v", "a", "torque", "jerk" }

-- least and most of each kind as rows, and which kinds there are
local function limit_rows(asked)
  local out, given = li.zeros(8, #asked.names), li.zeros(4)
  for kind, key in ipairs(KINDS) do
    local lim = asked[key]
    for k = 1, lim and #asked.names or 0 do
      out[2 * kind - 1][k], out[2 * kind][k] = finite(lim.min[k]), finite(lim.max[k])
    end
    given[kind] = lim and 1 or 0
  end
  return out, given
end

-- ---- options -----------------------------------------------------------------------------------

local SCHEMES = { interpolation = false, collocation = true }

local function end_speed(x, path)
  if x == "free" then return nil end
  if x == nil then return 0 end
  if type(x) ~= "number" or not (x >= 0 and x < huge) then
    check.fail(path, 'expected a speed s\' >= 0 along the path, or "free", got %s', check.got(x))
  end
  return x
end

local function grid_of(path, x, where, usual)
  if x == nil then return engine.time_grid(path, usual) end
  if type(x) == "number" then
    if not (x >= 2 and x <= 1e6 and x % 1 == 0) then
      check.fail(where, "expected 2 to 1000000 segments, or a list of places, got %s",
        kit.number(x))
    end
    return engine.time_grid(path, x)
  end
  if type(x) ~= "table" and kit.class(x) ~= "vec" then
    check.fail(where, "expected how many segments, or a list of places, got %s", check.got(x))
  end
  return engine.time_grid(path, 0, vec_of(x))
end

local TOOL = { speed = { "num?", above = 0 }, angular_speed = { "num?", above = 0 },
  acceleration = { "num?", above = 0 }, body = "str?", point = "vec3?" }

local function tool_of(given, path)
  if given == nil then return nil end
  local tool = check.fields(given, path, TOOL)
  tool.limits = vec_of { tool.speed or huge, tool.angular_speed or huge, tool.acceleration or huge }
  return tool
end

-- ---- rows of the user --------------------------------------------------------------------------

local ROW = { a = { "num", default = 0 }, b = { "num", default = 0 }, c = { "num", default = 0 },
  min = "num?", max = "num?", name = "str?" }

local function put_row(out, place, k, row)
  local at = 5 * (k - 1)
  local numbers = { row.a, row.b, row.c, row.min or -huge, row.max or huge }
  for j = 1, 5 do out[place][at + j] = finite(numbers[j]) end
end

-- rows(s, q, dq, ddq) at every place: a matrix, and their names
local function user_rows(grid, f, path)
  if f == nil then return nil, {} end
  local s, q, dq, ddq = engine.time_places(grid)
  local out, names, count = nil, {}, nil
  for i = 1, #s do
    local where = ("%s(s = %s)"):format(path, kit.number(s[i]))
    local list = f(s[i], q:row(i), dq:row(i), ddq:row(i))
    if type(list) ~= "table" or #list == 0 or (count and #list ~= count) then
      check.fail(where, "expected a list of %s rows {a = , b = , c = , min = , max = }, got %s",
        count or "some", type(list) == "table" and #list or check.got(list))
    end
    count = count or #list
    out = out or li.zeros(#s, 5 * count)
    for k = 1, count do
      local row = check.fields(list[k], ("%s[%d]"):format(where, k), ROW)
      put_row(out, i, k, row)
      names[k] = names[k] or row.name or ("row %d"):format(k)
    end
  end
  return out, names
end

-- ---- limits by their codes ---------------------------------------------------------------------

local DIRECTIONS = 32

-- names of rows in the order of the engine, and what bounds speeds behind them
local function row_names(asked)
  local list = {}
  for _, kind in ipairs { { asked.a, "acceleration " }, { asked.torque, "torque " } } do
    for k = 1, kind[1] and #asked.names or 0 do list[#list + 1] = kind[2] .. asked.names[k] end
  end
  for _ = 1, asked.tool and asked.tool.acceleration and DIRECTIONS or 0 do
    list[#list + 1] = "tool acceleration"
  end
  for _, name in ipairs(asked.row_names) do list[#list + 1] = name end
  return list
end

local PLAIN = { [-3] = "rest", [-4] = "what the rest of the path allows" }

local function namer(asked)
  local rows, n = row_names(asked), #asked.names
  local speeds = { "tool speed", "tool angular speed", "corner", "nothing" }
  return function(code)
    if code < 0 then return PLAIN[code] end
    local k, side = math.floor(code / 2) + 1, code % 2 == 0 and " max" or " min"
    if rows[k] == "tool acceleration" then return rows[k] end
    if rows[k] then return rows[k] .. side end
    k = k - #rows
    if k <= n then return "speed " .. asked.names[k] .. side end
    return speeds[k - n] or "jerk " .. asked.names[k - n - #speeds] .. side
  end
end

local function binding_list(raw, name)
  local list = {}
  for i = 1, #raw.binding do
    local what = name(raw.binding[i])
    local last = list[#list]
    if last and last.what == what and last.to == raw.grid[i] then
      last.to, last.t_to = raw.grid[i + 1], raw.times[i + 1]
    elseif what then
      list[#list + 1] = { from = raw.grid[i], to = raw.grid[i + 1], what = what,
        t_from = raw.times[i], t_to = raw.times[i + 1] }
    end
  end
  return list
end

-- the share of each limit that is used, by its name
local function utilisation(raw, asked)
  local out, rows, n = {}, row_names(asked), #asked.names
  local function put(name, x)
    if name and x > 0 then out[name] = math.max(out[name] or 0, x) end
  end
  for k = 1, raw.rows do put(rows[k], raw.used[k]) end
  for k = 1, n do put("speed " .. asked.names[k], raw.used[raw.rows + k]) end
  put("tool speed", raw.used[raw.rows + n + 1])
  put("tool angular speed", raw.used[raw.rows + n + 2])
  for k = 1, asked.jerk and n or 0 do
    put("jerk " .. asked.names[k], raw.used[raw.rows + n + 2 + k])
  end
  return out
end

local function found(raw, asked, name)
  local zeros = {}
  for k, z in ipairs(raw.zero_inertia) do
    zeros[k] = { s = z.s, speed = z.speed, what = name(z.what), met = z.met }
  end
  return { duration = raw.duration, grid = raw.grid, times = raw.times, speed = raw.speed,
    limit = raw.limit, controllable = { least = raw.low, most = raw.high },
    binding = binding_list(raw, name), zero_inertia = zeros, utilisation = utilisation(raw, asked),
    violation = { largest = raw.worst, s = raw.worst > 0 and raw.worst_at or nil,
      what = raw.worst > 0 and name(raw.worst_what) or nil },
    corners = raw.corners, standing = raw.stands, left_out = asked.left_out,
    without_jerk = raw.without_jerk, stretched = raw.stretched, gap = raw.gap }
end

-- ---- what is in the way ------------------------------------------------------------------------

local function fight_text(list)
  if #list == 0 then return "" end
  return ": " .. table.concat(list, " against ")
end

local function why(raw, asked, info)
  local number = kit.number
  local start, stop = asked.start, asked.stop
  if raw.most_stop and stop and stop > raw.most_stop and raw.failure ~= "stands" then
    return ("the end of the path is reached at s' = %s at most, not at %s"):format(
      number(raw.most_stop), number(stop))
  end
  if raw.failure == "start" then
    return ("from s' = %s at the start the end is not reached: s' from %s to %s there"):format(
      number(start), number(raw.least), number(raw.most))
  end
  if raw.failure == "unbounded" then
    return ("nothing bounds the speed at s = %s: give v, a or torque"):format(number(raw.place))
  end
  if raw.failure == "stands" then
    return ("at rest at s = %s, and no limit lets it go on%s"):format(number(raw.place),
      fight_text(info.fight))
  end
  return ("no speed keeps all limits from s = %s to %s%s"):format(number(raw.place),
    number(raw.next_place), fight_text(info.fight))
end

local function failed(raw, asked, name)
  local info = { failure = raw.failure, s = raw.place, fight = {}, grid = raw.grid,
    start_least = raw.least, start_most = raw.most, stop_most = raw.most_stop,
    left_out = asked.left_out }
  local seen = {}
  for _, code in ipairs(raw.fight) do
    local what = name(code)
    if what and not seen[what] then info.fight[#info.fight + 1] = what end
    seen[what or ""] = true
  end
  return nil, why(raw, asked, info), "EUNREACHABLE", info
end

-- ---- the calls ---------------------------------------------------------------------------------

local KEYS = { v = true, a = true, torque = true, tool = true, rows = true, grid = true,
  start = true, stop = true, scheme = true, between = true, jerk = true }

local function refuse_moving_ends(asked, who)
  if asked.jerk and (asked.start ~= 0 or asked.stop ~= 0) then
    check.fail(who .. ".jerk", "goes from rest to rest: start and stop are 0 with it")
  end
end

local function common(path, o, who, asked)
  asked.start, asked.stop = end_speed(o.start, who .. ".start"), end_speed(o.stop, who .. ".stop")
  asked.scheme = o.scheme or "interpolation"
  if SCHEMES[asked.scheme] == nil then
    check.fail(who .. ".scheme", "expected interpolation or collocation, got %s",
      check.got(o.scheme))
  end
  asked.jerk = limits_of(o.jerk, asked.names, who .. ".jerk")
  asked.between = check.value(o.between, who .. ".between", { "count", default = 3, max = 100 })
  refuse_moving_ends(asked, who)
  asked.grid = grid_of(path, o.grid, who .. ".grid", asked.jerk and 300 or 1000)
  asked.rows, asked.row_names = user_rows(asked.grid, o.rows, who .. ".rows")
end

local function refuse_free(asked, who)
  local held = asked.a or asked.torque or asked.rows or (asked.tool and asked.tool.acceleration)
  if held or (asked.start == nil and asked.stop == nil) then return end
  check.fail(who, "nothing limits the acceleration: give a (or torque, tool.acceleration, rows)")
end

local function solve(model, asked)
  local bounds, kinds = limit_rows(asked)
  local tool = asked.tool or {}
  local curve, raw, code = engine.time_optimal(asked.grid, bounds, kinds, model, tool.body,
    tool.point, tool.limits, asked.rows, asked.start, asked.stop, SCHEMES[asked.scheme],
    asked.between)
  if type(raw) == "string" then return nil, raw, code end
  local name = namer(asked)
  if not curve then return failed(raw, asked, name) end
  return curve, found(raw, asked, name)
end

-- why torques are not known; nil: they are
local function no_torques(m)
  local d = m:description()
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then return "loops or constraints" end
  if #(d.forces or {}) > 0 then return "force elements, which torque limits do not know" end
  if #m:missing() > 0 then return "bodies without mass or inertia (model:missing())" end
  return nil
end

local function torques_of(m, o, asked, who)
  local reason = no_torques(m)
  if o.torque and reason then check.fail(who .. ".torque", "this model has %s", reason) end
  if not reason then return limits_of(o.torque, asked.names, who .. ".torque", m:efforts()) end
  if o.torque == nil and limits_of(nil, asked.names, who, m:efforts()) then
    asked.left_out = { "torque: this model has " .. reason }
  end
  return nil
end

local function model_time_optimal(m, path, options)
  local who, o = "model:time_optimal", options or {}
  check.keys(o, who .. ": options", KEYS)
  local asked = { names = {} }
  for k, name in ipairs(m:coordinates()) do asked.names[k] = tostring(name) end
  if path.n ~= #asked.names or #m:speeds() ~= #asked.names then
    check.fail(who, "the path has %d components, the model %d coordinates and %d speeds", path.n,
      #asked.names, #m:speeds())
  end
  asked.v = limits_of(o.v, asked.names, who .. ".v", m:speed_limits())
  asked.a = limits_of(o.a, asked.names, who .. ".a")
  asked.torque = torques_of(m, o, asked, who)
  asked.tool = tool_of(o.tool, who .. ".tool")
  common(path, o, who, asked)
  refuse_free(asked, who)
  return solve(m, asked)
end

local function time_optimal(path, options)
  local who, o = "time_optimal", options or {}
  check.keys(o, who .. ": options", { v = true, a = true, rows = true, grid = true, start = true,
    stop = true, scheme = true, between = true, jerk = true })
  local asked = { names = {} }
  for k = 1, path.n do asked.names[k] = "x" .. k end
  asked.v = limits_of(o.v, asked.names, who .. ".v")
  asked.a = limits_of(o.a, asked.names, who .. ".a")
  common(path, o, who, asked)
  refuse_free(asked, who)
  return solve(nil, asked)
end

local told = " Also: start, stop (speeds s' there, 0; \"free\"), grid (segments, 1000, or a list "
  .. "of places; knots of the path are always in it), scheme (interpolation; collocation), rows "
  .. "(a function of s, q, dq, ddq that gives rows {a =, b =, c =, min =, max =, name =} for a s'' "
  .. "+ b s'^2 + c), between (3: how often each segment is looked at afterwards), jerk (limits of "
  .. "the third derivatives, from rest to rest along a path without jumps of its second: a local "
  .. "optimum on 300 segments, then made longer where limits were passed: info.gap, stretched, "
  .. "without_jerk). info: duration, "
  .. "binding (a list of from, to, what), zero_inertia, utilisation, violation between grid "
  .. "points, corners (the motion stops there), standing (the path itself stands there), grid, "
  .. "times, speed, limit, controllable. nil, why, EUNREACHABLE, info where no motion keeps the "
  .. "limits."

kit.define(li, {
  "time_optimal(path: curve [, options: table]) -> s: curve, info: table",
  "The shortest time along a path x(s) under limits of speed v and acceleration a of its "
  .. "components: s(t), so that path:along(s) is x(t). Limits are numbers, lists, or {min =, max "
  .. "=}." .. told,
  "li.time_optimal(li.curve({0, 1}, {li.mat{{0, 2}}}), {a = 8}).last --> 1", time_optimal })

kit.define(kit.methods "model", {
  "model:time_optimal(path: curve [, options: table]) -> s: curve, info: table",
  "The shortest time along a path q(s) under exact limits of speed v, acceleration a, torque "
  .. "(motors against inertia, gravity, friction and springs of the joints) and of a tool = "
  .. "{speed =, acceleration =, angular_speed =, body =, point =}: s(t), so that path:along(s) is "
  .. "q(t). Limits are numbers, lists, by name, or {min =, max =}; v and torque are those of the "
  .. "model where nothing is given, false: none." .. told,
  "li.robots.planar2():time_optimal(li.curve({0, 1}, {li.mat{{0, 2}, {0, 0}}}), {a = 8, "
  .. "torque = false}).last --> 1", model_time_optimal })
