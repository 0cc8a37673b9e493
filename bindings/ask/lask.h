/* lask.h - the functions behind lib/liaison/ask */
#ifndef LIA_LASK_H
#define LIA_LASK_H

#include <lua.h>

/* the table kit.ask on top of the stack */
void lia_ask_functions(lua_State *L);

#endif
