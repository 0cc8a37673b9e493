/* joint.c - the table of joints, and finding a row by its name */
#include "model/joint.h"

#include <string.h>

#define X(name) extern const lia_joint_row lia_joint_##name;
#include "model/joints/joints.def"
#undef X

const lia_joint_row *const lia_joint_rows[LIA_JOINT_COUNT] = {
#define X(name) &lia_joint_##name,
#include "model/joints/joints.def"
#undef X
};

int lia_joint_find(const char *name) {
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    if (strcmp(lia_joint_rows[j]->name, name) == 0) return j;
  return -1;
}
