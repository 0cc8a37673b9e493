/* design_h2.c - the controller with the least H2 norm: two Riccati equations       [DGKF] */
#include "ctl/design_inside.h"

#include "ctl/sheet.h"

static lia_status full_rank(lia_arena *a, lia_mat D, int need, const char *name, const char *what,
    lia_error *err) {
  double *s;
  const int k = D.rows < D.cols ? D.rows : D.cols;
  LIA_TRY(lia_sheet_svd(a, D, &s, NULL, NULL, err));
  if (need == 0 || (k == need && s[need-1] > 1e-12 * s[0])) return LIA_OK;
  return LIA_FAIL(err, LIA_EDOMAIN, name, "expected full %s rank: every %s", what,
      what[0] == 'c' ? "control must cost something" : "measurement must be noisy");
}

// X and F of the state, Y and L' of the estimate
typedef struct gains { lia_mat F, L; } gains;

static lia_status h2_solutions(lia_arena *a, lia_design *out, gains *g, const lia_plant *P,
    const lia_plant *d, lia_error *err) {
  lia_mat R;
  LIA_TRY(lia_sheet_mat(a, &R, P->B2.cols, P->B2.cols, err));
  lia_mat_tmul(R, P->D12, P->D12);
  LIA_TRY(lia_design_riccati(a, &out->X, &g->F, P->A, P->B2, P->C1, P->D12, R, "(A, B2, C1, D12)",
      err));
  LIA_TRY(lia_sheet_mat(a, &R, P->C2.rows, P->C2.rows, err));
  lia_mat_tmul(R, d->D12, d->D12);
  return lia_design_riccati(a, &out->Y, &g->L, d->A, d->B2, d->C1, d->D12, R, "(A, C2, B1, D21)",
      err);
}

// A + B2 F + L C2, -L, F
static lia_status h2_controller(lia_arena *a, lia_lti *K, const gains *g, const lia_plant *P,
    lia_error *err) {
  LIA_TRY(lia_lti_new(a, K, P->A.rows, P->C2.rows, P->B2.cols, err));
  lia_mat_copy(K->A, P->A);
  lia_mat_muladd(K->A, 1, P->B2, g->F);
  lia_mat_tmuladd(K->A, 1, g->L, P->C2);
  lia_mat_transpose(K->B, g->L);
  lia_mat_scale(K->B, -1, K->B);
  lia_mat_copy(K->C, g->F);
  return lia_plant_shift(a, K, P->D22, err);
}

// sum of x' M x over the rows x of V
static double rows_quad(lia_mat M, lia_mat V) {
  double sum = 0;
  for (int i = 0; i < V.rows; i++) sum += lia_mat_quad(M, lia_mat_row(V, i), lia_mat_row(V, i));
  return sum;
}

lia_status lia_design_h2(lia_arena *a, lia_design *out, const lia_plant *P, lia_error *err) {
  lia_plant d;
  lia_mat W;
  gains g;
  LIA_TRY(lia_plant_check(P, err));
  if (lia_mat_max(P->D11) != 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "D11", "expected 0: the H2 norm is infinite otherwise");
  LIA_TRY(full_rank(a, P->D12, P->B2.cols, "D12", "column", err));
  LIA_TRY(full_rank(a, P->D21, P->C2.rows, "D21", "row", err));
  LIA_TRY(lia_plant_dual(a, &d, P, err));
  LIA_TRY(h2_solutions(a, out, &g, P, &d, err));
  LIA_TRY(h2_controller(a, &out->K, &g, P, err));
  LIA_TRY(lia_design_radius(a, &out->rho, out->X, out->Y, err));
  // |T|^2 = tr(B1' X B1) + tr(D12 F Y F' D12')
  LIA_TRY(lia_sheet_mul(a, &W, P->D12, g.F, err));
  out->gamma = sqrt(rows_quad(out->X, d.C1) + rows_quad(out->Y, W));
  return lia_design_poles(a, out, P, err);
}
