-- traction.lua - a drive that does not spin its wheels: the torque asked for, but no more than what
-- keeps the fastest driven wheel at a wanted slip
--
--   s = (r w - v)/max(v, 1),   p' = rate sat((slip - s)/width) torque,   drive = min(wish, p)
local check = require "liaison.base.check"

return {
  name = "traction",
  text = "a drive that does not spin its wheels: wheels, radius, torque (N m at most), slip",
  fields = { wheels = function(x, path)
      return check.words(x or "rl rr", path, "\"rl rr\"")
    end, radius = { "num", above = 0 }, torque = { "num", above = 0 },
    slip = { "num", above = 0, default = 0.1 }, width = { "num", above = 0, default = 0.05 },
    rate = { "num", above = 0, default = 4 }, release = { "num", above = 0, default = 4 } },
  make = function(o, number)
    local b = { asks = { "speed", "drive_wish" }, lines = {}, values = { radius = o.radius,
      slip = o.slip, torque = o.torque } }
    local fastest
    for _, w in ipairs(o.wheels) do
      local rate = "spin_" .. w .. "'"
      b.asks[#b.asks + 1] = rate
      fastest = fastest and ("max(%s, %s)"):format(fastest, rate) or rate
    end
    local function line(name, text) b.lines[#b.lines + 1] = { name, text } end
    line("s", ("(radius*%s - speed)/max(speed, 1)"):format(fastest))
    line("push", ("max(%s, min(1, (slip - s)/%s))"):format(number(-o.release), number(o.width)))
    line("p", ("max(0, min(min(torque, drive_wish), held + %s*torque*dt*push))"):format(
      number(o.rate)))
    b.states, b.next = { held = 0 }, { held = "p" }
    b.outputs = { { "drive", "p" } }
    return b
  end,
}
