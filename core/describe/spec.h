/* spec.h - a mechanism as its user describes it: names, numbers or expressions, SI units
 *
 * Every way of describing a mechanism (tables by name, DH rows, definition tables, the phrase,
 * URDF, files in Lua) fills one lia_spec; check.h finds what is wrong with it; what is right
 * becomes numbers or equations. Nothing here judges: a name may be unknown, a mass negative, a
 * parent its own child, until lia_spec_check has looked. */
#ifndef LIA_SPEC_H
#define LIA_SPEC_H

#include "base/arena.h"
#include "base/status.h"
#include "geo/moves.h"
#include "kinds/constraint.h"
#include "kinds/force.h"
#include "kinds/joint.h"

LIA_C_BEGIN

/* a number, or (text != NULL) the text of an expression in named constants; not given: NaN without
 * text. ratio: "1/12" of a number that was written as an exact one and is no decimal: numbers take
 * x, symbols take it; else NULL */
typedef struct lia_val { double x; const char *text, *ratio; } lia_val;

#define LIA_VAL(number)   (LIA_LITERAL(lia_val){ (number), NULL, NULL })
#define LIA_VAL_TEXT(say) (LIA_LITERAL(lia_val){ __builtin_nan(""), (say), NULL })
#define LIA_VAL_NONE      LIA_VAL(__builtin_nan(""))

static inline int lia_val_given(lia_val v) { return v.text || v.x == v.x; }
static inline int lia_val_is(lia_val v, double x) { return !v.text && v.x == x; }

/* one move of a placement: a turn or slide by a value, or a whole numeric pose (LIA_MOVE_FRAME); of
 * a joint that is a sequence of moves also by its degree of freedom number dof (-1: a constant) */
typedef struct lia_spec_move {
  lia_move_kind kind;
  int dof;
  /* NULL, or the field it was written in where that is no list of moves (a literal): "at", and
   * which entry of it, from 1; 0: all of it */
  const char *field;
  int entry;
  lia_val by;
  lia_frame X;
} lia_spec_move;

typedef struct lia_spec_place { lia_spec_move *move; int n; } lia_spec_place;

/* what a number of a description is used for: an open symbol is refused by what needs it, and by
 * nothing else */
typedef enum lia_use {
  LIA_USE_SHOWN,        /* drawn or told, not computed with */
  LIA_USE_DYNAMICS,
  LIA_USE_KINEMATICS,   /* and by all that stands on it */
} lia_use;

/* what a degree of freedom may be given, each once: field, does it refuse negative numbers, what it
 * is used for, its unit where it slides and where it turns, what it is where it is not given, what
 * it is */
#define LIA_SPEC_DOF_LIST(X)                                                                 \
  X(min, 0, SHOWN, "m, rad", "none", "lower limit")                                          \
  X(max, 0, SHOWN, "m, rad", "none", "upper limit")                                          \
  X(speed, 1, SHOWN, "m/s, rad/s", "none", "largest speed")                                  \
  X(effort, 1, SHOWN, "N, N m", "none", "largest force or torque")                           \
  X(damping, 1, DYNAMICS, "N s/m, N m s/rad", "0", "viscous friction: force per speed")          \
  X(friction, 1, DYNAMICS, "N, N m", "0", "dry friction: force against any motion")          \
  X(stiffness, 1, DYNAMICS, "N/m, N m/rad", "0", "spring: force per displacement")               \
  X(rest, 0, DYNAMICS, "m, rad", "0", "where the spring is slack")                           \
  X(rotor, 1, DYNAMICS, "kg, kg m^2", "0", "inertia of the rotor about its own axis")        \
  X(gear, 0, DYNAMICS, "", "1", "turns of the rotor per turn of the joint")                  \
  X(home, 0, SHOWN, "m, rad", "0", "value in the configuration drawn")                       \
  X(scale, 0, KINEMATICS, "", "1", "the joint moves by scale * coordinate + offset")         \
  X(offset, 0, KINEMATICS, "m, rad", "0", "the joint moves by scale * coordinate + offset")  \
  X(reads, 0, SHOWN, "", "1", "the controller shows reads * coordinate + reads_at")          \
  X(reads_at, 0, SHOWN, "m, rad", "0", "the controller shows reads * coordinate + reads_at")

typedef struct lia_spec_dof {
  const char *coord;       /* name of its coordinate */
  int follows;             /* 1: the coordinate is another's, this joint only follows it */
  int icoord;              /* index in spec->coord, set by the check */
#define X(field, positive, use, unit, missing, text) lia_val field;
  LIA_SPEC_DOF_LIST(X)
#undef X
} lia_spec_dof;

/* the names of joints before version 0.2: say LIA_JOINT_revolute */
enum {
#define X(name) LIA_SPEC_##name = LIA_JOINT_##name,
#include "kinds/joints.def"
#undef X
};

/* a joint that leads from parent to child:
 *
 *   X_parent_child = place * motion(q) * after
 *
 * place, after: constant; each move about the axes moved
 *
 * where: the user's place in every complaint, such as "bodies[2]" */
typedef struct lia_spec_joint {
  const char *name, *where, *parent, *child;
  int kind;                        /* lia_joint */
  /* something of it was already complained about: do not follow up */
  int broken;
  lia_spec_place place, after;
  /* of the joint frame, z and y where not given; not looked at where the kind has none */
  lia_val axis[3], axis2[3];
  lia_val param[LIA_JOINT_NPARAM]; /* those of its kind */
  lia_spec_place moves;            /* of a sequence */
  lia_spec_dof *dof; int ndof;
  int iparent, ichild;             /* set by the check: body index, -1 for the world */
} lia_spec_joint;

/* drawn, not computed with: box x y z; cylinder, capsule and cone radius and length along z,
 * centred; sphere radius; mesh file and scale */
#define LIA_SPEC_SHAPE_LIST(X) \
  X(box, 3) X(cylinder, 2) X(capsule, 2) X(cone, 2) X(sphere, 1) X(mesh, 3)

typedef enum lia_spec_shape_kind {
#define X(name, nsize) LIA_SHAPE_##name,
  LIA_SPEC_SHAPE_LIST(X)
#undef X
  LIA_SHAPE_COUNT
} lia_spec_shape_kind;

extern const char *const lia_spec_shape_name[LIA_SHAPE_COUNT];
extern const int lia_spec_shape_nsize[LIA_SHAPE_COUNT];

typedef struct lia_spec_shape {
  int kind;                        /* lia_spec_shape_kind */
  int collides;                    /* 1: for contact, 0: for the eye */
  lia_val size[3];
  lia_spec_place place;            /* in the body frame */
  const char *mesh, *material;     /* or NULL */
  double color[4];                 /* red green blue opacity; red < 0: none given */
} lia_spec_shape;

typedef struct lia_spec_body {
  const char *name, *where;
  int broken;
  lia_val mass;                    /* not given is not zero */
  lia_val com[3];                  /* in the body frame; not given: its origin */
  /* xx yy zz xy xz yz, matrix entries, in the axes of the body frame */
  lia_val inertia[6];
  /* 0: about the centre of mass; 1: about the origin of the body frame */
  int about_origin;
  lia_spec_shape *shape; int nshape;
  int ijoint;                      /* set by the check: the joint that leads here */
  int lacks;    /* set by the check: LIA_LACKS_MASS, LIA_LACKS_INERTIA. A body without mass needs no
                                    * inertia; one fixed to another, without mass, inertia and shape
                                    * of its own, is a frame and needs neither; nor does one fixed
                                    * to the world */
} lia_spec_body;

enum { LIA_LACKS_MASS = 1, LIA_LACKS_INERTIA = 2 };

/* a place with a name: a tool, a contact point, an end of a loop */
typedef struct lia_spec_frame {
  const char *name, *where, *body;
  lia_spec_place place;
  int contact;                     /* 1: the environment touches here */
  int ibody;                       /* set by the check; -1 for the world */
} lia_spec_frame;

/* a joint that closes a loop: frame or body `to` moves with respect to `from` as the kind allows.
 * Recorded here, solved with the constraints */
typedef struct lia_spec_loop {
  const char *name, *where, *from, *to;
  int kind;                        /* lia_joint */
  lia_val axis[3], param[LIA_JOINT_NPARAM];
} lia_spec_loop;

/* one end of a constraint: a body or frame, a place in it, and the axis there (z where not given)
 */
typedef struct lia_spec_end {
    const char *name; lia_spec_place place; lia_val axis[3]; } lia_spec_end;

/* frames, coordinates or an equation held together, see constraint.h */
typedef struct lia_spec_constraint {
  const char *name, *where;
  int kind;                        /* lia_constraint_kind */
  int broken;
  lia_spec_end end[LIA_CONSTRAINT_ENDS];
  lia_val param[LIA_CONSTRAINT_NPARAM];
  /* coordinates; of a driver one, or an expression of some */
  const char **coord; lia_val *factor; int ncoord;
  lia_val expr[LIA_CONSTRAINT_NEXPR];                /* texts: equations, or the law of a driver */
} lia_spec_constraint;

/* a force element (kinds/force.h): along coordinates, x = sum factor q; along the line between two
 * points; or at a point. Its numbers may be expressions of names, inputs, coordinates, their rates
 * and t */
typedef struct lia_spec_force {
  const char *name, *where;
  /* what its own states are called: dc_current; NULL: its kind has none. After checks */
  const char *state[LIA_FORCE_STATES];
  int kind, port;                  /* lia_force_kind; LIA_PORT_, 0: not told well */
  const char **coord; lia_val *factor; int ncoord;
  const char *end[2];              /* body, frame or world */
  lia_val point[2][3];
  lia_val param[LIA_FORCE_NPARAM]; /* in the order of the row; not given: its default */
  lia_val own[3];                  /* the force itself, in x, v, t and names: of given forces */
  /* at a point, the axes it is expressed in: "body", "joint" (the moved joint frame) of the body it
   * acts on, or those of a body or frame; NULL: base axes */
  const char *axes;
  /* of one run: bit k says that a function of its script gives param[k], bit LIA_FORCE_SCRIPTED
   * that one gives the force itself; these are not given here */
  unsigned scripted;
} lia_spec_force;

/* 1: a function of the script gives number `at`, or (LIA_FORCE_SCRIPTED) the force itself */
static inline int lia_spec_scripted(const lia_spec_force *f, int at) {
  return at <= LIA_FORCE_SCRIPTED && f->scripted >> at & 1;
}

/* a quantity that drives the model: forces and laws name it, runs and linear models set it */
typedef struct lia_spec_input {
  const char *name, *where, *unit, *text;   /* unit, text: or NULL */
  lia_val value, min, max;                  /* where nothing sets it; none: no bound */
} lia_spec_input;

/* a quantity that is watched: an expression of coordinates, rates, accelerations, inputs, t */
typedef struct lia_spec_output { const char *name, *where; lia_val expr; } lia_spec_output;

/* an element of a file that nothing here is computed with: of, what it stands in (a link, a joint),
 * or NULL; up, the index of the note it stands in, -1: of none; pairs of attribute and value */
typedef struct lia_spec_note {
  const char *name, *of, *text;
  int line, up;
  const char **pair; int npair;
} lia_spec_note;

/* what is wrong, or only odd (warning) */
typedef struct lia_spec_complaint { const char *path, *text; int warning; } lia_spec_complaint;

typedef struct lia_spec {
  lia_arena arena;                 /* everything below lives here */
  const char *name, *where;        /* where: file of a description read from one, or "" */
  const char *source, *convention; /* or NULL */
  /* body or frame that is meant where none is named; NULL: the last body that ends a branch */
  const char *tip;
  /* 1: numbers no body can have are warnings: read from a file that is as it is */
  int lenient;
  lia_val gravity[3];
  lia_spec_body *body;   int nbody;
  lia_spec_joint *joint; int njoint;
  lia_spec_frame *frame; int nframe;
  lia_spec_loop *loop;   int nloop;
  lia_spec_constraint *constraint; int nconstraint;
  lia_spec_force *force; int nforce;
  lia_spec_input *input; int ninput;
  lia_spec_output *output; int noutput;
  /* in the user's order; the check appends those not listed. One a degree of freedom */
  const char **coord;    int ncoord;
  /* of the numbers of q: those of coord, but a quaternion has four; set by the check */
  const char **qname;    int nq;
  /* open names of all fields, in order of appearance, set by the check */
  const char **symbol;   int nsymbol;
  int *order;                          /* joints, parents before children, set by the check */
  lia_spec_complaint *complaint; int ncomplaint, nerror;
  lia_spec_note *note; int nnote;
  int nread;                           /* complaints before the check: of whoever read it */
  int itip, tip_is_frame;              /* set by the check; itip -1: the world */
  int nomem;                           /* an allocation failed: the description is not whole */
  /* an extension (extend.h): so many stand in the description it extends, and are checked */
  int forces_before, outputs_before;
} lia_spec;

LIA_NODISCARD lia_status lia_spec_new(lia_spec **out, lia_error *err);
void lia_spec_free(lia_spec *s);

/* Growing. Every function below gives NULL where memory is out and remembers it (nomem): a
 * description may be filled without looking, lia_spec_check will say. Pointers to bodies, joints...
 * hold until the next one is added. */
const char *lia_spec_text(lia_spec *s, const char *fmt, ...) LIA_PRINTF(2, 3);
const char *lia_spec_word(lia_spec *s, const char *text, size_t n);
/* a name for a coordinate: the letters, digits and _ of name, _ for others, then suffix */
const char *lia_spec_identifier(lia_spec *s, const char *name, const char *suffix);
/* what its coordinate k has behind the joint's name where its user gives no name: "", "_x", "_2" */
enum { LIA_SPEC_SUFFIX = 24 };
void lia_spec_suffix(const lia_spec_joint *j, int k, char suffix[LIA_SPEC_SUFFIX]);
/* the name of number k of the quaternion of a joint that turns in space: its own with _qw _qx _qy
 * _qz */
const char *lia_spec_quaternion(lia_spec *s, const lia_spec_joint *j, int k);
/* the coordinate of this name, or of the joint of this name that has one of its own, as files call
 * joints what is no name for a coordinate ("joint_8.0", "r2/waist/joint0"): its index, -1 where
 * there is none. Of a checked description. */
int lia_spec_find_coord(const lia_spec *s, const char *name);
/* the same among the numbers of q */
int lia_spec_find_q(const lia_spec *s, const char *name);
/* the degree of freedom whose coordinate is number n of q; NULL: one of a quaternion */
const lia_spec_dof *lia_spec_dof_of_q(const lia_spec *s, int n);
/* what the controller of a robot shows at q (nq), reads q + reads_at, and the q at which it shows
 * r; of a checked description. out may be the first */
void lia_spec_readings(const lia_spec *s, const double *q, double *out);
void lia_spec_from_readings(const lia_spec *s, const double *r, double *out);
lia_spec_body *lia_spec_add_body(lia_spec *s, const char *name, const char *where);
lia_spec_joint *lia_spec_add_joint(lia_spec *s, const char *parent, const char *child, int kind,
    const char *where);
lia_spec_frame *lia_spec_add_frame(lia_spec *s, const char *name, const char *body,
    const char *where);
lia_spec_loop *lia_spec_add_loop(lia_spec *s, const char *name, int kind, const char *where);
lia_spec_constraint *lia_spec_add_constraint(lia_spec *s, const char *name, int kind,
    const char *where);
lia_spec_force *lia_spec_add_force(lia_spec *s, const char *name, int kind, const char *where);
/* spring3: its kind and number, or the next number that is free */
const char *lia_spec_force_name(lia_spec *s, int kind);
lia_spec_input *lia_spec_add_input(lia_spec *s, const char *name, const char *where);
/* line, name, and what it stands in */
lia_spec_note *lia_spec_add_note(lia_spec *s, const char *name, int line, int up);
lia_spec_output *lia_spec_add_output(lia_spec *s, const char *name, const char *where);
lia_spec_shape *lia_spec_add_shape(lia_spec *s, lia_spec_body *b, int kind);
/* its index, -1 where memory is out */
int lia_spec_add_coord(lia_spec *s, const char *name);
lia_spec_move *lia_spec_add_move(lia_spec *s, lia_spec_place *p, lia_move_kind kind, lia_val by);
/* nothing given, scale 1, offset 0 */
lia_spec_dof *lia_spec_set_dofs(lia_spec *s, lia_spec_joint *j, int ndof);

/* position first, then fixed x, y, z turns: at, rpy; zeros leave no move */
void lia_spec_place_rpy(lia_spec *s, lia_spec_place *p, const double at[3], const double rpy[3]);

/* complaints, in the order they are found; path such as "bodies[2].mass" */
void lia_spec_complain(lia_spec *s, const char *path, const char *fmt, ...) LIA_PRINTF(3, 4);
void lia_spec_warn(lia_spec *s, const char *path, const char *fmt, ...) LIA_PRINTF(3, 4);

/* every field that is no plain number - the text of an expression, or infinite - with its path
 * and its use, in the order bodies, joints, frames, loops, constraints */
typedef void lia_spec_visit(void *context, const char *path, lia_use use, lia_val *v);
void lia_spec_each(lia_spec *s, lia_spec_visit *visit, void *context);
/* every equation of a constraint, in which coordinates may stand */
void lia_spec_each_equation(lia_spec *s, lia_spec_visit *visit, void *context);
/* every text of a force element or an output, in which coordinates, rates, inputs and t may stand
 * */
void lia_spec_each_acting(lia_spec *s, lia_spec_visit *visit, void *context);
/* what of force elements does not move: points, factors; of an extension those it adds */
void lia_spec_each_place(lia_spec *s, lia_spec_visit *visit, void *context);

LIA_C_END

#endif
