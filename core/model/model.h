/* model.h - a compiled, immutable mechanism; and the memory an algorithm works in
 *
 * lia_model never changes after lia_model_new: share it between threads freely. lia_data belongs to
 * one thread at a time; every algorithm writes only there and into results of the caller. Both are
 * one block each, freed by one lia_free.
 *
 * Two views of one mechanism. Bodies are what the user described, in the user's order, with the
 * user's frames. Nodes are what the algorithms run over: one per elementary motion, numbered depth
 * first from 1 (0 is the ground), their z the axis of the motion. Bodies fixed to each other share
 * a node; a universal joint has two, one without mass. A body knows its node and where it stands in
 * it, so nothing of this shows outside.
 *
 * q: coordinates (nq) in the order of bodies; floating: position x y z in the parent, then the unit
 * quaternion w x y z. v: velocities (nv). v = dq/dt but for quaternions: spherical has the angular
 * velocity in body axes, floating the velocity of the body frame's origin and the angular velocity,
 * both in body axes, linear first. */
#ifndef LIA_MODEL_H
#define LIA_MODEL_H

#include "base/rng.h"
#include "base/status.h"
#include "geo/frame.h"
#include "geo/inertia.h"
#include "geo/spatial.h"
#include "kinds/joint.h"

LIA_C_BEGIN

/* what the motion of a node is in its own axes: all that algorithms know of joints */
typedef enum lia_subspace { LIA_TURN, LIA_SLIDE, LIA_GENERAL } lia_subspace;

/* Columns: velocities numbered node by node, so that the tree on each is the columns up to its end.
 * A general node has several, one on the other, all its inertia on the last */
typedef struct lia_col {
  int v, node, parent, end;  /* parent: column, or -1 */
  int run, root;             /* c, c-1 .. run are each on the next; root: where the tree starts */
  /* forks: carries more than the next column; fresh: the last of those that it does */
  int forks, fresh;
  int level;                 /* how many forks it stands on */
} lia_col;

/* rows 4 row .. and columns 4 column .. of a matrix of columns by columns, row >= column. related:
 * bit 4 i + k tells that row i is in the tree on column k, or is that column */
typedef struct lia_tile { unsigned short row, column, related; } lia_tile;

/* four columns side by side, told in their nodes: motion, and inertia m h Ixx Iyy Izz Ixy Ixz Iyz
 */
typedef struct lia_columns4_local { lia_v4d S[6], I[10]; } lia_columns4_local;

/* what a degree of freedom is given besides its geometry */
typedef struct lia_dof {
  double q_min, q_max;       /* limits; infinite for none */
  double v_max, tau_max;     /* infinite for none */
  /* tau = -damping v - friction sign v                                >= 0 */
  double damping, friction;
  /* inertia of the rotor times the square of its gear ratio          >= 0 */
  double armature;
  /* tau = -stiffness (q - rest); not for quaternions                 >= 0 */
  double stiffness, rest;
  double scale, offset;      /* the joint stands at scale q + offset (1, 0); scale may not be 0 */
  int follows;    /* the body whose coordinate this joint moves by, as in gears; -1: its own. Single
                              * turns, slides and screws only: both joints must have one coordinate
                              * */
} lia_dof;

/* an elementary move: first shifted, then turning about or sliding along the axis, all told in the
 * frame the moves before it have reached */
typedef struct lia_elementary {
  int slide;                 /* 0: turn by q (rad), 1: slide by q (m) */
  double axis[3];            /* any length but 0 */
  double shift[3];           /* constant, before the move */
} lia_elementary;

/* one body and the joint that carries it */
typedef struct lia_body_def {
  const char *name;
  int parent;                /* index in the list, -1: the ground; any order of entry */
  lia_joint joint;
  double axis[3];            /* of the joint, in the joint frame, any length; all 0: z */
  double axis2[3];           /* the second one of a universal joint; all 0: y */
  double param[LIA_JOINT_NPARAM];
  int nmove;                 /* custom joints: the sequence of their moves */
  lia_elementary move[LIA_JOINT_NMOVE];
  lia_frame X_PJ;            /* joint frame in the parent's frame */
  lia_frame X_JB;            /* body frame in the joint's moved frame (usually the identity) */
  /* 0: not given; dynamics refuses then. A body without mass says so: 1 and all zero */
  int has_inertia;
  lia_inertia inertia;       /* in the body frame, about its origin */
  lia_dof dof[LIA_JOINT_NV];
} lia_body_def;

typedef struct lia_node {
  int parent, end;           /* nodes i .. end-1 are the tree on node i */
  int body;                  /* whose joint it belongs to */
  int forks;                 /* 1: has a child that is not the next node */
  lia_subspace kind;
  int iq, iv, nq, nv;        /* its coordinates and velocities, as joints are numbered */
  int col;                   /* its first column, where velocities are numbered node by node */
  int angle;                 /* LIA_TURN: its place in data->sin, data->cos */
  /* rows of [R p] at q = 0 in the parent node (general: the placement before the motion) */
  double X[12];
  /* inertia of all bodies of this node, about its origin, xx yy zz xy xz yz */
  double m, h[3], I[6];
  const double *S;           /* LIA_GENERAL: (6 x nv) */
  const lia_joint_type *row;
  const double *param;
} lia_node;

typedef struct lia_model_body {    /* of a body */
  const char *name;
  int parent;                /* body, -1: the ground */
  int child, sibling;        /* first child, next body of the same parent; -1: none */
  int node;                  /* the node that carries it; 0: fixed to the ground */
  int first;                 /* the first node of its joint, 0: a fixed joint */
  int aligned;               /* 1: X_NB is the identity */
  lia_joint joint;
  int iq, iv, nq, nv;        /* its coordinates and velocities as the user numbers them ... */
  int jq, jv;                /* ... and as joints are numbered */
  double X_NB[12];           /* rows of [R p], the body in its node */
  lia_frame X_PJ, X_JB;      /* as described */
  int has_inertia;
  lia_inertia inertia;       /* as described */
  double param[LIA_JOINT_NPARAM];
} lia_model_body;

/* The algorithms number coordinates by joints: joint j stands at scale q + offset of its
 * coordinate. Where no joint follows another and no scale or offset is given, has_mimic is 0 and
 * these are q and v themselves. */
typedef struct lia_model {
  int nbody, nnode;          /* nodes 1 .. nnode */
  int nq, nv;                /* the user's coordinates and velocities */
  int has_mimic, jq, jv;        /* jq, jv: of all joints, followers too */
  int nangle, *angle_q;      /* (nangle) the joint coordinate that turns each angle */
  double gravity[3];
  double mass;               /* of all that moves */
  int root;                  /* the first body on the ground, or -1 */
  int lacking;               /* the first body without inertia, or -1 */
  lia_model_body *body;           /* (nbody) */
  int *order;                /* (nbody) bodies depth first, parents before children */
  lia_node *node;            /* (nnode + 1) */
  lia_dof *dof;              /* (jv) */
  int *user_q, *user_v;      /* (jq), (jv) the user's index of each */
  double *scale_q, *offset_q; /* (jq) */
  double *scale_v;           /* (jv) */
  double *armature;          /* (jv) dof[].armature */
  double *S;                 /* of general nodes */
  char *text;                /* names */

  /* room for columns and reading on, a multiple of 8; 1: columns are velocities */
  int lanes, in_order;
  int chain;                 /* every column is the parent of the next */
  int levels;                /* forks stand on each other, at most that many */
  int numbers;               /* q' = v of all coordinates, which may be any numbers */
  int far;  /* 1: some bodies are so far from the root of their tree, for their size, that composite
                              * inertias about it would lose their digits: far.h */
  /* where the angles are the coordinates from here on, in order; else -1 */
  int angles_from;
  lia_col *col;              /* (jv) */
  lia_columns4_local *columns4;      /* (lanes / 4) */
  int ntile;
  lia_tile *tile;            /* (ntile) those where something is related, row after row */
} lia_model;

extern const lia_dof lia_dof_none;   /* nothing of it */

/* a body named name on the ground, fixed, frames identity, no inertia, nothing in its dofs */
lia_body_def lia_body_def_new(const char *name);

/* Compile bodies into a model; names and numbers are copied. gravity: the acceleration of free
 * fall, in base axes. EMODEL with the path "bodies[2] 'arm'..." for parents unknown or in a circle,
 * frames that are no frames, numbers that are not finite, negative masses and the like; ENOMEM. */
LIA_NODISCARD lia_status lia_model_new(lia_model **out, const lia_body_def *body, int nbody,
    const double gravity[3],
    lia_error *err);

/* LIA_OK where every body has an inertia, else EMODEL naming the first that has not: to be asked
 * before dynamics */
LIA_NODISCARD lia_status lia_model_dynamic(const lia_model *m, lia_error *err);

int lia_model_find(const lia_model *m, const char *name);  /* body, or -1 */

/* ---- configurations: q lives on a manifold, v in its tangent ---- */

/* every joint at its zero; where that is outside of its limits in their middle, or at the one there
 * is */
void lia_model_neutral(const lia_model *m, double *q);
/* within limits where there are both */
void lia_model_random(const lia_model *m, lia_rng *r, double *q);
/* lower and upper (nv) limits of the user's coordinates, infinite where there are none (quaternions
 * have none) */
void lia_model_limits(const lia_model *m, double *lower, double *upper);
/* most (nv) that the user's velocities may be, told of the joint; infinite where none is told */
void lia_model_speed_limits(const lia_model *m, double *most);
/* most (nv) that the motors of the user's velocities give, told of the joint, which its coordinate
 * moves by a scale; infinite where none is told */
void lia_model_efforts(const lia_model *m, double *most);
/* (nv) what may be added to a coordinate without moving anything: a whole turn of the one joint
 * that it turns; 0 where nothing may */
void lia_model_periods(const lia_model *m, double *period);
void lia_model_normalise(const lia_model *m, double *q);
/* 1: every coordinate is a number whose rate is its velocity: what m->numbers keeps */
int lia_model_is_numbers(const lia_model *m);
/* q (+) v h; qn may be q */
void lia_model_step(const lia_model *m, const double *q, const double *v, double h, double *qn);
/* q1 (+) v = q2 */
void lia_model_diff(const lia_model *m, const double *q1, const double *q2, double *v);
void lia_model_rate(const lia_model *m, const double *q, const double *v, double *qdot);

LIA_C_END

#endif
