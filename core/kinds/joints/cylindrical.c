/* cylindrical.c - turn by q1 about and slide by q2 along one axis, independently */
#include "kinds/joint.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 }, { LIA_STEP_SLIDE, .q = 1 } };

extern const lia_joint_row lia_joint_cylindrical;
const lia_joint_row lia_joint_cylindrical = {
  .name = "cylindrical", .text = "turn about and slide along the axis, independently",
  .nq = 2, .nv = 2, .naxis = 1, .elementary = 1, .nmotion = 2, .motion = motion,
};
