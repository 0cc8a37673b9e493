-- mapletext.lua - a model as the definition file of the vehicle thesis, in Maple text;
-- li.definition reads it back
--
-- Every joint becomes frames of one translation and one turn each ([thesis] F3.2); frames in
-- between are named after their body, with _1, _2 ... behind.
local kit = require "liaison.core"._internal
local kinds = require "liaison.describe.kinds"
local value = require "liaison.describe.value"

local mapletext = {}

local function node_of(x) return type(x) == "number" and x or assert(value.parse(x)) end

local function text(node) return (value.print(node):gsub("%f[%w_]pi%f[^%w_]", "Pi")) end

-- value of a joint: scale * coordinate + offset
local function moved(d)
  local q = d.q or d.follows[1]
  local f = d.follows or d
  return value.add(value.mul(node_of(f.scale or 1), q), node_of(f.offset or 0))
end

local function fail(what) error({ maple = what }, 0) end

local function axis_move(letter, axis, by)
  if type(axis or "z") ~= "string" then fail "has an axis that is none of x, y, z" end
  axis = axis or "z"
  local sign = axis:sub(1, 1) == "-"
  return { letter .. axis:sub(-1), sign and value.neg(by) or by }
end

-- the moves of a sequence of the user's
local function own_moves(j)
  local out, k = {}, 0
  for i, m in ipairs(j.moves) do
    if type(m) == "string" then
      k = k + 1
      out[i] = { m, moved(j.dofs and j.dofs[k] or j) }
    else
      out[i] = { m[1], node_of(m[2]) }
    end
  end
  return out
end

local LETTER = { turn = "R", slide = "T" }
local UNIT = { "x", "y", "z" }

-- an axis of a row as its letter
local function letter_of(axis)
  for k = 1, type(axis) == "table" and 3 or 0 do
    if axis[k] == 1 and axis[k % 3 + 1] == 0 and axis[(k + 1) % 3 + 1] == 0 then return UNIT[k] end
  end
  return axis
end

-- the pieces of a joint's motion as moves; those of a screw commute: its slides first, so that one
-- frame has them all
local function motion_of(kind, j)
  local row, slides, out = kinds.joint[kind], {}, {}
  if kind == "moves" then return own_moves(j) end
  local screw = kinds.is_screw(row)
  if kinds.quaternion(kind) or not (row.sequence or screw or #row.motion == 0) then
    fail("has a " .. kind .. " joint, which the definition file has not")
  end
  for k, x in ipairs(row.motion) do
    local by = moved(j.dofs and j.dofs[x.q] or j)
    if x.param then by = value.mul(node_of(j[x.param]), by) end
    local list = screw and x.step == "slide" and slides or out
    list[#list + 1] = axis_move(LETTER[x.step], letter_of(kinds.axis(kind, j, k)), by)
  end
  for _, m in ipairs(out) do slides[#slides + 1] = m end
  return slides
end

local function steps_of(b)
  local kind, j = kinds.joint_of(b)
  local steps = {}
  for _, part in ipairs { j.place or {}, motion_of(kind, j), j.after or {} } do
    for _, m in ipairs(part) do
      if m[1] == "frame" then fail "has a pose given as a matrix" end
      steps[#steps + 1] = { m[1], node_of(m[2]) }
    end
  end
  return steps
end

local slot = { x = 1, y = 2, z = 3 }

-- steps -> { {translation, rotation}, ... }: a turn ends a frame
local function frames_of(steps)
  local list, now = {}, nil
  for _, m in ipairs(steps) do
    local turn, k = m[1]:sub(1, 1) == "R", slot[m[1]:sub(2)]
    if not now or now.turned then
      now = { { 0, 0, 0 }, { 0, 0, 0 } }
      list[#list + 1] = now
    end
    local part = now[turn and 2 or 1]
    part[k] = value.add(part[k], m[2])
    now.turned = now.turned or turn
  end
  if not list[1] then list[1] = { { 0, 0, 0 }, { 0, 0, 0 } } end
  return list
end

-- how a definition is written: short, or as the thesis prints it
local STYLE = {
  short = { frames = "liaison := table([", bodies = "corps := table([", vector = "[%s,%s,%s]",
    point = "[%s,%s,%s,1]", frame = "  %s=(%s,%s,%s)", body = "  %s=(%s,%s,matrix(%s),%s)" },
  thesis = { frames = "liaison_v\195\169hicule:=table ([", bodies = "Repere_corps:=table ([",
    vector = "vector ([%s, %s, %s])", point = "vector ([%s, %s, %s, 1])",
    frame = "  %s= ([%s, %s, %s])", body = "  %s= ([%s, %s, matrix (%s), %s])" },
}

local function name_of(name)
  if name == "world" then return "R0" end
  return name:find "^[%a_][%w_]*$" and name or "`" .. name:gsub("`", "_") .. "`"
end

local function nodes(list, n)
  local out = {}
  for k = 1, n do out[k] = node_of(list and list[k] or 0) end
  return out
end

-- what a definition called the body of a frame: a frame of its own, which stands in it
local function body_names(d)
  local names = {}
  for _, f in ipairs(d.frames or {}) do
    if not f.contact and not f.place and not f.at and not names[f.body] then
      names[f.body] = f.name
    end
  end
  return names
end

local function body_text(b, name, style)
  if b.about == "origin" then fail "has its inertia about the origin of its frame" end
  local I, c = nodes(b.inertia, 6), nodes(b.com, 3)
  local row = "[[%s,%s,%s],[%s,%s,%s],[%s,%s,%s]]"
  local matrix = row:format(text(I[1]), text(I[4]), text(I[5]), text(I[4]), text(I[2]), text(I[6]),
    text(I[5]), text(I[6]), text(I[3]))
  return style.body:format(name_of(b.name), name_of(name or "corps_" .. b.name),
    text(node_of(b.mass)), matrix, style.point:format(text(c[1]), text(c[2]), text(c[3])))
end

-- frames by name that loops end at, and the loops
local function loops_text(d)
  local ends, list = {}, {}
  for _, l in ipairs(d.loops or {}) do
    if type(l.axis or "z") ~= "string" then
      fail(("loop '%s' has an axis that is none of x, y, z"):format(l.name))
    end
    if l.pitch then
      fail(("loop '%s' is a screw, which the definition file has not"):format(l.name))
    end
    ends[l.from], ends[l.to] = true, true
    list[#list + 1] = ("  %s=(%s,%s,%s,%s)"):format(name_of(l.name), name_of(l.from), name_of(l.to),
      l.joint, l.axis or "z")
  end
  return ends, list
end

-- constraints as what is 0: the text of the kind without its blanks, what it is written with as it
-- was given
local function constraint_text(c, row)
  local given = {}
  local function word(x, is_value)
    given[#given + 1] = is_value and text(node_of(x)) or x
    return ("\1%d\1"):format(#given)
  end
  local line = kit.constraint_text(c.kind, kinds.coordinates(row, c, word)):gsub(" ",
    ""):gsub("^%((\1%d+\1)%)%-", "%1-")
  return (line:gsub("\1(%d+)\1", function(k) return given[tonumber(k)] end))
end

local function constraints_text(d)
  local list = {}
  for i, c in ipairs(d.constraints or {}) do
    local row = kinds.constraint[c.kind]
    if row.ends > 0 then
      fail(("constraint '%s' holds frames (%s), which the definition file has not"):format(c.name,
        c.kind))
    end
    list[i] = constraint_text(c, row)
  end
  return list
end

local function write(d, style)
  local frames, bodies, contacts, called = {}, {}, {}, body_names(d)
  local function vector(v) return style.vector:format(text(v[1]), text(v[2]), text(v[3])) end
  local ends, loops = loops_text(d)
  local constraints = constraints_text(d)
  local function put(name, parent, steps)
    local list = frames_of(steps)
    for k, f in ipairs(list) do
      local own = k == #list and name or name .. "_" .. k
      frames[#frames + 1] = style.frame:format(name_of(own), name_of(parent), vector(f[1]),
        vector(f[2]))
      parent = own
    end
  end
  for _, b in ipairs(d.bodies or {}) do
    local ok, steps = pcall(steps_of, b)
    if not ok then
      error(type(steps) == "table" and { maple = ("body '%s' %s"):format(b.name, steps.maple) }
        or steps, 0)
    end
    put(b.name, b.parent, steps)
    if b.mass and b.mass ~= 0 then
      bodies[#bodies + 1] = body_text(b, called[b.name], style)
    end
  end
  for _, f in ipairs(d.frames or {}) do
    if f.contact and not f.place then contacts[#contacts + 1] = name_of(f.body) end
    if ends[f.name] then
      local ok, steps = pcall(steps_of, { joint = "fixed", place = f.place })
      if not ok then
        error(type(steps) == "table" and { maple = ("frame '%s' %s"):format(f.name, steps.maple) }
          or steps, 0)
      end
      put(f.name, f.body, steps)
    end
  end
  local more = {}
  if #loops > 0 then more[1] = "boucles := table([\n" .. table.concat(loops, ",\n") .. "\n]);" end
  if #constraints > 0 then
    more[#more + 1] = "contraintes := [" .. table.concat(constraints, ",") .. "];"
  end
  return table.concat({
    style.frames, table.concat(frames, ",\n"), "]);", style.bodies,
      table.concat(bodies, ",\n"), "]);",
    "PointEnContact := [" .. table.concat(contacts, ",") .. "];",
    "q := [" .. table.concat(d.coordinates or {}, ",") .. "];", table.concat(more, "\n"),
  }, "\n"):gsub("\n*$", "\n") .. ""
end

-- a description -> Maple text, or nil and why there is none
function mapletext.write(d, style)
  local ok, result = pcall(write, d, STYLE[style or "short"])
  if ok then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil, result.maple
end

return mapletext
