-- printer.lua - how the formulas of equations are printed: angles as c12 where all their
-- coordinates are numbered alike, and no abbreviation that is the name of one of their symbols
local kit = require("liaison.core")._internal

return function(eq)
  local style, symbols = kit.eom.angles(eq), kit.eom.symbols(eq)
  return {
    text = function(e) return kit.sym.shown(e, style, symbols) end,
    latex = function(e) return e:latex(style, symbols) end,
  }
end
