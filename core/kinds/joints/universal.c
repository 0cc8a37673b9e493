/* universal.c - turn by q1 about the axis, then by q2 about the second axis, which the first one carries */
#include "kinds/joint.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 }, { LIA_STEP_TURN, .q = 1 } };

extern const lia_joint_row lia_joint_universal;
const lia_joint_row lia_joint_universal = {
  .name = "universal", .text = "turn about the axis, then about the second axis",
  .nq = 2, .nv = 2, .naxis = 2, .elementary = 1, .nmotion = 2, .motion = motion,
};
