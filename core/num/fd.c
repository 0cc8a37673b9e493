/* fd.c - central differences and their extrapolation                                  [HNW] II.9 */
#include "num/fd.h"

#include "base/assert.h"
#include "num/power.h"

#include <float.h>

const lia_fd_opts lia_fd_defaults = { LIA_FD_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_fd_check(const lia_fd_opts *o, lia_error *err) {
  LIA_FD_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

// D(h), D(2h), D(4h): an error c2 h^2 + c4 h^4 + ... loses its first terms
static const double weight[3][3] = {
  { 1, 0, 0 },
  { 4.0 / 3, -1.0 / 3, 0 },
  { 64.0 / 45, -20.0 / 45, 1.0 / 45 },
};

// the step where the rounding of f, eps / h^derivative, meets the first error term left, (2^levels
// h)^order
static double step_of(const lia_fd_opts *o, double x, int derivative) {
  LIA_ASSERT(derivative == 1 || derivative == 2);
  double h = o->h > 0 ? o->h : lia_power(DBL_EPSILON, 1.0 / (o->order + derivative));
  return h * fmax(fabs(x), o->scale);
}

// dy += w (f(x + h d) - f(x - h d)) / 2h; where d is NULL, along axis k
static lia_status central(const lia_fd_map *m, const double *x, const double *d, int k, double h,
    double w, double *dy, double *work, lia_error *err) {
  double *at = work, *ahead = at + m->n, *back = ahead + m->p, width = 2 * h;
  LIA_ASSERT(d || (k >= 0 && k < m->n));
  lia_vec_copy(at, x, m->n);
  if (d) lia_vec_axpy(at, h, d, m->n);
  else {
    at[k] = x[k] + h;
    width = at[k];
  }
  LIA_TRY(m->f(m->user, at, ahead, err));
  if (d) lia_vec_add(at, x, -h, d, m->n);
  else {
    at[k] = x[k] - h;
    width -= at[k];
  }   // the distance that was really walked
  LIA_TRY(m->f(m->user, at, back, err));
  for (int i = 0; i < m->p; i++) dy[i] += w * ((ahead[i] - back[i]) / width);
  return LIA_OK;
}

static lia_status extrapolated(const lia_fd_map *m, const double *x, const double *d, int k,
    double h, int order, double *dy, double *work, lia_error *err) {
  lia_vec_zero(dy, m->p);
  for (int level = 0; level < order / 2; level++, h *= 2)
    LIA_TRY(central(m, x, d, k, h, weight[order / 2 - 1][level], dy, work, err));
  return LIA_OK;
}

lia_status lia_fd_along(const lia_fd_map *m, const double *x, const double *d,
    const lia_fd_opts *opts, double *dy, double *work, lia_error *err) {
  const lia_fd_opts *o = opts ? opts : &lia_fd_defaults;
  LIA_TRY(lia_fd_check(o, err));
  double size = lia_vec_max(d, m->n);
  double h = step_of(o, lia_vec_max(x, m->n), 1) / (size > 0 ? size : 1);
  return extrapolated(m, x, d, 0, h, o->order, dy, work, err);
}

lia_status lia_fd_jacobian(const lia_fd_map *m, const double *x, const lia_fd_opts *opts, lia_mat J,
    double *work, lia_error *err) {
  const lia_fd_opts *o = opts ? opts : &lia_fd_defaults;
  LIA_ASSERT(J.rows == m->p && J.cols == m->n);
  LIA_TRY(lia_fd_check(o, err));
  for (int k = 0; k < m->n; k++) {
    double *column = work + m->n + 2 * m->p, h = step_of(o, x[k], 1);
    LIA_TRY(extrapolated(m, x, NULL, k, h, o->order, column, work, err));
    for (int i = 0; i < m->p; i++) *lia_mat_at(J, i, k) = column[i];
  }
  return LIA_OK;
}

lia_status lia_fd_gradient(const lia_fd_map *m, const double *x, const lia_fd_opts *opts, double *g,
    double *work, lia_error *err) {
  LIA_ASSERT(m->p == 1);
  return lia_fd_jacobian(m, x, opts, lia_mat_of(g, 1, m->n), work, err);
}

static lia_status value(const lia_fd_map *m, const double *x, int i, double hi, int j, double hj,
    double *y, double *at, lia_error *err) {
  lia_vec_copy(at, x, m->n);
  at[i] += hi;
  at[j] += hj;
  return m->f(m->user, at, y, err);
}

// (f(+,+) - f(+,-) - f(-,+) + f(-,-)) / 4 h_i h_j, which for i = j is (f(2h) - 2 f(0) + f(-2h)) / 4
// h^2
static lia_status second(const lia_fd_map *m, const double *x, int i, int j, double hi, double hj,
    double *d, double *at, lia_error *err) {
  double s = 0, y;
  for (int a = -1; a <= 1; a += 2)
    for (int b = -1; b <= 1; b += 2) {
      LIA_TRY(value(m, x, i, a * hi, j, b * hj, &y, at, err));
      s += a * b * y;
    }
  *d = s / (4 * hi * hj);
  return LIA_OK;
}

lia_status lia_fd_hessian(const lia_fd_map *m, const double *x, const lia_fd_opts *opts, lia_mat H,
    double *work, lia_error *err) {
  const lia_fd_opts *o = opts ? opts : &lia_fd_defaults;
  LIA_ASSERT(m->p == 1 && H.rows == m->n && H.cols == m->n);
  LIA_TRY(lia_fd_check(o, err));
  lia_mat_zero(H);
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j <= i; j++)
      for (int level = 0; level < o->order / 2; level++) {
        double d, by = 1 << level;
        LIA_TRY(second(m, x, i, j, by * step_of(o, x[i], 2), by * step_of(o, x[j], 2), &d, work,
            err));
        *lia_mat_at(H, i, j) += weight[o->order / 2 - 1][level] * d;
      }
  lia_mat_mirror(H);
  return LIA_OK;
}

lia_status lia_fd_known(const lia_fd_map *m, const double *x, double scale, lia_mat J, double *work,
    lia_error *err) {
  lia_fd_opts plain = { .order = 2, .scale = scale };
  LIA_ASSERT(J.rows == m->p && J.cols == m->n);
  if (m->jac) LIA_TRY(m->jac(m->user, x, J, err));
  else LIA_TRY(lia_fd_jacobian(m, x, &plain, J, work, err));
  return lia_mat_finite(J, "J", err);
}

int lia_fd_noise(lia_mat J, const double *F, const double *x, double scale) {
  for (int i = 0; i < J.rows; i++) {
    double size = 0;
    for (int j = 0; j < J.cols; j++) size += fabs(*lia_mat_at(J, i, j)) * fmax(fabs(x[j]), scale);
    if (!(fabs(F[i]) <= 64 * DBL_EPSILON * size)) return 0;
  }
  return 1;
}
