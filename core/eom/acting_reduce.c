/* acting_reduce.c - the linear system of accelerations and multipliers made small and sparse before
 * it is solved in expressions
 *
 *   [ M  G' ] [ a ]   [ r ]
 *   [ G  0  ] [ m ] = [ s ]
 *
 * A row e that tells a coordinate d by others, g_d a_d + sum g_k a_k = s_e with a number g_d,
 * needs no pivot: with a = N a_I + b,
 *
 *   N' M N a_I + N' G_o' m_o = N' (r - M b),   G_o N a_I = s_o - G_o b                          (1)
 *   m_e = (r - M a - G_o' m_o)_d / g_d                                                          (2)
 *
 * What is left is eliminated in the order that fills the fewest entries: leaves before trunks. */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/simp/smat.h"

#include <string.h>

typedef struct reduced {
  lia_pool *p;
  int nv, rows, n, m;                /* n = nv + rows; m right-hand sides */
  const lia_expr *K;                 /* (n x n), its lower half */
  lia_expr *x;                       /* (n x m) right-hand sides, then the solution */
  int ni, no;                        /* independent columns, other rows */
  int *by, *tells;  /* (nv) the row that tells a column, (rows) the column a row tells; -1: none */
  int *col, *row;                    /* (ni), (no) which these are */
  int *order;                        /* (ni + no) how they are eliminated */
  lia_expr *N, *b, *MN, *R, *y;      /* (nv x ni) (nv x m) (nv x ni) (nr x nr) (nr x m) */
  lia_acting_pivots *pivots;         /* or NULL */
} reduced;

static lia_expr mass(const reduced *s, int i, int k) {
  return i >= k ? s->K[i * s->n + k] : s->K[k * s->n + i];
}

static lia_expr row_of(const reduced *s, int row, int k) {
  return s->K[(s->nv + row) * s->n + k];
}

static void add_to(const reduced *s, lia_expr *sum, lia_expr a, lia_expr b) {
  if (a != LIA_ZERO && b != LIA_ZERO)
    *sum = lia_sym_add(s->p, *sum, lia_sym_mul(s->p, a, b));
}

static void take_from(const reduced *s, lia_expr *sum, lia_expr a, lia_expr b) {
  if (a != LIA_ZERO && b != LIA_ZERO)
    *sum = lia_sym_sub(s->p, *sum, lia_sym_mul(s->p, a, b));
}

// ---- which rows tell a coordinate ----

// does column k stand in this row alone among those that tell, and none of theirs in it?
static int stands_alone(const reduced *s, int row, int k) {
  for (int i = 0; i < s->rows; i++) {
    if (s->tells[i] < 0) continue;
    if (row_of(s, i, k) != LIA_ZERO || row_of(s, row, s->tells[i]) != LIA_ZERO) return 0;
  }
  return 1;
}

// columns of the mass matrix that k couples with
static int coupled(const reduced *s, int k) {
  int count = 0;
  for (int i = 0; i < s->nv; i++) count += mass(s, i, k) != LIA_ZERO;
  return count;
}

// the column of a number that couples with the fewest others; -1: none
static int told_by(const reduced *s, int row) {
  int best = -1, least = 0;
  for (int k = 0; k < s->nv; k++) {
    const lia_expr g = row_of(s, row, k);
    if (g == LIA_ZERO || !lia_expr_is_num(s->p, g) || !stands_alone(s, row, k)) continue;
    const int count = coupled(s, k);
    if (best >= 0 && count >= least) continue;
    best = k;
    least = count;
  }
  return best;
}

static void choose_rows(reduced *s) {
  for (int i = 0; i < s->rows; i++) s->tells[i] = -1;
  for (int k = 0; k < s->nv; k++) s->by[k] = -1;
  for (int i = 0; i < s->rows; i++) {
    const int k = told_by(s, i);
    s->tells[i] = k;
    if (k >= 0) s->by[k] = i;
    else s->row[s->no++] = i;
  }
  for (int k = 0; k < s->nv; k++)
    if (s->by[k] < 0) s->col[s->ni++] = k;
}

// ---- the smaller system ----

// N and b: a = N a_I + b
static void tell_columns(const reduced *s) {
  for (int k = 0; k < s->nv; k++) {
    const int e = s->by[k];
    for (int c = 0; c < s->ni; c++) {
      lia_expr x = s->col[c] == k ? LIA_ONE : LIA_ZERO;
      if (e >= 0)
        x = lia_sym_neg(s->p, lia_sym_div(s->p, row_of(s, e, s->col[c]), row_of(s, e, k)));
      s->N[k * s->ni + c] = x;
    }
    for (int j = 0; j < s->m; j++)
      s->b[k * s->m + j] = e < 0 ? LIA_ZERO
          : lia_sym_div(s->p, s->x[(s->nv + e) * s->m + j], row_of(s, e, k));
  }
}

static void fill_mass(const reduced *s) {
  const int ni = s->ni, nr = ni + s->no;
  for (int i = 0; i < s->nv; i++)
    for (int c = 0; c < ni; c++) {
      lia_expr sum = LIA_ZERO;
      for (int k = 0; k < s->nv; k++) add_to(s, &sum, mass(s, i, k), s->N[k * ni + c]);
      s->MN[i * ni + c] = sum;
    }
  for (int r = 0; r < ni; r++)
    for (int c = 0; c <= r; c++) {
      lia_expr sum = LIA_ZERO;
      for (int k = 0; k < s->nv; k++) add_to(s, &sum, s->N[k * ni + r], s->MN[k * ni + c]);
      s->R[r * nr + c] = s->R[c * nr + r] = sum;
    }
}

static void fill_rows(const reduced *s) {
  const int ni = s->ni, nr = ni + s->no;
  for (int o = 0; o < s->no; o++) {
    for (int c = 0; c < s->no; c++) s->R[(ni + o) * nr + ni + c] = LIA_ZERO;
    for (int c = 0; c < ni; c++) {
      lia_expr sum = LIA_ZERO;
      for (int k = 0; k < s->nv; k++) add_to(s, &sum, row_of(s, s->row[o], k), s->N[k * ni + c]);
      s->R[(ni + o) * nr + c] = s->R[c * nr + ni + o] = sum;
    }
  }
}

static void fill_right(const reduced *s, int j) {
  for (int c = 0; c < s->ni; c++) {
    lia_expr sum = LIA_ZERO;
    for (int k = 0; k < s->nv; k++) {
      add_to(s, &sum, s->N[k * s->ni + c], s->x[k * s->m + j]);
      take_from(s, &sum, s->MN[k * s->ni + c], s->b[k * s->m + j]);
    }
    s->y[c * s->m + j] = sum;
  }
  for (int o = 0; o < s->no; o++) {
    lia_expr sum = s->x[(s->nv + s->row[o]) * s->m + j];
    for (int k = 0; k < s->nv; k++)
      take_from(s, &sum, row_of(s, s->row[o], k), s->b[k * s->m + j]);
    s->y[(s->ni + o) * s->m + j] = sum;
  }
}

// ---- its order ----

// neighbours of i that are not eliminated yet
static int degree(const char *linked, const char *done, int n, int i) {
  int count = 0;
  for (int k = 0; k < n; k++) count += linked[i * n + k] && !done[k];
  return count;
}

static void fill_by(char *linked, const char *done, int n, int i) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n && linked[i * n + a] && !done[a]; b++)
      if (linked[i * n + b] && !done[b]) linked[a * n + b] = 1;
}

// of [from, to) the one with the fewest neighbours next, until all are in the order
static void order_part(reduced *s, char *linked, char *done, int from, int to) {
  const int n = s->ni + s->no;
  for (int place = from; place < to; place++) {
    int best = -1, least = 0;
    for (int i = from; i < to; i++) {
      if (done[i]) continue;
      const int count = degree(linked, done, n, i);
      if (best >= 0 && count >= least) continue;
      best = i;
      least = count;
    }
    s->order[place] = best;
    done[best] = 1;
    fill_by(linked, done, n, best);
  }
}

// columns first: no multiplier has a pivot before them
static int find_order(reduced *s) {
  const size_t n = (size_t)(s->ni + s->no);
  char *linked = lia_calloc(n * n + n + 1, 1);
  if (!linked) return 0;
  for (size_t i = 0; i < n * n; i++) linked[i] = s->R[i] != LIA_ZERO;
  order_part(s, linked, linked + n * n, 0, s->ni);
  order_part(s, linked, linked + n * n, s->ni, s->ni + s->no);
  lia_free(linked);
  return 1;
}

// of L and D: A_r = sum over columns L_rk^2 D_k, D_r = -(what is left of it)
static void tell_pivots(reduced *s, const lia_expr *L, const lia_expr *D) {
  lia_pool *p = s->p;
  const int n = s->ni + s->no;
  lia_acting_pivots *out = s->pivots;
  out->sure = LIA_ONE;
  for (int r = s->ni; r < n; r++) {
    lia_expr A = LIA_ZERO;
    for (int k = 0; k < s->ni; k++) {
      const lia_expr l = L[r * n + k];
      if (l != LIA_ZERO) A = lia_sym_add(p, A, lia_sym_mul(p, lia_sym_mul(p, l, D[k]), l));
    }
    out->diag[out->n++] = A;
    const lia_expr part = lia_sym_neg(p, lia_sym_div(p, D[r], A));
    out->sure = out->n > 1 ? lia_sym_min(p, out->sure, part) : part;
  }
}

// of the system in its order
static int watch_pivots(reduced *s, const lia_expr *A) {
  const size_t n = (size_t)(s->ni + s->no);
  lia_expr *L = lia_malloc((n * n + n + 1) * sizeof *L);
  if (!L) return 0;
  const int ok = lia_smat_ldl(s->p, (int)n, A, L, L + n * n);
  if (ok) tell_pivots(s, L, L + n * n);
  lia_free(L);
  return ok;
}

static int solve_ordered(reduced *s) {
  const size_t n = (size_t)(s->ni + s->no), m = (size_t)s->m;
  lia_expr *A = lia_malloc((n * n + n * m + 1) * sizeof *A);
  if (!A) return 0;
  lia_expr *B = A + n * n;
  for (size_t i = 0; i < n; i++) {
    const size_t at = (size_t)s->order[i];
    for (size_t k = 0; k < n; k++) A[i * n + k] = s->R[at * n + (size_t)s->order[k]];
    for (size_t j = 0; j < m; j++) B[i * m + j] = s->y[at * m + j];
  }
  int ok = lia_smat_ldl_solve(s->p, (int)n, A, (int)m, B, B);
  if (ok && s->pivots) ok = watch_pivots(s, A);
  for (size_t i = 0; ok && i < n; i++)
    for (size_t j = 0; j < m; j++) s->y[(size_t)s->order[i] * m + j] = B[i * m + j];
  lia_free(A);
  return ok;
}

// ---- back ----

static lia_expr acceleration(const reduced *s, int k, int j) {
  lia_expr sum = s->b[k * s->m + j];
  for (int c = 0; c < s->ni; c++) add_to(s, &sum, s->N[k * s->ni + c], s->y[c * s->m + j]);
  return sum;
}

// of a row that tells column d; a: of all columns
static lia_expr multiplier(const reduced *s, int e, int j, const lia_expr *a) {
  const int d = s->tells[e];
  lia_expr sum = s->x[d * s->m + j];
  for (int k = 0; k < s->nv; k++) take_from(s, &sum, mass(s, d, k), a[k]);
  for (int o = 0; o < s->no; o++)
    take_from(s, &sum, row_of(s, s->row[o], d), s->y[(s->ni + o) * s->m + j]);
  return lia_sym_div(s->p, sum, row_of(s, e, d));
}

// the right-hand sides are overwritten by column: a of all columns first, in room for them
static void put_solution(const reduced *s, int j, lia_expr *a) {
  for (int k = 0; k < s->nv; k++) a[k] = acceleration(s, k, j);
  for (int o = 0; o < s->no; o++)
    s->x[(s->nv + s->row[o]) * s->m + j] = s->y[(s->ni + o) * s->m + j];
  for (int e = 0; e < s->rows; e++)
    if (s->tells[e] >= 0) s->x[(s->nv + e) * s->m + j] = multiplier(s, e, j, a);
  for (int k = 0; k < s->nv; k++) s->x[k * s->m + j] = a[k];
}

// ---- room ----

static int open_indices(reduced *s) {
  s->by = lia_calloc(2 * (size_t)s->nv + 3 * (size_t)s->rows + (size_t)s->n + 1, sizeof *s->by);
  if (!s->by) return 0;
  s->tells = s->by + s->nv;
  s->col = s->tells + s->rows;
  s->row = s->col + s->nv;
  s->order = s->row + s->rows;
  return 1;
}

static int open_matrices(reduced *s) {
  const size_t nv = (size_t)s->nv, ni = (size_t)s->ni, m = (size_t)s->m, nr = ni + (size_t)s->no;
  s->N = lia_calloc(2 * nv * ni + nv * m + nr * nr + nr * m + nv + 1, sizeof *s->N);
  if (!s->N) return 0;
  s->MN = s->N + nv * ni;
  s->b = s->MN + nv * ni;
  s->R = s->b + nv * m;
  s->y = s->R + nr * nr;
  return 1;
}

static int solved(reduced *s) {
  if (!open_indices(s)) return 0;
  choose_rows(s);
  if (!open_matrices(s)) return 0;
  tell_columns(s);
  fill_mass(s);
  fill_rows(s);
  for (int j = 0; j < s->m; j++) fill_right(s, j);
  if (!find_order(s) || !solve_ordered(s)) return 0;
  for (int j = 0; j < s->m; j++) put_solution(s, j, s->y + (s->ni + s->no) * s->m);
  return 1;
}

int lia_acting_reduce(lia_pool *p, int nv, int rows, const lia_expr *K, int m, lia_expr *x,
                      lia_acting_pivots *pivots) {
  reduced s = { .p = p, .nv = nv, .rows = rows, .n = nv + rows, .m = m, .K = K, .x = x,
                .pivots = pivots };
  const int nested = p->nested;
  p->nested = 1;
  const int ok = solved(&s);
  p->nested = nested;
  lia_free(s.N);
  lia_free(s.by);
  return ok;
}
