/* incline.c - slides by q1 along x and by q2 along y of the frame of the axis, and rises by slope
 * q1
 *
 *   X = (1, (q1, q2, slope q1)),  S = (x + slope z, y; 0) */
#include "kinds/joint_type.h"

static const lia_motion motion[] = {
  { LIA_STEP_SLIDE, { 1, 0, 0 }, .q = 0 },
  { LIA_STEP_SLIDE, { 0, 1, 0 }, .q = 1 },
  { LIA_STEP_SLIDE, { 0, 0, 1 }, .q = 0, .param = 1 },
};
static const double S[] = {
  1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
};
static const char *const suffix[] = { "along", "across" };
static const lia_kind_param param[] = {
  { "slope", "m/m", "how far it rises for a metre along", 0.5 },
};

LIA_JOINT_GENERAL(incline, "slides in a plane, which rises", 2, 1, COUNT, suffix,
                  LIA_PARAMS(param), motion, S, NULL, NULL, NULL, NULL, NULL, NULL);
