-- test_vehicle_export.lua - the thesis' models as Lua, JavaScript, LaTeX: there and back, or run
-- where they can be run
local t = require "t"
local li = require "liaison"
local V = li.vehicles

local function numbers(list)
  local out = {} for i = 1, #list do out[i] = li._internal.exact(list[i]) end return "["
    .. table.concat(out, ",") .. "]"
end

t.test("a Lua file: the same model again", function()
  for _, name in ipairs(V.names()) do
    local path = os.tmpname() .. ".lua"
    local model = V[name]()
    t.eq(model:lua(path), true)
    local again = li.load(path)
    os.remove(path)
    local a, b = model:equations { reduce = false }, again:equations { reduce = false }
    t.ok(li.compare(a.M, b.M).equal and li.compare(a.G, b.G).equal, name)
    t.eq(table.concat(again:generator():contacts(), " "),
      table.concat(model:generator():contacts(), " "), name)
  end
end)

t.test("JavaScript: its own test passes, and it gives the numbers of the engine", function()
  local ref, model = V.reference "monopod", V.monopod { data = "ref" }
  local a = { 0.1, -0.2, 0.3, 0.4, -0.5 }
  local text = model:equations():js(nil, "id")
  t.ok(#text > 500 and not text:find("nan", 1, true))
  t.needs("node", "nodejs")
  local path = os.tmpname() .. ".js"
  local file = assert(io.open(path, "wb"))
  file:write(text, ("console.log(id.test() < 1e-12);\nconsole.log(Array.from(id.call([%s, %s, "
    .. "%s], [new Float64Array(5)])[0]).join(' '));\n"):format(
    numbers(ref.q), numbers(ref.v), numbers(a)))
  file:close()
  local run = io.popen(("node %s 2>&1"):format(path))
  local out = run:read "*a"
  run:close()
  os.remove(path)
  t.ok(out:find "^true\n", out)
  local got = {}
  for x in out:sub(6):gmatch "%S+" do got[#got + 1] = li._internal.read_number(x) end
  t.eq(#got, 5, out)
  t.near(got, model:id(ref.q, ref.v, a), 1e-12, out)
end)

-- every group closed, every environment ended, every \left with its \right
local function balanced(text, what)
  local depth, stack = 0, {}
  for c in text:gsub("\\[{}]", ""):gmatch "[{}]" do
    depth = depth + (c == "{" and 1 or -1)
    t.ok(depth >= 0, what)
  end
  t.eq(depth, 0, what)
  for verb, name in text:gmatch "\\(%a+){([%a*]+)}" do
    if verb == "begin" then stack[#stack + 1] = name end
    if verb == "end" then t.eq(table.remove(stack), name, what) end
  end
  t.eq(#stack, 0, what)
  t.eq(select(2, text:gsub("\\left", "")), select(2, text:gsub("\\right", "")), what)
end

t.test("LaTeX: well formed, nothing unknown", function()
  local known = {}
  for w in ([[documentclass usepackage begin end allowdisplaybreaks frac sqrt left right dot ddot
    dddot sin cos tan arcsin arccos arctan mathrm lambda theta alpha beta gamma varphi phi psi tau
    quad qquad partial Gamma Omega text operatorname cdot exp ln pi]]):gmatch "%a+" do
    known[w] = true
  end
  for _, name in ipairs(V.names()) do
    local text = V[name]():equations():latex()
    balanced(text, name)
    t.ok(require "latexcheck"(text))
    for word in text:gmatch "\\(%a+)" do t.ok(known[word], name .. ": \\" .. word) end
    t.ok(text:find("\\documentclass", 1, true) and text:find("\\end{document}", 1, true))
    -- no double subscript
    for line in text:gmatch "[^\n]+" do
      t.ok(not line:gsub("\\_", ""):find "_{[^}]*_[^}]*}", line:sub(1, 80))
    end
  end
end)

t.done()
