-- dh_rows.lua - the rows of the Denavit-Hartenberg table that a model was described by, from its
-- joints: standard, modified, Khalil and Kleinfinger
local check = require "liaison.base.check"

local rows = {}

-- the sum of a number or text and another one, as text where one is
local function sum(a, b)
  if type(a) == "number" and type(b) == "number" then return a + b end
  if a == 0 then return b end
  if b == 0 then return a end
  local text = tostring(b)
  if text:sub(1, 1) == "-" then return ("%s - %s"):format(a, text:sub(2)) end
  return ("%s + %s"):format(a, text)
end
rows.sum = sum

-- moves { {"Tx", 0.3}, .. } read in the order of these words, each at most once; false where
-- another one stands there
local function read(moves, words, into)
  local at = 1
  for _, word in ipairs(words) do
    local m = moves[at]
    into[word.key] = into[word.key] or 0
    if m and m[1] == word[1] then
      into[word.key] = sum(into[word.key], m[2])
      at = at + 1
    end
  end
  return moves[at] == nil
end

local function word(letter, key) return { letter, key = key } end

-- what stands before and behind the motion in a row of each convention (as dhtable.lua writes it)
local ORDER = {
  standard = { { word("Rz", "turn"), word("Tz", "slide") },
    { word("Tz", "d"), word("Tx", "a"), word("Rx", "alpha") } },
  modified = { { word("Rx", "alpha"), word("Tx", "a"), word("Rz", "turn"), word("Tz", "slide") },
    { word("Tz", "d") } },
  khalil = { { word("Rz", "gamma"), word("Tz", "b"), word("Rx", "alpha"), word("Tx", "a"),
    word("Rz", "turn"), word("Tz", "slide") }, { word("Tz", "d") } },
}

-- a khalil row without gamma: its one Rz may be the turn of the joint
local function khalil_turn(list, before)
  local own = list.Rx or list.Tx or list.Tz
  if own then return end
  before.turn, before.gamma = sum(before.turn, before.gamma), 0
end

local LETTER = { revolute = "R", prismatic = "P", fixed = "F" }

local function row_of(convention, b)
  local order, x, place, has = ORDER[convention], {}, {}, {}
  local base
  for _, m in ipairs(b.place or {}) do
    if m[1] == "frame" then base = m[2]
    else
      place[#place + 1] = m
      has[m[1]] = true
    end
  end
  local ok = read(place, order[1], x) and read(b.after or {}, order[2], x)
  if convention == "khalil" then khalil_turn(has, x) end
  local kind = LETTER[b.joint]
  if not ok or not kind then return nil end
  local r = { name = b.name, kind = kind, q = b.q, a = x.a, alpha = x.alpha, gamma = x.gamma or 0,
    b = x.b or 0, theta = x.turn, d = sum(x.slide, x.d), base = base, parent = b.parent,
    shown = b.q and (b.home or 0) or nil, reads = b.reads, reads_at = b.reads_at }
  if kind == "R" then r.theta = sum(b.q, r.theta) end
  if kind == "P" then r.d = sum(b.q, r.d) end
  return r
end

-- rows, convention ("standard", "modified", "khalil"); raises where the model is of no table
function rows.of(model)
  local desc = model:description()
  local convention = (desc.convention or ""):match "^(%a+) Denavit%-Hartenberg"
  if not ORDER[convention or ""] then
    check.fail("argument 1", "the model was not described by a table of Denavit and Hartenberg "
      .. "(li.dh): li.dh.fit makes one of axes")
  end
  local out = {}
  for i, b in ipairs(desc.bodies) do
    out[i] = row_of(convention, b)
    if not out[i] then
      check.fail("argument 1", "body '%s' is no row of a table: it was added later", b.name)
    end
  end
  return out, convention
end

return rows
