local li = require "liaison"
local arm = li.robot "panda"
print(arm:fk(arm:neutral()))
