/* kdl_geo.cpp - the rows of bench_geo.c by Orocos KDL
 * needs liborocos-kdl-dev: pkg-config orocos-kdl */
#define BENCH_WHO "KDL"
#include "bench.h"

#include <kdl/frames.hpp>

static KDL::Rotation R[BENCH_INPUTS], S[BENCH_INPUTS], o9[BENCH_INPUTS];
static KDL::Frame A[BENCH_INPUTS], B[BENCH_INPUTS], X[BENCH_INPUTS];
static KDL::Vector v[BENCH_INPUTS], w[BENCH_INPUTS], p[BENCH_INPUTS], o3[BENCH_INPUTS];
static KDL::Twist V[BENCH_INPUTS], o6[BENCH_INPUTS];
static double o4[BENCH_INPUTS][4], q[BENCH_INPUTS][4];

static KDL::Vector vector() {
  double x[3];
  bench_fill(x, 3);
  return KDL::Vector(x[0], x[1], x[2]);
}

int main() {
  for (int k = 0; k < BENCH_INPUTS; k++) {
    v[k] = vector(), w[k] = vector(), p[k] = vector();
    V[k] = KDL::Twist(vector(), vector());
    R[k] = KDL::Rotation::Rot(v[k], v[k].Norm());
    S[k] = KDL::Rotation::Rot(w[k], w[k].Norm());
    A[k] = KDL::Frame(R[k], p[k]);
    B[k] = KDL::Frame(S[k], v[k]);
    R[k].GetQuaternion(q[k][0], q[k][1], q[k][2], q[k][3]);
  }
  BENCH("geo", "matrix product", o9[k] = R[k] * S[k]);
  BENCH("geo", "compose", X[k] = A[k] * B[k]);
  BENCH("geo", "invert", X[k] = A[k].Inverse());
  BENCH("geo", "point", o3[k] = A[k] * p[k]);
  BENCH("geo", "quaternion to matrix", o9[k] = KDL::Rotation::Quaternion(q[k][0], q[k][1], q[k][2], q[k][3]));
  BENCH("geo", "matrix to quaternion", R[k].GetQuaternion(o4[k][0], o4[k][1], o4[k][2], o4[k][3]));
  BENCH("geo", "exp of a rotation", o9[k] = KDL::Rotation::Rot(v[k], v[k].Norm()));
  BENCH("geo", "log of a rotation", o3[k] = R[k].GetRot());
  BENCH("geo", "carry a twist", o6[k] = A[k] * V[k]);
  return 0;
}
