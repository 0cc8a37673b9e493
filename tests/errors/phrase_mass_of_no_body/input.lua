local li = require "liaison"
li.phrase("RX(a,b),TZK(1);", { masses = { [2] = { mass = 1 } } })
