-- letters.lua - conventions of books as rows: which table, in which order its columns stand, what
-- matrices, vectors and forces are called
--
-- {i}, {j} are the two indices of a name: "{i}A{j}" of 0 and 1 is 0A1. Names of a row are a text
-- and its LaTeX. `table` says how rows of a Denavit-Hartenberg table are cut:
--   standard  Rz(theta) Tz(d) Tx(a) Rx(alpha), joint i about the axis z of frame i - 1
--   modified  Rx(alpha) Tx(a) Rz(theta) Tz(d), joint i about the axis z of its own frame
-- `columns` are what each column is called there and which entry it is.
local letters = {}

local function both(text, latex) return { text, latex } end

local ALPHA, THETA = "\\alpha_{%s}", "\\theta_{%s}"

-- what is the same in all of them
local COMMON = {
  axis = { "\\vec %s_{%s}", false }, -- its LaTeX, in capitals?
  basis = both("R{i}", "R_{{i}}"),
  origin = both("O{i}", "O_{{i}}"),
  foot = both("P{i}", "P_{{i}}"),
  centre = both("G{i}", "G_{{i}}"),
  between = both("{i}{j}", "\\overrightarrow{{i}{j}}"),
  omega = both("w{i}", "\\vec\\omega_{{i}}"),
  alpha = both("wd{i}", "\\dot{\\vec\\omega}_{{i}}"),
  velocity = both("v_{i}", "\\vec v_{{i}}"),
  acceleration = both("a_{i}", "\\vec a_{{i}}"),
  force = both("f{j}", "\\vec f_{{j}}"),
  moment = both("n{j}", "\\vec n_{{j}}"),
  gravity = both("vec(g)", "\\vec g"),
  inertia = both("I{i}", "I_{{i}}"),
  jacobian = both("J", "J"),
  linear = both("J_L{i}", "\\vec J_{L{i}}"),
  angular = both("J_A{i}", "\\vec J_{A{i}}"),
  of_body = both("J{j}_L{i}", "\\vec J^{\\,{j}}_{L{i}}"),
  turn_of_body = both("J{j}_A{i}", "\\vec J^{\\,{j}}_{A{i}}"),
  torque = both("tau{i}", "\\tau_{{i}}"),
  mass = both("M{i}{j}", "M_{{i}{j}}"),
  weight = both("G{i}", "G_{{i}}"),
  square = both("B{i}{j}", "B_{{i}{j}}"),
  product = both("C{i}{j}", "C_{{i},{j}}"),
  christoffel = false,
}

letters.rows = {
  {
    name = "course", table = "standard",
    title = { en = "the course (distal Denavit-Hartenberg, variant of Paul)",
      fr = "le cours (Denavit-Hartenberg distal, variante de Paul)" },
    columns = { { "a", "a%s", "a_{%s}" }, { "alpha", "alpha%s", ALPHA }, { "d", "d%s", "d_{%s}" },
      { "theta", "theta%s", THETA } },
    pose = both("{i}A{j}", "{}^{{i}}A_{{j}}"), rotation = both("{i}R{j}", "{}^{{i}}R_{{j}}"),
    force = both("f{i}{j}", "\\vec f_{{i},{j}}"), moment = both("N{i}{j}", "\\vec N_{{i},{j}}"),
    mass = both("A{i}{j}", "A_{{i}{j}}"), inertia = both("J_G{i}", "J_{G{i}}"),
    form = both("tau = A q'' + B q'^2 + C [q'q'] + G",
      "\\tau = A\\,\\ddot q + B\\,\\dot q^2 + C\\,[\\dot q\\dot q] + G"),
  },
  {
    name = "craig", table = "modified",
    title = { en = "Craig (proximal Denavit-Hartenberg)",
      fr = "Craig (Denavit-Hartenberg proximal)" },
    axis = { "\\hat %s_{%s}", true },
    columns = { { "alpha", "alpha%s", ALPHA, -1 }, { "a", "a%s", "a_{%s}", -1 },
      { "d", "d%s", "d_{%s}" }, { "theta", "theta%s", THETA } },
    pose = both("{i}T{j}", "{}^{{i}}_{{j}}T"), rotation = both("{i}R{j}", "{}^{{i}}_{{j}}R"),
    basis = both("{{i}}", "\\{{i}\\}"), centre = both("C{i}", "C_{{i}}"),
    christoffel = both("V{i}", "V_{{i}}"),
    form = both("tau = M q'' + V + G",
      "\\tau = M(\\Theta)\\,\\ddot\\Theta + V(\\Theta, \\dot\\Theta) + G(\\Theta)"),
  },
  {
    name = "khalil", table = "modified",
    title = { en = "Khalil and Kleinfinger (proximal Denavit-Hartenberg)",
      fr = "Khalil et Kleinfinger (Denavit-Hartenberg proximal)" },
    columns = { { "sigma", "sigma%s", "\\sigma_{%s}" }, { "alpha", "alpha%s", ALPHA },
      { "a", "d%s", "d_{%s}" }, { "theta", "theta%s", THETA }, { "d", "r%s", "r_{%s}" } },
    lengths = { a = "d", d = "r" },
    pose = both("{i}T{j}", "{}^{{i}}T_{{j}}"), rotation = both("{i}A{j}", "{}^{{i}}A_{{j}}"),
    moment = both("m{j}", "\\vec m_{{j}}"), torque = both("Gamma{i}", "\\Gamma_{{i}}"),
    mass = both("A{i}{j}", "A_{{i}{j}}"), weight = both("Q{i}", "Q_{{i}}"),
    inertia = both("I_G{i}", "I_{G{i}}"), christoffel = both("C{i}", "C_{{i}}"),
    form = both("Gamma = A q'' + C q' + Q",
      "\\Gamma = A(q)\\,\\ddot q + C(q, \\dot q)\\,\\dot q + Q(q)"),
  },
  {
    name = "corke", table = "standard",
    title = { en = "Corke (distal Denavit-Hartenberg)", fr = "Corke (Denavit-Hartenberg distal)" },
    columns = { { "theta", "theta%s", THETA }, { "d", "d%s", "d_{%s}" }, { "a", "a%s", "a_{%s}" },
      { "alpha", "alpha%s", ALPHA } },
    pose = both("{i}A{j}", "{}^{{i}}A_{{j}}"), rotation = both("{i}R{j}", "{}^{{i}}R_{{j}}"),
    torque = both("Q{i}", "Q_{{i}}"), christoffel = both("C{i}", "C_{{i}}"),
    form = both("Q = M q'' + C q' + G",
      "Q = M(q)\\,\\ddot q + C(q, \\dot q)\\,\\dot q + G(q)"),
  },
  {
    name = "deluca", table = "standard",
    title = { en = "De Luca (distal Denavit-Hartenberg)",
      fr = "De Luca (Denavit-Hartenberg distal)" },
    columns = { { "alpha", "alpha%s", ALPHA }, { "a", "a%s", "a_{%s}" }, { "d", "d%s", "d_{%s}" },
      { "theta", "theta%s", THETA } },
    pose = both("{i}A{j}", "{}^{{i}}A_{{j}}"), rotation = both("{i}R{j}", "{}^{{i}}R_{{j}}"),
    centre = both("C{i}", "C_{{i}}"), moment = both("tau_{j}", "\\vec \\tau_{{j}}"),
    torque = both("u{i}", "u_{{i}}"), weight = both("g{i}", "g_{{i}}"),
    christoffel = both("c{i}", "c_{{i}}"),
    form = both("u = M q'' + c + g", "u = M(q)\\,\\ddot q + c(q, \\dot q) + g(q)"),
  },
}

letters.names = {}
for k, row in ipairs(letters.rows) do
  letters.names[k] = row.name
  for key, x in pairs(COMMON) do
    if row[key] == nil then row[key] = x end
  end
end

function letters.get(name)
  for _, row in ipairs(letters.rows) do if row.name == name then return row end end
end

-- a name with its indices: text, LaTeX
function letters.name(row, key, i, j)
  local pair = row[key]
  local function put(s)
    return (s:gsub("{i}", tostring(i or "")):gsub("{j}", tostring(j or "")))
  end
  -- braces of LaTeX stay around an index, in texts they go
  return put(pair[1]), put(pair[2])
end

return letters
