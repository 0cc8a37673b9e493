/* gimbal.c - a turn by q1 about x, then by q2 about y, then by q3 about z of the joint frame */
#include "kinds/joint_type.h"

static const lia_motion motion[] = {
  { LIA_STEP_TURN, { 1, 0, 0 }, .q = 0 },
  { LIA_STEP_TURN, { 0, 1, 0 }, .q = 1 },
  { LIA_STEP_TURN, { 0, 0, 1 }, .q = 2 },
};
static const char *const suffix[] = { "roll", "tilt", "pan" };

LIA_JOINT_SEQUENCE(gimbal, "turns about x, then y, then z", 0, point, suffix, LIA_NO_PARAMS,
    motion);
