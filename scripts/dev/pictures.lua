-- pictures.lua - the pictures of the documents: drawings of MATHS.md, curves of the lessons, pages
-- photographed (make pictures)
--
-- lua scripts/dev/pictures.lua FOLDER [pages]. Drawings and curves are SVG. With `pages` a
-- chromium takes PNGs of living pages too.
local li = require "liaison"
local deg = li.deg

local folder, with_pages = arg[1] or "lib/doc/pictures", arg[2] == "pages"

local function write(name, text)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
end

-- ---- drawings: a sheet collects elements in SVG's axes (y down); the world of a drawing has y
-- up, and a scale

local INK, BLUE, RED, GREEN, GREY = "#1b1f24", "#0b6bb8", "#c0392b", "#1e8449", "#8a939c"
local SUB = '<tspan baseline-shift="sub" font-size="70%%">%1</tspan>'
local DRAWINGS = {}

local sheet = {}
sheet.__index = sheet

local function new_sheet(width, height, x0, y0, scale)
  return setmetatable({ width = width, height = height, x0 = x0, y0 = y0, scale = scale,
    parts = {} }, sheet)
end

function sheet:at(x, y) return self.x0 + self.scale*x, self.y0 - self.scale*y end

function sheet:add(form, ...) self.parts[#self.parts + 1] = form:format(...) end

function sheet:line(x1, y1, x2, y2, color, width, dash)
  local a, b = self:at(x1, y1)
  local c, d = self:at(x2, y2)
  self:add('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"%s'
    .. ' stroke-linecap="round"/>',
    a, b, c, d, color or INK, width or 1.5, dash and (' stroke-dasharray="' .. dash .. '"') or "")
end

function sheet:arrow(x1, y1, x2, y2, color, width)
  local a, b = self:at(x1, y1)
  local c, d = self:at(x2, y2)
  local length = math.sqrt((c - a)^2 + (d - b)^2)
  local ux, uy = (c - a)/length, (d - b)/length
  local ex, ey = c - 9*ux, d - 9*uy
  self:add('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>', a, b,
    ex, ey, color or INK, width or 1.8)
  self:add('<path d="M%.1f %.1f L%.1f %.1f L%.1f %.1f Z" fill="%s"/>',
    c, d, ex - 4*uy, ey + 4*ux, ex + 4*uy, ey - 4*ux, color or INK)
end

function sheet:circle(x, y, r, fill, color)
  local a, b = self:at(x, y)
  self:add('<circle cx="%.1f" cy="%.1f" r="%g" fill="%s" stroke="%s" stroke-width="1.5"/>', a, b, r,
    fill or "white", color or INK)
end

-- `_` begins an index: a word as in p_AB, or braces as in x_{i-1}
function sheet:text(x, y, text, color, anchor, size)
  local a, b = self:at(x, y)
  local drawn = text:gsub("&", "&amp;"):gsub("<", "&lt;")
    :gsub("_{(.-)}", SUB):gsub("_(%w+)", SUB)
  self:add('<text x="%.1f" y="%.1f" fill="%s" text-anchor="%s" font-size="%g">%s</text>',
    a, b, color or INK, anchor or "start", size or 15, drawn)
end

function sheet:arc(x, y, radius, from, to, color)
  local a, b = self:at(x + radius*math.cos(from), y + radius*math.sin(from))
  local c, d = self:at(x + radius*math.cos(to), y + radius*math.sin(to))
  local r = radius*self.scale
  self:add('<path d="M%.1f %.1f A%.1f %.1f 0 0 0 %.1f %.1f" fill="none" stroke="%s"'
    .. ' stroke-width="1.2"/>',
    a, b, r, r, c, d, color or GREY)
end

-- a frame: two axes turned by an angle, and its name at the origin
function sheet:frame(name, x, y, angle, length, color)
  local c, s = math.cos(angle), math.sin(angle)
  self:arrow(x, y, x + length*c, y + length*s, color)
  self:arrow(x, y, x - length*s, y + length*c, color)
  self:text(x + 1.15*length*c, y + 1.15*length*s - 0.04, "x_" .. name, color)
  self:text(x - 1.2*length*s - 0.05, y + 1.2*length*c, "y_" .. name, color)
  self:circle(x, y, 3.5, color, color)
end

-- a bar between two points with round ends
function sheet:bar(x1, y1, x2, y2, color)
  self:line(x1, y1, x2, y2, color, 11)
  self:line(x1, y1, x2, y2, "white", 7.5)
end

function sheet:ground(x, y)
  self:line(x - 0.16, y - 0.14, x + 0.16, y - 0.14, INK, 1.5)
  for k = -1, 2 do self:line(x + 0.1*k - 0.04, y - 0.14, x + 0.1*k - 0.12, y - 0.24, INK, 1) end
  self:line(x - 0.1, y - 0.14, x, y, INK, 1.5)
  self:line(x + 0.1, y - 0.14, x, y, INK, 1.5)
end

function sheet:save(name)
  local head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d"'
    .. ' font-family="sans-serif">\n'
  write(name, head:format(self.width, self.height, self.width, self.height)
    .. '<rect width="100%" height="100%" fill="white"/>\n'
    .. table.concat(self.parts, "\n") .. "\n</svg>\n")
end

function DRAWINGS.frames()
  local s = new_sheet(620, 300, 70, 250, 100)
  s:frame("A", 0, 0, 0, 0.9, INK)
  s:frame("B", 2.6, 0.9, 25*deg, 0.9, BLUE)
  local px, py = 3.3, 1.95
  s:arrow(0, 0, 2.57, 0.89, RED)
  s:text(1.05, 0.55, "p_AB", RED)
  s:arrow(0, 0, px - 0.04, py - 0.02, GREY, 1.2)
  s:text(1.3, 1.0, "p_A", GREY, "end")
  s:arrow(2.6, 0.9, px - 0.02, py - 0.05, BLUE, 1.2)
  s:text(3.05, 1.35, "p_B", BLUE)
  s:circle(px, py, 4, INK)
  s:text(px + 0.1, py, "P", INK)
  s:line(2.6, 0.9, 3.5, 0.9, GREY, 1, "4 4")
  s:arc(2.6, 0.9, 0.6, 0, 25*deg)
  s:text(3.25, 0.97, "R_AB", GREY)
  s:text(2.0, -0.25, "p_A = R_AB p_B + p_AB", INK)
  s:text(3.9, -0.25, "X_AC = X_AB X_BC", INK)
  s:save "frames.svg"
end

function DRAWINGS.dh()
  local s = new_sheet(620, 300, 60, 210, 100)
  local function axis(x, y, name, tilt)
    local c, n = math.cos(tilt), math.sin(tilt)
    s:line(x - 0.55*c, y - 0.55*n, x + 1.7*c, y + 1.7*n, GREY, 1, "8 3 2 3")
    s:arrow(x, y, x + 1.1*c, y + 1.1*n, BLUE)
    s:text(x + 1.15*c + 0.08, y + 1.1*n, name, BLUE)
  end
  axis(0.6, 0, "z_{i-1}", 90*deg)
  axis(4.2, 0.35, "z_i", 62*deg)
  s:arrow(0.6, 0, 1.35, -0.3, INK)
  s:text(1.4, -0.4, "x_{i-1}")
  s:line(0.6, 0.8, 4.43, 0.8, RED, 1.6)
  s:text(2.6, 0.88, "a_i", RED, "middle")
  s:arrow(4.43, 0.8, 5.25, 0.8, INK)
  s:text(5.3, 0.75, "x_i")
  s:arrow(0.3, 0, 0.3, 0.8, GREEN, 1.4)
  s:text(0.22, 0.36, "d_i", GREEN, "end")
  s:line(0.3, 0.8, 0.6, 0.8, GREY, 1, "3 3")
  s:line(0.3, 0, 0.6, 0, GREY, 1, "3 3")
  s:line(0.6, 0.8, 1.35, 0.5, GREY, 1, "4 4")
  s:arc(0.6, 0.8, 0.65, -22*deg, 0, GREEN)
  s:text(1.32, 0.6, "theta_i", GREEN)
  s:line(4.43, 0.8, 4.43, 1.9, GREY, 1, "4 4")
  s:arc(4.43, 0.8, 0.85, 62*deg, 90*deg, RED)
  s:text(4.46, 1.75, "alpha_i", RED, "start", 14)
  s:text(2.6, -0.72, "Rz(theta_i) Tz(d_i) Tx(a_i) Rx(alpha_i)", INK, "middle", 14)
  s:circle(0.6, 0, 3.5, INK)
  s:circle(4.43, 0.8, 3.5, INK)
  s:save "dh.svg"
end

function DRAWINGS.loop()
  local s = new_sheet(620, 300, 110, 255, 110)
  local A, B, D = { 0, 0 }, { 0.55, 0.95 }, { 3.2, 0 }
  local E, C = { 2.0, 1.3 }, { 2.75, 1.5 }
  s:bar(A[1], A[2], B[1], B[2], BLUE)
  s:bar(B[1], B[2], E[1], E[2], BLUE)
  s:bar(D[1], D[2], C[1], C[2], GREEN)
  s:ground(A[1], A[2])
  s:ground(D[1], D[2])
  for _, p in ipairs { A, B, D } do s:circle(p[1], p[2], 5) end
  s:line(E[1], E[2], C[1], C[2], GREY, 1.3, "4 3")
  s:text(2.4, 1.18, "phi(q) = 0", GREY, "middle")
  s:circle(E[1], E[2], 4, BLUE, BLUE)
  s:circle(C[1], C[2], 4, GREEN, GREEN)
  s:arrow(E[1], E[2], E[1] - 0.12, E[2] + 0.7, RED)
  s:text(E[1] - 0.2, E[2] + 0.55, "lambda", RED, "end")
  s:arrow(C[1], C[2], C[1] + 0.12, C[2] - 0.7, RED)
  s:text(C[1] + 0.24, C[2] - 0.5, "- lambda", RED)
  s:text(0.08, 0.62, "q_1", BLUE, "end")
  s:text(0.75, 0.78, "q_2", BLUE)
  s:text(3.4, 0.2, "q_3", GREEN)
  s:save "closed_loop.svg"
end

function DRAWINGS.tree()
  local s = new_sheet(620, 300, 80, 235, 110)
  local P = { { 0, 0 }, { 0.9, 0.7 }, { 2.1, 0.9 }, { 3.2, 1.5 }, { 3.1, 0.2 } }
  local edges = { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 3, 5 } }
  for _, e in ipairs(edges) do
    local a, b = P[e[1]], P[e[2]]
    s:bar(a[1], a[2], b[1], b[2], e[1] >= 3 and GREEN or GREY)
  end
  s:frame("0", 0, 0, 0, 0.5, INK)
  s:ground(0, 0)
  for k = 2, 4 do s:circle(P[k - 1][1], P[k - 1][2], 5) end
  s:arrow(2.1, 0.9, 2.1, 1.6, RED)
  s:text(2.17, 1.55, "S_c = (u, w)", RED)
  s:arrow(0, 0, 2.03, 0.87, RED, 1.2)
  s:text(1.15, 0.3, "p", RED)
  s:text(3.35, 0.9, "tree on c: I_c is", GREEN)
  s:text(3.35, 0.68, "the sum of these", GREEN)
  s:save "base_axes.svg"
end

for _, draw in pairs(DRAWINGS) do draw() end

-- ---- curves of the lessons

local function arm()
  return li.robot {
    name = "arm", gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "upper", joint = "revolute", q = "q1", mass = 2, com = { 0.25, 0, 0 },
        inertia = { 0, 0.042, 0.042 } },
      { name = "fore", parent = "upper", at = { 0.5, 0, 0 }, joint = "revolute", q = "q2",
        mass = 1.5, com = { 0.2, 0, 0 }, inertia = { 0, 0.02, 0.02 } },
    },
    frames = { { name = "hand", body = "fore", at = { 0.4, 0, 0 } } }, tip = "hand",
  }
end

local function controlled_arm()
  local model = arm()
  local function control(t, q, v)
    local s, c = math.sin(2*t), math.cos(2*t)
    local r, rd, rdd = li.vec { 0.5*s, 0.8*s }, li.vec { c, 1.6*c }, li.vec { -2*s, -3.2*s }
    return model:id(q, v, rdd - 20*(v - rd) - 100*(q - r))
  end
  return li.simulate { model, q = { -0.3, 0.4 }, t = 3, dt = 0.02, input = control }
end

local function arm_angles()
  local run, x, one, two = controlled_arm(), {}, {}, {}
  for i = 1, #run do x[i], one[i], two[i] = run.t[i], 0.5*math.sin(2*run.t[i]),
    0.8*math.sin(2*run.t[i]) end
  li.plot {
    { x = x, y = run.q1, label = "q1" }, { x = x, y = one, label = "q1 desired" },
    { x = x, y = run.q2, label = "q2" }, { x = x, y = two, label = "q2 desired" },
    xlabel = "t (s)", ylabel = "rad", height = 300,
  }:save(folder .. "/arm_angles.svg")
end

local function fourbar()
  local function rod(mass, length) return { 0, mass*length^2/12, mass*length^2/12 } end
  return li.robot {
    name = "four-bar", gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "crank", joint = "revolute", q = "a", mass = 0.5, com = { 0.1, 0, 0 },
        inertia = rod(0.5, 0.2) },
      { name = "coupler", at = { 0.2, 0, 0 }, joint = "revolute", q = "b", mass = 1,
        com = { 0.3, 0, 0 }, inertia = rod(1, 0.6) },
      { name = "rocker", parent = "world", at = { 0.7, 0, 0 }, joint = "revolute", q = "c",
        mass = 0.8, com = { 0.2, 0, 0 }, inertia = rod(0.8, 0.4) },
    },
    frames = { { name = "pen", body = "coupler", at = { 0.3, 0.1, 0 } } }, tip = "pen",
    constraints = { { "spherical", name = "pin", from = "coupler", from_at = { 0.6, 0, 0 },
      to = "rocker", to_at = { 0.4, 0, 0 } } },
  }
end

local function coupler_curve(bars, q)
  local turn = bars:follow { input = "a", from = 60*deg, to = 420*deg, steps = 144, q = q,
    points = { "pen" } }
  local x, y = {}, {}
  for i, p in ipairs(turn.points.pen) do x[i], y[i] = p[1], p[2] end
  li.plot { x = x, y = y, xlabel = "x (m)", ylabel = "y (m)", equal = true,
    height = 300 }:save(folder .. "/coupler_curve.svg")
end

local function car_paths()
  local values = { m = 1200, j = 1700, L1 = 1.2, L2 = 1.4, Cf = 60000, Cr = 70000 }
  local function run(front, rear, speeds)
    local s = li.system { planar = true, name = "car" }
    local x, y, th = s:coordinates "x y th"
    local de = s:input "de"
    local body = s:body { name = "car", m = "m", j = "j", place = { x, y, th } }
    body:wheel { name = "front", at = { "L1", 0 }, angle = de, tyre = front }
    body:wheel { name = "rear", at = { "-L2", 0 }, tyre = rear }
    return s:kane { speeds = speeds }:simulate(4, { v = 10 },
      { values = values, inputs = { de = 0.05 }, dt = 0.05 })
  end
  local rails = run(nil, nil, { "v = x'*cos(th) + y'*sin(th)" })
  local slide = run("Cf", "Cr",
    { "v = x'*cos(th) + y'*sin(th)", "u = y'*cos(th) - x'*sin(th)", "w = th'" })
  li.plot {
    { x = rails.x, y = rails.y, label = "ideal wheels" },
      { x = slide.x, y = slide.y, label = "tyres" },
    xlabel = "x (m)", ylabel = "y (m)", equal = true, title = "steered by 0.05 rad, 10 m/s",
      height = 320,
  }:save(folder .. "/car_paths.svg")
end

arm_angles()
local bars = fourbar()
local q = assert(bars:assemble({ 60*deg, 0, 90*deg }, { fix = { "a" } }))
coupler_curve(bars, q)
car_paths()

-- ---- pages, as a browser shows them

local function car_drop()
  local car = li.vehicles.car():with(li.vehicles.reference "car".values)
  local forces = {}
  for i, wheel in ipairs { "Repere13", "Repere23", "Repere33", "Repere43" } do
    forces[i] = { "spring", joint = "z" .. i, stiffness = 24000, damping = 1850 }
    forces[4 + i] = { "contact", at = wheel, radius = 0.3, normal = { 0, 0, 1 }, stiffness = 200000,
      damping = 300 }
  end
  local start = li.zeros(15)
  start[3] = 0.75
  return li.simulate { car, q = start, t = 1, dt = 0.01, forces = forces, h_max = 2e-3 }
end

local BROWSER = "--headless=new --no-sandbox --hide-scrollbars --virtual-time-budget=3000"
  .. " --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader"

-- a page as a picture of at most 150 kB: fewer colours where pngquant is there
local function photograph(name, shown, height)
  local html, png = os.tmpname(), folder .. "/" .. name .. ".png"
  os.rename(html, html .. ".html")
  shown:html(html .. ".html")
  local command = "chromium %s --window-size=1000,%d --screenshot=%s file://%s.html 2> /dev/null"
  os.execute(command:format(BROWSER, height or 600, png, html))
  os.execute(("command -v pngquant > /dev/null && pngquant --force --ext .png 64 %s"):format(png))
  os.remove(html .. ".html")
end

if with_pages then
  local v = bars:fit_velocity(q, { a = 10 }, { fix = "a" })
  photograph("arm_page", controlled_arm())
  photograph("fourbar_page",
    li.simulate { bars, q = q, v = v, t = 2, tau = { a = "0.8 - 0.05*a'" } })
  photograph("car_page", car_drop())
end
