/* lcontrols.h - programs beside a simulation: controllers, estimators, sensors; the signals they
 * read and give */
#ifndef LIA_LCONTROLS_H
#define LIA_LCONTROLS_H

#include "bindings/sim/lsource.h"

#include "base/rng.h"
#include "sim/run.h"
#include "sim/schedule.h"

struct sim;

/* what a unit is asked: a Lua function, or a program (block.lua) */
typedef struct lcontrol {
  void *kernel;                  /* of (t, x, y, p) -> (u, x+); NULL: a function */
  double *x_next, *p, *seen;     /* x+ as of y = seen */
  int np, sensor;                /* sensor: its outputs stand for what it measures */
  /* channels of the noise of what a function is shown, deviations and random numbers */
  int channels;
  double *deviation, *work;
  lia_rng *noise;
  const char *const *output;     /* (nu) what its outputs are called */
  const char *says;              /* NULL, or how it is computed */
} lcontrol;

/* a signal that pushes on a coordinate, or sets an input of the model */
typedef struct lwire { int signal, to; } lwire;

typedef struct lcontrols {
  lia_schedule s;
  lcontrol *c;                   /* (s.n) */
  const char **name;             /* (nsignal) of each signal: "q1", "r", "pid.u" */
  int nsignal;
  int naccel, noutput, nref;     /* measured: states, accelerations, outputs, references */
  int ask_accel, ask_output;     /* 1: some unit reads them */
  int always;                    /* 1: some unit is asked all the time */
  /* references: laws of time by a program without inputs, functions of the script (-1: none) */
  void *ref_kernel;
  double *ref_value;
  int *ref_function;
  lwire *force, *input;
  int nforce, ninput;
  int nshown, nheld;             /* columns of the run, the last of the signals; held ones last */
  double t;                      /* of the tick, .. */
  const double *x;               /* .. and its state */
  int which;                     /* the function that is asked: of a unit, or of a reference .. */
  double answer;                 /* .. and what that said */
  lia_callback ask, refer;       /* .fn at { list, q, v, tau }, at list */
  int plans, references;         /* places of what they were read from on the stack */
} lcontrols;

/* the options controllers, sensors and references; NULL: there are none. Raises */
lcontrols *lia_controls_read(lua_State *L, struct sim *s, int options);
/* forces of all of them, added to tau; those that are asked all the time are asked now */
lia_status lia_controls_push(struct sim *s, double t, const double *q, const double *v,
    double *tau, lia_error *err);
double lia_controls_next(const lcontrols *o);
lia_status lia_controls_tick(struct sim *s, double t, double *x, lia_error *err);
/* what they all remember, with the own states z (nz) of forces, pushed: run:memory() */
void lia_control_push_memory(lua_State *L, const struct sim *s, const double *z, int nz);

/* all of it as a table, as it stands, pushed: lrun_loop.c */
void lia_controls_push_loop(lua_State *L, const struct sim *s);

/* ---- lsignals.c: signals by name ---- */

/* names and values of what is measured: states, accelerations, outputs, references; room for more
 */
void lia_signals_measured(lua_State *L, struct sim *s, lcontrols *o, int options, int more);
/* the outputs of unit k, from signal `first` on */
void lia_signals_of_unit(lua_State *L, lcontrols *o, int k, int first);
/* which signal the unit k means by a name; raises */
int lia_signal_find(lua_State *L, lcontrols *o, int k, int options, const char *name);
lia_status lia_signals_measure(void *sim, double t, const double *x, double *signal,
    lia_error *err);
/* what is measured while x' is computed: states and references */
lia_status lia_signals_always(struct sim *s, double t, const double *q, const double *v,
    lia_error *err);
/* values of the columns, behind those of the source */
void lia_signals_row(struct sim *s, double t, const double *x, double *row);

#endif
