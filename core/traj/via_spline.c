/* via_spline.c - splines of degree 3, 5, 7: least integral of (x^(r))^2 through points */
#include "traj/via.h"

#include "base/mem.h"
#include "num/sldl.h"
#include "traj/hermite.h"

#include <math.h>
#include <string.h>

// Unknown are the derivatives 1 .. r - 1 at each knot: number k (r - 1) + l - 1 for derivative l at
// knot k; of a periodic spline the last knot is the first. With E the energy of one piece of length
// 1 (hermite.h) that of length h is h^(1 - 2 r) u' E u, u_l = h^l x^(l). Its gradient is 0.
typedef struct spline {
  const lia_via *v;
  int r, knots, unknowns, nentry;
  double E[2 * LIA_HERMITE_MOST][2 * LIA_HERMITE_MOST];
  int *i, *j;              // places of the matrix: of each piece, then the diagonal
  double *value;
  double *b;               // right side, then the unknowns
  double *all;             // knots x r: values and derivatives of one component
  lia_csc *A;
  lia_sldl *f;
} spline;

static int knot_of(const spline *s, int k) { return k == s->knots ? 0 : k; }

// derivative l = 1.. at point k of component c as it is told, or NaN; of a periodic one the first
// and last point are one
static double told_at(const spline *s, int k, int l, int c) {
  const lia_via *v = s->v;
  const double *told = v->told[l - 1];
  if (!told) return (double)NAN;
  const double here = told[k * v->n + c];
  return v->periodic && k == 0 && isnan(here) ? told[(v->m - 1) * v->n + c] : here;
}

static int unknown_of(const spline *s, int k, int l) { return knot_of(s, k) * (s->r - 1) + l - 1; }

// local end e of a piece: 0 .. r - 1 at its start, r .. 2 r - 1 at its end
static int global_of(const spline *s, int piece, int e) {
  return unknown_of(s, piece + e / s->r, e % s->r);
}

// the places of one matrix, in the order in which fill() gives the values
static void put_places(spline *s) {
  int at = 0;
  for (int piece = 0; piece + 1 < s->v->m; piece++)
    for (int a = 0; a < 2 * s->r; a++)
      for (int b = 0; b <= a; b++) {
        if (a % s->r == 0 || b % s->r == 0) continue;
        const int ga = global_of(s, piece, a), gb = global_of(s, piece, b);
        s->i[at] = ga > gb ? ga : gb;
        s->j[at++] = ga > gb ? gb : ga;
      }
  for (int k = 0; k < s->unknowns; k++) {
    s->i[at] = s->j[at] = k;
    at++;
  }
}

static double power_of(double h, int k) {
  double p = 1;
  for (int i = 0; i < k; i++) p *= h;
  return p;
}

// value or told derivative of end e of a piece; NaN where it is unknown
static double known_of(const spline *s, int piece, int e, int c) {
  const int k = piece + e / s->r, l = e % s->r;
  if (l == 0) return s->v->x[k * s->v->n + c];
  return told_at(s, knot_of(s, k), l, c);
}

// equations of component c: an unknown that is told has the row 1 x = told
static void fill(spline *s, int c) {
  int at = 0;
  memset(s->b, 0, (size_t)s->unknowns * sizeof *s->b);
  for (int piece = 0; piece + 1 < s->v->m; piece++) {
    const double h = s->v->t[piece + 1] - s->v->t[piece], unit = 1 / power_of(h, 2 * s->r - 1);
    for (int a = 0; a < 2 * s->r; a++)
      for (int b = 0; b < 2 * s->r; b++) {
        if (a % s->r == 0) continue;
        const double e = unit * power_of(h, a % s->r + b % s->r) * s->E[a][b],
                     known = known_of(s, piece, b, c);
        const int ga = global_of(s, piece, a), mine = !isnan(known_of(s, piece, a, c));
        if (!isnan(known) && !mine) s->b[ga] -= e * known;
        if (b > a || b % s->r == 0) continue;
        s->value[at++] = mine || !isnan(known) ? 0 : e;
      }
  }
  for (int k = 0; k < s->unknowns; k++) {
    const double told = told_at(s, k / (s->r - 1), k % (s->r - 1) + 1, c);
    s->value[at++] = isnan(told) ? 0 : 1;
    if (!isnan(told)) s->b[k] = told;
  }
}

static int told_as_before(const spline *s, int c) {
  if (c == 0) return 0;
  for (int k = 0; k < s->knots; k++)
    for (int l = 1; l < s->r; l++)
      if (isnan(told_at(s, k, l, c)) != isnan(told_at(s, k, l, c - 1))) return 0;
  return 1;
}

static lia_status solve_component(spline *s, int c, lia_error *err) {
  fill(s, c);
  if (!told_as_before(s, c)) {
    lia_csc_fill(s->A, s->value);
    LIA_TRY(lia_sldl_factor(s->f, s->A, err));
  }
  lia_sldl_solve(s->f, s->b);
  return LIA_OK;
}

static void put_component(spline *s, lia_pieces *out, int c) {
  const int m = s->v->m, r = s->r;
  for (int k = 0; k < m; k++) {
    s->all[k * r] = s->v->x[k * s->v->n + c];
    for (int l = 1; l < r; l++) s->all[k * r + l] = s->b[unknown_of(s, k, l)];
  }
  for (int i = 0; i + 1 < m; i++)
    lia_hermite(lia_pieces_coef(out, i, c), r, s->v->t[i + 1] - s->v->t[i], s->all + i * r,
                s->all + (i + 1) * r, 1);
}

static lia_status make_spline(spline *s, lia_pieces **out, lia_error *err) {
  const lia_via *v = s->v;
  put_places(s);
  LIA_TRY(lia_csc_new(&s->A, s->unknowns, s->unknowns, s->nentry, s->i, s->j, err));
  LIA_TRY(lia_sldl_new(&s->f, s->A, NULL, err));
  LIA_TRY(lia_pieces_new(out, v->n, v->m - 1, 2 * s->r - 1, err));
  memcpy((*out)->knot, v->t, (size_t)v->m * sizeof *v->t);
  for (int c = 0; c < v->n; c++) {
    LIA_TRY(solve_component(s, c, err));
    put_component(s, *out, c);
  }
  return LIA_OK;
}

// ---- what may be told ----

static lia_status check_told(const lia_via *v, lia_error *err) {
  static const char *const name[3] = { "v", "a", "j" };
  for (int l = 0; l < 3; l++) {
    if (!v->told[l]) continue;
    if (l + 1 >= v->r)
      return LIA_FAIL(err, LIA_EARG, name[l], "a spline of degree %d cannot be told this: "
                      "degree %d can", 2 * v->r - 1, 2 * l + 3);
    for (int k = 0; k < v->m * v->n; k++)
      if (isinf(v->told[l][k]))
        return LIA_FAIL(err, LIA_EARG, name[l], "point %d has a component that is not finite",
                        k / v->n + 1);
  }
  return LIA_OK;
}

static lia_status too_little(const lia_via *v, lia_error *err) {
  return LIA_FAIL(err, LIA_EDIM, "x", "too little is told for one curve: a spline of degree %d "
                  "needs %d points, or derivatives at its ends", 2 * v->r - 1, v->r);
}

// r things told leave no polynomial of degree r - 1, which costs nothing, undecided
static lia_status check_enough(const lia_via *v, lia_error *err) {
  if (v->periodic || v->m >= v->r) return LIA_OK;
  for (int c = 0; c < v->n; c++) {
    int count = v->m;
    for (int l = 0; l + 1 < v->r; l++)
      for (int k = 0; v->told[l] && k < v->m; k++) count += !isnan(v->told[l][k * v->n + c]);
    if (count < v->r) return too_little(v, err);
  }
  return LIA_OK;
}

static lia_status check_period(const lia_via *v, lia_error *err) {
  static const char *const name[4] = { "x", "v", "a", "j" };
  const int last = (v->m - 1) * v->n;
  for (int l = 0; l < v->r; l++)
    for (int c = 0; c < v->n; c++) {
      const double *given = l ? v->told[l - 1] : v->x;
      if (!given || isnan(given[c]) || isnan(given[last + c]) || given[c] == given[last + c])
        continue;
      return LIA_FAIL(err, LIA_EARG, name[l], "periodic: the last point must be the first, but "
                      "component %d is %.9g and was %.9g", c + 1, given[last + c], given[c]);
    }
  return LIA_OK;
}

static lia_status check_via(const lia_via *v, lia_error *err) {
  if (v->r < 2 || v->r > LIA_HERMITE_MOST)
    return LIA_FAIL(err, LIA_EARG, "degree", "expected 3, 5 or 7, got %d", 2 * v->r - 1);
  LIA_TRY(lia_via_check(v->t, v->x, v->m, v->n, v->periodic ? 3 : 2, err));
  LIA_TRY(check_told(v, err));
  LIA_TRY(check_enough(v, err));
  if (v->periodic) LIA_TRY(check_period(v, err));
  return LIA_OK;
}

static lia_status take_room(spline *s, lia_error *err) {
  const int per_piece = (s->r - 1) * (2 * s->r - 1);
  s->unknowns = s->knots * (s->r - 1);
  s->nentry = (s->v->m - 1) * per_piece + s->unknowns;
  s->i = lia_calloc(2 * (size_t)s->nentry, sizeof *s->i);
  s->value = lia_calloc((size_t)s->nentry + (size_t)s->unknowns + (size_t)(s->v->m * s->r),
                        sizeof *s->value);
  if (!s->i || !s->value) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  s->j = s->i + s->nentry;
  s->b = s->value + s->nentry;
  s->all = s->b + s->unknowns;
  return LIA_OK;
}

lia_status lia_via_spline(lia_pieces **out, const lia_via *v, lia_error *err) {
  *out = NULL;
  LIA_TRY(check_via(v, err));
  spline s = { .v = v, .r = v->r, .knots = v->periodic ? v->m - 1 : v->m };
  lia_hermite_energy(s.r, s.E);
  lia_status st = take_room(&s, err);
  if (st == LIA_OK) st = make_spline(&s, out, err);
  lia_sldl_free(s.f);
  lia_csc_free(s.A);
  lia_free(s.i);
  lia_free(s.value);
  if (st == LIA_OK) return st;
  lia_pieces_free(*out);
  *out = NULL;
  return st == LIA_ESINGULAR ? too_little(v, err) : st;
}

// ---- energy ----

// of the polynomial whose coefficient k is a[k], over 0 .. h
static double energy_of(const double *a, int degree, int r, double h) {
  double d[LIA_PIECES_DEGREE + 1], sum = 0;
  const int n = degree - r;
  for (int k = 0; k <= n; k++) {
    d[k] = a[k + r];
    for (int i = 0; i < r; i++) d[k] *= k + r - i;
  }
  for (int k = 0; k <= n; k++)
    for (int l = 0; l <= n; l++) sum += d[k] * d[l] * power_of(h, k + l + 1) / (k + l + 1);
  return sum;
}

double lia_via_energy(const lia_pieces *x, int r) {
  double sum = 0;
  for (int i = 0; i < x->m; i++)
    for (int c = 0; c < x->n; c++)
      sum += energy_of(lia_pieces_coef(x, i, c), x->degree, r, x->knot[i + 1] - x->knot[i]);
  return sum;
}
