-- sdf_words.lua - the elements of SDF by what they stand in: true where one is read, else why it is
-- not carried over
--
-- An element that is in no list is told as not known. The names are those of the SDFormat
-- specification, 1.4 to 1.11.
local words = {}

local SOLVER = "solver of Gazebo; li.simulate has its own options"
local TOUCH = "contacts (here: li.help 'force contact')"
local DRAWN = "drawing only"
local MEDIUM = "forces of air and water (li.help 'force drag', 'force wind')"
local PROGRAM = "programs of Gazebo"
local PLACE = "where on the earth it is"

local function list(read, left)
  local map = {}
  for word in read:gmatch "%S+" do map[word] = true end
  for reason, names in pairs(left or {}) do
    for word in names:gmatch "%S+" do map[word] = reason end
  end
  return map
end

words.inside = {
  sdf = list("world model include", { [DRAWN] = "light actor" }),
  world = list("gravity model include frame joint", { [SOLVER] = "physics", [PROGRAM] = "plugin "
    .. "state gui population", [DRAWN] = "light actor scene road audio", [MEDIUM] = "wind "
    .. "atmosphere magnetic_field", [PLACE] = "spherical_coordinates" }),
  model = list("static pose frame link joint model include", { [PROGRAM] = "plugin gripper",
    [TOUCH] = "self_collide", [SOLVER] = "allow_auto_disable", [MEDIUM] = "enable_wind" }),
  include = list("uri name pose static placement_frame", { [PROGRAM] = "plugin" }),
  frame = list "pose",
  link = list("pose inertial collision visual sensor gravity", { [TOUCH] = "self_collide",
    [MEDIUM] = "enable_wind velocity_decay", [PROGRAM] = "plugin battery",
    [DRAWN] = "light projector audio_sink audio_source particle_emitter",
    ["links moved by hand"] = "kinematic must_be_base_link" }),
  inertial = list("mass pose inertia", { ["the mass of water that moves along"] =
    "fluid_added_mass", ["inertia found from shapes: it is read as told"] =
    "density auto_inertia_params" }),
  inertia = list "ixx ixy ixz iyy iyz izz",
  visual = list("geometry pose material", { [DRAWN] = "cast_shadows laser_retro transparency "
    .. "visibility_flags meta", [PROGRAM] = "plugin" }),
  collision = list("geometry pose", { [TOUCH] = "surface max_contacts laser_retro",
    ["inertia found from shapes: it is read as told"] = "density auto_inertia_params" }),
  material = list("diffuse ambient", { [DRAWN] = "script shader specular emissive lighting pbr "
    .. "render_order double_sided shininess" }),
  joint = list("parent child pose axis axis2 screw_thread_pitch thread_pitch gearbox_ratio "
    .. "gearbox_reference_body sensor", { [SOLVER] = "physics", [PROGRAM] = "plugin" }),
  axis = list("xyz limit dynamics mimic use_parent_model_frame initial_position"),
  limit = list("lower upper effort velocity", { ["ends that give way: limits are hard here"] =
    "stiffness dissipation" }),
  dynamics = list "damping friction spring_reference spring_stiffness",
  mimic = list "multiplier offset reference",
}
words.inside.axis2 = words.inside.axis

return words
