local li = require "liaison"
li.urdf_text "<html/>"
