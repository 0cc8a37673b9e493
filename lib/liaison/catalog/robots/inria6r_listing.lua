-- inria6r_listing.lua - what the 1980 program printed of its robot, misprints and all: gravity Q
-- and the inertia coefficients A [inria80] 4
--
-- Returned: Q and A as lists of lines, misprint: what is wrong in which line (errata E14, E15),
-- mended: the lines without.
local M = {}

M.Q = { "Q(6)=0", "Q(5)=+G*(+S234*S5*VZ6)", "Q(4)=+G*(-C234*C5*VZ6)", "Q(3)=+G*(-C23*VZ3)+Q(4)",
  "Q(2)=+G*(-S2*VY2)+Q(3)", "Q(1)=0" }

M.misprint = { A11 = { "S6%*C234%+C5%*S5", "S6*C234*C6*S5" }, A33 = { "2%*VZ3", "2*VZ6" } }

-- a line goes on in those that begin with blanks
M.A = {}
for line in ([[
A11=+2*VZ3*L2*(+C23*S2)+2*VZ6*L2*(+C234*C5*S2)+2*VZ6*L3*(+C234*C5*C23)+JZ2*S2*S2+JY3*C23*C23
  +JX6*C6*S5*S234*C6*S5*S234+JX6*C6*S5*S234*S6*C234+JX6*S6*C234+C5*S5*S234+JX6*S6*C234*S6*C234
  +JY6*S6*S5*S234*S6*S5*S234-JY6*S6*S5*S234*C6*C234-JY6*C6*C234*S6*S5*S234+JY6*C6*C234*C6*C234
A12=+VZ6*L2*(-S5*C2)+VZ6*L3*(+S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234
  -JY6*S6*C5*C6*C234
A13=+VZ6*L3*(+S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234
A14=+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234
A15=+VZ6*L2*(+S2*C5)+VZ6*L3*(+C23*C5)+JX6*S6*C6*S5*S234+JX6*S6*S6*C234-JY6*C6*S6*S5*S234
  +JY6*C6*C6*C234
A16=0
A22=+2*VZ3*L2*(-S3)+2*VZ6*L2*(-S34*C5)+2*VZ6*L3*(+C4*C5)+JX2+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5
A23=+VZ3*L2*(-S3)+VZ6*L3*(+C4*C5)+VZ6*L2*(-S34*C5)+VZ6*L3*(+C4*C5)+JX3+JX6*C6*C5*C6*C5
  +JY6*S6*C5*S6*C5
A24=+VZ6*L2*(-S34*C5)+VZ6*L3*(+C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5
A25=+VZ6*L2*(-C34*S5)+VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5
A26=0
A33=+2*VZ3*L3*(+C4*C5)+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5
A34=+VZ6*L3*(+C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5
A35=+VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5
A36=0
A44=+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5
A45=+JX6*S6*C6*C5-JY6*C6*S6*C5
A46=0
A55=+JX6*S6*S6+JY6*C6*C6
A56=0
A66=0
]]):gsub("\n +", ""):gmatch "[^\n]+" do M.A[#M.A + 1] = line end

M.mended = {}
for k, line in ipairs(M.A) do
  local fix = M.misprint[line:match "^%w+"]
  M.mended[k] = fix and line:gsub(fix[1], fix[2], 1) or line
end

return M
