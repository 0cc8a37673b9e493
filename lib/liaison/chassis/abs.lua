-- abs.lua - brakes that do not lock: the torque of each wheel is let go and applied again about a
-- wanted slip
--
--   s = (v - r w)/max(v, 1),   p' = rate sat((slip - s - lead s')/width) p_most,  0 <= p <= wish
--
-- sat: between -release and 1. v: told, or seen by the wheels: the fastest of them, falling no
-- faster than `least`.
local check = require "liaison.base.check"

-- the speed as the wheels tell it
local function seen_speed(b, o, number)
  local fastest = "0"
  for _, w in ipairs(o.wheels) do fastest = ("max(%s, radius*spin_%s')"):format(fastest, w) end
  b.lines[#b.lines + 1] = { "v", ("max(%s, kept - %s*dt)"):format(fastest, number(o.least)) }
  b.states.kept, b.next.kept = 0, "v"
end

-- what is asked of a wheel: by another controller, or its share of the pedal
local function add_wishes(b, o, number)
  if not o.wish then b.asks[#b.asks + 1] = "brake_wish" end
  for _, w in ipairs(o.wheels) do
    if o.wish then
      b.asks[#b.asks + 1] = "wish_" .. w
      b.from["wish_" .. w] = o.wish .. ".brake_" .. w
    else
      local share = w:sub(1, 1) == "f" and o.bias or 1 - o.bias
      b.lines[#b.lines + 1] = { "wish_" .. w, number(share / 2) .. "*brake_wish" }
    end
  end
end

-- near standstill it leaves the brakes alone
local function add_wheel(b, o, number, w)
  local function line(name, text) b.lines[#b.lines + 1] = { name .. "_" .. w, text } end
  line("s", ("(v - radius*spin_%s')/max(v, 1)"):format(w))
  line("faster", ("(s_%s - s_before_%s)/dt"):format(w, w))
  line("push", ("max(%s, min(1, (slip - s_%s - %s*faster_%s)/%s))"):format(
    number(-o.release), w, number(o.lead), w, number(o.width)))
  line("p", ("max(0, min(min(torque, wish_%s), held_%s + %s*torque*dt*push_%s))"):format(w, w,
    number(o.rate), w))
  line("given", ("piecewise(v < off, min(torque, wish_%s), p_%s)"):format(w, w))
  b.outputs[#b.outputs + 1] = { "brake_" .. w, "given_" .. w }
  b.states["held_" .. w], b.next["held_" .. w] = 0, "p_" .. w
  b.states["s_before_" .. w], b.next["s_before_" .. w] = 0, "s_" .. w
end

return {
  name = "abs",
  text = "brakes that do not lock: wheels, radius, torque (N m of each at most), slip",
  fields = { wheels = function(x, path)
      return check.words(x or "fl fr rl rr", path, "\"fl fr rl rr\"")
    end, radius = { "num", above = 0 }, torque = { "num", above = 0 },
    slip = { "num", above = 0, default = 0.1 }, width = { "num", above = 0, default = 0.05 },
    rate = { "num", above = 0, default = 8 }, release = { "num", above = 0, default = 4 },
    lead = { "num", min = 0, default = 0.02 }, off = { "num", min = 0, default = 1 },
    see = "wheels|speed?", least = { "num", above = 0, default = 10 }, wish = "str?",
    bias = { "num", min = 0, max = 1, default = 0.6 } },
  make = function(o, number)
    local b = { asks = {}, from = {}, lines = {}, states = {}, next = {}, outputs = {},
      values = { radius = o.radius, slip = o.slip, torque = o.torque, off = o.off } }
    for _, w in ipairs(o.wheels) do b.asks[#b.asks + 1] = "spin_" .. w .. "'" end
    if o.see == "speed" then
      b.asks[#b.asks + 1] = "speed"
      b.lines[1] = { "v", "speed" }
    else
      seen_speed(b, o, number)
    end
    add_wishes(b, o, number)
    for _, w in ipairs(o.wheels) do add_wheel(b, o, number, w) end
    return b
  end,
}
