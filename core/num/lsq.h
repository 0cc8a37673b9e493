/* lsq.h - least |r(x)|^2 by Levenberg and Marquardt, within bounds by projection */
#ifndef LIA_LSQ_H
#define LIA_LSQ_H

#include "base/opts.h"
#include "num/factor.h"
#include "num/fd.h"

LIA_C_BEGIN

#define LIA_LSQ_OPTS(X) \
  X(double, gtol,     1e-10, x >= 0, \
      "converged when r is this orthogonal to every free column of J (a cosine)") \
  X(double, xtol,     1e-12, x >= 0, "converged when the step is below xtol (scale + |x|)") \
  X(double, ftol,     1e-14, x >= 0, \
      "converged when |r|^2 falls, and promises to fall, by less than this part") \
  X(double, scale,    1,     x > 0,  "size of a typical x") \
  X(double, damping,  1e-3,  x > 0,  "first damping, relative to the columns of J") \
  X(int,    max_iter, 200,   x > 0,  "most steps before giving up")

typedef struct lia_lsq_opts {
  LIA_LSQ_OPTS(LIA_OPT_FIELD)
} lia_lsq_opts;

extern const lia_lsq_opts lia_lsq_defaults;
LIA_NODISCARD lia_status lia_lsq_check(const lia_lsq_opts *o, lia_error *err);

/* how it ended */
#define LIA_LSQ_STATES(X)                                                  \
  X(exact,    "r is zero to working precision")                            \
  X(gradient, "r is orthogonal to the columns of J")                       \
  X(step,     "steps became small")                                        \
  X(decrease, "|r|^2 does not fall any more")                              \
  X(maxiter,  "not converged after the most steps allowed")                \
  X(stalled,  "no step, however short, reduces |r|: is the Jacobian right?")

typedef enum lia_lsq_state {
#define X(name, text) LIA_LSQ_##name,
  LIA_LSQ_STATES(X)
#undef X
} lia_lsq_state;

const char *lia_lsq_state_text(lia_lsq_state s);

/* |r| after the step, |x_new - x|, lambda */
typedef struct lia_lsq_row { double norm, step, damping; } lia_lsq_row;

typedef struct lia_lsq_info {
  lia_lsq_state state;
  /* steps taken; calls of r, those for differences not counted; of J */
  int iterations, calls, jacobians;
  double norm;                        /* |r| at x */
  double cosine;                      /* largest |cos| between r and a free column of J */
  int active;                         /* x held at a bound */
  /* of J's free columns at the last step: less than free, and the data leave something open */
  int rank, free;
  int degraded;                       /* 1: a result, but read text */
  char text[160];
  lia_lsq_row *history;               /* on request: rows (room of them) to be filled, or NULL */
  int room;
} lia_lsq_info;

typedef struct lia_lsq {
  int n, p;
  lia_qr *qr;                         /* of the damped problem, (p + n) x n */
  lia_mat J, B;                       /* p x n; (p + n) x n */
  double *r, *r_try;                  /* p */
  double *rhs;                        /* p + n */
  double *x_try, *s, *d, *g;          /* n: d is the size of J's columns, the largest met */
  int *free;                          /* n: the unknowns that may move */
  double *work;
} lia_lsq;

/* n unknowns, p residuals; all memory */
LIA_NODISCARD lia_status lia_lsq_new(lia_lsq **w, int n, int p, lia_error *err);
void lia_lsq_free(lia_lsq *w);

/* x (n): guess in (moved into the bounds first), result out; the best point on failure too. lo, hi
 * (n) or NULL; infinite where there is none. LIA_ENOCONV as info->state says; LIA_EDOMAIN where r
 * or J is not finite at the guess. What r returns is treated as in root.h. opts, info may be NULL.
 * No allocation */
LIA_NODISCARD lia_status lia_lsq_solve(lia_lsq *w, const lia_fd_map *map, const double *lo,
    const double *hi,
    const lia_lsq_opts *opts, double *x, lia_lsq_info *info, lia_error *err);

LIA_C_END

#endif
