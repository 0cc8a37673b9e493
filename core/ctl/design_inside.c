/* design_inside.c - one Riccati equation with its modes named, poles of the closed loop */
#include "ctl/design_inside.h"

#include "ctl/riccati.h"
#include "ctl/sheet.h"

lia_status lia_design_poles(lia_arena *a, lia_design *out, const lia_plant *P, lia_error *err) {
  lia_lti closed;
  LIA_TRY(lia_plant_close(a, &closed, P, &out->K, err));
  out->npole = lia_lti_n(&closed);
  LIA_TRY(lia_sheet_vec(a, &out->re, out->npole, err));
  LIA_TRY(lia_sheet_vec(a, &out->im, out->npole, err));
  return lia_sheet_eig(a, closed.A, out->re, out->im, err);
}

lia_status lia_design_riccati(lia_arena *a, lia_mat *X, lia_mat *F, lia_mat A, lia_mat B, lia_mat C,
    lia_mat D, lia_mat R, const char *whom, lia_error *err) {
  const int n = A.rows;
  lia_riccati p = { .A = A, .B = B, .R = R };
  lia_riccati_told told = { 0 };
  lia_error inner = { 0 };
  lia_mat S;
  double *re, *im;
  LIA_TRY(lia_sheet_mat(a, X, n, n, err));
  LIA_TRY(lia_sheet_mat(a, F, B.cols, n, err));
  LIA_TRY(lia_sheet_mat(a, &p.Q, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &S, n, B.cols, err));
  LIA_TRY(lia_sheet_vec(a, &re, n, err));
  LIA_TRY(lia_sheet_vec(a, &im, n, err));
  told.mode = lia_arena_alloc(a, (2 * (size_t)n + 1) * sizeof *told.mode);
  if (!told.mode) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d modes", 2 * n);
  lia_mat_tmul(p.Q, C, C);
  lia_mat_tmul(S, C, D);
  lia_mat_mirror(p.Q);
  p.S = &S;
  if (n == 0) return LIA_OK;
  const lia_status st = lia_riccati_solve(*X, *F, re, im, &p, &told, &inner);
  if (st == LIA_ENOMEM) return LIA_FAIL(err, st, "", "%s", inner.text);
  if (st != LIA_OK && told.nmode)
    return LIA_FAIL(err, LIA_EDOMAIN, whom, "the mode %.6g%+.6gi %s", told.mode[0].re,
        told.mode[0].im, told.mode[0].why);
  if (st != LIA_OK) return LIA_FAIL(err, LIA_EDOMAIN, whom, "%s", inner.text);
  lia_mat_scale(*F, -1, *F);
  return LIA_OK;
}

lia_status lia_design_radius(lia_arena *a, double *rho, lia_mat X, lia_mat Y, lia_error *err) {
  lia_mat XY;
  double *re, *im;
  LIA_TRY(lia_sheet_mul(a, &XY, X, Y, err));
  LIA_TRY(lia_sheet_vec(a, &re, X.rows, err));
  LIA_TRY(lia_sheet_vec(a, &im, X.rows, err));
  LIA_TRY(lia_sheet_eig(a, XY, re, im, err));
  *rho = 0;
  for (int k = 0; k < X.rows; k++) *rho = fmax(*rho, hypot(re[k], im[k]));
  return LIA_OK;
}
