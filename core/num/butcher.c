/* butcher.c - the list of the explicit Runge-Kutta methods */
#include "num/butcher.h"

#include <string.h>

#define X(id) extern const lia_butcher lia_butcher_row_##id;
#include "num/methods.def"
#undef X

const lia_butcher *const lia_butcher_rows[LIA_BUTCHER_COUNT] = {
#define X(id) &lia_butcher_row_##id,
#include "num/methods.def"
#undef X
};

int lia_butcher_find(const char *name) {
  for (int k = 0; k < LIA_BUTCHER_COUNT; k++)
    if (strcmp(lia_butcher_rows[k]->name, name) == 0) return k;
  return -1;
}
