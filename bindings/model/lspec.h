/* lspec.h - a description between a Lua table and lia_spec */
#ifndef LIA_LSPEC_H
#define LIA_LSPEC_H

#include "bindings/kit/bind.h"

#include "describe/spec.h"

/* the table at idx into s, which is empty; what is wrong with it joins the complaints of s. Raises
 * only where Lua's own memory ends: s must be held by a box */
void lia_lspec_read(lua_State *L, int idx, lia_spec *s);

/* push the canonical table of s: reading it gives the same description again; exact: numbers that
 * were written as ratios by their texts, else all numbers as numbers */
void lia_lspec_push(lua_State *L, const lia_spec *s, int exact);
/* the same of one force element */
void lia_lspec_push_force(lua_State *L, const lia_spec_force *f);
/* s begins with what was read from the canonical table of from: what is wrong with it is told in
 * the places and of the fields that the user of from wrote, and what was odd in these is told again
 */
void lia_lspec_keep(lia_spec *s, const lia_spec *from);
/* into s, behind what is there: the lists of the table at idx, name, gravity and tip in the place
 * of those of s */
void lia_lspec_extend(lua_State *L, int idx, lia_spec *s);

/* the value on top: a number, the text of an expression, an expression; complaints go to path */
lia_val lia_lspec_value(lua_State *L, lia_spec *s, const char *path);

/* raise every complaint of s at the user's line */
int lia_lspec_raise(lua_State *L, const lia_spec *s);

#endif
