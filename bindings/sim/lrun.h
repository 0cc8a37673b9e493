/* lrun.h - what a simulation gave, as Lua has it: of a model, or of equations */
#ifndef LIA_LRUN_H
#define LIA_LRUN_H

#include "bindings/kit/bind.h"

#include "sim/record.h"
#include "sim/track.h"

typedef struct lrun {
  lia_record *r;
  /* of its first states, columns 1 .. shown; NULL: rows are all there is */
  lia_track *track;
  int shown;
  /* NULL, or the nextra columns behind them at t, x (all states); */
  void (*late)(void *user, double t, const double *x, double *y);
  /* NaN where they cannot be told any more. What it needs the run keeps */
  void *late_user;
  int nextra;
  int first_held, nheld;               /* columns that are held between rows */
  int first_multiplier, nmultiplier;   /* columns: lambda1, lambda2 .. are their names too */
  int n, nq, nv, event, interrupted, failed;
  long steps, rejected, calls;
  double seconds, t, energy0, energy;
  /* put in by what drives, lost, lost at events; drift: the largest |E - E0 - given + lost +
   * events| of all samples */
  double given, lost, events, drift;
  double moving0;                              /* lsource.h: what moving was at its first row */
  /* driven: something acts, and what it gives and takes is not counted */
  int energy_known, driven;
  int balanced;                                /* 1: given and lost are the last two states */
  const char *method;
  /* (n) at the end: q, v, and what call-backs do not see */
  double *x;
} lrun;

extern const lia_class lia_run_class;

/* a new run without columns, n = nq + nv; raises where memory is out */
lrun *lia_push_run(lua_State *L, int nq, int nv);

/* the columns of a run without any: the names at index columns, a vec for each at index values,
 * units by name at index units (nil: none); how many rows. Raises */
int lia_run_fill(lua_State *L, lrun *o, int columns, int values, int units);

/* the value on top is kept by the run at index under key */
void lia_run_keep(lua_State *L, int run, const char *key);

/* the value on top goes into what run:info() of the run at index says, under key */
void lia_run_tell(lua_State *L, int run, const char *key);

/* what the run at 1 keeps under key, or nil, pushed: 1 */
int lia_run_push_kept(lua_State *L, const char *key);

int lia_run_tostring(lua_State *L);   /* lrun_text.c */

#endif
