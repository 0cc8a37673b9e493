/* lspec.h - a description between a Lua table and lia_spec */
#ifndef LIA_LSPEC_H
#define LIA_LSPEC_H

#include "bindings/kit/bind.h"

#include "describe/spec.h"

/* the table at idx into s, which is empty; what is wrong with it joins the complaints of s. Raises
 * only where Lua's own memory ends: s must be held by a box */
void lia_lspec_read(lua_State *L, int idx, lia_spec *s);

/* push the canonical table of s: reading it gives the same description again */
void lia_lspec_push(lua_State *L, const lia_spec *s);
/* the same of one force element */
void lia_lspec_push_force(lua_State *L, const lia_spec_force *f);
/* s was read from the canonical table of from: what is wrong with its placements is told of the
 * fields that the user of from wrote */
void lia_lspec_keep_fields(lia_spec *s, const lia_spec *from);

/* the value on top: a number, the text of an expression, an expression; complaints go to path */
lia_val lia_lspec_value(lua_State *L, lia_spec *s, const char *path);

/* raise every complaint of s at the user's line */
int lia_lspec_raise(lua_State *L, const lia_spec *s);

#endif
