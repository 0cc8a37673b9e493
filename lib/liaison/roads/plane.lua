-- plane.lua - a slope with a bank: the two angles in both orders
--
-- The road turns about y and then about its own x (order grade), or about x and then about its own
-- y (order bank); grade > 0 climbs along x, bank > 0 lifts the left side:
--   grade:  n = Ry(-grade) Rx(bank) ez,  z = tan(grade) x + tan(bank)/cos(grade) y
--   bank:   n = Rx(bank) Ry(-grade) ez,  z = tan(grade)/cos(bank) x + tan(bank) y
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"
local kit = li._internal

local function within(path, angle)
  if type(angle) == "number" and math.abs(angle) >= math.pi / 2 then
    check.fail(path, "expected an angle within a quarter of a turn, got %s", kit.number(angle))
  end
end

local function slopes(p)
  local along, across = li.tan(p.grade), li.tan(p.bank)
  if p.order == "grade" then return along, across / li.cos(p.grade) end
  return along / li.cos(p.bank), across
end

return {
  name = "plane", text = "a slope along x and a bank across it",
  fields = { grade = shapes.amount(0), bank = shapes.amount(0),
    order = shapes.word { "grade", "bank" } },
  read = function(p, path)
    within(path .. ".grade", p.grade)
    within(path .. ".bank", p.bank)
  end,
  height = function(p, x, y)
    local along, across = slopes(p)
    return along * x + across * y
  end,
  told = function(p)
    return ("grade %s, bank %s, %s first"):format(tostring(li.expr(p.grade)),
      tostring(li.expr(p.bank)), p.order)
  end,
  examples = { { grade = 0.1 }, { bank = -0.2 }, { grade = 0.1, bank = 0.3 },
    { grade = 0.1, bank = 0.3, order = "bank" } },
}
