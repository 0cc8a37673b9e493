-- plain.lua - which coordinates of a model are numbers with limits, and where they stand in v
--
-- Velocities of balls and floating bodies are no rates of coordinates: they are told by place, and
-- have neither limits nor a posture.
local li = require "liaison.core"

local plain = {}

local known = setmetatable({}, { __mode = "k" })

-- the velocity that moves coordinate i alone, at the same rate; nil: there is none
local function velocity_of(model, q, i)
  local there = q:copy()
  there[i] = there[i] + 0.125
  local d, at = model:difference(q, there), nil
  for k = 1, #d do
    if math.abs(d[k]) > 1e-9 then
      if at or math.abs(d[k] - 0.125) > 1e-9 then return nil end
      at = k
    end
  end
  return at
end

-- { {name, q = place in q, v = place in v, lower, upper, period}, .. }, of_v[v], by name
function plain.of(model)
  if known[model] then return known[model] end
  local q, out = model:random(3), { of_v = {}, named = {} }
  local lower, upper = model:limits()
  local period = model:periods()
  for i, name in ipairs(model:coordinates()) do
    local v = velocity_of(model, q, i)
    if v and not out.of_v[v] then
      local x = { name = name, q = i, v = v, lower = lower[v], upper = upper[v],
        period = period[v] }
      out[#out + 1], out.of_v[v], out.named[name] = x, x, x
    end
  end
  known[model] = out
  return out
end

-- rows of the unit matrix: one for each of these coordinates
function plain.rows(list, n)
  local S = li.zeros(#list, n)
  for i, x in ipairs(list) do S[i][x.v] = 1 end
  return S
end

return plain
