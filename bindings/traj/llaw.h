/* llaw.h - motion laws as Lua values */
#ifndef LIA_LLAW_H
#define LIA_LLAW_H

#include "bindings/kit/bind.h"

#include "traj/law.h"

extern const lia_class lia_law_class;

/* a new one on the stack */
void lia_push_law(lua_State *L, const lia_law *law);

/* "v[1], a[2]": which of 3 n limits bind, as a string on the stack */
void lia_push_binds(lua_State *L, const unsigned char *binds, int n);

#endif
