-- kit.lua - files, commands and settings for mutate.lua
local kit = {}

function kit.say(...) io.stderr:write(string.format(...), "\n") end

function kit.die(...)
  io.stderr:write("mutate: ", string.format(...), "\n")
  os.exit(2)
end

function kit.number(name, default) return tonumber(os.getenv(name) or "") or default end

-- a setting that is empty is none
function kit.setting(name)
  local value = os.getenv(name)
  return value ~= "" and value or nil
end

function kit.read(path)
  local f = io.open(path, "rb")
  if not f then return nil end
  local text = f:read "*a"
  f:close()
  return text
end

function kit.write(path, text)
  local f = io.open(path, "wb") or kit.die("cannot write %s", path)
  f:write(text)
  f:close()
end

function kit.append(path, line)
  local f = io.open(path, "ab") or kit.die("cannot write %s", path)
  f:write(line, "\n")
  f:close()
end

function kit.sh(fmt, ...)
  local ok, _, code = os.execute(string.format(fmt, ...))
  if type(ok) == "number" then return ok == 0 end -- LuaJIT built without 5.2 manners
  return ok == true and code == 0
end

function kit.lines_of(command)
  local out, p = {}, io.popen(command)
  for line in p:lines() do out[#out + 1] = line end
  p:close()
  return out
end

function kit.set(text)
  local s = {}
  for w in text:gmatch "%S+" do s[w] = true end
  return s
end

function kit.source_lines(text)
  local out = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do out[#out + 1] = line end
  return out
end

function kit.stem(path) return path:match "([^/]+)%.%w+$" end

-- whole numbers 1..n in turn: the generator of Lehmer, the same on every Lua
function kit.random(seed)
  local state = seed % 2147483647
  if state == 0 then state = 1 end
  return function(n)
    state = state * 48271 % 2147483647
    return state % n + 1
  end
end

-- n of a list, chosen by Fisher and Yates, in the order of their places
function kit.sample(list, n, seed)
  local random, out = kit.random(seed), {}
  for k = #list, 2, -1 do
    local j = random(k)
    list[k], list[j] = list[j], list[k]
  end
  for k = 1, math.min(n, #list) do out[k] = list[k] end
  table.sort(out, function(a, b) return a.from < b.from or a.from == b.from and a.new < b.new end)
  return out
end

return kit
