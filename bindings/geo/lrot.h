/* lrot.h - the rot class: what lies in its userdata, and rotations as arguments of others */
#ifndef LIA_LROT_H
#define LIA_LROT_H

#include "bindings/kit/bind.h"

typedef struct lrot { double R[9]; } lrot;   /* R_AB, row major, orthonormal to rounding */

extern const lia_class lia_rot_class;        /* stands wherever mat33 is asked */

void lia_push_rot(lua_State *L, const double R[9]);
/* flags of geo/poles.h as one more result {gimbal = true, text = ...}, where there are any: returns
 * 0 or 1 */
int lia_push_poles(lua_State *L, unsigned flags);

/* argument i, a mat33, as a rotation: orthonormal to 1e-6 and then made exactly so; raises and says
 * by how much */
void lia_arg_rot(lua_State *L, int i, const lia_arg *a, double R[9]);

#endif
