-- mathml.lua - MathML, and lines that fit a page, out of the LaTeX our printers write: names with
-- subscripts, dots, fractions, roots, powers, functions
local kit = require("liaison.core")._internal

local mathml = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

-- a text as it may stand in a page
function mathml.escape(text) return (text:gsub("[&<>]", entities)) end

-- a name as LaTeX sets it upright in a formula
function mathml.word(name)
  return "\\text{" .. name:gsub("[\\{}$~^]", ""):gsub("[_&#%%]", "\\%0") .. "}"
end

local greek = {
  alpha = "α", beta = "β", gamma = "γ", delta = "δ", epsilon = "ε", zeta = "ζ", eta = "η",
    theta = "θ", iota = "ι", kappa = "κ", lambda = "λ", mu = "μ", nu = "ν",
  xi = "ξ", pi = "π", rho = "ρ", sigma = "σ", varsigma = "ς", tau = "τ", upsilon = "υ", phi = "φ",
    chi = "χ", psi = "ψ", omega = "ω", Gamma = "Γ", Delta = "Δ", Theta = "Θ",
  Lambda = "Λ", Xi = "Ξ", Pi = "Π", Sigma = "Σ", Upsilon = "Υ", Phi = "Φ", Psi = "Ψ", Omega = "Ω",
    partial = "∂",
}
local signs = { cdot = "·", le = "≤", leq = "≤", lt = "&lt;", ge = "≥", ne = "≠", times = "×",
  pm = "±", dots = "…", Vert = "‖", lbrace = "{", rbrace = "}", ["left["] = "[",
  ["right]"] = "]", ["left("] = "(", ["right)"] = ")",
  ["left|"] = "|", ["right|"] = "|" }
local dots = { dot = "˙", ddot = "¨", dddot = "⃛", vec = "→", hat = "^", overrightarrow = "→" }

local DELIMITER = { ["{"] = "lbrace", ["}"] = "rbrace", ["|"] = "Vert" }

-- words and signs of the text, one after the other
local function tokens(s)
  local list, i = {}, 1
  while i <= #s do
    local word = s:match("^\\(%a+)", i)
    if word == "left" or word == "right" then
      local delimiter = s:match("^[^%a]", i + #word + 1) or "."
      if delimiter == "\\" then delimiter = s:sub(i + #word + 1, i + #word + 2) end
      list[#list + 1] = "\\" .. word .. delimiter
      i = i + 1 + #word + #delimiter
    elseif word then
      list[#list + 1] = "\\" .. word
      i = i + 1 + #word
    elseif s:find("^\\", i) then -- \_ and \,
      local sign = s:sub(i + 1, i + 1)
      if sign == "_" then
        list[#list + 1] = "_letter"
      elseif sign:find "[&#%%]" then
        list[#list + 1] = sign
      elseif DELIMITER[sign] then
        list[#list + 1] = "\\" .. DELIMITER[sign]
      end
      i = i + 2
    else
      local piece = s:match("^%d+%.?%d*e[-+]?%d+", i) or s:match("^%d+%.?%d*", i)
        or s:match("^[%z\1-\127\194-\244][\128-\191]*", i) or s:sub(i, i)
      if not piece:match "^%s$" then list[#list + 1] = piece end
      i = i + #piece
    end
  end
  return list
end

local row

-- { ... } or one token, as MathML and the place behind it
local function group(t, i)
  if t[i] == "{" then
    local inside, after = row(t, i + 1, "}")
    return "<mrow>" .. inside .. "</mrow>", after
  end
  local one = { t[i] }
  return (row(one, 1)), i + 1
end

local function name_of(t, i)
  local out, depth = {}, 1
  i = i + 1
  while t[i] and depth > 0 do
    if t[i] == "{" then depth = depth + 1 elseif t[i] == "}" then depth = depth - 1 end
    if depth > 0 then out[#out + 1] = t[i] == "_letter" and "_" or mathml.escape(t[i]) end
    i = i + 1
  end
  return table.concat(out), i
end

local ARROW = { vec = true, overrightarrow = true, hat = true }
local CLOSING = { ["left("] = "right)", ["left|"] = "right|", ["left["] = "right]" }

-- one thing that may carry a subscript and a power
local function atom(t, i)
  local x = t[i]
  local word = x:match "^\\(.*)$"
  if word == "frac" then
    local a, after = group(t, i + 1)
    local b, last = group(t, after)
    return "<mfrac>" .. a .. b .. "</mfrac>", last
  elseif word == "sqrt" then
    local a, after = group(t, i + 1)
    return "<msqrt>" .. a .. "</msqrt>", after
  elseif word == "mathrm" or word == "operatorname" or word == "text" then
    local name, after = name_of(t, i + 1)
    return '<mi mathvariant="normal">' .. name .. "</mi>", after
  elseif dots[word or ""] then
    local a, after
    if t[i + 1] == "{" then a, after = group(t, i + 1) else a, after = atom(t, i + 1) end
    local size = ARROW[word] and ">" or ' mathsize="130%">'
    return "<mover>" .. a .. "<mo" .. size .. dots[word] .. "</mo></mover>", after
  elseif CLOSING[word] then
    local close = CLOSING[word]
    local inside, after = row(t, i + 1, "\\" .. close)
    return "<mrow><mo>" .. signs[word] .. "</mo>" .. inside .. "<mo>" .. signs[close]
      .. "</mo></mrow>", after
  elseif x == "{" then
    return group(t, i)
  elseif word then
    if signs[word] then return "<mo>" .. signs[word] .. "</mo>", i + 1 end
    if greek[word] then return "<mi>" .. greek[word] .. "</mi>", i + 1 end
    return "<mi>" .. word .. "</mi>", i + 1
  elseif x:find "^%d" then
    return "<mn>" .. x .. "</mn>", i + 1
  elseif x:find "^%a" or x:byte() > 127 then
    return "<mi>" .. x .. "</mi>", i + 1
  elseif x == "_letter" then
    return "<mi>_</mi>", i + 1
  end
  local sign = x == "-" and "−" or entities[x] or x
  return "<mo>" .. sign .. "</mo>", i + 1
end

local named = { sin = true, cos = true, tan = true, exp = true, ln = true, log = true,
  arcsin = true, arccos = true, arctan = true, tanh = true, max = true, min = true }

-- a thing with its subscript and power, and the place behind it
local function scripted(t, i)
  local base, after = atom(t, i)
  local under, over
  while t[after] == "_" or t[after] == "^" do
    local which = t[after]
    local script
    script, after = group(t, after + 1)
    if which == "_" then under = script else over = script end
  end
  if under and over then base = "<msubsup>" .. base .. under .. over .. "</msubsup>"
  elseif under then base = "<msub>" .. base .. under .. "</msub>"
  elseif over then base = "<msup>" .. base .. over .. "</msup>" end
  return base, after
end

-- what may stand behind the argument of a function without being taken for a part of it
local ends = { ["+"] = true, ["-"] = true, ["="] = true, [","] = true, [")"] = true, ["]"] = true,
  ["&"] = true, ["}"] = true,
  ["\\right)"] = true, ["\\right|"] = true, ["\\cdot"] = true, ["\\le"] = true, ["\\lt"] = true }

-- sin b, or sin(b) where a factor follows: nobody is to read sin(b a')
local function argument(t, i, stop)
  if not t[i] or t[i] == stop or t[i] == "\\left(" or t[i] == "(" then return "", i end
  local inside, after = scripted(t, i)
  if not t[after] or t[after] == stop or ends[t[after]] then
    return '<mspace width="0.12em"/>' .. inside, after
  end
  return "<mo>(</mo>" .. inside .. "<mo>)</mo>", after
end

row = function(t, i, stop)
  local out = {}
  while t[i] and t[i] ~= stop do
    local is_name = named[t[i]:match "^\\(.*)$" or ""]
    local base, after = scripted(t, i)
    if is_name and #out > 0 and not out[#out]:find "</mo>$" then
      base = '<mspace width="0.17em"/>' .. base
    end
    if is_name then
      local inside
      inside, after = argument(t, after, stop)
      base = base .. inside
    end
    out[#out + 1] = base
    i = after
  end
  return table.concat(out), i + 1
end

-- <math> elements of one formula that a browser may set in several lines; columns: none of them is
-- to be wider than about so many signs, where the formula can be cut at all
function mathml.flow(latex, columns)
  local pieces = kit.sym.latex_cut(latex, columns or 0, columns and 9 or 4)
  if not pieces then return mathml.of(latex) end
  local out = {}
  for i, p in ipairs(pieces) do
    -- a parenthesis that opens in one piece and closes in another is a sign like any other there
    out[i] = mathml.of((p:gsub("\\left%(", "("):gsub("\\right%)", ")")))
    if i > 1 then out[i] = out[i]:gsub("<mo>", '<mo form="infix">', 1) end
  end
  return table.concat(out, " ")
end

-- a matrix of formulas, rows of LaTeX; its brackets are a border, for fonts without tall ones;
-- left: what it is equal to, or with `whole` all that stands before it
function mathml.matrix(left, rows, whole)
  local out = {}
  for i, r in ipairs(rows) do
    local cells = {}
    for j, latex in ipairs(r) do
      cells[j] = "<mtd><mrow>" .. row(tokens(latex), 1) .. "</mrow></mtd>"
    end
    out[i] = "<mtr>" .. table.concat(cells) .. "</mtr>"
  end
  local before = row(tokens(whole and left or left .. " = "), 1)
  return '<math displaystyle="true"><mrow>' .. before .. "<mtable>"
    .. table.concat(out) .. "</mtable></mrow></math>"
end

-- a <math> element
function mathml.of(latex)
  return '<math displaystyle="true"><mrow>' .. row(tokens(latex), 1) .. "</mrow></math>"
end

return mathml
