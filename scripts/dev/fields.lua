-- fields.lua - the fields of descriptions as documents: lib/doc/fields.md, tables of the manual
--
-- As a script (make fields): writes them. Loaded with the argument "text": returns { [path] =
-- text } of what it would write.
local li = require "liaison"
local fields = require "liaison.describe.fields"

local DOCUMENT, MANUAL = "lib/doc/fields.md", "lib/doc/manual.md"
local BEGIN, END = "<!-- fields %s: make fields -->\n", "<!-- end of fields -->\n"

local TITLES = { joint = "Joints", constraint = "Constraints", force = "Force elements" }
local SAID = {
  joint = "What each kind of joint has beside the fields of all joints.",
  constraint = "What each kind of constraint has beside `name`, `kind` and `where`.",
  force = "Elements of `forces = {...}` of a simulation: `{\"spring\", joint = \"q1\", ..}`.",
}

local function heading(t) return t.path == "" and "robot" or "robot." .. t.path end

-- a sentence on lines of at most 100 characters
local function sentence(text)
  local out, line = {}, ""
  for word in (text:gsub("^%l", li._internal.upper) .. "."):gmatch "%S+" do
    if #line + #word + 1 > 100 then out[#out + 1], line = line, "" end
    line = line == "" and word or line .. " " .. word
  end
  out[#out + 1] = line
  return table.concat(out, "\n")
end

local function document()
  local out = {
    "# All fields", "",
    "Written from the engine's list (`make fields`). `li.help \"robot\"`,",
    "`li.help \"robot.bodies\"`, `li.help \"constraint gear\"` print the same. A number may be the",
    "text of an expression; an empty unit is none. Of two units the first is for slides, the",
    "second for turns. `must`: must be given.", "",
  }
  for _, t in ipairs(fields.tables()) do
    out[#out + 1] = ("## %s\n\n%s\n\n%s\n"):format(heading(t), sentence(t.text), fields.markdown(t))
  end
  for _, what in ipairs { "joint", "constraint", "force" } do
    out[#out + 1] = ("## %s\n\n%s\n"):format(TITLES[what], SAID[what])
    for _, t in ipairs(fields.kinds()[what]) do
      local rows = #t.fields > 0 and "\n" .. fields.markdown(t) .. "\n" or ""
      out[#out + 1] = ("### %s %s\n\n%s\n%s"):format(what, t.name, sentence(t.text), rows)
    end
  end
  return table.concat(out, "\n")
end

-- the manual with the tables of robot and of a body where its markers are
local function manual()
  local f = assert(io.open(MANUAL, "rb"))
  local text = f:read "*a"
  f:close()
  for _, t in ipairs(fields.tables()) do
    local from = BEGIN:format(t.name)
    local _, start = text:find(from, 1, true)
    local stop = start and text:find(END, start, true)
    if stop then text = text:sub(1, start) .. fields.markdown(t) .. "\n" .. text:sub(stop) end
  end
  return text
end

local written = { [DOCUMENT] = document(), [MANUAL] = manual() }
if ... == "text" then return written end
for path, text in pairs(written) do
  local saved, why = li._internal.save(path, text)
  if not saved then error(why, 0) end
end
