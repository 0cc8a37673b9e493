-- loaders.lua - every way of describing a mechanism, as long as one likes: what memory must be able
-- to give out in, at any place
--
-- loaders[name](n) makes a text or a table of about n bodies; loaders.load(name, thing) reads it
-- and says what came of it.
local li = require "liaison"

local loaders = { names = { "phrase", "maple", "definition", "dh", "robot", "urdf", "expr" } }

local function joined(n, sep, one)
  local out = {}
  for k = 1, n do out[k] = one(k) end
  return table.concat(out, sep)
end

local AXIS = { "X", "Y", "Z" }

function loaders.phrase(n)
  return joined(n, ",",
    function(k) return ("R%s(low%d,high%d),T%sK(length%d+2*width/%d)"):format(AXIS[k % 3 + 1], k, k,
    AXIS[(k + 1) % 3 + 1], k, k) end) .. ";"
end

function loaders.definition(n)
  local d = { frames = {}, bodies = {}, variables = {} }
  for k = 1, n do
    local angles = { 0, 0, 0 }
    angles[k % 3 + 1] = "turn" .. k
    d.frames[k] = { "frame" .. k, k == 1 and "R0" or "frame" .. k - 1, { "length" .. k, 0, k },
      angles }
    d.bodies[k] = { "frame" .. k, "body" .. k, "mass" .. k, { 1, 2, 3 },
      { 0, 0, "height" .. k, 1 } }
    d.variables[k] = "turn" .. k
  end
  return d
end

function loaders.maple(n)
  return "liaison := table([" .. joined(n, ", ", function(k)
    return ("Frame%d=(%s,[length%d,0,%d],[0,0,turn%d])"):format(k,
      k == 1 and "R0" or "Frame" .. k - 1, k, k, k)
  end) .. "]);\ncorps := table([" .. joined(n, ", ", function(k)
    return ("Frame%d=(body%d,mass%d,matrix([[1,0,0],[0,2,0],[0,0,3]]),[0,0,height%d,1])"):format(k,
      k, k, k)
  end) .. "]);\nq := [" .. joined(n, ",", function(k) return "turn" .. k end) .. "];"
end

function loaders.dh(n)
  local d = { convention = "standard" }
  for k = 1, n do
    d[k] = { a = "length" .. k, alpha = k % 2 == 0 and "pi/2" or 0, theta = "angle" .. k,
      d = 0.1 * k, mass = "mass" .. k }
  end
  return d
end

function loaders.robot(n)
  local d = { name = "long", bodies = {}, frames = {} }
  for k = 1, n do
    d.bodies[k] = { name = "body" .. k, parent = k > 1 and "body" .. k - 1 or nil,
      joint = { "revolute", q = "angle" .. k, damping = 0.1 }, axis = { 0, 0, 1 },
      at = { 1, 0, 0 }, mass = "mass" .. k, com = { "centre" .. k, 0, 0 }, inertia = { 1, 2, 2.5 },
        limits = { -1, 1 } }
    d.frames["tool" .. k] = { body = "body" .. k, at = { 0, 0, k } }
  end
  return d
end

function loaders.urdf(n)
  return '<robot name="long"><link name="link0"/>\n' .. joined(n, "\n", function(k)
    return ([[<link name="link%d"><inertial><mass value="1"/><origin xyz="0 0 0.1"/>]]
      .. [[<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="joint%d" type="revolute"><parent link="link%d"/><child link="link%d"/>]]
      .. [[<origin xyz="0 0 1"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="10" velocity="2"/><dynamics damping="0.1"/>]]
      .. [[</joint>]]):format(k, k, k - 1, k)
  end) .. "</robot>"
end

function loaders.expr(n)
  return joined(n, " + ",
    function(k) return ("sin(angle%d + 2*angle%d)^2/%d"):format(k, k + 1, k + 1) end)
end

local READ = { phrase = li.phrase, maple = li.definition, definition = li.definition, dh = li.dh,
  robot = li.robot, urdf = li.urdf_text,
  expr = function(text) return li.expr(text, "new") end }

function loaders.load(name, thing)
  local got = READ[name](thing)
  return #tostring(got) .. " letters"
    .. (li._internal.class(got) == "model" and ", " .. #got:coordinates() .. " coordinates" or "")
end

return loaders
