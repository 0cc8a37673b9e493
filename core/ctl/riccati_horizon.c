/* riccati_horizon.c - Riccati equations over a finite time */
#include "ctl/riccati_horizon.h"

#include "base/assert.h"
#include "ctl/cols_inside.h"
#include "ctl/dense_inside.h"
#include "ctl/passage_inside.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

// ---- by steps ----

static lia_status horizon_size(lia_mat M, const char *name, int rows, int cols, lia_error *err) {
  if (M.rows == rows && M.cols == cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, M.rows, M.cols);
}

static lia_mat mat_of_step(lia_mats m, int k) { return m.list[m.count > 1 ? k : 0]; }

static lia_status check_list(lia_mats m, const char *name, int steps, int rows, int cols,
                             lia_error *err) {
  if (m.count != 1 && m.count != steps)
    return LIA_FAIL(err, LIA_EDIM, name, "expected one matrix or %d, got %d", steps, m.count);
  for (int k = 0; k < m.count; k++) LIA_TRY(horizon_size(m.list[k], name, rows, cols, err));
  return LIA_OK;
}

static lia_status check_run(const lia_riccati_run *r, lia_mat QN, lia_error *err) {
  const int n = QN.rows;
  if (r->steps < 0) return LIA_FAIL(err, LIA_EARG, "N", "expected steps, got %d", r->steps);
  if (!r->B.count) return LIA_FAIL(err, LIA_EDIM, "B", "expected a matrix");
  const int m = r->B.list[0].cols;
  LIA_TRY(horizon_size(QN, "QN", n, n, err));
  LIA_TRY(check_list(r->A, "A", r->steps, n, n, err));
  LIA_TRY(check_list(r->B, "B", r->steps, n, m, err));
  LIA_TRY(check_list(r->Q, "Q", r->steps, n, n, err));
  LIA_TRY(check_list(r->R, "R", r->steps, m, m, err));
  return r->S.count ? check_list(r->S, "S", r->steps, n, m, err) : LIA_OK;
}

// X of step k from that of step k + 1, and its gain
//   K = (R + B'XB)^-1 (B'XA + S'),  X := C'X C + Q - S K - K'S' + K'R K,  C = A - B K
static lia_status horizon_step(lia_desk *d, lia_cols X, lia_mat K, const lia_riccati_run *r, int k,
                               lia_error *err) {
  lia_cols A = lia_cols_of(d, mat_of_step(r->A, k)), B = lia_cols_of(d, mat_of_step(r->B, k)),
           Q = lia_cols_of(d, mat_of_step(r->Q, k)), R = lia_cols_of(d, mat_of_step(r->R, k));
  const int n = A.rows, m = B.cols;
  lia_cols S = lia_cols_new(d, n, m), XB = lia_cols_new(d, n, m), W = lia_cols_again(d, R),
           G = lia_cols_new(d, m, n), XC = lia_cols_new(d, n, n), RK = lia_cols_new(d, m, n);
  if (r->S.count) S = lia_cols_of(d, mat_of_step(r->S, k));
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_mul(XB, 0, 1, X, 'N', B, 'N');
  lia_cols_mul(W, 1, 1, B, 'T', XB, 'N');
  lia_cols_transpose(G, S);
  lia_cols_mul(G, 1, 1, XB, 'T', A, 'N');
  if (!(lia_cols_solve(d, W, 'N', G) > DBL_EPSILON)) {
    LIA_TRY(lia_desk_ready(d, err));
    return LIA_FAIL(err, LIA_ESINGULAR, "", "R + B'XB is singular at step %d of %d", k + 1,
        r->steps);
  }
  lia_cols_mul(A, 1, -1, B, 'N', G, 'N');
  lia_cols_mul(XC, 0, 1, X, 'N', A, 'N');
  lia_cols_mul(Q, 1, 1, A, 'T', XC, 'N');
  // K'(R K - 2 S') is what both cross terms and the input cost add to the even part
  lia_cols_transpose(RK, S);
  lia_cols_mul(RK, -2, 1, R, 'N', G, 'N');
  lia_cols_mul(Q, 1, 1, G, 'T', RK, 'N');
  lia_cols_even(Q);
  lia_cols_copy(X, Q);
  lia_cols_give(K, G);
  return LIA_OK;
}

lia_status lia_riccati_steps(lia_mat X0, const lia_mat *K, const lia_riccati_run *r, lia_mat QN,
                             lia_error *err) {
  lia_desk d;
  LIA_TRY(check_run(r, QN, err));
  lia_desk_begin(&d);
  lia_cols X = lia_cols_of(&d, QN);
  lia_status st = lia_desk_ready(&d, err);
  for (int k = r->steps - 1; k >= 0 && st == LIA_OK; k--) {
    lia_desk step = { .failed = 0 };
    st = horizon_step(&step, X, K[k], r, k, err);
    lia_arena_free(&step.a);
  }
  if (st == LIA_OK) lia_cols_give(X0, X);
  lia_desk_end(&d);
  return st;
}

// ---- in continuous time ----

// [A - B R^-1 S', -B R^-1 B'; -(Q - S R^-1 S'), -(A - B R^-1 S')']
static lia_status hamiltonian(lia_desk *d, lia_cols H, lia_cols A, lia_cols B, lia_cols Q,
                              lia_cols R, lia_cols S, lia_error *err) {
  const int n = A.rows, m = B.cols;
  lia_cols Y = lia_cols_new(d, m, 2 * n), h11 = lia_cols_part(H, 0, 0, n, n),
           h12 = lia_cols_part(H, 0, n, n, n), h21 = lia_cols_part(H, n, 0, n, n);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_transpose(lia_cols_part(Y, 0, 0, m, n), S);
  lia_cols_transpose(lia_cols_part(Y, 0, n, m, n), B);
  if (!(lia_cols_solve(d, R, 'N', Y) > DBL_EPSILON)) {
    LIA_TRY(lia_desk_ready(d, err));
    return LIA_FAIL(err, LIA_ESINGULAR, "R", "singular: the continuous equation needs its inverse");
  }
  lia_cols_copy(h11, A);
  lia_cols_mul(h11, 1, -1, B, 'N', lia_cols_part(Y, 0, 0, m, n), 'N');
  lia_cols_mul(h12, 0, -1, B, 'N', lia_cols_part(Y, 0, n, m, n), 'N');
  lia_cols_add(h21, -1, Q);
  lia_cols_mul(h21, 1, 1, S, 'N', lia_cols_part(Y, 0, 0, m, n), 'N');
  lia_cols h22 = lia_cols_part(H, n, n, n, n);
  lia_cols_transpose(h22, h11);
  lia_cols_scale(h22, -1);
  return LIA_OK;
}

// Phi := exp(M), |M| at most 1/2: Pade's quotient of degree 6 on 6, its error below 1e-17
static lia_status exp_small(lia_desk *d, lia_cols Phi, lia_cols M, lia_error *err) {
  enum { DEGREE = 6 };
  const int n = M.rows;
  lia_cols N = lia_cols_eye(d, n), D = lia_cols_eye(d, n), P = lia_cols_eye(d, n),
           T = lia_cols_new(d, n, n);
  LIA_TRY(lia_desk_ready(d, err));
  double c = 1, sign = 1;
  for (int k = 1; k <= DEGREE; k++) {
    c *= (double)(DEGREE - k + 1) / (k * (2 * DEGREE - k + 1));
    sign = -sign;
    lia_cols_mul(T, 0, 1, P, 'N', M, 'N');
    lia_cols_copy(P, T);
    lia_cols_add(N, c, P);
    lia_cols_add(D, sign * c, P);
  }
  lia_cols_solve(d, D, 'N', N);
  lia_cols_copy(Phi, N);
  return lia_desk_ready(d, err);
}

// with [x; l] at the end of a short time = Phi [x; l] at its beginning and l = X x:
//   F = Phi11 - Phi12 Phi22^-1 Phi21,  G = -Phi12 Phi22^-1,  P = -Phi22^-1 Phi21
static lia_status short_passage(lia_desk *d, lia_passage *g, lia_cols H, double time,
                                lia_error *err) {
  const int n = g->F.rows;
  lia_cols M = lia_cols_again(d, H), Phi = lia_cols_new(d, 2 * n, 2 * n);
  lia_cols Y = lia_cols_new(d, n, 2 * n), V = lia_cols_new(d, n, n);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_scale(M, time);
  LIA_TRY(exp_small(d, Phi, M, err));
  lia_cols phi12 = lia_cols_part(Phi, 0, n, n, n), y1 = lia_cols_part(Y, 0, 0, n, n),
           y2 = lia_cols_part(Y, 0, n, n, n);
  lia_cols_copy(V, lia_cols_part(Phi, n, n, n, n));
  lia_cols_copy(y1, lia_cols_part(Phi, n, 0, n, n));
  for (int i = 0; i < n; i++) *lia_cols_at(y2, i, i) = 1;
  lia_cols_solve(d, V, 'N', Y);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_copy(g->F, lia_cols_part(Phi, 0, 0, n, n));
  lia_cols_mul(g->F, 1, -1, phi12, 'N', y1, 'N');
  lia_cols_mul(g->G, 0, -1, phi12, 'N', y2, 'N');
  lia_cols_copy(g->P, y1);
  lia_cols_scale(g->P, -1);
  lia_cols_even(g->G);
  lia_cols_even(g->P);
  return LIA_OK;
}

// is M symmetric with no negative eigenvalue but for rounding?
static int semidefinite(lia_desk *d, lia_cols M) {
  const int n = M.rows, nwork = 8 * n + 1;
  lia_cols F = lia_cols_again(d, M);
  double *w = lia_desk_doubles(d, (size_t)n), *work = lia_desk_doubles(d, (size_t)nwork);
  if (d->failed || !n) return !n;
  if (LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'N', 'U', n, F.x, F.ld, w, work, nwork)) return 0;
  return w[0] >= -n * DBL_EPSILON * lia_vec_max(w, n);
}

// has X come through infinity in a short time? 1 + G X began as 1: it has if an eigenvalue of it is
// negative
static int through_infinity(lia_desk *d, const lia_passage *g, lia_cols X) {
  const int n = X.rows;
  const lia_cols none = { 0 };
  lia_cols V = lia_cols_eye(d, n);
  double *re = lia_desk_doubles(d, (size_t)n), *im = lia_desk_doubles(d, (size_t)n);
  if (d->failed) return 0;
  lia_cols_mul(V, 1, 1, g->G, 'N', X, 'N');
  if (lia_cols_eigenvalues(d, V, none, re, im, NULL) != LIA_OK) return 1;
  for (int k = 0; k < n; k++)
    if (im[k] == 0 && !(re[k] > 0)) return 1;
  return 0;
}

// X by many short times, each asked whether X went through infinity
static int pass_often(lia_desk *d, lia_passage *g, lia_cols X, int doubled) {
  int fine = 1;
  for (long k = 0; fine && k < 1L << doubled; k++) {
    lia_desk step = { .failed = 0 };
    fine = !through_infinity(&step, g, X) && lia_passage_apply(&step, g, X);
    d->failed |= step.failed;
    lia_arena_free(&step.a);
  }
  return fine;
}

// X by one long time, doubled from a short one
static int pass_doubled(lia_desk *d, lia_passage *g, lia_cols X, int doubled) {
  int fine = 1;
  for (int k = 0; fine && k < doubled; k++) {
    lia_desk step = { .failed = 0 };
    fine = lia_passage_double(&step, g);
    d->failed |= step.failed;
    lia_arena_free(&step.a);
  }
  return fine && lia_passage_apply(d, g, X);
}

// X over one span of time, backwards. safe: X stays finite whatever happens
static lia_status flow_span(lia_cols X, lia_cols H, double span, double from, int safe,
                            lia_error *err) {
  const int n = X.rows;
  const double size = lia_cols_norm(H) * span;
  const int doubled = size > 0.5 ? (int)ceil(log2(2 * size)) : 0;
  if (!(doubled < (safe ? 1000 : 24)))
    return LIA_FAIL(err, LIA_ELIMIT, "times", "the time from %.6g to %.6g is too long", from,
        from + span);
  lia_desk own = { .failed = 0 };
  lia_passage g = { lia_cols_new(&own, n, n), lia_cols_new(&own, n, n), lia_cols_new(&own, n, n) };
  int fine = 1;
  lia_status st = lia_desk_ready(&own, err);
  if (st == LIA_OK) st = short_passage(&own, &g, H, ldexp(span, -doubled), err);
  if (st == LIA_OK) fine = (safe ? pass_doubled : pass_often)(&own, &g, X, doubled);
  if (st == LIA_OK) st = lia_desk_ready(&own, err);
  lia_arena_free(&own.a);
  if (st != LIA_OK || (fine && lia_cols_finite(X))) return st;
  return LIA_FAIL(err, LIA_ESINGULAR, "", "X grows without bound between t = %.6g and t = %.6g",
      from, from + span);
}

// nothing of Q - S R^-1 S', B R^-1 B' and QT negative: X stays between 0 and what it is without
// control
static int flow_safe(lia_desk *d, lia_cols H, lia_cols QT) {
  const int n = QT.rows;
  lia_cols Q = lia_cols_again(d, lia_cols_part(H, n, 0, n, n)),
           G = lia_cols_again(d, lia_cols_part(H, 0, n, n, n));
  if (d->failed) return 0;
  lia_cols_scale(Q, -1);
  lia_cols_scale(G, -1);
  return semidefinite(d, Q) && semidefinite(d, G) && semidefinite(d, QT);
}

static lia_status flow_on(lia_desk *d, const lia_mat *X, const double *time, int count,
                          const lia_mat in[4], const lia_mat *S, lia_mat QT, lia_error *err) {
  const int n = QT.rows, m = in[1].cols;
  lia_cols H = lia_cols_new(d, 2 * n, 2 * n), x = lia_cols_of(d, QT), M[4], s;
  for (int k = 0; k < 4; k++) M[k] = lia_cols_of(d, in[k]);
  s = S ? lia_cols_of(d, *S) : lia_cols_new(d, n, m);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(hamiltonian(d, H, M[0], M[1], M[2], M[3], s, err));
  if (!lia_cols_finite(H))
    return LIA_FAIL(err, LIA_EDOMAIN, "", "the numbers are too large: their products overflow");
  const int safe = flow_safe(d, H, x);
  LIA_TRY(lia_desk_ready(d, err));
  for (int k = count - 1; k >= 0; k--) {
    lia_cols_give(X[k], x);
    if (k) LIA_TRY(flow_span(x, H, time[k] - time[k - 1], time[k - 1], safe, err));
  }
  return LIA_OK;
}

lia_status lia_riccati_flow(const lia_mat *X, const double *time, int count, lia_mat A, lia_mat B,
                            lia_mat Q, lia_mat R, const lia_mat *S, lia_mat QT, lia_error *err) {
  lia_desk d;
  const int n = A.rows, m = B.cols;
  const lia_mat in[4] = { A, B, Q, R };
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(horizon_size(B, "B", n, m, err));
  LIA_TRY(horizon_size(Q, "Q", n, n, err));
  LIA_TRY(horizon_size(R, "R", m, m, err));
  LIA_TRY(horizon_size(QT, "QT", n, n, err));
  if (S) LIA_TRY(horizon_size(*S, "S", n, m, err));
  for (int k = 1; k < count; k++)
    if (!(time[k] >= time[k - 1]))
      return LIA_FAIL(err, LIA_EARG, "times", "expected rising times, got %.6g after %.6g", time[k],
          time[k - 1]);
  lia_desk_begin(&d);
  lia_status st = flow_on(&d, X, time, count, in, S, QT, err);
  lia_desk_end(&d);
  return st;
}
