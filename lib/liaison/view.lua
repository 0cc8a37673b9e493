-- view.lua - one living file: a run or a model as an HTML page that draws it, plots it, and computes it again when a slider moves
--
-- The page needs nothing but itself: the numbers of the run, the mechanism, its forward dynamics as exported JavaScript, and our
-- integrator, line for line that of core/num/ode.c. Where a run cannot be computed in the page (a Lua function drives it, or
-- the equations are not to be had), it is played back, and the page says so.
local li = require "liaison.core"
local check = require "liaison.check"
local mathml = require "liaison.mathml"
local kit = li.kit

local concat = table.concat
local unpack = table.unpack or unpack -- luacheck: ignore

-- ---- JSON and base64 ------------------------------------------------------

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["<"] = "\\u003c" }

local function quoted(s)
  return '"' .. s:gsub('[%c"\\<]', function(c) return ESCAPES[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function number(x, digits)
  if x ~= x or x == math.huge or x == -math.huge then return "null" end
  return kit.number(x, digits or 17)
end

local function json(v)
  local kind = type(v)
  if kind == "number" then return number(v) end
  if kind == "string" then return quoted(v) end
  if kind == "boolean" then return tostring(v) end
  if v == nil then return "null" end
  if v.raw then return v.raw end
  if v[1] ~= nil or next(v) == nil then
    local out = {}
    for i = 1, #v do out[i] = json(v[i]) end
    return "[" .. concat(out, ",") .. "]"
  end
  local keys, out = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys)
  for i, k in ipairs(keys) do out[i] = quoted(k) .. ":" .. json(v[k]) end
  return "{" .. concat(out, ",") .. "}"
end

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(s)
  local out, floor = {}, math.floor
  for i = 1, #s, 3 do
    local a, b, c = s:byte(i, i + 2)
    local n = a * 65536 + (b or 0) * 256 + (c or 0)
    local w, x, y, z = floor(n / 262144), floor(n / 4096) % 64, floor(n / 64) % 64, n % 64
    out[#out + 1] = LETTERS:sub(w + 1, w + 1) .. LETTERS:sub(x + 1, x + 1)
      .. (b and LETTERS:sub(y + 1, y + 1) or "=") .. (c and LETTERS:sub(z + 1, z + 1) or "=")
  end
  return concat(out)
end

local escape = mathml.escape

-- ---- the mechanism ----------------------------------------------------------

local QUATERNION = { spherical = 4, floating = 7 }

-- the joint's fields, whether they stand with the body or in a table of their own
local function joint_of(body)
  if type(body.joint) == "table" then return body.joint, body.joint.kind end
  return body, body.joint
end

local AXIS = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }
local function axis_of(axis)
  if type(axis) ~= "string" then return axis end
  local u = AXIS[axis:sub(-1)]
  return axis:sub(1, 1) == "-" and { -u[1], -u[2], -u[3] } or u
end

-- where the coordinates of every joint start in q and v, from 0: { [coordinate] = { q =, v =, kind = } }, and the list of rates
local function numbering(desc)
  local kind_of, at, rates, q, v = {}, {}, {}, 0, 0
  for _, body in ipairs(desc.bodies) do
    local j, kind = joint_of(body)
    for i, d in ipairs(j.dofs or { j }) do
      if d.q then kind_of[d.q] = { kind = kind, first = i == 1 } end
    end
  end
  for _, name in ipairs(desc.coordinates or {}) do
    local k = kind_of[name] or { kind = "plain", first = true }
    local size = QUATERNION[k.kind]
    if not size then
      at[name] = { q = q, v = v }
      rates[#rates + 1] = { kind = "plain", q = q, v = v }
      q, v = q + 1, v + 1
    elseif k.first then
      at[name] = { q = q, v = v }
      rates[#rates + 1] = { kind = k.kind, q = q, v = v }
      q, v = q + size, v + size - 1
    end
  end
  return at, rates
end

local function dof_of(d, at)
  local name = d.q or d.follows and d.follows[1]
  local from = d.follows or d
  local place = name and at[name]
  return { q = place and place.q or -1, v = place and place.v or -1, scale = from.scale or 1, offset = from.offset or 0 }
end

-- springs, dampers and dry friction of joints, where there are any
local function passive_of(desc, at)
  local list = {}
  for _, body in ipairs(desc.bodies) do
    local j = joint_of(body)
    for _, d in ipairs(j.dofs or { j }) do
      if d.damping or d.friction or d.stiffness then
        local p = dof_of(d, at)
        p.damping, p.friction, p.stiffness, p.rest = d.damping or 0, d.friction or 0, d.stiffness or 0, d.rest or 0
        if p.q >= 0 then list[#list + 1] = p end
      end
    end
  end
  return list
end

local function mechanism(desc, at, passive)
  local index, bodies, frames = {}, {}, {}
  for i, body in ipairs(desc.bodies) do index[body.name] = i - 1 end
  -- parents before children: the order the page computes in
  local order, place = {}, {}
  local function add(i)
    if place[i] then return end
    local j = joint_of(desc.bodies[i])
    local parent = j.parent or desc.bodies[i].parent
    if index[parent] then add(index[parent] + 1) end
    order[#order + 1] = i
    place[i] = #order
  end
  for i = 1, #desc.bodies do add(i) end
  for k, i in ipairs(order) do
    local body = desc.bodies[i]
    local j, kind = joint_of(body)
    local parent = index[j.parent or body.parent]
    local dofs = {}
    for d, x in ipairs(j.dofs or { j }) do
      if x.q or x.follows then dofs[d] = dof_of(x, at) end
    end
    bodies[k] = { name = body.name, parent = parent and place[parent + 1] - 1 or -1, joint = kind, place = j.place, after = j.after, moves = j.moves,
      axis = axis_of(j.axis), axis2 = axis_of(j.axis2), pitch = j.pitch, dofs = dofs, mass = body.mass, com = body.com, shapes = body.shapes }
  end
  for i, f in ipairs(desc.frames or {}) do
    frames[i] = { name = f.name, body = index[f.body] and place[index[f.body] + 1] - 1 or -1, place = f.place }
  end
  local tip
  for i, f in ipairs(frames) do
    if f.name == desc.tip and f.body >= 0 then tip = { body = f.body, frame = i - 1 } end
  end
  if not tip and index[desc.tip] then tip = { body = place[index[desc.tip] + 1] - 1, frame = -1 } end
  return { bodies = bodies, frames = frames, gravity = desc.gravity, tip = tip, passive = passive }, order
end

-- ---- parameters that sliders move -----------------------------------------

local MOST_MASSES = 8

local function field_name(body, taken)
  local name = "m_" .. body:gsub("%W", "_")
  while taken[name] do name = name .. "_" end
  taken[name] = true
  return name
end

-- the same description with names for its masses and for gravity; inertia grows with its mass
local function named(desc)
  local params, taken, g2 = {}, { g = true }, 0
  for _, name in ipairs(desc.coordinates or {}) do taken[name] = true end
  for k = 1, 3 do
    if type(desc.gravity[k]) ~= "number" then return nil end
    g2 = g2 + desc.gravity[k] ^ 2
  end
  if #desc.bodies <= MOST_MASSES then
    for _, body in ipairs(desc.bodies) do
      local m = body.mass
      if type(m) == "number" and m > 0 then
        local name = field_name(body.name, taken)
        body.mass = name
        for k, x in ipairs(body.inertia or {}) do
          if type(x) ~= "number" then return nil end
          if x ~= 0 then body.inertia[k] = ("%s*%s"):format(kit.number(x / m, 17), name) end
        end
        params[#params + 1] = { name = name, value = m, min = m / 4, max = 4 * m }
      end
    end
  end
  if g2 > 0 then
    local g = math.sqrt(g2)
    for k = 1, 3 do
      if desc.gravity[k] ~= 0 then desc.gravity[k] = ("%s*g"):format(kit.number(desc.gravity[k] / g, 17)) end
    end
    params[#params + 1] = { name = "g", value = g, min = 0, max = 2 * g }
  end
  return li.robot(desc), params
end

-- the parameters the reader asked for: { "m1", L = { 0.5, 2 } } of a model with open names, values for all of them
local function asked(options)
  local params, given = {}, {}
  for key, value in pairs(options.sliders or {}) do
    local name = type(key) == "number" and value or key
    if type(name) ~= "string" then check.fail("html.sliders", "expected names: { \"m1\", L = { 0.5, 2 } }") end
    if not options.values[name] then check.fail("html.sliders", "%s has no number in values", name) end
    local x = options.values[name]
    local range = type(value) == "table" and value or { math.min(x / 4, 4 * x), math.max(x / 4, 4 * x) }
    given[name] = { name = name, value = x, min = range[1], max = range[2] }
  end
  local fixed = {}
  for name, x in pairs(options.values) do
    if not given[name] then fixed[name] = x end
  end
  local names = {}
  for name in pairs(given) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do params[i] = given[name] end
  return options.of:with(fixed), params
end

-- the inputs p of a program, in their order
local function inputs_of(program)
  local names = program:match "// in p %(%d+%): ([^\n]*)" or ""
  local list = {}
  for name in names:gmatch "%S+" do list[#list + 1] = name end
  return list
end

local function ordered(params, names)
  local by, out = {}, {}
  for _, p in ipairs(params) do by[p.name] = p end
  for i, name in ipairs(names) do
    if not by[name] then return nil end
    out[i] = by[name]
  end
  -- what moves only pictures (a length without effect on the motion) comes behind
  for _, p in ipairs(params) do
    local used = false
    for _, name in ipairs(names) do used = used or name == p.name end
    if not used then out[#out + 1] = p end
  end
  return out
end

-- where the inputs of a program stand among the parameters, from 0
local function places(names, params)
  local at, out = {}, {}
  for i, p in ipairs(params) do at[p.name] = i - 1 end
  for i, name in ipairs(names) do out[i] = at[name] end
  return out
end

-- ---- what the page computes with --------------------------------------------

-- forward dynamics and mass matrix as JavaScript; nil and why where there are none
local function programs(model)
  local ok, eq = check.try(function() return model:equations() end)
  if not ok then return nil, (tostring(eq):gsub("^[^:]*:%d+: ", "")) end
  local fd, mass = eq:program("js", "fd", "fd", 1), eq:program("js", "mass", "mass", 1)
  return { eq = eq, fd = fd, mass = mass }
end

-- forces the exported equations contain or leave out: those of springs and dampers. 0: out, 1: in, nil: something else is missing
local function forces_contained(eq, model, p)
  local q, v = model:random(7), {}
  for k = 1, #model:speeds() do v[k] = 0.3 + 0.1 * k end
  local numeric = next(p) and eq:with(p) or eq
  local zero = {}
  for k = 1, #v do zero[k] = 0 end
  local a = numeric:fd(q, v, zero)
  local function near(b)
    for k = 1, #v do
      if math.abs(a[k] - b[k]) > 1e-8 * (1 + math.abs(b[k])) then return false end
    end
    return true
  end
  if not a then return nil end
  if near(model:fd(q, v, zero)) then return 0 end
  return near(model:fd(q, v, model:passive(q, v))) and 1 or nil
end

local function butcher_json(name)
  local m = kit.butcher(name)
  return m and { raw = json(m) }
end

-- ---- the run ----------------------------------------------------------------

-- t, q, v of every row as bytes
local function row_bytes(run, width)
  local bytes = run:npy()
  local head = bytes:byte(9) + 256 * bytes:byte(10) + 10
  local stride = 8 * #run:columns()
  local rows = {}
  for i = 1, #run do
    local at = head + (i - 1) * stride
    rows[i] = bytes:sub(at + 1, at + 8 * width)
  end
  return base64(concat(rows))
end

local MOST_FORCES = 2000 -- times bodies: what is shown of them, the page stays small

-- the force every joint transmits to its body, in the axes of the joint frame, of every row: flat
local function joint_forces(run, model, order, desc)
  local nq, nv = #model:coordinates(), #model:speeds()
  local columns, out = {}, {}
  local stride = math.max(1, math.ceil(#run * #desc.bodies / MOST_FORCES))
  for k, name in ipairs(run:columns()) do
    if k <= 1 + nq + nv then columns[k] = run:column(name) end
  end
  local q, v = {}, {}
  for i = 1, #run, stride do
    for k = 1, nq do q[k] = columns[1 + k][i] end
    for k = 1, nv do v[k] = columns[1 + nq + k][i] end
    local a = model:fd(q, v, model:passive(q, v))
    if not a then return nil end
    local wrench = model:wrenches(q, v, a)
    for _, b in ipairs(order) do
      local w = wrench[desc.bodies[b].name]
      for k = 1, 3 do out[#out + 1] = number(w.f[k], 5) end
    end
  end
  return { stride = stride, rows = { raw = "[" .. concat(out, ",") .. "]" } }
end

local function more_columns(run, known)
  local list = {}
  for k, name in ipairs(run:columns()) do
    if k > known and name ~= "T" and name ~= "V" and name ~= "E" then
      local x, out = run:column(name), {}
      for i = 1, #x do out[i] = number(x[i], 7) end
      list[#list + 1] = { name = name, rows = { raw = "[" .. concat(out, ",") .. "]" } }
    end
  end
  return list
end

-- ---- the page -----------------------------------------------------------------

local LONG = 16000

local function equations_html(eq)
  local ok, text = check.try(function() return eq:text() end)
  if not ok then return "<p class=note>No equations.</p>" end
  local out = {}
  if #text < 2500 then
    for i = 1, #eq.v do
      local okay, latex = check.try(function() return eq:row(i):latex() end)
      if okay then out[#out + 1] = '<div class="equation">' .. mathml.of(("%s = \\tau_{%d}"):format(latex, i)) .. "</div>" end
    end
  end
  if #text > LONG then
    text = text:sub(1, LONG):gsub("[^\n]*$", "") .. ("...\n(%d characters in all: equations:text() prints them)"):format(#text)
  end
  out[#out + 1] = "<pre>" .. escape(text) .. "</pre>"
  return concat(out, "\n")
end

local function page(title, line, parts)
  local out = { "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
    escape(title), "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n", require "liaison.page.style", "</style>\n</head>\n<body>\n<header><h1>", escape(title), "</h1>" }
  local function put(...)
    for _, s in ipairs { ... } do out[#out + 1] = s end
  end
  for _, s in ipairs(line) do put("<span>", escape(s), "</span>") end
  put '</header>\n<main>\n<div id="stage"><canvas id="scene"></canvas><div id="shows"></div>'
  if parts.run then
    put '<div id="bar"><button id="play">\226\150\182</button><input id="time" type="range" step="any" aria-label="time"><span id="clock"></span>'
    put '<select id="speed" aria-label="speed"><option value="0.1">0.1 x</option><option value="0.25">0.25 x</option><option value="0.5">0.5 x</option>'
    put '<option value="1" selected>1 x</option><option value="2">2 x</option><option value="5">5 x</option></select></div>'
  end
  put "</div>\n<aside><nav>"
  local tabs = parts.run and { { "plots", "Plots" }, { "sliders", "Parameters" }, { "equations", "Equations" }, { "model", "Mechanism" } }
    or { { "sliders", "Joints" }, { "equations", "Equations" }, { "model", "Mechanism" } }
  for i, t in ipairs(tabs) do put('<button data-tab="', t[1], '"', i == 1 and ' class="on"' or "", ">", t[2], "</button>") end
  put "</nav>\n"
  local note = '<p class="note" id="note"></p>'
  if parts.run then put('<section id="plots" class="on">', note, "</section>\n<section id=\"sliders\">") else put('<section id="sliders" class="on">', note) end
  if parts.run then put('<p class="note" id="again">', escape(parts.why or ""), '</p><p class="note" id="failed"></p>') end
  put("</section>\n<section id=\"equations\">", parts.equations, "</section>\n<section id=\"model\"><pre>", escape(parts.tree), "</pre></section>\n</aside>\n</main>\n")
  put('<script type="application/json" id="data">', json(parts.data), "</script>\n<script>\n\"use strict\";\n")
  for _, s in ipairs(parts.scripts) do put(s, "\n") end
  put("</script>\n</body>\n</html>\n")
  return concat(out)
end

local SCRIPTS = { "liaison.page.maths", "liaison.page.solver", "liaison.page.scene", "liaison.page.charts", "liaison.page.app" }

local function scripts(...)
  local list = { ... }
  for _, name in ipairs(SCRIPTS) do list[#list + 1] = require(name) end
  return list
end

local OPTIONS = { of = true, values = true, sliders = true, title = true, forces = true }

local function options_of(options)
  options = options or {}
  check.keys(options, "html", OPTIONS)
  if (options.of or options.sliders) and not (options.of and options.values) then
    check.fail("html", "sliders need of = the model with open names, and values = { name = number }")
  end
  if options.of and kit.class(options.of) ~= "model" then check.fail("html.of", "expected a model") end
  return options
end

-- the model in symbols that the page computes with, its programs and parameters; or nil and why
local function compute_with(model, origin, options)
  if origin.driven then return nil, "A function of the script drives this run: it is played back, and not computed again here." end
  if not butcher_json(origin.method) then return nil, ("The page knows no method '%s': the run is played back."):format(origin.method) end
  local tries = { function() return model, {} end }
  if options.of then tries = { function() return asked(options) end } else table.insert(tries, 1, function() return named(model:description()) end) end
  local why
  for _, try in ipairs(tries) do
    local symbolic, params = try()
    local p
    if symbolic then p, why = programs(symbolic) end
    if p and #p.fd < 90000 then
      local values = {}
      for _, x in ipairs(params) do values[x.name] = x.value end
      local names = inputs_of(p.fd)
      local list = ordered(params, names)
      local contained = list and forces_contained(p.eq, model, values)
      if contained then return { model = symbolic, fd = p.fd, mass = p.mass, params = list, contained = contained,
        inputs = places(names, list), mass_inputs = places(inputs_of(p.mass), list) } end
    end
  end
  return nil, "Played back only" .. (why and ": " .. why or ".")
end

local function run_html(run, path, options)
  options = options_of(options)
  local origin = run:origin()
  local model = origin and origin.model
  if not model then check.fail("run:html", "this run is not of a model: there is nothing to draw") end
  local living, why = compute_with(model, origin, options)
  local desc = model:description()
  local at, rates = numbering(desc)
  local shown = living and living.model:description() or desc
  local mech, order = mechanism(shown, at, living and living.contained == 1 and {} or passive_of(desc, at))
  if not living then mech = mechanism(desc, at, passive_of(desc, at)) end
  local names, speeds = model:coordinates(), model:speeds()
  local known = 1 + #names + #speeds
  local forces = options.forces ~= false and not origin.driven and joint_forces(run, model, order, desc) or nil
  local lower, upper = model:limits()
  local spans = {}
  for k = 1, #names do spans[k] = math.pi end
  for _, r in ipairs(rates) do
    local span = upper[r.v + 1] - lower[r.v + 1]
    if r.kind == "plain" and span < math.huge then spans[r.q + 1] = span / 2 end
  end
  local first, last = run.t[1], run.t[#run]
  local data = { q = names, v = speeds, rates = rates, mechanism = mech, params = living and living.params or {}, spans = spans,
    run = { rows = row_bytes(run, known), more = more_columns(run, known), start = first, ["end"] = last,
      method = living and butcher_json(origin.method) or nil, options = { rtol = origin.rtol, atol = origin.atol, h = origin.h, h_max = origin.h_max,
        fixed = origin.fixed ~= 0, max_steps = 200000, dt = origin.dt },
      inputs = living and living.inputs or {}, massInputs = living and living.mass_inputs or {}, forces = forces } }
  local title = options.title or desc.name or "a run"
  local line = { ("%d coordinates"):format(#speeds), tostring(run), ("method %s"):format(origin.method) }
  local programs_text = living and { living.fd, living.mass or "" } or {}
  local okay, eq = check.try(function() return (options.of or model):equations() end)
  return check.give(page(title, line, { run = true, why = why, data = data, scripts = scripts(unpack(programs_text)), tree = model:tree(),
    equations = okay and equations_html(eq) or "<p class=note>" .. escape(tostring(eq):gsub("^[^:]*:%d+: ", "")) .. "</p>" }), path)
end

local function model_html(model, path, options)
  options = options_of(options)
  local desc = model:description()
  local at, rates = numbering(desc)
  local mech = mechanism(desc, at, {})
  local names, home, joints = model:coordinates(), model:home(), {}
  local lower, upper = model:limits()
  for _, r in ipairs(rates) do
    if r.kind == "plain" then
      local k = r.q + 1
      local lo, hi = lower[r.v + 1], upper[r.v + 1]
      if lo == -math.huge then lo = math.min(home[k], 0) - math.pi end
      if hi == math.huge then hi = math.max(home[k], 0) + math.pi end
      joints[#joints + 1] = { name = names[k], q = r.q, min = lo, max = hi, value = home[k] }
    end
  end
  local rest = {}
  for k = 1, #names do rest[k] = home[k] end
  local data = { q = names, v = model:speeds(), rates = rates, mechanism = mech, home = rest, joints = joints }
  local okay, eq = check.try(function() return model:equations() end)
  return check.give(page(options.title or desc.name or "a mechanism", { ("%d bodies"):format(#desc.bodies), ("%d coordinates"):format(#data.v) },
    { data = data, scripts = scripts(), tree = model:tree(),
      equations = okay and equations_html(eq) or "<p class=note>" .. escape(tostring(eq):gsub("^[^:]*:%d+: ", "")) .. "</p>" }), path)
end

check.define(kit.methods "run", {
  { "run:html([path: str, options: table]) -> str|bool",
    "The run as one living HTML page, for any browser and no network: the mechanism in 3-D, its curves, its equations, and sliders that compute the run again in "
      .. "the page. Options: title; of = the model with open names, values = {name = number}, sliders = {'m1', L = {0.5, 2}}. Its text, or written to path: true, "
      .. "or nil, message, 'EIO'.",
    "#li.planar{1}:simulate(1, {0.5}):html() > 20000 --> true", run_html },
})
check.define(kit.methods "model", {
  { "model:html([path: str, options: table]) -> str|bool",
    "The mechanism as one HTML page with a slider for every joint. Its text, or written to path: true, or nil, message, 'EIO'.",
    "#li.planar{1}:html() > 20000 --> true", model_html },
})

return { run = run_html, model = model_html }
