/* crossing.c - pencils whose eigenvalues on the axis are the frequencies asked for  [BBK] */
#include "ctl/crossing.h"

#include "ctl/sheet.h"

// x' = A x + B u, the adjoint v' = -A' v - Q x - S u, and 0 = R1 x + R2 v + R3 u
typedef struct blocks { lia_mat A, B, Q, S, R1, R2, R3; } blocks;

static lia_status blocks_new(lia_arena *a, blocks *b, const lia_lti *s, lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s);
  b->A = s->A;
  LIA_TRY(lia_sheet_copy(a, &b->B, s->B, err));
  LIA_TRY(lia_sheet_mat(a, &b->Q, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &b->S, n, m, err));
  LIA_TRY(lia_sheet_mat(a, &b->R1, m, n, err));
  LIA_TRY(lia_sheet_mat(a, &b->R3, m, m, err));
  return lia_sheet_turn(a, &b->R2, s->B, err);
}

// G / level, half of it in B and half in C: Q = C'C, S = C'D, R1 = D'C, R2 = B', R3 = D'D - 1
static lia_status size_blocks(lia_arena *a, blocks *b, const lia_lti *s, double level,
    lia_error *err) {
  lia_mat C, D;
  LIA_TRY(lia_sheet_copy(a, &C, s->C, err));
  LIA_TRY(lia_sheet_copy(a, &D, s->D, err));
  const double half = 1 / sqrt(level);
  lia_mat_scale(C, half, C);
  lia_mat_scale(b->B, half, b->B);
  lia_mat_scale(b->R2, half, b->R2);
  lia_mat_scale(D, 1 / level, D);
  lia_mat_tmul(b->Q, C, C);
  lia_mat_tmul(b->S, C, D);
  lia_mat_tmul(b->R1, D, C);
  lia_mat_tmul(b->R3, D, D);
  for (int i = 0; i < D.cols; i++) *lia_mat_at(b->R3, i, i) -= 1;
  return LIA_OK;
}

// S = C', R1 = C, R2 = +- B', R3 = D +- D' - level
static void sum_blocks(blocks *b, const lia_lti *s, double sign, double level) {
  lia_mat_transpose(b->S, s->C);
  lia_mat_copy(b->R1, s->C);
  lia_mat_scale(b->R2, sign, b->R2);
  for (int i = 0; i < s->D.cols; i++) {
    for (int j = 0; j < s->D.cols; j++)
      *lia_mat_at(b->R3, i, j) = *lia_mat_at(s->D, i, j) + sign * *lia_mat_at(s->D, j, i);
    *lia_mat_at(b->R3, i, i) -= level;
  }
}

static void minus(lia_mat C, lia_mat A) { lia_mat_scale(C, -1, A); }

// M y = w N y. Sampled: z A' v = v - Q x - S u, 0 = R1 x + z R2 v + R3 u
static lia_status pencil(lia_arena *a, lia_mat *M, lia_mat *N, const blocks *b, int discrete,
    lia_error *err) {
  const int n = b->A.rows, m = b->R3.rows, k = 2 * n + m;
  LIA_TRY(lia_sheet_mat(a, M, k, k, err));
  LIA_TRY(lia_sheet_mat(a, N, k, k, err));
  lia_mat_copy(lia_mat_part(*M, 0, 0, n, n), b->A);
  lia_mat_copy(lia_mat_part(*M, 0, 2 * n, n, m), b->B);
  minus(lia_mat_part(*M, n, 0, n, n), b->Q);
  minus(lia_mat_part(*M, n, 2 * n, n, m), b->S);
  lia_mat_copy(lia_mat_part(*M, 2 * n, 0, m, n), b->R1);
  lia_mat_copy(lia_mat_part(*M, 2 * n, 2 * n, m, m), b->R3);
  lia_mat_eye(lia_mat_part(*N, 0, 0, n, n));
  const lia_mat V = lia_mat_part(*M, n, n, n, n), W = lia_mat_part(*N, n, n, n, n);
  if (discrete) {
    lia_mat_eye(V);
    lia_mat_transpose(W, b->A);
    minus(lia_mat_part(*N, 2 * n, n, m, n), b->R2);
  } else {
    lia_mat_transpose(V, b->A);
    minus(V, V);
    lia_mat_eye(W);
    lia_mat_copy(lia_mat_part(*M, 2 * n, n, m, n), b->R2);
  }
  return LIA_OK;
}

// the frequency of an eigenvalue, or -1 where it is not near the axis
static double frequency_of(double re, double im, double beta, int discrete, double near) {
  const double size = hypot(re, im);
  if (im < 0) return -1;
  if (!discrete) {
    if (!(fabs(beta) > 1e-14 * size) || fabs(re) > near * size) return -1;
    return fabs(im / beta);
  }
  if (fabs(size - fabs(beta)) > near * (size + fabs(beta))) return -1;
  return beta < 0 ? atan2(im, -re) : atan2(im, re);
}

static void put_rising(double *w, int *count, double x) {
  int k = (*count)++;
  for (; k > 0 && w[k-1] > x; k--) w[k] = w[k-1];
  w[k] = x;
}

lia_status lia_crossing_find(lia_arena *a, double *w, int *count, const lia_lti *s,
    lia_crossing_of what, double level, int discrete, double near, lia_error *err) {
  blocks b;
  lia_mat M, N;
  double *re, *im, *beta;
  LIA_TRY(blocks_new(a, &b, s, err));
  if (what == LIA_CROSSING_SIZE) LIA_TRY(size_blocks(a, &b, s, level, err));
  else sum_blocks(&b, s, what == LIA_CROSSING_REAL ? 1 : -1, level);
  LIA_TRY(pencil(a, &M, &N, &b, discrete, err));
  LIA_TRY(lia_sheet_vec(a, &re, M.rows, err));
  LIA_TRY(lia_sheet_vec(a, &im, M.rows, err));
  LIA_TRY(lia_sheet_vec(a, &beta, M.rows, err));
  LIA_TRY(lia_sheet_pencil(a, M, N, re, im, beta, err));
  *count = 0;
  for (int k = 0; k < M.rows; k++) {
    const double x = frequency_of(re[k], im[k], beta[k], discrete, near);
    if (x >= 0) put_rising(w, count, x);
  }
  return LIA_OK;
}
