/* check_inside.h - what the files of check share among themselves */
#ifndef LIA_CHECK_INSIDE_H
#define LIA_CHECK_INSIDE_H

#include "base/names.h"
#include "describe/spec.h"

LIA_C_BEGIN

/* complaints beyond these are counted only */
enum { LIA_CHECK_MOST = 20 };

/* what a check works with: who has which name, and who already was complained about */
typedef struct lia_check {
  lia_spec *s;
  lia_names body, place, coord;   /* bodies; bodies and frames; coordinates */
  /* (nbody) joints that lead to this body; -1: of several bodies with this name */
  int *count;
  char path[LIA_ERROR_PATH];
} lia_check;

/* check.c: the path "where.field", until the next one; ids of names, -1: unknown; of a body -1 for
 * the world too */
const char *lia_check_at(lia_check *c, const char *where, const char *field);
/* " (did you mean 'base'?)" in buf (LIA_CHECK_HINT) */
const char *lia_check_near(char *buf, const lia_names *t, const char *got);
int lia_check_find(const lia_names *t, const char *name);
int lia_check_body_index(lia_check *c, const char *name);
int lia_check_is_world(const char *name);
/* a complaint where a terminal would obey the name (which may be NULL) */
void lia_check_control(lia_check *c, const char *where, const char *name);

/* check_tree.c: joint i to its bodies; bodies that no joint leads to; bodies among their own
 * ancestors; s->order, parents first (listed: coordinates as the user lists them); lacks of bodies
 */
void lia_check_link(lia_check *c, int i);
void lia_check_unled(lia_check *c);
void lia_check_cycles(lia_check *c);
void lia_check_sort(lia_check *c, int listed);
void lia_check_lacking(lia_check *c);

/* check_coordinates.c: own coordinates first, then those that follow them; names of the numbers of
 * q, after lia_check_sort */
void lia_check_coordinates(lia_check *c);
void lia_check_name_numbers(lia_check *c);

/* check_numbers.c */
int lia_check_numbers(const lia_val *v, int n);
void lia_check_axis(lia_check *c, const char *where, const char *field, const lia_val axis[3]);
void lia_check_place(lia_check *c, const char *where, const char *field, const lia_spec_place *p);
void lia_check_finite(void *context, const char *path, lia_use use, lia_val *v);
void lia_check_joint(lia_check *c, const lia_spec_joint *j);
void lia_check_body(lia_check *c, const lia_spec_body *b);

/* check_ends.c */
void lia_check_frame(lia_check *c, lia_spec_frame *f);
void lia_check_loop(lia_check *c, const lia_spec_loop *l);
void lia_check_constraint(lia_check *c, int i);
void lia_check_drivers(lia_check *c);
void lia_check_tip(lia_check *c);

/* check_acting.c: force elements, inputs, outputs; inputs before names of values are looked at */
void lia_check_inputs(lia_check *c);
/* once their texts are read: value between min and max */
void lia_check_bounds(lia_check *c, int i);
void lia_check_force(lia_check *c, int i);
void lia_check_outputs(lia_check *c);
/* what own states are called, of the force elements from `first` on */
void lia_check_states(lia_check *c, int first);

LIA_C_END

#endif
