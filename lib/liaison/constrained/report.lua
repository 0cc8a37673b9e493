-- report.lua - kane:report: the ten steps as a person writes them, in text or LaTeX
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local energy = require "liaison.constrained.kane_energy"
local kane = require "liaison.constrained.kane"
local kit = li._internal

local words = language.words {
  en = {
    "frames of the bodies", "coordinates", "positions of the centres of mass, f(q)",
      "holonomic partial velocities", "constraints and speeds",
      "partial velocities and their rates",
    "masses and gyroscopic matrices", "active wrenches, about the centres of mass, in body axes",
    "equations of motion", "state model",
    title = "ten steps", none = "none", zero = "zero",
      unproved = "%d of %d entries of H J_nh hold at random points, unproved",
    left_out = "left out, as it acts at events only",
  },
  fr = {
    "repères des corps", "coordonnées", "positions des centres de masse, f(q)",
      "vitesses partielles holonomes", "contraintes et vitesses généralisées",
    "vitesses partielles et leurs dérivées", "masses et matrices gyroscopiques",
    "torseurs actifs aux centres de masse, axes du corps", "équations du mouvement",
    "modèle d'état", title = "dix étapes", none = "aucune", zero = "nul",
    unproved = "%d des %d composantes de H J_nh vérifiées en des points au hasard, non démontrées",
    left_out = "omis, car agissant aux événements seulement",
  },
}

local function all_zero(M)
  local rows, cols = M:size()
  for i = 1, rows do for j = 1, cols do if M:at(i, j) ~= li.expr(0) then return false end end end
  return true
end

-- name, latex name, matrix: what each step shows
local function steps(k)
  local a, out = kane.about(k), {}
  for i = 1, 10 do out[i] = {} end
  local function show(step, name, latex, M)
    out[step][#out[step] + 1] = { name = name, latex = latex, M = M }
  end
  show(1, nil, nil, a.bodies)
  show(2, "q", "q", k.q)
  local G = k.G
  for i = 1, k.nbody do
    show(3, "G_" .. (a.bodies[i] or i), ("G_{%d}"):format(i),
      k.planar and li.smat { G:at(i, 1), G:at(i, 2) } or G:row(i))
  end
  show(4, "J_h", "J_h", k.Jh)
  if not all_zero(k.vt) then show(4, "v_t", "v_t", k.vt) end
  if k.H then show(5, "H", "H", k.H) end
  show(5, "alpha", "\\alpha", k.alpha)
  show(5, "J_nh", "J_{nh}", k.Jnh)
  if not all_zero(k.q0) then show(5, "q_0", "q_0", k.q0) end
  show(6, "J", "J", k.J)
  show(6, "J'", "\\dot J", k.Jd)
  if not all_zero(k.v0) then show(6, "v_0", "v_0", k.v0) end
  show(7, "M", "M", k.M)
  show(7, "W", "W", k.W)
  show(8, "omega_a", "\\omega_a", k.wrench)
  show(9, "D", "D", k.D)
  local rates = {}
  for i, u in ipairs(a.inputs or {}) do rates[i] = u:d() end
  local ok, split = false, nil
  if #rates > 0 then
    ok, split = check.try(function() return { k:split(rates) } end)
  end
  if ok then
    show(9, "C_1", "C_1", split[1])
    for i, u in ipairs(rates) do
      show(9, ("C_%d (times %s)"):format(i + 1, tostring(u)), ("C_%d"):format(i + 1), split[i + 1])
    end
  else
    show(9, "C", "C", k.C)
  end
  if not all_zero(k.c) then show(9, "c", "c", k.c) end
  show(9, "tau", "\\tau", k.tau)
  if k.l <= 3 then
    local g0, gw = k:state()
    show(10, "g_0", "g_0", g0)
    show(10, "g_w", "g_w", gw)
  end
  show(10, "q'", "\\dot q", k.qd)
  local z, zdot = energy.own_states(a)
  if #z > 0 then
    show(10, "z", "z", li.smat(z))
    show(10, "z'", "\\dot z", li.smat(zdot))
  end
  return out
end

-- what acts at events only, of a description
local function left_out(k)
  local s = kane.about(k).system
  return s and s.of_model and kit.acting.at_events(s.of_model) or {}
end

local function text(k, lang)
  local w, out = words[lang], {}
  local a = kane.about(k)
  out[1] = ("%s: %s"):format(a.name or "", w.title)
  for i, list in ipairs(steps(k)) do
    out[#out + 1] = ""
    out[#out + 1] = ("%d. %s"):format(i, w[i])
    for _, x in ipairs(list) do
      if type(x.M) == "table" then
        out[#out + 1] = "  " .. table.concat(x.M, ", ")
      else
        local _, cols = x.M:size()
        local lines = {}
        for line in tostring(x.M):gmatch "[^\n]+" do lines[#lines + 1] = line end
        local head = "  " .. x.name .. (cols == 1 and "' = " or " = ")
        if cols == 1 or all_zero(x.M) then head = "  " .. x.name .. " = " end
        if all_zero(x.M) then lines = { "0" } end
        for n, line in ipairs(lines) do
          out[#out + 1] = (n == 1 and head or (" "):rep(#head)) .. line
        end
      end
    end
    if i == 5 and k.unproved > 0 then
      out[#out + 1] = "  " .. w.unproved:format(k.unproved, k.nrow * (k.l + 1))
    end
    if i == 9 then
      out[#out + 1] = "  D alpha' + C alpha" .. (all_zero(k.c) and "" or " + c") .. " = tau"
    end
    if i == 10 then
      out[#out + 1] = "  alpha' = g_0 + g_w tau, q' = J_nh alpha"
        .. (all_zero(k.q0) and "" or " + q_0")
    end
  end
  local beside = left_out(k)
  if #beside > 0 then out[#out + 1] = "\n" .. w.left_out end
  for _, sentence in ipairs(beside) do out[#out + 1] = "  " .. sentence end
  return table.concat(out, "\n") .. "\n"
end

local function latex(k, lang)
  local w, out = words[lang], {}
  for i, list in ipairs(steps(k)) do
    out[#out + 1] = ("\\paragraph{%d.} %s"):format(i, w[i])
    for _, x in ipairs(list) do
      if type(x.M) == "table" then out[#out + 1] = ": " .. table.concat(x.M, ", ")
      else out[#out + 1] = ("\\[ %s = %s \\]"):format(x.latex,
        all_zero(x.M) and "0" or x.M:latex()) end
    end
    if i == 9 then
      out[#out + 1] = "\\[ D\\,\\dot\\alpha + C\\,\\alpha" .. (all_zero(k.c) and "" or " + c")
        .. " = \\tau \\]"
    end
    if i == 10 then
      out[#out + 1] = "\\[ \\dot\\alpha = g_0 + g_w\\,\\tau, \\qquad \\dot q = J_{nh}\\,\\alpha"
        .. (all_zero(k.q0) and "" or " + q_0") .. " \\]"
    end
  end
  return language.latex(table.concat(out, "\n") .. "\n")
end

local function document(k, lang)
  return table.concat({
    "% written by liaison " .. li.version, "\\documentclass{article}",
      "\\usepackage[utf8]{inputenc}", "\\usepackage[a4paper,margin=2cm]{geometry}",
      "\\usepackage{amsmath}",
    "\\setcounter{MaxMatrixCols}{40}", "\\allowdisplaybreaks", "\\begin{document}",
    "\\section*{" .. (kane.about(k).name or "") .. "}", latex(k, lang) .. "\\end{document}", "",
  }, "\n")
end

local function report(k, path, options)
  local o = check.fields(options or {}, "options",
    { form = { "text|latex|fragment?", default = "text" }, lang = language.choice })
  local page = o.form == "text" and text(k, o.lang) or o.form == "latex" and document(k, o.lang)
    or latex(k, o.lang)
  return check.give(page, path)
end

local CART = "local s = li.system{planar = true, name = 'cart'}; local x, y, th = "
  .. "s:coordinates 'xc yc ac'; local cart = s:body{name = 'cart', mass = 'm', inertia = 'j', "
  .. "at = {x, y}, angle = th}; cart:wheel{name = 'axle'}; "
  .. "local k = s:kane{speeds = {\"vc = xc'*cos(ac) + yc'*sin(ac)\", \"wc = ac'\"}}; "

kit.define(kit.methods "kane", {
  "kane:report([path: path, options: table]) -> str|bool",
  "The ten steps with every matrix: text, or options.form = 'latex' (a document) or "
  .. "'fragment' (what goes into one); lang = 'en' or 'fr'. Its text, or written to path: "
  .. "true (it raises where it cannot be written).",
  CART .. "return k:report():match '9%. [^\\n]*\\n[^\\n]*' "
  .. "--> 9. equations of motion\n  D = [m  0]", report,
})

return report
