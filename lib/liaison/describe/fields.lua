-- fields.lua - the fields of descriptions as text: for li.help, reference, stubs and manual
--
-- The list is core/describe/schema.h, joined by the rows of joints, constraints and forces;
-- nothing is known here.
local kit = require "liaison.core"._internal
local aligned = require "liaison.base.aligned"
local language = require "liaison.language.language"
local said = language.field

local fields = {}

-- a table: { name, path, text, fields = { {name, type, lua, unit, missing, text} } }
fields.tables = kit.schema.tables

-- { joint = { table, .. }, constraint = .., force = .. }: what each kind has of its own
fields.kinds = kit.schema.kinds

local HEADS = { "field", "type", "unit", "default", "meaning" }
local KEYS = { "name", "type", "unit", "missing", "text" }

local function rows_of(t)
  local rows = {}
  for i, f in ipairs(t.fields) do
    rows[i] = {}
    for k, key in ipairs(KEYS) do rows[i][k] = f[key] end
  end
  return rows
end

-- words of a table in the language that is spoken; the first column has names
local function spoken(rows)
  for _, row in ipairs(rows) do
    for k = 2, #row do row[k] = said(row[k]) end
  end
  return rows
end

local function heads()
  local out = {}
  for k, head in ipairs(HEADS) do out[k] = said(head) end
  return out
end

-- a table as li.help prints it
function fields.text(title, t)
  local rows, colon = spoken(rows_of(t)), language.of { en = ": ", fr = language.narrow .. ": " }
  if #rows == 0 then
    return title .. colon .. said(t.text) .. "\n  " .. said "no fields of its own"
  end
  table.insert(rows, 1, heads())
  return title .. colon .. said(t.text) .. "\n" .. table.concat(aligned(rows), "\n")
end

local function cell(text) return (text:gsub("|", "\\|")) end

-- a table as Markdown
function fields.markdown(t)
  local out = { "| " .. table.concat(HEADS, " | ") .. " |", "|---|---|---|---|---|" }
  for _, row in ipairs(rows_of(t)) do
    local cells = { "`" .. row[1] .. "`" }
    for k = 2, #row do cells[k] = cell(row[k]) end
    out[#out + 1] = "| " .. table.concat(cells, " | ") .. " |"
  end
  return table.concat(out, "\n")
end

-- "robot", "robot.bodies", "robot.joints.dofs": what stands at a place of a description
local function at_place(name)
  local path = name == "robot" and "" or name:match "^robot%.(.*)$"
  for _, t in ipairs(path and fields.tables() or {}) do
    if t.path == path then return fields.text(name, t) end
  end
end

-- "constraint gear", "joint revolute", "force spring"; "constraint": all of them
local function of_kind(name)
  local what, kind = name:match "^(%a+)%s*([%w_]*)$"
  local list = what and fields.kinds()[what]
  if not list then return nil end
  local out = {}
  for _, t in ipairs(list) do
    if t.name == kind then return fields.text(name, t) end
    out[#out + 1] = { t.name, said(t.text) }
  end
  if kind ~= "" then return nil end
  return language.say(("%s: fields by li.help \"%s %s\""):format(what, what, list[1].name)) .. "\n"
    .. table.concat(aligned(out), "\n")
end

-- the fields that a name of li.help means, or nil
function fields.help(name)
  return at_place(name) or of_kind(name)
end

-- the places below one: what li.help "robot" points to
function fields.places()
  local list = {}
  for _, t in ipairs(fields.tables()) do
    if t.path ~= "" then list[#list + 1] = "robot." .. t.path end
  end
  return list
end

return fields
