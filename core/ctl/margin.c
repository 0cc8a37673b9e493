/* margin.c - gain, phase and delay margins, from the crossings of |L| = 1 and Im L = 0 */
#include "ctl/margin.h"

#include "ctl/crossing.h"
#include "ctl/sheet.h"
#include "ctl/freq.h"

typedef struct loop {
  lia_freq f;
  double T;
  int phase;     // 0: log |L|, 1: Im L / |L|
} loop;

static const double pi = 3.141592653589793;

static int loop_at(const loop *l, double w, double *re, double *im) {
  double x, y;
  lia_freq_point(w, l->T, &x, &y);
  return lia_freq_at(&l->f, x, y, lia_mat_of(re, 1, 1), lia_mat_of(im, 1, 1));
}

static double level_at(const loop *l, double w) {
  double re, im;
  if (!loop_at(l, w, &re, &im)) return (double)INFINITY;
  const double size = hypot(re, im);
  if (!l->phase) return log(size);
  return size > 0 ? im / size : 0;
}

// between lo and hi, whose signs differ
static double bisect(const loop *l, double lo, double hi) {
  const double at_lo = level_at(l, lo);
  for (int k = 0; k < 60; k++) {
    const double mid = lo + (hi - lo) / 2;
    if (mid == lo || mid == hi) break;
    const double at = level_at(l, mid);
    if (at == 0) return mid;
    if ((at > 0) == (at_lo > 0)) lo = mid;
    else hi = mid;
  }
  return lo + (hi - lo) / 2;
}

// L jumps through infinity there: no crossing
static int at_pole(const loop *l, double w) {
  double re, im, beside, beside_im;
  if (!loop_at(l, w, &re, &im) || !loop_at(l, w * (1 - 1e-6), &beside, &beside_im)) return 1;
  return hypot(re, im) > 1e3 * hypot(beside, beside_im);
}

// the crossing near w; -1 where there is none
static double polish(const loop *l, double w) {
  const double most = l->T > 0 ? pi / l->T : (double)INFINITY;
  for (double d = 1e-9; d < 2e-3; d *= 10) {
    const double lo = w * (1 - d), hi = fmin(w * (1 + d), most);
    const double at_lo = level_at(l, lo), at_hi = level_at(l, hi);
    if (at_lo == 0) return lo;
    if (at_lo * at_hi < 0 && fabs(at_lo) < 1 && fabs(at_hi) < 1) return bisect(l, lo, hi);
  }
  // touched but not crossed: next to nothing here, but not so beside it
  const double here = fabs(level_at(l, w));
  const double beside = fmin(fabs(level_at(l, w * 0.99)), fabs(level_at(l, fmin(w * 1.01, most))));
  return here < 1e-7 && here < 0.01 * beside ? w : -1;
}

// the same value at every frequency tried
static int flat(const loop *l) {
  static const double share[] = { 0.013, 0.11, 0.37, 0.71, 0.93 };
  double most = 0;
  for (int k = 0; k < 5; k++) {
    const double w = l->T > 0 ? share[k] * pi / l->T : share[k] / (1 - share[k]);
    most = fmax(most, fabs(level_at(l, w)));
  }
  return most < 1e-13;
}

// polished frequencies of one kind, without those found twice
static lia_status crossings(lia_arena *a, loop *l, int phase, double **w, int *n, int *is_flat,
    lia_error *err) {
  const int most = 2 * lia_lti_n(&l->f.s) + 1;
  int found;
  double *c;
  l->phase = phase;
  *n = 0;
  LIA_TRY(lia_sheet_vec(a, &c, most, err));
  LIA_TRY(lia_sheet_vec(a, w, most, err));
  *is_flat = flat(l);
  if (*is_flat) return LIA_OK;
  LIA_TRY(lia_crossing_find(a, c, &found, &l->f.s, phase ? LIA_CROSSING_PHASE : LIA_CROSSING_SIZE,
      phase ? 0 : 1, l->T > 0, 1e-4, err));
  for (int k = 0; k < found; k++) {
    const double x = polish(l, l->T > 0 ? c[k] / l->T : c[k]);
    if (!(x > 0) || at_pole(l, x)) continue;
    if (*n && fabs(x - (*w)[*n - 1]) <= 1e-9 * x) continue;
    (*w)[(*n)++] = x;
  }
  return LIA_OK;
}

static void put_gain(lia_margins *out, double w, double re) {
  if (re < 0) out->gain[out->ngain++] = (lia_margin){ w, -1 / re };
}

// w = 0, the crossings, the end
static void gain_margins(lia_margins *out, const loop *l, const double *w, int n) {
  double re, im;
  if (loop_at(l, 0, &re, &im)) put_gain(out, 0, re);
  const double end = l->T > 0 ? pi / l->T : (double)INFINITY;
  for (int k = 0; k < n; k++)
    if (w[k] < end * (1 - 1e-12) && loop_at(l, w[k], &re, &im)) put_gain(out, w[k], re);
  if (l->T > 0) {
    if (loop_at(l, end, &re, &im)) put_gain(out, end, re);
  } else if (lia_lti_n(&l->f.s)) put_gain(out, end, *l->f.s.D.x);
}

static void phase_margins(lia_margins *out, const loop *l, const double *w, int n) {
  double re, im;
  for (int k = 0; k < n; k++) {
    if (!loop_at(l, w[k], &re, &im)) continue;
    // pi + arg L = arg -L
    const double left = im == 0 && re > 0 ? pi : atan2(-im, -re);
    out->phase[out->nphase++] = (lia_margin){ w[k], left };
    const double used = left < 0 ? left + 2 * pi : left;
    out->delay[out->ndelay++] = (lia_margin){ w[k], used / w[k] };
  }
}

lia_status lia_margin_find(lia_arena *a, lia_margins *out, const lia_lti *L, double T,
    lia_error *err) {
  loop l = { .T = T };
  double *w;
  int n;
  *out = (lia_margins){ 0 };
  if (lia_lti_m(L) != 1 || lia_lti_p(L) != 1)
    return LIA_FAIL(err, LIA_EDIM, "D", "expected one input and one output, got %d x %d",
        lia_lti_p(L), lia_lti_m(L));
  LIA_TRY(lia_freq_new(a, &l.f, L, err));
  const size_t most = 2 * (size_t)lia_lti_n(L) + 4;
  out->gain = lia_arena_alloc(a, 3 * most * sizeof *out->gain);
  if (!out->gain) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d margins", (int)most);
  out->phase = out->gain + most;
  out->delay = out->phase + most;
  LIA_TRY(crossings(a, &l, 0, &w, &n, &out->flat[0], err));
  phase_margins(out, &l, w, n);
  LIA_TRY(crossings(a, &l, 1, &w, &n, &out->flat[1], err));
  gain_margins(out, &l, w, n);
  return LIA_OK;
}
