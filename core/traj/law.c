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

// ---- three phases: a row tells the acceleration phase, t <= ta; then s' = v ----

double lia_law_cruise(const lia_law *law) { return 1 / (1 - law->ta); }

// after the acceleration phase: s = v (t - ta/2), whatever its shape
void lia_law_coast(const lia_law *law, double t, double s[4]) {
  LIA_ASSERT(law->ta > 0 && law->ta <= 0.5);
  double v = lia_law_cruise(law);
  s[0] = v * (t - law->ta / 2);
  s[1] = v;
  s[2] = s[3] = 0;
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
  { "ta", "1/3", "acceleration phase, a part of the duration, at most 1/2" },
  { "tr", "ta/4", "rise of the acceleration, a part of the duration, at most ta/2" },
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

lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr, lia_error *err) {
  int kind = lia_law_find(name);
  if (kind < 0) return law_unknown(name, err);
  if (ta == 0) ta = 1.0 / 3;
  if (tr == 0) tr = ta / 4;
  if (lia_law_rows[kind]->nshape > 0 && !(ta > 0 && ta <= 0.5))
    return LIA_FAIL(err, LIA_EARG, "ta", "needs 0 < ta <= 1/2 of the duration, got %g", ta);
  if (lia_law_rows[kind]->nshape > 1 && !(tr > 0 && tr <= ta / 2))
    return LIA_FAIL(err, LIA_EARG, "tr", "needs 0 < tr <= ta/2 = %g, got %g", ta / 2, tr);
  *out = (lia_law){ (lia_law_kind)kind, ta, tr };
  return LIA_OK;
}

void lia_law_eval(const lia_law *law, double t, double s[4]) {
  LIA_ASSERT((unsigned)law->kind < LIA_LAW_COUNT);
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

void lia_law_peaks(const lia_law *law, double peak[3]) {
  lia_law_rows[law->kind]->peaks(law, peak);
}
