/* helical.c - turn by q about the axis while sliding h q along it, h the pitch in metres a radian
 *
 *   X_PB = (Rz(q), h q z),  S = (h z; z) */
#include "kinds/joint.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 }, { LIA_STEP_SLIDE, { 0, 0, 1 }, .q = 0, .param = 1 } };
static const double S[] = { 0, 0, 0, 0, 0, 1,   0, 0, 1, 0, 0, 0 };
static const char *const param[] = { "pitch" };

extern const lia_joint_row lia_joint_helical;
const lia_joint_row lia_joint_helical = {
  .name = "helical", .text = "turn about the axis and slide by pitch a radian",
  .nq = 1, .nv = 1, .naxis = 1, .nparam = 1, .param = param, .nmotion = 2, .motion = motion, .S = S,
};
