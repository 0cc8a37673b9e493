/* revolute.c - turn by q about the axis: S = (0; u), u the axis */
#include "kinds/joint_type.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 } };
static const char *const suffix[] = { "" };

LIA_JOINT_SEQUENCE(revolute, "turn about the axis", 1, hinge, suffix, LIA_NO_PARAMS, motion);
