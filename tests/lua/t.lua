-- t.lua - what every Lua test starts from: named tests, comparisons, expected errors
--
--   local t = require "t"
--   t.test("a rotation undoes its inverse", function()
--     t.near(R * R^-1, li.rot.identity())
--     t.raises("argument 1 %(u%): expected 3 finite numbers", li.rot.axis, {1, 2}, 0.3)
--   end)
--   t.done()
local t = { passed = 0, failed = 0 }

local function fail(what, text)
  error((what and what .. ": " or "") .. text, 3)
end

function t.ok(condition, what)
  if not condition then fail(what, "is not true") end
end

function t.eq(got, want, what)
  if got ~= want then fail(what, ("got <%s>, expected <%s>"):format(tostring(got), tostring(want))) end
end

-- numbers, or anything with #, [i] (tables, vecs, mats), within tol (1e-12)
local function distance(a, b)
  if type(a) == "number" and type(b) == "number" then
    if a ~= a or b ~= b then return math.huge end
    return a == b and 0 or math.abs(a - b)
  end
  if #a ~= #b then return math.huge end
  local d = 0
  for i = 1, #b do d = math.max(d, distance(a[i], b[i])) end
  return d
end

function t.near(got, want, tol, what)
  local d = distance(got, want)
  if not (d <= (tol or 1e-12)) then
    fail(what, ("got <%s>, expected <%s>, off by %g"):format(tostring(got), tostring(want), d))
  end
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

function t.test(name, f)
  local ok, message = xpcall(f, debug.traceback)
  if ok then t.passed = t.passed + 1 return end
  t.failed = t.failed + 1
  message = tostring(message):gsub("\n", "\n  ")
  io.stderr:write("FAILED: ", name, "\n  ", message, "\n")
end

function t.done()
  if t.passed + t.failed == 0 then io.stderr:write("no test ran\n") end
  print(("%d passed, %d failed"):format(t.passed, t.failed))
  os.exit(t.failed == 0 and t.passed > 0 and 0 or 1)
end

return t
