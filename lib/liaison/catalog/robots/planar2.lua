-- planar2.lua - two uniform rods of 1 m, 1 kg and 0.8 m, 1 kg in the vertical plane x, y
return { planar = { 1, 0.8, name = "planar2" } }
