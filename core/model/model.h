/* model.h - a compiled, immutable mechanism; and the memory an algorithm works in
 *
 * lia_model never changes after lia_model_new: share it between threads freely. lia_data belongs to one thread at a time;
 * every algorithm writes only there and into results of the caller. Both are one block each, freed by one lia_free.
 *
 * Two views of one mechanism. Bodies are what the user described, in the user's order, with the user's frames.
 * Nodes are what the algorithms run over: one per elementary motion, numbered depth first from 1 (0 is the ground), their
 * z the axis of the motion. Bodies fixed to each other share a node; a universal joint has two, one without mass. A
 * body knows its node and where it stands in it, so nothing of this shows outside.
 *
 * q: coordinates (nq) in the order of bodies; floating: position x y z in the parent, then the unit quaternion w x y z.
 * v: velocities (nv). v = dq/dt but for quaternions: spherical has the angular velocity in body axes, floating the velocity
 * of the body frame's origin and the angular velocity, both in body axes, linear first. */
#ifndef LIA_MODEL_H
#define LIA_MODEL_H

#include "base/rng.h"
#include "base/status.h"
#include "geo/frame.h"
#include "geo/inertia.h"
#include "geo/spatial.h"
#include "model/joint.h"

/* what the motion of a node is in its own axes: all that algorithms know of joints */
typedef enum lia_subspace { LIA_TURN, LIA_SLIDE, LIA_GENERAL } lia_subspace;

/* Columns: velocities numbered node by node, so that the tree on each is the columns up to its end. A general node has
 * several, one on the other, all its inertia on the last */
typedef struct lia_col {
  int v, node, parent, end;  /* parent: column, or -1 */
  int run, root;             /* c, c-1 .. run are each on the next; root: where the tree starts */
  int forks, fresh;          /* forks: carries more than the next column; fresh: the last of those that it does */
} lia_col;

/* four columns side by side, told in their nodes: motion, and inertia m h Ixx Iyy Izz Ixy Ixz Iyz */
typedef struct lia_four_N { lia_row S[6], I[10]; } lia_four_N;

#define T_NUM double
#define T(name) lia_##name
#define T_FRAME lia_frame
#define T_INERTIA lia_inertia
#define T_COLUMNS                                                                                                      \
  int lanes, in_order;       /* room for columns and reading on, a multiple of 8; 1: columns are velocities */         \
  int chain;                 /* every column is the parent of the next */                                              \
  int angles_from;           /* where the angles are the coordinates from here on, in order; else -1 */                \
  lia_col *col;              /* (jv) */                                                                                \
  lia_four_N *four;          /* (lanes / 4) */
#include "model/tree_text.h"
#undef T_NUM
#undef T
#undef T_FRAME
#undef T_INERTIA
#undef T_COLUMNS

extern const lia_dof lia_dof_none;   /* nothing of it */

/* a body named name on the ground, fixed, frames identity, no inertia, nothing in its dofs */
lia_body lia_body_new(const char *name);

/* Compile bodies into a model; names and numbers are copied. gravity: the acceleration of free fall, in base axes.
 * EMODEL with the path "bodies[2] 'arm'..." for parents unknown or in a circle, frames that are no frames, numbers that
 * are not finite, negative masses and the like; ENOMEM. */
LIA_NODISCARD lia_status lia_model_new(lia_model **out, const lia_body *body, int nbody, const double gravity[3],
                                       lia_error *err);

/* LIA_OK where every body has an inertia, else EMODEL naming the first that has not: to be asked before dynamics */
LIA_NODISCARD lia_status lia_model_dynamic(const lia_model *m, lia_error *err);

int lia_model_find(const lia_model *m, const char *name);  /* body, or -1 */

/* ---- configurations: q lives on a manifold, v in its tangent ---- */

void lia_model_neutral(const lia_model *m, double *q);
void lia_model_random(const lia_model *m, lia_rng *r, double *q);   /* within limits where there are both */
void lia_model_normalise(const lia_model *m, double *q);
void lia_model_step(const lia_model *m, const double *q, const double *v, double h, double *qn);  /* q (+) v h; qn may be q */
void lia_model_diff(const lia_model *m, const double *q1, const double *q2, double *v);           /* q1 (+) v = q2 */
void lia_model_rate(const lia_model *m, const double *q, const double *v, double *qdot);

#endif
