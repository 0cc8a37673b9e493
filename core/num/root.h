/* root.h - F(x) = 0: Newton with line search for any number of equations, and a bracketed root of
 * one */
#ifndef LIA_ROOT_H
#define LIA_ROOT_H

#include "base/opts.h"
#include "num/factor.h"
#include "num/fd.h"

LIA_C_BEGIN

#define LIA_ROOT_OPTS(X) \
  X(double, xtol,          1e-12, x >= 0, \
      "converged when the Newton step is below xtol (scale + |x|)") \
  X(double, ftol,          0,     x >= 0,           "converged when every |F| is at most this") \
  X(double, scale,         1,     x > 0,            "size of a typical x") \
  X(double, step_max,      0,     x >= 0,           "longest step; 0: no limit") \
  X(double, rank_tol,      0,     x >= 0 && x < 1, \
      "J has the rank of its pivots above this part of the first; 0: 1e-12, or 1e-8 where J is " \
      "by differences") \
  X(int,    max_iter,      60,    x > 0,            "most steps before giving up") \
  X(int,    line_search,   1,     x == 0 || x == 1, "0: full steps always, as in the textbook") \
  X(int,    stop_singular, 0,     x == 0 || x == 1, \
      "1: give up where J loses rank, as in the textbook; 0: go on with the shortest step")

typedef struct lia_root_opts {
  LIA_ROOT_OPTS(LIA_OPT_FIELD)
} lia_root_opts;

extern const lia_root_opts lia_root_defaults;
LIA_NODISCARD lia_status lia_root_check(const lia_root_opts *o, lia_error *err);

/* how it ended; text for the user */
#define LIA_ROOT_STATES(X)                                                        \
  X(converged, "converged")                                                       \
  X(singular,  "the Jacobian lost rank and no step reduces the equations")        \
  X(maxiter,   "not converged after the most steps allowed")                      \
  X(diverged,  "the equations are not finite along the Newton step")              \
  X(stalled,   "a local minimum of |F| that is no root")

typedef enum lia_root_state {
#define X(name, text) LIA_ROOT_##name,
  LIA_ROOT_STATES(X)
#undef X
} lia_root_state;

typedef struct lia_root_row {
  double f;          /* max |F| after the step */
  double step;       /* |x_new - x| */
  double lambda;     /* part of the Newton step that was taken */
  int rank;          /* of J before the step */
} lia_root_row;

typedef struct lia_root_info {
  lia_root_state state;
  /* steps; calls of F, those for differences not counted; of J */
  int iterations, calls, jacobians;
  double f, step;                     /* max |F| at x; the last |x_new - x| */
  int rank;                           /* of the last J */
  int degraded;                       /* 1: a result, but read text */
  char text[160];
  /* on request: rows (room of them) to be filled, and the points behind them, room x n; NULL for
   * none */
  lia_root_row *history;
  double *points;
  int room;
} lia_root_info;

const char *lia_root_state_text(lia_root_state s);

typedef struct lia_root {
  int n, p;
  lia_qr *qr;
  lia_mat J;                            /* p x n */
  double *F, *F_try;                    /* p */
  double *x_try, *x_best, *s;           /* n */
  double *work;
} lia_root;

/* all memory it will ever use */
LIA_NODISCARD lia_status lia_root_new(lia_root **w, int n, int p, lia_error *err);
void lia_root_free(lia_root *w);

/* x (n): first guess in, root out; the point with the least |F| on failure. Newton steps J s = -F
 * by QR: least squares where there are more equations than unknowns, the shortest s where there are
 * fewer or J loses rank. Where rounding in F ends the search at a Newton step below
 * 1.5e-8 (scale + |x|) the result is degraded, no failure.
 * LIA_ESINGULAR, LIA_ENOCONV as info->state says; LIA_EDOMAIN where F or J is not finite at the
 * guess. A function that returns LIA_EDOMAIN or LIA_ESINGULAR away from the guess shortens the
 * step; what else it returns is handed on as it is. map must have the sizes of w; opts, info may be
 * NULL. No allocation */
LIA_NODISCARD lia_status lia_root_solve(lia_root *w, const lia_fd_map *map,
    const lia_root_opts *opts, double *x,
    lia_root_info *info, lia_error *err);

/* *f = f(x); *df = f'(x), or left as it is where nobody knows it */
typedef lia_status lia_root_scalar(void *user, double x, double *f, double *df, lia_error *err);

/* the root between a and b, where f has opposite signs (LIA_EARG where it has not; LIA_ENOCONV at a
 * pole, where x is its place; a jump through 0 is taken for a root): Newton where f' is given, else
 * inverse interpolation, and bisection wherever these would leave the bracket or be slow.
 * |error| <= xtol + 4 eps |x|. calls may be NULL */
LIA_NODISCARD lia_status lia_root_between(lia_root_scalar *f, void *user, double a, double b,
    double xtol, double *x,
    int *calls, lia_error *err);

LIA_C_END

#endif
