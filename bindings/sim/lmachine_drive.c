/* lmachine_drive.c - constraints that inputs of a run drive: its laws stand in their equations */
#include "bindings/sim/lmachine_inside.h"

#include "base/mem.h"

typedef struct driven { lia_constraints *constraints; lia_cmodel *closed; } driven;

static void driven_free(void *p) {
  driven *d = p;
  lia_cmodel_free(d->closed);
  lia_constraints_free(d->constraints);
  lia_free(d);
}

static const lia_class driven_class = { .name = "driven", .text = "", .destroy = driven_free };

void lia_mechanism_drive(lua_State *L, mechanism *s, lia_model_ode_opts *o) {
  lia_error err = { 0 };
  const lmodel *m = s->o;
  if (!s->closed || !s->forces || !lia_lforces_drives(L, s->forces, m->spec, 5)) return;
  void **box = lia_push(L, &driven_class);
  driven *d = *box = lia_calloc(1, sizeof *d);
  if (!d) lia_mistake(L, "out of memory");
  const lia_spec *spec = lia_lforces_spec(s->forces);
  if (lia_compile_constraints(&d->constraints, &m->c, spec, &err) != LIA_OK ||
      lia_cmodel_new(&d->closed, m->c.model, d->constraints, &err) != LIA_OK)
    lia_raise(L, &err);
  o->closed = s->closed = d->closed;
}

void lia_open_machine_drive(lua_State *L);
void lia_open_machine_drive(lua_State *L) {
  lia_class_register(L, &driven_class);
}
