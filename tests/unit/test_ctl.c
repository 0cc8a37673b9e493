/* test_ctl.c - linear control from C: equations put back, answers known, memory that runs out */
#include "ctl/lyapunov.h"
#include "ctl/place.h"
#include "ctl/riccati.h"
#include "ctl/riccati_horizon.h"
#include "ctl/schur.h"
#include "ctl/staircase.h"
#include "ctl/zeros.h"

#include "base/rng.h"
#include "ctl/riccati_inside.h"
#include "house.h"
#include <math.h>

enum { N = 6, M = 2 };

// matrices of one problem, row by row
typedef struct problem {
  double A[N * N], B[N * M], C[M * N], D[M * M], Q[N * N], R[M * M];
} problem;

static problem random_problem(lia_rng *r, double shift) {
  problem p;
  for (int k = 0; k < N * N; k++) p.A[k] = lia_rng_normal(r) - (k % (N + 1) ? 0 : shift);
  for (int k = 0; k < N * M; k++) p.B[k] = lia_rng_normal(r);
  for (int k = 0; k < M * N; k++) p.C[k] = lia_rng_normal(r);
  for (int k = 0; k < M * M; k++) p.D[k] = p.R[k] = k % (M + 1) ? 0 : 2;
  for (int k = 0; k < N * N; k++) p.Q[k] = k % (N + 1) ? 0 : 1;
  return p;
}

static lia_mat square_of(const double *x) { return lia_mat_of(x, N, N); }

// the largest entry of A X + X A' + Q, Q and X symmetric
static double lyapunov_rest(const double *A, const double *X, const double *Q) {
  double c[N * N], most = 0;
  lia_mat_mul(square_of(c), square_of(A), square_of(X));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      most = fmax(most, fabs(c[i * N + j] + c[j * N + i] + Q[i * N + j]));
  return most;
}

LIA_TEST(ctl, lyapunov_is_put_back_and_its_factor_is_its_root) {
  lia_rng r = lia_rng_seed(5);
  for (int k = 0; k < lia_cases(20); k++) {
    problem p = random_problem(&r, 8);
    double X[N * N], U[N * N], Y[N * N], W[N * N];
    lia_equation_told told;
    cr_assert_eq(lia_lyapunov(square_of(X), square_of(p.A), square_of(p.Q), NULL, &told, NULL),
        LIA_OK);
    cr_assert_lt(lyapunov_rest(p.A, X, p.Q), 1e-13);
    cr_assert(told.residual < 1e-14 && told.condition >= 1);
    lia_mat B = lia_mat_of(p.B, N, M);
    cr_assert_eq(lia_lyapunov_factor(square_of(U), square_of(p.A), B, 0, NULL), LIA_OK);
    lia_mat_mult(square_of(Y), square_of(U), square_of(U));
    lia_mat_mult(square_of(W), B, B);
    cr_assert_lt(lyapunov_rest(p.A, Y, W), 1e-12);
  }
}

// the two of a double integrator with inputs and states weighed by 1: published in every book
LIA_TEST(ctl, double_integrator_has_its_known_gain) {
  double A[] = { 0, 1, 0, 0 }, B[] = { 0, 1 }, Q[] = { 1, 0, 0, 1 }, R[] = { 1 }, X[4], K[2];
  double re[2], im[2];
  lia_named_mode modes[4];
  lia_riccati p = { .A = lia_mat_of(A, 2, 2), .B = lia_mat_of(B, 2, 1), .Q = lia_mat_of(Q, 2, 2),
                    .R = lia_mat_of(R, 1, 1) };
  lia_riccati_told told = { .mode = modes };
  cr_assert_eq(lia_riccati_solve(lia_mat_of(X, 2, 2), lia_mat_of(K, 1, 2), re, im, &p, &told, NULL),
      LIA_OK);
  cr_assert_float_eq(K[0], 1, 1e-14);
  cr_assert_float_eq(K[1], sqrt(3), 1e-14);
  // s^2 + sqrt(3) s + 1
  cr_assert_float_eq(re[0], -sqrt(3) / 2, 1e-14);
  cr_assert_float_eq(fabs(im[0]), 0.5, 1e-14);
}

// a Riccati equation on a desk, with cross terms
static lia_care care_on(lia_desk *d, lia_rng *r, int discrete) {
  problem p = random_problem(r, 0), s = random_problem(r, 0);
  lia_care c = { .n = N, .m = M, .discrete = discrete, .plain = 1,
                 .A = lia_cols_of(d, square_of(p.A)), .B = lia_cols_of(d, lia_mat_of(p.B, N, M)),
                 .Q = lia_cols_of(d, square_of(p.Q)), .R = lia_cols_of(d, lia_mat_of(p.R, M, M)),
                 .S = lia_cols_of(d, lia_mat_of(s.B, N, M)), .E = lia_cols_eye(d, N) };
  lia_cols_scale(c.S, 0.2);
  return c;
}

static double off_by(lia_cols X, lia_cols Y) {
  lia_cols_add(X, -1, Y);
  return lia_cols_norm(X) / lia_cols_norm(Y);
}

LIA_TEST(ctl, three_roads_lead_to_one_solution) {
  lia_rng r = lia_rng_seed(8);
  for (int k = 0; k < lia_cases(20); k++) {
    lia_desk d;
    lia_desk_begin(&d);
    lia_care p = care_on(&d, &r, k % 2);
    lia_care_pencil f;
    lia_cols X = lia_cols_new(&d, N, N), Y = lia_cols_new(&d, N, N);
    double rcond, sum[2] = { 0 };
    int done;
    cr_assert_eq(lia_care_pencil_make(&d, &f, &p, NULL), LIA_OK);
    cr_assert_eq(lia_care_pencil_quick(&d, &f, &p, &done, NULL), LIA_OK);
    cr_assert(done && f.count == N);
    cr_assert_eq(lia_care_pencil_solution(&d, X, &rcond, &f, &p, NULL), LIA_OK);
    for (int i = 0; i < N; i++) sum[0] += f.ar[i] / f.beta[i];
    cr_assert_eq(lia_care_pencil_order(&d, &f, &p, NULL), LIA_OK);
    cr_assert_eq(lia_care_pencil_solution(&d, Y, &rcond, &f, &p, NULL), LIA_OK);
    for (int i = 0; i < N; i++) sum[1] += f.ar[i] / f.beta[i];
    cr_assert_lt(off_by(X, Y), 1e-8);
    cr_assert_float_eq(sum[0], sum[1], 1e-8 * (1 + fabs(sum[1])));
    if (p.discrete) {
      cr_assert_eq(lia_care_doubling(&d, X, &p, &done, NULL), LIA_OK);
      cr_assert(done);
      cr_assert_lt(off_by(X, Y), 1e-8);
    }
    lia_desk_end(&d);
  }
}

static lia_status everything(const problem *p, lia_error *err) {
  double X[N * N], K[M * N], U[N * N], re[N], im[N], w[3][N];
  double time[] = { 0, 1 };
  const double wanted[N] = { -1, -2, -3, -4, -5, -5 }, turn[N] = { 0, 0, 0, 0, 1, -1 };
  lia_mat A = square_of(p->A), B = lia_mat_of(p->B, N, M), Q = square_of(p->Q),
          R = lia_mat_of(p->R, M, M), x = square_of(X), u = square_of(U);
  lia_mat C = lia_mat_of(p->C, M, N), flow[2] = { x, u };
  lia_named_mode modes[2 * N];
  lia_equation_told told;
  int count, infinite, rank, block[N], blocks, order, removed[2];
  const lia_select left = { LIA_REGION_LEFT, 0 };
  LIA_TRY(lia_schur(u, x, re, im, &count, A, left, err));
  LIA_TRY(lia_generalized_schur(x, u, x, u, w[0], w[1], w[2], &count, A, Q, left, err));
  LIA_TRY(lia_sylvester(x, A, A, Q, &told, err));
  LIA_TRY(lia_lyapunov(x, A, Q, &Q, &told, err));
  LIA_TRY(lia_stein(x, A, Q, NULL, &told, err));
  LIA_TRY(lia_lyapunov_factor(u, A, B, 0, err));
  for (int discrete = 0; discrete < 2; discrete++) {
    lia_riccati e = { .A = A, .B = B, .Q = Q, .R = R, .discrete = discrete };
    lia_riccati_told out = { .mode = modes };
    LIA_TRY(lia_riccati_solve(x, lia_mat_of(K, M, N), re, im, &e, &out, err));
  }
  lia_mat gains[2] = { lia_mat_of(K, M, N), lia_mat_of(K, M, N) };
  lia_riccati_run run = { .A = { &A, 1 }, .B = { &B, 1 }, .Q = { &Q, 1 }, .R = { &R, 1 },
                          .steps = 2 };
  LIA_TRY(lia_riccati_steps(x, gains, &run, Q, err));
  LIA_TRY(lia_riccati_flow(flow, time, 2, A, B, Q, R, NULL, Q, err));
  lia_place_told placed = { .re = re, .im = im, .mode = modes };
  LIA_TRY(lia_place(lia_mat_of(K, M, N), A, B, wanted, turn, &placed, err));
  LIA_TRY(lia_staircase(u, &count, block, &blocks, A, B, -1, err));
  LIA_TRY(lia_zeros(re, im, &count, &infinite, &rank, A, B, C, lia_mat_of(p->D, M, M), -1, err));
  problem q = *p;
  return lia_minimal(square_of(q.A), lia_mat_of(q.B, N, M), lia_mat_of(q.C, M, N), &order, removed,
      -1, err);
}

LIA_TEST(ctl, memory_that_runs_out_is_said_and_nothing_is_left) {
  lia_rng r = lia_rng_seed(6);
  problem p = random_problem(&r, 8);
  lia_error err = { 0 };
  cr_assert_eq(everything(&p, &err), LIA_OK, "%s: %s", err.path, err.text);
  int said = 0;
  for (long k = 0; k < 2000; k++) {
    err = (lia_error){ 0 };
    lia_mem_fail_after(k);
    lia_status st = everything(&p, &err);
    lia_mem_fail_after(-1);
    cr_assert_eq(lia_mem_live(), 0, "after %ld allocations", k);
    if (st == LIA_OK) break;
    cr_assert_eq(st, LIA_ENOMEM, "after %ld: %s", k, err.text);
    said++;
  }
  cr_assert_gt(said, 10);
}
