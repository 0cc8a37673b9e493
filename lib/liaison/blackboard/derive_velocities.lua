-- derive_velocities.lua - velocities and accelerations of an arm, body by body outwards: angular
-- velocities composed, velocities of origins carried on                  [course] F4.1, F6.2, F6.3
--
-- What gets long is told in letters: w3x is what the line before says of the component. Their
-- numbers go into the points, so that lines with letters are checked as all others.
local li = require "liaison.core"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local vector = require "liaison.blackboard.vector"
local vector_text = require "liaison.blackboard.vector_text"

local velocities = {}

velocities.words = {
  en = {
    title = "Velocities and accelerations, outwards", steps = "From origin to origin",
    angular = "Angular velocities", angular_text = "A body turns as the one before and by its own "
      .. "joint: `w20 = w21 + w10`.",
    linear = "Velocities of the origins", linear_text = "Two points of one body: "
      .. "`v_B = v_A + w x AB`; a joint that slides adds its rate.",
    turning = "Angular accelerations", turning_text = "The axis of a joint turns with the body "
      .. "before it, so that its derivative seen from frame 0 has a second term:",
    second = "Accelerations of the origins", second_text = "`a_B = a_A + wd x AB + w x (w x AB)`; "
      .. "a joint that slides adds its acceleration and Coriolis' `2 w x v`.",
  },
  fr = {
    title = "Vitesses et accélérations, de proche en proche", steps = "D'une origine à l'autre",
    angular = "Vitesses angulaires", angular_text = "Un corps tourne comme le précédent, et de sa "
      .. "propre liaison : `w20 = w21 + w10`.",
    linear = "Vitesses des origines", linear_text = "Deux points d'un même corps : "
      .. "`v_B = v_A + w x AB` ; une liaison qui glisse ajoute sa vitesse.",
    turning = "Accélérations angulaires", turning_text = "L'axe d'une liaison tourne avec le corps "
      .. "précédent : sa dérivée vue du repère 0 a un second terme :",
    second = "Accélérations des origines",
    second_text = "`a_B = a_A + wd x AB + w x (w x AB)` ; une liaison qui glisse ajoute son "
      .. "accélération et celle de Coriolis, `2 w x v`.",
  },
}

-- ---- letters for what gets long -----------------------------------------------------------------

local LONG, SHORT = 40, 2

local function cost(e)
  local ops = e:ops()
  return ops.mul + ops.add + ops.div + ops.fun
end

local function total(v)
  local n = 0
  for _, p in ipairs(v.parts) do
    for k = 1, 3 do n = n + cost(p[k]) end
  end
  return n
end

-- a component as a letter, its numbers in the points
local function as_letter(b, a, name, e)
  if a.taken[name] then return e end
  local symbol = li.expr(name, "new")
  for _, at in ipairs(b.points) do at[name] = e:eval(at) end
  b.letters = b.letters or {}
  table.insert(b.letters, symbol)
  return symbol
end

-- the vector as it is written: itself, or where it is long its components in frame i, those that
-- are long as letters told before
function velocities.shortened(b, a, v, i, name)
  if total(v) <= LONG then return v end
  local c = vector.components(v, a.frames[i].basis)
  local stem = name:gsub("[^%w]", ""):gsub("^wd", "alpha"):gsub("^w", "omega")
  for k, axis in ipairs(vector.axes) do
    local e, letter = c[k], stem .. axis
    if cost(e) > SHORT then c[k] = as_letter(b, a, letter, e) end
    if c[k] ~= e then b:line(letter, e) end
  end
  return vector.of(a.frames[i].basis, c[1], c[2], c[3])
end

-- name = how = vector, as it is gone on with; how: nil where it says nothing more
function velocities.line(b, a, i, name, how, v, road)
  v = velocities.shortened(b, a, v, i, name)
  if how == vector_text.text(v, "plain") or #v.parts == 0 then how = nil end
  b:line(name, how and { how, v } or v, { road = road })
  return v
end

-- ---- the rules ----------------------------------------------------------------------------------

-- the body whose turning carries the step to origin i, nil where two share it
local function carrier(a, i)
  local f = a.frames[i]
  if a.table then return a.letters.table == "modified" and i - 1 or i end
  if #(f.step - f.lever).parts == 0 then return i end
  return #f.lever.parts == 0 and i - 1 or nil
end

-- parts of the step with the body that carries each: {vector, body}
local function carried(a, i)
  local f, c = a.frames[i], carrier(a, i)
  if c then return { { f.step, c } } end
  return { { f.step - f.lever, i - 1 }, { f.lever, i } }
end

local function dotted(f, n) return ("%s%s"):format(tostring(f.q), ("'"):rep(n)) end

-- " + th1' z0" as a text
local function rate_text(f, n)
  local axis = vector_text.text(f.axis, "plain")
  if axis:sub(1, 1) == "-" then axis = "(" .. axis .. ")" end
  return dotted(f, n) .. " " .. axis
end

-- what a sum is told as: the terms that are not nothing
local function sum_text(terms)
  local out = {}
  for _, x in ipairs(terms) do if x then out[#out + 1] = x end end
  return #out > 1 and table.concat(out, " + ") or out[1]
end

local function is_nothing(v) return #v.parts == 0 end

-- ---- angular ------------------------------------------------------------------------------------

local function omega(b, a, s, i)
  local f = a.frames[i]
  local name = arm_board.name(b, a, "omega", i)
  local w, how = s.w[i - 1], { i > 1 and s.names.w[i - 1] }
  if not f.slide then
    w = w + vector.scaled(f.axis, f.q:d())
    how[#how + 1] = rate_text(f, 1)
  end
  s.w[i] = velocities.line(b, a, i, name, sum_text(how), w,
    function(at) return select(2, engine.velocity(a, i, at)) end)
  s.names.w[i] = name
end

local function alpha(b, a, s, i)
  local f = a.frames[i]
  local name = arm_board.name(b, a, "alpha", i)
  local x, how = s.wd[i - 1], { i > 1 and s.names.wd[i - 1] }
  if not f.slide then
    local turn = vector.scaled(f.axis, f.q:d())
    x = x + vector.scaled(f.axis, f.q:d():d()) + s.w[i - 1]:cross(turn)
    how[#how + 1] = rate_text(f, 2)
    if not is_nothing(s.w[i - 1]) then
      how[#how + 1] = s.names.w[i - 1] .. " x " .. rate_text(f, 1)
    end
  end
  s.wd[i] = velocities.line(b, a, i, name, sum_text(how), x,
    function(at) return select(2, engine.acceleration(a, i, at)) end)
  s.names.wd[i] = name
end

-- ---- origins ------------------------------------------------------------------------------------

local function step_name(b, a, i)
  return arm_board.between(b, a, { "origin", i - 1 }, { "origin", i })
end

local function velocity(b, a, s, i)
  local f, c = a.frames[i], carrier(a, i)
  local name = arm_board.name(b, a, "velocity", i)
  local v, how = s.v[i - 1], { i > 1 and s.names.v[i - 1] }
  for _, x in ipairs(carried(a, i)) do v = v + s.w[x[2]]:cross(x[1]) end
  if c and c > 0 and not is_nothing(f.step) then
    how[#how + 1] = s.names.w[c] .. " x " .. step_name(b, a, i)
  end
  if f.slide then
    v = v + vector.scaled(f.axis, f.q:d())
    how[#how + 1] = rate_text(f, 1)
  end
  s.v[i] = velocities.line(b, a, i, name, c and sum_text(how), v,
    function(at) return (engine.velocity(a, i, at)) end)
  s.names.v[i] = name
end

-- w' x r + w x (w x r): how a point at r of the body is carried along
function velocities.carried_along(s, body, r)
  return s.wd[body]:cross(r) + s.w[body]:cross(s.w[body]:cross(r))
end

function velocities.carried_text(s, body, r)
  return ("%s x %s + %s x (%s x %s)"):format(s.names.wd[body], r, s.names.w[body],
    s.names.w[body], r)
end

local function acceleration(b, a, s, i)
  local f, c = a.frames[i], carrier(a, i)
  local name = arm_board.name(b, a, "acceleration", i)
  local x, how = s.a[i - 1], { i > 1 and s.names.a[i - 1] }
  for _, part in ipairs(carried(a, i)) do
    x = x + velocities.carried_along(s, part[2], part[1])
  end
  if c and c > 0 and not is_nothing(f.step) then
    how[#how + 1] = velocities.carried_text(s, c, step_name(b, a, i))
  end
  if f.slide then
    local slide = vector.scaled(f.axis, f.q:d())
    x = x + vector.scaled(f.axis, f.q:d():d()) + vector.scaled(s.w[i - 1]:cross(slide), 2)
    how[#how + 1] = rate_text(f, 2)
    if i > 1 then how[#how + 1] = "2 " .. s.names.w[i - 1] .. " x " .. rate_text(f, 1) end
  end
  s.a[i] = velocities.line(b, a, i, name, c and sum_text(how), x,
    function(at) return (engine.acceleration(a, i, at)) end)
  s.names.a[i] = name
end

-- ---- all of it ----------------------------------------------------------------------------------

-- what is known of frame 0: it stands still
function velocities.start()
  local zero = vector.zero()
  return { w = { [0] = zero }, wd = { [0] = zero }, v = { [0] = zero },
    a = { [0] = zero }, names = { w = {}, wd = {}, v = {}, a = {} } }
end

velocities.omega, velocities.alpha, velocities.acceleration = omega, alpha, acceleration

local function steps(b, a, w)
  b:section(w.steps)
  for i = 1, a.n do
    if not is_nothing(a.frames[i].step) then
      b:line(step_name(b, a, i), a.frames[i].step,
        { road = function(at) return engine.between(a, i - 1, i, at) end })
    end
  end
end
velocities.steps = steps

function velocities.make(model, o)
  local b, a, w = arm_board.of(model, velocities, "velocities", o)
  if not b then return nil, a end
  local s = velocities.start()
  steps(b, a, w)
  for _, part in ipairs { { "angular", omega }, { "linear", velocity }, { "turning", alpha },
    { "second", acceleration } } do
    b:section(w[part[1]])
    b:say(w[part[1] .. "_text"])
    for i = 1, a.n do part[2](b, a, s, i) end
  end
  return arm_board.finish(b, a)
end

return velocities
