-- mujocosays.lua - what MuJoCo itself says of a file, for tests: tests/peers/mujoco_numbers.c made
-- and run where libmujoco is
local li = require "liaison"

local mujocosays = {}

local folder, program

local function runs(command)
  local ok = os.execute(command .. " > /dev/null 2>&1")
  return ok == true or ok == 0
end

-- the program, or nil where there is no compiler or no MuJoCo
function mujocosays.program()
  if program == nil then
    folder = assert(li._internal.new_folder())
    program = folder .. "/mujoco_numbers"
    if not runs(("cc -O1 -o '%s' tests/peers/mujoco_numbers.c -lmujoco -lm"):format(program)) then
      program = false
    end
  end
  return program or nil
end

-- all that is said of states, by name: lists of numbers, bodies and poses by the name of the body
local function parsed(text)
  local all = { body = {}, order = {}, states = {}, keys = {} }
  local state, key
  for line in text:gmatch "[^\n]+" do
    local what, rest = line:match "^(%S+) ?(.*)$"
    if what == "error" then return nil, rest end
    local name
    if what == "body" or what == "pose" or what == "site" or what == "key" then
      name, rest = rest:match "^(%S+) ?(.*)$"
    end
    local numbers = {}
    for x in rest:gmatch "%S+" do numbers[#numbers + 1] = tonumber(x) end
    if what == "q" then
      state = { pose = {}, site = {} }
      all.states[#all.states + 1] = state
    end
    if what == "body" then
      all.body[name] = numbers
      all.order[#all.order + 1] = name
    elseif name and what ~= "key" then state[what][name] = numbers
    elseif what == "key" then key = name
    elseif what == "kq" then all.keys[key] = numbers
    elseif what == "ne" or what == "J0" or what == "gap0" or what == "qe" or what == "gap"
      or what == "J" or what == "size" or what == "q0" then
      all[what] = numbers
    else
      state[what] = numbers
    end
  end
  return all
end

-- nil and why where MuJoCo refuses the file
function mujocosays.of(path)
  local out = folder .. "/numbers.txt"
  os.execute(("'%s' '%s' > '%s'"):format(program, path, out))
  local f = assert(io.open(out))
  local text = f:read "*a"
  f:close()
  return parsed(text)
end

return mujocosays
