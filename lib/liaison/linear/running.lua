-- running.lua - linear systems as blocks, that li.simulate runs beside a model and that are written
-- out as C
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local kit = li._internal

-- entries as values by name (they become sliders and fields of a struct), up to so many
local MOST_NAMED = 100

local schema = { dt = "num?", method = "str?", from = "table?", to = "any?", at = "table?",
  rest = "table?", limits = "table?", name = "str?", delay = { "num?", min = 0 },
    offset = { "num?", min = 0 },
  jitter = { "num?", min = 0 }, seed = "num?", values = "bool?", turns = "table?" }

local function is_plain(name) return name:find "^[%a_][%w_]*'*$" ~= nil and name ~= "t"
  and name ~= "dt" end

-- names of expressions for signals: their own where they are such
local function symbols(names, letter, taken)
  local out = {}
  for k, name in ipairs(names) do
    local symbol = is_plain(name) and not taken[name] and name or letter .. ("%d"):format(k)
    while taken[symbol] do symbol = symbol .. "_" end
    taken[symbol] = true
    out[k] = symbol
  end
  return out
end

local function written(x) return "(" .. kit.number(x, 17) .. ")" end

-- sum of M[row][k] names[k] onto terms
local function add_terms(terms, M, row, names, letter, values)
  for k, name in ipairs(names) do
    local c = M and M[row][k] or 0
    if c ~= 0 then
      local factor = written(c)
      if values then
        factor = ("%s%d_%d"):format(letter, row, k)
        values[factor] = c
      end
      terms[#terms + 1] = factor .. "*" .. name
    end
  end
end

-- what an input is beyond the point it is told about
local function deviations(symbols_of, names, at, lines)
  local out = {}
  for k, symbol in ipairs(symbols_of) do
    local x = at and at[names[k]] or 0
    out[k] = symbol
    if x ~= 0 then
      out[k] = "deviation" .. ("%d"):format(k)
      lines[#lines + 1] = { out[k], ("%s - %s"):format(symbol, written(x)) }
    end
  end
  return out
end

-- small angles of a free body from its quaternion, which is what is measured: twice the vector of
-- q0* q, the shorter way round. q0* q = (w0 w + v0.v, w0 v - w v0 - v0 x v)
local function add_turns(spec, turns, signal)
  for k, turn in ipairs(turns or {}) do
    local any = false
    for _, name in ipairs(turn.names) do any = any or signal[name] end
    if any then
      local q, n = {}, ("%d"):format(k)
      for i, letter in ipairs { "w", "x", "y", "z" } do
        q[i] = "turn" .. letter .. n
        spec.inputs[q[i]] = turn.quaternion[i]
      end
      local a = {}
      for i = 1, 4 do a[i] = written(turn.at[i]) end
      local side = "side" .. n
      spec.lines[#spec.lines + 1] = { side, ("piecewise(%s*%s + %s*%s + %s*%s + %s*%s < 0, -2, 2)")
        :format(a[1], q[1], a[2], q[2], a[3], q[3], a[4], q[4]) }
      for i, name in ipairs(turn.names) do
        local y, z = i % 3 + 2, (i + 1) % 3 + 2
        if signal[name] then
          spec.lines[#spec.lines + 1] = { signal[name],
            ("%s*(%s*%s - %s*%s - %s*%s + %s*%s)"):format(side, a[1], q[i + 1], a[i + 1], q[1],
              a[y], q[z], a[z], q[y]) }
        end
      end
    end
  end
end

-- which small angles are asked for, by name: their symbols
local function angles_among(turns, names, symbols_of)
  local out = {}
  for _, turn in ipairs(turns or {}) do
    for _, angle in ipairs(turn.names) do
      for k, name in ipairs(names) do if name == angle then out[name] = symbols_of[k] end end
    end
  end
  return out
end

local function sampled(s, o)
  local dt = systems.time_of(o.dt, "dt")
  if not s.A then return s, dt or s.dt or 0 end
  if s.dt then
    if dt and math.abs(dt - s.dt) > 1e-12 * dt then
      check.fail("dt", "the system is sampled every %s s: :resample(dt)", kit.number(s.dt))
    end
    return s, s.dt
  end
  if not dt then
    check.fail("dt", "expected how often it is asked, in s: the system is continuous")
  end
  local d, why = s:c2d(dt, o.method or "tustin")
  if not d then check.fail("dt", "%s", why) end
  return d, dt
end

local function targets(s, to)
  if to == nil then return nil end
  if type(to) == "string" then
    if #s.outputs ~= 1 then
      check.fail("to", "expected {%s = \"..\"}, of %d outputs", s.outputs[1], #s.outputs)
    end
    return { [s.outputs[1]] = to }
  end
  return to
end

local function block(given, options)
  local o = check.fields(options or {}, "options", schema)
  local s = statespace.of(given)
  if s.delay then s = statespace.of((s.dt and s or s:c2d(o.dt, "zoh")):undelayed()) end
  local dt
  s, dt = sampled(s, o)
  local n, p = #s.states, #s.outputs
  local values = (n + p) * (n + #s.inputs) <= MOST_NAMED and o.values ~= false and {} or nil
  local taken = {}
  local ins = symbols(s.inputs, "in", taken)
  local outs = symbols(s.outputs, "out", taken)
  local states = symbols(systems.numbered("x", n, true), "x", taken)
  local spec = { name = o.name or "linear", inputs = {}, outputs = {}, states = {}, next = {},
    lines = {}, values = values, limits = o.limits and {}, dt = dt > 0 and dt or 0,
    delay = o.delay, offset = o.offset, jitter = o.jitter, seed = o.seed, to = {} }
  local angle = angles_among(o.turns, s.inputs, ins)
  for k, symbol in ipairs(ins) do
    local name = s.inputs[k]
    if not angle[name] then spec.inputs[symbol] = o.from and o.from[name] or name end
  end
  add_turns(spec, o.turns, angle)
  local u = deviations(ins, s.inputs, o.at, spec.lines)
  local to = targets(s, o.to)
  for i, symbol in ipairs(outs) do
    local terms, name = {}, s.outputs[i]
    local rest = o.rest and o.rest[name] or 0
    if rest ~= 0 then terms[1] = written(rest) end
    add_terms(terms, s.C, i, states, "c", values)
    add_terms(terms, s.D, i, u, "d", values)
    spec.outputs[i] = { symbol, #terms > 0 and table.concat(terms, " + ") or "0" }
    spec.to[symbol] = to and to[name] or nil
    if not to and symbol ~= name then spec.to[symbol] = name end
    if o.limits and o.limits[name] then spec.limits[symbol] = o.limits[name] end
  end
  for i, symbol in ipairs(states) do
    local terms = {}
    add_terms(terms, s.A, i, states, "a", values)
    add_terms(terms, s.B, i, u, "b", values)
    spec.states[symbol] = 0
    spec.next[symbol] = #terms > 0 and table.concat(terms, " + ") or "0"
  end
  return blocks.make(spec)
end

systems.define {
  { "block([options: table]) -> block",
    "As a program for li.simulate{controllers = ..}: inputs are signals of their names, outputs go "
      .. "to inputs or coordinates of theirs; options: dt (of what is continuous, by method "
      .. "'tustin'), from and to (other names, {y = \"q1\"}), at (numbers of inputs by name, from "
      .. "which it counts), rest (of outputs, to which it adds), limits, delay, offset, jitter, "
      .. "name.",
    "return li.tf({1}, {1, 1}):block{dt = 2}:step{1} --> [0.5], [1]", block },
}

return { block = block }
