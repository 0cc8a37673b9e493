-- bench_pages.lua - how long a page takes to be made, of every robot that is shipped, and how large
-- it is (make bench)
local li = require "liaison"

local who = "from " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""

-- milliseconds of the processor, the least of three; the first makes the scripts too
local function bench(name)
  local row = ("%s: a page (ms)"):format(name)
  if not ("pages: " .. row):find(only, 1, true) then return end
  local robot, best, size = li.robots[name](), math.huge, 0
  for _ = 1, 3 do
    local began = os.clock()
    size = #robot:html()
    best = math.min(best, 1e3 * (os.clock() - began))
  end
  print(("pages,%s,%s,%.2f,%.2f"):format(row, who, best, best))
  print(("pages,%s: a page (kB),%s,%.2f,%.2f"):format(name, who, size / 1e3, size / 1e3))
end

for _, name in ipairs(li.robots.names()) do bench(name) end
