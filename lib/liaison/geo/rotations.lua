-- rotations.lua - li.rot.propagate, singular, sheet and li.graph: laws of propagation, poles, all
-- descriptions, chains of frames
local li = require "liaison.core"
local check = require "liaison.base.check"
local rot, kit = li.rot, li._internal

-- ---- propagation ----

local function finite(x)
  for i = 1, #x do
    local e = x[i]
    if type(e) ~= "number" and not finite(e) or type(e) == "number" and e - e ~= 0 then
      return false
    end
  end
  return true
end

-- x + h k, for vecs and mats
local function add(x, h, k)
  local d = finite(k) and h * k
  local y = d and finite(d) and x + d
  if not y or not finite(y) then
    check.fail("rot.propagate",
      "the numbers leave all bounds (Rodrigues parameters do so at half a turn)")
  end
  return y
end

-- one classical Runge-Kutta step of x' = rate(x, t)
local function rk4(rate, x, t, h)
  local k1 = rate(x, t)
  local k2 = rate(add(x, h / 2, k1), t + h / 2)
  local k3 = rate(add(x, h / 2, k2), t + h / 2)
  local k4 = rate(add(x, h, k3), t + h)
  return add(add(add(add(x, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4)
end

local MOST_STEPS = 1000000
local NEAR = { near_singular = true,
  text = "passed so near a singular place that the steps are too long there: take more, or "
  .. "propagate 'quat'" }

-- do the numbers change by more than a tenth in a step, and much faster than the body turns?
local function too_fast(x, xd, w, h)
  local share = xd:norm() / math.max(1, x:norm())
  return math.abs(h) * share > 0.1 and share > 5 * w:norm()
end

local function propagate(kind, x, w, side, time, steps)
  local met, start, h
  local regular = kind == "matrix" or kind == "quat"
  local function rate(y, t)
    local now = type(w) == "function" and check.value(w(t), "w(" .. kit.number(t) .. ")", "vec3")
      or w
    local yd, pole = rot.rates(kind, y, now, side)
    met = met or pole or not regular and rawequal(y, start) and too_fast(y, yd, now, h) and NEAR
      or nil
    return yd
  end
  steps = steps or 1000
  if steps < 1 or steps > MOST_STEPS then
    check.fail("rot.propagate", "expected 1..%d steps, got %d", MOST_STEPS, steps)
  end
  h = time / steps
  for i = 0, steps - 1 do
    start = x
    x = rk4(rate, x, i * h, h)
  end
  if met then return x, met end
  return x
end

-- ---- where a description is singular ----

local function to_multiple(x, step) return math.abs((x + step / 2) % step - step / 2) end

-- what is singular, and how far the numbers x are from there, radians
local SINGULAR = {
  matrix = { "nowhere", function() return math.huge end },
  quat = { "nowhere; q and -q are one rotation", function() return math.huge end },
  axis = { "angle 0 or a full turn: any axis, rates only along it; angle pi: the axis and its "
    .. "opposite give the same rotation",
    function(x) return to_multiple(x[4], math.pi) end },
  euler_vector = { "angle pi: the vector and its opposite give the same rotation; full turns "
    .. "but 0: rates only along it",
    function(x) return x:norm() < math.pi / 2 and math.pi - x:norm()
    or to_multiple(x:norm(), math.pi) end },
  rodrigues = { "half a turn: infinite along the axis",
    function(x) return 2 * math.atan(1 / x:norm()) end },
  twice = { "gimbal lock, sin a2 = 0: only a1 + a3 or a1 - a3 is determined",
    function(x) return to_multiple(x[2], math.pi) end },
  thrice = { "gimbal lock, cos a2 = 0: only a1 + a3 or a1 - a3 is determined",
    function(x) return to_multiple(x[2] - math.pi / 2, math.pi) end },
}

local function singular(kind, x)
  -- what is no kind, or no description of it, is refused here
  if x then rot.convert("quat", kind, x) else rot.convert(kind, "quat", { 1, 0, 0, 0 }) end
  local first, last = kind:match "(%l)%l(%l)$"
  local row = SINGULAR[kind] or SINGULAR[kind ~= "rpy" and first == last and "twice" or "thrice"]
  if x then return row[1], row[2](x) end
  return row[1]
end

-- ---- every description at once ----

local SEQUENCES = { "xyz", "zyx", "zxz", "zyz" }

local function numbers(...)
  local out = { ... }
  for i = 1, #out do
    local text = kit.format("%11.6f", out[i])
    out[i] = text:find "%-0%.0+$" and text:gsub("%-", " ") or text
  end
  return table.concat(out, " ")
end

local function degrees(...)
  local out = { ... }
  for i = 1, #out do out[i] = out[i] / li.deg end
  return numbers((table.unpack or unpack)(out))
end

local function line(out, name, text, note)
  out[#out + 1] = (("%-24s %s"):format(name, text) .. (note and "   " .. note or "")):gsub("%s+$",
    "")
end

-- angles in radians, in degrees, and what is to be said of them
local function angles(out, name, a, b, c, pole)
  line(out, name, numbers(a, b, c),
    pole and ("gimbal lock: only %s = %s is determined"):format(pole.determined,
    kit.number(pole.sum, 6)))
  line(out, "  degrees", degrees(a, b, c))
end

local function sheet(R)
  local out = {}
  out[1] = tostring(R)
  line(out, "quaternion w x y z", numbers(R:quat()))
  local u, angle, pole = R:axis()
  line(out, "axis", numbers(u:unpack()), pole and pole.text)
  line(out, "  angle", numbers(angle) .. " = " .. numbers(angle / li.deg):gsub("^ +", "")
    .. " degrees")
  line(out, "Euler vector", numbers(R:euler_vector():unpack()))
  local p, far = R:rodrigues()
  line(out, "Rodrigues", far and "infinite along the axis" or numbers(p:unpack()))
  angles(out, "roll pitch yaw", R:rpy())
  for _, seq in ipairs(SEQUENCES) do angles(out, "moving " .. seq, R:moving(seq)) end
  return table.concat(out, "\n")
end

check.define(li, {
  { "rot.propagate(kind: str, x: vec|mat33, w: vec3|fn, side: base|body, time: num [, steps: "
    .. "count]) -> vec|mat, pole: table",
    "The numbers of a description after a time, by its own law of propagation x' = rates(x, "
    .. "w): classical Runge-Kutta of order 4 in equal steps "
    .. "(1000). w, told in base or body axes, is constant or a function of time. Where the "
    .. "law met a singular place, or passed one so near that its steps "
    .. "are too long there, one more result says so. "
    .. "kind as in rot.rates. For constant w, R:step is exact.",
    "li.rot.propagate('rpy', {0, 0, 0.1}, {0, 0, 1}, 'body', 0.5) --> [0  0  0.6]", propagate },
  { "rot.singular(kind: str [, x: vec|mat33]) -> str, distance: num",
    "Where a description is not one-to-one, or its rates do not give every angular velocity; "
    .. "and how far its numbers x are from there, in radians. "
    .. "kind as in rot.rates.",
    "li.rot.singular('moving zxz', {0.1, 0.25, 0.3}) --> gimbal lock, sin a2 = 0: only a1 + "
    .. "a3 or a1 - a3 is determined, 0.25", singular },
  { "rot.sheet(R: rot) -> str",
    "Every description of a rotation at once, angles in radians and degrees, singular places "
    .. "named.",
    "#li.rot.sheet(li.rot.x(1)) > 500 --> true", sheet },
})

-- ---- chains of frames whose relative placements are known ----

-- the way from a to b in the tree: names from each up to their nearest common ancestor
local function way(g, a, b)
  local up, depth = {}, {}
  local n = a
  while n do
    up[#up + 1] = n
    depth[n] = #up
    n = g.parent[n]
  end
  local down = {}
  n = b
  while not depth[n] do
    table.insert(down, 1, n)
    n = g.parent[n]
  end
  for i = #up, depth[n] + 1, -1 do up[i] = nil end
  for _, name in ipairs(down) do up[#up + 1] = name end
  return table.concat(up, " -> ")
end

local function apart(X, Y)
  if kit.class(X) == "rot" then return X:angle_to(Y) end
  local distance, angle = X:apart(Y)
  return math.max(distance, angle)
end

-- placement of b in a by the tree
local function place(g, a, b) return g.from_root[a]^-1 * g.from_root[b] end

-- hang the edges that touch the tree onto it until none does; those that close a loop must agree
-- with it
local function grow(g, edges, root)
  g.root[root], g.from_root[root] = root,
    kit.class(edges[1].X) == "rot" and rot.identity() or li.frame()
  local busy = true
  while busy do
    busy = false
    for _, e in ipairs(edges) do
      local a, b = g.root[e.from] == root, g.root[e.to] == root
      if a ~= b then
        local known, new = a and e.from or e.to, a and e.to or e.from
        g.from_root[new] = g.from_root[known] * (a and e.X or e.X^-1)
        g.root[new], g.parent[new] = root, known
        e.used, busy = true, true
      end
    end
  end
end

local function read_edge(e, path, class)
  check.list(e, path, function(x) return x end, 3)
  if #e > 3 then check.fail(path, "expected {from, to, placement}, got %d entries", #e) end
  local X = check.value(e[3], path .. "[3]", class or "rot|frame")
  return { from = check.value(e[1], path .. "[1]", "str"),
    to = check.value(e[2], path .. "[2]", "str"), X = X }
end

local graph

local function new_graph(list, tol)
  local edges, g = {}, { root = {}, parent = {}, from_root = {} }
  for i = 1, #list do
    edges[i] = read_edge(list[i], ("graph[%d]"):format(i), i > 1 and kit.class(edges[1].X))
  end
  check.list(list, "graph", function(x) return x end, 1)
  for _, e in ipairs(edges) do if not g.root[e.from] then grow(g, edges, e.from) end end
  for i, e in ipairs(edges) do
    local off = apart(place(g, e.from, e.to), e.X)
    if off > (tol or 1e-9) then
      check.fail(("graph[%d]"):format(i), "%s to %s is off by %s from the way %s", e.from, e.to,
        kit.number(off, 3), way(g, e.from, e.to))
    end
  end
  return graph.new(g)
end

local function known(g, method, i, name)
  if g.root[name] then return end
  local near = kit.nearest(name, g.root)
  check.fail("graph:" .. method, "argument %d: no frame '%s'%s", i, name,
    near and (" (did you mean '%s'?)"):format(near) or "")
end

-- f(X, v) with the placement X of frame `from` in frame `to`
local function told(g, name, v, from, to)
  known(g, name, 2, from)
  known(g, name, 3, to)
  if g.root[from] ~= g.root[to] then
    return nil, ("no way leads from %s to %s"):format(from, to), "EUNREACHABLE"
  end
  local X = place(g, to, from)
  if name == "point" and kit.class(X) == "rot" then
    check.fail("graph:point",
      "the frames of this graph have no origins: join them by frames, not rots")
  end
  return X[name](X, v)
end

graph = check.class("graph", "Frames and the placements between some of them; loops agree.", {
  { "graph:between(a: str, b: str) -> rot|frame, way: str",
    "The placement of b in a (it maps b-components to a-components), multiplied along the way "
    .. "from a to b, turned round where an edge points back; "
    .. "and the way. nil, message, code where no way leads there.",
    "select(2, li.graph{{'A', 'B', li.rot.x(1)}, {'C', 'B', li.rot.y(1)}}:between('A', 'C')) "
    .. "--> A -> B -> C",
    function(g, a, b)
      known(g, "between", 1, a)
      known(g, "between", 2, b)
      if g.root[a] ~= g.root[b] then
        return nil, ("no way leads from %s to %s"):format(a, b), "EUNREACHABLE"
      end
      return place(g, a, b), way(g, a, b)
    end },
  { "graph:vector(v: vec3|mat, from: str, to: str) -> vec|mat",
    "The measure in frame `to` of a vector measured in frame `from`: R v along the way "
    .. "between them. A mat holds a vector in every row. nil, message, code "
    .. "where no way leads there.",
    "li.graph{{'road', 'car', li.rot.z(90*li.deg)}}:vector({1, 0, 0}, 'car', 'road') --> [0  1  0]",
    function(g, v, from, to) return told(g, "vector", v, from, to) end },
  { "graph:point(p: vec3|mat, from: str, to: str) -> vec|mat",
    "The place, told in frame `to`, of a point given in frame `from`; the placements are "
    .. "frames. A mat holds a point in every row. nil, message, code where "
    .. "no way leads there.",
    "li.graph{{'road', 'car', li.frame.tx(5)}}:point({1, 0, 0}, 'car', 'road') --> [6  0  0]",
    function(g, p, from, to) return told(g, "point", p, from, to) end },
})

check.define(li, {
  { "graph(edges: table [, tol: num]) -> graph",
    "Frames joined by known placements, each {'A', 'B', R_AB} with a rot, or all with a frame "
    .. "X_AB. Where edges close a loop they must agree to tol "
    .. "(1e-9 radians and metres); else an error names the edge and the way it contradicts.",
    "li.graph{{'A', 'B', li.rot.z(0.1)}, {'B', 'C', li.rot.z(0.2)}}:between('C', 'A'):rpy() "
    .. "--> 0, 0, -0.3", new_graph },
})
