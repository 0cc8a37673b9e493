-- skid_steer.lua - li.skid_steer: a vehicle that steers by the speeds of its sides: on wheels with
-- tyres, on tracks that shear the ground, or by centres of rotation that are told
--
-- A side turns as one, at the speed R w. On tracks the ground shears by j = |s| time, the time
-- since it came below the track (Janosi and Hanamoto), s the velocity of the track over the ground:
--
--   F = -mu N (1 - exp(-j/K)) s/|s|
--
-- summed over sections of equal length. Without slip of its own, `ideal` tells the centres where
-- the sides roll, further out than they are, and how far ahead it turns:
--   u -+ r t'/2 = R w,   v + x r = 0
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local plan = require "liaison.catalog.plan_robot"
local shapes = require "liaison.catalog.vehicle_shapes"

local rule = amounts.rule

local TRACKS = words.sub { length = rule { above = 0 }, mu = rule { above = 0 },
  shear = rule { above = 0 }, sections = { "int", min = 2, max = 64, default = 8 },
  width = rule { above = 0, default = 0.3 } }
local IDEAL = words.sub { track = rule { above = 0, optional = true }, x = rule { default = 0 } }
local AXLES = function(x, path)
  return x ~= nil and check.list(x, path, rule {}, 2) or nil
end

local SKID = plan.schema { track = rule { above = 0 }, radius = rule { above = 0 },
  side_inertia = rule { above = 0, optional = true }, rolling = rule { min = 0, default = 0 },
  axles = AXLES, tracks = TRACKS, ideal = IDEAL, tyre = function(x, path)
    return x ~= nil and plan.check_tyre(words.tyre(x, path), path) or nil
  end }

local SIDES = { { "l", 1 }, { "r", -1 } }

local function read(spec)
  local o = check.fields(spec, "", SKID)
  local ways = 0
  for _, key in ipairs { "axles", "tracks", "ideal" } do ways = ways + (o[key] and 1 or 0) end
  if ways ~= 1 then
    check.fail(nil, "skid_steer: expected axles (wheels with a tyre), tracks, or ideal: one of the "
      .. "three, got %d", ways)
  end
  if (o.axles ~= nil) ~= (o.tyre ~= nil) then
    check.fail(o.tyre and "axles" or "tyre", "axles and tyre belong together: give both")
  end
  if not o.ideal and not o.side_inertia then
    check.fail("side_inertia", "expected a number > 0 (kg m^2): a side that slips turns by itself")
  end
  o.side_inertia = o.side_inertia or 0
  return o
end

-- ---- loads --------------------------------------------------------------------------------------

-- of places on a line that carry W at x, as springs of one stiffness under a stiff body
local function shared(places, W, x, path)
  local n, sx, sxx, list = #places, 0, 0, {}
  for _, p in ipairs(places) do sx, sxx = sx + p, sxx + p ^ 2 end
  local det = n * sxx - sx * sx
  for i, p in ipairs(places) do
    list[i] = ((sxx - sx * x) + (n * x - sx) * p) * W / det
    words.positive(list[i], path, "the ground would carry %s N at x = %s: the centre of mass is "
      .. "too far from the middle", amounts.shown(list[i]),
      amounts.shown(p))
  end
  return list
end

-- of the left and right side: by how far aside the centre of mass is
local function side_loads(o)
  local W = o.mass * o.gravity
  local left = W * (1 / 2 + o.com[2] / o.track)
  words.positive(left, "com", "it lies outside of the sides")
  words.positive(W - left, "com", "it lies outside of the sides")
  return { l = left, r = W - left }
end

-- ---- what the ground gives ----------------------------------------------------------------------

local function resists(o, N, along) return -o.rolling * N * li.tanh(along / o.slow) end

-- on the side, summed: force at each place, and what it takes off the torque of the side
local function put_forces(forces, o, side, y, places, loads, law)
  local m, spin, back = plan.motion(), plan.spin(side), 0
  for i, x in ipairs(places) do
    local along = plan.at(m, x, y)
    local X, Y = law(m, x, y, spin, loads[i])
    back = back + o.radius * X
    plan.push(forces, ("ground_%s%d"):format(side, i), x, y,
      X + (amounts.is_zero(o.rolling) and 0 or resists(o, loads[i], along)), Y)
  end
  forces[#forces + 1] = { "given", name = "ground_" .. side, joint = "spin_" .. side,
    f = (-back):text() }
end

local function by_tyres(o)
  return o.axles, function(m, x, y, spin, N)
    local F = plan.tyre_force(o, o.tyre, o.radius, N, m, x, y, spin)
    return F.Fx, F.Fy
  end
end

local function by_shear(o)
  local tr, places = o.tracks, {}
  for i = 1, tr.sections do places[i] = tr.length * (1 / 2 - (i - 1 / 2) / tr.sections) end
  return places, function(m, x, y, spin, N)
    local along, aside = plan.at(m, x, y)
    local belt = o.radius * spin
    local sx = along - belt
    local size = li.sqrt(sx ^ 2 + aside ^ 2 + o.slow ^ 2 * 1e-4)
    -- since the ground came below: from the front, in reverse from the rear
    local way = tr.length / 2 - x * li.tanh(belt / o.slow)
    local j = size * way / plan.root(belt, o.slow)
    local F = -tr.mu * N * (1 - li.exp(-j / tr.shear)) / size
    return F * sx, F * aside
  end
end

local function ideal_rows(o)
  local m, list = plan.motion(), {}
  list[1] = { "equation", name = "aside", equation = (m.v + o.ideal.x * m.r):text() }
  for _, s in ipairs(SIDES) do
    local along = m.u - s[2] * (o.ideal.track or o.track) / 2 * m.r
    list[#list + 1] = { "equation", name = "roll_" .. s[1],
      equation = (along - o.radius * plan.spin(s[1])):text() }
  end
  return list
end

-- ---- the model ----------------------------------------------------------------------------------

local function drawn(o)
  local function number(x, usual) return type(x) == "number" and x or usual end
  local t, r = number(o.track, 1), number(o.radius, 0.3)
  local L = o.tracks and number(o.tracks.length, 2) or o.axles
    and number(o.axles[1], 1) - number(o.axles[#o.axles], -1) or 1.2 * t
  local list = { shapes.box(-0.55 * L, 0.55 * L, 0.75 * t, 0.6 * r, 2.2 * r, shapes.colors.paint) }
  for _, s in ipairs(SIDES) do
    if o.tracks then
      local belt = shapes.box(-L / 2, L / 2, number(o.tracks.width, 0.3), 0, 2 * r,
        shapes.colors.rubber)
      belt.at[2] = s[2] * t / 2
      list[#list + 1] = belt
    end
    for i, x in ipairs(o.axles or { 0.45 * L, -0.45 * L }) do
      if i > 1 or o.tracks then
        shapes.wheel_at(list, number(x, 0), r)
        for k = #list - 3, #list do list[k].at[2] = s[2] * t / 2 end
      end
    end
  end
  return list
end

local function skid_steer(spec)
  local o = read(spec)
  o.names = amounts.names_of(o, "")
  local of_side = side_loads(o)
  local bodies, forces, loads = { plan.body(o, drawn(o)) }, {}, {}
  local first = o.axles and o.axles[1] or o.tracks and o.tracks.length / 2 or 0
  for _, s in ipairs(SIDES) do
    local name, y = s[1], s[2] * o.track / 2
    plan.wheel(bodies, { name = name, x = first, y = y, radius = o.radius,
      inertia = o.side_inertia })
    plan.drive(forces, o, name)
    loads[name] = of_side[name]
    if not o.ideal then
      local places, law = (o.axles and by_tyres or by_shear)(o)
      put_forces(forces, o, name, y, places, shared(places, of_side[name], o.com[1], "com"), law)
    end
  end
  return plan.vehicle { what = "skid steer", o = o, bodies = bodies, forces = forces,
    constraints = o.ideal and ideal_rows(o) or nil, names = { "l", "r" }, loads = loads,
    radii = { l = o.radius, r = o.radius }, turns = { l = 1 / o.radius, r = 1 / o.radius } }
end

check.define(li, {
  { "skid_steer(spec: table) -> model: model, told: table",
    "A vehicle that steers by the speeds of its sides: mass, inertia, com, track, radius, "
    .. "side_inertia, rolling; on wheels: axles = {x, ..} and tyre; on tracks: tracks = {length, "
    .. "mu, shear (m), sections, width}, the ground sheared as by Janosi and Hanamoto; ideal = "
    .. "{track, x}: no slip about centres that are told. Inputs drive_l, drive_r (N m), of motor = "
    .. "{constant, resistance, ratio} voltage_l, voltage_r.",
    "local tank = li.skid_steer{mass = 5000, inertia = 8000, track = 2, radius = 0.3, "
    .. "side_inertia = 50, tracks = {length = 3, mu = 0.7, shear = 0.03}} return "
    .. "table.concat(tank:coordinates(), ' ') --> x y yaw spin_l spin_r", skid_steer },
})

return li.skid_steer
