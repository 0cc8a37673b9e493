/* universal.c - turn by q1 about the axis, then by q2 about the second, which the first carries */
#include "kinds/joint_type.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 }, { LIA_STEP_TURN, .q = 1 } };
static const char *const suffix[] = { "1", "2" };

LIA_JOINT_SEQUENCE(universal, "turn about axis, then about axis2", 2, cross, suffix, LIA_NO_PARAMS,
    motion);
