-- catalog.lua - li.exercises: the exercises that come with liaison, a file for each part of the
-- course
local li = require "liaison.core"
local check = require "liaison.base.check"
local exercise = require "liaison.course.exercise"
local kit = li._internal

local catalog = {}

catalog.files = { "mobility", "linkages", "rotations", "frames", "arms", "velocities", "redundancy",
  "laws", "two_bars", "dynamics", "vehicles", "control", "identification" }

local order, made, specs = {}, {}, {}

-- descriptions by name, read when one is first asked for
local function all()
  if #order > 0 then return specs end
  for _, file in ipairs(catalog.files) do
    for _, spec in ipairs(require("liaison.course.exercises.tasks_" .. file)) do
      order[#order + 1], specs[spec.name] = spec.name, spec
    end
  end
  return specs
end

function catalog.names(chapter)
  local out = {}
  all()
  for _, name in ipairs(order) do
    if not chapter or specs[name].chapter == chapter then out[#out + 1] = name end
  end
  return out
end

function catalog.get(name)
  if made[name] then return made[name] end
  local spec = all()[name]
  if not spec then
    local near = kit.nearest(name, specs)
    check.fail(nil, "no exercise is named '%s'%s: li.exercises.names() lists them", name,
      near and (" (did you mean '%s'?)"):format(near) or "")
  end
  made[name] = exercise.new(spec)
  return made[name]
end

check.define(li, {
  { "exercises.names([chapter: int]) -> table",
    "The names of the exercises that come with liaison, of a chapter of the course or of all.",
    "return li.exercises.names(1)[1] --> mobility_plane", catalog.names },
  { "exercises.get(name: str) -> exercise", "An exercise that comes with liaison.",
    "return li.exercises.get('mobility_plane').title.fr --> Mobilité d'un mécanisme plan",
    catalog.get },
})

return catalog
