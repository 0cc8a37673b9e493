/* units.h - the unit of a coordinate and of a velocity, from the motion it drives */
#ifndef LIA_UNITS_H
#define LIA_UNITS_H

#include "model/model.h"

LIA_C_BEGIN

/* of number i of q: "rad", "m"; "" of the numbers of a quaternion and of coordinates that move
 * their joints by a scale other than 1 or -1: those are in the user's own units */
const char *lia_units_q(const lia_model *m, int i);
const char *lia_units_v(const lia_model *m, int i);   /* of number i of v: "rad/s", "m/s", or "" */
/* of the force on velocity i: what its power is with: "N m", "N", or "" */
const char *lia_units_force(const lia_model *m, int i);

LIA_C_END

#endif
