/* helical.c - turn by q about the axis while sliding h q along it, h the pitch in metres a radian
 *
 *   X_PB = (Rz(q), h q z),  S = (h z; z) */
#include "model/joint.h"

#include "num/sincos.h"

static void subspace(const double *param, double *S) {
  for (int r = 0; r < 6; r++) S[r] = r == 2 ? param[0] : r == 5;
}

static void pose(const double *param, const double *q, lia_frame *X_PB) {
  double s, c;
  lia_sincos1(q[0], &s, &c);
  *X_PB = (lia_frame){ .R = { c, -s, 0, s, c, 0, 0, 0, 1 }, .p = { 0, 0, param[0] * q[0] } };
}

static const char *const param[] = { "pitch" };

extern const lia_joint_row lia_joint_helical;
const lia_joint_row lia_joint_helical = {
  .name = "helical", .text = "turn about the axis and slide by pitch a radian",
  .nq = 1, .nv = 1, .naxis = 1, .nparam = 1, .param = param, .subspace = subspace, .pose = pose,
};
