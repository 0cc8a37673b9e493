-- disc.lua - a thin disc that rolls on the ground: angles phi, theta, psi about moving z, x, z; its
-- axis is z3 [nonhol] 2.10
return {
  values = { m = 2, R = .3, Ia = .09, It = .045, g = 9.81 },
  state = { x = 0, y = 0, z = .3 * math.sin(1.2), phi = .3, theta = 1.2, psi = -.5, ["phi'"] = .8,
    ["theta'"] = -.4, ["psi'"] = 5 },
  build = function(li)
    local s = li.system { name = "disc", gravity = { 0, 0, "-g" } }
    local x, y, z, phi, theta, psi = s:coordinates "x y z phi theta psi"
    local disc = s:body { name = "disc", m = "m", j = { "It", "It", "Ia" },
      place = { p = { x, y, z }, moving = { "zxz", phi, theta, psi } } }
    s:nonholonomic {
      "x' + R*cos(phi)*cos(theta)*phi' - R*sin(phi)*sin(theta)*theta' + R*cos(phi)*psi'",
      "y' + R*sin(phi)*cos(theta)*phi' + R*cos(phi)*sin(theta)*theta' + R*sin(phi)*psi'",
      "z' - R*cos(theta)*theta'",
    }
    return disc.system
  end,
}
