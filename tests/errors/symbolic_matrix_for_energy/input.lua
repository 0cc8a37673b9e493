local li = require "liaison"
local m = li.symbols "m"
local q1, q2 = li.coordinates "q1 q2"
local eq = li.lagrange{q = {q1, q2}, T = li.smat{m*q1:d()^2/2, m*q2:d()^2/2}}
