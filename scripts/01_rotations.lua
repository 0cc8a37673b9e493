-- 01_rotations.lua - rotations in every dress, and the traps: order, gimbal lock, half turns, signs
--                                                                                [course] chapter 3
local li = require "liaison"
local proof = require "liaison.app.expect"
local deg, rot = li.deg, li.rot

proof.title("Roll 0.1, pitch 0.2, yaw 0.3 about fixed axes, and the same angles as z-x-z "
  .. "about moving ones")
local R = rot.rpy(0.1, 0.2, 0.3)
print(R)
proof.near("rows of [course] E3.2", R:matrix()[1],
  { 0.936293363584, -0.275095847318, 0.218350663146 }, 1e-11)
proof.near("rows of [course] E3.3", rot.moving("zxz", 0.1, 0.2, 0.3):matrix()[3],
  { 0.058710801694, 0.189796060979, 0.980066577841 }, 1e-11)
proof.holds("fixed x y z is moving z y x read backwards", R:near(rot.moving("zyx", 0.3, 0.2, 0.1)))

proof.title "Trap 1: the order matters. A quarter turn about x, then z"
local moving, fixed = rot.moving("xzx", 90 * deg, 90 * deg, 0),
  rot.fixed("xzx", 90 * deg, 90 * deg, 0)
proof.near("about moving axes x goes to z", moving * { 1, 0, 0 }, { 0, 0, 1 })
proof.near("about fixed axes x goes to y", fixed * { 1, 0, 0 }, { 0, 1, 0 })

proof.title("Trap 2: the Fanuc reading (180, 90, 0) degrees is gimbal-locked and a half turn "
  .. "at once: [course] E3.4")
local F = rot.rpy(180 * deg, 90 * deg, 0)
proof.near("its matrix", F:matrix(), { { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } })
local roll, pitch, yaw, pole = F:rpy()
print("read back:", roll / deg, pitch / deg, yaw / deg, pole)
proof.holds("the pole is told, and what is given back is the same rotation",
  pole and rot.rpy(roll, pitch, yaw):near(F, 1e-7))
local u, angle = F:axis()
proof.near("half a turn", angle, math.pi)
proof.near("about (1, 0, -1)/sqrt 2, up to its sign", math.abs(u[1] - u[3]), math.sqrt(2))

proof.title "Trap 3: two quaternions, one rotation; two readings of a matrix"
local q = { rot.axis({ 1, 2, 2 }, 0.7):quat() }
proof.near("quaternion of (1, 2, 2)/3, 0.7", q,
  { 0.939372712847, 0.114299269152, 0.228598538304, 0.228598538304 }, 1e-11)
proof.holds("-q is the same rotation",
  rot.quat(-q[1], -q[2], -q[3], -q[4]):near(rot.axis({ 1, 2, 2 }, 0.7)))
local A, s3 = rot.z(60 * deg), math.sqrt(3)
proof.near("E3.1: a fixed point told in the turned frame", A ^ -1 * { 1, 1, 0 },
  { (1 + s3) / 2, (1 - s3) / 2, 0 })
proof.near("E3.1: a point that turns, told in the frame that stays", A * { 1, 1, 0 },
  { (1 - s3) / 2, (1 + s3) / 2, 0 })

proof.title "Best rotation near a noisy matrix"
local noisy = li.mat { { 1.01, -0.02, 0 }, { 0.01, 0.99, 0.03 }, { 0, -0.02, 1.02 } }
local X = rot.nearest(noisy)
proof.holds("R X' is symmetric, as of the polar factor",
  (noisy * X:matrix():transpose()):near((noisy * X:matrix():transpose()):transpose(), 1e-12))

local function read_back(which)
  return function(x) return (select(which, rot.rpy(0.4, x * deg, 1.1):rpy())) end
end
proof.curves("gimbal", { label = { "roll", "yaw" }, xlabel = "pitch (degrees)",
  ylabel = "read back (rad)" }, 80, 100, 80, read_back(1), read_back(3))
proof.model("gimbal", li.robot { name = "z-x-z",
  bodies = { { name = "top", joint = "Rz Rx Rz", q = { "psi", "theta", "phi" },
  shapes = { { "box", size = { 0.5, 0.3, 0.1 } } } } } })
proof.done()
