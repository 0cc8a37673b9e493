-- test_interrupt.lua - Ctrl-C in long work of the engine: it stops, says so, and what comes after
-- is right
local t = require "t"
local li = require "liaison"

local LUA = os.getenv "LIAISON_LUA" or (rawget(_G, "jit") and "luajit" or "lua5.4")
local FILE = os.tmpname()

-- run code in a process of its own that is sent a SIGINT soon after it said "begun", as by Ctrl-C;
-- what it said, its exit code
local function interrupted(code, seconds)
  local f = assert(io.open(FILE, "w"))
  f:write([[
    local li = require "liaison"
    local function begin()
      io.write "begun\n" io.flush()
      local p = io.popen "echo $PPID" -- of the shell: this process
      local pid = p:read "*n"
      p:close()
      os.execute(("(sleep ]] .. li._internal.number(seconds or 0.3)
    .. [[; kill -INT %d) >/dev/null 2>&1 &"):format(pid))
    end
    local function tell(...) io.write(table.concat({ ... }, " "), "\n") io.flush() end
  ]], code, "\n")
  f:close()
  local out = assert(io.popen(("%s %s 2>&1; echo $?"):format(LUA, FILE)))
  local said = out:read "*a"
  out:close()
  local text, rc = said:match "^(.-)(%d+)\n$"
  return text, tonumber(rc)
end

-- minutes of work, were it not for the interrupt
local HUMAN = "local m = li.robots.humanoid36() "

t.test("a derivation stops at the user's line, and the pool goes on", function()
  local said = interrupted(HUMAN .. [[
    begin()
    local ok, why = pcall(m.kane, m)
    tell(tostring(ok), why)
    local x, y = li.symbols "x y"
    tell(tostring(((x + y)^2):expand()),
      tostring(li.robots.planar2():equations().M[2][2]:is_zero()))
    collectgarbage() collectgarbage()]])
  t.ok(said:find "^begun\nfalse [^\n]*interrupted!\n", said)
  t.ok(said:find("x^2 + 2*x*y + y^2 false", 1, true), said)
end)

t.test("without pcall the program ends, as with any loop of Lua", function()
  local said, rc = interrupted(HUMAN .. "begin() m:kane() tell 'not stopped'")
  t.ok(said:find "interrupted!" and not said:find "not stopped", said)
  t.eq(rc, 1)
end)

t.test("in a coroutine too", function()
  local said = interrupted(HUMAN .. [[begin()
    local ok, why = pcall(function()
      local co = coroutine.create(function() m:kane() end)
      local fine, reason = coroutine.resume(co)
      tell(tostring(fine), tostring(reason))
      for _ = 1, 1000 do math.abs(1) end
    end)
    tell(tostring(ok), tostring(why))]])
  t.ok(said:find "false [^\n]*interrupted!", said)
end)

t.test("matrices, tidying, text: each hears it", function()
  for what, code in pairs {
    minors = [[local r = {}
      for i = 1, 16 do r[i] = {} for j = 1, 16 do r[i][j] = li.symbols("m" .. i .. "_" .. j) end end
      begin() for i = 1, 1e9 do r[1][1] = li.expr("m" .. i, "new") li.smat(r):det() end]],
    expand = [[local a, b, c, d, e = li.symbols "a b c d e" begin()
      for i = 1, 1e9 do ((a + b + c + d + e + i)^9):expand():factor() end]],
  } do
    local said, rc = interrupted(code)
    t.ok(said:find "^begun\n[^\n]*interrupted!", what .. ": " .. said)
    t.eq(rc, 1, what)
  end
end)

t.test("a compiler that does not end is ended", function()
  local script = os.tmpname()
  local f = assert(io.open(script, "w"))
  f:write "#!/bin/sh\nexec sleep 100\n"
  f:close()
  os.execute("chmod +x " .. script)
  local cache = os.tmpname()
  os.remove(cache)
  local said = interrupted(([[begin()
    local options = { compiler = %q, cache = %q, wait = true }
    print(pcall(function() return li.planar { 1 }:kernel("id", options) end))]])
    :format(script, cache))
  t.ok(said:find "^begun\nfalse\t[^\n]*interrupted!", said)
  t.ok(os.execute("test -z \"$(ls -A " .. cache .. " 2>/dev/null)\"") and true, "files are left")
  os.execute("rm -rf " .. cache .. " " .. script)
end)

t.test("a hook of debug.sethook stops nothing", function()
  local count = 0
  debug.sethook(function() count = count + 1 end, "", 1)
  local a, b = li.symbols "a b"
  local e = ((a + b) ^ 30):expand()
  debug.sethook()
  t.ok(count > 0 and tostring(e):find "155117520", "expanded")
end)

os.remove(FILE)
t.done()
