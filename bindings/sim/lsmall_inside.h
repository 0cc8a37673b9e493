/* lsmall_inside.h - equations whose small motions are asked, as the files of lsmall share them */
#ifndef LIA_LSMALL_INSIDE_H
#define LIA_LSMALL_INSIDE_H

#include "bindings/kit/bind.h"

#include "ask/motion_tape.h"

typedef struct small {
  lia_pool *p;
  lia_acting *x;
  lia_motion_tape *tape;
  int nnamed, noutput;
} small;

extern const lia_class lia_small_class;

/* a new, empty one on the stack */
small *lia_push_small(lua_State *L);

/* lsmall_given.c: given{q =, v =, a =, force =, ..} -> the equations, the names of their inputs */
int lia_small_given(lua_State *L);

#endif
