-- audit_methods.lua - other roads to the same torques, for the card of model:audit: Kane, Lagrange,
-- augmented bodies; all ways under constraints
local li = require "liaison.core"
local check = require "liaison.base.check"
local ask = li._internal.ask

local roads = {}

local function symbolic(make, m)
  local ok, eq = check.try(make, m)
  return ok and eq or nil
end

local function lagrange(m)
  local g, T, V = m:generator(), 0, 0
  for _, b in ipairs(m:description().bodies) do
    local t, u = g:energy(b.name)
    T, V = T + t, V + u
  end
  return li.lagrange { q = m:coordinates(), T = T, V = V, tidy = "none" }
end

-- the laws of the card: {text, worst, holds}; those that this model has no road for are left out
function roads.laws(m, states, seed)
  local n = #m:speeds()
  local laws = { { text = "Kane: inertia forces of all bodies times their partial velocities "
    .. "are these torques", worst = 0 } }
  local equations = {}
  if n == #m:coordinates() and n <= 8 and #m:symbols() == 0 then
    equations[1] = { "the equations in symbols, by augmented bodies, give them too",
      symbolic(function() return m:equations() end, m), true }
    if n <= 4 then
      equations[2] = { "Lagrange: so do T and V, differentiated in symbols", symbolic(lagrange, m),
        false }
    end
  end
  for _, e in ipairs(equations) do
    if e[2] then laws[#laws + 1] = { text = e[1], worst = 0, eq = e[2], whole = e[3] } end
  end
  local r = ask.rotors(m, m:random(seed))
  for i = 1, math.min(states, 3) do
    local q, v, a = m:random(seed + i), li.zeros(n), li.zeros(n)
    for k = 1, n do v[k], a[k] = math.sin(3 * k + i + seed), math.cos(5 * k - i - seed) end
    local tau = m:id(q, v, a)
    local size = math.max(1, tau:norm())
    local rotor = li.zeros(n)
    for k = 1, n do rotor[k] = r[k] * a[k] end
    for _, law in ipairs(laws) do
      local other
      if not law.eq then other = ask.kane_torques(m, q, v, a) + rotor
      elseif law.whole then other = law.eq:id(q, v, a) + m:passive(q, v)
      else other = law.eq:id(q, v, a) + rotor end
      law.worst = math.max(law.worst, (other - tau):norm() / size)
    end
  end
  for _, law in ipairs(laws) do
    law.eq, law.whole = nil, nil
    law.holds = law.worst < 1e-9
  end
  return laws
end

-- under loops and constraints: every way to the same motion, and the power of the forces that keep
-- them
function roads.closed(m, states, seed)
  local known, names = pcall(m.constraint_names, m)
  if not known then return {} end
  local ways = { text =
    "under loops and constraints every way gives the same accelerations and forces", worst = 0 }
  local power = { text = "their forces do no work but what is driven in time", worst = 0 }
  local tried = 0
  for i = 1, 4 * states do
    local q = tried < math.min(states, 3) and m:assemble(m:random(seed + i))
    local v0 = li.zeros(#m:speeds())
    for k = 1, #v0 do v0[k] = math.sin(3 * k + i + seed) end
    local v = q and m:fit_velocity(q, v0)
    local r = v and m:constrained(q, v, v0, { method = "all" })
    if r then
      local _, _, b = m:constraint_rows(q, v)
      local given, size, row = 0, 1, 0
      for _, c in ipairs(names) do
        for k = 1, c[2] do
          local lambda = r.lambda[c[1]][k]
          given, size = given - lambda * b[row + k], math.max(size, math.abs(lambda))
        end
        row = row + c[2]
      end
      tried = tried + 1
      ways.worst = math.max(ways.worst, r.spread)
      power.worst = math.max(power.worst, math.abs(r.power - given) / size)
    end
  end
  if tried == 0 then return {} end
  ways.holds, power.holds = ways.worst < 1e-9, power.worst < 1e-9
  return { ways, power }
end

return roads
