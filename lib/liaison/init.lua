-- init.lua - require "liaison": the C half and the Lua half in one table
local li = require "liaison.core"

-- where our own files are, so that errors name the user's line and not ours
local kit = li.kit
if debug and debug.getinfo then
  local home = debug.getinfo(1, "S").source:match("^(.*[/\\])init%.lua$")
  if home then kit.home(home) end
end

li.pi = math.pi
li.deg = math.pi / 180 -- 30*li.deg is 30 degrees in radians
li.rad = 1

-- Lua modules that load when first asked for: li.check is require "liaison.check"
local lazy = { }

return setmetatable(li, {
  __index = function(_, key)
    local where = lazy[key]
    if where then
      local m = require("liaison." .. (where == true and key or where))
      local value = where == true and m or m[key]
      rawset(li, key, value)
      return value
    end
    local near = type(key) == "string" and (kit.nearest(key, li) or kit.nearest(key, lazy))
    kit.raise(("liaison has no function '%s'%s"):format(tostring(key), near and (" (did you mean '" .. near .. "'?)") or ""))
  end,
})
