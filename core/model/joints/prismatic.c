/* prismatic.c - slide by q along the axis: S = (u; 0), u the axis */
#include "model/joint.h"

static const lia_elementary moves[] = { { .slide = 1 } };

extern const lia_joint_row lia_joint_prismatic;
const lia_joint_row lia_joint_prismatic = {
  .name = "prismatic", .text = "slide along the axis", .nq = 1, .nv = 1, .naxis = 1, .nmove = 1, .move = moves,
};
