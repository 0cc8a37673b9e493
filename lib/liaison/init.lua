-- init.lua - require "liaison": the C half and the Lua half in one table
local li = require "liaison.core"
local kit = li._internal

-- where our own files are, so that errors name the user's line and not ours
local home = debug and debug.getinfo(1, "S").source:match "^(.*[/\\])init%.lua$"
if home then kit.home(home) end

li.pi = math.pi
li.deg = math.pi / 180
li.rad = 1
kit.constants = {
  { "pi", "The number 3.14159..." },
  { "deg", "A degree in radians, a plain factor: 30*li.deg, or x/li.deg for x in degrees." },
  { "rad", "A radian: 1. Angles are radians everywhere." },
  { "version", "The number of this release." },
}

-- names that Lua modules define when they are first asked for: the module puts them into li
local lazy = {
  plot = "show.plot", draw = "draw.draw", sweep = "sim.sweep", road = "catalog.vehicle_formulas",
  exercise = "course.exercise", exercises = "course.catalog", sheet = "course.sheet",
  tyre = "catalog.tyre", car = "catalog.car", truck = "catalog.truck",
  half_car = "catalog.ride_half", quarter_car = "catalog.ride_quarter",
  bicycle = "catalog.bicycle", motorcycle = "catalog.motorcycle",
  differential_drive = "catalog.differential_drive", skid_steer = "catalog.skid_steer",
  omni_drive = "catalog.omni_drive",
  single_track = "catalog.single_track",
  commonroad = "catalog.published.commonroad", state_equations = "ask.state_equations",
  surface = "roads.surface", iso8608_class = "roads.iso8608_class",
  periodogram = "roads.periodogram",
  language = "language.speak", digits = "base.digits",
  help = "app.help", apropos = "app.help", signatures = "app.help", type = "app.help",
}
local function loaded_for(module, names)
  for name in names:gmatch "%S+" do lazy[name] = module end
end
loaded_for("drivers.route", "route")
loaded_for("chassis.chassis", "chassis wheel_inputs")
loaded_for("drivers.driver", "driver")
loaded_for("drivers.speed_profile", "speed_profile")
loaded_for("vehicle.steady_turn", "steady_turn")
loaded_for("manoeuvres.manoeuvre", "manoeuvre manoeuvres")
loaded_for("manoeuvres.iso2631", "iso2631")
loaded_for("plan.plan", "plan")
loaded_for("plan.roadmap", "roadmap")
loaded_for("legs.support", "support")
loaded_for("legs.forces", "contact_forces")
loaded_for("legs.balance", "centre_of_pressure")
loaded_for("control.pid", "pid pid_rule")
loaded_for("control.compose", "compose")
loaded_for("control.pd_gravity", "pd_gravity")
loaded_for("control.computed_torque", "computed_torque sliding_mode")
loaded_for("control.resolved", "resolved_rate resolved_acceleration")
loaded_for("control.operational_space", "operational_space")
loaded_for("control.contact_laws", "impedance admittance hybrid")
loaded_for("control.adaptive", "adaptive")
loaded_for("control.gain_schedule", "gain_schedule")
loaded_for("control.energy_shaping", "energy_shaping")
loaded_for("control.io_linearize", "io_linearize")
loaded_for("control.flatness", "flatness")
loaded_for("control.kalman_filter", "kalman_filter")
loaded_for("control.smooth", "smooth")
loaded_for("control.ekf", "ekf")
loaded_for("control.mpc", "mpc")
loaded_for("control.mhe", "mhe")
loaded_for("control.ukf", "ukf")
loaded_for("control.attitude", "attitude_filter")
loaded_for("geo.collision", "collision distance")
loaded_for("control.imu", "imu magnetometer gps force_sensor")
loaded_for("linear.everything", "ss tf zpk series parallel feedback append junction connect "
  .. "qp lyapunov stein sylvester care dare lqr dlqr lqe dlqe place lqr_along describing "
  .. "ss_from_data ss_from_impulse")
kit.lazy = lazy
function kit.hint(owner, key) return require("liaison.app.synonyms").hint_of(owner, key) end

require "liaison.base.quick_vec" -- numbers of vecs on LuaJIT without a call into C
require "liaison.geo.space" -- moves, bodies and DH rows from named fields
require "liaison.geo.rotations" -- laws of propagation, sheets of numbers, graphs of frames
require "liaison.motion.laws" -- tables of motion laws, moves by laws under limits
require "liaison.motion.via" -- curves through points, or near them
require "liaison.geo.toolpath" -- paths of a tool from segments
-- ways to describe a mechanism, and methods of models, that are written in Lua
require "liaison.describe.describe"
require "liaison.describe.xacro" -- macros of robot files
require "liaison.describe.told" -- what robot files say beside
require "liaison.describe.mjcf" -- robot files of MuJoCo
require "liaison.describe.sdf" -- robot files of Gazebo and Drake
require "liaison.describe.srdf" -- what planners are told of robots
require "liaison.describe.write_mjcf" -- and back
require "liaison.describe.write_urdf" -- models as URDF
require "liaison.describe.meshes" -- meshes of robot files
require "liaison.describe.smooth_forms" -- the same without events
require "liaison.draw.dh_table" -- Denavit-Hartenberg tables as they are printed
require "liaison.describe.kindtext" -- which joints and constraints there are
require "liaison.equations.equations" -- equations of motion for a reader
require "liaison.equations.compare" -- what differs between formulas, or numbers
require "liaison.equations.eqrun" -- equations as experiments
require "liaison.constrained.continuation" -- a branch of a mechanism followed along an input
require "liaison.constrained.modelrows" -- the loops and constraints of a model in symbols
require "liaison.constrained.integrability" -- velocity constraints that are positions in disguise
require "liaison.legs.everything" -- standing on legs: support, balance, forces of contacts
require "liaison.tasks.everything" -- tasks of places, axes, masses: configurations and rates
require "liaison.motion.motion" -- motions planned, asked, driven, recorded
require "liaison.control.plans" -- controllers, sensors and references beside a run
require "liaison.control.shipped" -- what ships of blocks and models, loaded when it is asked for
require "liaison.sim.results" -- runs in files, and back
require "liaison.sim.contact_shapes" -- the shapes that touch in a run
require "liaison.sim.simulate" -- experiments in one table, and what goes on from a run
require "liaison.show.view" -- runs and models as living HTML pages
-- systems told by expressions, and the ten steps with generalised speeds
require "liaison.constrained.everything"
require "liaison.sources.listing" -- equations as the 1980 report listed them
require "liaison.sources.condensed" -- terms that may go
require "liaison.equations.linear" -- equations about an operating point
require "liaison.equations.generator" -- geometric and kinematic models in symbols
require "liaison.equations.inverse_equations" -- inverse models by elementary equations
require "liaison.blackboard.basis" -- vectors that carry their basis
require "liaison.blackboard.explain" -- derivations as on the blackboard
-- the mechanisms of the vehicle thesis, and what it prints of them
require "liaison.catalog.vehicles"
require "liaison.describe.detective" -- which convention a table is told in
require "liaison.ask.analysis" -- singular places, redundancy, workspace, modes
require "liaison.ask.follow" -- tool paths followed by inverse kinematics
require "liaison.ask.small_model" -- small motions of models about any state
require "liaison.ask.small_given" -- and of equations, and of any function
require "liaison.ask.small_kane" -- and of equations by generalised speeds
require "liaison.ask.compiled" -- models with all that acts on them, as kernels
require "liaison.ask.compiled_given" -- and equations of motion
require "liaison.fmu.fmu" -- and as units of other simulation programs
require "liaison.ask.baseparameters" -- what torques tell apart
require "liaison.ask.time_optimal" -- the shortest time along a path

local language = require "liaison.language.language"
if language.asked() ~= "en" then require("liaison.language.speak").set(language.asked()) end

return setmetatable(li, {
  __index = function(_, key)
    if lazy[key] then
      require("liaison." .. lazy[key])
      return rawget(li, key)
    end
    local near = type(key) == "string" and (kit.nearest(key, li) or kit.nearest(key, lazy))
    local hint = near and (" (did you mean '" .. near .. "'?)")
      or require("liaison.app.synonyms").hint(key)
    kit.raise(("liaison has no function '%s'%s"):format(tostring(key), hint))
  end,
})
