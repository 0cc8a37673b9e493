-- answer_file.lua - a file of answers: lines "student: 4711", "exercise: rr_torques", "tau1 = 28.3"
--
-- What the page of a sheet saves, and what a student may type by hand. Empty lines and lines that
-- begin with -- or # are left out. Nothing in it is run.
local answer_file = {}

local function trim(text) return text:match "^%s*(.-)%s*$" end

-- { student, exercises = { name = { question = text } }, order } of a text; nil, the line, why
function answer_file.read(text)
  local out, here = { exercises = {}, order = {} }, nil
  local number = 0
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local key, value = line:match "^%s*(%a[%w_]*)%s*:%s*(.-)%s*$"
    local name, answer = line:match "^%s*([%a_][%w_']*)%s*=%s*(.-)%s*$"
    if trim(line) == "" or line:find "^%s*%-%-" or line:find "^%s*#" then here = here
    elseif key == "student" then out.student = value
    elseif key == "exercise" then
      here = out.exercises[value] or {}
      if not out.exercises[value] then out.order[#out.order + 1] = value end
      out.exercises[value] = here
    elseif key then out[key] = out[key] or value
    elseif name and here then here[name] = answer
    else return nil, number, line end
  end
  return out
end

-- the form a student fills in
function answer_file.blank(list, student)
  local out = { "student: " .. tostring(student) }
  for _, ex in ipairs(list) do
    out[#out + 1] = ""
    out[#out + 1] = "exercise: " .. ex.name
    for _, ask in ipairs(ex.asked) do out[#out + 1] = ask.name .. " = " end
  end
  return table.concat(out, "\n") .. "\n"
end

return answer_file
