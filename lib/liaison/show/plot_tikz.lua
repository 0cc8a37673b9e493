-- plot_tikz.lua - figures as a tikzpicture, which needs the package tikz alone
local kit = require("liaison.core")._internal
local marks = require "liaison.show.plot_marks"

local tikz = {}

local function num(x)
  local s = kit.format("%.2f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

local function at(x, y) return "(" .. num(x) .. "," .. num(y) .. ")" end

local GREEK = { "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota",
  "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "varsigma", "sigma", "tau",
  "upsilon", "phi", "chi", "psi", "omega" }
local SIGNS = { ["\\"] = "\\textbackslash{}", ["{"] = "\\{", ["}"] = "\\}", ["$"] = "\\$",
  ["&"] = "\\&", ["#"] = "\\#", ["%"] = "\\%", ["_"] = "\\_", ["~"] = "\\textasciitilde{}",
  ["^"] = "\\textasciicircum{}", ["\226\134\146"] = "$\\to$", ["\226\136\146"] = "$-$",
  ["<"] = "$<$", [">"] = "$>$", ["|"] = "$|$" }
for k, name in ipairs(GREEK) do
  local code = 0x3B0 + k
  local letter = string.char(192 + math.floor(code / 64), 128 + code % 64)
  SIGNS[letter] = name == "omicron" and "o" or "$\\" .. name .. "$"
end

local function escaped(text)
  return (text:gsub("[%z\1-\127\194-\244][\128-\191]*", SIGNS))
end

-- the name of a colour, defined once
local function color(w, hex)
  local name = "li" .. hex:sub(2)
  if hex:sub(1, 1) ~= "#" then return hex end
  if not w.colors[name] then
    w.colors[name] = true
    w.head[#w.head + 1] = ("\\definecolor{%s}{HTML}{%s}"):format(name, kit.upper(hex:sub(2)))
  end
  return name
end

local function stroke(w, m)
  local s = ("draw=%s,line width=%sbp"):format(color(w, m.stroke), num(m.width))
  if not m.dash then return s end
  local list = {}
  for i, x in ipairs(m.dash) do list[i] = (i % 2 == 1 and "on " or "off ") .. num(x) .. "bp" end
  return s .. ",dash pattern=" .. table.concat(list, " ")
end

local draw = {}

function draw.path(w, m)
  local lines = {}
  for i, line in ipairs(m.lines) do
    local places = {}
    for k, p in ipairs(line) do places[k] = at(p[1], p[2]) end
    lines[i] = table.concat(places, "\n  -- ")
  end
  return ("\\path[%s,line join=round] %s;"):format(stroke(w, m), table.concat(lines, "\n  "))
end

function draw.rect(w, m)
  return ("\\fill[%s] %s rectangle %s;"):format(color(w, m.fill), at(m.x, m.y),
    at(m.x + m.w, m.y + m.h))
end

function draw.circle(w, m)
  local how = m.fill and "fill=" .. color(w, m.fill) or stroke(w, m)
  if m.tint then how = how .. ",fill opacity=" .. num(m.tint) end
  return ("\\path[%s] %s circle[radius=%sbp];"):format(how, at(m.x, m.y), num(m.r))
end

local ANCHOR = { start = "base west", middle = "base", ["end"] = "base east" }

function draw.text(_, m)
  return ("\\node[anchor=%s,inner sep=0pt,%sfont=\\fontsize{%s}{%s}\\selectfont%s] at %s {%s};")
    :format(ANCHOR[m.anchor], m.turned and "rotate=90," or "", num(0.75 * m.size),
    num(0.9 * m.size), m.bold and "\\bfseries" or "", at(m.x, m.y), escaped(m.text))
end

function draw.clip(_, m)
  return ("\\begin{scope}\\clip %s rectangle %s;"):format(at(m.x, m.y), at(m.x + m.w, m.y + m.h))
end

function draw.free() return "\\end{scope}" end

-- a tikzpicture of an SVG that plot_svg.lua wrote
function tikz.of(svg)
  local _, _, list = marks.of(svg)
  local w, body = { colors = {}, head = {} }, {}
  for k, m in ipairs(list) do body[k] = draw[m[1]](w, m) end
  return ("%s\n\\begin{tikzpicture}[x=0.75bp,y=-0.75bp]\n%s\n\\end{tikzpicture}\n"):format(
    table.concat(w.head, "\n"), table.concat(body, "\n"))
end

return tikz
