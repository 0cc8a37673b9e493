-- plot_marks.lua - a figure as a list of marks for writers on paper, read back from its own SVG
--
-- Only what plot_svg.lua writes is known here: a mark that is not raises, so that nothing is left
-- out of a paper in silence. Places in points, y downwards:
--   { "path", lines = { { {x, y}, ... }, ... }, stroke, width, dash }  { "rect", x, y, w, h, fill }
--   { "circle", x, y, r, fill, stroke, tint }  { "text", x, y, text, anchor, size, bold, turned }
--   { "clip", x, y, w, h }  { "free" }
local marks = {}

local function attributes(text)
  local a = {}
  for key, value in text:gmatch '([%w%-:]+)="([^"]*)"' do a[key] = value end
  return a
end

local PLAIN = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }
local function plain(s) return (s:gsub("&%a+;", PLAIN)) end

local function color(name)
  if not name or name == "none" then return nil end
  local r, g, b = name:match "^#(%x)(%x)(%x)$"
  if r then return ("#%s%s%s%s%s%s"):format(r, r, g, g, b, b) end
  return name
end

-- M and L to a place, h and v along an axis from there
local function lines_of(d)
  local lines, x, y = {}, 0, 0
  for command, rest in d:gmatch "([MLhv])([^MLhv]*)" do
    local a, b = rest:match "(%-?[%d.]+)%s*(%-?[%d.]*)"
    a, b = tonumber(a), tonumber(b)
    if command == "h" then x = x + a
    elseif command == "v" then y = y + a
    else x, y = a, b end
    if command == "M" then lines[#lines + 1] = {} end
    local line = lines[#lines]
    line[#line + 1] = { x, y }
  end
  return lines
end

local function dash_of(a)
  if not a["stroke-dasharray"] then return nil end
  local list = {}
  for n in a["stroke-dasharray"]:gmatch "[%d.]+" do list[#list + 1] = tonumber(n) end
  return list
end

local read = {}

function read.path(a)
  return { "path", lines = lines_of(a.d), stroke = color(a.stroke),
    width = tonumber(a["stroke-width"] or 1), dash = dash_of(a) }
end

function read.rect(a)
  return { "rect", x = tonumber(a.x or 0), y = tonumber(a.y or 0), w = tonumber(a.width),
    h = tonumber(a.height), fill = color(a.fill) }
end

function read.circle(a)
  return { "circle", x = tonumber(a.cx), y = tonumber(a.cy), r = tonumber(a.r),
    fill = color(a.fill), stroke = color(a.stroke), width = tonumber(a["stroke-width"] or 1),
    tint = tonumber(a["fill-opacity"]) }
end

function read.text(a, inside, size)
  return { "text", x = tonumber(a.x), y = tonumber(a.y), text = plain(inside),
    anchor = a["text-anchor"] or "start", size = tonumber(a["font-size"] or size),
    bold = a["font-weight"] ~= nil, turned = a.transform ~= nil }
end

-- width, height, marks of an SVG of plot_svg.lua
function marks.of(svg)
  local list, clips, clipped = {}, {}, false
  local head = attributes(svg:match "^<svg ([^>]*)>")
  local body = svg:match "^<svg [^>]*>(.*)</svg>"
  body = body:gsub('<clipPath id="([^"]*)"><rect ([^>]*)/></clipPath>', function(id, rect)
    local r = read.rect(attributes(rect))
    r[1] = "clip"
    clips[id] = r
    return ""
  end)
  for close, tag, rest in body:gmatch "<(/?)(%a+)([^>]*)>" do
    local a = attributes(rest)
    if tag == "g" and close == "" then
      list[#list + 1], clipped = clips[a["clip-path"]:match "#([^)]*)"], true
    elseif tag == "g" then list[#list + 1], clipped = { "free" }, false
    elseif tag == "text" then
      if close == "" then list[#list + 1] = { "text", a = a } end
    elseif read[tag] and close == "" then list[#list + 1] = read[tag](a)
    else assert(close ~= "", "plot_marks.lua does not know what plot_svg.lua wrote: " .. tag) end
  end
  -- texts have letters of their own
  local k = 0
  for rest, inside in body:gmatch "<text([^>]*)>([^<]*)</text>" do
    repeat k = k + 1 until list[k][1] == "text"
    list[k] = read.text(attributes(rest), inside, head["font-size"])
  end
  assert(not clipped)
  return tonumber(head.width), tonumber(head.height), list
end

return marks
