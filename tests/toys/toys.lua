-- toys.lua - what tests of toys share: a model in equations as in numbers, saved, in the page
local t = require "t"
local li = require "liaison"

local toys = {}

-- poses in symbols, equations, compiled equations and linearisation against the engine
function toys.equations(m, q, v, a)
  local values = {}
  for i, name in ipairs(m:coordinates()) do values[name] = q[i] end
  t.near(m:generator():homogeneous "tip":eval(values), m:fk(q, "tip"):matrix(), 1e-13)
  local eq, tau = m:equations(), m:id(q, v, a)
  t.near(eq:id(q, v, a), tau, 1e-11)
  t.near(eq:compile "id"(q, v, a), tau, 1e-11)
  local A, B = m:linearise(q, v, tau)
  local h, n = 1e-6, #q
  for k = 1, n do
    local up, down = {}, {}
    for i = 1, n do up[i], down[i] = tau[i], tau[i] end
    up[k], down[k] = up[k] + h, down[k] - h
    local slope = (m:fd(q, v, up) - m:fd(q, v, down)) / (2 * h)
    for i = 1, n do t.near(B[n + i][k], slope[i], 1e-6) end
  end
  t.ok(A)
end

-- as its description, and as the Lua file it writes
function toys.saved(m, look)
  t.near(look(li.robot(m:description())), look(m), 0)
  local file = os.tmpname()
  assert(m:lua(file))
  t.near(look(li.load(file)), look(m), 0)
  os.remove(file)
end

local function has(tool) return (os.execute("command -v " .. tool .. " >/dev/null 2>&1")) end
local function yes(x) return x == true or x == 0 end

-- the page computes the run again: in node, and in a browser, where they are
function toys.page(run, name)
  local file = ("%s/%s.html"):format(os.getenv "TOYS_PAGES" or ".", name)
  assert(run:html(file))
  local node, chromium = yes(has "node"), yes(has "chromium")
  if not node and not chromium then t.skip "neither node nor chromium is here" end
  if node then
    local again = ("node tests/page/again.js %s > %s.said 2>&1"):format(file, file)
    t.ok(yes(os.execute(again)), name .. " in node, see " .. file .. ".said")
  end
  if not chromium then return end
  local browser = "chromium --headless=new --no-sandbox --use-angle=swiftshader "
    .. "--enable-unsafe-swiftshader --virtual-time-budget=20000 --user-data-dir=%s.profile "
    .. "--dump-dom file://%s 2>/dev/null"
  local pipe = assert(io.popen(browser:format(file, file)))
  local text = pipe:read "*a"
  pipe:close()
  local far = tonumber(text:match "largest difference from the run is (%d[%d.]*e[+-]%d+)")
  t.ok(far and far < 1e-9, name .. " in the browser: "
    .. (text:match '<p class="note" id="again"[^>]*>(.-)</p>' or "no answer"))
end

return toys
