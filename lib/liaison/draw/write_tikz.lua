-- write_tikz.lua - a drawing as a tikzpicture; it needs the package tikz alone
local kit = require("liaison.core")._internal
local label = require "liaison.course.label"
local look = require "liaison.draw.look"

local tikz = { name = "tikz" }

local function num(x)
  local s = kit.format("%.2f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

local function color(w, name)
  w.used[name] = true
  return "li" .. name
end

local function pattern(dashes)
  local out = {}
  for i, x in ipairs(dashes) do out[i] = (i % 2 == 1 and "on " or "off ") .. num(x) .. "bp" end
  return "dash pattern=" .. table.concat(out, " ")
end

-- \path[options] of a primitive
local function head(w, p)
  local list = {}
  if p.stroke then
    local s = look.stroke[p.stroke]
    list[#list + 1] = "draw=" .. color(w, p.color)
    list[#list + 1] = "line width=" .. num(s[2]) .. "bp"
    if s[3] then list[#list + 1] = pattern(s[3]) end
  end
  if p.fill then list[#list + 1] = "fill=" .. color(w, p.fill) end
  if p.tint then list[#list + 1] = "fill opacity=" .. look.tint end
  if p.ghost then list[#list + 1] = "opacity=" .. look.ghost end
  return "\\path[" .. table.concat(list, ",") .. "] "
end

-- ---- the primitives -----------------------------------------------------------------------------

local function at(x, y) return "(" .. num(x) .. "," .. num(y) .. ")" end

function tikz.path(w, p)
  local out = {}
  for i, q in ipairs(p.points) do
    if #q == 6 then
      out[i] = (" .. controls %s and %s .. %s"):format(at(q[1], q[2]), at(q[3], q[4]),
        at(q[5], q[6]))
    else out[i] = (i > 1 and " -- " or "") .. at(q[1], q[2]) end
  end
  return head(w, p) .. table.concat(out) .. (p.closed and " -- cycle;" or ";")
end

function tikz.circle(w, p)
  return ("%s%s circle[radius=%s];"):format(head(w, p), at(p[2], p[3]), num(p[4]))
end

function tikz.arc(w, p)
  local x, y, r, from, to = p[2], p[3], p[4], p[5], p[6]
  return ("%s%s arc[start angle=%s,end angle=%s,radius=%s];"):format(head(w, p),
    at(x + r * math.cos(from), y + r * math.sin(from)), num(math.deg(from)), num(math.deg(to)),
    num(r))
end

local function maths(run)
  if label.command[run[1]] then return label.command[run[1]] end
  local text = run[1]:gsub("−", "-"):gsub("_", "\\_"):gsub("\226\128\137", "\\,")
  if run.style ~= "italic" and text:find "%a" then return "\\mathrm{" .. text .. "}" end
  return run.style == "italic" and #text > 1 and "\\mathit{" .. text .. "}" or text
end

local SCRIPT = { [-1] = "_{%s}", [1] = "^{%s}" }

-- upright words on the line are text, all else is set as maths
local function set(list)
  local out, inside = {}, false
  local function mode(on)
    if on ~= inside then out[#out + 1] = "$" end
    inside = on
  end
  for _, run in ipairs(list) do
    if run.shift ~= 0 then
      mode(true)
      out[#out + 1] = SCRIPT[run.shift]:format(maths(run))
    elseif run.style == "italic" then
      mode(true)
      out[#out + 1] = maths(run)
    elseif run[1]:find "^\226\128\178+$" then
      mode(true)
      out[#out + 1] = run[1]:gsub("\226\128\178", "'")
    else
      mode(false)
      out[#out + 1] = label.latex_text(run[1]):gsub("−", "$-$"):gsub("·", "$\\cdot$")
        :gsub("\226\128\137", "\\,"):gsub("\226\128\178", "$'$")
    end
  end
  mode(false)
  return (table.concat(out):gsub("%$%$", ""))
end

function tikz.text(w, p)
  return ("\\node[inner sep=0pt,anchor=base,text=%s%s,font=\\fontsize{%s}{%s}\\selectfont] at %s "
    .. "{%s};"):format(color(w, p.color), p.ghost and ",opacity=" .. look.ghost or "", num(p.size),
    num(1.2 * p.size), at(p[2], p[3] - 0.31 * p.size), set(p.runs))
end

-- ---- the whole ----------------------------------------------------------------------------------

function tikz.write(d)
  local w, body, names = { used = {} }, {}, {}
  for i, p in ipairs(d.list) do body[i] = tikz[p[1]](w, p) end
  for name in pairs(w.used) do names[#names + 1] = name end
  kit.sort(names)
  local out = { "\\begin{tikzpicture}[x=1bp,y=1bp,line cap=round,line join=round]" }
  for _, name in ipairs(names) do
    out[#out + 1] = ("\\definecolor{li%s}{HTML}{%s}"):format(name, look.color[name][2])
  end
  -- the box of the drawing, whatever its letters are
  out[#out + 1] = ("\\path[use as bounding box] (0,0) rectangle %s;"):format(at(d.width, d.height))
  out[#out + 1] = table.concat(body, "\n")
  return table.concat(out, "\n") .. "\n\\end{tikzpicture}\n"
end

return tikz
