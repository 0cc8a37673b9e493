-- test_languages.lua - programs in every language that is listed, run where its tool is: they test
-- themselves, and give the engine's numbers at points where functions end, branch and divide by
-- zero
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local number = li._internal.number

-- a Python that has NumPy
local function python()
  return scratch.python()
    or t.skip "python3 with NumPy is not here (apt-get install python3-numpy)"
end

local function needs(program, package)
  return function()
    t.needs(program, package)
    return program
  end
end

-- the points as an array of arrays, between these brackets
local function list(points, open, close)
  local rows = {}
  for k, x in ipairs(points) do
    local texts = {}
    for i, v in ipairs(x) do
      local text = number(v)
      texts[i] = text:find "[.eE]" and text or text .. ".0"
    end
    rows[k] = open .. table.concat(texts, ", ") .. close
  end
  return open .. table.concat(rows, ", ") .. close
end

-- how a program is made and run in each language: tool(): the program that does; selftest: the
-- command, FILE is the file without its ending; asks(name, x, n): a program that prints the n
-- results of F at every point x, a line each, with %.17g, and how it is run
local runs = {
  c = { tool = needs "gcc", ending = ".c",
    selftest = "gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -DSELFTEST -o FILE FILE.c -lm "
      .. "&& FILE",
    asks = function(name, x, n)
      return ("#include \"%s.c\"\n#include <stdio.h>\nint main(void) {\n"
        .. "  double x[][3] = %s, y[%d], w[4096];\n  for (int k = 0; k < %d; k++) {\n"
        .. "    const double *in[] = { x[k] };\n    double *out[] = { y };\n    %s(in, out, w);\n"
        .. "    for (int i = 0; i < %d; i++) printf(\"%%.17g\\n\", y[i]);\n  }\n}\n")
        :format(name, list(x, "{", "}"), n, #x, name, n), "gcc -std=c99 -o FILE FILE.c -lm && FILE"
    end },
  cpp = { tool = needs "g++", ending = ".hpp",
    selftest = "g++ -std=c++11 -Wall -Wextra -Wpedantic -Wshadow -Werror -DSELFTEST -x c++ -o FILE "
      .. "FILE.hpp && FILE",
    asks = function(name, x, n)
      return ("#include \"%s.hpp\"\n#include <cstdio>\nint main() {\n  const double x[][3] = %s;\n"
        .. "  double y[%d];\n  for (const auto &at : x) {\n    %s::call(at, y);\n"
        .. "    for (double v : y) std::printf(\"%%.17g\\n\", v);\n  }\n}\n")
        :format(name, list(x, "{", "}"), n, name),
        "g++ -std=c++11 -x c++ -o FILE FILE.cpp && FILE", ".cpp"
    end },
  lua = { tool = function() return scratch.lua end, ending = ".lua", selftest = "TOOL FILE.lua",
    asks = function(name, x, n)
      return ("local F = dofile '%s.lua'\nfor _, x in ipairs(%s) do\n  local y = F.call(x)\n"
        .. "  for i = 1, %d do print(('%%.17g'):format(y[i])) end\nend\n")
        :format(scratch.dir .. "/" .. name, list(x, "{", "}"), n), "TOOL FILE.lua"
    end },
  js = { tool = needs("node", "nodejs"), ending = ".js",
    more = function(name) return ("if (!(%s.test() < 1e-9)) throw new Error('differs');\n"
      .. "console.log('passed');\n"):format(name) end,
    selftest = "node FILE.js",
    asks = function(name, x, n)
      return ("eval(require('fs').readFileSync('%s/%s.js', 'utf8')"
        .. ".replace('const %s', 'var %s'));\n"
        .. "for (const x of %s)\n  for (const v of %s.call([x], [new Float64Array(%d)])[0])\n"
        .. "    console.log(String(v));\n")
        :format(scratch.dir, name, name, name, list(x, "[", "]"), name, n), "node FILE.js"
    end },
  python = { tool = python, ending = ".py", selftest = "TOOL FILE.py",
    asks = function(name, x)
      return ("import sys\nsys.path.insert(0, '%s')\nfrom %s import %s\nfor x in %s:\n"
        .. "  for v in %s(x).ravel(): print('%%.17g' %% v)\n")
        :format(scratch.dir, name, name, list(x, "[", "]"), name), "TOOL FILE.py"
    end },
  matlab = { tool = needs("octave-cli", "octave"), ending = ".m",
    selftest = "cd DIR && octave-cli --no-history --eval \"NAME('selftest');\"",
    asks = function(name, x)
      return ("function asked()\n  x = %s;\n  for k = 1:numel(x)\n    y = %s([x{k}{:}]).';\n"
        .. "    fprintf('%%.17g\\n', y(:));\n  end\nend\n"):format(list(x, "{", "}"), name),
        "cd DIR && octave-cli --no-history --eval 'asked'"
    end },
  julia = { tool = needs("julia", "julia, which Debian does not have"), ending = ".jl",
    selftest = "julia --startup-file=no FILE.jl",
    asks = function(name, x)
      return ("using Printf\ninclude(\"%s/%s.jl\")\nfor x in %s, v in permutedims(%s.call(x))\n"
        .. "  @printf(\"%%.17g\\n\", v)\nend\n"):format(scratch.dir, name, list(x, "[", "]"), name),
        "julia --startup-file=no FILE.jl"
    end },
  rust = { tool = needs "rustc", ending = ".rs",
    selftest = "rustc -O -D warnings --cfg selftest -o FILE FILE.rs && FILE",
    asks = function(name, x, n)
      return ("#[path = \"%s.rs\"] mod function;\nfn main() {\n  let mut y = [0.0; %d];\n"
        .. "  for x in %s {\n    function::call(&x, &mut y);\n"
        .. "    for v in y { println!(\"{}\", v); }\n  }\n}\n")
        :format(name, n, list(x, "[", "]")), "rustc -o FILE FILE.rs && FILE"
    end },
  modelica = { tool = needs("omc", "OpenModelica, which Debian does not have"), ending = ".mo",
    more = function(name)
      return "", ("loadFile(\"%s/%s.mo\"); %s.selftest() < 1e-9;\n"):format(scratch.dir, name, name)
    end,
    selftest = "omc FILE.mos | grep -q true && echo passed",
    asks = false },   -- numbers are never infinite there
}

local function command(text, name, tool)
  return (text:gsub("FILE", scratch.dir .. "/" .. name):gsub("DIR", scratch.dir)
    :gsub("TOOL", tool):gsub("NAME", name))
end

-- a program is written, and tests itself
local function try_program(language, name, text)
  local run = runs[language]
  local tool = run.tool()
  local more, beside = "", nil
  if run.more then more, beside = run.more(name) end
  scratch.write(name .. run.ending, text .. more)
  if beside then scratch.write(name .. ".mos", beside) end
  local what = command(run.selftest, name, tool) .. " > " .. scratch.dir .. "/said 2>&1"
  t.ok(scratch.sh(what), language .. ": " .. name)
  t.ok(scratch.slurp("said"):find "passed", language .. ": " .. scratch.slurp "said")
end

-- every instruction of a tape: branches that are not taken have no value at some of the points
li.symbols "a b c lambda end _x class let"
local everything = li.smat { li.expr [[piecewise(a < b, sqrt(a), a <= c, log(b), a == c,
  asin(a) + acos(b), 1/c) + sign(a)*abs(b) + floor(3*a) - atan2(b, c)*exp(c)*tanh(a)]],
  li.expr "min(a, b) + max(b, c)*tan(a) - a^3 + atan(b)/(2 + c)",
  li.expr "(a^2 + b^2 + 1)^c + abs(c)^(1/3) + a*b/7 - 2*c" }
local points = { { 0.5, -0.25, 0 }, { 0.25, 0.5, -0.75 }, { -0.5, 0.25, 2 }, { 3, -2, 3 },
  { 2, 2, 2 }, { 0, 0, 0 }, { 1, -1, 1 }, { -2, -3, -1 } }

-- the engine's numbers; where it has none, NaN or an infinity of the same sign
local function same(got, want)
  if want ~= want then return got ~= got end
  if want == want + 1 and want ~= 0 and want * 2 == want then return got == want end
  return math.abs(got - want) <= 1e-13 * (1 + math.abs(want))
end

local function read_number(text)
  if text:lower():find "nan" then return 0 / 0 end
  if text:lower():find "inf" then return (text:find "^-" and -1 or 1) / 0 end
  return tonumber(text)
end

local function asked(language, name, x, n)
  local run = runs[language]
  local text, how, ending = run.asks(name, x, n)
  local file = language == "matlab" and "asked" or "asks"
  scratch.write(file .. (ending or run.ending), text)
  t.ok(scratch.sh(command(how, file, run.tool()) .. " > " .. scratch.dir .. "/said 2>&1"),
    language .. " runs: " .. name)
  local numbers = {}
  for line in scratch.slurp("said"):gmatch "[^\n]+" do numbers[#numbers + 1] = read_number(line) end
  return numbers
end

-- what programs are written of: of expressions, of an arm, of equations with parameters, and one
-- of so many statements that it is cut into parts
local humanoid = li.robots.humanoid36()
local subjects = {
  Everything = function(language)
    return li.program(language, everything, "a b c", "Everything", 5)
  end,
  Arm = function(language) return li.robots.puma560():program(language, "id", "Arm", 3) end,
  Bars = function(language)
    return li.planar { "L1", "L2" }:equations():program(language, "all", "Bars", 3)
  end,
  Large = function(language) return humanoid:program(language, "mass", "Large", 2) end,
}
local names = { "Everything", "Arm", "Bars", "Large" }

for language, what in pairs(li.languages()) do
  t.test(language .. ": " .. what, function()
    local run = runs[language]
    if not run then   -- one that is new is written, and says what it is
      t.ok(subjects.Arm(language):find("Arm", 1, true) and #what > 10, language)
      return
    end
    run.tool()
    for _, name in ipairs(names) do try_program(language, name, subjects[name](language)) end
  end)
end

for language in pairs(li.languages()) do
  t.test(language .. ": numbers of the engine at ends, branches and divisions by zero", function()
    local run = runs[language]
    if run then run.tool() end
    if not (run and run.asks) then t.skip(language .. " has no infinite numbers") end
    local f = li.compile(everything, "a b c", { tape = true })
    scratch.write("Everything" .. run.ending, subjects.Everything(language))
    local got = asked(language, "Everything", points, 3)
    t.eq(#got, 3 * #points)
    for at, x in ipairs(points) do
      local want = f(x)
      for i = 1, 3 do
        local value = got[3 * (at - 1) + i]
        t.ok(same(value, want[i]), ("%s, point %d, result %d: %s, the engine has %s")
          :format(language, at, i, tostring(value), tostring(want[i])))
      end
    end
  end)
end

t.test("names that mean something in a language are names all the same", function()
  for language in pairs(li.languages()) do
    local text = li.program(language, li.expr "lambda + end + _x + class*let",
      "lambda end _x class let", "F", 1)
    t.ok(text:find "F", language)
  end
  t.raises("means something already in Python", li.program, "python", li.expr "a", "a", "lambda")
  t.raises("means something already in MATLAB", li.program, "matlab", li.expr "a", "a", "_f")
  t.raises("means something already in Rust", li.program, "rust", li.expr "a", "a", "match")
  t.raises("means something already in C++", li.program, "cpp", li.expr "a", "a", "template")
end)

scratch.remove()
t.done()
