-- mechanism_graph.lua - a mechanism as a chain: another body as ground, mobility by formula and by
-- rank, motors, the strict form in numbers
local li = require "liaison.core"
local check = require "liaison.base.check"
local mechanism = require "liaison.constrained.mechanism"
local motion = require "liaison.constrained.mechanism_motion"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

-- another ground ----------------------------------------------------------------------------------

local function copy(t)
  local out = {}
  for key, x in pairs(t) do out[key] = x end
  return out
end

-- what was the body is the ground, what was the ground is the body `frame`
local function other(name, body, frame)
  if name == body then return nil end
  return name == nil and frame or name
end

-- between the same two bodies at the same places: what acted from the ground acts from the frame
-- that was it
local function moved_load(load, body, frame)
  local f = copy(load)
  f.on, f.from = other(load.on, body, frame), other(load.from, body, frame)
  if load.axes == "world" then f.axes = frame elseif load.axes == body then f.axes = "world" end
  return f
end

local ground_fields = { name = { "str?", default = "frame" }, m = "any?", j = "any?", com = "any?",
  gravity = "any?" }

-- the same chain with this body held still                                            [course] F2.2
local function ground(m, body, options)
  local o = check.fields(options or {}, "options", ground_fields)
  if not m.by_name[body] then
    local near = kit.nearest(body, m.by_name)
    check.fail("ground", "no body '%s'%s", tostring(body),
      near and (" (did you mean '" .. near .. "'?)") or "")
  end
  if o.name ~= body and m.by_name[o.name] then
    check.fail("options.name", "a body '%s' is there already", o.name)
  end
  local spec = copy(m.spec)
  spec.bodies, spec.joints, spec.loads = {}, {}, {}
  for i, b in ipairs(m.bodies) do
    spec.bodies[i] = b.name == body and { name = o.name, m = o.m or 0, j = o.j or 0, com = o.com }
      or copy(b)
  end
  for i, j in ipairs(m.joints) do
    spec.joints[i] = copy(j)
    spec.joints[i].on, spec.joints[i].from = other(j.on, body, o.name), other(j.from, body, o.name)
  end
  for i, load in ipairs(m.loads) do spec.loads[i] = moved_load(load, body, o.name) end
  if o.gravity ~= nil then spec.gravity = o.gravity end
  spec.name = ("%s on %s"):format(m.name, body)
  return mechanism.create(spec)
end

-- four bars ---------------------------------------------------------------------------------------

-- the pins of a bar, told in it: from `at` where it is on, from `at_from` where it is from
local function pins_of(m, name)
  local list = {}
  for _, j in ipairs(m.joints) do
    if j.on == name then list[#list + 1] = { j, j.at or { 0, 0 } } end
    if j.from == name then list[#list + 1] = { j, j.at_from or { 0, 0 } } end
  end
  return list
end

-- ground, then from bar to bar: {name or false, length as an expression}; nil where it is no ring
-- of four hinges in the plane
local function ring(m)
  if not m.planar or #m.bodies ~= 3 or #m.joints ~= 4 then return nil end
  local list, name, last = {}, nil, nil
  for k = 1, 4 do
    local pins = pins_of(m, name)
    if #pins ~= 2 or pins[1][1].kind ~= "revolute" or pins[2][1].kind ~= "revolute" then
      return nil
    end
    local a, b = pins[1][2], pins[2][2]
    local function gap(i) return li.expr(a[i], "new") - li.expr(b[i], "new") end
    list[k] = { name or false, li.sqrt(gap(1) ^ 2 + gap(2) ^ 2) }
    local nxt = pins[1][1] == last and pins[2][1] or pins[1][1]
    if nxt.on == name then name = nxt.from else name = nxt.on end
    last = nxt
  end
  return name == nil and list or nil
end

-- lengths of a ring in numbers; nil and the names that have none
local function lengths(r, values)
  local open, list = {}, {}
  for _, bar in ipairs(r) do
    for _, s in ipairs(bar[2]:symbols()) do
      local name = tostring(s)
      if (values or {})[name] == nil and not open[name] then
        open[name] = true
        open[#open + 1] = name
      end
    end
  end
  li._internal.sort(open)
  if #open > 0 then return nil, ("no numbers for %s"):format(table.concat(open, ", ")) end
  for k, bar in ipairs(r) do list[k] = placing.numbers(li.smat { bar[2] }, values or {})[1] end
  return list
end

-- which bars turn fully: the input is the bar of the first joint on the ground        [course] F2.3
local function grashof(m, values)
  local r = ring(m)
  if not r then
    return nil, ("%s is no ring of four bars with hinges in the plane"):format(m.name), "EMODEL"
  end
  local l, open = lengths(r, values)
  if not l then
    check.fail(nil, "%s: mechanism:grashof{%s = ..}", open, open:match "for ([%w_]+)")
  end
  return li.grashof(l[1], l[2], l[3], l[4])
end

-- every ground the chain can have, its own first
local function inversions(m, values)
  local list = { { ground = "ground", mechanism = m } }
  for _, b in ipairs(m.bodies) do
    list[#list + 1] = { ground = b.name, mechanism = ground(m, b.name) }
  end
  local r = ring(m)
  local l, open = true, nil
  if r then l, open = lengths(r, values) end
  for _, x in ipairs(list) do
    if r and l then x.class, x.text = grashof(x.mechanism, values) end
    if open then x.text = open .. ": no class by Grashof" end
  end
  return list
end

-- of a model: what stood on the ground stands on a body of its own, and this body is welded to the
-- ground -----------------------

local model_ground = { name = { "str?", default = "frame" },
  joint = { "str?", default = "Tx Ty Tz Rz Ry Rx" }, mass = "any?", com = "any?", inertia = "any?",
  gravity = "any?" }

-- names of the ground in a list of things that stand on something, by the keys that say on what
local function put_on(list, keys, frame)
  for _, x in ipairs(list or {}) do
    for _, key in ipairs(keys) do if x[key] == "world" then x[key] = frame end end
  end
end

local function model_on(model, body, options)
  local o, d = check.fields(options or {}, "options", model_ground), model:description()
  local names = {}
  for i, b in ipairs(d.bodies) do
    names[i] = b.name
    b.parent = b.parent or (i > 1 and d.bodies[i - 1].name or "world")
  end
  local found
  for _, name in ipairs(names) do
    found = found or name == body
    if name == o.name then check.fail("options.name", "a body '%s' is there already", name) end
  end
  if not found then
    local near = kit.nearest(body, names)
    check.fail("inversion", "no body '%s'%s", tostring(body),
      near and (" (did you mean '" .. near .. "'?)") or "")
  end
  put_on(d.bodies, { "parent" }, o.name)
  put_on(d.frames, { "body" }, o.name)
  put_on(d.loops, { "from", "to" }, o.name)
  put_on(d.constraints, { "from", "to", "from2", "to2" }, o.name)
  table.insert(d.bodies, 1,
    { name = o.name, parent = "world", joint = o.joint, mass = o.mass or 0, com = o.com,
    inertia = o.inertia or (not o.mass and 0 or nil) })
  d.constraints = d.constraints or {}
  d.constraints[#d.constraints + 1] = { kind = "weld", name = body .. " stands", from = body,
    to = "world" }
  d.tip, d.name, d.gravity = nil, ("%s on %s"):format(d.name or "model", body),
    o.gravity or d.gravity
  return li.robot(d)
end

kit.define(kit.methods "model", {
  "model:inversion(body: str [, options: table]) -> model",
  "The same mechanism with this body as the ground: what was the ground is a body (options: "
  .. "its name 'frame', mass, com, inertia, joint = 'Tx Ty Tz Rz Ry Rx', in the plane 'Tx Ty Rz'; "
  .. "gravity of the new one), the new ground is welded to the world. Coordinates keep their "
  .. "names; those of the frame come last.",
  "local m = li.planar{1, 1}:inversion('link1', {joint = 'Tx Ty Rz'}); return "
  .. "#m:coordinates(), m:mobility{0, 0, 0, 0, 0}.velocity --> 5, 2", model_on,
})

-- mobility ----------------------------------------------------------------------------------------

local function freedoms(m)
  local sum = 0
  for _, j in ipairs(m.joints) do sum = sum + mechanism.freedom_of(m, j) end
  return sum
end

-- numbers of a configuration apart from parameters, by the coordinates of a system
local function split(s, at)
  local given, guess, is = {}, {}, {}
  for _, q in ipairs(s.q) do is[tostring(q)] = true end
  for name, x in pairs(at) do
    if type(name) ~= "string" then
      check.fail(nil,
        ("at: expected names of coordinates and parameters, got %s"):format(tostring(name)))
    end
    if is[name] then guess[name] = x elseif not is[name:gsub("'+$", "")] then given[name] = x end
  end
  return given, guess
end

local function closed(m, form, at)
  local s = mechanism.system_of(mechanism.shape_of(m), form)
  local given, guess = split(s, at)
  local q, why, code, info = mechanism.assemble(m, form, given, guess)
  if not q then return nil, why, code, info end
  return s, q
end

-- the angle x, by whole turns the nearest to a guess
local function nearest_turn(x, guess)
  return x + 2 * math.pi * math.floor((guess - x) / (2 * math.pi) + .5)
end

local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

-- the turn R about the unit vector u
local function angle_about(R, u)
  local sine = u[1] * (R[3][2] - R[2][3]) + u[2] * (R[1][3] - R[3][1]) + u[3] * (R[2][1] - R[1][2])
  return atan2(sine, R[1][1] + R[2][2] + R[3][3] - 1)
end

-- R = Rz(a) Ry(b) Rx(c): of both ways to tell it the one nearer to a guess
local function angles_zyx(R, guess)
  local best, least
  for _, branch in ipairs { "first", "other" } do
    local list, far = { li.rot.matrix(R):moving("zyx", branch) }, 0
    for k = 1, 3 do
      list[k] = nearest_turn(list[k], guess[k])
      far = far + (list[k] - guess[k]) ^ 2
    end
    if not least or far < least then best, least = { list[1], list[2], list[3] }, far end
  end
  return best
end

-- a pose of expressions in numbers
local function pose_numbers(m, pose, values)
  local angle = m.planar and placing.numbers(li.smat { pose.angle }, values)[1] or nil
  return { R = placing.numbers(pose.R, values), p = placing.numbers(pose.p, values), angle = angle }
end

-- a turn and a slide where the joint's coordinates have them
local function by_parts(parts, turn, slide)
  local out = {}
  if parts.turn then out[parts.turn] = turn end
  if parts.slide then out[parts.slide] = slide end
  return out
end

local function unit(u) return u / u:norm() end

-- the turns about an axis a of `from` and then about b square to it, both of numbers in `from`
local function cross_turns(R, a, b, guess)
  -- R = R(a, q1) R(b, q2): b is turned by q1 alone, a by q2 where q1 is undone
  local turned, back = R * b, R:transpose() * a
  local c, d = a:cross(b), b:cross(a)
  return { nearest_turn(atan2(turned:dot(c), turned:dot(b)), guess[1] or 0),
    nearest_turn(atan2(-back:dot(d), back:dot(a)), guess[2] or 0) }
end

-- coordinates of a joint in space by its gap and turn, both in `from`. number(M): the numbers of an
-- expression
local function numbers_in_space(o, gap, R, number, guess)
  local parts, u = o.parts, unit(number(o.there))
  if parts.cross then return cross_turns(R, u, unit(number(o.turn * o.here)), guess) end
  local function about() return nearest_turn(angle_about(R, u), guess[parts.turn or 1] or 0) end
  if parts.plane then
    local a, b = placing.across(o.there, o.name .. ".axis")
    return { number(a):dot(gap), number(b):dot(gap),
      nearest_turn(angle_about(R, u), guess[3] or 0) }
  end
  if parts.screw then -- of the turns the nearest to what the slide says
    local pitch = number(li.smat { o.steps[2].by })[1]
    local turn = pitch ~= 0 and u:dot(gap) / pitch or guess[1] or 0
    return { nearest_turn(angle_about(R, u), turn) }
  end
  if parts.ball then
    local k, out = parts.ball - 1, by_parts({ slide = parts.slide }, nil, u:dot(gap))
    local a = angles_zyx(R, { guess[k + 1], guess[k + 2], guess[k + 3] })
    for i = 1, 3 do out[k + i] = a[i] end
    return out
  end
  return by_parts(parts, about(), u:dot(gap))
end

-- the coordinates of a joint between two bodies that stand where they stand: a difference of what
-- is known, nothing is searched. Y, X: numbers of the poses of `on` and of `from`; guess: of its
-- coordinates, which tells whole turns
local function joint_numbers(m, j, Y, X, values, guess)
  local o = motion.read(m, j)
  local function number(M) return placing.numbers(M, values) end
  local gap = X.R:transpose() * (Y.p + Y.R * number(o.at) - X.p) - number(o.base)
  if m.planar then
    return by_parts(o.parts, Y.angle - X.angle - number(li.smat { o.angle })[1],
      unit(number(o.there)):dot(gap))
  end
  local R = X.R:transpose() * Y.R * number(o.turn:transpose()) -- past the turn at 0
  return numbers_in_space(o, gap, R, number, guess)
end

-- all joints: those of the joint form as they are, those that were cut by where their bodies are
-- then
local function with_cuts(m, s, q, at)
  local whole = mechanism.system_of(mechanism.shape_of(m), "complete")
  local poses, all = {}, {}
  for _, b in ipairs(s.bodies) do poses[b.name] = b.pose end
  for name, x in pairs(q) do all[name] = x end
  local _, _, closing = mechanism.span(m, m.cut)
  for _, j in ipairs(closing) do
    local guess = {}
    for k, name in ipairs(j.coordinate) do guess[k] = at[name] or 0 end
    local function pose(name)
      return pose_numbers(m, name and poses[name] or placing.identity(m.planar), q)
    end
    for k, x in ipairs(joint_numbers(m, j, pose(j.on), pose(j.from), q, guess)) do
      all[j.coordinate[k]] = x
    end
  end
  local p, why, code, info = mechanism.assemble(m, "complete", all)
  if not p then return nil, why, code, info end
  return whole, p
end

local function jacobian(s, at, held)
  local rows, columns = {}, {}
  for i, r in ipairs(s.rows) do rows[i] = r.phi end
  for _, q in ipairs(s.q) do
    if not held[tostring(q)] then columns[#columns + 1] = q end
  end
  if #rows == 0 or #columns == 0 then return nil, #columns end
  return placing.numbers(li.jacobian(rows, columns), at), #columns
end

-- freedoms left with these coordinates held
local function left(s, at, held)
  local J, n = jacobian(s, at, held)
  return J and n - J:rank(1e-9) or n
end

-- every way to take k of a list
local function each_choice(list, k, f, from, head)
  from, head = from or 1, head or {}
  if #head == k then return f(head) end
  for i = from, #list - (k - #head) + 1 do -- as many as are still wanted must be left
    head[#head + 1] = list[i]
    each_choice(list, k, f, i + 1, head)
    head[#head] = nil
  end
end

-- the sets of joints with one coordinate whose motors tell the motion at a configuration
local function actuators(s, at, m, k)
  local single, out = {}, {}
  for _, j in ipairs(m.joints) do if #j.coordinate == 1 then single[#single + 1] = j end end
  each_choice(single, k, function(set)
    local held, names = {}, {}
    for i, j in ipairs(set) do held[j.coordinate[1]], names[i] = true, j.name end
    if left(s, at, held) == 0 then out[#out + 1] = names end
  end)
  return out
end

local function mobility(m, at, options)
  local o = check.fields(options or {}, "options", { fix = "any?" })
  local n, j, f = #m.bodies + 1, #m.joints, freedoms(m)
  local out = { bodies = n, joints = j, freedoms = f,
    plane = m.planar and li.mobility.plane(n, j, f) or nil, space = li.mobility.space(n, j, f) }
  if at == nil then return out end
  local s, q, code, info = closed(m, "joint", at)
  if not s then return nil, q, code, info end
  out.velocity = left(s, q, {})
  out.hyperstatic, out.hyperstatic_space = out.velocity - (out.plane or out.space),
    out.velocity - out.space
  local whole, p, why, far = with_cuts(m, s, q, at)
  if not whole then return nil, p, why, far end
  out.q = p
  out.placements = out.velocity > 0 and li.mobility.placements(j, out.velocity) or 0
  out.actuators = out.velocity > 0 and out.placements <= 2000
    and actuators(whole, p, m, out.velocity) or {}
  if o.fix ~= nil then
    local held, known = {}, {}
    for _, c in ipairs(whole.q) do known[tostring(c)] = true end
    for i, name in ipairs(mechanism.names(o.fix)) do
      if not known[name] then
        check.fail(("fix[%d]"):format(i), "no coordinate '%s'", tostring(name))
      end
      held[name] = true
    end
    out.internal = left(whole, p, held)
  end
  return out
end

-- the strict form in numbers ----------------------------------------------------------------------

local function by_name(s, x)
  local out = {}
  for i, q in ipairs(s.q) do out[tostring(q)] = x[i] end
  return out
end

-- loops closed by Newton, J_eq and the force of the coordinates left free:   M q_i'' = force
--                                                            [course] E1.2 (a), [nonhol] G8
local function strict(m, values, options)
  local o = check.fields(options or {}, "options",
    { independent = "any?", guess = "table?", cut = "any?" })
  local s, why, code = mechanism.system_of(m, "joint", { cut = o.cut })
  if not s then return nil, why, code end
  local given, rates, numbers, is = {}, {}, {}, {}
  for _, j in ipairs(m.joints) do
    for _, name in ipairs(j.coordinate) do is[name], is[name .. "'"] = "cut", "cut" end
  end
  for _, q in ipairs(s.q) do is[tostring(q)], is[tostring(q) .. "'"] = "q", "v" end
  for name, x in pairs(values) do
    if is[name] == "v" then rates[name] = x elseif is[name] ~= "cut" then given[name] = x end
    if not is[name] then numbers[name] = x end
  end
  local free = {}
  for i, name in ipairs(o.independent ~= nil and mechanism.names(o.independent)
    or { tostring(s.q[1]) }) do
    if is[name] ~= "q" then
      check.fail(("independent[%d]"):format(i), "no coordinate '%s'", tostring(name))
    end
    if given[name] == nil then check.fail("values", "no number for '%s'", name) end
    free[i] = name
  end
  local at, trace, none, info = mechanism.assemble(m, "joint", given, o.guess, { cut = o.cut })
  if not at then return nil, trace, none, info end
  local eq, q, v = s:equations { tidy = "none" }:with(numbers), {}, {}
  for i, c in ipairs(s.q) do q[i], v[i] = at[tostring(c)], 0 end
  -- rows may follow from others here alone
  local choice = { method = "partition", independent = free, rank_tol = 1e-7, gap_tol = 1e-4 }
  if #s.rows > 0 then -- v = N v_i
    local r, text, kind = eq:solve(q, v, nil, choice)
    if not r then return nil, text, kind end
    for i = 1, #v do
      for k, name in ipairs(free) do v[i] = v[i] + r.N[i][k] * (rates[name .. "'"] or 0) end
    end
  else
    for i, c in ipairs(s.q) do v[i] = rates[tostring(c) .. "'"] or 0 end
  end
  local r, text, kind = eq:solve(q, v, nil, choice)
  if not r then return nil, text, kind end
  return { independent = free, q = by_name(s, q), v = by_name(s, v), a = by_name(s, r.a),
    M = r.M_reduced, force = r.f_reduced, N = r.N, Ndot = r.Ndot,
    lambda = r.lambda, trace = trace }
end

-- bound -------------------------------------------------------------------------------------------

local BARS = "local m = li.mechanism{bodies = {{name = 'a', m = 1, j = 1}, {name = 'b', m = "
  .. "1, j = 1}, {name = 'c', m = 1, j = 1}}, joints = {"
  .. "{kind = 'revolute', on = 'a', coordinate = 'ja'}, {kind = 'revolute', on = 'b', from = "
  .. "'a', at_from = {1, 0}, coordinate = 'jb'}, "
  .. "{kind = 'revolute', on = 'c', at_from = {4, 0}, coordinate = 'jc'}, {kind = 'revolute', "
  .. "name = 'C', on = 'c', from = 'b', at = {3, 0}, at_from = {3.5, 0}, "
  .. "coordinate = 'jd'}}}; "

for _, row in ipairs {
  { "mechanism:ground(body: str [, options: table]) -> mechanism",
    "The same chain with this body as the ground; what was the ground is the body `frame` "
    .. "(options: its name, m, j, com; gravity of the new one, the same numbers "
    .. "otherwise). Coordinates, joints and loads keep their names and senses.",
    BARS .. "return (m:ground('a'):grashof()) --> double_crank", ground },
  { "mechanism:inversions([values: table]) -> table",
    "Every mechanism of the chain, one for each body that can be the ground: {ground, "
    .. "mechanism}, of four bars with class and text by Grashof (values = numbers of the "
    .. "lengths; without "
    .. "them no class, and text says which are wanted).",
    BARS .. "return #m:inversions(), m:inversions()[1].class --> 4, crank_rocker", inversions },
  { "mechanism:grashof([values: table]) -> str",
    "Of a ring of four bars: which turn fully, and that in words; nil, message, code where it "
    .. "is none.",
    BARS .. "return (m:grashof()) --> crank_rocker", grashof },
  { "mechanism:mobility([at: table, options: table]) -> table",
    "bodies (with the ground), joints, freedoms of the joints, and mobility by formula, plane "
    .. "and space. With at = numbers (parameters, and coordinates near a configuration, "
    .. "which is closed) by rank there: velocity, hyperstatic (against the formula of its own "
    .. "kind), hyperstatic_space, q (all coordinates, closed), placements (in how many ways "
    .. "motors can be put on the joints), "
    .. "actuators (those ways that tell the motion here, by names of joints); with "
    .. "options.fix = names of coordinates held: internal.",
    BARS .. "return m:mobility{ja = 1, jb = 0, jc = 1}.velocity, m:mobility().space --> 1, -2",
    mobility },
  { "mechanism:strict(values: table [, options: table]) -> table",
    "The strict form in numbers: values of parameters, of the independent coordinates and "
    .. "their rates; options: independent (the first coordinate), guess of the others, cut. "
    .. "M q_i'' = force, with q, v, a of all by name, N, Ndot, lambda, trace. nil, message, "
    .. "code where the loops do not close or at a dead point.",
    BARS .. "return m:strict({ja = 1, [\"ja'\"] = 2}, {guess = {jb = 0, jc = 1}}).v.ja --> 2",
    strict },
} do kit.define(mechanism.class.methods, row) end
