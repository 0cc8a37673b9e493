/* cone.c - impulses of contacts: sweeps over the blocks, Newton's method for the rest */
#include "num/cone.h"

#include "base/assert.h"
#include "num/factor.h"
#include "num/vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct sweep {
  const lia_cone *p;
  double *x, *u;
  int *from, *near;          // blocks that block i is coupled to: near[from[i]] ..
  double *A, *d, *kept;      // of Newton
  int *piv;
} sweep;

static int block_rows(const lia_cone_block *k) { return k->kind == LIA_CONE_friction ? 3 : 1; }

static const double *entry(const lia_cone *p, int i, int j) {
  return p->W + (size_t)i * (size_t)p->n + j;
}

// the share of W of a block: what its residual is a velocity by
static double share(const lia_cone *p, const lia_cone_block *k) {
  double sum = 0;
  for (int i = 0; i < block_rows(k); i++) sum += *entry(p, k->first + i, k->first + i);
  return sum / block_rows(k);
}

// ---- projections ----

static double into(double x, double low, double high) { return fmin(fmax(x, low), high); }

// onto { |x_t| <= mu x_n }, the nearest point
static void onto_cone(double mu, double x[3]) {
  const double side = hypot(x[1], x[2]);
  if (x[0] >= 0 && side <= mu * x[0]) return;
  double n = (x[0] + mu * side) / (1 + mu * mu), scale;
  if (!(n > 0)) n = 0;
  scale = side > 0 ? mu * n / side : 0;
  x[0] = n;
  x[1] *= scale;
  x[2] *= scale;
}

static void onto(const lia_cone_block *k, double *x) {
  if (k->kind == LIA_CONE_bound) *x = into(*x, k->low, k->high);
  if (k->kind == LIA_CONE_friction) onto_cone(k->mu, x);
}

// ---- residual ----

static double block_residual(const lia_cone *p, const lia_cone_block *k, const double *x,
    const double *u) {
  const double w = share(p, k);
  double z[3], sum = 0;
  const int n = block_rows(k);
  if (!(w > 0)) return 0;   // nothing can move there
  for (int i = 0; i < n; i++) z[i] = x[i] - u[i] / w;
  if (k->kind == LIA_CONE_friction) z[0] -= k->mu * hypot(u[1], u[2]) / w;
  onto(k, z);
  for (int i = 0; i < n; i++) sum += (x[i] - z[i]) * (x[i] - z[i]);
  return sqrt(sum) * w;
}

// u = W x + b of a block, by what it is coupled to
static void block_velocity(const sweep *s, int i, double u[3]) {
  const lia_cone *p = s->p;
  const lia_cone_block *k = &p->block[i];
  for (int a = 0; a < block_rows(k); a++) {
    const double *row = entry(p, k->first + a, 0);
    double sum = p->b[k->first + a];
    for (int e = s->from[i]; e < s->from[i + 1]; e++) {
      const lia_cone_block *o = &p->block[s->near[e]];
      for (int c = 0; c < block_rows(o); c++) sum += row[o->first + c] * s->x[o->first + c];
    }
    u[a] = sum;
  }
}

static double worst_of(const lia_cone *p, const double *x, const double *u, int *worst) {
  double most = 0;
  *worst = -1;
  for (int i = 0; i < p->nblock; i++) {
    const lia_cone_block *k = &p->block[i];
    const double r = block_residual(p, k, x + k->first, u + k->first);
    if (r > most || isnan(r)) {
      most = r;
      *worst = i;
    }
  }
  const double size = lia_vec_max(p->b, p->n);
  return size > 0 ? most / size : most;
}

double lia_cone_residual(const lia_cone *p, const double *x, double *u, int *worst) {
  for (int i = 0; i < p->n; i++) u[i] = p->b[i] + lia_vec_dot(entry(p, i, 0), x, p->n);
  return worst_of(p, x, u, worst);
}

static double cone_measure(const sweep *s, int *worst) {
  for (int i = 0; i < s->p->nblock; i++) block_velocity(s, i, s->u + s->p->block[i].first);
  return worst_of(s->p, s->x, s->u, worst);
}

// ---- one contact with all others as they are ----

// The normal eliminated: u_t = S y + c, x_n = -(b_n + w . y)/W_nn for the impulse y along the
// plane. What slides has u_t = -a y with a > 0:
//   y(a) = -(S + a)^-1 c,   f(a) = |y| - mu x_n = 0,
// f > 0 where sticking (a = 0) takes too much, f < 0 where a is large: Newton between both
typedef struct slide { double S[3], c[2], w[2], bn, wn, mu, least; } slide;

static double slide_at(const slide *s, double a, double y[2], double *rate) {
  const double p = s->S[0] + a + s->least, q = s->S[1], r = s->S[2] + a + s->least;
  const double det = p * r - q * q;
  y[0] = -(r * s->c[0] - q * s->c[1]) / det;
  y[1] = -(p * s->c[1] - q * s->c[0]) / det;
  // dy/da = -(S + a)^-1 y
  const double dy[2] = { -(r * y[0] - q * y[1]) / det, -(p * y[1] - q * y[0]) / det };
  const double size = hypot(y[0], y[1]);
  const double normal = -(s->bn + s->w[0] * y[0] + s->w[1] * y[1]) / s->wn;
  *rate = s->mu * (s->w[0] * dy[0] + s->w[1] * dy[1]) / s->wn;
  if (size > 0) *rate += (y[0] * dy[0] + y[1] * dy[1]) / size;
  return size - s->mu * normal;
}

enum { SLIDE_STEPS = 80 };

static void slide_solve(const slide *s, double y[2]) {
  double low = 0, rate, high = s->S[0] + s->S[2] + s->least;
  for (int k = 0; k < 500 && slide_at(s, high, y, &rate) > 0; k++) {
    low = high;
    high *= 4;
  }
  double a = low;
  for (int k = 0; k < SLIDE_STEPS; k++) {
    const double f = slide_at(s, a, y, &rate);
    if (f == 0) return;
    if (f > 0) low = a;
    else high = a;
    double next = a - f / rate;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (fabs(next - a) <= 1e-15 * next) break;
    a = next;
  }
  slide_at(s, a, y, &rate);
}

// x of a contact, where b is u without its own x
static void contact_solve(const lia_cone *p, const lia_cone_block *k, const double b[3],
    double x[3]) {
  const double *N = entry(p, k->first, k->first), *T = N + p->n, *B = T + p->n;
  slide s = { .bn = b[0], .wn = N[0], .mu = k->mu, .w = { N[1], N[2] } };
  double y[2] = { 0, 0 }, rate;
  x[0] = x[1] = x[2] = 0;
  if (b[0] >= 0 || !(N[0] > 0)) return;
  s.S[0] = T[1] - N[1] * N[1] / N[0];
  s.S[1] = T[2] - N[1] * N[2] / N[0];
  s.S[2] = B[2] - N[2] * N[2] / N[0];
  s.c[0] = b[1] - N[1] * b[0] / N[0];
  s.c[1] = b[2] - N[2] * b[0] / N[0];
  // a direction that nothing can move in (mechanisms in a plane) takes no impulse
  s.least = 1e-13 * (N[0] + T[1] + B[2]);
  if (k->mu > 0 && slide_at(&s, 0, y, &rate) > 0) slide_solve(&s, y);
  const double normal = -(b[0] + N[1] * y[0] + N[2] * y[1]) / N[0];
  x[0] = fmax(normal, 0);
  x[1] = y[0];
  x[2] = y[1];
  onto_cone(k->mu, x);   // rounding
}

static void block_solve(const sweep *s, int i, double *moved) {
  const lia_cone *p = s->p;
  const lia_cone_block *k = &p->block[i];
  const int n = block_rows(k), f = k->first;
  double u[3], b[3], x[3];
  block_velocity(s, i, u);
  for (int a = 0; a < n; a++) {
    b[a] = u[a];
    for (int c = 0; c < n; c++) b[a] -= *entry(p, f + a, f + c) * s->x[f + c];
  }
  const double w = *entry(p, f, f);
  if (k->kind == LIA_CONE_friction) contact_solve(p, k, b, x);
  else {
    x[0] = w > 0 ? -b[0] / w : 0;
    onto(k, x);
  }
  for (int a = 0; a < n; a++) {
    *moved = fmax(*moved, fabs(x[a] - s->x[f + a]) * *entry(p, f + a, f + a));
    s->x[f + a] = x[a];
  }
}

// ---- Newton's method ----

// row a of the block at `row` of A = dF/dx: scale times row of W, with a little more on the
// diagonal so that rows that depend on each other share their impulses as they do now
static void newton_row(sweep *s, int row, double scale) {
  const lia_cone *p = s->p;
  double *A = s->A + (size_t)row * (size_t)p->n;
  for (int j = 0; j < p->n; j++) A[j] += scale * *entry(p, row, j);
  A[row] += scale * 1e-10 * *entry(p, row, row) + DBL_MIN;
}

static void hold_row(sweep *s, int row, double w) {
  s->A[(size_t)row * (size_t)s->p->n + (size_t)row] = w;
  s->d[row] = 0;
}

// the rows along the plane of a contact that slides: with y = x_t - u_t/w, e = y/|y|,
// r = mu (x_n - u_n/w)
//   F = w (x_t - r e),   dF = w dx_t - e mu (w dx_n - du_n) - r/|y| (1 - e e') (w dx_t - du_t)
static void slide_rows(sweep *s, const lia_cone_block *k, const double y[2], double r, double w) {
  const lia_cone *p = s->p;
  const int f = k->first;
  const double *x = s->x + f, size = hypot(y[0], y[1]), e[2] = { y[0] / size, y[1] / size };
  for (int a = 0; a < 2; a++) {
    double *A = s->A + (size_t)(f + 1 + a) * (size_t)p->n;
    for (int c = 0; c < 2; c++) {
      const double part = r / size * ((a == c) - e[a] * e[c]);
      for (int j = 0; j < p->n; j++) A[j] += part * *entry(p, f + 1 + c, j);
      A[f + 1 + c] += w * ((a == c) - part);
    }
    for (int j = 0; j < p->n; j++) A[j] += k->mu * e[a] * *entry(p, f, j);
    A[f] -= w * k->mu * e[a];
    s->d[f + 1 + a] = -w * (x[1 + a] - r * e[a]);
  }
}

static void contact_rows(sweep *s, const lia_cone_block *k, double w) {
  const int f = k->first;
  const double *x = s->x + f, *u = s->u + f;
  const double y[2] = { x[1] - u[1] / w, x[2] - u[2] / w };
  if (!(x[0] - u[0] / w > 0)) {
    for (int a = 0; a < 3; a++) hold_row(s, f + a, w);
    for (int a = 0; a < 3; a++) s->d[f + a] = -w * x[a];
    return;
  }
  newton_row(s, f, 1);
  s->d[f] = -u[0];
  const double r = k->mu * (x[0] - u[0] / w);
  if (hypot(y[0], y[1]) > r) {
    slide_rows(s, k, y, r, w);
    return;
  }
  for (int a = 1; a < 3; a++) {
    newton_row(s, f + a, 1);
    s->A[(size_t)(f + a) * (size_t)(s->p->n + 1)] += 1e-13 * w;
    s->d[f + a] = -u[a];
  }
}

static void newton_rows(sweep *s) {
  const lia_cone *p = s->p;
  memset(s->A, 0, (size_t)p->n * (size_t)p->n * sizeof *s->A);
  for (int i = 0; i < p->nblock; i++) {
    const lia_cone_block *k = &p->block[i];
    const int f = k->first;
    const double w = share(p, k), z = w > 0 ? s->x[f] - s->u[f] / w : 0;
    if (!(w > 0)) for (int a = 0; a < block_rows(k); a++) hold_row(s, f + a, 1);
    else if (k->kind == LIA_CONE_friction) contact_rows(s, k, w);
    else if (k->kind == LIA_CONE_bound && into(z, k->low, k->high) != z) {
      hold_row(s, f, w);
      s->d[f] = w * (into(z, k->low, k->high) - s->x[f]);
    } else {
      newton_row(s, f, 1);
      s->d[f] = -s->u[f];
    }
  }
}

// Steps from where the sweeps have come to, which may get worse before they get better: how many.
// The best of them is kept
enum { NEWTONS = 16 };

static int cone_newton(sweep *s, double *residual, int *worst) {
  const lia_cone *p = s->p;
  lia_error ignored = { 0 };
  lia_mat A = lia_mat_of(s->A, p->n, p->n);
  int n = 0;
  lia_vec_copy(s->kept, s->x, p->n);
  while (n < NEWTONS && *residual > p->tol) {
    newton_rows(s);
    if (lia_lu_factor(A, s->piv, &ignored) != LIA_OK) break;
    lia_lu_solve(A, s->piv, s->d);
    for (int i = 0; i < p->n; i++) s->x[i] += s->d[i];
    n++;
    int at;
    const double now = cone_measure(s, &at);
    if (!(now < *residual)) continue;
    *residual = now;
    *worst = at;
    lia_vec_copy(s->kept, s->x, p->n);
  }
  // what is outside of its cone by rounding
  lia_vec_copy(s->x, s->kept, p->n);
  for (int i = 0; i < p->nblock; i++) onto(&p->block[i], s->x + p->block[i].first);
  *residual = cone_measure(s, worst);
  return n;
}

// ---- all of it ----

static int coupled(const lia_cone *p, const lia_cone_block *a, const lia_cone_block *b) {
  for (int i = 0; i < block_rows(a); i++)
    for (int j = 0; j < block_rows(b); j++)
      if (*entry(p, a->first + i, b->first + j) != 0) return 1;
  return a == b;
}

static void couple(sweep *s) {
  const lia_cone *p = s->p;
  int n = 0;
  for (int i = 0; i < p->nblock; i++) {
    s->from[i] = n;
    for (int j = 0; j < p->nblock; j++)
      if (coupled(p, &p->block[i], &p->block[j])) s->near[n++] = j;
  }
  s->from[p->nblock] = n;
}

// sweeps before the first steps of Newton, and between two tries
enum { FIRST_SWEEPS = 8, SWEEPS = 30 };
// after so many sweeps so much more than tol is enough
enum { PATIENCE = 60, LOOSE = 1000 };

static lia_status cone_iterate(sweep *s, lia_cone_info *info, lia_error *err) {
  const lia_cone *p = s->p;
  int until = FIRST_SWEEPS;
  info->residual = cone_measure(s, &info->worst);
  while (!(info->residual <= p->tol)) {
    double moved = 0;
    if (isnan(info->residual))
      return LIA_FAIL(err, LIA_EDOMAIN, "contacts", "an impulse is not a number");
    if (info->sweeps >= PATIENCE && info->residual <= LOOSE * p->tol) return LIA_OK;
    if (info->sweeps >= p->most)
      return LIA_FAIL(err, LIA_ENOCONV, "contacts",
          "after %d sweeps the impulses are off by %.2g of the speeds", info->sweeps,
          info->residual);
    for (int i = 0; i < p->nblock; i++) block_solve(s, i, &moved);
    info->sweeps++;
    info->residual = cone_measure(s, &info->worst);
    if (info->sweeps < until) continue;
    until = info->sweeps + SWEEPS;
    info->newtons += cone_newton(s, &info->residual, &info->worst);
  }
  return LIA_OK;
}

lia_status lia_cone_solve(const lia_cone *p, double *x, double *u, double *work, int *ints,
    lia_cone_info *info, lia_error *err) {
  const int n = p->n;
  sweep s = { .p = p, .x = x, .u = u, .A = work, .d = work + (size_t)n * (size_t)n,
      .from = ints, .piv = ints + n + 2, .near = ints + 2 * n + 4 };
  s.kept = s.d + n;
  *info = (lia_cone_info){ .worst = -1 };
  if (lia_vec_bad(p->b, n) >= 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "contacts", "a speed is not finite");
  couple(&s);
  for (int i = 0; i < p->nblock; i++) onto(&p->block[i], x + p->block[i].first);
  return cone_iterate(&s, info, err);
}
