/* lagrange.c - the derivatives of the energies, each matrix in its turn */
#include "eom/lagrange.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/simp/expand.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/simp_cost.h"
#include "sym/expr/subs.h"

#include <stdio.h>
#include <string.h>

static void layout(lia_layout *l, lia_lagrange *g, int n, int ncon, int nphi) {
  lia_expr **of_n[] = { (lia_expr **)&g->q, (lia_expr **)&g->v, (lia_expr **)&g->a,
      (lia_expr **)&g->Q, &g->c, &g->G, &g->d };
  lia_expr **of_nn[] = { &g->M, &g->C, &g->B };
  for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) *of_n[k] = LIA_TAKE(l, lia_expr, n);
  for (size_t k = 0; k < sizeof of_nn / sizeof *of_nn; k++)
    *of_nn[k] = LIA_TAKE(l, lia_expr, n * n);
  g->P = LIA_TAKE(l, lia_expr, n * lia_lagrange_pairs(n));
  g->lambda = LIA_TAKE(l, lia_expr, ncon);
  g->Jt = LIA_TAKE(l, lia_expr, ncon * n);
  g->gamma = LIA_TAKE(l, lia_expr, ncon);
  g->shift = LIA_TAKE(l, lia_expr, ncon);
  g->J = LIA_TAKE(l, lia_expr, ncon * n);
  g->phi = LIA_TAKE(l, lia_expr, nphi);
}

// what is longer than a reader's patience is multiplied out and no more, where that is short itself
enum { PATIENCE = 200, TERMS = 20000 };

static lia_expr opened(lia_pool *p, lia_expr e) {
  lia_expr open = lia_expand(p, e, &(lia_expand_opts){ .inside = 1, .most = TERMS });
  return open == UINT32_MAX ? e : lia_simp_smaller(p, e, open);
}

// as a person would write it
static lia_expr lagrange_tidy(lia_pool *p, lia_expr e, lia_tidy how) {
  if (!e || how == LIA_TIDY_none) return e;
  size_t long_is = lia_simp_cost(p, e);
  if (long_is == SIZE_MAX) return 0;
  if (how == LIA_TIDY_all) return lia_simp_all(p, e);
  return long_is > PATIENCE ? opened(p, e) : lia_simp_factor(p, lia_simp_trig(p, e));
}

static void tidy_all(lia_lagrange *g, lia_expr *e, int n, lia_tidy how) {
  for (int i = 0; i < n; i++) e[i] = lagrange_tidy(g->p, e[i], how);
}

// ---- what may not stand where ----

static lia_status lagrange_complain(lia_pool *p, const char *what, lia_expr where, lia_expr symbol,
    const char *why, lia_error *err) {
  char text[100];
  lia_print_short(p, where, text, sizeof text);
  const char *place = lia_pool_origin(p, where);
  return LIA_FAIL(err, LIA_EMODEL, place ? place : what, "%s %s '%s': %s", what, why,
      lia_expr_symbol(p, symbol)->name, text);
}

// e, found in `whole`, must not contain any of x
static lia_status part_free_of(lia_pool *p, const char *what, lia_expr e, lia_expr whole, int n,
    const lia_expr *x, const char *why, lia_error *err) {
  for (int i = 0; i < n; i++)
    if (lia_subs_depends(p, e, x[i])) return lagrange_complain(p, what, whole, x[i], why, err);
  return LIA_OK;
}

static lia_status free_of(lia_pool *p, const char *what, lia_expr e, int n, const lia_expr *x,
    const char *why, lia_error *err) {
  return part_free_of(p, what, e, e, n, x, why, err);
}

static lia_status check_coordinates(lia_lagrange *g, lia_error *err) {
  for (int i = 0; i < g->n; i++) {
    char text[60];
    lia_print_short(g->p, g->q[i], text, sizeof text);
    const lia_symbol *s = lia_expr_op(g->p, g->q[i]) == LIA_OP_sym ? lia_expr_symbol(g->p, g->q[i])
        : NULL;
    if (!s || s->kind != LIA_SYM_coordinate || s->order)
      return LIA_FAIL(err, LIA_EARG, "q", "entry %d: expected a coordinate, got %s", i + 1, text);
    if (lia_expr_among(g->q, i, g->q[i]))
      return LIA_FAIL(err, LIA_EARG, "q", "entry %d: the coordinate %s stands there twice", i + 1,
          text);
  }
  return LIA_OK;
}

// a coordinate of another system in e, which may be 0
static lia_status no_stranger(const lia_lagrange *g, const char *what, lia_expr e, lia_error *err) {
  lia_pool *p = g->p;
  lia_expr *s = e ? lia_malloc(((size_t)p->names.count + 1) * sizeof *s) : NULL;
  if (!e) return LIA_OK;
  if (!s) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  uint32_t n = lia_subs_symbols(p, 1, &e, s);
  lia_status st = n == UINT32_MAX ? lia_pool_status(p, err) : LIA_OK;
  for (uint32_t i = 0; st == LIA_OK && i < n; i++) {
    const lia_symbol *y = lia_expr_symbol(p, s[i]);
    if (y->kind == LIA_SYM_coordinate && !lia_expr_among(g->q, g->n, y->base))
      st = lagrange_complain(p, what, e, s[i],
          "contains a coordinate that is not in q (where its motion is given, make it a function "
          "of time),", err);
  }
  lia_free(s);
  return st;
}

static lia_status no_strangers(const lia_lagrange *g, const lia_lagrange_spec *s, lia_error *err) {
  const struct { const char *what; const lia_expr *e; int n; } given[] = {
    { "T", &s->T, 1 }, { "V", &s->V, 1 }, { "D", &s->D, 1 }, { "Q", s->Q, g->n },
        { "phi", s->phi, s->nphi }, { "H", s->H, s->nrow * g->n },
    { "b", s->b, s->nrow },
  };
  for (size_t k = 0; k < sizeof given / sizeof *given; k++)
    for (int i = 0; given[k].e && i < given[k].n; i++)
      LIA_TRY(no_stranger(g, given[k].what, given[k].e[i], err));
  return LIA_OK;
}

static lia_status check_energies(const lia_lagrange *g, lia_error *err) {
  LIA_TRY(free_of(g->p, "T", g->T, g->n, g->a, "depends on the acceleration", err));
  LIA_TRY(free_of(g->p, "V", g->V, g->n, g->v, "depends on the velocity", err));
  LIA_TRY(free_of(g->p, "V", g->V, g->n, g->a, "depends on the acceleration", err));
  return free_of(g->p, "D", g->D, g->n, g->a, "depends on the acceleration", err);
}

// ---- matrices ----

// M = d2T/dv dv, which must no longer depend on v
static lia_status mass_matrix(lia_lagrange *g, lia_tidy how, lia_error *err) {
  int n = g->n;
  if (!lia_diff_hessian(g->p, g->T, (uint32_t)n, g->v, g->M)) return lia_pool_status(g->p, err);
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      lia_expr m = lagrange_tidy(g->p, g->M[i * n + j], how);
      lia_status s = part_free_of(g->p, "T", m, g->T, n, g->v, "is more than quadratic in", err);
      if (s != LIA_OK) {
        // perhaps it only looks so: (v^2)^2/v^2
        lia_error again = { 0 };
        m = lia_simp_expand(g->p, m);
        if (free_of(g->p, "T", m, n, g->v, "is more than quadratic in", &again) != LIA_OK) return s;
        if (err) *err = (lia_error){ 0 };
      }
      g->M[i * n + j] = g->M[j * n + i] = m;
    }
  return LIA_OK;
}

// dM[k]: all entries of M by q_k
static lia_status mass_derivatives(const lia_lagrange *g, lia_expr *dM, lia_error *err) {
  uint32_t nn = (uint32_t)(g->n * g->n);
  for (int k = 0; k < g->n; k++)
    if (!lia_diff_all(g->p, nn, g->M, g->q[k], dM + (size_t)k * nn))
      return lia_pool_status(g->p, err);
  return LIA_OK;
}

static lia_expr dm(const lia_lagrange *g, const lia_expr *dM, int i, int j, int k) {
  return dM[(k * g->n + i) * g->n + j];
}

// dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i: twice the Christoffel symbol
static lia_expr christoffel2(const lia_lagrange *g, const lia_expr *dM, int i, int j, int k) {
  return lia_sym_sub(g->p, lia_sym_add(g->p, dm(g, dM, i, j, k), dm(g, dM, i, k, j)),
      dm(g, dM, j, k, i));
}

static lia_status lagrange_coriolis(lia_lagrange *g, lia_tidy how, lia_error *err) {
  int n = g->n;
  lia_pool *p = g->p;
  lia_expr *dM = lia_malloc(((size_t)n * (size_t)n * (size_t)n + (size_t)n + 1) * sizeof *dM),
      *term = dM ? dM + n * n * n : NULL;
  lia_status s = dM ? mass_derivatives(g, dM, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; s == LIA_OK && i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++)
        term[k] = lia_sym_mul(p, LIA_HALF, lia_sym_mul(p,
            lagrange_tidy(p, christoffel2(g, dM, i, j, k), how), g->v[k]));
      g->C[i * n + j] = lagrange_tidy(p, lia_sym_sum(p, (size_t)n, term), how);
    }
  lia_free(dM);
  return s == LIA_OK ? lia_pool_status(p, err) : s;
}

// de/dt with q and v held still: by the time itself, and by the prescribed functions of time
static lia_expr rate_of_the_rest(const lia_lagrange *g, lia_expr e, lia_error *err) {
  lia_pool *p = g->p;
  uint32_t all = (uint32_t)p->names.count, n = 0;
  lia_expr *s = lia_malloc(2 * ((size_t)all + 1) * sizeof *s), out = 0;
  if (!s) {
    LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
    return 0;
  }
  lia_expr *rate = s + all + 1;
  uint32_t found = lia_subs_symbols(p, 1, &e, s);
  for (uint32_t i = 0; found != UINT32_MAX && i < found; i++) {
    const lia_symbol *y = lia_expr_symbol(p, s[i]);
    if (y->kind != LIA_SYM_time && y->kind != LIA_SYM_function) continue;
    lia_expr one = s[i];
    rate[n] = lia_sym_rate(p, one);
    s[n++] = one;
  }
  if (found != UINT32_MAX && !lia_diff_along(p, n, s, rate, 1, &e, &out)) out = 0;
  lia_free(s);
  return out;
}

// T less its part of M, multiplied out
static lia_expr less_quadratic(const lia_lagrange *g) {
  int n = g->n;
  lia_pool *p = g->p;
  lia_expr *quad = lia_malloc(((size_t)n * (size_t)n + 1) * sizeof *quad);
  if (!quad) return lia_pool_nomem(p);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      quad[i * n + j] = lia_sym_mul(p, LIA_HALF,
          lia_sym_mul(p, g->M[i * n + j], lia_sym_mul(p, g->v[i], g->v[j])));
  lia_expr rest = lia_simp_expand(p, lia_sym_sub(p, g->T, lia_sym_sum(p, (size_t)(n * n), quad)));
  lia_free(quad);
  return rest;
}

// T1 = sum_i part[i] v_i, T0 = part[n]: dT/dv_i and T at v = 0; where T only looks as if it had no
// value there, of what is left of it multiplied out. (dT/dv_i itself into slope)
static int lower_parts(const lia_lagrange *g, lia_expr *slope, lia_expr *part) {
  uint32_t n = (uint32_t)g->n;
  lia_pool *p = g->p;
  lia_expr *none = part + n + 1;
  if (!lia_diff_gradient(p, g->T, n, g->v, slope)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    part[i] = slope[i];
    none[i] = LIA_ZERO;
  }
  part[n] = g->T;
  if (lia_subs(p, n, g->v, none, n + 1, part, part)) return 1;
  if (p->err.code != LIA_EDOMAIN) return 0;
  lia_pool_clear(p);
  part[n] = less_quadratic(g);
  return part[n] && lia_diff_gradient(p, part[n], n, g->v, part) &&
      lia_subs(p, n, g->v, none, n + 1, part, part);
}

// T = T2 + T1 + T0: what T1 and T0, and time in T2, add to the left side; d/dt of what moves by
// itself
//   c_i = sum_j (dp_i/dq_j - dp_j/dq_i) v_j + d/dt dT/dv_i - dT0/dq_i,  T1 = sum_j p_j v_j
static lia_status other_terms(lia_lagrange *g, lia_tidy how, lia_error *err) {
  int n = g->n;
  lia_pool *p = g->p;
  lia_expr *slope = lia_malloc((3 * (size_t)n + 2) * sizeof *slope),
      *part = slope ? slope + n : NULL;
  if (!slope) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  int ok = lower_parts(g, slope, part);
  for (int i = 0; ok && i < n; i++) {
    lia_expr c = lia_sym_neg(p, lia_diff(p, part[n], g->q[i]));
    for (int j = 0; j < n; j++)
      c = lia_sym_add(p, c, lia_sym_mul(p, lia_sym_sub(p, lia_diff(p, part[i], g->q[j]),
          lia_diff(p, part[j], g->q[i])), g->v[j]));
    g->c[i] = lagrange_tidy(p, lia_sym_add(p, c, rate_of_the_rest(g, slope[i], err)), how);
  }
  lia_free(slope);
  return lia_pool_status(p, err);
}

// ---- constraints ----

static lia_status name_multipliers(lia_lagrange *g, lia_error *err) {
  for (int c = 0; c < g->ncon; c++) {
    char name[24];
    snprintf(name, sizeof name, "lambda%d", c + 1);
    g->lambda[c] = lia_sym_function(g->p, name);
  }
  return lia_pool_status(g->p, err);
}

// the part of J' that does not come from q': by time and by functions of time alone
static int own_rates(lia_lagrange *g, int c, const lia_expr *still) {
  LIA_ASSERT(c >= 0 && c < g->ncon);
  lia_expr dot[64];
  for (int first = 0; first < g->n; first += 64) {
    int count = g->n - first < 64 ? g->n - first : 64;
    lia_expr *J = g->J + c * g->n + first, *Jt = g->Jt + c * g->n + first;
    for (int i = 0; i < count; i++) dot[i] = lia_diff_time(g->p, J[i]);
    if (!lia_subs(g->p, (uint32_t)g->n, g->v, still, (uint32_t)count, dot, Jt)) return 0;
  }
  return 1;
}

// row c of J, its shift, and gamma from its derivative in time: (J v + shift)' = J a - gamma
static lia_status close_row(lia_lagrange *g, int c, lia_expr rate, lia_error *err) {
  int n = g->n;
  lia_pool *p = g->p;
  lia_expr dot = lia_diff_time(p, rate), zero[64],
      *none = n <= 64 ? zero : lia_malloc((size_t)n * sizeof *none);
  if (!none) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < n; i++) none[i] = LIA_ZERO;
  int ok = lia_subs(p, (uint32_t)n, g->a, none, 1, &dot, &dot) && own_rates(g, c, none) &&
           lia_subs(p, (uint32_t)n, g->v, none, 1, &rate, &g->shift[c]);
  if (ok) g->gamma[c] = lia_sym_neg(p, dot);
  lia_status s = ok ? LIA_OK : lia_pool_status(p, err);
  if (none != zero) lia_free(none);
  return s;
}

static lia_status constraints(lia_lagrange *g, const lia_lagrange_spec *s, lia_error *err) {
  int n = g->n;
  lia_pool *p = g->p;
  LIA_ASSERT(g->ncon == s->nphi + s->nrow && g->nholonomic == s->nphi);
  LIA_TRY(name_multipliers(g, err));
  for (int c = 0; c < s->nphi; c++) {
    LIA_TRY(free_of(p, "phi", s->phi[c], n, g->v, "depends on the velocity", err));
    ((lia_expr *)g->phi)[c] = s->phi[c];
    if (!lia_diff_gradient(p, s->phi[c], (uint32_t)n, g->q, g->J + c * n))
      return lia_pool_status(p, err);
    LIA_TRY(close_row(g, c, lia_diff_time(p, s->phi[c]), err));
  }
  for (int r = 0; r < s->nrow; r++) {
    int c = s->nphi + r;
    lia_expr rate = s->b && s->b[r] ? s->b[r] : LIA_ZERO;
    LIA_TRY(free_of(p, "b", rate, n, g->v, "depends on the velocity", err));
    for (int i = 0; i < n; i++) {
      lia_expr h = s->H[r * n + i];
      LIA_TRY(free_of(p, "H", h, n, g->v, "depends on the velocity", err));
      g->J[c * n + i] = h;
      rate = lia_sym_add(p, rate, lia_sym_mul(p, h, g->v[i]));
    }
    LIA_TRY(close_row(g, c, rate, err));
  }
  return lia_pool_status(p, err);
}

// ---- making ----

static lia_status new_block(lia_lagrange **out, lia_pool *p, int n, int nphi, int nrow,
    const lia_expr *q, lia_error *err) {
  lia_lagrange measure;
  lia_layout l = { 0 };
  *out = NULL;
  if (n < 1) return LIA_FAIL(err, LIA_EARG, "q", "expected at least one coordinate");
  LIA_TAKE(&l, lia_lagrange, 1);
  layout(&l, &measure, n, nphi + nrow, nphi);
  char *block = lia_block(l.used);
  if (!block)
    return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for the equations of %d coordinates", n);
  l = (lia_layout){ .base = block };
  lia_lagrange *g = LIA_TAKE(&l, lia_lagrange, 1);
  layout(&l, g, n, nphi + nrow, nphi);
  g->p = p;
  g->n = n;
  g->ncon = nphi + nrow;
  g->nholonomic = nphi;
  for (int i = 0; i < n; i++) {
    ((lia_expr *)g->q)[i] = q[i];
    ((lia_expr *)g->Q)[i] = g->c[i] = g->d[i] = LIA_ZERO;
  }
  *out = g;
  return LIA_OK;
}

static lia_status lagrange_rates(lia_lagrange *g, lia_error *err) {
  LIA_TRY(check_coordinates(g, err));
  for (int i = 0; i < g->n; i++) {
    ((lia_expr *)g->v)[i] = lia_sym_rate(g->p, g->q[i]);
    ((lia_expr *)g->a)[i] = lia_sym_rate(g->p, g->v[i]);
  }
  return lia_pool_status(g->p, err);
}

// what is given besides T
static void lagrange_take(lia_lagrange *g, const lia_lagrange_spec *s) {
  g->V = s->V ? s->V : LIA_ZERO;
  g->D = s->D ? s->D : LIA_ZERO;
  for (int i = 0; s->Q && i < g->n; i++) ((lia_expr *)g->Q)[i] = s->Q[i];
}

static lia_expr energy_of(lia_lagrange *g) {
  lia_expr T = LIA_ZERO;
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j <= i; j++) {
      lia_expr t = lia_sym_mul(g->p, g->M[i * g->n + j], lia_sym_mul(g->p, g->v[i], g->v[j]));
      T = lia_sym_add(g->p, T, i == j ? lia_sym_mul(g->p, LIA_HALF, t) : t);
    }
  return T;
}

// all that follows from M
static lia_status derive_rest(lia_lagrange *g, const lia_lagrange_spec *s, lia_error *err) {
  uint32_t n = (uint32_t)g->n;
  LIA_TRY(lagrange_coriolis(g, s->tidy, err));
  if (!lia_diff_gradient(g->p, g->V, n, g->q, g->G) ||
      !lia_diff_gradient(g->p, g->D, n, g->v, g->d))
    return lia_pool_status(g->p, err);
  tidy_all(g, g->G, g->n, s->tidy);
  tidy_all(g, g->d, g->n, s->tidy);
  LIA_TRY(constraints(g, s, err));
  tidy_all(g, g->gamma, g->ncon, s->tidy);
  return lia_pool_status(g->p, err);
}

static lia_status lagrange_derive(lia_lagrange *g, const lia_lagrange_spec *s, const lia_expr *M,
    lia_error *err) {
  LIA_TRY(lagrange_rates(g, err));
  lagrange_take(g, s);
  for (int k = 0; M && k < g->n * g->n; k++)
    LIA_ASSERT(M[k] == M[k % g->n * g->n + k / g->n]);   // symmetric
  if (M) memcpy(g->M, M, (size_t)(g->n * g->n) * sizeof *M);
  g->T = M ? energy_of(g) : s->T;
  if (!M) LIA_TRY(no_strangers(g, s, err));
  LIA_TRY(check_energies(g, err));
  if (!M) LIA_TRY(mass_matrix(g, s->tidy, err));
  if (!M) LIA_TRY(other_terms(g, s->tidy, err));
  return derive_rest(g, s, err);
}

static lia_status lagrange_make(lia_lagrange **out, lia_pool *p, const lia_lagrange_spec *s,
    const lia_expr *M, lia_error *err) {
  LIA_TRY(new_block(out, p, s->n, s->nphi, s->nrow, s->q, err));
  (*out)->tidy = s->tidy;
  lia_status st = lagrange_derive(*out, s, M, err);
  if (st == LIA_OK) return st;
  lia_free(*out);
  *out = NULL;
  return st;
}

lia_status lia_lagrange_new(lia_lagrange **out, lia_pool *p, const lia_lagrange_spec *s,
    lia_error *err) {
  *out = NULL;
  if (!s->T)
    return p->err.code != LIA_OK ? lia_pool_status(p, err)
        : LIA_FAIL(err, LIA_EARG, "T", "expected an expression");
  return lagrange_make(out, p, s, NULL, err);
}

lia_status lia_lagrange_of(lia_lagrange **out, lia_pool *p, const lia_lagrange_spec *s,
    const lia_expr *M, lia_error *err) {
  return lagrange_make(out, p, s, M, err);
}

static lia_expr velocity_factor(const lia_lagrange *g, lia_expr e) {
  return g->tidy == LIA_TIDY_none ? lia_simp_expand(g->p, e) : lagrange_tidy(g->p, e, g->tidy);
}

lia_status lia_lagrange_split(lia_lagrange *g, lia_error *err) {
  int n = g->n;
  lia_pool *p = g->p;
  lia_expr *dM = lia_malloc(((size_t)n * (size_t)n * (size_t)n + 1) * sizeof *dM);
  lia_status s = dM ? mass_derivatives(g, dM, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; s == LIA_OK && i < n; i++)
    for (int j = 0; j < n; j++) {
      g->B[i * n + j] = velocity_factor(g, lia_sym_sub(p, dm(g, dM, i, j, j),
          lia_sym_mul(p, LIA_HALF, dm(g, dM, j, j, i))));
      for (int k = j + 1; k < n; k++)
        g->P[i * lia_lagrange_pairs(n) + lia_lagrange_pair(n, j, k)] =
            velocity_factor(g, christoffel2(g, dM, i, j, k));
    }
  lia_free(dM);
  return s == LIA_OK ? lia_pool_status(p, err) : s;
}

lia_expr lia_lagrange_row(const lia_lagrange *g, int i, int whole) {
  LIA_ASSERT(i >= 0 && i < g->n);
  lia_pool *p = g->p;
  lia_expr e = lia_sym_add(p, lia_sym_add(p, g->c[i], g->G[i]), g->d[i]);
  for (int j = 0; j < g->n; j++) {
    e = lia_sym_add(p, e, lia_sym_mul(p, g->M[i * g->n + j], g->a[j]));
    e = lia_sym_add(p, e, lia_sym_mul(p, g->C[i * g->n + j], g->v[j]));
  }
  if (!whole) return e;
  e = lia_sym_sub(p, e, g->Q[i]);
  for (int c = 0; c < g->ncon; c++)
    e = lia_sym_sub(p, e, lia_sym_mul(p, g->J[c * g->n + i], g->lambda[c]));
  return e;
}

lia_expr lia_lagrange_skew(const lia_lagrange *g, int i, int j) {
  LIA_ASSERT(i >= 0 && i < g->n && j >= 0 && j < g->n);
  lia_expr m = lia_diff_time(g->p, g->M[i * g->n + j]);
  return lia_sym_sub(g->p, m, lia_sym_scale(g->p, LIA_TWO, g->C[i * g->n + j]));
}
