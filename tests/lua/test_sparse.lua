-- test_sparse.lua - one system of all bodies: right, or it says that it is not, whatever the
-- lengths
local t = require "t"
local li = require "liaison"

local state = 5
local function random(low, high)
  state = state * 16807 % 2147483647
  return low + (high - low) * (state / 2147483647)
end
local function pick(list) return list[1 + math.floor(random(0, #list))] end

local KINDS = { "on_line", "distance", "weld", "hinge", "point", "in_plane", "parallel" }

-- four bodies of a size, held two or three times in one way: rows that follow from each other
local function mechanism(size)
  local function three(f) return { f * random(-1, 1), f * random(-1, 1), f * random(-1, 1) } end
  local bodies, constraints, kind = {}, {}, pick(KINDS)
  for k = 1, 5 do
    bodies[k] = { name = "b" .. k, joint = pick { "revolute", "revolute", "prismatic" },
      rpy = three(1), at = three(size), mass = random(.5, 2), com = three(size),
      inertia = { size ^ 2 * random(1, 2), size ^ 2 * random(1, 2), size ^ 2 * random(1, 2) } }
  end
  for k = 1, pick { 1, 2, 3 } do
    constraints[k] = { kind, name = "k" .. k, from = "b5", from_at = { size, 0, 0 },
      to = pick { "b2", "b2", "world" }, length = kind == "distance" and size or nil }
    constraints[k].to = constraints[1].to
  end
  return li.robot { bodies = bodies, constraints = constraints }, bodies, kind
end

-- how far a solution is from keeping M a = f + J' lambda, J a = gamma, each in its own size
local function off(m, q, v, tau, r)
  local M, h = m:mass(q), m:bias(q, v)
  local worst = 0
  for i = 1, #r.a do
    local e, size = -tau[i] + h[i] - r.force[i],
      math.abs(tau[i]) + math.abs(h[i]) + math.abs(r.force[i])
    for j = 1, #r.a do
      e = e + M[i][j] * r.a[j]
      size = size + math.abs(M[i][j] * r.a[j])
    end
    if size > 0 then worst = math.max(worst, math.abs(e) / size) end
  end
  return worst
end

t.test("lengths of a tenth of a millimetre to ten kilometres: as the best of the others, or "
  .. "refused", function()
  local asked, refused, usual = 0, 0, 0
  for case = 1, 600 do
    local power = math.floor(random(-4, 4.99))
    local size = 10 ^ power
    local m, bodies, kind = mechanism(size)
    local q, v, tau = {}, {}, {}
    for k = 1, 5 do
      local slides = bodies[k].joint == "prismatic"
      q[k], v[k], tau[k] = random(-.5, .5) * (slides and size or 1), 0,
        random(-1, 1) * (slides and 1 or size)
    end
    local best = m:constrained(q, v, tau, { method = "augmented", gap_tol = .9 })
    if best and off(m, q, v, tau, best) < 1e-9 then
      asked = asked + 1
      local ok, r, why, code = pcall(m.constrained, m, q, v, tau, { method = "sparse" })
      if not (ok and r) then
        refused = refused + 1
        if power >= -1 and power <= 1 then usual = usual + 1 end
        t.ok(not ok or code == "ESINGULAR" or code == "EUNREACHABLE", tostring(r) .. tostring(why))
      else
        local what = ("case %d: %s, size %g"):format(case, kind, size)
        t.ok(off(m, q, v, tau, r) < 1e-6, what .. ": the equations of motion are open")
        local largest = 1e-3
        for k = 1, 5 do
          largest = math.max(largest, math.abs(best.a[k])
            * (bodies[k].joint == "prismatic" and 1 or size))
        end
        for k = 1, 5 do
          t.near((r.a[k] - best.a[k]) * (bodies[k].joint == "prismatic" and 1 or size) / largest, 0,
            1e-6, what)
        end
      end
    end
  end
  t.ok(asked > 300, asked .. " asked")
  t.eq(usual, 0, "refused near lengths of a metre")
  t.ok(refused < .1 * asked, refused .. " of " .. asked .. " refused")
end)

t.test("all ways say so when they do not agree", function()
  -- nothing here: a weld told twice of bodies of ordinary size
  local function pair(s)
    return li.robot { bodies = { { name = "a", joint = "floating", mass = 1,
      inertia = { s, s, s } },
      { name = "b", parent = "world", joint = "floating", mass = 1, inertia = { s, s, s } } },
      constraints = { { "weld", name = "w", from = "a", to = "b" },
        { "weld", name = "v", from = "a", to = "b" } } }
  end
  local q = { 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0 }
  local still = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  local r = assert(pair(1):constrained(q, still, { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    { method = "all" }))
  t.ok(r.spread < 1e-9)
  t.near(r.a[1], .5, 1e-9)
  -- where not even rounding is allowed them they differ, of plain matrices and of models
  local M, J = { { 1.1, .3 }, { .3, .7 } }, { { 1, 3 } }
  local got, why, code, info = li.constrained(M, { 1, .1 }, J, { .2 },
    { method = "all", spread = 0 })
  t.eq(got, nil)
  t.eq(code, "ESINGULAR", why)
  t.ok(why:find "^the ways differ by", why)
  t.ok(info.methods and info.spread > 0)
  local _, text, kind, all = pair(1.3):constrained(q, still,
    { 1, .1, .3, .7, 0, 0, .2, 0, 0, 0, .1, 0 }, { method = "all", spread = 0 })
  t.eq(kind, "ESINGULAR", text)
  t.ok(text:find "^the ways differ by" and all.spread > 0, text)
end)

t.done()
