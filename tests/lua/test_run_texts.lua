-- test_run_texts.lua - a run as CSV, JSON and Lua: names that need quotes, units, numbers to the
-- bit, pictures of bars
local t = require "t"
local li = require "liaison"

local AWKWARD = 'a "b", c\n\\d'

local function awkward_run()
  local run = li.simulate { li.planar { 1 }, q = { 0.5 }, t = 1, dt = 0.5 }
  return run:add(AWKWARD, { 1, 2 / 3, 1e-300 }, "m\n")
end

t.test("Lua text reads back: names, units, every number to the bit", function()
  local run = awkward_run()
  local back = assert((loadstring or load)(run:lua()))()
  local names = run:columns()
  t.eq(#back.columns, #names)
  for k, name in ipairs(names) do
    t.eq(back.columns[k], name)
    t.eq(back.units[k], run:unit(name) or "")
    for i = 1, #run do t.eq(back.rows[i][k], run[name][i]) end
  end
  t.eq(back.columns[#names], AWKWARD)
end)

t.test("JSON and CSV quote as they must", function()
  local run = awkward_run()
  local json, csv = run:json(), run:csv()
  t.ok(json:find('"E", "a \\"b\\", c\\n\\\\d"]', 1, true), json)
  t.ok(json:find('"m\\n"]', 1, true), json)
  t.ok(json:find(", 0.66666666666666663]", 1, true) or json:find(", 0.6666666666666666]", 1, true),
    json)
  t.ok(csv:find('E,"a ""b"", c\n\\d"\n', 1, true), csv)
  t.ok(csv:find(",1e%-300\n$"), csv)
  -- what has no name of its own in JSON
  run = li.simulate { li.planar { 1 }, q = { 0.5 }, t = 1, dt = 0.5 }
  run:add("tab\there", { 1, 2, 3 })
  t.ok(run:json():find('"tab?here"', 1, true), run:json():sub(1, 120))
end)

t.test("bars of a histogram touch and have an edge, those of a list stand apart and have none",
  function()
  local function bars(plot)
    local list = {}
    for x, w, rest in plot:svg():gmatch('<rect x="([%d.]+)" y="[%d.]+" width="([%d.]+)" '
      .. 'height="[%d.]+" fill="#0072b2"([^>]*)/>') do
      list[#list + 1] = { x = tonumber(x), w = tonumber(w),
        edge = rest:find("stroke", 1, true) ~= nil }
    end
    return list
  end
  local touching = bars(li.plot.histogram({ 1, 1, 2, 3, 3, 3, 4 }, { bins = 4 }))
  t.eq(#touching, 4)
  for k = 2, 4 do t.near(touching[k].x, touching[k - 1].x + touching[k - 1].w, 0.02) end
  for k = 1, 4 do t.ok(touching[k].edge) end
  local apart = bars(li.plot { x = { 1, 2, 3 }, y = { 1, 3, 2 }, kind = "bars" })
  t.ok(#apart >= 3, #apart)
  for k = 2, 3 do t.near(apart[k].w / (apart[k].x - apart[k - 1].x), 0.8, 1e-3) end
  for k = 1, 3 do t.ok(not apart[k].edge) end
end)

t.done()
