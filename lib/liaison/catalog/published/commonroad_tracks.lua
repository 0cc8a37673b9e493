-- commonroad_tracks.lua - the CommonRoad models on one point and two wheels: point mass, kinematic
-- single track, with a trailer, single track, with drift
--
-- Each row: states and inputs as numbered in the manual, rates(x, u, p) as expressions of them and
-- of the parameters p, what it needs of a parameter set, start (from the seven numbers all models
-- start from), pose (for the picture).
local li = require "liaison.core"
local tyre = require "liaison.catalog.published.commonroad_tyre"

local tracks = {}

-- f_steer: 0 at a stop of the steering, else v_delta within its limits
function tracks.steering(delta, v_delta, p)
  local stop = li.max(delta:le(p.delta_min) * v_delta:le(0), delta:ge(p.delta_max) * v_delta:ge(0))
  return li.piecewise(stop:gt(0), 0, v_delta:le(p.v_delta_min), p.v_delta_min,
    v_delta:ge(p.v_delta_max), p.v_delta_max, v_delta)
end

-- f_acc: 0 at the least and greatest velocity, else a within -a_max and what the engine gives
function tracks.acceleration(v, a, p)
  local most = li.piecewise(v:gt(p.v_switch), p.a_max * p.v_switch / v, p.a_max)
  local stop = li.max(v:le(p.v_min) * a:le(0), v:ge(p.v_max) * a:ge(0))
  return li.piecewise(stop:gt(0), 0, a:le(-p.a_max), -p.a_max, a:ge(most), most, a)
end

local function limited(x, u, p)
  return tracks.steering(x.delta, u.v_delta, p), tracks.acceleration(x.v or x.v_x, u.a_long, p)
end

-- the slow car about its centre of mass: beta = atan(tan(delta) l_r/l), its rate with the square
-- of tan(delta) that the publication has in it, and the rate of the yaw rate
function tracks.slow(x, v, beta_now, v_delta, a, p)
  local l = p.a + p.b
  local beta = li.atan(li.tan(x.delta) * p.b / l)
  local d_beta = p.b * v_delta
    / (l * li.cos(x.delta) ^ 2 * (1 + (li.tan(x.delta) ^ 2 * p.b / l) ^ 2))
  local dd_psi = (a * li.cos(beta_now) * li.tan(x.delta)
    - v * li.sin(beta_now) * d_beta * li.tan(x.delta)
    + v * li.cos(beta_now) * v_delta / li.cos(x.delta) ^ 2) / l
  return { s_x = v * li.cos(beta + x.psi), s_y = v * li.sin(beta + x.psi),
    psi = v * li.cos(beta) * li.tan(x.delta) / l, psi_dot = dd_psi, beta = d_beta }
end

-- the kinds ---------------------------------------------------------------------------------------

local SHORT = "|v| < 0.1 m/s: kinematic about the centre of mass"

tracks.pm = {
  text = "point mass: accelerations along x and y; the circle a_max is the user's to keep",
  states = "s_x s_y v_x v_y", inputs = "a_x a_y", needs = {},
  rates = function(x, u) return { x.v_x, x.v_y, u.a_x, u.a_y } end,
  start = function(c)
    return { c.s_x, c.s_y, c.v * math.cos(c.psi), c.v * math.sin(c.psi) }
  end,
  pose = { x = "s_x", y = "s_y", yaw = "atan2(v_y, v_x)" },
}

-- reference: the middle of the rear axle
tracks.ks = {
  text = "kinematic single track, told of the middle of the rear axle",
  states = "s_x s_y delta v psi", inputs = "v_delta a_long", needs = { "a", "b" },
  rates = function(x, u, p)
    local v_delta, a = limited(x, u, p)
    return { x.v * li.cos(x.psi), x.v * li.sin(x.psi), v_delta, a,
      x.v / (p.a + p.b) * li.tan(x.delta) }
  end,
  start = function(c) return { c.s_x, c.s_y, c.delta, c.v, c.psi } end,
  pose = { x = "s_x", y = "s_y", yaw = "psi", steer = "delta" }, at_rear = true,
}

tracks.kst = {
  text = "kinematic single track that pulls a trailer, hitched on the middle of its rear axle; the "
    .. "hitch angle stays within a quarter of a turn",
  states = "s_x s_y delta v psi alpha", inputs = "v_delta a_long", needs = { "a", "b", "l_wbt" },
  rates = function(x, u, p)
    local v_delta, a = limited(x, u, p)
    local turn = x.v / (p.a + p.b) * li.tan(x.delta)
    local hitch = -x.v * (li.sin(x.alpha) / p.l_wbt + li.tan(x.delta) / (p.a + p.b))
    return { x.v * li.cos(x.psi), x.v * li.sin(x.psi), v_delta, a, turn,
      li.piecewise(li.abs(x.alpha):le(li.expr "pi" / 2), hitch, 0) }
  end,
  start = function(c) return { c.s_x, c.s_y, c.delta, c.v, c.psi, c.alpha } end,
  pose = { x = "s_x", y = "s_y", yaw = "psi", steer = "delta", hitch = "alpha" }, at_rear = true,
}

-- C_f, C_r: mu C_S (g l -+ a h), which the axles give per slip angle and m/l
local function axles(a, p)
  local slope = -p.p_ky1 / p.p_dy1
  return p.p_dy1 * slope * (p.g * p.b - a * p.h_s), p.p_dy1 * slope * (p.g * p.a + a * p.h_s)
end

tracks.st = {
  text = "single track with linear tyres and load transfer; " .. SHORT,
  states = "s_x s_y delta v psi psi_dot beta", inputs = "v_delta a_long",
  needs = { "a", "b", "m", "I_z", "h_s", "p_ky1", "p_dy1" },
  rates = function(x, u, p)
    local v_delta, a = limited(x, u, p)
    local C_f, C_r = axles(a, p)
    local l, v = p.a + p.b, x.v
    local fast = { v * li.cos(x.beta + x.psi), v * li.sin(x.beta + x.psi), v_delta, a, x.psi_dot,
      p.m / (p.I_z * l) * (p.a * C_f * x.delta + (p.b * C_r - p.a * C_f) * x.beta
        - (p.a ^ 2 * C_f + p.b ^ 2 * C_r) * x.psi_dot / v),
      (C_f * x.delta - (C_r + C_f) * x.beta + (C_r * p.b - C_f * p.a) * x.psi_dot / v) / (v * l)
        - x.psi_dot }
    local slow = tracks.slow(x, v, x.beta, v_delta, a, p)
    local rest = { slow.s_x, slow.s_y, v_delta, a, slow.psi, slow.psi_dot, slow.beta }
    for k = 1, #fast do fast[k] = li.piecewise(li.abs(v):lt(0.1), rest[k], fast[k]) end
    return fast
  end,
  start = function(c) return { c.s_x, c.s_y, c.delta, c.v, c.psi, c.psi_dot, c.beta } end,
  pose = { x = "s_x", y = "s_y", yaw = "psi", steer = "delta" },
}

-- speeds at which both models of the drifting car are mixed: about V_S, over V_B
local V_S, V_B = 0.2, 0.05
local V_MIN = V_S / 2
local LAG = 0.02 -- s, in which wheels follow the slow car

-- slips, loads and forces of front and rear; h: height that carries load over under acceleration
local function drifting_forces(x, a, p, h)
  local l, v, beta = p.a + p.b, x.v, x.beta
  local along, across = v * li.cos(beta), v * li.sin(beta)
  local function moving(e) return li.piecewise(v:gt(V_MIN), e, 0) end
  local alpha_f = moving(li.atan((across + x.psi_dot * p.a) / along) - x.delta)
  local alpha_r = moving(li.atan((across - x.psi_dot * p.b) / along))
  local F_zf = p.m * (p.g * p.b - a * h) / l
  local F_zr = p.m * (p.g * p.a + a * h) / l
  local u_f = li.max(0, along * li.cos(x.delta) + (across + p.a * x.psi_dot) * li.sin(x.delta))
  local u_r = li.max(0, along)
  local s_f = 1 - p.R_w * x.omega_f / li.max(u_f, V_MIN)
  local s_r = 1 - p.R_w * x.omega_r / li.max(u_r, V_MIN)
  local F = { u_f = u_f, u_r = u_r }
  F.xf, F.yf = tyre.forces(p, s_f, alpha_f, li.expr(0), F_zf)
  F.xr, F.yr = tyre.forces(p, s_r, alpha_r, li.expr(0), F_zr)
  return F
end

-- an asked acceleration as torques of brakes (T < 0) and engine on the front and rear wheels
function tracks.torques(a, p)
  local T = p.m * p.R_w * a
  local brake, engine = li.min(0, T), li.max(0, T)
  return p.T_sb * brake + p.T_se * engine, (1 - p.T_sb) * brake + (1 - p.T_se) * engine
end

tracks.std = {
  text = "single track with drift: Magic Formula tyres, spin of the wheels; mixed with the "
    .. "kinematic one about 0.2 m/s, for driving ahead",
  states = "s_x s_y delta v psi psi_dot beta omega_f omega_r", inputs = "v_delta a_long",
  needs = { "a", "b", "m", "I_z", "h_s", "R_w", "I_y_w", "T_sb", "T_se", "p_cx1" },
  options = { load_transfer = "bool?" },
  rates = function(x, u, p, o)
    local v_delta, a = limited(x, u, p)
    local F = drifting_forces(x, a, p, o.load_transfer and p.h_s or 0)
    local T_f, T_r = tracks.torques(a, p)
    local v, d, beta = x.v, x.delta - x.beta, x.beta
    local fast = {
      v = (-F.yf * li.sin(d) + F.yr * li.sin(beta) + F.xr * li.cos(beta) + F.xf * li.cos(d)) / p.m,
      psi = x.psi_dot,
      psi_dot = (F.yf * li.cos(x.delta) * p.a - F.yr * p.b + F.xf * li.sin(x.delta) * p.a) / p.I_z,
      beta = li.piecewise(v:gt(V_MIN), (F.yf * li.cos(d) + F.yr * li.cos(beta)
        - F.xr * li.sin(beta) + F.xf * li.sin(d)) / (p.m * v) - x.psi_dot, 0),
      omega_f = li.piecewise(x.omega_f:ge(0), (T_f - p.R_w * F.xf) / p.I_y_w, 0),
      omega_r = li.piecewise(x.omega_r:ge(0), (T_r - p.R_w * F.xr) / p.I_y_w, 0),
    }
    local slow = tracks.slow(x, v, beta, v_delta, a, p)
    slow.v = a
    slow.omega_f = (F.u_f / p.R_w - li.max(0, x.omega_f)) / LAG
    slow.omega_r = (F.u_r / p.R_w - li.max(0, x.omega_r)) / LAG
    local w = (li.tanh((v - V_S) / V_B) + 1) / 2
    local out = { v * li.cos(beta + x.psi), v * li.sin(beta + x.psi), v_delta }
    for k, name in ipairs { "v", "psi", "psi_dot", "beta", "omega_f", "omega_r" } do
      out[3 + k] = w * fast[name] + (1 - w) * slow[name]
    end
    return out
  end,
  start = function(c, p)
    local spin = math.cos(c.beta) * c.v / p.R_w
    return { c.s_x, c.s_y, c.delta, c.v, c.psi, c.psi_dot, c.beta,
      spin * math.cos(c.delta), spin }
  end,
  pose = { x = "s_x", y = "s_y", yaw = "psi", steer = "delta" },
}

return tracks
