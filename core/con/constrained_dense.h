/* constrained_dense.h - accelerations and forces of a constrained motion, five ways, from plain
 * arrays
 *
 *   M a = f + J' lambda,   J a = gamma        f = tau - h: all forces but those of constraints;
 * gamma = -(dJ/dt v + ..)
 *
 * One sign everywhere: M a + h = tau + J' lambda, so J' lambda are the forces of the constraints on
 * the coordinates (a text that writes + Phi_q' lambda on the left has the opposite lambda). M (n x
 * n) is symmetric, J is m x n. Rows that follow from others are found by QR with pivots of the rows
 * brought to length 1, and left out; their multipliers are then shared so that |lambda| is least.
 * Nothing here knows what a mechanism is, and nothing allocates after lia_constrained_new. */
#ifndef LIA_CONSTRAINED_H
#define LIA_CONSTRAINED_H

#include "base/opts.h"
#include "num/factor.h"

LIA_C_BEGIN

#define LIA_CONSTRAINED_METHODS(X) \
  X(augmented, "the augmented matrix [M J'; J 0], factored with Bunch and Kaufman's pivots; M " \
      "may be singular") \
  X(partition, "dependent coordinates told by independent ones: a = N a_i + a_0, (N' M N) a_i = " \
      "N' (f - M a_0)") \
  X(projector, "P = 1 - J' (J M^-1 J')^-1 J M^-1: a = M^-1 (P f + J' (J M^-1 J')^-1 gamma); M " \
      "must have an inverse") \
  X(udwadia,   "Gauss' least constraint: a = a_f + M^-1/2 (J M^-1/2)^+ (gamma - J a_f), a_f = " \
      "M^-1 f; M must have an inverse") \
  X(nullspace, "an orthonormal basis Z of what J leaves free: (Z' M Z) y = Z' (f - M a_0), a = " \
      "a_0 + Z y; M may be singular")

typedef enum lia_constrained_method {
#define X(name, text) LIA_CONSTRAINED_##name,
  LIA_CONSTRAINED_METHODS(X)
#undef X
  LIA_CONSTRAINED_COUNT
} lia_constrained_method;

extern const char *const lia_constrained_name[LIA_CONSTRAINED_COUNT];
int lia_constrained_find(const char *name);   /* the method, "kkt" being augmented too; or -1 */

#define LIA_CONSTRAINED_OPTS(X) \
  X(double, rank_tol, 1e-9, x >= 0 && x < 1, \
      "a row follows from others where less than this part of its length is new") \
  X(double, gap_tol,  1e-6, x > 0 && x < 1, \
      "rows contradict each other where gamma differs by more than this part") \
  X(int,    refuse,   0,    x == 0 || x == 1, \
      "1: refuse redundant rows; 0: share the multipliers so that they are least")

typedef struct lia_constrained_opts {
  LIA_CONSTRAINED_OPTS(LIA_OPT_FIELD)
  int max_rank;             /* use at most so many rows, those that say most,
      and then let none contradict them;
                             * 0: all that do not follow. Near a configuration that keeps the
                             * constraints, rows that follow from others there seem not to */
  double drop_below;
      /* drop a row whose length or pivot falls below this fraction of its largest value so
                             * far (crossing a singularity); for motions, where all rows are given;
                             * 0: never */
  /* partition: the coordinates (n - rank) the user wants, from 0; NULL: those that condition it
   * best */
  const int *independent;
  int nindependent;
} lia_constrained_opts;

extern const lia_constrained_opts lia_constrained_defaults;
LIA_NODISCARD lia_status lia_constrained_check(const lia_constrained_opts *o, lia_error *err);

/* the workspace, and what the last call found */
typedef struct lia_constrained {
  int n, m, rank;
  /* (m) row[0 .. rank-1] were used, row[rank ..] follow from them; each part ascending */
  int *row;
  /* (n) partition: the first rank are dependent, the others independent, both ascending */
  int *coord;
  /* partition: n x (n - rank), J N = 0, the identity on the independent ones; nullspace: Z */
  lia_mat N;
  lia_mat P;            /* projector: n x n, acting on forces: P P = P, P J' = 0, trace n - rank */
  /* reduced mass N' M N; projector and udwadia: J M^-1 J' of the rows used, brought to one length
   * */
  lia_mat R;
  /* (n) partition, nullspace: a = N a_i + a0; partition of rows without time: a0 = dN/dt v_i */
  double *a0;
  double *r;            /* (n - rank) reduced force N' (f - M a0) */
  /* (m) what each row of J is divided by: its length, twice that, or a part of the longest */
  double *norm;
  double largest;       /* the largest entry of J */
  int ndropped;         /* rows and pivots that opts.drop_below left out */
  /* (m) the longest each row was under opts.drop_below, fading by a thousandth a call */
  double *best_norm;
  double best_pivot;    /* the same of the smallest pivot used */

  lia_mat J;            /* rank x n: the rows used, of length 1 */
  double *g, *y;        /* (m) gamma and lambda of these */
  lia_mat K, L, B;      /* augmented matrix; factors of M; scratch */
  int *piv;
  double *work, *b;
  lia_qr *rows, *cols;  /* of J', of J */
  int maxn, maxm;
} lia_constrained;

/* for all problems up to n, m */
LIA_NODISCARD lia_status lia_constrained_new(lia_constrained **w, int n, int m, lia_error *err);
void lia_constrained_free(lia_constrained *w);

/* which rows of J are used, which follow: w->rank, row, norm, J.   O(m^2 n) */
LIA_NODISCARD lia_status lia_constrained_rank(lia_constrained *w, lia_mat J, double tol,
                                              lia_error *err);
/* a motion begins: what rows were at their best in another (opts.drop_below) is forgotten */
void lia_constrained_begin(lia_constrained *w);

/* after lia_constrained_rank: of all lambda (m) with the same J' lambda the least */
void lia_constrained_share(lia_constrained *w, double *lambda);

/* a (n) and lambda (m, may be NULL). LIA_ESINGULAR: the method and why it cannot; redundant rows
 * where they are refused, "rows[3]: follows from the others". LIA_EUNREACHABLE: a row contradicts
 * the others. a and lambda are written on LIA_OK only */
LIA_NODISCARD lia_status lia_constrained_run(lia_constrained *w, lia_constrained_method method,
                                             const lia_constrained_opts *o, lia_mat M,
                                                 const double *f,
                                       lia_mat J, const double *gamma, double *a, double *lambda,
                                           lia_error *err);

/* LIA_ESINGULAR at path: a motion that the constraints leave free moves no mass */
LIA_NODISCARD lia_status lia_constrained_weightless(const char *path, lia_error *err);

/* after a partition: dN/dt (n x (n - rank)) of dJ/dt (m x n):  J_d dN_d/dt = -dJ/dt N */
void lia_constrained_ndot(lia_constrained *w, lia_mat Jdot, lia_mat Ndot);

/* after any: x (n) with J x = gamma and x - x0 least in the metric of M (positive definite):
 * velocities that fit, accelerations of Gauss' principle are the same task. x may be x0 */
LIA_NODISCARD lia_status lia_constrained_nearest(lia_constrained *w, const lia_constrained_opts *o,
                                                 lia_mat M, const double *x0, lia_mat J,
                                           const double *gamma, double *x, lia_error *err);

LIA_C_END

#endif
