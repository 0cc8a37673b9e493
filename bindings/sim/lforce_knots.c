/* lforce_knots.c - times at which the law of a force, an input or a driver changes its branch */
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"

static void knots_of(lknots *k, lia_val v) {
  if (v.text) lia_knots_add(k, v.text);
}

void lia_lforce_knots(lua_State *L, struct lforces *f) {
  const lia_spec *s = f->spec;
  lknots *k = &f->knots;
  for (int i = 0; i < s->nforce; i++) {
    for (int j = 0; j < 3; j++) knots_of(k, s->force[i].own[j]);
    for (int j = 0; j < LIA_FORCE_NPARAM; j++) knots_of(k, s->force[i].param[j]);
  }
  for (int i = 0; i < s->ninput; i++) knots_of(k, s->input[i].value);
  for (int i = 0; i < s->nconstraint; i++)
    for (int j = 0; j < LIA_CONSTRAINT_NEXPR; j++) knots_of(k, s->constraint[i].expr[j]);
  lia_knots_ready(L, k);
}

int lia_lforces_knotted(const lforces *f) { return f->knots.n > 0; }
double lia_lforces_time(const lforces *f, double t) { return lia_knots_time(&f->knots, t); }
double lia_lforces_next(lforces *f, double t, double dir) {
  return lia_knots_next(&f->knots, t, dir);
}
