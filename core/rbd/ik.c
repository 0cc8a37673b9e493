/* ik.c - damped least squares in the dual: six equations at most, however many joints */
#include "rbd/ik.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include "geo/rot.h"

#include <float.h>
#include <math.h>
#include <string.h>

const lia_ik_opts lia_ik_defaults = { LIA_IK_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_ik_check(const lia_ik_opts *o, lia_error *err) {
  LIA_IK_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

static void lay(lia_layout *l, lia_ik *w, const lia_model *m) {
  (void)LIA_TAKE(l, lia_ik, 1);
  w->J = LIA_TAKE(l, double, 6 * m->nv);
  w->lower = LIA_TAKE(l, double, m->nv);
  w->upper = LIA_TAKE(l, double, m->nv);
  w->dq = LIA_TAKE(l, double, m->nv);
  w->period = LIA_TAKE(l, double, m->nv);
  w->q = LIA_TAKE(l, double, m->nq);
  w->start = LIA_TAKE(l, double, m->nq);
  w->random = LIA_TAKE(l, double, m->nq);
  w->iq = LIA_TAKE(l, int, m->nv);
  w->slide = LIA_TAKE(l, unsigned char, m->nv);
  w->moves = LIA_TAKE(l, unsigned char, m->nv);
  w->hold = LIA_TAKE(l, unsigned char, m->nv);
}

lia_status lia_ik_new(lia_ik **out, const lia_model *m, lia_data *d, lia_error *err) {
  lia_ik measure, *w;
  lia_layout l = { 0 };
  lay(&l, &measure, m);
  *out = NULL;
  if (!(w = lia_block(l.used)))
    return LIA_FAIL(err, LIA_ENOMEM, "ik", "no memory for %d coordinates", m->nv);
  l = (lia_layout){ .base = (char *)w };
  lay(&l, w, m);
  w->m = m;
  w->d = d;
  for (int b = 0; b < m->nbody; b++) {
    const lia_model_body *B = &m->body[b];
    for (int k = 0; k < B->nv; k++) w->iq[B->iv + k] = B->nq == B->nv ? B->iq + k : -1;
  }
  lia_model_periods(m, w->period);
  *out = w;
  return LIA_OK;
}

// ---- one start ----

// e = what is missing, base axes, metres told in lengths; returns e'e / 2 over the rows asked for
static double ik_missing(const lia_ik *w, const lia_ik_target *t, double e[6], lia_ik_info *info) {
  lia_frame X;
  double p[3], D[9], left[2] = { 0, 0 };
  lia_pole pole;
  lia_fk_body(w->m, w->d, t->body, &X);
  lia_frame_point(p, &X, t->p_B);
  lia_sub3(e, t->X.p, p);
  lia_mult33(D, t->X.R, X.R);
  if (t->rows >> 3) lia_rot_log(e + 3, D, &pole);
  for (int r = 0; r < 6; r++) {
    if (!(t->rows >> r & 1)) e[r] = 0;
    left[r / 3] += e[r] * e[r];
  }
  info->distance = sqrt(left[0]);
  info->angle = sqrt(left[1]);
  lia_scale3(e, 1 / w->length, e);
  return 0.5 * (left[0] / (w->length * w->length) + left[1]);
}

// rows in lengths, columns of slides in lengths too; what does not count, or may not move, is zero
static void scale(lia_ik *w, const lia_ik_target *t, const unsigned char *locked) {
  int n = w->m->nv;
  for (int k = 0; k < n; k++) {
    double unit = w->slide[k] ? w->length : 1;
    if (locked && locked[k]) unit = 0;
    for (int r = 0; r < 6; r++)
      w->J[r * n + k] *= (t->rows >> r & 1) * (r < 3 ? unit / w->length : unit);
  }
}

// coordinates at a limit that the error pulls beyond are held
static void hold(lia_ik *w, const double *q, const double e[6]) {
  int n = w->m->nv;
  for (int k = 0; k < n; k++) {
    double g = 0;
    for (int r = 0; r < 6; r++) g += w->J[r * n + k] * e[r];
    int i = w->iq[k];
    w->hold[k] = i >= 0 && ((g > 0 && q[i] >= w->upper[k]) || (g < 0 && q[i] <= w->lower[k]));
    if (w->hold[k])
      for (int r = 0; r < 6; r++) w->J[r * n + k] = 0;
  }
}

// (J J' + lambda) y = e, dq = J' y
static void step(lia_ik *w, const double e[6], double lambda) {
  int n = w->m->nv;
  double A[6][6], y[6];
  for (int r = 0; r < 6; r++)
    for (int c = 0; c <= r; c++) A[r][c] = lia_vec_dot(w->J + r * n, w->J + c * n, n);
  double most = 0;
  for (int r = 0; r < 6; r++) most = fmax(most, A[r][r]);
  lambda = lambda * (most > 1 ? 1 : most) + 1e-14 * most + DBL_MIN;
  // L L' = A + lambda, forwards, then backwards
  for (int r = 0; r < 6; r++) {
    A[r][r] += lambda;
    y[r] = e[r];
    for (int c = 0; c < r; c++) {
      for (int k = 0; k < c; k++) A[r][c] -= A[r][k] * A[c][k];
      A[r][c] /= A[c][c];
      A[r][r] -= A[r][c] * A[r][c];
      y[r] -= A[r][c] * y[c];
    }
    A[r][r] = sqrt(fmax(A[r][r], lambda));
    y[r] /= A[r][r];
  }
  for (int r = 5; r >= 0; r--) {
    for (int k = r + 1; k < 6; k++) y[r] -= A[k][r] * y[k];
    y[r] /= A[r][r];
  }
  memset(w->dq, 0, (size_t)n * sizeof *w->dq);
  for (int r = 0; r < 6; r++) lia_vec_axpy(w->dq, y[r], w->J + r * n, n);
}

static void clamp(const lia_ik *w, double *q) {
  for (int k = 0; k < w->m->nv; k++) {
    int i = w->iq[k];
    LIA_ASSERT(i < w->m->nq);
    if (i >= 0) q[i] = fmin(fmax(q[i], w->lower[k]), w->upper[k]);
  }
}

// no turn beyond one radian, no slide beyond one length; then back within the limits
static void move(lia_ik *w, double *q) {
  int n = w->m->nv;
  double most = 1;
  for (int k = 0; k < n; k++) most = fmax(most, fabs(w->dq[k]));
  for (int k = 0; k < n; k++) w->dq[k] *= (w->slide[k] ? w->length : 1) / most;
  lia_model_step(w->m, q, w->dq, 1, q);
  clamp(w, q);
}

// from q downhill: 1 where it arrives. Gives up where five steps have not halved the error
static int descend(lia_ik *w, const lia_ik_target *t, const lia_ik_opts *o,
    const unsigned char *locked, double *q, lia_ik_info *info) {
  double e[6] = { 0 }, mark = HUGE_VAL;
  for (int i = 0;; i++) {
    lia_jac(w->m, w->d, q, t->body, t->p_B, LIA_AXES_BASE, w->J);
    double E = ik_missing(w, t, e, info);
    if (info->distance <= o->tol && info->angle <= o->tol) return 1;
    if (i == o->max_iter || (i % 5 == 4 && E > 0.5 * mark)) return 0;
    if (i % 5 == 4 || i == 0) mark = E;
    info->iterations++;
    scale(w, t, locked);
    hold(w, q, e);
    step(w, e, o->damping * E);
    move(w, q);
  }
}

// ---- several ----

// which velocities carry the body, which of them slide; and how far the axes that turn it are away
static void ik_look(lia_ik *w, const lia_ik_target *t, const double *q) {
  int n = w->m->nv;
  w->length = 0;
  lia_jac(w->m, w->d, q, t->body, t->p_B, LIA_AXES_BASE, w->J);
  memset(w->moves, 0, (size_t)n);
  for (int N = w->m->body[t->body].node; N > 0; N = w->m->node[N].parent)
    for (int k = 0; k < w->m->node[N].nv; k++) w->moves[w->m->user_v[w->m->node[N].iv + k]] = 1;
  for (int k = 0; k < n; k++) {
    double u2 = 0, w2 = 0;
    for (int r = 0; r < 3; r++) {
      u2 += w->J[r * n + k] * w->J[r * n + k];
      w2 += w->J[(3 + r) * n + k] * w->J[(3 + r) * n + k];
    }
    w->slide[k] = w2 == 0;
    if (w2 > 0) w->length = fmax(w->length, sqrt(u2 / w2));
  }
  if (!(w->length > 1e-9)) w->length = 1;
  LIA_ASSERT(isfinite(w->length));
}

static void restart(lia_ik *w, lia_rng *r, const unsigned char *locked, double *q) {
  lia_model_random(w->m, r, w->random);
  for (int b = 0; b < w->m->nbody; b++) {
    const lia_model_body *B = &w->m->body[b];
    int free = B->nv > 0;
    for (int k = 0; k < B->nv; k++) free &= w->moves[B->iv + k] && !(locked && locked[B->iv + k]);
    for (int k = 0; free && k < B->nq; k++) q[B->iq + k] = w->random[B->iq + k];
  }
}

// whole turns back towards where it started, where the limits allow it
static void unwind(const lia_ik *w, double *q) {
  LIA_ASSERT(!w->m->nq || q != w->start);
  for (int k = 0; k < w->m->nv; k++) {
    int i = w->iq[k];
    if (!(w->period[k] > 0) || !w->moves[k]) continue;
    double x = q[i] - w->period[k] * nearbyint((q[i] - w->start[i]) / w->period[k]);
    if (x >= w->lower[k] && x <= w->upper[k]) q[i] = x;
  }
}

lia_status lia_ik_solve(lia_ik *w, const lia_ik_target *t, const lia_ik_opts *o,
    const unsigned char *locked, double *q, lia_ik_info *info,
    lia_error *err) {
  LIA_ASSERT(t->body >= 0 && t->body < w->m->nbody && t->rows < 1u << 6);
  lia_ik_info now = { 0 };
  lia_rng r = lia_rng_seed((uint64_t)o->seed);
  size_t bytes = (size_t)w->m->nq * sizeof *q;
  double best = HUGE_VAL;
  int there = 0;
  LIA_TRY(lia_ik_check(o, err));
  lia_model_limits(w->m, w->lower, w->upper);
  for (int k = 0; k < w->m->nv && !o->limits; k++) {
    w->lower[k] = -HUGE_VAL;
    w->upper[k] = HUGE_VAL;
  }
  ik_look(w, t, q);
  memcpy(w->start, q, bytes);
  for (now.starts = 1; !there && now.starts <= o->starts; now.starts++) {
    memcpy(w->q, w->start, bytes);
    if (now.starts > 1) restart(w, &r, locked, w->q);
    clamp(w, w->q);
    there = descend(w, t, o, locked, w->q, &now);
    double E = now.distance * now.distance / (w->length * w->length) + now.angle * now.angle;
    if (!there && E >= best) continue;
    best = E;
    *info = now;
    unwind(w, w->q);
    memcpy(q, w->q, bytes);
  }
  info->iterations = now.iterations;
  if (there) return LIA_OK;
  info->starts = o->starts;
  return LIA_FAIL(err, LIA_ENOCONV, "",
      "no configuration was found%s: the nearest of %d starts is %.3g m and %.3g rad away",
      o->limits ? " within the limits" : "", o->starts, info->distance, info->angle);
}
