-- planar3.lua - three uniform rods of 1, 0.8 and 0.6 m, 1 kg each, in the vertical plane x, y
return { about = {
  source = { "made up" },
  licence = "none needed: numbers made up here",
  mass = 3.0,
  of = "three rods of 1 kg",
},
  planar = { 1, 0.8, 0.6, name = "planar3" } }
