-- generator.lua - the generator of models: what it says of a mechanism beyond C, as text, Maple and
-- LaTeX; printed results read back
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local determinant = require "liaison.equations.jacobian_determinant"
local formula_page = require "liaison.equations.formula_page"
local language = require "liaison.language.language"
local kit = li._internal

local generator = {}

-- kinematics --------------------------------------------------------------------------------------

local function rates(g)
  local v = {}
  for i = 1, g.n do v[i] = g.v[i] end
  return v
end

function generator.twist(g, place, point, axes)
  return g:jacobian(place, point, axes) * li.smat(rates(g))
end

local function block(H, rows, cols)
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = H[i][j] end
  end
  return out
end

function generator.rotation(g, place, from)
  return li.smat(block(g:homogeneous(place, from), 3, 3))
end

-- three numbers or expressions
local function check_point(point)
  local class = kit.class(point)
  if point ~= nil and (type(point) ~= "table" and class ~= "vec" and class ~= "smat"
    or #point ~= 3) then
    check.fail(nil, "position: expected a point of three numbers or expressions")
  end
end

function generator.position(g, place, point, from)
  check_point(point)
  local H = g:homogeneous(place, from)
  local x = {}
  point = point ~= nil and placing.vector(point, "point", 3)
  for i = 1, 3 do
    x[i] = H[i][4]
    for k = 1, point and 3 or 0 do x[i] = x[i] + H[i][k] * point[k] end
  end
  return li.smat(x)
end

-- dR/dt R', skew: the matrix the angular velocity is read from                      [thesis] (2.18)
function generator.skew(g, place)
  local R = generator.rotation(g, place)
  return (R:d() * R:transpose()):simplify()
end

function generator.com(g, body)
  local b = g:body(body)
  return generator.position(g, b.frame, b.com)
end

-- contact forces ----------------------------------------------------------------------------------

local function force_names(g, k)
  local n = #g:contacts()
  local suffix = n > 1 and tostring(k) or ""
  return { "Fx" .. suffix, "Fy" .. suffix, "Fz" .. suffix }
end

-- { place, J (3 x n), F, gamma = J'F } for every contact point
function generator.forces(g)
  local list = {}
  for k, place in ipairs(g:contacts()) do
    local names = force_names(g, k)
    local F = li.smat { li.symbols(table.concat(names, " ")) }
    local J = li.smat(block(g:jacobian(place), 3, g.n))
    list[k] = { place = place, J = J, F = F, gamma = J:transpose() * F }
  end
  return list
end

function generator.gamma(g)
  local sum = {}
  for i = 1, g.n do sum[i] = li.expr(0) end
  for _, f in ipairs(generator.forces(g)) do
    for i = 1, g.n do sum[i] = sum[i] + f.gamma[i] end
  end
  return li.smat(sum)
end

-- printed results, read ---------------------------------------------------------------------------

local maple_words = { { "%f[%w_]Pi%f[^%w_]", "pi" }, { "%f[%w_]arcsin%f[^%w_]", "asin" },
  { "%f[%w_]arccos%f[^%w_]", "acos" }, { "%f[%w_]arctan%f[^%w_]", "atan" },
  { "%f[%w_]ln%f[^%w_]", "log" }, { "%*%*", "^" } }

-- xp is x', xs is x'' where x is a coordinate and xp is not
local function rate_names(q, v, a)
  local rate, taken = {}, {}
  for i = 1, #q do taken[tostring(q[i])] = true end
  for i = 1, #q do
    local name = tostring(q[i])
    if not taken[name .. "p"] then rate[name .. "p"] = v[i] end
    if not taken[name .. "s"] then rate[name .. "s"] = a[i] end
  end
  return rate
end

local function read(text, rate)
  if type(text) ~= "string" then return li.expr(text) end
  for _, w in ipairs(maple_words) do text = text:gsub(w[1], w[2]) end
  local e, change = li.expr(text, "new"), {}
  for _, s in ipairs(e:symbols()) do
    local v = rate[tostring(s)]
    if v then change[tostring(s)] = v end
  end
  return next(change) and e:subs(change) or e
end

-- an expression, a list of them or rows
local function read_all(x, rate, depth)
  if type(x) ~= "table" then return read(x, rate) end
  local out = {}
  for i = 1, #x do
    if depth == 2 and type(x[i]) == "table" then
      check.fail(nil, "expected an expression, a list or rows of a matrix")
    end
    out[i] = read_all(x[i], rate, depth + 1)
  end
  if depth > 0 then return out end
  return li.smat(out)
end

function generator.read(o, x)
  if type(x) == "table" and #x == 0 then
    check.fail(nil, "expected an expression, a list or rows of a matrix")
  end
  return read_all(x, rate_names(o.q, o.v, o.a), 0)
end

-- text --------------------------------------------------------------------------------------------

local function is_zero(e) return tostring(e) == "0" end

local function indent(text) return "  " .. text:gsub("\n", "\n  ") end

-- every place that carries a body or touches the ground, with the name printed for it
local function shown(g)
  local list, seen = {}, {}
  local function add(name, body)
    local path = g:path(name)
    local place = path[#path]
    if place and not seen[place] then
      seen[place] = true
      list[#list + 1] = { name = name, place = place, path = path, body = body }
    end
  end
  for _, name in ipairs(g:bodies()) do add(name, true) end
  for _, name in ipairs(g:contacts()) do add(name, false) end
  if #list == 0 then add(nil, false) list[1].name = list[1].place end
  return list
end
generator.shown = shown

local sections = {
  paths = function(g, out)
    out[#out + 1] = "paths"
    for _, s in ipairs(shown(g)) do
      out[#out + 1] = ("  %s: %s"):format(s.name, table.concat(s.path, ", "))
    end
  end,
  matrices = function(g, out, page)
    for _, s in ipairs(shown(g)) do
      out[#out + 1] = ("homogeneous matrix of %s"):format(s.name)
      out[#out + 1] = indent(page:text(g:homogeneous(s.place)))
    end
  end,
  twists = function(g, out, page)
    for _, s in ipairs(shown(g)) do
      local V = generator.twist(g, s.place)
      out[#out + 1] = ("twist of %s: v, then Omega, in base axes"):format(s.name)
      for i = 1, 6 do out[#out + 1] = "  " .. page:text(V[i]) end
    end
  end,
  energies = function(g, out, page)
    out[#out + 1] = "energies"
    for _, body in ipairs(g:bodies()) do
      local ok, T, V = check.try(g.energy, g, body)
      if ok then
        out[#out + 1] = ("  T_%s = %s"):format(body, page:text(T))
        out[#out + 1] = ("  V_%s = %s"):format(body, page:text(V))
      else
        out[#out + 1] = ("  %s: mass or inertia not given"):format(body)
      end
    end
  end,
  contacts = function(g, out, page)
    for _, f in ipairs(generator.forces(g)) do
      out[#out + 1] = ("contact %s: forces J'F of F = (%s, %s, %s) in base axes"):format(f.place,
        page:text(f.F[1]), page:text(f.F[2]), page:text(f.F[3]))
      for i = 1, g.n do
        if not is_zero(f.gamma[i]) then
          out[#out + 1] = ("  Gamma_%s = %s"):format(tostring(g.q[i]), page:text(f.gamma[i]))
        end
      end
    end
  end,
}
local order = { "paths", "matrices", "twists", "energies", "contacts" }

-- the page of everything there is to print: the poses have all its angles
local function page_of(g)
  local poses = {}
  for i, s in ipairs(shown(g)) do poses[i] = g:homogeneous(s.place) end
  return formula_page.new(poses)
end

function generator.text(g, part)
  local out, page = {}, page_of(g)
  for _, name in ipairs(order) do
    if part == nil or part == name then
      if #out > 0 then out[#out + 1] = "" end
      sections[name](g, out, page)
    end
  end
  local legend = page:legend()
  if legend then out[#out + 1] = "\nwhere " .. legend end
  return table.concat(out, "\n")
end

-- Maple -------------------------------------------------------------------------------------------

-- x' is xp and x'' xs there
local function maple_text(e)
  return (tostring(e):gsub("([%a_][%w_]*)('+)",
    function(name, marks) return name .. (#marks == 1 and "p" or "s") end)
    :gsub("%f[%w_]pi%f[^%w_]", "Pi"):gsub("%f[%w_]asin%(", "arcsin("):gsub("%f[%w_]acos%(",
      "arccos("):gsub("%f[%w_]atan%(", "arctan("):gsub(" ", ""))
end

local function maple_matrix(M)
  local rows, cols = M:size()
  local list = {}
  for i = 1, rows do
    local row = {}
    for j = 1, cols do row[j] = maple_text(M:at(i, j)) end
    list[i] = "[" .. table.concat(row, ",") .. "]"
  end
  return ("matrix(%d,%d,[%s])"):format(rows, cols, table.concat(list, ",\n  "))
end

local function word(name) return (name:gsub("[^%w_]", "_")) end

function generator.maple(g, path)
  local out = { "# generated by liaison " .. li.version }
  local function say(name, text) out[#out + 1] = ("%s := %s;"):format(word(name), text) end
  for _, s in ipairs(shown(g)) do
    say(s.name .. "pass", maple_matrix(g:homogeneous(s.place)))
    say("V_" .. s.name, maple_matrix(generator.twist(g, s.place)))
  end
  for _, body in ipairs(g:bodies()) do
    local ok, T, V = check.try(g.energy, g, body)
    if ok then
      say("T_" .. body, maple_text(T))
      say("EP_" .. body, maple_text(V))
    end
  end
  for k, f in ipairs(generator.forces(g)) do say("Gamma_e" .. k, maple_matrix(f.gamma)) end
  return check.give(table.concat(out, "\n") .. "\n", path)
end

-- results in Maple text -> { name = expr or smat }
function generator.results(o, text)
  local named, why = require("liaison.describe.definition").maple_names(text)
  if not named then check.fail(nil, "results: %s", why) end
  local out = {}
  for name, x in pairs(named) do
    out[name] = generator.read(o, type(x) == "number" and li._internal.exact(x) or x)
  end
  return out
end

-- moves one after the other -----------------------------------------------------------------------

-- an angle: numbers that are whole multiples of 15 degrees are exact
local function angle(x)
  local k = type(x) == "number" and x * 12 / math.pi
  local steps = k and math.floor(k + 0.5)
  if k and math.abs(k - steps) < 1e-12 * math.max(1, math.abs(k)) and math.abs(steps) < 1e6 then
    return li.ratio(steps, 12) * li.exact_pi()
  end
  return li.expr(x)
end

-- the 4x4 matrix of {"Rz", angle} or {"Tx", length}
local function elementary(move, where)
  local kind = type(move) == "table" and #move == 2 and type(move[1]) == "string"
    and move[1]:match "^[RT][xyz]$"
  if not kind then
    check.fail(where, "expected {'Rx', angle}, {'Tz', length} and so on, got %s",
      type(move) == "table" and move[1] or move)
  end
  local turn, k = kind:sub(1, 1) == "R", ("xyz"):find(kind:sub(2), 1, true)
  local ok, by = pcall(turn and angle or li.expr, move[2])
  if not ok then
    local why = language.english(tostring(by))
    check.fail(where, "%s", (why:gsub("^.-argument 1 %(x%): ", "")))
  end
  local M = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } }
  if turn then
    local i, j, c, s = k % 3 + 1, (k + 1) % 3 + 1, li.cos(by), li.sin(by)
    M[i][i], M[i][j], M[j][i], M[j][j] = c, -s, s, c
  else
    M[k][4] = by
  end
  return li.smat(M)
end

function generator.moves(list)
  if type(list[1]) == "string" then list = { list } end
  local M
  for i, move in ipairs(list) do
    local step = elementary(move, ("moves[%d]"):format(i))
    M = M and M * step or step
  end
  if not M then check.fail("moves", "expected at least one move") end
  local count = M:ops()
  return count.mul + count.add < 1000 and M:trig() or M
end

-- rows --------------------------------------------------------------------------------------------

local arm = "local g = li.planar{'L1', 'L2'}:generator(); "

kit.define(li, {
  "homogeneous(moves: table) -> smat",
  "The homogeneous matrix (4x4) of moves one after the other, each in the axes the one before "
  .. "has reached: {'Rx', angle}, {'Tz', length} .., in expressions, texts or numbers "
  .. "(multiples of 15 degrees are exact). A DH row is {{'Rz', theta}, {'Tz', d}, {'Tx', a}, "
  .. "{'Rx', alpha}}.",
  "local L1, q1, q2 = li.symbols 'L1', li.coordinates 'q1 q2'; return li.homogeneous{{'Rz', "
  .. "q1}, {'Tx', 'L1'}, {'Rz', q2}}:at(2, 2) --> cos(q1 + q2)", generator.moves,
})

for _, row in ipairs {
  { "generator:twist([place: str, point: any, axes: str]) -> smat",
    "The velocity of a point of a place and the angular velocity of the place: J q'.",
    arm .. "return g:twist()[6] --> q1' + q2'", generator.twist },
  { "generator:rotation([place: str, from: str]) -> smat",
    "The rotation matrix of a place, told in another (the world).",
    arm .. "return g:rotation()[2] --> [s12  c12  0]", generator.rotation },
  { "generator:position([place: str, point: any, from: str]) -> smat",
    "Where a point of a place stands (its origin), told in another place (the world).",
    arm .. "return g:position('link2') --> [L1*c1  L1*s1  0]", generator.position },
  { "generator:skew([place: str]) -> smat",
    "dR/dt R' of a place, the skew matrix of its angular velocity.",
    arm .. "return g:skew('link1')[1] --> [0  -q1'  0]", generator.skew },
  { "generator:com([body: str]) -> smat", "The centre of mass of a body in the world.",
    arm .. "return g:com('link1')[1] --> L1*cos(q1)/2", generator.com },
  { "generator:forces() -> table",
    "For every contact point {place, J (3 x n), F, gamma}: F are three symbols Fx, Fy, Fz in "
    .. "base axes (Fx1, ... where there are more points), gamma = J'F.",
    "return #li.vehicles.robot2d():generator():forces() --> 4", generator.forces },
  { "generator:gamma() -> smat", "The generalised forces of all contact points, the sum of J'F.",
    "return li.vehicles.monopod():generator():gamma()[2] --> Fz", generator.gamma },
  { "generator:read(printed: any) -> expr|smat",
    "A printed result in the names of the thesis: xp for x', xs for x'', Maple's functions; "
    .. "an expression, a list or rows.",
    arm .. "return g:read('sin(q1)*q1p^2') --> sin(q1)*q1'^2", generator.read },
  { "generator:results(text: str) -> table",
    "What a Maple text assigns (name := expression or matrix), read as generator:read does; "
    .. "generator:maple writes such text.",
    arm .. "return g:results('E := q1p^2/2;').E --> q1'^2/2", generator.results },
  { "generator:determinant([place: str, rows: table]) -> expr",
    "The determinant of the Jacobian of a place, in factors. rows: which of the six, the "
    .. "first that are not zero where left out ({1, 2}: position in x, y).",
    arm .. "return g:determinant() --> L1*L2*sin(q2)", determinant.of },
  { "generator:singularities([place: str, rows: table]) -> table",
    "The factors of the determinant that depend on something: {factor, coordinate, roots}: "
    .. "the roots where it can be solved for a coordinate.",
    arm .. "local s = g:singularities(); return s[#s].factor --> sin(q2)",
    determinant.singularities },
  { "generator:inverse([place: str, rows: table, axes: str]) -> smat",
    "The inverse of these rows of the Jacobian: rates of the coordinates from the velocity; "
    .. "nil, message, 'ESINGULAR' where it is singular everywhere.",
    arm .. "return g:inverse(nil, nil, 'link2')[1] --> [1/(L1*s2)  0]", determinant.inverse },
  { "generator:text([part: paths|matrices|twists|energies|contacts]) -> str",
    "What there is to print, or one part of it.",
    arm .. "return g:text('paths'):match 'link2: [^\\n]*' --> link2: link1, link2",
    generator.text },
  { "generator:maple([path: path]) -> str|bool",
    "Matrices, twists, energies and contact forces in Maple text, which generator:results "
    .. "reads; its text, or written to path.",
    arm .. "return g:maple():match 'EP_link1 := [^*]*' --> EP_link1 := 4.905", generator.maple },
} do kit.define(kit.methods "generator", row) end

return generator
