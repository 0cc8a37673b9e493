/* law_curve.c - moves by laws as curves of pieces */
#include "traj/law_curve.h"

#include "base/mem.h"
#include "traj/hermite.h"

#include <math.h>

enum { PARTS = 8 };   // a law of sines between two of its breaks

// ---- one law on the unit of time ----

// between a and b, where s''' may jump at both: s, s', s'', s''' in the middle say all of a cubic
static void cubic_between(double *c, const lia_law *law, double a, double b) {
  double s[4];
  const double middle = a + (b - a) / 2, u = a - middle;
  lia_law_eval(law, middle, s);
  c[0] = s[0] + u * (s[1] + u * (s[2] / 2 + u * s[3] / 6));
  c[1] = s[1] + u * (s[2] + u * s[3] / 2);
  c[2] = (s[2] + u * s[3]) / 2;
  c[3] = s[3] / 6;
}

// s''' may jump where a ramp ends: it is asked for inside
static void ends_of(const lia_law *law, double a, double b, double first[4], double last[4]) {
  double inside[4];
  lia_law_eval(law, a, first);
  lia_law_eval(law, b, last);
  if (!lia_law_rows[law->kind]->nshape) return;
  lia_law_eval(law, a + 1e-9 * (b - a), inside);
  first[3] = inside[3];
  lia_law_eval(law, b - 1e-9 * (b - a), inside);
  last[3] = inside[3];
}

static void fill_piece(lia_pieces *x, int i, const lia_law *law) {
  const double a = x->knot[i], b = x->knot[i + 1];
  double first[4], last[4], c[2 * LIA_HERMITE_MOST] = { 0 };
  if (lia_law_rows[law->kind]->nshape && x->degree <= 3) {
    cubic_between(c, law, a, b);
  } else {
    ends_of(law, a, b, first, last);
    lia_hermite(c, (x->degree + 1) / 2, b - a, first, last, 1);
  }
  for (int k = 0; k <= x->degree; k++) lia_pieces_coef(x, i, 0)[k] = c[k];
}

static lia_status unit_curve(lia_pieces **out, const lia_law *law, lia_error *err) {
  const int degree = lia_law_rows[law->kind]->degree, parts = degree ? 1 : PARTS;
  double t[LIA_LAW_BREAKS];
  const int n = lia_law_breaks(law, t);
  LIA_TRY(lia_pieces_new(out, 1, (n - 1) * parts, degree ? degree : 7, err));
  lia_pieces *x = *out;
  for (int k = 0; k + 1 < n; k++)
    for (int i = 0; i < parts; i++)
      x->knot[k * parts + i] = t[k] + (t[k + 1] - t[k]) * i / parts;
  x->knot[x->m] = 1;
  for (int i = 0; i < x->m; i++) fill_piece(x, i, law);
  return LIA_OK;
}

static double error_of(const lia_pieces *x, const lia_law *law) {
  double most = 0, s[4], at;
  if (lia_law_rows[law->kind]->degree) return 0;
  for (int i = 0; i < x->m; i++)
    for (int k = 1; k < 8; k++) {
      const double t = x->knot[i] + (x->knot[i + 1] - x->knot[i]) * k / 8;
      lia_pieces_of(x, i, t, 0, &at);
      lia_law_eval(law, t, s);
      most = fmax(most, fabs(at - s[0]));
    }
  return most;
}

// ---- several of them on the knots of all ----

static int gather_knots(double *t, lia_pieces *const *unit, int n) {
  int count = 0;
  for (int c = 0; c < n; c++)
    for (int i = 0; i <= unit[c]->m; i++) {
      int place = count++;
      for (; place > 0 && t[place - 1] > unit[c]->knot[i]; place--) t[place] = t[place - 1];
      t[place] = unit[c]->knot[i];
    }
  int kept = 1;
  for (int i = 1; i < count; i++)
    if (t[i] - t[kept - 1] > 1e-13) t[kept++] = t[i];
  t[kept - 1] = 1;
  return kept - 1;
}

// piece i of x is from + D s in time, s in the piece of the unit curve that holds it
static void fill_axis(lia_pieces *x, int i, int c, const lia_pieces *unit, double from, double D,
                      double T) {
  const double a = x->knot[i] / T, b = x->knot[i + 1] / T;
  const int piece = lia_pieces_find(unit, a + (b - a) / 2);
  double *out = lia_pieces_coef(x, i, c), scale = D, moved[LIA_PIECES_DEGREE + 1];
  const double *p = lia_pieces_coef(unit, piece, 0), u = a - unit->knot[piece];
  for (int k = 0; k <= unit->degree; k++) moved[k] = p[k];
  for (int k = 0; k < unit->degree; k++)
    for (int j = unit->degree - 1; j >= k; j--) moved[j] += u * moved[j + 1];
  for (int k = 0; k <= unit->degree; k++) {
    out[k] = moved[k] * scale;
    scale /= T;
  }
  out[0] += from;
}

static lia_status assemble(lia_pieces **out, lia_pieces *const *unit, int stride, int nunit,
                           double *t, const double *from, const double *to, int n, double T,
                           lia_error *err) {
  int degree = 0;
  const int m = gather_knots(t, unit, nunit);
  for (int c = 0; c < nunit; c++)
    if (unit[c]->degree > degree) degree = unit[c]->degree;
  LIA_TRY(lia_pieces_new(out, n, m, degree, err));
  for (int i = 0; i <= m; i++) (*out)->knot[i] = T * t[i];
  for (int i = 0; i < m; i++)
    for (int c = 0; c < n; c++)
      fill_axis(*out, i, c, unit[c * stride], from[c], to[c] - from[c], T);
  return LIA_OK;
}

static lia_status by_units(lia_pieces **out, lia_pieces **unit, const lia_law *law, int stride,
                           const double *from, const double *to, int n, double T, double *error,
                           lia_error *err) {
  const int nunit = stride ? n : 1;
  size_t knots = 0;
  for (int c = 0; c < nunit; c++) {
    LIA_TRY(unit_curve(&unit[c], &law[c], err));
    knots += (size_t)unit[c]->m + 1;
  }
  for (int c = 0; c < n; c++)
    *error = fmax(*error, error_of(unit[c * stride], &law[c * stride]) * fabs(to[c] - from[c]));
  double *t = lia_calloc(knots, sizeof *t);
  if (!t) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = assemble(out, unit, stride, nunit, t, from, to, n, T, err);
  lia_free(t);
  return st;
}

lia_status lia_law_curve(lia_pieces **out, const lia_law *law, int stride, const double *from,
                         const double *to, int n, double T, double *error, lia_error *err) {
  *out = NULL;
  *error = 0;
  if (!(T > 0) || !isfinite(T))
    return LIA_FAIL(err, LIA_EARG, "T", "expected a duration above 0, got %g", T);
  if (n < 1) return LIA_FAIL(err, LIA_EDIM, "from", "expected one number or more");
  lia_pieces **unit = lia_calloc((size_t)n, sizeof *unit);
  if (!unit) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = by_units(out, unit, law, stride != 0, from, to, n, T, error, err);
  for (int c = 0; c < n; c++) lia_pieces_free(unit[c]);
  lia_free(unit);
  return st;
}
