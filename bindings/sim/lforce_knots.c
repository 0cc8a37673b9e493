/* lforce_knots.c - times at which the law of a force or an input changes its branch: no step of a
 * run goes over them */
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"

#include "base/mem.h"
#include "describe/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_knot(void *user, double t) {
  uknots *k = user;
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

static void knots_of(uknots *k, lia_val v) {
  if (v.text && !lia_values_times(v.text, add_knot, k)) k->nomem = 1;
}

static int by_time(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void lia_lforce_knots(lua_State *L, struct lforces *f) {
  const lia_spec *s = f->spec;
  uknots *k = &f->knots;
  for (int i = 0; i < s->nforce; i++) {
    for (int j = 0; j < 3; j++) knots_of(k, s->force[i].own[j]);
    for (int j = 0; j < LIA_FORCE_NPARAM; j++) knots_of(k, s->force[i].param[j]);
  }
  for (int i = 0; i < s->ninput; i++) knots_of(k, s->input[i].value);
  if (k->nomem) lia_mistake(L, "out of memory");
  k->ahead = (double)NAN;   // no step is taken yet
  if (k->n) qsort(k->t, (size_t)k->n, sizeof *k->t, by_time);
}

int lia_lforces_knotted(const lforces *f) { return f->knots.n > 0; }

// how many are not above t
static int below(const uknots *k, double t) {
  int from = 0, to = k->n;
  while (from < to) {
    const int half = from + (to - from) / 2;
    if (k->t[half] <= t) from = half + 1;
    else to = half;
  }
  return from;
}

double lia_lforce_time(const lforces *f, double t) {
  const uknots *k = &f->knots;
  if (!k->n || !((t - k->ahead) * k->dir >= 0)) return t;
  return nextafter(k->ahead, k->ahead - k->dir);
}

static double next_knot(const uknots *k, double t, double dir) {
  // what is as near as rounding is here already
  const double here = t + dir * 1e-13 * fmax(1, fabs(t));
  int i = below(k, here);
  if (dir > 0) return i < k->n ? k->t[i] : (double)INFINITY;
  while (i > 0 && k->t[i - 1] >= here) i--;
  return i > 0 ? k->t[i - 1] : (double)-INFINITY;
}

double lia_lforces_next(lforces *f, double t, double dir) {
  f->knots.dir = dir;
  return f->knots.ahead = next_knot(&f->knots, t, dir);
}
