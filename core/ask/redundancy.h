/* redundancy.h - more joints than rows: velocities of least size, joints that stay, motions that
 * show nothing
 *
 * [course F4.5]: G with J G J = J; v = G x is the least v' W v among all v of least |J v - x|. */
#ifndef LIA_REDUNDANCY_H
#define LIA_REDUNDANCY_H

#include "num/factor.h"

LIA_C_BEGIN

typedef struct lia_redundancy {
  const char *stays;        /* (nv) 1: this joint is blocked; NULL: none is */
  const double *W;          /* (nv x nv) symmetric positive definite weights; NULL: the identity */
  /* s / (s^2 + damping^2) for 1/s near a singular place; 0: the exact inverse */
  double damping;
} lia_redundancy;

/* columns of the joints that stay become 0, in place */
void lia_redundancy_block(const lia_redundancy *o, lia_mat J);

/* G (nv x rows) = L'^-1 (J L'^-1)^+ with W = L L', J without the columns of joints that stay.
 * LIA_EDOMAIN "weights": W is not symmetric positive definite. Allocates */
LIA_NODISCARD lia_status lia_redundancy_inverse(const lia_redundancy *o, lia_mat J, lia_mat G,
                                                lia_error *err);

/* v (nv) = G x + (1 - G J) toward, what x leaves free going toward a wanted velocity (nv, NULL: 0);
 * rest: |J v - x|. Joints that stay have velocity 0 */
LIA_NODISCARD lia_status lia_redundancy_rates(const lia_redundancy *o, lia_mat J, const double *x,
                                              const double *toward,
                                              double *v, double *rest, lia_error *err);

/* the columns N (nv x n, room for nv x nv) with J N = 0: velocities that leave the body where it
 * is */
LIA_NODISCARD lia_status lia_redundancy_null(lia_mat J, double tol, double *N, int *n,
                                             lia_error *err);

LIA_C_END

#endif
