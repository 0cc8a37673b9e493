-- joints.lua - what a run makes of its joints, as the living page wants it: dry friction and limits
-- as force elements, efforts, and the bounds that are told where they are passed
local li = require "liaison.core"
local data = require "liaison.show.page.data"
local kit = li._internal

local joints = {}

local function written(x) return type(x) == "number" and kit.number(x, 17) or tostring(x) end

local function is_text(x) return type(x) == "string" end

-- ---- elements ---------------------------------------------------------------

-- what the option limits of a run says: { stops, restitution, stiffness, damping }
local function ends_of(limits)
  local ends = { stops = limits ~= "ignore" }
  for key, x in pairs(type(limits) == "table" and limits or {}) do ends[key] = x end
  return ends
end

-- those of a run, with values for all names; dry: friction of joints sticks in it
function joints.elements(model, setup, dry)
  local ends = ends_of(setup.limits)
  ends.friction = dry
  return kit.elements.joints(model, ends)
end

-- dry friction of all joints that move with velocity v, as the engine adds it; nil where no name
-- stands in it
local function friction_text(dofs, v)
  local parts, open = {}, false
  for _, x in ipairs(dofs) do
    local friction = x.dof.friction
    if x.v == v and friction then
      open = open or is_text(friction) or is_text(x.scale)
      parts[#parts + 1] = ("abs(%s)*(%s)"):format(written(x.scale), written(friction))
    end
  end
  return open and table.concat(parts, " + ") or nil
end

-- the degree of freedom that a coordinate is
local function own_dof(dofs, name)
  for _, x in ipairs(dofs) do
    if x.dof.q == name then return x end
  end
end

-- the same elements with the names that stand in desc in the place of values
function joints.named(elements, desc, at)
  local dofs, list = data.dofs(desc, at), {}
  for i, e in ipairs(elements) do
    local copy = {}
    for key, x in pairs(e) do copy[key] = x end
    local own = own_dof(dofs, e.joint)
    for _, key in ipairs { "min", "max" } do
      if e[key] and own and is_text(own.dof[key]) then copy[key] = own.dof[key] end
    end
    if e.coulomb then copy.coulomb = friction_text(dofs, at[e.joint].v) or e.coulomb end
    list[i] = copy
  end
  return list
end

-- ---- efforts, bounds --------------------------------------------------------

-- the number of each velocity, with a text where names stand in desc: key of the degree of freedom,
-- as it is of the coordinate by form
local function most_of(numbers, desc, at, key, form)
  local list = {}
  for k = 1, #numbers do list[k] = numbers[k] end
  for _, x in ipairs(data.dofs(desc, at)) do
    local most = x.dof[key]
    if x.dof.q and most and (is_text(most) or is_text(x.scale)) then
      list[x.v + 1] = form:format(written(most), written(x.scale))
    end
  end
  return list
end

-- what motors can give along each coordinate, false for any; nil where all can give any
function joints.efforts(model, desc, at)
  local list, any = most_of(model:efforts(), desc, at, "effort", "(%s)*abs(%s)"), false
  for k, x in ipairs(list) do
    if x == math.huge then list[k] = false else any = true end
  end
  return any and list or nil
end

local FORCE = { ["rad/s"] = "N m", ["m/s"] = "N" }

local function opposite(x) return is_text(x) and ("-(%s)"):format(x) or -x end

-- { kind, at, name, unit, low, high } of what a run tells where it is passed: limits that are
-- ignored or soft, speeds, and where something pushes (tau) efforts. units: of q, then of v
function joints.bounds(model, desc, o)
  local list, nq, limits = {}, #model:coordinates(), o.setup.limits
  local soft = type(limits) == "table" and (limits.stiffness or 0) > 0
  local lower, upper = model:limits()
  local function add(kind, at, name, unit, low, high)
    list[#list + 1] = { kind = kind, at = at, name = name, unit = unit, low = low, high = high }
  end
  local speeds = most_of(model:speed_limits(), desc, o.at, "speed", "(%s)/abs(%s)")
  local efforts = o.tau and joints.efforts(model, desc, o.at) or {}
  for k, name in ipairs(model:speeds()) do
    local place, unit = o.at[name:gsub("'$", "")], o.units[nq + k]
    local lo, hi = lower[k], upper[k]
    if (soft or limits == "ignore") and place.q >= 0 and (lo > -math.huge or hi < math.huge) then
      add(soft and "soft" or "limit", place.q, model:coordinates()[place.q + 1],
        o.units[place.q + 1], lo, hi)
    end
    if speeds[k] ~= math.huge then
      add("speed", nq + k - 1, name, unit, opposite(speeds[k]), speeds[k])
    end
    if efforts[k] then
      add(o.setup.efforts == "ignore" and "push" or "effort", k - 1, name:gsub("'$", ""),
        FORCE[unit], opposite(efforts[k]), efforts[k])
    end
  end
  return list
end

return joints
