/* data.h - the memory an algorithm works in; belongs to one thread at a time
 *
 * Transparent, for tests, debuggers and who wants the parts. Every algorithm says what it writes.
 * Arrays over nodes have the ground as entry 0; what is told of a node is told in its own axes. */
#ifndef LIA_DATA_H
#define LIA_DATA_H

#include "geo/spatial.h"
#include "model/model.h"

LIA_C_BEGIN

/* four columns side by side, in base axes about the origin of the root of their tree; pairs linear
 * first */
typedef struct lia_columns4 {
  lia_v4d S[6], F[6];         /* motion; the momentum it gives to its tree */
  lia_v4d P[6], V[6];         /* Vp x S; velocity of its node */
  lia_v4d Q[6], R[6], g[6], h[6], b[3];  /* see deriv.c */
  lia_v4d own[10];            /* inertia of the node: m h Ixx Iyy Izz Ixy Ixz Iyz */
} lia_columns4;

/* motion and force of a node, in its own axes */
typedef struct lia_kin {
  lia_mat3 R;             /* R_PN: the node in its parent */
  lia_vec3 p;             /* p_PN */
  lia_mat3 U;             /* wd~ + w~ w~ */
  lia_vec3 w, wd;         /* angular velocity and acceleration */
  lia_vec3 a;             /* acceleration of the origin, minus gravity in dynamics */
  lia_vec3 f, n;          /* force, and moment about the origin */
  lia_vec3 u;             /* velocity of the origin, where an algorithm says that it writes it */
} lia_kin;

typedef struct lia_composite { double m; lia_vec3 h; lia_sym3 I; } lia_composite;

/* a twist in base axes: velocity of the origin, angular velocity */
typedef struct lia_twist { lia_vec3 u, w; } lia_twist;

/* right-hand sides that are solved for at once (fast/articulated.h), in eights */
enum { LIA_STRIP = 2 };

typedef struct lia_data {
  /* (jq), (jv) x 3: joint coordinates where the model is mapped; tau also scratch */
  double *q, *v, *a, *tau;
  double *angle, *sin, *cos;   /* (nangle); eight more to write over */
  double *zero;                /* (jv) zeros */
  lia_kin *kin;                /* (nnode + 1) */
  lia_composite *comp;         /* (nnode + 1) inertia of the tree on each node */
  lia_pose *world;              /* (nnode + 1) X_0N */
  lia_twist *twist;            /* (nnode + 1) */

  /* over columns (model->lanes), in base axes about the origin of the root of their tree */
  lia_pose *tree;             /* (lanes) X_0N of each column's node, the roots put at the origin */
  lia_columns4 *columns4;           /* (lanes / 4) */
  /* (3) inertia of the tree on each: m h | Ixx Iyy Izz Ixy | Ixz Iyz - - */
  lia_v4d *C;
  lia_v4d *Sr, *V, *Vp;       /* (2) motion; velocity of its node, of the node's parent */
  lia_v4d *G, *A, *Ap;        /* (2) Vp x S v; acceleration of its node, of the node's parent */
  lia_v4d *f;                 /* (2) force on its node, then on the tree on it */
  lia_v4d *U;                 /* (2) articulated inertia times motion */
  lia_v4d *IA;                /* (14) articulated inertia and force of side branches */
  /* (2 levels LIA_STRIP 6) forces and accelerations at forks, of the right-hand sides of a strip */
  lia_v8d *strip;
  lia_v4d *N;                 /* (3) gyration of the tree on each, see deriv.c */
  double *vc, *ac;            /* velocities and accelerations by columns */
  double *H;                  /* (jv x lanes) mass matrix by columns, then its factors */
  double *D, *b;              /* inverse pivots; a right-hand side */
  double *T;                  /* (2 x jv x lanes) scratch */
  double *task;               /* (14 x nv) of opspace.h, and of tasks */
  double *judge;              /* (nv x nv + 2 nv) of answer.h */
} lia_data;

LIA_NODISCARD lia_status lia_data_new(lia_data **out, const lia_model *m, lia_error *err);

LIA_C_END

#endif
