-- test_kinds.lua - every joint and every constraint the engine lists: in numbers, in symbols, told,
-- saved, loaded, for the page
local t = require "t"
local li = require "liaison"
local kindlist = require "kindlist"
local kinds = require "liaison.describe.kinds"
local page = require "liaison.show.page.data"
local kit = li._internal

-- as its file says it
local function loaded(m) return li.robot(assert((loadstring or load)(m:lua()))()) end

local INERTIA = { .2, .3, .4, .01, -.02, .03 }

-- a body on this joint, turned and placed anyhow, and one that hangs on it
local function on(row)
  local joint = { kind = row.name }
  if row.axes > 0 then joint.axis = { 1, 2, 2 } end
  if row.axes > 1 then joint.axis2 = { 2, 1, -2 } end
  for k, p in ipairs(row.params) do joint[p.name] = .3 + .1 * k end
  if row.nv < 0 then joint.moves = { "Rx", { "Tz", .3 }, "Ty" } end
  return li.robot {
    bodies = {
      { name = "a", at = { .1, .2, .3 }, rpy = { .3, .2, -.1 }, joint = joint, mass = 2,
        com = { .1, .2, -.1 }, inertia = INERTIA },
      { name = "b", parent = "a", at = { .2, -.1, .4 }, joint = "revolute", axis = "y", q = "last",
        mass = 1, com = { 0, .1, .2 },
        inertia = INERTIA },
    },
    frames = { { name = "tip", body = "b", at = { .1, 0, .3 } } },
  }
end

t.test("every joint stands in symbols where it stands in numbers", function()
  for _, row in ipairs(kit.joints()) do
    local m = on(row)
    for seed = 1, 3 do
      local q = m:random(seed)
      local values = {}
      for i, name in ipairs(m:coordinates()) do values[name] = q[i] end
      t.near(m:generator():homogeneous "tip":eval(values), m:fk(q, "tip"):matrix(), 1e-12, row.name)
    end
  end
end)

-- the same forces by the recursion of numbers and by the equations
t.test("every joint moves in equations as in numbers", function()
  for _, row in ipairs(kit.joints()) do
    local m = on(row)
    local n = #m:speeds()
    local q, v, a = m:random(7), {}, {}
    for k = 1, n do v[k], a[k] = .3 - .1 * (k % 4), .2 * (k % 3) - .1 end
    if kinds.quaternion(row.name) then t.raises("turns by a quaternion", m.equations, m)
    else t.near(m:equations():id(q, v, a), m:id(q, v, a), 1e-11, row.name) end
  end
end)

t.test("every joint names its coordinates by its row", function()
  for _, row in ipairs(kit.joints()) do
    local names = on(row):description().coordinates
    t.eq(names[#names], "last")
    if row.nv > 0 then t.eq(#names, row.nv + 1, row.name) end
    for k = 1, row.nv do
      if row.nv > 1 then t.eq(names[k], "a_" .. row.suffix[k], row.name) end
    end
  end
end)

t.test("every joint is saved and loaded, printed and told", function()
  for _, row in ipairs(kit.joints()) do
    local m = on(row)
    local again = li.robot(m:description())
    local q = m:random(5)
    t.near(again:fk(q, "tip"):matrix(), m:fk(q, "tip"):matrix(), 0, row.name)
    t.near(loaded(m):fk(q, "tip"):matrix(), m:fk(q, "tip"):matrix(), 0, row.name)
    t.ok(#m:tree() > 20)
    t.ok(li.joints(row.name):find(row.text, 1, true), row.name)
  end
end)

-- pieces for the page: as many degrees of freedom as the joint has, each moved by some piece
t.test("every joint has its pieces in the page", function()
  for _, row in ipairs(kit.joints()) do
    local desc = on(row):description()
    local at = page.numbering(desc)
    local body = page.mechanism(desc, at, {}).bodies[1]
    local moved = {}
    for _, s in ipairs(body.steps) do
      if s.kind == "ball" then for k = 0, 2 do moved[k] = true end
      elseif s.kind == "free" then for k = 0, 5 do moved[k] = true end
      elseif s.d then moved[s.d] = true end
    end
    for k = 1, #body.dofs do t.ok(moved[k - 1], row.name .. " " .. k) end
    t.eq(#body.dofs, row.nv < 0 and 2 or row.nv, row.name)
    local unit = page.units(desc)
    for k = 1, #body.dofs do
      local does = kinds.does(row.name, { moves = { "Rx", { "Tz", .3 }, "Ty" } }, k)
      t.eq(unit[desc.coordinates[k]], does and (does == "turn" and "rad" or "m") or nil, row.name)
    end
  end
end)

-- constraints -------------------------------------------------------------------------------------

local PLACES = { from = "b", to = "world", from2 = "a", to2 = "b" }

local function held(c)
  return li.robot {
    bodies = {
      { name = "a", joint = "Tx Ty Tz Rz Rx Ry", q = { "x", "y", "z", "al", "be", "ga" }, mass = 2,
        inertia = INERTIA },
      { name = "b", parent = "a", at = { .2, .5, 1 }, joint = "Rz Tx", q = { "de", "s" }, mass = 1,
        com = { .1, 0, 0 }, inertia = INERTIA },
    },
    constraints = { c },
  }
end

t.test("every constraint is found by its name and its alias, saved and loaded", function()
  local q = { .1, .2, .3, .4, .5, .6, .7, .8 }
  for _, row in ipairs(kit.constraints()) do
    local c = kindlist.example(row, PLACES, { "x", "al" })
    local m = held(c)
    local J = m:constraint_rows(q, q, .3)
    t.near(li.robot(m:description()):constraint_rows(q, q, .3), J, 0, row.name)
    t.near(loaded(m):constraint_rows(q, q, .3), J, 0, row.name)
    t.ok(li.constraints(row.name):find(row.text, 1, true), row.name)
    if row.alias then
      c[1] = row.alias
      t.near(held(c):constraint_rows(q, q, .3), J, 0, row.alias)
      t.eq(held(c):description().constraints[1].kind, row.alias)
      t.eq(m:description().constraints[1].kind, row.alias)
      t.eq(li.constraints(row.alias), li.constraints(row.name))
    end
  end
end)

t.test("a printed model calls a constraint by the joint of the same freedom", function()
  for _, row in ipairs(kit.constraints()) do
    local c = kindlist.example(row, PLACES, { "x", "al" })
    local name = kinds.joint[row.alias] and row.alias or row.name
    for _, written in ipairs { row.name, row.alias } do
      c[1] = written
      local line = tostring(held(c)):match "\nconstraint (k: [%l ]+)"
      t.eq(line, "k: " .. name:gsub("_", " "), written)
    end
  end
end)

t.test("a parameter that is missing, or strange, is told", function()
  for _, row in ipairs(kit.constraints()) do
    for _, p in ipairs(row.params) do
      local c = kindlist.example(row, PLACES, { "x", "al" })
      c[p.name] = nil
      if p.default then held(c)
      else t.raises(p.name, held, c) end
    end
    local c = kindlist.example(row, PLACES, { "x", "al" })
    c.strange = 1
    t.raises("strange", held, c)
  end
  for _, row in ipairs(kit.joints()) do
    for _, p in ipairs(row.params) do
      if not p.default then
        t.raises(p.name, li.robot, { bodies = { { name = "a", joint = row.name } } })
      end
    end
  end
end)

t.test("a name nobody has is told with the nearest", function()
  t.raises("unknown constraint 'revolut' %(did you mean 'revolute'", held,
    { "revolut", from = "a", to = "b" })
  t.raises("unknown kind 'hing' %(did you mean 'hinge'", li.constraints, "hing")
  t.raises("unknown kind 'gear'", li.joints, "gear")
end)

-- the linearised system keeps its constraints: rows of every kind at a place where they hold
t.test("every constraint has multipliers in equations", function()
  for _, row in ipairs(kit.constraints()) do
    local c = kindlist.example(row, PLACES, { "x", "al" })
    local list = held(c):constraint_equations()
    t.eq(#list, 1)
    t.eq(#list[1].phi + #(list[1].H or {}), row.rows, row.name)
  end
end)

-- the program a page gets of a kind, here in Lua, called with the ends of a model that moves
local function end_numbers(m, q, v, body, into)
  local function put(x, n) for k = 1, n do into[#into + 1] = x and x[k] or 0 end end
  if body == "world" then
    for k = 1, 9 do into[#into + 1] = k % 4 == 1 and 1 or 0 end
    return put(nil, 15)
  end
  local none = {}
  for k = 1, #v do none[k] = 0 end
  local X, V, A = m:fk(q, body), m:velocity(q, v, body), m:acceleration(q, v, none, body)
  local R = X.R:matrix()
  for i = 1, 3 do
    for j = 1, 3 do into[#into + 1] = R[i][j] end
  end
  for _, x in ipairs { X.p, V.v, V.w, A.v, A.w } do put(x, 3) end
end

-- what a motion of one speed does to the ends: their velocities in the Jacobian
local function row_of(m, q, n, bodies, out, at)
  local row = {}
  for j = 1, n do row[j] = 0 end
  for e, body in ipairs(bodies) do
    local J = body ~= "world" and m:jacobian(q, body)
    for j = 1, J and n or 0 do
      for k = 1, 6 do row[j] = row[j] + out[at + 3 + 6 * (e - 1) + k] * J[k][j] end
    end
  end
  return row
end

t.test("the page's program of every constraint has the rows of the engine", function()
  local q = { .1, .2, .3, .4, .5, .6, .7, .8 }
  local v = { .3, -.2, .5, .1, -.4, .2, .6, -.3 }
  for _, row in ipairs(kit.constraints()) do
    if row.ends > 0 then
      local c = kindlist.example(row, PLACES, {})
      local m = held(c)
      local bodies, ends, params, exprs = {}, {}, {}, {}
      for k = 1, row.ends do bodies[k] = PLACES[({ "from", "to", "from2", "to2" })[k]] end
      for k = 1, row.ends do end_numbers(m, q, v, bodies[k], ends) end
      for k, p in ipairs(row.params) do params[k] = c[p.name] end
      for k, x in ipairs(kinds.equations(row, c)) do exprs[k] = li.expr(x, "new") end
      local text, more = kit.constraint_program("lua", "rows", row.name, params, exprs)
      t.eq(#more, 0)
      local out = assert((loadstring or load)(text))().call(ends, params, {})
      local J, gamma = m:constraint_rows(q, v)
      local gaps, width = m:gaps(q).k, 3 + 6 * row.ends
      for r = 1, row.rows do
        local at = (r - 1) * width
        local g, period = out[at + 1], out[at + 2]
        if period ~= 0 then g = g - period * math.floor(g / period + .5) end
        if r <= row.positions then t.near(g, gaps[r], 1e-12, row.name .. " g") end
        t.near(row_of(m, q, #v, bodies, out, at), J:row(r), 1e-12, row.name .. " G")
        t.near(out[at + 3], -gamma[r], 1e-11, row.name .. " c")
      end
    end
  end
end)

t.done()
