/* follow.h - inverse kinematics along a tool path: one branch q(s), with q' and q'' exact, and what
 * it meets
 *
 *   J q' = V,   J q'' = V' - J' q'        rows of the task, V = dX/ds of the path
 *
 * Steps with a predictor (Taylor) and a corrector (Newton); between samples the curve is a quintic,
 * whose pose stays within a tolerance of the path: the steps are chosen so, the error is told. What
 * the task leaves free follows a criterion by motions that the task does not see. Trees of joints
 * whose coordinates are numbers of their own; loops are for constrained mechanisms. */
#ifndef LIA_FOLLOW_H
#define LIA_FOLLOW_H

#include "base/opts.h"
#include "geo/tool_path.h"
#include "model/data.h"
#include "traj/pieces.h"

LIA_C_BEGIN

#define LIA_FOLLOW_OPTS(X) \
  X(double, tolerance, 1e-6, x > 0, "largest error of the pose between the samples (m, rad)") \
  X(int,    limits,    1, x == 0 || x == 1, "a joint beyond its limits is a failure") \
  X(double, singular,  0.01, x >= 0, \
    "singular places are told where the least singular value is below this part of the largest") \
  X(double, gain,      5, x >= 0, "how fast the free motion follows its criterion, per path") \
  X(int,    starts,    100, x > 0, "most random starts where the beginning is searched") \
  X(int,    branches,  16, x > 0, "most branches followed where the beginning is searched") \
  X(int,    samples,   20000, x > 0, "most samples of a branch") \
  X(int,    seed,      1, x >= 0, "of the random starts")

typedef struct lia_follow_opts {
  LIA_FOLLOW_OPTS(LIA_OPT_FIELD)
} lia_follow_opts;

extern const lia_follow_opts lia_follow_defaults;
LIA_NODISCARD lia_status lia_follow_check(const lia_follow_opts *o, lia_error *err);

/* name, what the free motion of a redundant arm does along the whole path */
#define LIA_FOLLOW_CRITERIA(X) \
  X(least,    "nothing but what the path asks: the least |q'|") \
  X(middle,   "towards the middle of the limits") \
  X(singular, "away from singular places: up the product of the singular values") \
  X(gradient, "down the gradient of a function of the user's")

typedef enum lia_follow_criterion {
#define X(name, text) LIA_FOLLOW_##name,
  LIA_FOLLOW_CRITERIA(X)
#undef X
  LIA_FOLLOW_CRITERION_COUNT
} lia_follow_criterion;
int lia_follow_criterion_find(const char *name);   /* or -1 */

typedef lia_status (*lia_follow_gradient)(void *of, const double *q, double *g, lia_error *err);

typedef struct lia_follow_ask {
  const lia_model *m;
  lia_data *d;               /* to work in */
  const lia_tool_path *path; /* X_0T(s) */
  int body;
  lia_frame X_BT;            /* the tool on its body */
  /* bits 0 .. 5: which of x y z and the turns about x y z count; in the axes of the base, or of the
   * path's frame */
  unsigned rows;
  int in_tool;
  lia_follow_criterion criterion;
  lia_follow_gradient gradient;
  void *of;
  const double *start;       /* (nq); NULL: searched */
  lia_follow_opts opts;
} lia_follow_ask;

#define LIA_FOLLOW_EVENTS(X) \
  X(limit,    "a joint is beyond its limit") \
  X(singular, "a singular place") \
  X(jump,     "the branch ends: another one would have to be jumped to") \
  X(border,   "out of reach") \
  X(samples,  "more samples than allowed")

typedef enum lia_follow_kind {
#define X(name, text) LIA_FOLLOW_EVENT_##name,
  LIA_FOLLOW_EVENTS(X)
#undef X
  LIA_FOLLOW_EVENT_COUNT
} lia_follow_kind;
const char *lia_follow_kind_name(lia_follow_kind kind);

typedef struct lia_follow_event {
  lia_follow_kind kind;
  double s;                  /* where it begins; singular: the place itself */
  double from, to;           /* where it holds */
  int joint;                 /* limit, jump: the coordinate; else -1 */
  /* limit: the coordinate where it is farthest; singular: least part of the largest singular value;
   * jump: by how much; border: metres short where it is farthest */
  double value;
  double bound;              /* limit: which; border: radians short there */
  int sign;                  /* singular: 1: the determinant changes its sign */
} lia_follow_event;

typedef struct lia_follow_branch {
  double *start;             /* (nq) */
  double reached;
  int through, inside;       /* to the end; inside of all limits */
  int first;                 /* the kind of what failed it, -1: nothing did */
  int joint;
  double s, cost;
} lia_follow_branch;

typedef struct lia_follow_result {
  lia_pieces *q;             /* (nv) q(s) as far as it came; NULL: not one step */
  double reached;
  int through, inside, samples;
  double distance, angle;    /* largest errors between the samples */
  double least, s_least;     /* least part of the largest singular value, and where */
  double cost;               /* integral of |q'|^2, or of the criterion, over the length */
  int nevent, event_room;
  lia_follow_event *event;
  int nbranch, chosen;       /* where the beginning was searched */
  lia_follow_branch *branch;
  int nq;
} lia_follow_result;

/* LIA_EARG, LIA_EMODEL: what cannot be asked. LIA_EUNREACHABLE: no configuration begins there, or
 * start is not on the path. LIA_OK otherwise, also where the branch ends early: see through, inside
 * and the events. Free with lia_follow_free. Writes d: world, kin, task */
LIA_NODISCARD lia_status lia_follow_run(lia_follow_result **out, const lia_follow_ask *ask,
                                        lia_error *err);
void lia_follow_free(lia_follow_result *r);

LIA_C_END

#endif
