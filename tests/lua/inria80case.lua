-- inria80case.lua - numbers and a state of the 1980 report's robot, and where its listing has pairs
local n = 6
local P1 = { L2 = .7, L3 = .8, D2 = .3, D3 = .35, D6 = .12, M2 = 25, M3 = 15, M6 = 6, IX2 = 1.1,
  IZ2 = 1.05, IX3 = .75, IY3 = .72, IX6 = .06, IY6 = .055, G = -9.81 }
local S = { { .3, -.5, .8, -.4, .7, 1.1 }, { .5, -.6, .9, 1.2, -.8, 1.5 },
  { 1, -2, 1.5, .7, -1.1, 2.2 } }

-- the place of the pair j, k among the products of two velocities
local function pair(j, k) return (j - 1) * n - (j - 1) * j / 2 + k - j end

return { n = n, P1 = P1, S = S, pair = pair }
