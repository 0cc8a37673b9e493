-- test_results.lua - results in files: runs saved and read back to the last bit, logs as other
-- programs write them, arrays of NumPy and MAT files as their definitions say, defects with their
-- line
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local function run()
  return li.simulate { li.planar { 1, 0.8 }, q = { 1, 0.3 }, t = 0.5, dt = 0.05 }
end

local function path(name) return scratch.dir .. "/" .. name end

local function same_columns(a, b, names)
  for _, name in ipairs(names) do
    local x, y = a:column(name), b:column(name)
    t.eq(#x, #y)
    for k = 1, #x do t.ok(x[k] == y[k] or (x[k] ~= x[k] and y[k] ~= y[k]), name) end
  end
end

t.test("what was saved reads back to the last bit and says what made it", function()
  local r = run()
  local names = r:columns()
  for _, ending in ipairs { "csv", "npy" } do
    t.ok(r:save(path("run." .. ending)))
    local b = li.results(path("run." .. ending), ending == "npy" and { columns = names } or nil)
    t.eq(table.concat(b:columns(), " "), table.concat(names, " "))
    same_columns(r, b, names)
    t.eq(b:hash(), r:hash())
    t.eq(b:at("q1", 0.1), r:column "q1"[3])
  end
  local b = li.csv(path "run.csv")
  for _, name in ipairs(names) do t.eq(b:unit(name), r:unit(name)) end
  local about = b:metadata()
  t.eq(about.method, "dop853")
  t.eq(about.hash, r:hash())
  t.eq(about["setup.t"], "0.5")
  t.eq(about["setup.q"], "1 0.3")
  t.eq(about.liaison, li.version)
  t.ok(about.script and #about.script_hash == 32)
  -- q1' is known as the rate of q1: between rows a cubic, not a straight line
  t.near(b:at("q1", 0.125), r:at("q1", 0.125), 1e-5)
  t.ok(r:mat(path "run.mat"))
  local m = li.matfile(path "run.mat")
  t.eq(m:columns()[4], "q1_d")
  for k = 1, #m do t.eq(m:column "q1_d"[k], r:column "q1'"[k]) end
  for _, ending in ipairs { "json", "lua" } do t.ok(r:save(path("run." .. ending))) end
  t.raises("expected one of the endings csv, json, lua, mat, npy", r.save, r, path "run.xls")
end)

t.test("logs as people and programs write them", function()
  local function log(text, options)
    scratch.write("log.csv", text)
    return li.csv(path "log.csv", options)
  end
  local a = log "t,q1\n0,1\n0.5,2\n1,4\n"
  t.eq(tostring(a), "run read back: 3 rows of 2 columns, t from 0 to 1")
  t.near(a:at("q1", 0.75), 3, 1e-15)
  t.eq(a:info().method, "read")
  -- a byte order mark, carriage returns, comments, semicolons, decimal commas, units, quotes
  local b = log("\239\187\191# made by a machine\r\nZeit [s];\"Winkel \"\"q\"\" (rad)\";Moment\r\n"
    .. "0;1,5;-2e1\r\n\r\n% a pause\r\n0,1;1,25;3\r\n0,2;;4\r\n")
  t.eq(table.concat(b:columns(), "|"), "Zeit|Winkel \"q\"|Moment")
  t.eq(b:unit "Zeit", "s")
  t.eq(b:unit "Winkel \"q\"", "rad")
  t.eq(b.Moment[1], -20)
  t.ok(b:column "Winkel \"q\""[3] ~= b:column "Winkel \"q\""[3])
  t.ok(tostring(b):find "1 empty cells are nan")
  -- a line of units, no names, tabs, blanks
  t.eq(log("t,x\ns,mm\n0,1\n1,2\n"):unit "x", "mm")
  t.eq(log("0\t1\n1\t2\n"):columns()[2], "c2")
  t.eq(log("  t   x  y\n 0  1 2\n 1   3  4 \n").y[2], 4)
  t.eq(#log "0,1,\n1,2,\n", 2)
  -- words left out, columns named, another that orders, a period
  local c = log("n,mode,t,x\n1,auto,0,5\n2,man,0.5,6\n", { leave = "mode", time = "t",
    units = { x = "m" } })
  t.eq(table.concat(c:columns(), " "), "t n x")
  t.eq(c:unit "x", "m")
  local d = log("x\n5\n7\n", { dt = 0.5 })
  t.eq(d.t[2], 0.5)
  t.eq(d:unit "t", "s")
  t.eq(log("1,2\n3,4\n", { columns = "t y" }).y[2], 4)
  t.ok(tostring(log "t,x,x\n0,1,2\n"):find "had the name of another")
  t.eq(log("t,x,x\n0,1,2\n").x_2[1], 2)
  t.eq(log("nan,inf\n1,-inf\n", { dt = 1 }).c2[2], -math.huge)
end)

t.test("what is no log is said with its line", function()
  local function refused(message, text, options)
    scratch.write("log.csv", text)
    t.raises(message, li.csv, path "log.csv", options)
  end
  refused("log.csv: line 3, cell 2: expected a number, got 'two'", "t,x\n0,1\n1,two\n")
  refused("line 4: expected 2 cells, got 3", "t,x\n0,1\n\n1,2,3\n")
  refused("line 2: expected 2 cells, got 1", "t,x\n5\n")
  refused("a quote stays open", "t,x\n0,\"1\n")
  refused("no line of cells is there", "# nothing\n\n")
  refused("row 3: 't' falls from 1 to 0.5", "t,x\n0,1\n1,2\n0.5,3\n")
  refused("there is no column 'tme'", "x,time\n0,1\n", { time = "tme" })
  refused("has 2 columns, got 3 names", "0,1\n", { columns = "a b c" })
  refused("every column is left out", "x\n0\n", { leave = "x" })
  local none, why, code = li.csv(path "nothing.csv")
  t.ok(none == nil and why:find "No such file" and code == "EIO")
  t.raises("expected one of the endings", li.results, path "log.xlsx")
end)

-- an array as numpy.lib.format tells it, of these bytes
local function npy(head, bytes)
  local text = head .. (" "):rep(63 - (10 + #head) % 64) .. "\n"
  local size = string.char(#text % 256, math.floor(#text / 256))
  scratch.write("a.npy", "\147NUMPY\1\0" .. size .. text .. bytes)
  return li.npy(path "a.npy", { dt = 1 })
end

t.test("arrays of NumPy: widths, byte orders, by rows and by columns", function()
  local head = "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
  local a = npy(head:format(">i2", "False", "2, 2"), "\0\1\255\254\0\3\128\0")
  t.eq(a.c1[1], 1)
  t.eq(a.c2[1], -2)
  t.eq(a.c1[2], 3)
  t.eq(a.c2[2], -32768)
  local b = npy(head:format("<u2", "True", "2, 2"), "\1\0\2\0\3\0\255\255")
  t.eq(b.c1[2], 2)
  t.eq(b.c2[2], 65535)
  t.eq(npy(head:format("<f4", "False", "2,"), "\0\0\128\63\0\0\0\192").c1[2], -2)
  t.eq(npy(head:format("|b1", "False", "2,"), "\1\0").c1[1], 1)
  t.eq(npy(head:format("<i8", "False", "1,"), ("\255"):rep(8)).c1[1], -1)
  t.raises("expected an array of numbers", npy, head:format("<c16", "False", "1,"), ("\0"):rep(16))
  t.raises("one or two dimensions", npy, head:format("<f4", "False", "1, 1, 1"), "\0\0\0\0")
  t.raises("do not fit the 4 bytes", npy, head:format("<f4", "False", "2,"), "\0\0\0\0")
  scratch.write("a.npy", "no array at all")
  t.raises("a.npy: expected an array that NumPy has saved", li.npy, path "a.npy")
end)

t.test("NumPy itself reads what is written, and what it writes is read", function()
  local python = scratch.python()
  if not python then t.skip "python3 with NumPy is not here (apt-get install python3-numpy)" end
  run():npy(path "run.npy")
  scratch.write("ask.py", ("import numpy as np\na = np.load('%s/run.npy')\nprint(a.shape[1])\n"
    .. "np.save('%s/b.npy', np.asfortranarray(a.astype('>f4')))\n")
    :format(scratch.dir, scratch.dir))
  t.ok(scratch.sh((python .. " %s/ask.py > %s/said"):format(scratch.dir, scratch.dir)))
  t.eq(tonumber(scratch.slurp "said"), #run():columns())
  local b, r = li.npy(path "b.npy", { columns = run():columns() }), run()
  for k = 1, #r do t.near(b.q1[k], r.q1[k], 1e-7) end
end)

t.test("MAT files of version 4: vectors of one length, the rest is told", function()
  local function int(x) return string.char(x % 256, math.floor(x / 256), 0, 0) end
  local function matrix(kind, rows, cols, name, bytes)
    return int(kind) .. int(rows) .. int(cols) .. int(0) .. int(#name + 1) .. name .. "\0" .. bytes
  end
  local one, two = ("\0"):rep(6) .. "\240\63", ("\0"):rep(7) .. "\64"
  scratch.write("a.mat", matrix(0, 2, 1, "t", one .. two)
    .. matrix(50, 1, 2, "small", "\7\9") .. matrix(0, 2, 2, "A", one:rep(4))
    .. matrix(51, 1, 2, "word", "ab") .. matrix(30, 2, 1, "short", "\254\255\3\0"))
  local a = li.matfile(path "a.mat")
  t.eq(table.concat(a:columns(), " "), "t small short")
  t.eq(a.t[2], 2)
  t.eq(a.small[2], 9)
  t.eq(a.short[1], -2)
  t.ok(tostring(a):find "passed over: A: 2 x 2" and tostring(a):find "word: 1 x 2, not of real")
  scratch.write("a.mat", "MATLAB 5.0 MAT-file" .. (" "):rep(200))
  t.raises("save it with %-v4", li.matfile, path "a.mat")
  scratch.write("a.mat", "something else")
  t.raises("expected a matrix of a MAT file of version 4 at byte 0", li.matfile, path "a.mat")
  if not scratch.sh "command -v octave-cli > /dev/null" then return end
  run():mat(path "run.mat")
  t.ok(scratch.sh(("cd %s && octave-cli --no-history --eval "
    .. "\"load run.mat; y = single(2*q1); save -v4 back.mat t y\" > said "
    .. "2>&1"):format(scratch.dir)))
  t.near(li.matfile(path "back.mat").y[1], 2, 1e-7)
end)

t.test("bytes of any kind end in a run or a message", function()
  local seed = 11
  local function draw(n)
    seed = seed * 16807 % 2147483647
    return math.floor(seed / 2147483647 * n)
  end
  local r = run()
  local texts = { csv = r:csv(), npy = r:npy(), mat = r:mat() }
  for _, ending in ipairs { "csv", "npy", "mat" } do
    for _ = 1, 150 do
      local text = texts[ending]
      for _ = 1, 1 + draw(4) do
        local at = 1 + draw(math.min(#text, draw(2) == 0 and 200 or #text))
        text = text:sub(1, at - 1) .. string.char(draw(256)) .. text:sub(at + draw(3))
      end
      if draw(4) == 0 then text = text:sub(1, draw(#text)) end
      scratch.write("any." .. ending, text)
      local ok, why = pcall(li.results, path("any." .. ending))
      t.ok(ok or tostring(why):find("any." .. ending, 1, true), tostring(why))
    end
  end
end)

t.test("liaison diff says where two runs differ", function()
  local diff = require "liaison.sim.results".diff
  local r = run()
  r:save(path "a.csv")
  r:save(path "b.npy")
  local said = {}
  local function say(line) said[#said + 1] = line end
  t.eq(diff(path "a.csv", path "a.csv", 0, say), true)
  t.ok(said[1]:find "the same within 0: 11 rows")
  local changed = li.simulate { li.planar { 1, 0.8 }, q = { 1, 0.3 + 1e-6 }, t = 0.5, dt = 0.05 }
  changed:save(path "c.csv")
  said = {}
  t.eq(diff(path "a.csv", path "c.csv", 1e-9, say), false)
  t.ok(table.concat(said, "\n"):find "q2: differs by")
  t.eq(diff(path "a.csv", path "c.csv", 1e-2, say), true)
  t.eq(diff(path "a.csv", path "b.npy", 0, say), false)
  t.ok(diff(path "a.csv", path "none.csv", 0, say) == nil)
end)

scratch.remove()
t.done()
