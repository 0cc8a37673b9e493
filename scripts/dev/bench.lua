-- bench.lua - the table of make bench: ours, how it was when recorded, and every other beside it
--
-- bench.lua rows.csv [recorded.csv]; a line of either is room,row,who,ns,least ns. Ratios are
-- theirs / ours: above 1 we are faster.

local OURS = "liaison"

local function read(path, line_of)
  local f = path and io.open(path)
  if not f then return end
  for line in f:lines() do
    local room, row, who, ns = line:match "^([^,]*),([^,]*),([^,]*),([^,]*)"
    if tonumber(ns) then line_of(room, row, who, tonumber(ns)) end
  end
  f:close()
end

local rows, order, others = {}, {}, {}
read(arg[1], function(room, row, who, ns)
  local key = room .. ": " .. row
  if not rows[key] then
    rows[key] = {}
    order[#order + 1] = key
  end
  rows[key][who] = ns
  if who ~= OURS and not others[who] then
    others[who] = true
    others[#others + 1] = who
  end
end)

local recorded = {}
read(arg[2], function(room, row, who, ns)
  if who == OURS then recorded[room .. ": " .. row] = ns end
end)

local function time(ns)
  if not ns then return "-" end
  if ns >= 1e6 then return ("%.2f ms"):format(ns / 1e6) end
  if ns >= 1e4 then return ("%.1f us"):format(ns / 1e3) end
  return (ns < 100 and "%.2f" or "%.0f"):format(ns)
end

local function beside(ns, ours)
  if not ns then return "-" end
  if not ours then return time(ns) end
  return ("%s (%.2f)"):format(time(ns), ns / ours)
end

local wide = 3
for _, key in ipairs(order) do wide = math.max(wide, #key) end

local line = { ("%-" .. wide .. "s %10s %8s"):format("ns, and (theirs / ours)", "ours",
  "recorded") }
for _, who in ipairs(others) do line[#line + 1] = (" %18s"):format(who) end
print(table.concat(line))
for _, key in ipairs(order) do
  local r = rows[key]
  local ours, was = r[OURS], recorded[key]
  line = { ("%-" .. wide .. "s %10s %8s"):format(key, time(ours),
    ours and was and ("%+.0f %%"):format(100 * (ours / was - 1)) or "-") }
  for _, who in ipairs(others) do line[#line + 1] = (" %18s"):format(beside(r[who], ours)) end
  print(table.concat(line))
end
