/* fixed.c - no motion: X = identity, nothing in q or v */
#include "kinds/joint_type.h"

extern const lia_joint_type lia_joint_fixed;
const lia_joint_type lia_joint_fixed = {
  "fixed", "no motion", 0, 0, 0, LIA_CONSTRAINT_weld, NULL, LIA_NO_PARAMS, 0, 0, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL,
};
