/* qp.h - convex quadratic programmes, dense and small, by active sets
 *
 *   minimise x'H x/2 + g'x  where  lower <= A x <= upper,  least <= x <= most
 *
 * by the dual method of Goldfarb and Idnani (qp_text.h): from the minimum without constraints, one
 * constraint after the other that is passed comes into use, and the value only rises, so that it
 * ends, with a point that obeys all of them or with those that contradict one another. Where H is
 * semidefinite (0: a linear programme) the same for H + p 1, g - p x of before, again and again
 * (the proximal point method, Rockafellar, SIAM J. Control Optim. 14, 1976): p small beside what
 * H has, x comes to a minimum in a few rounds. */
#ifndef LIA_QP_H
#define LIA_QP_H

#include "base/opts.h"
#include "num/mat.h"

LIA_C_BEGIN

/* n unknowns, m rows; H (n x n) symmetric, both triangles; A (m x n). lower, upper (m) and least,
 * most (n): infinite where there is none, NULL: none at all; lower = upper: an equation */
typedef struct lia_qp {
  int n, m;
  lia_mat H, A;
  const double *g, *lower, *upper, *least, *most;
} lia_qp;

#define LIA_QP_OPTS(X) \
  X(double, tol, 1e-12, x > 0 && x < 1, \
      "a constraint is passed where it is by this part of its terms") \
  X(int, max_iter, 0, x >= 0, "most steps (0: 50 (n + m) + 100)")

typedef struct lia_qp_opts {
  LIA_QP_OPTS(LIA_OPT_FIELD)
} lia_qp_opts;

extern const lia_qp_opts lia_qp_defaults;
LIA_NODISCARD lia_status lia_qp_check(const lia_qp_opts *o, lia_error *err);

/* stationarity: |H x + g + A'y + v|, feasibility: by how much a constraint is passed, each over the
 * sum of its terms; value: x'H x/2 + g'x; steps of the active set, rounds of H + p 1 (0: H is
 * definite). On LIA_EUNREACHABLE the constraints in conflict: y, v hold what is left of 0 = A'y + v
 * by which they contradict one another. On LIA_EDOMAIN for what falls without bound, x is a
 * direction in which it does */
typedef struct lia_qp_info {
  double value, stationarity, feasibility;
  int steps, rounds, used;
} lia_qp_info;

typedef struct lia_qp_work lia_qp_work;
LIA_NODISCARD lia_status lia_qp_new(lia_qp_work **w, int n, int m, lia_error *err);
void lia_qp_free(lia_qp_work *w);

/* x (n), y (m), v (n): multipliers of rows and bounds, positive where the upper one is in use,
 * negative where the lower one is; y, v, opts, info may be NULL. LIA_EUNREACHABLE: no x obeys all
 * constraints; LIA_EDOMAIN: H has a negative eigenvalue, a number is not finite, or the value falls
 * without bound; LIA_EARG: a lower bound above its upper one. No allocation */
LIA_NODISCARD lia_status lia_qp_solve(lia_qp_work *w, const lia_qp *p, const lia_qp_opts *opts,
    double *x, double *y, double *v, lia_qp_info *info, lia_error *err);

/* for programmes of one shape that are asked again and again: x'H x/2 + g'x + |M x - r|^2/2, H +
 * M'M definite; data: H, g, A, lower, upper, least, most, M (rows x n), r one behind the other.
 * 1: x is the minimum, 0: x is no number (not definite, in conflict, not finite) */
int lia_qp_ask(lia_qp_work *w, int rows, const double *data, double *x);
/* numbers in data */
size_t lia_qp_data_size(int n, int m, int rows);

LIA_C_END

#endif
