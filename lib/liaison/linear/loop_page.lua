-- loop_page.lua - a page of a control loop: sliders for its gains beside bode, nyquist, the step of
-- the closed loop and its poles
local li = require "liaison.core"
local check = require "liaison.base.check"
local forms = require "liaison.linear.forms"
local frequency = require "liaison.linear.frequency"
local responses = require "liaison.linear.responses"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local STYLE = [==[
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2430; --soft: #647084; --line: #d9dee6;
  --mark: #0072b2; --bad: #c0392b; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e4e9f0; --soft: #94a1b5;
  --line: #313a48; --mark: #56b4e9; --bad: #ff8a7a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; }
header { padding: 9px 16px; border-bottom: 1px solid var(--line); }
h1 { font-size: 17px; margin: 0 0 2px; } pre { margin: 4px 0; color: var(--soft); }
#controls { display: flex; flex-wrap: wrap; gap: 8px 24px; padding: 10px 16px;
  border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--paper); }
#sliders { display: flex; flex-wrap: wrap; gap: 8px 20px; }
#sliders label { display: flex; gap: 8px; align-items: center; }
#sliders input[type=range] { width: 150px; } #sliders input[type=number] { width: 84px; }
#told { font-weight: 600; } #told.bad { color: var(--bad); } #gains { color: var(--soft); }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 8px 16px;
  padding: 10px 16px; max-width: 1500px; }
h2 { font-size: 13px; margin: 4px 0; color: var(--soft); font-weight: 600; }
svg { width: 100%; height: auto; } svg text { font-size: 11px; fill: var(--soft); }
svg path { fill: none; } .grid { stroke: var(--line); } .frame { stroke: var(--soft); }
.line { stroke: var(--mark); stroke-width: 1.8; } .mirror { stroke: var(--mark); stroke-width: 1;
  stroke-dasharray: 4 3; opacity: .6; } .mark { stroke: var(--soft); stroke-dasharray: 4 4; }
.pole { stroke: #d55e00; stroke-width: 1.8; fill: none; } .zero { stroke: #009e73; fill: none;
  stroke-width: 1.8; }
]==]

local BODY = [==[
<header><h1>%s</h1><pre>%s</pre></header>
<div id="controls"><div id="sliders"></div>
<div><div id="told"></div><div id="gains"></div></div></div>
<main>
<div><h2>open loop</h2><div id="gain"></div><div id="phase"></div></div>
<div><h2>closed loop, a step of the reference</h2><div id="step"></div></div>
<div><h2>nyquist</h2><div id="nyquist"></div></div>
<div id="polesbox"><h2>poles and zeros of the closed loop</h2><div id="poles"></div></div>
</main>
]==]

local function escape(s)
  return (s:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function json(x)
  if type(x) == "number" then return kit.number(x, 17) end
  if type(x) == "string" then
    return '"' .. x:gsub('[%c"\\<]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
  end
  if x == false then return "false" end
  local out = {}
  if #x > 0 or next(x) == nil then
    for k, y in ipairs(x) do out[k] = json(y) end
    return "[" .. table.concat(out, ",") .. "]"
  end
  local keys = {}
  for key in pairs(x) do keys[#keys + 1] = key end
  kit.sort(keys)
  for k, key in ipairs(keys) do out[k] = json(key) .. ":" .. json(x[key]) end
  return "{" .. table.concat(out, ",") .. "}"
end

local GAINS = { { "kp", "proportional gain" }, { "ki", "integral gain (1/s)" },
  { "kd", "derivative gain (s)" }, { "tf", "filter of the derivative (s)" } }

-- where a slider that starts at 0 goes from: gains of the size of 1/plant, times of its poles
local function scales(g, w)
  local middle = math.sqrt(w[1] * w[2])
  local at = kit.linear.at_frequency(g, middle)[1][1]
  local size = math.sqrt(at.re ^ 2 + at.im ^ 2)
  local gain = size > 0 and size < math.huge and 1 / size or 1
  return { kp = gain, ki = gain * middle, kd = gain / middle, tf = 0.1 / middle }
end

local schema = { file = "path?", title = "str?", controller = "any?", kp = { "num?", min = 0 },
  ki = { "num?", min = 0 }, kd = { "num?", min = 0 }, tf = { "num?", min = 0 }, t = "num?" }

local function page(s, options)
  local o = check.fields(options or {}, "page", schema)
  frequency.single(s, "page")
  local g = transfer.of(s)
  local c = o.controller and transfer.of(o.controller, "controller") or transfer.of(1)
  systems.meet({ g, o.controller and c or g }, "controller")
  local list = frequency.grid(g, nil, 2)
  local w = { list[1], list[#list] }
  local start, sliders = scales(g, w), {}
  for k, row in ipairs(GAINS) do
    local name = row[1]
    local value = o[name] or name == "kp" and 1 or name == "tf" and o.kd and start.tf or 0
    sliders[k] = { name = name, text = row[2], start = value, scale = start[name] }
  end
  local times = responses.times(forms.without_delay(g), o.t)
  local data = { num = g.num[1][1], den = g.den[1][1], dt = g.dt, w = w, sliders = sliders,
    delay = g.delay and g.delay[1][1] or 0,
    controller = { num = c.num[1][1], den = c.den[1][1] } }
  data["end"] = times[#times]
  local title = o.title or "Loop of " .. g.inputs[1] .. " to " .. g.outputs[1]
  local html = table.concat { "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">",
    "<meta name=\"viewport\" content=\"width=device-width\"><title>", escape(title),
    "</title><style>", STYLE, "</style></head><body>",
    BODY:format(escape(title):gsub("%%", "%%%%"), (escape(tostring(g)))),
    "<script>\nconst DATA = ", json(data), ";\n", require "liaison.linear.loop_script",
    "</script></body></html>\n" }
  return check.give(html, o.file)
end

systems.define {
  { "page([options: table]) -> any",
    "A page (no network) of the loop with a PID controller and sliders for its gains: bode, "
      .. "nyquist, the step of the closed loop, its poles; {file = path, kp =, ki =, kd =, tf =, "
      .. "controller = a system in series, title, t}. Without file: its text.",
    "#li.tf({1}, {1, 1}):page() > 5000 --> true", page },
}

return { page = page }
