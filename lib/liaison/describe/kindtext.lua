-- kindtext.lua - li.joints and li.constraints: what there is, told from the rows of the engine
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local language = require "liaison.language.language"
local kit = li._internal
local said = language.field

local function add(out, ...) out[#out + 1] = kit.format(...) end

local function colon() return language.of { en = ": ", fr = language.narrow .. ": " } end

local function params(out, row)
  for _, p in ipairs(row.params) do
    local default = p.default and kit.number(p.default) or "must be given"
    local unit = p.unit == "1" and "" or (" (%s)"):format(p.unit)
    add(out, "  %-12s  %s%s; %s", p.name, said(p.text), unit, default)
  end
end

local function counted(n, one, many) return ("%d %s"):format(n, n == 1 and one or many) end

-- joints ------------------------------------------------------------------------------------------

local AXES = { [0] = "", "; axis = ..", "; axis = .., axis2 = .. across it" }

local function joint(out, row)
  add(out, "%s%s%s", row.name, colon(), said(row.text))
  if row.nv < 0 then
    add(out, "  joint = \"Tx Ry ..\", or moves = {..}: a coordinate for every move")
  else
    local loop = row.loop and "; closes loops" or ""
    local size = row.nq ~= row.nv and (" (%d in q)"):format(row.nq) or ""
    add(out, "  %s%s%s%s", counted(row.nv, "coordinate", "coordinates"), size, AXES[row.axes], loop)
  end
  params(out, row)
end

-- constraints -------------------------------------------------------------------------------------

local ENDS = { [2] = "from, to", [4] = "from, to and from2, to2" }

local function holds(row)
  if row.ends > 0 then
    local position = row.positions == row.rows and "of positions" or row.positions == 0
      and "of velocities"
      or ("%d of positions"):format(row.positions)
    local place = "bodies or frames (from_at, from_rpy, from_axis, to_at, ..)"
    return ("holds %s = %s; %s, %s"):format(ENDS[row.ends], place, counted(row.rows, "row", "rows"),
      position)
  end
  local given = { row.coord_key, row.expr_key }
  if not row.coord_key then given = { row.expr_key } end
  return ("given by %s; 1 row"):format(table.concat(given, " and "))
end

local function constraint(out, row)
  add(out, "%s%s%s", row.alias and ("%s, %s"):format(row.alias, row.name) or row.name, colon(),
    said(row.text))
  add(out, "  %s", holds(row))
  if row.ends > 0 and row.exprs > 0 then
    add(out, "  %s in x, y, z of the first frame seen from the second", row.expr_key)
  end
  params(out, row)
end

-- all, or one -------------------------------------------------------------------------------------

local function told(rows, tell, list, kind)
  if kind and not rows[kind] then
    local known = {}
    for name in pairs(rows) do known[name] = true end
    check.fail("kind", "unknown kind '%s'%s", kind, check.hint(kind, known))
  end
  local out = {}
  for _, row in ipairs(list) do
    if not kind or rows[kind].name == row.name then tell(out, row) end
  end
  return language.shown(table.concat(out, "\n") .. "\n")
end

check.define(li, {
  { "joints([kind: str]) -> str",
    "The joints a body may have and a loop may be closed with: coordinates, axes, parameters with "
      .. "units and defaults.",
    "li.joints('revolute'):sub(1, 29) --> revolute: turn about the axis",
    function(kind) return told(kinds.joint, joint, kit.joints(), kind) end },
  { "constraints([kind: str]) -> str",
    "The kinds of constraints, constraints = {{'revolute', from = .., to = ..}, {'gear', ..}, ..}: "
      .. "what each holds, its rows, its parameters with units and defaults. A kind that leaves "
      .. "the freedom of a joint has the joint's name; its second name is the older one.",
    "li.constraints('gear'):sub(1, 55) --> gear: the second coordinate turns ratio times the first",
    function(kind) return told(kinds.constraint, constraint, kit.constraints(), kind) end },
})

return {}
