-- shipped.lua - li.mechanisms: mechanisms with loops of the documents, with their reference numbers
local li = require "liaison.core"
local check = require "liaison.base.check"
local loops = require "liaison.catalog.mechanisms.loops"
local kit = li._internal

local names = {}
for name in pairs(loops) do names[#names + 1] = name end
kit.sort(names)

local function values(name, options)
  local o, f, t = check.fields(options or {}, "values", { state = "bool?" }), loops[name], {}
  if not f then
    local near = kit.nearest(name, names)
    check.fail(nil, "no mechanism is named '%s'%s: %s", name,
      near and (" (did you mean '" .. near .. "'?)") or "", table.concat(names, ", "))
  end
  for key, x in pairs(f.values) do t[key] = x end
  for key, x in pairs(o.state and f.state or {}) do t[key] = x end
  return t
end

for _, name in ipairs(names) do
  local f = loops[name]
  kit.define(li, { ("mechanisms.%s() -> mechanism"):format(name), f.text,
    ("return #li.mechanisms.%s().bodies --> %d"):format(name, #f.spec.bodies), function()
    local spec = check.copy(f.spec)
    spec.name = name
    return li.mechanism(spec)
  end })
end

kit.define(li, {
  "mechanisms.values(name: str [, options: table]) -> table",
  "The reference numbers of a mechanism of li.mechanisms: its parameters, with state = true "
  .. "also a configuration near which its loops close, and the rate of its input.",
  "return li.mechanisms.values('one_loop').L2 --> 0.9", values,
})
