-- test_sim_files.lua - a disk that is full, devices, terminals, Ctrl-C: what was computed is not
-- lost, half a file is not left
local t = require "t"
local li = require "liaison"

local lua, build = os.getenv "LIAISON_LUA" or "lua5.4", os.getenv "LIAISON_BUILD" or "build"
local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)

local function slurp(name)
  local f = io.open(name, "rb")
  if not f then return nil end
  local text = f:read "*a"
  f:close()
  return text
end

-- code in a process of its own; `how` has %s for the command, which hears Ctrl-C. What it prints
local function process(code, how, name)
  local script, out = folder .. "/" .. name .. ".lua", folder .. "/" .. name .. ".out"
  local f = assert(io.open(script, "w"))
  f:write(code)
  f:close()
  local command = ("env --default-signal=INT LUA_CPATH='%s/%s/?.so' "
    .. "LUA_PATH='lib/?.lua;lib/?/init.lua' %s %s"):format(build, lua, lua, script)
  return how:format(command), out
end

local function run(code, how, name)
  local command, out = process(code, how, name)
  os.execute(("( %s ) > %s 2>&1"):format(command, out))
  return slurp(out) or ""
end

t.test("a disk that is full: every writer says so, leaves no half file and keeps the old one; "
  .. "the run can be saved elsewhere", function()
  -- files of more than 8 blocks of 512 bytes cannot be written in that process: what a full disk
  -- does, without one
  local text = run(([[local li = require "liaison"
    local run = li.simulate { li.planar { 1, 0.8 }, q = { 1, 0 }, t = 2, dt = 0.01 }
    local before = run:hash()
    local folder = %q
    for _, kind in ipairs { "csv", "json", "lua", "npy", "plot", "html" } do
      local name = folder .. "/full." .. kind
      local f = io.open(name, "w") f:write "old" f:close()
      local ok, why = pcall(run[kind], run, name)
      f = io.open(name) local kept = f:read "*a" f:close()
      print(kind, ok, kept, io.open(name .. ".part") and "half" or "whole", why)
    end
    print("hash", run:hash() == before, #run:csv())]]):format(folder),
    "trap '' XFSZ; ulimit -f 8; %s | cat", "full")
  for _, kind in ipairs { "csv", "json", "lua", "npy", "plot", "html" } do
    t.ok(text:find(kind .. "\tfalse\told\twhole\t[^\n]*cannot be written: File too large"),
      kind .. ": " .. text)
  end
  t.ok(text:find "hash\ttrue", text)
end)

t.test("a device is written to, not replaced; a full one says so", function()
  local r = li.simulate { li.planar { 1 }, q = { 1 }, t = 1 }
  t.eq(r:csv "/dev/null", true)
  t.raises("/dev/full: cannot be written: No space left", r.csv, r, "/dev/full")
  t.eq(slurp "/dev/null", "")
  t.raises("cannot be written", r.csv, r, "/no/such/folder/x.csv")
  t.raises("cannot be written", r.npy, r, folder)
  t.eq(r:csv(folder .. "/x.csv"), true)
  t.eq(slurp(folder .. "/x.csv"), r:csv())
end)

-- long work that is stopped by what Ctrl-C sends, some time after it has begun
local LONG = [[local li = require "liaison"
  local me = io.popen("echo $PPID"):read "*n"
  local function stop_in(seconds)
    os.execute("(sleep " .. li._internal.number(seconds) .. "; kill -INT " .. me .. ") &")
  end
  local begun
  local run, message, code = li.simulate { li.planar { 1, 0.8 }, q = { 1, 0 }, t = 1e5, dt = 1,
    max_steps = 1e9, on_interrupt = "keep", input = function()
    if not begun then begun = stop_in(1.15) or true end
  end }
  print("code", code, run:info().interrupted, #run > 1, run:info().t < 1e5, message)
  for _, how in ipairs { { "sweep", 20000 }, { "one by one", 2000, { forces = {} } } } do
    local s = li.sweep { li.planar { 1, 0.8 }, runs = how[2], t = 50, tape = true,
      on_interrupt = "keep", options = how[3], q = { function(_, r)
      if r == how[2] then stop_in(0.15) end
      return r / how[2]
    end } }
    local done = 0
    for r = 1, #s do if s.t_end[r] == 50 then done = done + 1 end end
    print(how[1], s:info().interrupted, #s == how[2], done < how[2])
  end]]

t.test("a script that loops over simulations and sweeps is ended by one Ctrl-C", function()
  for name, code in pairs {
    loop = "for _ = 1, 1e6 do li.simulate { li.planar { 1, 0.8 }, q = { 1, 0 }, t = 100, dt = "
      .. "100 } end",
    sweep = "for _ = 1, 1e6 do li.sweep { li.planar { 1, 0.8 }, runs = 200, t = 20, tape = "
      .. "true, q = { { from = 0, to = 1 } } } end",
    pcall = "print(pcall(function() for _ = 1, 1e6 do li.simulate { li.planar { 1, 0.8 }, q = "
      .. "{ 1, 0 }, t = 100, dt = 100 } end end)) os.exit(1)",
  } do
    local text = run(([[local li = require "liaison"
      local me = io.popen("echo $PPID"):read "*n"
      os.execute("(sleep 0.5; kill -INT " .. me .. ") &")
      %s
      print "went on"]]):format(code), "timeout 20 %s", "loop_" .. name)
    t.ok(text:find "interrupted!" and not text:find "went on", name .. ": " .. text)
  end
end)

t.test("Ctrl-C gives what was computed where that is asked for; progress is shown on a "
  .. "terminal and only there", function()
  -- one on a terminal of its own, one into a file, at the same time
  local quiet, out = process(LONG, "%s", "quiet")
  local loud, seen = process(LONG, "%s", "loud")
  -- a bare root may have no terminals to give
  local there = os.execute "script -qec true /dev/null > /dev/null 2>&1 < /dev/null"
  local terminal = there == true or there == 0
  os.execute(("( %s ) > %s 2>&1 & %s; wait"):format(quiet, out,
    terminal and ("script -qec %q /dev/null > %s 2>&1 < /dev/null"):format(loud, seen) or "true"))
  for _, name in ipairs(terminal and { out, seen } or { out }) do
    local text = slurp(name)
    t.ok(text:find "code\tEINTERRUPT\ttrue\ttrue\ttrue\tinterrupted at t = ", text)
    t.ok(text:find "sweep\ttrue\ttrue\ttrue" and text:find "one by one\ttrue\ttrue\ttrue", text)
  end
  if terminal then t.ok(slurp(seen):find "\rsimulate: t = %S+ +%d+ %%, %d+ s left", slurp(seen)) end
  t.eq(slurp(out):find "left", nil)
  if not terminal then t.skip "no terminal is to be had here: what one shows was not seen" end
end)

t.test("between rows", function()
  local r = li.simulate { li.planar { 1 }, q = { -1 }, t = 2, dt = 0.1, rtol = 1e-11 }
  local fine = li.simulate { li.planar { 1 }, q = { -1 }, t = 2, dt = 0.025, rtol = 1e-11 }
  for i = 1, #fine do
    t.near(r:at("q1", fine.t[i]), fine.q1[i], 1e-9)
    t.near(r:at("q1'", fine.t[i]), fine["q1'"][i], 1e-8)
  end
  t.eq(li.compare_runs(r, fine, 1e-8), nil)
  t.eq(li.compare_runs(fine, r, 1e-8), nil)
end)

t.test("forces of a list at a state: what a run feels", function()
  local arm = li.planar { 1, 0.8 }
  local list = { { "spring", joint = "q1", stiffness = 30, rest = 0.2 },
    { "damper", joint = "q2", damping = 3 }, { "given", joint = "q2", f = "2*t" } }
  local tau, V = arm:applied(list, { 0.5, 0 }, { 1, 2 }, 4)
  t.near(tau, { -30 * 0.3, -6 + 8 }, 1e-14)
  t.near(V, 30 * 0.09 / 2, 1e-14)
  t.raises("forces%[1%].kind: unknown force", arm.applied, arm, { { "sprong", joint = "q1" } },
    { 0, 0 })
  t.raises("mine", arm.applied, arm, { { "given", joint = "q1", f = function() error "mine" end } },
    { 0, 0 })
end)

os.execute("rm -rf " .. folder)
t.done()
