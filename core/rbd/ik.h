/* ik.h - inverse kinematics by iteration: any tree, within limits, from several starts
 *
 * Levenberg-Marquardt on the pose error in base axes, damped in proportion to what is left of it
 * (Sugihara 2011), with the coordinates held at limits they press against; a start that stops
 * falling gives way to a random one. */
#ifndef LIA_IK_H
#define LIA_IK_H

#include "base/opts.h"
#include "model/data.h"

LIA_C_BEGIN

#define LIA_IK_OPTS(X)                                                                             \
  X(double, tol,      1e-9, x > 0,             "largest distance (m) and angle (rad) left over")   \
  X(double, damping,  0.1,  x > 0,             "damping, as a part of the error squared")          \
  X(int,    starts,   100,  x > 0,             "most starts: the one given, then random ones")     \
  X(int,    max_iter, 60,   x > 0,             "most steps from one start")                        \
  X(int,    seed,     1,    x >= 0,            "of the random starts")                             \
  X(int,    limits,   1,    x == 0 || x == 1,  "stay within the limits of the joints")

typedef struct lia_ik_opts {
  LIA_IK_OPTS(LIA_OPT_FIELD)
} lia_ik_opts;

extern const lia_ik_opts lia_ik_defaults;
LIA_NODISCARD lia_status lia_ik_check(const lia_ik_opts *o, lia_error *err);

/* The point p_B of the body is to stand at X.p, the body to be turned as X.R. rows: bits 0 .. 5
 * choose which of x y z and of the turns about x y z count, in base axes */
typedef struct lia_ik_target {
  int body;
  double p_B[3];
  lia_frame X;
  unsigned rows;
} lia_ik_target;

enum { LIA_IK_POSITION = 7, LIA_IK_POSE = 63 };

typedef struct lia_ik_info {
  int starts, iterations;   /* used; steps of all of them */
  double distance, angle;   /* left over at q */
} lia_ik_info;

/* work for one model; keeps what it is given, allocates nothing afterwards */
typedef struct lia_ik {
  const lia_model *m;
  lia_data *d;
  double *J, *lower, *upper, *dq;        /* (6 nv), (nv) x 3 */
  /* (nv) what may be added without moving anything: a whole turn; 0 where nothing may */
  double *period;
  double *q, *start, *random;            /* (nq) */
  int *iq;                  /* (nv) the coordinate of each velocity; -1: of a quaternion */
  unsigned char *slide, *moves, *hold;   /* (nv) kind; carries the body; pressed against a limit */
  double length;            /* that weighs metres against radians */
} lia_ik;

/* freed by lia_free */
LIA_NODISCARD lia_status lia_ik_new(lia_ik **out, const lia_model *m, lia_data *d, lia_error *err);

/* q (nq): the start, then the configuration found. locked (nv) or NULL: velocities that must stay
 * 0. LIA_ENOCONV: q is the nearest that was found, info says how near. Writes d: world */
LIA_NODISCARD lia_status lia_ik_solve(lia_ik *w, const lia_ik_target *t, const lia_ik_opts *o,
    const unsigned char *locked, double *q,
    lia_ik_info *info, lia_error *err);

LIA_C_END

#endif
