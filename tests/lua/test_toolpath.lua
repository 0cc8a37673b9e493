-- test_toolpath.lua - paths of a tool from Lua: places, twists, zones, mistakes
local t = require "t"
local li = require "liaison"

local pi = math.pi

t.test("a line and an arc have the places of geometry", function()
  local p = li.path { start = { 0, 0, 0 }, { "line", to = { 1, 0, 0 } },
    { "arc", centre = { 1, 1, 0 }, axis = { 0, 0, 1 }, angle = pi / 2 } }
  t.near(p.length, 1 + pi / 2, 1e-15)
  local X, V, A = p:at(1 + pi / 4)
  t.near(X.p, { 1 + math.sqrt(.5), 1 - math.sqrt(.5), 0 }, 1e-15)
  t.near(V.v, { math.sqrt(.5), math.sqrt(.5), 0 }, 1e-15)
  t.near(A.v, { -math.sqrt(.5), math.sqrt(.5), 0 }, 1e-15)
  t.near(V.w, { 0, 0, 0 })
  t.near(p:breaks(), { 0, 1, p.length }, 1e-15)
  local c = p:corners()
  t.eq(#c, 1)
  t.eq(c[1].order, 2)
  t.near(c[1].curvature, 1, 1e-15)
end)

t.test("the tool turns to frames, spins more, or follows its way", function()
  local to = li.frame(li.rot.z(0.6), { 2, 0, 0 })
  t.near(select(2, li.path { start = li.frame(), { "line", to = to } }:at(1)).w, { 0, 0, .3 })
  t.near(select(2, li.path { start = li.frame(), { "line", to = to, spin = 2 } }:at(1)).w,
    { 0, 0, .3 + 2 * pi }, 1e-14)
  t.near(select(2, li.path { start = li.frame(), { "line", to = to, orientation = "fixed" } }
    :at(1)).w, { 0, 0, 0 })
  local p = li.path { start = { 1, 0, 0 }, orientation = "tangent",
    { "circle", centre = { 0, 0, 0 }, axis = { 0, 0, 1 } } }
  local X, V = p:at(pi / 2)
  t.near(X.R, { { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 } }, 1e-15)
  t.near(V.w, { 0, 0, 1 }, 1e-15)
end)

t.test("zones are smooth, and the whole is told", function()
  local p = li.path { start = { 0, 0, 0 }, blend = 0.1, { "polyline",
    poses = { { 1, 0, 0 }, { 1, 1, 0 }, { 2, 1, 0 } } } }
  t.eq(#p:corners(), 0)
  t.ok(tostring(p):find "2 zones")
  local s = p:segments()
  t.eq(#s, 5)
  t.eq(s[2].blend, true)
  t.eq(s[5].to, p.length)
  t.eq(#li.path { start = { 0, 0, 0 }, { "line", to = { 1, 0, 0 }, blend = { 0.1, 0.2 } },
    { "line", to = { 1, 1, 0 } } }:corners(), 0)
end)

t.test("a half turn says which way it goes", function()
  local p = li.path { start = li.frame(), { "line", to = li.frame(li.rot.x(pi), { 1, 0, 0 }) } }
  t.ok(tostring(p):find "segment 1 turns by half a turn, where both ways are as short")
end)

t.test("parts, points and frames", function()
  local p = li.path { start = { 0, 0, 0 }, { "helix", centre = { 1, 0, 0 }, axis = { 0, 0, 1 },
    rise = 0.3, turns = 1.5 } }
  local again = p:slice(0, 1):join(p:slice(1, p.length))
  t.near(again.length, p.length, 1e-13)
  t.near(again:at(2).p, p:at(2).p, 1e-13)
  t.near(p:reverse():at(0).p, { 2, 0, 0.45 }, 1e-14)
  t.near(p:points(3)[3], { 2, 0, 0.45 }, 1e-14)
  t.near(p:frames(2)[1].p, { 0, 0, 0 }, 1e-14)
  t.near(p:speed_limit(1, { v = 2 }), 2, 1e-14)
  t.raises("unknown option 'vmax'", function() p:speed_limit(1, { vmax = 2 }) end)
  t.raises("begins .* m and .* rad from where the first ends", function() p:join(p) end)
  t.raises("needs 0 <= a < b", function() p:slice(2, 1) end)
end)

t.test("weights mix the way and the turn", function()
  local to = li.frame(li.rot.z(1), { 2, 0, 0 })
  local p = li.path { start = li.frame(), weight = 0.5, { "line", to = to } }
  t.near(p.length, math.sqrt(4.25), 1e-15)
  t.eq(p.weight, 0.5)
end)

t.test("mistakes are named where they are", function()
  local function path(t1) return function() return li.path(t1) end end
  local o = { 0, 0, 0 }
  t.raises("^[^:]*:%d+: path%[1%]%[1%]: unknown kind the string 'lien' %(did you mean 'line'",
    path { start = o, { "lien", to = o } })
  t.raises("path%[1%]: unknown key 'too' of a line %(did you mean 'to'",
    path { start = o, { "line", too = o } })
  t.raises("path%[1%].to: expected", path { start = o, { "line", to = { 1, 2 } } })
  t.raises("path.start: missing", path { { "line", to = o } })
  t.raises("expected segments after start", path { start = o })
  t.raises("unknown key 'blends'", path { start = o, blends = 1, { "line", to = { 1, 0, 0 } } })
  t.raises("segment 1 %(line%): it has no length", path { start = o, { "line", to = o } })
  t.raises("segment 1 %(arc%): .* lie on one line",
    path { start = o, { "arc", via = { 1, 0, 0 }, to = { 2, 0, 0 } } })
  t.raises("the largest possible is 0.5 at each end", path { start = o, blend = .6,
    { "polyline", poses = { { 1, 0, 0 }, { 1, 1, 0 }, { 2, 1, 0 } } } })
  t.raises("up is for tangent",
    path { start = o, orientation = { "fixed", up = o }, { "line", to = { 1, 0, 0 } } })
  t.raises("there is no axis to spin about",
    path { start = li.frame(), { "line", to = li.frame.tx(1), spin = 1 } })
  t.raises("poses%[2%]: expected a point as the first is",
    path { start = o, { "spline", poses = { { 1, 0, 0 }, li.frame.tx(2) } } })
  t.raises("poses%[2%] stands where the one before does",
    path { start = o, { "spline", poses = { { 1, 0, 0 }, { 1, 0, 0 } } } })
  t.raises("are one motion there",
    path { start = o, { "line", to = { 1, 0, 0 }, orientation = "screw" } })
end)

t.done()
