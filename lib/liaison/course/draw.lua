-- draw.lua - numbers of an exercise, fixed or drawn from a student's number: the same for the same
-- number on every machine
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local draw = {}

local MOST = 2000 -- draws until the condition holds

-- Lehmer's generator, x = 48271 x mod 2^31 - 1: exact in doubles, the same everywhere
-- (Park and Miller, Communications of the ACM 31, 1988)
local M = 2147483647

local function generator(text)
  local x = 1
  for i = 1, #text do x = (x * 131 + text:byte(i) + 7) % M end
  if x == 0 then x = 1 end
  local function next_one()
    x = x * 48271 % M
    return x / M
  end
  for _ = 1, 8 do next_one() end
  return next_one
end

-- a row of the data: { name, value } fixed, { name, from, to, step } drawn, { name, of = list }
function draw.row(row, path)
  if type(row) ~= "table" then
    check.fail(path, "expected {name, value} or {name, from, to, step}, got %s", check.got(row))
  end
  local named = { name = row[1], from = row[2], to = row[3], step = row[4] }
  for key, x in pairs(row) do if type(key) ~= "number" or key > 4 then named[key] = x end end
  local r = check.fields(named, path, { name = "str", from = "num?", to = "num?",
    step = { "num?", above = 0 }, unit = "str?", of = "table?" })
  if not r.of and (not r.from or (r.to == nil) ~= (r.step == nil) or r.to and r.to < r.from) then
    check.fail(path, "expected {name, value}, {name, from, to, step} or {name, of = list}")
  end
  return r
end

local function one(row, random)
  if row.of then return row.of[1 + math.floor(random() * #row.of)] end
  if not row.to then return row.from + 0.0 end
  local n = math.floor((row.to - row.from) / row.step + 1e-9)
  -- as it would be typed: 0.3, not 0.30000000000000004
  return tonumber(kit.format("%.10g", row.from + row.step * math.floor(random() * (n + 1)))) + 0.0
end

-- numbers by name; fails loudly where the condition cannot be kept
function draw.data(rows, student, name, condition)
  local random = generator(name .. "/" .. tostring(student))
  for _ = 1, MOST do
    local d = {}
    for _, row in ipairs(rows) do d[row.name] = one(row, random) end
    if not condition or condition(d) then return d end
  end
  check.fail(name, "no data of %d draws keep the condition for student %s", MOST,
    tostring(student))
end

return draw
