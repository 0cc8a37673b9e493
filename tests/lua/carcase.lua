-- carcase.lua - a car that tests of its builders change, and what they ask of runs
local li = require "liaison"

local case = { G = 9.81 }

case.tyre = li.tyre { kind = "linear", radius = 0.3, cx = 8e4, cy = 5e4, stiffness = 2e5,
  damping = 500 }

local function put(t, more)
  for key, x in pairs(more or {}) do t[key] = x end
end

-- more: fields of the car; front, rear: of its axles
function case.spec(more, front, rear)
  local s = { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
    { at = 1.2, track = 1.5, spring = 2.5e4, damper = 2000, unsprung = 40, inertia = 1,
      tyre = case.tyre, steer = 1, brake = 0.6, drive = 1, bar = 8000,
      compliance = { stiffness = 1e6, damping = 500 } },
    { at = -1.4, track = 1.5, spring = 2.2e4, damper = 2000, unsprung = 40, inertia = 1,
      tyre = case.tyre, brake = 0.4 } } }
  put(s, more)
  put(s.axles[1], front)
  put(s.axles[2], rear)
  return s
end

function case.last(run, name)
  local c = run:column(name)
  return c[#c]
end

-- a run from rolling ahead at V, watched
function case.go(m, told, V, time, inputs, more)
  local o = { inputs = inputs, record = { "accelerations", "forces" }, rtol = 1e-8 }
  put(o, more)
  return told.watch(assert(m:simulate(time, nil, told.rolling(V), o)))
end

-- every coordinate 0 but those told
function case.at(m, more)
  local q = {}
  for _, name in ipairs(m:coordinates()) do q[name] = 0 end
  put(q, more)
  return q
end

-- v of a point of a wheel where one coordinate alone moves, and its turning: columns of J
function case.column(m, q, body, point, name)
  local J = m:jacobian(q, body, point)
  for k, coordinate in ipairs(m:coordinates()) do
    if coordinate == name then
      local c = {}
      for i = 1, 6 do c[i] = J[i][k] end
      return c
    end
  end
end

-- work of everything against what the kinetic energy gained: the part that is missing
function case.imbalance(run)
  local sum, size = 0, 0
  for _, w in pairs(run:work()) do sum, size = sum + w, size + math.abs(w) end
  return math.abs(sum - (run.T[#run] - run.T[1])) / size
end

return case
