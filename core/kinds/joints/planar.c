/* planar.c - slide by q1 along x and q2 along y of the joint frame, then turn by q3 about z; v = dq/dt */
#include "kinds/joint.h"

static const lia_motion motion[] = {
  { LIA_STEP_SLIDE, { 1, 0, 0 }, .q = 0 }, { LIA_STEP_SLIDE, { 0, 1, 0 }, .q = 1 }, { LIA_STEP_TURN, { 0, 0, 1 }, .q = 2 },
};

extern const lia_joint_row lia_joint_planar;
const lia_joint_row lia_joint_planar = {
  .name = "planar", .text = "slide along x and y, then turn about z",
  .nq = 3, .nv = 3, .elementary = 1, .nmotion = 3, .motion = motion,
};
