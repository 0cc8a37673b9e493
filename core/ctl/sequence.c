/* sequence.c - x+ = A x + B u, again and again */
#include "ctl/sequence.h"

#include "ctl/sheet.h"

void lia_sequence_run(const lia_lti *s, lia_mat U, const double *x0, lia_mat Y, lia_mat X) {
  const int n = lia_lti_n(s), m = lia_lti_m(s), p = lia_lti_p(s), N = U.rows;
  if (N) lia_vec_copy(lia_mat_row(X, 0), x0, n);
  for (int k = 0; k < N; k++) {
    const double *x = lia_mat_row(X, k), *u = lia_mat_row(U, k);
    double *y = lia_mat_row(Y, k);
    for (int i = 0; i < p; i++)
      y[i] = lia_vec_dot(lia_mat_row(s->C, i), x, n) + lia_vec_dot(lia_mat_row(s->D, i), u, m);
    if (k + 1 == N) return;
    double *next = lia_mat_row(X, k + 1);
    for (int i = 0; i < n; i++)
      next[i] = lia_vec_dot(lia_mat_row(s->A, i), x, n) + lia_vec_dot(lia_mat_row(s->B, i), u, m);
  }
}

lia_status lia_sequence_markov(lia_arena *a, const lia_lti *s, lia_mat H, lia_error *err) {
  const int m = lia_lti_m(s), p = lia_lti_p(s);
  lia_mat X, next;
  LIA_TRY(lia_sheet_copy(a, &X, s->B, err));
  LIA_TRY(lia_sheet_copy(a, &next, s->B, err));
  for (int k = 0; k * p < H.rows; k++) {
    lia_mat part = lia_mat_part(H, k * p, 0, p, m);
    if (k == 0) {
      lia_mat_copy(part, s->D);
      continue;
    }
    lia_mat_mul(part, s->C, X);
    lia_mat_mul(next, s->A, X);
    lia_mat_copy(X, next);
  }
  return LIA_OK;
}
