/* lsq.c - Levenberg and Marquardt with Nielsen's damping and More's scaling
 *                                                                          [DS] 10.2, [Nielsen] */
#include "num/lsq.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"

const lia_lsq_opts lia_lsq_defaults = { LIA_LSQ_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_lsq_check(const lia_lsq_opts *o, lia_error *err) {
  LIA_LSQ_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

const char *lia_lsq_state_text(lia_lsq_state s) {
  static const char *const text[] = {
#define X(name, words) words,
    LIA_LSQ_STATES(X)
#undef X
  };
  LIA_ASSERT((unsigned)s < sizeof text / sizeof *text);
  return text[s];
}

static void layout(lia_layout *l, lia_lsq *w) {
  size_t n = (size_t)w->n, p = (size_t)w->p;
  w->J = lia_mat_of(LIA_TAKE(l, double, p * n), w->p, w->n);
  w->B = lia_mat_of(LIA_TAKE(l, double, (p + n) * n), w->p + w->n, w->n);
  w->r = LIA_TAKE(l, double, p);
  w->r_try = LIA_TAKE(l, double, p);
  w->rhs = LIA_TAKE(l, double, p + n);
  w->x_try = LIA_TAKE(l, double, n);
  w->s = LIA_TAKE(l, double, n);
  w->d = LIA_TAKE(l, double, n);
  w->g = LIA_TAKE(l, double, n);
  w->free = LIA_TAKE(l, int, n);
  w->work = LIA_TAKE(l, double, LIA_FD_WORK(n, p));
}

lia_status lia_lsq_new(lia_lsq **out, int n, int p, lia_error *err) {
  lia_lsq shape = { .n = n, .p = p };
  *out = NULL;
  if (n < 0 || p < 0 || p > 16384)
    return LIA_FAIL(err, LIA_EARG, "",
        "expected sizes from 0 to 16384, got %d residuals, %d unknowns", p, n);
  LIA_TRY(lia_qr_new(&shape.qr, p + n, n, err));
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  lia_lsq *w = lia_block(l.used);
  if (!w) {
    lia_qr_free(shape.qr);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d residuals in %d unknowns", p, n);
  }
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w);
  *out = w;
  return LIA_OK;
}

void lia_lsq_free(lia_lsq *w) {
  if (!w) return;
  lia_qr_free(w->qr);
  lia_free(w);
}

typedef struct search {
  lia_lsq *w;
  const lia_fd_map *map;
  const lia_lsq_opts *o;
  lia_lsq_info *info;
  const double *lo, *hi;
  double *x;
  double norm;          // |r|
  double lambda, grow;  // damping; what the next refused step multiplies it by
} search;

static void clip(const search *q, double *x) {
  for (int i = 0; i < q->w->n; i++) {
    if (q->lo) x[i] = fmax(x[i], q->lo[i]);
    if (q->hi) x[i] = fmin(x[i], q->hi[i]);
  }
}

static lia_status lsq_start(search *q, lia_error *err) {
  lia_lsq *w = q->w;
  for (int i = 0; q->lo && q->hi && i < w->n; i++)
    if (!(q->lo[i] <= q->hi[i]))
      return LIA_FAIL(err, LIA_EARG, "", "bounds of x[%d] are empty: %g > %g", i, q->lo[i],
          q->hi[i]);
  clip(q, q->x);
  q->info->calls++;
  LIA_TRY(q->map->f(q->map->user, q->x, w->r, err));
  int bad = lia_vec_bad(w->r, w->p);
  if (bad >= 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "r", "r[%d] is %g at the first guess", bad, w->r[bad]);
  q->norm = lia_vec_norm(w->r, w->p);
  lia_vec_zero(w->d, w->n);
  return LIA_OK;
}

// J, its gradient g = J'r, the unknowns no bound holds, and the cosine between r and their columns
static lia_status linearise(search *q, lia_error *err) {
  lia_lsq *w = q->w;
  q->info->jacobians++;
  LIA_TRY(lia_fd_known(q->map, q->x, q->o->scale, w->J, w->work, err));
  lia_mat_tmulv(w->g, w->J, w->r);
  q->info->cosine = 0;
  q->info->free = 0;
  for (int j = 0; j < w->n; j++) {
    double size = 0;
    for (int i = 0; i < w->p; i++) size = hypot(size, *lia_mat_at(w->J, i, j));
    w->d[j] = fmax(w->d[j], size);
    int held = (q->lo && q->x[j] <= q->lo[j] && w->g[j] >= 0) ||
        (q->hi && q->x[j] >= q->hi[j] && w->g[j] <= 0);
    if (held) continue;
    w->free[q->info->free++] = j;
    if (size > 0 && q->norm > 0)
      q->info->cosine = fmax(q->info->cosine, fabs(w->g[j]) / size / q->norm);
  }
  q->info->active = w->n - q->info->free;
  LIA_ASSERT(q->info->free <= w->n && q->info->cosine >= 0);
  return LIA_OK;
}

// min |J s + r|^2 + lambda |d s|^2 over the free unknowns, as one least-squares problem; then into
// the bounds
static lia_status damped_step(search *q, lia_error *err) {
  lia_lsq *w = q->w;
  int m = q->info->free;
  lia_mat B = lia_mat_part(w->B, 0, 0, w->p + m, m);
  lia_mat_zero(B);
  lia_vec_zero(w->rhs, w->p + m);
  for (int i = 0; i < w->p; i++) {
    w->rhs[i] = -w->r[i];
    for (int k = 0; k < m; k++) *lia_mat_at(B, i, k) = *lia_mat_at(w->J, i, w->free[k]);
  }
  for (int k = 0; k < m; k++)
    *lia_mat_at(B, w->p + k, k) = sqrt(q->lambda) * (w->d[w->free[k]] > 0 ? w->d[w->free[k]] : 1);
  LIA_ASSERT(q->lambda >= 0);
  LIA_TRY(lia_qr_factor(w->qr, B, 0, err));
  lia_qr_solve(w->qr, w->rhs, w->work);

  lia_vec_copy(w->x_try, q->x, w->n);
  for (int k = 0; k < m; k++) w->x_try[w->free[k]] += w->work[k];
  clip(q, w->x_try);
  lia_vec_add(w->s, w->x_try, -1, q->x, w->n);
  return LIA_OK;
}

// |r|^2 - |r + J s|^2 = -s'J'(2 r + J s)
static double promised(const search *q) {
  const lia_lsq *w = q->w;
  double sum = 0;
  for (int i = 0; i < w->p; i++) {
    double t = lia_vec_dot(lia_mat_row(w->J, i), w->s, w->n);
    sum = lia_fma(-t, 2 * w->r[i] + t, sum);
  }
  return sum;
}

// |r| there; *norm is infinite where r cannot be looked at
static lia_status try(search *q, double *norm, lia_error *err) {
  lia_lsq *w = q->w;
  lia_error quiet = { 0 };
  q->info->calls++;
  lia_status status = q->map->f(q->map->user, w->x_try, w->r_try, &quiet);
  *norm = status == LIA_OK && lia_vec_bad(w->r_try, w->p) < 0 ? lia_vec_norm(w->r_try, w->p)
      : HUGE_VAL;
  if (status == LIA_OK || status == LIA_EDOMAIN || status == LIA_ESINGULAR) return LIA_OK;
  if (err && err->code == LIA_OK) *err = quiet;
  return status;
}

static void lsq_accept(search *q, double norm, double step) {
  LIA_ASSERT(norm < q->norm);
  lia_lsq *w = q->w;
  lia_lsq_info *info = q->info;
  lia_vec_copy(q->x, w->x_try, w->n);
  lia_vec_copy(w->r, w->r_try, w->p);
  q->norm = norm;
  if (info->history && info->iterations < info->room)
    info->history[info->iterations] = (lia_lsq_row){ norm, step, q->lambda };
  info->iterations++;
}

// Nielsen: a good model lowers the damping smoothly, a bad one raises it faster and faster
static void adapt(search *q, double gain) {
  if (gain > 0) {
    double t = 2 * gain - 1;
    q->lambda = fmax(q->lambda * fmax(1.0 / 3, 1 - t * t * t), 1e-20);
    q->grow = 2;
  } else {
    q->lambda *= q->grow;
    q->grow *= 2;
  }
}

// damped steps until one reduces |r|; *done where there is nothing more to gain
static lia_status one_step(search *q, int *done, lia_error *err) {
  const lia_lsq_opts *o = q->o;
  *done = 0;
  for (;;) {
    LIA_TRY(damped_step(q, err));
    double step = lia_vec_norm(q->w->s, q->w->n), expected = promised(q), there,
        square = q->norm * q->norm;
    LIA_TRY(try(q, &there, err));
    double actual = (q->norm - there) * (q->norm + there),
        gain = expected > 0 ? actual / expected : -1;
    int better = gain > 1e-4;
    if (better) lsq_accept(q, there, step);
    adapt(q, better ? gain : 0);

    if (fabs(actual) <= o->ftol * square && expected >= 0 && expected <= o->ftol * square) {
      *done = 1;
      q->info->state = LIA_LSQ_decrease;
    } else if (step <= o->xtol * (o->scale + lia_vec_norm(q->x, q->w->n))) {
      *done = 1;
      q->info->state = better || q->info->cosine < 1e-3 ? LIA_LSQ_step : LIA_LSQ_stalled;
    }
    if (better || *done) return LIA_OK;
  }
}

// the rank of J's free columns, each scaled to its size: what the data determine
static lia_status judge(search *q, lia_error *err) {
  lia_lsq *w = q->w;
  int m = q->info->free;
  lia_mat B = lia_mat_part(w->B, 0, 0, w->p, m);
  for (int i = 0; i < w->p; i++)
    for (int k = 0; k < m; k++) {
      double d = w->d[w->free[k]];
      *lia_mat_at(B, i, k) = *lia_mat_at(w->J, i, w->free[k]) / (d > 0 ? d : 1);
    }
  LIA_TRY(lia_qr_factor(w->qr, B, q->map->jac ? 1e-12 : 1e-8, err));
  q->info->rank = w->qr->rank;
  LIA_ASSERT(q->info->rank <= m);
  if (q->info->rank < m) {
    q->info->degraded = 1;
    lia_text_format(q->info->text, sizeof q->info->text,
        "the residuals determine %d of %d free unknowns: the others stay near the guess",
        q->info->rank, m);
  }
  return LIA_OK;
}

lia_status lia_lsq_solve(lia_lsq *w, const lia_fd_map *map, const double *lo, const double *hi,
    const lia_lsq_opts *opts,
    double *x, lia_lsq_info *info, lia_error *err) {
  lia_lsq_info own = { 0 };
  search q = { .w = w, .map = map, .o = opts ? opts : &lia_lsq_defaults, .info = info ? info : &own,
      .lo = lo, .hi = hi, .x = x, .grow = 2 };
  LIA_ASSERT(map->n == w->n && map->p == w->p);
  LIA_TRY(lia_lsq_check(q.o, err));
  *q.info = (lia_lsq_info){ .state = LIA_LSQ_maxiter, .history = q.info->history,
      .room = q.info->room };
  q.lambda = q.o->damping;
  LIA_TRY(lsq_start(&q, err));

  for (int done = 0; !done && q.info->iterations < q.o->max_iter;) {
    LIA_TRY(linearise(&q, err));
    done = 1;
    if (lia_fd_noise(w->J, w->r, x, q.o->scale)) q.info->state = LIA_LSQ_exact;
    else if (q.info->cosine <= q.o->gtol) q.info->state = LIA_LSQ_gradient;
    else LIA_TRY(one_step(&q, &done, err));
  }
  q.info->norm = q.norm;
  LIA_TRY(judge(&q, err));
  if (q.info->state < LIA_LSQ_maxiter) return LIA_OK;
  lia_text_format(q.info->text, sizeof q.info->text, "%s (step %d, |r| %g, cosine %g)",
      lia_lsq_state_text(q.info->state),
      q.info->iterations, q.norm, q.info->cosine);
  return LIA_FAIL(err, LIA_ENOCONV, "", "%s", q.info->text);
}
