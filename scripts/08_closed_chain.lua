-- 08_closed_chain.lua - the thesis' closed chain, opened: everything it prints, entry by entry, and
-- where it errs                                                                        [thesis] 3.1
local li = require "liaison"
local proof = require "liaison.app.expect"

local model = li.vehicles.closed_chain()
print(model)
local g, eq = model:generator(), model:equations { reduce = false }
print(g:text "paths" or "")
local printed = li.vehicles.printed "closed_chain"

proof.title "Gravity and velocity forces as printed"
for i = 1, 5 do
  local c = li.compare(g:read(printed.G[i]), eq.G[i])
  proof.holds(("G%d = %s"):format(i, printed.G[i]), c.equal)
end

proof.title "Its errata, each found by comparing print and computation"
for _, e in ipairs(li.vehicles.errata "closed_chain") do
  print(("%s, %s: %s"):format(e.id, e.part, e.text))
  proof.holds("differs", not e.comparison.equal)
end

proof.title "Contact: Gamma = J'F at the foot"
local gamma = g:gamma()
for i = 1, 5 do print(i, gamma[i]) end

proof.title("The loop closed, the bar sliding in the second leg's pivot: on springy legs, t = "
  .. "0.1 and 0.25 s")
local closed = li.vehicles.closed_chain { data = "ref" }:description()
-- 2 R2 = 1
closed.constraints = { { "equation", name = "pivot", equation = "sin(q3) - (q22 - q21)*cos(q3)" } }
closed = li.robot(closed)
print("freedoms left:", closed:mobility { 0, 1, 1, 0, 0 }.velocity)
local function leg(name)
  return { "spring", joint = name, stiffness = 2000, rest = 1, damping = 100 }
end
local run = li.simulate { closed, q = { 0, 1, 1, 0, 0 }, v = { 0.5, 0, 0, 0, 0 }, t = 0.25,
  rtol = 1e-9, constraints = "baumgarte", rate = 20, dt = 0.005,
  forces = { leg "q21", leg "q22", { "spring", joint = "q5", stiffness = 500, damping = 20 } } }
proof.near("at 0.1 s", run:state(0.1),
  { 0.05, 0.985745273, 0.971895921, -0.013848466, 0.000381936 }, 1e-8)
proof.near("at 0.25 s", run:state(0.25),
  { 0.125, 0.992838887, 0.937315595, -0.055466341, 0.003621248 }, 1e-8)
proof.figure("closed_chain", li.plot_run(run, { "q21", "q22", "q3" }))
proof.run("closed_chain", run)
proof.done()
