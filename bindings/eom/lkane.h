/* lkane.h - what lib/liaison/constrained/system.lua needs of C */
#ifndef LIA_LKANE_H
#define LIA_LKANE_H

#include "bindings/kit/bind.h"

/* li.kit.kane: the functions behind lib/liaison/constrained/system.lua, which checks their arguments */
void lia_kane_functions(lua_State *L);
/* adds `simulate` to the table on top (lformula.c) */
void lia_formula_functions(lua_State *L);

#endif
