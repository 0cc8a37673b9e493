-- stance.lua - model:stance: feet held where they are, as constraints of a new model
local li = require "liaison.core"
local check = require "liaison.base.check"
local place = require "liaison.tasks.place"
local posture = require("liaison.tasks.posture")
local kit = li._internal

local options_fields = { flat = { "bool", default = true },
  prefix = { "str", default = "stance " } }

local function held(model, q, foot, o, path)
  local given = type(foot) == "string" and { body = foot } or foot
  local f = check.fields(given, path, { body = "str", point = "vec3?", flat = "bool?" })
  place.body(model, f.body, path .. ".body")
  local flat = o.flat
  if f.flat ~= nil then flat = f.flat end
  local X = model:fk(q, f.body)
  local p = f.point and X:point(f.point) or X.p
  local c = { kind = flat and "weld" or "point", name = o.prefix .. f.body, from = f.body,
    to = "world", to_at = { p[1], p[2], p[3] } }
  if f.point then c.from_at = { f.point[1], f.point[2], f.point[3] } end
  if flat then c.to_rpy = { X.R:rpy() } end
  return c
end

local function stance(model, q, feet, options)
  local o = check.fields(options or {}, "options", options_fields)
  q = posture.configuration(model, q, "q")
  local list = {}
  if type(feet) == "string" then feet = check.words(feet, "feet", '"left right"') end
  check.list(feet, "feet", "str|table", 1)
  for k, foot in ipairs(feet) do list[k] = held(model, q, foot, o, ("feet[%d]"):format(k)) end
  for k, c in ipairs(list) do
    if c.to_rpy then c.to_rpy = { c.to_rpy[1], c.to_rpy[2], c.to_rpy[3] } end
    for i = 1, k - 1 do
      if list[i].name == c.name then c.name = ("%s %d"):format(c.name, k) end
    end
  end
  return model:extend { constraints = list }
end

check.define(kit.methods "model", {
  { "model:stance(q: nums|table, feet: any [, options: table]) -> model",
    "A new model whose feet are held where they stand at q: \"left right\", or {\"left\", {body =, "
      .. "point =, flat = false}}: welds, or with flat = false points that turn freely "
      .. "(constraints 'stance left' ..; li.simulate, model:constrained, model:ik_tasks and "
      .. "model:task_rates hold them).",
    "local m = li.robots.quadruped() return #m:stance(m:neutral(), 'fr_foot hl_foot', {flat = "
      .. "false}):constraint_names() --> 2", stance },
})

return { stance = stance }
