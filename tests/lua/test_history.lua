-- test_history.lua - what is asked does not depend on what was asked before: the example of every
-- function alone in a fresh process, and all of them one after the other in another order, print
-- what their rows say
--
-- A sample in every run, one of LIAISON_PART (make check: one of three); LIAISON_LAW=all asks every
-- one of them, alone on one Lua in turn.
local t = require "t"
local li = require "liaison"

local lua = os.getenv "LIAISON_LUA" or (rawget(_G, "jit") and "luajit" or "lua5.4")
local everything = os.getenv "LIAISON_LAW" == "all"
local turn = rawget(_G, "jit") and 1 or 0

local rows = li.signatures()
local PART = tonumber(os.getenv "LIAISON_PART") or 40 -- of so many one in an ordinary run

local function trim(s) return (s:gsub("[ \t]+\n", "\n"):gsub("%s+$", "")) end

-- numbers that are always the same
local state = 20240511
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end

local CHILD = [[
local t = require "t"
if arg[2] then -- a piece of code
  print((t.run(arg[2])))
  os.exit(0)
end
local li = require "liaison"
string.format = li._internal.format -- that of Lua asks the locale
local rows = li.signatures()
for word in arg[1]:gmatch "%d+" do
  local row = rows[tonumber(word)]
  local code, want = row.example:match "^(.-)%s*%-%->%s?(.*)$"
  local ok, got = pcall(t.run, code)
  local function trim(s) return (tostring(s):gsub("[ \t]+\n", "\n"):gsub("%s+$", "")) end
  if code:find "vehicles%." then collectgarbage() collectgarbage() end
  -- factors are written in the order in which their names were first met: the same letters in
  -- another order are the same
  local function letters(s)
    local list = {}
    for c in trim(s):gmatch "%S" do list[#list + 1] = c end
    table.sort(list)
    return table.concat(list)
  end
  if not ok or letters(got) ~= letters(want) then
    print(("%s: %s, not %s"):format(row.name, trim(got), trim(want)))
  end
end
print "asked"
]]

local child = os.tmpname()
do
  local file = assert(io.open(child, "w"))
  file:write(CHILD)
  file:close()
end

-- what a fresh process complains about when it is asked these examples one after the other
local function asked(list)
  local p = assert(io.popen(("%s %s '%s' 2>&1"):format(lua, child, table.concat(list, " "))))
  local said = p:read "*a"
  p:close()
  local told = said:match "^(.*)asked\n$"
  return told or ("ended early: " .. said)
end

t.test("every example alone, in a process where nothing was asked before", function()
  local complaints = {}
  for i = 1, #rows do
    if everything and i % 2 == turn or random(PART) == 1 then
      local said = asked { i }
      if said ~= "" then complaints[#complaints + 1] = trim(said) end
    end
  end
  t.eq(table.concat(complaints, "\n"), "")
end)

t.test("all of them in one process, in another order", function()
  local order = {}
  for i = 1, #rows do if everything or random(PART) <= 6 then order[#order + 1] = i end end
  for i = #order, 2, -1 do
    local k = random(i)
    order[i], order[k] = order[k], order[i]
  end
  t.eq(trim(asked(order)), "")
end)

-- what only a fresh process can show, with what it prints
local FRESH = {
  { "li.mechanisms.four_bar():grashof(li.mechanisms.values 'four_bar')",
    "crank_rocker, crank-rocker: the input turns fully, the output rocks" },
  { "li.mechanisms.four_bar():inversions(li.mechanisms.values 'four_bar')[2].class",
    "double_crank" },
  { "li.mechanisms.four_bar():inversions()[1].text",
    "no numbers for l1, l2, l3, l4, l5: no class by Grashof" },
  { "li.mechanisms.mcpherson():mobility(li.mechanisms.values('mcpherson', {state = true}))"
    .. ".velocity", "4" },
  { "li.mechanisms.watt():counts(li.mechanisms.values('watt', {state = true})).strict.coordinates",
    "2" },
  { "li.systems.tractor_trailer():doctor(li.systems.values('tractor_trailer', {state = "
    .. "true})).velocity_freedom", "1" },
  { "li.mechanisms.slider_crank():assemble('joint', li.mechanisms.values('slider_crank', "
    .. "{state = true})).th1", "0.7" },
  { "li.mechanisms.slider_crank():system'joint':kane{independent = 'th1'}:simulate(0.1, {}, "
    .. "{values = li.mechanisms.values('slider_crank', {state = true})}).th1[1]", "0.7" },
  { "li.expr('a + 1', 'new'):eval{a = 1, b = 2, [ [[b']] ] = 4}", "2" },
  { "li.smat{li.expr('2*a', 'new')}:eval{a = 1, b = 2}[1]", "2" },
  { "select(2, pcall(function() return li.expr('a + 1', 'new'):eval{aa = 1} end)):match'expr:.*'",
    "expr:eval: the symbol 'a' has no value in a + 1: give it one: eval{name = number} ('aa' "
    .. "is the name of no symbol)" },
  { "li.systems.disc():kane():simulate(0.1, li.systems.values('disc', {state = true})).theta[1]",
    "1.2" },
}

t.test("values of what is shipped, asked first of all", function()
  for _, x in ipairs(FRESH) do
    local p = assert(io.popen(('%s %s none "%s" 2>&1'):format(lua, child, x[1])))
    local got = trim(p:read "*a")
    p:close()
    t.eq(got, x[2], x[1])
  end
end)

os.remove(child)
t.done()
