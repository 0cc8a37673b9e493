/* dresscase.h - what the tests of rotation representations share */
#ifndef LIA_TEST_DRESSCASE_H
#define LIA_TEST_DRESSCASE_H

#include "geo/rot_repr.h"
#include "geo/axang.h"
#include "geo/euler.h"
#include "geo/evec.h"
#include "geo/gibbs.h"
#include "geo/rot.h"
#include "turns.h"



/* matrix, quat, axis, euler_vector, rodrigues, and the 24 ways of three angles */
enum { DRESSES = LIA_ROT_REPR_euler + 2 * LIA_EULER_COUNT, MAX = 9 };

static inline lia_rot_repr dress_of(int n) {
  if (n < LIA_ROT_REPR_euler) return (lia_rot_repr){ .kind = (lia_rot_repr_kind)n };
  n -= LIA_ROT_REPR_euler;
  return (lia_rot_repr){ LIA_ROT_REPR_euler,
      { (lia_euler_seq)(n / 2), n % 2 ? LIA_MOVING : LIA_FIXED } };
}

// base case B of [nonhol 2.1]
static const double R_B[9] = { .87992317628126, -.47319456458436, .04268615572902, .37202555194226,
    .63032909669907,
    -.68138257870054, .29552020666134, .61544466355827, .73068164993551 };
static const double W_B[3] = { .3, -.5, .9 };

static inline double miss(const double R[9], lia_rot_repr d, const double *x) {
  double S[9];
  lia_rot_repr_to_rot(S, d, x);
  return worst_of(9, R, S);
}

// how far x in dress d is from the singular set of d, in radians, up to 1
static inline double margin(lia_rot_repr d, const double *x) {
  double q[4], v[3];
  lia_rot_repr_to_quat(q, d, x);
  lia_quat_log(v, q, NULL);
  double t = lia_norm3(v);
  switch (d.kind) {
    case LIA_ROT_REPR_axis: return fmin(t, PI - t);
    case LIA_ROT_REPR_euler_vector: case LIA_ROT_REPR_rodrigues: return PI - t;
    case LIA_ROT_REPR_euler: {
      const char *s = lia_euler_name(d.euler.seq);
      return fabs(s[0] == s[2] ? sin(x[1]) : cos(x[1]));
    }
    default: return 1;
  }
}

// place i of dress d: at its singular sets, some way beside them on either side, and anywhere; 0
// past the last
static inline int place_of(double *x, lia_rot_repr d, int i) {
  static const double beside[] = { 0, 1e-15, 1e-12, 5e-10, 9e-10, 1e-9, 1e-8, 1e-6 };
  enum { BESIDE = 2 * sizeof beside / sizeof *beside, SETS = 4 * BESIDE, ANY = 12 };
  double v[3], R[9], turn = (i % 2 ? 1 : -1) * beside[i % BESIDE / 2];
  if (i >= SETS + ANY) return 0;
  if (i >= SETS || d.kind != LIA_ROT_REPR_euler) {
    if (i < SETS)
      turn_axis(v, i / BESIDE * 7 + 1), lia_scale3(v, (i / BESIDE < 2 ? PI : 0) + turn, v);
    else turn_vector(v, TURN_NEAR + i);
    lia_rot_exp(R, v);
    lia_rot_repr_from_rot(x, d, R, NULL);
  } else {
    const char *s = lia_euler_name(d.euler.seq);
    lia_set3(x, i / BESIDE % 2 ? .4 : 0,
        (s[0] == s[2] ? 0 : PI / 2) + (i / BESIDE < 2 ? 0 : PI) + turn,
        i / BESIDE % 2 ? 1.1 : PI / 2);
  }
  return 1;
}

static inline int clean(const lia_pole *pole) {
  double sum = pole->sum;
  for (int k = 0; k < 3; k++) sum += fabs(pole->coef[k]);
  return pole->flags == 0 && sum == 0;
}

#endif
