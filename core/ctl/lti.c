/* lti.c - sizes and copies of four matrices */
#include "ctl/lti.h"

#include "ctl/sheet.h"

static lia_status lti_size(lia_mat M, int rows, int cols, const char *name, lia_error *err) {
  if (M.rows == rows && M.cols == cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, M.rows, M.cols);
}

lia_status lia_lti_check(const lia_lti *s, lia_error *err) {
  const int n = lia_lti_n(s);
  if (s->A.cols != n)
    return LIA_FAIL(err, LIA_EDIM, "A", "expected a square matrix, got %d x %d", n, s->A.cols);
  LIA_TRY(lti_size(s->B, n, lia_lti_m(s), "B", err));
  LIA_TRY(lti_size(s->C, lia_lti_p(s), n, "C", err));
  LIA_TRY(lia_mat_finite(s->A, "A", err));
  LIA_TRY(lia_mat_finite(s->B, "B", err));
  LIA_TRY(lia_mat_finite(s->C, "C", err));
  return lia_mat_finite(s->D, "D", err);
}

lia_status lia_lti_new(lia_arena *a, lia_lti *s, int n, int m, int p, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, &s->A, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &s->B, n, m, err));
  LIA_TRY(lia_sheet_mat(a, &s->C, p, n, err));
  return lia_sheet_mat(a, &s->D, p, m, err);
}

lia_status lia_lti_copy(lia_arena *a, lia_lti *to, const lia_lti *s, lia_error *err) {
  LIA_TRY(lia_lti_new(a, to, lia_lti_n(s), lia_lti_m(s), lia_lti_p(s), err));
  lia_mat_copy(to->A, s->A);
  lia_mat_copy(to->B, s->B);
  lia_mat_copy(to->C, s->C);
  lia_mat_copy(to->D, s->D);
  return LIA_OK;
}

lia_status lia_lti_dual(lia_arena *a, lia_lti *to, const lia_lti *s, lia_error *err) {
  LIA_TRY(lia_lti_new(a, to, lia_lti_n(s), lia_lti_p(s), lia_lti_m(s), err));
  lia_mat_transpose(to->A, s->A);
  lia_mat_transpose(to->B, s->C);
  lia_mat_transpose(to->C, s->B);
  lia_mat_transpose(to->D, s->D);
  return LIA_OK;
}
