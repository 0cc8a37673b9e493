-- test_vehicle_explain.lua - the derivation of models: geometry, bodies, contacts; each line three
-- times and checked; well formed
local t = require "t"
local li = require "liaison"

local lone = { meta = true, input = true, mspace = true }

-- every tag is closed in its turn; msub, msup, mfrac, mover have two children, msubsup three
local wants = { msub = 2, msup = 2, mfrac = 2, mover = 2, msubsup = 3 }
local function well_formed(page)
  local open, children = {}, { 0 }
  for closing, name, attributes in page:gmatch "<(/?)(%a%w*)([^>]*)>" do
    if closing == "/" then
      t.eq(open[#open], name, "closed")
      if wants[name] then t.eq(children[#children], wants[name], "children of " .. name) end
      open[#open], children[#children] = nil, nil
    else
      children[#children] = children[#children] + 1
      if not lone[name] and attributes:sub(-1) ~= "/" then
        open[#open + 1] = name
        children[#children + 1] = 0
      end
    end
  end
  t.eq(#open, 0, "all closed")
end

local function count(page, what) return select(2, page:gsub(what, "")) end

t.test("a planar arm: what a reader sees", function()
  local path = os.tmpname()
  local ok, lines, far = li.planar { "L1", "L2" }:equations():explain(path)
  local file = assert(io.open(path))
  local page = file:read "*a"
  file:close()
  os.remove(path)
  t.eq(ok, true)
  t.ok(lines >= 30 and far < 1e-9, lines .. " " .. far)
  well_formed(page)
  t.eq(count(page, 'class="ok"'), lines, "every checked line says so")
  t.eq(count(page, 'class="bad"'), 0)
  t.eq(count(page, '<div class="l">'), count(page, '<div class="t">'))
  for _, part in ipairs { "Paths", "Homogeneous matrices", "Velocities", "Centres of mass",
    "Energies, body by body", "Mass matrix", "Christoffel" } do
    t.ok(page:find(part, 1, true), part)
  end
  t.ok(page:find("\\begin{pmatrix}", 1, true) and page:find("<mtable>", 1, true)
    and page:find("T_link1 = ", 1, true))
  t.ok(not page:find "https?://", "nothing from elsewhere")
end)

t.test("French, text, without geometry, equations from energies", function()
  local eq = li.vehicles.monopod():equations { reduce = false }
  local text = eq:explain(nil, { form = "text", lang = "fr" })
  for _, part in ipairs { "Chemins", "Matrices homogènes", "H_corps2 =\n",
    "Énergies, corps par corps", "V_corps1 = ", "Forces de contact", "Gamma_q2_Repere5 = ",
    "vérifié" } do
    t.ok(text:find(part, 1, true), part)
  end
  local bare = eq:explain(nil, { form = "text", geometry = false })
  t.ok(not bare:find("Paths", 1, true) and bare:find("T_corps1 = ", 1, true))
  li.symbols "m L g"
  local hand = li.lagrange { q = "th", T = { bob = "m*L^2*th'^2/2" },
    V = { bob = "-m*g*L*cos(th)" } }:explain(nil, { form = "text" })
  t.ok(hand:find("T_bob = ", 1, true) and hand:find("The sums over all bodies", 1, true), hand)
  well_formed(li.lagrange { q = "th", T = "m*L^2*th'^2/2" }:explain())
end)

t.test("the car: 15 coordinates, every line checked, in about a second", function()
  local start = os.clock()
  local page = li.vehicles.car():equations { reduce = false }:explain(nil, { lang = "fr" })
  t.ok(os.clock() - start < 10, "took " .. os.clock() - start)
  t.ok(count(page, 'class="ok"') > 400, "lines")
  t.eq(count(page, 'class="bad"'), 0)
  t.ok(page:find("<details id=\"s8\">", 1, true), "long sections are folded")
  t.ok(page:find("tau4 = M4_1*x''", 1, true), "what is too long is told by its entries")
end)

t.done()
