-- test_progress.lua - what takes long says so on a terminal, four times a second, and takes the
-- line away; in a pipe nothing is said
local t = require "t"

local scratch = require "scratch"
local LUA, DIR, sh, write, slurp = scratch.lua, scratch.dir, scratch.sh, scratch.write,
  scratch.slurp

-- a compiler that takes its time
write("slow", "#!/bin/sh\nsleep 0.4\nexec cc \"$@\"\n")
os.execute("chmod +x " .. DIR .. "/slow")

local HEAD = ([[
local li = require "liaison"
li._internal.patience(0.002, 0.01)
local slow, folder = "%s/slow", "%s"
local puma, planar = li.robots.puma560(), li.planar { 1, 0.8 }
local eq = puma:equations()
local function six(x) return { x, x, x, x, x, x } end
local function swing(t) return six(math.sin(t)), six(math.cos(t)), six(-math.sin(t)) end
local function lines(eq) return (eq:text():gsub("%%s+", "")) end
]]):format(DIR, DIR)

-- name, code, what its line says
local WORK = {
  { "kernel", "planar:kernel('id', { compiler = slow, cache = folder .. '/kept' })",
    "\rkernel: %d s" },
  { "compile", "li.compile(li.expr('x^2', 'new'), 'x', { compiler = slow, cache = folder .. "
    .. "'/kept' })", "\rcompile: %d s" },
  { "explain", "eq:explain()", "\rexplain: %d s" },
  { "latex", "for _ = 1, 9 do eq:latex() end", "\rlatex" },
  { "text", "for _ = 1, 9 do eq:text() end", "\rtext" },
  { "print", "for _ = 1, 9 do tostring(eq) end", "\rprint" },
  { "workspace", "puma:workspace { n = 40000 }",
    "\rworkspace: %d+ of 40000 places +%d+ %%, %d+ s left" },
  { "prune", "for _ = 1, 12 do eq:prune { motion = swing, T = 2 } end",
    "\rprune[^\r]*: row %d of 6" },
  { "model's page", "puma:html(folder .. '/a.html')", "\rhtml" },
  { "run's page", "li.simulate { puma, t = 3 }:html(folder .. '/b.html')", "\rhtml" },
  { "simulate", "li.simulate { puma, t = 20, method = 'rk4', h = 1e-4, dt = 1 }",
    "\rsimulate: t = %S+ +%d+ %%, %d+ s left" },
  { "sweep", "li.sweep { planar, runs = 600, t = 20, h = 1e-3, method = 'rk4', q = { q1 = { "
    .. "uniform = { 0, 1 } } }, threads = 1 }", "\rsweep: %d+ of 600 runs +%d+ %%, %d+ s left" },
  { "expand", "((li.expr('a + b + c + d', 'new'))^60):expand()", "\rexpand: %d s" },
}

t.test("the driver compiles",
  function() t.ok(sh(("cc -O1 -o %s/drive tests/pty/drive.c"):format(DIR))) end)

t.test("on a terminal each says what it is and how far, and leaves no line behind", function()
  local parts = { HEAD }
  for k, row in ipairs(WORK) do
    parts[#parts + 1] =
      ("io.write '<%d>' io.flush() do %s end io.write '</%d>' io.flush()\n"):format(k, row[2], k)
  end
  local script = write("all.lua", table.concat(parts))
  write("keys", "sleep 1\n")
  t.ok(sh(("%s/drive 80 24 sh -c '%s %s' < %s/keys > %s/out 2> %s/err; echo $? > %s/code; true")
    :format(DIR, LUA, script, DIR, DIR, DIR, DIR)))
  local out = slurp "out"
  for k, row in ipairs(WORK) do
    local said = out:match(("<%d>(.-)</%d>"):format(k, k))
    t.ok(said, row[1] .. " did not end: " .. out:sub(-500) .. slurp "err")
    t.ok(said:find(row[3]),
      ("%s: <%s>"):format(row[1], said:gsub("\27", "^"):gsub("\r", "|"):sub(1, 300)))
    t.ok(said:find "\r\27%[K$", row[1] .. " leaves its line behind")
  end
end)

t.test("in a pipe nothing is said", function()
  local parts = { HEAD }
  for _, k in ipairs { 1, 3, 8, 13 } do parts[#parts + 1] = WORK[k][2] .. ";\n" end
  local script = write("quiet.lua", table.concat(parts))
  t.ok(sh(("rm -rf %s/kept; %s %s > %s/out 2> %s/err"):format(DIR, LUA, script, DIR, DIR)),
    slurp "err")
  t.eq(slurp "out" .. slurp "err", "")
end)

t.test("what is quick says nothing on a terminal either", function()
  local script =
    write("quick.lua",
    [[local li = require "liaison" local eq = li.planar { 1 }:equations() ]]
    .. [[for _ = 1, 50 do eq:text() eq:latex() end print "done"]])
  write("keys", "wait done\n")
  t.ok(sh(("%s/drive 80 24 %s %s < %s/keys > %s/out 2> %s/err"):format(DIR, LUA, script, DIR, DIR,
    DIR)), slurp "err")
  t.eq(slurp "out", "done\r\n")
end)

t.test("Ctrl-C stops each of them, and errors and values come through as they were", function()
  for _, row in ipairs {
    { "li.robots.humanoid36():kane()", "kane" },
      { "for _ = 1, 1e9 do eq:explain() end", "explain" },
      { "puma:workspace { n = 1e6 }", "workspace" },
    { "planar:kernel('id', { compiler = '/bin/sleep', cache = folder .. '/other' }) for _ = "
      .. "1, 1e9 do eq:latex() end", "latex" },
  } do
    local script = write("stop.lua", HEAD .. "io.write 'begun' io.flush()\nlocal ok, why = "
      .. "pcall(function() " .. row[1]
      .. " end)\nprint('', ok, (tostring(why):gsub('^.*interrupted!', 'interrupted!')))\n")
    write("keys", "wait begun\nsleep 400\nsend \\x03\nwait interrupted!\n")
    t.ok(sh(("%s/drive 80 24 %s %s < %s/keys > %s/out 2> %s/err"):format(DIR, LUA, script, DIR, DIR,
      DIR)), row[2] .. ": " .. slurp "out" .. slurp "err")
    t.ok(slurp "out":find "false\tinterrupted!", slurp "out")
  end
  local script = write("errors.lua", [[local li = require "liaison" li._internal.patience(0)
    local p = li.planar { 1 }
    print(pcall(p.kernel, p, "nothing"))
    print(select("#", p:phrase()),
      (select(2, pcall(function() return p:workspace { n = 0 } end)):gsub("^.-: ", "")))
    local object = {}
    local ok, why = pcall(function() return p:equations():prune { motion =
      function() error(object) end } end)
    print(ok, why == object or tostring(why))
    print(li.help(p.kernel) == nil, #p:equations():text() > 10)]])
  write("keys", "wait true\n")
  t.ok(sh(("%s/drive 200 24 %s %s < %s/keys > %s/out 2> %s/err"):format(DIR, LUA, script, DIR, DIR,
    DIR)), slurp "out" .. slurp "err")
  local out = slurp "out":gsub("\r[^\r\n]*\27%[K", ""):gsub("\r", "")
  t.ok(out:find "false\t[^\n]*kernel: argument 1 %(what%): expected 'id', 'fd'", out)
  t.ok(out:find "1\t[^\n]*expected a whole number of places", out)
  t.ok(out:find "model:kernel%(%[", out)
end)

t.test("states that close while others work, and a process that forks", function()
  local script = write("fork.lua", [[local li = require "liaison" li._internal.patience(0)
    local eq = li.robots.puma560():equations()
    eq:text()
    os.execute "true"
    local p = io.popen "echo child" print(p:read "*l") p:close()
    eq:latex()
    print "over"]])
  write("keys", "wait over\n")
  t.ok(sh(("%s/drive 80 24 %s %s < %s/keys > %s/out 2> %s/err"):format(DIR, LUA, script, DIR, DIR,
    DIR)), slurp "out" .. slurp "err")
end)

scratch.remove()
t.done()
