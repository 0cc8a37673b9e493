/* condensed.h - mass matrix and gravity of a tree of turns and slides, as a person would group them
 *
 * Augmented bodies: each joint carries its own body and, where its children stand, the masses they
 * carry. Their first moments V_k = M_k b_k and inertias J_k are constants (but for slides) and are
 * computed once; angles of parallel axes are merged; every scalar product is taken in the frame of
 * the earlier of its two vectors.                                [inria80] F15-F21, corrected */
#ifndef LIA_CONDENSED_H
#define LIA_CONDENSED_H

#include "base/assert.h"
#include "eom/lagrange.h"
#include "model/smodel.h"

LIA_C_BEGIN

/* a reduced constant that got a name */
typedef struct lia_reduced { lia_expr symbol, value; } lia_reduced;

/* a joint of one degree of freedom, and where another one stands in its axes */
typedef struct lia_cjoint {
  int parent, axis, slide, coord;   /* joint, -1: the ground; 0..2; 1: it slides; its coordinate */
  lia_expr scale;                   /* what it moves by one of its coordinate */
  /* of the bodies fixed to it: mass, first moment and inertia about its origin */
  lia_expr m, h[3], I[6];
  lia_expr mass;                    /* of its subtree */
  /* augmented: first moment and inertia, by their names where they have some */
  lia_expr V[3], J[6];
  /* from the parent's origin to this one's, in the parent's axes */
  lia_expr lever[3];
} lia_cjoint;

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
  lia_cjoint *joint;         /* (njoint) parents first */
  int njoint;
  /* (njoint+1 x njoint x 9): of joint k in axes of i-1 (0: the ground); zeros where i-1 is no
   * ancestor */
  lia_expr *R;
} lia_condensed;

/* joint k in axes of joint i (-1: the ground) */
static inline const lia_expr *lia_condensed_R(const lia_condensed *c, int i, int k) {
  LIA_ASSERT(i >= -1 && i < c->njoint && k >= 0 && k < c->njoint);
  return c->R + 9 * ((i + 1) * c->njoint + k);
}

/* reduce: 1 gives names (VY2, JX3, ...) to sums of constants; 0 leaves them where they stand.
 * EMODEL, naming the body: a quaternion joint; a mass or inertia that is not given */
LIA_NODISCARD lia_status lia_condensed_new(lia_condensed **out, const lia_smodel *m, int reduce,
    lia_error *err);
void lia_condensed_free(lia_condensed *c);

/* the equations with M, C, G, d and Q */
LIA_NODISCARD lia_status lia_condensed_lagrange(lia_lagrange **out, const lia_condensed *c,
    lia_tidy tidy, lia_error *err);

LIA_C_END

#endif
