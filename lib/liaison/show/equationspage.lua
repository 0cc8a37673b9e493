-- equationspage.lua - the equations of a mechanism as a page shows them: what fits is set as
-- formulas and text, of the rest its size is told
--
-- Expressions are cheap to make and may be endless to write: how long they are is counted before
-- anything is formatted.
local li = require "liaison.core"
local kit = li._internal
local check = require "liaison.base.check"
local mathml = require "liaison.show.mathml"
local printer_of = require "liaison.equations.printer"
local texts = require "liaison.base.texts"
local language = require "liaison.language.language"
local say = language.say

local page = {}

local MOST_LEAVES = 8000      -- names and numbers on a page
local MOST_MATRIX = 4000      -- of M, where B and P, made of its derivatives, are asked for
local MOST_SET = 700          -- of what is set as formulas above the text
local COLUMNS = 26            -- signs of a formula that stand in one line of the narrowest page
local MOST_BODIES = 1000
-- cubes of depths, where equations are made at all: a chain of fourteen, twenty legs of six
local MOST_WORK = 30000

-- ---- numbers as one writes them -----------------------------------------------------------------

-- six digits; what is short already, 1/3 and the like, stays
local function rounded(e)
  local x = e:number()
  if #e:text() <= 7 then return e end
  return li.expr(tonumber(kit.format("%.6g", x)))
end

local function awkward(c) return c ~= 0 and (math.abs(c) < 1e-3 or math.abs(c) > 1e4) end

local readable

-- factors of a product, those of products in it too
local function factors_of(e, out)
  for _, x in ipairs(e:parts()) do
    if x:kind() == "product" then factors_of(x, out) else out[#out + 1] = x end
  end
  return out
end

local function sum_of(parts, factor)
  local terms = {}
  for i, x in ipairs(parts) do terms[i] = readable(factor and factor * x or x) end
  return li.sum(terms)
end

-- 1e-12*(864288000*a + ...) is 0.000864288*a + ...: a number nobody would write goes into the sum
-- behind it
local function product_of(parts)
  local number, sum
  for i, x in ipairs(parts) do
    local kind = x:kind()
    if kind == "number" then number = i elseif kind == "sum" and not sum then sum = i end
  end
  local c = number and parts[number]:number() or 1
  local inside = sum and awkward(c)
  local factors = {}
  for i, x in ipairs(parts) do
    if i == sum and inside then factors[#factors + 1] = sum_of(x:parts(), parts[number])
    elseif i ~= number or not inside then factors[#factors + 1] = readable(x) end
  end
  return li.product(factors)
end

-- the same expression with numbers a reader can take in
readable = function(e)
  local kind = e:kind()
  if kind == "number" then return rounded(e) end
  if kind == "sum" then return sum_of(e:parts()) end
  if kind == "product" then return product_of(factors_of(e, {})) end
  if kind == "power" then
    local parts = e:parts()
    return readable(parts[1]) ^ parts[2]
  end
  return e
end

-- ---- what fits ----------------------------------------------------------------------------------

local function count(x)
  if not x then return 0 end
  local sum, sizes = 0, x:leaves()
  for i = 1, #sizes do
    local row = sizes[i]
    if type(row) == "number" then sum = sum + row else for j = 1, #row do sum = sum + row[j] end end
  end
  return sum
end

local field = { c = "rest" }

-- of each part of eq its size; B and P only where they are made: { name, size or nil } in order of
-- the text
local function sizes_of(eq, few)
  local list = {}
  for _, part in ipairs(kit.eom.parts(eq)) do
    local made = part ~= "B" and part ~= "P" or few
    list[#list + 1] = { name = part, size = made and count(eq[field[part] or part]) or nil }
  end
  return list
end

-- parts in the order of their worth, as long as they fit
local function choose(list)
  local left, by = MOST_LEAVES, {}
  for _, p in ipairs(list) do by[p.name] = p end
  for _, name in ipairs { "M", "J", "G", "gamma", "c", "d", "Q", "zdot", "B", "P" } do
    local p = by[name]
    if p and p.size and p.size <= left then
      p.shown = true
      left = left - p.size
    end
  end
end

local function grouped(n)
  if n >= 1e9 then return kit.format("%.1e", n) end
  local s = kit.format("%.0f", n)
  return (s:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

-- ---- writing ------------------------------------------------------------------------------------

local escape = mathml.escape

local greek = { lambda = "\\lambda", gamma = "\\gamma", tau = "\\tau" }

local function latex_name(name)
  if name:match "'$" then return "\\frac{d}{dt} " .. li.expr(name:sub(1, -2), "new"):latex() end
  local letter, index = name:match "^(%a+)([%d_]*)$"
  return (greek[letter] or letter) .. (index ~= "" and "_{" .. index:gsub("_", ",") .. "}" or "")
end

local function paragraph(class, text) return ('<p class="%s">%s</p>'):format(class, text) end

-- M q'' + h = tau + J' lambda, J q'' = gamma, with the parts there are
local function headline(eq, given)
  local left = { "M\\,\\ddot q" }
  for _, p in ipairs { { "B", "B\\,[\\dot q_{j}^{2}]" }, { "P", "P\\,[\\dot q_{j} \\dot q_{k}]" },
    { "c", "c" }, { "G", "G" }, { "d", "d" } } do
    if given[p[1]] then left[#left + 1] = p[2] end
  end
  local right = (given.Q and "Q + " or "") .. "\\tau" .. (eq.J and " + J^{T} \\lambda" or "")
  local out = { "<div class=equation>" .. mathml.of(table.concat(left, " + ") .. " = " .. right)
    .. "</div>" }
  if eq.J then
    out[#out + 1] = "<div class=equation>" .. mathml.of "J\\,\\ddot q = \\gamma" .. "</div>"
  end
  return table.concat(out, "\n")
end

local titles = { M = "mass matrix, symmetric: the upper half",
  B = "factors of the squares of rates", P = "factors of products of rates",
  G = "forces of the potential, dV/dq", c = "other forces of motion", d = "dissipation",
    Q = "forces on the right", zdot = "own states of force elements, their rates",
  J = "constraint rows", gamma = "and what they ask of the accelerations" }

-- { name, expr } of one part as the page shows them
local function entries_of(eq, part)
  local list = kit.eom.entries(eq, part)
  for i, e in ipairs(list) do list[i] = { e[1], readable(e[2]) } end
  return list
end

-- entries of one text stand on one line, P226 = P326: { { names, expr, text } ... }
local function merged(list, printer)
  local seen, rows = {}, {}
  for _, e in ipairs(list) do
    local text = printer.text(e[2])
    local row = seen[text]
    if row then row.names[#row.names + 1] = e[1]
    else
      row = { names = { e[1] }, expr = e[2], text = text }
      seen[text], rows[#rows + 1] = row, row
    end
  end
  return rows
end

local function formula(row, printer)
  local names = {}
  for i, name in ipairs(row.names) do names[i] = latex_name(name) end
  return '<div class="equation">'
    .. mathml.flow(table.concat(names, " = ") .. " = " .. printer.latex(row.expr), COLUMNS)
    .. "</div>"
end

local function line(row)
  return "<div>" .. escape(table.concat(row.names, " = ") .. " = " .. row.text) .. "</div>"
end

local asked = { c = "rest" }

local function title(name)
  local colon = language.of { en = ": ", fr = language.narrow .. ": " }
  return ("<h2>%s%s%s</h2>"):format(name, colon, say(titles[name]))
end

-- a part that is too long: how long it is
local function told(p)
  local size = p.size and grouped(p.size) .. " names and numbers"
    or "made of derivatives of the mass matrix"
  return title(p.name)
    .. paragraph("note", escape(say(("%s, not printed here: model:equations().%s"):format(size,
    asked[p.name] or p.name))))
end

-- one part: its formulas where they are few, its text
local function shown(p, printer, set)
  local formulas, lines = {}, {}
  for i, row in ipairs(p.rows) do
    lines[i] = line(row)
    if set then formulas[i] = formula(row, printer) end
  end
  local text = '<div class="text">' .. table.concat(lines, "\n") .. "</div>"
  if not set then return title(p.name) .. text end
  return title(p.name) .. table.concat(formulas, "\n") .. "<details><summary>"
    .. say "as text" .. "</summary>" .. text .. "</details>"
end

-- the rows of all parts that fit, and what they hold together: size, expressions
local function rows_of(eq, list, printer)
  local total, exprs = 0, {}
  for _, p in ipairs(list) do
    if p.shown then
      total = total + p.size
      p.rows = merged(entries_of(eq, p.name), printer)
      for _, row in ipairs(p.rows) do exprs[#exprs + 1] = row.expr end
    end
  end
  return total, exprs
end

-- what acts at events only
local function left_out(eq)
  if #eq.left_out == 0 then return "" end
  return paragraph("note", escape(say("Left out, as it acts at events only: "
    .. table.concat(eq.left_out, "; ") .. ".")))
end

local function html_of(eq, few, more)
  local printer, list = printer_of(eq), sizes_of(eq, few)
  choose(list)
  local total, exprs = rows_of(eq, list, printer)
  local given, out = {}, {}
  for _, p in ipairs(list) do
    given[p.name] = not p.shown and p.size ~= 0 or p.shown and #p.rows > 0
    if given[p.name] then
      out[#out + 1] = p.shown and shown(p, printer, total <= MOST_SET) or told(p)
    end
  end
  table.insert(out, 1, headline(eq, given) .. paragraph("note",
    escape(say("q = (" .. table.concat(texts(eq.q), ", ") .. ")" .. (more and "; " .. more
      or "")))))
  out[#out + 1] = left_out(eq)
  local ops, words = eq:ops(), kit.eom.legend(eq, exprs)
  out[#out + 1] = paragraph("note", escape((words and say(words) .. ". " or "")
    .. say(("Numbers to six digits; equations:text() has all of them. Inverse dynamics takes %s "
    .. "operations."):format(grouped(ops.mul + ops.add + ops.div + ops.fun)))))
  return table.concat(out, "\n")
end

local function no(text) return paragraph("note", escape(say(text))) end

-- the reason without the place in Lua it came from
local function reason(err) return (tostring(err):gsub("^[^:]*:%d+: ", "")) end

-- what making the equations costs, about: for every body the cube of the number of coordinates it
-- moves by; and the largest number
local function work_of(desc)
  local by, depth, sum, most = {}, {}, 0, 0
  for _, b in ipairs(desc.bodies) do by[b.name] = b end
  local function depth_of(name)
    local b = by[name]
    if not b then return 0 end
    if not depth[name] then
      local j, own = type(b.joint) == "table" and b.joint or b, 0
      for _, d in ipairs(j.dofs or { j }) do own = own + (d.q and 1 or 0) end
      depth[name] = 0 -- met again: not a tree
      depth[name] = own + depth_of(b.parent)
    end
    return depth[name]
  end
  for _, b in ipairs(desc.bodies) do
    local d = depth_of(b.name)
    sum, most = sum + 4 * d ^ 3, math.max(most, d)
  end
  return sum, most
end

-- model -> HTML
function page.html(model)
  local desc, n = model:description(), #model:speeds()
  if n == 0 then return no "Nothing moves." end
  if #desc.bodies > MOST_BODIES then
    return no(("%d bodies: their equations are not made here."):format(#desc.bodies))
  end
  local work, deep = work_of(desc)
  if work > MOST_WORK then
    return no(("%d coordinates, up to %d on each other: their equations are longer than a "
      .. "page, and are not made here (model:equations() makes them)."):format(n, deep))
  end
  local okay, eq = check.try(function() return model:equations() end)
  if not okay then return no(reason(eq)) end
  local few = count(eq.M) <= MOST_MATRIX
  if not (desc.loops or desc.constraints) then return html_of(eq, few) end
  if not few then
    return no(("M q'' + h = tau + J' lambda, J q'' = gamma: the mass matrix alone has %s "
      .. "names and numbers, not printed here: "
      .. "model:equations{constraints = true}"):format(grouped(count(eq.M))))
  end
  local fine, closed = check.try(function() return model:equations { constraints = true } end)
  if not fine then return no(reason(closed)) end
  return html_of(closed, few, "a multiplier lambda for each row of J, the force that keeps it")
end

page.readable = readable

return page
