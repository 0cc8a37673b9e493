/* ode.c - the step, its error, the next step                                 [HNW] II.4, II.5, II.6 */
#include "num/ode.h"

#include "base/layout.h"
#include "base/mem.h"

#include <float.h>
#include <math.h>
#include <string.h>

const lia_ode_opts lia_ode_defaults = {
#define X(type, name, def, ok, text) .name = def,
  LIA_ODE_OPTS(X)
#undef X
};

lia_status lia_ode_check(const lia_ode_opts *o, lia_error *err) {
#define X(type, name, def, ok, text)                                                                          \
  {                                                                                                           \
    type x = o->name;                                                                                         \
    if (!(ok)) return LIA_FAIL(err, LIA_EARG, #name, "needs %s, got %g (%s)", #ok, (double)x, text);          \
  }
  LIA_ODE_OPTS(X)
#undef X
  return LIA_OK;
}

static void layout(lia_layout *l, lia_ode *o, const lia_butcher *m, int n) {
  o->x     = LIA_TAKE(l, double, n);
  o->x_old = LIA_TAKE(l, double, n);
  o->f     = LIA_TAKE(l, double, n);
  o->work  = LIA_TAKE(l, double, n);
  o->try   = LIA_TAKE(l, double, n);
  o->k     = LIA_TAKE(l, double, m->width * n);
  o->F     = LIA_TAKE(l, double, (3 + m->ndense) * n);
}

lia_status lia_ode_new(lia_ode **out, lia_butcher_kind method, const lia_ode_problem *p, const lia_ode_opts *opts, lia_error *err) {
  const lia_butcher *m = &lia_butcher_table[method];
  lia_ode measure;
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TRY(lia_ode_check(opts, err));
  if ((opts->fixed || !m->estimates) && !(opts->h > 0))
    return LIA_FAIL(err, LIA_EARG, "h", "fixed steps (method %s) need a step h > 0", m->name);
  LIA_TAKE(&l, lia_ode, 1);
  layout(&l, &measure, m, p->n);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to integrate %d states", p->n);
  l = (lia_layout){ .base = block };
  lia_ode *o = LIA_TAKE(&l, lia_ode, 1);
  layout(&l, o, m, p->n);
  o->method = m;
  o->p = *p;
  o->opts = *opts;
  if (!m->estimates) o->opts.fixed = 1;
  *out = o;
  return LIA_OK;
}

void lia_ode_start(lia_ode *o, double t, const double *x) {
  o->t = o->t_old = t;
  memmove(o->x, x, (size_t)o->p.n * sizeof *x);
  memmove(o->x_old, x, (size_t)o->p.n * sizeof *x);
  o->h = 0;
  o->err_old = 1e-4;
  o->fresh = o->dense_ready = o->stiff = o->calm = 0;
}

static int finite(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

// f at (t, x): LIA_OK, or a failure a shorter step may avoid (*soft), or one that ends the run
static lia_status derive(lia_ode *o, double t, const double *x, double *dx, int *soft, lia_error *err) {
  o->calls++;
  lia_status s = o->p.f(o->p.user, t, x, dx, err);
  *soft = s == LIA_EDOMAIN || s == LIA_ESINGULAR || (s == LIA_OK && !finite(dx, o->p.n));
  if (s == LIA_OK && *soft)
    for (int i = 0; i < o->p.n; i++)
      if (!isfinite(dx[i])) return LIA_FAIL(err, LIA_EDOMAIN, "", "the derivative of state %d is %g at t = %.9g", i + 1, dx[i], t);
  return s;
}

// sc_i = atol + rtol max(|x_i|, |y_i|);  ||e||^2 = mean (e_i/sc_i)^2              (II.4.10, 4.11)
static double scaled_square(const lia_ode *o, const double *e, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < o->p.n; i++) {
    double sc = o->opts.atol + o->opts.rtol * fmax(fabs(x[i]), fabs(y[i]));
    double r = sc > 0 ? e[i] / sc : e[i] == 0 ? 0 : (double)INFINITY;
    sum += r * r;
  }
  return o->p.n ? sum / o->p.n : 0;
}

// the shortest step that still moves t
static double h_least(double t) { return 16 * DBL_EPSILON * fmax(fabs(t), DBL_MIN / DBL_EPSILON); }

// the first step: a small part of the time in which x, or its derivative, changes       [HNW] p. 169
static lia_status first_step(lia_ode *o, double t_end, int *soft, lia_error *err) {
  int n = o->p.n;
  double span = fabs(t_end - o->t), dir = t_end > o->t ? 1 : -1;
  double d0 = sqrt(scaled_square(o, o->x, o->x, o->x)), d1 = sqrt(scaled_square(o, o->f, o->x, o->x));
  double h0 = d0 < 1e-5 || d1 < 1e-5 || !isfinite(d0 / d1) ? 1e-6 : 0.01 * d0 / d1;
  h0 = fmin(h0, span);
  for (int i = 0; i < n; i++) o->try[i] = o->x[i] + dir * h0 * o->f[i];
  lia_error ignored = { 0 };
  lia_status s = derive(o, o->t + dir * h0, o->try, o->work, soft, &ignored);
  if (s != LIA_OK && !*soft) return LIA_FAIL(err, s, ignored.path, "%s", ignored.text);
  double h1 = h0;
  if (s == LIA_OK) {
    for (int i = 0; i < n; i++) o->work[i] -= o->f[i];
    double d2 = sqrt(scaled_square(o, o->work, o->x, o->x)) / h0, d = fmax(d1, d2);
    h1 = d <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : pow(0.01 / d, 1.0 / o->method->order);
  }
  o->h = dir * fmin(fmin(100 * h0, h1), span);
  return LIA_OK;
}

// o = x + h sum_j a_j k_j
static void combine(const lia_ode *o, double *y, double h, const double *a, int count) {
  int n = o->p.n;
  memcpy(y, o->x, (size_t)n * sizeof *y);
  for (int j = 0; j < count; j++) {
    if (a[j] == 0) continue;
    double ha = h * a[j];
    const double *k = o->k + (size_t)j * (size_t)n;
    for (int i = 0; i < n; i++) y[i] += ha * k[i];
  }
}

// k_1 .. k_s, and the new point in o->try
static lia_status stages(lia_ode *o, double h, int *soft, lia_error *err) {
  const lia_butcher *m = o->method;
  int n = o->p.n;
  memcpy(o->k, o->f, (size_t)n * sizeof *o->k);
  for (int s = 1; s < m->stages; s++) {
    combine(o, o->try, h, m->a + s * m->width, s);
    LIA_TRY(derive(o, o->t + m->c[s] * h, o->try, o->k + (size_t)s * (size_t)n, soft, err));
  }
  combine(o, o->try, h, m->b, m->stages);
  *soft = !finite(o->try, n);
  return *soft ? LIA_FAIL(err, LIA_EDOMAIN, "", "the state is no longer finite after t = %.9g", o->t) : LIA_OK;
}

static double estimate_square(lia_ode *o, double h, int which) {
  int n = o->p.n;
  memset(o->work, 0, (size_t)n * sizeof *o->work);
  for (int j = 0; j < o->method->stages; j++) {
    double he = h * o->method->e[which][j];
    if (he == 0) continue;
    const double *k = o->k + (size_t)j * (size_t)n;
    for (int i = 0; i < n; i++) o->work[i] += he * k[i];
  }
  return scaled_square(o, o->work, o->x, o->try);
}

// one estimate: its norm; two: the better one, damped where it vanishes by chance     [HNW] II.10
static double error_norm(lia_ode *o, double h) {
  double e5 = estimate_square(o, h, 0);
  if (o->method->estimates == 1) return sqrt(e5);
  double e3 = estimate_square(o, h, 1);
  return e5 > 0 ? e5 / sqrt(e5 + 0.01 * e3) : 0;
}

// |h lambda| from the last two stages, where both stand at the end of the step             [HW2] IV.2
static void watch_stiffness(lia_ode *o, double h) {
  const lia_butcher *m = o->method;
  if (!m->fsal) return;
  int n = o->p.n, s = m->stages;
  const double *ka = o->k + (size_t)(s - 2) * (size_t)n, *kb = o->k + (size_t)(s - 1) * (size_t)n;
  double up = 0, down = 0;
  combine(o, o->work, h, m->a + (s - 2) * m->width, s - 2);
  for (int i = 0; i < n; i++) {
    up += (kb[i] - ka[i]) * (kb[i] - ka[i]);
    down += (o->try[i] - o->work[i]) * (o->try[i] - o->work[i]);
  }
  int limited = down > 0 && fabs(h) * sqrt(up / down) > 3.25;
  o->calm = limited ? 0 : o->calm + 1;
  o->stiff = limited ? o->stiff + 1 : o->calm >= 6 ? 0 : o->stiff;
}

static lia_status accept(lia_ode *o, double h, double t_end, lia_error *err) {
  int n = o->p.n;
  double t = h == t_end - o->t ? t_end : o->t + h;
  if (o->p.project) LIA_TRY(o->p.project(o->p.user, t, o->try, err));
  watch_stiffness(o, h);
  double *old = o->x_old;
  o->x_old = o->x;
  o->x = o->try;
  o->try = old;
  o->t_old = o->t;
  o->t = t;
  o->dense_ready = 0;
  o->fresh = o->method->fsal && !o->p.project;
  if (o->fresh) memcpy(o->f, o->k + (size_t)(o->method->stages - 1) * (size_t)n, (size_t)n * sizeof *o->f);
  return LIA_OK;
}

// h for the next step from the error of this one: proportional-integral                    [HW2] IV.2
static void control(lia_ode *o, double err, int accepted, int was_rejected) {
  double q = 1.0 / o->method->order, beta = o->method->estimates == 1 ? 0.04 : 0, factor = 6;
  if (err > 0) factor = 0.9 * pow(err, -(q - 0.75 * beta)) * (accepted ? pow(o->err_old, beta) : 1);
  factor = fmin(fmax(factor, 1.0 / 3), accepted && was_rejected ? 1 : 6);
  o->h *= factor;
  if (o->opts.h_max > 0 && fabs(o->h) > o->opts.h_max) o->h = copysign(o->opts.h_max, o->h);
  if (accepted) o->err_old = fmax(err, 1e-4);
}

static lia_status refresh(lia_ode *o, lia_error *err) {
  int soft;
  if (o->fresh) return LIA_OK;
  LIA_TRY(derive(o, o->t, o->x, o->f, &soft, err));
  o->fresh = 1;
  return LIA_OK;
}

static lia_status choose_first(lia_ode *o, double t_end, lia_error *err) {
  int soft = 0;
  double dir = t_end > o->t ? 1 : -1;
  if (o->h != 0 && (o->h > 0) == (dir > 0)) return LIA_OK;
  if (o->opts.h > 0) o->h = dir * o->opts.h;
  else LIA_TRY(first_step(o, t_end, &soft, err));
  if (o->opts.h_max > 0 && fabs(o->h) > o->opts.h_max) o->h = dir * o->opts.h_max;
  return LIA_OK;
}

// what is left, or h; a rest of less than a hundredth of a step is taken along
static double next_h(const lia_ode *o, double t_end) {
  double left = t_end - o->t;
  double slack = o->opts.fixed ? 1 + 1e-9 : 1.01;
  return fabs(left) <= slack * fabs(o->h) ? left : o->h;
}

lia_status lia_ode_step(lia_ode *o, double t_end, lia_error *err) {
  if (t_end == o->t) return LIA_OK;
  if (!isfinite(t_end)) return LIA_FAIL(err, LIA_EARG, "t_end", "must be finite, got %g", t_end);
  LIA_TRY(refresh(o, err));
  LIA_TRY(choose_first(o, t_end, err));
  for (int rejected = 0;; rejected = 1) {
    if (++o->steps > o->opts.max_steps)
      return LIA_FAIL(err, LIA_ELIMIT, "max_steps", "%ld steps and still at t = %.9g%s", o->steps - 1, o->t,
                      o->stiff > 15 ? "; the problem looks stiff: try an implicit method" : "");
    double h = next_h(o, t_end);
    lia_error why = { 0 };
    int soft = 0;
    lia_status s = stages(o, h, &soft, &why);
    if (s != LIA_OK && (!soft || o->opts.fixed)) return LIA_FAIL(err, s, why.path, "%s", why.text);
    double e = s != LIA_OK ? (double)INFINITY : o->opts.fixed ? 0 : error_norm(o, h);
    if (!o->opts.fixed) {
      double keep = o->h;
      o->h = h;
      control(o, e, e <= 1, rejected);
      // a step cut short by t_end says nothing against the step before it
      if (e <= 1 && fabs(h) < fabs(keep) && fabs(o->h) < fabs(keep)) o->h = keep;
    }
    if (e <= 1) return accept(o, h, t_end, err);
    o->rejected++;
    if (fabs(o->h) < h_least(o->t)) {
      if (s != LIA_OK) return LIA_FAIL(err, s, why.path, "%s", why.text);
      return LIA_FAIL(err, LIA_ENOCONV, "", "the step fell to %.3g at t = %.9g without meeting the tolerance", o->h, o->t);
    }
  }
}

// extra stages, then F                                                                      [HNW] II.6
static lia_status prepare_dense(lia_ode *o, lia_error *err) {
  const lia_butcher *m = o->method;
  int n = o->p.n, soft;
  double h = o->t - o->t_old, *x = o->x;
  LIA_TRY(refresh(o, err));
  int end = m->fsal ? m->stages - 1 : m->stages;
  memcpy(o->k + (size_t)end * (size_t)n, o->f, (size_t)n * sizeof *o->f);
  for (int s = end + 1; s < m->width; s++) {
    o->x = o->x_old;   // stages start from the old point
    combine(o, o->work, h, m->a + s * m->width, s);
    o->x = x;
    LIA_TRY(derive(o, o->t_old + m->c[s] * h, o->work, o->k + (size_t)s * (size_t)n, &soft, err));
  }
  for (int i = 0; i < n; i++) {
    double D = x[i] - o->x_old[i], F1 = h * o->k[i] - D;
    o->F[i] = D;
    o->F[n + i] = F1;
    o->F[2 * n + i] = D - h * o->f[i] - F1;
    for (int r = 0; r < m->ndense; r++) {
      double sum = 0;
      for (int s = 0; s < m->width; s++) sum += m->dense[r * m->width + s] * o->k[(size_t)s * (size_t)n + (size_t)i];
      o->F[(3 + r) * n + i] = h * sum;
    }
  }
  o->dense_ready = 1;
  return LIA_OK;
}

lia_status lia_ode_at(lia_ode *o, double t, double *x, lia_error *err) {
  int n = o->p.n, rows = 3 + o->method->ndense;
  if (t == o->t || o->t == o->t_old) {
    memcpy(x, o->x, (size_t)n * sizeof *x);
    return LIA_OK;
  }
  if (!o->dense_ready) LIA_TRY(prepare_dense(o, err));
  double s = (t - o->t_old) / (o->t - o->t_old), s1 = 1 - s;
  for (int i = 0; i < n; i++) {
    double y = 0;
    for (int r = rows - 1; r >= 0; r--) y = (y + o->F[r * n + i]) * (r % 2 ? s1 : s);
    x[i] = o->x_old[i] + y;
  }
  return LIA_OK;
}
