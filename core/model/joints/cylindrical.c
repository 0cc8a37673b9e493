/* cylindrical.c - turn by q1 about and slide by q2 along one axis, independently */
#include "model/joint.h"

static const lia_elementary moves[] = { { .slide = 0 }, { .slide = 1 } };

extern const lia_joint_row lia_joint_cylindrical;
const lia_joint_row lia_joint_cylindrical = {
  .name = "cylindrical", .text = "turn about and slide along the axis, independently",
  .nq = 2, .nv = 2, .naxis = 1, .nmove = 2, .move = moves,
};
