-- condensed.lua - terms of equations dropped over a trajectory, with what that costs; who did what
-- before 1980
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local condensed = {}

-- terms that may go -------------------------------------------------------------------------------

local function states_of(eq, s)
  local states = {}
  for k = 0, s.samples - 1 do
    local q, v, a = s.motion(s.T * k / (s.samples - 1))
    local state = {}
    for _, x in ipairs { { "q", q }, { "v", v }, { "a", a } } do
      if type(x[2]) ~= "table" or #x[2] ~= eq.n then
        check.fail("motion", "expected it to give q, v, a with %d numbers each; %s is not", eq.n,
          x[1])
      end
      for i = 1, eq.n do
        if type(x[2][i]) ~= "number" then
          check.fail("motion", "expected numbers, got %s as %s[%d]", check.got(x[2][i]), x[1], i)
        end
        state[#state + 1] = x[2][i]
      end
    end
    states[k + 1] = state
  end
  return states
end

local prune_schema = {
  motion = "fn", T = { "num", default = 1 }, samples = { "int", default = 201 }, values = "table?",
    eps = { "num", default = 0.01 },
  mode = { "term|bound", default = "term" },
}

-- [inria80] F13: terms whose own peak is below eps of the row's peak go; "bound": as long as all of
-- them together stay below
function condensed.prune(eq, spec)
  local s = check.fields(spec, "", prune_schema)
  if s.samples < 2 then check.fail("samples", "expected at least 2, got %d", s.samples) end
  if not (s.eps >= 0) then
    check.fail("eps", "expected a share of the peak, 0.01 for one percent, got %g", s.eps)
  end
  return kit.eom.prune(eq, states_of(eq, s), s.eps, s.mode == "bound", s.values)
end

-- who did what before 1980 ------------------------------------------------------------------------

-- [inria80] figure 1, after Renaud
local figure = [[
Fletcher          | Newton-Euler | 2 bodies    | rotations 1 or 2            | yes
Hooker-Margulies, Roberson-Wittenburg, Hooker | Newton-Euler | tree | rotations 1 or 2 | no
Likins            | Newton-Euler | tree        | rotations 1                 | yes
Popov 1           | Newton-Euler | chain       | rotations 1                 | yes
Vukobratovic 1    | Newton-Euler | tree        | rotations 1, 2 or 3         | yes
Wittenburg        | Newton-Euler | tree        | any                         | no
Vukobratovic 2    | Newton-Euler | any (loops) | rotations 1                 | yes
Ossenberg-Franzes | Newton-Euler | any (loops) | any                         | no
Uicker            | Lagrange     | any (loops) | 1 rotation or 1 translation | yes
Korenev           | Lagrange     | tree        | rotations 1, 2 or 3         | no
Liegeois-Renaud   | Lagrange     | tree        | rotations 1                 | yes
Samin             | d'Alembert   | tree        | any                         | yes
Popov 2           | Gibbs-Appell | chain       | 1 rotation or 1 translation | yes
Renaud-Zabala     | Lagrange     | tree        | 1 rotation or 1 translation | yes
]]

function condensed.formalisms()
  local list = {}
  for line in figure:gmatch "[^\n]+" do
    local words = {}
    for w in line:gmatch "[^|]+" do words[#words + 1] = w:match "^%s*(.-)%s*$" end
    list[#list + 1] = { system = words[1], formalism = words[2], topology = words[3],
      motions = words[4], practical = words[5] == "yes" }
  end
  return list
end

-- rows --------------------------------------------------------------------------------------------

kit.define(kit.methods "equations", {
  "equations:prune(spec: table) -> table",
  "The inverse dynamics without terms that stay small over a motion, and the error that "
  .. "makes: motion = function(t) giving q, v, a; T, samples; "
  .. "values = numbers for the symbols; eps (share of a row's peak, default 0.01); mode = "
  .. "'term' (each dropped term stays below eps) or 'bound' (their sum does). "
  .. "Gives equations (M symmetric, else like any other; equations:loss() and their text tell "
  .. "the error of every row), and row by row on its own: rows, kept and of "
  .. "(terms of A, B, C), error, worst.",
  "local eq = li.planar{1, 1}:equations(); local function still(t) return {t, 0}, {1, 0}, {0, "
  .. "0} end; return eq:prune{motion = still}.worst --> 0", condensed.prune,
})

kit.define(li, {
  "formalisms() -> table",
    "Figure 1 of the 1980 report: who derived equations of motion how, for which mechanisms: "
    .. "system, formalism, topology, motions, practical.",
  "return #li.formalisms(), li.formalisms()[9].system --> 14, Uicker", condensed.formalisms,
})

return condensed
