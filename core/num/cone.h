/* cone.h - impulses of contacts with friction: what a matrix, a cone for each contact and the law
 * of Coulomb tell
 *
 * Unknown impulses x (n), velocities u = W x + b, in blocks:
 *   free       u = 0
 *   bound      low <= x <= high; u >= 0 where x = low, u <= 0 where x = high, else u = 0
 *   friction   three rows, normal first: with the cone K = { |x_t| <= mu x_n } and
 *              u^ = u + mu |u_t| e_n                                             (de Saxce, Feng)
 *                K* contains u^,  K contains x,  u^ . x = 0
 *              which says: u_n >= 0, x_n >= 0, u_n x_n = 0, |x_t| <= mu x_n, and where it slides
 *              x_t = -mu x_n u_t/|u_t| (it is the cone, not a pyramid)
 * W is symmetric and positive semidefinite, J M^-1 J'; it may be singular (four feet on a floor):
 * then u is the same for all solutions and x the one that the start leads to.
 *
 * Block after block, each solved exactly with all others as they are (nonlinear Gauss-Seidel:
 * Jourdan, Alart, Jean, Comput. Methods Appl. Mech. Eng. 155, 1998; Acary, Brogliato, Numerical
 * Methods for Nonsmooth Dynamical Systems, 13.7), and Newton's method on the function of Alart and
 * Curnier (ibid. 92, 1991) for what is left. How far the answer is from one is measured anew at the
 * end: residual is the largest |x - P_K(x - u^/w)| w of a block, w its share of W: a velocity. */
#ifndef LIA_CONE_H
#define LIA_CONE_H

#include "base/status.h"

LIA_C_BEGIN

typedef enum lia_cone_kind { LIA_CONE_free, LIA_CONE_bound, LIA_CONE_friction } lia_cone_kind;

/* first: its first row; low, high of bound (infinite for none); mu of friction */
typedef struct lia_cone_block { lia_cone_kind kind; int first; double low, high, mu; }
    lia_cone_block;

typedef struct lia_cone {
  int n, nblock;
  const lia_cone_block *block;      /* one behind the other, all n rows */
  const double *W, *b;              /* (n x n), (n) */
  /* residual that is aimed at, over the largest |b|; after 60 sweeps a thousand times that will
   * do */
  double tol;
  int most;                         /* sweeps before giving up */
} lia_cone;

/* how it ended: the residual, over the largest |b|, the block with it, -1: all are kept; sweeps,
 * Newton steps taken */
typedef struct lia_cone_info { double residual; int worst, sweeps, newtons; } lia_cone_info;

#define LIA_CONE_WORK(n) ((size_t)(n) * (size_t)(n) + 6 * (size_t)(n) + 8)   /* doubles */
#define LIA_CONE_INTS(n) ((size_t)(n) * (size_t)(n) + 4 * (size_t)(n) + 8)

/* x (n): where to begin, and the answer, which is in its cones also where the status is ENOCONV:
 * more sweeps than `most`; EDOMAIN: a number is not finite. u (n) is W x + b. Nothing is allocated
 */
LIA_NODISCARD lia_status lia_cone_solve(const lia_cone *p, double *x, double *u, double *work,
    int *ints, lia_cone_info *info, lia_error *err);

/* the residual of any x, u = W x + b, and the block that has it */
double lia_cone_residual(const lia_cone *p, const double *x, double *u, int *worst);

LIA_C_END

#endif
