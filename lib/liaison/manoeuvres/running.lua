-- running.lua - how manoeuvres drive a vehicle: where it begins, programs of its steering, its
-- speed kept, what is watched
local li = require "liaison"
local check = require "liaison.base.check"
local steady = require "liaison.vehicle.steady_turn"
local kit = li._internal

local running = {}

local SAMPLE = 0.01 -- s between two rows

local function number(x) return "(" .. kit.number(x, 17) .. ")" end
running.number = number

-- ---- programs of steering: texts of t -----------------------------------------------------------

-- from 0 to `to` within rise from t0 on
function running.step(t0, rise, to)
  return ("piecewise(t < %s, 0, t < %s, %s*(t - %s), %s)"):format(number(t0), number(t0 + rise),
    number(to / rise), number(t0), number(to))
end

-- one whole period from t0 on
function running.one_sine(t0, frequency, to)
  local period = 1 / frequency
  return ("piecewise(t < %s, 0, t < %s, %s*sin(%s*(t - %s)), 0)"):format(number(t0),
    number(t0 + period), number(to), number(2 * math.pi * frequency), number(t0))
end

function running.sine(t0, frequency, to)
  return ("piecewise(t < %s, 0, %s*sin(%s*(t - %s)))"):format(number(t0), number(to),
    number(2 * math.pi * frequency), number(t0))
end

-- up and down again, straight
function running.pulse(t0, width, to)
  local half = width / 2
  return ("piecewise(t < %s, 0, t < %s, %s*(t - %s), t < %s, %s*(%s - t), 0)"):format(number(t0),
    number(t0 + half), number(to / half), number(t0), number(t0 + width), number(to / half),
    number(t0 + width))
end

function running.ramp(t0, rate, most)
  return ("piecewise(t < %s, 0, min(%s, %s*(t - %s)))"):format(number(t0), number(most),
    number(rate), number(t0))
end

-- sum of sines { {frequency, amplitude, phase}, .. }, faded in over 1 s
function running.many(list)
  local out = {}
  for i, s in ipairs(list) do
    out[i] = ("%s*sin(%s*t + %s)"):format(number(s[2]), number(2 * math.pi * s[1]), number(s[3]))
  end
  return table.concat(out, " + ")
end

-- straight through points {t, value}
function running.through(points)
  local out = {}
  for i, p in ipairs(points) do
    out[#out + 1] = "t < " .. number(p[1])
    local q = points[i - 1]
    if not q then out[#out + 1] = number(p[2])
    else
      out[#out + 1] = ("%s + %s*(t - %s)"):format(number(q[2]),
        number((p[2] - q[2]) / (p[1] - q[1])), number(q[1]))
    end
  end
  out[#out + 1] = number(points[#points][2])
  return "piecewise(" .. table.concat(out, ", ") .. ")"
end

-- a program as numbers: f(t)
function running.values(text)
  local e, t = li.expr(text, "new"), li.time()
  local f = li.smat({ e }):fn { t }
  return function(at) return f(at) end
end

-- ---- who keeps the speed ------------------------------------------------------------------------

-- torque or force for 1 m/s^2
local function push_of(v)
  local radius, n = 0, 0
  for _, r in pairs(v.spins) do radius, n = radius + r, n + 1 end
  return (v.mass or 1500) * (v.pushes == "drive" and n > 0 and radius / n or 1)
end
running.push_of = push_of

local function output_text(v, name)
  for _, o in ipairs(v.description.outputs) do
    if o.name == name then return o.expression or o.expr or o.text or o[1] end
  end
end
running.output_text = output_text

-- the input that drives: what it was at the start, and more the slower it is
function running.keep_speed(v, speed, start)
  return ("%s + %s*(%s - (%s))"):format(number(start), number(2 * push_of(v)), number(speed),
    output_text(v, "speed"))
end

-- ---- a run --------------------------------------------------------------------------------------

-- all outputs of the vehicle, read every SAMPLE
local function watch_block(v, dt)
  local names, outputs, to = {}, {}, {}
  for k, o in ipairs(v.description.outputs) do
    names[k], outputs[k], to[o.name] = o.name, { o.name, o.name }, false
  end
  return li.block { name = "watch", inputs = names, outputs = outputs, to = to, dt = dt }
end

-- a cubic through the program: where the angle of the wheels is a driver it must be smooth
local function smoothed(text, time, notes)
  local f, t, y = running.values(text), {}, {}
  local n = math.ceil(time / 0.01)
  for i = 0, n do t[i + 1], y[i + 1] = time * i / n, f(time * i / n) end
  notes[#notes + 1] = "the steering is a cubic through its program every 10 ms: an axle without "
    .. "compliance takes no steps"
  return { t = t, f = y, how = "cubic" }
end

local function check_feedback(v)
  if v.steer_is_driven then
    check.fail("vehicle", "'%s' steers without compliance: its wheels stand as a law of time says, "
      .. "and no driver can move them: give its axles compliance", v.name)
  end
end

-- columns of a run as lists, the last row left out: its outputs are those of the row before
local function columns_of(v, run, more)
  local n, out = #run - 1, {}
  local function take(name, column)
    local list = {}
    for i = 1, n do list[i] = column[i] end
    out[name] = list
  end
  take("t", run.t)
  for _, o in ipairs(v.description.outputs) do take(o.name, run:column("watch." .. o.name)) end
  for _, name in ipairs { "x", "y", "yaw" } do
    if v.at[name] then take(name, run:column(name)) end
  end
  for _, name in ipairs(more) do take(name, run:column(name)) end
  return out
end

-- many runs of a manoeuvre may tell the same, each from another time on
local function note_once(notes, text)
  text = text:gsub("from t = [^%s]+ on ", "")
  for _, old in ipairs(notes) do if old == text then return end end
  notes[#notes + 1] = text
end

local function told_of(run, notes)
  for _, told in ipairs(run:info().told or {}) do
    if not told.text:find "compiled" then note_once(notes, told.text) end
  end
end

-- inputs that one of the controllers sets
local function set_by(controllers)
  local set = {}
  for _, entry in ipairs(controllers) do
    local b = kit.class(entry) == "block" and entry or entry[1]
    local to = entry.to or {}
    for _, name in ipairs(kit.class(b) == "block" and b.outputs or {}) do
      local target = kit.class(entry) ~= "block" and to[name]
      if target == nil or kit.class(entry) == "block" then target = b.to[name] end
      if target then set[target] = true end
    end
  end
  return set
end

-- signals that the controllers ask for
local function asked_by(controllers)
  local set = {}
  for _, entry in ipairs(controllers) do
    local b = kit.class(entry) == "block" and entry or entry[1]
    for _, name in ipairs(kit.class(b) == "block" and b.inputs or {}) do
      set[b.from[name]] = b.name
    end
  end
  return set
end

-- a program of t alone may be a reference too
local function of_time(x)
  if type(x) == "number" then return true end
  if type(x) ~= "string" then return false end
  for _, symbol in ipairs(li.expr(x, "new"):symbols()) do
    if tostring(symbol) ~= "t" then return false end
  end
  return true
end

-- pedals go through the controllers that ask for brake_wish and drive_wish
local function wishes(inputs, references, asked, notes)
  for _, name in ipairs { "brake", "drive" } do
    local by = asked[name .. "_wish"]
    if by and inputs[name] ~= nil and of_time(inputs[name]) then
      references[name .. "_wish"], inputs[name] = inputs[name], nil
      notes[#notes + 1] = ("what is asked of the %s goes through '%s'"):format(
        name == "brake" and "brakes" or "drive", by)
    end
  end
end

-- inputs, references and controllers of a run. What controllers set is not told beside; a program
-- of the steering is the reference steer_wish for them
local function plan(v, spec, notes)
  local inputs, references = {}, {}
  local controllers = { watch_block(v, spec.dt or SAMPLE) }
  for _, list in ipairs { spec.controllers or {}, v.common and v.common.controllers or {} } do
    for _, c in ipairs(list) do controllers[#controllers + 1] = c end
  end
  local set = set_by(controllers)
  for name, x in pairs(spec.inputs or {}) do inputs[name] = x end
  for _, list in ipairs { spec.references or {}, v.common and v.common.references or {} } do
    for name, x in pairs(list) do references[name] = x end
  end
  if spec.steer then
    references.steer_wish = spec.steer
    if not set.steer then
      inputs.steer = v.steer_is_driven and smoothed(spec.steer, spec.time, notes) or spec.steer
    end
  end
  wishes(inputs, references, asked_by(controllers), notes)
  for name in pairs(set) do inputs[name] = nil end
  if (set.steer or spec.feedback) and v.steer_is_driven then check_feedback(v) end
  return inputs, references, controllers
end

-- spec: time, from (a steady turn) or q, v, inputs (texts by name), steer (a text of t),
-- controllers, references, dt, columns (more of the run), options, feedback (a driver steers);
-- notes: sentences are added.
-- Columns by name, t, steer, run; or nil, why
function running.drive(v, spec, notes)
  local inputs, references, controllers = plan(v, spec, notes)
  local options = { dt = spec.dt or SAMPLE, inputs = inputs, controllers = controllers,
    references = next(references) and references or nil, progress = false }
  for _, more in ipairs { spec.options or {}, v.common and v.common.run or {} } do
    for key, x in pairs(more) do options[key] = x end
  end
  local from = spec.from or { z = {} }
  options.z = #from.z > 0 and from.z or nil
  local run, why, code, far = v.model:simulate(spec.time, spec.q or from.q, spec.v or from.v,
    options)
  if not run and far and #far > 2 then
    notes[#notes + 1] = ("the run ended at %s s: %s"):format(
      kit.number(far.t[#far], 4), tostring(why))
    run = far
  end
  if not run then return nil, why, code end
  told_of(run, notes)
  local out = columns_of(v, run, spec.columns or {})
  out.run = run
  if spec.steer then
    local f, list = running.values(spec.steer), {}
    for i, t in ipairs(out.t) do list[i] = f(t) end
    out.steer = list
  end
  return out
end

-- the same where a run that fails is a mistake
function running.must_drive(v, spec, notes)
  local trace, why = running.drive(v, spec, notes)
  if not trace then check.fail("vehicle", "the run failed: %s", tostring(why)) end
  return trace
end

-- straight ahead at a speed: the state that stays
function running.straight(v, speed, u)
  local s, why = steady.straight(v, speed, u)
  if not s then check.fail("vehicle", "%s", why) end
  return s
end

-- the steer angle of the steady turn of a lateral acceleration
function running.steer_for(v, speed, lateral)
  local turn, why = steady.turn(v, { speed = speed, lateral_acceleration = lateral })
  if not turn then check.fail("lateral", "%s", why) end
  return turn.u.steer, turn
end

return running
