/* peak.c - the two-step search of Bruinsma and Steinbuch, up and down         [BSt] */
#include "ctl/peak.h"

#include "ctl/crossing.h"
#include "ctl/sheet.h"
#include "ctl/freq.h"

// up: the largest singular value; down: minus the least eigenvalue of G + G*
typedef struct search {
  lia_arena *a;        // lasts as long as the search
  lia_freq f;
  lia_mat re, im;
  int discrete, down;
  double value, w;     // the best so far
  double scale;        // down: the largest number of G + G* met
  double *pole_re, *pole_im;
} search;

enum { MOST_STEPS = 60 };
static const double axis_near = 1e-5;   // candidates for crossings; the response decides
static const double pi = 3.141592653589793;

static lia_status peak_measure(search *k, double *value, lia_error *err) {
  lia_arena room = { 0 };
  lia_status st;
  if (!k->down) st = lia_sheet_largest(&room, k->re, k->im, value, err);
  else {
    for (int i = 0; i < k->re.rows; i++)
      for (int j = 0; j <= i; j++) {
        const double r = *lia_mat_at(k->re, i, j) + *lia_mat_at(k->re, j, i);
        const double q = *lia_mat_at(k->im, i, j) - *lia_mat_at(k->im, j, i);
        *lia_mat_at(k->re, i, j) = *lia_mat_at(k->re, j, i) = r;
        *lia_mat_at(k->im, i, j) = q;
        *lia_mat_at(k->im, j, i) = -q;
      }
    k->scale = fmax(k->scale, fmax(lia_mat_max(k->re), lia_mat_max(k->im)));
    st = lia_sheet_least(&room, k->re, k->im, value, err);
    *value = -*value;
  }
  lia_arena_free(&room);
  return st;
}

// the value at a point of the plane; *pole where there is none
static lia_status value_at(search *k, double x, double y, double *value, int *pole,
    lia_error *err) {
  *pole = !lia_freq_at(&k->f, x, y, k->re, k->im);
  return *pole ? LIA_OK : peak_measure(k, value, err);
}

static lia_status try_frequency(search *k, double w, lia_error *err) {
  double x, y, value;
  int pole;
  if (isinf(w)) {
    lia_mat_copy(k->re, k->f.s.D);
    lia_mat_zero(k->im);
    pole = 0;
    LIA_TRY(peak_measure(k, &value, err));
  } else {
    lia_freq_point(w, k->discrete, &x, &y);
    LIA_TRY(value_at(k, x, y, &value, &pole, err));
  }
  if (pole && k->down) return LIA_OK;   // its residue is asked elsewhere
  if (pole) value = (double)INFINITY;
  if (!(value > k->value)) return LIA_OK;
  k->value = value;
  k->w = w;
  return LIA_OK;
}

static lia_status search_new(search *k, const lia_lti *s, int discrete, int down, lia_error *err) {
  const int n = lia_lti_n(s);
  *k = (search){ .a = k->a, .discrete = discrete != 0, .down = down, .value = -(double)INFINITY };
  LIA_TRY(lia_freq_new(k->a, &k->f, s, err));
  LIA_TRY(lia_sheet_mat(k->a, &k->re, lia_lti_p(s), lia_lti_m(s), err));
  LIA_TRY(lia_sheet_mat(k->a, &k->im, lia_lti_p(s), lia_lti_m(s), err));
  LIA_TRY(lia_sheet_vec(k->a, &k->pole_re, n, err));
  LIA_TRY(lia_sheet_vec(k->a, &k->pole_im, n, err));
  return lia_sheet_eig(k->a, s->A, k->pole_re, k->pole_im, err);
}

// where a pole is felt most on the axis
static double pole_frequency(const search *k, int i) {
  const double x = k->pole_re[i], y = k->pole_im[i];
  if (k->discrete) return fabs(atan2(y, x));
  const double square = y * y - x * x;
  return square > 0 ? sqrt(square) : hypot(x, y);
}

static int on_axis(const search *k, int i) {
  return lia_lti_on_border(k->pole_re[i], k->pole_im[i], k->discrete);
}

static int beyond_axis(const search *k, int i) {
  const double x = k->pole_re[i], y = k->pole_im[i];
  return (k->discrete ? hypot(x, y) >= 1 : x >= 0);
}

static lia_status first_points(search *k, lia_error *err) {
  LIA_TRY(try_frequency(k, 0, err));
  LIA_TRY(try_frequency(k, k->discrete ? pi : (double)INFINITY, err));
  for (int i = 0; i < lia_lti_n(&k->f.s); i++) {
    if (k->pole_im[i] < 0) continue;
    LIA_TRY(try_frequency(k, pole_frequency(k, i), err));
    LIA_TRY(try_frequency(k, fabs(k->pole_im[i]) * (k->discrete ? 0 : 1), err));
  }
  return LIA_OK;
}

// between every two neighbours, and at them
static lia_status try_between(search *k, const double *w, int n, lia_error *err) {
  for (int i = 0; i < n; i++) {
    LIA_TRY(try_frequency(k, w[i], err));
    if (i + 1 < n) LIA_TRY(try_frequency(k, (w[i] + w[i+1]) / 2, err));
  }
  return LIA_OK;
}

static lia_status climb(search *k, double tol, double scale, lia_error *err) {
  const int most = 2 * lia_lti_n(&k->f.s) + lia_lti_m(&k->f.s);
  double *w;
  LIA_TRY(lia_sheet_vec(k->a, &w, most, err));
  for (int step = 0; step < MOST_STEPS; step++) {
    int n;
    if (isinf(k->value) || (!k->down && k->value == 0)) return LIA_OK;
    const double before = k->value;
    const double level = k->down ? before + tol * scale : before * (1 + 2 * tol);
    lia_arena room = { 0 };
    const lia_status st = lia_crossing_find(&room, w, &n, &k->f.s,
        k->down ? LIA_CROSSING_REAL : LIA_CROSSING_SIZE, k->down ? -level : level, k->discrete,
        axis_near, err);
    lia_arena_free(&room);
    LIA_TRY(st);
    LIA_TRY(try_between(k, w, n, err));
    if (!(k->value > level)) return LIA_OK;
  }
  return LIA_FAIL(err, LIA_ENOCONV, "", "the peak was not closed in after %d steps", MOST_STEPS);
}

static lia_status norm_in(lia_peak *out, search *k, const lia_lti *s, int discrete, double tol,
    lia_error *err) {
  LIA_TRY(search_new(k, s, discrete, 0, err));
  out->stable = 1;
  for (int i = 0; i < lia_lti_n(s); i++) {
    if (beyond_axis(k, i)) out->stable = 0;
    if (!on_axis(k, i)) continue;
    out->value = (double)INFINITY;
    out->w = discrete ? fabs(atan2(k->pole_im[i], k->pole_re[i])) : fabs(k->pole_im[i]);
    out->stable = 0;
    return LIA_OK;
  }
  LIA_TRY(first_points(k, err));
  if (lia_lti_n(s)) LIA_TRY(climb(k, tol, 0, err));
  out->value = k->value;
  out->w = k->w;
  return LIA_OK;
}

lia_status lia_peak_norm(lia_peak *out, const lia_lti *s, int discrete, double tol,
    lia_error *err) {
  lia_arena a = { 0 };
  search k = { .a = &a };
  *out = (lia_peak){ 0 };
  if (lia_lti_m(s) == 0 || lia_lti_p(s) == 0) return LIA_OK;
  const lia_status st = norm_in(out, &k, s, discrete, tol, err);
  lia_arena_free(&a);
  return st;
}

// ---- passivity ----

// G + G* on a small half circle outside, around a pole on the axis: >= 0 for a simple pole with
// residue >= 0
static lia_status residue(search *k, int i, double scale, int *passive, lia_error *err) {
  static const double turn[] = { -1.3, -0.7, 0, 0.7, 1.3 };
  const double x = k->pole_re[i], y = k->pole_im[i], r = 1e-5 * (k->discrete ? 1 : 1 + hypot(x, y));
  for (int j = 0; j < 5; j++) {
    // the normal of the axis is 1, that of the circle the pole itself
    const double c = r * cos(turn[j]), d = r * sin(turn[j]);
    double value = 0;
    int pole;
    if (k->discrete) LIA_TRY(value_at(k, x + c * x - d * y, y + c * y + d * x, &value, &pole, err));
    else LIA_TRY(value_at(k, c, y + d, &value, &pole, err));
    if (!pole && value > 1e-6 * scale) *passive = 0;
  }
  return LIA_OK;
}

static lia_status passive_in(lia_peak *out, int *passive, search *k, const lia_lti *s,
    int discrete, lia_error *err) {
  LIA_TRY(search_new(k, s, discrete, 1, err));
  LIA_TRY(first_points(k, err));
  LIA_TRY(try_frequency(k, discrete ? pi / 3 : 1, err));
  const double scale = k->scale > 0 ? k->scale : 1;
  if (lia_lti_n(s)) LIA_TRY(climb(k, 1e-10, scale, err));
  out->value = -k->value;
  out->w = k->w;
  *passive = out->value >= -1e-9 * scale;
  out->stable = 1;
  for (int i = 0; i < lia_lti_n(s); i++) {
    if (on_axis(k, i)) LIA_TRY(residue(k, i, scale, passive, err));
    else if (beyond_axis(k, i)) *passive = 0;
    if (beyond_axis(k, i)) out->stable = 0;
  }
  return LIA_OK;
}

lia_status lia_peak_passive(lia_peak *out, int *passive, const lia_lti *s, int discrete,
    lia_error *err) {
  lia_arena a = { 0 };
  search k = { .a = &a };
  *out = (lia_peak){ 0 };
  *passive = 1;
  if (lia_lti_m(s) != lia_lti_p(s))
    return LIA_FAIL(err, LIA_EDIM, "D", "expected as many outputs as inputs, got %d x %d",
        lia_lti_p(s), lia_lti_m(s));
  if (lia_lti_m(s) == 0) return LIA_OK;
  const lia_status st = passive_in(out, passive, &k, s, discrete, err);
  lia_arena_free(&a);
  return st;
}
