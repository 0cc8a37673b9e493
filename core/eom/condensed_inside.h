/* condensed_inside.h - what the files of condensed share among themselves */
#ifndef LIA_CONDENSED_INSIDE_H
#define LIA_CONDENSED_INSIDE_H

#include "eom/symvec3.h"
#include "eom/turn_product.h"
#include "model/smodel.h"

LIA_C_BEGIN

/* a joint of one degree of freedom and all that moves with it and nothing else */
typedef struct lia_condensed_joint {
  int parent;                    /* joint, -1: the ground */
  /* constant moves since the parent's frame: moves[first ..], then its own */
  int first, nmove;
  const lia_smove *own;
  lia_expr m, h[3], I[6];        /* of the bodies fixed to it, about its origin */
  lia_expr mass;                 /* of the whole subtree */
  lia_expr V[3], J[6];           /* augmented: first moment and inertia */
  lia_expr lever[3];             /* from the parent's origin to this one's, in the parent's axes */
} lia_condensed_joint;

/* where joint k stands in joint i: orientation, and what the entries ask for */
typedef struct lia_condensed_relation { int related; lia_expr R[9]; } lia_condensed_relation;

enum { LIA_CONDENSED_PROBES = 2 };

/* struct lia_condensed, struct lia_reduced: condensed.h */
typedef struct lia_condensed_work {
  const lia_smodel *m;
  lia_pool *p;
  struct lia_condensed *out;
  lia_error *err;
  lia_condensed_joint *joint; int n;
  const lia_smove **move; int nmove;
  /* of each body: its joint (-1 ground) and the constant moves from there */
  int *body_joint, *body_first, *body_count;
  lia_expr *own; int nown;       /* symbols of the description */
  struct lia_reduced *known; int nknown;   /* constants so far */
  double (*at)[LIA_CONDENSED_PROBES];          /* their sizes at some points */
  lia_condensed_relation *rel;                 /* (n+1 x n): row 0 is the ground */
  lia_turned *turned; int room;
} lia_condensed_work;

/* the six entries of a symmetric matrix: XX YY ZZ XY XZ YZ */
static const int lia_condensed_row6[6] = { 0, 1, 2, 0, 0, 1 },
    lia_condensed_col6[6] = { 0, 1, 2, 1, 2, 2 };

/* o = J a */
static inline void lia_condensed_mul_m6(lia_pool *p, const lia_expr J[6], const lia_expr a[3],
    lia_expr o[3]) {
  const lia_expr full[9] = { J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2] };
  lia_three_mul(p, full, a, o);
}

static inline int lia_condensed_is_slide(const lia_condensed_joint *j) {
  return j->own->kind == LIA_SSLIDE;
}

/* no turn yet */
static inline void lia_condensed_start(lia_condensed_work *w, lia_attitude *a) {
  lia_attitude_start(a, w->p, w->turned, w->room);
}

/* condensed_bodies.c: bodies in order, a moving move makes a joint, constant ones wait for it; body
 * i added to its joint; levers, then masses, first moments and inertias from the tips inwards */
LIA_NODISCARD lia_status lia_condensed_split(lia_condensed_work *w);
void lia_condensed_add_body(lia_condensed_work *w, int i);
void lia_condensed_augment(lia_condensed_work *w);

/* condensed_constants.c: the symbols of the description; names for V and J of every joint */
LIA_NODISCARD lia_status lia_condensed_own_symbols(lia_condensed_work *w);
void lia_condensed_reduce(lia_condensed_work *w);

/* condensed_entries.c: w->rel of all pairs on one path; A_ij for i an ancestor of j or j itself; V
 * of gravity; dV/dq_i by the recursion */
int lia_condensed_is_ancestor(const lia_condensed_work *w, int i, int k);
void lia_condensed_relate(lia_condensed_work *w);
lia_expr lia_condensed_entry(const lia_condensed_work *w, int i, int j);
lia_expr lia_condensed_potential(const lia_condensed_work *w);
lia_expr lia_condensed_gravity(const lia_condensed_work *w, int i);

LIA_C_END

#endif
