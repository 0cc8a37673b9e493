-- derivation_text.lua - a derivation as plain text of at most 100 columns
local written = require "liaison.blackboard.written"

local text = {}

local WIDE = 100

-- how many columns a text takes
local function width(s) return select(2, s:gsub("[^\128-\191]", "")) end

-- a formula in lines: cut before " = ", " + ", " - " as late as it goes, the rest further in
local function wrapped(s, indent)
  local out, room = {}, WIDE
  local lead = (" "):rep(indent)
  local rest = lead .. s
  while width(rest) > room do
    local cut
    for i in rest:gmatch "() [=+-] " do
      if i > indent + 4 and i <= room then cut = i end
    end
    if not cut then break end
    out[#out + 1] = rest:sub(1, cut - 1)
    rest = lead .. "    " .. rest:sub(cut + 1)
  end
  out[#out + 1] = rest
  return table.concat(out, "\n")
end

local function sentence(s, indent)
  local out, line = {}, (" "):rep(indent)
  for word in s:gsub("`", ""):gmatch "%S+" do
    if width(line) > indent and width(line) + 1 + width(word) > WIDE then
      out[#out + 1] = line
      line = (" "):rep(indent)
    end
    line = line .. (width(line) > indent and " " or "") .. word
  end
  out[#out + 1] = line
  return table.concat(out, "\n")
end

local function aligned(rows)
  local w, out = {}, {}
  for _, r in ipairs(rows) do
    for j, s in ipairs(r) do w[j] = math.max(w[j] or 0, width(s)) end
  end
  for i, r in ipairs(rows) do
    local line = {}
    for j, s in ipairs(r) do line[j] = s .. (" "):rep(j < #r and w[j] - width(s) or 0) end
    out[i] = line
  end
  return out
end

-- rows of a matrix, each in its brackets
local function matrix(rows, indent)
  local out = {}
  for i, r in ipairs(aligned(rows)) do
    out[i] = (" "):rep(indent) .. "[" .. table.concat(r, "  ") .. "]"
  end
  return table.concat(out, "\n")
end

local function formula(d, line)
  local words, rows = {}, nil
  if line.name then words[1] = line.name end
  for _, side in ipairs(line.sides) do
    local r = written.rows(d, side)
    if r and #r > 1 then rows = r
    elseif r then words[#words + 1] = "[" .. table.concat(r[1], "  ") .. "]"
    else words[#words + 1] = written.text(d, side) end
  end
  if line.right then words[#words + 1] = written.text(d, line.right) end
  local s = table.concat(words, " " .. line.relation .. " ")
  if rows then s = s .. " " .. line.relation end
  local out = wrapped(s .. (line.note and "   (" .. line.note:gsub("`", "") .. ")" or ""), 4)
  return rows and out .. "\n" .. matrix(rows, 6) or out
end

local function cell(d, x)
  return type(x) == "string" and x:gsub("`", "") or written.text(d, x)
end

local function grid(d, line)
  local rows = { {} }
  for j, x in ipairs(line.head) do rows[1][j] = cell(d, x) end
  for i, r in ipairs(line.rows) do
    rows[i + 1] = {}
    for j, x in ipairs(r) do rows[i + 1][j] = cell(d, x) end
  end
  local out = {}
  for i, r in ipairs(aligned(rows)) do
    out[i] = ("    " .. table.concat(r, "   ")):gsub("%s+$", "")
  end
  return table.concat(out, "\n")
end

local MAKE = { text = function(_, line) return sentence(line.text, 2) end, formula = formula,
  table = grid }

text.formula = formula

function text.write(d)
  local out = { d.title }
  if d.intro then out[2] = sentence(d.intro, 0) end
  for k, s in ipairs(d.sections) do
    out[#out + 1] = ""
    out[#out + 1] = ("%d. %s"):format(k, (s.title:gsub("`", "")))
    for _, whole in ipairs(s.lines) do
      for _, line in ipairs(written.lines(d, whole)) do out[#out + 1] = MAKE[line.kind](d, line) end
    end
  end
  local told = written.told(d)
  if told then
    out[#out + 1] = ""
    out[#out + 1] = sentence(told, 0)
  end
  return table.concat(out, "\n")
end

return text
