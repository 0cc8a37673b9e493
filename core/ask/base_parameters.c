/* base_parameters.c - inertial parameters grouped by the rank of regressors at random states */
#include "ask/base_parameters.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/factor.h"
#include "rbd/regress.h"

#include <math.h>
#include <string.h>

const char *const lia_base_name[LIA_BASE_KINDS] = {
#define X(name) #name,
  LIA_BASE_TEN(X)
#undef X
};

// ---- the order in which columns are kept ----

enum { NOT = 0, FIRST = 1, SECOND = 2, LAST = 3 };   /* how late a column is kept */

static int is_unit(const lia_val axis[3], int k) {
  for (int i = 0; i < 3; i++)
    if (!lia_val_is(axis[i], i == k)) return 0;
  return 1;
}

// which of a body's ten go to its parent where they can: of a turn about z Iyy, hz and m; of one
// about another axis what stands there for them; of a slide the inertia, which turns with the
// parent
static void lateness(const lia_spec_joint *j, int late[LIA_BASE_KINDS]) {
  memset(late, 0, LIA_BASE_KINDS * sizeof *late);
  if (lia_joint_does(j->kind, 0) == 's') {
    for (int k = LIA_BASE_Ixx; k <= LIA_BASE_Iyz; k++) late[k] = FIRST;
    return;
  }
  int h = LIA_BASE_hz, I = LIA_BASE_Iyy;
  if (is_unit(j->axis, 0)) {
    h = LIA_BASE_hx;
    I = LIA_BASE_Izz;
  } else if (is_unit(j->axis, 1)) {
    h = LIA_BASE_hy;
    I = LIA_BASE_Ixx;
  }
  late[h] = FIRST;
  late[I] = SECOND;
  late[LIA_BASE_m] = LAST;
}

void lia_base_order(const lia_spec *s, int *order) {
  int n = 0, late[LIA_BASE_KINDS];
  for (int when = NOT; when <= LAST; when++)
    for (int b = s->nbody - 1; b >= 0; b--) {
      lateness(&s->joint[s->body[b].ijoint], late);
      for (int k = 0; k < LIA_BASE_KINDS; k++)
        if (late[k] == when) order[n++] = LIA_BASE_KINDS * b + k;
    }
  LIA_ASSERT(n == LIA_BASE_KINDS * s->nbody);   // each once
}

// ---- regressors at random states ----

// Y (rows x columns) of so many states, one below the other, its transpose and a basis of what is
// kept
typedef struct stack { lia_mat Y, column, basis; double *room; } stack;

static int states_of(const lia_model *m) {
  const int n = m->nv > 1 ? m->nv : 1;
  return (2 * LIA_BASE_KINDS * m->nbody + n - 1) / n + 10;
}

static void fill_states(const lia_model *m, lia_data *d, lia_mat Y, double *room) {
  double *q = room, *v = q + m->nq, *a = v + m->nv;
  const int states = states_of(m);
  for (int i = 1; i <= states; i++) {
    lia_rng r = lia_rng_seed((uint64_t)i);
    lia_model_random(m, &r, q);
    for (int k = 1; k <= m->nv; k++) {
      v[k-1] = sin(7 * i + 3 * k);
      a[k-1] = cos(5 * i * k + k);
    }
    lia_regress(m, d, q, v, a, lia_mat_row(Y, (i - 1) * m->nv));
  }
}

// columns of Y side by side in memory, as rows of its transpose
static lia_status new_stack(stack *s, const lia_model *m, lia_data *d, lia_error *err) {
  const size_t columns = (size_t)(LIA_BASE_KINDS * m->nbody), rows = (size_t)(states_of(m) * m->nv);
  s->room = lia_malloc((3 * rows * columns + (size_t)(m->nq + 2 * m->nv) + 1) * sizeof *s->room);
  if (!s->room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for regressors");
  s->Y = lia_mat_of(s->room, (int)rows, (int)columns);
  s->column = lia_mat_of(s->room + rows * columns, (int)columns, (int)rows);
  s->basis = lia_mat_of(s->column.x + rows * columns, (int)columns, (int)rows);
  fill_states(m, d, s->Y, s->basis.x + rows * columns);
  lia_mat_transpose(s->column, s->Y);
  return LIA_OK;
}

// ---- what follows from what ----

// x less its parts along the basis, twice, as rounding wants it
static void orthogonal(const stack *s, int nbasis, double *x) {
  const int n = s->basis.cols;
  for (int again = 0; again < 2; again++)
    for (int k = 0; k < nbasis; k++) {
      const double *u = lia_mat_row(s->basis, k), part = lia_vec_dot(u, x, n);
      for (int i = 0; i < n; i++) x[i] = x[i] - u[i] * part;
    }
}

static void to_length_one(double *x, int n) {
  const double most = lia_vec_max(x, n);
  for (int i = 0; i < n; i++) x[i] = x[i] / most;
  lia_vec_scale(x, 1 / lia_vec_norm(x, n), x, n);
}

static void sort_out(lia_base *b, const stack *s, const int *order, int n, const char *absent) {
  const int rows = s->column.cols;
  for (int k = 0; k < n; k++) {
    const int i = order[k];
    LIA_ASSERT(i >= 0 && i < s->column.rows && b->nkept <= k);
    double *left = lia_mat_row(s->basis, b->nkept), size;
    if (absent && absent[i]) continue;
    lia_vec_copy(left, lia_mat_row(s->column, i), rows);
    size = lia_vec_norm(left, rows);
    orthogonal(s, b->nkept, left);
    if (size < 1e-9) {
      b->none[b->nnone++] = i;
    } else if (lia_vec_norm(left, rows) > 1e-8 * size) {
      to_length_one(left, rows);
      b->kept[b->nkept++] = i;
    } else {
      b->rest[b->nrest++] = i;
    }
  }
}

// beta_r = K^+ y_r, K: the columns kept
static lia_status coefficients(const lia_base *b, const stack *s, double *beta, lia_error *err) {
  const int rows = s->Y.rows, n = b->nkept;
  lia_svd *f = NULL;
  if (!n || !b->nrest) return LIA_OK;
  double *room = lia_malloc(2 * (size_t)rows * (size_t)n * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for base parameters");
  lia_mat K = lia_mat_of(room, rows, n), inverse = lia_mat_of(room + rows * n, n, rows);
  for (int k = 0; k < n; k++)
    for (int r = 0; r < rows; r++) *lia_mat_at(K, r, k) = *lia_mat_at(s->Y, r, b->kept[k]);
  lia_status st = lia_svd_new(&f, rows, n, err);
  if (st == LIA_OK) st = lia_svd_factor(f, K, err);
  if (st == LIA_OK) {
    lia_svd_pinv(f, 1e-12, 0, inverse);
    for (int r = 0; r < b->nrest; r++) lia_mat_mulv(beta + r * n, inverse, lia_mat_row(s->column,
        b->rest[r]));
  }
  lia_svd_free(f);
  lia_free(room);
  return st;
}

static void layout(lia_layout *l, lia_base *b, size_t n) {
  b->kept = LIA_TAKE(l, int, n + 1);
  b->rest = LIA_TAKE(l, int, n + 1);
  b->none = LIA_TAKE(l, int, n + 1);
  b->beta = LIA_TAKE(l, double, n * n + 1);
}

lia_status lia_base_new(lia_base **out, const lia_model *m, lia_data *d, const int *order, int n,
                        const char *absent, lia_error *err) {
  stack s;
  lia_base shape = { .columns = LIA_BASE_KINDS * m->nbody };
  lia_layout l = { NULL, sizeof shape };
  *out = NULL;
  layout(&l, &shape, (size_t)n);
  lia_base *b = lia_block(l.used);
  if (!b) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for base parameters");
  *b = shape;
  l = (lia_layout){ (char *)b, sizeof shape };
  layout(&l, b, (size_t)n);
  lia_status st = new_stack(&s, m, d, err);
  if (st == LIA_OK) {
    sort_out(b, &s, order, n, absent);
    st = coefficients(b, &s, b->beta, err);
    lia_free(s.room);
  }
  if (st == LIA_OK) *out = b;
  else lia_free(b);
  return st;
}

lia_status lia_base_again(const lia_base *b, const lia_model *m, lia_data *d, double *beta,
                          lia_error *err) {
  stack s;
  LIA_TRY(new_stack(&s, m, d, err));
  lia_status st = coefficients(b, &s, beta, err);
  lia_free(s.room);
  return st;
}

// ---- lengths that are symbols ----

int lia_base_products(int n) { return 1 + n + n * (n + 1) / 2; }

void lia_base_product(int n, int k, int *first, int *second) {
  LIA_ASSERT(k >= 0 && k < lia_base_products(n));
  *first = *second = -1;
  for (int a = 0, at = 1; a < n && k >= at; at += n - a + 1, a++) {
    if (k >= at + n - a + 1) continue;
    *first = a;
    *second = k == at ? -1 : a + k - at - 1;
  }
}

// Lehmer's generator: 16807 x modulo 2^31 - 1
void lia_base_draws(int n, int count, double *x) {
  int64_t state = 5;
  for (int i = 0; i < n * count; i++) {
    state = state * 16807 % 2147483647;
    x[i] = 0.3 + 0.9 * (double)state / 2147483647;
  }
}

double lia_base_whole(double x) {
  const double near = floor(x + 0.5);
  return fabs(x - near) < 1e-9 * (1 + fabs(x)) ? near : x;
}

static double base_parameters_value_of(const double *x, int n, int k) {
  int first, second;
  lia_base_product(n, k, &first, &second);
  if (first < 0) return 1;
  return second < 0 ? x[first] : x[first] * x[second];
}

// the least squares A c = sample, c to quarters; 0 where that leaves something
static int to_quarters(lia_mat A, lia_mat inverse, const double *sample, double *c, double *left) {
  lia_mat_mulv(c, inverse, sample);
  lia_mat_mulv(left, A, c);
  lia_vec_axpy(left, -1, sample, A.rows);
  if (lia_vec_norm(left, A.rows) > 1e-7 * (1 + lia_vec_norm(sample, A.rows))) return 0;
  for (int k = 0; k < A.cols; k++) {
    const double quarter = floor(c[k] * 4 + 0.5) / 4;
    if (fabs(quarter - c[k]) > 1e-5) return 0;
    c[k] = quarter;
  }
  return 1;
}

lia_status lia_base_fit(const double *sample, const double *x, int count, int n, double *c,
                        int *fits, lia_error *err) {
  const int products = lia_base_products(n);
  lia_svd *f = NULL;
  double *room = lia_malloc((size_t)(2 * count * products + count) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a polynomial");
  lia_mat A = lia_mat_of(room, count, products), inverse = lia_mat_of(room + count * products,
      products, count);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < products; k++)
      *lia_mat_at(A, i, k) = base_parameters_value_of(x + i * n, n, k);
  lia_status st = lia_svd_new(&f, count, products, err);
  if (st == LIA_OK) st = lia_svd_factor(f, A, err);
  if (st == LIA_OK) {
    lia_svd_pinv(f, 1e-13, 0, inverse);
    *fits = to_quarters(A, inverse, sample, c, room + 2 * count * products);
  }
  lia_svd_free(f);
  lia_free(room);
  return st;
}
