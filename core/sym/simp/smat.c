/* smat.c - products, minors, L D L' and elimination on expressions */
#include "sym/simp/smat.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/simp/zero.h"

#include <string.h>

static lia_expr smat_dot(lia_pool *p, int n, const lia_expr *a, size_t da, const lia_expr *b,
    size_t db) {
  lia_expr local[16] = { 0 }, *t = n <= 16 ? local : lia_malloc((size_t)n * sizeof *t);
  if (!t) return lia_pool_nomem(p);
  size_t m = 0;
  for (int i = 0; i < n; i++) {
    lia_expr x = lia_sym_mul(p, a[(size_t)i * da], b[(size_t)i * db]);
    if (x != LIA_ZERO) t[m++] = x;
  }
  lia_expr e = lia_sym_sum(p, m, t);
  if (t != local) lia_free(t);
  return e;
}

int lia_smat_mul(lia_pool *p, int n, int k, int m, const lia_expr *A, const lia_expr *B,
    lia_expr *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      lia_expr e = smat_dot(p, k, A + (size_t)i * (size_t)k, 1, B + j, (size_t)m);
      if (!e) return 0;
      C[(size_t)i * (size_t)m + (size_t)j] = e;
    }
  return 1;
}

int lia_smat_tmul(lia_pool *p, int n, int k, int m, const lia_expr *A, const lia_expr *B,
    lia_expr *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      lia_expr e = smat_dot(p, k, A + i, (size_t)n, B + j, (size_t)m);
      if (!e) return 0;
      C[(size_t)i * (size_t)m + (size_t)j] = e;
    }
  return 1;
}

int lia_smat_add(lia_pool *p, int count, const lia_expr *A, lia_expr factor, const lia_expr *B,
    lia_expr *C) {
  for (int i = 0; i < count; i++) {
    lia_expr e = lia_sym_add(p, A[i], lia_sym_mul(p, factor, B[i]));
    if (!e) return 0;
    C[i] = e;
  }
  return 1;
}

void lia_smat_transpose(int n, int m, const lia_expr *A, lia_expr *T) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      T[(size_t)j * (size_t)n + (size_t)i] = A[(size_t)i * (size_t)m + (size_t)j];
}

// ---- minors

// minor[set]: the determinant of the last |set| rows and the columns of the set; 0: not yet known
typedef struct minors {
  lia_pool *p;
  int n;
  const lia_expr *A;
  lia_expr *of;
} minors;

// by the first of its rows; depth n, each set once
static lia_expr minor(minors *m, unsigned set) {
  if (m->of[set]) return m->of[set];
  int size = __builtin_popcount(set), row = m->n - size, k = 0;
  lia_expr term[16];
  size_t count = 0;
  for (int j = 0; j < m->n; j++) {
    if (!(set >> j & 1)) continue;
    lia_expr a = m->A[row * m->n + j];
    int minus = k++ % 2;
    if (a == LIA_ZERO) continue;
    lia_expr x = lia_sym_mul(m->p, a, minor(m, set & ~(1u << j)));
    if (!x) return 0;
    term[count++] = minus ? lia_sym_neg(m->p, x) : x;
  }
  return m->of[set] = lia_sym_sum(m->p, count, term);
}

lia_expr lia_smat_det(lia_pool *p, int n, const lia_expr *A) {
  if (n > 16)
    return lia_pool_fail(p, LIA_ELIMIT, "a determinant by minors has at most 16 rows, this has %d",
        n);
  minors m = { p, n, A, lia_calloc((size_t)1 << n, sizeof *m.of) };
  if (!m.of) return lia_pool_nomem(p);
  m.of[0] = LIA_ONE;
  lia_expr e = minor(&m, (1u << n) - 1);
  lia_free(m.of);
  return e;
}

// A without row r and column c
static void without(int n, const lia_expr *A, int r, int c, lia_expr *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != r && j != c) *out++ = A[i * n + j];
}

static int singular(lia_pool *p, const char *what) {
  lia_pool_fail(p, LIA_ESINGULAR, "the matrix is singular: %s is zero", what);
  return 0;
}

// the inverse of one block of m <= 8 rows
static int cofactors(lia_pool *p, int m, const lia_expr *A, lia_expr *inverse) {
  lia_expr det = lia_smat_det(p, m, A), sub[49];
  if (!det) return 0;
  if (lia_zero(p, det) == LIA_ZERO_yes) return singular(p, "its determinant");
  lia_expr over = lia_sym_inv(p, det);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      without(m, A, j, i, sub);
      lia_expr c = lia_smat_det(p, m - 1, sub);
      inverse[i * m + j] = lia_sym_mul(p, (i + j) % 2 ? lia_sym_neg(p, c) : c, over);
      if (!inverse[i * m + j]) return 0;
    }
  return 1;
}

// label[0..n): the block of each row, label[n..2n): of each column. What meets in an entry carries
// the same label, the least among them
static void blocks(int n, const lia_expr *A, int *label) {
  for (int i = 0; i < 2 * n; i++) label[i] = i;
  for (int moved = 1; moved;) {
    moved = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (A[i * n + j] == LIA_ZERO || label[i] == label[n + j]) continue;
        int least = label[i] < label[n + j] ? label[i] : label[n + j];
        label[i] = label[n + j] = least;
        moved = 1;
      }
  }
}

// the places where label is b, at most 8 of them written; their number
static int members(int n, const int *label, int b, int *where) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (label[i] != b) continue;
    if (m < 8) where[m] = i;
    m++;
  }
  return m;
}

// the block of label b, and its inverse on the places of the transpose; its rows, 0: refused
static int block_inverse(lia_pool *p, int n, const lia_expr *A, const int *label, int b,
    lia_expr *inverse) {
  int row[8], col[8], m = members(n, label, b, row);
  lia_expr in[64], out[64];
  if (m != members(n, label + n, b, col)) return singular(p, "its determinant");
  if (m > 8) {
    lia_pool_fail(p, LIA_ELIMIT,
        "an inverse by cofactors has at most 8 rows in a block, this has %d: solve instead", m);
    return 0;
  }
  for (int i = 0; i < m * m; i++) in[i] = A[row[i / m] * n + col[i % m]];
  if (!cofactors(p, m, in, out)) return 0;
  for (int i = 0; i < m * m; i++) inverse[col[i / m] * n + row[i % m]] = out[i];
  return m;
}

int lia_smat_inverse(lia_pool *p, int n, const lia_expr *A, lia_expr *inverse) {
  int *label = lia_malloc((2 * (size_t)n + 1) * sizeof *label), largest = 0;
  if (!label) return lia_pool_nomem(p) != 0;
  blocks(n, A, label);
  for (int i = 0; i < n * n; i++) inverse[i] = LIA_ZERO;
  for (int b = 0, m = 1; m && b < 2 * n; b++) {
    if (label[b] != b) continue;
    m = block_inverse(p, n, A, label, b, inverse);
    if (m > largest || m == 0) largest = m;
  }
  lia_free(label);
  return largest;
}

// ---- L D L'

// D_j = A_jj - sum_k L_jk^2 D_k,  L_ij = (A_ij - sum_k L_ik D_k L_jk)/D_j              [GVL] 4.1.2
int lia_smat_ldl(lia_pool *p, int n, const lia_expr *A, lia_expr *L, lia_expr *D) {
  lia_expr *LD = lia_malloc(((size_t)n + 1) * sizeof *LD);
  if (!LD) return lia_pool_nomem(p) != 0;
  int ok = 1;
  for (int j = 0; ok && j < n; j++) {
    for (int k = 0; k < j; k++) LD[k] = lia_sym_mul(p, L[j * n + k], D[k]);
    D[j] = lia_sym_sub(p, A[j * n + j], smat_dot(p, j, L + j * n, 1, LD, 1));
    ok = D[j] != 0;
    if (ok && lia_zero(p, D[j]) == LIA_ZERO_yes) ok = singular(p, "a leading minor");
    lia_expr over = ok ? lia_sym_inv(p, D[j]) : 0;
    for (int i = 0; i < j; i++) L[i * n + j] = LIA_ZERO;
    L[j * n + j] = LIA_ONE;
    for (int i = j + 1; ok && i < n; i++) {
      lia_expr e = lia_sym_sub(p, A[i * n + j], smat_dot(p, j, L + i * n, 1, LD, 1));
      L[i * n + j] = lia_sym_mul(p, e, over);
      ok = L[i * n + j] != 0;
    }
  }
  lia_free(LD);
  return ok;
}

// L y = b, z = D^-1 y, L' x = z
static int ldl_column(lia_pool *p, int n, const lia_expr *L, const lia_expr *D, lia_expr *x,
    int m) {
  for (int i = 0; i < n; i++) {
    x[i * m] = lia_sym_sub(p, x[i * m], smat_dot(p, i, L + i * n, 1, x, (size_t)m));
    if (!x[i * m]) return 0;
  }
  for (int i = n - 1; i >= 0; i--) {
    lia_expr z = lia_sym_div(p, x[i * m], D[i]);
    x[i * m] = i == n - 1 ? z
        : lia_sym_sub(p, z, smat_dot(p, n - 1 - i, L + (i + 1) * n + i, (size_t)n, x + (i + 1) * m,
        (size_t)m));
    if (!x[i * m]) return 0;
  }
  return 1;
}

int lia_smat_ldl_solve(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B,
    lia_expr *X) {
  size_t nn = (size_t)n * (size_t)n;
  lia_expr *L = lia_malloc((nn + (size_t)n + 1) * sizeof *L);
  if (!L) return lia_pool_nomem(p) != 0;
  int ok = lia_smat_ldl(p, n, A, L, L + nn);
  if (ok && X != B) memcpy(X, B, (size_t)n * (size_t)m * sizeof *X);
  for (int j = 0; ok && j < m; j++) ok = ldl_column(p, n, L, L + nn, X + j, m);
  lia_free(L);
  return ok;
}

int lia_smat_ldl_solve_nested(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B,
    lia_expr *X) {
  const int nested = p->nested;
  p->nested = 1;
  int ok = lia_smat_ldl_solve(p, n, A, m, B, X);
  p->nested = nested;
  return ok;
}

// ---- elimination

// the row below r whose entry in column c is not zero and has the fewest symbols (by bits), numbers
// first; -1: none
static int pivot_row(lia_pool *p, int n, const lia_expr *A, int c) {
  int best = -1, least = 0;
  for (int i = c; i < n; i++) {
    lia_expr a = A[i * n + c];
    int weight = 2 * __builtin_popcountll(p->node[a].bits) + (lia_expr_op(p, a) == LIA_OP_add);
    if (a == LIA_ZERO || (best >= 0 && weight >= least) || lia_zero(p, a) == LIA_ZERO_yes) continue;
    best = i;
    least = weight;
  }
  return best;
}

static void swap_rows(lia_expr *A, int width, int i, int j) {
  for (int k = 0; k < width; k++) {
    lia_expr t = A[i * width + k];
    A[i * width + k] = A[j * width + k];
    A[j * width + k] = t;
  }
}

static int smat_eliminate(lia_pool *p, int n, lia_expr *A, int m, lia_expr *X) {
  for (int c = 0; c < n; c++) {
    int r = pivot_row(p, n, A, c);
    if (r < 0) return singular(p, "a pivot");
    swap_rows(A, n, c, r);
    swap_rows(X, m, c, r);
    lia_expr over = lia_sym_inv(p, A[c * n + c]);
    for (int i = c + 1; i < n; i++) {
      if (A[i * n + c] == LIA_ZERO) continue;
      lia_expr f = lia_sym_neg(p, lia_sym_mul(p, A[i * n + c], over));
      A[i * n + c] = LIA_ZERO;
      if (!lia_smat_add(p, n - c - 1, A + i * n + c + 1, f, A + c * n + c + 1, A + i * n + c + 1))
        return 0;
      if (!lia_smat_add(p, m, X + i * m, f, X + c * m, X + i * m)) return 0;
    }
  }
  for (int j = 0; j < m; j++)
    for (int i = n - 1; i >= 0; i--) {
      lia_expr s = smat_dot(p, n - 1 - i, A + i * n + i + 1, 1, X + (i + 1) * m + j, (size_t)m);
      X[i * m + j] = lia_sym_div(p, lia_sym_sub(p, X[i * m + j], s), A[i * n + i]);
      if (!X[i * m + j]) return 0;
    }
  return 1;
}

int lia_smat_solve(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B, lia_expr *X) {
  size_t nn = (size_t)n * (size_t)n;
  lia_expr *U = lia_malloc((nn + 1) * sizeof *U);
  if (!U) return lia_pool_nomem(p) != 0;
  memcpy(U, A, nn * sizeof *U);
  if (X != B) memcpy(X, B, (size_t)n * (size_t)m * sizeof *X);
  int ok = smat_eliminate(p, n, U, m, X);
  lia_free(U);
  return ok;
}
