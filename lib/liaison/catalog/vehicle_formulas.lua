-- vehicle_formulas.lua - textbook vehicle dynamics: longitudinal law, Ackermann, understeer, bounce
-- and pitch, Olley, slopes, a library of forces
--
-- [thesis] chapter 1 (1.1)-(1.29), corrected (E2), and the forces of chapter 4 with usable signs
-- (E19, E21, E29): what is
-- returned acts on the coordinate named, resisting forces are negative; those of traction are
-- what the drive must overcome.
-- Numbers or expressions alike; what only numbers can decide (which mode is the bounce, whether
-- a rule holds) is left out of
-- an answer in expressions. Backwards (V, R, steer angles negative) is the mirror image of
-- forwards. SI units; speeds in m/s
-- also where the thesis has miles per hour; stiffnesses of tyres in N/rad, N/deg with unit = 'deg'.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local road = {}

local MPH = 0.44704 -- m/s

-- reading
-- -------------------------------------------------------------------------------------------------

local function is_number(...)
  for k = 1, select("#", ...) do if type((select(k, ...))) ~= "number" then return false end end
  return true
end

-- numbers or expressions by name
local function fields(spec, required, optional)
  local schema = {}
  for _, key in ipairs(required) do schema[key] = "num|expr" end
  for key, default in pairs(optional or {}) do schema[key] = { "num|expr?", default = default } end
  return check.fields(spec, "", schema)
end

-- of a number: what is wrong with it
local function need(path, x, ok, expected)
  if is_number(x) and not ok(x) then
    check.fail(path, "expected %s, got %s", expected, kit.number(x))
  end
end

local function positive(path, x) need(path, x, function(y) return y > 0 end, "a number > 0") end
local function not_negative(path, x)
  need(path, x, function(y) return y >= 0 end, "a number >= 0")
end
local function not_zero(path, x)
  need(path, x, function(y) return y ~= 0 end, "a number other than 0")
end

local function of_all(check_one, s, keys)
  for key in keys:gmatch "%S+" do if s[key] ~= nil then check_one(key, s[key]) end end
end

-- axes --------------------------------------------------------------------------------------------

-- ISO (y left, z up) to SAE (y right, z down) and back: the same
function road.sae(x)
  local class = kit.class(x)
  local list = type(x) == "table" and not class or class == "vec" or class == "smat"
  local n = list and #x or 0
  if n ~= 3 and n ~= 6 then check.fail(nil, "sae: 3 or 6 numbers expected, got %d", n) end
  local out, numbers = {}, true
  for i = 1, n do
    local y = x[i]
    if type(y) ~= "number" then
      y = require("liaison.describe.pose_expr").expr(y, ("x[%d]"):format(i))
    end
    out[i] = i % 3 == 1 and y or -y
    numbers = numbers and is_number(y)
  end
  return numbers and li.vec(out) or li.smat(out)
end

-- course nu of the velocity from the ground's x, sideslip delta of it from the vehicle's: nu =
-- heading + delta     F1.9
function road.course(vx, vy, heading, axes)
  if is_number(vx, vy) and vx == 0 and vy == 0 then
    check.fail(nil, "course: at rest there is no course")
  end
  local c, s = li.cos(heading), li.sin(heading)
  if axes == "body" then return li.atan2(vx * s + vy * c, vx * c - vy * s), li.atan2(vy, vx) end
  return li.atan2(vy, vx), li.atan2(vy * c - vx * s, vx * c + vy * s)
end

-- along the road ----------------------------------------------------------------------------------

function road.area_frere(h, width)
  not_negative("height", h)
  not_negative("width", width)
  return 0.85 * h * width
end

function road.area_wong(m)
  positive("m", m)
  return 1.6 + 0.00056 * (m - 765)
end

-- coefficients: of the speed, whichever way it goes
function road.rolling_low(V) return 0.01 * (1 + li.abs(V) / MPH / 100) end
function road.rolling_high(V, f0, fs) return f0 + 3.24 * fs * li.pow(li.abs(V) / MPH / 100, 2.5) end

local function is_zero(x) return type(x) == "number" and x == 0 end

-- the vehicle through the air, in its own axes: u ahead, v to the left, and how fast in all. It
-- goes at V along its course, the wind along and to the left of that; heading = course - sideslip
local function through_air(s)
  local along, across = s.V - s.wind, -s.crosswind
  if is_zero(across) and is_zero(s.sideslip) then return along, 0, li.abs(along) end
  local c, d = li.cos(s.sideslip), li.sin(s.sideslip)
  return along * c - across * d, along * d + across * c, li.sqrt(along ^ 2 + across ^ 2)
end

-- The air against the vehicle. X turns with it where the wind overtakes, what presses sideways and
-- down does not; Cyb, Clb, Cnb are the slopes over the sine of the air's angle, sin tau = v/speed:
-- the side force on what drifts to the left is to the right
function road.aero(spec)
  local s = fields(spec, { "S", "V" }, { rho = 1.2, wind = 0, crosswind = 0, sideslip = 0, L = 0,
    Cx = 0, Cy = 0, Cz = 0, Cl = 0, Cm = 0, Cn = 0, Cyb = 0, Clb = 0, Cnb = 0 })
  of_all(not_negative, s, "S rho L")
  local u, v, speed = through_air(s)
  local half = s.rho * s.S / 2
  local q, side = half * speed ^ 2, -half * speed * v
  local list = { half * speed * u * s.Cx, q * s.Cy + side * s.Cyb, q * s.Cz,
    s.L * (q * s.Cl + side * s.Clb), q * s.L * s.Cm, s.L * (q * s.Cn + side * s.Cnb) }
  return is_number((table.unpack or unpack)(list)) and li.vec(list) or li.smat(list)
end

-- F_T = F_aero + R + m g sin(slope) + m a, R against the motion, or at rest against the one that
-- begins             (1.1), E29
function road.traction(spec)
  local s = fields(spec, { "m", "V" }, { a = 0, slope = 0, fr = 0, rho = 1.2, S = 0, Cx = 0,
    wind = 0, g = 9.81 })
  of_all(positive, s, "m")
  of_all(not_negative, s, "fr rho S g")
  local V, way = s.V - s.wind, li.sign(s.V)
  way = way + (1 - li.abs(way)) * li.sign(s.a)
  local out = { aero = s.rho * V * li.abs(V) * s.S * s.Cx / 2, rolling = s.fr * s.m * s.g * way,
    slope = s.m * s.g * li.sin(s.slope), inertia = s.m * s.a }
  out.total = out.aero + out.rolling + out.slope + out.inertia
  out.power = out.total * s.V
  return out
end

-- how long, how far and how fast without one of the two resistances
local function coast_without(A, B, v0, t)
  if A == 0 and B == 0 then return math.huge, math.huge, t and v0 end
  if A == 0 then return math.huge, math.huge, t and v0 / (1 + B * v0 * t) end
  return v0 / A, v0 ^ 2 / (2 * A), t and math.max(v0 - A * t, 0)
end

-- dv/dt = -(A + B v^2), v0 >= 0: v = sqrt(A/B) tan(sqrt(A B) (T - t)), to a stop at T
local function coast(A, B, v0, t)
  local T = li.atan(v0 * li.sqrt(B / A)) / li.sqrt(A * B)
  local distance = li.log(1 + B * v0 ^ 2 / A) / (2 * B)
  if t == nil then return T, distance end
  return T, distance, li.sqrt(A / B) * li.tan(li.sqrt(A * B) * li.max(T - t, 0))
end

function road.coastdown(A, B, v0, t)
  of_all(not_negative, { A = A, B = B, t = t }, "A B t")
  local side, way = li.sign(v0), coast
  if is_number(v0) and v0 == 0 then return 0, 0, t and 0 end
  if is_number(A, B, v0, t or 0) and (A == 0 or B == 0) then way = coast_without end
  local T, distance, v = way(A, B, li.abs(v0), t)
  return T, side * distance, v and side * v
end

-- dv/dt = F/m - A - B v^2 from rest: v = v_max tanh(B v_max t), x = log(cosh(B v_max t))/B
function road.launch(a, A, B, t)
  of_all(not_negative, { A = A, B = B, t = t }, "A B t")
  local numbers = is_number(a, A, B, t or 0)
  if is_number(a, A) and math.abs(a) <= A then
    check.fail(nil, "launch: the drive %s m/s2 does not overcome A = %s", kit.number(a),
      kit.number(A))
  end
  local side = li.sign(a)
  local drive = li.abs(a) - A
  if numbers and B == 0 then -- nothing holds it: no greatest speed
    if not t then
      check.fail(nil, "launch: without B there is no greatest speed: say the time t")
    end
    return side * math.huge, side * drive * t, side * drive * t ^ 2 / 2
  end
  local most = li.sqrt(drive / B)
  if t == nil then return side * most end
  local u = B * most * t
  local e = li.exp(-2 * u)
  return side * most, side * most * (1 - e) / (1 + e), side * (u + li.log((1 + e) / 2)) / B
end

-- F_rr = lambda1 P_t < F_p < F_rg = lambda2 P_m                                              (2.31)
function road.propulsion(force, total, lambda1, driven, lambda2)
  of_all(not_negative, { total = total, lambda1 = lambda1, driven = driven, lambda2 = lambda2 },
    "total lambda1 driven lambda2")
  local least, most = total * lambda1, driven * lambda2
  if not is_number(force, least, most) then return nil, least, most end
  local size = math.abs(force)
  return size <= least and "still" or size < most and "rolls" or "slips", least, most
end

-- turns -------------------------------------------------------------------------------------------

-- (1.3), (1.4), (1.5); R to the middle of the rear axle, positive to the left; h the track. E2:
-- to the right all is negative
function road.ackermann(L, h, R)
  positive("L", L)
  not_negative("track", h)
  not_zero("R", R)
  if is_number(h, R) and math.abs(R) <= h / 2 then
    check.fail(nil, "ackermann: the centre of the turn lies between the wheels: |R| > %s expected",
      kit.number(h / 2))
  end
  local half = li.sign(R) * h / 2
  return { inner = li.atan(L / (R - half)), outer = li.atan(L / (R + half)),
    bicycle = li.atan(L / R), small = L / R }
end

-- cot(inner) = cot(beta) - h/2L, cot(outer) = cot(beta) + h/2L
function road.steer_angles(L, h, beta)
  positive("L", L)
  not_negative("track", h)
  need("beta", beta, function(x) return math.abs(x) < math.pi / 2 end,
    "an angle within a quarter of a turn")
  local slope = li.tan(beta)
  local part = li.abs(slope) * h / (2 * L)
  if is_number(part) and part >= 1 then
    check.fail(nil, "steer_angles: the centre of the turn lies between the wheels")
  end
  return li.atan(slope / (1 - part)), li.atan(slope / (1 + part))
end

-- paths of the centre of mass and the front axle at low speed               (1.6), (1.7), (1.8), E2
function road.turn(spec)
  local s = fields(spec, { "L", "L2", "R" })
  of_all(positive, s, "L")
  of_all(not_zero, s, "R")
  local R = li.abs(s.R)
  local front = li.sqrt(s.R ^ 2 + s.L ^ 2)
  return {
    R_cg = li.sqrt(s.L2 ^ 2 + s.R ^ 2), R_cg_small = R * (1 + s.L2 ^ 2 / (2 * s.R ^ 2)),
      beta_cg = li.atan(s.L2 / s.R),
    beta_cg_small = s.L2 / s.L * li.atan(s.L / s.R), R_front = front, offtracking = front - R,
      offtracking_small = s.L ^ 2 / (2 * R),
  }
end

-- the speeds where the steer angle is twice that of Ackermann, and where no angle is enough; of
-- a K that is no number both
local function special_speeds(K, L)
  if not is_number(K, L) then return li.sqrt(L / K), li.sqrt(-L / K) end
  return K > 0 and math.sqrt(L / K) or nil, K < 0 and math.sqrt(-L / K) or nil
end

-- the two lateral motions about running straight: det(s - A) = s^2 + 2 zeta w s + w^2, Routh's
-- condition w^2 > 0 is V below the critical speed
local function lateral_motion(s, Cf, Cr, L, turn)
  local square = Cf * Cr * L * turn / (s.m * s.Iz * s.V ^ 2)
  local damping = ((Cf + Cr) / s.m + (Cf * s.L1 ^ 2 + Cr * s.L2 ^ 2) / s.Iz) / s.V
  local out = { square = square, sum = damping }
  if not is_number(square, damping) or square > 0 then
    out.w = li.sqrt(square)
    out.frequency, out.damping = out.w / (2 * math.pi), damping / (2 * out.w)
  end
  return out
end

-- (1.9)-(1.16): forces, slip angles, steer angle; K = m/L (L2/Cf - L1/Cr). Gains of a steady turn
-- by the steer angle: yaw rate, lateral acceleration, sideslip of the centre of mass
function road.cornering(spec)
  local number = "num|expr"
  local s = check.fields(spec, "", { m = number, L1 = number, L2 = number, Cf = number, Cr = number,
    V = number, R = { "num|expr?" }, Iz = { "num|expr?" },
    unit = { "rad|deg?", default = "rad" } })
  local scale = s.unit == "deg" and 180 / math.pi or 1
  local Cf, Cr, L = s.Cf * scale, s.Cr * scale, s.L1 + s.L2
  of_all(positive, s, "m Cf Cr Iz")
  positive("L1 + L2", L)
  of_all(not_zero, s, "R")
  local K = s.m / L * (s.L2 / Cf - s.L1 / Cr)
  local turn = L + K * s.V ^ 2
  if is_number(turn) and turn == 0 then
    check.fail("V", "this is the critical speed: no steer angle holds a turn there")
  end
  local out = { K = K, yaw_gain = s.V / turn, acceleration_gain = s.V ^ 2 / turn,
    sideslip_gain = (s.L2 - s.m * s.L1 * s.V ^ 2 / (Cr * L)) / turn }
  out.characteristic, out.critical = special_speeds(K, L)
  if s.Iz then
    not_zero("V", s.V)
    out.motion = lateral_motion(s, Cf, Cr, L, turn)
  end
  if s.R then
    local lateral = s.m * s.V ^ 2 / s.R
    out.Fyf, out.Fyr = s.L2 / L * lateral, s.L1 / L * lateral
    out.alpha_f, out.alpha_r = out.Fyf / Cf, out.Fyr / Cr
    out.beta = L / s.R + out.alpha_f - out.alpha_r
  end
  return out
end

-- bounce and pitch --------------------------------------------------------------------------------

local RIDE = { "ms", "kf", "kr", "L1", "L2", "Iy" }

local function check_ride(s)
  of_all(positive, s, "ms Iy")
  of_all(not_negative, s, "kf kr")
  if is_number(s.kf, s.kr) and s.kf + s.kr == 0 then
    check.fail("kf", "expected a spring: kf and kr are 0")
  end
end

-- Z/Theta, the distance of the motion centre: infinite for pure bounce, 0 for pure pitch
local function motion_centre(w2, D1, D2, D3)
  if not is_number(w2, D1, D2, D3) or math.abs(D2) > 1e-12 * (D1 + D3) then
    return D2 / (w2 - D1)
  end
  return math.abs(w2 - D1) <= math.abs(w2 - D3) and math.huge or 0
end

-- z'' + D1 z + D2 th = 0, th'' + D3 th + D2/r^2 z = 0                                 (1.17)-(1.29)
function road.bounce_pitch(spec)
  local s = fields(spec, RIDE)
  check_ride(s)
  local D1, D2, D3 = (s.kf + s.kr) / s.ms, (s.kr * s.L2 - s.kf * s.L1) / s.ms,
    (s.kf * s.L1 ^ 2 + s.kr * s.L2 ^ 2) / s.Iy
  local r2 = s.Iy / s.ms
  local half, root = (D1 + D3) / 2, li.sqrt((D1 - D3) ^ 2 / 4 + D2 ^ 2 / r2)
  local out = { D1 = D1, D2 = D2, D3 = D3, r2 = r2, uncoupled = { li.sqrt(D1), li.sqrt(D3) } }
  -- the slower out of the product of both, D1 D3 - D2^2/r^2, which does not cancel: 0 where
  -- one spring does all
  local fast = half + root
  local slow = s.kf * s.kr * (s.L1 + s.L2) ^ 2 / (s.ms * s.Iy) / fast
  for k, w2 in ipairs { slow, fast } do
    local w = li.sqrt(w2)
    out[k] = { w = w, frequency = w / (2 * math.pi), ratio = motion_centre(w2, D1, D2, D3) }
  end
  if not is_number(out[1].ratio, out[2].ratio) then return out end
  -- the mode whose centre lies outside the wheelbase is the bounce
  local first = math.abs(out[1].ratio) > math.abs(out[2].ratio)
  out.bounce, out.pitch = first and out[1] or out[2], first and out[2] or out[1]
  return out
end

local olley

-- which rules hold: of numbers
local function rules_of(s, centre, fb, fp)
  local most = math.max(fb, fp)
  local rules = {
    { holds = s.kf <= 0.7 * s.kr * (1 + 1e-12) or centre >= 0.065,
      text = kit.format("front ride rate 30 %% below the rear (%.1f %%), or spring centre 6.5 "
        .. "%% of the wheelbase behind the centre of mass (%.2f %%)", 100 * (1 - s.kf / s.kr),
        100 * centre) },
    { holds = fb < 1.2 * fp,
      text = kit.format("bounce %.4f Hz below 1.2 times pitch %.4f Hz", fb, fp) },
    { holds = most <= 1.3,
      text = kit.format("no frequency above 1.3 Hz (%.4f Hz): static deflection of about 6 inches",
      most) },
  }
  if s.roll then
    rules[4] = { holds = math.abs(s.roll / ((fb + fp) / 2) - 1) <= 0.2,
      text = kit.format("roll %.4f Hz within 20 %% of bounce and pitch", s.roll) }
  end
  return rules
end

local function olley_of(spec)
  local schema = { roll = "num|expr?", g = { "num|expr?", default = 9.81 } }
  for _, key in ipairs(RIDE) do schema[key] = "num|expr" end
  local s = check.fields(spec, "", schema)
  of_all(positive, s, "kf kr L1 L2")
  of_all(not_negative, s, "roll g")
  local b = road.bounce_pitch { ms = s.ms, kf = s.kf, kr = s.kr, L1 = s.L1, L2 = s.L2, Iy = s.Iy }
  local L = s.L1 + s.L2
  local centre = (s.kr * s.L2 - s.kf * s.L1) / (s.kf + s.kr) / L
  local front, rear = li.sqrt(s.kf * L / (s.ms * s.L2)), li.sqrt(s.kr * L / (s.ms * s.L1))
  local numbers = b.bounce and is_number(centre, front, rear, s.roll or 0)
  local fb, fp = b.bounce and b.bounce.frequency or b[1].frequency,
    b.pitch and b.pitch.frequency or b[2].frequency
  return olley.new { rules = numbers and rules_of(s, centre, fb, fp) or {}, bounce = fb, pitch = fp,
    centre = centre,
    front = front / (2 * math.pi), rear = rear / (2 * math.pi), deflection_front = s.g / front ^ 2,
      deflection_rear = s.g / rear ^ 2 }
end

local function olley_text(o)
  if #o.rules == 0 then
    return ("Olley's rules: of numbers; in symbols the spring centre is at %s of the "
      .. "wheelbase behind the centre of mass"):format(tostring(o.centre))
  end
  local out = { kit.format("Olley's rules: bounce %.4f Hz, pitch %.4f Hz", o.bounce, o.pitch) }
  for i, r in ipairs(o.rules) do
    out[i + 1] = ("  %-4s %d %s"):format(r.holds and "ok" or "no", i, r.text)
  end
  return table.concat(out, "\n")
end

-- slopes ------------------------------------------------------------------------------------------

local function turned(axis, angle)
  local c, s, M = li.cos(angle), li.sin(angle), { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }
  local u, v = axis % 3 + 1, (axis + 1) % 3 + 1
  M[axis][axis], M[u][u], M[v][v], M[u][v], M[v][u] = 1, c, c, -s, s
  return li.smat(M)
end

-- from contact axes to base axes: thesis: Rz(psi_z) Rz(beta) Ry(psi_y) Rx(psi_x), slopes along the
-- wheel's heading; road: the plane first, then
-- Rz(beta) in it; the angles about z merge in the first                            [thesis] M7, E19
function road.slope(psi_x, psi_y, psi_z, beta, order)
  local M = order == "road"
    and turned(3, psi_z) * turned(2, psi_y) * turned(1, psi_x) * turned(3, beta or 0)
    or turned(3, psi_z + (beta or 0)) * turned(2, psi_y) * turned(1, psi_x)
  for i = 1, 3 do
    for j = 1, 3 do if not M:at(i, j):number() then return M end end
  end
  return M:eval()
end

-- forces ------------------------------------------------------------------------------------------

-- K e + C e' where e > 0, never pulling                                                 (2.30), E21
function road.contact(K, C, e, rate)
  local F = K * e + C * rate
  if type(F) == "number" and type(e) == "number" then return e > 0 and math.max(0, F) or 0 end
  return li.piecewise(li.expr(e):gt(0), li.max(0, F), 0)
end

function road.suspension(K, C, z, rate) return -(K * z + C * rate) end

function road.antiroll(K, right, left)
  local F = K * (right - left)
  return -F, F
end

function road.friction(viscous, dry, rate) return -(viscous * rate + dry * li.sign(rate)) end

-- on the spin of a wheel: the torque, less what the road takes at the loaded radius           (4.7)
function road.spin(torque, re, Fx, rolling) return torque - re * (Fx + (rolling or 0)) end

function road.drag(rho, Cx, S, V) return -rho * Cx * S / 2 * V * li.abs(V) end

-- K_T (beta_v - G beta) - C_T beta' - d_x (Fx1 + Fx2) - d_y (Fy1 + Fy2)                      (4.12)
function road.steering(spec)
  local s = fields(spec, { "K", "C", "G", "wheel", "beta", "rate" },
    { dx = 0, dy = 0, Fx = 0, Fy = 0 })
  return s.K * (s.wheel - s.G * s.beta) - s.C * s.rate - s.dx * s.Fx - s.dy * s.Fy
end

-- curves ------------------------------------------------------------------------------------------

-- what a function gives as one table by name; of functions with arguments in order their names
local ORDER = { rolling_low = { "V" }, rolling_high = { "V", "f0", "fs" },
  area_frere = { "height", "width" }, area_wong = { "m" }, coastdown = { "A", "B", "v0", "t" },
  launch = { "a", "A", "B", "t" }, ackermann = { "L", "track", "R" },
  steer_angles = { "L", "track", "beta" }, suspension = { "K", "C", "z", "rate" },
  contact = { "K", "C", "e", "rate" }, friction = { "viscous", "dry", "rate" },
  drag = { "rho", "Cx", "S", "V" }, spin = { "torque", "re", "Fx", "rolling" } }
local GIVES = { coastdown = { "time", "distance", "v" }, launch = { "vmax", "v", "x" },
  steer_angles = { "inner", "outer" }, aero = { "X", "Y", "Z", "L", "M", "N" } }
local NAMED = { aero = true, traction = true, turn = true, cornering = true, bounce_pitch = true,
  steering = true }

local function given(name, spec)
  if NAMED[name] then return { road[name](spec) } end
  local list = {}
  for i, key in ipairs(ORDER[name]) do list[i] = spec[key] end
  return { road[name]((table.unpack or unpack)(list, 1, #ORDER[name])) }
end

-- numbers by name out of what was given
local function by_name(name, got)
  local out, list = {}, got
  if type(got[1]) == "table" or kit.class(got[1]) == "vec" then list = got[1] end
  if GIVES[name] then
    for i, key in ipairs(GIVES[name]) do out[key] = list[i] end
    return out
  end
  if type(list[1]) == "number" then return { [name] = list[1] } end
  for key, x in pairs(list) do if type(x) == "number" then out[key] = x end end
  for key, x in pairs(type(list.motion) == "table" and list.motion or {}) do out[key] = x end
  return out
end

local function known_curves()
  local set = {}
  for _, list in ipairs { ORDER, NAMED } do for key in pairs(list) do set[key] = true end end
  return set
end

-- the function's own arguments, and those of the figure
local function plot_options(spec)
  local name, own, o = spec[1], {}, {}
  if not (ORDER[name] or NAMED[name]) then
    check.fail("plot", "expected the name of a function of li.road first, got %s%s",
      check.got(name), check.hint(name, known_curves()))
  end
  local figure = { over = true, from = true, to = true, what = true, points = true }
  for key, x in pairs(spec) do
    if figure[key] then o[key] = x elseif key ~= 1 then own[key] = x end
  end
  o = check.fields(o, "plot", { over = { "str", default = "V" }, from = "num", to = "num",
    what = "str|table?", points = { "int?", min = 2, max = 100000 } })
  if not (o.from < o.to) then check.fail("plot", "expected from < to") end
  return name, own, o
end

-- a place that has no answer (the critical speed, a centre between the wheels) is left out; where
-- none has one the reason is raised
local function table_over(name, own, o)
  local n, x, rows, reason = o.points or 241, {}, {}, nil
  for k = 1, n do
    own[o.over] = o.from + (o.to - o.from) * (k - 1) / (n - 1)
    local ok, got = check.try(given, name, own)
    if ok then
      x[#x + 1], rows[#rows + 1] = own[o.over], by_name(name, got)
    else
      reason = got
    end
  end
  if #rows == 0 then error(reason, 0) end
  return x, rows
end

local function finite(x) return x == x and math.abs(x) < math.huge end

-- units of what a plot may go over
local OVER = { V = "m/s", wind = "m/s", crosswind = "m/s", v0 = "m/s", R = "m", L = "m", L1 = "m",
  L2 = "m", track = "m", sideslip = "rad", slope = "rad", m = "kg", t = "s" }

function road.plot(spec)
  local name, own, o = plot_options(spec)
  local x, rows = table_over(name, own, o)
  local names, has = {}, {}
  for _, row in ipairs(rows) do
    for key in pairs(row) do
      if not has[key] then has[key], names[#names + 1] = true, key end
    end
  end
  kit.sort(names)
  local unit = OVER[o.over]
  local series = { title = name, xlabel = unit and ("%s (%s)"):format(o.over, unit) or o.over }
  for _, what in ipairs(check.words(o.what, "plot.what", "\"K beta\"") or names) do
    if not has[what] then check.fail("plot.what", "no '%s'%s", what, check.hint(what, has)) end
    local xs, ys = {}, {}
    for k, row in ipairs(rows) do
      if row[what] and finite(row[what]) then xs[#xs + 1], ys[#ys + 1] = x[k], row[what] end
    end
    if #xs > 1 then series[#series + 1] = { x = xs, y = ys, label = what } end
  end
  return li.plot(series)
end

-- rows --------------------------------------------------------------------------------------------

olley = check.class("olley", "Olley's rules of a ride: rules, frequencies, static deflections.", {
  { "olley.__tostring(o: olley) -> str", "The rules and whether they hold.",
    "return tostring(li.road.olley{ms = 1200, kf = 28000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy "
    .. "= 2016}):match 'ok   1' --> ok   1", olley_text },
})

for _, row in ipairs {
  { "road.sae(x: any) -> vec|smat",
    "ISO axes (y left, z up) to SAE axes (y right, z down), or back: 3 numbers or "
    .. "expressions, or 6.", "li.road.sae{1, 2, 3} --> [1  -2  -3]", road.sae },
  { "road.course(vx: num|expr, vy: num|expr, heading: num|expr [, axes: ground|body]) -> "
    .. "course: num|expr, sideslip: num|expr",
    "The course of a velocity told in ground axes (or in those of the body), and its angle "
    .. "from the vehicle's x: course = heading + sideslip, each in -pi..pi.",
    "li.road.course(0, 1, 1.5) --> 1.5707963267949, 0.070796326794897",
    function(vx, vy, heading, axes) return road.course(vx, vy, heading, axes) end },
  { "road.area_frere(height: num|expr, width: num|expr) -> num|expr",
    "Frontal area by Paul Frere: 0.85 h l.", "li.road.area_frere(1.45, 1.75) --> 2.156875",
    road.area_frere },
  { "road.area_wong(m: num|expr) -> num|expr", "Frontal area of a car of mass m by Wong.",
    "li.road.area_wong(1500) --> 2.0116", road.area_wong },
  { "road.rolling_low(V: num|expr) -> num|expr",
    "Coefficient of rolling resistance at low speed, 0.01 (1 + V/100 mph); V in m/s.",
    "li.road.rolling_low(44.704) --> 0.02", road.rolling_low },
  { "road.rolling_high(V: num|expr, f0: num|expr, fs: num|expr) -> num|expr",
    "... at high speed: f0 + 3.24 fs (V/100 mph)^2.5; V in m/s.",
    "li.road.rolling_high(44.704, 0.01, 0.005) --> 0.0262", road.rolling_high },
  { "road.aero(spec: table) -> vec|smat",
    "The aerodynamic wrench (X Y Z L M N) from S, V, rho (1.2), wind (0, along V), crosswind (0, "
    .. "to the left of V), sideslip (0: angle from heading to course), wheelbase L and "
    .. "coefficients Cx Cy Cz Cl Cm Cn; Cyb Clb Cnb: by the sine of the angle of the air. X turns "
    .. "with the air that comes from behind, V < wind; a crosswind pushes where it blows.",
    "li.road.aero{S = 2, V = 10, Cx = 0.5}[1] --> 60", road.aero },
  { "road.traction(spec: table) -> table",
    "Forces along the road that the drive overcomes: m, V, a, slope (angle), fr, rho, S, Cx, "
    .. "wind, g -> aero, rolling, slope, inertia, total, power. Rolling is against V, "
    .. "at rest against a.",
    "li.road.traction{m = 1000, V = 10, fr = 0.01}.total --> 98.1", road.traction },
  { "road.coastdown(A: num|expr, B: num|expr, v0: num|expr [, t: num|expr]) -> time: "
    .. "num|expr, distance: num|expr, v: num|expr",
    "dv/dt = -(A + B v^2): to a stop (inf where A = 0: never); with t the speed then.",
    "(li.road.coastdown(1, 1, 1)) --> 0.78539816339745", road.coastdown },
  { "road.launch(a: num|expr, A: num|expr, B: num|expr [, t: num|expr]) -> vmax: num|expr, v: "
    .. "num|expr, x: num|expr",
    "dv/dt = a - A - B v^2 from rest: the greatest speed (inf where B = 0); with t speed and "
    .. "way then.",
    "li.road.launch(5, 1, 1) --> 2", road.launch },
  { "road.propulsion(force: num|expr, total: num|expr, lambda1: num|expr, driven: num|expr, "
    .. "lambda2: num|expr) -> str?, least: num|expr, most: num|expr",
    "'still', 'rolls' or 'slips': the force against lambda1 times the total weight and "
    .. "lambda2 times that on driven wheels; of expressions nil and these two.",
    "(li.road.propulsion(100, 10000, 0.015, 5000, 0.8)) --> still", road.propulsion },
  { "road.ackermann(L: num|expr, track: num|expr, R: num|expr) -> table",
    "Steer angles without slip for radius R of the middle of the rear axle, negative to the "
    .. "right: inner, outer, bicycle, small (L/R).",
    "li.road.ackermann(2.6, 1.5, 10).small --> 0.26", road.ackermann },
  { "road.steer_angles(L: num|expr, track: num|expr, beta: num|expr) -> inner: num|expr, "
    .. "outer: num|expr", "Inner and outer angle for the angle of the bicycle.",
    "(li.road.steer_angles(2.6, 1.5, 0)) --> 0", road.steer_angles },
  { "road.turn(spec: table) -> table",
    "Paths at low speed from L, L2 (centre of mass to rear axle), R: R_cg, beta_cg, R_front, "
    .. "offtracking, and each for small angles.",
    "li.road.turn{L = 3, L2 = 1.5, R = 4}.offtracking --> 1", road.turn },
  { "road.cornering(spec: table) -> table",
    "Understeer from m, L1, L2, Cf, Cr (of an axle; unit = 'deg' for N/deg), V: K, yaw_gain, "
    .. "acceleration_gain, sideslip_gain (by the steer angle), characteristic (K > 0) or critical "
    .. "speed (K < 0; of a K in symbols both); with R also forces, slip angles, beta; with Iz "
    .. "motion = {square, sum, w, frequency, damping} of s^2 + sum s + square.",
    "li.road.cornering{m = 1000, L1 = 1, L2 = 1, Cf = 5e4, Cr = 5e4, V = 10}.K --> 0",
    road.cornering },
  { "road.bounce_pitch(spec: table) -> table",
    "Two degrees of freedom on two springs: ms, kf, kr, L1, L2, Iy -> D1, D2, D3, r2, modes 1 "
    .. "and 2 {w, frequency, ratio Z/Theta}, uncoupled, and of numbers which is bounce, which "
    .. "pitch.",
    "li.road.bounce_pitch{ms = 1, kf = 2, kr = 2, L1 = 1, L2 = 1, Iy = 2}.D1 --> 4",
    road.bounce_pitch },
  { "road.olley(spec: table) -> olley",
    "Olley's rules for the same numbers, and roll (Hz) where it is given.",
    "li.road.olley{ms = 1200, kf = 28000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = "
    .. "2016}.rules[1].holds --> true", olley_of },
  { "road.slope(psi_x: num|expr, psi_y: num|expr, psi_z: num|expr [, beta: num|expr, order: "
    .. "thesis|road]) -> mat|smat",
    "Contact axes to base axes on a sloping road; thesis: slopes seen along the steered "
    .. "wheel; road: one plane, then the steer angle in it.",
    "li.road.slope(0, 0, 0, 0.5)[1][1] --> 0.87758256189037",
    function(x, y, z, b, order) return road.slope(x, y, z, b, order) end },
  { "road.contact(K: num|expr, C: num|expr, e: num|expr, rate: num|expr) -> num|expr",
    "Normal force of a spring and damper at penetration e, never pulling.",
    "li.road.contact(1000, 10, 0.01, -5) --> 0", road.contact },
  { "road.suspension(K: num|expr, C: num|expr, z: num|expr, rate: num|expr) -> num|expr",
    "-(K z + C z').", "li.road.suspension(2, 1, 3, 4) --> -10", road.suspension },
  { "road.antiroll(K: num|expr, right: num|expr, left: num|expr) -> right: num|expr, "
    .. "left: num|expr", "Forces of an anti-roll bar on the travels of both sides.",
    "li.road.antiroll(100, 0.03, 0.01) --> -2, 2", road.antiroll },
  { "road.friction(viscous: num|expr, dry: num|expr, rate: num|expr) -> num|expr",
    "-(viscous q' + dry sign(q')).", "li.road.friction(2, 3, -1) --> 5", road.friction },
  { "road.spin(torque: num|expr, re: num|expr, Fx: num|expr [, rolling: num|expr]) -> num|expr",
    "On the spin of a wheel: torque - re (Fx + rolling). Leave Fx out (0) where the contact "
    .. "point's own Jacobian already turns the wheel.", "li.road.spin(100, 0.3, 200) --> 40",
    road.spin },
  { "road.drag(rho: num|expr, Cx: num|expr, S: num|expr, V: num|expr) -> num|expr",
    "-rho Cx S V |V|/2 along V.", "li.road.drag(1.2, 0.5, 2, 10) --> -60", road.drag },
  { "road.steering(spec: table) -> num|expr",
    "On the steer angle: K (wheel - G beta) - C rate - dx Fx - dy Fy; wheel: the handwheel; "
    .. "dx, dy: caster offsets, Fx, Fy: sums over both wheels.",
    "li.road.steering{K = 2000, C = 200, G = 16, wheel = 1.6, beta = 0.1, rate = 0} --> 0",
    road.steering },
  { "road.plot(spec: table) -> plot",
    "What a function gives over one of its arguments: {'cornering', over = 'V', from = 1, to = 50, "
    .. "what = 'yaw_gain', m = .., ..}; what: names of results (all of them), points (241). Places "
    .. "without an answer are left out.",
    "return #li.road.plot{'rolling_low', from = 0, to = 40}:svg() > 1000 --> true", road.plot },
} do kit.define(li, row) end

return road
