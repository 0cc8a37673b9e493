-- proof.lua - scripts that prove themselves: what was expected beside what came, pictures when asked for (--html, --svg)
--
--   local proof = require "liaison.proof"
--   proof.near("period (s)", period, 2.00709, 1e-5)    proof.holds("M is symmetric", M:near(M:t()))
--   proof.run("pendulum", run)       -- pendulum.html with --html
--   proof.figure("pendulum", plot)   -- pendulum.svg with --svg
--   proof.done()                     -- says how many hold; leaves with 1 where one does not
local li = require "liaison"

local proof = { held = 0, failed = 0 }

local wanted = {}
for _, a in ipairs(rawget(_G, "arg") or {}) do wanted[a] = true end

local function say(...) io.stdout:write(string.format(...), "\n") end

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
  for i = 1, math.min(#list, 4) do list[i] = li.kit.number(list[i], 7) end
  return table.concat(list, "  ", 1, math.min(#list, 4)) .. (#list > 4 and (" .. (%d)"):format(#list) or "")
end

local function tell(ok, what, more)
  if ok then proof.held = proof.held + 1 else proof.failed = proof.failed + 1 end
  say("  %s  %s%s", ok and "holds" or "FAILS", what, more or "")
end

-- want is what was published or derived by another road; they agree to tol (1e-9) of the largest, or of 1 where all are 0
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
  tell(ok, what, ok and (": %s"):format(tostring(want)) or (": %s, expected %s"):format(tostring(got), tostring(want)))
end

function proof.title(...) say("\n" .. ...) end

function proof.run(name, run, options)
  if wanted["--html"] then
    assert(run:html(name .. ".html", options))
    say("  written: %s.html", name)
  end
end

function proof.figure(name, plot)
  if wanted["--svg"] then
    assert(plot:save(name .. ".svg"))
    say("  written: %s.svg", name)
  end
end

function proof.done()
  say("%d checks hold%s", proof.held, proof.failed > 0 and (", %d FAIL"):format(proof.failed) or "")
  if proof.failed > 0 or proof.held == 0 then os.exit(1, true) end
end

return proof
