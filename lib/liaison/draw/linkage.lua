-- linkage.lua - a mechanism as drawings see it: bodies with the points where something is joined to
-- them, joints with their places and axes in the world, at a configuration
local li = require "liaison.core"
local check = require "liaison.base.check"
local converted = require "liaison.constrained.mechanism_model"
local kinds = require "liaison.describe.kinds"
local standing = require "liaison.show.standing"
local views = require "liaison.draw.views"
local kit = li._internal

local linkage = {}

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }

-- an axis of a description: "x", "-z", three numbers; z where there is none
local function axis_of(axis)
  if axis == nil then return li.vec { 0, 0, 1 } end
  if type(axis) ~= "string" then return li.vec(axis) end
  return (axis:sub(1, 1) == "-" and -1 or 1) * li.vec(UNIT[axis:sub(-1)])
end

-- sixteen numbers, row by row, as rotation and place
local function parts_of(m)
  return { { m[1], m[2], m[3] }, { m[5], m[6], m[7] }, { m[9], m[10], m[11] } },
    { m[4], m[8], m[12] }
end

-- the frame of constant moves { {"Tx", 0.3}, {"frame", sixteen numbers}, .. }
local function frame_of(moves)
  local X = li.frame()
  for _, m in ipairs(moves or {}) do
    if m[1] == "frame" then
      local R, p = parts_of(m[2])
      X = X * li.frame.trans(p) * li.frame(li.rot.matrix(R))
    else X = X * kit.space.move(m[1]:sub(1, 1) .. kit.upper(m[1]:sub(2)), m[2]) end
  end
  return X
end

-- ---- what is drawn ------------------------------------------------------------------------------

local OF_MECHANISM = { fourbar = true, slider_crank = true }

-- names of the joints of a li.mechanism by their coordinates
local function joint_names(m)
  local names = {}
  for _, j in ipairs(m.joints) do
    for _, q in ipairs(j.coordinate) do names[q] = j.name end
  end
  return names
end

-- a short name is one of a point; "revolute of a on b" is none
local function point_name(name)
  return name and name:find "^%a%w?%w?%w?'*$" and name or nil
end

-- a model with numbers for its names, those of lengths without one as 1; what was chosen is told
local function numbered(given, values, told)
  local model = given
  if values and next(values) then
    local own = {}
    local known = {}
    for _, name in ipairs(given:symbols()) do known[name] = true end
    for name, x in pairs(values) do own[name] = known[name] and x or nil end
    model = given:with(own)
  end
  local drawn, _, params = standing.drawable(model)
  for _, p in ipairs(params) do told[#told + 1] = p.name .. " = 1: it has no value" end
  return drawn, drawn:description()
end

local NEEDS = "expected a model, mechanism, system, fourbar, slider_crank or a run of one, got %s"

-- what is asked for: { given (model, with its names), model (of numbers), desc (of the numbers),
-- names (of joints, by coordinate), told, mechanism }
function linkage.read(what, values)
  local class, one = kit.class(what), what
  if class == "run" then
    one = what:origin() and what:origin().model
    class = kit.class(one)
    values = values or what:setup().values
  end
  if OF_MECHANISM[class] then one, class = one:mechanism(), "mechanism" end
  local w = { names = {}, told = {}, what = what }
  if class == "mechanism" then
    -- its loads are drawn where they act, not as what they do to coordinates
    w.given = converted.model(setmetatable({ loads = {} }, { __index = one }))
    w.mechanism, w.names, w.values = one, joint_names(one), values or {}
  elseif class == "system" then w.given = one:model()
  elseif class == "model" then w.given = one
  else check.fail("argument 1", NEEDS, check.got(one)) end
  w.model, w.desc = numbered(w.given, values, w.told)
  w.symbolic = w.given:description()
  return w
end

-- ---- where it stands ----------------------------------------------------------------------------

local function has_loops(desc)
  return #(desc.constraints or {}) + #(desc.loops or {}) > 0
end

local function named(q) return type(q) == "table" and not kit.class(q) and #q == 0 end

local STEP, MOST = 0.2, 100 -- of named coordinates on the way, steps

-- from a configuration to the named coordinates of another one in small steps, so that the others
-- stay in their assembly; nil where it is stuck
local function walked(w, from, to, fix)
  local number, far = {}, 0
  for k, name in ipairs(w.model:coordinates()) do number[name] = k end
  for _, name in ipairs(fix) do
    local k = number[name]
    if not k then return nil end
    far = math.max(far, math.abs(to[k] - from[k]))
  end
  local n, last = math.min(MOST, math.max(1, math.ceil(far / STEP))), from
  for i = 1, n do
    local x = li.vec(last)
    for _, name in ipairs(fix) do
      local k = number[name]
      x[k] = from[k] + i / n * (to[k] - from[k])
    end
    last = w.model:assemble(x, { fix = fix })
    if not last then return nil end
  end
  return last
end

local function rank(w, q)
  local still = li.zeros(#w.model:speeds())
  local ok, J = check.try(function() return (w.model:constraint_rows(q, still)) end)
  return ok and J:rank(1e-6) or 0
end

-- Where the way to a place begins: at the place before it, or where it stands; nil: nowhere.
-- Stretched at home, where its constraints say less than beside it, it has no assembly yet
local function begins(w)
  if w.stands then return w.stands end
  local first = li.vec(standing.place(w.model, w.desc, nil))
  return rank(w, w.model:home()) == rank(w, first) and first or nil
end

-- what is named stays: on the way from where it stands, at once, or as another assembly
local function with_named(w, q, start, path)
  local fix = {}
  for name in pairs(q) do fix[#fix + 1] = name end
  kit.sort(fix)
  local from, r, why = begins(w), nil, nil
  if from then r = walked(w, from, start, fix) end
  if not r then r, why = w.model:assemble(start, { fix = fix }) end
  if r then return r end
  local ok, list = check.try(function() return w.model:assemblies(q) end)
  if ok and list then return standing.configuration(w.model, list[1], path) end
  return nil, why
end

-- a configuration as it is told, with its loops closed
local function closed(w, q, path)
  local start = standing.configuration(w.model, q, path)
  if not has_loops(w.desc) then return start end
  local r, why
  if named(q) then r, why = with_named(w, q, start, path)
  else r, why = w.model:assemble(start) end
  if not r then check.fail(path, "the loops do not close there: %s", why) end
  local far = 0
  for k = 1, #start do far = math.max(far, math.abs(r[k] - start[k])) end
  if far > 1e-6 and not named(q) then
    w.told[#w.told + 1] = ("%s: loops closed, coordinates moved by up to %s"):format(path,
      kit.format("%.3g", far))
  end
  w.stands = r
  return r
end

-- do all joints and frames stand on one line?
local function on_a_line(w, q)
  local L = linkage.at(w, q)
  local list, far, along = {}, 0, nil
  for i = 0, #L.bodies do
    for _, x in ipairs(L.bodies[i].spots) do list[#list + 1] = x.p end
  end
  for _, p in ipairs(list) do
    local d = p - list[1]
    if d:norm() > far then far, along = d:norm(), d / d:norm() end
  end
  for _, p in ipairs(list) do
    if along and (p - list[1]):cross(along):norm() > 0.02 * far then return false end
  end
  return along ~= nil
end

local BENT = 0.7 -- rad

-- Where it stands where nothing is told: its home, its loops closed. All joints on one line hide
-- each other and have no angles: such a mechanism is drawn with its turning joints bent
local function first_place(w)
  local q = li.vec(standing.place(w.model, w.desc, nil))
  local L, at = linkage.at(w, q), {}
  if not views.plane_of(L) or not on_a_line(w, q) then return q end
  for _, j in ipairs(L.joints) do
    local turns = j.tree and j.kind == "revolute" and (not has_loops(w.desc) or not next(at))
    if turns then at[j.q[1]] = L.number[j.q[1]] + BENT end
  end
  if not next(at) then return q end
  local ok, bent = check.try(closed, w, at, "options.at")
  if not ok then return q end
  local words = {}
  for _, name in ipairs(w.model:coordinates()) do
    words[#words + 1] = at[name] and ("%s = %s"):format(name, kit.format("%.3g", at[name])) or nil
  end
  w.told[#w.told + 1] = "at home all joints are on one line; drawn at " .. table.concat(words, ", ")
  return bent
end

-- a list of configurations: at is one, by name or in order, or a list of them, or a number: the
-- first coordinate, the others follow; nil: where it stands at first; t: times of a run
function linkage.places(w, at, t, all)
  local list = {}
  if type(at) == "number" then at = { [w.model:coordinates()[1]] = at } end
  if t ~= nil then
    local run = w.what
    if kit.class(run) ~= "run" then check.fail("options.t", "only a run has times") end
    for i, time in ipairs(type(t) == "table" and t or { t }) do list[i] = run:state(time) end
    return list
  end
  if at == nil then list[1] = first_place(w)
  elseif type(at) == "table" and not kit.class(at) and (type(at[1]) == "table"
    or kit.class(at[1])) then
    for i, q in ipairs(at) do list[i] = closed(w, q, ("options.at[%d]"):format(i)) end
  else list[1] = closed(w, at, "options.at") end
  if not all then return list end
  return linkage.all_assemblies(w, at, list[1])
end

-- the assembly at q first, then the others with the same inputs
function linkage.all_assemblies(w, at, q)
  local given = {}
  if named(at) then given = at
  else
    local first = w.model:coordinates()[1]
    given[first] = q[1]
  end
  local found, why = w.model:assemblies(given)
  if not found then check.fail("options.assemblies", "%s", why) end
  local list, unit = { q }, li.vec(q)
  for _, a in ipairs(found) do
    local other = standing.configuration(w.model, a, "assemblies")
    if w.model:difference(unit, other):norm() > 1e-6 then list[#list + 1] = other end
  end
  return list
end

-- ---- how it moves -------------------------------------------------------------------------------

-- rates or accelerations by name in the order of the model's; those told, by coordinate
local function by_name(w, x, path)
  local out, told, names = li.zeros(#w.model:speeds()), {}, w.model:speeds()
  for name, value in pairs(x) do
    local found = false
    for k, known in ipairs(names) do
      if known == name or known == name .. "'" then
        out[k], found, told[(known:gsub("'$", ""))] = value, true, value
      end
    end
    if not found then check.fail(path, "no rate '%s'", tostring(name)) end
  end
  return out, told
end

-- rates in order, or by name: those of loops follow from what is named; nil: none
function linkage.rates(w, q, v, path)
  if v == nil then return nil end
  if type(v) == "number" then v = { [w.model:speeds()[1]] = v } end
  if not named(v) then return li.vec(v) end
  local out, told = by_name(w, v, path)
  if not has_loops(w.desc) then return out end
  local fix = {}
  for name in pairs(told) do fix[#fix + 1] = name end
  kit.sort(fix)
  local fit, why = w.model:fit_velocity(q, out, { fix = fix })
  if not fit then check.fail(path, "%s", why) end
  return fit
end

-- accelerations as rates are told
function linkage.accelerations(w, q, v, a, path)
  if a == nil or not named(a) then return a and li.vec(a) end
  local out, told = by_name(w, a, path)
  if not has_loops(w.desc) then return out end
  local r, why = w.model:drive(q, v or li.zeros(#out), told)
  if not r then check.fail(path, "%s", why) end
  return r.a
end

-- ---- joints -------------------------------------------------------------------------------------

-- constants before the first motion, the motions, constants behind the last; of a joint of moves
local function split_moves(j)
  local before, motions, after = {}, {}, {}
  for _, m in ipairs(j.place or {}) do before[#before + 1] = m end
  for _, m in ipairs(j.moves) do
    local word = type(m) == "string" and m or m[2] == nil and m[1]
    if word then
      motions[#motions + 1] = word
      after = {}
    elseif #motions == 0 then before[#before + 1] = m
    else after[#after + 1] = m end
  end
  for _, m in ipairs(j.after or {}) do after[#after + 1] = m end
  return before, motions, after
end

-- the kind of joint that motions "Rz", "Tx" .. are, and its axes
local function kind_of_motions(list)
  local turns, slides = {}, {}
  for _, m in ipairs(list) do
    local into = m:sub(1, 1) == "R" and turns or slides
    into[#into + 1] = m:sub(2)
  end
  local r, t = #turns, #slides
  -- a turn, a slide and the turn undone: a load on a rope
  if r == 2 and t == 1 and turns[1] == turns[2] and turns[1] ~= slides[1] then
    return "polar", slides[1], turns[1]
  end
  if r + t == 0 then return "fixed" end
  if r + t == 1 then return r == 1 and "revolute" or "prismatic", turns[1] or slides[1] end
  if r == 1 and t == 1 then
    if turns[1] == slides[1] then return "cylindrical", turns[1] end
    return list[1]:sub(1, 1) == "R" and "polar" or "slot", slides[1], turns[1]
  end
  if r == 2 and t == 0 then return "universal", turns[1], turns[2] end
  if r == 3 and t == 0 then return "spherical" end
  if r == 1 and t == 2 and turns[1] ~= slides[1] and turns[1] ~= slides[2] then
    return "planar", turns[1]
  end
  return "floating"
end

-- kind, axes, moves from the parent to the joint and from the joint to the body
local function tree_joint(b)
  local kind, j = kinds.joint_of(b)
  if kind == "moves" then
    local before, motions, after = split_moves(j)
    local name, axis, axis2 = kind_of_motions(motions)
    return name, axis, axis2, before, after, j
  end
  return kind, j.axis, j.axis2, j.place or {}, j.after or {}, j
end

local function coordinates_of(j)
  local list = {}
  for _, d in ipairs(j.dofs or { j }) do
    local names = d.q or d.follows and d.follows[1]
    for _, name in ipairs(type(names) == "table" and names or { names }) do
      list[#list + 1] = name
    end
  end
  return list
end

-- ---- the whole at a configuration ---------------------------------------------------------------

local function new_body(name, index, X) return { name = name, index = index, X = X, spots = {} } end

-- a point of a body: where it is, how it is told in the body (moves, inverse: behind them)
local function put_spot(body, p, moves, inverse, more)
  local spot = { p = p, here = body.X:inverse():point(p), moves = moves, inverse = inverse }
  for key, x in pairs(more or {}) do spot[key] = x end
  body.spots[#body.spots + 1] = spot
  return spot
end

local function symbolic_body(w, i)
  local b = (w.symbolic.bodies or {})[i]
  if not b then return {}, {} end
  local _, _, _, before, after = tree_joint(b)
  return before, after
end

local function add_tree_joint(L, w, i, b)
  local kind, axis, axis2, before, after, fields = tree_joint(b)
  local body = L.bodies[i]
  local parent = L.by_name[fields.parent or b.parent or "world"] or L.ground
  local B, M = parent.X * frame_of(before), body.X * frame_of(after):inverse()
  local q = coordinates_of(fields)
  local j = { kind = kind, from = parent, to = body, base = B, moved = M, p = B.p, p_to = M.p,
    q = q, axis = B.R * axis_of(axis), axis2 = axis2 and B.R * axis_of(axis2) or nil, tree = true,
    name = point_name(w.names[q[1] or ""]) or point_name(fields.label), fields = fields }
  if kind == "universal" and not axis2 then j.axis2 = B.R * li.vec { 0, 1, 0 } end
  body.lead = j
  local one, two = symbolic_body(w, i)
  j.spot_to = put_spot(body, M.p, two, true, { joint = j })
  j.spot_from = put_spot(parent, B.p, one, false, { joint = j })
  L.joints[#L.joints + 1] = j
end

-- body and pose of an end of a constraint, and how it is told
local function end_of(L, name, place, symbolic_place)
  local f = L.frames[name]
  local body = f and f.body or L.by_name[name] or L.ground
  local moves = {}
  for _, m in ipairs(f and f.moves or {}) do moves[#moves + 1] = m end
  for _, m in ipairs(symbolic_place or {}) do moves[#moves + 1] = m end
  return body, (f and f.X or body.X) * frame_of(place), moves
end

local function add_constraint(L, c, s)
  local row = kinds.constraint[c.kind or c.joint]
  local kind = row and row.alias or row and row.name or c.kind
  if not c.from then
    L.couplings[#L.couplings + 1] = { kind = kind, fields = c, name = c.name }
    return
  end
  local to, M, moves_to = end_of(L, c.from, c.from_place, s.from_place)
  local from, B, moves_from = end_of(L, c.to, c.to_place, s.to_place)
  local j = { kind = kind, from = from, to = to, base = B, moved = M, p = B.p, p_to = M.p, q = {},
    axis = B.R * axis_of(c.to_axis or c.axis), axis_to = M.R * axis_of(c.from_axis or c.axis),
    tree = false, name = point_name(c.name), full_name = c.name, fields = c }
  if kind == "universal" then
    j.axis, j.axis2 = M.R * axis_of(c.from_axis), B.R * axis_of(c.to_axis or "y")
  end
  j.spot_to = put_spot(to, M.p, moves_to, false, { joint = j })
  j.spot_from = put_spot(from, B.p, moves_from, false, { joint = j })
  L.joints[#L.joints + 1] = j
end

local function add_frames(L, w, poses)
  for i, f in ipairs(w.desc.frames or {}) do
    local body = L.by_name[f.body] or L.ground
    local s = (w.symbolic.frames or {})[i]
    L.frames[f.name] = { name = f.name, body = body,
      X = poses[f.name] or body.X * frame_of(f.place), moves = s and s.place or {} }
    L.frame_list[i] = L.frames[f.name]
  end
end

-- what stands where at q
function linkage.at(w, q)
  local poses = w.model:poses(q)
  local ground = new_body("ground", 0, li.frame())
  local L = { ground = ground, bodies = { [0] = ground }, by_name = { world = ground }, joints = {},
    couplings = {}, frames = {}, frame_list = {}, q = q, w = w, number = {} }
  for i, b in ipairs(w.desc.bodies) do
    L.bodies[i] = new_body(b.name, i, poses[b.name])
    L.by_name[b.name], L.bodies[i].mass, L.bodies[i].com = L.bodies[i], b.mass, b.com
  end
  for k, name in ipairs(w.model:coordinates()) do L.number[name] = q[k] end
  add_frames(L, w, poses)
  for i, b in ipairs(w.desc.bodies) do add_tree_joint(L, w, i, b) end
  for _, key in ipairs { "loops", "constraints" } do
    for i, c in ipairs(w.desc[key] or {}) do
      add_constraint(L, c, ((w.symbolic[key] or {})[i]) or {})
    end
  end
  for _, f in ipairs(L.frame_list) do
    put_spot(f.body, f.X.p, f.moves, false, { frame = f })
  end
  return L
end

-- ---- lengths with their names -------------------------------------------------------------------

-- the turn about an axis by an expression: a to b
local TURNED = { x = { 2, 3 }, y = { 3, 1 }, z = { 1, 2 } }
local function turn(letter, x)
  local a, b, rows = TURNED[letter][1], TURNED[letter][2], { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
  local c, s = li.cos(x), li.sin(x)
  rows[a][a], rows[a][b], rows[b][a], rows[b][b] = c, -s, s, c
  return li.smat(rows)
end

-- where constant moves lead, by expressions: p, R
local function pose_of(moves)
  local p, R = li.smat { 0, 0, 0 }, li.seye(3)
  for _, m in ipairs(moves) do
    if m[1] == "frame" then
      local rows, d = parts_of(m[2])
      p, R = p + R * li.smat(d), R * li.smat(rows)
    else
      local u, x = UNIT[m[1]:sub(2)], li.expr(m[2], "new")
      if m[1]:sub(1, 1) == "T" then
        p = p + R * li.smat { u[1] * x, u[2] * x, u[3] * x }
      else R = R * turn(m[1]:sub(2), x) end
    end
  end
  return p, R
end

local function place_of(spot)
  local p, R = pose_of(spot.moves or {})
  if spot.inverse then return -(R:transpose() * p) end
  return p
end

-- the name of the distance of two points of a body, "L1", where one number alone says it; nil
function linkage.length_name(a, b)
  local ok, d = check.try(function() return place_of(b) - place_of(a) end)
  if not ok then return nil end
  local only
  for k = 1, 3 do
    if d[k]:number() ~= 0 then
      if only then return nil end
      only = d[k]
    end
  end
  if not only or only:number() then return nil end
  local text = tostring(only):gsub("^%-", "")
  return text:find "^%a[%w_]*$" and text or nil
end

linkage.frame_of = frame_of

return linkage
