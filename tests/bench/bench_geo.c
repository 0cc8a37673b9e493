/* bench_geo.c - what products, exponentials and logarithms of rotations and poses cost */
#include "bench.h"

#include "geo/frame.h"
#include "geo/quat.h"
#include "geo/rot.h"
#include "geo/screw.h"

static double v[BENCH_INPUTS][3], w[BENCH_INPUTS][3], p[BENCH_INPUTS][3], V[BENCH_INPUTS][6];
static double q[BENCH_INPUTS][4], r[BENCH_INPUTS][4], R[BENCH_INPUTS][9], S[BENCH_INPUTS][9];
static lia_frame A[BENCH_INPUTS], B[BENCH_INPUTS];
static double o3[BENCH_INPUTS][3], o4[BENCH_INPUTS][4], o6[BENCH_INPUTS][6], o9[BENCH_INPUTS][9];
static lia_frame X[BENCH_INPUTS];

static void make_inputs(void) {
  for (int k = 0; k < BENCH_INPUTS; k++) {
    bench_fill(v[k], 3);
    bench_fill(w[k], 3);
    bench_fill(p[k], 3);
    bench_fill(V[k], 6);
    lia_quat_exp(q[k], v[k]);
    lia_quat_exp(r[k], w[k]);
    lia_rot_exp(R[k], v[k]);
    lia_rot_exp(S[k], w[k]);
    lia_frame_trans_rot(&A[k], p[k], R[k]);
    lia_frame_trans_rot(&B[k], v[k], S[k]);
  }
}

int main(void) {
  lia_pole pole;
  make_inputs();
  BENCH("geo", "quaternion product", lia_quat_mul(o4[k], q[k], r[k]));
  BENCH("geo", "matrix product", lia_mul33(o9[k], R[k], S[k]));
  BENCH("geo", "compose", lia_frame_mul(&X[k], &A[k], &B[k]));
  BENCH("geo", "invert", lia_frame_inv(&X[k], &A[k]));
  BENCH("geo", "point", lia_frame_point(o3[k], &A[k], p[k]));
  BENCH("geo", "quaternion rotates a vector", lia_quat_rotate(o3[k], q[k], p[k]));
  BENCH("geo", "quaternion to matrix", lia_quat_to_rot(o9[k], q[k]));
  BENCH("geo", "matrix to quaternion", lia_quat_from_rot(o4[k], R[k], &pole));
  BENCH("geo", "exp of a rotation", lia_rot_exp(o9[k], v[k]));
  BENCH("geo", "log of a rotation", lia_rot_log(o3[k], R[k], &pole));
  BENCH("geo", "exp of a quaternion", lia_quat_exp(o4[k], v[k]));
  BENCH("geo", "log of a quaternion", lia_quat_log(o3[k], q[k], &pole));
  BENCH("geo", "slerp", lia_quat_slerp(o4[k], q[k], r[k], 0.3, LIA_SHORT));
  BENCH("geo", "exp of a twist", lia_twist_exp(&X[k], V[k]));
  BENCH("geo", "log of a pose", lia_twist_log(o6[k], &A[k]));
  BENCH("geo", "carry a twist", lia_twist_to(o6[k], &A[k], V[k]));
  return 0;
}
