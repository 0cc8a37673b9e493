/* via_fastest.c - times of a spline that keeps limits and takes the least time
 *
 *   least f = sum of h_i over z_i = log h_i, with c_k(z) = 1 - peak_k/limit_k >= 0 for the peaks of
 *   speed, acceleration and jerk of every component in every piece, both signs
 *
 * by an interior point method: steps (B + J' diag(l/c) J) dz = -(f' - J' (mu/c)), J = c', B from
 * differences of the gradient of f - l c (Powell's damped update), l the multipliers, mu falling.
 * Then single times are moved as long as that is better, stretching all until the limits are kept:
 * this also passes kinks, where two peaks of a piece are alike. */
#include "traj/via.h"

#include "base/mem.h"
#include "num/factor.h"

#include <math.h>
#include <string.h>

enum { SIDES = 6, ITERATIONS = 150, HALVINGS = 25, SWEEPS = 40 };

static const double difference = 3e-6, least_mu = 1e-10;

typedef struct fastest {
  lia_via v;                 // with times of our own
  const lia_axis_limits *lim;
  int N, K;                  // steps of time, peaks
  double *t;                 // m
  double *z, *z_try, *dz;    // N
  double *c, *c_try, *l, *dl;// K
  double *J, *J_old, *fz, *fz_old, *y, *s;   // K x N twice, N four times
  lia_mat B, M;              // N x N
  double unit;               // f = 1 for the start
} fastest;

// ---- peaks against limits ----

static double used_of(double peak, double limit) {
  return limit > 0 && isfinite(limit) ? peak / limit : 0;
}

// the six peaks of component c in piece i as parts of their limits
static void peaks_of(const lia_pieces *x, int i, int c, const lia_axis_limits *lim, double *part) {
  const lia_pieces one = { .n = 1, .m = 1, .degree = x->degree, .knot = x->knot + i,
                           .coef = lia_pieces_coef(x, i, c) };
  const double limit[SIDES] = { lim->v[0], lim->v[1], lim->a[0], lim->a[1], lim->j, lim->j };
  for (int k = 0; k < 3; k++) {
    const lia_extremes e = lia_pieces_extremes(&one, 0, k + 1);
    part[2 * k] = used_of(e.most, limit[2 * k]);
    part[2 * k + 1] = used_of(-e.least, limit[2 * k + 1]);
  }
}

// the stretch of one component's six peaks: parts fall with 1, 2, 3 powers of it
static double stretch_of(const double *part) {
  const double v = fmax(part[0], part[1]), a = fmax(part[2], part[3]), j = fmax(part[4], part[5]);
  double s = v > 0 ? v : 0;
  if (a > 0) s = fmax(s, sqrt(a));
  if (j > 0) s = fmax(s, cbrt(j));
  return s;
}

double lia_via_stretch(const lia_pieces *x, const lia_axis_limits *lim) {
  double s = 0, part[SIDES];
  for (int i = 0; i < x->m; i++)
    for (int c = 0; c < x->n; c++) {
      peaks_of(x, i, c, &lim[c], part);
      s = fmax(s, stretch_of(part));
    }
  return s;
}

// ---- functions of z ----

static void put_times(fastest *o, const double *z) {
  o->t[0] = 0;
  for (int i = 0; i < o->N; i++) o->t[i + 1] = o->t[i] + exp(z[i]);
}

static double total(const double *z, int N) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += exp(z[i]);
  return sum;
}

static lia_status curve_at(fastest *o, const double *z, lia_pieces **x, lia_error *err) {
  put_times(o, z);
  return lia_via_spline(x, &o->v, err);
}

// c of all peaks
static lia_status rooms_at(fastest *o, const double *z, double *c, lia_error *err) {
  lia_pieces *x;
  LIA_TRY(curve_at(o, z, &x, err));
  for (int i = 0; i < o->N; i++)
    for (int k = 0; k < o->v.n; k++)
      peaks_of(x, i, k, &o->lim[k], c + (i * o->v.n + k) * SIDES);
  lia_pieces_free(x);
  for (int k = 0; k < o->K; k++) c[k] = 1 - c[k];
  return LIA_OK;
}

// J by central differences, f' exactly
static lia_status slopes(fastest *o, lia_error *err) {
  for (int i = 0; i < o->N; i++) {
    const double z = o->z[i];
    o->z[i] = z + difference;
    LIA_TRY(rooms_at(o, o->z, o->c_try, err));
    o->z[i] = z - difference;
    LIA_TRY(rooms_at(o, o->z, o->dl, err));
    o->z[i] = z;
    for (int k = 0; k < o->K; k++)
      o->J[k * o->N + i] = (o->c_try[k] - o->dl[k]) / (2 * difference);
    o->fz[i] = exp(z) / o->unit;
  }
  return LIA_OK;
}

// stretch all times so that the nearest limit is just kept, but for a part
static lia_status fit(fastest *o, double *z, double room, double *T, lia_error *err) {
  lia_pieces *x;
  LIA_TRY(curve_at(o, z, &x, err));
  const double s = lia_via_stretch(x, o->lim) * (1 + room);
  lia_pieces_free(x);
  if (!(s > 0) || !isfinite(s))
    return LIA_FAIL(err, LIA_EARG, "limits", "nothing that moves is limited: any time would do");
  for (int i = 0; i < o->N; i++) z[i] += log(s);
  *T = total(z, o->N);
  return LIA_OK;
}

// ---- interior point ----

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}



// g = f' - J' l
static void lagrange(const fastest *o, const double *fz, const double *J, double *g) {
  memcpy(g, fz, (size_t)o->N * sizeof *g);
  for (int k = 0; k < o->K; k++)
    for (int i = 0; i < o->N; i++) g[i] -= J[k * o->N + i] * o->l[k];
}

// B + y y'/(y s) - (B s)(B s)'/(s B s), y moved towards B s where it bends too little
static void update_B(fastest *o) {
  const int N = o->N;
  double *Bs = o->dz;   // free here
  lia_mat_mulv(Bs, o->B, o->s);
  const double sBs = dot(o->s, Bs, N), sy = dot(o->s, o->y, N);
  if (!(sBs > 0)) return;
  const double mix = sy >= 0.2 * sBs ? 1 : 0.8 * sBs / (sBs - sy);
  for (int i = 0; i < N; i++) o->y[i] = mix * o->y[i] + (1 - mix) * Bs[i];
  const double sr = dot(o->s, o->y, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      *lia_mat_at(o->B, i, j) += o->y[i] * o->y[j] / sr - Bs[i] * Bs[j] / sBs;
}

static lia_status barrier_step(fastest *o, double mu, lia_error *err) {
  const int N = o->N;
  lia_mat_copy(o->M, o->B);
  for (int i = 0; i < N; i++) o->dz[i] = -o->fz[i];
  for (int k = 0; k < o->K; k++) {
    const double *row = o->J + k * N, pull = o->l[k] / o->c[k], push = mu / o->c[k];
    for (int i = 0; i < N; i++) {
      if (row[i] == 0) continue;
      o->dz[i] += row[i] * push;
      for (int j = 0; j <= i; j++) *lia_mat_at(o->M, i, j) += pull * row[i] * row[j];
    }
  }
  LIA_TRY(lia_chol_factor(o->M, err));
  lia_chol_solve(o->M, o->dz);
  double longest = 0;
  for (int i = 0; i < N; i++) longest = fmax(longest, fabs(o->dz[i]));
  for (int i = 0; longest > 0.5 && i < N; i++) o->dz[i] *= 0.5 / longest;
  for (int k = 0; k < o->K; k++)
    o->dl[k] = mu / o->c[k] - o->l[k] - o->l[k] / o->c[k] * dot(o->J + k * N, o->dz, N);
  return LIA_OK;
}

// f - mu sum log c; infinite where a limit is passed, or nearly so at once
static double merit(const fastest *o, const double *z, const double *c, double mu) {
  double sum = total(z, o->N) / o->unit;
  for (int k = 0; k < o->K; k++) {
    if (!(c[k] > 0.005 * o->c[k])) return INFINITY;
    sum -= mu * log(c[k]);
  }
  return sum;
}

// along dz until the merit falls: *moved = 1 and z, c, l, s are new; or 0
static lia_status line_search(fastest *o, double mu, int *moved, lia_error *err) {
  const double here = merit(o, o->z, o->c, mu);
  double part = 1, slope = dot(o->fz, o->dz, o->N);
  for (int k = 0; k < o->K; k++) slope -= mu / o->c[k] * dot(o->J + k * o->N, o->dz, o->N);
  *moved = 0;
  for (int k = 0; k < HALVINGS; k++) {
    for (int i = 0; i < o->N; i++) o->z_try[i] = o->z[i] + part * o->dz[i];
    LIA_TRY(rooms_at(o, o->z_try, o->c_try, err));
    *moved = merit(o, o->z_try, o->c_try, mu) <= here + 1e-4 * part * fmin(slope, 0) + 1e-14;
    if (*moved) break;
    part /= 2;
  }
  if (!*moved) return LIA_OK;
  for (int i = 0; i < o->N; i++) o->s[i] = part * o->dz[i];
  memcpy(o->z, o->z_try, (size_t)o->N * sizeof *o->z);
  memcpy(o->c, o->c_try, (size_t)o->K * sizeof *o->c);
  double dual = 1;
  for (int k = 0; k < o->K; k++)
    if (o->dl[k] < 0) dual = fmin(dual, -0.995 * o->l[k] / o->dl[k]);
  for (int k = 0; k < o->K; k++) o->l[k] += dual * o->dl[k];
  return LIA_OK;
}

// how far from a solution for this mu
static double unsolved(const fastest *o, double mu, double *g) {
  double most = 0;
  lagrange(o, o->fz, o->J, g);
  for (int i = 0; i < o->N; i++) most = fmax(most, fabs(g[i]));
  for (int k = 0; k < o->K; k++) most = fmax(most, fabs(o->c[k] * o->l[k] - mu));
  return most;
}

static void next_gradient(fastest *o) {
  lagrange(o, o->fz, o->J, o->y);
  lagrange(o, o->fz_old, o->J_old, o->z_try);
  for (int i = 0; i < o->N; i++) o->y[i] -= o->z_try[i];
  update_B(o);
}

static void keep_slopes(fastest *o) {
  memcpy(o->J_old, o->J, (size_t)o->K * (size_t)o->N * sizeof *o->J);
  memcpy(o->fz_old, o->fz, (size_t)o->N * sizeof *o->fz);
}

// from z, which keeps all limits with some room
static lia_status go_down(fastest *o, int *iterations, lia_error *err) {
  double mu = 0.1 / o->K;
  int stuck = 0;
  LIA_TRY(rooms_at(o, o->z, o->c, err));
  for (int k = 0; k < o->K; k++) o->l[k] = mu / o->c[k];
  lia_mat_eye(o->B);
  LIA_TRY(slopes(o, err));
  for (int run = 0; run < ITERATIONS; run++) {
    while (mu > least_mu && unsolved(o, mu, o->y) < 10 * mu) mu = fmax(least_mu, 0.2 * mu);
    if (mu <= least_mu && unsolved(o, mu, o->y) < 1e-8) break;
    int moved;
    LIA_TRY(barrier_step(o, mu, err));
    LIA_TRY(line_search(o, mu, &moved, err));
    ++*iterations;
    if (!moved) {   // a kink, or the end of what differences can tell
      if (++stuck > 3) break;
      lia_mat_eye(o->B);
      mu = fmax(least_mu, 0.2 * mu);
      continue;
    }
    keep_slopes(o);
    LIA_TRY(slopes(o, err));
    next_gradient(o);
  }
  return LIA_OK;
}

// ---- single times ----

// z with the step i times 1 + d, stretched to the limits, in z_try; *better where T falls
static lia_status move_one(fastest *o, int i, double d, double *T, int *better, lia_error *err) {
  double T_try;
  memcpy(o->z_try, o->z, (size_t)o->N * sizeof *o->z);
  o->z_try[i] += d;
  LIA_TRY(fit(o, o->z_try, 0, &T_try, err));
  *better = T_try < *T * (1 - 1e-10);
  if (!*better) return LIA_OK;
  *T = T_try;
  memcpy(o->z, o->z_try, (size_t)o->N * sizeof *o->z);
  return LIA_OK;
}

static lia_status polish(fastest *o, double *T, int *degraded, lia_error *err) {
  double d = 1e-3;
  *degraded = 1;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    int any = 0;
    for (int i = 0; i < 2 * o->N; i++) {
      int better;
      LIA_TRY(move_one(o, i / 2, i % 2 ? -d : d, T, &better, err));
      any |= better;
    }
    if (any) continue;
    *degraded = d > 2e-5;
    d /= 4;
    if (d < 1e-6) break;
  }
  return LIA_OK;
}

// ---- two starts ----

// each step as long as its slowest component needs at its limits, to a power
static lia_status first_times(fastest *o, double power, lia_error *err) {
  const int n = o->v.n;
  for (int i = 0; i < o->N; i++) {
    double h = 0;
    for (int c = 0; c < n; c++) {
      const lia_axis_limits *l = &o->lim[c];
      const double D = fabs(o->v.x[(i + 1) * n + c] - o->v.x[i * n + c]);
      const double part[SIDES] = { used_of(D, l->v[0]), used_of(D, l->v[1]), used_of(D, l->a[0]),
                                   used_of(D, l->a[1]), used_of(D, l->j), 0 };
      h = fmax(h, stretch_of(part));
    }
    if (!(h > 0))
      return LIA_FAIL(err, LIA_EARG, "x", "from point %d to %d nothing that is limited moves: "
                      "their times cannot be found", i + 1, i + 2);
    o->z[i] = power * log(h);
  }
  return LIA_OK;
}

static lia_status from_start(fastest *o, double power, double *T, lia_via_info *info,
                             lia_error *err) {
  LIA_TRY(first_times(o, power, err));
  LIA_TRY(fit(o, o->z, 0.1, T, err));
  o->unit = *T;
  LIA_TRY(go_down(o, &info->iterations, err));
  LIA_TRY(fit(o, o->z, 0, T, err));
  return polish(o, T, &info->degraded, err);
}

static lia_status best_start(fastest *o, double *best, lia_via_info *info, lia_error *err) {
  static const double power[2] = { 1, 0.5 };
  info->T = INFINITY;
  for (int k = 0; k < (o->N > 1 ? 2 : 1); k++) {
    double T;
    lia_via_info one = { 0 };
    LIA_TRY(from_start(o, power[k], &T, &one, err));
    info->iterations += one.iterations;
    if (!(T < info->T)) continue;
    info->T = T;
    info->degraded = one.degraded;
    put_times(o, o->z);
    memcpy(best, o->t, (size_t)o->v.m * sizeof *best);
  }
  return LIA_OK;
}

static lia_status put_binds(fastest *o, const double *t, unsigned char *binds, lia_error *err) {
  lia_pieces *x;
  o->v.t = t;
  LIA_TRY(lia_via_spline(&x, &o->v, err));
  for (int i = 0; i < o->N * o->v.n; i++) {
    double part[SIDES];
    peaks_of(x, i / o->v.n, i % o->v.n, &o->lim[i % o->v.n], part);
    for (int k = 0; k < 3; k++)
      binds[3 * i + k] = fmax(part[2 * k], part[2 * k + 1]) >= 1 - 1e-5;
  }
  lia_pieces_free(x);
  return LIA_OK;
}

// ---- what cannot be ----

static lia_status check_fastest(const lia_via *v, const lia_axis_limits *lim, lia_error *err) {
  static const char *const name[3] = { "v", "a", "j" };
  for (int l = 0; l < 3; l++)
    for (int k = 0; v->told[l] && k < v->m * v->n; k++)
      if (v->told[l][k] != 0 && !isnan(v->told[l][k]))
        return LIA_FAIL(err, LIA_EARG, name[l], "point %d: where times are to be found only 0 can "
                        "be told, got %g", k / v->n + 1, v->told[l][k]);
  for (int c = 0; c < v->n; c++) {
    const double all[5] = { lim[c].v[0], lim[c].v[1], lim[c].a[0], lim[c].a[1], lim[c].j };
    for (int k = 0; k < 5; k++)
      if (isnan(all[k]) || all[k] < 0)
        return LIA_FAIL(err, LIA_EARG, "limits", "component %d: expected limits above 0, got %g",
                        c + 1, all[k]);
  }
  return LIA_OK;
}

static lia_status take_room(fastest *o, lia_error *err) {
  const size_t m = (size_t)o->v.m, N = (size_t)o->N, K = (size_t)o->K;
  o->t = lia_calloc(m + 9 * N + 4 * K + 2 * K * N, sizeof *o->t);
  if (!o->t) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  double *at = o->t + m, **small[] = { &o->z, &o->z_try, &o->dz, &o->fz, &o->fz_old, &o->y, &o->s },
         **large[] = { &o->c, &o->c_try, &o->l, &o->dl };
  for (int k = 0; k < 7; k++) {
    *small[k] = at;
    at += N;
  }
  for (int k = 0; k < 4; k++) {
    *large[k] = at;
    at += K;
  }
  o->J = at;
  o->J_old = at + K * N;
  LIA_TRY(lia_mat_new(&o->B, o->N, o->N, err));
  return lia_mat_new(&o->M, o->N, o->N, err);
}

lia_status lia_via_fastest(double *t, const lia_via *v, const lia_axis_limits *lim,
                           unsigned char *binds, lia_via_info *info, lia_error *err) {
  lia_via_info unused;
  if (!info) info = &unused;
  *info = (lia_via_info){ 0 };
  LIA_TRY(lia_via_times(t, v->x, v->m, v->n, 0, 1, err));   // looks at the points
  LIA_TRY(check_fastest(v, lim, err));
  fastest o = { .v = *v, .lim = lim, .N = v->m - 1, .K = (v->m - 1) * v->n * SIDES };
  lia_status st = take_room(&o, err);
  o.v.t = o.t;
  if (st == LIA_OK) st = best_start(&o, t, info, err);
  if (st == LIA_OK && binds) st = put_binds(&o, t, binds, err);
  lia_mat_free(&o.B);
  lia_mat_free(&o.M);
  lia_free(o.t);
  return st;
}
