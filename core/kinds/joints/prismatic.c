/* prismatic.c - slide by q along the axis: S = (u; 0), u the axis */
#include "kinds/joint.h"

static const lia_motion motion[] = { { LIA_STEP_SLIDE, .q = 0 } };

extern const lia_joint_row lia_joint_prismatic;
const lia_joint_row lia_joint_prismatic = {
  .name = "prismatic", .text = "slide along the axis",
  .nq = 1, .nv = 1, .naxis = 1, .elementary = 1, .nmotion = 1, .motion = motion,
};
