-- test_digits.lua - li.digits: what a person is shown; what is read again keeps all its digits
local t = require "t"
local li = require "liaison"

-- f() with so many digits, which are as usual again behind it
local function with(digits, f)
  li.digits(digits)
  local ok, text = pcall(f)
  li.digits(0)
  if not ok then error(text, 0) end
  return text
end

local function shown(digits, f) return with(digits, function() return tostring(f()) end) end

-- ---- what is shown ------------------------------------------------------------------------------

local THIRD = 0.12345678901
local law = li.law "poly5"
local arm = li.planar { 1, 0.8 }
local run = li.simulate { arm, q = { 0.3, 0.8 }, t = 0.1 }

local SHOWN = {
  vec = function() return li.vec { THIRD } end,
  mat = function() return li.mat { { THIRD, 1 } } end,
  frame = function() return li.frame(li.rot.z(0.3), { THIRD, 1, 2 }) end,
  twist = function() return li.twist { THIRD, 2, 3, 4, 5, 6 } end,
  wrench = function() return li.wrench { THIRD, 2, 3, 4, 5, 6 } end,
  expr = function() return li.symbols "x" * THIRD end,
  smat = function() return li.smat { li.symbols "x" * THIRD } end,
  latex = function() return li.smat { li.symbols "x" * THIRD }:latex() end,
  fourbar = function() return li.fourbar(THIRD, 2, 3, { 2.5, 0 }) end,
  inertia = function() return li.inertia(THIRD, { 0, 0, 0 }, { 1, 1, 1 }) end,
  equations = function() return li.planar { THIRD }:equations():text() end,
  ["latex of equations"] = function() return li.planar { THIRD }:equations():latex() end,
  laws = function() return law:explain { travel = 1, v = THIRD, a = 1 }:text() end,
}

-- the most digits of a number in a text, without zeros in front; exponents and names are none
local function most_digits(text)
  local most = 0
  for number in text:gmatch "%f[%w.]%d*%.%d+" do
    most = math.max(most, #number:gsub("%.", ""):gsub("^0+", ""))
  end
  return most
end

t.test("law: no number that is shown has more digits than asked", function()
  for name, f in pairs(SHOWN) do
    local ok, text = pcall(shown, 3, f)
    t.ok(ok, name .. ": " .. tostring(text))
    t.ok(most_digits(text) <= 3 and text:find "%d", name .. ": " .. text)
  end
end)

t.test("law: more digits are shown where more are asked, and as usual after that", function()
  for _, name in ipairs { "vec", "mat", "frame", "twist", "wrench", "expr", "smat", "inertia" } do
    t.ok(shown(9, SHOWN[name]):find("123456789", 1, true), name .. ": " .. shown(9, SHOWN[name]))
    t.eq(shown(0, SHOWN[name]), tostring(SHOWN[name]()))
  end
end)

t.test("whole numbers, fractions and large numbers", function()
  t.eq(shown(3, function() return li.vec { 12345.6, 2, 1e9 } end), "[12300  2  1e+09]")
  t.eq(shown(3, function() return li.vec { 2.3456e-9 } end), "[2.35e-09]")
  t.eq(shown(3, function() return 12345 * li.symbols "x" + li.expr "116/75" end),
    "12345*x + 116/75")
  t.eq(with(4, function() return li.digits() end), 4)
  t.raises("expected 0 to 17, got 18", li.digits, 18)
end)

t.test("a run and a report of joints", function()
  t.ok(shown(3, function() return run end):find("energy 7.85,", 1, true))
  t.ok(shown(0, function() return run end):find("energy 7.84", 1, true))
end)

t.test("law: what is read again keeps its digits: text, program, model file", function()
  local e = li.symbols "x" * THIRD
  local m = li.planar { THIRD }
  local all = { e:text(), m:lua(), m:equations():program("c", "id", "id") }
  with(3, function()
    t.eq(e:text(), all[1])
    t.eq(li.expr(e:text()), e)
    t.eq(m:lua(), all[2])
    t.eq(m:equations():program("c", "id", "id"), all[3])
  end)
end)

-- ---- rationals ----------------------------------------------------------------------------------

t.test("rationals that came in as such stay rationals", function()
  local text = arm:equations():text()
  t.ok(text:find("M11 = 0.8*c2 + 116/75", 1, true), text)
  t.ok(text:find("M22 = 16/75", 1, true), text)
  local rod = li.robot { bodies = { { name = "rod", joint = "revolute", axis = "z", q = "q1",
    mass = "2/3", com = { "1/2", 0, 0 }, inertia = { 0, "1/18", "1/18" } } } }
  t.eq(rod:equations().M[1][1], li.expr "2/9")   -- m L^2/3
  t.ok(rod:lua():find('mass = "2/3"', 1, true), rod:lua())
  t.near(rod:mass { 0 }[1][1], 2/9, 1e-16)
end)

-- ---- abbreviations ------------------------------------------------------------------------------

local ARMS = { rrp = li.robots.rrp, kr30 = li.robots.kr30, puma560 = li.robots.puma560,
  scara = li.robots.scara }

local function rows_of(text) return (text:match "^(.-)\nwhere" or text) end

t.test("law: poses and Jacobians of the robots print no cos(..), and every entry reads back",
  function()
  for name, make in pairs(ARMS) do
    local g = make():generator()
    for what, M in pairs { pose = g:homogeneous(), J = g:jacobian() } do
      local text = rows_of(tostring(M))
      -- the angle of a difference has no abbreviation
      t.ok(not text:gsub("%l%l%l%([^()]* %- [^()]*%)", ""):find "[cs][oi][sn]%(", text)
      local i = 0
      for line in text:gmatch "[^\n]+" do
        i = i + 1
        local j = 0
        for entry in (line:match "^%[(.*)%]%s*$" .. "  "):gmatch "(.-)  +" do
          j = j + 1
          local same = li.compare(entry, M[i][j])
          t.ok(same.equal, ("%s %s %d %d: %s"):format(name, what, i, j, tostring(same)))
        end
        t.eq(j, select(2, M:size()))
      end
    end
  end
end)

t.test("the course's RRP as the course writes it", function()
  t.eq(tostring(li.robots.rrp():generator():homogeneous()), table.concat({
    "[-s1  -s2*c1  c1*c2  c1*(0.1*c2 - d3*s2)]",
    "[c1   -s1*s2  s1*c2  s1*(0.1*c2 - d3*s2)]",
    "[0    c2      s2     d3*c2 + 0.1*s2]",
    "[0    0       0      1]" }, "\n"))
end)

t.done()
