-- ship.lua - block:c, block:lua, block:js: a block as a program that stands alone, with the vectors
-- that it tests itself with
local li = require "liaison.core"
local check = require "liaison.base.check"
local c = require "liaison.control.ship_c"
local blocks = require "liaison.control.block"
local script = require "liaison.control.ship_script"
local programme = require "liaison.control.block_programme"
local solving = require "liaison.control.ship_programme"
local maths = require "liaison.control.ship_maths"
local kit = li._internal

local code = kit.sampled

-- ---- names --------------------------------------------------------------------------------------

-- words that no member of a record may have, in any of the languages
local RESERVED = {}
for word in ([[auto break case char const continue default do double else enum extern float for goto
  if inline int long register restrict return short signed sizeof static struct switch typedef union
  unsigned void volatile while and elseif end false function in local nil not or repeat then true
  until catch class debugger delete export extends finally import instanceof let new null super this
  throw try typeof var with yield await linux unix errno NULL NAN INFINITY I asm none bool]])
  :gmatch "%S+" do RESERVED[word] = true end

-- q1' -> q1p; a name of a list once, and no word of a language
local function members(names)
  local list, used = {}, {}
  for k, name in ipairs(names) do
    local member = name:gsub("'", "p")
    while RESERVED[member] or used[member] or member:find "^__" or member:find "^_%u" do
      member = member .. "_"
    end
    list[k], used[member] = member, true
  end
  return list
end

local function check_name(name)
  if not name:find "^[%a_][%w_]*$" or #name > 60 then
    check.fail("name", "expected letters, digits and _ (no digit first, at most 60), got '%s'",
      name)
  end
  if RESERVED[name] then
    check.fail("name", "'%s' is a word of C, Lua or JavaScript: call it otherwise", name)
  end
end

-- ---- vectors ------------------------------------------------------------------------------------

local STEPS = 20

-- numbers which a float has exactly, in (-scale, scale), large and small ones, the same on every
-- machine
local function draw(rows, columns, scale)
  local seed, out = 2026, {}
  for r = 1, rows do
    out[r] = {}
    for k = 1, columns do
      seed = seed * 16807 % 2147483647
      out[r][k] = (math.floor(seed / 2147483647 * 127) - 63) / 64 * scale * 4 ^ -(r % 4)
    end
  end
  return out
end

-- the block asked at 0, dt, 2 dt .. with these inputs: outputs; nil where they are no numbers
local function answers(b, rows)
  local x, out = li.vec(b.start), {}
  for r = 1, #rows do
    local u
    u, x = b:step(#rows[r] > 0 and li.vec(rows[r]) or li.zeros(0), x, (r - 1) * (b.dt or 0))
    out[r] = {}
    for k = 1, #b.outputs do
      if u[k] ~= u[k] or math.abs(u[k]) > 1e30 then return nil end
      out[r][k] = u[k]
    end
  end
  return out
end

local function given_rows(b, rows)
  local out = {}
  for r = 1, #rows do
    local row = li.vec(rows[r])
    if #row ~= #b.inputs then
      check.fail(("vectors[%d]"):format(r), "expected %d numbers (%s), got %d", #b.inputs,
        table.concat(b.inputs, " "), #row)
    end
    out[r] = {}
    for k = 1, #row do out[r][k] = row[k] end
  end
  return out
end

-- numbers off by a few roundings of float, of those of their size and of 1, each its own way
local function shaken(list, seed, one)
  local out = li.zeros(#list)
  for k = 1, #list do
    seed = seed * 16807 % 2147483647
    local off = 2 ^ -21 * (math.abs(list[k]) + one)
    out[k] = list[k] + (seed % 2 == 0 and off or -off)
  end
  return out, seed
end

local function is_near(a, b, off)
  for k = 1, #a do if not (math.abs(a[k] - b[k]) <= off * (1 + math.abs(b[k]))) then return end end
  return true
end

-- do its outputs and states stay, to a share of the tolerance, where all it takes is shaken? On the
-- way there are many more roundings. Near a singular place no float can be compared
local function is_steady(b, y, x, t, tolerance)
  local kernel, seed = blocks.kernel_of(b), 2026
  local u, x_next = kernel({ t }, x, y, b.p)
  for _ = 1, 4 do
    local x1, y1, p1
    x1, seed = shaken(x, seed, 1)
    y1, seed = shaken(y, seed, 1)
    p1, seed = shaken(li.vec(b.p), seed, 0)
    local v, v_next = kernel({ t }, x1, y1, p1)
    if not is_near(v, u, tolerance / 50) or not is_near(v_next, x_next, tolerance / 50) then
      return false
    end
  end
  return true, x_next
end

-- of more rows than are asked for, those at which a float can be compared; nil: too few
local function steady_rows(b, scale, tolerance)
  local x, rows = li.vec(b.start), {}
  for _, row in ipairs(draw(10 * STEPS, #b.inputs, scale)) do
    local y = #row > 0 and li.vec(row) or li.zeros(0)
    local steady, x_next = is_steady(b, y, x, #rows * (b.dt or 0), tolerance)
    if steady then rows[#rows + 1], x = row, x_next end
    if #rows == STEPS then return rows end
  end
end

local SCALES = { 1, 2 ^ -4, 2 ^ -8, 0 }

-- rows at which a float is within a tolerance, the least that has so many of them; nil: none
local function float_rows(b, tolerances)
  for _, tolerance in ipairs(tolerances) do
    for _, scale in ipairs(SCALES) do
      local rows = steady_rows(b, scale, tolerance)
      if rows then return rows, tolerance end
    end
  end
end

local function drawn_rows(b)
  for _, scale in ipairs(SCALES) do
    local rows = draw(STEPS, #b.inputs, scale)
    if answers(b, rows) then return rows end
  end
  check.fail("vectors", "the block gives no finite numbers of inputs about 0: give rows of inputs, "
    .. "{{%s}, ..}", table.concat(b.inputs, ", "))
end

-- inputs of the self-test, what comes of them, how far off that may be
local function vectors_of(b, kind, o, tolerance)
  local rows
  if o.vectors then rows = given_rows(b, o.vectors)
  elseif kind == "float" then
    rows, tolerance = float_rows(b, o.tolerance and { o.tolerance }
      or { 1e-4, 3e-4, 1e-3, 3e-3, 1e-2 })
    tolerance = tolerance or o.tolerance or 1e-2
  end
  rows = rows or drawn_rows(b)
  local out = answers(b, rows)
  if not out then check.fail("vectors", "the block gives no finite numbers of these inputs") end
  return rows, out, tolerance
end

-- ---- what is told -------------------------------------------------------------------------------

-- dt as it is shipped
local function at_dt(b, dt)
  if dt then return b:with { dt = dt } end
  if not b.dt and #b.states > 0 then
    check.fail("dt", "'%s' keeps states from one time to the next: give dt, how often it is asked",
      b.name)
  end
  return b
end

-- { member =, name =, value =, unit =, from = } of a group
local function entries(names, list, more)
  local out = {}
  for k, name in ipairs(names) do
    out[k] = { member = list[k], name = name }
    for key, f in pairs(more or {}) do out[k][key] = f(k, name) end
  end
  return out
end

-- what stands between what is given and the parts where a programme is solved
local function add_programme(s, b, names)
  local c_alone = s.kind ~= "lua" and s.kind ~= "js"
  programme.refuse(b, "block", "is shipped as C alone (block:c)", c_alone)
  s.programme, s.z, s.real, s.wrapped, s.fill = b.programme, {}, c.real, c.wrapped, c.fill
  for k = #b.inputs + 1, #names.y do s.z[#s.z + 1], names.y[k] = names.y[k], nil end
  s.data_parts, s.asked = solving.parts(s, names)
  s.used = s.used .. s.asked.used
  for _, key in ipairs { "mul", "add", "div", "fun" } do
    s.made[key] = s.made[key] + s.asked[key]
  end
end

-- all that a text of any language is made of, but for the vectors
local function sheet(b, kind, o)
  local name = o.name or b.name:gsub("[^%w_]", "_")
  check_name(name)
  local x, p, u = members(b.states), members(b.names), members(b.outputs)
  local y = members(programme.inputs(b))
  local all = {}
  for _, list in ipairs { { "t" }, x, y, p, u, x } do
    for _, member in ipairs(list) do all[#all + 1] = member end
  end
  local unit = function(_, of) return o.units and o.units[of] or nil end
  local s = { name = name, block = b, kind = kind, type = kind, about = o.about,
    x = entries(b.states, x, { value = function(k) return b.start[k] end, unit = unit }),
    y = entries(b.inputs, y, { from = function(_, of) return b.from[of] end, unit = unit }),
    p = entries(b.names, p, { value = function(k) return b.p[k] end,
      unit = function(_, of) return of == "dt" and "s" or unit(nil, of) end }),
    u = entries(b.outputs, u, { unit = unit, limit = function(_, of) return b.limited[of] end }) }
  s.parts, s.made = code.ship(b.code, kind, all)
  s.used = s.made.used
  if b.programme then add_programme(s, b, { x = x, y = y, p = p }) end
  s.library = maths.library(s.used)
  s.maths = maths.text(kind, s.used)
  s.turns = maths.turns(s.used)
  s.tolerance = o.tolerance or kind == "float" and 1e-4 or #s.library > 0 and 1e-12 or 0
  return s
end

local function tested(b, kind, o)
  local s = sheet(at_dt(b, o.dt), kind, o)
  s.rows, s.answers, s.tolerance = vectors_of(s.block, kind, o, s.tolerance)
  return s
end

-- ---- written ------------------------------------------------------------------------------------

local common = { name = "str?", dt = { "num?", above = 0 }, vectors = "any?", units = "table?",
  about = "str?", tolerance = { "num?", min = 0 } }

local function options(o, more)
  local schema = {}
  for _, list in ipairs { common, more } do for key, x in pairs(list) do schema[key] = x end end
  return check.fields(o or {}, "", schema)
end

-- texts under a folder: which files were written
local function save(dir, files, out)
  if not dir then return out end
  out.files = {}
  for _, file in ipairs(files) do
    local path = dir:gsub("/+$", "") .. "/" .. file[1]
    kit.save(path, file[2])
    out.files[#out.files + 1] = path
  end
  return out
end

local function to_c(b, given)
  local o = options(given, { type = "double|float?", dir = "str?" })
  local s = tested(b, o.type or "double", o)
  local header, source, selftest = c.texts(s)
  return save(o.dir, { { s.name .. ".h", header }, { s.name .. ".c", source } },
    { name = s.name, type = s.type, header = header, source = source, selftest = selftest })
end

local function to_lua(b, given)
  local o = options(given, { file = "str?" })
  return check.give(script.lua(tested(b, "lua", o)), o.file)
end

local function to_js(b, given)
  local o = options(given, { file = "str?", form = "module|iife?" })
  return check.give(script.js(tested(b, "js", o), o.form or "module"), o.file)
end

-- ---- compiled: software in the loop -------------------------------------------------------------

-- the kernel that the C of this block is, or nil and why there is none; values are its inputs, so
-- that blocks of one program share it
local kernels = setmetatable({}, { __mode = "k" })
local function compiled(b)
  if kernels[b.code] then return kernels[b.code] end
  local k = code.compiled(b.code, c.kernel(sheet(b, "double", { name = "shipped" })), {},
    b.programme and #b.programme.hidden or 0)
  if k.kind ~= "kernel" then return nil, k.why end
  kernels[b.code] = k
  return k
end

return { c = to_c, lua = to_lua, js = to_js, compiled = compiled, check_name = check_name,
  save = save }
