/* custom.c - a joint of the user's: the sequence of turns and slides given with the body */
#include "kinds/joint_type.h"

extern const lia_joint_type lia_joint_moves;
const lia_joint_type lia_joint_moves = {
  "moves", "a sequence of turns and slides", -1, -1, 0, LIA_CONSTRAINT_COUNT, NULL, LIA_NO_PARAMS,
      1, -1, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL,
};
