-- everything.lua - linear systems with all that is asked of them and designed for them, in the
-- order of help()
local statespace = require "liaison.linear.statespace" -- li.ss
require "liaison.linear.transfer" -- li.tf, li.zpk
require "liaison.linear.arithmetic" -- added, multiplied, fed back, wired by names
require "liaison.linear.forms" -- other forms of the same system
require "liaison.linear.analysis" -- poles, zeros, norms
require "liaison.linear.sampling" -- at sampling times, and back
require "liaison.linear.frequency" -- responses over frequency, plots
require "liaison.linear.margins" -- margins, bandwidth
require "liaison.linear.responses" -- responses over time, root loci
require "liaison.linear.matrix_equations" -- Lyapunov, Stein, Sylvester, Riccati
require "liaison.linear.programmes" -- quadratic programmes
require "liaison.linear.design" -- gains, observers, controllers
require "liaison.linear.describing" -- describing functions, limit cycles
require "liaison.linear.data" -- systems from data
require "liaison.linear.running" -- as blocks beside a run
require "liaison.linear.loop_page" -- a page with sliders for gains

return statespace
