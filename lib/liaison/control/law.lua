-- law.lua - what every nonlinear control law is: a block, what was assumed, a proof in text with
-- machine checks
--
-- A kind of law is a function of its module that gives to law.new: kind, title, block, facts (what
-- was assumed or found), proof (a function that fills a list of lines and checks), and fields of
-- its own.
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local shipped = require "liaison.control.shipped"
local kit = li._internal

local law = {}

local class

-- ---- proofs -------------------------------------------------------------------------------------

local proof = {}
proof.__index = proof

function proof:say(text, ...)
  self[#self + 1] = select("#", ...) > 0 and kit.format(text, ...) or text
end

-- one check: what was found, and whether it holds
function proof:check(ok, text, ...)
  ok = ok and true or false
  self.holds = self.holds and ok
  self[#self + 1] = (ok and "  holds: " or "  FAILS: ")
    .. (select("#", ...) > 0 and kit.format(text, ...) or text)
  return ok
end

-- what a law asks before its proof says anything
function proof:need(ok, text, ...)
  ok = ok and true or false
  self.holds = self.holds and ok
  self[#self + 1] = (ok and "  assumed, holds: " or "  assumed, FALSE: ")
    .. (select("#", ...) > 0 and kit.format(text, ...) or text)
  return ok
end

local function new_proof() return setmetatable({ holds = true }, proof) end

-- ---- asked --------------------------------------------------------------------------------------

local function prove(c)
  local p = new_proof()
  p:say(c.title)
  local dt = c.program.dt
  if c.prove then
    c.prove(p, c)
    if dt and dt > 0 then
      p:say("  in continuous time: asked every %s s it holds as far as that is short",
        kit.number(dt))
    end
  else p:say "  no proof: what is known of this law stands in its report" end
  p:say(p.holds and "so the claim holds" or "so nothing is claimed")
  return language.shown(table.concat(p, "\n")), p.holds and c.prove ~= nil
end

local function report(c)
  local list = { c.title }
  for _, fact in ipairs(c.facts) do list[#list + 1] = "  " .. fact end
  return language.shown(table.concat(list, "\n"))
end

local function step(c, y, x, t) return c.program:step(y, x, t) end

-- the block that it is, asked every dt where that is given
local function block(c, options)
  local o = check.fields(options or {}, "", { dt = { "num?", min = 0 } })
  return o.dt == nil and c.program or c.program:with { dt = o.dt }
end

local function with(c, values)
  local out = {}
  for key, x in pairs(c) do out[key] = x end
  out.program = c.program:with(values)
  return class.new(out)
end

local PD = "local c = li.pd_gravity(li.planar{1}, {kp = 10, kd = 3, goal = {0}}) "

class = check.class("controller", "A control law of a model: a block, with what it assumes and "
  .. "its proof.", {
  { "controller:block([options: table]) -> block",
    "The block that it is (li.block); dt: how often it is asked. li.simulate takes the law itself.",
    PD .. "return c:block().inputs[1] --> q1", block },
  { "controller:proof() -> text: str, holds: bool",
    "The proof in text, with what the machine checked: in symbols where the model is small, else "
      .. "at random states; false: an assumption or a check fails, or there is none.",
    PD .. "return select(2, c:proof()) --> true", prove },
  { "controller:report() -> str",
    "What was assumed and found: gains, joints that nothing drives, friction, poles, bounds.",
    PD .. "return c:report():match '^[^\\n]*' --> PD with gravity compensation of planar arm",
    report },
  { "controller:step([y: any, x: any, t: num]) -> u: vec, x: vec", "The same as block:step.",
    PD .. "return c:step{q1 = 0.1, [\"q1'\"] = 0}[1] < 5 --> true", step },
  { "controller:with(values: table) -> controller",
    "The same law with other values of its block; proof and report are those of before.",
    PD .. "return c:with{kp = 20}:step{0.1, 0}[1] < c:step{0.1, 0}[1] --> true", with },
  { "controller.__tostring(c: controller) -> str", "Its report.",
    PD .. "return (tostring(c):gsub('\\n.*', '')) --> PD with gravity compensation of planar arm",
    report },
})
shipped.define(class, "controller", "", PD, function(c, options) return c.program, options end)

-- c: kind, title, program (a block), facts, prove
function law.new(c)
  c.facts = c.facts or {}
  return class.new(c)
end

-- ---- kinds --------------------------------------------------------------------------------------

-- every kind: name, example (a text that gives the law), check of it
law.kinds = {}

-- row: a signature row of li; example: text that returns the law
function law.kind(name, example, row)
  law.kinds[#law.kinds + 1] = { name = name, example = example }
  check.define(li, { row })
end

kit.controllers = law.kinds

return law
