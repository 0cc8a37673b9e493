-- robot2d.lua - the mobile robot of the thesis on its plane, four wheels, the front ones steered: 9
-- coordinates
--
-- [thesis] 3.3, M5.  variant = "full" (default): wheels are bodies of revolution, diag(Id33, Id22,
-- Id33). "literal": the definition file, diag(0, Id22, Id33), whose M is singular at phi = pi/2
-- (E14). up = true: the frames stand above the ground (E13): the body at z = +h, the wheel centres
-- at r.
local vehicle = {}

vehicle.options = { variant = "full|literal?", up = "bool?" }

function vehicle.definition(o)
  local literal, side = o.variant == "literal", o.up and "h" or "-h"
  local function wheel(name, spin, other)
    return { name, "m", { literal and 0 or other, spin, other } }
  end
  local function at(x, y) return { "Repere4", { x, y, "-(h-r)" }, 0 } end
  return {
    name = "robot2d", gravity = { 0, 0, "-g" },
    liaison = {
      Repere1 = { "R0", { "xt", 0, 0 }, 0 }, Repere2 = { "Repere1", { 0, "yt", 0 }, 0 },
        Repere3 = { "Repere2", { 0, 0, side }, 0 },
      Repere4 = { "Repere3", 0, { 0, 0, "theta" } },
      Repere11 = at("Lf", "b"), Repere21 = at("Lf", "-b"), Repere31 = at("-Lr", "b"),
        Repere41 = at("-Lr", "-b"),
      Repere12 = { "Repere11", 0, { 0, 0, "alpha_ag" } },
        Repere22 = { "Repere21", 0, { 0, 0, "alpha_ad" } },
      Repere13 = { "Repere12", 0, { 0, "phi_ag", 0 } },
        Repere23 = { "Repere22", 0, { 0, "phi_ad", 0 } },
      Repere32 = { "Repere31", 0, { 0, "phi_g", 0 } },
        Repere42 = { "Repere41", 0, { 0, "phi_d", 0 } },
    },
    corps = {
      Repere4 = { "chassis", "Mt", { 0, 0, "Ip33" } }, Repere13 = wheel("roue1", "Id22", "Id33"),
        Repere23 = wheel("roue2", "Id22", "Id33"),
      Repere32 = wheel("roue3", "It22", "It33"), Repere42 = wheel("roue4", "It22", "It33"),
    },
    PointEnContact = { "Repere13", "Repere23", "Repere32", "Repere42" },
    q = { "xt", "yt", "theta", "phi_ag", "phi_ad", "phi_g", "phi_d", "alpha_ag", "alpha_ad" },
  }
end

vehicle.reference = {
  values = { Mt = 100, m = 5, Ip33 = 12, Id22 = 0.05, Id33 = 0.04, It22 = 0.06, It33 = 0.05,
    Lf = 0.5, Lr = 0.6, b = 0.35, h = 0.25, r = 0.15, g = 9.81 },
  q = { 1, 2, 0.6, 0.1, 0.2, 0.3, 0.4, 0.15, 0.12 },
    v = { 1, 0.5, 0.3, 6, 6.1, 6.2, 6.3, 0.2, 0.25 },
}

-- rolling without slip, two rows for each wheel, v_i of its centre: v.(cos, sin) - r phi' and
-- v.(-sin, cos)                                                                  [thesis] X-ROB-2
vehicle.wheels = { { "Lf", "b", "alpha_ag", "phi_ag" }, { "Lf", "-b", "alpha_ad", "phi_ad" },
  { "-Lr", "b", 0, "phi_g" }, { "-Lr", "-b", 0, "phi_d" } }

local function diagonal(d, others)
  local M = {}
  for i = 1, #d do
    M[i] = {}
    for j = 1, #d do M[i][j] = i == j and d[i] or 0 end
  end
  for _, e in ipairs(others) do M[e[1]][e[2]], M[e[2]][e[1]] = e[3], e[3] end
  return M
end

vehicle.printed = {
  T = {
    chassis = "Mt*(xtp^2+ytp^2)/2+Ip33*thetap^2/2",
    roue1 = "Id22*phi_agp^2/2+Id33*(thetap+alpha_agp)^2/2",
      roue2 = "Id22*phi_adp^2/2+Id33*(thetap+alpha_adp)^2/2",
    roue3 = "It22*phi_gp^2/2+It33*thetap^2/2", roue4 = "It22*phi_dp^2/2+It33*thetap^2/2",
  },
  V = "-Mt*g*h+4*m*g*(r-h)",
  M = diagonal({ "Mt", "Mt", "Ip33+2*Id33+2*It33", "Id22", "Id22", "It22", "It22", "Id33", "Id33" },
    { { 3, 8, "Id33" }, { 3, 9, "Id33" } }),
  inverse = diagonal({ "1/Mt", "1/Mt", "1/(Ip33+2*Id33+2*It33)", "1/Id22", "1/Id22", "1/It22",
    "1/It22",
    "(Ip33+2*Id33+2*It33)/(Id33*(Ip33+2*It33))", "(Ip33+2*Id33+2*It33)/(Id33*(Ip33+2*It33))" },
    { { 3, 8, "-1/(Ip33+2*It33)" }, { 3, 9, "-1/(Ip33+2*It33)" }, { 8, 9, "1/(Ip33+2*It33)" } }),
  h = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, G = { 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  velocity = { roue1 = { "xtp", "ytp", 0 }, roue3 = { "xtp", "ytp", 0 } },
}

vehicle.errata = {
  { "E14", "T", "roue1", "drops the translation of the wheel",
    "m/2*((xtp-thetap*(Lf*sin(theta)+b*cos(theta)))^2+(ytp+thetap*(Lf*cos(theta)-b*sin(theta)))^2)"
      .. "+Id22*phi_agp^2/2+Id33*(thetap+alpha_agp)^2/2" },
  { "E14", "T", "roue3", "drops the translation of the wheel",
    "m/2*((xtp+thetap*(Lr*sin(theta)-b*cos(theta)))^2+(ytp-thetap*(Lr*cos(theta)+b*sin(theta)))^2)"
      .. "+It22*phi_gp^2/2+It33*thetap^2/2" },
  { "E13", "V", "agrees neither with the tree nor with the ground", "-g*(Mt*h+4*m*(2*h-r))" },
  { "E15", "inverse", 3, 3, "is not that of M", "1/(Ip33+2*It33)" },
  { "E15", "inverse", 8, 8, "is not that of M", "(Ip33+Id33+2*It33)/(Id33*(Ip33+2*It33))" },
  { "E15", "inverse", 9, 9, "is not that of M", "(Ip33+Id33+2*It33)/(Id33*(Ip33+2*It33))" },
  { "E14", "velocity", "roue1", "drops omega x r",
    { "xtp-thetap*(Lf*sin(theta)+b*cos(theta))", "ytp+thetap*(Lf*cos(theta)-b*sin(theta))", 0 } },
  { "E14", "velocity", "roue3", "drops omega x r",
    { "xtp+thetap*(Lr*sin(theta)-b*cos(theta))", "ytp-thetap*(Lr*cos(theta)+b*sin(theta))", 0 } },
}

return vehicle
