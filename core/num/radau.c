/* radau.c - Radau IIA of order 5: stiff systems and algebraic equations                  [HW2] IV.8
 *
 * M x' = f(t, x), M a diagonal of ones and zeros. With Z_i = X_i - x, W = (T^-1 (x) I) Z and T^-1
 * A^-1 T = diag(g, a +- ib) the simplified Newton iteration is one real and one complex system of
 * order n,
 *   (g/h M - J) dW1 = (T^-1 F)_1 - g/h M W1,     ((a + ib)/h M - J) (dW2 + i dW3) = ...      (8.13)
 * The error estimate is that of an embedded formula of order 3, filtered by the real matrix (8.19,
 * 8.20); steps by the smaller of the usual and Gustafsson's prediction. Between steps: the
 * collocation polynomial. J and its factors are kept as long as the iteration converges well. */
#include "num/stepper.h"

#include "base/assert.h"
#include "num/mat.h"
#include "num/power.h"
#include "num/shifted.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define R6 2.449489742783178098
static const double c[3] = { (4 - R6) / 10, (4 + R6) / 10, 1 };
static const double T[3][3] = {
    { 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02 },
    { 0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779 },
    { 0.96604818261509293619, 1, 0 } };
static const double TI[3][3] = {
    { 4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119 },
    { -4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196 },
    { -0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497 } };
// eigenvalues of A^-1
static const double g_real = 3.6378342527444957322, g_re = 2.6810828736277521339,
    g_im = 3.0504301992474105694;
// weights of the embedded formula, [HW2] (8.19)
static const double dd[3] = { -(13 + 7 * R6) / 3, (-13 + 7 * R6) / 3, -1.0 / 3 };

enum { ROUNDS = 10 };

typedef struct own {
  double *J;                 /* (n x n) column by column */
  lia_shifted E, C;          /* the real and the complex matrix of the iteration */
  double *Z, *W, *F, *dW;    /* (3 x n) each */
  double *est, *low, *high;  /* (n) */
  int have_J, J_now;         /* J is there; it was made at this t */
  int turned_down;           /* the last try was too inexact */
  double h_of_E;             /* step its factors belong to, 0: none */
  double theta, eta;         /* speed of convergence of the last step */
  double h_acc, err_acc;     /* the last accepted step, for Gustafsson */
  double h_cont;             /* of the polynomial in F, 0: none to start from */
} own;

static void shifted_layout(lia_layout *l, lia_shifted *S, int n, int lead, int complex) {
  *S = (lia_shifted){ .n = n, .lead = lead };
  S->re = LIA_TAKE(l, double, n * n);
  S->im = complex ? LIA_TAKE(l, double, n * n) : NULL;
  S->pivot = LIA_TAKE(l, double, 2 * n);
  S->swap = LIA_TAKE(l, int, n);
}

static void layout(lia_layout *l, lia_ode *o) {
  int n = o->p.n;
  own none, *w = LIA_TAKE(l, own, 1);
  if (!l->base) w = &none;
  w->J = LIA_TAKE(l, double, n * n);
  shifted_layout(l, &w->E, n, o->p.lead, 0);
  shifted_layout(l, &w->C, n, o->p.lead, 1);
  w->Z = LIA_TAKE(l, double, 3 * n);
  w->W = LIA_TAKE(l, double, 3 * n);
  w->F = LIA_TAKE(l, double, 3 * n);
  w->dW = LIA_TAKE(l, double, 3 * n);
  w->est = LIA_TAKE(l, double, n);
  w->low = LIA_TAKE(l, double, n);
  w->high = LIA_TAKE(l, double, n);
  o->F = LIA_TAKE(l, double, 3 * n);
  o->own = l->base ? w : NULL;
}

static void restart(lia_ode *o) {
  own *w = o->own;
  w->have_J = w->J_now = w->turned_down = 0;
  w->h_of_E = w->h_acc = w->h_cont = w->theta = 0;
  w->eta = 1;
}

// slopes change little with what a controller holds; the polynomial and the history are over
static void kick(lia_ode *o) {
  own *w = o->own;
  w->J_now = 0;
  w->h_acc = w->h_cont = 0;
  w->eta = 1;
  o->err_old = 1e-4;
}

static double radau_mass(const lia_ode *o, int i) { return o->p.mass ? o->p.mass[i] : 1; }

// ---- the matrices ----

static lia_status radau_jacobian(lia_ode *o, int *soft, lia_error *err) {
  own *w = o->own;
  int n = o->p.n;
  o->jacobians++;
  w->h_of_E = 0;
  if (o->p.jacobian) {
    LIA_TRY(o->p.jacobian(o->p.user, o->t, o->x, w->J, err));
    lia_mat_transpose((lia_mat){ w->J, n, n, n }, (lia_mat){ w->J, n, n, n });
  } else {
    memcpy(w->low, o->x, (size_t)n * sizeof *w->low);
    memset(w->J, 0, (size_t)(n * n) * sizeof *w->J);
    for (int j = 0; j < n - o->p.quad; j++) {
      double keep = w->low[j], d = sqrt(DBL_EPSILON * fmax(1e-5, fabs(keep)));
      w->low[j] = keep + d;
      d = w->low[j] - keep;
      LIA_TRY(lia_ode_derive(o, o->t, w->low, w->high, soft, err));
      for (int i = 0; i < n; i++) w->J[j * n + i] = (w->high[i] - o->f[i]) / d;
      w->low[j] = keep;
    }
  }
  w->have_J = w->J_now = 1;
  return LIA_OK;
}

// g/h M - J and (a + ib)/h M - J
static lia_status factors(lia_ode *o, double h, lia_error *err) {
  own *w = o->own;
  o->factored++;
  w->h_of_E = h;
  if (lia_shifted_factor(&w->E, w->J, o->p.mass, g_real / h, 0) &&
      lia_shifted_factor(&w->C, w->J, o->p.mass, g_re / h, g_im / h))
    return LIA_OK;
  w->h_of_E = 0;
  return LIA_FAIL(err, LIA_ESINGULAR, "", "the matrix of the iteration is singular at t = %.9g%s",
      o->t,
      o->p.mass ? ": do the algebraic equations determine the algebraic states?" : "");
}

// ---- the iteration ----

// mean of (e_i / sc_i)^2, what is of index 2 and 3 times h and h^2                     [HW2] p. 124
static double radau_square(const lia_ode *o, double h, const double *e) {
  if (!o->p.index) return lia_ode_scaled_square(o, e, o->x, o->x);
  double sum = 0;
  for (int i = 0; i < o->p.n; i++) {
    double r = e[i] / (o->opts.atol + o->opts.rtol * fabs(o->x[i]));
    LIA_ASSERT(o->p.index[i] >= 0 && o->p.index[i] <= 3);
    for (int k = 1; k < o->p.index[i]; k++) r *= h;
    sum += r * r;
  }
  return sum / o->p.n;
}

static double norm3(const lia_ode *o, double h, const double *d) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += radau_square(o, h, d + k * o->p.n);
  return sqrt(sum / 3);
}

static void radau_multiply(int n, const double A[3][3], const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      y[k * n + i] = A[k][0] * x[i] + A[k][1] * x[n + i] + A[k][2] * x[2 * n + i];
}

// where the last polynomial, carried on, puts the stages; 0 where there is none
static void guess(lia_ode *o, double h) {
  own *w = o->own;
  int n = o->p.n;
  memset(w->Z, 0, (size_t)(3 * n) * sizeof *w->Z);
  if (w->h_cont != 0)
    for (int k = 0; k < 3; k++) {
      double s = 1 + c[k] * h / w->h_cont;
      o->row->between(o, s, w->Z + k * n);
      for (int i = 0; i < n; i++) w->Z[k * n + i] -= o->x[i];
    }
  radau_multiply(n, TI, w->Z, w->W);
}

// one Newton step: F at the stages, dW, W and Z
static lia_status newton(lia_ode *o, double h, int *soft, lia_error *err) {
  own *w = o->own;
  int n = o->p.n;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) w->low[i] = o->x[i] + w->Z[k * n + i];
    LIA_TRY(lia_ode_derive(o, o->t + c[k] * h, w->low, w->F + k * n, soft, err));
  }
  radau_multiply(n, TI, w->F, w->dW);
  double *d1 = w->dW, *d2 = d1 + n, *d3 = d2 + n, *w1 = w->W, *w2 = w1 + n, *w3 = w2 + n;
  for (int i = 0; i < n; i++) {
    double m = radau_mass(o, i) / h;
    d1[i] -= g_real * m * w1[i];
    d2[i] -= m * (g_re * w2[i] - g_im * w3[i]);
    d3[i] -= m * (g_re * w3[i] + g_im * w2[i]);
  }
  lia_shifted_solve(&w->E, d1, NULL);
  lia_shifted_solve(&w->C, d2, d3);
  for (int i = 0; i < 3 * n; i++) w->W[i] += w->dW[i];
  radau_multiply(n, T, w->W, w->Z);
  return LIA_OK;
}

static lia_status diverges(const lia_ode *o, double h, int *soft, lia_error *err) {
  *soft = 1;
  return LIA_FAIL(err, LIA_ENOCONV, "",
      "the implicit iteration does not converge at t = %.9g, step %.3g", o->t, h);
}

// until the error left is a small part of the tolerance; *rounds: how many it took
static lia_status iterate(lia_ode *o, double h, int *rounds, int *soft, lia_error *err) {
  own *w = o->own;
  double tol = fmax(10 * DBL_EPSILON / o->opts.rtol, fmin(0.03, sqrt(o->opts.rtol))), last = 0;
  // from nothing nothing is known of how fast it converges: one round alone has not seen f where
  // the stages come to lie
  w->eta = w->h_cont == 0 ? 1 : lia_power(fmax(w->eta, DBL_EPSILON), 0.8);
  guess(o, h);
  for (int k = 1; k <= ROUNDS; k++) {
    LIA_TRY(newton(o, h, soft, err));
    double d = norm3(o, h, w->dW);
    if (!isfinite(d)) return diverges(o, h, soft, err);
    if (k > 1) {
      double theta = d / last;
      w->theta = k == 2 ? theta : sqrt(theta * w->theta);
      if (w->theta >= 0.99 || d * lia_power(w->theta, ROUNDS - k) / (1 - w->theta) > 10 * tol)
        return diverges(o, h, soft, err);
      w->eta = w->theta / (1 - w->theta);
    }
    last = fmax(d, DBL_MIN);
    *rounds = k;
    if (w->eta * d <= tol) return LIA_OK;
  }
  return diverges(o, h, soft, err);
}

// (g/h M - J)^-1 (f + M (dd . Z)/h), once more from x + err where it is large and the step is the
// first or was rejected
static lia_status estimate(lia_ode *o, double h, int careful, double *norm, lia_error *err) {
  own *w = o->own;
  int n = o->p.n, soft;
  for (int i = 0; i < n; i++) {
    w->low[i] = radau_mass(o, i) / h
        * (dd[0] * w->Z[i] + dd[1] * w->Z[n + i] + dd[2] * w->Z[2 * n + i]);
    w->est[i] = w->low[i] + o->f[i];
  }
  lia_shifted_solve(&w->E, w->est, NULL);
  *norm = fmax(sqrt(radau_square(o, h, w->est)), 1e-10);
  if (*norm < 1 || !careful) return LIA_OK;
  for (int i = 0; i < n; i++) w->est[i] += o->x[i];
  lia_error ignored = { 0 };
  if (lia_ode_derive(o, o->t, w->est, w->high, &soft, &ignored) != LIA_OK)
    return soft ? LIA_OK : LIA_FAIL(err, ignored.code, ignored.path, "%s", ignored.text);
  for (int i = 0; i < n; i++) w->est[i] = w->low[i] + w->high[i];
  lia_shifted_solve(&w->E, w->est, NULL);
  *norm = fmax(sqrt(radau_square(o, h, w->est)), 1e-10);
  return LIA_OK;
}

// Newton-form coefficients of the collocation polynomial through 0, c1, c2, 1
static void polynomial(lia_ode *o) {
  own *w = o->own;
  int n = o->p.n;
  for (int i = 0; i < n; i++) {
    double z1 = w->Z[i], z2 = w->Z[n + i], z3 = w->Z[2 * n + i];
    double a = (z2 - z3) / (c[1] - 1), b = (z1 - z2) / (c[0] - c[1]), d = (b - z1 / c[0]) / c[1];
    double e = (b - a) / (c[0] - 1);
    o->F[i] = a;
    o->F[n + i] = e;
    o->F[2 * n + i] = e - d;
  }
}

// x(t + s h), s = 1 at the end                                                         [HW2] contr5
static void between(const lia_ode *o, double s, double *x) {
  int n = o->p.n;
  s -= 1;
  for (int i = 0; i < n; i++)
    x[i] = o->x[i] + s * (o->F[i] + (s - c[1] + 1)
        * (o->F[n + i] + (s - c[0] + 1) * o->F[2 * n + i]));
}

// Gustafsson: the error seldom changes its trend; the driver's own factor is then made smaller
// through the norm
static void predict(lia_ode *o, double h, double *norm) {
  own *w = o->own;
  double e = *norm;
  if (w->h_acc != 0) {
    double fac = fabs(h / w->h_acc) * lia_power(e * e / w->err_acc, -0.25);   // h_new / h
    *norm = fmax(e, fmin(1, lia_power(fac, -4)));
  }
  w->h_acc = h;
  w->err_acc = fmax(1e-2, e);
}

// J is made anew where the iteration converges more slowly: later where that takes n calls of f and
// a round only three
static double slow_enough(const lia_ode *o) {
  return o->p.jacobian || o->p.n < 10 ? 1e-3 : 0.05;
}

static lia_status attempt(lia_ode *o, double h, double *norm, int *soft, lia_error *err) {
  own *w = o->own;
  int n = o->p.n, rounds = 0, first = w->h_acc == 0;
  if (!w->have_J || (!w->J_now && w->theta > slow_enough(o)))
    LIA_TRY(radau_jacobian(o, soft, err));
  // factors of a step nearly as long serve as well
  if (w->h_of_E != h) LIA_TRY(factors(o, h, err));
  LIA_ASSERT(w->have_J && w->h_of_E == h && o->fresh);
  lia_status s = iterate(o, h, &rounds, soft, err);
  if (s != LIA_OK) {
    if (!w->J_now) w->have_J = 0;
    w->h_cont = 0;
    return s;
  }
  LIA_ASSERT(rounds >= 1 && rounds <= ROUNDS);
  *norm = 0;
  if (!o->opts.fixed) LIA_TRY(estimate(o, h, first || w->turned_down, norm, err));
  for (int i = 0; i < n; i++) o->try[i] = o->x[i] + w->Z[2 * n + i];
  w->turned_down = *norm > 1;
  if (w->turned_down) {
    w->h_cont = 0;
    return LIA_OK;
  }
  if (!o->opts.fixed) predict(o, h, norm);
  polynomial(o);
  w->h_cont = h;
  w->J_now = 0;
  return LIA_OK;
}

const lia_ode_row lia_ode_row_radau5 = { .name = "radau5", .order = 5, .error_order = 4,
    .algebraic = 1, .layout = layout, .attempt = attempt,
    .between = between, .coarse = 1, .steady = 1.2, .prepare = NULL, .restart = restart,
    .kick = kick };
