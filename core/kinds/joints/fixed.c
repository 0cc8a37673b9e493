/* fixed.c - no motion: X = identity, nothing in q or v */
#include "kinds/joint.h"

extern const lia_joint_row lia_joint_fixed;
const lia_joint_row lia_joint_fixed = { .name = "fixed", .text = "no motion" };
