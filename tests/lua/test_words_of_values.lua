-- test_words_of_values.lua - one language of expressions in every place where a text may stand: the same value, the same sentence
local t = require "t"
local li = require "liaison"
local value = require "liaison.describe.value"

-- a body that turns, with whatever else change(description, body) puts there
local function robot(change)
  local body = { name = "a", joint = "revolute", q = "q1", mass = 1, inertia = { 1, 1, 1 } }
  local d = { gravity = { 0, 0, 0 }, bodies = { body } }
  if change then change(d, body) end
  return li.robot(d)
end

local function held(constraint)
  return robot(function(d) d.constraints = { constraint } end)
end

local function of_file(text)
  local path = os.tmpname() .. ".lua"
  local f = assert(io.open(path, "w"))
  f:write(("return { bodies = { { name = 'a', joint = 'fixed', at = { %q, 0, 0 } } } }"):format(text))
  f:close()
  local ok, model = pcall(li.load, path)
  os.remove(path)
  if not ok then error(model, 0) end
  return model:fk({}, "a").p[1]
end

-- every place where a text may stand -> the number that came of it
local places = {
  { "li.expr", function(x) return li.expr(x):number() end, formula = true },
  { "at", function(x) return robot(function(_, b) b.at = { x, 0, 0 } end):fk({ 0 }, "a").p[1] end },
  { "place", function(x) return robot(function(_, b) b.place = { { "Tx", x } } end):fk({ 0 }, "a").p[1] end },
  { "mass", function(x) return robot(function(_, b) b.mass = x end):description().bodies[1].mass end },
  { "limits", function(x) return robot(function(_, b) b.limits = { -10, x } end):description().bodies[1].max end },
  { "frame", function(x)
    return robot(function(d) d.frames = { f = { body = "a", at = { x, 0, 0 } } } end):fk({ 0 }, "f").p[1]
  end },
  { "a file", of_file },
  { "li.dh", function(x)
    return li.dh({ convention = "modified", { a = x, alpha = 0, d = 0, theta = "q1" } }):fk({ 0 }, "link1").p[1]
  end },
  { "li.dh, columns", function(x)
    return li.dh({ convention = "standard", joints = "R", a = { x }, alpha = { 0 }, theta = { "q1" } }):fk({ 0 }).p[1]
  end },
  { "li.planar", function(x) return li.planar({ x }):fk({ 0 }).p[1] end },
  { "li.planar, mass", function(x) return li.planar({ 1, mass = x }):description().bodies[1].mass end },
  { "li.phrase", function(x) return li.phrase("RZ,TXK(" .. x .. ");"):fk({ 0 }).p[1] end, bracketed = true },
  { "li.phrase, table", function(x) return li.phrase({ { R = "Z" }, { T = "X", K = x } }):fk({ 0 }).p[1] end },
  { "li.definition", function(x)
    local d = { frames = { R1 = { "R0", { x, 0, 0 }, { 0, 0, "q1" } } }, variables = { "q1" } }
    return li.definition(d):fk({ 0 }, "R1").p[1]
  end },
  { "li.definition, Maple", function(x)
    return li.definition(("liaison := table([R1=(R0,[%s,0,0],[0,0,q1])]); q:=[q1];"):format(x)):fk({ 0 }, "R1").p[1]
  end, bracketed = true },
  { "a constraint's number", function(x)
    return held({ "distance", from = "world", to = "a", length = x }):description().constraints[1].length
  end },
  { "an equation", function(x)
    return held({ "equation", equation = x .. " - q1" }):assemble({ 0 })[1]
  end, smooth = true, formula = true, longer = " - q1" },
  { "a driver", function(x) return held({ "driver", coordinate = "q1", law = x }):assemble({ 0 })[1] end, smooth = true, formula = true },
  { "a force by an expression", function(x)
    return (robot():applied({ { "given", joint = "q1", f = x } }, { 0 }, { 0 }))[1]
  end, formula = true },
  { "a force's number", function(x)
    return -(robot():applied({ { "spring", joint = "q1", stiffness = x } }, { 1 }, { 0 }))[1]
  end },
  { "a force's vector", function(x)
    local force = { "given", at = "a", force = { 0, x, 0 }, point = { 1, 0, 0 } }
    return (robot():applied({ force }, { 0 }, { 0 }))[1]
  end },
  { "li.system", function(x)
    local s = li.system { planar = true }
    s:coordinates "qw"
    return s:body({ mass = x, inertia = 0, at = { 0, 0 } }).m:number()
  end, formula = true },
  { "li.mechanism", function(x)
    local m = { bodies = { { name = "a", mass = x, inertia = 0 } }, joints = { { kind = "revolute", to = "a" } } }
    return li.mechanism(m):system("joint").bodies[1].m:number()
  end, formula = true },
  { "tau", function(x)
    local run = li.simulate({ robot(), q = { 0 }, t = 1, tau = { q1 = x } })
    return run:column "q1'"[#run]
  end, near = 1e-9, formula = true },
}

-- with{} puts a value into a text that may say more: the value is the same, the sentence shows the whole text
local function with(x)
  return robot(function(_, b) b.at = { "L", 0, 0 } end):with({ L = x }):fk({ 0 }, "a").p[1]
end

-- text, its value by hand; corners are refused where a derivative is needed
local accepted = {
  { "2", 2 }, { " 2.5 ", 2.5 }, { ".5", 0.5 }, { "5.", 5 }, { "1e2", 100 }, { "1.5e-1", 0.15 }, { "+3", 3 }, { "-(-3)", 3 },
  { "2*3 + 4/8", 6.5 }, { "7 - 2 - 3", 2 }, { "24/4/3", 2 }, { "2^3^2/100", 5.12 }, { "2**3", 8 }, { "2**-1", 0.5 },
  { "-2^2 + 5", 1 }, { "pi/2", math.pi / 2 }, { "90*deg", math.pi / 2 }, { "sqrt(2)", math.sqrt(2) }, { "pow(2, 0.5)", math.sqrt(2) },
  { "exp(1)", math.exp(1) }, { "ln(2)", math.log(2) }, { "log(3)", math.log(3) }, { "sin(1) + cos(1)", math.sin(1) + math.cos(1) },
  { "tan(1)", math.tan(1) }, { "asin(0.5)", math.asin(0.5) }, { "acos(0.5)", math.acos(0.5) }, { "atan(1)", math.pi / 4 },
  { "atan(1, -1)", 3 * math.pi / 4 }, { "atan2(1, 2)", 0.46364760900080612 }, { "tanh(1)", 0.76159415595576489 },
  { "max(1, 2)", 2, corner = true }, { "min(3, 2, 5)", 2, corner = true }, { "max(2)", 2, corner = true },
  { "abs(-3)", 3, corner = true }, { "sign(4)", 1, corner = true }, { "1 < 2", 1, corner = true }, { "2 >= 2", 1, corner = true },
  { "(2 == 2)*3", 3, corner = true }, { "piecewise(1 < 2, 4, 5)", 4, corner = true },
  { "piecewise(0, 1, 2 <= 1, 5, 9)", 9, corner = true }, { "((((1))))", 1 }, { "0.1~2", 0.1 },
}

-- text, its mistake: column and sentence. own: a bracket of the text around it goes wrong first
local refused = {
  { "1 +", "column 4: expected a number, a name or '(', got the end", open = true },
  { "2*/3", "column 3: expected a number, a name or '(', got '/'" },
  { "2***3", "column 4: expected a number, a name or '(', got '*'" },
  { "max(1", "column 6: expected ')' to close what opens at column 1", open = true, own = true },
  { "(1, 2)", "column 3: ',' outside of a function", own = true },
  { "x ) ", "column 3: ')' without '('", own = true, named = true },
  { "foo(1)", "column 1: unknown function 'foo'" },
  { "maxx(1, 2)", "column 1: unknown function 'maxx' (did you mean 'max'?)" },
  { "sin(1, 2)", "column 1: sin takes 1 argument, got 2" },
  { "atan2(1)", "column 1: atan2 takes 2 arguments, got 1" },
  { "atan(1, 2, 3)", "column 1: atan takes 1 or 2 arguments, got 3" },
  { "piecewise(1, 2)", "column 1: piecewise takes a condition and a value, any number of times, and a last value, got 2" },
  { "max", "column 1: 'max' is a function: expected '(' after it" },
  { "2 L", "column 3: expected an operator, got 'L' (a product needs its *; units are SI and not written)" },
  { "2mm", "column 2: expected an operator, got 'mm' (a product needs its *; units are SI and not written)", digits = true },
  { "1 < 2 < 3", "column 7: a comparison cannot be compared again" },
  { "1 = 2", "column 3: expected an operator, got '=' (a comparison is ==)", own = true },
  { "1/0", "column 2: division by zero: (1)/0" },
  { "sqrt(-1)", "column 1: sqrt(-1) has no real value" },
  { "min()", "column 5: expected a number, a name or '(', got ')'", own = true },
}

t.test("law: an expression has the same value in every place", function()
  for _, row in ipairs(accepted) do
    local text, want = row[1], row[2]
    t.near(li.expr(text):number(), want, 4e-16 * math.max(1, math.abs(want)), text)
    for _, place in ipairs(places) do
      if not (row.corner and place.smooth) then
        local ok, got = pcall(place[2], text)
        local said = ("%s in %s: %s"):format(text, place[1], tostring(got))
        t.ok(ok, said)
        t.near(got, want, (place.near or 4e-16) * math.max(1, math.abs(want)), said)
      end
    end
    t.near(with(text), want, 4e-16 * math.max(1, math.abs(want)), text .. " in with")
  end
end)

t.test("law: a mistake has the same sentence in every place, with its column", function()
  for _, row in ipairs(refused) do
    for _, place in ipairs(places) do
      local text, sentence = row[1], row[2]
      local skipped = (row.own or row.digits) and place.bracketed or row.named and place[1] ~= "at"
      if not skipped and not (place.longer and row.open) then
        local ok, why = pcall(place[2], text)
        local want = ("'%s%s': %s"):format(text, place.longer or "", sentence)
        t.ok(not ok and why:find(want, 1, true), ("%s in %s: %s"):format(text, place[1], tostring(why)))
      end
    end
    if not row.named then
      local ok, why = pcall(with, row[1])
      t.ok(not ok and why:find(row[2], 1, true), ("%s in with: %s"):format(row[1], tostring(why)))
    end
  end
end)

t.test("a number that no double holds is no number of a description", function()
  for _, place in ipairs(places) do
    local ok, why = pcall(place[2], "1e999")
    local said = "'1e999' is no finite number"
    t.ok(place.formula or not ok and why:find(said, 1, true), place[1] .. ": " .. tostring(why))
  end
  t.eq(value.parse "1e999*L", "1e999*L")
end)

t.test("law: what stays open is the expression that li.expr reads, however it was written", function()
  for _, text in ipairs {
    "max(L, 1)", "min(L, 2*W, 3)", "atan2(L, W - 1)", "L**2", "-L**W", "piecewise(L < 1, 2, W, 3, L)", "tanh(L)", "(L < W)*2",
    "pow(L, 2)", "L - (W - 1)", "L - (W + 1)", "L/(W*2)", "L/W/2", "(L^W)^2", "L^(W^2)", "-(L + 1)*2", "-(-L)", "2*(-3)*L", "L^-2",
    "(1 < L) < W", "(L + 0.1~2)*W", "L*deg", "(L == W) == 1",
  } do
    local plain = assert(value.parse(text))
    t.ok(li.expr(plain, "new"):equals(li.expr(text, "new")), text .. " -> " .. plain)
    t.eq(value.parse(plain), plain, text)
  end
end)

t.test("a text is kept as it is written, but for blanks and parentheses that say nothing", function()
  for text, want in pairs {
    [" 2 * pi/ 3 "] = "2*pi/3", ["(L) + ((W))"] = "L+W", ["L - ( W - 1 )"] = "L-(W-1)", ["+L"] = "L", ["-(-L)"] = "L", ["2**L"] = "2^L",
    ["max( L,1 )"] = "max(L, 1)", ["0.50*L"] = "0.5*L", ["L*-3"] = "L*(-3)", ["L*-W"] = "L*(-W)", ["(a^b)^c"] = "(a^b)^c",
    ["a^(b^c)"] = "a^b^c", ["a/(b*c)"] = "a/(b*c)", ["a*(b*c)"] = "a*(b*c)", ["a+(b-c)"] = "a+b-c", ["(a<b)<c"] = "(a<b)<c",
  } do t.eq(value.parse(text), want, text) end
  t.eq(value.parse "2.50", 2.5)
  t.eq(value.parse "-2", -2)
end)

t.test("sums and products leave out what says nothing", function()
  t.eq(value.add("a", 0), "a")
  t.eq(value.add(0, "a"), "a")
  t.eq(value.add("a", -2), "a-2")
  t.eq(value.add("a", "-b"), "a-b")
  t.eq(value.add(2, 3), 5)
  t.eq(value.mul("a", 1), "a")
  t.eq(value.mul(-1, "a"), "-a")
  t.eq(value.mul("a+b", -1), "-(a+b)")
  t.eq(value.mul(0, "a"), 0)
  t.eq(value.mul("a+b", "c"), "(a+b)*c")
  t.eq(value.div("a", 1), "a")
  t.eq(value.div(0, "a"), 0)
  t.eq(value.div("a", "b*c"), "a/(b*c)")
  t.eq(value.pow("a+b", 2), "(a+b)^2")
  t.eq(value.neg "a-b", "-(a-b)")
end)

t.test("law: the linear parts of a text add up to it", function()
  local moves = { x = true, y = true }
  for text, want in pairs {
    ["x"] = { 0, "x", 1 }, ["-L + z1 + x"] = { "-L+z1", "x", 1 }, ["2*x - y/3 + L"] = { "L", "x", 2, "y", "-1/3" },
    ["(x + L)*W - (y - 1)"] = { "L*W+1", "x", "W", "y", -1 }, ["x + x"] = { 0, "x", 2 }, ["L*W"] = { "L*W" },
    ["-(x - (y - (L - x)))"] = false, ["(x - L)/W"] = { "-L/W", "x", "1/W" },
  } do
    local rest, terms = value.linear(assert(value.parse(text)), function(name) return moves[name] end)
    local sum = ("(%s)"):format(value.print(rest))
    for _, term in ipairs(terms) do sum = ("%s + (%s)*%s"):format(sum, value.print(term.coef), term.name) end
    t.ok((li.expr(sum, "new") - li.expr(text, "new")):expand():equals(li.expr "0"), text .. " -> " .. sum)
    for k, term in ipairs(want and terms or {}) do t.eq(term.name, want[2 * k], text) end
  end
  for _, text in ipairs { "x*x", "x*y", "sin(x)", "1/x", "x^2", "L^x", "max(x, 1)", "x < 1", "2/(x + 1)" } do
    t.eq(value.linear(text, function(name) return moves[name] end), nil, text)
  end
end)

t.test("a text of any length and depth is read, and none is a way to break the stack", function()
  local deep = ("sin("):rep(20000) .. "L" .. (")"):rep(20000)
  t.eq(value.parse(deep), deep)
  local sum = ("x + "):rep(3000) .. "L"
  t.eq(#value.parse(sum), 2 * 3000 + 1)
  t.eq(select(2, value.parse(("("):rep(50000))):match "got the end", "got the end")
  t.eq(value.linear("x" .. (" + 1"):rep(3000), function(name) return name == "x" end), 3000)
end)

t.test("in a table, in lengths, in a body: the same robot", function()
  local rows = li.dh { convention = "modified", { a = "max(L, 1)**2", alpha = 0, d = "atan2(0, L)", theta = "q1" } }
  local bodies = li.robot { bodies = { { name = "a", joint = "revolute", axis = "z", q = "q1", at = { "max(L, 1)**2", 0, "atan2(0, L)" } } } }
  local lengths = li.planar { "max(L, 1)**2" }
  for _, L in ipairs { 0.5, 3 } do
    local far = math.max(L, 1) ^ 2
    t.near(rows:with { L = L }:fk({ 0 }, "link1").p, { far, 0, 0 }, 1e-15)
    t.near(bodies:with { L = L }:fk({ 0 }, "a").p, { far, 0, 0 }, 1e-15)
    t.near(lengths:with { L = L }:fk({ 0 }).p, { far, 0, 0 }, 1e-15)
  end
end)

t.done()
