-- zoo.lua - li.robots: robots that come with liaison, each with the sources of its numbers
--
-- A row is { name, kind, tip, what it is in one sentence, file }; the file (its own where none is
-- named, else that of its family, which gives the robot under its name) is read when the robot is
-- asked for. It returns what li.load reads, with about beside it:
--
--   about = { source = { .. }, licence = , assumed = { .. }, differs = { .. }, mass = , of = }
--
-- source: publications, data sheets, files with repository and path; licence: of the numbers, where
-- they come from a file; assumed: what no source gives; differs: what a second source says
-- otherwise; mass: kilograms that move, and of: who says so. Only numbers were carried over.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local rows = {
  { "puma560", "arm", "link6", "Unimate Puma 560, standard DH, masses, rotors and gears of Corke "
    .. "and Armstrong-Helouvry." },
  { "panda", "arm", "flange", "Franka Emika Panda, modified DH, inertias of Gaz et al.; the tip "
    .. "is the flange." },
  { "ur5", "arm", "link6", "Universal Robots UR5, standard DH, masses as published, cylinders for "
    .. "the inertias." },
  { "ur3", "arm", "link6", "Universal Robots UR3, standard DH, masses as published, cylinders for "
    .. "the inertias.", "universal" },
  { "ur10", "arm", "link6", "Universal Robots UR10, standard DH, masses and inertias as "
    .. "published.", "universal" },
  { "ur3e", "arm", "link6", "Universal Robots UR3e, standard DH, masses and inertias as "
    .. "published.", "universal" },
  { "ur5e", "arm", "link6", "Universal Robots UR5e, standard DH, masses and inertias as "
    .. "published.", "universal" },
  { "ur10e", "arm", "link6", "Universal Robots UR10e, standard DH, masses as published, cylinders "
    .. "for the inertias.", "universal" },
  { "ur16e", "arm", "link6", "Universal Robots UR16e, standard DH, masses and inertias as "
    .. "published.", "universal" },
  { "iiwa7", "arm", "flange", "KUKA LBR iiwa 7 R800, seven revolute joints, masses as simulators "
    .. "have them.", "lbr" },
  { "iiwa14", "arm", "flange", "KUKA LBR iiwa 14 R820, seven revolute joints, masses as simulators "
    .. "have them.", "lbr" },
  { "lwr4", "arm", "flange", "KUKA LWR 4+, seven revolute joints; the masses are assumed.", "lbr" },
  { "wam", "arm", "link7", "Barrett WAM, seven revolute joints, inertias of its manufacturer." },
  { "irb120", "arm", "link6", "ABB IRB 120, from its data sheet; masses of its drawing.",
    "industrial" },
  { "irb140", "arm", "link6", "ABB IRB 140, from its data sheet; the masses are assumed.",
    "industrial" },
  { "irb1600", "arm", "link6", "ABB IRB 1600-6/1.45, from its data sheet; the masses are assumed.",
    "industrial" },
  { "irb6640", "arm", "link6", "ABB IRB 6640-180/2.55, from its data sheet; the masses are "
    .. "assumed.", "industrial" },
  { "lrmate200id", "arm", "link6", "Fanuc LR Mate 200iD, from its data sheet; the masses are "
    .. "assumed.", "industrial" },
  { "m20ia", "arm", "link6", "Fanuc M-20iA, from its data sheet; the masses are assumed.",
    "industrial" },
  { "kr5", "arm", "link6", "KUKA KR 5 sixx R650, from its data sheet; the masses are assumed.",
    "industrial" },
  { "kr6", "arm", "link6", "KUKA KR 6 R900 sixx, from its data sheet; the masses are assumed.",
    "industrial" },
  { "kr16", "arm", "link6", "KUKA KR 16-2, from its data sheet; the masses are assumed.",
    "industrial" },
  { "kr210", "arm", "link6", "KUKA KR 210 R2700 extra, from its data sheet; the masses are "
    .. "assumed.", "industrial" },
  { "tx60", "arm", "link6", "Staubli TX60, from its data sheet; the masses are assumed.",
    "industrial" },
  { "tx90", "arm", "link6", "Staubli TX90, from its data sheet; the masses are assumed.",
    "industrial" },
  { "stanford", "arm", "link6", "The Stanford arm, standard DH, numbers of Corke's toolbox." },
  { "kr30", "arm", "link6", "KUKA KR30 of the course, standard DH, geometry only; options: "
    .. "variant = 'T'|'M', x = tool length." },
  { "rrp", "arm", "link3", "Two turns and a slide, the running example of the course; options: "
    .. "a2." },
  { "inria6r", "arm", "tip", "The robot of the 1980 report from its phrase, in symbols; options: "
    .. "data = 'P1'|'P2'|'P3' for its numbers." },
  { "scara", "arm", "link4", "A SCARA of the Cobra s600's size, uniform rods." },
  { "planar2", "arm", "tip", "Two uniform rods in the vertical plane." },
  { "planar3", "arm", "tip", "Three uniform rods in the vertical plane." },
  { "delta", "parallel", "platform", "A Delta of the size of the ABB IRB 360-1/1600, its rods as "
    .. "distances." },
  { "stewart", "parallel", "platform", "A Gough-Stewart platform on six legs that slide, each a "
    .. "loop." },
  { "quadruped", "legs", "trunk", "The MIT Mini Cheetah: a floating trunk and twelve geared "
    .. "motors." },
  { "a1", "legs", "trunk", "Unitree A1: a floating trunk and twelve motors." },
  { "atlas", "legs", "l_hand", "Boston Dynamics Atlas of the DRC, 27 revolute joints on a "
    .. "floating pelvis." },
  { "nao", "legs", "torso", "Aldebaran NAO H25 V4, 24 revolute joints on a floating torso, all "
    .. "masses as its maker prints them." },
  { "humanoid36", "legs", "necky", "A synthetic humanoid of 36 degrees of freedom, floating." },
  { "cartpole", "small", "pole", "A cart on rails with a pole, numbers of Barto, Sutton and "
    .. "Anderson.", "small" },
  { "pendulum", "small", "tip", "A simple pendulum of 1 m and 1 kg, the mass in a point.",
    "small" },
  { "double_pendulum", "small", "tip", "Two simple pendulums, one on the other, the masses in "
    .. "points.", "small" },
  { "triple_pendulum", "small", "tip", "Three simple pendulums, one on the other, the masses in "
    .. "points.", "small" },
  { "acrobot", "small", "tip", "The acrobot of Spong: a motor between two links.", "small" },
  { "pendubot", "small", "tip", "The Pendubot of Spong and Block: a motor at the shoulder.",
    "small" },
  { "furuta", "small", "tip", "Furuta's pendulum, numbers of Cazzolato and Prime.", "small" },
  { "reaction_wheel", "small", "wheel", "The reaction wheel pendulum of Block, Astrom and Spong.",
    "small" },
  { "segway", "small", "body", "The NXTway-GS of Yamamoto, a pendulum on two wheels, in its "
    .. "plane.", "small" },
  { "crazyflie", "flying", "body", "The quadrotor Crazyflie 2.0, numbers of Forster.",
    "quadrotor" },
}

local by_name, kinds = {}, {}
for _, row in ipairs(rows) do by_name[row[1]], kinds[row[2]] = row, true end

-- the table of a robot, as its file gives it
local function made(name, options)
  local row = by_name[name]
  local robot = require("liaison.catalog.robots." .. (row[5] or name))
  if row[5] then robot = robot[name] end
  if type(robot) ~= "function" then
    if next(options) ~= nil then check.fail(nil, "%s takes no options", name) end
    return robot
  end
  local ok, it = pcall(robot, options)
  if not ok then check.fail(nil, "%s: %s", name, (tostring(it):gsub("^[^ ]*:%d+: ", ""))) end
  return it
end

local function row_of(name)
  if by_name[name] then return by_name[name] end
  check.fail(nil, "no robot is named '%s'%s", name, check.hint(name, by_name))
end

-- ---- who says so --------------------------------------------------------------------------------

local WIDE = 100

-- in lines of at most so many letters, the later ones further in
local function wrapped(text, most)
  local line, out = "", {}
  for word in text:gmatch "%S+" do
    if #line + #word + 1 > most and line ~= "" then
      out[#out + 1], line = line, "  " .. word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  out[#out + 1] = line
  return out
end

-- texts under a word
local function paragraph(out, word, texts)
  for _, text in ipairs(texts) do
    for _, line in ipairs(wrapped(text, WIDE - 12)) do
      out[#out + 1], word = ("  %-9s %s"):format(word, line), ""
    end
  end
end

local function about_text(card)
  local out = { card.name .. ": " .. card.text }
  paragraph(out, "source", card.source)
  paragraph(out, "licence", { card.licence })
  paragraph(out, "mass", { card.mass and kit.format("%g kg: %s", card.mass, card.of) or nil })
  paragraph(out, "assumed", card.assumed)
  paragraph(out, "differs", card.differs)
  return table.concat(out, "\n")
end

local Card = check.class("robot_card", "Where the numbers of a shipped robot come from.", {
  { "robot_card.__tostring(card: robot_card) -> str",
    "Its source, licence, what was assumed and what another source says otherwise.",
    "tostring(li.robots.about 'planar2'):match 'licence[^\\n]*' "
    .. "--> licence   none needed: numbers made up here", about_text },
})

local function about(name)
  local row = row_of(name)
  local card = { name = name, kind = row[2], tip = row[3], text = row[4], assumed = {},
    differs = {}, mass = false, of = false }
  for key, value in pairs(made(name, {}).about) do card[key] = value end
  return Card.new(card)
end

local function names(kind)
  if kind and not kinds[kind] then
    check.fail(nil, "names: no kind '%s' of robots%s", kind, check.hint(kind, kinds))
  end
  local list = {}
  for _, row in ipairs(rows) do
    if not kind or row[2] == kind then list[#list + 1] = row[1] end
  end
  return list
end

-- a line for each: its name, its licence without what it is the licence of, its first source
local function list_text(list)
  local row = "%-16s %-9s %-24s %s"
  local out = { row:format("robot", "kind", "licence", "source") }
  for i = 1, #list do
    local card = list[i]
    local line = row:format(card.name, card.kind, (card.licence:match "^[^:(]*":gsub(" $", "")),
      card.source[1])
    out[#out + 1] = #line > WIDE and line:sub(1, WIDE - 3) .. "..." or line
  end
  out[#out + 1] = "li.robots.about 'ur5e' tells more of one; li.robots.ur5e() is the model"
  return table.concat(out, "\n")
end

local List = check.class("robot_list", "The robots that come with liaison.", {
  { "robot_list.__tostring(list: robot_list) -> str", "A line for each: kind, licence, source.",
    "tostring(li.robots()):match '[^\\n]*planar2[^\\n]*' "
    .. "--> planar2          arm       none needed              made up", list_text },
})

local function zoo(kind)
  local list = {}
  for i, name in ipairs(names(kind)) do list[i] = about(name) end
  return List.new(list)
end

-- ---- li.robots ----------------------------------------------------------------------------------

-- model_of: what a file returned -> a model
return function(model_of)
  for _, row in ipairs(rows) do
    local name = row[1]
    kit.define(li, { ("robots.%s([options: table]) -> model"):format(name), row[4],
      ("li.robots.%s():tip() --> %s"):format(name, row[3]), function(options)
        local description = {}
        for key, value in pairs(made(name, options or {})) do
          if key ~= "about" then description[key] = value end
        end
        return model_of(description, name)
      end })
  end
  kit.define(li, { "robots.names([kind: str]) -> table",
    "The names of the robots shipped with liaison; of one kind: 'arm', 'parallel', 'legs', "
    .. "'small', 'flying'.", "li.robots.names 'parallel'[1] --> delta", names })
  kit.define(li, { "robots.about(name: str) -> robot_card",
    "Where the numbers of a robot come from: fields source, licence, assumed, differs, mass "
    .. "(false: no masses are given) and of, who says so; kind, tip, text.",
    "li.robots.about 'quadruped'.mass --> 8.252", about })
  kit.define(li, { "robots.list([kind: str]) -> robot_list",
    "All robots, or those of a kind, with the sources of their numbers; li.robots() is the same.",
    "#li.robots.list 'parallel' --> 2", zoo })
  getmetatable(li.robots).__call = function(_, kind) return zoo(kind) end
end
