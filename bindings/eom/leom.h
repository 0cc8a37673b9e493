/* leom.h - equations of motion as Lua values: a box around lia_equations */
#ifndef LIA_LEOM_H
#define LIA_LEOM_H

#include "bindings/kit/bind.h"

#include "eom/equations.h"

extern const lia_class lia_eom_class;

/* a new, empty box on the stack; keep: the index of what keeps the pool, and the description where
 * there is one, alive */
lia_equations **lia_push_eom(lua_State *L, int keep);

/* a description with all that acts on it, in expressions of p, held by a box left on the stack.
 * Raises */
struct lmodel;
const struct lia_acting *lia_push_acting(lua_State *L, lia_pool *p, const struct lmodel *o);

/* raise err: where it is what argument arg asked for, that argument is blamed */
int lia_eom_refuse(lua_State *L, int arg, const lia_error *err);

/* { {name, expr}, ... } of what a text shows of one part, and other tables of leom_parts.c; 1 */
int lia_eom_push_loss(lua_State *L, const lia_equations *o);
int lia_eom_get(lua_State *L, void *object);

/* where the files of this room put what the Lua half needs: li._internal.eom */
void lia_eom_made(lua_State *L);      /* leom_make.c */
void lia_eom_told(lua_State *L);      /* leom_parts.c */
void lia_eom_joints(lua_State *L);    /* lcondensed.c */

#endif
