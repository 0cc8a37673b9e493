/* lkane_inside.h - the object of equations by generalised speeds: its matrices, its numbers */
#ifndef LIA_LKANE_INSIDE_H
#define LIA_LKANE_INSIDE_H

#include "bindings/kit/bind.h"

#include "eom/kane.h"
#include "sym/tape/eval.h"

typedef struct lkane {
  lia_kane *k;
  lia_tape *tape;      /* of all that numbers() asks for; made when first asked */
  lia_expr *in;        /* (tape->nin) */
  double *w;           /* work, inputs, outputs of the tape */
} lkane;

/* kane:numbers(values) */
int lia_lkane_numbers(lua_State *L);

#endif
