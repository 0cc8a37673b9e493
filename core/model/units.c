/* units.c - turns are in radians, slides in metres */
#include "model/units.h"

#include <math.h>
#include <string.h>

typedef enum drives { TURN, SLIDE, QUAT, NOTHING } drives;

// what the k-th number of a node in q does: a screw turns and slides, and is told by its turn
static drives by_q(const lia_node *N, int k) {
  if (N->kind != LIA_GENERAL) return N->kind == LIA_TURN ? TURN : SLIDE;
  for (int i = 0; i < N->row->nmotion; i++) {
    const lia_motion *x = &N->row->motion[i];
    if (x->step == LIA_STEP_QUAT && k >= x->q) return QUAT;
    if (x->step != LIA_STEP_QUAT && k == x->q) return x->step == LIA_STEP_TURN ? TURN : SLIDE;
  }
  return NOTHING;
}

static drives by_v(const lia_node *N, int k) {
  if (N->kind != LIA_GENERAL) return N->kind == LIA_TURN ? TURN : SLIDE;
  for (int r = 3; r < 6; r++)
    if (N->S[r * N->nv + k] != 0) return TURN;
  return SLIDE;
}

const char *lia_units_q(const lia_model *m, int i) {
  static const char *const unit[] = { [TURN] = "rad", [SLIDE] = "m", [QUAT] = "", [NOTHING] = "" };
  for (const lia_node *N = m->node + 1; N <= m->node + m->nnode; N++)
    for (int k = 0, j = N->iq; k < N->nq; k++, j++)
      if (m->user_q[j] == i && fabs(m->scale_q[j]) == 1) return unit[by_q(N, k)];
  return "";
}

const char *lia_units_v(const lia_model *m, int i) {
  static const char *const unit[] = { [TURN] = "rad/s", [SLIDE] = "m/s" };
  for (const lia_node *N = m->node + 1; N <= m->node + m->nnode; N++)
    for (int k = 0, j = N->iv; k < N->nv; k++, j++)
      if (m->user_v[j] == i && fabs(m->scale_v[j]) == 1) return unit[by_v(N, k)];
  return "";
}

const char *lia_units_force(const lia_model *m, int i) {
  const char *v = lia_units_v(m, i);
  if (!strcmp(v, "rad/s")) return "N m";
  return !strcmp(v, "m/s") ? "N" : "";
}
