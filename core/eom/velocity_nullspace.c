/* velocity_nullspace.c - elimination with pivots that stay away from zero */
#include "eom/velocity_nullspace.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

// ---- pivots ----

enum { VARIES = 1000000, VANISHES = 100000, NEVER = 1 << 30 };

// e where all that moves is 0; 0 where it has no value there
static lia_expr at_origin(lia_pool *p, lia_expr e) {
  lia_expr *s = lia_malloc(((size_t)p->names.count + 1) * 2 * sizeof *s),
      *to = s ? s + p->names.count + 1 : NULL;
  if (!s) return lia_pool_nomem(p);
  uint32_t n = lia_subs_symbols(p, 1, &e, s), moving = 0;
  for (uint32_t i = 0; n != UINT32_MAX && i < n; i++)
    if (lia_expr_symbol(p, s[i])->kind != LIA_SYM_parameter) {
      s[moving] = s[i];
      to[moving++] = LIA_ZERO;
    }
  lia_expr out = 0;
  if (!lia_subs(p, moving, s, to, 1, &e, &out) && !lia_pool_spent(p)) lia_pool_clear(p);
  lia_free(s);
  return out;
}

// the smaller the better; an entry found to be zero becomes it
static int velocity_nullspace_price(lia_pool *p, lia_expr *e) {
  lia_count c;
  if (*e == LIA_ZERO) return NEVER;
  lia_zero_answer z = lia_zero(p, *e);
  if (z == LIA_ZERO_yes) *e = LIA_ZERO;
  if (z != LIA_ZERO_no || !lia_tape_count(p, 1, e, &c)) return NEVER;
  int cost = (int)lia_count_all(c), varies = lia_diff_time(p, *e) != LIA_ZERO;
  return cost + varies * VARIES + (varies && at_origin(p, *e) == LIA_ZERO) * VANISHES;
}

// What is longer than a person reads is left as it is: making it short takes seconds for an entry
// of a bicycle, and does not make it readable
enum { READ_BY_NOBODY = 150 };

static lia_expr short_form(lia_pool *p, lia_expr e) {
  lia_count c;
  if (e == LIA_ZERO || e == LIA_ONE || !e) return e;
  if (lia_tape_count(p, 1, &e, &c) && lia_count_all(c) > READ_BY_NOBODY) return e;
  return lia_simp_all(p, lia_simp_cancel(p, e));
}

// ---- elimination of [H | -b], rows x (n + 1) ----

// row_of[column] or -1
typedef struct table { lia_pool *p; int rows, n; lia_expr *x; int *row_of, *used; } table;

static lia_expr *row_at(const table *t, int i) { return t->x + i * (t->n + 1); }

// the cheapest entry of rows not used and columns allowed; 0 where there is none
static int cheapest(table *t, const int *choice, int must, int *row, int *column) {
  int best = NEVER;
  for (int i = 0; i < t->rows; i++)
    for (int j = 0; !t->used[i] && j < t->n; j++) {
      if (t->row_of[j] >= 0 || (choice && choice[j] == 1) || (must && choice[j] != 2)) continue;
      int c = velocity_nullspace_price(t->p, &row_at(t, i)[j]);
      if (c < best) {
        best = c;
        *row = i;
        *column = j;
      }
    }
  return best < NEVER;
}

// row i of the pivot made 1 in column j, and 0 in all others
static void velocity_nullspace_eliminate(table *t, int i, int j) {
  lia_pool *p = t->p;
  lia_expr *a = row_at(t, i), pivot = a[j];
  LIA_ASSERT(!t->used[i] && t->row_of[j] < 0 && pivot != LIA_ZERO);
  for (int k = 0; k <= t->n; k++)
    a[k] = k == j ? LIA_ONE : short_form(p, lia_sym_div(p, a[k], pivot));
  for (int r = 0; r < t->rows; r++) {
    lia_expr *x = row_at(t, r), f = x[j];
    if (r == i || f == LIA_ZERO) continue;
    for (int k = 0; k <= t->n; k++)
      if (a[k] != LIA_ZERO)
        x[k] = k == j ? LIA_ZERO : short_form(p, lia_sym_sub(p, x[k], lia_sym_mul(p, f, a[k])));
  }
  t->row_of[j] = i;
  t->used[i] = 1;
}

// what is left of a row without a pivot
static lia_status judge_rest(const table *t, int i, const int *choice, lia_error *err) {
  for (int j = 0; j < t->n; j++)
    if (t->row_of[j] < 0 && choice && choice[j] && row_at(t, i)[j] != LIA_ZERO)
      return LIA_FAIL(err, LIA_ESINGULAR, "",
          "with this choice of independent coordinates row %d cannot be solved for the others",
          i + 1);
  lia_expr rest = row_at(t, i)[t->n];
  if (lia_zero(t->p, rest) == LIA_ZERO_no) {
    char text[80];
    lia_print_short(t->p, rest, text, sizeof text);
    return LIA_FAIL(err, LIA_EMODEL, "", "row %d contradicts the rows before it: it leaves 0 = %s",
        i + 1, text);
  }
  return LIA_OK;
}

static void layout(lia_layout *l, lia_partition *o, int r, int n) {
  o->dependent = LIA_TAKE(l, int, n);
  o->free = LIA_TAKE(l, int, n);
  o->surplus = LIA_TAKE(l, int, r);
  o->N = LIA_TAKE(l, lia_expr, n * n);
  o->nu = LIA_TAKE(l, lia_expr, n);
}

static lia_partition *new_partition(int r, int n) {
  lia_partition size;
  lia_layout l = { 0 };
  LIA_TAKE(&l, lia_partition, 1);
  layout(&l, &size, r, n);
  l = (lia_layout){ .base = lia_block(l.used) };
  if (!l.base) return NULL;
  lia_partition *o = LIA_TAKE(&l, lia_partition, 1);
  layout(&l, o, r, n);
  return o;
}

static lia_status read_off(const table *t, lia_partition *o, const int *choice, lia_error *err) {
  int nd = 0, nf = 0, ns = 0;
  for (int j = 0; j < t->n; j++)
    if (t->row_of[j] >= 0) o->dependent[nd++] = j;
    else o->free[nf++] = j;
  for (int i = 0; i < t->rows; i++) {
    if (t->used[i]) continue;
    LIA_TRY(judge_rest(t, i, choice, err));
    o->surplus[ns++] = i;
  }
  o->rank = nd;
  LIA_ASSERT(nd + nf == t->n && nd + ns == t->rows);
  for (int j = 0; j < t->n; j++) {
    int i = t->row_of[j];
    for (int k = 0; k < nf; k++) {
      lia_expr same = j == o->free[k] ? LIA_ONE : LIA_ZERO;
      o->N[j * nf + k] = i >= 0 ? lia_sym_neg(t->p, row_at(t, i)[o->free[k]]) : same;
    }
    o->nu[j] = i >= 0 ? row_at(t, i)[t->n] : LIA_ZERO;
  }
  return lia_pool_status(t->p, err);
}

static lia_status velocity_nullspace_fill(table *t, const lia_expr *H, const lia_expr *b) {
  for (int i = 0; i < t->rows; i++) {
    for (int j = 0; j < t->n; j++) row_at(t, i)[j] = H[i * t->n + j];
    row_at(t, i)[t->n] = b && b[i] ? lia_sym_neg(t->p, b[i]) : LIA_ZERO;
    t->used[i] = 0;
  }
  for (int j = 0; j < t->n; j++) t->row_of[j] = -1;
  return LIA_OK;
}

static int wanted(const int *choice, int n) {
  int m = 0;
  for (int j = 0; choice && j < n; j++) m += choice[j] == 2;
  return m;
}

lia_status lia_speeds_partition(lia_partition **out, lia_pool *p, int r, int n, const lia_expr *H,
    const lia_expr *b, const int *choice,
    lia_error *err) {
  int i = 0, j = 0, must = wanted(choice, n);
  lia_expr *room = lia_malloc(((size_t)r * (size_t)(n + 1) + 1) * sizeof *room + (size_t)(n + r + 1)
      * sizeof(int));
  lia_partition *o = *out = room ? new_partition(r, n) : NULL;
  if (!o) {
    lia_free(room);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  }
  int *list = (int *)(room + r * (n + 1) + 1);
  table t = { .p = p, .rows = r, .n = n, .x = room, .row_of = list, .used = list + n };
  lia_status s = velocity_nullspace_fill(&t, H, b);
  // first the columns that must become dependent
  while (must > 0 && cheapest(&t, choice, 1, &i, &j)) {
    velocity_nullspace_eliminate(&t, i, j);
    must--;
  }
  if (must)
    s = LIA_FAIL(err, LIA_ESINGULAR, "",
        "the rows cannot be solved for the coordinates that are to be dependent");
  while (s == LIA_OK && cheapest(&t, choice, 0, &i, &j)) velocity_nullspace_eliminate(&t, i, j);
  if (s == LIA_OK) s = lia_pool_status(p, err);
  if (s == LIA_OK) s = read_off(&t, o, choice, err);
  lia_free(room);
  if (s == LIA_OK) return s;
  lia_free(o);
  *out = NULL;
  return s;
}

lia_status lia_speeds_of(lia_pool *p, int r, int n, const lia_expr *H, const lia_expr *b,
    const lia_expr *S, const lia_expr *s,
    lia_expr *Jnh, lia_expr *q0, lia_error *err) {
  int l = n - r;
  LIA_ASSERT(r >= 0 && l >= 0);
  lia_expr *A = lia_malloc((size_t)n * (size_t)(n + l + 1) * sizeof *A), *B = A ? A + n * n : NULL;
  if (!A) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < n; i++) {
    const lia_expr *row = i < r ? H + i * n : S + (i - r) * n, *shift = i < r ? b : s;
    for (int j = 0; j < n; j++) A[i * n + j] = row[j];
    for (int k = 0; k < l; k++) B[i * (l + 1) + k] = i == r + k ? LIA_ONE : LIA_ZERO;
    lia_expr c = shift ? shift[i < r ? i : i - r] : LIA_ZERO;
    B[i * (l + 1) + l] = lia_sym_neg(p, c);
  }
  int ok = lia_smat_solve(p, n, A, l + 1, B, B);
  for (int i = 0; ok && i < n; i++) {
    for (int k = 0; k < l; k++) Jnh[i * l + k] = short_form(p, B[i * (l + 1) + k]);
    q0[i] = short_form(p, B[i * (l + 1) + l]);
  }
  lia_free(A);
  if (!ok && p->err.code == LIA_ESINGULAR) {
    lia_pool_clear(p);
    return LIA_FAIL(err, LIA_ESINGULAR, "speeds",
        "the speeds and the constraint rows are not independent: they do not give all rates");
  }
  return lia_pool_status(p, err);
}

// ---- the proof ----

// row i of H times column k of [J_nh q_0], and b_i for the last
static lia_expr check_entry(lia_pool *p, int i, int k, int n, int l, const lia_expr *H,
    const lia_expr *b, const lia_expr *Jnh, const lia_expr *q0) {
  lia_expr e = k == l && b ? b[i] : LIA_ZERO;
  for (int j = 0; j < n; j++) {
    lia_expr x = q0 ? q0[j] : LIA_ZERO;
    if (k < l) x = Jnh[j * l + k];
    e = lia_sym_add(p, e, lia_sym_mul(p, H[i * n + j], x));
  }
  return e;
}

static lia_status refuted(lia_pool *p, int i, int k, int l, lia_expr e, lia_error *err) {
  char text[80];
  lia_print_short(p, e, text, sizeof text);
  return k < l ? LIA_FAIL(err, LIA_EMODEL, "J_nh",
      "constraint row %d times column %d is not zero: %s", i + 1, k + 1, text)
      : LIA_FAIL(err, LIA_EMODEL, "q_0", "constraint row %d is not kept at zero speeds: %s", i + 1,
      text);
}

// no at one of a few random points: what is not zero is not proved either
static int velocity_nullspace_differs(lia_pool *p, lia_expr e) {
  double v, r;
  for (unsigned k = 0; k < 4; k++)
    if (lia_zero_probe(p, e, k, &v, &r) && v > r) return 1;
  return 0;
}

// all entries tried with numbers first, then proved as far as the work goes; the others stay open
lia_status lia_speeds_check(lia_pool *p, int r, int n, int l, const lia_expr *H, const lia_expr *b,
    const lia_expr *Jnh, const lia_expr *q0,
    int *open, lia_error *err) {
  int m = l + 1;
  lia_expr *e = lia_malloc(((size_t)r * (size_t)m + 1) * sizeof *e);
  lia_status st = e ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  *open = 0;
  for (int i = 0; st == LIA_OK && i < r * m; i++) {
    e[i] = check_entry(p, i / m, i % m, n, l, H, b, Jnh, q0);
    if (!e[i]) st = lia_pool_status(p, err);
    else if (velocity_nullspace_differs(p, e[i])) st = refuted(p, i / m, i % m, l, e[i], err);
  }
  lia_budget work = lia_pool_budget(p, LIA_SPEEDS_WORK);
  for (int i = 0; st == LIA_OK && i < r * m; i++) {
    lia_zero_answer z = lia_pool_spent(p) ? LIA_ZERO_unknown : lia_zero(p, e[i]);
    if (z == LIA_ZERO_no) st = refuted(p, i / m, i % m, l, e[i], err);
    *open += z == LIA_ZERO_unknown;
  }
  lia_pool_budget_end(p, work);
  lia_free(e);
  return st == LIA_OK ? lia_pool_status(p, err) : st;
}
