/* sweep.h - many runs of one system at once: eight side by side on every thread, each with its own
 * steps
 *
 * x' = f(t, x, p): a run has its own parameters p and its own start. A lane never sees its
 * neighbours: its arithmetic is that of the run alone, so results are the same for any number of
 * threads and any order, bit for bit. A lane that has arrived takes the next run.
 *
 * Programs beside the runs (controllers, drivers, what is counted) are asked every dt: what they
 * give, and their states, are numbers h that are held in between, x' = f(t, x, (p, h)), and at t0,
 * t0 + dt, .. before the end h becomes ask(t, x, (p, h)). */
#ifndef LIA_SWEEP_H
#define LIA_SWEEP_H

#include "num/ode.h"

#include <stddef.h>

LIA_C_BEGIN

typedef struct lia_sweep {
  int n, np, runs;               /* states, parameters, runs */
  /* dx[8 i + k] = f_i of lane k; t (8), x (8 n), p (8 (np + nheld)), w: sz_w doubles of this
   * thread's own, 64-aligned. Nothing here fails; what is not finite ends that run */
  void (*f)(void *user, const double *t, const double *x, const double *p, double *dx, double *w);
  /* what is asked every dt, of all lanes at once: held (8 nheld), p as of f; NULL: nheld is 0 */
  void (*ask)(void *user, const double *t, const double *x, const double *p, double *held,
      double *w);
  /* NULL, or x (n) of one run back to the manifold it must stay on, after every step */
  void (*settle)(void *user, double *x);
  /* NULL, or called now and then on the caller's thread with how many runs are over */
  void (*pulse)(void *user, int over);
  void *user;
  size_t sz_w;
  int method;                    /* one that lia_sweep_by says 1 of: an explicit Runge-Kutta */
  lia_ode_opts opts;
  double t0, t_end;
  const double *x0, *p;          /* (runs x n), (runs x np) */
  int nheld;                     /* numbers that are held, behind the np of p; 0: none */
  double dt;
  const double *held0;           /* (runs x nheld) before they are asked first */
  double *held;                  /* (runs x nheld) what became of them */
  /* rows kept of every run, at equal times, the start and the end among them (2 or more); 0: the
   * end alone */
  int ntime;
  double *x;                     /* (runs x n), or (runs x ntime x n): what became of it */
  double *t;                     /* (runs) where it ended: t_end, or where it failed */
  long *steps;                   /* (runs) accepted and rejected */
  /* NULL, or (n) between which states may move: a run that leaves them ends there, and passed
   * (runs) is 1 for it */
  const double *least, *most;
  char *passed;
  int threads;                   /* 0: as many as there are processors */
  int (*stopped)(void *of);      /* NULL, or asked now and then, by all threads: not 0 ends all */
  void *stopped_of;
} lia_sweep;

/* 1 where sweeps run by this method of ode.h */
int lia_sweep_by(int method);

/* the driver's thread is one of them. EARG for options, ENOMEM, EINTERRUPT. Runs not begun when it
 * was interrupted have t = t0 and steps = 0 */
LIA_NODISCARD lia_status lia_sweep_run(const lia_sweep *s, lia_error *err);

LIA_C_END

#endif
