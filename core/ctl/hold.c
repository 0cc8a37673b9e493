/* hold.c - c2d and d2c: hold, substitution, impulse                        [FPW] 4, 6 */
#include "ctl/hold.h"

#include "ctl/sheet.h"
#include "ctl/matfun.h"

typedef lia_status hold_fn(lia_arena *a, lia_lti *to, const lia_lti *s, double h, lia_error *err);

// M = 1 + c A
static lia_status one_plus(lia_arena *a, lia_mat *M, lia_mat A, double c, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, M, A.rows, A.rows, err));
  lia_mat_scale(*M, c, A);
  for (int i = 0; i < A.rows; i++) *lia_mat_at(*M, i, i) += 1;
  return LIA_OK;
}

// exp of [A T, B T; 0, 0] = [Ad, Bd; 0, 1]
static lia_status sample_zoh(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s);
  lia_mat M, X;
  LIA_TRY(lia_sheet_mat(a, &M, n + m, n + m, err));
  LIA_TRY(lia_sheet_mat(a, &X, n + m, n + m, err));
  lia_mat_scale(lia_mat_part(M, 0, 0, n, n), T, s->A);
  lia_mat_scale(lia_mat_part(M, 0, n, n, m), T, s->B);
  LIA_TRY(lia_matfun_exp(a, X, M, err));
  lia_mat_copy(to->A, lia_mat_part(X, 0, 0, n, n));
  lia_mat_copy(to->B, lia_mat_part(X, 0, n, n, m));
  return LIA_OK;
}

// exp of [A T, B T, 0; 0, 0, 1; 0, 0, 0] = [F, G1, G2; ..]: x+ = F x + G1 u + G2 (u+ - u)
static lia_status ramp(lia_arena *a, lia_mat A, lia_mat B, double T, lia_mat *X, lia_error *err) {
  const int n = A.rows, m = B.cols;
  lia_mat M;
  LIA_TRY(lia_sheet_mat(a, &M, n + 2 * m, n + 2 * m, err));
  LIA_TRY(lia_sheet_mat(a, X, n + 2 * m, n + 2 * m, err));
  lia_mat_scale(lia_mat_part(M, 0, 0, n, n), T, A);
  lia_mat_scale(lia_mat_part(M, 0, n, n, m), T, B);
  lia_mat_eye(lia_mat_part(M, n, n + m, m, m));
  return lia_matfun_exp(a, *X, M, err);
}

// state x - G2 u: A = F, B = G1 + F G2 - G2, D = D + C G2
static lia_status sample_foh(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s);
  lia_mat X;
  LIA_TRY(ramp(a, s->A, s->B, T, &X, err));
  const lia_mat F = lia_mat_part(X, 0, 0, n, n), G1 = lia_mat_part(X, 0, n, n, m),
                G2 = lia_mat_part(X, 0, n + m, n, m);
  lia_mat_copy(to->A, F);
  lia_mat_mul(to->B, F, G2);
  lia_mat_add(to->B, to->B, 1, G1);
  lia_mat_add(to->B, to->B, -1, G2);
  lia_mat_muladd(to->D, 1, s->C, G2);
  return LIA_OK;
}

// s = (z - 1) / (h (g z + 1 - g)): A = (1 - g h A)^-1 (1 + (1 - g) h A), B = (..)^-1 h B,
// C = C (..)^-1, D = D + g C B
static lia_status substitute(lia_arena *a, lia_lti *to, const lia_lti *s, double h, double g,
    lia_error *err) {
  static const char *const what = "the method has a pole there: an eigenvalue of A is at the value "
      "of s that stands for z = infinity; another T does it";
  lia_mat M, N;
  LIA_TRY(one_plus(a, &M, s->A, -g * h, err));
  LIA_TRY(one_plus(a, &N, s->A, (1 - g) * h, err));
  lia_mat_copy(to->A, N);
  lia_mat_scale(to->B, h, s->B);
  LIA_TRY(lia_sheet_divide(a, to->A, M, what, err));
  LIA_TRY(lia_sheet_divide(a, to->B, M, what, err));
  LIA_TRY(lia_sheet_rdivide(a, to->C, M, what, err));
  lia_mat_muladd(to->D, g, s->C, to->B);
  return LIA_OK;
}

static lia_status sample_tustin(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return substitute(a, to, s, T, 0.5, err);
}

static lia_status sample_backward(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return substitute(a, to, s, T, 1, err);
}

static lia_status sample_euler(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return substitute(a, to, s, T, 0, err);
}

// y_k = T h(k T): B = T exp(A T) B, D = T C B
static lia_status sample_impulse(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  lia_mat M;
  if (lia_mat_max(s->D) != 0)
    return LIA_FAIL(err, LIA_EARG, "D", "expected 0: an impulse through D cannot be sampled");
  LIA_TRY(lia_sheet_copy(a, &M, s->A, err));
  lia_mat_scale(M, T, M);
  LIA_TRY(lia_matfun_exp(a, to->A, M, err));
  lia_mat_mul(to->B, to->A, s->B);
  lia_mat_scale(to->B, T, to->B);
  lia_mat_zero(to->D);
  lia_mat_muladd(to->D, T, s->C, s->B);
  return LIA_OK;
}

// ---- back ----

// A = log(Ad) / T
static lia_status log_rate(lia_arena *a, lia_mat A, lia_mat Ad, double T, lia_error *err) {
  LIA_TRY(lia_matfun_log(a, A, Ad, err));
  lia_mat_scale(A, 1 / T, A);
  return LIA_OK;
}

// log of [Ad, Bd; 0, 1] = [A T, B T; 0, 0]
static lia_status continue_zoh(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s);
  lia_mat M, X;
  LIA_TRY(lia_sheet_mat(a, &M, n + m, n + m, err));
  LIA_TRY(lia_sheet_mat(a, &X, n + m, n + m, err));
  lia_mat_copy(lia_mat_part(M, 0, 0, n, n), s->A);
  lia_mat_copy(lia_mat_part(M, 0, n, n, m), s->B);
  lia_mat_eye(lia_mat_part(M, n, n, m, m));
  LIA_TRY(lia_matfun_log(a, X, M, err));
  lia_mat_scale(to->A, 1 / T, lia_mat_part(X, 0, 0, n, n));
  lia_mat_scale(to->B, 1 / T, lia_mat_part(X, 0, n, n, m));
  return LIA_OK;
}

// G1 = M1 B, G2 = M2 B with those of B = 1: B = (M1 + F M2 - M2)^-1 Bd, D = Dd - C M2 B
static lia_status continue_foh(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  const int n = lia_lti_n(s);
  lia_mat X, one, sum, G2;
  LIA_TRY(log_rate(a, to->A, s->A, T, err));
  LIA_TRY(lia_sheet_mat(a, &one, n, n, err));
  lia_mat_eye(one);
  LIA_TRY(ramp(a, to->A, one, T, &X, err));
  const lia_mat M1 = lia_mat_part(X, 0, n, n, n), M2 = lia_mat_part(X, 0, 2 * n, n, n);
  LIA_TRY(lia_sheet_mul(a, &sum, s->A, M2, err));
  lia_mat_add(sum, sum, 1, M1);
  lia_mat_add(sum, sum, -1, M2);
  LIA_TRY(lia_sheet_divide(a, to->B, sum, "the hold loses a state at this T", err));
  LIA_TRY(lia_sheet_mul(a, &G2, M2, to->B, err));
  lia_mat_muladd(to->D, -1, s->C, G2);
  return LIA_OK;
}

// substitute() solved for the system it was given:
// A = (Ad - 1) (1 + g (Ad - 1))^-1 / h, with M = 1 - g h A = (1 + g (Ad - 1))^-1
static lia_status resubstitute(lia_arena *a, lia_lti *to, const lia_lti *s, double h, double g,
    lia_error *err) {
  static const char *const what = "an eigenvalue of A is where s would be infinite "
      "(z = -1 of tustin, z = 0 of backward)";
  const int n = lia_lti_n(s);
  lia_mat one, step, M, W;
  LIA_TRY(lia_sheet_copy(a, &step, s->A, err));
  for (int i = 0; i < n; i++) *lia_mat_at(step, i, i) -= 1;
  LIA_TRY(one_plus(a, &one, step, g, err));
  lia_mat_scale(to->A, 1 / h, step);
  LIA_TRY(lia_sheet_rdivide(a, to->A, one, what, err));
  LIA_TRY(one_plus(a, &M, to->A, -g * h, err));
  lia_mat_mul(to->B, M, s->B);
  lia_mat_scale(to->B, 1 / h, to->B);
  LIA_TRY(lia_sheet_mul(a, &W, s->C, M, err));
  lia_mat_copy(to->C, W);
  lia_mat_muladd(to->D, -g, to->C, s->B);
  return LIA_OK;
}

static lia_status continue_tustin(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return resubstitute(a, to, s, T, 0.5, err);
}

static lia_status continue_backward(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return resubstitute(a, to, s, T, 1, err);
}

static lia_status continue_euler(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  return resubstitute(a, to, s, T, 0, err);
}

static lia_status continue_impulse(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_error *err) {
  LIA_TRY(log_rate(a, to->A, s->A, T, err));
  LIA_TRY(lia_sheet_divide(a, to->B, s->A, "an eigenvalue of A is 0", err));
  lia_mat_scale(to->B, 1 / T, to->B);
  lia_mat_muladd(to->D, -T, to->C, to->B);
  if (!(lia_mat_max(to->D) <= 1e-9 * (lia_mat_max(s->D) + lia_mat_max(s->B))))
    return LIA_FAIL(err, LIA_EDOMAIN, "D",
        "no impulse response has these samples: D is not T C B");
  lia_mat_zero(to->D);
  return LIA_OK;
}

// ---- which ----

static lia_status sampling_time(double *h, double T, lia_hold_method method, double w,
    lia_error *err) {
  *h = T;
  if (!(T > 0) || !isfinite(T))
    return LIA_FAIL(err, LIA_EARG, "T", "expected a time above 0, got %g", T);
  if (w == 0) return LIA_OK;
  if (method != LIA_HOLD_tustin)
    return LIA_FAIL(err, LIA_EARG, "w", "only tustin is warped to a frequency");
  if (!(w > 0 && w * T < 3.141592653589793))
    return LIA_FAIL(err, LIA_EARG, "w", "expected a frequency between 0 and pi / T = %g, got %g",
        3.141592653589793 / T, w);
  *h = 2 * tan(w * T / 2) / w;
  return LIA_OK;
}

lia_status lia_hold_sample(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_hold_method method, double w, lia_error *err) {
#define X(name) sample_##name,
  static hold_fn *const sample[] = { LIA_HOLD_LIST(X) };
#undef X
  double h;
  LIA_TRY(lia_lti_check(s, err));
  LIA_TRY(sampling_time(&h, T, method, w, err));
  LIA_TRY(lia_lti_copy(a, to, s, err));
  return sample[method](a, to, s, h, err);
}

lia_status lia_hold_continue(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_hold_method method, double w, lia_error *err) {
#define X(name) continue_##name,
  static hold_fn *const back[] = { LIA_HOLD_LIST(X) };
#undef X
  double h;
  LIA_TRY(lia_lti_check(s, err));
  LIA_TRY(sampling_time(&h, T, method, w, err));
  LIA_TRY(lia_lti_copy(a, to, s, err));
  return back[method](a, to, s, h, err);
}
