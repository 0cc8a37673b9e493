-- everything.lua - li.tasks: which tasks there are, what they want at a state; and what takes them
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local kinds = require "liaison.tasks.kinds"
local read = require "liaison.tasks.read"

require "liaison.tasks.ik_tasks"
require "liaison.tasks.task_rates"

local function tasks_told()
  local out = {}
  for k, row in ipairs(kinds.rows) do
    local names = {}
    for name in pairs(row.fields) do names[#names + 1] = name end
    kit.sort(names)
    out[k] = { name = row.name, text = row.text, axes = row.axes or {}, fields = names }
  end
  return out
end

local function task_error(model, q, task)
  local t = read.list(model, { task }, "task")[1]
  local e, J, most = t.at(li.vec(q))
  if not most then return e, J end
  local out = li.zeros(#e)
  for k = 1, #e do out[k] = math.max(e[k], 0) + math.min(most[k], 0) end
  return out, J
end

check.define(li, {
  { "tasks() -> table",
    "The kinds of tasks of model:ik_tasks and model:task_rates: name, text, fields, axes.",
    "li.tasks()[2].name --> position", tasks_told },
})
check.define(kit.methods "model", {
  { "model:task_error(q: nums|table, task: table) -> e: vec, J: mat",
    "What a task of model:ik_tasks misses at q, and its Jacobian: e' = -J v (of bounds: by how "
      .. "much they are passed).",
    "(li.planar{1, 1}:task_error({0, 0}, {'distance', to = 'link1', goal = 0.5})) --> [-1.5]",
    function(model, q, task) return task_error(model, li.vec(q), task) end },
})

return {}
