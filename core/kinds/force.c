/* force.c - the table of force elements, finding a row by its name and a number by its own */
#include "kinds/force.h"

#include "base/assert.h"

#include <math.h>
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

void lia_force_defaults(lia_force_kind kind, double *p) {
  const lia_force_row *row = lia_force_rows[kind];
  memset(p, 0, LIA_FORCE_NPARAM * sizeof *p);
  for (int k = 0; k < row->nparam; k++)
    for (int i = 0; i < row->param[k].size; i++) *p++ = row->param[k].def;
}

int lia_force_place(lia_force_kind kind, const char *param) {
  const lia_force_row *row = lia_force_rows[kind];
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size)
    if (!strcmp(param, row->param[k].name)) return at;
  return -1;
}

int lia_force_numbers(lia_force_kind kind) {
  LIA_ASSERT((int)kind >= 0 && kind < LIA_FORCE_COUNT);
  const lia_force_row *row = lia_force_rows[kind];
  int n = 0;
  for (int k = 0; k < row->nparam; k++) n += row->param[k].size;
  LIA_ASSERT(n <= LIA_FORCE_NPARAM);
  return n;
}

const char *lia_force_odd(const lia_force_row *row, const lia_force_param *p, double x) {
  const int gives_way = !(row->ports & LIA_PORT_point) && row->events.jumps == LIA_JUMP_none;
  if (!gives_way || !isfinite(x) || x >= 0) return NULL;
  if (!strcmp(p->name, "stiffness")) return "it pushes away from where it is slack";
  if (!strcmp(p->name, "damping")) return "it pushes the way it moves";
  return NULL;
}
