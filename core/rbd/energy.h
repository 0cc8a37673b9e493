/* energy.h - kinetic and potential energy; all bodies must have inertia. Nothing here fails or
 * allocates */
#ifndef LIA_ENERGY_H
#define LIA_ENERGY_H

#include "model/data.h"

LIA_C_BEGIN

/* T = 1/2 v . M v, the armature's share in it       O(n); q (nq), v (nv). Writes d: kin */
double lia_energy_kinetic(const lia_model *m, lia_data *d, const double *q, const double *v);

/* V = - sum of m g . p, zero at the base origin (springs: passive.h)
 * O(n); q (nq). Writes d: world */
double lia_energy_potential(const lia_model *m, lia_data *d, const double *q);

LIA_C_END

#endif
