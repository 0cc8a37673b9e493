/* cylindrical.c - turn by q1 about and slide by q2 along one axis, independently */
#include "kinds/joint_type.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 }, { LIA_STEP_SLIDE, .q = 1 } };
static const char *const suffix[] = { "turn", "slide" };

LIA_JOINT_SEQUENCE(cylindrical, "turn about and slide along the axis, independently", 1, cylinder,
    suffix,
                   LIA_NO_PARAMS, motion);
