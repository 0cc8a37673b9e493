-- view.lua - one living file: a run or a model as an HTML page that draws it, plots it, and
-- computes it again when a slider moves
--
-- The page needs nothing but itself: the numbers of the run, the mechanism with its forces and
-- constraints, its dynamics in JavaScript (the exported equations where they are short, else
-- page/dynamics.lua on the description), and our integrator, line for line that of core/num/ode.c.
-- Where a run cannot be computed in the page (a Lua function drives it), it is played back, and the
-- page says why. What jumps is computed too: page/jumps.lua, in the pages that need it.
local li = require "liaison.core"
local check = require "liaison.base.check"
local up_to = require("liaison.base.lists").up_to
local json = require "liaison.show.page.json"
local kinds = require "liaison.describe.kinds"
local data = require "liaison.show.page.data"
local acting = require "liaison.show.page.acting"
local blocks = require "liaison.show.page.beside"
local joints = require "liaison.show.page.joints"
local mathml = require "liaison.show.mathml"
local standing = require "liaison.show.standing"
local torque = require "liaison.sim.input_expr"
local shapes = require "liaison.show.page.shapes"
local road = require "liaison.show.page.road"
local thinned = require "liaison.show.page.thinned"
local equationspage = require "liaison.show.equationspage"
local sliders = require "liaison.show.page.sliders"
local html = require "liaison.show.page.html"
local language = require "liaison.language.language"
local kit = li._internal

-- runs that another one shows, and what a publication prints of a model: told by those who know
kit.drawn = setmetatable({}, { __mode = "k" })
kit.beside = setmetatable({}, { __mode = "k" })
function kit.published(model) return kit.beside[model] and kit.beside[model]() end

local concat = table.concat
local page, scripts = html.page, html.scripts

-- ---- what the page computes with --------------------------------------------

local SHORT = 40000 -- exported equations of more letters are left to page/dynamics.lua
local MOST = 8      -- of more coordinates they are not asked for

-- what forward dynamics fd(q, v, tau) has in it: 0: nothing beside the bodies, 1: springs, dampers
-- and friction of the joints too, nil: something else
local function forces_contained(fd, model)
  local q, v, zero = model:random(7), {}, {}
  for k = 1, #model:speeds() do v[k], zero[k] = 0.3 + 0.1 * k, 0 end
  local a = fd(q, v, zero)
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

-- forward dynamics as exported JavaScript, the parameters in its order, and whether springs are in
-- it; nil where there is none of use
local function exported(desc, params, model)
  if #desc.coordinates > MOST or desc.constraints or desc.loops then return nil end
  local ok, eq = check.try(function() return li.robot(desc):equations() end)
  if not ok then return nil end
  local fd = eq:program("js", "fd", "fd", 1)
  local names = sliders.inputs_of(fd)
  local used, values = {}, {}
  for _, name in ipairs(names) do used[name] = true end
  for _, x in ipairs(params) do values[x.name] = used[x.name] and x.value or nil end
  local list = #fd <= SHORT and sliders.ordered(params, names)
  local contained
  if list then
    local numeric = next(values) and eq:with(values) or eq
    contained = forces_contained(function(q, v, tau) return numeric:fd(q, v, tau) end, model)
  end
  if contained then return fd, list, names, contained end
end

-- what the kernel of a run has in it: 0, 1 or nil as above; 0 where there is none or it is made of
-- the description
local function kernel_contains(kernel, model)
  if kit.class(kernel) ~= "kernel" then return 0 end
  return forces_contained(kernel, model)
end

-- why the page cannot compute a run again: a sentence, or nil. acts: { untold, inputs, kernel };
-- loop: what runs beside it, or nil
local function reason(setup, acts, loop, origin)
  local who = (setup.input or type(setup.tau) == "function") and "the input" or setup.events
    and "an event" or acting.scripted(acts.inputs)
  if who then return ("%s is a Lua function, which a page cannot call"):format(who) end
  if setup.contacts then return "its shapes touch: steps with impulses are the engine's" end
  local why = loop and blocks.reason(loop, origin)
  if why then return why end
  if setup.planned then
    return setup.planned == true and "it is a motion that was planned" or setup.planned
  end
  return acts.untold
    or acts.kernel == nil and "its kernel has forces of its own, which a page does not know" or nil
end

local function method_of(origin)
  local same = kit.butcher(origin.method) ~= nil
  local o = { rtol = origin.rtol, atol = origin.atol, h = origin.h, h_max = origin.h_max,
    fixed = origin.fixed ~= 0, max_steps = origin.max_steps, dt = origin.dt }
  if not same then
    o.rtol, o.atol, o.h, o.fixed = math.min(o.rtol, 1e-9), math.min(o.atol, 1e-11), 0, false
  end
  return kit.butcher(same and origin.method or "dop853"), o, same
end

-- ---- the run ----------------------------------------------------------------

local ROOM = 72000 -- bytes of rows as they stand in the page
local MOST_STEPS = 6000

-- which rows the page keeps: all, or every so many and the last. taken: bytes that programs take of
-- their room
local function kept_rows(n, width, taken)
  local most = math.max(60, math.floor(math.max(ROOM - taken, ROOM / 3) / (width * 8 * 4 / 3)))
  local stride, list = math.max(1, math.ceil((n - 1) / (most - 1))), {}
  for i = 1, n, stride do list[#list + 1] = i end
  if list[#list] ~= n then list[#list + 1] = n end
  return list, stride
end

-- how bodies stand to each other, as a text: what a drawing has of a description
local function geometry(model)
  local desc = model:description()
  local mechanism = data.mechanism(desc, (data.numbering(desc)), {})
  local list = {}
  for i, b in ipairs(mechanism.bodies) do
    list[i] = { name = b.name, parent = b.parent, place = b.place or {}, after = b.after or {},
      steps = b.steps, dofs = b.dofs }
  end
  return json.text { bodies = list, frames = mechanism.frames }
end

-- columns 1 .. width of some rows as bytes, and count more of them from a column on
local function row_bytes(run, rows, width, from, count)
  local bytes = run:npy()
  local head = bytes:byte(9) + 256 * bytes:byte(10) + 10
  local stride, out = 8 * #run:columns(), {}
  for k, i in ipairs(rows) do
    local at = head + (i - 1) * stride
    out[k] = bytes:sub(at + 1, at + 8 * width)
    if from then
      out[k] = out[k] .. bytes:sub(at + 8 * from - 7, at + 8 * (from - 1 + count))
    end
  end
  return json.base64(concat(out))
end

local ENERGY = { T = true, V = true, E = true }

-- "F.drive", "F.drag1.x" of an element that the page computes again
local function computed(name, called)
  local element = name:match "^F%.(.*)$"
  return element and (called[element] or called[element:match "^(.*)%.[xyz]$" or ""])
end

-- names of multipliers among the columns, and the columns behind the first `known` that the page
-- shows as they are; living: { names of elements that it computes }, or nil; columns: of what runs
-- beside it, which stand in the rows
local function more_columns(run, known, rows, desc, living, columns)
  local multiplier, names, list, other = {}, {}, {}, {}
  for _, name in ipairs(columns) do other[name] = true end
  for _, key in ipairs { "loops", "constraints" } do
    for _, c in ipairs(desc and desc[key] or {}) do multiplier[c.name] = true end
  end
  for k, name in ipairs(run:columns()) do
    local push = multiplier[name:match "^(.*)%.%d+$" or ""]
    if push then names[#names + 1] = name end
    local again = other[name] or living and (push or computed(name, living))
    if k > known and not ENERGY[name] and not again then
      local x, out = run:column(name), {}
      for i, row in ipairs(rows) do out[i] = x[row] end
      list[#list + 1] = { name = name, multiplier = push, rows = json.list(out, 7) }
    end
  end
  return #names > 0 and names or nil, list
end

-- the runs beside this one, by name: { { name, run } }
local function runs_of(list)
  if type(list) ~= "table" then
    check.fail("html.runs", "expected runs by name, { softer = run }, got %s", check.got(list))
  end
  local names, out = {}, {}
  for name in pairs(list) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do
    if kit.class(list[name]) ~= "run" then
      check.fail(("html.runs.%s"):format(tostring(name)), "expected a run, got %s",
        check.got(list[name]))
    end
    out[i] = { type(name) == "number" and ("run %d"):format(name + 1) or name, list[name] }
  end
  return out
end

-- rows of the runs beside this one, where they are of bodies that stand to each other as its do
local function others_of(model, runs, known)
  local list, own = {}, geometry(model)
  for i, r in ipairs(runs) do
    local name, run = r[1], r[2]
    local other = run:origin().model
    if kit.class(other) ~= "model" or geometry(other) ~= own then
      check.fail(("html.runs.%s"):format(name), "its bodies are others, or stand to each other "
        .. "otherwise: expected a run of the same mechanism, masses and forces may differ")
    end
    local rows = kept_rows(#run, known * #runs, 0)
    list[i] = { name = name, rows = row_bytes(run, rows, known) }
  end
  return list
end

local function count(n, one, many) return ("%d %s"):format(n, n == 1 and one or many) end

local OPTIONS = { of = true, values = true, sliders = true, title = true, forces = true, q = true,
  inputs = true, modes = true, road = true, meshes = true, drawings = true, runs = true }

local function options_of(options)
  options = options or {}
  check.keys(options, "html", OPTIONS)
  if (options.of or options.sliders) and not (options.of and options.values) then
    check.fail("html",
      "sliders need of = the model with open names, and values = { name = number }")
  end
  if options.of and kit.class(options.of) ~= "model" then
    check.fail("html.of", "expected a model")
  end
  local drawings = options.drawings
  if kit.class(drawings) == "drawing" then drawings = { drawings } end
  for i, d in ipairs(drawings or {}) do
    if kit.class(d) ~= "drawing" then
      check.fail(("html.drawings[%d]"):format(i), "expected a drawing of li.draw, got %s",
        check.got(d))
    end
  end
  return options
end

-- options.drawings as HTML, and below each what was told of it; nil: none
local function drawn(options)
  local list = options.drawings
  if not list then return nil end
  local out = {}
  for i, d in ipairs(kit.class(list) == "drawing" and { list } or list) do
    out[i] = ("<figure>%s<figcaption>%s</figcaption></figure>"):format(d:svg(),
      mathml.escape(concat(d.told, "; ")))
  end
  return concat(out, "\n")
end

-- { F = { lo, hi } }: how far the sliders of inputs go
local function check_ranges(ranges, desc)
  local known = {}
  for _, u in ipairs(desc.inputs or {}) do known[u.name] = true end
  if ranges ~= nil and type(ranges) ~= "table" then
    check.fail("html.inputs", "expected ranges by name, { F = { -10, 10 } }, got %s",
      check.got(ranges))
  end
  for name, r in pairs(ranges or {}) do
    if not known[name] then
      check.fail("html.inputs", "the model has no input '%s'%s", tostring(name),
        check.hint(tostring(name), known))
    end
    local lo, hi = type(r) == "table" and r[1], type(r) == "table" and r[2]
    if type(lo) ~= "number" or type(hi) ~= "number" or not (lo < hi) then
      check.fail("html.inputs", "%s: expected { from, to }, two numbers that grow", name)
    end
  end
  return ranges
end

-- half the width of the sliders of coordinates at the start
local function spans_of(model, rates)
  local lower, upper = model:limits()
  local spans = {}
  for k = 1, #model:coordinates() do spans[k] = math.pi end
  for _, r in ipairs(rates) do
    local span = upper[r.v + 1] - lower[r.v + 1]
    if r.kind == "plain" and span < math.huge then spans[r.q + 1] = span / 2 end
  end
  return spans
end

local function has_mass(desc)
  for _, b in ipairs(desc.bodies) do
    if type(b.mass) == "string" or (b.mass or 0) > 0 then return true end
  end
  return false
end

-- limits of coordinates that are numbers, where there are any: { q, v, min, max } from 0
local function limits_of(model, rates)
  local lower, upper = model:limits()
  local list = {}
  for _, r in ipairs(rates) do
    local lo, hi = lower[r.v + 1], upper[r.v + 1]
    if r.kind == "plain" and (lo > -math.huge or hi < math.huge) then
      list[#list + 1] = { q = r.q, v = r.v, min = math.max(lo, -1e300),
        max = math.min(hi, 1e300) }
    end
  end
  return #list > 0 and list or nil
end

-- rows, their number, and what stands behind coordinates and rates. loop: that the page computes
-- beside it, or nil; taken: bytes of its programs
local function recorded(run, known, desc, living, dt, loop, taken)
  local n, columns, units = #run, run:columns(), {}
  for k = 2, known do units[k - 1] = run:unit(columns[k]) end
  local names, from = {}, nil
  if loop then names, from = blocks.columns(loop, run) end
  local rows, stride = kept_rows(n, known + #names, taken or 0)
  local multipliers, more = more_columns(run, known, rows, desc, living, names)
  local out = { rows = row_bytes(run, rows, known, from, #names), total = n, units = units,
    more = more,
    multipliers = multipliers, start = run.t[1], ["end"] = run.t[n] }
  if stride > 1 and dt == 0 and n <= MOST_STEPS then
    out.steps = row_bytes(run, up_to(n), 1)
  end
  return out, stride > 1 and ("%d of %d rows in this page"):format(#rows, n) or nil, rows
end

-- T, V, E at these rows, as they were recorded
local function energy_rows(run, rows)
  local list = {}
  for i, name in ipairs { "T", "V", "E" } do
    local x, out = run:column(name), {}
    for k, row in ipairs(rows) do out[k] = x[row] end
    list[i] = json.list(out, 9)
  end
  return list
end

-- what acts, with numbers for all names: { forces, inputs, untold, unknown, stored }; in a run
-- (setup) also kernel, and the elements that are not of the description: list, of the run, and
-- joints, which it makes of its joints
local function acts_of(model, desc, setup, ranges)
  local acts = {}
  if setup then
    acts.list = setup.forces and kit.acting.forces(model, setup.forces)
    acts.kernel = kernel_contains(setup.kernel, model)
    acts.joints = joints.elements(model, setup, acts.kernel == 0)
  end
  acts.forces = acting.forces(desc, acts.list, acts.joints)
  acts.inputs = acting.inputs(model, desc, setup and setup.inputs, check_ranges(ranges, desc))
  acts.untold, acts.unknown, acts.stored = acting.missing(acts.forces, acts.inputs)
  return acts
end

local function called_of(forces)
  local called = {}
  for _, f in ipairs(forces) do called[f.called] = true end
  return called
end

-- do all of them act at their ends alone, so that exported equations know the motion between?
local function only_stops(forces, named)
  for k, f in ipairs(forces) do
    if not acting.is_hard_stop(f, named[k]) then return false end
  end
  return true
end

local function names_of(params)
  local names = {}
  for k, p in ipairs(params) do names[k] = p.name end
  return names
end

-- what the page goes on from and tells: data of the run r. o: of (what was run), model, desc (in
-- the names of the page), at, setup, acts, tau, loads, loop
local function put_conduct(r, o)
  local setup, more = o.setup, {}
  r.tau, r.keep, r.rate = o.tau, setup.constraints or "project", setup.rate or 20
  local pushed = o.tau or o.loop and #o.loop.force > 0
  if pushed and setup.efforts ~= "ignore" then
    r.efforts = joints.efforts(o.model, o.desc, o.at)
  end
  r.bounds = joints.bounds(o.model, o.desc, { at = o.at, setup = setup, tau = pushed,
    units = r.units })
  -- runs of equations step over such times
  if kit.class(o.of) == "model" then
    r.knots = kit.elements.knots(o.model, setup.forces, setup.inputs)
    for _, t in ipairs(o.tau and kit.elements.times(o.tau) or {}) do r.knots[#r.knots + 1] = t end
    if #r.knots == 0 then r.knots = nil end
  end
  if setup.memory then
    r.states = acting.states(kit.elements.states(setup.memory), o.acts.forces, o.loads)
  end
  for _, f in ipairs(o.acts.forces) do
    more.jumps = more.jumps or f.f == nil and kit.force.row(f[1]).jumps ~= nil
  end
  for _, u in ipairs(o.acts.inputs) do more.told = more.told or u.low ~= nil or u.high ~= nil end
  return { jumps = more.jumps, events = more.jumps,
    told = more.jumps or more.told or #r.bounds > 0 }
end

-- whether the reader can set inputs while it goes: forwards in time, where some are not a block's
local function goes_live(r, inputs)
  if not r.living or r["end"] < r.start then return false end
  for _, i in ipairs(inputs) do if not (i.scripted or i.held) then return true end end
  return false
end

-- data of a run of a model for the page, programs for it, the parts that it needs, why it is played
-- back, what to say of its rows
local function living_run(run, model, options)
  local origin, setup = run:origin(), run:setup()
  local numeric = model:description()
  local at, rates = data.numbering(numeric)
  local acts = acts_of(model, numeric, setup, options.inputs)
  local loop = kit.sampled.loop(run)
  local why = reason(setup, acts, loop, origin)
  if why then loop = nil end
  local desc, params = numeric, {}
  local fd, order, names, contained
  if not why then desc, params = sliders.parameters(model, options) end
  local tau = torque.texts(setup.tau, model, numeric.coordinates)
  local forces = acting.forces(desc, acts.list, joints.named(acts.joints, desc, at))
  if not why and not tau and only_stops(acts.forces, forces) then
    fd, order, names, contained = exported(desc, params, model)
  end
  params = order or params
  local told_acts, laws = acting.tell { model = model, desc = desc, at = at,
    params = names_of(params), plain = acts.forces, forces = forces, inputs = acts.inputs }
  for _, wire in ipairs(loop and loop.input or {}) do
    acts.inputs[wire[2] + 1].held = true
  end
  local method, solver, same = method_of(origin)
  local known = 1 + #model:coordinates() + #model:speeds()
  local beside, programs = nil, ""
  if loop then
    beside, programs = blocks.tell { loop = loop, run = run, model = model, desc = desc,
      params = params }
  end
  local r, told, kept = recorded(run, known, numeric, not why and called_of(acts.forces) or nil,
    origin.dt, loop, #programs)
  r.living, r.exported, r.inputs, r.same, r.made = not why, fd ~= nil,
    fd and sliders.places(names, order) or {}, same, origin.method
  r.method, r.options = method, solver
  local parts = not why and put_conduct(r, { model = model, desc = desc, at = at, setup = setup,
    acts = acts, tau = tau, loads = told_acts.loads, of = origin.model, loop = loop }) or nil
  r.loop = beside
  if loop then parts.ticks, parts.gains = true, true end
  if goes_live(r, told_acts.inputs) then parts.live = true end
  if options.road then
    parts = parts or {}
    parts.roadway = true
  end
  if acts.stored then r.energy = energy_rows(run, kept) end
  if options.runs then r.others = others_of(model, runs_of(options.runs), known) end
  r.unknown, r.forces, r.massive = acts.unknown, options.forces ~= false, has_mass(numeric)
  local passive = contained == 1 and {} or data.passive(desc, at, acts.kernel == 0)
  thinned.put(model, desc, options.meshes)
  local mechanism, rows = data.mechanism(desc, at, passive)
  return { q = model:coordinates(), v = model:speeds(), rates = rates, mechanism = mechanism,
    params = params, spans = spans_of(model, rates), acts = told_acts, run = r,
    limits = limits_of(model, rates),
    road = options.road and road.tell(options.road) },
    scripts({ laws, rows, programs, fd }, parts), why, told
end

-- the same columns with points between the rows, where all of them are known there
local function smooth(run, columns)
  local list = {}
  for k, name in ipairs(columns) do list[k] = select(2, run:curve(name)) end
  list[1] = columns[2] and run:curve(columns[2]) or run:column(columns[1])
  for k = 1, #columns do if #list[k] ~= #list[1] then return run end end
  return kit.sweep.record(columns, list, run:info().t, 0, 0, false)
end

-- what else is drawn: it has a model of the same motion
local HAS_MODEL = { mechanism = true, system = true }

-- the model that a run is of, or that of its mechanism or system; nil and why where there is none
-- with these columns
local function model_of(run)
  local origin = run:origin()
  local m = origin and origin.model
  if kit.class(m) == "model" then return m end
  if not HAS_MODEL[kit.class(m)] then return nil end
  local ok, model = check.try(function() return m:model { values = run:setup().values } end)
  if not ok then return nil, "no picture: " .. tostring(model) end
  local columns, k = run:columns(), 1
  for _, list in ipairs { model:coordinates(), model:speeds() } do
    for _, name in ipairs(list) do
      k = k + 1
      if columns[k] ~= name then
        return nil, "no picture: it is drawn by " .. concat(model:coordinates(), ", ")
      end
    end
  end
  return model
end

-- a run of something else than a mechanism: its curves
local function curves(run, path, options, why)
  local columns = run:columns()
  local width = #columns
  for k, name in ipairs(columns) do if ENERGY[name] then width = math.min(width, k - 1) end end
  local r, told = recorded(smooth(run, columns), width, nil, nil, 1)
  local names = {}
  for k = 2, width do names[k - 1] = columns[k] end
  local line = {}
  line[1], line[2] = told or why, told and why
  return check.give(page(options.title or "Run", line, { run = true,
    scripts = scripts { acting.none }, log = tostring(run),
    data = { q = names, v = {}, rates = {}, run = r } }), path)
end

local function run_html(run, path, options)
  options = options_of(options)
  if kit.drawn[run] then run = kit.drawn[run](run) end
  local model, undrawn = model_of(run)
  if not model then return curves(run, path, options, undrawn) end
  local d, programs, why, rows_told = living_run(run, model, options)
  local line, told = { count(#d.v, "coordinate", "coordinates"),
    kit.format("%.4g s", run.t[#run] - run.t[1]), rows_told }, {}
  local log, things = tostring(run):match "^([^\n]*)(.*)$"
  for text in things:gmatch "[^\n]+" do told[#told + 1] = text:match "^%s*(.*)" end
  return check.give(page(options.title or model:description().name or "Run", line,
    { run = true, drawn = true, data = d, scripts = programs, told = told,
    log = ("%s; method %s"):format(log, run:origin().method),
    why = why and ("This run is played back: %s."):format(why)
      or "This run is being computed again ...", tree = language.shown(model:tree()),
      equations = equationspage.html(options.of or model), beside = kit.published(model),
      drawings = drawn(options) }), path)
end

-- a slider for every coordinate that is a number
local function joints_of(model, rates, desc)
  local names, home, list, unit = model:coordinates(), model:home(), {}, data.units(desc)
  local lower, upper = model:limits()
  for _, r in ipairs(rates) do
    if r.kind == "plain" then
      local k = r.q + 1
      local lo, hi = lower[r.v + 1], upper[r.v + 1]
      if lo == -math.huge then lo = math.min(home[k], 0) - math.pi end
      if hi == math.huge then hi = math.max(home[k], 0) + math.pi end
      list[#list + 1] = { name = names[k], q = r.q, v = r.v, min = lo, max = hi,
        value = home[k], unit = unit[names[k]] }
    end
  end
  return list
end

local function model_html(given, path, options)
  options = options_of(options)
  local model, desc, params = standing.drawable(given)
  local at, rates = data.numbering(desc)
  thinned.put(given, desc, options.meshes)
  local mech, rows = data.mechanism(desc, at, {})
  -- what a driver prescribes in time is for the reader's hand here
  local still = {}
  for _, c in ipairs(mech.constraints or {}) do
    if not kinds.drives(c.kind) then still[#still + 1] = c end
  end
  mech.constraints = #still > 0 and still or nil
  local acts = acts_of(model, model:description(), nil, options.inputs)
  local told_acts, laws = acting.tell { model = model, desc = desc, at = at,
    params = names_of(params), plain = acts.forces, forces = acting.forces(desc),
    inputs = acts.inputs }
  local d = { q = model:coordinates(), v = model:speeds(), rates = rates, mechanism = mech,
    params = params, home = standing.place(model, desc, options.q), acts = told_acts,
    joints = joints_of(model, rates, desc), limits = limits_of(model, rates),
    road = options.road and road.tell(options.road) }
  if options.modes then
    if #params > 0 or #given:symbols() > 0 then
      check.fail("html.modes", "the model has open names: give them values first")
    end
    d.modes, d.home, d.stability = shapes.of(model, d.home, rates)
  end
  for _, j in ipairs(d.joints) do
    j.value = d.home[j.q + 1]
    j.min, j.max = math.min(j.min, j.value), math.max(j.max, j.value)
  end
  return check.give(page(options.title or desc.name or "Mechanism",
    { count(#desc.bodies, "body", "bodies"), count(#d.v, "coordinate", "coordinates") },
    { drawn = true, data = d, scripts = scripts({ laws, rows },
    { modes = d.modes ~= nil, roadway = d.road ~= nil }),
      tree = language.shown(given:tree()), equations = equationspage.html(given),
      beside = kit.published(given), drawings = drawn(options) }), path)
end

check.define(kit.methods "run", {
  { "run:html([path: path, options: table]) -> str|bool",
    "The run as one living HTML page, for any browser and no network: the mechanism in 3-D, "
    .. "its curves, its equations, and sliders that compute the run again in "
      .. "the page. Options: title; of = the model with open names, values = {name = number}, "
      .. "sliders = {'m1', L = {0.5, 2}}; inputs = {F = {-10, 10}}, how far the sliders of "
      .. "inputs go that have no min and max; meshes = true: those of its files; road = {surface, "
      .. "x = {from, to}, y = {from, to}, step =}, drawn for the ground; drawings = those of "
      .. "li.draw in a tab of their own; runs = {softer = run2}, runs of the same mechanism over "
    .. "it or beside it, at the same time. Values of blocks have sliders too. Its text, or written "
      .. "to path: true (or it raises).",
    "#li.planar{1}:simulate(1, {0.5}):html() > 20000 --> true", run_html },
})
check.define(kit.methods "model", {
  { "model:html([path: path, options: table]) -> str|bool",
    "The mechanism as one HTML page with a slider for every joint, which closes loops, for "
    .. "names of lengths that are open, and for inputs. Options: title; inputs = {F = {-10, 10}}, "
    .. "how far their sliders go; modes = true, buttons that play the modes of small motions about "
    .. "the place of rest near q; meshes = true, or {folders = ..}: "
    .. "its meshes, thinned; q = where it "
      .. "stands at first, in order or by name (else its home), loops closed with the least "
      .. "change; road, drawings as in run:html. "
      .. "Its text, or written to path: true (it raises where it cannot be written).",
    "#li.planar{1}:html() > 20000 --> true", model_html },
})

return { run = run_html, model = model_html }
