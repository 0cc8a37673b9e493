/* lknots.c - times at which a law changes its branch: collected, sorted, looked up */
#include "bindings/sim/lknots.h"

#include "base/mem.h"
#include "describe/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_knot(void *user, double t) {
  lknots *k = user;
  if (k->n == k->room) {
    const int room = k->room ? 2 * k->room : 16;
    double *more = lia_calloc((size_t)room, sizeof *more);
    if (!more) {
      k->nomem = 1;
      return;
    }
    if (k->n) memcpy(more, k->t, (size_t)k->n * sizeof *more);
    lia_free(k->t);
    k->t = more;
    k->room = room;
  }
  k->t[k->n++] = t;
}

void lia_knots_add(lknots *k, const char *text) {
  if (!lia_values_times(text, add_knot, k)) k->nomem = 1;
}

static int by_time(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void lia_knots_ready(lua_State *L, lknots *k) {
  if (k->nomem) lia_mistake(L, "out of memory");
  k->ahead = (double)NAN;   // no step is taken yet
  if (k->n) qsort(k->t, (size_t)k->n, sizeof *k->t, by_time);
}

void lia_knots_free(lknots *k) { lia_free(k->t); }

// how many are not above t
static int below(const lknots *k, double t) {
  int from = 0, to = k->n;
  while (from < to) {
    const int half = from + (to - from) / 2;
    if (k->t[half] <= t) from = half + 1;
    else to = half;
  }
  return from;
}

static double next_knot(const lknots *k, double t, double dir) {
  // what is as near as rounding is here already
  const double here = t + dir * 1e-13 * fmax(1, fabs(t));
  int i = below(k, here);
  if (dir > 0) return i < k->n ? k->t[i] : (double)INFINITY;
  while (i > 0 && k->t[i - 1] >= here) i--;
  return i > 0 ? k->t[i - 1] : (double)-INFINITY;
}

double lia_knots_next(lknots *k, double t, double dir) {
  k->dir = dir;
  return k->ahead = next_knot(k, t, dir);
}

double lia_knots_time(const lknots *k, double t) {
  if (!k->n || !((t - k->ahead) * k->dir >= 0)) return t;
  return nextafter(k->ahead, k->ahead - k->dir);
}
