/* equilibrium.h - statics, and steady motion: q, forces and speeds where no independent speed
 * changes
 *
 * Independent speeds stay as they are given (0: statics) and have no acceleration; what the
 * constraints tell of the others is found with them:
 *
 *   force(q, v, a, lambda, tau, z) = 0,  g(q) = 0,  G v + b = 0,  G a + c = 0,  z' = 0     (1)
 *
 * for q (but for coordinates that are held), dependent v and a, multipliers, own states z of force
 * elements (the current of a motor), and the inputs that may be chosen. By Newton steps of least
 * size with a line search [Nocedal, Wright 2006, 11.2]: where (1) leaves something open, what is
 * found is near the start. */
#ifndef LIA_EQUILIBRIUM_H
#define LIA_EQUILIBRIUM_H

#include "ask/motion_tape.h"

LIA_C_BEGIN

typedef struct lia_equilibrium_wish {
  const char *fixed;           /* (nx) 1: this coordinate stays; NULL: none */
  /* (nv) 1: this speed stays, and is steady; NULL: none is asked for */
  const char *given;
  const int *input;            /* inputs that may be chosen: k < nv a motor, else named k - nv */
  int ninput;
  double tol;                  /* on force residuals, as part of the forces there; 1e-10 */
  int most;                    /* steps */
} lia_equilibrium_wish;

typedef struct lia_equilibrium {
  double *q, *v, *a, *lambda, *tau, *named, *z;
  double residual;             /* the largest left of (1): of forces, as part of the forces there */
  const char *worst;           /* the coordinate, constraint or state it is of; NULL: none */
  double worst_value;          /* N, N m; m, rad, per second, per second^2; z' */
  int steps;
} lia_equilibrium;

/* from at. One block, freed by lia_free. LIA_EUNREACHABLE: no equilibrium found from there; *out is
 * the place of the least residual all the same. LIA_EARG: speeds given contradict each other */
LIA_NODISCARD lia_status lia_equilibrium_new(lia_equilibrium **out, const lia_motion_tape *f,
                                             const lia_model *m, const lia_motion_state *at,
                                             const lia_equilibrium_wish *wish, lia_error *err);

LIA_C_END

#endif
