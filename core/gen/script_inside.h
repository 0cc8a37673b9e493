/* script_inside.h - what script_make.c and batches.c share */
#ifndef LIA_SCRIPT_INSIDE_H
#define LIA_SCRIPT_INSIDE_H

#include "gen/script.h"

LIA_C_BEGIN

static inline int lia_value_trig(uint32_t op) {
  return op == LIA_INS_sin || op == LIA_INS_cos || op == LIA_INS_sincos;
}
static inline int lia_value_batched(const lia_value *v) {
  return !v->early && (lia_value_trig(v->op) || v->op == LIA_INS_atan);
}

/* early values and levels; where enough functions share theirs, values sorted by them and s->batch
 * filled but for `before` and places. 1, or 0: no memory */
int lia_script_gather(lia_script *s);
/* places in w of batches and of their arguments that have none */
void lia_script_place_batches(lia_script *s);

LIA_C_END

#endif
