/* constrained_sparse.h - accelerations of a model with constraints by one sparse system of all its
 * bodies: for many loops
 *
 * The tree of constrained_model.h is O(n) for a few loops, and O(n r^2 + r^3) for r rows. Here
 * nothing is eliminated beforehand: with A_c the acceleration of column c (less gravity), f_c the
 * force its joint transmits, W_rc what a unit of row r puts on it, all in base axes about the root
 * of its tree,
 *
 *   [ I        -1+P'      -W' ] [ A ]   [ -V x* I V ]      I A + (forces of what it carries) - f -
 * W' lambda = -V x* I V
 *   [     D     S'          0 ] [ a ] = [  tau      ]      S' f + D a = tau,   D: armature
 *   [-1+P S     0           0 ] [ f ]   [ -G        ]      A = A_parent + S a + G
 *   [ -W  0     0           0 ] [lam]   [  c        ]      W A + c = 0
 *
 * symmetric, factored sparse with a little on the diagonal (+ above, - below: quasi-definite, any
 * order will do) that is taken off again by refining until every equation is closed to rounding,
 * which leaves the least multipliers where rows are
 * redundant; where that does not come about the answer is ESINGULAR.
 * [Vanderbei], [Baraff] */
#ifndef LIA_SPARSE_H
#define LIA_SPARSE_H

#include "con/constrained_model.h"
#include "num/sldl.h"

LIA_C_BEGIN

enum { LIA_SPARSE_KINDS = 6 };

typedef struct lia_sparse {
  lia_cmodel *w;
  lia_csc *K;             /* lower triangle */
  lia_sldl *f;            /* of K with its diagonal */
  /* unknowns; entries of the list K is made of; refinements of the last call */
  int n, nentry, steps;
  double *value, *diag;   /* (nentry); (n) what K lacks on its diagonal */
  double *z, *rhs, *left; /* (n) */
  double *made;           /* (n) what each equation is made of, |b| + |K| |z| */
  double most[LIA_SPARSE_KINDS];  /* the largest unknown of each kind so far */
} lia_sparse;

/* the pattern and its order; w must outlive it. Not for joints that follow others (LIA_EMODEL) */
LIA_NODISCARD lia_status lia_sparse_new(lia_sparse **s, lia_cmodel *w, lia_error *err);
void lia_sparse_free(lia_sparse *s);

/* as lia_cmodel_forward: a (nv), w->lambda, rank and redundant. No allocation */
LIA_NODISCARD lia_status lia_sparse_forward(lia_sparse *s, const double *q, const double *v,
                                            const double *tau, double t, double *a, lia_error *err);

LIA_C_END

#endif
