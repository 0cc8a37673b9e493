/* state_space.h - small motions of a model with all that acts on it: x' = A x + B u, y = C x + D u
 *
 * About any state (q, v, z, t), at rest or in motion, from the slopes of the equations
 * of eom/acting.h, exact (sym/tape/tangent.h). With dq = N xi (xi as long as v), H = (force,
 * acceleration) and the accelerations and multipliers of the state,
 *
 *   [ M  -G' ] [ da      ]
 *   [ G   0  ] [ dlambda ]  =  - dH/dxi xi - dH/dv dv - dH/dz dz - dH/du du                 (1)
 *   xi' = K xi + dv           K: 0, but for joints that turn by a quaternion                (2)
 *
 * Constraints leave less: dg/dxi xi + dg/du du = 0 and G dv + d rate/dxi xi + d rate/du du = 0 tell
 * dependent xi and dv by independent ones, which are the states, and by inputs that drive
 * constraints: xi = Z y + U du, dv = S w + W y + V du                                        (3)
 * [nonhol] 4; rows that follow from others do no harm. Equations that were given have no model
 * (m: NULL): xi = dq, as many as there are coordinates, and xi' is the slope of q'(q, v, ..). */
#ifndef LIA_STATE_SPACE_H
#define LIA_STATE_SPACE_H

#include "ask/motion_tape.h"

LIA_C_BEGIN

/* which coordinates should be states (nx: 1; NULL: any), and which inputs B is of: k < nv a motor,
 * else named k - nv */
typedef struct lia_motion_choice {
  const char *independent;
  const int *input;
  int ninput;
} lia_motion_choice;

typedef struct lia_state_space {
  int n, ncoordinate, nspeed, nz, ninput, ny;
  /* the states in this order: coordinates (of tangents), speeds, own states of elements */
  int *coordinate, *speed;
  double *A, *B, *C, *D;               /* n x n, n x ninput, ny x n, ny x ninput */
  double *a, *lambda, *rest;           /* (nv) (rows); (n) x' of the state itself */
  double *z;                           /* (nz) own states there */
  double gap, rate_gap;                /* of the state: largest |g|, |G v + b| */
  int worst;                           /* the row with it */
  int rank;                            /* of all rows */
} lia_state_space;

/* one block, freed by lia_free. LIA_EARG: the coordinates wanted depend on each other there.
 * LIA_ESINGULAR: the forces tell no acceleration. LIA_EDOMAIN: no slope there, naming the element,
 * coordinate or output that is at a corner; or no finite value */
LIA_NODISCARD lia_status lia_state_space_new(lia_state_space **out, const lia_motion_tape *f,
                                             const lia_model *m, const lia_motion_state *at,
                                             const lia_motion_choice *choice, lia_error *err);

LIA_C_END

#endif
