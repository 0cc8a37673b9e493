-- rear_steering.lua - rear wheels that turn with the front ones so that a steady turn has no
-- sideslip at the centre of mass [Sano, Furukawa, Shiraishi 1986]
--
--   k(v) = -(b - m a v^2/(Cr L))/(a + m b v^2/(Cf L)),   delta_r = k delta_f
--
-- against the front wheels when slow, with them when fast; 0 at v^2 = b L Cr/(m a).
return {
  name = "rear_steering",
  text = "rear wheels for no sideslip in a steady turn: mass, a, b, front, rear (N/rad), ratio",
  fields = { mass = { "num", above = 0 }, a = { "num", above = 0 }, b = { "num", above = 0 },
    front = { "num", above = 0 }, rear = { "num", above = 0 }, ratio = { "num", default = 1 },
    most = { "num", above = 0, default = 0.09 }, share = { "num", min = 0, default = 1 } },
  make = function(o, number)
    local L = o.a + o.b
    return { asks = { "steer_wish", "speed" }, values = { share = o.share }, lines = {
        { "k", ("-(%s - %s*speed^2)/(%s + %s*speed^2)"):format(number(o.b),
          number(o.mass * o.a / (o.rear * L)), number(o.a), number(o.mass * o.b / (o.front * L))) },
        { "d", ("share*k*steer_wish/%s"):format(number(o.ratio)) } },
      outputs = { { "rear_steer", ("max(-%s, min(%s, d))"):format(number(o.most),
        number(o.most)) } } }
  end,
}
