-- mjcf_words.lua - the attributes of MJCF by element: true where one is read, else why it is not
-- carried over
--
-- An element or attribute that is in no list is told as not known. The names are those of MuJoCo's
-- XML reference.
local words = {}

local CONTACT = "contacts (here: li.help 'force contact')"
local SOFT = "softness of MuJoCo's solver; constraints are exact here"
local DRAWN = "drawing only"
local SOLVER = "solver of MuJoCo; li.simulate has its own options"
local DATA = "data of the user"
local MEDIUM = "forces of air and water (li.help 'force drag', 'force wind')"

local function list(read, left)
  local map = {}
  for word in read:gmatch "%S+" do map[word] = true end
  for reason, names in pairs(left or {}) do
    for word in names:gmatch "%S+" do map[word] = reason end
  end
  return map
end

local TURN = " quat axisangle xyaxes zaxis euler "
local ACTUATOR = "name class joint jointinparent tendon site refsite body slidersite cranksite "
  .. "cranklength gear ctrllimited forcelimited ctrlrange forcerange "

local LISTS = {
  mujoco = list "model",
  compiler = list("angle eulerseq coordinate autolimits inertiafromgeom inertiagrouprange "
    .. "boundmass boundinertia balanceinertia settotalmass meshdir assetdir strippath fusestatic "
    .. "exactmeshinertia discardvisual", { [SOLVER] = "usethread saveinertial",
    [DRAWN] = "texturedir convexhull", ["boxes around meshes: shapes are fitted by inertia"] =
    "fitaabb", ["free bodies moved into their centre of mass"] = "alignfree" }),
  option = list("gravity timestep", { [SOLVER] = "apirate impratio tolerance noslip_tolerance "
    .. "mpr_tolerance ls_tolerance ccd_tolerance ccd_iterations sleep_tolerance integrator "
    .. "collision cone jacobian solver iterations ls_iterations noslip_iterations mpr_iterations "
    .. "sdf_iterations sdf_initpoints actuatorgroupdisable",
    [SOFT] = "o_margin o_solref o_solimp o_friction",
    [MEDIUM] = "wind density viscosity", ["magnetic fields"] = "magnetic" }),
  flag = list("gravity equality passive spring damper limit frictionloss actuation constraint "
    .. "clampctrl", { [SOLVER] = "warmstart filterparent refsafe midphase eulerdamp autoreset "
    .. "nativeccd island multiccd override energy fwdinv invdiscrete sleep sensornoise sensor",
    [CONTACT] = "contact" }),
  mesh = list("name class content_type file vertex face refpos refquat scale inertia",
    { [DRAWN] = "normal texcoord smoothnormal material maxhullvert builtin params octree_maxdepth",
    ["plugins"] = "plugin" }),
  material = list("name class rgba", { [DRAWN] = "texture texrepeat texuniform emission specular "
    .. "shininess reflectance metallic roughness" }),
  body = list("name childclass pos mocap gravcomp" .. TURN, { [DATA] = "user",
    [SOLVER] = "sleep" }),
  frame = list("name childclass pos" .. TURN),
  replicate = list "count offset euler sep childclass",
  inertial = list("pos mass diaginertia fullinertia class" .. TURN),
  joint = list("name class type pos axis springdamper limited actuatorfrclimited range "
    .. "actuatorfrcrange ref springref stiffness damping armature frictionloss",
    { [SOFT] = "solreflimit solimplimit solreffriction solimpfriction margin",
    [DRAWN] = "group", [DATA] = "user", ["weights held by motors"] = "actuatorgravcomp",
    [SOLVER] = "align" }),
  freejoint = list("name", { [DRAWN] = "group", [SOLVER] = "align" }),
  geom = list("name class type contype conaffinity group size material rgba fromto pos mass "
    .. "density shellinertia mesh fitscale hfield" .. TURN,
    { [CONTACT] = "condim priority friction solmix solref solimp margin gap surfacevel",
    [MEDIUM] = "fluidshape fluidcoef", [DATA] = "user" }),
  site = list("name class pos fromto" .. TURN, { [DRAWN] = "type group material rgba size",
    [DATA] = "user" }),
  camera = list("name class pos mode target" .. TURN, { [DRAWN] = "fovy ipd resolution focal "
    .. "focalpixel principal principalpixel sensorsize orthographic projection output user" }),
  light = list("name class", { [DRAWN] = "mode target directional type castshadow active pos dir "
    .. "bulbradius intensity range attenuation cutoff exponent ambient diffuse specular texture" }),
  equality = list("name class active body1 body2 site1 site2 anchor relpose joint1 joint2 polycoef "
    .. "tendon1 tendon2", { [SOFT] = "solref solimp torquescale" }),
  tendon = list("name class limited range stiffness damping frictionloss springlength armature "
    .. "actuatorfrclimited actuatorfrcrange",
    { [SOFT] = "solreflimit solimplimit solreffriction solimpfriction margin",
    [DRAWN] = "group width material rgba", [DATA] = "user" }),
  actuator = list(ACTUATOR .. "gaintype biastype dyntype gainprm biasprm dynprm kp kv dampratio "
    .. "timeconst area diameter bias actlimited actrange gain inheritrange "
    .. "lengthrange range force scale lmin lmax vmax fpmax fvmax",
    { [DRAWN] = "group", [DATA] = "user", [SOLVER] = "actearly actdim nsample interp delay",
    ["how an activation turns smoothly"] = "tausmooth",
    ["plugins"] = "plugin instance" }),
  key = list "name time qpos qvel act ctrl mpos mquat",
}
words.lists = LISTS

function words.attributes(kind) return LISTS[kind] or {} end

local ACTUATORS = { general = true, motor = true, position = true, velocity = true,
  intvelocity = true, damper = true, cylinder = true, muscle = true, adhesion = true,
  plugin = true }
words.actuators = ACTUATORS

local DEFAULTS = { mesh = "mesh", material = "material", joint = "joint", geom = "geom",
  site = "site", camera = "camera", light = "light", equality = "equality", tendon = "tendon" }

-- whose list an element inside of <default> goes by
function words.kind_in_default(name)
  return ACTUATORS[name] and "actuator" or DEFAULTS[name]
end

-- sections that change nothing of what moves, and what they are about
words.sections = { visual = DRAWN, statistic = DRAWN, size = SOLVER, extension = "plugins",
  deformable = "flexible bodies", contact = CONTACT }

return words
