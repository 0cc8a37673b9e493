-- zoosample.lua - robots of li.robots for laws that take long: one of each sort; all of them with
-- LIAISON_LAW=all (tests/lua/test_zoo.lua tries every one)
local li = require "liaison"

local SAMPLE = { puma560 = true, panda = true, ur5 = true, stanford = true, kr30 = true, rrp = true,
  inria6r = true, scara = true, planar2 = true, planar3 = true, quadruped = true, humanoid36 = true,
  delta = true, furuta = true, segway = true, crazyflie = true }
local CLOSED = { delta = true, stewart = true }

local zoosample = {}

-- names; of trees only, where loops are not for the law
function zoosample.names(trees)
  local list = {}
  for _, name in ipairs(li.robots.names()) do
    local taken = SAMPLE[name] or os.getenv "LIAISON_LAW" == "all"
    if taken and not (trees and CLOSED[name]) then list[#list + 1] = name end
  end
  return list
end

return zoosample
