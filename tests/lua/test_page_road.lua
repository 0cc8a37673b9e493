-- test_page_road.lua - a road in the living page: its heights as data, the mesh that its JavaScript
-- makes of them, in node; what is refused
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"
local json = require "liaison.show.page.json"

li.surface { "flat" }
local tell = require("liaison.show.page.road").tell
local hill = li.surface { "formula", z = "0.3*sin(x)*cos(y)" }
local car = li.planar { 1 }

t.test("heights at equal steps between the ends", function()
  local r = tell { hill, x = { -1, 2 }, y = { 0, 1 }, step = 0.25 }
  t.eq(r.nx, 13)
  t.eq(r.ny, 5)
  t.near({ r.x, r.y, r.dx, r.dy }, { -1, 0, 0.25, 0.25 }, 1e-15)
  for i = 0, 12 do
    for j = 0, 4 do
      t.near(r.z[i * 5 + j + 1], 0.3 * math.sin(-1 + i / 4) * math.cos(j / 4), 1e-15)
    end
  end
end)

t.test("the page has the road where one is told, and else none of its script", function()
  local page = car:html(nil, { road = { hill, x = { 0, 1 }, y = { 0, 1 } } })
  t.ok(page:find('"road":{', 1, true) and page:find("function roadMesh", 1, true))
  page = car:simulate(0.1, { 0.5 }):html(nil, { road = { hill, x = { 0, 1 }, y = { 0, 1 } } })
  t.ok(page:find('"road":{', 1, true) and page:find("function roadMesh", 1, true))
  page = car:html()
  t.ok(not page:find('"road":{', 1, true) and page:find("const drawRoad = null;", 1, true))
end)

t.test("the mesh stands on the heights, with the normals of the surface", function()
  t.needs("node", "nodejs")
  local r = tell { hill, x = { -1, 2 }, y = { 0, 1 }, step = 0.02 }
  local script = require "liaison.show.page.roadway"
  local path = scratch.write("road.js", script .. "\nconst r = " .. json.text(r) .. [[

const m = roadMesh(r);
console.log(m.length);
for (let k = 0; k < m.length; k += 6*997) console.log(m.slice(k, k + 6).join(" "));
console.log(roadLines(r, 0).length % 6);
]])
  local pipe = io.popen("node " .. path .. " 2>&1")
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  t.eq(tonumber(lines[1]), (r.nx - 1) * (r.ny - 1) * 6 * 6, lines[1])
  for k = 2, #lines - 1 do
    local p = {}
    for x in lines[k]:gmatch "%S+" do p[#p + 1] = tonumber(x) end
    t.near(p[3], hill:height(p[1], p[2]), 1e-12)
    local inside = p[1] > -0.99 and p[1] < 1.99 and p[2] > 0.01 and p[2] < 0.99
    local n = hill:normal(p[1], p[2])
    t.near({ p[4], p[5], p[6] }, { n[1], n[2], n[3] }, inside and 1e-4 or 1e-2)
  end
  t.ok(#lines > 20)
  t.eq(lines[#lines], "0")
end)

t.test("bad roads of a page are refused with the place", function()
  for _, bad in ipairs {
    { 3, "html.road: expected {surface, x = {from, to}, y = {from, to}}, got 3" },
    { { hill }, "html.road.x: expected numbers" },
    { { hill, x = { 1, 0 }, y = { 0, 1 } }, "html.road.x: expected {from, to}, from < to" },
    { { hill, x = { 0, 1 }, y = { 0, 1 }, step = 5 }, "html.road.step: expected a step below 1" },
    { { hill, x = { 0, 1 }, y = { 0, 1 }, step = 1e-3 }, "more than a page takes" },
    { { hill, x = { 0, 1 }, y = { 0, 1 }, z = 1 }, "html.road: unknown key 'z'" },
    { { li.surface { "flat", z = "h" }, x = { 0, 1 }, y = { 0, 1 } }, "no number for .* in h" },
  } do t.raises(bad[2], car.html, car, nil, { road = bad[1] }) end
end)

t.done()
