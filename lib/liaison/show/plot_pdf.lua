-- plot_pdf.lua - figures as a PDF of one page: lines, and letters of the fonts that every reader of
-- PDF has
--
-- [ISO 32000-1]: objects, a table of where they begin, one stream that draws. A unit of a figure is
-- 0.75 point, as on a screen of 96 dots an inch.
local kit = require("liaison.core")._internal
local marks = require "liaison.show.plot_marks"

local pdf = {}

local function num(x)
  local s = kit.format("%.3f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

-- widths of Helvetica from the space on, in thousandths of its size [Adobe Core14 AFM]
local WIDTHS = { 278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667,
  722,
  722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667,
  944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222,
  222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260,
  334, 584 }

-- letters of Symbol by their Unicode: Greek, an arrow
local SYMBOL = { [0x2192] = 0xAE, [0x2212] = 0x2D, [0x221E] = 0xA5 }
local GREEK = "abgdezhqiklmnxoprVstufcyw"
for k = 1, #GREEK do
  SYMBOL[0x3B0 + k] = GREEK:byte(k)
  SYMBOL[0x390 + k] = GREEK:sub(k, k):byte() - 32
end

local function rgb(color)
  local r, g, b = color:match "^#(%x%x)(%x%x)(%x%x)$"
  if not r then return "0 0 0" end
  return num(tonumber(r, 16) / 255) .. " " .. num(tonumber(g, 16) / 255) .. " "
    .. num(tonumber(b, 16) / 255)
end

-- Unicode of the letters of a text
local function letters(text)
  local list = {}
  for s in text:gmatch "[%z\1-\127\194-\244][\128-\191]*" do
    local a, b, c = s:byte(1, 3)
    if #s == 1 then list[#list + 1] = a
    elseif #s == 2 then list[#list + 1] = (a - 192) * 64 + b - 128
    else list[#list + 1] = (a - 224) * 4096 + (b - 128) * 64 + (c or 128) - 128 end
  end
  return list
end

local function quoted(code)
  local c = string.char(code)
  return (c:gsub("[()\\]", "\\%0"))
end

-- pieces { font, bytes } of a text, and how wide it is at size 1; ' as it is typed
local function pieces(text, bold)
  local list, width = {}, 0
  local upright = bold and "F2" or "F1"
  for _, u in ipairs(letters(text)) do
    local symbol = SYMBOL[u]
    local code = symbol or u < 256 and u or 63
    local font = symbol and "F3" or upright
    width = width + (not symbol and WIDTHS[u - 31] or 556) / 1000
    if not (list[#list] and list[#list][1] == font) then list[#list + 1] = { font, "" } end
    local last = list[#list]
    last[2] = last[2] .. quoted(code)
  end
  return list, width
end

local draw = {}

-- stroked: the colour and width of what follows
local function pen(out, m)
  out[#out + 1] = ("%s RG %s w [%s] 0 d"):format(rgb(m.stroke), num(m.width),
    table.concat(m.dash or {}, " "))
end

function draw.path(out, m)
  pen(out, m)
  for _, line in ipairs(m.lines) do
    for k, p in ipairs(line) do
      out[#out + 1] = ("%s %s %s"):format(num(p[1]), num(p[2]), k == 1 and "m" or "l")
    end
  end
  out[#out + 1] = "S"
end

function draw.rect(out, m)
  out[#out + 1] = ("%s rg %s %s %s %s re f"):format(rgb(m.fill), num(m.x), num(m.y), num(m.w),
    num(m.h))
end

-- four curves, 0.5523 r their handles
function draw.circle(out, m)
  local x, y, r, k = m.x, m.y, m.r, 0.5523 * m.r
  if m.stroke then pen(out, m) end
  out[#out + 1] = m.fill and rgb(m.fill) .. " rg" or nil
  out[#out + 1] = num(x + r) .. " " .. num(y) .. " m"
  for _, c in ipairs { { r, k, k, r, 0, r }, { -k, r, -r, k, -r, 0 }, { -r, -k, -k, -r, 0, -r },
    { k, -r, r, -k, r, 0 } } do
    local list = {}
    for i = 1, 6 do list[i] = num((i % 2 == 1 and x or y) + c[i]) end
    out[#out + 1] = table.concat(list, " ") .. " c"
  end
  out[#out + 1] = m.fill and "f" or "S"
end

local ANCHOR = { start = 0, middle = 0.5, ["end"] = 1 }

-- letters stand upright in a page whose y runs downwards
function draw.text(out, m)
  local list, width = pieces(m.text, m.bold)
  local back = ANCHOR[m.anchor] * width * m.size
  local matrix = m.turned and ("0 -1 -1 0 %s %s"):format(num(m.x), num(m.y + back))
    or ("1 0 0 -1 %s %s"):format(num(m.x - back), num(m.y))
  out[#out + 1] = "BT 0.133 0.133 0.133 rg " .. matrix .. " Tm"
  for _, piece in ipairs(list) do
    out[#out + 1] = ("/%s %s Tf (%s) Tj"):format(piece[1], num(m.size), piece[2])
  end
  out[#out + 1] = "ET"
end

function draw.clip(out, m)
  out[#out + 1] = ("q %s %s %s %s re W n"):format(num(m.x), num(m.y), num(m.w), num(m.h))
end

function draw.free(out) out[#out + 1] = "Q" end

local SCALE = 0.75

local function font(name, encoding)
  return ("<< /Type /Font /Subtype /Type1 /BaseFont /%s%s >>"):format(name,
    encoding and " /Encoding /WinAnsiEncoding" or "")
end

-- a PDF of an SVG that plot_svg.lua wrote
function pdf.of(svg)
  local w, h, list = marks.of(svg)
  local out = { ("%s 0 0 %s 0 %s cm 1 j"):format(num(SCALE), num(-SCALE), num(SCALE * h)) }
  for _, m in ipairs(list) do draw[m[1]](out, m) end
  local stream = table.concat(out, "\n")
  local objects = { "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /Font "
      .. "<< /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>"):format(num(SCALE * w), num(SCALE * h)),
    ("<< /Length %d >>\nstream\n%s\nendstream"):format(#stream, stream),
    font("Helvetica", true), font("Helvetica-Bold", true), font "Symbol" }
  local text, places = "%PDF-1.4\n", {}
  for k, object in ipairs(objects) do
    places[k] = ("%010d 00000 n \n"):format(#text)
    text = text .. ("%d 0 obj\n%s\nendobj\n"):format(k, object)
  end
  return ("%sxref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n"
    .. "%d\n%%%%EOF\n"):format(text, #objects + 1, table.concat(places), #objects + 1, #text)
end

return pdf
