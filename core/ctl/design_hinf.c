/* design_hinf.c - the central H-infinity controller, and the least gamma                    [GD] */
#include "ctl/design_inside.h"

#include "ctl/peak.h"
#include "ctl/sheet.h"
#include "num/factor.h"

// The plant with D12 = [0; 1], D21 = [0 1], by orthogonal w, z and scaled u = Tu u~, y~ = Ty y
typedef struct normal { lia_plant P; lia_mat Tu, Ty; double least; } normal;

// ---- normal form ----

// D (k x n, k <= n) of full row rank: T D V = [0 1], V n x n orthogonal, T k x k
static lia_status to_the_right(lia_arena *a, lia_mat *T, lia_mat *V, lia_mat D, const char *name,
    const char *what, lia_error *err) {
  const int k = D.rows, n = D.cols;
  lia_svd *f;
  LIA_TRY(lia_sheet_mat(a, T, k, k, err));
  LIA_TRY(lia_sheet_mat(a, V, n, n, err));
  LIA_TRY(lia_svd_new(&f, k, n, err));
  lia_status st = lia_svd_factor(f, D, err);
  if (st == LIA_OK && (k > n || lia_svd_rank(f, 1e-12) < k))
    st = LIA_FAIL(err, LIA_EDOMAIN, name, "expected full %s", what);
  if (st == LIA_OK) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) *lia_mat_at(*V, i, (j + n - k) % n) = *lia_mat_at(f->Vt, j, i);
    for (int i = 0; i < k; i++)
      for (int j = 0; j < k; j++) *lia_mat_at(*T, i, j) = *lia_mat_at(f->U, j, i) / f->s[i];
  }
  lia_svd_free(f);
  return st;
}

// M = A B C
static lia_status product(lia_arena *a, lia_mat *M, lia_mat A, lia_mat B, lia_mat C,
    lia_error *err) {
  lia_mat AB;
  LIA_TRY(lia_sheet_mul(a, &AB, A, B, err));
  return lia_sheet_mul(a, M, AB, C, err);
}

static lia_status largest_of(lia_arena *a, double *most, lia_mat M, lia_error *err) {
  double *s;
  LIA_TRY(lia_sheet_svd(a, M, &s, NULL, NULL, err));
  if (M.rows && M.cols) *most = fmax(*most, s[0]);
  return LIA_OK;
}

static lia_status normalize(lia_arena *a, normal *k, const lia_plant *P, lia_error *err) {
  const int p1 = P->C1.rows, m1 = P->B1.cols, p2 = P->C2.rows, m2 = P->B2.cols;
  lia_mat D12t, V, W, Tt;
  LIA_TRY(lia_sheet_turn(a, &D12t, P->D12, err));
  LIA_TRY(to_the_right(a, &Tt, &V, D12t, "D12", "column rank: every control must cost something",
      err));
  LIA_TRY(to_the_right(a, &k->Ty, &W, P->D21, "D21",
      "row rank: every measurement must be noisy", err));
  LIA_TRY(lia_sheet_turn(a, &k->Tu, Tt, err));
  lia_mat Vt;
  LIA_TRY(lia_sheet_turn(a, &Vt, V, err));
  k->P = *P;
  LIA_TRY(lia_sheet_mul(a, &k->P.B1, P->B1, W, err));
  LIA_TRY(lia_sheet_mul(a, &k->P.B2, P->B2, k->Tu, err));
  LIA_TRY(lia_sheet_mul(a, &k->P.C1, Vt, P->C1, err));
  LIA_TRY(lia_sheet_mul(a, &k->P.C2, k->Ty, P->C2, err));
  LIA_TRY(product(a, &k->P.D11, Vt, P->D11, W, err));
  LIA_TRY(lia_sheet_mat(a, &k->P.D12, p1, m2, err));
  LIA_TRY(lia_sheet_mat(a, &k->P.D21, p2, m1, err));
  lia_mat_eye(lia_mat_part(k->P.D12, p1 - m2, 0, m2, m2));
  lia_mat_eye(lia_mat_part(k->P.D21, 0, m1 - p2, p2, p2));
  // what no K changes: the rows above D12's 1, the columns before D21's
  k->least = 0;
  LIA_TRY(largest_of(a, &k->least, lia_mat_part(k->P.D11, 0, 0, p1 - m2, m1), err));
  return largest_of(a, &k->least, lia_mat_part(k->P.D11, 0, 0, p1, m1 - p2), err);
}

// ---- one gamma ----

// one of the two equations: B = [B1 B2], D = [D11 D12], R = D'D - diag(gamma^2, 0)
static lia_status game(lia_arena *a, lia_mat *X, lia_mat *F, const lia_plant *P, double gamma,
    const char *whom, lia_error *err) {
  const int n = P->A.rows, m1 = P->B1.cols, m2 = P->B2.cols, p1 = P->C1.rows;
  lia_mat B, D, R;
  LIA_TRY(lia_sheet_mat(a, &B, n, m1 + m2, err));
  LIA_TRY(lia_sheet_mat(a, &D, p1, m1 + m2, err));
  LIA_TRY(lia_sheet_mat(a, &R, m1 + m2, m1 + m2, err));
  lia_mat_copy(lia_mat_part(B, 0, 0, n, m1), P->B1);
  lia_mat_copy(lia_mat_part(B, 0, m1, n, m2), P->B2);
  lia_mat_copy(lia_mat_part(D, 0, 0, p1, m1), P->D11);
  lia_mat_copy(lia_mat_part(D, 0, m1, p1, m2), P->D12);
  lia_mat_tmul(R, D, D);
  lia_mat_mirror(R);
  for (int i = 0; i < m1; i++) *lia_mat_at(R, i, i) -= gamma * gamma;
  return lia_design_riccati(a, X, F, P->A, B, P->C1, D, R, whom, err);
}

// but for rounding: of X, and of what X would be where it vanishes, |C1|^2 / |A|
static lia_status not_negative(lia_arena *a, lia_mat X, const lia_plant *P, const char *name,
    double gamma, lia_error *err) {
  const double C = lia_mat_max(P->C1), A = lia_mat_max(P->A);
  const double natural = A > 0 ? C * C / A : 0;
  lia_mat zero;
  double least;
  LIA_TRY(lia_sheet_mat(a, &zero, X.rows, X.rows, err));
  LIA_TRY(lia_sheet_least(a, X, zero, &least, err));
  if (least >= -1e-8 * lia_mat_max(X) - 1e-11 * natural) return LIA_OK;
  return LIA_FAIL(err, LIA_EDOMAIN, "gamma", "%.6g is too small: %s is not positive semidefinite",
      gamma, name);
}

// X, Y, F, L (transposed H) and rho at gamma, or why there is no controller
static lia_status at_gamma(lia_arena *a, lia_design *out, lia_mat *F, lia_mat *Ht, const normal *k,
    double gamma, lia_error *err) {
  lia_plant dual;
  if (!(gamma > k->least))
    return LIA_FAIL(err, LIA_EDOMAIN, "gamma", "%.6g is too small: D11 alone makes it %.6g", gamma,
        k->least);
  LIA_TRY(lia_plant_dual(a, &dual, &k->P, err));
  LIA_TRY(game(a, &out->X, F, &k->P, gamma, "gamma is too small for X", err));
  LIA_TRY(not_negative(a, out->X, &k->P, "X", gamma, err));
  LIA_TRY(game(a, &out->Y, Ht, &dual, gamma, "gamma is too small for Y", err));
  LIA_TRY(not_negative(a, out->Y, &dual, "Y", gamma, err));
  LIA_TRY(lia_design_radius(a, &out->rho, out->X, out->Y, err));
  if (!(out->rho < gamma * gamma))
    return LIA_FAIL(err, LIA_EDOMAIN, "gamma",
        "%.6g is too small: the spectral radius of X Y is %.6g, not below its square", gamma,
        out->rho);
  out->gamma = gamma;
  return LIA_OK;
}

// ---- the controller ----

// Dk = -D1121 D1111' (g^2 - D1111 D1111')^-1 D1112 - D1122
static lia_status central_gain(lia_arena *a, lia_mat *Dk, const lia_plant *P, double gamma,
    lia_error *err) {
  const int m1 = P->B1.cols, p1 = P->C1.rows, m2 = P->B2.cols, p2 = P->C2.rows;
  const int r = p1 - m2, c = m1 - p2;
  const lia_mat D1111 = lia_mat_part(P->D11, 0, 0, r, c), D1112 = lia_mat_part(P->D11, 0, c, r, p2),
                D1121 = lia_mat_part(P->D11, r, 0, m2, c),
                D1122 = lia_mat_part(P->D11, r, c, m2, p2);
  lia_mat M, W, V;
  LIA_TRY(lia_sheet_mat(a, &M, r, r, err));
  lia_mat_mult(M, D1111, D1111);
  lia_mat_scale(M, -1, M);
  for (int i = 0; i < r; i++) *lia_mat_at(M, i, i) += gamma * gamma;
  LIA_TRY(lia_sheet_copy(a, &W, D1112, err));
  LIA_TRY(lia_sheet_divide(a, W, M, "gamma is the gain of D11", err));
  LIA_TRY(lia_sheet_mat(a, &V, c, p2, err));
  lia_mat_tmul(V, D1111, W);
  LIA_TRY(lia_sheet_mat(a, Dk, m2, p2, err));
  lia_mat_scale(*Dk, -1, D1122);
  lia_mat_muladd(*Dk, -1, D1121, V);
  return LIA_OK;
}

// with F = [F1; F2], F12 the last rows of F1, H = [H1 H2], H12 the last columns of H1,
// Z = (1 - Y X / g^2)^-1: Bk = Z (-H2 + (B2 + H12) Dk), Ck = F2 - Dk (C2 + F12),
// Ak = A + B F - Bk (C2 + F12)
static lia_status central(lia_arena *a, lia_design *out, const normal *k, lia_mat F, lia_mat Ht,
    lia_error *err) {
  const lia_plant *P = &k->P;
  const int n = P->A.rows, m1 = P->B1.cols, m2 = P->B2.cols, p1 = P->C1.rows, p2 = P->C2.rows;
  const double g2 = out->gamma * out->gamma;
  lia_lti *K = &out->K;
  lia_mat H, CF, BH, Z;
  LIA_TRY(lia_sheet_turn(a, &H, Ht, err));
  LIA_TRY(lia_lti_new(a, K, n, p2, m2, err));
  LIA_TRY(central_gain(a, &K->D, P, out->gamma, err));
  LIA_TRY(lia_sheet_mat(a, &CF, p2, n, err));
  lia_mat_add(CF, P->C2, 1, lia_mat_part(F, m1 - p2, 0, p2, n));
  LIA_TRY(lia_sheet_mat(a, &BH, n, m2, err));
  lia_mat_add(BH, P->B2, 1, lia_mat_part(H, 0, p1 - m2, n, m2));
  lia_mat_scale(K->B, -1, lia_mat_part(H, 0, p1, n, p2));
  lia_mat_muladd(K->B, 1, BH, K->D);
  LIA_TRY(lia_sheet_mul(a, &Z, out->Y, out->X, err));
  lia_mat_scale(Z, -1 / g2, Z);
  for (int i = 0; i < n; i++) *lia_mat_at(Z, i, i) += 1;
  LIA_TRY(lia_sheet_divide(a, K->B, Z, "gamma is the least one: a larger one does it", err));
  lia_mat_copy(K->C, lia_mat_part(F, m1, 0, m2, n));
  lia_mat_muladd(K->C, -1, K->D, CF);
  lia_mat_copy(K->A, P->A);
  lia_mat_muladd(K->A, 1, P->B1, lia_mat_part(F, 0, 0, m1, n));
  lia_mat_muladd(K->A, 1, P->B2, lia_mat_part(F, m1, 0, m2, n));
  lia_mat_muladd(K->A, -1, K->B, CF);
  return LIA_OK;
}

// u = Tu u~, y~ = Ty y, and the true D22
static lia_status denormalize(lia_arena *a, lia_lti *K, const normal *k, lia_error *err) {
  lia_mat B, C, D;
  LIA_TRY(lia_sheet_mul(a, &B, K->B, k->Ty, err));
  LIA_TRY(lia_sheet_mul(a, &C, k->Tu, K->C, err));
  LIA_TRY(product(a, &D, k->Tu, K->D, k->Ty, err));
  K->B = B;
  K->C = C;
  K->D = D;
  return lia_plant_shift(a, K, k->P.D22, err);
}

// ---- the least gamma ----

// anything but memory that fails says that gamma is too small
static lia_status feasible(int *yes, const normal *k, double gamma, lia_error *err) {
  lia_arena room = { 0 };
  lia_error why = { 0 };
  lia_design d;
  lia_mat F, Ht;
  const lia_status st = at_gamma(&room, &d, &F, &Ht, k, gamma, &why);
  lia_arena_free(&room);
  *yes = st == LIA_OK;
  if (st == LIA_ENOMEM) return LIA_FAIL(err, LIA_ENOMEM, "", "%s", why.text);
  return LIA_OK;
}

// the same plant without disturbances: what must hold for any gamma
static lia_status assumptions(lia_arena *a, const normal *k, lia_error *err) {
  lia_plant dual;
  lia_mat X, F, one;
  LIA_TRY(lia_plant_dual(a, &dual, &k->P, err));
  LIA_TRY(lia_sheet_mat(a, &one, k->P.B2.cols, k->P.B2.cols, err));
  lia_mat_eye(one);
  LIA_TRY(lia_design_riccati(a, &X, &F, k->P.A, k->P.B2, k->P.C1, k->P.D12, one,
      "(A, B2, C1, D12)", err));
  LIA_TRY(lia_sheet_mat(a, &one, dual.B2.cols, dual.B2.cols, err));
  lia_mat_eye(one);
  return lia_design_riccati(a, &X, &F, dual.A, dual.B2, dual.C1, dual.D12, one,
      "(A, C2, B1, D21)", err);
}

// lo is below all that will do, hi is one that does
static lia_status bracket(double *lo, double *hi, const normal *k, lia_error *err) {
  int yes = 0, doubled = 0;
  *lo = k->least;
  *hi = *lo > 0 ? 2 * *lo : 1;
  LIA_TRY(feasible(&yes, k, *hi, err));
  while (!yes) {
    if (++doubled > 60) return LIA_FAIL(err, LIA_ENOCONV, "gamma", "none up to %.3g will do", *hi);
    *lo = *hi;
    *hi *= 2;
    LIA_TRY(feasible(&yes, k, *hi, err));
  }
  // where any gamma does, a millionth is told
  for (int down = 0; !doubled && *lo == 0 && down < 20; down++) {
    LIA_TRY(feasible(&yes, k, *hi / 2, err));
    if (!yes) break;
    *hi /= 2;
  }
  if (*hi < 1e-6) *lo = *hi;
  return LIA_OK;
}

static lia_status least_gamma(double *gamma, const normal *k, double tol, lia_error *err) {
  double lo, hi;
  int yes = 0;
  LIA_TRY(bracket(&lo, &hi, k, err));
  while (hi - lo > tol * hi) {
    const double mid = lo > hi / 4 ? sqrt(lo * hi) : (lo + hi) / 2;
    LIA_TRY(feasible(&yes, k, mid, err));
    if (yes) hi = mid;
    else lo = mid;
  }
  *gamma = hi;
  return LIA_OK;
}

// ---- what stands in the end ----

static lia_status controller_at(lia_arena *a, lia_design *out, const normal *k,
    const lia_plant *P, double gamma, lia_error *err) {
  lia_mat F, Ht;
  LIA_TRY(at_gamma(a, out, &F, &Ht, k, gamma, err));
  LIA_TRY(central(a, out, k, F, Ht, err));
  LIA_TRY(denormalize(a, &out->K, k, err));
  return lia_design_poles(a, out, P, err);
}

// near the least gamma 1 - Y X / gamma^2 is nearly singular and digits are lost: is the loop closed
// with this K what the theory says?
static lia_status keeps_word(lia_arena *a, int *kept, const lia_design *d, const lia_plant *P,
    lia_error *err) {
  lia_lti closed;
  lia_peak peak;
  LIA_TRY(lia_plant_close(a, &closed, P, &d->K, err));
  LIA_TRY(lia_peak_norm(&peak, &closed, 0, 1e-8, err));
  *kept = peak.stable && peak.value <= d->gamma * (1 + 1e-6);
  return LIA_OK;
}

// the least gamma, or as little more as keeps its word
static lia_status relaxed(lia_arena *a, lia_design *out, const normal *k, const lia_plant *P,
    double tol, lia_error *err) {
  double least = 0;
  int kept;
  LIA_TRY(least_gamma(&least, k, tol, err));
  for (double more = 0; more < 0.5; more = more > 0 ? 4 * more : tol) {
    LIA_TRY(controller_at(a, out, k, P, least * (1 + more), err));
    out->least = least;
    LIA_TRY(keeps_word(a, &kept, out, P, err));
    if (kept) return LIA_OK;
  }
  return LIA_FAIL(err, LIA_ENOCONV, "gamma", "near the least one, %.6g, no digits are left", least);
}

lia_status lia_design_hinf(lia_arena *a, lia_design *out, const lia_plant *P, double gamma,
    double tol, lia_error *err) {
  normal k;
  int kept;
  LIA_TRY(lia_plant_check(P, err));
  LIA_TRY(normalize(a, &k, P, err));
  LIA_TRY(assumptions(a, &k, err));
  if (gamma == 0) return relaxed(a, out, &k, P, tol, err);
  LIA_TRY(controller_at(a, out, &k, P, gamma, err));
  out->least = (double)NAN;
  LIA_TRY(keeps_word(a, &kept, out, P, err));
  if (kept) return LIA_OK;
  return LIA_FAIL(err, LIA_ENOCONV, "gamma", "%.6g: no digits are left so near the least one",
      gamma);
}
