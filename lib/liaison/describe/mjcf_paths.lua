-- mjcf_paths.lua - lengths that are no sums of coordinates: tendons through sites and around
-- spheres and cylinders, slider-cranks
--
-- [MuJoCo] computation, actuation model and XML reference, spatial. A length is an expression of
-- the coordinates between its ends; its slopes are the arms a force along it has. It goes straight
-- from site to site, or around a sphere or a cylinder of radius r the shortest way (the way of the
-- side site, if there is one): with ends at distances a and b from the centre, an angle theta
-- apart, it is sqrt(a^2 - r^2) + r (theta - acos(r/a) - acos(r/b)) + sqrt(b^2 - r^2) long where
-- that arc is positive, and straight where it is not.
local li = require "liaison.core"
local check = require "liaison.base.check"
local names = require "liaison.describe.mjcf_names"
local tree = require "liaison.describe.mjcf_tree"
local kit = li._internal

local paths = {}
local fail = tree.fail

local MOST_LETTERS = 1000000 -- of all arms of a file: more runs for minutes

-- ---- where sites and geoms are, of each other ----

-- names here of what paths go through
local function site_named(c, e, key, name)
  local p = c.places["site " .. name]
  if not p then fail(e, "<%s> %s: no site '%s'", e.name, key, name) end
  return p.frame
end

-- geoms that are wrapped around become frames
local function geom_named(c, e, name)
  local found = c.wraps[name]
  if found then return found end
  local bodies = { c.world }
  for _, b in ipairs(c.bodies) do bodies[#bodies + 1] = b end
  for _, body in ipairs(bodies) do
    for _, g in ipairs(body.geoms) do
      if g.name == name then
        found = { frame = names.free(c, name .. ".wrap"), g = g }
        c.wraps[name] = found
        c.d.frames[#c.d.frames + 1] = { name = found.frame, body = body.name, frame = g.X,
          where = tree.where(g.e) }
        c.generator = nil
        return found
      end
    end
  end
  fail(e, "<geom> geom: no geom '%s'", name)
end

local function generator(c)
  if not c.generator then
    c.generator = li.robot { bodies = c.d.bodies, frames = c.d.frames,
      gravity = { 0, 0, 0 } }:generator()
  end
  return c.generator
end

-- where `what` is, told in the frame `from`: three texts
local function told_in(c, from, what)
  local p = generator(c):position(what, { 0, 0, 0 }, from)
  return { "(" .. p[1]:text() .. ")", "(" .. p[2]:text() .. ")", "(" .. p[3]:text() .. ")" }
end

-- ---- lengths as texts ----

local function n(x) return "(" .. kit.number(x) .. ")" end

local function norm(p) return ("sqrt(%s^2 + %s^2 + %s^2)"):format(p[1], p[2], p[3]) end

local function straight(c, a, b) return norm(told_in(c, a, b)) end

-- %name% in a text by the values given
local function filled(form, values)
  return (form:gsub("%%(%w+)%%", function(key) return "(" .. values[key] .. ")" end))
end

-- in the plane: ends (ax, ay) and (bx, by), the circle about the origin; the length along z is
-- added to the whole. Without a side the arc is the shorter one
local SHORTER = "piecewise(%ra% <= %r%, %line%, %rb% <= %r%, %line%, %arc% <= 0, %line%, "
  .. "sqrt((sqrt(max(0, %ra%^2 - %r%^2)) + %r%*%arc% + sqrt(max(0, %rb%^2 - %r%^2)))^2 + %dz%^2))"

local function around(v)
  v.ra, v.rb = filled("sqrt(%ax%^2 + %ay%^2)", v), filled("sqrt(%bx%^2 + %by%^2)", v)
  v.cross = filled("%ax%*%by% - %ay%*%bx%", v)
  v.dot = filled("%ax%*%bx% + %ay%*%by%", v)
  v.alpha = filled("acos(min(1, %r%/%ra%))", v)
  v.beta = filled("acos(min(1, %r%/%rb%))", v)
  v.arc = filled("atan2(abs(%cross%), %dot%) - %alpha% - %beta%", v)
  return filled(SHORTER, v)
end

-- Around the side of (sx, sy): both arcs, the point between their tangents, which of them is nearer
-- to the side
local SIDED = "piecewise(%ra% <= %r%, %line%, %rb% <= %r%, %line%, "
  .. "%near% > %r%^2, piecewise(%nearside% >= 0, %line%, %bent%), %bent%)"

local function around_side(v)
  v.ra, v.rb = filled("sqrt(%ax%^2 + %ay%^2)", v), filled("sqrt(%bx%^2 + %by%^2)", v)
  v.alpha = filled("acos(min(1, %r%/%ra%))", v)
  v.beta = filled("acos(min(1, %r%/%rb%))", v)
  v.turn = filled("atan2(%ax%*%by% - %ay%*%bx%, %ax%*%bx% + %ay%*%by%)", v)
  v.left = filled("piecewise(%turn% < 0, %turn% + 2*pi, %turn%)", v)
  v.ends = filled("sqrt(max(0, %ra%^2 - %r%^2)) + sqrt(max(0, %rb%^2 - %r%^2))", v)
  -- where the straight line is nearest to the centre
  v.dd = filled("(%bx% - %ax%)^2 + (%by% - %ay%)^2", v)
  v.at = filled("max(0, min(1, -((%bx% - %ax%)*%ax% + (%by% - %ay%)*%ay%)/%dd%))", v)
  v.nx = filled("%ax% + %at%*(%bx% - %ax%)", v)
  v.ny = filled("%ay% + %at%*(%by% - %ay%)", v)
  v.near, v.nearside = filled("%nx%^2 + %ny%^2", v), filled("%nx%*%sx% + %ny%*%sy%", v)
  for _, way in ipairs { { "l", 1, "%left%" }, { "r", -1, "2*pi - %left%" } } do
    local k = way[1]
    v.sign = n(way[2])
    -- directions of the tangent points
    v.ta = filled("atan2(%ay%, %ax%) + %sign%*%alpha%", v)
    v.tb = filled("atan2(%by%, %bx%) - %sign%*%beta%", v)
    v.mx, v.my = filled("cos(%ta%) + cos(%tb%)", v), filled("sin(%ta%) + sin(%tb%)", v)
    v["arc" .. k] = filled(way[3] .. " - %alpha% - %beta%", v)
    v["good" .. k] = filled("piecewise(%arc" .. k .. "% < 0, -10000, (%mx%*%sx% + %my%*%sy%)"
      .. "/sqrt(%mx%^2 + %my%^2))", v)
    v["long" .. k] = filled("piecewise(%arc" .. k .. "% < 0, %line%, sqrt((%ends% + %r%*%arc" .. k
      .. "%)^2 + %dz%^2))", v)
  end
  v.bent = filled("piecewise(%goodr% > %goodl%, %longr%, %longl%)", v)
  return filled(SIDED, v)
end

local function cross(a, b)
  return { ("(%s*%s - %s*%s)"):format(a[2], b[3], a[3], b[2]),
    ("(%s*%s - %s*%s)"):format(a[3], b[1], a[1], b[3]),
    ("(%s*%s - %s*%s)"):format(a[1], b[2], a[2], b[1]) }
end

local function dot(a, b)
  return ("(%s*%s + %s*%s + %s*%s)"):format(a[1], b[1], a[2], b[2], a[3], b[3])
end

-- the plane of both ends and the centre of a sphere, x through the first end
local function plane_of_sphere(a, b, s)
  local la, w = norm(a), norm(cross(a, b))
  local v = { ax = la, ay = "0", bx = ("%s/%s"):format(dot(a, b), la), by = ("%s/%s"):format(w, la),
    dz = "0" }
  if s then
    v.sx = ("%s/%s"):format(dot(s, a), la)
    -- y is along (a x b) x a
    v.sy = ("%s/(%s*%s)"):format(dot(s, cross(cross(a, b), a)), w, la)
  end
  return v
end

local function wrapped(c, e, A, B)
  local map = tree.own(e)
  local wrap = geom_named(c, e, map.geom or fail(e, "<geom> without geom"))
  local kind, r = wrap.g.kind, wrap.g.size[1]
  if kind ~= "sphere" and kind ~= "cylinder" then
    fail(e, "<geom>: a tendon goes around spheres and cylinders, not around a %s", kind)
  end
  local a, b = told_in(c, wrap.frame, A), told_in(c, wrap.frame, B)
  local s
  if map.sidesite then
    local side = site_named(c, e, "sidesite", map.sidesite)
    local at = generator(c):position(side, { 0, 0, 0 }, wrap.frame)
    s = {}
    for k = 1, 3 do
      s[k] = tonumber(at[k]:text())
      if not s[k] then return nil, "its side site moves away from what it goes around" end
    end
    local from = kind == "cylinder" and s[1]^2 + s[2]^2 or s[1]^2 + s[2]^2 + s[3]^2
    if from < r^2 then return nil, "it goes around inside of a geom" end
    for k = 1, 3 do s[k] = n(s[k]) end
  end
  local v
  if kind == "sphere" then v = plane_of_sphere(a, b, s)
  else
    v = { ax = a[1], ay = a[2], bx = b[1], by = b[2], dz = ("%s - %s"):format(b[3], a[3]),
      sx = s and s[1], sy = s and s[2] }
  end
  v.r, v.line = n(r), straight(c, A, B)
  return s and around_side(v) or around(v)
end

-- ---- a length with its arms ----

local Path = {}
Path.__index = Path

-- a length by a gear
function Path:times(k)
  local new = { path = true, length = ("(%s)*(%s)"):format(kit.number(k), self.length),
    rate = ("(%s)*(%s)"):format(kit.number(k), self.rate), arms = {}, at = self.at, gear = k }
  for i, arm in ipairs(self.arms) do
    new.arms[i] = { arm[1], ("(%s)*(%s)"):format(kit.number(k), arm[2]) }
  end
  return setmetatable(new, Path)
end

-- a path of a length told as text; nil and why not
local function path_of(c, text)
  local ok, L = check.try(li.expr, text, "new")
  if not ok then return nil, "its length is no expression here" end
  local path = { path = true, length = text, arms = {}, slopes = {} }
  local rates = {}
  for _, symbol in ipairs(L:symbols()) do
    local q = tostring(symbol)
    if not c.single[q] then return nil, "it goes over a ball or free joint" end
    local slope = L:diff(q)
    local arm = slope:text()
    c.letters = c.letters + #arm
    if c.letters > MOST_LETTERS then
      return nil, "the arms of paths are expressions of great length here, and there are many"
    end
    if arm ~= "0" then
      path.arms[#path.arms + 1] = { q, arm }
      path.slopes[#path.slopes + 1] = { q, slope }
      rates[#rates + 1] = ("(%s)*%s'"):format(arm, q)
    end
  end
  path.rate = #rates > 0 and table.concat(rates, " + ") or "0"
  path.at, path.expr = function(q) return L:eval(q) end, L
  return setmetatable(path, Path)
end

-- numbers of its arms where coordinates are q
function Path:arms_at(q)
  local out = {}
  for i, arm in ipairs(self.arms) do
    out[arm[1]] = li.expr(self.arms[i][2], "new"):eval(q)
  end
  return out
end

-- ---- what has such a length ----

-- a tendon through sites, around geoms, over pulleys: its path; nil and why not
function paths.tendon(c, e)
  local pieces, before, geom, divisor = {}, nil, nil, 1
  for _, kid in ipairs(e.kids) do
    local map = tree.own(kid)
    if kid.name == "pulley" then
      divisor = tree.number(kid, "divisor", map.divisor or fail(kid, "<pulley> without divisor"))
      if divisor <= 0 then
        fail(kid, "<pulley> divisor: expected a number above 0, got %g", divisor)
      end
      before, geom = nil, nil
    elseif kid.name == "geom" then
      if not before then fail(kid, "<geom>: a site stands before what a tendon goes around") end
      geom = kid
    elseif kid.name == "site" then
      local at = site_named(c, kid, "site", map.site or fail(kid, "<site> without site"))
      if before then
        local text, why
        if geom then text, why = wrapped(c, geom, before, at)
        else text = straight(c, before, at) end
        if not text then return nil, why end
        pieces[#pieces + 1] = divisor == 1 and text or ("(%s)/%s"):format(text, n(divisor))
      end
      before, geom = at, nil
    else
      fail(kid, "<%s> in <spatial>: expected site, geom or pulley", kid.name)
    end
  end
  if geom then fail(geom, "<geom>: a site stands behind what a tendon goes around") end
  if #pieces == 0 then fail(e, "<spatial>: expected two sites") end
  return path_of(c, table.concat(pieces, " + "))
end

-- a rod of a length from the slider's axis (z of its site) to the crank: how far the slider is
-- along it; no further than the rod reaches
function paths.crank(c, e, map)
  local crank = site_named(c, e, "cranksite", map.cranksite
    or fail(e, "<%s> without cranksite", e.name))
  local slider = site_named(c, e, "slidersite", map.slidersite
    or fail(e, "<%s> without slidersite", e.name))
  local rod = tree.number(e, "cranklength", map.cranklength
    or fail(e, "<%s> without cranklength", e.name))
  if rod <= 0 then fail(e, "<%s> cranklength: expected a number above 0, got %g", e.name, rod) end
  local p = told_in(c, slider, crank)
  return path_of(c, ("%s - sqrt(max(0, %s^2 - %s^2 - %s^2))"):format(p[3], n(rod), p[1], p[2]))
end

-- before tendons are read: which coordinates are single ones
function paths.begin(c, d)
  c.d, c.wraps, c.single, c.generator, c.letters = d, {}, {}, nil, 0
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      if j.q then c.single[j.q] = j end
    end
  end
end

-- the coordinates where a function of joints has its value
function paths.where(c, value)
  local q = {}
  for name, j in pairs(c.single) do q[name] = value(j) end
  return q
end

return paths
