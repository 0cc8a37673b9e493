/* prismatic.c - slide by q along the axis: S = (u; 0), u the axis */
#include "kinds/joint_type.h"

static const lia_motion motion[] = { { LIA_STEP_SLIDE, .q = 0 } };
static const char *const suffix[] = { "" };

LIA_JOINT_SEQUENCE(prismatic, "slide along the axis", 1, slider, suffix, LIA_NO_PARAMS, motion);
