/* lrunning.h - one simulation while it runs: what its call-backs and controllers share */
#ifndef LIA_LRUNNING_H
#define LIA_LRUNNING_H

#include "lsim.h"

#include "base/rng.h"
#include "sim/run.h"

/* a controller: asked every dt, its output held from delay later on */
typedef struct control {
  double dt, delay, noise, t0;   /* t0: its times are t0 + k dt */
  lia_rng rng;
  long asked;                    /* how often */
  int first, count, room;        /* outputs on their way */
  double *due, *on_way;          /* (room), (room x ntau) */
  double *u;                     /* (ntau) held now */
} control;

typedef struct sim {
  lua_State *L;
  lsource *src;
  lrun *run;
  double *row, *y;
  lia_callback input, event, ctrl;   /* .fn at a table { function or list, q, v, tau } */
  int has_input, args;               /* args: index of { q, v, tau } */
  char where[LIA_ERROR_PATH];        /* of the input: "input (arm.lua:14)" */
  double *q, *v, *tau;               /* storage of the vecs the call-backs are given */
  double t, *g, t0, t_end;
  int nevent, which, asked;          /* asked: 0 values of all events, 1 what to do at event `which` */
  lia_run_word word;
  control *c;
  int ncontrol;
  double began, told;
  int terminal;
  int returns_errors, keeps_interrupted;   /* on_error = 'return', on_interrupt = 'keep' */
} sim;

/* { value, q, v, tau } on the stack, the vecs one for all call-backs: its index */
int lia_sim_callback_table(lua_State *L, const sim *s, int value);

void lia_sim_show(sim *s, double t, const double *x);   /* t, q, v as call-backs see them */

/* what a function of the user gave for tau, at the top: nothing where it filled tau itself */
int lia_sim_take_forces(lua_State *L, sim *s, const char *who);
lia_status lia_sim_finite(const char *where, double t, const double *x, int n, lia_error *err);

/* ---- controllers: lcontrol.c ---- */

extern const lia_class lia_memory_class;

void lia_control_set(lua_State *L, sim *s, int options);
double lia_control_next(void *sim, double t);
lia_status lia_control_tick(void *sim, double t, double *x, lia_run_word *word, lia_error *err);

/* what controllers and forces, whose states are z (nz), remember from one run to the next: a copy on the stack */
void lia_control_push_memory(lua_State *L, const sim *s, const double *z, int nz);

#endif
