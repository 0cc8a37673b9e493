-- tour.lua - the first five minutes, guided: short pieces of code, run while you read them (liaison
-- tour)
--
-- A screen is what it shows, the code, and what must be true afterwards; the tour fails where one
-- is not. To add a screen: a row. On a terminal each waits for Enter; from a pipe all go by.
local repl = require "liaison.app.repl"
local kit = require "liaison.core"._internal
local say = require "liaison.language.language".say
local term = kit.term

local M = {}

M.screens = {
  { title = "A robot, and where its tip is",
    text = "Two links of 1 m and 0.8 m. Angles are radians: 30*deg is a number of them. What "
      .. "comes back says what it is: frames,\n"
      .. "the order of rows, who is told in whose axes.",
    code = {
      "arm = li.planar{1, 0.8}",
      "arm",
      "arm:fk{30*deg, 45*deg}",
      "arm:jacobian{30*deg, 45*deg}",
      "arm:ik{1.2, 0.9, 0}           -- and the way back",
    },
    holds = "arm:fk(arm:ik{1.2, 0.9, 0}).p:near({1.2, 0.9, 0}, 1e-8)" },

  { title = "The same description as equations",
    text = "In your names; c12 is cos(q1 + q2). As C, Lua, JavaScript, LaTeX they carry a "
      .. "test of themselves; compiled they run at once.",
    code = {
      "eq = arm:equations()",
      "eq",
      "eq:ops 'id'                   -- what inverse dynamics costs",
      "eq:c():match 'operations[^\\n]*'",
      "id = eq:compile 'id'",
      "id({0.5, 0.2}, {1, -1}, {0, 0}), arm:id({0.5, 0.2}, {1, -1}, {0, 0})",
      "li.planar{1, 'L2'}:equations{ reduce = false }.M:at(1, 2)   -- numbers and names mix",
    },
    holds = "id({0.5, 0.2}, {1, -1}, {0, 0}):near(arm:id({0.5, 0.2}, {1, -1}, {0, 0}), 1e-12)" },

  { title = "Is it right?",
    text = "Newton and Euler, articulated bodies, Kane and Lagrange are different roads to "
      .. "the same forces. All are walked, on your robot.",
    code = { "arm:audit()" },
    holds = "arm:audit().failed == 0" },

  { title = "Rotations, said exactly",
    text = "Every way in has its way out; the order of angles and whether axes move are "
      .. "always said. Where a description is singular\n"
      .. "you are told so, with what is still determined.",
    code = {
      "R = li.rot.rpy(10*deg, 20*deg, 30*deg)      -- fixed x, y, z",
      "R",
      "R:quat()                      -- w, x, y, z: the scalar first",
      "R:moving 'zyx'                -- the same turns about moving axes, last one first",
      "u, angle = R:axis()",
      "u, angle/deg",
      "roll, pitch, yaw, pole = li.rot.rpy(0.4, 90*deg, 1.1):rpy()",
      "roll, pitch/deg, yaw, pole.text",
    },
    holds = "R:near(li.rot.moving('zyx', 30*deg, 20*deg, 10*deg)) "
      .. "and R:near(li.rot.axis(u, angle))" },

  { title = "Loops, and wheels that do not slip",
    text = "A constraint closes a loop; it is put together, and the force of the pin is told. "
      .. "A wheel is a row of velocities, and the\n"
      .. "report says whether it is a position in disguise.",
    code = {
      "bars = li.robot{ gravity = {0, -9.81, 0}, bodies = {",
      "  { name = 'crank', joint = 'revolute', mass = 1, com = {0.15, 0, 0}, inertia = {0, "
      .. "0.01, 0.01} },",
      "  { name = 'rod', at = {0.3, 0, 0}, joint = 'revolute', mass = 2, com = {0.4, 0, 0}, "
      .. "inertia = {0, 0.1, 0.1} },",
      "  { name = 'slider', parent = 'world', joint = 'prismatic', axis = 'x', mass = 3, "
      .. "inertia = 0 } },",
      "  constraints = { { 'point', name = 'pin', from = 'slider', to = 'rod', to_at = {0.9, "
      .. "0, 0} } } }",
      "q = bars:assemble({0.6, -0.5, 1}, { fix = {'q1'} })",
      "q, bars:mobility(q).velocity  -- one freedom, by rank",
      "bars:constrained(q, {0, 0, 0}, {0, 0, 0}).forces.pin.from",
      "s = li.system{ planar = true }",
      "cart = s:body{ name = 'cart', m = 1, j = 1, place = { s:coordinates 'x y th' } }",
      "axle = cart:wheel{ name = 'axle' }",
      "s:constraint_report()",
    },
    holds = "bars:mobility(q).velocity == 1" },

  { title = "Mistakes name the line and the cure",
    text = "What was expected, what came, who was probably meant. Nothing is filled in "
      .. "silently: a body without mass refuses.",
    code = {
      "arm:jacobain{0, 0}",
      "arm.fk{0, 0}",
      "li.robot{ bodies = { { name = 'a', joint = 'revolut' } } }",
      "li.robot{ bodies = { { name = 'a', joint = 'revolute', limits = {-170, 170} } } }",
      "li.robots.rrp():gravity{0, 0, 0.2}",
    },
    fails = true },

  { title = "Let it move, and one living file",
    text = "Ten seconds, falling from the horizontal. The page is one file for any browser, "
      .. "no network: the arm in 3-D, its curves, its\n"
      .. "equations, and sliders that compute the run again.",
    code = {
      "run = li.simulate{ arm, q = {0, 0}, t = 10 }",
      "run",
      "li.plot_run(run, {'q1', 'q2'})",
      "run:html(page)",
      "page",
    },
    holds = "run:info().drift < 1e-5" },
}

local LAST = [[

From here: liaison for a prompt, liaison script.lua for a script, liaison new robot NAME for one ]]
  .. [[to start from. help "rot", help(R) or
apropos "inverse" at the prompt tell what is known. manual.md (in lib/doc, installed in ]]
  .. "share/doc/liaison/lib/doc) answers by question, scripts/ has worked mechanisms."

-- lines of one statement are shown together and run once it is whole
local function statements(code)
  local list, open = {}, nil
  for _, line in ipairs(code) do
    open = open and open .. "\n" .. line or line
    if not repl.unfinished(open) then list[#list + 1], open = open, nil end
  end
  return list
end

-- true when every line did what its screen says; else false and the line
local function show(screen, number, env)
  io.stdout:write(say(("\n== %d of %d: "):format(number, #M.screens)), say(screen.title), "\n\n",
    say(screen.text), "\n\n")
  for _, text in ipairs(statements(screen.code)) do
    io.stdout:write("> ", (text:gsub("\n", "\n> ")), "\n")
    if repl.once(text, env, io.stdout) == (screen.fails or false) then return false, text end
  end
  if screen.holds and not repl.value(screen.holds, env) then return false, screen.holds end
  return true
end

-- on a terminal: Enter goes on, q leaves; true to go on
local function wait(number)
  if number == #M.screens or not (term.tty(0) and term.tty(1)) then return true end
  io.stdout:write(say "\n-- Enter goes on, q leaves: ")
  io.stdout:flush()
  local line = io.stdin:read "*l"
  return line ~= nil and not line:find "^%s*q"
end

-- walk through all screens; true when all went as they should
local function walk(folder)
  local env, began = repl.environment(), os.clock()
  env.page = folder .. "/tour.html"
  for number, screen in ipairs(M.screens) do
    local fine, line = show(screen, number, env)
    if not fine then
      io.stdout:write(say "\nThis did not go as it should: ", line, "\n")
      return false
    end
    if not wait(number) then return true end
  end
  io.stdout:write(say(LAST),
    say(kit.format("\nThat was the tour (%.2f s of computing). Open %s in a browser.\n",
    os.clock() - began, env.page)))
  return true
end

-- the page goes into a folder nobody else can have made
function M.run()
  local folder, why = kit.new_folder()
  if not folder then
    io.stdout:write(say "The page of the tour has no place: ", why, "\n")
    return false
  end
  local fine = walk(folder)
  os.remove(folder) -- where nothing is in it
  return fine
end

return M
