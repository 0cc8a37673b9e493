/* lcon.h - what the ways to a constrained motion share, of plain matrices and of models */
#ifndef LIA_LCON_H
#define LIA_LCON_H

#include "bindings/kit/bind.h"

/* nil, message, "ESINGULAR" and the table on top, whose ways should be one and are `spread` apart,
 * `who` the most */
int lia_ways_differ(lua_State *L, double spread, const char *who);

#endif
