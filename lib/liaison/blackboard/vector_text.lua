-- vector_text.lua - vectors as they stand on the blackboard: (a2*c2 - d3*s2) y2, in text and LaTeX
local li = require "liaison.core"

local text = {}

local AXES = { "x", "y", "z" }

-- every coefficient, for abbreviations that have to be told apart in all of the text
local function coefficients(v)
  local list = {}
  for _, p in ipairs(v.parts) do
    for k = 1, 3 do list[#list + 1] = p[k] end
  end
  return list
end

-- 'own' where the angles of all coefficients have one name
local function common_style(v)
  local M = li.smat(coefficients(v))
  return M:text "angles" == M:text "own" and "own" or "plain"
end

-- does a text have a sum outside of its brackets?
local function is_sum(s)
  local depth = 0
  for i = 1, #s do
    local c = s:sub(i, i)
    if c == "(" then depth = depth + 1 elseif c == ")" then depth = depth - 1 end
    if depth == 0 and s:sub(i, i + 2):match "^ [+-] $" then return true end
  end
  return false
end

-- a coefficient before its axis: its sign apart, a sum in brackets
local function factor(e, write, open, close)
  local word = write(e)
  if is_sum(e:text "plain") then return "+", open .. word .. close end
  local sign = "+"
  if word:sub(1, 1) == "-" then sign, word = "-", word:sub(2) end
  if word == "1" then word = nil end
  return sign, word
end

local function terms(v, write, axis, open, close)
  local out = {}
  for _, p in ipairs(v.parts) do
    for k = 1, 3 do
      if tostring(p[k]) ~= "0" then
        local sign, word = factor(p[k], write, open, close)
        local name = axis(AXES[k], p.basis.name)
        local term = word and word .. " " .. name or name
        if #out == 0 then out[1] = sign == "-" and "-" .. term or term
        else out[#out + 1] = sign .. " " .. term end
      end
    end
  end
  return #out > 0 and table.concat(out, " ") or "0"
end

-- style: of expr:text
function text.text(v, style, beside)
  if #v.parts == 0 then return "0" end
  style = style or common_style(v)
  return terms(v, function(e) return e:text(style, beside) end,
    function(axis, name) return axis .. name end, "(", ")")
end

-- { how an axis is written in LaTeX, in capitals? }
local CAPITAL = { x = "X", y = "Y", z = "Z" }
local PLAIN = { "\\vec %s_{%s}", false }

function text.axis_latex(axis, name, form)
  form = form or PLAIN
  return form[1]:format(form[2] and CAPITAL[axis] or axis, name)
end

-- form: of text.axis_latex, as a book writes axes
function text.latex(v, style, beside, form)
  if #v.parts == 0 then return "\\vec 0" end
  style = style or common_style(v)
  return terms(v, function(e) return e:latex(style, beside) end,
    function(axis, name) return text.axis_latex(axis, name, form) end, "\\left(", "\\right)")
end

return text
