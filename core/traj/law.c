/* law.c - what the motion laws of [course] chapter 5 share, and their table */
#include "traj/law.h"

#include "base/assert.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

// ---- polynomials: s and its derivatives by Horner on the coefficients, lowest power first ----

void lia_law_poly(const double *c, int degree, double t, double s[4]) {
  LIA_ASSERT(degree >= 0);
  s[0] = s[1] = s[2] = s[3] = 0;
  for (int k = degree; k >= 0; k--) {
    s[3] = s[3] * t + 3 * s[2];
    s[2] = s[2] * t + 2 * s[1];
    s[1] = s[1] * t + s[0];
    s[0] = s[0] * t + c[k];
  }
}

// ---- the rows ----

#define X(name) extern const lia_law_row lia_law_row_##name;
#include "traj/laws.def"
#undef X

const lia_law_row *const lia_law_rows[LIA_LAW_COUNT] = {
#define X(name) &lia_law_row_##name,
#include "traj/laws.def"
#undef X
};

const lia_law_shape lia_law_shapes[LIA_LAW_SHAPES] = {
  { "ta", "1/3", "acceleration phase, a part of the duration, at most 1/2 or 1 - td", 1 },
  { "tr", "ta/4", "rise of the acceleration, a part of the duration, at most ta/2", 2 },
  { "td", "ta", "braking phase, a part of the duration, at most 1 - ta", 1 },
  { "trd", "tr*td/ta", "rise of the braking, a part of the duration, at most td/2", 2 },
};

int lia_law_find(const char *name) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    if (strcmp(lia_law_rows[k]->name, name) == 0) return k;
  return -1;
}

static lia_status law_unknown(const char *name, lia_error *err) {
  const char *list[LIA_LAW_COUNT];
  for (int k = 0; k < LIA_LAW_COUNT; k++) list[k] = lia_law_rows[k]->name;
  int near = lia_names_nearest_of(list, LIA_LAW_COUNT, name, strlen(name));
  char all[LIA_NAMES_LIST];
  if (near < 0)
    return LIA_FAIL(err, LIA_EARG, "law", "unknown motion law '%s'%s", name,
                    lia_names_listed_of(list, LIA_LAW_COUNT, all));
  return LIA_FAIL(err, LIA_EARG, "law", "unknown motion law '%s' (did you mean '%s'?)", name,
                  list[near]);
}

static lia_status check_phases(const lia_law *law, int braking_told, lia_error *err) {
  if (!braking_told && !(law->ta > 0 && law->ta <= 0.5))
    return LIA_FAIL(err, LIA_EARG, "ta", "needs 0 < ta <= 1/2 of the duration, got %g%s", law->ta,
                    law->ta > 0.5 ? " (a longer one needs a shorter td)" : "");
  if (!(law->ta > 0 && law->ta < 1))
    return LIA_FAIL(err, LIA_EARG, "ta", "needs 0 < ta < 1 of the duration, got %g", law->ta);
  if (!(law->td > 0 && law->td <= (1 - law->ta) * (1 + 1e-15)))
    return LIA_FAIL(err, LIA_EARG, "td", "needs 0 < td <= 1 - ta = %g, got %g", 1 - law->ta,
                    law->td);
  return LIA_OK;
}

static lia_status check_rises(const lia_law *law, lia_error *err) {
  if (!(law->tr > 0 && law->tr <= law->ta / 2))
    return LIA_FAIL(err, LIA_EARG, "tr", "needs 0 < tr <= ta/2 = %g, got %g", law->ta / 2, law->tr);
  if (!(law->trd > 0 && law->trd <= law->td / 2))
    return LIA_FAIL(err, LIA_EARG, "trd", "needs 0 < trd <= td/2 = %g, got %g", law->td / 2,
                    law->trd);
  return LIA_OK;
}

lia_status lia_law_make_of(lia_law *out, const char *name, const double *shape, lia_error *err) {
  int kind = lia_law_find(name);
  if (kind < 0) return law_unknown(name, err);
  lia_law law = { (lia_law_kind)kind, shape[LIA_LAW_ta], shape[LIA_LAW_tr], shape[LIA_LAW_td],
                  shape[LIA_LAW_trd] };
  if (law.ta == 0) law.ta = 1.0 / 3;
  if (law.tr == 0) law.tr = law.ta / 4;
  if (law.td == 0) law.td = law.ta;
  if (law.trd == 0) law.trd = law.td == law.ta ? law.tr : law.tr / law.ta * law.td;
  const int nshape = lia_law_rows[kind]->nshape;
  if (nshape > 0) LIA_TRY(check_phases(&law, shape[LIA_LAW_td] != 0, err));
  if (nshape > 1) LIA_TRY(check_rises(&law, err));
  *out = law;
  return LIA_OK;
}

lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr, lia_error *err) {
  const double shape[LIA_LAW_SHAPES] = { ta, tr, 0, 0 };
  return lia_law_make_of(out, name, shape, err);
}

// ---- values ----

double lia_law_cruise(const lia_law *law) {
  return 1 / (1 - (1 - lia_law_rows[law->kind]->covers) * (law->ta + law->td));
}

// v tau r(t/tau): the way of a ramp that takes tau, with its derivatives
static void ramp(const lia_law_row *row, double v, double tau, double tr, double t, double s[4]) {
  row->half(tr / tau, fmin(t / tau, 1), s);
  s[0] *= v * tau;
  s[1] *= v;
  s[2] *= v / tau;
  s[3] *= v / (tau * tau);
}

// the end mirrors a beginning: s(t) = 1 - b(1 - t)
static void mirror(double s[4]) {
  s[0] = 1 - s[0];
  s[2] = -s[2];
}

static void three_phases(const lia_law *law, const lia_law_row *row, double t, double s[4]) {
  const double v = lia_law_cruise(law);
  if (!(t > law->ta)) {
    ramp(row, v, law->ta, law->tr, t, s);
  } else if (1 - t <= law->td) {
    ramp(row, v, law->td, law->trd, 1 - t, s);
    mirror(s);
  } else {
    s[0] = v * (t - (1 - row->covers) * law->ta);
    s[1] = v;
    s[2] = s[3] = 0;
  }
}

void lia_law_eval(const lia_law *law, double t, double s[4]) {
  LIA_ASSERT((unsigned)law->kind < LIA_LAW_COUNT);
  const lia_law_row *row = lia_law_rows[law->kind];
  if (t < 0 || t > 1) {
    s[0] = t > 1;
    s[1] = s[2] = s[3] = 0;
  } else if (row->nshape) {
    three_phases(law, row, t, s);
  } else if (t > 0.5) {
    row->half(0, 1 - t, s);
    mirror(s);
  } else {
    row->half(0, t, s);
  }
}

// ---- peaks ----

void lia_law_accelerations(const lia_law *law, double peak[2]) {
  const lia_law_row *row = lia_law_rows[law->kind];
  double up[3], down[3];
  row->peaks(law->tr / law->ta, up);
  row->peaks(law->trd / law->td, down);
  const double v = row->nshape ? lia_law_cruise(law) : 1;
  peak[0] = row->nshape ? v * up[1] / law->ta : up[1];
  peak[1] = row->nshape ? v * down[1] / law->td : up[1];
}

void lia_law_peaks(const lia_law *law, double peak[3]) {
  const lia_law_row *row = lia_law_rows[law->kind];
  double down[3], a[2];
  row->peaks(law->tr / law->ta, peak);
  if (!row->nshape) return;
  const double v = lia_law_cruise(law);
  row->peaks(law->trd / law->td, down);
  lia_law_accelerations(law, a);
  peak[0] *= v;
  peak[1] = fmax(a[0], a[1]);
  peak[2] = fmax(v * peak[2] / (law->ta * law->ta), v * down[2] / (law->td * law->td));
}

// ---- breaks ----

// behind the first n, where it is behind the last of them
static int put_break(double *t, int n, double at) {
  if (n && !(at - t[n - 1] > 1e-14)) return n;
  t[n] = at;
  return n + 1;
}

// a ramp made of sines changes at quarters of it, if it does; one of straight accelerations at tr
static int breaks_of_phases(const lia_law *law, const lia_law_row *row, double *t) {
  const double ta = law->ta, down = 1 - law->td;
  const double quarter[2] = { ta / 4, law->td / 4 };
  int n = put_break(t, 0, 0);
  if (!row->degree) for (int k = 1; k < 4; k++) n = put_break(t, n, k * quarter[0]);
  if (row->nshape > 1) {
    n = put_break(t, n, law->tr);
    n = put_break(t, n, ta - law->tr);
  }
  n = put_break(t, n, ta);
  n = put_break(t, n, down);
  if (!row->degree) for (int k = 1; k < 4; k++) n = put_break(t, n, down + k * quarter[1]);
  if (row->nshape > 1) {
    n = put_break(t, n, down + law->trd);
    n = put_break(t, n, 1 - law->trd);
  }
  n = put_break(t, n, 1);
  t[n - 1] = 1;
  return n;
}

// eighths have the breaks of every law of one formula that has any
int lia_law_breaks(const lia_law *law, double t[LIA_LAW_BREAKS]) {
  const lia_law_row *row = lia_law_rows[law->kind];
  if (row->nshape) return breaks_of_phases(law, row, t);
  const int parts = row->degree ? 1 : 8;
  for (int k = 0; k <= parts; k++) t[k] = (double)k / parts;
  return parts + 1;
}

// of s''^2 from a to b by Gauss and Legendre, 5 points in each of 16 parts
static double square_between(const lia_law *law, double a, double b) {
  static const double x[3] = { 0, 0.53846931010568309104, 0.90617984593866399280 },
                      w[3] = { 128.0 / 225, 0.47862867049936646804, 0.23692688505618908751 };
  const double h = (b - a) / 32;
  double sum = 0, s[4];
  for (int i = 0; i < 16; i++)
    for (int k = -2; k <= 2; k++) {
      const double at = k < 0 ? -x[-k] : x[k], weight = w[k < 0 ? -k : k];
      lia_law_eval(law, a + h * (2 * i + 1 + at), s);
      sum += weight * s[2] * s[2];
    }
  return sum * h;
}

double lia_law_rms(const lia_law *law) {
  double t[LIA_LAW_BREAKS], sum = 0;
  const int n = lia_law_breaks(law, t);
  for (int k = 0; k + 1 < n; k++) sum += square_between(law, t[k], t[k + 1]);
  return sqrt(sum);
}
