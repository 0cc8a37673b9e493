local li = require "liaison"
local arm = li.robots.panda()
print(arm:fk(arm:neutral()))
