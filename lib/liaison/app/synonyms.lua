-- synonyms.lua - what people look for by other words, and where it is: for li.apropos and for names
-- that are not there
local M = {}

-- words people may type, and the names that have to do with them
local rows = {
  { "degree degrees deg2rad", "deg" },
  { "radian radians rad2deg", "rad deg" },
  { "euler zyx zxz angles orientation attitude", "rot.moving rot.fixed rot.rpy" },
  { "rpy roll pitch yaw cardan", "rot.rpy rot:rpy" },
  { "quaternion quaternions", "rot.quat rot:quat rot:slerp" },
  { "rotx roty rotz rotation", "rot.x rot.y rot.z rot.axis" },
  { "pose transform transformation homogeneous se3 transl", "frame frame.trans frame.matrix" },
  { "gimbal lock singular singularity singularities",
    "rot:rpy model:singularity generator:singularities" },
  { "mgi pieper", "model:inverse_equations model:ik_all" },
  { "serial serial_link seriallink link denavit hartenberg craig paul",
    "dh robot dh.convert dh.detect" },
  { "fkine forward_kinematics direct", "model:fk model:poses" },
  { "ikine inverse_kinematics", "model:ik model:ik_all model:inverse_equations" },
  { "idyn inverse_dynamics rnea torque torques", "model:id model:statics model:gravity" },
  { "fdyn forward_dynamics aba", "model:fd model:simulate" },
  { "shell hollow thin",
    "inertia.sphere_shell inertia.cylinder_shell inertia.cone_shell inertia.hollow_sphere "
    .. "inertia.tube" },
  { "omega", "rot.omega rot.rates" },
  { "rates rate", "rot.rates rot.omega" },
  { "average", "rot.mean" },
  { "inv", "rot:inverse frame:inverse mat:inverse" },
  { "kk kleinfinger", "dh.khalil" },
  { "mdh proximal", "dh.modified" },
  { "distal", "dh.standard" },
  { "cuboid block brick", "inertia.box" },
  { "bar beam stick", "inertia.rod" },
  { "ball", "inertia.sphere" },
  { "inertia_matrix crba mass_matrix", "model:mass equations:mass" },
  { "christoffel centrifugal coriolis", "model:coriolis model:coriolis_split" },
  { "lagrangian euler_lagrange energy energies", "lagrange model:equations model:energy" },
  { "newton newton_euler recursive", "model:id model:wrenches" },
  { "kane speeds quasi_velocities", "system system:kane model:kane" },
  { "constraint constraints loop loops closed closing linkage",
    "robot model:assemble model:constrained fourbar mechanism" },
  { "nonholonomic rolling roll wheel wheels skate",
    "rigid:wheel system system:nonholonomic system:constraint_report" },
  { "tyre tyres tire tires slip pacejka",
    "tyre tyre:forces rigid:wheel systems.tractor_trailer road.cornering road.friction" },
  { "camber inclination", "tyre:forces tyre:slopes car" },
  { "vehicle automobile oversteer bicycle_model suspension differential",
    "car single_track road.cornering manoeuvre" },
  { "lorry tractor semitrailer dolly articulated caravan n_trailer",
    "truck single_track systems.tractor_trailer" },
  { "sprung_mass pitch_bounce", "half_car quarter_car" },
  { "motorbike scooter weave wobble capsize whipple two_wheeler rider", "motorcycle bicycle" },
  { "tank tracked crawler skid janosi unicycle mecanum omniwheel holonomic_drive agv",
    "skid_steer differential_drive omni_drive" },
  { "understeer handling slalom lane_change elk_test moose_test manoeuvre maneuver iso4138 iso7401 "
    .. "iso3888 sine_with_dwell fmvss126 step_steer j_turn fishhook rollover jackknife coast_down "
    .. "braking handling_diagram yaw_moment gg", "manoeuvre manoeuvres steady_turn" },
  { "steady turn cornering circle skidpad", "steady_turn manoeuvre" },
  { "comfort iso2631 vibration_dose ride whole_body", "iso2631 manoeuvre half_car quarter_car" },
  { "driver pure_pursuit stanley path_following macadam preview two_point cruise",
    "driver route speed_profile" },
  { "route clothoid lane cones raceline gates", "route speed_profile" },
  { "abs esc esp traction torque_vectoring skyhook groundhook active_suspension rear_steering "
    .. "active_steering yaw_control stability chassis antilock", "chassis wheel_inputs" },
  { "multiplier multipliers lambda reaction reactions",
    "model:constrained equations:multipliers kane:reactions" },
  { "drawing drawings scheme schema sketch figure picture dessin dessiner tikz svg symbols",
    "draw.mechanism draw.free_bodies draw.graph draw.marks drawing:svg drawing:tikz" },
  { "free_body fbd isolate isolement forces_of_joints reactions", "draw.free_bodies "
    .. "model:wrenches" },
  { "denavit hartenberg dh table", "dh model:dh_table dh.fit" },
  { "draw show animate animation viewer visualise visualize 3d render", "model:html run:html" },
  { "plot figure chart graph", "plot run:plot plot_run" },
  { "export code codegen generate ccode",
    "equations:c equations:lua equations:js equations:latex" },
  { "compile jit fast speed", "model:kernel equations:compile compile" },
  { "ode integrate integrator solver ode45 solve_ivp", "simulate ode" },
  { "pid pd controller control feedback", "simulate model:gravity model:opspace" },
  { "lyapunov stabilize", "pd_gravity impedance energy_shaping" },
  { "feedforward tracking", "computed_torque resolved_acceleration sliding_mode" },
  { "force_control compliance compliant stiffness", "impedance admittance hybrid" },
  { "slotine estimate_mass payload", "adaptive" },
  { "feedback_linearization relative_degree zero_dynamics lie", "io_linearize" },
  { "flat path_tracking trailer", "flatness" },
  { "swing_up swingup acrobot furuta cart_pole", "energy_shaping" },
  { "scheduling lpv interpolate_gains", "gain_schedule" },
  { "montecarlo monte_carlo parameter study", "sweep" },
  { "optimise optimize minimise minimize calibrate fit identify",
    "num.fit model:regressor model:base_parameters" },
  { "trajectory trajectories waypoints profile quintic", "via law spline law:fastest law:plan" },
  { "jtraj minimum_jerk minimum_snap cubicspline lspb mstraj", "via polynomial" },
  { "cam cycloid modified_sine", "laws law" },
  { "linearize linearise eigenvalues modal vibration", "equations:linearize model:modes" },
  { "mobility gruebler kutzbach dof freedom", "mobility.plane mobility.space model:mobility" },
  { "workspace reach reachable", "model:workspace" },
  { "ellipsoid dexterity", "model:manipulability" },
  { "urdf xacro ros", "urdf load model:told" },
  { "sdf gazebo drake", "sdf load" },
  { "srdf moveit planner", "srdf" },
  { "mujoco mjcf gym", "mjcf load" },
  { "symbol variable parameter parameters", "symbols coordinates" },
  { "pendulum example examples demo", "planar robots.names systems.two_bar" },
  { "car bicycle vehicle automobile", "vehicles.car road.cornering" },
  { "terrain bump pothole slope bank roughness profile", "surface iso8608_class" },
  { "psd spectrum fft welch", "periodogram" },
  { "matrix array tensor", "mat vec eye" },
  { "equilibrium static statics rest", "model:statics model:gravity model:modes num.root" },
  { "kinematics forward inverse",
    "model:fk model:ik model:ik_all model:jacobian model:velocity model:generator" },
  { "identification identify regression parameters_of",
    "model:regressor model:base_parameters mat:least_squares num.fit" },
  { "null_space nullspace kernel redundancy redundant",
    "mat:null model:rates model:jacobian_inverse model:mobility" },
  { "task operational operational_space",
    "model:opspace model:rates model:jacobian_inverse kane:operational" },
  { "exercise exercises exercice exercices course homework derivation",
    "exercise exercises.names exercises.get sheet compare equations:explain expr:equals "
    .. "model:generator mechanisms.values" },
  { "grade mark marks note notes correction correct sheet feuille worksheet",
    "sheet sheet:grade sheet:mark exercise:check" },
  { "mistake mistakes erreur erreurs", "exercise:check exercise:wrong_answers" },
  { "transpose", "mat:transpose" },
}

local names = {}
for _, row in ipairs(rows) do
  for word in row[1]:gmatch "%S+" do names[word] = row[2] end
end

function M.words()
  local list = {}
  for word in pairs(names) do list[#list + 1] = word end
  require "liaison.core"._internal.sort(list)
  return list
end

-- the same for what somebody begins to type: "identif"; words of four letters at least
function M.near(word)
  local found, asked = M.names(word),
    require "liaison.core"._internal.lower(tostring(word)):gsub("%s+", "_")
  if found or #asked < 4 then return found end
  local list = {}
  for _, known in ipairs(M.words()) do
    if known:sub(1, #asked) == asked or (#known >= 4 and asked:sub(1, #known) == known) then
      list[#list + 1] = names[known]
    end
  end
  return #list > 0 and table.concat(list, " ") or nil
end

-- the names for a word, in one string, or nil
function M.names(word)
  word = require "liaison.core"._internal.lower(tostring(word))
  return names[word:gsub("%s+", "_")] or names[word]
end

-- " (see li.deg)": for a name that li does not have
function M.hint(word)
  local found = M.names(word)
  if not found then return " (li.apropos searches all names)" end
  local list = {}
  for name in found:gmatch "%S+" do
    list[#list + 1] = name:find ":" and "x:" .. name:match ":(.*)" or "li." .. name
  end
  return (" (see %s)"):format(table.concat(list, ", "))
end

local index = { x = 1, y = 2, z = 3 }
local parts = { m = "its mass is J.mass", I = "its tensor is J:tensor()",
  inertia = "its tensor is J:tensor()", c = "its centre of mass is J.com" }

local entries = { mat = { at = "an entry is M:get(i, j), or M[i][j]" },
  smat = { get = "an entry is M:at(i, j), or M[i][j]" },
  vec = { at = "an entry is v[i]", get = "an entry is v[i]" } }

-- the same for a name that a class or namespace does not have: " (see x:id)"; "" where nothing is
-- known
function M.hint_of(owner, key)
  if owner == "vec" and index[key] then
    return (" (numbers go by index: v[%d])"):format(index[key])
  end
  if owner == "frame" and index[key] then
    return (" (its origin is X.p: X.p[%d])"):format(index[key])
  end
  if owner == "inertia" and parts[key] then return (" (%s)"):format(parts[key]) end
  if entries[owner] and entries[owner][key] then return (" (%s)"):format(entries[owner][key]) end
  local list = {}
  for name in (M.names(key) or ""):gmatch "%S+" do
    local class, sep, own = name:match "^([^.:]*)([.:])(.*)$"
    if class == owner then
      list[#list + 1] = (sep == ":" and "x:" or "li." .. class .. ".") .. own
    end
  end
  return list[1] and (" (see %s)"):format(table.concat(list, ", ")) or ""
end

-- what Lua itself says of a name without a value: operation, name and what it is (local, global
-- ..), as either Lua puts it
local function nil_name(message)
  local what, kind, name = message:match "attempt to (.-) a nil value %((%w+) '([%w_]+)'%)"
  if not what then
    what, kind, name = message:match "attempt to (.-) (%w+) '([%w_]+)' %(a nil value%)"
  end
  return what, name, kind
end

-- the cure for what Lua itself complains about, behind its message; "" where nothing is known
local function cure(message)
  local what, name, kind = nil_name(message)
  if name == "li" or name == "liaison" then return ' (local li = require "liaison" comes first)' end
  if what and what:find "arithmetic" then
    local failed = kind ~= "global"
      and "a call gave nil and its reason, which assert(...) around it tells; or " or ""
    return (" ('%s' has no value: %sli.symbols \"%s\" makes a symbol)"):format(name, failed, name)
  end
  if what then
    return (" ('%s' is nil: never made, or a call gave nil and its reason: assert(...) around "
      .. "it tells)"):format(name)
  end
  local f = message:match "bad argument #%d to '(%w+)' %(number expected, got %w+%)"
  if f and math[f] and (message:find "got expr" or message:find "got userdata") then
    return (" (math.%s takes numbers; li.%s takes expressions)"):format(f, f)
  end
  if message:find "attempt to compare .*userdata" then
    return " (expressions have no order: a:lt(b), a:le(b) make a condition)"
  end
  return ""
end

-- an error message with its cure, in the language that is spoken: what stands behind its place
function M.cured(message)
  local place, rest = message:match "^([^\n]-:%d+: )(.*)$"
  local said, english = require("liaison.language.language").say, rest or message
  local text = said(english)
  return (place or "") .. text .. (text ~= english and said(cure(message)) or cure(message))
end

return M
