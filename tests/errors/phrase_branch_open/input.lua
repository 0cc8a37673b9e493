local li = require "liaison"
li.phrase "RX(a,b),TZK(1){RY(c,d);"
