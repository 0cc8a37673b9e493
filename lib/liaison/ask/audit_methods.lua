-- audit_methods.lua - other roads to the same torques, for the card of model:audit: Kane, Lagrange, augmented bodies; all ways under constraints
local li = require "liaison.core"
local check = require "liaison.base.check"

local roads = {}

-- m, h and I of every body about its own origin, out of model:parameters
local function inertias(m)
  local values, names = m:parameters()
  local list, known = {}, {}
  for _, b in ipairs(m:description().bodies) do known[b.name] = true end -- a joint in pieces has others, without mass
  for i = 1, #names / 10 do
    local p, name = values:sub(10 * i - 9, 10 * i), names[10 * i]:match "^(.*)%.[^.]*$"
    local I = li.mat { { p[5], p[8], p[9] }, { p[8], p[6], p[10] }, { p[9], p[10], p[7] } }
    if known[name] then list[#list + 1] = { name = name, m = p[1], h = li.vec { p[2], p[3], p[4] }, I = I } end
  end
  return list
end

-- Kane: every body's inertia force and moment, each times the partial velocities, the columns of its Jacobian
--   F = m (a - g) + wd x h + w x (w x h),  N = h x (a - g) + I wd + w x I w,  tau = sum Jv' F + Jw' N
local function kane(m, bodies, g, q, v, a)
  local tau = li.zeros(#v)
  for _, b in ipairs(bodies) do
    local R = m:fk(q, b.name).R
    local V, A, J = m:velocity(q, v, b.name), m:acceleration(q, v, a, b.name), m:jacobian(q, b.name)
    local w, wd, acc, h = V.w, A.w, A.v - g, R:vector(b.h)
    local F = b.m * acc + wd:cross(h) + w:cross(w:cross(h))
    local function I(x) return R:vector(b.I * R:vector_back(x)) end
    local N = h:cross(acc) + I(wd) + w:cross(I(w))
    tau = tau + J:transpose() * li.vec { F[1], F[2], F[3], N[1], N[2], N[3] }
  end
  return tau
end

local function has_rotor(t)
  for key, x in pairs(t) do
    if key == "rotor" or type(x) == "table" and has_rotor(x) then return true end
  end
  return false
end

-- rotors, where there are some, are seen by their own coordinate alone
local function rotors(m, bodies, g, q)
  local n = #m:speeds()
  local rest, M, r = li.zeros(n), m:mass(q), li.zeros(n)
  if not has_rotor(m:description().bodies) then return r end
  local weight = kane(m, bodies, g, q, rest, rest)
  for k = 1, n do
    local e = li.zeros(n)
    e[k] = 1
    r[k] = M[k][k] - (kane(m, bodies, g, q, rest, e) - weight)[k]
  end
  return r
end

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
  local n, d = #m:speeds(), m:description()
  local bodies, g = inertias(m), li.vec(d.gravity or { 0, 0, 0 })
  local laws = { { text = "Kane: inertia forces of all bodies times their partial velocities are these torques", worst = 0 } }
  local equations = {}
  if n == #m:coordinates() and n <= 8 and #m:symbols() == 0 then
    equations[1] = { "the equations in symbols, by augmented bodies, give them too", symbolic(function() return m:equations() end, m), true }
    if n <= 4 then equations[2] = { "Lagrange: so do T and V, differentiated in symbols", symbolic(lagrange, m), false } end
  end
  for _, e in ipairs(equations) do
    if e[2] then laws[#laws + 1] = { text = e[1], worst = 0, eq = e[2], whole = e[3] } end
  end
  local r = rotors(m, bodies, g, m:random(seed))
  for i = 1, math.min(states, 3) do
    local q, v, a = m:random(seed + i), li.zeros(n), li.zeros(n)
    for k = 1, n do v[k], a[k] = math.sin(3 * k + i + seed), math.cos(5 * k - i - seed) end
    local tau = m:id(q, v, a)
    local size = math.max(1, tau:norm())
    local rotor = li.zeros(n)
    for k = 1, n do rotor[k] = r[k] * a[k] end
    for _, law in ipairs(laws) do
      local other
      if not law.eq then other = kane(m, bodies, g, q, v, a) + rotor
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

-- under loops and constraints: every way to the same motion, and the power of the forces that keep them
function roads.closed(m, states, seed)
  local known, names = pcall(m.constraint_names, m)
  if not known then return {} end
  local ways = { text = "under loops and constraints every way gives the same accelerations and forces", worst = 0 }
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
