-- mjcf_names.lua - names of MJCF as names here: bodies and frames share one list, coordinates,
-- inputs and outputs another, whose names are words of expressions
local check = require "liaison.base.check"

local names = {}

function names.new(c) c.names, c.words, c.joints, c.places, c.given = {}, {}, {}, {}, {} end

function names.hint(got, known) return check.hint(got, known) end

-- a name nothing has yet
local function free(taken, name)
  local try, n = name, 1
  while taken[try] do
    n = n + 1
    try = name .. "_" .. n
  end
  taken[try] = true
  return try
end

function names.free(c, name) return free(c.names, name) end

-- names that are others here, in one line
local function told(c, e, what, name, now)
  if now ~= name then
    c.tree:leave(e, ("%s '%s' is '%s'"):format(e.name, name, now), what, "called otherwise here")
  end
end

function names.body(c, e, name)
  if not name then return free(c.names, "body" .. #c.bodies + 1) end
  if name == "world" then c.tree.fail(e, "<body>: 'world' is the world itself") end
  if c.given[name] then c.tree.fail(e, "<body>: the name '%s' is taken", name) end
  c.given[name] = true
  return free(c.names, name)
end

-- the word of a name: letters, digits, _; not a word of expressions
local RESERVED = { t = true, pi = true, e = true, x = true, v = true, i = true, g = true,
  world = true, ["and"] = true, ["or"] = true, ["not"] = true }

local function word(name)
  local w = name:gsub("[^%w_]", "_")
  if w:find "^%d" then w = "q" .. w end
  if w:find "^_" then w = "q" .. w end
  if RESERVED[w] then w = w .. "_" end
  return w
end

-- a word for a coordinate, made of any name
function names.free_word(c, name) return free(c.words, word(name)) end

function names.coordinate(c, j, body)
  if j.name and c.joints[j.name] then
    c.tree.fail(j.e, "<joint>: the name '%s' is taken", j.name)
  end
  local own = j.name or (#body.joints == 1 and body.name
    or body.name .. "_" .. (j.e.name == "joint" and (j.map.type or "hinge") or "joint"))
  local w = free(c.words, word(own))
  if j.name then
    c.joints[j.name] = j
    told(c, j.e, "a coordinate is a word of expressions", j.name, w)
  end
  return w
end

-- the name of one freedom of several
function names.part(c, base, suffix) return free(c.words, base .. "_" .. suffix) end

function names.frame(c, p, body, i)
  local name = p.name or ("%s.%s%d"):format(body.name, p.kind, i)
  local now = free(c.names, name)
  told(c, p.e, "a body or frame has that name", name, now)
  c.places[p.kind .. " " .. name] = p
  return now
end

-- an input or an output: a word that no coordinate has
function names.word(c, e, name, prefix)
  local w = word(name)
  if c.words[w] then w = prefix .. w end
  w = free(c.words, w)
  told(c, e, "inputs and outputs are words of expressions that no coordinate is", name, w)
  return w
end

return names
