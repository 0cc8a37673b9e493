/* lrot_inside.h - what the files of li.rot share: new rots, what stands behind an answer */
#ifndef LIA_LROT_INSIDE_H
#define LIA_LROT_INSIDE_H

#include "bindings/geo/lrot.h"

#include "geo/rot_repr.h"

static inline const double *rot_self(const lia_arg *a) { return ((const lrot *)a->o)->R; }

/* the nine numbers of a new rot on the stack */
static inline double *rot_push_new(lua_State *L) {
  return ((lrot *)lia_push(L, &lia_rot_class))->R;
}

/* { gimbal = true, text = ... }: flags of geo/poles.h in words */
void lia_lrot_push_flags(lua_State *L, unsigned flags);

/* one more result where there is something to say: returns how many, 0 or 1. other: n numbers of
 * the other branch; name: of the angles, NULL where there are none */
int lia_lrot_push_pole(lua_State *L, const lia_pole *pole, const double *other, int n,
    const char *const name[3]);

extern const char *const lia_lrot_angles[3];   /* "a1", "a2", "a3" */

/* li.rot.* of lrot_make.c and of lrot_rates.c; methods of the latter */
extern const lia_fn lia_lrot_made[], lia_lrot_rated[];
int lia_lrot_step(lua_State *L);
int lia_lrot_transport(lua_State *L);

#endif
