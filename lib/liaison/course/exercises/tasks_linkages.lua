-- tasks_linkages.lua - chapter 2: planar mechanisms
local li = require "liaison.core"
local lists = require "liaison.base.lists"

local cos, sin, sqrt = math.cos, math.sin, math.sqrt

-- the input angle of the data, in radians, and the bars
local function bars_of(d) return li.fourbar(d.l1, d.l2, d.l3, { d.l5, -d.l4 }) end

local function solved(d, how, rate, acceleration)
  local bars = bars_of(d)
  return bars:solve(how.angle(d.phi1), how.branch("minus", "plus"), rate, acceleration)
end

-- s + l well below p + q, the input bar the shortest: it turns all the way round
local function is_crank_rocker(d)
  local ground = sqrt(d.l4 ^ 2 + d.l5 ^ 2)
  local longest = math.max(d.l2, d.l3, ground)
  return d.l1 < math.min(d.l2, d.l3, ground) - 0.1
    and d.l1 + longest < d.l2 + d.l3 + ground - longest - 0.2
end

local function picture(d, with)
  local a = math.rad(d.phi1)
  local phi2 = bars_of(d):solve(a, "minus", 1, 0)
  local bx, by = d.l1 * cos(a), d.l1 * sin(a)
  local cx, cy = bx + d.l2 * cos(phi2[1]), by + d.l2 * sin(phi2[1])
  local out = { { "ground", 0, 0 }, { "ground", d.l5, -d.l4 },
    { "bar", 0, 0, bx, by, "l1" }, { "bar", bx, by, cx, cy, "l2" },
    { "bar", d.l5, -d.l4, cx, cy, "l3" },
    { "line", 0, 0, 0.9 * d.l1 + 0.6, 0, dash = true }, { "arc", 0, 0, 0.5, 0, a, "phi1" },
    { "pin", 0, 0, "A" }, { "pin", bx, by, "B" }, { "pin", cx, cy, "C" },
    { "pin", d.l5, -d.l4, "D" } }
  if with then out[#out + 1] = { "mass", (bx + cx) / 2, (by + cy) / 2, "E" } end
  return out
end

local LENGTHS = { { "l1", 0.8, 1.4, 0.1, unit = "m" }, { "l2", 2.6, 3.4, 0.1, unit = "m" },
  { "l3", 2.2, 3, 0.1, unit = "m" }, { "l4", 0.3, 0.8, 0.1, unit = "m" },
  { "l5", 2.8, 3.4, 0.1, unit = "m" }, { "phi1", 35, 140, 5, unit = "deg" } }

local function with_lengths(...)
  local out = {}
  for i, row in ipairs(LENGTHS) do out[i] = row end
  for _, row in ipairs { ... } do out[#out + 1] = row end
  return out
end

local FOUR_EN = "A four-bar linkage ABCD: AB = `l1` = {l1}, BC = `l2` = {l2}, DC = `l3` = {l3}; "
  .. "D = A + (`l5`, -`l4`) with `l5` = {l5}, `l4` = {l4}. Absolute angles `phi1`, `phi2`, `phi3` "
  .. "of AB, BC, DC; `phi1` = {phi1}, C above the line BD as drawn (the sign - of the course)."
local FOUR_FR = "Un quatre-barres ABCD : AB = `l1` = {l1}, BC = `l2` = {l2}, DC = `l3` = {l3} ; "
  .. "D = A + (`l5`, -`l4`) avec `l5` = {l5}, `l4` = {l4}. Angles absolus `phi1`, `phi2`, `phi3` "
  .. "de AB, BC, DC ; `phi1` = {phi1}, C au-dessus de BD comme dessiné (le signe - du cours)."

local GRASHOF = {
  { "crank_rocker", en = "crank-rocker", fr = "manivelle-balancier" },
  { "double_crank", en = "double crank", fr = "double manivelle" },
  { "double_rocker", en = "double rocker", fr = "double balancier" },
  { "triple_rocker", en = "triple rocker", fr = "triple balancier" },
  { "change_point", en = "change point", fr = "point de changement" },
}

-- the class by the rule s + l <= p + q, said with the words of the recipe
local function grashof_class(ground, input, coupler, output, how)
  local all = { ground, input, coupler, output }
  lists.rising(all)
  local turns = how.at_most(all[1] + all[4], all[2] + all[3])
  if not turns then return "triple_rocker" end
  if math.abs(all[1] + all[4] - all[2] - all[3]) < 1e-9 then return how.equal "change_point" end
  if all[1] == ground then return "double_crank" end
  return all[1] == coupler and "double_rocker" or "crank_rocker"
end

return {
  {
    name = "fourbar_constants", chapter = 2, from = "E2.2",
    title = { en = "Four-bar: K cos + L sin = M", fr = "Quatre-barres : K cos + L sin = M" },
    statement = { en = FOUR_EN, fr = FOUR_FR }, data = LENGTHS, condition = is_crank_rocker,
    picture = picture,
    solve = function(d, how)
      local a = how.angle(d.phi1)
      local c, s = how.cos(a), how.sin(a)
      local K, L = 2 * d.l2 * (d.l1 * c - d.l5), 2 * d.l2 * (d.l1 * s + d.l4)
      local M = d.l3 ^ 2 - d.l1 ^ 2 - d.l2 ^ 2 - d.l4 ^ 2 - d.l5 ^ 2
        + 2 * d.l1 * (d.l5 * c - d.l4 * s)
      local plus, minus = li.solve_trig(K, L, M)
      return { K = K, L = L, M = M, phi2 = how.branch(minus, plus) / li.deg,
        both = { plus, minus } }
    end,
    asked = {
      { name = "K", unit = "m^2", en = "`K`, the factor of `cos(phi2)`, in `K*cos(phi2) + "
        .. "L*sin(phi2) = M` (with `K = 2*l2*(l1*c1 - l5)`)", fr = "`K`, facteur de `cos(phi2)` "
        .. "dans `K*cos(phi2) + L*sin(phi2) = M` (avec `K = 2*l2*(l1*c1 - l5)`)" },
      { name = "L", unit = "m^2", en = "`L`", fr = "`L`" },
      { name = "M", unit = "m^2", en = "`M`", fr = "`M`" },
      { name = "both", kind = "list", turn = { true }, unit = "rad",
        en = "`phi2` in both assemblies, in radians", fr = "`phi2` des deux montages, en radians" },
      { name = "phi2", unit = "deg", turn = true, en = "`phi2` of the assembly drawn",
        fr = "`phi2` du montage dessiné" },
    },
    solution = {
      en = "`l3*x3 = l1*x1 + l2*x2 - (D - A)`, squared: `phi3` is eliminated. Then `phi2 = "
        .. "atan2(L, K) - acos(M/sqrt(K^2 + L^2))` for the assembly drawn.",
      fr = "On élimine `phi3` en élevant au carré `l3*x3 = l1*x1 + l2*x2 - (D - A)`. Puis `phi2 = "
        .. "atan2(L, K) - acos(M/sqrt(K^2 + L^2))` pour le montage dessiné." },
  },
  {
    name = "fourbar_position", chapter = 2, from = "E2.2",
    title = { en = "Four-bar: position", fr = "Quatre-barres : position" },
    statement = { en = FOUR_EN .. " E is the middle of BC.",
      fr = FOUR_FR .. " E est le milieu de BC." },
    data = LENGTHS, condition = is_crank_rocker,
    picture = function(d) return picture(d, true) end,
    solve = function(d, how)
      local phi2 = solved(d, how, 1, 0)[1]
      local a = how.angle(d.phi1)
      local x = d.l1 * how.cos(a) + d.l2 * how.cos(phi2) - d.l5
      local y = d.l1 * how.sin(a) + d.l2 * how.sin(phi2) + d.l4
      return { phi2 = phi2 / li.deg, phi3 = how.atan2(y, x) / li.deg,
        E = { d.l1 * cos(a) + how.half(d.l2) * cos(phi2),
          d.l1 * sin(a) + how.half(d.l2) * sin(phi2) } }
    end,
    asked = {
      { name = "phi2", unit = "deg", turn = true, en = "the angle of BC", fr = "l'angle de BC" },
      { name = "phi3", unit = "deg", turn = true, en = "the angle of DC", fr = "l'angle de DC" },
      { name = "E", kind = "vector", unit = "m", en = "the coordinates of E from A",
        fr = "les coordonnées de E depuis A" },
    },
    solution = {
      en = "`phi2` from K, L, M; `phi3 = atan2(l1*s1 + l2*s2 + l4, l1*c1 + l2*c2 - l5)`.",
      fr = "`phi2` par K, L, M ; `phi3 = atan2(l1*s1 + l2*s2 + l4, l1*c1 + l2*c2 - l5)`." },
  },
  {
    name = "fourbar_velocity", chapter = 2, from = "E2.2",
    title = { en = "Four-bar: velocities", fr = "Quatre-barres : vitesses" },
    statement = { en = FOUR_EN .. " The input turns at `phi1'` = {w}. E is the middle of BC.",
      fr = FOUR_FR .. " L'entrée tourne à `phi1'` = {w}. E est le milieu de BC." },
    data = with_lengths({ "w", 1, 6, 0.5, unit = "rad/s" }), condition = is_crank_rocker,
    picture = function(d) return picture(d, true) end,
    solve = function(d, how)
      local phi2, phi3 = solved(d, how, d.w, 0)
      local a = how.angle(d.phi1)
      local vb, ve = d.l1 * d.w, how.half(d.l2) * phi2[2]
      return { ["phi2'"] = phi2[2], ["phi3'"] = phi3[2],
        vE = { -vb * how.sin(a) - ve * how.sin(phi2[1]),
          vb * how.cos(a) + ve * how.cos(phi2[1]) } }
    end,
    asked = {
      { name = "phi2'", unit = "rad/s", en = "the rate of BC", fr = "la vitesse de BC" },
      { name = "phi3'", unit = "rad/s", en = "the rate of DC", fr = "la vitesse de DC" },
      { name = "vE", kind = "vector", unit = "m/s", en = "the velocity of E",
        fr = "la vitesse de E" },
    },
    solution = {
      en = "`phi2' = l1/l2*sin(phi3 - phi1)/sin(phi2 - phi3)*phi1'`, "
        .. "`phi3' = l1/l3*sin(phi2 - phi1)/sin(phi2 - phi3)*phi1'`.",
      fr = "`phi2' = l1/l2*sin(phi3 - phi1)/sin(phi2 - phi3)*phi1'`, "
        .. "`phi3' = l1/l3*sin(phi2 - phi1)/sin(phi2 - phi3)*phi1'`." },
  },
  {
    name = "fourbar_acceleration", chapter = 2, from = "E2.2",
    title = { en = "Four-bar: accelerations", fr = "Quatre-barres : accélérations" },
    statement = { en = FOUR_EN .. " `phi1'` = {w}, `phi1''` = {a}.",
      fr = FOUR_FR .. " `phi1'` = {w}, `phi1''` = {a}." },
    data = with_lengths({ "w", 1, 4, 0.5, unit = "rad/s" }, { "a", 0.5, 3, 0.5, unit = "rad/s^2" }),
    condition = is_crank_rocker, picture = picture,
    solve = function(d, how)
      local exact2, exact3 = solved(d, how, d.w, d.a)
      local slow2, slow3 = solved(d, how, 0, d.a)
      -- what the squares of the rates add
      return { ["phi2''"] = slow2[3] + how.squares(exact2[3] - slow2[3]),
        ["phi3''"] = slow3[3] + how.squares(exact3[3] - slow3[3]) }
    end,
    asked = {
      { name = "phi2''", unit = "rad/s^2", en = "the acceleration of BC",
        fr = "l'accélération de BC" },
      { name = "phi3''", unit = "rad/s^2", en = "the acceleration of DC",
        fr = "l'accélération de DC" },
    },
    solution = {
      en = "The closure differentiated twice: `A*q'' = -A'*q'`, with the squares of `phi1'`, "
        .. "`phi2'`, `phi3'` on the right.",
      fr = "La fermeture dérivée deux fois : `A*q'' = -A'*q'`, avec les carrés de `phi1'`, "
        .. "`phi2'`, `phi3'` au second membre." },
  },
  {
    name = "fourbar_singular", chapter = 2, from = "E2.2",
    title = { en = "Four-bar: singular positions", fr = "Quatre-barres : singularités" },
    statement = {
      en = "The closure of a four-bar, `l1*c1 + l2*c2 - l3*c3 = l5`, `l1*s1 + l2*s2 - l3*s3 = -l4` "
        .. "(`c1` is the cosine of `phi1`, and so on), is differentiated for `phi2'` and `phi3'`.",
      fr = "La fermeture d'un quatre-barres, `l1*c1 + l2*c2 - l3*c3 = l5`, `l1*s1 + l2*s2 - l3*s3 "
        .. "= -l4` (`c1` est le cosinus de `phi1`, etc.), est dérivée pour `phi2'` et `phi3'`." },
    data = {}, picture = function() return picture { l1 = 1, l2 = 3, l3 = 2.5, l4 = 0.5, l5 = 3,
      phi1 = 60 } end,
    solve = function(_, how)
      return { det = "l2*l3*" .. how.difference "sin(phi2 - phi3)",
        rate = "l1/l2*sin(phi3 - phi1)/sin(phi2 - phi3)*phi1'", when = "parallel" }
    end,
    words = { difference = function(x) return x end },
    mistakes = { { name = "cosine_of_difference", en = "the cosine of the difference",
      fr = "le cosinus de la différence", hint_en = "c2 s3 - s2 c3 is sin(phi3 - phi2).",
      hint_fr = "c2 s3 - s2 c3 vaut sin(phi3 - phi2).",
      words = { difference = function() return "cos(phi2 - phi3)" end } } },
    asked = {
      { name = "det", kind = "formula", letters = "l1 l2 l3 phi1 phi2 phi3", stem = "phi",
        en = "the determinant of `[-l2*s2, l3*s3; l2*c2, -l3*c3]`",
        fr = "le déterminant de `[-l2*s2, l3*s3; l2*c2, -l3*c3]`" },
      { name = "rate", kind = "formula", letters = "l1 l2 l3 phi1 phi2 phi3 phi1'", stem = "phi",
        en = "`phi2'` as a formula", fr = "`phi2'` en formule" },
      { name = "when", kind = "choice", en = "when is the position singular?",
        fr = "quand la position est-elle singulière ?", options = {
          { "parallel", en = "BC parallel to DC", fr = "BC parallèle à DC" },
          { "crank", en = "AB parallel to BC", fr = "AB parallèle à BC" },
          { "right", en = "BC perpendicular to DC", fr = "BC perpendiculaire à DC" } } },
    },
    solution = {
      en = "`l2*l3*(s2*c3 - c2*s3) = l2*l3*sin(phi2 - phi3)`: zero when BC and DC are in line.",
      fr = "`l2*l3*(s2*c3 - c2*s3) = l2*l3*sin(phi2 - phi3)` : nul si BC et DC sont alignés." },
  },
  {
    name = "grashof", chapter = 2, from = "E2.3",
    title = { en = "Grashof's classes", fr = "Classes de Grashof" },
    statement = {
      en = "A closed chain of four bars, in this order: {a}, {b}, {c}, {e} m. Each inversion makes "
        .. "one of them the ground; the next one is the input.",
      fr = "Une chaîne fermée de quatre barres, dans cet ordre : {a}, {b}, {c}, {e} m. Chaque "
        .. "inversion fait de l'une d'elles le bâti ; la suivante est l'entrée." },
    data = { { "a", 2, 5, 0.5 }, { "b", 1, 4, 0.5 }, { "c", 2, 5, 0.5 }, { "e", 2, 5, 0.5 } },
    condition = function(d)
      local all = { d.a, d.b, d.c, d.e }
      lists.rising(all)
      return all[4] < all[1] + all[2] + all[3] - 0.4 and all[1] < all[2]
        and (d.a + d.b + d.c + d.e) % 2 == 0 and all[1] + all[4] <= all[2] + all[3] + 0.6
    end,
    solve = function(d, how)
      return { first = grashof_class(d.a, d.b, d.c, d.e, how),
        second = grashof_class(d.b, d.c, d.e, d.a, how),
        third = grashof_class(d.c, d.e, d.a, d.b, how),
        margin = math.max(d.a, d.b, d.c, d.e) * 2 + math.min(d.a, d.b, d.c, d.e) * 2
          - (d.a + d.b + d.c + d.e) }
    end,
    words = { equal = function(x) return x end },
    asked = {
      { name = "margin", unit = "m", tol = 1e-6, en = "`s + l - p - q`", fr = "`s + l - p - q`" },
      { name = "first", kind = "choice", options = GRASHOF, en = "the class with {a} m as ground",
        fr = "la classe avec {a} m comme bâti" },
      { name = "second", kind = "choice", options = GRASHOF, en = "with {b} m as ground",
        fr = "avec {b} m comme bâti" },
      { name = "third", kind = "choice", options = GRASHOF, en = "with {c} m as ground",
        fr = "avec {c} m comme bâti" },
    },
    solution = {
      en = "`s + l - p - q` = {margin}: below 0 the shortest bar turns all the way; as ground it "
        .. "makes a double crank, opposite the ground a double rocker, beside it a crank-rocker.",
      fr = "`s + l - p - q` = {margin} : si négatif la plus courte fait un tour ; bâti, elle donne "
        .. "une double manivelle, opposée au bâti un double balancier, voisine du bâti une "
        .. "manivelle-balancier." },
  },
  {
    name = "slotted_link", chapter = 2, from = "E2.4",
    title = { en = "A slotted link", fr = "Une coulisse" },
    statement = {
      en = "A slotted bar turns about O; the pin B slides in it and in a horizontal groove at the "
        .. "height `d` = {d}: `xB = d*cos(phi)/sin(phi) - l3`. `phi` = {phi}, `phi'` = {w}, "
        .. "`phi''` = {a}.",
      fr = "Une barre rainurée tourne autour de O ; l'axe B y coulisse, et dans une rainure "
        .. "horizontale à la hauteur `d` = {d} : `xB = d*cos(phi)/sin(phi) - l3`. `phi` = {phi}, "
        .. "`phi'` = {w}, `phi''` = {a}." },
    data = { { "d", 60, 160, 10, unit = "mm" }, { "phi", 50, 75, 5, unit = "deg" },
      { "w", 4, 12, 1, unit = "rad/s" }, { "a", 0, 60, 20, unit = "rad/s^2" } },
    picture = function(d)
      local a = math.rad(d.phi)
      local x = d.d / math.tan(a)
      return { { "ground", 0, 0 }, { "bar", 0, 0, 1.4 * x, 1.4 * d.d },
        { "line", -0.6 * d.d, d.d, 1.2 * d.d, d.d, dash = true }, { "slider", x, d.d, a },
        { "pin", x, d.d, "B" }, { "pin", 0, 0, "O" }, { "arc", 0, 0, 0.4 * d.d, 0, a, "phi" },
        { "line", 0, 0, d.d, 0, dash = true }, { "arrow", -0.5 * d.d, 0, -0.5 * d.d, d.d, "d" } }
    end,
    solve = function(d, how)
      local p, l = how.angle(d.phi), d.d / 1000
      local s, c = how.sin(p), how.cos(p)
      return { ["xB'"] = -l * d.w / s ^ 2,
        ["xB''"] = how.squares(2 * l * c / s ^ 3 * d.w ^ 2) - l * d.a / s ^ 2 }
    end,
    asked = {
      { name = "xB'", unit = "m/s", en = "the velocity of B", fr = "la vitesse de B" },
      { name = "xB''", unit = "m/s^2", en = "the acceleration of B", fr = "l'accélération de B" },
    },
    solution = {
      en = "`xB' = -d*phi'/sin(phi)^2`, `xB'' = 2*d*cos(phi)/sin(phi)^3*phi'^2 - "
        .. "d*phi''/sin(phi)^2`; `d` in metres.",
      fr = "`xB' = -d*phi'/sin(phi)^2`, `xB'' = 2*d*cos(phi)/sin(phi)^3*phi'^2 - "
        .. "d*phi''/sin(phi)^2` ; `d` en mètres." },
  },
  {
    name = "two_arguments", chapter = 2, from = "F2.1",
    title = { en = "The arctangent of two arguments", fr = "L'arctangente à deux arguments" },
    statement = { en = "The vector from D to C is ({x}, {y}).",
      fr = "Le vecteur de D à C est ({x}, {y})." },
    data = { { "x", -4, -1, 0.5, unit = "m" }, { "y", -4, 4, 0.5, unit = "m" } },
    condition = function(d) return math.abs(d.y) >= 0.5 and math.abs(d.y) ~= -d.x end,
    picture = function(d)
      return { { "line", -4, 0, 4, 0, dash = true }, { "line", 0, -3, 0, 3, dash = true },
        { "arrow", 0, 0, d.x, d.y, "C" }, { "text", 0.3, -0.5, "D" } }
    end,
    solve = function(d, how)
      return { phi3 = how.atan2(d.y, d.x) / li.deg, length = how.root(d.x ^ 2 + d.y ^ 2) }
    end,
    asked = {
      { name = "phi3", unit = "deg", turn = true, en = "the angle of DC from the x axis",
        fr = "l'angle de DC depuis l'axe x" },
      { name = "length", unit = "m", en = "the length DC", fr = "la longueur DC" },
    },
    solution = { en = "`phi3 = atan2(y, x)` = {phi3}: the quadrant is that of both signs.",
      fr = "`phi3 = atan2(y, x)` = {phi3} : le quadrant est celui des deux signes." },
  },
  {
    name = "newton_step", chapter = 2, from = "F2.4",
    title = { en = "Newton's method by hand", fr = "La méthode de Newton à la main" },
    statement = {
      en = "`f(phi) = K*cos(phi) + L*sin(phi) - M` with `K` = {K}, `L` = {L}, `M` = {M}. Newton's "
        .. "method starts at `phi` = {phi0}.",
      fr = "`f(phi) = K*cos(phi) + L*sin(phi) - M` avec `K` = {K}, `L` = {L}, `M` = {M}. La "
        .. "méthode de Newton part de `phi` = {phi0}." },
    data = { { "K", -9, -4, 0.5 }, { "L", 3, 8, 0.5 }, { "M", -3, 2, 0.5 },
      { "phi0", 0.6, 1.2, 0.1, unit = "rad" } },
    condition = function(d)
      local slope = -d.K * sin(d.phi0) + d.L * cos(d.phi0)
      local step = (d.K * cos(d.phi0) + d.L * sin(d.phi0) - d.M) / slope
      return slope > 3 and math.abs(step) > 0.1 and math.abs(step) < 0.5
    end,
    solve = function(d, how)
      local function next_one(x)
        local f = d.K * cos(x) + d.L * sin(x) - d.M
        return x - how.step(f / (-d.K * sin(x) + d.L * cos(x)))
      end
      local x1 = next_one(d.phi0)
      local low, high = li.solve_trig(d.K, d.L, d.M)
      local near = math.abs(low - d.phi0) < math.abs(high - d.phi0) and low or high
      return { x1 = x1, x2 = next_one(x1), root = near }
    end,
    words = { step = function(x) return x end },
    mistakes = { { name = "step_forward", en = "the step is added", fr = "le pas est ajouté",
      hint_en = "x - f/f': towards the zero of the tangent.",
      hint_fr = "x - f/f' : vers le zéro de la tangente.",
      words = { step = function(x) return -x end } } },
    asked = {
      { name = "x1", unit = "rad", digits = 4, en = "after one step", fr = "après un pas" },
      { name = "x2", unit = "rad", digits = 4, en = "after two steps", fr = "après deux pas" },
      { name = "root", unit = "rad", digits = 4, en = "the root it goes to",
        fr = "la racine vers laquelle elle va" },
    },
    solution = { en = "`x1 = x0 - f(x0)/f'(x0)` (the derivative by `phi`, not by `t`).",
      fr = "`x1 = x0 - f(x0)/f'(x0)` (dérivée par rapport à `phi`, non à `t`)." },
  },
  {
    name = "slider_crank_kinematics", chapter = 2, from = "E1.2",
    title = { en = "Piston speed", fr = "Vitesse d'un piston" },
    statement = {
      en = "Crank {L1}, rod {L2}, the piston on the x axis through the crank's pivot. `th` = {th}, "
        .. "the crank turns at {n} rpm.",
      fr = "Manivelle {L1}, bielle {L2}, le piston sur l'axe x qui passe par le pivot. `th` = "
        .. "{th}, la manivelle tourne à {n} tr/min." },
    data = { { "L1", 30, 60, 5, unit = "mm" }, { "L2", 110, 160, 10, unit = "mm" },
      { "th", 20, 75, 5, unit = "deg" }, { "n", 600, 3000, 300 } },
    picture = function(d)
      local a = math.rad(d.th)
      local x, y = d.L1 * cos(a), d.L1 * sin(a)
      local s = x + sqrt(d.L2 ^ 2 - y ^ 2)
      return { { "line", -20, 0, s + 50, 0, dash = true }, { "ground", 0, 0 },
        { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, s, 0, "L2" }, { "slider", s, 0, 0, "P" },
        { "pin", 0, 0 }, { "pin", x, y }, { "pin", s, 0 }, { "arc", 0, 0, d.L1 / 2, 0, a, "th" } }
    end,
    solve = function(d, how)
      local th, w = how.angle(d.th), how.rpm(d.n)
      local b = -math.asin(d.L1 * sin(th) / d.L2)
      local rate = -d.L1 * cos(th) * w / (d.L2 * cos(b))
      return { x = d.L1 * how.cos(th) + d.L2 * cos(b), b = b / li.deg,
        v = (-d.L1 * how.sin(th) * w - d.L2 * sin(b) * rate) / 1000 }
    end,
    words = { rpm = function(n) return n * math.pi / 30 end },
    mistakes = { { name = "rpm_as_rate", en = "turns a minute were taken for rad/s",
      fr = "des tours par minute pris pour des rad/s", hint_en = "1 rpm = 2 pi/60 rad/s.",
      hint_fr = "1 tr/min = 2 pi/60 rad/s.", words = { rpm = function(n) return n end } } },
    asked = {
      { name = "x", unit = "mm", en = "where the piston is", fr = "la position du piston" },
      { name = "b", unit = "deg", en = "the angle of the rod (negative below the axis' direction)",
        fr = "l'angle de la bielle (négatif vers le bas)" },
      { name = "v", unit = "m/s", en = "its velocity", fr = "sa vitesse" },
    },
    solution = {
      en = "`sin(b) = -L1*sin(th)/L2`, `x = L1*cos(th) + L2*cos(b)`, "
        .. "`v = -L1*sin(th)*w - L2*sin(b)*b'`.",
      fr = "`sin(b) = -L1*sin(th)/L2`, `x = L1*cos(th) + L2*cos(b)`, "
        .. "`v = -L1*sin(th)*w - L2*sin(b)*b'`." },
  },
}
