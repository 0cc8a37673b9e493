/* pieces_make.c - curves of pieces from others: cut, reversed, stretched, joined, composed */
#include "traj/pieces.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

static size_t coefs_of(const lia_pieces *x) {
  return (size_t)x->m * (size_t)x->n * (size_t)(x->degree + 1);
}

// coefficients about u instead of 0: a_k -> sum_j a_j C(j, k) u^(j - k), by synthetic division
static void move_origin(double *a, int degree, double u) {
  for (int k = 0; k < degree; k++)
    for (int j = degree - 1; j >= k; j--) a[j] += u * a[j + 1];
}

lia_status lia_pieces_slice(lia_pieces **out, const lia_pieces *x, double a, double b,
                            lia_error *err) {
  *out = NULL;
  const double first_t = x->knot[0], last_t = x->knot[x->m];
  if (!(a < b) || !(a >= first_t) || !(b <= last_t))
    return LIA_FAIL(err, LIA_EARG, "slice", "needs a piece of %g to %g, got %g to %g", first_t,
                    last_t, a, b);
  const int first = lia_pieces_find(x, a);
  int last = lia_pieces_find(x, b);
  if (last > first && x->knot[last] == b) last--;
  lia_pieces *y;
  LIA_TRY(lia_pieces_new(&y, x->n, last - first + 1, x->degree, err));
  memcpy(y->knot, x->knot + first, (size_t)(y->m + 1) * sizeof *y->knot);
  memcpy(y->coef, lia_pieces_coef(x, first, 0), coefs_of(y) * sizeof *y->coef);
  for (int c = 0; c < x->n; c++)
    move_origin(lia_pieces_coef(y, 0, c), x->degree, a - x->knot[first]);
  y->knot[0] = a;
  y->knot[y->m] = b;
  *out = y;
  return LIA_OK;
}

static void reverse_piece(double *a, int degree, double h) {
  move_origin(a, degree, h);
  for (int k = 1; k <= degree; k += 2) a[k] = -a[k];
}

lia_status lia_pieces_reverse(lia_pieces **out, const lia_pieces *x, lia_error *err) {
  lia_pieces *y;
  *out = NULL;
  LIA_TRY(lia_pieces_new(&y, x->n, x->m, x->degree, err));
  const double sum = x->knot[0] + x->knot[x->m];
  for (int i = 0; i <= x->m; i++) y->knot[i] = sum - x->knot[x->m - i];
  y->knot[0] = x->knot[0];
  y->knot[x->m] = x->knot[x->m];
  for (int i = 0; i < x->m; i++) {
    const int from = x->m - 1 - i;
    for (int c = 0; c < x->n; c++) {
      double *a = lia_pieces_coef(y, i, c);
      memcpy(a, lia_pieces_coef(x, from, c), (size_t)(x->degree + 1) * sizeof *a);
      reverse_piece(a, x->degree, x->knot[from + 1] - x->knot[from]);
    }
  }
  *out = y;
  return LIA_OK;
}

static lia_status copy_of(lia_pieces **out, const lia_pieces *x, lia_error *err) {
  LIA_TRY(lia_pieces_new(out, x->n, x->m, x->degree, err));
  memcpy((*out)->knot, x->knot, (size_t)(x->m + 1) * sizeof *x->knot);
  memcpy((*out)->coef, x->coef, coefs_of(x) * sizeof *x->coef);
  return LIA_OK;
}

lia_status lia_pieces_stretch(lia_pieces **out, const lia_pieces *x, double factor,
                              lia_error *err) {
  *out = NULL;
  if (!(factor > 0) || !isfinite(factor))
    return LIA_FAIL(err, LIA_EARG, "stretch", "needs a factor above 0, got %g", factor);
  LIA_TRY(copy_of(out, x, err));
  lia_pieces *y = *out;
  for (int i = 1; i <= y->m; i++) y->knot[i] = x->knot[0] + factor * (x->knot[i] - x->knot[0]);
  for (int i = 0; i < y->m * y->n; i++) {
    double *a = y->coef + (size_t)i * (size_t)(y->degree + 1), scale = 1;
    for (int k = 1; k <= y->degree; k++) a[k] *= scale /= factor;
  }
  return LIA_OK;
}

lia_status lia_pieces_shift(lia_pieces **out, const lia_pieces *x, double by, lia_error *err) {
  *out = NULL;
  if (!isfinite(by)) return LIA_FAIL(err, LIA_EARG, "shift", "needs a finite time, got %g", by);
  LIA_TRY(copy_of(out, x, err));
  for (int i = 0; i <= x->m; i++) (*out)->knot[i] += by;
  return LIA_OK;
}

// the pieces of x behind the first `at` of y, which has room and a degree as high
static void put_behind(lia_pieces *y, int at, const lia_pieces *x) {
  const double by = at ? y->knot[at] - x->knot[0] : 0;
  for (int i = 0; i <= x->m; i++)
    if (i || !at) y->knot[at + i] = x->knot[i] + by;
  for (int i = 0; i < x->m; i++)
    for (int c = 0; c < x->n; c++)
      memcpy(lia_pieces_coef(y, at + i, c), lia_pieces_coef(x, i, c),
             (size_t)(x->degree + 1) * sizeof(double));
}

lia_status lia_pieces_join(lia_pieces **out, const lia_pieces *const *list, int n,
                           lia_error *err) {
  int m = 0, degree = 0;
  *out = NULL;
  if (n < 1) return LIA_FAIL(err, LIA_EARG, "join", "needs one curve or more");
  for (int k = 0; k < n; k++) {
    if (list[k]->n != list[0]->n)
      return LIA_FAIL(err, LIA_EDIM, "join", "curve %d has %d components, the first has %d", k + 1,
                      list[k]->n, list[0]->n);
    m += list[k]->m;
    if (list[k]->degree > degree) degree = list[k]->degree;
  }
  LIA_TRY(lia_pieces_new(out, list[0]->n, m, degree, err));
  int at = 0;
  for (int k = 0; k < n; k++) {
    put_behind(*out, at, list[k]);
    at += list[k]->m;
  }
  return LIA_OK;
}

// ---- x(s(t)) ----

// p = p q + c, all of them polynomials; deg: the degree of p before, that of q is dq
static int times_plus(double *p, int deg, const double *q, int dq, double c) {
  double product[2 * LIA_PIECES_DEGREE + 2] = { 0 };
  for (int i = 0; i <= deg; i++)
    for (int j = 0; j <= dq; j++) product[i + j] += p[i] * q[j];
  product[0] += c;
  memcpy(p, product, (size_t)(deg + dq + 1) * sizeof *p);
  return deg + dq;
}

// knots of the composition inside piece i of s: where it goes through knots of x, in order
static int breaks_of(const lia_pieces *x, const lia_pieces *piece, double *t, int room) {
  int count = 0;
  for (int k = 1; k < x->m; k++) {
    double at[LIA_PIECES_DEGREE];
    const int n = lia_pieces_crossings(piece, 0, x->knot[k], at, LIA_PIECES_DEGREE);
    for (int i = 0; i < n && count < room; i++) {
      int place = count++;
      for (; place > 0 && t[place - 1] > at[i]; place--) t[place] = t[place - 1];
      t[place] = at[i];
    }
  }
  return count;
}

// the polynomial of x in its piece j, at that of s (about its own origin)
static void compose_piece(lia_pieces *y, int at, const lia_pieces *x, int j, const double *s,
                          int ds) {
  double inner[LIA_PIECES_DEGREE + 1], power[2 * LIA_PIECES_DEGREE + 2];
  memcpy(inner, s, (size_t)(ds + 1) * sizeof *inner);
  inner[0] -= x->knot[j];
  for (int c = 0; c < x->n; c++) {
    const double *a = lia_pieces_coef(x, j, c);
    int degree = 0;
    power[0] = a[x->degree];
    for (int k = x->degree - 1; k >= 0; k--) degree = times_plus(power, degree, inner, ds, a[k]);
    memcpy(lia_pieces_coef(y, at, c), power, (size_t)(degree + 1) * sizeof *power);
  }
}

// one piece of s, broken at knots of x, into y behind `at`; returns how many pieces it became
static int put_composed(lia_pieces *y, int at, const lia_pieces *x, const lia_pieces *s, int i,
                        const double *t, int n) {
  int put = 0;
  double from = s->knot[i];
  for (int k = 0; k <= n; k++) {
    const double to = k < n ? t[k] : s->knot[i + 1];
    if (!(to - from > 1e-13 * (s->knot[i + 1] - s->knot[i]))) continue;
    double a[LIA_PIECES_DEGREE + 1], middle;
    memcpy(a, lia_pieces_coef(s, i, 0), (size_t)(s->degree + 1) * sizeof *a);
    lia_pieces_of(s, i, from + (to - from) / 2, 0, &middle);
    move_origin(a, s->degree, from - s->knot[i]);
    y->knot[at + put] = from;
    compose_piece(y, at + put, x, lia_pieces_find(x, middle), a, s->degree);
    put++;
    from = to;
  }
  y->knot[at + put] = s->knot[i + 1];
  return put;
}

// piece i of s as a curve of its own that points into it
static lia_pieces as_curve(const lia_pieces *s, int i) {
  return (lia_pieces){ .n = 1, .m = 1, .degree = s->degree, .knot = s->knot + i,
                       .coef = lia_pieces_coef(s, i, 0) };
}

static lia_status composed(lia_pieces **out, const lia_pieces *x, const lia_pieces *s, double *t,
                           int room, lia_error *err) {
  int m = 0;
  for (int i = 0; i < s->m; i++) {
    const lia_pieces piece = as_curve(s, i);
    m += breaks_of(x, &piece, t, room) + 1;
  }
  LIA_TRY(lia_pieces_new(out, x->n, m, x->degree * s->degree, err));
  lia_pieces *y = *out;
  int at = 0;
  for (int i = 0; i < s->m; i++) {
    const lia_pieces piece = as_curve(s, i);
    at += put_composed(y, at, x, s, i, t, breaks_of(x, &piece, t, room));
  }
  LIA_ASSERT(at <= m);
  y->m = at;
  return LIA_OK;
}

lia_status lia_pieces_compose(lia_pieces **out, const lia_pieces *x, const lia_pieces *s,
                              lia_error *err) {
  *out = NULL;
  if (s->n != 1) return LIA_FAIL(err, LIA_EDIM, "compose", "the inner curve has %d components, "
                                 "needs 1", s->n);
  if (x->degree * s->degree > LIA_PIECES_DEGREE)
    return LIA_FAIL(err, LIA_EARG, "compose", "degrees %d and %d make %d, at most %d", x->degree,
                    s->degree, x->degree * s->degree, LIA_PIECES_DEGREE);
  const lia_extremes e = lia_pieces_extremes(s, 0, 0);
  const double slack = 1e-9 * (x->knot[x->m] - x->knot[0]);
  if (e.least < x->knot[0] - slack || e.most > x->knot[x->m] + slack)
    return LIA_FAIL(err, LIA_EDOMAIN, "compose", "the inner curve goes from %g to %g, the outer "
                    "one is told from %g to %g", e.least, e.most, x->knot[0], x->knot[x->m]);
  const int room = x->m * LIA_PIECES_DEGREE;
  double *t = lia_malloc((size_t)room * sizeof *t);
  if (!t) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = composed(out, x, s, t, room, err);
  lia_free(t);
  return st;
}
