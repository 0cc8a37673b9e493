/* planar.c - slide by q1 along x and q2 along y of the joint frame, then turn by q3 about z; v = dq/dt */
#include "model/joint.h"

static const lia_elementary moves[] = {
  { .slide = 1, .axis = { 1, 0, 0 } }, { .slide = 1, .axis = { 0, 1, 0 } }, { .slide = 0, .axis = { 0, 0, 1 } },
};

extern const lia_joint_row lia_joint_planar;
const lia_joint_row lia_joint_planar = {
  .name = "planar", .text = "slide along x and y, then turn about z", .nq = 3, .nv = 3, .nmove = 3, .move = moves,
};
