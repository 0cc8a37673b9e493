/* motion_bounds.h - how far bodies move from one configuration to another, at most
 *
 * For proofs that nothing is touched in between: where two bodies are farther from one another than
 * they move, they do not meet (conservative advancement; Schwarzer, Saha, Latombe, IEEE Trans.
 * Robotics 21, 2005). Nothing here fails or allocates. */
#ifndef LIA_MOTION_BOUNDS_H
#define LIA_MOTION_BOUNDS_H

#include "model/data.h"

LIA_C_BEGIN

/* numbers of work */
size_t lia_motion_bounds_work(const lia_model *m);

/* From q1 to q2 (nq) along q1 (+) v s, s from 0 to 1: no point of body b within radius[b] of its
 * origin has a path longer than world[b] (nbody); no distance of such points of bodies a and b
 * changes by more than between[a nbody + b] (NULL: not asked for): the sum of their paths as seen
 * from the last joint that carries both. Each joint i on the way moves the point by at most
 *   |u_i| + |w_i| rho_i,  rho_i >= its distance from the joint, by the chain or from the middle on
 * O(nbody depth), between O(nbody^2 depth). Writes d: world */
void lia_motion_bounds(const lia_model *m, lia_data *d, const double *q1, const double *q2,
    const double *radius, double *world, double *between, double *work);

LIA_C_END

#endif
