/* lrun.h - what a simulation gave, as Lua has it: of a model, or of equations */
#ifndef LIA_LRUN_H
#define LIA_LRUN_H

#include "bind.h"

#include "sim/record.h"

typedef struct lrun {
  lia_record *r;
  int nq, nv, event;
  long steps, rejected, calls;
  double seconds, t, energy0, energy, drift;   /* drift: largest |E - E0| of all samples */
  int driven;                                  /* energy may change: forces, dampers, friction */
  double *x;                                   /* (nq + nv) at the end */
} lrun;

extern const lia_class lia_run_class;

/* a new run without columns; raises where memory is out */
lrun *lia_push_run(lua_State *L, int nq, int nv);

#endif
