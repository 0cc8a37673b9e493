local li = require "liaison"
local arm = li.planar{"L1", 0.8, mass = {"m1", 1}}:equations()
local M = arm:mass{0, 0}
