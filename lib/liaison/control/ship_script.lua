-- ship_script.lua - a block as a Lua module and as JavaScript: init, step, test
local li = require "liaison.core"
local c = require "liaison.control.ship_c"

local script = {}

-- ---- what both have -----------------------------------------------------------------------------

local function head(s, mark, called)
  local list = { ("%s %s - %s, %s; made by liaison %s"):format(mark, called, c.plain(s.block.name),
    c.asked(s.block), li.version), mark }
  local function say(text)
    list[#list + 1] = c.wrapped(c.plain(text), mark .. " ", mark .. " ")
  end
  if s.about then say(s.about) end
  say(c.bits(s))
  if s.turns then say "Angles beyond 2^30 go to the library's sine and cosine." end
  say(c.left_out(s.block))
  for _, group in ipairs { { "parameters", s.p }, { "states", s.x }, { "inputs", s.y },
    { "outputs", s.u } } do
    local words = {}
    for k, e in ipairs(group[2]) do
      words[k] = (e.member == e.name and e.member or e.member .. " (" .. e.name .. ")")
        .. (e.unit and " [" .. e.unit .. "]" or "")
        .. (e.limit and " " .. c.limits_text(e.limit) or "")
    end
    if #words > 0 then say(group[1] .. ": " .. table.concat(words, ", ")) end
  end
  return table.concat(list, "\n") .. "\n"
end

-- "kp = 2.0, ki = 5.0"
local function assigned(list, sign)
  local out = {}
  for k, e in ipairs(list) do
    local text = c.digits(e.value)
    if sign == " = " and not text:find "[.e]" then text = text .. ".0" end
    out[k] = e.member .. sign .. text
  end
  return c.wrapped(table.concat(out, ", "), "    ", "    ")
end

local function quoted(list)
  local out = {}
  for k, e in ipairs(list) do out[k] = '"' .. e.member .. '"' end
  return table.concat(out, ", ")
end

local function rows(list, open, close)
  local out = {}
  for r = 1, #list do
    local numbers = {}
    for k = 1, #list[r] do numbers[k] = c.digits(list[r][k]) end
    out[r] = c.wrapped(table.concat(numbers, ", "), "  " .. open .. " ", "    ") .. " " .. close
  end
  return table.concat(out, ",\n")
end

local function calls(s, finish)
  local list = {}
  for k = 1, s.made.parts do
    list[k] = ("  part%d(param, state, t, given, out, next, w)%s\n"):format(k, finish)
  end
  for _, e in ipairs(s.x) do
    list[#list + 1] = ("  state.%s = next.%s%s\n"):format(e.member, e.member, finish)
  end
  return table.concat(list)
end

local function map_of(s, more)
  local out = { name = s.name, dt = c.digits(s.block.dt or 0), inputs = quoted(s.y),
    outputs = quoted(s.u), tolerance = c.digits(s.tolerance) }
  for key, x in pairs(more) do out[key] = x end
  return out
end

-- ---- Lua ----------------------------------------------------------------------------------------

local LUA = [==[

local M = { name = "$name", dt = $dt, inputs = { $inputs }, outputs = { $outputs } }

-- parameters and states as they are at the start
function M.init()
  return {
$param
  }, {
$state
  }
end

-- outputs at t of inputs by name; the states go on to the next time. out: filled where it is given
function M.step(param, state, t, given, out)
  local next, w = {}, {}
  out, t = out or {}, t*1.0
$calls  return out
end

local rows = {
$given
}
local expected = {
$expected
}

-- how many outputs differ from those of the run this was made from
function M.test()
  local wrong = 0
  local param, state = M.init()
  for r = 1, #rows do
    local given = {}
    for k = 1, #M.inputs do given[M.inputs[k]] = rows[r][k] end
    local out = M.step(param, state, (r - 1)*M.dt, given)
    for k = 1, #M.outputs do
      local got, want = out[M.outputs[k]], expected[r][k]
      if not (math.abs(got - want) <= $tolerance*(1 + math.abs(want))) then wrong = wrong + 1 end
    end
  end
  return wrong
end

-- required, it is a module; lua file.lua --test checks it
if ... == "--test" then
  local wrong = M.test()
  print(("$name: %d of %d outputs differ: %s"):format(wrong, #rows*#M.outputs,
    wrong == 0 and "passed" or "FAILED"))
  os.exit(wrong == 0 and 0 or 1)
end
return M
]==]

-- a trace through thousands of operations costs LuaJIT more than it gains
local function untraced(s)
  if s.made.mul + s.made.add < 300 then return "" end
  local list = {}
  for k = 1, s.made.parts do list[k] = ("  jit.off(part%d)\n"):format(k) end
  return "if jit then\n" .. table.concat(list) .. "end\n"
end

function script.lua(s)
  return head(s, "--", s.name .. ".lua") .. "\n" .. s.maths .. s.parts .. untraced(s)
    .. c.fill(LUA, map_of(s, { param = assigned(s.p, " = "), state = assigned(s.x, " = "),
      calls = calls(s, ""), given = rows(s.rows, "{", "}"),
      expected = rows(s.answers, "{", "}") }))
end

-- ---- JavaScript ---------------------------------------------------------------------------------

local JS = [[
const name = "$name", dt = $dt, inputs = [$inputs], outputs = [$outputs];

// parameters and states as they are at the start
function init() {
  return { param: {
$param
  }, state: {
$state
  } };
}

// outputs at t of inputs by name; the states go on to the next time. out: filled where it is given
function step(param, state, t, given, out = {}) {
  const next = {}, w = [];
$calls  return out;
}

const rows = [
$given
];
const expected = [
$expected
];

// how many outputs differ from those of the run this was made from
function test() {
  let wrong = 0;
  const { param, state } = init();
  rows.forEach((row, r) => {
    const given = {};
    inputs.forEach((key, k) => { given[key] = row[k]; });
    const out = step(param, state, r*dt, given);
    outputs.forEach((key, k) => {
      const want = expected[r][k];
      if (!(Math.abs(out[key] - want) <= $tolerance*(1 + Math.abs(want)))) wrong++;
    });
  });
  return wrong;
}
]]

-- form: "module" or "iife"
function script.js(s, form)
  local body = s.maths .. s.parts .. c.fill(JS, map_of(s, { param = assigned(s.p, ": "),
    state = assigned(s.x, ": "), calls = calls(s, ";"), given = rows(s.rows, "[", "]"),
    expected = rows(s.answers, "[", "]") }))
  local list = "{ name, dt, inputs, outputs, init, step, test };\n"
  local top = head(s, "//", s.name .. ".js") .. "\n"
  if form == "module" then return top .. body .. "\nexport " .. list end
  return top .. ("const %s = (() => {\n"):format(s.name) .. body .. "return " .. list .. "})();\n"
end

return script
