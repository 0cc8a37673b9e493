local li = require "liaison"
li.definition "liaison := table([ R1 = (R0, [x,0,0], [0,0,0])"
