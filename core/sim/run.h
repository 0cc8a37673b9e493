/* run.h - from a time to another: steps, samples at their times, events where they happen
 *
 * Events are functions g(t, x) whose zero crossings are located to 1e-12 of time (or the last bits
 * of it). At a crossing the state just after it is handed to `at`, which may change it (an impact)
 * or end the run. Several in one step are taken in their order in time; after a changed state the
 * rest of the step is thrown away and computed anew. Where a method is exact at the ends of its
 * steps but coarse between them (radau5, gauss6, yoshida6), the step is taken again so that it ends
 * at the event. */
#ifndef LIA_RUN_H
#define LIA_RUN_H

#include "num/ode.h"
#include "sim/track.h"

LIA_C_BEGIN

typedef enum lia_run_word { LIA_RUN_on, LIA_RUN_changed, LIA_RUN_stop } lia_run_word;

typedef struct lia_run {
  int nevent;
  const int *direction;      /* (nevent) +1 rising, -1 falling, 0 both */
  double dt;                 /* between samples; 0: at every step */
  void *user;
  /* g (nevent) at t, x; NULL where there are no events */
  lia_status (*events)(void *user, double t, const double *x, double *g, lia_error *err);
  /* NULL, or 1: between x_old and x, h apart, no event can have happened, which is cheaper to say
   * than to look for one */
  int (*calm)(void *user, double h, const double *x_old, const double *x);
  /* event k happened: x may be changed; *word says how to go on */
  lia_status (*at)(void *user, int k, double t, double *x, lia_run_word *word, lia_error *err);
  /* a sample; also at the start, at events (before and after a change) and at the end */
  lia_status (*sample)(void *user, double t, const double *x, lia_error *err);
  /* NULL, or after every step: where it ended */
  void (*step)(void *user, double t, const double *x);
  /* NULL, or called about every 50 ms of time on the clock: LIA_EINTERRUPT ends the run */
  lia_status (*pulse)(void *user, double t, lia_error *err);
  /* NULL, or a clock: the next time after t (in the direction of the run) at which a step must end,
   * infinity for none; what happens then may change what f says from there on (a controller's new
   * output) and, with LIA_RUN_changed, the state */
  double (*next)(void *user, double t);
  lia_status (*tick)(void *user, double t, double *x, lia_run_word *word, lia_error *err);
  lia_track *track;          /* NULL, or every step goes there (empty at the start) */
} lia_run;

/* what became of it */
/* event: that stopped it, -1 */
typedef struct lia_run_info { int event; double t; long samples; double seconds; } lia_run_info;

#define LIA_RUN_WORK(nevent, n) (7 * (nevent) + 2 * (n))

/* go on from where o stands; work: LIA_RUN_WORK(nevent, n) doubles. On failure o is at the last
 * good state, and samples up to it have been handed out */
LIA_NODISCARD lia_status lia_run_to(lia_ode *o, double t_end, const lia_run *r, double *work,
    lia_run_info *info, lia_error *err);

LIA_C_END

#endif
