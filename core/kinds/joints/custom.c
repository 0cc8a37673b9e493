/* custom.c - a joint of the user's: the sequence of turns and slides given with the body */
#include "kinds/joint.h"

extern const lia_joint_row lia_joint_custom;
const lia_joint_row lia_joint_custom = {
  .name = "custom", .text = "a sequence of turns and slides", .nq = -1, .nv = -1, .nmotion = -1, .elementary = 1,
};
