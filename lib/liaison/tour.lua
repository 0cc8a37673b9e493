-- tour.lua - the first five minutes, guided: short pieces of code, run while you read them (liaison tour)
--
-- A step is what it shows, the code, and what must be true afterwards; the tour fails where one is not. To add a step: a row.
local repl = require "liaison.repl"

local M = {}

M.steps = {
  { title = "Vectors and matrices" },
  { text = "Numbers go in as plain Lua tables; results print themselves.",
    code = {
      "v = li.vec{3, 4}",
      "v:norm(), v:unit()",
      "A = li.mat{{2, 1}, {1, 3}}",
      "x = A:solve{3, 5}",
      "x, A*x",
    },
    holds = "(A*x):near{3, 5}" },

  { title = "Rotations" },
  { text = "Radians everywhere; 30*li.deg is a number of radians. Every way in has its way out, and the order and kind of angles\n"
      .. "(fixed or moving axes) is always said. RPY is fixed x, y, z: Rz(yaw) Ry(pitch) Rx(roll).",
    code = {
      "R = li.rot.rpy(10*li.deg, 20*li.deg, 30*li.deg)",
      "R",
      "R:quat()                      -- w, x, y, z: the scalar first",
      "u, angle = R:axis()",
      "u, angle/li.deg",
      "R:moving 'zyx'                -- the same turns about moving axes, last one first",
    },
    holds = "R:near(li.rot.moving('zyx', 30*li.deg, 20*li.deg, 10*li.deg)) and R:near(li.rot.axis(u, angle))" },
  { text = "* composes, ^-1 inverts, and a power is a part of the way.",
    code = {
      "S = li.rot.z(90*li.deg) * li.rot.x(90*li.deg)",
      "S * {0, 0, 1}                 -- z of the turned frame, told in the first one",
      "S * S^-1 == li.rot.identity()",
      "(S^(1/3)):angle_to(S^(2/3)) / li.deg",
    },
    holds = "(S^(1/3) * S^(1/3) * S^(1/3)):near(S)" },
  { text = "Where a representation is singular you are told so, with the combination that is still determined.",
    code = {
      "roll, pitch, yaw, pole = li.rot.rpy(0.4, 90*li.deg, 1.1):rpy()",
      "roll, pitch/li.deg, yaw, pole",
    },
    holds = "li.rot.rpy(roll, pitch, yaw):near(li.rot.rpy(0.4, 90*li.deg, 1.1), 1e-7)" },

  { title = "Frames and bodies" },
  { text = "A frame X_AB is where B stands in A: * composes, ^-1 inverts. What is given in B, points, twists, wrenches, bodies, is told in A.",
    code = {
      "A = li.frame(li.rot.z(90*li.deg), {1, 2, 0})",
      "A",
      "A:point{1, 0, 0}, A:vector{1, 0, 0}",
      "s = A:screw()                 -- every displacement is a turn about one axis and a slide along it",
      "s.axis, s.point, s.angle/li.deg",
      "J = li.inertia.cylinder{r = 0.1, h = 1, mass = 5, at = {0.5, 0, 0}}",
      "A * J",
    },
    holds = "(A^-1 * A):near(li.frame()) and A:point(s.point):near(s.point) and (A*J).com:near{1, 2.5, 0}" },

  { title = "Mechanisms" },
  { text = "A description becomes a model, in numbers or with names left open.",
    code = {
      "arm = li.planar{1, 'L2'}",
      "arm",
      "arm:symbols()",
      "arm:with{L2 = 0.8, m2 = 1}",
    },
    holds = "#arm:coordinates() == 2" },

  { title = "Equations" },
  { text = "The same description as equations a person can read. Symbols keep your names; angles about parallel axes are merged.",
    code = {
      "two = li.planar{1, 0.8}",
      "eq = two:equations()",
      "eq",
      "eq:ops 'id'                   -- what inverse dynamics costs",
      "#eq:c() > 0                   -- C99 with a self-test; eq:lua(), eq:js(), eq:latex() likewise",
      "eq:id({0.5, 0.2}, {1, -1}, {0, 0}), two:id({0.5, 0.2}, {1, -1}, {0, 0})",
    },
    holds = "eq:id({0.5, 0.2}, {1, -1}, {0, 0}):near(two:id({0.5, 0.2}, {1, -1}, {0, 0}), 1e-12)" },

  { title = "A run, and one living file" },
  { text = "Let it fall for five seconds. The page is one file for any browser, no network: the arm in 3-D, its curves, its equations,\n"
      .. "and sliders that compute the run again.",
    code = {
      "run = li.simulate{ two, q = {-60*li.deg, 20*li.deg}, t = 5 }",
      "run",
      "li.plot_run(run, {'q1', 'q2'})",
      "run:html(page)",
      "page",
    },
    holds = "run:info().drift < 1e-5" },

  { title = "Mistakes" },
  { text = "A mistake names your line, what was expected and what came, and who was probably meant.",
    code = {
      "li.rot.axis({0, 0}, 1)",
      "li.rot.eulr_vector{0, 0, 1}",
      "li.vec{1, 2, 0/0}",
    },
    fails = true },

  { title = "From here" },
  { text = "li.help 'rot' or help(R) at the prompt tells what is known about a name, li.apropos 'quat' finds names. Type liaison for\n"
      .. "the prompt, liaison script.lua for a script, liaison doctor for what this machine has.",
    code = { "li.help 'rot.axis'" } },
}

local function show_code(line) io.stdout:write("> ", line, "\n") end

-- true when every line did what its step says
local function run_step(step, env)
  if step.title then io.stdout:write("\n== ", step.title, "\n") end
  if step.text then io.stdout:write("\n", step.text, "\n\n") end
  for _, line in ipairs(step.code or {}) do
    show_code(line)
    if repl.once(line, env, io.stdout) == (step.fails or false) then return false, line end
  end
  if step.holds and not repl.value(step.holds, env) then return false, step.holds end
  return true
end

-- walk through all steps; true when all went as they should
function M.run()
  local env, began = repl.environment(), os.clock()
  env.page = (os.getenv "TMPDIR" or "/tmp") .. "/liaison-tour.html"
  for _, step in ipairs(M.steps) do
    local fine, line = run_step(step, env)
    if not fine then
      io.stdout:write("\nThis did not go as it should: ", line, "\n")
      return false
    end
  end
  io.stdout:write(("\nThat was the tour (%.2f s of computing).\n"):format(os.clock() - began))
  return true
end

return M
