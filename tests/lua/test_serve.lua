-- test_serve.lua - liaison serve: what is answered and what is not, the page follows its file, and
-- liaison view reads what it is told to
local t = require "t"
local li = require "liaison"
local serve = require "liaison.app.serve"
local scratch = require "scratch"
local kit = li._internal

local write, LUA, DIR = scratch.write, scratch.lua, scratch.dir

local function ask(state, line, host)
  local head, body = serve.reply(state, ("%s\r\nHost: %s\r\n\r\n"):format(line,
    host or "127.0.0.1:8765"))
  return tonumber(head:match "^HTTP/1.1 (%d+) "), body, head
end

local ARM = "local li = require 'liaison'\nreturn li.planar { 1, 0.8 }\n"

t.test("the page and its version are given away, nothing else", function()
  local state = serve.new(li, { name = write("arm.lua", ARM), run = true })
  t.ok(serve.make(state))
  local code, body, head = ask(state, "GET / HTTP/1.1")
  t.eq(code, 200)
  t.ok(body:find('<canvas id="scene"', 1, true) and body:find('fetch("/version"', 1, true))
  t.eq(tonumber(head:match "Content%-Length: (%d+)"), #body)
  t.eq(select(2, ask(state, "GET /version HTTP/1.1")), "1")
  t.eq(select(2, ask(state, "HEAD / HTTP/1.1")), "")
  for _, way in ipairs { "/arm.lua", "/../arm.lua", "//etc/passwd", "/%2e%2e/x", "/version/" } do
    t.eq(ask(state, "GET " .. way .. " HTTP/1.1"), 404, way)
  end
  t.eq(ask(state, "POST / HTTP/1.1"), 405)
  for _, line in ipairs { "", "GET", "GET  / HTTP/1.1", "get / HTTP/1.1", "GET / HTTP/9.9",
    "GET http://127.0.0.1/ HTTP/1.1", "\0" } do t.eq(ask(state, line), 400, line) end
end)

t.test("a page elsewhere that sends its readers here learns nothing", function()
  local state = serve.new(li, { name = "none.lua", run = true })
  for _, host in ipairs { "evil.example", "evil.example:8765", "127.0.0.1.evil.example", "" } do
    t.eq(ask(state, "GET / HTTP/1.1", host), 403, host)
  end
  t.eq((serve.reply(state, "GET / HTTP/1.1\r\n\r\n")):match " (%d+) ", "403")
  t.eq(ask(state, "GET /version HTTP/1.1", "localhost:1"), 200)
end)

t.test("a file that is saved is shown anew, a mistake as such, and what it asked for is watched",
  function()
    local path = write("follow.lua", "package.path = '" .. DIR .. "/?.lua;' .. package.path\n"
      .. "local li = require 'liaison'\nreturn li.planar((require 'lengths_of_it'))\n")
    write("lengths_of_it.lua", "return { 1 }")
    local state = serve.new(li, { name = path, run = true })
    local before = package.path
    t.ok(serve.make(state))
    local one = state.html
    t.ok(not serve.changed(state))
    write("lengths_of_it.lua", "return { 1, 2 }")
    t.ok(serve.changed(state))
    t.ok(serve.make(state))
    t.ok(state.html ~= one and state.html:find "2 bodies" and one:find "1 body")
    write("follow.lua", "error 'no <b>luck</b>'")
    t.ok(serve.changed(state))
    local ok, why = serve.make(state)
    t.ok(not ok and why:find "no <b>luck")
    t.ok(state.html:find("no &lt;b&gt;luck", 1, true) and state.html:find "/version")
    t.eq(state.version, 3)
    package.path = before
  end)

t.test("a browser is answered, and Ctrl-C ends it", function()
  if rawget(_G, "jit") then return end -- the program is the same
  t.needs "curl"
  t.needs("timeout", "coreutils")
  local out = DIR .. "/served"
  local script = write("served.lua", ARM)
  -- asked from the side, and stopped from there once it has answered
  local serves = ("timeout -s KILL 60 sh -c 'echo $$ >%s.pid; exec env -u LUA_PATH -u LUA_CPATH "
    .. "LIAISON_LUA=%s scripts/liaison serve %s 0' >%s 2>&1; echo code $? >>%s"):format(out, LUA,
    script, out, out)
  local asks = ("for k in $(seq 100); do at=$(grep -o 'http://[0-9.:]*/' %s) && break; sleep 0.1; "
    .. "done; curl -s -m 20 $at >%s.page; curl -s -m 20 ${at}secret >%s.none; "
    .. "kill -INT $(cat %s.pid)"):format(out, out, out, out)
  os.execute(("( %s ) 2>/dev/null & %s; wait"):format(asks, serves))
  t.ok(scratch.slurp("served.page"):find("</html>", 1, true), scratch.slurp "served")
  t.eq(scratch.slurp "served.none", "Not Found\n")
  t.ok(scratch.slurp("served"):find "code 0", scratch.slurp "served")
end)

t.test("a port that is taken is told", function()
  local listener, port = kit.serve.open(0)
  local none, why, code = kit.serve.open(port)
  t.ok(none == nil and why:find(("port %d"):format(port)) and code == "EIO", why)
  t.eq(kit.serve.take(listener, 0), false)
  kit.serve.close(listener)
end)

t.test("files outside of a folder are read where that is said", function()
  os.execute("mkdir -p " .. DIR .. "/inner")
  write("part.xml", "<mujoco><worldbody><body name='b'><joint name='j' type='hinge'/>"
    .. "<geom size='0.1'/></body></worldbody></mujoco>")
  local path = write("inner/arm.xml", "<mujoco><include file='../part.xml'/></mujoco>")
  local viewed = require "liaison.app.viewed"
  local ok, why = pcall(viewed.read, li, { name = path })
  t.ok(not ok and tostring(why):find "outside of the folder", tostring(why))
  t.eq(#viewed.read(li, { name = path, outside = true }):coordinates(), 1)
end)

scratch.remove()
t.done()
