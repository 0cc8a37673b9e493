-- phrase.lua - the description phrase: RY(min,max),TYK(L1),RX(min,max),... read, checked, tabled
--
--   phrase := moves end          moves := move { "," move }  end := ";" | branch { branch } [ ";" ]
--   branch := "{" moves end "}"
--   move   := [ name "=" ] (R|T|ROT|TRANS)(X|Y|Z) [ "(" limit "," limit ")" ]
--                                                               a joint; without limits: none
--           | (R|T|ROT|TRANS)(X|Y|Z) K "(" value ")"                  a constant of the shape
--
-- The grammar is that of [inria80] 4.1.1; branches, names, comments (-- to the end of the line),
-- expressions and omitted limits are ours. A move is about or along an axis of the frame the moves
-- before it have led to. Joint i is the i-th move that is not constant; body i carries the frame
-- R_i that stands after joint i and before the constants that follow.
local kit = require "liaison.core"._internal
local value = require "liaison.describe.value"
local tokens = require "liaison.describe.phrase_words"

local phrase = { message = tokens.message, remarks = tokens.remarks }

local say, next_token, seen = tokens.say, tokens.next_token, tokens.seen
local symbol, read_value = tokens.symbol, tokens.read_value

local deepest = 100

-- moves -------------------------------------------------------------------------------------------

-- "RX" "TYK" "ROTX" "TRANSZK" -> letter, axis, is it constant; or nil after saying what is wrong
local function move_word(p)
  local w, at = kit.upper(p.token), p.at
  local letter, rest = w:match "^(R)OT(.*)", w:match "^ROT(.*)"
  if not letter then letter, rest = w:match "^(T)RANS(.*)", w:match "^TRANS(.*)" end
  if not letter then letter, rest = w:match "^([RT])(.*)", w:match "^[RT](.*)" end
  if not letter then
    say(p, "E_LETTER", at, "'R' or 'T' expected, got '" .. p.token .. "'", p.token)
    return nil
  end
  local axis, k = rest:match "^([XYZ])(K?)$"
  if not axis then
    local after = at + #w - #rest
    say(p, "E_AXIS", math.min(after, p.stop - 1),
      "axis X, Y or Z expected after '" .. p.token:sub(1, #w - #rest) .. "'", p.token)
    return nil
  end
  return letter, axis, k == "K"
end

-- after an error: go on at the next comma, semicolon or brace outside parentheses
local function recover(p)
  local depth = p.open and 1 or 0
  p.open = nil
  while p.kind ~= "end" do
    local k = p.kind
    if k == ";" or k == "{" or k == "}" then return end
    if k == "," and depth <= 0 then return end
    depth = depth + (k == "(" and 1 or k == ")" and -1 or 0)
    next_token(p)
  end
end

local function close(p)
  if p.kind ~= ")" then
    say(p, "E_PAREN", p.at, "')' expected, got " .. seen(p), p.token)
    return false
  end
  next_token(p)
  p.open = nil
  return true
end

local function read_constant(p, move)
  if p.kind ~= "(" then
    local missing = p.kind == "," or p.kind == ";" or p.kind == "end"
    say(p, missing and "E_VALUE" or "E_PAREN", p.at,
      missing and "a constant move needs its value: ("
      .. (move.letter == "R" and "angle" or "length") .. ")" or "'(' expected, got " .. seen(p),
      p.token)
    p.open = not missing
    return false
  end
  p.open = true
  next_token(p)
  local at
  move.by, at = read_value(p)
  if not move.by then return false end
  move.value_at = at
  if p.kind == "," then
    say(p, "E_KARG", p.at, "one value for a constant move", p.token)
    return false
  end
  return close(p)
end

local function read_limits(p, move)
  if p.kind ~= "(" then
    if p.kind == "," or p.kind == ";" or p.kind == "{" or p.kind == "}" or p.kind == "end" then
      return true
    end
    if p.kind == "word" and kit.upper(p.token):find "^[RT][A-Z]*[XYZ]K?$"
      and not p.text:find("^%s*%)", p.stop) then
      say(p, "E_COMMA", p.at, "',' expected, got " .. seen(p), p.token)
    else
      say(p, "E_PAREN", p.at, "'(' expected, got " .. seen(p), p.token)
      p.open = true
    end
    return false
  end
  p.open = true
  next_token(p)
  local min_at, max_at
  move.min, min_at = read_value(p)
  if not move.min then return false end
  if p.kind == ")" then
    say(p, "E_LIMITS", p.at, "two limits (min,max) expected", p.token)
    return false
  elseif p.kind ~= "," then
    say(p, "E_PAREN", p.at, "',' and a second limit expected, got " .. seen(p), p.token)
    return false
  end
  next_token(p)
  move.max, max_at = read_value(p)
  if not move.max then return false end
  if p.kind == "," then
    say(p, "E_LIMITS", p.at, "two limits (min,max) expected, got a third", p.token)
    return false
  end
  move.value_at = min_at
  local min, max = move.min, move.max
  if type(min) == "number" and type(max) == "number" then
    if min > max then
      say(p, "E_RANGE", min_at, kit.format("min %s is greater than max %s", min, max),
        kit.format("%s", min))
    end
    if min == max then
      say(p, "W_LOCKED", min_at, "this joint cannot move: its range is zero", kit.format("%s", min))
    end
  end
  return close(p) and max_at ~= nil
end

local function read_move(p)
  local move = { at = p.at }
  if p.kind ~= "word" then
    say(p, p.kind == "digitword" and "E_LETTER" or "E_MOVE", p.at,
      "a move expected, got " .. seen(p), p.token)
    return nil
  end
  if p.text:find("^%s*=", p.stop) then
    move.name = symbol(p, p.token, p.at)
    next_token(p)
    next_token(p)
    if p.kind ~= "word" then
      say(p, "E_MOVE", p.at, "a move expected after '" .. move.name .. "='", p.token)
      return nil
    end
  end
  local letter, axis, constant = move_word(p)
  if not letter then return nil end
  move.letter, move.axis, move.constant = letter, axis, constant
  next_token(p)
  if constant and move.name then
    say(p, "E_MOVE", move.at, "a constant has no name: '" .. move.name .. "'", move.name)
    return nil
  end
  local ok
  if constant then ok = read_constant(p, move) else ok = read_limits(p, move) end
  return ok and move or nil
end

-- what the moves mean -----------------------------------------------------------------------------

-- a joint opens a body; a constant lengthens the body it follows
local function take(p, here, move)
  p.rows[#p.rows + 1] = move
  if move.constant then
    move.body = here.body
    here.lead[#here.lead + 1] = move
    if here.own then here.own[#here.own + 1] = move end
    return
  end
  local i = #p.joints + 1
  move.index, move.parent, move.lead, move.own = i, here.body, here.lead, {}
  move.name = move.name or "q" .. i
  if p.named[move.name] then
    say(p, "E_DUP", move.at, "two joints are named '" .. move.name .. "'", move.name)
  end
  p.named[move.name] = move
  p.joints[i] = move
  here.body, here.lead, here.own = i, {}, move.own
end

local function leaf(p, here)
  p.leaves[#p.leaves + 1] = { body = here.body, lead = here.lead }
end

local read_moves

local function read_branches(p, here, depth)
  local first
  while p.kind == "{" do
    local at = p.at
    first = first or at
    next_token(p)
    local lead = {}
    for k, m in ipairs(here.lead) do lead[k] = m end
    if depth >= deepest then
      say(p, "E_BRACE", at, "branches nested more than " .. deepest .. " deep", "{")
      p.stop = #p.text + 1
      next_token(p)
      return
    end
    read_moves(p, { body = here.body, lead = lead }, depth + 1)
    if p.kind == "}" then
      next_token(p)
    else
      say(p, "E_BRACE", at, "'{' is never closed by '}'", "{")
      return
    end
  end
  if p.kind == ";" then next_token(p) end
end

read_moves = function(p, here, depth)
  while true do
    local before = p.at
    local move = read_move(p)
    if move then take(p, here, move) else recover(p) end
    if p.kind == "," then
      next_token(p)
    elseif p.kind == ";" then
      next_token(p)
      return leaf(p, here)
    elseif p.kind == "{" and (move or p.at > before) then
      return read_branches(p, here, depth)
    elseif p.kind == "end" or p.kind == "}" then
      if move and (depth > 0 or p.kind == "end") then
        say(p, "E_NOSEMI", p.at,
          "';' expected at the end" .. (p.kind == "}" and " of a branch" or ""), p.token)
      end
      return leaf(p, here)
    else
      if move then
        say(p, p.kind == ")" and "E_PAREN" or "E_COMMA", p.at,
          p.kind == ")" and "')' without '('" or "',' expected, got " .. seen(p), p.token)
      end
      local at = p.at
      recover(p)
      if p.kind == "," then
        next_token(p)
      elseif p.kind == "{" and p.at == at then
        return read_branches(p, here, depth)
      elseif p.kind == ";" or p.kind == "end" or p.kind == "}" then
        if p.kind == ";" then next_token(p) end
        return leaf(p, here)
      end
    end
  end
end

-- remarks on a phrase that reads well -------------------------------------------------------------

local function each_symbol(field, f)
  if type(field) == "string" then value.each_name(assert(value.parse(field)), f) end
end

local measure = { R = "angle", T = "length" }

-- a symbol that is a limit and a constant of the shape, or an angle here and a length there
local function remark_symbols(p)
  local limit, first, told = {}, {}, {}
  for _, j in ipairs(p.joints) do
    for _, field in ipairs { j.min or 0, j.max or 0 } do
      each_symbol(field, function(s) limit[s] = limit[s] or j end)
    end
  end
  for _, m in ipairs(p.rows) do
    each_symbol(m.constant and m.by or 0, function(s)
      local what = measure[m.letter]
      local before = limit[s] and "a limit of joint " .. limit[s].name or first[s]
        and first[s] ~= what and (first[s] == "angle" and "an angle" or "a length")
      first[s] = first[s] or what
      if not before or told[s] then return end
      told[s] = true
      say(p, "W_SYMBOL", m.value_at or m.at,
        ("'%s' is %s and %s here"):format(s, before, what == "angle" and "an angle" or "a length"),
        s)
    end)
  end
  for _, j in ipairs(p.joints) do
    for _, field in ipairs { j.min or 0, j.max or 0 } do
      each_symbol(field, function(s)
        local other = limit[s]
        if other.letter == j.letter or told[s] then return end
        told[s] = true
        say(p, "W_SYMBOL", j.value_at or j.at,
          ("'%s' is a limit of joint %s, which %s, and of %s, which %s"):format(s, other.name,
          other.letter == "R" and "turns" or "slides",
          j.name, j.letter == "R" and "turns" or "slides"), s)
      end)
    end
  end
end

local unit = { X = { 1, 0, 0 }, Y = { 0, 1, 0 }, Z = { 0, 0, 1 } }

local function turned(v, axis, angle) -- Rot(axis, angle) v
  local c, s = math.cos(angle), math.sin(angle)
  local x, y, z = v[1], v[2], v[3]
  if axis == "X" then return { x, c * y - s * z, s * y + c * z } end
  if axis == "Y" then return { c * x + s * z, y, -s * x + c * z } end
  return { c * x - s * y, s * x + c * y, z }
end

-- +1, -1 where u is the axis or its opposite, 0 else
local function along(u, axis)
  local a = unit[axis]
  local d = u[1] * a[1] + u[2] * a[2] + u[3] * a[3]
  return math.abs(math.abs(d) - 1) < 1e-12 and (d > 0 and 1 or -1) or 0
end

-- u, fixed before the constant move m, told in the frame after it; nil where the angle is open and
-- u is not its axis
local function through(u, m)
  if not u or m.letter == "T" or along(u, m.axis) ~= 0 then return u end
  return type(m.by) == "number" and turned(u, m.axis, -m.by) or nil
end

-- phrasetable.lua merges angles with them
phrase.unit, phrase.along, phrase.through = unit, along, through

-- two sliding joints in a row along one direction add nothing to each other
local function remark_redundant(p)
  for _, j in ipairs(p.joints) do
    local before = p.joints[j.parent]
    if before and j.letter == "T" and before.letter == "T" then
      local u = unit[before.axis]
      for _, m in ipairs(j.lead) do u = through(u, m) end
      if u and along(u, j.axis) ~= 0 then
        say(p, "W_REDUNDANT", j.at,
          "joints " .. before.name .. " and " .. j.name .. " slide in the same direction", j.name)
      end
    end
  end
end

-- read --------------------------------------------------------------------------------------------

local function start(text, options)
  return {
    text = text, stop = 1, report = options.mode == "report", rows = {}, joints = {}, leaves = {},
      named = {},
    errors = {}, warnings = {},
  }
end

local function finish(p)
  if #p.errors > 0 then return nil, p.errors, p.warnings end
  if #p.joints == 0 then say(p, "W_NODOF", 1, "no joint: a rigid structure", "") end
  remark_symbols(p)
  remark_redundant(p)
  return { joints = p.joints, rows = p.rows, leaves = p.leaves, warnings = p.warnings,
    report = p.report, text = p.text }
end

-- text -> what it describes, or nil, errors, warnings.  options.mode = "report" accepts the names
-- of the 1980 printer
--
--   joints[i]  letter R|T, axis, name, min, max, parent (joint before it, 0: the base), lead and
--              own: constant moves between R_parent and the joint, and those that follow it
--              before a branch or the next joint
--   rows       every move in order of writing         leaves  { body, lead }: where the chains end
function phrase.parse(text, options)
  local p = start(text, options or {})
  if not text:find "%S" then
    say(p, "E_EMPTY", 1, "empty phrase", "")
    return nil, p.errors, p.warnings
  end
  next_token(p)
  if p.kind == "end" then
    say(p, "E_EMPTY", 1, "empty phrase", "")
    return nil, p.errors, p.warnings
  end
  read_moves(p, { body = 0, lead = {} }, 0)
  if p.kind == "}" then
    say(p, "E_BRACE", p.at, "'}' without '{'", p.token)
  elseif p.kind ~= "end" then
    say(p, "E_TRAIL", p.at, "text after the end of the phrase: " .. seen(p), p.token)
  end
  return finish(p)
end

-- a phrase as a table: { {R="Y", min=, max=, name=}, {T="Y", K="L1"}, { branch }, { branch } }
-- ---------------------------

local function table_value(p, x, what, where)
  if x == nil then return nil end
  local node, wrong = value.read(x)
  if not node then say(p, "E_VALUE", 1, where .. ": " .. what .. ": " .. wrong, "") return nil end
  return value.field(node)
end

local move_keys = { R = true, T = true, K = true, min = true, max = true, name = true }

local function table_move(p, m, where)
  for key in pairs(m) do
    if key == "parent" or key == "loop" then
      say(p, "E_LOOP", 1,
        where .. ": a phrase has no closed loops: declare a loop separately, as a constraint", key)
      return nil
    elseif not move_keys[key] then
      say(p, "E_MOVE", 1, where .. ": unknown key '" .. tostring(key)
        .. "' (R, T, K, min, max, name)", tostring(key))
      return nil
    end
  end
  local letter = m.R and "R" or m.T and "T"
  if not letter or m.R and m.T then
    say(p, "E_LETTER", 1, where .. ": R or T expected", "")
    return nil
  end
  local axis = kit.upper(tostring(m[letter]))
  if not axis:find "^[XYZ]$" then
    say(p, "E_AXIS", 1, where .. ": axis X, Y or Z expected, got '" .. tostring(m[letter]) .. "'",
      axis)
    return nil
  end
  local move = { at = 1, letter = letter, axis = axis, constant = m.K ~= nil, name = m.name }
  move.by = table_value(p, m.K, "K", where)
  move.min, move.max = table_value(p, m.min, "min", where), table_value(p, m.max, "max", where)
  if type(move.min) == "number" and type(move.max) == "number" and move.min > move.max then
    say(p, "E_RANGE", 1, where .. ": min " .. move.min .. " is greater than max " .. move.max, "")
  end
  if type(move.min) == "number" and move.min == move.max then
    say(p, "W_LOCKED", 1, where .. ": this joint cannot move: its range is zero", "")
  end
  return (not move.constant or move.by) and move or nil
end

local function table_moves(p, list, here, where, above)
  if above[list] then
    say(p, "E_LOOP", 1,
      where .. ": a table that is its own branch: closed loops are declared separately", "")
    return
  end
  above[list] = true
  local branches = false
  for i, m in ipairs(list) do
    local at = where .. "[" .. i .. "]"
    if type(m) ~= "table" then
      say(p, "E_MOVE", 1, at .. ": a move {R = \"X\"} expected, got " .. type(m), "")
    elseif type(m[1]) == "table" then
      branches = true
      local lead = {}
      for k, c in ipairs(here.lead) do lead[k] = c end
      table_moves(p, m, { body = here.body, lead = lead }, at, above)
    elseif branches then
      say(p, "E_BRACE", 1, at .. ": a move after a branch", "")
    else
      local move = table_move(p, m, at)
      if move then take(p, here, move) end
    end
  end
  above[list] = nil
  if not branches then leaf(p, here) end
end

function phrase.parse_table(list, options)
  local p = start("", options or {})
  if #list == 0 then say(p, "E_EMPTY", 1, "empty phrase", "") end
  table_moves(p, list, { body = 0, lead = {} }, "phrase", {})
  return finish(p)
end

-- the description ---------------------------------------------------------------------------------

local function moves_of(list)
  local out = {}
  for k, m in ipairs(list) do out[k] = { m.letter .. kit.lower(m.axis), m.by } end
  return out[1] and out or nil
end

-- masses[i] = { mass =, com =, inertia =, about = }; M, d, I are what the report calls them; {} is
-- a body without mass
local mass_keys = { mass = "mass", com = "com", inertia = "inertia", about = "about", M = "mass",
  d = "com", I = "inertia",
  rotor = "rotor", gear = "gear", damping = "damping", friction = "friction",
    stiffness = "stiffness", rest = "rest" }

local function with_masses(bodies, masses, raise)
  local names = {}
  for i, b in ipairs(bodies) do names[b.name] = i end
  for key, given in pairs(masses) do
    local b = bodies[names[key] or key]
    if not b then
      raise(("E_BODY: masses[%s]: the phrase has %d %s"):format(tostring(key), #bodies,
        #bodies == 1 and "body" or "bodies"))
    end
    if type(given) ~= "table" then
      raise(("masses[%s]: a table expected, got %s"):format(tostring(key), type(given)))
    end
    if next(given) == nil then b.mass, b.inertia = 0, 0 end
    for k, v in pairs(given) do
      if not mass_keys[k] then
        raise(("masses[%s]: unknown key '%s' (mass, com, inertia, about, rotor, gear, "
          .. "damping, friction, stiffness, rest)"):format(tostring(key), tostring(k)))
      end
      b[mass_keys[k]] = v
    end
  end
end

-- what phrase.parse returned -> the table li.robot reads.  options: name, gravity, masses
function phrase.describe(p, options, raise)
  local d = { name = options.name, gravity = options.gravity, bodies = {}, frames = {},
    convention = "description phrase: every move about or along an axis of the frame before "
      .. "it; body i carries the frame behind joint i" }
  for i, j in ipairs(p.joints) do
    d.bodies[i] = {
      name = "body" .. i, where = "body" .. i,
        parent = j.parent == 0 and "world" or "body" .. j.parent,
      joint = j.letter == "R" and "revolute" or "prismatic", axis = kit.lower(j.axis), q = j.name,
      limits = (j.min or j.max) and { min = j.min, max = j.max } or nil, place = moves_of(j.lead),
    }
  end
  if options.masses then with_masses(d.bodies, options.masses, raise) end
  for i, l in ipairs(p.leaves) do
    d.frames[i] = { name = #p.leaves == 1 and "tip" or "tip" .. i, where = "tip",
      body = l.body == 0 and "world" or "body" .. l.body,
      place = moves_of(l.lead) }
  end
  d.tip = d.frames[1] and d.frames[1].name
  return d
end

return phrase
