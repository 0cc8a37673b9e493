/* joint_type.h - how the file of a joint writes its row: by position, so that no column is left out
 *
 * name, its text, axes it is given, the constraint that closes a loop with it (COUNT: none),
 * suffixes of its coordinates, parameters (LIA_PARAMS(list) or LIA_NO_PARAMS), motion. A sequence
 * has as many coordinates as moves. */
#ifndef LIA_JOINT_TYPE_H
#define LIA_JOINT_TYPE_H

#include "kinds/constraint.h"
#include "kinds/joint.h"

LIA_C_BEGIN

#define LIA_JOINT_SEQUENCE(name, text, naxis, loop, suffix, params, motion)                        \
  _Static_assert(LIA_COUNT_OF(suffix) == LIA_COUNT_OF(motion), "a suffix for every move");         \
  _Static_assert(LIA_COUNT_OF(motion) <= LIA_JOINT_NMOVE, "at most LIA_JOINT_NMOVE moves");        \
  extern const lia_joint_type lia_joint_##name;                                                    \
  const lia_joint_type lia_joint_##name = {                                                        \
    #name, text, LIA_COUNT_OF(motion), LIA_COUNT_OF(motion), naxis, LIA_CONSTRAINT_##loop, suffix, \
    params, 1,                                                                                     \
    LIA_COUNT_OF(motion), motion, NULL, NULL, NULL, NULL, NULL, NULL, NULL,                        \
  }

/* a general motion: besides numbers of q and of v, S, and (or NULL) step, diff, rate, normalise,
 * neutral, random */
#define LIA_JOINT_GENERAL(name, text, nq, naxis, loop, suffix, params, motion, S, step, diff,      \
                          rate, normalise, neutral, random)                                        \
  _Static_assert(LIA_COUNT_OF(S) % (6 * LIA_COUNT_OF(suffix)) == 0, "S is some of 6 x nv");        \
  _Static_assert((nq) <= LIA_JOINT_NQ, "more numbers in q than any joint has");                    \
  _Static_assert(LIA_COUNT_OF(suffix) <= LIA_JOINT_NV, "more numbers in v than any joint has");    \
  extern const lia_joint_type lia_joint_##name;                                                    \
  const lia_joint_type lia_joint_##name = {                                                        \
    #name, text, nq, LIA_COUNT_OF(suffix), naxis, LIA_CONSTRAINT_##loop, suffix, params, 0,        \
    LIA_COUNT_OF(motion), motion, S, step, diff, rate, normalise, neutral, random,                 \
  }

LIA_C_END

#endif
