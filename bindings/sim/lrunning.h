/* lrunning.h - one simulation while it runs: what its call-backs and controllers share */
#ifndef LIA_LRUNNING_H
#define LIA_LRUNNING_H

#include "bindings/sim/lrun.h"
#include "bindings/sim/lcontrols.h"
#include "bindings/sim/lsource.h"

#include "base/rng.h"
#include "sim/run.h"

typedef struct sim {
  lua_State *L;
  lsource *src;
  lrun *run;
  double *row, *y;
  int max_rows;
  lia_callback input, event;   /* .fn at a table { function or list, q, v, tau } */
  int has_input, args;               /* args: index of { q, v, tau } */
  char where[LIA_ERROR_PATH];        /* of the input: "input (arm.lua:14)" */
  double *q, *v, *tau;               /* storage of the vecs the call-backs are given */
  double t, *g, t0, t_end;
  /* asked: 0 values of all events, 1 what to do at event `which` */
  int nevent, which, asked;
  lia_run_word word;
  lcontrols *controls;               /* NULL: none */
  struct ltau *tau_told;             /* NULL, or forces told by expressions */
  double told;
  int terminal;                      /* its progress is shown there */
  /* when the forces were asked last; where the last step ended */
  double forces_t, step_t;
  int counted;                       /* 1: what was cut off there has been counted */
  int returns_errors, keeps_interrupted;   /* on_error = 'return', on_interrupt = 'keep' */
  const void *owner;
  lia_status refused;                /* before it began, and why: a misfortune */
  lia_error why;
} sim;

/* { value, q, v, tau } on the stack, the vecs one for all call-backs: its index */
int lia_sim_callback_table(lua_State *L, const sim *s, int value);

void lia_sim_show(sim *s, double t, const double *x);   /* t, q, v as call-backs see them */

/* what a function of the user gave for tau, at the top: nothing where it filled tau itself */
int lia_sim_take_forces(lua_State *L, sim *s, const char *who);
lia_status lia_sim_finite(const char *where, double t, const double *x, int n, lia_error *err);

/* what happens on the way, as the options tell it: input, events, controllers; rows every dt */
lia_run lia_sim_plan(lua_State *L, sim *s, double dt, int options);
/* from run->x to the end, or as far as it goes: run says what became of it. work: as lia_run_to
 * wants it */
lia_status lia_sim_go(sim *s, lia_ode *w, const lia_run *r, double *work, lia_error *err);

/* ---- forces told by expressions: ltau.c ---- */

extern const lia_class lia_tau_class;

/* the table at tau (option key of options) into forces kept by userdata left on the stack; raises
 */
struct ltau *lia_tau_read(lua_State *L, const lsource *src, const char *key, int tau, int options);
/* tau (ntau) += what they are; EDOMAIN names the force that has no value, and what stands in it */
lia_status lia_tau_add(const struct ltau *s, double t, const double *q, const double *v,
    double *tau, lia_error *err);
/* the next time after t, in the direction dir, at which one of them changes its branch */
double lia_tau_next(struct ltau *s, double t, double dir);

/* what there is to tell of the run, a list on the stack */
void lia_told_push(lua_State *L, const sim *s);

/* ---- noise of what controllers are shown: lnoise.c ---- */

int lia_noise_channels(const lsource *s);   /* directions of q, then v */
/* the value on top, which is popped, of controllers[which].noise: nothing, a number, or a table.
 * Raises */
void lia_noise_read(lua_State *L, const lsource *s, int options, int which, double *deviation);
void lia_noise_seed(uint64_t seed, int channels, lia_rng *rng);
/* onto q and v; work (channels) */
void lia_noise_add(const lsource *s, const double *deviation, lia_rng *rng, double *work, double *q,
    double *v);

/* ---- controllers: lcontrol.c ---- */

extern const lia_class lia_memory_class;

/* *z: the own states of forces that the memory at i keeps; how many */
int lia_control_remembered(lua_State *L, int i, const double **z);

#endif
