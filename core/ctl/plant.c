/* plant.c - sizes of a plant, its dual, the loop closed by a controller */
#include "ctl/plant.h"

#include "ctl/sheet.h"

// ---- sizes ----

static lia_status plant_part(lia_mat M, int rows, int cols, const char *name, lia_error *err) {
  if (M.rows != rows || M.cols != cols)
    return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, M.rows,
        M.cols);
  return lia_mat_finite(M, name, err);
}

lia_status lia_plant_check(const lia_plant *P, lia_error *err) {
  const int n = P->A.rows, m1 = P->B1.cols, m2 = P->B2.cols, p1 = P->C1.rows, p2 = P->C2.rows;
  LIA_TRY(plant_part(P->A, n, n, "A", err));
  LIA_TRY(plant_part(P->B1, n, m1, "B1", err));
  LIA_TRY(plant_part(P->B2, n, m2, "B2", err));
  LIA_TRY(plant_part(P->C1, p1, n, "C1", err));
  LIA_TRY(plant_part(P->C2, p2, n, "C2", err));
  LIA_TRY(plant_part(P->D11, p1, m1, "D11", err));
  LIA_TRY(plant_part(P->D12, p1, m2, "D12", err));
  LIA_TRY(plant_part(P->D21, p2, m1, "D21", err));
  return plant_part(P->D22, p2, m2, "D22", err);
}

lia_status lia_plant_dual(lia_arena *a, lia_plant *to, const lia_plant *P, lia_error *err) {
  LIA_TRY(lia_sheet_turn(a, &to->A, P->A, err));
  LIA_TRY(lia_sheet_turn(a, &to->B1, P->C1, err));
  LIA_TRY(lia_sheet_turn(a, &to->B2, P->C2, err));
  LIA_TRY(lia_sheet_turn(a, &to->C1, P->B1, err));
  LIA_TRY(lia_sheet_turn(a, &to->C2, P->B2, err));
  LIA_TRY(lia_sheet_turn(a, &to->D11, P->D11, err));
  LIA_TRY(lia_sheet_turn(a, &to->D12, P->D21, err));
  LIA_TRY(lia_sheet_turn(a, &to->D21, P->D12, err));
  return lia_sheet_turn(a, &to->D22, P->D22, err);
}

// ---- closed ----

static const char *const loop_what = "the loop through D22 and the controller's D has no solution";

// E = (1 - Dk D22)^-1; u = E (Ck xk + Dk (C2 x + D21 w)), y = C2 x + D21 w + D22 u
lia_status lia_plant_close(lia_arena *a, lia_lti *out, const lia_plant *P, const lia_lti *K,
    lia_error *err) {
  const int n = P->A.rows, k = lia_lti_n(K), m1 = P->B1.cols, m2 = P->B2.cols, p1 = P->C1.rows;
  const int p2 = P->C2.rows;
  lia_mat M, ux, uw, yx, yw;
  LIA_TRY(lia_lti_new(a, out, n + k, m1, p1, err));
  LIA_TRY(lia_sheet_mat(a, &M, m2, m2, err));
  lia_mat_eye(M);
  lia_mat_muladd(M, -1, K->D, P->D22);
  // u and y of (x, xk) and of w
  LIA_TRY(lia_sheet_mat(a, &ux, m2, n + k, err));
  LIA_TRY(lia_sheet_mul(a, &uw, K->D, P->D21, err));
  lia_mat_mul(lia_mat_part(ux, 0, 0, m2, n), K->D, P->C2);
  lia_mat_copy(lia_mat_part(ux, 0, n, m2, k), K->C);
  LIA_TRY(lia_sheet_divide(a, ux, M, loop_what, err));
  LIA_TRY(lia_sheet_divide(a, uw, M, loop_what, err));
  LIA_TRY(lia_sheet_mul(a, &yx, P->D22, ux, err));
  LIA_TRY(lia_sheet_copy(a, &yw, P->D21, err));
  lia_mat_muladd(yw, 1, P->D22, uw);
  const lia_mat yx1 = lia_mat_part(yx, 0, 0, p2, n);
  lia_mat_add(yx1, yx1, 1, P->C2);
  lia_mat_copy(lia_mat_part(out->A, 0, 0, n, n), P->A);
  lia_mat_muladd(lia_mat_part(out->A, 0, 0, n, n + k), 1, P->B2, ux);
  lia_mat_copy(lia_mat_part(out->A, n, n, k, k), K->A);
  lia_mat_muladd(lia_mat_part(out->A, n, 0, k, n + k), 1, K->B, yx);
  lia_mat_copy(lia_mat_part(out->B, 0, 0, n, m1), P->B1);
  lia_mat_muladd(lia_mat_part(out->B, 0, 0, n, m1), 1, P->B2, uw);
  lia_mat_mul(lia_mat_part(out->B, n, 0, k, m1), K->B, yw);
  lia_mat_copy(lia_mat_part(out->C, 0, 0, p1, n), P->C1);
  lia_mat_muladd(out->C, 1, P->D12, ux);
  lia_mat_copy(out->D, P->D11);
  lia_mat_muladd(out->D, 1, P->D12, uw);
  return LIA_OK;
}

// y0 = y - D22 u: xk' = A xk + B y0, u = C xk + D y0; u = (1 + D D22)^-1 (C xk + D y)
lia_status lia_plant_shift(lia_arena *a, lia_lti *K, lia_mat D22, lia_error *err) {
  lia_mat M, BD;
  if (lia_mat_max(D22) == 0) return LIA_OK;
  LIA_TRY(lia_sheet_mat(a, &M, K->D.rows, K->D.rows, err));
  lia_mat_eye(M);
  lia_mat_muladd(M, 1, K->D, D22);
  LIA_TRY(lia_sheet_divide(a, K->C, M, loop_what, err));
  LIA_TRY(lia_sheet_divide(a, K->D, M, loop_what, err));
  // A - B D22 C, B (1 - D22 D)
  LIA_TRY(lia_sheet_mul(a, &BD, K->B, D22, err));
  lia_mat_muladd(K->A, -1, BD, K->C);
  lia_mat_muladd(K->B, -1, BD, K->D);
  return LIA_OK;
}
