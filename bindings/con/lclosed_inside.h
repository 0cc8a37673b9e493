/* lclosed_inside.h - what the files of models with constraints share */
#ifndef LIA_LCLOSED_INSIDE_H
#define LIA_LCLOSED_INSIDE_H

#include "bindings/model/lmodel.h"

#include "con/constrained_motion.h"

/* the model in numbers, with what works on its constraints; raises where it has none */
lia_cmodel *lia_lclosed_of(lua_State *L, lmodel *o);
/* the finite number at key of the table at i; missing where there is none */
double lia_lclosed_number(lua_State *L, int i, const char *key, double missing);
/* the rows that are flagged as a list: "loop", or "loop[2]" where it has several */
void lia_lclosed_push_rows(lua_State *L, const lia_cmodel *w, const int *flag);
/* multipliers by constraint */
void lia_lclosed_push_lambda(lua_State *L, const lia_cmodel *w);

/* methods of models: lclosed.c; lassemble.c */
int lia_lclosed_assemble(lua_State *L);
int lia_lclosed_fit(lua_State *L);
int lia_lclosed_consistent(lua_State *L);
int lia_lclosed_mobility(lua_State *L);

#endif
