/* condensed.h - mass matrix and gravity of a tree of turns and slides, as a person would group them
 *
 * Augmented bodies: each joint carries its own body and, where its children stand, the masses they carry. Their first
 * moments V_k = M_k b_k and inertias J_k are constants (but for slides) and are computed once; angles of parallel axes are
 * merged; every scalar product is taken in the frame of the earlier of its two vectors.     [inria80] F15-F21, corrected */
#ifndef LIA_CONDENSED_H
#define LIA_CONDENSED_H

#include "eom/lagrange.h"
#include "model/smodel.h"

/* a reduced constant that got a name */
typedef struct lia_reduced { lia_expr symbol, value; } lia_reduced;

typedef struct lia_condensed {
  lia_pool *p;
  lia_arena arena;
  int n;                     /* coordinates */
  const lia_expr *q;
  lia_expr *M;               /* (n x n) */
  lia_expr V, D;             /* potential (gravity and springs), dissipation */
  lia_expr *Q;               /* (n) dry friction, on the right */
  lia_expr *gravity;         /* (n) dV/dq by the recursion, gravity alone */
  lia_reduced *constant;     /* (nconstant) in the order of the coordinates */
  int nconstant;
} lia_condensed;

/* reduce: 1 gives names (VY2, JX3, ...) to sums of constants; 0 leaves them where they stand.
 * EMODEL, naming the body: a quaternion joint; a mass or inertia that is not given */
LIA_NODISCARD lia_status lia_condensed_new(lia_condensed **out, const lia_smodel *m, int reduce, lia_error *err);
void lia_condensed_free(lia_condensed *c);

/* the equations with M, C, G, d and Q */
LIA_NODISCARD lia_status lia_condensed_lagrange(lia_lagrange **out, const lia_condensed *c, lia_tidy tidy, lia_error *err);

#endif
