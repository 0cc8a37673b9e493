-- recipe.lua - words a recipe computes with: what they do, and what a mistake does instead
--
-- An exercise says how its answer is found with these words: how.angle(d.th) are the degrees of
-- its data in radians, how.atan2(y, x) an angle, how.gravity(g) the weight's g. A mistake puts
-- another function in the place of a word (mistakes/*.lua), and the recipe then gives the answer
-- of somebody who made it.
local li = require "liaison.core"

local recipe = {}

local function same(x) return x end

-- word -> what it does; those that only mark a place give back what they get
recipe.words = {
  angle = function(x) return x * li.deg end, -- degrees of the data, in radians
  atan2 = math.atan2 or math.atan,
  cos = function(x) return type(x) == "number" and math.cos(x) or li.cos(x) end,
  sin = function(x) return type(x) == "number" and math.sin(x) or li.sin(x) end,
  half = function(x) return x / 2 end,
  root = math.sqrt, -- sqrt
  at_most = function(a, b) return a <= b end,
  -- rotations in the order they are told, about fixed or about moving axes
  fixed = function(list) return recipe.product(list, true) end,
  moving = function(list) return recipe.product(list, false) end,
  passage = same, -- jRk, which takes components in k to components in j
  frame = same, -- X_AB, the same for places
  -- one row of a DH table as a frame, in the course's convention
  dh = function(a, alpha, d, theta) return li.dh.standard(a, alpha, d, theta) end,
  gravity = same, -- g
  weight = same, -- the force of a weight
  action = same, -- a force exerted on the body in question
  rates = same, -- joint velocities where forces come from them
  squares = same, -- what is quadratic in velocities, in an acceleration
  coriolis = same, -- 2 w x v
  steiner = same, -- m d^2
  joint_axis = same, -- an axis of unit length from a direction
  lever = same, -- from the axis of the joint to the point
  absolute = function(parent, relative) return parent + relative end, -- th1 + th2
  pins = function(bars) return bars - 1 end, -- joints of a pin with so many bars
  bodies = same, -- number of bodies, frame counted
  plane = function() return 3 end, -- freedoms of a body in the plane
  space = function() return 6 end,
  longest = math.max, -- of durations
  peak = same, -- the largest value of a derivative of a law
  branch = same, -- an assembly
  inverse = function(x) return x ^ -1 end,
  jacobian_force = function(J, f) return J:transpose() * f end, -- J^T f
  elastic = function(a, b) return a - b end, -- a length less its free length
}

function recipe.product(list, fixed)
  local X
  for _, R in ipairs(list) do
    if not X then X = R
    elseif fixed then X = R * X
    else X = X * R end
  end
  return X
end

-- the words, with own ones of an exercise, some of them replaced; used[word] is true once a recipe
-- has said it
function recipe.how(instead, own)
  local used = {}
  local mt = { __index = function(_, word)
    local f = (instead or {})[word] or (own or {})[word] or recipe.words[word]
    if not f then error(("a recipe has no word '%s'"):format(tostring(word)), 2) end
    used[word] = true
    return f
  end }
  return setmetatable({}, mt), used
end

return recipe
