/* lwritten.h - expressions as they were written, for the Lua half */
#ifndef LIA_LWRITTEN_H
#define LIA_LWRITTEN_H

#include "bindings/kit/bind.h"

/* registers li._internal.written: what lib/liaison/describe/value.lua needs of C, and checks the
 * arguments of */
void lia_written_functions(lua_State *L);

#endif
