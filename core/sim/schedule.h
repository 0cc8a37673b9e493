/* schedule.h - programs beside a run, each asked at its own times: controllers, estimators, sensors
 *
 * A unit is asked at t0 + offset + k dt (late by a share of `jitter` that is drawn each time). It
 * is given signals and gives signals, which are held from `delay` later on until the next ones
 * arrive. Signals are numbers in a row: first those that are measured of the state, then what the
 * units give. A unit of dt = 0 is asked all the time: by lia_schedule_always, not by ticks.
 * Units that are due at once are asked in a given order, and seen in it where they are
 * not late; when all have given their outputs, their states go on to the next time. */
#ifndef LIA_SCHEDULE_H
#define LIA_SCHEDULE_H

#include "base/rng.h"
#include "base/status.h"

LIA_C_BEGIN

/* signals that are drawn each time a unit is asked: of mean 0 and deviation 1; from [0, 1) */
enum { LIA_DRAWN_normal = -1, LIA_DRAWN_uniform = -2 };

typedef struct lia_unit {
  const char *name;              /* for messages: "controllers[2]" */
  double dt, offset, delay, jitter;
  int ny, nu;                    /* what it is given, what it gives */
  const int *from;               /* (ny) signals, or LIA_DRAWN_ */
  int to;                        /* its first output among the signals */
  double *state;                 /* (nstate) what it remembers from one time to the next */
  int nstate;
  /* u (nu) from y (ny) at t. Fails with its own code */
  lia_status (*ask)(void *user, int unit, double t, const double *y, double *u, lia_error *err);
  /* NULL, or its states at the next time, from y as it is once all that are due were asked */
  void (*go_on)(void *user, int unit, double t, const double *y);
  void *user;
  /* of the schedule, from lia_unit_begin on */
  double t0, next;               /* the first time of all; when it is asked next */
  long asked;
  lia_rng rng;
  int first, count, room;        /* outputs on their way */
  double *due, *on_way, *y, *u;  /* (room), (room x nu), (ny), (nu) */
} lia_unit;

typedef struct lia_schedule {
  lia_unit *unit;
  int n;
  const int *order;              /* (n) of those that are due at once */
  double *signal;
  int measured;                  /* how many of the signals are of the state */
  lia_status (*measure)(void *user, double t, const double *x, double *signal, lia_error *err);
  void *user;
} lia_schedule;

/* numbers of the block a unit needs (due, on_way, y, u), beside its state. EARG: more than a
 * million outputs would be on their way, a jitter that is not shorter than dt */
LIA_NODISCARD lia_status lia_unit_room(const lia_unit *w, size_t *numbers, lia_error *err);
/* block: zeros; a run from t0 on. Its state is as it stands */
void lia_unit_begin(lia_unit *w, double *block, double t0, uint64_t seed);

/* when something happens next */
double lia_schedule_next(const lia_schedule *s);
/* what is due at t: outputs arrive, units are asked. EDOMAIN: a unit gave a number that is none */
LIA_NODISCARD lia_status lia_schedule_tick(lia_schedule *s, double t, const double *x,
    lia_error *err);
/* units of dt = 0 at t, of the signals as they stand; they keep no states */
LIA_NODISCARD lia_status lia_schedule_always(lia_schedule *s, double t, lia_error *err);

LIA_C_END

#endif
