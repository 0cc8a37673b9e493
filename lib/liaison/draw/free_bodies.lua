-- free_bodies.lua - bodies cut free, each with the forces and moments that act on it, to scale
local li = require "liaison.core"
local acting = require "liaison.draw.body_forces"
local check = require "liaison.base.check"
local drawing = require "liaison.draw.drawing"
local linkage = require "liaison.draw.linkage"
local look = require "liaison.draw.look"
local marks = require "liaison.draw.marks"
local pens = require "liaison.draw.pen"
local plane = require "liaison.draw.scheme_plane"
local plane_bodies = require "liaison.draw.plane_bodies"
local primitives = require "liaison.draw.primitives"
local runs = require "liaison.draw.runs"
local space = require "liaison.draw.scheme_space"
local views = require "liaison.draw.views"
local kit = li._internal

local free = {}

local MM = 72 / 25.4
local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

-- ---- what acts on each body ---------------------------------------------------------------------

-- f with the index 01: the action of body 0 on body 1
local function named(letter, from, to)
  local between = (from > 9 or to > 9) and "," or ""
  return { { letter, style = "italic", shift = 0 },
    { ("%d%s%d"):format(from, between, to), style = "upright", shift = -1 } }
end

local function put(list, x)
  if x.f:norm() > 0 or x.n and x.n:norm() > 0 then list[#list + 1] = x end
end

local SLIDES = { prismatic = true, cylindrical = true }

-- where the force of a joint is drawn: of one that slides in the block on its rod
local function point_of(j, blocks)
  if not SLIDES[j.kind] then return j.p_to end
  return blocks[j] or j.p
end

local function of_joint(list, b, j, s, o)
  local W = s.joint[j.to.name]
  local sign, other = 1, j.from
  if j.from == b then sign, other = -1, j.to end
  local p = point_of(j, o.blocks)
  local n = W.n + (W.p - p):cross(W.f)
  put(list, { p = p, f = sign * W.f, n = sign * n, kind = "joint", name = named("f", other.index,
    b.index), moment_name = named("N", other.index, b.index), other = other.name,
    joint = j.name or j.q[1] or j.full_name })
end

local function of_constraint(list, b, j, s, o)
  local by = s.constraint[j.full_name]
  local W = by and by[b.name]
  if not W then return end
  local other = j.from == b and j.to or j.from
  local p = point_of(j, o.blocks)
  put(list, { p = p, f = W.f, n = W.n - (p - b.X.p):cross(W.f), kind = "joint",
    name = named("f", other.index, b.index), moment_name = named("N", other.index, b.index),
    other = other.name, joint = j.name or j.full_name })
end

-- a short name is set as maths, another one as it is
local function element_name(name)
  return name:find "^%a%w?%w?$" and name or { { name, style = "upright", shift = 0 } }
end

-- forces and moments on a body; those of its inertia close the balance (d'Alembert)
local function on_body(L, b, s, o)
  local list = {}
  for _, j in ipairs(L.joints) do
    if j.from == b or j.to == b then
      if j.tree then of_joint(list, b, j, s, o) else of_constraint(list, b, j, s, o) end
    end
  end
  local i = b.index
  local weight, inertia = s.weight[b.name], s.inertia[b.name]
  put(list, { p = weight.p, f = weight.f, kind = "weight", name = ("`m_%d*g`"):format(i) })
  for _, x in ipairs(s.elements) do
    if x.body == b.name then
      local p = x.p or b.X.p
      put(list, { p = p, f = x.f, n = not x.p and x.n or nil, kind = "force",
        name = element_name(x.element.name), moment_name = element_name(x.element.name) })
    end
  end
  for _, x in ipairs(o.read_loads) do
    if x.body == b.name then
      put(list, { p = x.p, f = x.f, n = x.n, kind = "force", name = x.name, moment_name = x.name })
    end
  end
  if o.inertia then
    local n = li.vec { 0, 0, 0 }
    for _, x in ipairs(list) do
      n = n - (x.p - inertia.p):cross(x.f) - (x.n or li.vec { 0, 0, 0 })
    end
    put(list, { p = inertia.p, f = inertia.f, n = n, kind = "inertia",
      name = ("`-m_%d*a_%d`"):format(i, i), moment_name = ("`-J_%d*alpha_%d`"):format(i, i) })
  end
  return list
end

-- ---- options ------------------------------------------------------------------------------------

free.options = { at = "any?", t = "num?", values = "table?", v = "any?", a = "any?",
  drive = "table?", loads = "table?", inertia = "bool?", numbers = "bool?", bodies = "table?",
  unit = { "str", default = "N" }, columns = "count?", force_scale = { "num?", above = 0 },
  view = "any?" }
for key, rule in pairs(marks.options) do free.options[key] = rule end
free.options.width = { "num", default = 150, above = 0 }
free.options.size = { "num?", above = 0 }

local LOAD = { on = "str", at = "vec?", f = "vec?", moment = "any?", name = "str?" }

local function three(x, view)
  if #x == 3 or not view then return x end
  return x[1] * view.right + x[2] * view.up
end

-- { on = body, at = a point of it, f = in the world, moment, name }
local function read_loads(L, list, view)
  local out = {}
  for i, x in ipairs(list or {}) do
    local path = ("options.loads[%d]"):format(i)
    local F = check.fields(x, path, LOAD)
    local frame = L.frames[F.on]
    local b = frame and frame.body or L.by_name[F.on]
    if not b or b.index == 0 then
      check.fail(path .. ".on", "no body or frame '%s'%s", F.on, check.hint(F.on, L.by_name))
    end
    local X = frame and frame.X or b.X
    local n = F.moment
    if type(n) == "number" then n = n * (view and view.normal or li.vec { 0, 0, 1 }) end
    out[i] = { body = b.name, p = X:point(three(F.at or li.vec { 0, 0, 0 }, view)),
      f = three(F.f or li.vec { 0, 0, 0 }, view), n = n and li.vec(n) or li.vec { 0, 0, 0 },
      name = F.name or "F" }
  end
  return out
end

-- loads of a li.mechanism, in numbers: forces and moments on its bodies, and back on others
local function of_mechanism(L, w, view, list)
  if not w.mechanism then return list end
  local values = {}
  for key, x in pairs(w.values) do values[key] = x end
  for key, x in pairs(L.number) do values[key] = x end
  local function numbers(x, path)
    local out, whole = {}, kit.class(x) ~= "expr" and type(x) == "table" and x or { x }
    for k = 1, #whole do
      local ok, e = check.try(function() return li.expr(whole[k], "new"):eval(values) end)
      if not ok then
        w.told[#w.told + 1] = path .. " is not drawn: it has no value"
        return nil
      end
      out[k] = e
    end
    return out
  end
  for i, load in ipairs(w.mechanism.loads) do
    local path = ("loads[%d]"):format(i)
    local f, n = load.f and numbers(load.f, path), load.torque and numbers(load.torque, path)
    local at = numbers(load.at or { 0, 0 }, path)
    local b, other = L.by_name[load.on or "world"], L.by_name[load.from or "world"]
    if at and (f or n) then
      local X = load.axes == nil and b.X or L.by_name[load.axes == "body" and b.name or load.axes].X
      f = f and X.R * three(li.vec(f), view) or li.vec { 0, 0, 0 }
      n = n and (#n == 1 and n[1] * view.normal or X.R * li.vec(n)) or li.vec { 0, 0, 0 }
      local p = b.X:point(three(li.vec(load.at and at or b.com or { 0, 0, 0 }), view))
      for _, x in ipairs { { b, 1 }, { other, -1 } } do
        if x[1].index > 0 then
          list[#list + 1] = { body = x[1].name, p = p, f = x[2] * f, n = x[2] * n,
            name = tostring(load.f and (load.f[1] or load.f) or load.torque) }
        end
      end
    end
  end
  return list
end

-- rates of a run at a time, and their derivative from rows around it
local function of_run(run, t)
  local h = 1e-4 * math.max(1e-9, run:info().t - run.t[1])
  local lo, hi = math.max(t - h, run.t[1]), math.min(t + h, run:info().t)
  local _, v0 = run:state(lo)
  local _, v1 = run:state(hi)
  local q, v = run:state(t)
  return q, v, (v1 - v0) / (hi - lo)
end

-- ---- drawing ------------------------------------------------------------------------------------

local COLOR = { joint = "force", weight = "grey", force = "velocity", inertia = "inertia" }

local function label_of(x, size, o, unit)
  if not o.numbers then return x end
  local out = {}
  local pieces = type(x) == "table" and x or runs.of(x)
  for i, run in ipairs(pieces) do out[i] = run end
  out[#out + 1] = { (" = %s %s"):format(kit.format("%.4g", size), unit), style = "upright",
    shift = 0 }
  return out
end

-- p: the panel { pen, at(point) -> x, y }; k: points for a newton
local function force(p, x, k, o)
  local ax, ay = p.at(x.p)
  local bx, by = p.at(x.p + k / p.scale * x.f)
  local length = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
  if length < 1.5 then return end
  p.pen:arrow(ax, ay, bx, by, { stroke = "arrow", color = COLOR[x.kind] })
  p.arrows[#p.arrows + 1] = { ax, ay, bx, by, x }
  p.pen:label_around(label_of(x.name, x.f:norm(), o, o.unit), bx, by, 1, atan2(by - ay, bx - ax),
    { color = COLOR[x.kind] })
end

-- in the plane a turn; in space an arrow with two heads along the moment
local function moment(p, x, o, most)
  local color = x.kind == "joint" and "moment" or COLOR[x.kind]
  local ax, ay = p.at(x.p)
  local text = label_of(x.moment_name, x.n:norm(), o, o.unit .. " m")
  if p.normal then
    local n = x.n:dot(p.normal)
    if math.abs(n) < 1e-6 * most then return end
    marks.kinds.moment.draw({ pen = p.pen, k = 1, at = function(u, v) return u, v end },
      { "moment", ax, ay, n, text, color = color, pt = 11 + 5 * (p.moments[x.p] or 0) })
    p.moments[x.p] = (p.moments[x.p] or 0) + 1
    return
  end
  if x.n:norm() < 1e-6 * most then return end
  local bx, by = p.at(x.p + (12 + 26 * x.n:norm() / most) / p.scale / x.n:norm() * x.n)
  local a, l = atan2(by - ay, bx - ax), math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
  p.pen:arrow(ax, ay, bx, by, { stroke = "arrow", color = color })
  if l > 12 then
    p.pen:head(bx - 5 * math.cos(a), by - 5 * math.sin(a), a, { stroke = "arrow", color = color })
  end
  p.pen:label_around(text, bx, by, 1, a, { color = color })
end

local function body_marks(f, b)
  f.list, f.done = {}, {}
  local shape, color = f.shapes[b], look.body(b.index)
  if shape.hull then f.list[1] = { "plate", shape.hull, color = color }
  elseif shape.a then
    f.list[1] = { "bar", shape.a[1], shape.a[2], shape.b[1], shape.b[2], color = color }
  end
  for _, x in ipairs(f.sliders) do
    if x.block == b then
      f.list[#f.list + 1] = { "slider", x.at[1], x.at[2], atan2(x.u[2], x.u[1]), color = color }
    end
  end
  for _, j in ipairs(f.L.joints) do
    if (j.from == b or j.to == b) and j.kind ~= "prismatic" then
      local x, y = f.flat(j.p_to)
      f.list[#f.list + 1] = { "pin", x, y, j.name, color = color }
    end
  end
  if b.com and (b.mass or 0) > 0 then
    local x, y = f.flat(b.X:point(li.vec(b.com)))
    f.list[#f.list + 1] = { "com", x, y, "G_" .. b.index }
  end
  return f.list
end

local function centre(p, b)
  if not b.com or (b.mass or 0) <= 0 then return end
  local x, y = p.at(b.X:point(li.vec(b.com)))
  marks.kinds.com.draw({ pen = p.pen, k = 1, at = function(u, v) return u, v end },
    { "com", x, y, "G_" .. b.index })
end

-- one body on a pen of its own: its primitives and their box
local function panel(ctx, b, list)
  local o = ctx.o
  local p = { pen = pens.new { text = o.letters }, scale = ctx.scale, arrows = {}, moments = {},
    normal = ctx.view and ctx.view.normal }
  local function flat(u, v) return u * ctx.scale, v * ctx.scale end
  if ctx.view then
    p.at = function(q) return flat(ctx.view.flat(q)) end
    local s = { pen = p.pen, at = flat, scale = ctx.scale, k = o.symbols }
    for _, m in ipairs(body_marks(ctx.facts, b)) do marks.draw(s, m) end
  else
    local s = space.in_space({ pen = p.pen, k = o.symbols, unit = o.symbols / ctx.scale },
      ctx.seen, flat)
    p.at = s.at
    space.body_alone(s, ctx.L, b)
    centre(p, b)
  end
  for _, x in ipairs(list) do
    if x.f:norm() > 1e-9 * ctx.most then force(p, x, ctx.k, o) end
    if x.n and x.n:norm() > 0 then moment(p, x, o, ctx.most_moment) end
  end
  local own, box = p.pen:finish()
  return { list = own, box = box, arrows = p.arrows, body = b }
end

-- panels beside each other in rows that the paper holds, a name below each
local function arranged(panels, o)
  local pen, x, y, high, gap = pens.new { text = o.letters }, 0, 0, 0, 26
  local list, arrows = {}, {}
  for i, p in ipairs(panels) do
    local w, h = p.box[2] - p.box[1], p.box[4] - p.box[3]
    local full = o.columns and (i - 1) % o.columns == 0 or not o.columns
      and x + w > o.width * MM
    if full and x > 0 then x, y, high = 0, y - high - gap - 14, 0 end
    local dx, dy = x - p.box[1], y - p.box[4]
    for _, q in ipairs(p.list) do list[#list + 1] = primitives.moved(q, dx, dy) end
    for _, a in ipairs(p.arrows) do
      arrows[#arrows + 1] = { a[1] + dx, a[2] + dy, a[3] + dx, a[4] + dy, a[5], body = p.body.name }
    end
    pen:label_at(("`%d` %s"):format(p.body.index, p.body.name), x + w / 2, y - h - 10,
      { color = look.body(p.body.index) })
    x, high = x + w + gap, math.max(high, h)
  end
  for _, q in ipairs((pen:finish())) do list[#list + 1] = q end
  return list, arrows
end

local function largest(lists)
  local most, most_moment = 0, 0
  for _, list in ipairs(lists) do
    for _, x in ipairs(list) do
      most = math.max(most, x.f:norm())
      if x.n then most_moment = math.max(most_moment, x.n:norm()) end
    end
  end
  return most, most_moment
end

local function extent_of(b)
  local most = 0
  for _, p in ipairs(b.spots) do
    most = math.max(most, (p.p - b.X.p):norm())
    for _, q in ipairs(b.spots) do most = math.max(most, (p.p - q.p):norm()) end
  end
  local com = b.com and li.vec(b.com):norm() or 0
  return math.max(most, com)
end

local function chosen(L, names)
  if not names then
    local list = {}
    for i = 1, #L.bodies do list[i] = L.bodies[i] end
    return list
  end
  local list = {}
  for i, name in ipairs(names) do
    list[i] = L.by_name[name]
    if not list[i] then
      check.fail(("options.bodies[%d]"):format(i), "no body '%s'%s", tostring(name),
        check.hint(name, L.by_name))
    end
  end
  return list
end

-- the middles of blocks in the plane, by their joints
local function blocks_of(L, view)
  local blocks = {}
  for _, x in ipairs(plane_bodies.sliders { L = L, flat = view.flat, tol = 1e-9 }) do
    blocks[x.joint] = x.block == x.joint.from and x.joint.p or x.joint.p_to
  end
  return blocks
end

-- bodies without mass or inertia weigh nothing, which is told
local function weighed(w)
  local names = {}
  for _, b in ipairs(w.desc.bodies) do
    if not b.mass or not b.inertia then names[#names + 1] = b.name end
    b.mass, b.inertia = b.mass or 0, b.inertia or { 0, 0, 0 }
  end
  if #names == 0 then return end
  w.model = li.robot(w.desc)
  w.told[#w.told + 1] = "taken as 0, since not given: the mass or inertia of "
    .. table.concat(names, ", ")
end

function free.draw(what, options)
  local o = check.fields(options or {}, "options", free.options)
  local w = linkage.read(what, o.values)
  weighed(w)
  local q, v, a
  if o.t then q, v, a = of_run(what, o.t)
  else
    q = linkage.places(w, o.at)[1]
    v = linkage.rates(w, q, o.v, "options.v")
    a = linkage.accelerations(w, q, v, o.a, "options.a")
  end
  local L = linkage.at(w, q)
  local name = o.view ~= "space" and type(o.view) ~= "table" and views.plane_of(L)
  local view = name and views.plane(name) or nil
  o.read_loads = of_mechanism(L, w, view, read_loads(L, o.loads, view))
  if o.inertia == nil then o.inertia = v ~= nil or a ~= nil end
  local s = acting.at(w, L, q, { v = v, a = a, drive = o.drive, t = o.t, loads = o.read_loads })
  o.blocks = view and blocks_of(L, view) or {}
  local bodies, lists, size = chosen(L, o.bodies), {}, 1e-9
  for i, b in ipairs(bodies) do
    lists[i] = on_body(L, b, s, o)
    size = math.max(size, extent_of(b))
  end
  local ctx = { o = o, view = view, L = L, w = w,
    scale = (o.size or o.numbers and 62 or 42) * MM / size }
  ctx.most, ctx.most_moment = largest(lists)
  ctx.k = o.force_scale and MM / o.force_scale or 24 * MM / math.max(ctx.most, 1e-300)
  if view then ctx.facts = plane.facts(L, view, ctx.scale, {}, w)
  else ctx.seen = space.view(w, L, o) end
  local panels = {}
  for i, b in ipairs(bodies) do panels[i] = panel(ctx, b, lists[i]) end
  local list, arrows = arranged(panels, o)
  if ctx.most > 0 then
    w.told[#w.told + 1] = ("forces: 10 mm for %s %s"):format(kit.format("%.4g", 10 * MM / ctx.k),
      o.unit)
  end
  for _, m in ipairs(s.motors or {}) do
    w.told[#w.told + 1] = ("held by a motor on %s: %s"):format(m.q, kit.format("%.4g", m.value))
  end
  return drawing.new { list = list, scale = ctx.scale, told = w.told, title = o.title
    or w.desc.name, arrows = arrows, forces = lists, force_scale = ctx.k }
end

return free
