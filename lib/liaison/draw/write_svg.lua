-- write_svg.lua - a drawing as SVG: colours by classes, so that a page in dark mode has its own
local kit = require("liaison.core")._internal
local look = require "liaison.draw.look"

local svg = { name = "svg" }

local function num(x)
  local s = kit.format("%.2f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

local function escape(s)
  return (s:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

-- w: what is being written; classes of a primitive, noted in w.used
local function classes(w, p, of)
  local list = {}
  local function put(name)
    list[#list + 1], w.used[name] = name, true
  end
  if p.stroke then
    put("s-" .. p.stroke)
    put("k-" .. p.color)
  end
  if p.fill then put("f-" .. p.fill) end
  if p.tint then put "tint" end
  if p.ghost then put "ghost" end
  if of then put(of) end
  return table.concat(list, " ")
end

-- ---- the primitives -----------------------------------------------------------------------------

function svg.path(w, p)
  local d = {}
  for i, q in ipairs(p.points) do
    local at = {}
    for k = 1, #q, 2 do at[#at + 1] = num(q[k]) .. " " .. num(w.high - q[k + 1]) end
    d[i] = (i == 1 and "M" or #q == 6 and "C" or "L") .. table.concat(at, " ")
  end
  return ('<path class="%s" d="%s%s"/>'):format(classes(w, p), table.concat(d),
    p.closed and "Z" or "")
end

function svg.circle(w, p)
  return ('<circle class="%s" cx="%s" cy="%s" r="%s"/>'):format(classes(w, p), num(p[2]),
    num(w.high - p[3]), num(p[4]))
end

function svg.arc(w, p)
  local x, y, r, from, to = p[2], p[3], p[4], p[5], p[6]
  local function at(a)
    return num(x + r * math.cos(a)) .. " " .. num(w.high - y - r * math.sin(a))
  end
  local large = math.abs(to - from) > math.pi and 1 or 0
  return ('<path class="%s" d="M%sA%s %s 0 %d %d %s"/>'):format(classes(w, p), at(from), num(r),
    num(r), large, to > from and 0 or 1, at(to))
end

-- how far down an index stands, of the size of its letters
local SHIFT = { [-1] = 0.24, [0] = 0, [1] = -0.36 }

function svg.text(w, p)
  local out, low = {}, 0
  for i, run in ipairs(p.runs) do
    local shift = SHIFT[run.shift] * p.size
    local class = run.style == "italic" and "i" or ""
    w.used.i = w.used.i or run.style == "italic" or nil
    local dy = shift ~= low and (' dy="%s"'):format(num(shift - low)) or ""
    local size = run.shift ~= 0 and look.small * p.size
    size = size and (' style="font-size:%spx"'):format(num(size)) or ""
    low = shift
    out[i] = ("<tspan%s%s%s>%s</tspan>"):format(class ~= "" and ' class="i"' or "", dy, size,
      escape(run[1]))
  end
  w.used["f-" .. p.color] = true
  if p.ghost then w.used.ghost = true end
  return ('<text class="f-%s%s" x="%s" y="%s" style="font-size:%spx">%s</text>'):format(p.color,
    p.ghost and " ghost" or "", num(p[2]), num(w.high - p[3] + 0.31 * p.size), num(p.size),
    table.concat(out))
end

-- ---- the whole ----------------------------------------------------------------------------------

local FIXED = { tint = "fill-opacity:" .. look.tint, ghost = "opacity:" .. look.ghost,
  i = "font-style:italic" }

-- the rules of these classes with colours of column k of look.colors
local function color_rules(names, k)
  local out = {}
  for _, name in ipairs(names) do
    local kind, color = name:match "^([kf])%-(.*)$"
    if kind then
      out[#out + 1] = (".li-d .%s{%s:#%s}"):format(name, kind == "k" and "stroke" or "fill",
        look.color[color][k])
    end
  end
  return table.concat(out)
end

local function style(w)
  local names, out = {}, { ".li-d path,.li-d circle{fill:none;stroke-linejoin:round;"
    .. "stroke-linecap:round}.li-d text{text-anchor:middle;font-family:'STIX Two Text',"
    .. "'Latin Modern Roman','Times New Roman',Times,serif}" }
  for name in pairs(w.used) do names[#names + 1] = name end
  kit.sort(names)
  out[2] = color_rules(names, 2)
  for _, name in ipairs(names) do
    local s = look.stroke[name:match "^s%-(.*)$" or ""]
    if s then
      out[#out + 1] = (".li-d .%s{stroke-width:%s%s}"):format(name, num(s[2]),
        s[3] and ";stroke-dasharray:" .. table.concat(s[3], " ") or "")
    elseif FIXED[name] then out[#out + 1] = (".li-d .%s{%s}"):format(name, FIXED[name]) end
  end
  if w.dark then
    out[#out + 1] = "@media screen and (prefers-color-scheme:dark){" .. color_rules(names, 3) .. "}"
  end
  return "<style>" .. table.concat(out) .. "</style>"
end

-- d: list, width, height, title; o: background (a sheet of its own colour behind it), dark (false:
-- always light)
function svg.write(d, o)
  local w = { used = {}, high = d.height, dark = o.dark ~= false }
  local body = {}
  if o.background then
    w.used["f-paper"] = true
    body[1] = '<rect class="f-paper" width="100%" height="100%"/>'
  end
  for _, p in ipairs(d.list) do body[#body + 1] = svg[p[1]](w, p) end
  local head = ('<svg xmlns="http://www.w3.org/2000/svg" class="li-d" viewBox="0 0 %s %s" '
    .. 'width="%spt" height="%spt" role="img">'):format(num(d.width), num(d.height), num(d.width),
    num(d.height))
  local title = d.title and "<title>" .. escape(d.title) .. "</title>\n" or ""
  return head .. "\n" .. title .. style(w) .. "\n" .. table.concat(body, "\n") .. "\n</svg>\n"
end

return svg
