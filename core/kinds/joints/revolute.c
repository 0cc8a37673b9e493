/* revolute.c - turn by q about the axis: S = (0; u), u the axis */
#include "kinds/joint.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 } };

extern const lia_joint_row lia_joint_revolute;
const lia_joint_row lia_joint_revolute = {
  .name = "revolute", .text = "turn about the axis",
  .nq = 1, .nv = 1, .naxis = 1, .elementary = 1, .nmotion = 1, .motion = motion,
};
