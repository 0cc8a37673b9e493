-- inria6r.lua - the painting robot of the 1980 report: three axes and an elephant-trunk wrist, in
-- symbols or in numbers [inria80] 4.1, tables of masses included; body 1 turns about Y, upwards.
-- Gravity is (0, G, 0): G = -9.81 with Y up. li.robots.inria6r() is symbolic; { data = "P1" } has
-- the numbers of the worked example, where no body has inertia about its own axis; "P2" adds those;
-- "P3" adds the rotors.
local kit = require "liaison.core"._internal

local P1 = {
  L1 = 0.9, L2 = 0.7, L3 = 0.8, L6 = 0.3, D1 = 0.4, D2 = 0.3, D3 = 0.35, D6 = 0.12, M1 = 50,
    M2 = 25, M3 = 15, M6 = 6,
  IX1 = 2.4, IZ1 = 2.3, IX2 = 1.1, IZ2 = 1.05, IX3 = 0.75, IY3 = 0.72, IX6 = 0.06, IY6 = 0.055,
    G = -9.81,
}
local own = { IY1 = 0.9, IY2 = 0.08, IZ3 = 0.05, IZ6 = 0.012 }
local rotors = { 0.8, 0.9, 0.5, 0.05, 0.04, 0.03 }

return function(options)
  local data = options.data
  assert(data == nil or data == "P1" or data == "P2" or data == "P3",
    "data: expected 'P1', 'P2' or 'P3'")
  local full = data == "P2" or data == "P3"
  local function v(name)
    if not data then return own[name] and 0 or name end
    return P1[name] or full and own[name] or 0
  end
  local function body(i, com, ...)
    return { mass = v("M" .. i), com = com, inertia = { ... },
      rotor = data == "P3" and rotors[i] or nil }
  end
  local function length(name) return data and P1[name] or name end
  local phrase = kit.format("RY(theta1MIN,theta1MAX),TYK(%s),RX(theta2MIN,theta2MAX),TYK(%s),"
    .. "RX(theta3MIN,theta3MAX),TZK(%s),RX(theta4MIN,theta4MAX),TZK(0),"
    .. "RY(theta5MIN,theta5MAX),TZK(0),RZ(theta6MIN,theta6MAX),TZK(%s);",
    length "L1", length "L2", length "L3", length "L6")
  local massless = function(i) return { mass = 0, inertia = 0,
    rotor = data == "P3" and rotors[i] or nil } end
  return { about = {
    source = { "the report of 1980, 4.1" },
    licence = "facts of a publication",
    assumed = { "in symbols unless data = 'P1', 'P2' or 'P3'" },
  },
    phrase = phrase, name = "inria6r", gravity = { 0, v "G", 0 }, masses = {
    body(1, { 0, v "D1", 0 }, v "IX1", v "IY1", v "IZ1"),
    body(2, { 0, v "D2", 0 }, v "IX2", v "IY2", v "IZ2"),
    body(3, { 0, 0, v "D3" }, v "IX3", v "IY3", v "IZ3"),
    massless(4), massless(5),
    body(6, { 0, 0, v "D6" }, v "IX6", v "IY6", v "IZ6"),
  } }
end
