/* force.c - the table of force elements, and finding a row by its name */
#include "kinds/force.h"

#include <string.h>

#define X(name) extern const lia_force_row lia_force_row_##name;
#include "kinds/forces.def"
#undef X

const lia_force_row *const lia_force_rows[LIA_FORCE_COUNT] = {
#define X(name) &lia_force_row_##name,
#include "kinds/forces.def"
#undef X
};

int lia_force_find(const char *name) {
  for (int k = 0; k < LIA_FORCE_COUNT; k++)
    if (!strcmp(name, lia_force_rows[k]->name)) return k;
  return -1;
}
