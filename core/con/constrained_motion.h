/* constrained_motion.h - a constrained motion by any method, what its forces do, and how far
 * methods are apart */
#ifndef LIA_CONSTRAINED_MOTION_H
#define LIA_CONSTRAINED_MOTION_H

#include "con/constrained_model.h"
#include "con/constrained_sparse.h"

LIA_C_BEGIN

/* every method, in the order in which they are listed: the tree, one sparse system, those by
 * matrices */
#define LIA_CMOTION_METHODS(X)                                                       \
  X(tree,   "articulated inertia of the tree: O(n) for a few loops")                \
  X(sparse, "one sparse system of all bodies: for many loops; no joints that follow") \
  LIA_CONSTRAINED_METHODS(X)

typedef enum lia_cmotion_method {
#define X(name, text) LIA_CMOTION_##name,
  LIA_CMOTION_METHODS(X)
#undef X
  LIA_CMOTION_COUNT
} lia_cmotion_method;

extern const char *const lia_cmotion_name[LIA_CMOTION_COUNT];
int lia_cmotion_find(const char *name);   /* the method, "kkt" being augmented too; or -1 */

/* q (nq), v, tau (nv), tau NULL: none */
typedef struct lia_cmotion_state { const double *q, *v, *tau; double t; } lia_cmotion_state;

/* The answer; arrays are the caller's. Multipliers, rank and redundant rows are those of the model
 * (w->lambda ..), and G, g, c its rows at that state */
typedef struct lia_cmotion {
  lia_cmotion_method method; /* that gave it: augmented where the tree says nothing */
  double *a;                /* (nv) accelerations */
  double *force;            /* (nv) G' lambda: forces of the constraints on the coordinates */
  double *gamma;            /* (rows) -c: G a = gamma */
  double power;             /* force . v: 0 but for what is driven in time */
  lia_cmodel_gaps gaps;     /* how far q, v are from keeping the constraints */
} lia_cmotion;

/* sparse: kept by the caller from one call to the next, made where it is asked for (free it). o:
 * NULL for defaults; w->opts stays as it is. Failures as lia_cmodel_forward */
LIA_NODISCARD lia_status lia_cmotion_run(lia_cmodel *w, lia_sparse **sparse,
                                        lia_cmotion_method method,
                                        const lia_constrained_opts *o, const lia_cmotion_state *x,
                                            lia_cmotion *out,
                                        lia_error *err);

/* the largest difference in a and in force, each as a part of the largest of x and of 1 */
double lia_cmotion_apart(const lia_cmotion *x, const lia_cmotion *y, int nv);

/* By every method, first the tree, whose failure ends it. visit is called after each, m NULL where
 * it failed (why); it may read the model's multipliers and rows. spread: how far one is from the
 * tree at most, who: which. first, other: answers to work in */
typedef void lia_cmotion_visit(void *context, lia_cmotion_method method, const lia_cmotion *m,
                              const lia_error *why);
LIA_NODISCARD lia_status lia_cmotion_every(lia_cmodel *w, lia_sparse **sparse,
                                          const lia_constrained_opts *o,
                                          const lia_cmotion_state *x, lia_cmotion *first,
                                              lia_cmotion *other,
                                          lia_cmotion_visit *visit, void *context, double *spread,
                                          lia_cmotion_method *who, lia_error *err);

/* after an answer: what constraint i does to the body at its frame e, force and moment there, in
 * base axes */
void lia_cmotion_frame_force(const lia_cmodel *w, int i, int e, double F[6]);

LIA_C_END

#endif
