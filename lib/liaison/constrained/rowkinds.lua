-- rowkinds.lua - what loops and constraints that hold two frames are made of, told once: for expressions (modelrows) and for the living page
--
-- Parts, of frame 1 seen from frame 2 (their origins d apart, z along the axes), in the order of the engine's rows:
--   point    d                                   upright  x2.z1, y2.z1            turned  y2.z1, z2.x1, x2.y1
--   aside    x2.d, y2.d                          height   z2.d                                       core/model/constraints
local rowkinds = {}

rowkinds.of_loop = {
  fixed = "weld", revolute = "hinge", prismatic = "slider", helical = "thread", cylindrical = "cylinder", universal = "cross", planar = "flat", spherical = "point",
}

-- kinds that are such parts and no more; a thread has a row besides
rowkinds.parts = {
  point = { "point" }, weld = { "point", "turned" }, hinge = { "point", "upright" }, slider = { "aside", "turned" }, cylinder = { "aside", "upright" },
  flat = { "height", "upright" }, parallel = { "upright" }, on_line = { "aside" }, in_plane = { "height" }, thread = { "aside", "upright" },
}

return rowkinds
