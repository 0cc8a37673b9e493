-- t.lua - what every Lua test starts from: named tests, comparisons, expected errors
--
--   local t = require "t"
--   t.test("a rotation undoes its inverse", function()
--     t.near(R * R^-1, li.rot.identity())
--     t.raises("argument 1 %(u%): expected 3 finite numbers", li.rot.axis, {1, 2}, 0.3)
--   end)
--   t.done()
local t = { passed = 0, failed = 0, skipped = 0 }

local function fail(what, text)
  error((what and what .. ": " or "") .. text, 3)
end

function t.ok(condition, what)
  if not condition then fail(what, "is not true") end
end

function t.eq(got, want, what)
  if got ~= want then
    fail(what, ("got <%s>, expected <%s>"):format(tostring(got), tostring(want)))
  end
end

-- numbers, or anything with #, [i] (tables, vecs, mats), within tol (1e-12)
local function distance(a, b)
  if type(a) == "number" and type(b) == "number" then
    return a == b and 0 or a - b ~= a - b and math.huge or math.abs(a - b)
  end
  if #a ~= #b then return math.huge end
  local d = 0
  for i = 1, #b do d = math.max(d, distance(a[i], b[i])) end
  return d
end

function t.near(got, want, tol, what)
  local d = distance(got, want)
  if d > (tol or 1e-12) then
    fail(what, ("got <%s>, expected <%s>, off by %g"):format(tostring(got), tostring(want), d))
  end
end

-- within tol (1e-10) of the largest entry wanted, or of 1
function t.close(got, want, tol, what)
  local size = 1
  local function look(x)
    if type(x) == "number" then
      size = math.max(size, math.abs(x))
    else
      for i = 1, #x do look(x[i]) end
    end
  end
  look(want)
  t.near(got, want, size * (tol or 1e-10), what)
end

-- the first numbers of the rows of a matrix, or a vector, as a list
function t.column(M)
  local list = {}
  for i = 1, #M do list[i] = type(M[i]) == "number" and M[i] or M[i][1] end
  return list
end

-- what f prints with print(): values separated by ", ", numbers with 14 digits, as li shows them on
-- both Luas
function t.show(...)
  local kit, list = require "liaison".kit, { ... }
  for i = 1, select("#", ...) do
    list[i] = type(list[i]) == "number" and kit.number(list[i]) or tostring(list[i])
  end
  return table.concat(list, ", ")
end

-- run Lua text with li and a caught print: what it printed, and then its values, a line each
function t.run(text)
  local out = {}
  local env = setmetatable({ li = require "liaison",
    print = function(...) out[#out + 1] = t.show(...) end }, { __index = _G })
  local chunk = load("return " .. text, "=example", "t", env)
  if not chunk then
    local err
    chunk, err = load(text, "=example", "t", env)
    if not chunk then error(err, 2) end
  end
  local old = print
  print = env.print -- luacheck: ignore
  local results = { n = 0 }
  local function keep(ok, ...) results = { n = select("#", ...), ok = ok, ... } end
  keep(pcall(chunk))
  print = old -- luacheck: ignore
  if not results.ok then error(results[1], 0) end
  if results.n > 0 then out[#out + 1] = t.show((table.unpack or unpack)(results, 1, results.n)) end
  return table.concat(out, "\n"), results
end

-- f(...) must raise a message that matches the pattern; returns the message
function t.raises(pattern, f, ...)
  local ok, message = pcall(f, ...)
  if ok then fail(nil, "no error, expected one like <" .. pattern .. ">") end
  if not tostring(message):find(pattern) then
    fail(nil, ("error <%s> does not match <%s>"):format(tostring(message), pattern))
  end
  return message
end

-- leaves the test it is called in: what it needs is not here. Counted and told; `make check` in CI
-- allows what tests/skips.txt lists
local skip = {}
function t.skip(reason)
  skip.reason = reason
  error(skip, 0)
end

-- a program the test needs, or the test is skipped
function t.needs(program, package)
  local found = os.execute("command -v " .. program .. " > /dev/null 2>&1")
  if found ~= true and found ~= 0 then
    t.skip(("%s is not here (apt-get install %s)"):format(program, package or program))
  end
end

local function trace(message) return message == skip and skip or debug.traceback(message, 2) end

function t.test(name, f)
  local ok, message = xpcall(f, trace)
  if ok then t.passed = t.passed + 1 return end
  if message == skip then
    t.skipped = t.skipped + 1
    print(("skipped: %s: %s"):format(name, skip.reason))
    return
  end
  t.failed = t.failed + 1
  message = tostring(message):gsub("\n", "\n  ")
  io.stderr:write("FAILED: ", name, "\n  ", message, "\n")
end

function t.done()
  local ran = t.passed + t.failed + t.skipped
  if ran == 0 then io.stderr:write("no test ran\n") end
  print(("%d passed, %d failed, %d skipped"):format(t.passed, t.failed, t.skipped))
  os.exit(t.failed == 0 and ran > 0 and 0 or 1)
end

return t
