/* helical.c - turn by q about the axis while sliding h q along it, h the pitch in metres a radian
 *
 *   X_PB = (Rz(q), h q z),  S = (h z; z) */
#include "kinds/joint_type.h"

static const lia_motion motion[] = { { LIA_STEP_TURN, .q = 0 },
    { LIA_STEP_SLIDE, { 0, 0, 1 }, .q = 0, .param = 1 } };
static const double S[] = { 0, 0, 0, 0, 0, 1,   0, 0, 1, 0, 0, 0 };
static const char *const suffix[] = { "" };
static const lia_kind_param param[] = {
  { "pitch", "metres per radian", "how far it slides for a radian of its turn", LIA_MUST_BE_GIVEN },
};

LIA_JOINT_GENERAL(helical, "turn about the axis and slide by pitch a radian", 1, 1, thread, suffix,
                  LIA_PARAMS(param), motion, S, NULL, NULL, NULL, NULL, NULL, NULL);
