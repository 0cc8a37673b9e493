/* solve.c - linear systems by elimination, quadratics, and the equation of every planar triangle */
#include "sym/simp/solve.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

// the pool's failure as ours, forgotten there
static lia_status solve_failed(lia_pool *p, lia_error *err) {
  lia_status st = lia_pool_status(p, err);
  lia_pool_clear(p);
  return st == LIA_OK ? LIA_FAIL(err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM)) : st;
}

static lia_status solve_refuse(lia_pool *p, lia_expr f, lia_expr x, const char *why,
    lia_error *err) {
  char a[100], b[40];
  lia_print_short(p, f, a, sizeof a);
  lia_print_short(p, x, b, sizeof b);
  return LIA_FAIL(err, LIA_EARG, "", "%s = 0 is not %s %s", a, why, b);
}

// ---- linear systems

static int free_of(lia_pool *p, lia_expr e, int m, const lia_expr *x) {
  for (int j = 0; j < m; j++)
    if (lia_subs_depends(p, e, x[j])) return 0;
  return 1;
}

lia_status lia_solve_split(lia_pool *p, int n, const lia_expr *f, int m, const lia_expr *x,
    lia_expr *A, lia_expr *b, lia_error *err) {
  lia_expr *zero = lia_malloc(((size_t)m + 1) * sizeof *zero);
  if (!zero) return LIA_FAIL(err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  for (int j = 0; j < m; j++) zero[j] = LIA_ZERO;
  // b = -f(0), A = df/dx, which must be free of x
  int ok = lia_subs(p, (uint32_t)m, x, zero, (uint32_t)n, f, b) &&
      lia_diff_jacobian(p, (uint32_t)n, f, (uint32_t)m, x, A);
  lia_free(zero);
  if (!ok) return solve_failed(p, err);
  for (int i = 0; i < n; i++) {
    b[i] = lia_sym_neg(p, b[i]);
    for (int j = 0; j < m; j++) {
      lia_expr *a = &A[i * m + j];
      if (!free_of(p, *a, m, x)) *a = lia_simp_collect(p, *a, (uint32_t)m, x);
      if (!*a) return solve_failed(p, err);
      if (!free_of(p, *a, m, x)) return solve_refuse(p, f[i], x[j], "linear in", err);
    }
  }
  return LIA_OK;
}

lia_status lia_solve_linear(lia_pool *p, int n, const lia_expr *f, const lia_expr *x, lia_expr *out,
    lia_error *err) {
  lia_expr *A = lia_malloc(((size_t)n * (size_t)n + 1) * sizeof *A);
  lia_status st = A ? lia_solve_split(p, n, f, n, x, A, out, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  if (st == LIA_OK && !lia_smat_solve(p, n, A, 1, out, out)) st = solve_failed(p, err);
  for (int i = 0; st == LIA_OK && i < n; i++) {
    out[i] = lia_simp_cancel(p, out[i]);
    if (!out[i]) st = solve_failed(p, err);
  }
  lia_free(A);
  return st;
}

// ---- one unknown

static lia_status solve_check(lia_pool *p, const lia_roots *r, lia_error *err) {
  int ok = r->condition != 0;
  for (int i = 0; i < r->n; i++) ok &= r->root[i] != 0;
  if (!ok) return solve_failed(p, err);
  if (lia_expr_is_num(p, r->condition) && lia_ratio_sign(lia_expr_num(p, r->condition)) < 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "", "no real root: what stands under the square root is %g",
        lia_ratio_double(lia_expr_num(p, r->condition)));
  return LIA_OK;
}

static lia_status solve_constant(lia_pool *p, lia_expr c, lia_expr x, lia_error *err) {
  char b[40];
  lia_print_short(p, x, b, sizeof b);
  if (lia_zero(p, c) == LIA_ZERO_yes)
    return LIA_FAIL(err, LIA_EDOMAIN, "", "every %s is a root", b);
  return LIA_FAIL(err, LIA_EDOMAIN, "", "no %s is a root: it does not stand in the equation", b);
}

// c0 + c1 x + c2 x^2 = 0
static lia_status polynomial(lia_pool *p, const lia_expr *c, int degree, lia_expr x, lia_roots *r,
    lia_error *err) {
  while (degree > 0 && lia_zero(p, c[degree]) == LIA_ZERO_yes) degree--;
  if (degree == 0) return solve_constant(p, c[0], x, err);
  if (degree == 1) {
    *r = (lia_roots){ .n = 1,
        .root = { lia_simp_cancel(p, lia_sym_neg(p, lia_sym_div(p, c[0], c[1]))) },
        .condition = LIA_ZERO };
    return solve_check(p, r, err);
  }
  lia_expr d = lia_simp_all(p, lia_sym_sub(p, lia_sym_sq(p, c[1]),
      lia_sym_scale(p, lia_sym_int(p, 4), lia_sym_mul(p, c[2], c[0]))));
  *r = (lia_roots){ .n = 2, .condition = d };
  if (d && lia_expr_is_num(p, d) && lia_ratio_sign(lia_expr_num(p, d)) < 0) {
    r->n = 0;
    return solve_check(p, r, err);
  }
  lia_expr root = lia_sym_sqrt(p, d), twice = lia_sym_scale(p, LIA_TWO, c[2]),
      b = lia_sym_neg(p, c[1]);
  r->root[0] = lia_sym_div(p, lia_sym_add(p, b, root), twice);
  r->root[1] = lia_sym_div(p, lia_sym_sub(p, b, root), twice);
  return solve_check(p, r, err);
}

// K cos x + L sin x = M                                                             [course] F2.1
static lia_status wave(lia_pool *p, lia_expr K, lia_expr L, lia_expr M, lia_expr x, lia_roots *r,
    lia_error *err) {
  int K0 = lia_zero(p, K) == LIA_ZERO_yes, L0 = lia_zero(p, L) == LIA_ZERO_yes;
  if (K0 && L0) return solve_constant(p, M, x, err);
  r->n = 2;
  r->condition = LIA_ZERO;
  if (lia_zero(p, M) == LIA_ZERO_yes) {
    // K cos x = -L sin x, and half a turn on
    if (L0) r->root[0] = lia_sym_scale(p, LIA_HALF, LIA_PI);
    else r->root[0] = K0 ? LIA_ZERO : lia_sym_atan2(p, lia_sym_neg(p, K), L);
    r->root[1] = lia_sym_add(p, r->root[0], LIA_PI);
    return solve_check(p, r, err);
  }
  lia_expr square = lia_sym_add(p, lia_sym_sq(p, K), lia_sym_sq(p, L));
  r->condition = lia_simp_all(p, lia_sym_sub(p, square, lia_sym_sq(p, M)));
  if (r->condition && lia_expr_is_num(p, r->condition) &&
      lia_ratio_sign(lia_expr_num(p, r->condition)) < 0) {
    r->n = 0;
    return solve_check(p, r, err);
  }
  if (K0) {
    r->root[0] = lia_sym_asin(p, lia_simp_cancel(p, lia_sym_div(p, M, L)));
    r->root[1] = lia_sym_sub(p, LIA_PI, r->root[0]);
  } else if (L0) {
    r->root[0] = lia_sym_acos(p, lia_simp_cancel(p, lia_sym_div(p, M, K)));
    r->root[1] = lia_sym_neg(p, r->root[0]);
  } else {
    lia_expr middle = lia_sym_atan2(p, L, K),
        half = lia_sym_acos(p, lia_sym_div(p, M, lia_sym_sqrt(p, lia_simp_all(p, square))));
    r->root[0] = lia_sym_add(p, middle, half);
    r->root[1] = lia_sym_sub(p, middle, half);
  }
  return solve_check(p, r, err);
}

// f linear in cos x and sin x: K, L and -M are its factors; 0 where it is not
static int as_wave(lia_pool *p, lia_expr f, lia_expr x, lia_expr *K, lia_expr *L, lia_expr *M) {
  lia_expr c = lia_sym_cos(p, x), s = lia_sym_sin(p, x), cs[2] = { c, s },
      zero[2] = { LIA_ZERO, LIA_ZERO }, rest;
  f = lia_simp_collect(p, f, 2, cs);
  *K = lia_subs_degree(p, f, c) <= 1 ? lia_subs_coefficient(p, f, c, 1) : 0;
  *L = lia_subs_degree(p, f, s) <= 1 ? lia_subs_coefficient(p, f, s, 1) : 0;
  if (!*K || !*L || !lia_subs(p, 2, cs, zero, 1, &f, &rest)) return 0;
  *M = lia_sym_neg(p, rest);
  return free_of(p, *K, 1, &x) && free_of(p, *L, 1, &x) && free_of(p, *M, 1, &x);
}

lia_status lia_solve_one(lia_pool *p, lia_expr f, lia_expr x, lia_roots *roots, lia_error *err) {
  *roots = (lia_roots){ 0 };
  if (!f || !x) return solve_failed(p, err);
  if (lia_expr_op(p, x) != LIA_OP_sym)
    return solve_refuse(p, f, x, "an equation in one symbol, but in", err);
  lia_expr *c, num, den, K, L, M;
  // roots of the numerator
  if (!lia_simp_together(p, f, &num, &den)) return solve_failed(p, err);
  int degree = lia_subs_polynomial(p, num, x, &c);
  if (degree == -2) return solve_failed(p, err);
  if (degree >= 0 && degree <= 2) {
    lia_status st = polynomial(p, c, degree, x, roots, err);
    lia_free(c);
    return st;
  }
  lia_free(c);
  if (degree < 0 && as_wave(p, num, x, &K, &L, &M)) return wave(p, K, L, M, x, roots, err);
  // sin(x + a), tan(x): in sines and cosines of x alone
  if (degree < 0 && !lia_pool_spent(p)) {
    lia_pool_clear(p);
    if (lia_simp_together(p, lia_simp_angles(p, f), &num, &den) && as_wave(p, num, x, &K, &L, &M))
      return wave(p, K, L, M, x, roots, err);
  }
  if (lia_pool_spent(p)) return solve_failed(p, err);
  lia_pool_clear(p);
  return solve_refuse(p, f, x, "of degree 1 or 2, nor K cos + L sin = M, in", err);
}
