/* law.c - the motion laws of [course] chapter 5 and their peaks */
#include "traj/law.h"

#include "base/names.h"
#include "num/sincos.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- polynomials: s and its derivatives by Horner on the coefficients, lowest power first ---- */

static void poly(const double *c, int degree, double t, double s[4]) {
  s[0] = s[1] = s[2] = s[3] = 0;
  for (int k = degree; k >= 0; k--) {
    s[3] = s[3] * t + 3 * s[2];
    s[2] = s[2] * t + 2 * s[1];
    s[1] = s[1] * t + s[0];
    s[0] = s[0] * t + c[k];
  }
}

// s = 3 t^2 - 2 t^3: rests at both ends, acceleration jumps there
static void poly3_half(const lia_law *law, double t, double s[4]) {
  static const double c[] = { 0, 0, 3, -2 };
  (void)law;
  poly(c, 3, t, s);
}

static void poly3_peaks(const lia_law *law, double peak[3]) {
  (void)law;
  peak[0] = 1.5;
  peak[1] = 6;
  peak[2] = INFINITY;
}

// s = 10 t^3 - 15 t^4 + 6 t^5                                            [course] F5.4
static void poly5_half(const lia_law *law, double t, double s[4]) {
  static const double c[] = { 0, 0, 0, 10, -15, 6 };
  (void)law;
  poly(c, 5, t, s);
}

static void poly5_peaks(const lia_law *law, double peak[3]) {
  (void)law;
  peak[0] = 15.0 / 8;
  peak[1] = 10 * sqrt(3) / 3;   // at t = 1/2 - sqrt(3)/6
  peak[2] = 60;                 // at both ends
}

// s = 35 t^4 - 84 t^5 + 70 t^6 - 20 t^7                                  [course] F5.5
static void poly7_half(const lia_law *law, double t, double s[4]) {
  static const double c[] = { 0, 0, 0, 0, 35, -84, 70, -20 };
  (void)law;
  poly(c, 7, t, s);
}

static void poly7_peaks(const lia_law *law, double peak[3]) {
  (void)law;
  peak[0] = 35.0 / 16;
  peak[1] = 84 * sqrt(5) / 25;  // at t = 1/2 - sqrt(5)/10; the course prints 85
  peak[2] = 105.0 / 2;          // |s'''| at t = 1/2; the other extrema are 42
}

/* ---- three phases: a row tells the acceleration phase, t <= ta; then s' = v ---- */

static double cruise(const lia_law *law) { return 1 / (1 - law->ta); }

// after the acceleration phase: s = v (t - ta/2), whatever its shape
static void coast(const lia_law *law, double t, double s[4]) {
  double v = cruise(law);
  s[0] = v * (t - law->ta / 2);
  s[1] = v;
  s[2] = s[3] = 0;
}

// s'' = v/ta
static void trapezoid_half(const lia_law *law, double t, double s[4]) {
  if (t > law->ta) {
    coast(law, t, s);
    return;
  }
  double a = cruise(law) / law->ta;
  s[0] = a * t * t / 2;
  s[1] = a * t;
  s[2] = a;
  s[3] = 0;
}

static void trapezoid_peaks(const lia_law *law, double peak[3]) {
  peak[0] = cruise(law);
  peak[1] = cruise(law) / law->ta;
  peak[2] = INFINITY;
}

// s'' rises for tr to a = v/(ta - tr), stays, falls for tr; s' is symmetric about ta/2
static void trapacc_half(const lia_law *law, double t, double s[4]) {
  double ta = law->ta, tr = law->tr, v = cruise(law), a = v / (ta - tr), j = a / tr;
  if (t > ta) {
    coast(law, t, s);
  } else if (t < tr) {
    s[0] = j * t * t * t / 6;
    s[1] = j * t * t / 2;
    s[2] = j * t;
    s[3] = j;
  } else if (t <= ta - tr) {
    double u = t - tr;
    s[0] = j * tr * tr * tr / 6 + j * tr * tr / 2 * u + a * u * u / 2;
    s[1] = j * tr * tr / 2 + a * u;
    s[2] = a;
    s[3] = 0;
  } else {
    double u = ta - t;
    s[0] = v * ta / 2 - v * u + j * u * u * u / 6;
    s[1] = v - j * u * u / 2;
    s[2] = j * u;
    s[3] = -j;
  }
}

static void trapacc_peaks(const lia_law *law, double peak[3]) {
  peak[0] = cruise(law);
  peak[1] = cruise(law) / (law->ta - law->tr);
  peak[2] = peak[1] / law->tr;
}

// s'' = a sin^2(pi t/ta), a = 2 v/ta                                     [course] F5.7
static void sine2_half(const lia_law *law, double t, double s[4]) {
  if (t > law->ta) {
    coast(law, t, s);
    return;
  }
  double ta = law->ta, a = 2 * cruise(law) / ta, k = 2 * pi / ta, sine, half, cosine;
  lia_sincos1(k * t, &sine, &cosine);
  lia_sincos1(pi * t / ta, &half, &cosine);
  s[0] = a / 4 * (t * t - 4 * half * half / (k * k));   // cos(k t) - 1 = -2 sin^2(k t/2)
  s[1] = a / 2 * (t - sine / k);
  s[2] = a * half * half;
  s[3] = a / 2 * k * sine;
}

static void sine2_peaks(const lia_law *law, double peak[3]) {
  peak[0] = cruise(law);
  peak[1] = 2 * cruise(law) / law->ta;
  peak[2] = peak[1] * pi / law->ta;
}

/* ---- the rows ---- */

#define ROW(name, phases, text) \
  static const lia_law_row row_##name = { #name, text, phases, name##_half, name##_peaks };
ROW(poly3, 1, "degree 3: rest to rest, acceleration jumps at the ends")
ROW(poly5, 1, "degree 5: velocity and acceleration vanish at the ends")
ROW(poly7, 1, "degree 7: velocity, acceleration and jerk vanish at the ends")
ROW(trapezoid, 3, "trapezoidal velocity; ta = 1/2 is bang-bang")
ROW(trapacc, 3, "trapezoidal acceleration (continuous), with rise time tr")
ROW(sine2, 3, "acceleration in sine squared (continuous jerk)")
#undef ROW

const lia_law_row *const lia_law_rows[LIA_LAW_COUNT] = {
#define X(name) &row_##name,
#include "traj/laws.def"
#undef X
};

int lia_law_find(const char *name) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    if (strcmp(lia_law_rows[k]->name, name) == 0) return k;
  return -1;
}

static lia_status unknown(const char *name, lia_error *err) {
  const char *list[LIA_LAW_COUNT];
  for (int k = 0; k < LIA_LAW_COUNT; k++) list[k] = lia_law_rows[k]->name;
  int near = lia_names_nearest_of(list, LIA_LAW_COUNT, name, strlen(name));
  char all[LIA_NAMES_LIST];
  if (near < 0) return LIA_FAIL(err, LIA_EARG, "law", "unknown motion law '%s'%s", name, lia_names_listed_of(list, LIA_LAW_COUNT, all));
  return LIA_FAIL(err, LIA_EARG, "law", "unknown motion law '%s' (did you mean '%s'?)", name, list[near]);
}

lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr, lia_error *err) {
  int kind = lia_law_find(name);
  if (kind < 0) return unknown(name, err);
  if (ta == 0) ta = 1.0 / 3;
  if (tr == 0) tr = ta / 4;
  if (lia_law_rows[kind]->phases == 3 && !(ta > 0 && ta <= 0.5))
    return LIA_FAIL(err, LIA_EARG, "ta", "needs 0 < ta <= 1/2 of the duration, got %g", ta);
  if (kind == LIA_LAW_trapacc && !(tr > 0 && tr <= ta / 2))
    return LIA_FAIL(err, LIA_EARG, "tr", "needs 0 < tr <= ta/2 = %g, got %g", ta / 2, tr);
  *out = (lia_law){ (lia_law_kind)kind, ta, tr };
  return LIA_OK;
}

void lia_law_eval(const lia_law *law, double t, double s[4]) {
  if (t < 0 || t > 1) {
    s[0] = t > 1;
    s[1] = s[2] = s[3] = 0;
    return;
  }
  if (!(t > 0.5)) {
    lia_law_rows[law->kind]->half(law, t, s);
    return;
  }
  // the second half mirrors the first: s(t) = 1 - s(1-t)
  lia_law_rows[law->kind]->half(law, 1 - t, s);
  s[0] = 1 - s[0];
  s[2] = -s[2];
}

void lia_law_peaks(const lia_law *law, double peak[3]) { lia_law_rows[law->kind]->peaks(law, peak); }
