local li = require "liaison"
li.planar{ 1, 1, 1 }:rates({ 0, 1, 0 }, { 1, 0 }, { rows = { 1, 2 }, block = { "q4" } })
