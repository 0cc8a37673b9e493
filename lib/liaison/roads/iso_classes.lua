-- iso_classes.lua - the classes of ISO 8608: spectral densities at 0.1 cycles per metre, in m^3
local classes = { n0 = 0.1, names = { "A", "B", "C", "D", "E", "F", "G", "H" }, middle = {} }

-- geometric means 16, 64, 256, .. 1e-6 m^3; a class ends at twice its mean
for k, name in ipairs(classes.names) do classes.middle[name] = 16e-6 * 4 ^ (k - 1) end

-- a density at n with the waviness 2 of the standard: its class; what is rougher is "H" too
function classes.of(Gd, n)
  local at = Gd * ((n or classes.n0) / classes.n0) ^ 2
  for _, name in ipairs(classes.names) do
    if at < 2 * classes.middle[name] then return name end
  end
  return "H"
end

return classes
