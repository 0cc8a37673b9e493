local li = require "liaison"
li.robot{ bodies = { { name = "upper", joint = "revolute" }, { name = "fore", parent = "uper", joint = "revolute" } } }
