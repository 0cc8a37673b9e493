local li = require "liaison"
li.phrase "RY(q1min,q1max),TYK(L1)RX(q2min,q2max),TYK(L2);"
