-- road.lua - textbook vehicle dynamics: longitudinal law, Ackermann, understeer, bounce and pitch, Olley, slopes, a library of forces
--
-- [thesis] chapter 1 (1.1)-(1.29), corrected (E2), and the forces of chapter 4 with usable signs (E19, E21): what is returned acts on the
-- coordinate named, resisting forces are negative. Numbers or expressions alike. SI units; speeds in m/s also where the
-- thesis has miles per hour; stiffnesses of tyres in N/rad, N/deg with unit = 'deg'.
local li = require "liaison.core"
local check = require "liaison.check"
local kit = li.kit

local road = {}

local MPH = 0.44704 -- m/s

local function numbers(spec, what, required, optional)
  local schema = {}
  for _, key in ipairs(required) do schema[key] = "num" end
  for key, default in pairs(optional or {}) do schema[key] = { "num?", default = default } end
  return check.fields(spec, what, schema)
end

-- axes ---------------------------------------------------------------------------------------------------------------------

-- ISO (y left, z up) to SAE (y right, z down) and back: the same
function road.sae(x)
  if #x ~= 3 and #x ~= 6 then check.fail(nil, "sae: 3 or 6 numbers expected, got %d", #x) end
  local out = {}
  for i = 1, #x do out[i] = i % 3 == 1 and x[i] or -x[i] end
  return li.vec(out)
end

-- along the road -----------------------------------------------------------------------------------------------------------

function road.area_frere(h, width) return 0.85 * h * width end
function road.area_wong(m) return 1.6 + 0.00056 * (m - 765) end

function road.rolling_low(V) return 0.01 * (1 + V / MPH / 100) end
function road.rolling_high(V, f0, fs) return f0 + 3.24 * fs * li.pow(V / MPH / 100, 2.5) end

function road.aero(spec)
  local s = numbers(spec, "", { "S", "V" }, { rho = 1.2, wind = 0, L = 0, Cx = 0, Cy = 0, Cz = 0, Cl = 0, Cm = 0, Cn = 0 })
  local V = s.V - s.wind
  local q = s.rho * V ^ 2 * s.S / 2
  return li.vec { q * s.Cx, q * s.Cy, q * s.Cz, q * s.L * s.Cl, q * s.L * s.Cm, q * s.L * s.Cn }
end

-- F_T = F_aero + R + m g sin(slope) + m a                                                                          (1.1)
function road.traction(spec)
  local s = numbers(spec, "", { "m", "V" }, { a = 0, slope = 0, fr = 0, rho = 1.2, S = 0, Cx = 0, wind = 0, g = 9.81 })
  local out = { aero = s.rho * (s.V - s.wind) * math.abs(s.V - s.wind) * s.S * s.Cx / 2, rolling = s.fr * s.m * s.g, slope = s.m * s.g * math.sin(s.slope), inertia = s.m * s.a }
  out.total = out.aero + out.rolling + out.slope + out.inertia
  out.power = out.total * s.V
  return out
end

-- dv/dt = -(A + B v^2): v = sqrt(A/B) tan(sqrt(A B) (T - t)), to a stop at T
function road.coastdown(A, B, v0, t)
  local T = math.atan(v0 * math.sqrt(B / A)) / math.sqrt(A * B)
  local distance = math.log(1 + B * v0 ^ 2 / A) / (2 * B)
  return T, distance, t and math.sqrt(A / B) * math.tan(math.sqrt(A * B) * math.max(T - t, 0)) or nil
end

-- dv/dt = F/m - A - B v^2 from rest: v = v_max tanh(B v_max t), x = log(cosh(B v_max t))/B
function road.launch(a, A, B, t)
  if a <= A then check.fail(nil, "launch: the drive %s m/s2 does not overcome A = %s", kit.number(a), kit.number(A)) end
  local most = math.sqrt((a - A) / B)
  if not t then return most end
  local u = B * most * t
  local e = math.exp(-2 * u)
  return most, most * (1 - e) / (1 + e), (u + math.log((1 + e) / 2)) / B
end

-- F_rr = lambda1 P_t < F_p < F_rg = lambda2 P_m                                                                   (2.31)
function road.propulsion(force, total, lambda1, driven, lambda2)
  local least, most = total * lambda1, driven * lambda2
  return force <= least and "still" or force < most and "rolls" or "slips", least, most
end

-- turns ----------------------------------------------------------------------------------------------------------------------

-- (1.3), (1.4), (1.5); R to the middle of the rear axle, positive; h the track
function road.ackermann(L, h, R)
  if R <= h / 2 then check.fail(nil, "ackermann: the centre of the turn lies between the wheels: R > %s expected", kit.number(h / 2)) end
  return { inner = math.atan(L / (R - h / 2)), outer = math.atan(L / (R + h / 2)), bicycle = math.atan(L / R), small = L / R }
end

-- cot(inner) = cot(beta) - h/2L, cot(outer) = cot(beta) + h/2L
function road.steer_angles(L, h, beta)
  if beta == 0 then return 0, 0 end
  local side = beta < 0 and -1 or 1
  local cot = 1 / math.tan(side * beta)
  if cot <= h / (2 * L) then check.fail(nil, "steer_angles: the centre of the turn lies between the wheels") end
  return side * math.atan(1 / (cot - h / (2 * L))), side * math.atan(1 / (cot + h / (2 * L)))
end

-- paths of the centre of mass and the front axle at low speed                                       (1.6), (1.7), (1.8), E2
function road.turn(spec)
  local s = numbers(spec, "", { "L", "L2", "R" })
  local front = math.sqrt(s.R ^ 2 + s.L ^ 2)
  return {
    R_cg = math.sqrt(s.L2 ^ 2 + s.R ^ 2), R_cg_small = s.R * (1 + s.L2 ^ 2 / (2 * s.R ^ 2)), beta_cg = math.atan(s.L2 / s.R),
    beta_cg_small = s.L2 / s.L * math.atan(s.L / s.R), R_front = front, offtracking = front - s.R, offtracking_small = s.L ^ 2 / (2 * s.R),
  }
end

-- (1.9)-(1.16): forces, slip angles, steer angle; K = m/L (L2/Cf - L1/Cr)
function road.cornering(spec)
  local s = check.fields(spec, "", { m = "num", L1 = "num", L2 = "num", Cf = "num", Cr = "num", V = "num", R = { "num?" }, unit = { "rad|deg?", default = "rad" } })
  local scale = s.unit == "deg" and 180 / math.pi or 1
  local Cf, Cr, L = s.Cf * scale, s.Cr * scale, s.L1 + s.L2
  local K = s.m / L * (s.L2 / Cf - s.L1 / Cr)
  local out = { K = K, yaw_gain = s.V / (L + K * s.V ^ 2), characteristic = K > 0 and math.sqrt(L / K) or nil, critical = K < 0 and math.sqrt(-L / K) or nil }
  if s.R then
    local lateral = s.m * s.V ^ 2 / s.R
    out.Fyf, out.Fyr = s.L2 / L * lateral, s.L1 / L * lateral
    out.alpha_f, out.alpha_r = out.Fyf / Cf, out.Fyr / Cr
    out.beta = L / s.R + out.alpha_f - out.alpha_r
  end
  return out
end

-- bounce and pitch -----------------------------------------------------------------------------------------------------------

-- z'' + D1 z + D2 th = 0, th'' + D3 th + D2/r^2 z = 0                                                       (1.17)-(1.29)
function road.bounce_pitch(spec)
  local s = numbers(spec, "", { "ms", "kf", "kr", "L1", "L2", "Iy" })
  local D1, D2, D3 = (s.kf + s.kr) / s.ms, (s.kr * s.L2 - s.kf * s.L1) / s.ms, (s.kf * s.L1 ^ 2 + s.kr * s.L2 ^ 2) / s.Iy
  local r2 = s.Iy / s.ms
  local half, root = (D1 + D3) / 2, math.sqrt((D1 - D3) ^ 2 / 4 + D2 ^ 2 / r2)
  local out = { D1 = D1, D2 = D2, D3 = D3, r2 = r2, uncoupled = { math.sqrt(D1), math.sqrt(D3) } }
  local coupled = math.abs(D2) > 1e-12 * (D1 + D3)
  for k, sign in ipairs { -1, 1 } do
    local w2 = half + sign * root
    -- Z/Theta, the distance of the motion centre: infinite for pure bounce, 0 for pure pitch
    local ratio
    if coupled then ratio = D2 / (w2 - D1) else ratio = math.abs(w2 - D1) <= math.abs(w2 - D3) and math.huge or 0 end
    out[k] = { w = math.sqrt(w2), frequency = math.sqrt(w2) / (2 * math.pi), ratio = ratio }
  end
  -- the mode whose centre lies outside the wheelbase is the bounce
  local first = math.abs(out[1].ratio) > math.abs(out[2].ratio)
  out.bounce, out.pitch = first and out[1] or out[2], first and out[2] or out[1]
  return out
end

local olley
local function olley_of(spec)
  local s = check.fields(spec, "", { ms = "num", kf = "num", kr = "num", L1 = "num", L2 = "num", Iy = "num", roll = "num?", g = { "num?", default = 9.81 } })
  local b = road.bounce_pitch { ms = s.ms, kf = s.kf, kr = s.kr, L1 = s.L1, L2 = s.L2, Iy = s.Iy }
  local L = s.L1 + s.L2
  local centre = (s.kr * s.L2 - s.kf * s.L1) / (s.kf + s.kr) / L
  local front, rear = math.sqrt(s.kf * L / (s.ms * s.L2)), math.sqrt(s.kr * L / (s.ms * s.L1))
  local fb, fp, most = b.bounce.frequency, b.pitch.frequency, math.max(b.bounce.frequency, b.pitch.frequency)
  local rules = {
    { holds = s.kf <= 0.7 * s.kr * (1 + 1e-12) or centre >= 0.065, text = kit.format(
      "front ride rate 30 %% below the rear (%.1f %%), or spring centre 6.5 %% of the wheelbase behind the centre of mass (%.2f %%)",
      100 * (1 - s.kf / s.kr), 100 * centre) },
    { holds = fb < 1.2 * fp, text = kit.format("bounce %.4f Hz below 1.2 times pitch %.4f Hz", fb, fp) },
    { holds = most <= 1.3, text = kit.format("no frequency above 1.3 Hz (%.4f Hz): static deflection of about 6 inches", most) },
  }
  if s.roll then rules[4] = { holds = math.abs(s.roll / ((fb + fp) / 2) - 1) <= 0.2, text = kit.format("roll %.4f Hz within 20 %% of bounce and pitch", s.roll) } end
  return olley.new { rules = rules, bounce = fb, pitch = fp, centre = centre, front = front / (2 * math.pi), rear = rear / (2 * math.pi),
    deflection_front = s.g / front ^ 2, deflection_rear = s.g / rear ^ 2 }
end

local function olley_text(o)
  local out = { kit.format("Olley's rules: bounce %.4f Hz, pitch %.4f Hz", o.bounce, o.pitch) }
  for i, r in ipairs(o.rules) do out[i + 1] = ("  %-4s %d %s"):format(r.holds and "ok" or "no", i, r.text) end
  return table.concat(out, "\n")
end

-- slopes ---------------------------------------------------------------------------------------------------------------------

local function turned(axis, angle)
  local c, s, M = li.cos(angle), li.sin(angle), { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }
  local u, v = axis % 3 + 1, (axis + 1) % 3 + 1
  M[axis][axis], M[u][u], M[v][v], M[u][v], M[v][u] = 1, c, c, -s, s
  return li.smat(M)
end

-- from contact axes to base axes: thesis: Rz(psi_z) Rz(beta) Ry(psi_y) Rx(psi_x), slopes along the wheel's heading; road: the plane first, then
-- Rz(beta) in it; the angles about z merge in the first                                              [thesis] M7, E19
function road.slope(psi_x, psi_y, psi_z, beta, order)
  local M = order == "road" and turned(3, psi_z) * turned(2, psi_y) * turned(1, psi_x) * turned(3, beta or 0)
    or turned(3, psi_z + (beta or 0)) * turned(2, psi_y) * turned(1, psi_x)
  for i = 1, 3 do
    for j = 1, 3 do if not M:at(i, j):number() then return M end end
  end
  return M:eval()
end

-- forces ---------------------------------------------------------------------------------------------------------------------

-- K e + C e' where e > 0, never pulling                                                                     (2.30), E21
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

-- on the spin of a wheel: the torque, less what the road takes at the loaded radius                             (4.7)
function road.spin(torque, re, Fx, rolling) return torque - re * (Fx + (rolling or 0)) end

function road.drag(rho, Cx, S, V) return -rho * Cx * S / 2 * V * li.abs(V) end

-- K_T (beta_v - G beta) - C_T beta' - d_x (Fx1 + Fx2) - d_y (Fy1 + Fy2)                                                (4.12)
function road.steering(spec)
  local s = {}
  for key in pairs(check.fields(spec, "", { K = "num|expr", C = "num|expr", G = "num|expr", wheel = "num|expr", beta = "num|expr", rate = "num|expr", dx = "any?", dy = "any?", Fx = "any?", Fy = "any?" })) do
    s[key] = spec[key]
  end
  return s.K * (s.wheel - s.G * s.beta) - s.C * s.rate - (s.dx or 0) * (s.Fx or 0) - (s.dy or 0) * (s.Fy or 0)
end

-- rows -----------------------------------------------------------------------------------------------------------------------

olley = check.class("olley", "Olley's rules of a ride: rules, frequencies, static deflections.", {
  { "olley.__tostring(o: olley) -> str", "The rules and whether they hold.",
    "return tostring(li.road.olley{ms = 1200, kf = 28000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = 2016}):match 'ok   1' --> ok   1", olley_text },
})

for _, row in ipairs {
  { "road.sae(x: nums) -> vec", "ISO axes (y left, z up) to SAE axes (y right, z down), or back: 3 numbers, or 6.", "li.road.sae{1, 2, 3} --> [1  -2  -3]", road.sae },
  { "road.area_frere(height: num, width: num) -> num", "Frontal area by Paul Frere: 0.85 h l.", "li.road.area_frere(1.45, 1.75) --> 2.156875", road.area_frere },
  { "road.area_wong(m: num) -> num", "Frontal area of a car of mass m by Wong.", "li.road.area_wong(1500) --> 2.0116", road.area_wong },
  { "road.rolling_low(V: num|expr) -> num|expr", "Coefficient of rolling resistance at low speed, 0.01 (1 + V/100 mph); V in m/s.", "li.road.rolling_low(44.704) --> 0.02", road.rolling_low },
  { "road.rolling_high(V: num|expr, f0: num|expr, fs: num|expr) -> num|expr", "... at high speed: f0 + 3.24 fs (V/100 mph)^2.5; V in m/s.",
    "li.road.rolling_high(44.704, 0.01, 0.005) --> 0.0262", road.rolling_high },
  { "road.aero(spec: table) -> vec", "The aerodynamic wrench (X Y Z L M N) from S, V, rho (1.2), wind (0, along V), wheelbase L and coefficients Cx Cy Cz Cl Cm Cn.",
    "li.road.aero{S = 2, V = 10, Cx = 0.5}[1] --> 60", road.aero },
  { "road.traction(spec: table) -> table", "Forces along the road: m, V, a, slope (angle), fr, rho, S, Cx, wind, g -> aero, rolling, slope, inertia, total, power.",
    "li.road.traction{m = 1000, V = 10, fr = 0.01}.total --> 98.1", road.traction },
  { "road.coastdown(A: num, B: num, v0: num [, t: num]) -> time: num, distance: num, v: num", "dv/dt = -(A + B v^2): to a stop; with t the speed then.",
    "(li.road.coastdown(1, 1, 1)) --> 0.78539816339745", road.coastdown },
  { "road.launch(a: num, A: num, B: num [, t: num]) -> vmax: num, v: num, x: num", "dv/dt = a - A - B v^2 from rest: the greatest speed; with t speed and way then.",
    "li.road.launch(5, 1, 1) --> 2", road.launch },
  { "road.propulsion(force: num, total: num, lambda1: num, driven: num, lambda2: num) -> str, least: num, most: num",
    "'still', 'rolls' or 'slips': the force against lambda1 times the total weight and lambda2 times that on driven wheels.", "(li.road.propulsion(100, 10000, 0.015, 5000, 0.8)) --> still", road.propulsion },
  { "road.ackermann(L: num, track: num, R: num) -> table", "Steer angles without slip for radius R of the middle of the rear axle: inner, outer, bicycle, small (L/R).",
    "li.road.ackermann(2.6, 1.5, 10).small --> 0.26", road.ackermann },
  { "road.steer_angles(L: num, track: num, beta: num) -> inner: num, outer: num", "Inner and outer angle for the angle of the bicycle.", "(li.road.steer_angles(2.6, 1.5, 0)) --> 0", road.steer_angles },
  { "road.turn(spec: table) -> table", "Paths at low speed from L, L2 (centre of mass to rear axle), R: R_cg, beta_cg, R_front, offtracking, and each for small angles.",
    "li.road.turn{L = 3, L2 = 1.5, R = 4}.offtracking --> 1", road.turn },
  { "road.cornering(spec: table) -> table",
    "Understeer from m, L1, L2, Cf, Cr (of an axle; unit = 'deg' for N/deg), V: K, yaw_gain, characteristic or critical speed; with R also forces, slip angles, beta.",
    "li.road.cornering{m = 1000, L1 = 1, L2 = 1, Cf = 5e4, Cr = 5e4, V = 10}.K --> 0", road.cornering },
  { "road.bounce_pitch(spec: table) -> table",
    "Two degrees of freedom on two springs: ms, kf, kr, L1, L2, Iy -> D1, D2, D3, r2, modes 1 and 2 {w, frequency, ratio Z/Theta}, bounce, pitch, uncoupled.",
    "li.road.bounce_pitch{ms = 1, kf = 2, kr = 2, L1 = 1, L2 = 1, Iy = 2}.D1 --> 4", road.bounce_pitch },
  { "road.olley(spec: table) -> olley", "Olley's rules for the same numbers, and roll (Hz) where it is given.",
    "li.road.olley{ms = 1200, kf = 28000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = 2016}.rules[1].holds --> true", olley_of },
  { "road.slope(psi_x: num|expr, psi_y: num|expr, psi_z: num|expr [, beta: num|expr, order: thesis|road]) -> mat|smat",
    "Contact axes to base axes on a sloping road; thesis: slopes seen along the steered wheel; road: one plane, then the steer angle in it.",
    "li.road.slope(0, 0, 0, 0.5)[1][1] --> 0.87758256189037", function(x, y, z, b, order) return road.slope(x, y, z, b, order) end },
  { "road.contact(K: num|expr, C: num|expr, e: num|expr, rate: num|expr) -> num|expr", "Normal force of a spring and damper at penetration e, never pulling.",
    "li.road.contact(1000, 10, 0.01, -5) --> 0", road.contact },
  { "road.suspension(K: num|expr, C: num|expr, z: num|expr, rate: num|expr) -> num|expr", "-(K z + C z').", "li.road.suspension(2, 1, 3, 4) --> -10", road.suspension },
  { "road.antiroll(K: num|expr, right: num|expr, left: num|expr) -> right: num|expr, left: num|expr", "Forces of an anti-roll bar on the travels of both sides.",
    "li.road.antiroll(100, 0.03, 0.01) --> -2, 2", road.antiroll },
  { "road.friction(viscous: num|expr, dry: num|expr, rate: num|expr) -> num|expr", "-(viscous q' + dry sign(q')).", "li.road.friction(2, 3, -1) --> 5", road.friction },
  { "road.spin(torque: num|expr, re: num|expr, Fx: num|expr [, rolling: num|expr]) -> num|expr",
    "On the spin of a wheel: torque - re (Fx + rolling). Leave Fx out (0) where the contact point's own Jacobian already turns the wheel.", "li.road.spin(100, 0.3, 200) --> 40", road.spin },
  { "road.drag(rho: num|expr, Cx: num|expr, S: num|expr, V: num|expr) -> num|expr", "-rho Cx S V |V|/2 along V.", "li.road.drag(1.2, 0.5, 2, 10) --> -60", road.drag },
  { "road.steering(spec: table) -> num|expr",
    "On the steer angle: K (wheel - G beta) - C rate - dx Fx - dy Fy; wheel: the handwheel; dx, dy: caster offsets, Fx, Fy: sums over both wheels.",
    "li.road.steering{K = 2000, C = 200, G = 16, wheel = 1.6, beta = 0.1, rate = 0} --> 0", road.steering },
} do kit.define(li, row) end

return road
