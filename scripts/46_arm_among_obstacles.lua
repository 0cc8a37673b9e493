-- 46_arm_among_obstacles.lua - an arm of 7 axes under a shelf and out past a post: the pose of its
-- tool told, a way planned and proved free, made shorter and round, driven as fast as its limits
-- allow                                      [Kuffner, LaValle 2000; Schwarzer, Saha, Latombe 2005]
local li = require "liaison"
local proof = require "liaison.app.expect"

-- ---- the arm with a skin of capsules, a shelf and a post ----------------------------------------

local function capsule(r, length, at, rpy)
  return { kind = "capsule", size = { r, length }, at = at, rpy = rpy, collides = true }
end
local function box(x, y, z, at)
  return { kind = "box", size = { x, y, z }, at = at, collides = true }
end

local SKIN = { link1 = { capsule(0.06, 0.2, { 0, 0, -0.15 }) },
  link2 = { capsule(0.06, 0.12, { 0, 0, 0 }) },
  link3 = { capsule(0.06, 0.14, { 0, 0, -0.12 }) },
  link4 = { capsule(0.06, 0.12, { 0, 0, 0 }) },
  link5 = { capsule(0.055, 0.22, { 0, 0.02, -0.16 }) },
  link6 = { capsule(0.05, 0.06, { 0.04, 0, 0 }) },
  link7 = { capsule(0.045, 0.12, { 0, 0, 0.08 }) } }

local told = li.robots.panda():description()
for _, b in ipairs(told.bodies) do b.shapes = SKIN[b.name] end
for _, b in ipairs {
  { name = "lower_board", shapes = { box(0.4, 0.9, 0.03, { 0.62, -0.1, 0.25 }) } },
  { name = "upper_board", shapes = { box(0.4, 0.9, 0.03, { 0.62, -0.1, 0.75 }) } },
  { name = "post", shapes = { box(0.05, 0.05, 1.1, { 0.42, 0.42, 0.55 }) } },
} do
  b.parent, b.joint = "world", "fixed"
  told.bodies[#told.bodies + 1] = b
end
local arm = li.robot(told)
local world = li.collision(arm, { samples = 300 })
print(world)

-- ---- from between the boards to the other side of the post --------------------------------------

local flat = li.rot.x(math.pi) -- the tool looks down
local under = li.frame(flat * li.rot.y(-math.pi / 2), { 0.42, -0.2, 0.5 })
local inside, info = arm:ik_tasks({ { "pose", body = "flange", goal = under }, { "posture",
  priority = 2 } }, { collision = world, clearance = 0.02, margin = 0.05 })
proof.holds("a configuration between the boards, 2 cm from all", inside ~= nil)
proof.near("its tool stands where it was told", arm:fk(inside, "flange").p, under.p, 1e-7)
proof.holds("nothing is nearer than 2 cm", world:distance(inside) > 0.02 - 1e-6)
print(("  found in %d steps from %d starts"):format(info.iterations, info.starts))

local there = li.frame(flat, { 0.2, 0.6, 0.4 })
local way = assert(li.plan { arm, from = inside, to = { pose = there, body = "flange", count = 4 },
  collision = world, clearance = 0.01, margin = 0.02, seed = 2 })
print(way)
proof.near("it ends at the pose", arm:fk(way:at(1), "flange").p, there.p, 1e-6)
proof.holds("proved free, not sampled", way.info.edges:find "proved" ~= nil)
local least, where = way:clearance(400)
print(("  nearest: %.4f m, %s and %s"):format(least, where.a, where.b))
proof.holds("farther than 1 cm from all, at 401 places", least > 0.01)
proof.holds("shorter than it was found", way.length <= way.info.first_length)

local straight, why = li.plan { arm, from = inside, to = way:at(1), collision = world, samples = 1,
  clearance = 0.01 }
proof.holds("the straight way is not free", straight == nil)
print("  " .. why)

-- ---- driven -------------------------------------------------------------------------------------

proof.title "As fast as speeds and 6 rad/s2 allow, corners round where that is free too"
local motion, corners = way:motion { a = 6, rounding = 0.25 }
print(("  %.3f s; %d corners, %d left sharp"):format(motion.T, #way.points - 2, #corners.sharp))
local nearest = math.huge
for k = 0, 400 do
  nearest = math.min(nearest, (world:distance((motion:at(motion.T * k / 400)))))
end
proof.holds("farther than 1 cm from all, in motion", nearest > 0.01 - 1e-6)
local peak = 0
for _, x in pairs(motion:peaks()) do
  if type(x) == "table" and x.a then peak = math.max(peak, x.a.most) end
end
proof.near("the largest acceleration is the limit", peak, 6, 0.05)
local run = motion:run { rows = 301 }
proof.run("arm_among_obstacles", run)
proof.figure("arm_among_obstacles", run:plot(nil, { "q1", "q2", "q4", "q6" }))
proof.done()
