/* schema.h - every field of a description: type, unit, what it is where it is not given, meaning
 *
 * The reader of Lua tables takes its keys from here (another is an unknown key); help, the
 * reference, the stubs and the manual print it. What belongs to a kind of joint, constraint or
 * force stands in the row of the kind and joins the list here. A new field is one line here
 * and one line where it is read. */
#ifndef LIA_SCHEMA_H
#define LIA_SCHEMA_H

#include "describe/spec.h"
#include "kinds/force.h"

LIA_C_BEGIN

/* what a field may hold: id, what it is called, its type for a language server */
#define LIA_SCHEMA_TYPES(X)                                                       \
  X(text, "text", "string")                                                       \
  X(name, "name", "string")                                                       \
  X(names, "name or list of names", "string|string[]")                            \
  X(flag, "true or false", "boolean")                                             \
  X(number, "number", "liaison.value")                                            \
  X(two, "{min, max}", "liaison.limits")                                          \
  X(three, "3 numbers", "liaison.value[]|liaison.vec")                            \
  X(four, "4 numbers", "number[]")                                                \
  X(sizes, "1 to 3 numbers", "liaison.value|liaison.value[]")                     \
  X(axis, "\"x\", \"-z\" or 3 numbers", "string|liaison.value[]|liaison.vec")     \
  X(rotation, "3 x 3 matrix or rot", "liaison.rot|number[][]|liaison.mat")        \
  X(pose, "4 x 4 matrix or frame", "liaison.frame|number[][]|liaison.mat")        \
  X(moves, "list of moves", "table[]")                                            \
  X(inertia, "3, 6 or 3 x 3 numbers", "table|liaison.mat|liaison.inertia")        \
  X(joint, "kind of joint", "string|table")                                       \
  X(kind, "kind", "string")                                                       \
  X(follows, "name or table", "string|liaison.follows")                           \
  X(bodies, "list, or by name", "table<string|integer, liaison.body>")            \
  X(joints, "list, or by name", "table<string|integer, liaison.joint>")           \
  X(frames, "list, or by name", "table<string|integer, liaison.place>")           \
  X(loops, "list, or by name", "table<string|integer, liaison.loop>")             \
  X(constraints, "list, or by name", "table<string|integer, liaison.constraint>") \
  X(drivers, "laws by coordinate, or a list", "table<string|integer, liaison.value|table>") \
  X(forces, "list, or by name", "table<string|integer, liaison.force>")           \
  X(inputs, "names, or by name", "table<string|integer, liaison.input|string>")   \
  X(outputs, "list, or by name", "table<string|integer, liaison.value>")          \
  X(acts_on, "name, names, or factors by name", "string|string[]|table<string, liaison.value>") \
  X(shapes, "list of shapes", "liaison.shape[]")                                  \
  X(dofs, "list of tables", "liaison.dof[]")                                      \
  X(coordinates, "factors by name", "table<string, liaison.value>")               \
  X(equation, "expression that is 0", "liaison.value")                            \
  X(equations, "list of expressions", "liaison.value[]")                          \
  X(law, "expression", "liaison.value")                                           \
  X(complaints, "list of {path, text}", "table[]")

typedef enum lia_schema_type {
#define X(id, text, lua) LIA_TYPE_##id,
  LIA_SCHEMA_TYPES(X)
#undef X
  LIA_TYPE_COUNT
} lia_schema_type;

extern const char *const lia_schema_type_text[LIA_TYPE_COUNT];
extern const char *const lia_schema_type_lua[LIA_TYPE_COUNT];

/* every list below: name, type, unit, what it is where it is not given ("must": must be given),
 * what it means */

#define LIA_PLACE_FIELDS(X)                                                                     \
  X(at, three, "m", "{0, 0, 0}", "position, expressed in the frame it stands in")               \
  X(rpy, three, "rad", "{0, 0, 0}", "turns about the fixed axes x, then y, then z")             \
  X(rot, rotation, "", "none", "the orientation as a matrix, instead of rpy")                   \
  X(frame, pose, "m", "none", "position and orientation as one matrix, instead of at and rpy")  \
  X(place, moves, "m, rad", "none", "moves one after the other, instead of all of these")

/* of the joint that leads to a body: with the body, in a table joint = {..} of it, or among the
 * joints */
#define LIA_JOINT_FIELDS(X)                                                                     \
  X(joint, joint, "", "must", "how the body moves in its parent")                               \
  X(parent, name, "", "body before", "the body it moves on, or \"world\"")                      \
  X(after, moves, "m, rad", "none", "constant moves behind the motion, up to the body frame")   \
  X(axis, axis, "", "\"z\"", "axis of the motion, in the frame of the joint")                   \
  X(axis2, axis, "", "\"y\"", "second axis of a joint that has two")                            \
  X(moves, moves, "", "none", "of joint = \"moves\": {\"Tx\", {\"Rz\", 0.3}, \"Ty\"}")          \
  X(q, names, "", "q1, q2, ..", "what its coordinates are called")                              \
  X(follows, follows, "", "none", "it moves with the coordinate of another joint")              \
  X(limits, two, "m, rad", "none", "min and max at once")                                       \
  X(dofs, dofs, "", "none", "fields of the coordinates, where a joint has several")

#define LIA_ROBOT_FIELDS(X)                                                                     \
  X(name, text, "", "\"\"", "what the mechanism is called")                                     \
  X(bodies, bodies, "", "none", "the bodies; in a list the parent is the body before")          \
  X(joints, joints, "", "none", "the joints, where they do not stand with the bodies")          \
  X(frames, frames, "", "none", "places with a name: tools, contact points, ends of loops")     \
  X(loops, loops, "", "none", "joints that close loops")                                        \
  X(constraints, constraints, "", "none", "what else is held together")                         \
  X(drivers, drivers, "", "none", "laws that coordinates follow: constraints of the kind driver") \
  X(forces, forces, "", "none", "what acts on it: springs, drag, contact, motors, given forces") \
  X(inputs, inputs, "", "none", "quantities that drive it, by name")                            \
  X(outputs, outputs, "", "none", "quantities that are watched, by name")                       \
  X(coordinates, names, "", "as in the tree", "the order of the coordinates")                   \
  X(gravity, three, "m/s^2", "{0, 0, -9.81}", "acceleration of free fall, in world axes")       \
  X(tip, name, "", "the last body", "body or frame that is meant where none is named")          \
  X(source, text, "", "none", "where the numbers come from")                                    \
  X(convention, text, "", "none", "how the frames were laid")                                   \
  X(strict, flag, "", "true", "false: an inertia no body can have is a warning, not a mistake") \
  X(where, text, "", "none", "the file it was read from, for complaints")                       \
  X(complaints, complaints, "", "none", "what was found wrong before it came here")

#define LIA_BODY_FIELDS(X)                                                                      \
  X(name, name, "", "its key", "what the body is called")                                       \
  X(mass, number, "kg", "missing", "not given is not 0: dynamics asks for it")                  \
  X(com, three, "m", "{0, 0, 0}", "centre of mass, expressed in the body frame")                \
  X(inertia, inertia, "kg m^2", "missing", "xx yy zz xy xz yz: entries of the matrix, body axes") \
  X(about, kind, "", "\"com\"", "the point the inertia is about: com or origin")                \
  X(shapes, shapes, "", "none", "what is drawn, or may collide")                                \
  X(where, text, "", "its path", "the user's place, for complaints")

/* of an entry of joints */
#define LIA_TREE_FIELDS(X)                                                                      \
  X(name, name, "", "the child's", "what the joint is called")                                  \
  X(child, name, "", "must", "the body it moves")                                               \
  X(kind, joint, "", "as joint", "another key for joint")                                       \
  X(where, text, "", "its path", "the user's place, for complaints")

/* of a table joint = {..} of a body */
#define LIA_INNER_FIELDS(X)                                                                     \
  X(name, name, "", "the body's", "what the joint is called")                                   \
  X(kind, joint, "", "as joint", "another key for joint; or first in the table")

/* beside LIA_SPEC_DOF_LIST */
#define LIA_DOF_FIELDS(X)                                                                       \
  X(q, name, "", "q1, q2, ..", "what the coordinate is called")                                 \
  X(follows, follows, "", "none", "it moves with the coordinate of another joint")              \
  X(limits, two, "m, rad", "none", "min and max at once")

#define LIA_FRAME_FIELDS(X)                                                                     \
  X(name, name, "", "its key", "what the frame is called")                                      \
  X(body, name, "", "must", "the body it is fixed to, or \"world\"")                            \
  X(contact, flag, "", "false", "true: the environment touches here")                           \
  X(where, text, "", "its path", "the user's place, for complaints")

#define LIA_LOOP_FIELDS(X)                                                                      \
  X(name, name, "", "loop1, ..", "what the loop is called")                                     \
  X(from, name, "", "must", "body or frame the joint stands on")                                \
  X(to, name, "", "must", "body or frame that moves in it")                                     \
  X(joint, kind, "", "fixed", "the joint that closes the loop")                                 \
  X(axis, axis, "", "\"z\"", "its axis, in both frames")                                        \
  X(where, text, "", "its path", "the user's place, for complaints")

#define LIA_SHAPE_FIELDS(X)                                                                     \
  X(kind, kind, "", "must", "box, cylinder, capsule, cone, sphere or mesh; or first in the table") \
  X(size, sizes, "m", "must", "box: x y z; cylinder, capsule, cone: radius, length; mesh: scale") \
  X(mesh, text, "", "none", "file of a mesh")                                                   \
  X(material, text, "", "none", "its name")                                                     \
  X(color, four, "", "none", "red, green, blue, opacity from 0 to 1")                           \
  X(collides, flag, "", "false", "true: for contact, false: for the eye")

#define LIA_CONSTRAINT_FIELDS(X)                                                                \
  X(name, name, "", "its key", "what the constraint is called")                                 \
  X(kind, kind, "", "must", "what holds; or first in the table")                                \
  X(where, text, "", "its path", "the user's place, for complaints")

/* of an entry of drivers: a constraint of the kind driver, told shortly */
#define LIA_DRIVER_FIELDS(X)                                                                    \
  X(name, name, "", "its key", "what the constraint is called")                                 \
  X(coordinate, law, "", "its key", "what is driven: a coordinate, or an expression of some")   \
  X(law, law, "", "must", "expression of t (and inputs), or a curve {t =, f =}")                \
  X(where, text, "", "its path", "the user's place, for complaints")

/* of each frame a constraint holds, behind from, to, from2 or to2 */
#define LIA_END_FIELDS(X)                                                                       \
  X(, name, "", "must", "the body or frame that is held, or \"world\"")                         \
  X(_at, three, "m", "{0, 0, 0}", "position there")                                             \
  X(_rpy, three, "rad", "{0, 0, 0}", "turns about the fixed axes x, then y, then z")            \
  X(_place, moves, "m, rad", "none", "moves, instead of the position and turns")                \
  X(_axis, axis, "", "\"z\"", "the axis there")

#define LIA_LIMITS_FIELDS(X)                                                                    \
  X(min, number, "m, rad", "none", "lower limit")                                               \
  X(max, number, "m, rad", "none", "upper limit")

#define LIA_FOLLOWS_FIELDS(X)                                                                   \
  X(scale, number, "", "1", "the joint moves by scale * coordinate + offset")                   \
  X(offset, number, "m, rad", "0", "the joint moves by scale * coordinate + offset")

#define LIA_INERTIA_FIELDS(X)                                                                   \
  X(xx, number, "kg m^2", "must", "entry of the matrix")                                        \
  X(yy, number, "kg m^2", "must", "entry of the matrix")                                        \
  X(zz, number, "kg m^2", "must", "entry of the matrix")                                        \
  X(xy, number, "kg m^2", "0", "entry of the matrix: minus the integral of x y")                \
  X(xz, number, "kg m^2", "0", "entry of the matrix: minus the integral of x z")                \
  X(yz, number, "kg m^2", "0", "entry of the matrix: minus the integral of y z")

/* of every force, of one that is given; and where it acts: the sixth column is its port */
#define LIA_FORCE_FIELDS(X)                                                                     \
  X(name, name, "", "kind and number", "what its columns in a run are called")

/* in a description a force also has its kind under a key */
#define LIA_FORCE_KIND_FIELDS(X)                                                                \
  X(kind, kind, "", "must", "what acts; or first in the table")                                 \
  X(where, text, "", "its path", "the user's place, for complaints")

#define LIA_INPUT_FIELDS(X)                                                                     \
  X(name, name, "", "its key", "what expressions call it")                                      \
  X(value, number, "", "0", "what it is where nothing sets it")                                 \
  X(min, number, "", "none", "least value: a number below it is refused, a law is cut there")    \
  X(max, number, "", "none", "largest value: a number above it is refused, a law is cut there")  \
  X(limits, two, "", "none", "min and max at once")                                              \
  X(joint, acts_on, "", "none", "it is the force on this coordinate: a given force of its name") \
  X(unit, text, "", "none", "its unit, shown beside it")                                        \
  X(text, text, "", "none", "what it is")                                                       \
  X(where, text, "", "its path", "the user's place, for complaints")

#define LIA_GIVEN_FIELDS(X)                                                                     \
  X(f, law, "", "none", "expression of x, v, t and all that moves; curve; in runs f(t, x, v)")   \
  X(axes, name, "", "\"world\"", "of a force at a point: world, body, joint, a body or a frame")

#define LIA_PORT_FIELDS(X)                                                                      \
  X(joint, acts_on, "", "one of these", "a coordinate, a sum {z1 = 1, z2 = -1}, a list: one each", \
    coordinate)                                                                                 \
  X(from, name, "", "one of these", "body or frame where its line starts", line)                \
  X(from_point, three, "m", "{0, 0, 0}", "position there", line)                                \
  X(to, name, "", "one of these", "body or frame where its line ends", line)                    \
  X(to_point, three, "m", "{0, 0, 0}", "position there", line)                                  \
  X(at, name, "", "one of these", "body or frame it acts on", point)                            \
  X(point, three, "m", "{0, 0, 0}", "position there", point)

typedef struct lia_field {
  const char *name;
  lia_schema_type type;
  const char *unit, *missing, *text;
} lia_field;

/* the tables of a description: id, where it stands, what it is */
#define LIA_SCHEMA_LIST(X)                                                          \
  X(robot,   "",                "a mechanism: what li.robot reads")                 \
  X(body,    "bodies",          "a body, with the joint that leads to it")          \
  X(inner,   "bodies.joint",    "the joint of a body as a table of its own")        \
  X(joint,   "joints",          "a joint that stands by itself")                    \
  X(dof,     "joints.dofs",     "one coordinate of a joint that has several")       \
  X(limits,  "joints.limits",   "limits by name")                                   \
  X(follows, "joints.follows",  "how a joint follows the coordinate of another")    \
  X(inertia, "bodies.inertia",  "inertia by name")                                  \
  X(shape,   "bodies.shapes",   "something drawn, or that collides")                \
  X(frame,   "frames",          "a place with a name")                              \
  X(loop,    "loops",           "a joint that closes a loop")                       \
  X(constraint, "constraints",  "what all constraints have; each kind has more")    \
  X(driver,  "drivers",         "a law that a coordinate follows")                  \
  X(force,   "forces",          "what all force elements have; each kind has more") \
  X(input,   "inputs",          "a quantity that drives the model")

typedef enum lia_schema {
#define X(id, path, text) LIA_SCHEMA_##id,
  LIA_SCHEMA_LIST(X)
#undef X
  LIA_SCHEMA_COUNT
} lia_schema;

extern const char *const lia_schema_name[LIA_SCHEMA_COUNT];
extern const char *const lia_schema_path[LIA_SCHEMA_COUNT];
extern const char *const lia_schema_text[LIA_SCHEMA_COUNT];

/* a list of fields; the names of ends (from_at) lie in its own memory */
enum { LIA_SCHEMA_MOST = 224, LIA_SCHEMA_NAME = 16, LIA_SCHEMA_DEFAULT = 32 };
typedef struct lia_fields {
  int n;
  lia_field field[LIA_SCHEMA_MOST];
  char name[5 * LIA_CONSTRAINT_ENDS][LIA_SCHEMA_NAME];
  char missing[LIA_SCHEMA_MOST][LIA_SCHEMA_DEFAULT];
} lia_fields;

/* the fields of a table; with those of every joint's row, where it has a joint */
void lia_schema_fields(lia_schema s, lia_fields *out);
/* only those that a joint, a constraint or a force of this kind has of its own */
void lia_schema_joint(int joint, lia_fields *out);
void lia_schema_constraint(int kind, lia_fields *out);
void lia_schema_force(int kind, lia_fields *out);

LIA_C_END

#endif
