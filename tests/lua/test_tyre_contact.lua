-- test_tyre_contact.lua - the ideal wheel, the wheel that may slide aside and the tyre by one
-- switch, with the same outputs
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"

local R, K, M, G = 0.3, 2e5, 250, 9.81
local REST = R - M * G / K

-- a wheel on slides along x, y, z and a turn about z, its contact as told
local function carried(tyre, contact, more)
  local spec = { at = "wheel", stiffness = K, damping = 500, radius = R, name = "tyre",
    contact = contact, load_at_rest = contact and contact ~= "slip" and M * G or nil }
  for key, x in pairs(more or {}) do spec[key] = x end
  local element, row = tyre:on(spec)
  local function slide(axis)
    return { name = axis, joint = { kind = "prismatic", axis = axis, q = axis }, mass = 0,
      inertia = { 0, 0, 0 } }
  end
  local hub = slide "z"
  hub.mass, hub.inertia = M, { 10, 10, 10 }
  return li.robot { gravity = { 0, 0, -G }, forces = { element }, constraints = { row },
    bodies = { slide "x", slide "y", hub,
      { name = "wheel", joint = { kind = "revolute", axis = "y", q = "spin" }, mass = 0,
        inertia = { 0, 1, 0 } } } }, row
end

local function driven(contact, tau, tyre)
  local m = carried(tyre or tyrelist.tyre "brush", contact)
  return assert(m:simulate(1, { 0, 0, REST, 0 }, { 10, 0, 0, 10 / REST }, { record = "forces",
    tau = tau }))
end

t.test("all three record the same, the ideal wheel neither slips nor slides", function()
  local names
  for _, contact in ipairs { "slip", "sideslip", "ideal" } do
    local run = driven(contact, { spin = 60, y = "200*t" })
    local columns = {}
    for _, name in ipairs(run:columns()) do
      if name:find "^tyre%." then columns[#columns + 1] = name end
    end
    names = names or table.concat(columns, " ")
    t.eq(table.concat(columns, " "), names)
    local slides = math.abs(run["y'"][#run])
    if contact == "ideal" then
      t.near(slides, 0, 1e-9)
      t.near(run["x'"][#run], REST * run["spin'"][#run], 1e-6)
      -- all that the torque gives: (M + J/r^2) a = T/r
      t.near(run["x'"][#run], 10 + 60 / REST / (M + 1 / REST ^ 2), 1e-4)
    else
      t.ok(slides > 0.01)
    end
    if contact ~= "slip" then
      for i = 1, #run do t.near(run["tyre.kappa"][i], 0, 1e-4) end
    end
    t.near(run["tyre.load"][#run], M * G, 2)
  end
end)

t.test("a wheel that rolls free slides aside as its tyre alone does, of every kind", function()
  for _, row in ipairs(li._internal.tyre.rows()) do
    local tyre = tyrelist.tyre(row.name)
    local a = driven("slip", { y = "500*t" }, tyre)
    local b = driven("sideslip", { y = "500*t" }, tyre)
    t.near(b["tyre.Fy"][#b], a["tyre.Fy"][#a], 0.02 * math.abs(a["tyre.Fy"][#a]), row.name)
  end
end)

t.test("what it recorded in other axes", function()
  local tyre = tyrelist.tyre "mf61"
  local run = driven("slip", { y = "500*t", spin = 50 }, tyre)
  local iso, sae = tyre:watch(run, "tyre"), tyre:watch(run, "tyre", "sae")
  local n = #run
  t.eq(iso.Fy[n], run["tyre.Fy"][n])
  -- y to the right, z down: what points along them turns its sign, what turns about x stays
  for what, sign in pairs { kappa = 1, alpha = -1, gamma = 1, load = 1, Fx = 1, Fy = -1, Mx = 1,
    My = -1, Mz = -1 } do
    t.eq(sae[what][n], sign * iso[what][n], what)
  end
  t.raises("name: the run recorded no wheel 'wheel'", tyre.watch, tyre, run, "wheel")
end)

t.test("on a slope it holds without slip", function()
  local s = math.sin(0.2)
  local m = carried(tyrelist.tyre "brush", "ideal", { normal = { -s, 0, math.cos(0.2) } })
  local high = REST * math.cos(0.2)
  local run = assert(m:simulate(0.5, { -REST * s, 0, high, 0 }, { 0, 0, 0, 0 }))
  -- down the slope a solid that rolls: the height follows the spring, along it M g s/(M + J/r^2)
  local along = math.sqrt(run["x'"][#run] ^ 2 + run["z'"][#run] ^ 2)
  t.near(along, 0.5 * M * G * s / (M + 1 / REST ^ 2), 0.05)
  t.ok(run["x'"][#run] < 0)
end)

t.test("it is told where it cannot be", function()
  local tyre = tyrelist.tyre "brush"
  local spec = { at = "wheel", stiffness = K, contact = "ideal" }
  local function with(more)
    local o = {}
    for key, x in pairs(spec) do o[key] = x end
    for key, x in pairs(more) do o[key] = x end
    return o
  end
  t.raises("contact: expected 'slip', 'sideslip' or 'ideal'", tyre.on, tyre,
    with { contact = "glued" })
  t.raises("crown: a wheel that does not slip is a disc", tyre.on, tyre, with { crown = 0.05 })
  t.raises("contact: expected a plane of numbers for a wheel that does not slip: normal has an "
    .. "expression", tyre.on, tyre, with { normal = { "-a", 0, 1 } })
  t.raises("contact: a wheel that does not slip wants numbers", tyre.on, tyre,
    with { radius = "r" })
  t.raises("load_at_rest", tyre.on, tyre, with { load_at_rest = -1 })
  t.eq(select(2, tyre:on { at = "wheel", stiffness = K }), nil)
end)

t.done()
