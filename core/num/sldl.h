/* sldl.h - A = P' L D L' P of a sparse symmetric matrix: analysed once, factored for every set of
 * values
 *
 * For definite and quasi-definite matrices ([K B'; B -C], K and C definite): every order of
 * elimination works for them. There are no numeric pivots: [M J'; J 0] may meet a zero and is
 * LIA_ESINGULAR then (give its corner -eps). */
#ifndef LIA_SLDL_H
#define LIA_SLDL_H

#include "num/csc.h"

LIA_C_BEGIN

typedef struct lia_sldl {
  int n, nnz;             /* of L, below its diagonal */
  int *order, *place;     /* row order[k] of A is k-th; place is the inverse */
  int *parent;            /* elimination tree */
  int *start, *row;       /* L by columns */
  double *x, *d;
  int *ustart, *urow, *uslot;   /* upper triangle of P A P' by columns: its value is A.x[uslot] */
  double *y;              /* n */
  int *filled, *flag, *stack;
} lia_sldl;

/* read the pattern of the lower triangle of A (what stands above is not looked at), order it, take
 * all memory. order (n) may give the order of elimination, or be NULL for lia_amd_order */
LIA_NODISCARD lia_status lia_sldl_new(lia_sldl **f, const lia_csc *A, const int *order,
    lia_error *err);
void lia_sldl_free(lia_sldl *f);

/* A has the pattern lia_sldl_new saw. LIA_ESINGULAR names the row of A whose pivot drowns in its
 * own sum.  O(sum of columns^2), no allocation */
LIA_NODISCARD lia_status lia_sldl_factor(lia_sldl *f, const lia_csc *A, lia_error *err);
void lia_sldl_solve(lia_sldl *f, double *b);              /* b = A^-1 b */
void lia_sldl_inertia(const lia_sldl *f, int count[2]);   /* positive, negative eigenvalues */

LIA_C_END

#endif
