local li = require "liaison"
li.dh.detect{ { 1, 0, 0, 0 }, pose = 3 }
