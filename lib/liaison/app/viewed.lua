-- viewed.lua - what `liaison view` and `liaison serve` show: a model or a run, from a file, a
-- script, or by the name of a robot that is shipped; and the browser that shows it
local language = require "liaison.language.language"

local viewed = {}

local function exists(path)
  local f = io.open(path, "rb")
  if f then f:close() end
  return f ~= nil
end

-- what a script returns: a model or a run
function viewed.from_script(li, name)
  local chunk, why = loadfile(name)
  if not chunk then return nil, why end
  local ok, made = pcall(chunk, name)
  if not ok then
    return nil, tostring(made):find "^[^:]+:%d+:" and made
      or ("%s: %s"):format(name, tostring(made))
  end
  local class = li._internal.class(made)
  if class == "model" or class == "run" then return made end
  if type(made) == "table" then return li.robot(made) end
  return nil,
    ("%s: expected that it returns a model, a run or a table li.robot reads, got %s"):format(name,
    class or type(made))
end

-- readers that look outside of the folder of a file only where they are told to
local OUTSIDE = { xml = "mjcf", mjcf = "mjcf", sdf = "sdf", world = "sdf" }

local function from_file(li, name, outside)
  local reader = outside and li[OUTSIDE[name:match "%.(%w+)$" or ""] or ""]
  local ok, model, why, code
  if reader then ok, model, why, code = pcall(reader, name, { outside = true })
  else ok, model, why, code = pcall(li.load, name) end
  if ok then return model, why, code end
  local program = language.english(tostring(model)):match "^(.- makes this a program)"
  return nil, program and ("%s: it is only run where you say so, with: liaison view --run %s")
    :format(program, name) or model
end

-- a robot or vehicle that comes with liaison
local function shipped(li, name)
  local ok, robot = pcall(function() return li.robots[name] end)
  if ok and robot then return robot() end
  local names = {}
  for _, vehicle in ipairs(li.vehicles.names "all") do
    if vehicle == name then return li.vehicles[name] { data = "ref" } end
    names[vehicle] = true
  end
  for _, robot_name in ipairs(li.robots.names()) do names[robot_name] = true end
  local near = li._internal.nearest(name, names)
  return nil, ("there is no file '%s', and no shipped robot or vehicle of that name%s"):format(name,
    near and (" (did you mean '%s'?)"):format(near) or "")
end

-- what o tells of: { name, run = it is a script to be run, outside = files outside of its folder
-- may be read }; raises where there is none
function viewed.read(li, o)
  local made, why
  if o.run then made, why = viewed.from_script(li, o.name)
  elseif exists(o.name) then made, why = from_file(li, o.name, o.outside)
  else made, why = shipped(li, o.name) end
  if not made then error(why, 0) end
  return made
end

-- its page: as text, or written to a path; nil and why
function viewed.page(li, made, path)
  if li._internal.class(made) == "state_equations" then return made:html(path) end
  return made:html(path, { meshes = true })
end

function viewed.warnings(li, made)
  return li._internal.class(made) == "model" and made:warnings() or {}
end

-- a browser is asked to show it, where there is a screen
function viewed.open(address)
  if not (os.getenv "DISPLAY" or os.getenv "WAYLAND_DISPLAY") then return false end
  local quoted = "'" .. address:gsub("'", "'\\''") .. "'"
  os.execute(("xdg-open %s >/dev/null 2>&1 &"):format(quoted))
  return true
end

return viewed
