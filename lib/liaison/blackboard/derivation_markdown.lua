-- derivation_markdown.lua - a derivation as Markdown, formulas between dollars
local written = require "liaison.blackboard.written"

local markdown = {}

local function sentence(d, s)
  local out = {}
  for _, part in ipairs(written.parts(s)) do
    out[#out + 1] = part.text or "$" .. written.formula_latex(d, part.formula) .. "$"
  end
  return table.concat(out)
end

local function formula(d, line)
  return "$$" .. written.equation(d, line) .. "$$"
    .. (line.note and "\n\n" .. sentence(d, line.note) or "")
end

local function cell(d, x)
  if type(x) == "string" then return sentence(d, x) end
  return type(x) == "number" and written.number(x) or "$" .. written.latex(d, x) .. "$"
end

local function grid(d, line)
  local function row(r)
    local out = {}
    for j, x in ipairs(r) do out[j] = cell(d, x):gsub("|", "\\|") end
    return "| " .. table.concat(out, " | ") .. " |"
  end
  local out = { row(line.head), "|" .. (" --- |"):rep(#line.head) }
  for _, r in ipairs(line.rows) do out[#out + 1] = row(r) end
  return table.concat(out, "\n")
end

local MAKE = { text = function(d, line) return sentence(d, line.text) end, formula = formula,
  table = grid }

function markdown.write(d)
  local out = { "# " .. d.title }
  if d.intro then out[#out + 1] = sentence(d, d.intro) end
  for k, s in ipairs(d.sections) do
    out[#out + 1] = ("## %d. %s"):format(k, sentence(d, s.title))
    for _, whole in ipairs(s.lines) do
      for _, line in ipairs(written.lines(d, whole)) do out[#out + 1] = MAKE[line.kind](d, line) end
    end
  end
  out[#out + 1] = written.told(d)
  return table.concat(out, "\n\n") .. "\n"
end

return markdown
