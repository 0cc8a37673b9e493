-- test_vec.lua - vec: numbers in a row
local t = require "t"
local li = require "liaison"

t.test("elements are read and written from 1, and nowhere else", function()
  local v = li.vec { 1, 2, 3 }
  v[2] = 7
  t.eq(v[2], 7)
  t.eq(#v, 3)
  for _, i in ipairs { 0, 4, -1, 1.5, 1e300, 0 / 0 } do
    t.raises("vec: index .* out of range 1%.%.3", function() return v[i] + 0 end)
    t.raises("vec: index .* out of range 1%.%.3", function() v[i] = 1 end)
  end
  t.raises("vec: index 1 of an empty vec", function() return li.vec {}[1] + 0 end)
  t.raises("element 1: expected a finite number, got nan", function() v[1] = 0 / 0 end)
  t.raises("element 1: expected a finite number, got the string '3'", function() v[1] = "3" end)
  t.raises("vec has no field 'x' that could be assigned", function() v.x = 1 end)
  t.raises("vec has no field true that could be assigned", function() v[true] = 1 end)
  t.raises("vec cannot be indexed with true", function() return v[true] end)
  t.raises("vec has no method 'lenght'", function() return v.lenght end)
end)

t.test("a copy is a copy, set and fill work in place", function()
  local v = li.vec { 1, 2 }
  local w = v:copy()
  w[1] = 9
  t.eq(v, li.vec { 1, 2 })
  t.eq(li.vec(v), v)
  v:set { 5, 6 }
  t.eq(v, li.vec { 5, 6 })
  t.raises("vec:set: argument 1 %(x%): expected 2 numbers, got 3", v.set, v, { 1, 2, 3 })
  t.eq(v:set(v), li.vec { 5, 6 })
  t.eq(v:fill(1), li.vec { 1, 1 })
end)

t.test("slices count as string.sub does, and say what they miss", function()
  local v = li.vec { 1, 2, 3, 4 }
  t.eq(v:sub(2, 3), li.vec { 2, 3 })
  t.eq(v:sub(-2), li.vec { 3, 4 })
  t.eq(v:sub(1), v)
  t.eq(#v:sub(3, 2), 0)
  for _, ij in ipairs { { 0 }, { 5 , 5 }, { 1, 5 }, { 3, 1 }, { -5 } } do
    t.raises("is not inside 1%.%.4", v.sub, v, ij[1], ij[2])
  end
end)

t.test("algebra, with a table on either side", function()
  local v, w = li.vec { 1, 2, 3 }, li.vec { 4, 5, 6 }
  t.eq(v + w, li.vec { 5, 7, 9 })
  t.eq(v + { 4, 5, 6 }, li.vec { 5, 7, 9 })
  t.eq({ 4, 5, 6 } - v, li.vec { 3, 3, 3 })
  t.eq(2 * v, v * 2)
  t.eq(-v, v * -1)
  t.eq(w / 2, li.vec { 2, 2.5, 3 })
  t.eq(v:dot(w), 32)
  t.eq(v:cross(w), li.vec { -3, 6, -3 }) -- a closed form: determinant of e, v, w
  t.raises("vec %+: sizes differ: 3 and 2", function() return v + { 1, 2 } end)
  t.raises("vec %*: vec %* vec could mean two things: say a:dot%(b%) or a:cross%(b%)",
    function() return v * w end)
  t.raises("vec /: division by zero", function() return v / 0 end)
  t.raises("vec /: argument 1 %(a%): expected numbers", function() return 1 / v end)
  t.raises("vec %+: argument 2 %(b%): expected numbers", function() return v + "x" end)
  t.raises("of vecs of 3 numbers, this has 2", function() return li.vec { 1, 2 }:cross(v) end)
end)

t.test("lengths neither overflow nor vanish", function()
  t.near(li.vec { 3e300, 4e300 }:norm() / 5e300, 1)
  t.near(li.vec { 3e-300, 4e-300 }:norm() / 5e-300, 1)
  t.near(li.vec { 3e-310, 4e-310 }:unit(), { 0.6, 0.8 }, 1e-9)
  t.eq(li.vec { 1, -2, 3 }:norm "one", 6)
  t.eq(li.vec { 1, -2, -3 }:norm "max", 3)
  t.eq(li.vec {}:norm(), 0)
  t.raises("the zero vec has no direction", function() return li.zeros(3):unit() end)
end)

t.test("equality is of all numbers; other types differ", function()
  t.ok(li.vec { 1, 2 } == li.vec { 1, 2 })
  t.ok(li.vec { 1, 2 } ~= li.vec { 1, 3 })
  t.ok(li.vec { 1 } ~= li.vec { 1, 0 })
  t.ok(li.vec { 1 } ~= li.mat { { 1 } })
  t.ok(li.vec { 1 }:near { 1 + 1e-13 })
  t.ok(not li.vec { 1 }:near { 1.1 } and li.vec { 1 }:near({ 1.1 }, 0.2))
end)

t.test("text is the same on both Luas: six digits, rounding dust as 0, no -0", function()
  t.eq(tostring(li.vec { 1, 0.5, -1 / 3 }), "[1  0.5  -0.333333]")
  t.eq(tostring(li.vec { 1, 1e-14, -0.0, 1e20 }), "[0  0  0  1e+20]")
  t.eq(tostring(li.vec { 1e-20, 1e-21 }), "[1e-20  1e-21]")
  t.eq("v = " .. li.vec { 1 } .. "!", "v = [1]!")
  t.eq(tostring(li.vec {}), "[]")
end)

t.test("no number gets in or out that is not finite", function()
  local big = li.vec { 1e308, 1 } * 10
  t.raises("vec %+: argument 1 %(a%[1%]%): expected a finite number, got inf",
    function() return big + big end)
  t.eq(tostring(big), "[inf  10]")
  t.raises("the function gave nan for element 2",
    function() return li.vec { 1, -1 }:map(math.sqrt) end)
end)

t.test("sizes that no memory holds are refused", function()
  t.raises("zeros: 1000000000 numbers are more than the 16777216 allowed", li.zeros, 1e9)
  t.raises("zeros: argument 1 %(n%): expected an integer >= 0, got %-1", li.zeros, -1)
  t.raises("zeros: argument 1 %(n%): expected an integer >= 0, got 1.5", li.zeros, 1.5)
  t.raises("zeros: argument 1 %(n%): expected an integer >= 0, got 1e%+300", li.zeros, 1e300)
end)

t.test("tables are read without asking their metatables", function()
  local trap = setmetatable({ 1, 2 }, { __index = function() error "asked" end,
    __len = function() error "asked" end })
  t.eq(li.vec(trap), li.vec { 1, 2 })
  t.raises("vec: argument 1 %(x%[2%]%): expected a finite number, got nil", li.vec, { 1, nil, 3 })
  t.raises("vec:cross: argument 1 %(b%[2%]%): expected a finite number, got nil", li.zeros(3).cross,
    li.zeros(3), { 1, nil, 3 })
  t.raises("mat: argument 1 %(rows%[2%]%[1%]%): expected a finite number, got nil", li.mat,
    { { 1, 2 }, { nil, 2 } })
  local cycle = { 1 }
  cycle[2] = cycle
  t.raises("vec: argument 1 %(x%[2%]%): expected a finite number, got a table", li.vec, cycle)
  cycle[1] = cycle
  t.raises("mat: argument 1 %(rows%[1%]%[1%]%): expected a finite number, got a table", li.mat,
    cycle)
end)

-- on LuaJIT these are read and written without a call into C, as long as nothing is wrong
t.test("numbers by place and by name are the same on every way to them", function()
  local v, sum = li.vec { 1, 2.5, -3 }, 0
  for round = 1, 300 do -- often enough to be compiled
    v[2] = round
    sum = sum + v[1] + v[2] + v[3]
  end
  t.eq(sum, 300 * 301 / 2 - 600)
  t.eq(v:sum(), 298)
  local M = li.mat { { 1, 2 }, { 3, 4 } }
  local row = M[2]
  for round = 1, 300 do row[1] = round end
  t.eq(M:get(2, 1), 300)
  for _, wrong in ipairs { 0, 4, 1.5, -1, 0 / 0, 1 / 0 } do
    local ok, why = pcall(function() return v[wrong] end)
    t.ok(not ok and why:find("index", 1, true), why)
    t.ok(not pcall(function() v[wrong] = 1 end))
  end
  for _, wrong in ipairs { 0 / 0, 1 / 0, "1", {}, false } do
    local ok, why = pcall(function() v[1] = wrong end)
    t.ok(not ok and why:find("test_vec.lua:%d+: vec: element 1: expected a finite number"), why)
  end
  t.eq(v[1], 1)
  t.raises("vec has no method 'summ'", function() return v.summ end)
  local seen = {}
  li.simulate { li.planar { 1, 0.5 }, t = 0.01, input = function(_, q, w, tau)
    tau.q2 = 2
    seen[#seen + 1] = q.q1 == q[1] and w.q2 == w[2] and tau[2] == 2 and tau:max() == 2
    t.raises("nothing here is called 'q3'", function() return q.q3 end)
    t.raises("nothing here is called 'q3'", function() tau.q3 = 1 end)
  end }
  t.ok(#seen > 10)
  for _, same in ipairs(seen) do t.ok(same) end
end)

t.test("what is given the metatable of a vec is none", function()
  local stranger = rawget(_G, "newproxy") and newproxy(true) or io.tmpfile() -- luacheck: ignore
  local real = debug.getmetatable(stranger)
  debug.setmetatable(stranger, debug.getmetatable(li.vec { 1 }))
  t.raises("expected a vec", function() return stranger[1] end)
  t.raises("expected a vec", function() stranger[1] = 2 end)
  debug.setmetatable(stranger, real)
end)

t.done()
