-- formula_page.lua - formulas on one page: c12 where angles are named alike, said once below
local kit = require("liaison.core")._internal

local page = {}
page.__index = page

-- of: the formulas (expressions, matrices) whose angles decide
function page.new(of)
  return setmetatable({ style = #of > 0 and kit.page.style(of) or "plain", put = {} }, page)
end

-- a formula, or the rows of a matrix, as a person is shown it
function page:text(x)
  if kit.class(x) == nil then return tostring(x) end
  self.put[#self.put + 1] = x
  if kit.class(x) == "smat" then return kit.page.rows(x, self.style) end
  return kit.sym.shown(x, self.style)
end

-- "c1 = cos(q1), s12 = sin(q1 + q2), and so on" of what was put, or nil
function page:legend()
  return self.style == "own" and #self.put > 0 and kit.page.legend(self.put) or nil
end

return page
