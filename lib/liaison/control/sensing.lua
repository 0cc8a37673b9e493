-- sensing.lua - what a sensor makes of a signal: bias, noise, drift, range, steps, lost readings
local check = require "liaison.base.check"

local sensing = {}

sensing.fields = { noise = { "num", default = 0, min = 0 }, bias = { "num", default = 0 },
  drift = { "num", default = 0, min = 0 }, range = "vec?", bits = "count?",
  resolution = { "num?", above = 0 }, counts = "count?",
  dropout = { "num", default = 0, min = 0, max = 1 } }

-- seconds between two readings, of rate or dt
function sensing.time_of(o, path)
  local dt = o.dt or o.rate and 1 / o.rate
  if not dt or o.dt and o.rate then
    check.fail(path, "expected how often it measures: rate = 1000 (1/s), or dt")
  end
  return dt
end

local function range_of(o, path)
  if not o.range then return nil end
  if #o.range ~= 2 or not (o.range[1] < o.range[2]) then
    check.fail(path .. ".range", "expected two numbers, rising")
  end
  return o.range[1], o.range[2]
end

-- the smallest difference it tells
local function resolution_of(o, path)
  local told = (o.bits and 1 or 0) + (o.resolution and 1 or 0) + (o.counts and 1 or 0)
  if told > 1 then check.fail(path, "bits, resolution and counts say the same: give one") end
  if not o.bits then return o.resolution or o.counts and 2 * math.pi / o.counts end
  local low, high = range_of(o, path)
  if not low then check.fail(path .. ".range", "bits are of a range: give it, {least, largest}") end
  return (high - low) / (2 ^ o.bits - 1)
end

local function add_errors(spec, text, o, mark)
  local function value(name)
    spec.values[name .. mark] = o[name]
    return name .. mark
  end
  if o.bias ~= 0 then text = text .. " + " .. value "bias" end
  if o.noise > 0 then
    spec.inputs["n" .. mark] = "random.normal"
    text = ("%s + %s*n%s"):format(text, value "noise", mark)
  end
  if o.drift > 0 then
    local walk = "walk" .. mark
    spec.inputs["w" .. mark], spec.states[walk] = "random.normal", 0
    spec.next[walk] = ("%s + %s*sqrt(dt)*w%s"):format(walk, value "drift", mark)
    text = text .. " + " .. walk
  end
  return text
end

local function cut(spec, text, o, path, mark)
  local low, high = range_of(o, path)
  local step = resolution_of(o, path)
  local at, top, size = "low" .. mark, "high" .. mark, "step" .. mark
  if low then
    spec.values[at], spec.values[top] = low, high
    text = ("min(max(%s, %s), %s)"):format(text, at, top)
  end
  if not step then return text end
  spec.values[size] = step
  -- steps count from the low end of the range, where there is one
  if not low then return ("floor((%s)/%s + 1/2)*%s"):format(text, size, size) end
  return ("%s + floor((%s - %s)/%s + 1/2)*%s"):format(at, text, at, size, size)
end

-- the text as it is measured; names that come into the block end in mark
function sensing.measured(spec, text, o, path, mark)
  text = cut(spec, add_errors(spec, text, o, mark), o, path, mark)
  if o.dropout == 0 then return text end
  local held, fresh = "held" .. mark, "fresh" .. mark
  spec.values["dropout" .. mark], spec.states[held] = o.dropout, 0
  spec.inputs["lost" .. mark] = "random.uniform"
  spec.lines[#spec.lines + 1] = { fresh, text }
  text = ("piecewise(lost%s < dropout%s, %s, %s)"):format(mark, mark, held, fresh)
  spec.next[held] = text
  return text
end

return sensing
