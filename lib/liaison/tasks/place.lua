-- place.lua - a point of a body as tasks see it: where it is, how it is turned, its Jacobian, in
-- the axes of the world or as seen from another body
--
--   p_A = R_A'(p - o_A),  d/dt p_A = R_A' (u_B - u_A at the same point)           [course F4.3]
local li = require "liaison.core"
local check = require "liaison.base.check"

local place = {}

local ORIGIN = li.frame(li.rot.z(0), { 0, 0, 0 })

place.fields = { body = "str?", point = "vec3?", relative_to = "str?" }

-- place.fields and more
function place.with(more)
  local out = {}
  for key, x in pairs(place.fields) do out[key] = x end
  for key, x in pairs(more) do out[key] = x end
  return out
end

-- the name of a body or frame the model has; what is left out is its tip
function place.body(model, name, path)
  name = name or model:tip()
  if name == "world" then return name end
  local ok = check.try(model.fk, model, model:neutral(), name)
  if not ok then
    local names = { world = true }
    for _, list in ipairs { model:description().bodies, model:description().frames or {} } do
      for _, x in ipairs(list) do names[x.name] = true end
    end
    check.fail(path, "no body or frame '%s'%s", name, check.hint(name, names))
  end
  return name
end

-- what a place of fields is: body, point, relative_to (nil: the world)
function place.read(model, o, path)
  local seen_from = o.relative_to and place.body(model, o.relative_to, path .. ".relative_to")
  return { body = place.body(model, o.body, path .. ".body"), point = o.point,
    relative_to = seen_from ~= "world" and seen_from or nil }
end

local function pose(model, q, name)
  if name == "world" then return ORIGIN end
  return model:fk(q, name)
end

-- p, R, J (6 x nv) of the place in the axes of what it is seen from, and X of that (nil: the world)
function place.at(model, q, t)
  local X = pose(model, q, t.body)
  local p = t.point and X:point(t.point) or X.p
  if not t.relative_to then return p, X.R, model:jacobian(q, t.body, t.point) end
  local A = model:fk(q, t.relative_to)
  local there = A:point_back(p)
  return there, A.R ^ -1 * X.R, model:jacobian(q, t.body, t.point, t.relative_to)
    - model:jacobian(q, t.relative_to, there, t.relative_to), A
end

function place.upper(J) return J:block(1, 1, 3, select(2, J:size())) end
function place.lower(J) return J:block(4, 1, 3, select(2, J:size())) end

-- v~, the matrix of the cross product
function place.skew(v)
  return li.mat { { 0, -v[3], v[2] }, { v[3], 0, -v[1] }, { -v[2], v[1], 0 } }
end

-- rows on each other
function place.stack(A, B)
  local m, n = A:size()
  local k = B:size()
  local out = li.zeros(m + k, n)
  for j = 1, n do
    for i = 1, m do out[i][j] = A[i][j] end
    for i = 1, k do out[m + i][j] = B[i][j] end
  end
  return out
end

function place.told(t)
  return t.body .. (t.relative_to and " as seen from " .. t.relative_to or "")
end

return place
