-- test_check.lua - the Lua half's functions and tables are checked as those of the C half
local t = require "t"
local li = require "liaison"
local check = require "liaison.base.check"

t.test("a function of Lua gets what its signature says", function()
  local lib = {}
  check.define(lib, {
    { "arm.tip(q: vec [, n: count, kind: fixed|moving]) -> any", "For this test.", nil,
      function(q, n, kind) return li.type(q), n, kind end },
    { "sum(...: num) -> num", "For this test.", nil, function(...) return select("#", ...) end },
  })
  local class, n, kind = lib.arm.tip({ 1, 2 }, 3.0, "moving")
  t.eq(class, "vec")
  t.eq(("%d"):format(n), "3")
  t.eq(kind, "moving")
  t.eq(lib.sum(1, 2, 3), 3)
  t.eq(lib.sum(), 0)
  t.raises("^tests/lua/t.lua:%d+: arm.tip: argument 1 %(q%[1%]%): expected a finite number, "
    .. "got a function$",
    lib.arm.tip, { print })
  t.raises("arm.tip: argument 3 %(kind%): expected 'fixed' or 'moving', got the string "
    .. "'movin' %(did you mean 'moving'%?%)",
    lib.arm.tip, { 1 }, nil, "movin")
  t.raises("arm.tip: expected at most 3 arguments, got 4", lib.arm.tip, { 1 }, 1, "fixed", 1)
  t.raises("sum: argument 3: expected a finite number, got the string 'x'", lib.sum, 1, 2, "x")
  t.raises("arm has no function 'tipp' %(did you mean 'tip'%?%)",
    function() return lib.arm.tipp end)
  t.raises("no type is called 'gizmo'", check.define, lib, { { "f(a: gizmo)", "", nil, print } })
  for _, sig in ipairs { "f", "f(", "f(a)", "f(a:)", "f(a: num", "f([a: num)", "f(a: num|)" } do
    t.raises("signature '" .. sig:gsub("%p", "%%%0"), check.define, lib,
      { { sig, "", nil, print } })
  end
end)

t.test("a namespace may be called where it is a function too", function()
  local lib = {}
  check.define(lib, {
    { "pose(p: vec3) -> vec", "Function first.", nil, function(p) return p end },
    { "pose.zero() -> vec", "Then a namespace.", nil, function() return li.zeros(3) end },
    { "turn.by(x: num) -> num", "Namespace first.", nil, function(x) return x end },
    { "turn(x: num) -> num", "Then a function.", nil, function(x) return 2 * x end },
  })
  t.eq(lib.pose { 1, 2, 3 }, li.vec { 1, 2, 3 })
  t.eq(lib.pose.zero(), li.zeros(3))
  t.eq(lib.turn(2) + lib.turn.by(3), 7)
  t.raises("pose: argument 1 %(p%): expected 3 finite numbers, got 2", lib.pose, { 1, 2 })
end)

local schema = {
  name = "str",
  joint = "fixed|revolute|prismatic",
  mass = { "num?", min = 0 },
  size = { "num", above = 0, default = 1 },
  com = { "vec3", default = { 0, 0, 0 } },
  tags = function(value, path) return value and check.list(value, path, "str", 1) end,
}

t.test("fields are strict: unknown, missing and wrong ones are named by their path", function()
  local function read(spec)
    local b = check.fields(spec, "bodies[2]", schema)
    return b
  end
  local b = read { name = "arm", joint = "fixed", tags = { "a" } }
  t.eq(b.com, li.zeros(3))
  t.eq(b.size, 1)
  t.eq(b.mass, nil)
  t.eq(b.tags[1], "a")
  t.raises("^tests/lua/test_check.lua:%d+: bodies%[2%]: unknown key 'mas' %(did you mean "
    .. "'mass'%?%)$",
    read, { name = "a", mas = 1 })
  t.raises("%[2%].joint: expected 'fixed', 'revolute' or 'prismatic', got the string "
    .. "'revolut' %(did you mean 'revolute'%?%)",
    read, { name = "a", joint = "revolut" })
  t.raises("bodies%[2%].name: expected a string, got nil", read, { joint = "fixed" })
  t.raises("bodies%[2%].mass: expected a number >= 0, got %-1", read,
    { name = "a", joint = "fixed", mass = -1 })
  t.raises("bodies%[2%].size: expected a number > 0, got 0", read,
    { name = "a", joint = "fixed", size = 0 })
  t.raises("bodies%[2%].com: expected 3 finite numbers, got 2", read,
    { name = "a", joint = "fixed", com = { 1, 2 } })
  t.raises("bodies%[2%].com%[3%]: expected a finite number, got true",
    read, { name = "a", joint = "fixed", com = { 1, 2, true } })
  t.raises("bodies%[2%].tags: expected at least 1 entries, got 0", read,
    { name = "a", joint = "fixed", tags = {} })
  t.raises("bodies%[2%].tags%[2%]: expected a string, got 5", read,
    { name = "a", joint = "fixed", tags = { "x", 5 } })
  t.raises("bodies%[2%].tags: unknown key 'x' in a list of 1", read,
    { name = "a", joint = "fixed", tags = { "x", x = 5 } })
  t.raises("bodies%[2%]: unknown entry %[1%], expected named fields", read, { "arm" })
  t.raises("bodies%[2%]: expected a table, got a vec", read, li.vec { 1 })
end)

local Run = check.class("testrun", "For this test.", {
  { "testrun:plus(x: num) -> num", "For this test.", nil, function(self, x) return self.x + x end },
  { "testrun.__add(a: testrun, b: testrun) -> testrun", "For this test.", nil,
    function(a, b) return a.x + b.x end },
})

t.test("a class of Lua is as strict as one of C", function()
  local run = Run.new { x = 1 }
  t.eq(run:plus(2), 3)
  t.eq(run + run, 2)
  t.eq(li.type(run), "testrun")
  t.raises("testrun:plus: argument 1 %(x%): expected a finite number, got a testrun", run.plus, run,
    run)
  t.raises("testrun:plus: called without its object %(got 2 first%): write x:plus%(...%) with "
    .. "a colon", run.plus, 2)
  t.raises("testrun %+: argument 2 %(b%): expected a testrun, got 1", function() return run + 1 end)
  t.raises("testrun has no method 'pluss' %(did you mean 'plus'%?%)",
    function() return run:pluss() end)
  t.raises("testrun has no field 'y' that could be assigned", function() run.y = 1 end)
end)

t.done()
