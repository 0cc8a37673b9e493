-- test_docs.lua - every block of Lua in the README, the manual and the course runs
local t = require "t"
local li = require "liaison"

local function blocks(path)
  local list, code, first, n = {}, nil, 0, 0
  for line in io.lines(path) do
    n = n + 1
    if line:match "^```lua" then code, first = {}, n
    elseif line:match "^```" and code then
      list[#list + 1] = { line = first, code = table.concat(code, "\n") }
      code = nil
    elseif code then code[#code + 1] = line end
  end
  return list
end

-- blocks write files: into a folder of their own, by relative names
local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)
local function here(path) return type(path) == "string" and not path:find "^/" and folder .. "/" .. path or path end

for _, path in ipairs { "README.md", "lib/doc/manual.md", "lib/doc/course.md" } do
  local f = io.open(path)
  if f then
    f:close()
    for _, b in ipairs(blocks(path)) do
      t.test(("%s:%d"):format(path, b.line), function()
        local env = setmetatable({ li = li, deg = li.deg, print = function(...) for i = 1, select("#", ...) do tostring((select(i, ...))) end end,
          path = here }, { __index = _G })
        env._G = env
        local code = b.code:gsub('([:%.][%a_]+%s*%(?%s*)"([%w_]+%.%a+)"', function(call, name)
          return (name:match "%.html$" or name:match "%.svg$" or name:match "%.c$" or name:match "%.csv$" or name:match "%.tex$" or name:match "%.lua$" or name:match "%.npy$"
            or name:match "%.json$" or name:match "%.gv$") and call .. ("%q"):format(here(name)) or nil
        end)
        local chunk, err
        if rawget(_G, "setfenv") then
          chunk, err = loadstring(code, "=" .. path) -- luacheck: ignore
          if chunk then setfenv(chunk, env) end -- luacheck: ignore
        else
          chunk, err = load(code, "=" .. path, "t", env)
        end
        t.ok(chunk, err)
        chunk()
      end)
    end
  end
end

os.execute("rm -rf " .. folder)
t.done()
