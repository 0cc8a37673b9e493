/* joint_forces.h - what the description says of joints, as force elements: dry friction that
 * sticks, limits that are stops */
#ifndef LIA_JOINTLOAD_H
#define LIA_JOINTLOAD_H

#include "sim/element_forces.h"

LIA_C_BEGIN

typedef struct lia_joint_ends {
  int friction;                            /* 1: dry friction of joints as stiction */
  int stops;                               /* 1: limits as stops, with these numbers (endstop.c) */
  double restitution, stiffness, damping;
} lia_joint_ends;

/* How many elements that makes; into out where it is not NULL. A velocity has one stiction for the
 * friction of all joints that it moves, told of the coordinate; limits are those of
 * lia_model_limits. name (nv): what velocities are called in messages */
int lia_joint_loads(const lia_model *m, const lia_joint_ends *o, const char *const *name,
    lia_load *out);

LIA_C_END

#endif
