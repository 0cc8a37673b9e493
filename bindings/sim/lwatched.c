/* lwatched.c - what runs of equations and of functions let be of a description they are of: limits
 * that stop nothing, dry friction that does not stick */
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsource.h"

#include "describe/at_events.h"

#include <math.h>
#include <string.h>

// does dry friction stand in its equations as it slides?
static int slides(const lia_spec *s) {
  int found = 0;
  for (int k = 0; k < s->nforce; k++)
    found |= lia_force_rows[s->force[k].kind]->events.jumps == LIA_JUMP_stick;
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++)
      found |= s->joint[i].dof[k].friction.text || s->joint[i].dof[k].friction.x > 0;
  return found;
}

// the state of this name among the first n of a source, -1: none
static int state_called(const lsource *src, int n, const char *name) {
  for (int i = 0; i < n; i++) {
    const char *called = src->p.name(src->p.user, i);
    if (called && !strcmp(called, name)) return i;
  }
  return -1;
}

void lia_watch_described(lua_State *L, const lmodel *o, int n, lsource *src) {
  const lia_spec *s = o->spec;
  src->bound = lua_newuserdata(L, ((size_t)s->ncoord + 1) * sizeof *src->bound);
  src->beyond = "beyond its limits, which stop nothing here,";
  src->slides = slides(s);
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) {
      const lia_spec_dof *d = &s->joint[i].dof[k];
      const int at = d->follows || d->min.text || d->max.text ? -1 : state_called(src, n, d->coord);
      if (at < 0 || !(lia_val_given(d->min) || lia_val_given(d->max))) continue;
      const double low = lia_val_given(d->min) ? d->min.x : -(double)INFINITY,
                   high = lia_val_given(d->max) ? d->max.x : (double)INFINITY;
      src->bound[src->nbound++] = lia_bound_of(at, low, high);
    }
}
