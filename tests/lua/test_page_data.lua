-- test_page_data.lua - what a living page carries, read back: the rows it keeps, the span of its
-- sliders, its headline
local t = require "t"
local li = require "liaison"

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function from_base64(text)
  local out, bits, n = {}, 0, 0
  for c in text:gmatch "[%w+/]" do
    bits, n = bits * 64 + LETTERS:find(c, 1, true) - 1, n + 6
    if n >= 8 then
      local low = 2 ^ (n - 8)
      out[#out + 1] = string.char(math.floor(bits / low))
      bits, n = bits % low, n - 8
    end
  end
  return table.concat(out)
end

-- an IEEE double, the low byte first
local function double(s, at)
  local b = { s:byte(at, at + 7) }
  local mantissa = b[7] % 16
  for k = 6, 1, -1 do mantissa = mantissa * 256 + b[k] end
  local exponent = b[8] % 128 * 16 + math.floor(b[7] / 16)
  local x = exponent == 0 and mantissa * 2 ^ -1074
    or (1 + mantissa * 2 ^ -52) * 2 ^ (exponent - 1023)
  return b[8] >= 128 and -x or x
end

-- rows of doubles, so many to each
local function rows_of(page, width)
  local bytes, rows = from_base64(page:match '"rows":"([^"]*)"'), {}
  t.eq(#bytes % (8 * width), 0)
  for r = 1, #bytes / (8 * width) do
    rows[r] = {}
    for k = 1, width do rows[r][k] = double(bytes, 8 * ((r - 1) * width + k - 1) + 1) end
  end
  return rows
end

t.test("the rows of a page are rows of the run: evenly spaced, the first and the last among them",
  function()
  local arm = li.planar { 1, 0.8 }
  for _, n in ipairs { 1, 2, 40, 2063, 3000, 4125 } do
    local run = li.simulate { arm, q = { 1, 0.5 }, t = (n - 1) / 1024 + (n == 1 and 1e-9 or 0),
      dt = n == 1 and 1 or 1 / 1024, method = "rk4", h = 1 / 256 }
    local columns = { run.t, run.q1, run.q2, run["q1'"], run["q2'"] }
    local page = run:html()
    local kept = rows_of(page, #columns)
    t.eq(page:match '"total":(%d+)', ("%d"):format(#run))
    t.ok(#kept <= 2063 and (#run > 2062 or #kept == #run), #kept .. " of " .. #run)
    local stride = #kept == 1 and 1 or math.ceil((#run - 1) / (#kept - 1))
    for k, row in ipairs(kept) do
      local i = k == #kept and #run or 1 + (k - 1) * stride
      for c, x in ipairs(columns) do t.ok(row[c] == x[i], c) end
    end
    t.eq(page:find("rows in this page", 1, true) ~= nil, #kept < #run)
  end
end)

t.test("a slider reaches as far as the limits are apart, half a turn to each side where there "
  .. "are none", function()
  local m = li.robot { bodies = {
    { name = "a", joint = "revolute", limits = { -2, 3 }, mass = 1, inertia = { 1, 1, 1 } },
    { name = "b", joint = "prismatic", limits = { -0.5, 0.75 }, mass = 1, inertia = { 1, 1, 1 } },
    { name = "c", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
  } }
  local page = m:simulate(0.01, { 0, 0.25, 0 }):html()
  local got = {}
  for x in page:match '"spans":%[([^%]]*)%]':gmatch "[^,]+" do got[#got + 1] = tonumber(x) end
  t.near(got, { 2.5, 0.625, math.pi }, 1e-15)
  -- a model alone: from limit to limit, or half a turn from home
  local joints = {}
  for high, low, name in m:html():gmatch '"max":([^,}]*),"min":([^,}]*),"name":"([^"]*)"' do
    joints[name] = { tonumber(low), tonumber(high) }
  end
  t.near(joints.q1, { -2, 3 })
  t.near(joints.q2, { -0.5, 0.75 })
  t.near(joints.q3, { -math.pi, math.pi }, 1e-15)
end)

t.test("a joint told by one move goes with the page as what it is, its moves that stay before "
  .. "and after it", function()
  local function joints(joint)
    local list = {}
    for kind in li.robot { bodies = { { name = "a", joint = joint, mass = 1,
      inertia = { 1, 1, 1 } } } }:html():gmatch '"joint":"([^"]*)"' do
      list[#list + 1] = kind
    end
    return table.concat(list, " ")
  end
  for joint, kind in pairs { Rz = "revolute", Tx = "prismatic", ["Tx Ty"] = "moves",
    ["Rx Ry Rz"] = "moves", revolute = "revolute", fixed = "fixed" } do
    t.eq(joints(joint), kind, joint)
  end
  t.eq(joints { kind = "moves", moves = { { "Rx", 0.4 }, "Ry", { "Tz", 1 } } }, "revolute")
end)

t.test("the headline counts bodies and coordinates, one and many", function()
  for n = 1, 3 do
    local links = {}
    for k = 1, n do links[k] = 1 end
    local head = li.planar(links):html():match "<header>(.-)</header>"
    local function said(what, many)
      return ("<span>%d %s</span>"):format(n, n == 1 and what or many)
    end
    t.ok(head:find(said("body", "bodies"), 1, true)
      and head:find(said("coordinate", "coordinates"), 1, true), head)
  end
end)

t.done()
