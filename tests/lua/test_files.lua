-- test_files.lua - what is written for the user: paths, modes, links, and nothing in places that
-- can be guessed
local t = require "t"
local li = require "liaison"

local folder = assert(li._internal.new_folder())

local function read(path)
  local f = io.open(path, "rb")
  if not f then return nil end
  local text = f:read "*a"
  f:close()
  return text
end

local function sh(command, ...)
  local done = os.execute(command:format(...))
  return done == true or done == 0
end

local arm = li.planar { 1, 0.8 }
local run = li.simulate { arm, t = 0.01, dt = 0.005 }

t.test("a zero byte in a path is refused, by whatever takes one", function()
  local path = folder .. "/x\0.safe"
  local ways = {
    ["model:lua"] = function() arm:lua(path) end,
      ["model:graphviz"] = function() arm:graphviz(path) end,
    ["model:maple"] = function() arm:maple(path) end, ["run:csv"] = function() run:csv(path) end,
    ["run:json"] = function() run:json(path) end, ["run:npy"] = function() run:npy(path) end,
      ["run:lua"] = function() run:lua(path) end,
    ["run:plot"] = function() run:plot(path) end, ["run:html"] = function() run:html(path) end,
      ["model:html"] = function() arm:html(path) end,
    ["plot:save"] = function() run:plot():save(path) end,
      ["equations:c"] = function() arm:equations():c(path) end,
    ["equations:latex"] = function() arm:equations():latex(path) end,
      ["equations:explain"] = function() arm:equations():explain(path) end,
    ["load"] = function() li.load(path) end, ["urdf"] = function() li.urdf(path) end,
  }
  for name, f in pairs(ways) do
    local message = t.raises("expected a path %(a string without a zero byte%)", f)
    t.ok(message:find(name, 1, true), message)
  end
  t.eq(read(folder .. "/x"), nil)
  t.raises("zero byte", li._internal.save, path, "x")
end)

t.test("no row of the whole house takes a path as any string", function()
  for _, row in ipairs(li._internal.rows()) do
    t.ok(not row.sig:find "%f[%w]path: str" and not row.sig:find "%f[%w]file: str", row.sig)
  end
end)

t.test("a private file stays private, a link a link, a user's own part his", function()
  local path = folder .. "/arm.lua"
  t.ok(arm:lua(path))
  t.ok(sh("chmod 600 '%s' && ln -s arm.lua '%s/link.lua' && echo mine > '%s.part'", path, folder,
    path))
  t.ok(arm:lua(folder .. "/link.lua"))
  t.ok(sh("test \"$(stat -c %%a '%s')\" = 600 && test -L '%s/link.lua'", path, folder))
  t.eq(read(path .. ".part"), "mine\n")
  t.eq(read(path), arm:lua())
  t.ok(sh("test \"$(ls -A '%s' | wc -l)\" = 3", folder))
end)

t.test("a file that cannot be written raises: its name whole, and why", function()
  local path = folder .. "/no/such/" .. ("long"):rep(40) .. "/arm.svg"
  for _, f in ipairs { function() return run:plot(path) end, function() return run:csv(path) end,
    function() return arm:lua(path) end } do
    local done, why = pcall(f)
    t.eq(done, false)
    t.ok(tostring(why):find(path .. ": cannot be written: No such file or directory", 1, true), why)
  end
end)

t.test("messages name files whole, however long: one can find them", function()
  local deep = folder .. "/" .. ("a_rather_long_name_of_a_folder/"):rep(8)
  t.ok(sh("mkdir -p '%s'", deep))
  local function write(name, text)
    local f = assert(io.open(deep .. name, "w"))
    f:write(text)
    f:close()
    return deep .. name
  end
  -- URDF: what is no XML, and what is no robot
  local broken = write("broken.urdf", "<robot name='r'>\n<link name='a'>\n</robot>")
  t.ok(tostring(select(2, pcall(li.urdf, broken))):find(broken .. ":3", 1, true), "XML")
  local wrong = write("wrong.urdf", "<robot name='r'>\n<link name='a'/>\n<joint name='j' "
    .. "type='revolut'>\n<parent link='a'/><child link='b'/></joint></robot>")
  t.ok(tostring(select(2, pcall(li.urdf, wrong))):find(wrong .. ":3", 1, true), "URDF")
  -- a script's mistake
  local script = write("script.lua", "local li = require 'liaison'\n\nlocal v = "
    .. "li.vec('x')\nreturn v")
  local ok, why = pcall(dofile, script)
  t.ok(not ok and why:find(script .. ":3: vec", 1, true), why)
  -- functions that are asked for numbers
  local input = write("input.lua", "local li = require 'liaison'\nreturn { function(t, q) "
    .. "return q.nothing.at.all end, function() return {0/0, 0} end }")
  local f = dofile(input)
  local _, said = li.simulate { arm, t = 1, input = f[2] }
  t.ok(said:find(input .. ":2", 1, true), said)
end)

t.test("the tour leaves its page where nobody could wait for it", function()
  t.ok(sh("mkdir '%s/tmp' && touch '%s/precious' && ln -s ../precious '%s/tmp/liaison-tour.html'",
    folder, folder, folder))
  local lua = jit and "luajit" or "lua5.4"
  t.ok(sh("TMPDIR='%s/tmp' LIAISON_LUA=%s scripts/liaison tour > /dev/null < /dev/null", folder,
    lua))
  t.eq(read(folder .. "/precious"), "")
  t.ok(sh("test \"$(stat -c %%a '%s'/tmp/liaison-*/)\" = 700 && test -s "
    .. "'%s'/tmp/liaison-*/tour.html", folder, folder))
end)

t.ok(sh("rm -rf '%s'", folder))
t.done()
