/* joint.c - the table of joints, and finding a row by its name */
#include "kinds/joint.h"

#include "base/assert.h"
#include "num/small.h"

#include <string.h>

#define X(name) extern const lia_joint_type lia_joint_##name;
#include "kinds/joints.def"
#undef X

const lia_joint_type *const lia_joint_types[LIA_JOINT_COUNT] = {
#define X(name) &lia_joint_##name,
#include "kinds/joints.def"
#undef X
};

const char *const lia_joint_name[LIA_JOINT_COUNT] = {
#define X(name) #name,
#include "kinds/joints.def"
#undef X
};

int lia_joint_find(const char *name) {
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    if (!strcmp(lia_joint_name[j], name)) return j;
  return -1;
}

int lia_joint_ndof(int joint) {
  LIA_ASSERT(joint >= 0 && joint < LIA_JOINT_COUNT);
  int nv = lia_joint_types[joint]->nv;
  return nv < 0 ? 0 : nv;
}

int lia_joint_quaternion(int joint) {
  const lia_joint_type *row = lia_joint_types[joint];
  for (int i = 0; i < row->nmotion; i++)
    if (row->motion[i].step == LIA_STEP_QUAT) return row->motion[i].q;
  return -1;
}

int lia_joint_does(int joint, int k) {
  const lia_joint_type *row = lia_joint_types[joint];
  for (int i = 0; i < row->nmotion; i++)
    if (row->motion[i].q == k && row->motion[i].step != LIA_STEP_QUAT) {
      return row->motion[i].step == LIA_STEP_TURN ? 'r' : 's';
    }
  return 0;
}

const double *lia_joint_axis(const lia_joint_type *row, int k, const double axis[3],
                             const double axis2[3]) {
  static const double y[3] = { 0, 1, 0 }, z[3] = { 0, 0, 1 };
  if (row->naxis == 2 && k == 1) return lia_norm3(axis2) > 0 ? axis2 : y;
  return row->naxis && lia_norm3(axis) > 0 ? axis : z;
}

// the coordinate axis that u lies along, -1: none
static int along_axis(const double u[3]) {
  if (u[0] == 0 && u[1] == 0) return 2;
  if (u[0] == 0 && u[2] == 0) return 1;
  return u[1] == 0 && u[2] == 0 ? 0 : -1;
}

void lia_joint_align(double A[9], const double axis[3]) {
  double u[3];
  LIA_ASSERT(lia_norm3(axis) > 0);
  lia_scale3(u, 1 / lia_norm3(axis), axis);
  int k = along_axis(u);
  if (k >= 0) {
    // z to axis k, x and y to the next two; where the axis points back, half a turn about x before
    double s = u[k] < 0 ? -1 : 1;
    for (int r = 0; r < 9; r++) A[r] = 0;
    A[3*((k+1)%3)] = 1;
    A[3*((k+2)%3)+1] = s;
    A[3*k+2] = s;
    return;
  }
  // any axis, no branch cut but the sign of z (Duff et al. 2017)
  double x = u[0], y = u[1], z = u[2], s = copysign(1, z), a = -1 / (s + z), b = x * y * a;
  double B[9] = { 1 + s*x*x*a, b, x, s*b, s + y*y*a, y, -s*x, -y, z };
  lia_copy33(A, B);
}
