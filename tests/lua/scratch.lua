-- scratch.lua - a folder of a test's own: files written and read there, commands of the shell, and
-- away with it
local scratch = {}

scratch.lua = os.getenv "LIAISON_LUA" or (rawget(_G, "jit") and "luajit" or "lua5.4")

scratch.dir = os.tmpname()
os.remove(scratch.dir)
os.execute("mkdir -p " .. scratch.dir)

-- whether the command succeeds: Lua 5.4 says true, LuaJIT 0
function scratch.sh(command)
  local done = os.execute(command)
  return done == true or done == 0
end

-- the path of the file
function scratch.write(name, text)
  local path = scratch.dir .. "/" .. name
  local f = assert(io.open(path, "w"))
  f:write(text)
  f:close()
  return path
end

function scratch.slurp(name)
  local f = assert(io.open(scratch.dir .. "/" .. name))
  local text = f:read "*a"
  f:close()
  return text
end

-- a Python that has NumPy; nil: none does
function scratch.python()
  for _, name in ipairs { "python3", "/usr/bin/python3" } do
    if scratch.sh(name .. " -c 'import numpy' > /dev/null 2>&1") then return name end
  end
end

function scratch.remove() os.execute("rm -rf " .. scratch.dir) end

return scratch
