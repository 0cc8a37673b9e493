-- explain.lua - x:explain(what): derivations as on the blackboard, of arms, linkages and mechanisms
local li = require "liaison.core"
local check = require "liaison.base.check"
local letters = require "liaison.blackboard.letters"
local kinds = require "liaison.blackboard.kinds"
local mechanism = require "liaison.constrained.mechanism"
local kit = li._internal
require "liaison.blackboard.derivation"

local explain = {}

local LANG = { "en|fr?", default = "en" }
local NUMBERS = { lang = LANG, at = "table?", rates = "table?", accelerations = "table?" }

-- what each class may be told
local OPTIONS = {
  model = { lang = LANG, letters = { table.concat(letters.names, "|") .. "?", default = "course" },
    numbers = { "bool?", default = false }, rows = "nums?", position = "bool?",
    at = "table?" },
  fourbar = NUMBERS, slider_crank = NUMBERS,
  mechanism = { lang = LANG, at = "table?", guess = "table?" },
  law = { lang = LANG, travel = "num|nums?", v = "num|nums?", a = "num|nums?", j = "num|nums?" },
}

local function unknown(class, what)
  check.fail("explain", "nothing is called '%s' (of a %s there are: %s)", tostring(what), class,
    table.concat(kinds.names[class], ", "))
end

-- the derivation of an object of a class
local function of(class)
  return function(x, what, options)
    local made = kinds.find(class, what)
    if not made then unknown(class, what) end
    local o = check.fields(options or {}, "explain", OPTIONS[class])
    local d, why = made.make(x, o)
    if not d then return nil, why, "EDOMAIN" end
    return d
  end
end

local RRP = "local arm = li.robots.rrp(); "

check.define(kit.methods "model", {
  { "model:explain(what: str [, options: table]) -> derivation",
    "A derivation of an arm as on the blackboard, each line checked by numbers. what: "
    .. table.concat(kinds.names.model, ", ") .. ". options: lang = 'fr'; letters = "
    .. table.concat(letters.names, ", ") .. " (whose names and tables); numbers = true: lengths "
    .. "and masses stay numbers instead of letters; rows of the Jacobian; at = numbers for the "
    .. "loops of a planar model. nil, what stands in the way, 'EDOMAIN'.",
    RRP .. "return arm:explain 'jacobian':text():match 'J_L1 = [^\\n]*' "
    .. "--> J_L1 = z0 x O0O3 = (a2*c2 - d3*s2) y2", of "model" },
})

local SAID = "options: lang = 'fr'; at = {phi1 = 1}, rates = {phi1 = 2}, accelerations = {phi1 "
  .. "= 0.5} for numbers of both assemblies. nil, what stands in the way, 'EDOMAIN'."

check.define(kit.methods "fourbar", {
  { "fourbar:explain(what: str [, options: table]) -> derivation",
    "A derivation as on the blackboard, each line checked by numbers. what: "
    .. table.concat(kinds.names.fourbar, ", ") .. ". " .. SAID,
    "return li.fourbar(1, 3, 2.5, {3, -0.5}):explain('loop'):text():match 'K = [^\\n]*' "
    .. "--> K = 2*l2*(l1*c1 - l5)", of "fourbar" },
})

check.define(kit.methods "slider_crank", {
  { "slider_crank:explain(what: str [, options: table]) -> derivation",
    "A derivation as on the blackboard, each line checked by numbers. what: "
    .. table.concat(kinds.names.slider_crank, ", ") .. ". " .. SAID,
    "return li.slider_crank(1, 3, 0):explain('loop'):text():match 'M = [^\\n]*' "
    .. "--> M = h - l1*s1", of "slider_crank" },
})

check.define(mechanism.class.methods, {
  { "mechanism:explain(what: str [, options: table]) -> derivation",
    "A derivation as on the blackboard, each line checked by numbers. what: "
    .. table.concat(kinds.names.mechanism, ", ") .. ". loop: planar loops one after the other by "
    .. "K cos + L sin = M, all assemblies. options: lang = 'fr'; at = numbers of parameters, and "
    .. "of a configuration: for the mobility by rank, for Newton-Raphson of the coordinates that "
    .. "stay, for the inputs of loops; guess = where its steps start (0 where left out). nil, what "
    .. "stands in the way, 'EDOMAIN'.",
    "return li.mechanisms.four_bar():explain('mobility'):text():match 'm = [^\\n]*' "
    .. "--> m = 3*(n - 1) - (3*j - f) = 3*(4 - 1) - (3*4 - 4) = 1", of "mechanism" },
})

-- all of the law where no name is told
local function of_law(law, what, options)
  if type(what) == "string" then return of "law" (law, what, options) end
  return of "law" (law, "law", what)
end

check.define(kit.methods "law", {
  { "law:explain([what: str|table, options: table]) -> derivation",
    "The law derived as on the blackboard, each line checked by numbers: conditions at the ends, "
    .. "their equations and solution or its phases, largest values with where, the shortest time. "
    .. "Options, which may stand alone: lang = 'fr'; travel, v, a, j: numbers for the time, one or "
    .. "one for each axis. what = 'times': the shortest time alone.",
    "li.law'poly5':explain():text():match '%[10[^\\n]*' --> [10  -15  6]", of_law },
})

return explain
