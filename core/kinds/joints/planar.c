/* planar.c - slide by q1 along x and q2 along y, then turn by q3 about z of the joint frame */
#include "kinds/joint_type.h"

static const lia_motion motion[] = {
  { LIA_STEP_SLIDE, { 1, 0, 0 }, .q = 0 },
  { LIA_STEP_SLIDE, { 0, 1, 0 }, .q = 1 },
  { LIA_STEP_TURN, { 0, 0, 1 }, .q = 2 },
};
static const char *const suffix[] = { "x", "y", "turn" };

LIA_JOINT_SEQUENCE(planar, "slide along x and y, then turn about z", 0, flat, suffix, LIA_NO_PARAMS,
    motion);
