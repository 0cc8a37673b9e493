-- expect.lua - scripts that prove themselves: what was expected beside what came, pictures when
-- asked for (--html, --svg)
--
--   local proof = require "liaison.app.expect"
--   proof.near("period (s)", period, 2.00709, 1e-5)    proof.holds("M is symmetric", M:near(M:t()))
--   proof.run("pendulum", run)       -- pendulum.html with --html
--   proof.model("arm", model)        -- arm.html with --html
--   proof.figure("pendulum", plot)   -- pendulum.svg with --svg
--   proof.done()                     -- says how many hold; leaves with 1 where one does not
--
-- An argument that ends in / is the folder for pictures.
local li = require "liaison"
local kit = li._internal

local proof = { held = 0, failed = 0 }

local wanted, folder = {}, ""
for _, a in ipairs(rawget(_G, "arg") or {}) do
  if a:find "/$" then folder = a else wanted[a] = true end
end

local function say(...) io.stdout:write(kit.format(...), "\n") end

-- every number of a list, a vec, a mat, a table of these
local function flatten(x, out)
  if type(x) == "number" then out[#out + 1] = x
  elseif type(x) == "table" or type(x) == "userdata" then
    for i = 1, #x do flatten(x[i], out) end
  else out[#out + 1] = 0 / 0 end
  return out
end

local function short(x)
  local list = flatten(x, {})
  for i = 1, math.min(#list, 4) do list[i] = li._internal.number(list[i], 7) end
  return table.concat(list, "  ", 1, math.min(#list, 4))
    .. (#list > 4 and (" .. (%d)"):format(#list) or "")
end

local function tell(ok, what, more)
  if ok then proof.held = proof.held + 1 else proof.failed = proof.failed + 1 end
  say("  %s  %s%s", ok and "holds" or "FAILS", what, more or "")
end

-- want is what was published or derived by another road; they agree to tol (1e-9) of the largest,
-- or of 1 where all are 0
function proof.near(what, got, want, tol)
  local a, b, size, worst = flatten(got, {}), flatten(want, {}), 0, 0
  for i = 1, #b do size = math.max(size, math.abs(b[i])) end
  for i = 1, math.max(#a, #b) do
    local d = math.abs((a[i] or 0 / 0) - (b[i] or 0 / 0))
    if d ~= d then worst = d break end
    worst = math.max(worst, d)
  end
  local ok = worst <= (tol or 1e-9) * (size > 0 and size or 1)
  tell(ok, what, (": %s%s"):format(short(got), ok and "" or (", expected %s"):format(short(want))))
end

function proof.holds(what, ok) tell(ok and true or false, what) end

-- expressions that must be the same for every value of their symbols
function proof.same(what, got, want)
  local a = type(got) == "string" and li.expr(got, "new") or li.expr(got)
  local b = type(want) == "string" and li.expr(want, "new") or li.expr(want)
  local ok = a:equals(b)
  tell(ok, what, ok and kit.format(": %s", want) or kit.format(": %s, expected %s", got, want))
end

function proof.title(...) say("\n" .. ...) end

-- pages and figures; those of a script that has no page of its own make one together
local written, figures = { html = 0, svg = 0 }, {}

local function keep(kind, name, how)
  local path = folder .. name .. "." .. kind
  assert(how(path))
  written[kind] = written[kind] + 1
  say("  written: %s", path)
end

function proof.run(name, run, options)
  if wanted["--html"] then keep("html", name, function(path) return run:html(path, options) end) end
end

-- a mechanism as a page with a slider for every joint
function proof.model(name, model)
  if wanted["--html"] then keep("html", name, function(path) return model:html(path) end) end
end

-- y (a list of functions of x) over n values of x
function proof.curves(name, spec, from, to, n, ...)
  local x, y = {}, {}
  for k = 0, n do x[k + 1] = from + (to - from) * k / n end
  for i, f in ipairs { ... } do
    y[i] = {}
    for k = 1, n + 1 do y[i][k] = f(x[k]) end
  end
  spec.x, spec.y = x, y
  proof.figure(name, li.plot(spec))
end

function proof.figure(name, plot)
  if wanted["--svg"] then keep("svg", name, function(path) return plot:save(path) end) end
  if wanted["--html"] then figures[#figures + 1] = { name, plot:svg() } end
end

local function page_of_figures()
  local parts = { "<!doctype html><meta charset='utf-8'><title>", figures[1][1], "</title>" }
  for _, f in ipairs(figures) do parts[#parts + 1] = "<h3>" .. f[1] .. "</h3>" .. f[2] end
  keep("html", figures[1][1],
    function(path) return li._internal.save(path, table.concat(parts)) end)
end

function proof.done()
  if wanted["--html"] and written.html == 0 and figures[1] then page_of_figures() end
  for kind, n in pairs(written) do
    if wanted["--" .. kind] then
      proof.holds(("it drew its pictures (--%s)"):format(kind), n > 0)
    end
  end
  say("%d checks hold%s", proof.held, proof.failed > 0 and (", %d FAIL"):format(proof.failed) or "")
  if proof.failed > 0 or proof.held == 0 then os.exit(1, true) end
end

return proof
