/* track.h - the steps of a run: states and their rates at the end of each, read between them
 *
 * Between two steps a state is the polynomial through the values and rates at both and at as many
 * steps beside them as tell more: up to six, of degree 11; a state whose rate is a state too
 * through values, rates and second rates of four, and that rate is its slope. Where f or the state
 * jumps the same time stands twice, and nothing is read across it. */
#ifndef LIA_TRACK_H
#define LIA_TRACK_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

enum { LIA_TRACK_NO_PAIR = -1, LIA_TRACK_NO_RATE = -2 };

typedef struct lia_track {
  int n, count, room;
  int full;                 /* 1: no more room was to be had, all steps are forgotten */
  size_t most;              /* bytes it may take */
  /* (n) the state that is the rate of each; or none is, or f tells no rate of it (algebraic); and
   * what each is the rate of */
  int *rate, *of;
  double *row;              /* (count x (1 + 2 n)) t, x, x' (NaN: not known) */
} lia_track;

/* freed by lia_track_free; NULL is fine there */
LIA_NODISCARD lia_status lia_track_new(lia_track **out, int n, size_t most, lia_error *err);
void lia_track_free(lia_track *s);
/* state `rate` is the rate of state i: between steps it is read as the slope of i;
 * LIA_TRACK_NO_RATE: f tells no rate of i */
void lia_track_pair(lia_track *s, int i, int rate);

/* a step that ends at t, x, its rates not known yet; then these */
void lia_track_add(lia_track *s, double t, const double *x);
void lia_track_rates(lia_track *s, const double *dx);

/* is there a step on both sides of t? Steps go forwards or backwards in time */
int lia_track_has(const lia_track *s, double t);

/* state i at t; lia_track_has says that it can be told. At a time that stands twice: what is after
 * it */
double lia_track_at(const lia_track *s, int i, double t);

LIA_C_END

#endif
