/* lpieces.h - curves of polynomial pieces as Lua values, for all that plans motions */
#ifndef LIA_LPIECES_H
#define LIA_LPIECES_H

#include "bindings/kit/bind.h"

#include "traj/pieces.h"

/* the object is a lia_pieces, never NULL */
extern const lia_class lia_curve_class;

/* an empty box on the stack: what is put into it belongs to it */
void **lia_push_curve_box(lua_State *L);

#endif
