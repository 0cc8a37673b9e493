-- label.lua - names and formulas of a text as they are set: th1' is θ₁', in HTML, SVG and LaTeX
--
-- Between backticks of a statement stands a name or a formula as it is typed: `L1`, `m2*g*c12`.
local label = {}

local GREEK = { th = "θ", theta = "θ", phi = "φ", psi = "ψ", alpha = "α", beta = "β", gamma = "γ",
  lambda = "λ", mu = "μ", omega = "ω", w = "ω", tau = "τ", rho = "ρ", delta = "δ", pi = "π" }
local LATEX = { th = "\\theta", theta = "\\theta", phi = "\\phi", psi = "\\psi",
  alpha = "\\alpha", beta = "\\beta", gamma = "\\gamma", lambda = "\\lambda", mu = "\\mu",
  omega = "\\omega", w = "\\omega", tau = "\\tau", rho = "\\rho", delta = "\\delta", pi = "\\pi" }
local UPRIGHT = { cos = true, sin = true, tan = true, sqrt = true, atan2 = true, atan = true,
  Rot = true, Trans = true, exp = true, acos = true, Id = true, det = true }

local function escape(text) return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;",
  [">"] = "&gt;" })) end

-- stem, index, primes of a name
local function stem_and_index(name)
  local head, marks, tail = name:match "^(%a+)('+)(%a+)$" -- s'max
  if head then return head, tail, marks end
  local bare, primes = name:match "^(.-)('*)$"
  -- a word is no name with an index: margin, but vmax
  if bare:find "^%l%l%l+$" and not bare:find "max$" then return bare, "", primes end
  local stem, index = bare:match "^(%a+)_?(%d[%w]*)$"
  if not stem then stem, index = bare:match "^(%a+)_(%w+)$" end
  if not stem and #bare > 1 and not GREEK[bare] and not UPRIGHT[bare] then
    stem, index = bare:match "^(%a)(%w+)$"
  end
  return stem or bare, index or "", primes
end

label.split = stem_and_index

-- the command of LaTeX of a Greek letter
label.command = {}
for name, letter in pairs(GREEK) do label.command[letter] = LATEX[name] end

-- the letter that a stem stands for, and whether it is set upright
function label.letter(stem) return GREEK[stem] or stem, UPRIGHT[stem] or false end

local function html_name(name)
  if UPRIGHT[name] then return name end
  local stem, index, primes = stem_and_index(name)
  return ("<i>%s</i>%s%s"):format(GREEK[stem] or stem,
    index ~= "" and "<sub>" .. index .. "</sub>" or "", primes)
end

-- a formula, its names set, everything else as it stands; 0R1: the index in front is raised
local function formula(text, name, raised)
  return (text:gsub("%f[%w](%d?)(%a[%w_]*'*%a*)", function(front, word)
    return (front ~= "" and raised:format(front) or "") .. name(word)
  end))
end

local ENTITY = { ["\1"] = "&lt;", ["\2"] = "&gt;", ["\3"] = "&amp;" }

-- the power behind ^ raised, a product without its star
function label.html_formula(text)
  text = formula(text:gsub("<", "\1"):gsub(">", "\2"):gsub("&", "\3"), html_name,
    "<sup>%s</sup>")
  text = text:gsub("\1=", "≤"):gsub("\2=", "≥"):gsub("[\1-\3]", ENTITY)
  text = text:gsub("%^(%b())", function(power) return "<sup>" .. power:sub(2, -2) .. "</sup>" end)
  return (text:gsub("%^(%-?%w+)", "<sup>%1</sup>"):gsub("%*", "\226\128\137"))
end

-- a text with formulas between backticks
function label.html(text)
  local out = escape(text):gsub("`([^`]*)`", function(f)
    return '<span class="f">' .. label.html_formula((f:gsub("&lt;", "<"):gsub("&gt;", ">")
      :gsub("&amp;", "&"))) .. "</span>"
  end)
  return (out:gsub("\n", "<br>"))
end

function label.svg(name)
  local stem, index, primes = stem_and_index(name)
  if not name:find "^[%a][%w_]*'*$" then return escape(name) end
  return escape(GREEK[stem] or stem) .. (index ~= "" and '<tspan dy="4">' .. escape(index)
    .. "</tspan>" or "") .. primes
end

local function latex_name(name)
  if UPRIGHT[name] then return "\\operatorname{" .. name .. "}" end
  local stem, index, primes = stem_and_index(name)
  return ("%s%s%s"):format(LATEX[stem] or stem, index ~= "" and "_{" .. index .. "}" or "",
    primes)
end

function label.latex_formula(text)
  text = formula(text, latex_name, "{}^{%s}"):gsub("%^(%b())", function(power)
    return "^{" .. power:sub(2, -2) .. "}"
  end):gsub("%^(%-?%w+)", "^{%1}"):gsub("%*", "\\,")
  return (text:gsub("<=", "\\le "):gsub(">=", "\\ge "):gsub("%%", "\\%%"):gsub("°", "^\\circ")
    :gsub("±", "\\pm "))
end

function label.latex(name)
  if not name:find "^[%a][%w_]*'*$" then return label.latex_text(name) end
  return "\\(" .. latex_name(name) .. "\\)"
end

local SIGNS = { ["\\"] = "\\textbackslash{}", ["{"] = "\\{", ["}"] = "\\}", ["&"] = "\\&",
  ["%"] = "\\%", ["#"] = "\\#", ["_"] = "\\_", ["$"] = "\\$", ["^"] = "\\^{}", ["~"] = "\\~{}" }

local function latex_plain(text)
  return (text:gsub("[\\{}&%%#_$^~]", SIGNS):gsub("°", "\\(^\\circ\\)"):gsub("±", "\\(\\pm\\)")
    :gsub("²", "\\(^2\\)"):gsub("³", "\\(^3\\)"):gsub("≤", "\\(\\le\\)"))
end

-- a text with formulas between backticks
function label.latex_text(text)
  local out, from = {}, 1
  while true do
    local a, b, f = text:find("`([^`]*)`", from)
    out[#out + 1] = latex_plain(text:sub(from, (a or 0) - 1))
    if not a then break end
    out[#out + 1] = "\\(" .. label.latex_formula(f) .. "\\)"
    from = b + 1
  end
  return table.concat(out)
end

-- a unit with raised powers: rad/s²
function label.unit(unit) return (unit:gsub("%^2", "²"):gsub("%^3", "³")) end

-- without the backticks
function label.plain(text) return (text:gsub("`", "")) end

return label
