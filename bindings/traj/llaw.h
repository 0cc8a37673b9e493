/* llaw.h - motion laws as Lua values */
#ifndef LIA_LLAW_H
#define LIA_LLAW_H

#include "bindings/kit/bind.h"

#include "traj/law.h"
#include "traj/plan.h"

extern const lia_class lia_law_class;

/* a new one on the stack */
void lia_push_law(lua_State *L, const lia_law *law);

/* limits of the mat at i, in memory of Lua left on the stack: a row for each axis, speed along it
 * and against it, acceleration the same, jerk; 0: none */
lia_axis_limits *lia_push_axis_limits(lua_State *L, int i);

/* "v[1], a[2]": which of 3 n limits bind, as a string on the stack */
void lia_push_binds(lua_State *L, const unsigned char *binds, int n);

#endif
