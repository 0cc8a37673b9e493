-- explain.lua - x:explain(what): derivations as on the blackboard, of arms, linkages and mechanisms
local li = require "liaison.core"
local check = require "liaison.base.check"
local letters = require "liaison.blackboard.letters"
local kinds = require "liaison.blackboard.kinds"
local kit = li._internal
require "liaison.blackboard.derivation"

local explain = {}

local OPTIONS = { lang = { "en|fr?", default = "en" },
  letters = { table.concat(letters.names, "|") .. "?", default = "course" },
  numbers = { "bool?", default = false }, rows = "nums?", position = "bool?",
  at = "table?", rates = "table?", accelerations = "table?",
  values = "table?" }

local function unknown(class, what)
  check.fail("explain", "nothing is called '%s' (of a %s there are: %s)", tostring(what), class,
    table.concat(kinds.names[class], ", "))
end

-- the derivation of an object of a class
local function of(class)
  return function(x, what, options)
    local made = kinds.find(class, what)
    if not made then unknown(class, what) end
    local o = check.fields(options or {}, "explain", OPTIONS)
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
    .. "and masses stay numbers instead of letters; rows of the Jacobian. nil, what stands in the "
    .. "way, 'EDOMAIN'.",
    RRP .. "return arm:explain 'jacobian':text():match 'J_L1 = [^\\n]*' "
    .. "--> J_L1 = z0 x O0O3 = (a2*c2 - d3*s2) y2", of "model" },
})

return explain
