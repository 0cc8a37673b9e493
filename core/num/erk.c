/* erk.c - explicit Runge-Kutta steps from the tables of methods/          [HNW] II.4, II.5, II.6 */
#include "num/stepper.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

void lia_erk_layout(lia_layout *l, lia_ode *o) {
  const lia_butcher *m = o->table;
  o->k = LIA_TAKE(l, double, m->width * o->p.n);
  o->F = LIA_TAKE(l, double, (3 + m->ndense) * o->p.n);
}

// y = x + h sum_j a_j k_j
static void erk_combine(const lia_ode *o, double *y, const double *x, double h, const double *a,
    int count) {
  int n = o->p.n;
  memcpy(y, x, (size_t)n * sizeof *y);
  for (int j = 0; j < count; j++) {
    if (a[j] == 0) continue;
    double ha = h * a[j];
    const double *k = o->k + (size_t)j * (size_t)n;
    for (int i = 0; i < n; i++) y[i] += ha * k[i];
  }
}

// k_1 .. k_s, and the new point in o->try
static lia_status stages(lia_ode *o, double h, int *soft, lia_error *err) {
  const lia_butcher *m = o->table;
  int n = o->p.n;
  LIA_ASSERT(o->fresh && m->stages <= m->width);   // o->f is f(t, x)
  memcpy(o->k, o->f, (size_t)n * sizeof *o->k);
  for (int s = 1; s < m->stages; s++) {
    erk_combine(o, o->try, o->x, h, m->a + s * m->width, s);
    LIA_TRY(lia_ode_derive(o, o->t + m->c[s] * h, o->try, o->k + (size_t)s * (size_t)n, soft, err));
  }
  erk_combine(o, o->try, o->x, h, m->b, m->stages);
  lia_status st = lia_ode_finite(o, o->t, o->try, err);
  *soft = st != LIA_OK;
  return st;
}

static double estimate_square(lia_ode *o, double h, int which) {
  LIA_ASSERT(which < o->table->estimates);
  int n = o->p.n;
  memset(o->work, 0, (size_t)n * sizeof *o->work);
  for (int j = 0; j < o->table->stages; j++) {
    double he = h * o->table->e[which][j];
    if (he == 0) continue;
    const double *k = o->k + (size_t)j * (size_t)n;
    for (int i = 0; i < n; i++) o->work[i] += he * k[i];
  }
  return fmax(lia_ode_scaled_square(o, o->work, o->x, o->try),
      lia_ode_carried_square(o, o->work, o->x, o->try));
}

// one estimate: its norm; two: the better one, damped where it vanishes by chance     [HNW] II.10
static double error_norm(lia_ode *o, double h) {
  double e5 = estimate_square(o, h, 0);
  if (o->table->estimates == 1) return sqrt(e5);
  double e3 = estimate_square(o, h, 1);
  return e5 > 0 ? e5 / sqrt(e5 + 0.01 * e3) : 0;
}

// |h lambda| from two derivatives at the end of the step: of the last stage before it, which stands
// there too, and of x itself, which is a stage or was asked for since                    [HW2] IV.2
// Stability ends at 3.3 (order 5) and 6.1 (order 8), and step control keeps away from there
void lia_erk_watch(lia_ode *o) {
  const lia_butcher *m = o->table;
  const int n = o->p.n, s = m->fsal ? m->stages - 1 : m->stages;
  const double h = o->watched, border = m->fsal ? 2.3 : 4;
  o->watched = 0;
  if (h == 0 || m->c[s-1] != 1) return;
  const double *ka = o->k + (size_t)(s - 1) * (size_t)n;
  double up = 0, down = 0;
  erk_combine(o, o->work, o->x_old, h, m->a + (s - 1) * m->width, s - 1);
  for (int i = 0; i < n; i++) {
    const double df = o->f[i] - ka[i], dx = o->x[i] - o->work[i];
    up += df * df;
    down += dx * dx;
  }
  int limited = down > 0 && fabs(h) * sqrt(up / down) > border;
  if (limited) {
    o->calm = 0;
    o->stiff++;
  } else if (++o->calm >= 6) {
    o->stiff = 0;
  }
}

lia_status lia_erk_attempt(lia_ode *o, double h, double *norm, int *soft, lia_error *err) {
  LIA_TRY(stages(o, h, soft, err));
  if (o->table->estimates && !o->opts.fixed) *norm = error_norm(o, h);
  o->watched = h;
  return LIA_OK;
}

// extra stages, then F                                                                   [HNW] II.6
lia_status lia_erk_prepare(lia_ode *o, lia_error *err) {
  const lia_butcher *m = o->table;
  int n = o->p.n, soft;
  double h = o->t - o->t_old;
  LIA_TRY(lia_ode_refresh(o, err));
  int end = m->fsal ? m->stages - 1 : m->stages;
  LIA_ASSERT(end < m->width && o->t != o->t_old);
  memcpy(o->k + (size_t)end * (size_t)n, o->f, (size_t)n * sizeof *o->f);
  for (int s = end + 1; s < m->width; s++) {
    erk_combine(o, o->work, o->x_old, h, m->a + s * m->width, s);
    LIA_TRY(lia_ode_derive(o, o->t_old + m->c[s] * h, o->work, o->k + (size_t)s * (size_t)n, &soft,
        err));
  }
  for (int i = 0; i < n; i++) {
    double D = o->x[i] - o->x_old[i], F1 = h * o->k[i] - D;
    o->F[i] = D;
    o->F[n + i] = F1;
    o->F[2 * n + i] = D - h * o->f[i] - F1;
    for (int r = 0; r < m->ndense; r++) {
      double sum = 0;
      for (int s = 0; s < m->width; s++)
        sum += m->dense[r * m->width + s] * o->k[(size_t)s * (size_t)n + (size_t)i];
      o->F[(3 + r) * n + i] = h * sum;
    }
  }
  return LIA_OK;
}

void lia_erk_between(const lia_ode *o, double s, double *x) {
  int n = o->p.n, rows = 3 + o->table->ndense;
  double s1 = 1 - s;
  for (int i = 0; i < n; i++) {
    double y = 0;
    for (int r = rows - 1; r >= 0; r--) y = (y + o->F[r * n + i]) * (r % 2 ? s1 : s);
    x[i] = o->x_old[i] + y;
  }
}
