-- sandbox.lua - run a file that returns a table, and let it reach nothing else
local sandbox = {}

local most_bytes, most_steps = 16 * 1024 * 1024, 1000 * 1000
local most_memory = 64 * 1024 -- kilobytes; a text doubled by every step is caught a few steps later
local stride = 4 -- steps between two looks

local function copy(t, names)
  local out = {}
  for name in names:gmatch "%S+" do out[name] = t[name] end
  return out
end

-- what the file may call and not change
local function readonly(t)
  if type(t) ~= "table" then return t end
  return setmetatable({}, {
    __index = function(_, key) return t[key] end,
    __newindex = function() error("this table is not yours to change", 2) end,
    __call = function(_, ...) return t(...) end,
    __metatable = false,
  })
end

-- fresh for every file: what it changes, nobody else sees
local function environment()
  local li = require "liaison.core"
  local math_ = copy(math, "abs acos asin atan ceil cos deg exp floor fmod huge log max min modf pi rad sin sqrt tan pow")
  local string_ = copy(string, "byte char format len lower sub upper reverse")
  return {
    math = math_, string = string_, table = copy(table, "concat insert remove sort unpack"),
    pairs = pairs, ipairs = ipairs, next = next, type = type, tostring = tostring, tonumber = tonumber,
    error = error, assert = assert, select = select,
    li = {
      deg = math.pi / 180, pi = math.pi, rad = 1,
      rot = readonly(rawget(li, "rot")), frame = readonly(rawget(li, "frame")), inertia = readonly(rawget(li, "inertia")),
    },
  }
end

-- a file that never ends, or fills the memory, is stopped
local function limited(f)
  local steps, before = 0, collectgarbage "count"
  local thread = coroutine.create(f)
  local function look()
    if coroutine.running() ~= thread then return end -- LuaJIT has one hook for all threads
    steps = steps + stride
    if steps > most_steps then error("gave up after " .. most_steps .. " steps: does it end?", 0) end
    if collectgarbage "count" - before > most_memory then
      error("gave up: it fills more than " .. most_memory / 1024 .. " megabytes", 0)
    end
  end
  if jit then jit.off(f, true) end -- compiled loops call no hook
  if not (debug and debug.sethook) then return coroutine.resume(thread) end
  local hook, mask, count = debug.gethook()
  debug.sethook(thread, look, "", stride)
  local ok, result = coroutine.resume(thread)
  debug.sethook(thread)
  debug.sethook(hook, mask, count)
  return ok, result
end

-- path -> the table it returns; nil, message, "EIO" where it cannot be read; nil, message where it is no such file
function sandbox.load(path)
  local file, why = io.open(path, "rb")
  if not file then return nil, why, "EIO" end
  local text, wrong = file:read(most_bytes + 1)
  file:close()
  if not text then return nil, path .. ": " .. (wrong or "the file is empty"), wrong and "EIO" or nil end
  if #text > most_bytes then return nil, path .. ": larger than " .. most_bytes / 1048576 .. " megabytes" end
  return sandbox.run(text, path)
end

function sandbox.run(text, path)
  if text:sub(1, 1) == "\27" then return nil, path .. ": compiled Lua is not accepted, only its source" end
  local env = environment()
  local f, why
  if setfenv then
    f, why = loadstring(text, "@" .. path)
    if f then setfenv(f, env) end
  else
    f, why = load(text, "@" .. path, "t", env)
  end
  if not f then return nil, why end
  -- methods of strings see the sandbox's string library only
  local meta = getmetatable("")
  local index = meta.__index
  meta.__index = env.string
  local ok, result = limited(f)
  meta.__index = index
  if not ok then return nil, type(result) == "string" and result or path .. ": it raises a " .. type(result) end
  if type(result) ~= "table" then return nil, path .. ": a robot file returns a table, this one returns a " .. type(result) end
  return result
end

return sandbox
