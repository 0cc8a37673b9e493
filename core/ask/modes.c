/* modes.c - frequencies and shapes of small motions */
#include "ask/modes.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <math.h>

static void layout(lia_layout *l, lia_modes *o) {
  o->mode = LIA_TAKE(l, lia_mode, 2 * o->n);
  double *x = LIA_TAKE(l, double, 4 * (size_t)o->n * (size_t)o->n);
  for (int k = 0; l->base && k < 2 * o->n; k++, x += 2 * o->n) {
    o->mode[k].shape = x;
    o->mode[k].other = x + o->n;
  }
}

// of x + i y the multiple whose largest entry is 1
static void modes_turn(lia_mode *u, const double *x, const double *y, int n) {
  int at = 0;
  double most = -1;
  for (int k = 0; k < n; k++) {
    const double size = x[k] * x[k] + y[k] * y[k];
    if (size > most * (1 + 1e-9)) {
      at = k;
      most = size;
    }
  }
  LIA_ASSERT(n > 0 && at < n);
  const double c = x[at] / most, s = -y[at] / most;
  for (int k = 0; k < n; k++) {
    u->shape[k] = x[k] * c - y[k] * s;
    u->other[k] = x[k] * s + y[k] * c;
  }
}

// eigenvalue k, or the pair k, k+1; x, y: room for its vector
static void modes_fill(lia_mode *u, const lia_eig *f, int k, int n, double *x, double *y) {
  const double pi = 3.14159265358979323846, a = f->re[k], b = f->im[k], size = sqrt(a * a + b * b);
  for (int i = 0; i < n; i++) {
    x[i] = *lia_mat_at(f->V, i, k);
    y[i] = b != 0 ? *lia_mat_at(f->V, i, k + 1) : 0;
  }
  u->re = a;
  u->im = fabs(b);
  u->frequency = fabs(b) / (2 * pi);
  u->damping = size > 0 ? -a / size : 0;
  u->oscillates = b != 0;
  modes_turn(u, x, y, n);
}

static int comes_before(const lia_mode *x, const lia_mode *y) { return x->im < y->im
    || (x->im == y->im && x->re > y->re); }

static void modes_sort(lia_modes *o) {
  for (int i = 1; i < o->count; i++) {
    const lia_mode u = o->mode[i];
    int k = i;
    for (; k > 0 && comes_before(&u, &o->mode[k-1]); k--) o->mode[k] = o->mode[k-1];
    o->mode[k] = u;
  }
}

static lia_status find(lia_modes *o, lia_mat A, lia_eig *f, double *x, lia_error *err) {
  if (lia_mat_skewness(A) == 0) LIA_TRY(lia_eig_sym(f, A, err));
  else LIA_TRY(lia_eig_any(f, A, err));
  for (int k = 0; k < 2 * o->n; k += f->im[k] != 0 ? 2 : 1) modes_fill(&o->mode[o->count++], f, k,
      o->n,
      x, x + o->n);
  LIA_ASSERT(o->count >= o->n && o->count <= 2 * o->n);   // pairs are told once
  modes_sort(o);
  return LIA_OK;
}

lia_status lia_modes_new(lia_modes **out, const double *A, int n, lia_error *err) {
  lia_modes shape = { .n = n };
  lia_layout l = { NULL, sizeof shape };
  lia_eig *f = NULL;
  *out = NULL;
  layout(&l, &shape);
  lia_modes *o = lia_block(l.used);
  double *x = lia_malloc((size_t)(2 * n + 1) * sizeof *x);
  lia_status st = LIA_OK;
  if (!o || !x) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for modes");
  if (st == LIA_OK) st = lia_eig_new(&f, 2 * n, err);
  if (st == LIA_OK) {
    *o = shape;
    l = (lia_layout){ (char *)o, sizeof shape };
    layout(&l, o);
    st = find(o, lia_mat_of(A, 2 * n, 2 * n), f, x, err);
  }
  lia_eig_free(f);
  lia_free(x);
  if (st == LIA_OK) *out = o;
  else lia_free(o);
  return st;
}

// A = [0 1; -M^-1 K, -M^-1 C] in A (2n x 2n); LU (n x n), piv (n)
static lia_status first_order(lia_mat A, lia_mat LU, int *piv, const double *C, const double *K,
                              lia_error *err) {
  const int n = LU.rows;
  lia_mat stiff = lia_mat_part(A, n, 0, n, n), damp = lia_mat_part(A, n, n, n, n);
  LIA_TRY(lia_lu_factor(LU, piv, err));
  lia_mat_zero(A);
  lia_mat_eye(lia_mat_part(A, 0, n, n, n));
  lia_mat_scale(stiff, -1, lia_mat_of(K, n, n));
  lia_lu_solvem(LU, piv, stiff);
  if (!C) return LIA_OK;
  lia_mat_scale(damp, -1, lia_mat_of(C, n, n));
  lia_lu_solvem(LU, piv, damp);
  return LIA_OK;
}

lia_status lia_modes_of_matrices(lia_modes **out, const double *M, const double *C, const double *K,
                                 int n, lia_error *err) {
  const size_t size = (size_t)n * (size_t)n;
  double *x = lia_malloc((5 * size + 1) * sizeof *x + (size_t)n * sizeof(int));
  *out = NULL;
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for modes");
  lia_mat LU = lia_mat_of(x + 4 * size, n, n);
  lia_mat_copy(LU, lia_mat_of(M, n, n));
  lia_status st = first_order(lia_mat_of(x, 2 * n, 2 * n), LU, (int *)(void *)(x + 5 * size + 1), C,
                              K, err);
  if (st == LIA_OK) st = lia_modes_new(out, x, n, err);
  lia_free(x);
  return st;
}
