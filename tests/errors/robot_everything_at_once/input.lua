local li = require "liaison"
li.robot{
  gravty = 9.81,
  bodies = {
    { name = "base", joint = "floatng", mass = 10 },
    { name = "upper", parent = "bas", joint = "revolute", mass = -1, limits = {1, 0} },
    { name = "fore", joint = "prismatic", axis = "v", inertia = {1, 2} },
  },
  frames = { tool = { body = "hand" } },
}
