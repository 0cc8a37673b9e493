-- 08_closed_chain.lua - the thesis' closed chain, opened: everything it prints, entry by entry, and where it errs        [thesis] 3.1
local li = require "liaison"
local proof = require "liaison.proof"

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
local numeric = li.vehicles.closed_chain { data = "ref" }
proof.model("closed_chain", numeric)
proof.curves("closed_chain", { xlabel = "q3 (rad)", ylabel = "M24, M44", label = { "M24", "M44" } }, -1, 1, 60,
  function(x) return numeric:mass({ 0, 1, 1, x, 0 })[2][4] end, function(x) return numeric:mass({ 0, 1, 1, x, 0 })[4][4] end)
proof.done()
