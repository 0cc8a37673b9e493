-- preview.lua - optimal preview: the linear quadratic regulator that knows the curvature of the
-- path up to a horizon [Sharp, Valtetsiotis 2001]
--
--   x+ = A x + B d + E k_0,  x = (e, p, w, r),  k_i: the curvature i samples ahead
--   d = -K x - sum_i K_i k_i,  K_i = (R + B'P B)^-1 B' ((A - B K)')^i P E
--
-- P of the Riccati equation of x alone: with k_i as states of a shift register the equation of all
-- of them gives the same gains (the test solves that one too).
local li = require "liaison"
local check = require "liaison.base.check"
local handling = require "liaison.vehicle.handling"
local routes = require "liaison.drivers.route"
local kit = li._internal

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

local preview = {}

-- x+ = A x + B d + E k at samples dt apart
function preview.plant(o, V)
  local A, B, E = handling.beside(handling.at(o.car, V), V)
  local both = {}
  for i = 1, 4 do both[i] = { B[i][1], E[i][1] } end
  local d = li.ss(A, both):c2d(o.dt)
  local Bd, Ed = li.zeros(4, 1), li.zeros(4, 1)
  for i = 1, 4 do Bd[i][1], Ed[i][1] = d.B[i][1], d.B[i][2] end
  return d.A, Bd, Ed
end

function preview.weights(o)
  return li.diag { o.offset ^ -2, o.heading ^ -2, 0, 0 }, li.mat { { o.steer ^ -2 } }
end

-- K (1 x 4) and a list of n gains of the curvature ahead
function preview.gains(o, V, n)
  local A, B, E = preview.plant(o, V)
  local Q, R = preview.weights(o)
  local design, why = li.ss(A, B, nil, nil, o.dt):lqr { Q = Q, R = R }
  if not design then check.fail("speed", "no regulator at %g m/s: %s", V, why) end
  local K, P = design.K, design.X
  local closed = (A - B * K):transpose()
  local scale = 1 / (R + B:transpose() * P * B)[1][1]
  local list, ahead = {}, P * E
  for i = 1, n do
    list[i] = scale * (B:transpose() * ahead)[1][1]
    ahead = closed * ahead
  end
  return K[1], list
end

preview.row = {
  name = "preview", steers = true, needs = { "speed", "lateral_speed", "yaw_rate" },
  text = "the regulator that sees the curvature up to a horizon (s) ahead",
  fields = { car = handling.field, speed = handling.speeds,
    horizon = { "num", above = 0, default = 1 }, offset = { "num", above = 0, default = 0.5 },
    heading = { "num", above = 0, default = 0.2 }, steer = { "num", above = 0, default = 0.1 } },
  law = function(_, o, add)
    local n = math.floor(o.horizon / o.dt + 0.5)
    if n < 1 or n > 200 then
      check.fail("horizon", "%d samples of %s s: expected 1 to 200", n, kit.number(o.dt))
    end
    local K, ahead, text = {}, {}, {}
    for k, V in ipairs(o.speed) do K[k], ahead[k] = preview.gains(o, V, n) end
    local function term(name, of)
      local values = {}
      for k = 1, #o.speed do values[k] = -of(k) end
      text[#text + 1] = ("%s*%s"):format(handling.over_speed(o.speed, values), name)
    end
    for i, name in ipairs { "e", "p", "lateral_speed", "yaw_rate" } do
      term(name, function(k) return K[k][i] end)
    end
    for i = 1, n do
      if i > 1 then
        add(nil, routes.lines(o.route, "ahead" .. i, ("here + %s*speed"):format(
          number((i - 1) * o.dt)), { "curvature" }))
      end
      term(i == 1 and "at_curvature" or ("ahead%d_curvature"):format(i),
        function(k) return ahead[k][i] end)
    end
    return table.concat(text, " + ")
  end,
}

return preview
