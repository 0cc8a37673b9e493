/* singular.h - singular places: what a Jacobian has lost at q, and how far it is from losing it
 *
 * [course E4.3], Yoshikawa 1985 */
#ifndef LIA_SINGULAR_H
#define LIA_SINGULAR_H

#include "ask/task.h"

LIA_C_BEGIN

typedef struct lia_singular {
  int rank, usual;          /* of J at q; what it is nearly everywhere. Singular: rank < usual */
  int nvalue;
  double *value;            /* (nvalue) the singular values, largest first */
  /* rows x nlost: directions of the rows that no velocity gives, J' lost = 0 */
  lia_mat lost;
  lia_mat idle;             /* nv x nidle: velocities that give nothing, J idle = 0 */
} lia_singular;

/* tol: singular values that are less than this part of the largest are 0. Free with lia_free */
LIA_NODISCARD lia_status lia_singular_new(lia_singular **out, const lia_task *t, const double *q,
                                          double tol, lia_error *err);

/* The product of the singular values, as many as the usual rank: sqrt(det J J') of a square or wide
 * J, 0 where it is singular. U (rows x min(rows, nv)), s (min(rows, nv)): axes and half axes of the
 * ellipsoid of velocities; or NULL */
LIA_NODISCARD lia_status lia_singular_manipulability(const lia_task *t, const double *q, double *w,
                                                     double *U, double *s, lia_error *err);

/* s_1 s_2 .. s_rank */
double lia_singular_product(const lia_svd *f, int rank);

LIA_C_END

#endif
