/* ode.c - the step taken or not, the next step, what lies between         [HNW] II.4, [HW2] IV.2 */
#include "num/ode.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "num/power.h"
#include "num/stepper.h"
#include "num/vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

const lia_ode_opts lia_ode_defaults = { LIA_ODE_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_ode_check(const lia_ode_opts *o, lia_error *err) {
  LIA_ODE_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

// ---- methods by name ----

const lia_ode_row *lia_ode_row_of(int method) {
  LIA_ASSERT(method >= 0 && method < LIA_ODE_COUNT);
  static const lia_ode_row *const rows[] = {
#define X(id) &lia_ode_row_##id,
#include "num/methods.def"
#undef X
#define X(id, name, text) &lia_ode_row_##id,
    LIA_ODE_OTHER(X)
    LIA_ODE_SUNDIALS(X)
    LIA_ODE_LEAPS(X)
#undef X
  };
  return rows[method];
}

const char *lia_ode_name(int method) { return lia_ode_row_of(method)->name; }
int lia_ode_here(int method) {
  return !lia_ode_row_of(method)->absent && method != LIA_ODE_moreau;
}
int lia_ode_adaptive(int method) { return lia_ode_row_of(method)->error_order > 0; }
int lia_ode_order(int method) { return lia_ode_row_of(method)->order; }

int lia_ode_find(const char *name) {
  for (int k = 0; k < LIA_ODE_COUNT; k++)
    if (!strcmp(name, lia_ode_name(k))) return k;
  return -1;
}

const char *lia_ode_text(int method) {
  static const char *const other[] = {
#define X(id, name, text) text,
    LIA_ODE_OTHER(X)
    LIA_ODE_SUNDIALS(X)
    LIA_ODE_LEAPS(X)
#undef X
  };
  if (method < LIA_BUTCHER_COUNT) return lia_butcher_rows[method]->text;
  return other[method - LIA_BUTCHER_COUNT];
}

#define X(id) #id ", "
const char *lia_ode_names(void) {
  static const char names[] =
#include "num/methods.def"
#undef X
#define X(id, name, text) name ", "
  LIA_ODE_OTHER(X)
#ifdef LIA_SUNDIALS
  LIA_ODE_SUNDIALS(X)
#endif
#undef X
  "";
  return names;
}

// ---- memory ----

static void layout(lia_layout *l, lia_ode *o, const lia_ode_row *row, int n) {
  o->x     = LIA_TAKE(l, double, n);
  o->x_old = LIA_TAKE(l, double, n);
  o->f     = LIA_TAKE(l, double, n);
  o->f_old = LIA_TAKE(l, double, n);
  o->work  = LIA_TAKE(l, double, n);
  o->try   = LIA_TAKE(l, double, n);
  row->layout(l, o);
}

static lia_status ode_check(const lia_ode_row *row, const lia_ode_problem *p,
    const lia_ode_opts *opts, lia_error *err) {
  LIA_TRY(lia_ode_check(opts, err));
  if ((opts->fixed || row->error_order == 0) && !(opts->h > 0))
    return LIA_FAIL(err, LIA_EARG, "h", "fixed steps (method %s) need a step h > 0", row->name);
  const char *lacks = row->lacks ? row->lacks(p) : NULL;
  if (lacks) return LIA_FAIL(err, LIA_EARG, "method", "%s %s", row->name, lacks);
  if (p->mass && !row->algebraic)
    return LIA_FAIL(err, LIA_EARG, "method", "%s cannot solve algebraic equations: take radau5",
        row->name);
  if (opts->fixed && row->step)
    return LIA_FAIL(err, LIA_EARG, "fixed", "%s chooses its own steps", row->name);
  return LIA_OK;
}

lia_status lia_ode_new(lia_ode **out, int method, const lia_ode_problem *p,
    const lia_ode_opts *opts, lia_error *err) {
  const lia_ode_row *row = lia_ode_row_of(method);
  const lia_butcher *table = method < LIA_BUTCHER_COUNT ? lia_butcher_rows[method] : NULL;
  lia_ode measure = { .p = *p, .table = table };
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TRY(ode_check(row, p, opts, err));
  LIA_TAKE(&l, lia_ode, 1);
  layout(&l, &measure, row, p->n);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to integrate %d states", p->n);
  l = (lia_layout){ .base = block };
  lia_ode *o = LIA_TAKE(&l, lia_ode, 1);
  o->row = row;
  o->method = method;
  LIA_ASSERT(p->n >= 0 && p->quad >= 0 && p->quad <= p->n);
  o->table = table;
  o->p = *p;
  o->opts = *opts;
  if (row->error_order == 0) o->opts.fixed = 1;
  o->over = (double)NAN;
  layout(&l, o, row, p->n);
  *out = o;
  return LIA_OK;
}

void lia_ode_free(lia_ode *o) {
  if (o && o->row->drop) o->row->drop(o);
  if (o) lia_free(o->more);
  lia_free(o);
}

void lia_ode_start(lia_ode *o, double t, const double *x) {
  if (o->size == 0) o->size = fmax(1, lia_vec_max(x, o->p.n));
  o->t = o->t_old = t;
  memmove(o->x, x, (size_t)o->p.n * sizeof *x);
  memmove(o->x_old, x, (size_t)o->p.n * sizeof *x);
  o->h = 0;
  o->err_old = 1e-4;
  o->fresh = o->dense_ready = o->stiff = o->calm = o->kick = 0;
  o->watched = 0;
  if (o->row->restart) o->row->restart(o);
}

// what the last kicks allowed a first step to be is where this one begins: a controller kicks again
// and again much alike, and what is stiff answers with a transient
void lia_ode_kick(lia_ode *o) {
  const double h = o->h, most = o->kicked;
  const int stiff = o->stiff, calm = o->calm;
  if (o->row->kick) {
    o->fresh = o->dense_ready = 0;
    o->row->kick(o);
  } else {
    lia_ode_start(o, o->t, o->x);
    o->stiff = stiff;
    o->calm = calm;
  }
  o->h = most > 0 && fabs(h) > most ? copysign(most, h) : h;
  o->kick = 1;
}

// the first step behind a kick was h long, after some that were turned down or none
static void after_kick(lia_ode *o, double h, int rejected) {
  if (!o->kick) return;
  o->kick = 0;
  if (rejected) o->kicked = fabs(h);
  else if (o->kicked > 0 && fabs(h) >= o->kicked) o->kicked *= 3;
}

// ---- derivatives and norms ----

// "q2'", or "state 3"
static const char *ode_state_name(const lia_ode *o, int i, char room[32]) {
  const char *name = o->p.name ? o->p.name(o->p.user, i) : NULL;
  if (name) return name;
  lia_text_format(room, 32, "state %d", i + 1);
  return room;
}

lia_status lia_ode_finite(const lia_ode *o, double t, const double *x, lia_error *err) {
  char room[32];
  for (int i = 0; i < o->p.n - o->p.quad; i++)
    if (!isfinite(x[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "%s is %g after t = %.9g", ode_state_name(o, i, room),
          x[i], t);
  return LIA_OK;
}

lia_status lia_ode_derive(lia_ode *o, double t, const double *x, double *dx, int *soft,
    lia_error *err) {
  char room[32];
  o->calls++;
  lia_status s = o->p.f(o->p.user, t, x, dx, err);
  *soft = s == LIA_EDOMAIN || s == LIA_ESINGULAR;
  if (s != LIA_OK) return s;
  for (int i = 0; i < o->p.n - o->p.quad; i++)
    if (!isfinite(dx[i])) {
      *soft = 1;
      return LIA_FAIL(err, LIA_EDOMAIN, "", "the rate of %s is %g at t = %.9g",
          ode_state_name(o, i, room), dx[i], t);
    }
  return LIA_OK;
}

double lia_ode_scaled_square(const lia_ode *o, const double *e, const double *x, const double *y) {
  double sum = 0;
  int n = o->p.n - o->p.quad;
  for (int i = 0; i < n; i++) {
    double sc = o->opts.atol + o->opts.rtol * fmax(fabs(x[i]), fabs(y[i]));
    double r = e[i] == 0 ? 0 : (double)INFINITY;
    if (sc > 0) r = e[i] / sc;
    sum += r * r;
  }
  return n ? sum / n : 0;
}

double lia_ode_carried_square(const lia_ode *o, const double *e, const double *x, const double *y) {
  double most = 0;
  // where they overflow nothing is asked of them
  for (int i = o->p.n - o->p.quad; i < o->p.n; i++) {
    double sc = 1000 * (o->opts.atol + o->opts.rtol * fmax(fabs(x[i]), fabs(y[i])));
    double r = e[i] / sc;
    if (isfinite(r)) most = fmax(most, r * r);
  }
  return most;
}

lia_status lia_ode_refresh(lia_ode *o, lia_error *err) {
  int soft;
  if (o->fresh) return LIA_OK;
  LIA_TRY(lia_ode_derive(o, o->t, o->x, o->f, &soft, err));
  o->fresh = 1;
  return LIA_OK;
}

// ---- how long a step is ----

// the shortest step that still moves t
static double h_least(double t) { return 16 * DBL_EPSILON * fmax(fabs(t), DBL_MIN / DBL_EPSILON); }

// the first step: a small part of the time in which x, or its derivative, changes      [HNW] p. 169
static lia_status first_step(lia_ode *o, double t_end, int *soft, lia_error *err) {
  int n = o->p.n;
  double span = fabs(t_end - o->t), dir = t_end > o->t ? 1 : -1;
  double d0 = sqrt(lia_ode_scaled_square(o, o->x, o->x, o->x)),
      d1 = sqrt(lia_ode_scaled_square(o, o->f, o->x, o->x));
  double h0 = d0 < 1e-5 || d1 < 1e-5 || !isfinite(d0 / d1) ? 1e-6 : 0.01 * d0 / d1;
  h0 = fmin(h0, span);
  for (int i = 0; i < n; i++) o->try[i] = o->x[i] + dir * h0 * o->f[i];
  lia_error ignored = { 0 };
  lia_status s = lia_ode_derive(o, o->t + dir * h0, o->try, o->work, soft, &ignored);
  if (s != LIA_OK && !*soft) return LIA_FAIL(err, s, ignored.path, "%s", ignored.text);
  double h1 = h0;
  if (s == LIA_OK) {
    for (int i = 0; i < n; i++) o->work[i] -= o->f[i];
    double d2 = sqrt(lia_ode_scaled_square(o, o->work, o->x, o->x)) / h0, d = fmax(d1, d2);
    h1 = d <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : lia_power(0.01 / d, 1.0 / o->row->order);
  }
  o->h = dir * fmin(fmin(100 * h0, h1), span);
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

// h for the next step from the error of this one: proportional-integral                  [HW2] IV.2
static void control(lia_ode *o, double err, int accepted, int was_rejected) {
  double q = 1.0 / o->row->error_order, beta = o->row->beta, factor = 6;
  if (err > 0)
    factor = 0.9 * lia_power(err, -(q - 0.75 * beta))
        * (accepted ? lia_power(o->err_old, beta) : 1);
  factor = fmin(fmax(factor, 1.0 / 3), accepted && was_rejected ? 1 : 6);
  if (accepted && factor > 1 && factor < o->row->steady) factor = 1;
  o->h *= factor;
  if (o->opts.h_max > 0 && fabs(o->h) > o->opts.h_max) o->h = copysign(o->opts.h_max, o->h);
  if (accepted) o->err_old = fmax(err, 1e-4);
}

// ---- the step ----

static double ode_end_of(const lia_ode *o, double h, double t_end) {
  return h == t_end - o->t ? t_end : o->t + h;
}

// o->try onto its manifold; *e grows where the finished step is worse than its estimate. What two
// shorter steps did not mend no step will: it is rounding
static lia_status ode_finish(lia_ode *o, double t, int *audits, double *e, lia_error *err) {
  size_t size = (size_t)o->p.n * sizeof *o->try;
  int fsal = o->table && o->table->fsal;
  if (o->p.project && fsal) memcpy(o->work, o->try, size);
  if (o->p.project) LIA_TRY(o->p.project(o->p.user, t, o->try, err));
  // the last stage is f at the new point, unless the point was moved
  o->stays = fsal && (!o->p.project || memcmp(o->work, o->try, size) == 0);
  if (o->p.audit && !o->opts.fixed)
    *e = fmax(*e, o->p.audit(o->p.user, o->opts.rtol, o->t, o->x, t, o->try));
  if (*e > 1 && ++*audits > 2) *e = 1;
  return LIA_OK;
}

static void ode_accept(lia_ode *o, double t) {
  LIA_ASSERT(!o->stays || (o->table && o->table->fsal));
  double *old = o->x_old, *f = o->f_old;
  o->x_old = o->x;
  o->x = o->try;
  o->try = old;
  o->f_old = o->f;
  o->f = f;
  o->t_old = o->t;
  o->t = t;
  o->dense_ready = 0;
  o->fresh = o->stays;
  if (o->fresh)
    memcpy(o->f, o->k + (size_t)(o->table->stages - 1) * (size_t)o->p.n,
        (size_t)o->p.n * sizeof *o->f);
}

static lia_status too_many(const lia_ode *o, lia_error *err) {
  return LIA_FAIL(err, LIA_ELIMIT, "max_steps", "%ld steps and still at t = %.9g%s", o->steps - 1,
      o->t,
      o->stiff > LIA_ODE_STIFF ? "; the problem looks stiff: try an implicit method" : "");
}

// no step is short enough: which state asks for shorter ones, where that is known
static lia_status stalled(const lia_ode *o, lia_error *err) {
  char room[32];
  int worst = -1;
  double most = 0;
  for (int i = 0; i < o->p.n - o->p.quad; i++) {
    double speed = fabs(o->f[i]) / (o->opts.atol + o->opts.rtol * fabs(o->x[i]));
    if (speed > most) {
      most = speed;
      worst = i;
    }
  }
  return LIA_FAIL(err, LIA_ENOCONV, "",
      "the step fell to %.3g at t = %.9g without meeting the tolerance%s%s%s", o->h, o->t,
      worst < 0 ? "" : " (fastest: ", worst < 0 ? "" : ode_state_name(o, worst, room),
      worst < 0 ? "" : ")");
}

// by a method that controls itself
static lia_status foreign_step(lia_ode *o, double t_end, lia_error *err) {
  double t = o->t;
  if (++o->steps > o->opts.max_steps) return too_many(o, err);
  LIA_TRY(o->row->step(o, t_end, &t, err));
  ode_accept(o, t);
  return LIA_OK;
}

lia_status lia_ode_step(lia_ode *o, double t_end, lia_error *err) {
  if (t_end == o->t) return LIA_OK;
  if (!isfinite(t_end)) return LIA_FAIL(err, LIA_EARG, "t_end", "must be finite, got %g", t_end);
  if (o->row->step) return foreign_step(o, t_end, err);
  LIA_TRY(lia_ode_refresh(o, err));
  if (o->row->watch) o->row->watch(o);
  if (o->may_go_over && o->stiff > LIA_ODE_STIFF) LIA_TRY(lia_ode_go_over(o, err));
  LIA_TRY(choose_first(o, t_end, err));
  for (int rejected = 0, audits = 0;; rejected = 1) {
    if (++o->steps > o->opts.max_steps) return too_many(o, err);
    double h = next_h(o, t_end), norm = 0;
    LIA_ASSERT(o->fresh && h != 0 && (h > 0) == (t_end > o->t));
    lia_error why = { 0 };
    int soft = 0;
    lia_status s = o->row->attempt(o, h, &norm, &soft, &why);
    if (s != LIA_OK && (!soft || o->opts.fixed)) return LIA_FAIL(err, s, why.path, "%s", why.text);
    double e = o->opts.fixed ? 0 : norm, t = ode_end_of(o, h, t_end);
    if (s != LIA_OK) e = (double)INFINITY;
    LIA_ASSERT(h > 0 ? t <= t_end : t >= t_end);
    if (e <= 1) LIA_TRY(ode_finish(o, t, &audits, &e, err));
    if (!o->opts.fixed) {
      double keep = o->h;
      o->h = h;
      control(o, e, e <= 1, rejected);
      // a step cut short by t_end says nothing against the step before it
      if (e <= 1 && fabs(h) < fabs(keep) && fabs(o->h) < fabs(keep)) o->h = keep;
    }
    if (e <= 1) {
      after_kick(o, h, rejected);
      ode_accept(o, t);
      return LIA_OK;
    }
    o->rejected++;
    if (fabs(o->h) < h_least(o->t))
      return s != LIA_OK ? LIA_FAIL(err, s, why.path, "%s", why.text) : stalled(o, err);
  }
}

lia_status lia_ode_runaway(const lia_ode *o, double t_then, long steps, double t_end,
    lia_error *err) {
  char room[32];
  int most = 0;
  LIA_ASSERT(steps > 0);
  double pace = fabs(o->t - t_then) / (double)steps;
  if (fabs(t_end - o->t) <= pace * (double)o->opts.max_steps) return LIA_OK;
  for (int i = 1; i < o->p.n - o->p.quad; i++)
    if (fabs(o->x[i]) > fabs(o->x[most])) most = i;
  if (!o->p.n || fabs(o->x[most]) < 1e6 * o->size) {
    if (fabs(t_end - o->t) < 1e4 * pace * (double)o->opts.max_steps) return LIA_OK;
    return LIA_FAIL(err, LIA_ELIMIT, "rtol",
        "steps fell to %.2g s at t = %.9g: at this pace there is no end. Is the tolerance %g "
        "below rounding, is atol = %g too "
                    "small for a state near 0%s?", pace, o->t, o->opts.rtol, o->opts.atol,
                    o->stiff > LIA_ODE_STIFF
                        ? ", or the problem stiff (try an implicit method)" : "");
  }
  return LIA_FAIL(err, LIA_EDOMAIN, "",
      "%s runs away: it is %.3g at t = %.9g, and with steps of %.2g s the end is out of reach "
                  "(unstable gains, a wrong sign, too long a delay?)",
                  ode_state_name(o, most, room), o->x[most], o->t, pace);
}

// ---- between steps ----

// cubic Hermite from x, x' at both ends
static void hermite(const lia_ode *o, double s, double *x) {
  double h = o->t - o->t_old, s1 = 1 - s;
  for (int i = 0; i < o->p.n; i++) {
    double d = o->x[i] - o->x_old[i];
    x[i] = o->x_old[i] + s * (d + s1 * (s1 * (h * o->f_old[i] - d) - s * (h * o->f[i] - d)));
  }
}

lia_status lia_ode_at(lia_ode *o, double t, double *x, lia_error *err) {
  if (t == o->t || o->t == o->t_old) {
    memcpy(x, o->x, (size_t)o->p.n * sizeof *x);
    return LIA_OK;
  }
  if (!o->dense_ready) {
    LIA_TRY(o->row->prepare ? o->row->prepare(o, err) : lia_ode_refresh(o, err));
    o->dense_ready = 1;
  }
  double s = (t - o->t_old) / (o->t - o->t_old);
  LIA_ASSERT(s > -1e-6 && s < 1 + 1e-6);   // within the last step
  if (o->row->between) o->row->between(o, s, x);
  else hermite(o, s, x);
  return LIA_OK;
}
