/* root.c - Newton with line search                                 [course] F2.4, F2.5; [DS] 6.3 */
#include "num/root.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"

#include <float.h>

const lia_root_opts lia_root_defaults = { LIA_ROOT_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_root_check(const lia_root_opts *o, lia_error *err) {
  LIA_ROOT_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

const char *lia_root_state_text(lia_root_state s) {
  static const char *const text[] = {
#define X(name, words) words,
    LIA_ROOT_STATES(X)
#undef X
  };
  LIA_ASSERT((unsigned)s < sizeof text / sizeof *text);
  return text[s];
}

static void layout(lia_layout *l, lia_root *w) {
  w->J = lia_mat_of(LIA_TAKE(l, double, (size_t)w->p * (size_t)w->n), w->p, w->n);
  w->F = LIA_TAKE(l, double, w->p);
  w->F_try = LIA_TAKE(l, double, w->p);
  w->x_try = LIA_TAKE(l, double, w->n);
  w->x_best = LIA_TAKE(l, double, w->n);
  w->s = LIA_TAKE(l, double, w->n);
  w->work = LIA_TAKE(l, double, LIA_FD_WORK(w->n, w->p));
}

lia_status lia_root_new(lia_root **out, int n, int p, lia_error *err) {
  lia_root shape = { .n = n, .p = p };
  *out = NULL;
  LIA_TRY(lia_qr_new(&shape.qr, p, n, err));
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  lia_root *w = lia_block(l.used);
  if (!w) {
    lia_qr_free(shape.qr);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d equations in %d unknowns", p, n);
  }
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w);
  *out = w;
  return LIA_OK;
}

void lia_root_free(lia_root *w) {
  if (!w) return;
  lia_qr_free(w->qr);
  lia_free(w);
}

// one search: what the caller gave, and where it stands
typedef struct search {
  lia_root *w;
  const lia_fd_map *map;
  const lia_root_opts *o;
  lia_root_info *info;
  double *x;
  double norm;        // |F| at x
  double best;        // the least |F| so far, at w->x_best
  double newton;      // |s|, the whole step
  double left;        // |F + J s|, what the linear model cannot remove
  double lambda;      // part of s taken last
} search;

static double tiny_step(const search *q) {
  return q->o->xtol * (q->o->scale + lia_vec_norm(q->x, q->w->n));
}

static lia_status root_start(search *q, lia_error *err) {
  lia_root *w = q->w;
  q->info->calls++;
  LIA_TRY(q->map->f(q->map->user, q->x, w->F, err));
  int bad = lia_vec_bad(w->F, w->p);
  q->info->state = LIA_ROOT_diverged;
  if (bad >= 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "F", "F[%d] is %g at the first guess", bad, w->F[bad]);
  q->norm = q->best = lia_vec_norm(w->F, w->p);
  q->info->f = lia_vec_max(w->F, w->p);
  lia_vec_copy(w->x_best, q->x, w->n);
  return LIA_OK;
}

// J s = -F: least squares, shortest
static lia_status newton_step(search *q, lia_error *err) {
  lia_root *w = q->w;
  double tol = q->map->jac ? 1e-12 : 1e-8;
  if (q->o->rank_tol > 0) tol = q->o->rank_tol;
  q->info->jacobians++;
  LIA_TRY(lia_fd_known(q->map, q->x, q->o->scale, w->J, w->work, err));
  LIA_TRY(lia_qr_factor(w->qr, w->J, tol, err));
  q->info->rank = w->qr->rank;
  q->left = lia_qr_solve(w->qr, w->F, w->s);
  lia_vec_scale(w->s, -1, w->s, w->n);
  q->newton = lia_vec_norm(w->s, w->n);
  // the linear model at its best is no worse than no step
  LIA_ASSERT(!(q->left > q->norm * (1 + 1e-8)));
  return LIA_OK;
}

// F at x + lambda s; *usable says whether it can be looked at
static lia_status try(search *q, double lambda, double *norm, int *usable, lia_error *err) {
  lia_root *w = q->w;
  lia_error quiet = { 0 };
  lia_vec_add(w->x_try, q->x, lambda, w->s, w->n);
  q->info->calls++;
  lia_status status = q->map->f(q->map->user, w->x_try, w->F_try, &quiet);
  *usable = status == LIA_OK && lia_vec_bad(w->F_try, w->p) < 0;
  *norm = *usable ? lia_vec_norm(w->F_try, w->p) : HUGE_VAL;
  if (status == LIA_OK || status == LIA_EDOMAIN || status == LIA_ESINGULAR) return LIA_OK;
  if (err && err->code == LIA_OK) *err = quiet;
  return status;
}

// the least |F|^2 of the parabola through its value, its slope and its value at lambda, within
// [0.1, 0.5] lambda
static double shorter(double now, double slope, double there, double lambda) {
  LIA_ASSERT(lambda > 0);
  double t = -slope * lambda * lambda / (2 * (there * there - now * now - slope * lambda));
  if (t > 0.5 * lambda) return 0.5 * lambda;
  return t >= 0.1 * lambda ? t : 0.1 * lambda;
}

// find lambda with |F(x + lambda s)|^2 <= |F|^2 + 1e-4 lambda slope, slope = 2 F'J s = 2 (left^2 -
// |F|^2)
// *found is 0 where none was, -1 where F could not even be looked at
static lia_status line_search(search *q, int *found, lia_error *err) {
  double n = q->norm, slope = 2 * (q->left - n) * (q->left + n), there;
  double lambda = q->o->step_max > 0 && q->newton > q->o->step_max ? q->o->step_max / q->newton : 1;
  double shortest = DBL_EPSILON * fmax(1e-3 * q->o->scale, lia_vec_norm(q->x, q->w->n));
  int usable, seen = 0;
  *found = 0;
  if (!(q->left < n * (1 - 1e-12))) return LIA_OK;
  do {
    LIA_TRY(try(q, lambda, &there, &usable, err));
    seen |= usable;
    q->lambda = lambda;
    *found = usable && (!q->o->line_search || there * there <= n * n + 1e-4 * lambda * slope);
    lambda = usable ? shorter(n, slope, there, lambda) : 0.25 * lambda;
  } while (!*found && q->o->line_search && lambda * q->newton > shortest);
  if (!seen) *found = -1;
  return LIA_OK;
}

static void root_accept(search *q) {
  LIA_ASSERT(q->lambda > 0 && q->lambda <= 1);
  lia_root *w = q->w;
  lia_root_info *info = q->info;
  lia_vec_copy(q->x, w->x_try, w->n);
  lia_vec_copy(w->F, w->F_try, w->p);
  q->norm = lia_vec_norm(w->F, w->p);
  info->f = lia_vec_max(w->F, w->p);
  info->step = q->lambda * q->newton;
  if (info->iterations < info->room) {
    if (info->history)
      info->history[info->iterations] =
          (lia_root_row){ info->f, info->step, q->lambda, info->rank };
    if (info->points)
      lia_vec_copy(info->points + (size_t)info->iterations * (size_t)w->n, q->x, w->n);
  }
  info->iterations++;
  if (q->norm < q->best) {
    q->best = q->norm;
    lia_vec_copy(w->x_best, q->x, w->n);
  }
}

static int is_noise(const search *q) { return lia_fd_noise(q->w->J, q->w->F, q->x, q->o->scale); }

static lia_status give_up(search *q, lia_root_state state, lia_error *err) {
  lia_root *w = q->w;
  q->info->state = state;
  if (q->best < q->norm || q->norm != q->norm) {
    lia_vec_copy(q->x, w->x_best, w->n);
    q->info->f = q->best;
  }
  lia_text_format(q->info->text, sizeof q->info->text, "%s (step %d, |F| %g, rank of J %d)",
      lia_root_state_text(state),
      q->info->iterations, q->best, q->info->rank);
  return LIA_FAIL(err, state == LIA_ROOT_singular ? LIA_ESINGULAR : LIA_ENOCONV, "", "%s",
      q->info->text);
}

static lia_status success(search *q, int early) {
  lia_root_info *info = q->info;
  int full = q->w->n < q->w->p ? q->w->n : q->w->p;
  info->state = LIA_ROOT_converged;
  if (early) {
    info->degraded = 1;
    lia_text_format(info->text, sizeof info->text,
        "rounding ends the search: the Newton step is still %g", q->newton);
  } else if (info->jacobians && info->rank < full) {
    info->degraded = 1;
    lia_text_format(info->text, sizeof info->text,
        "the Jacobian has rank %d of %d there: the root may not be the only one around", info->rank,
        full);
  }
  return LIA_OK;
}

// no step was found: rounding (the root is near: F itself is computed from large numbers), a
// singular point, a minimum that is no root, or no man's land
static lia_status stuck(search *q, int found, lia_error *err) {
  int full = q->w->n < q->w->p ? q->w->n : q->w->p;
  int near = q->info->rank == q->w->p &&
      q->newton <= 1.5e-8 * (q->o->scale + lia_vec_norm(q->x, q->w->n));
  if (near || is_noise(q)) return success(q, q->newton > tiny_step(q));
  if (found < 0) return give_up(q, LIA_ROOT_diverged, err);
  return give_up(q, q->info->rank < full ? LIA_ROOT_singular : LIA_ROOT_stalled, err);
}

// the step just taken was the whole Newton step, short, and aimed at a root
static int arrived(const search *q) {
  if (q->info->f <= q->o->ftol) return 1;
  return q->lambda == 1 && q->newton <= tiny_step(q) &&
      (q->left <= 0.5 * q->norm || q->w->qr->rank == q->w->p || is_noise(q));
}

lia_status lia_root_solve(lia_root *w, const lia_fd_map *map, const lia_root_opts *opts, double *x,
    lia_root_info *info, lia_error *err) {
  lia_root_info own = { 0 };
  search q = { .w = w, .map = map, .o = opts ? opts : &lia_root_defaults,
      .info = info ? info : &own, .x = x };
  int full = w->n < w->p ? w->n : w->p, found;
  LIA_ASSERT(map->n == w->n && map->p == w->p);
  LIA_TRY(lia_root_check(q.o, err));
  *q.info = (lia_root_info){ .history = q.info->history, .points = q.info->points,
      .room = q.info->room };
  LIA_TRY(root_start(&q, err));

  while (q.info->f > q.o->ftol) {
    if (q.info->iterations == q.o->max_iter) return give_up(&q, LIA_ROOT_maxiter, err);
    LIA_TRY(newton_step(&q, err));
    if (q.o->stop_singular && q.info->rank < full) return give_up(&q, LIA_ROOT_singular, err);
    LIA_TRY(line_search(&q, &found, err));
    if (found <= 0) return stuck(&q, found, err);
    double before = q.norm;
    root_accept(&q);
    if (arrived(&q)) break;
    if (q.o->line_search && !(q.norm < before * (1 - 1e-10))) return stuck(&q, found, err);
  }
  return success(&q, 0);
}

// ---- one equation, bracketed ----

typedef struct end { double x, f, df; } end;

static lia_status root_evaluate(lia_root_scalar *f, void *user, end *e, int *calls,
    lia_error *err) {
  e->df = (double)NAN;
  ++*calls;
  LIA_TRY(f(user, e->x, &e->f, &e->df, err));
  if (e->f != e->f) return LIA_FAIL(err, LIA_EDOMAIN, "f", "f(%g) is nan", e->x);
  return LIA_OK;
}

// inverse quadratic interpolation where Chandrupatla's test trusts it (1997), else the middle
static double interpolated(const end *a, const end *b, const end *c) {
  double xi = (a->x - b->x) / (c->x - b->x), phi = (a->f - b->f) / (c->f - b->f);
  if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return 0.5;
  return a->f / (b->f - a->f) * (c->f / (b->f - c->f)) + (c->x - a->x) / (b->x - a->x)
      * (a->f / (c->f - a->f)) * (b->f / (c->f - b->f));
}

// the next point as a part t of the way from a (the newest) to b, the other end of the bracket; c
// is the end before a
static double next(const end *a, const end *b, const end *c, double last_step) {
  const end *near = fabs(a->f) <= fabs(b->f) ? a : b;
  double to = near->x - near->f / near->df, t = (to - a->x) / (b->x - a->x);
  if (!isfinite(near->df)) return interpolated(a, b, c);
  return t >= 0 && t <= 1 && fabs(to - near->x) < 0.5 * last_step ? t : 0.5;
}

// |f| at the ends of a bracket, the larger: at the start, when it was this wide, and when it was a
// thousand times as wide
typedef struct shrinking { double start, width, f, before; } shrinking;

static double root_larger(const end *p, const end *q) { return fmax(fabs(p->f), fabs(q->f)); }

static void root_follow(shrinking *s, double width, double f) {
  LIA_ASSERT(width >= 0);
  if (!(width < s->width / 1024)) return;
  s->before = s->f;
  s->f = f;
  s->width = width;
}

// where f goes through 0 both ends of a bracket that shrinks come to it, where it jumps they stay;
// at a pole they grow
static lia_status no_pole(const shrinking *s, const end *p, const end *q, lia_error *err) {
  int grows = root_larger(p, q) > 2 * s->before, above = fmin(fabs(p->f), fabs(q->f)) > s->start;
  if (!grows && !above) return LIA_OK;
  return LIA_FAIL(err, LIA_ENOCONV, "",
      "f changes its sign at %.9g, but does not go through 0: it is %.6g and %.6g there (a pole)",
      p->x,
      q->f, p->f);
}

lia_status lia_root_between(lia_root_scalar *f, void *user, double a, double b, double xtol,
    double *x, int *calls, lia_error *err) {
  int own = 0, *count = calls ? calls : &own;
  end p = { .x = b }, q = { .x = a }, r;   // p the newest, q the other side, r what p was before
  *count = 0;
  if (!isfinite(a) || !isfinite(b) || !(xtol >= 0))
    return LIA_FAIL(err, LIA_EARG, "", "expected a finite interval and xtol >= 0, got [%g, %g], %g",
        a, b, xtol);
  LIA_TRY(root_evaluate(f, user, &q, count, err));
  LIA_TRY(root_evaluate(f, user, &p, count, err));
  if ((p.f > 0 && q.f > 0) || (p.f < 0 && q.f < 0))
    return LIA_FAIL(err, LIA_EARG, "",
        "f must change its sign between %g and %g: it is %g and %g there", a, b, q.f, p.f);

  r = q;
  double step = fabs(b - a);
  shrinking seen = { root_larger(&p, &q), step, root_larger(&p, &q), (double)INFINITY };
  for (double t = 0.5; ; t = next(&p, &q, &r, step)) {
    const end *near = fabs(p.f) <= fabs(q.f) ? &p : &q;
    double width = fabs(q.x - p.x), tol = 0.5 * xtol + 2 * DBL_EPSILON * fabs(near->x);
    *x = near->x;
    root_follow(&seen, width, root_larger(&p, &q));
    if (near->f == 0) return LIA_OK;
    if (width <= 2 * tol) return no_pole(&seen, &p, &q, err);

    // stay a tolerance away from both ends, so that the bracket closes from both sides
    t = fmin(fmax(t, tol / width), 1 - tol / width);
    end m = { .x = p.x + t * (q.x - p.x) };
    if (m.x == p.x || m.x == q.x) return no_pole(&seen, &p, &q, err);
    LIA_TRY(root_evaluate(f, user, &m, count, err));
    step = fabs(m.x - near->x);
    if ((m.f > 0) == (p.f > 0)) r = p;
    else {
      r = q;
      q = p;
    }
    p = m;
  }
}
