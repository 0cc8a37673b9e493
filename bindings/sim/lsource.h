/* lsource.h - what a simulation integrates, as the run loop is told it; what it was given for that
 *
 * A binding that has equations of motion of its own offers simulate() with all options of the
 * others in ten lines:
 *
 *   lsource s = { .p = { .n = .., .f = .., .name = .., .user = o }, .nq = .., .nv = ..,
 *                 .user = o };
 *   return lia_simulate(L, &s, duration, x0, 5, 1);
 *
 * with options at 5 (or nil); the owner of o at 1 is kept alive. */
#ifndef LIA_LSOURCE_H
#define LIA_LSOURCE_H

#include "bindings/kit/bind.h"

#include "num/ode.h"
#include "sim/bounds.h"

typedef lia_status lsource_input(void *user, double t, const double *q, const double *v,
    double *tau, lia_error *err);

typedef struct lsource {
  lia_ode_problem p;
  void *user;                      /* of the functions below */
  /* call-backs see the first nq states as q, the next nv as v; the rest they do not see. nv = 0:
   * all of x is q */
  int nq, nv;
  /* states behind them that forces keep: run:memory carries them on */
  int nz;
  int ntau;                        /* numbers an input or a controller gives; 0: it takes none */
  void (*set_input)(void *user, lsource_input *f, void *f_user);   /* f adds to tau (ntau) */
  /* columns behind t and the first `shown` states: their names and units ("T", "J"), their values
   * */
  int shown, nextra, energy;       /* energy: which of them is the total energy, -1: none */
  const char *(*unit)(void *user, int i);   /* of state i, NULL: states have none */
  const char *const *extra_name, *const *extra_unit;
  void (*extra)(void *user, double t, const double *x, double *y);
  /* NULL, or the same columns after the run, NaN for those that only it could tell; what `user`
   * needs is kept by the value on the stack at `alive` */
  void (*late)(void *user, double t, const double *x, double *y);
  int alive;
  /* (nq) the state that is exactly the rate of each of q, or -1; NULL: none is known to be */
  const int *rate;
  int driven;                      /* the energy may change by what nobody counts */
  /* 2: the last two states are the work of what drives and what was lost */
  int nw;   /* or more: behind these two the work of each force, which the run does not read */
  /* of the columns behind the states the first that is a multiplier, and how many are */
  int first_multiplier, nmultiplier;
  /* NULL, or behind extra: the energy in it that somebody else changes too; its change is given */
  double (*moving)(void *user, const double *x);
  /* NULL, or the energy of a state without that, asked before and after what jumps */
  double (*total)(void *user, const double *x);
  /* 1: more than the equations of the model took part, run:origin says driven */
  int scripted;
  /* events of the source itself (impacts, stick and slip): njump functions, their falling zeros */
  int njump;
  lia_status (*jump_begin)(void *user, double t, double *x, lia_error *err);
  lia_status (*jump_events)(void *user, double t, const double *x, double *g, lia_error *err);
  lia_status (*jump_at)(void *user, int k, double t, double *x, lia_error *err);
  /* something else has changed at t */
  lia_status (*jump_again)(void *user, double t, double *x, lia_error *err);
  /* NULL, or as in sim/run.h: of the source's events */
  int (*calm)(void *user, double h, const double *x_old, const double *x);
  /* NULL, or the next time after t, in the direction dir (+-1), that a step must end at */
  double (*next)(void *user, double t, double dir);
  /* NULL, or told the end of every step */
  void (*step)(void *user, double t, const double *x);
  /* what is watched at the end of every step: states, and what the input and controllers push with,
   * which is cut to it */
  lia_bound *bound, *effort;
  int nbound, neffort, efforts_ignored;
  const char *beyond;              /* what a coordinate beyond its bound was: "was .." */
  /* NULL, or the rates of q and v at t, x: accelerations that units may read; outputs of the
   * description by name, from these */
  lia_status (*rates)(void *user, double t, const double *x, double *accel, lia_error *err);
  int noutput;
  const char *const *output_name;
  lia_status (*outputs)(void *user, double t, const double *x, const double *accel, double *y,
                        lia_error *err);
  /* inputs of the description, which units may hold */
  int ninput;
  const char *const *input_name;
  /* why input k cannot be held (NULL: it can), told before the run; held at u from now on */
  const char *(*holdable)(void *user, int k);
  void (*hold)(void *user, int k, double u);
  /* (ntau) what forces act on, and their units (NULL: none) */
  const char *const *force_name, *const *force_unit;
  /* q moved by d (nv); NULL: q has as many directions as numbers, q += d */
  void (*nudge)(void *user, const double *d, double *q);
  /* NULL, or the force by another name that it goes by; -1 */
  int (*force_called)(void *user, const char *name);
  /* NULL, or told (ltold.c) of the source itself, onto the list */
  void (*tell)(void *user, lua_State *L, int list);
  /* call-backs of the source whose errors the run reports: count of them */
  lia_callback *own;
  int nown;
  const char *other;               /* option keys the source reads itself, for messages */
  /* 1: dry friction stands in the equations as it slides: a run that slows down without end may be
   * at rest */
  int slides;
  /* 1: it steps by itself (p.leap), velocities jump in any step: nothing is read between rows but
   * by these. Kept by the run under "contacts": what stands at this index of the stack, 0: nothing
   */
  int leaps, points;
} lsource;

/* the limits of a description as bounds, by the names of the first n states of its run, and
 * whether its dry friction slides: of runs that are not of the model itself */
struct lmodel;
void lia_watch_described(lua_State *L, const struct lmodel *o, int n, lsource *src);

/* ---- what a run tells beside its numbers: ltold.c ---- */

typedef struct ltold {
  const char *what, *name;
  long count;
  double first, most;
  char text[300];
} ltold;
void lia_told_add(lua_State *L, int list, const ltold *told);
const char *lia_told_amount(double x, const char *unit, char room[48]);
const char *lia_told_times(long n, char room[32]);

/* ---- columns that are asked for: lrecorded.c ---- */

enum { LIA_RECORD_tau = 1, LIA_RECORD_forces = 2, LIA_RECORD_accelerations = 4,
  LIA_RECORD_work = 8, LIA_RECORD_multipliers = 16, LIA_RECORD_contacts = 32 };
/* bits of the option record; can: those there are. Raises */
int lia_recorded(lua_State *L, int options, int can);

/* columns in a row: names and units, kept by a userdata on the stack */
enum { LIA_COLUMN_NAME = 120, LIA_COLUMN_UNIT = 16 };
typedef struct lcolumns { const char **name, **unit; char *text; int n; } lcolumns;
lcolumns *lia_columns(lua_State *L, int most);
void lia_columns_add(lcolumns *c, const char *unit, const char *format, ...) LIA_PRINTF(3, 4);

/* ---- what it is given: lgiven.c ---- */

/* a field of the options at index, pushed (nil where there are none): its index */
int lia_sim_option(lua_State *L, int options, const char *key);

/* the function at index in words: "input (arm.lua:14)" */
void lia_sim_place(lua_State *L, int f, const char *what, char out[LIA_ERROR_PATH]);

/* the n numbers a call-back returned, on top: a vec, a table, one number where n is 1; they may be
 * nan or inf: that is for the run to judge. 0 where they are something else */
int lia_sim_numbers(lua_State *L, double *x, int n);

/* a list of the values on the stack from `first` on, and of the one at 1, pushed: its index */
int lia_sim_keep(lua_State *L, int first);

/* own states of force elements, called so, at the start (lcontrol.c): what those of the run before
 * kept, where the option memory = run:memory() has as many (nz); and what the option z tells */
void lia_sim_remember(lua_State *L, int options, double *z, int nz, const char *const *name);

#endif
