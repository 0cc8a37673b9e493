/* poles.h - where a description of a rotation stops being one-to-one, and what is still known there
 *
 * Every conversion in geo gives a valid answer everywhere; a lia_pole says what stands behind it.
 * Flags are raised within LIA_POLE_NEAR of a singular set. The answer itself changes to a fixed
 * representative only within LIA_POLE_NOISE of it, where rounding would otherwise choose one: so an
 * answer always gives back the rotation it came from, to rounding. */
#ifndef LIA_POLES_H
#define LIA_POLES_H

#include "base/extern.h"

LIA_C_BEGIN

#define LIA_POLE_NEAR 1e-9    /* radians from the singular set */
#define LIA_POLE_NOISE 2e-15  /* radians: what a product or two leaves of rounding */

/* name, what it means */
#define LIA_POLE_LIST(X) \
  X(GIMBAL,     "gimbal lock: of the outer angles only one sum or difference is determined") \
  X(NO_AXIS,    "angle 0: every axis is an axis") \
  X(HALF_TURN,  "angle pi: the axis and its opposite give the same rotation") \
  X(INFINITE, \
      "half turn: Rodrigues parameters are infinite, a very long vector stands for them") \
  X(NO_INVERSE, "no rates give this angular velocity for certain: the shortest that come nearest") \
  X(REFLECTION, "negative determinant: a reflection, not a rotation") \
  X(DEFICIENT,  "rank less than 3: the missing directions were completed") \
  X(AMBIGUOUS,  "several rotations are equally near: one of them was chosen")

enum {
#define X(name, text) LIA_POLE_BIT_##name,
  LIA_POLE_LIST(X)
#undef X
  LIA_POLE_COUNT
};

/* a set of flags is the sum of these; 0 is regular */
typedef enum lia_pole_flag {
#define X(name, text) LIA_POLE_##name = 1 << LIA_POLE_BIT_##name,
  LIA_POLE_LIST(X)
#undef X
} lia_pole_flag;

/* what stands behind the answer of an inverse conversion */
typedef struct lia_pole {
  unsigned flags;   /* 0: regular */
  /* the second branch, laid out like the answer; the answer again where there is only one */
  double other[4];
  /* gimbal lock: coef . angles = sum is determined; the outer coefs are +-1, the middle one 0 */
  double coef[3];
  double sum;       /* in (-pi, pi]; 0, like coef, away from gimbal lock */
} lia_pole;

LIA_C_END

#endif
