-- planar2.lua - two uniform rods of 1 m, 1 kg and 0.8 m, 1 kg in the vertical plane x, y
return { about = {
  source = { "made up" },
  licence = "none needed: numbers made up here",
  mass = 2.0,
  of = "two rods of 1 kg",
},
  planar = { 1, 0.8, name = "planar2" } }
