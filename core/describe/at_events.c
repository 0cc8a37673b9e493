/* at_events.c - elements and joints that jump, told in sentences */
#include "describe/at_events.h"

#include "base/text.h"

void lia_spec_numbers_about(const lia_spec_force *f, double p[LIA_FORCE_NPARAM]) {
  lia_force_defaults((lia_force_kind)f->kind, p);
  for (int k = 0; k < LIA_FORCE_NPARAM; k++) {
    if (f->param[k].text) p[k] = 1;
    else if (lia_val_given(f->param[k])) p[k] = f->param[k].x;
  }
}

typedef struct teller { lia_arena *arena; lia_at_events *out; } teller;

static void at_events_tell(const teller *w, const char *before, const char *name,
                           const char *after) {
  lia_text t = { 0 };
  lia_text_printf(&t, "%s%s: %s", before, name, after);
  w->out->text[w->out->n++] = t.nomem ? NULL : lia_arena_text(w->arena, lia_text_str(&t), t.n);
  lia_text_free(&t);
}

static void tell_element(const teller *w, const lia_spec_force *f) {
  const lia_force_row *row = lia_force_rows[f->kind];
  double p[LIA_FORCE_NPARAM];
  lia_spec_numbers_about(f, p);
  if (lia_force_jumps(row, p) != LIA_JUMP_none) at_events_tell(w, "", f->name, row->events.text);
}

static void tell_joint(const teller *w, const lia_spec_dof *d) {
  if (d->friction.text || d->friction.x > 0)
    at_events_tell(w, "dry friction of ", d->coord, "held at rest");
  if (!d->follows && (lia_val_given(d->min) || lia_val_given(d->max)))
    at_events_tell(w, "limits of ", d->coord, "stops in runs of the model");
}

lia_status lia_spec_at_events(const lia_spec *s, lia_arena *arena, lia_at_events *out,
                              lia_error *err) {
  size_t most = (size_t)s->nforce + 1;
  for (int i = 0; i < s->njoint; i++) most += 2 * (size_t)s->joint[i].ndof;
  *out = (lia_at_events){ lia_arena_alloc(arena, most * sizeof *out->text), 0, 0 };
  if (!out->text) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const teller w = { arena, out };
  for (int k = 0; k < s->nforce; k++) tell_element(&w, &s->force[k]);
  out->nelement = out->n;
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) tell_joint(&w, &s->joint[i].dof[k]);
  for (int k = 0; k < out->n; k++)
    if (!out->text[k]) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return LIA_OK;
}
