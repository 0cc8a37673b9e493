local li = require "liaison"
li.dh{ convention = "standard", joints = "P", a = { 0 } }:workspace()
