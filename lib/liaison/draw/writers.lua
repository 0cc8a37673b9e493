-- writers.lua - what writes drawings, by name: each a table with a function for every primitive
return {
  svg = require "liaison.draw.write_svg",
  tikz = require "liaison.draw.write_tikz",
  dots = require "liaison.draw.write_dots",
}
