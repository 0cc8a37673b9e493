-- test_turned_inertia.lua - inertias turned into other axes, in every way to write one, through
-- every way to describe a body
local t = require "t"
local li = require "liaison"

local state = 77
local function random(low, high)
  state = state * 16807 % 2147483647
  return low + (high - low) * (state / 2147483647)
end

-- the tensor of a body that can be: three points of mass and their opposites, turned
local function tensor()
  local d = { random(.01, 2), random(.01, 2), random(.01, 2) }
  local R = li.rot.exp { random(-2, 2), random(-2, 2), random(-2, 2) }:matrix()
  return R * li.diag { d[2] + d[3], d[1] + d[3], d[1] + d[2] } * R:transpose()
end

local function rows(M)
  local list = {}
  for i = 1, 3 do list[i] = { M[i][1], M[i][2], M[i][3] } end
  return list
end

local written = {
  { "a mat", function(M) return M end },
  { "rows", rows },
  { "rows that are vecs", function(M) return { M:row(1), M:row(2), M:row(3) } end },
  { "a matrix of expressions", function(M) return li.smat(rows(M)) end },
  { "six numbers", function(M) return { M[1][1], M[2][2], M[3][3], M[1][2], M[1][3],
    M[2][3] } end },
  { "an object", function(M) return li.inertia(3, { 0, 0, 0 }, .5 * (M + M:transpose())) end,
    true },
}

-- each: the moment about z through the centre of mass, as the mass matrix of a turn about it
local described = {
  { "li.robot", function(I, m) return li.robot { bodies = {
    { joint = "revolute", mass = m, inertia = I } } }:mass { .3 }[1][1] end },
  { "li.dh", function(I, m) return li.dh { convention = "standard",
    { mass = m, inertia = I } }:mass { .3 }[1][1] end },
  { "li.phrase", function(I, m) return li.phrase("RZ(amin,amax);",
    { masses = { { mass = m, inertia = I } } }):mass { .3 }[1][1] end },
  { "li.definition", function(I, m)
    return li.definition { frames = { A = { "R0", { 0, 0, 0 }, { 0, 0, "q" } } },
      bodies = { A = { mass = m, inertia = I } }, variables = { "q" } }:mass { .3 }[1][1]
  end },
  { "li.system", function(I, m)
    local s = li.system {}
    s:body { m = m, j = I, place = { rpy = { 0, 0, s:coordinates "qz" } } }
    return s:kane { tidy = "none" }.D[1][1]:eval { qz = .3 }
  end },
  { "li.mechanism", function(I, m)
    local mech = li.mechanism { planar = false, bodies = { { name = "a", m = m, j = I } },
      joints = { { kind = "revolute", on = "a", coordinate = "qz" } } }
    return mech:system("joint"):kane({ tidy = "none" }).D[1][1]:eval { qz = .3 }
  end },
}

t.test("100 tensors R I R', which rounding makes unsymmetric, in every way, through every "
  .. "description", function()
  local rounded = 0
  for _ = 1, 100 do
    local M = tensor()
    if M[1][2] ~= M[2][1] or M[1][3] ~= M[3][1] or M[2][3] ~= M[3][2] then rounded = rounded + 1 end
    for _, w in ipairs(written) do
      for _, d in ipairs(described) do
        local I, m = w[2](M), not w[3] and 3 or nil
        local ok, got = pcall(d[2], I, m)
        t.ok(ok, d[1] .. " of " .. w[1] .. ": " .. tostring(got))
        t.near(got, M[3][3], 1e-14, d[1] .. " of " .. w[1])
      end
    end
  end
  t.ok(rounded > 50, "none of them was unsymmetric")
end)

t.test("what is not symmetric is refused, and the entries are named", function()
  local M = tensor()
  local I = rows(M)
  I[1][3] = I[1][3] + 1e-6
  for _, d in ipairs(described) do
    local ok, why = pcall(d[2], I, 3)
    t.ok(not ok and why:find("[1][3] and [3][1] differ", 1, true), d[1] .. ": " .. tostring(why))
  end
end)

t.test("an object says mass, centre and tensor: in the plane too; what is told twice is refused",
  function()
  local J = li.inertia.box { x = 1, y = .2, z = .1, mass = 2, at = { .5, 0, 0 } }
  local s = li.system { planar = true }
  s:body { j = J, place = { 0, 0, s:coordinates "qp" } }
  t.near(s:kane().D[1][1]:number(), 2 * (1 + .04) / 12 + 2 * .25, 1e-14)
  local m = li.mechanism { bodies = { { name = "a", j = J } },
    joints = { { kind = "revolute", on = "a", coordinate = "qm" } } }
  t.near(m:system("joint"):kane().D[1][1]:number(), 2 * (1 + .04) / 12 + 2 * .25, 1e-14)
  t.raises("body 1.m: the object says mass and com too: leave out m", s.body, li.system {},
    { m = 2, j = J, place = {} })
  t.raises("bodies%[1%].com: the object says mass and com too: leave out com", li.mechanism,
    { bodies = { { name = "a", j = J, com = { 0, 0 } } },
    joints = { { kind = "revolute", on = "a" } } })
  t.near(li.definition { frames = { A = { "R0", { 0, 0, 0 }, { 0, 0, "q" } } },
    bodies = { A = { inertia = J } }, variables = { "q" } }:mass { 0 }[1][1],
    2 * (1 + .04) / 12 + 2 * .25, 1e-14)
end)

t.done()
