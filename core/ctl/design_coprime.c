/* design_coprime.c - robust against normalized coprime factors: loop shaping  [MG] */
#include "ctl/design_inside.h"

#include "ctl/sheet.h"

// with F = -(1 + D'D)^-1 (D'C + B'X), W = (1 - gamma^2) 1 + X Y, G = gamma^2 W'^-1 Y C':
// K = [A + B F + G (C + D F), G; B' X, -D']
static lia_status coprime_controller(lia_arena *a, lia_design *out, const lia_lti *s, lia_mat F,
    lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s), p = lia_lti_p(s);
  const double g2 = out->gamma * out->gamma;
  lia_mat W, CF;
  LIA_TRY(lia_lti_new(a, &out->K, n, p, m, err));
  LIA_TRY(lia_sheet_mul(a, &W, out->Y, out->X, err));
  for (int i = 0; i < n; i++) *lia_mat_at(W, i, i) += 1 - g2;
  lia_mat_mult(out->K.B, out->Y, s->C);
  lia_mat_scale(out->K.B, g2, out->K.B);
  LIA_TRY(lia_sheet_divide(a, out->K.B, W, "gamma is the least one: a larger factor does it", err));
  LIA_TRY(lia_sheet_copy(a, &CF, s->C, err));
  lia_mat_muladd(CF, 1, s->D, F);
  lia_mat_copy(out->K.A, s->A);
  lia_mat_muladd(out->K.A, 1, s->B, F);
  lia_mat_muladd(out->K.A, 1, out->K.B, CF);
  lia_mat_tmul(out->K.C, s->B, out->X);
  lia_mat_transpose(out->K.D, s->D);
  lia_mat_scale(out->K.D, -1, out->K.D);
  return LIA_OK;
}

static lia_status one_plus_square(lia_arena *a, lia_mat *R, lia_mat D, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, R, D.cols, D.cols, err));
  lia_mat_tmul(*R, D, D);
  for (int i = 0; i < D.cols; i++) *lia_mat_at(*R, i, i) += 1;
  return LIA_OK;
}

lia_status lia_design_coprime(lia_arena *a, lia_design *out, const lia_lti *s, double factor,
    lia_error *err) {
  lia_lti dual;
  lia_mat R, F, L;
  LIA_TRY(lia_lti_check(s, err));
  if (!(factor > 1) || !isfinite(factor))
    return LIA_FAIL(err, LIA_EARG, "factor", "expected a number above 1, got %g", factor);
  LIA_TRY(lia_lti_dual(a, &dual, s, err));
  LIA_TRY(one_plus_square(a, &R, s->D, err));
  LIA_TRY(lia_design_riccati(a, &out->X, &F, s->A, s->B, s->C, s->D, R, "(A, B)", err));
  LIA_TRY(one_plus_square(a, &R, dual.D, err));
  LIA_TRY(lia_design_riccati(a, &out->Y, &L, dual.A, dual.B, dual.C, dual.D, R, "(A, C)", err));
  LIA_TRY(lia_design_radius(a, &out->rho, out->X, out->Y, err));
  out->gamma = factor * sqrt(1 + out->rho);
  LIA_TRY(coprime_controller(a, out, s, F, err));
  const lia_plant P = { .A = s->A, .B1 = s->B, .B2 = s->B, .C1 = s->C, .C2 = s->C, .D11 = s->D,
    .D12 = s->D, .D21 = s->D, .D22 = s->D };
  return lia_design_poles(a, out, &P, err);
}
