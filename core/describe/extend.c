/* extend.c - a checked description with more that acts on it and is watched */
#include "describe/extend.h"

#include "base/mem.h"

#include <string.h>

// room as adding to a list has it: a power of two, at least four
static size_t room_for(int n) {
  size_t room = 4;
  while (room < (size_t)n) room *= 2;
  return room;
}

// the list in memory of the extension, so that it may grow; nothing of it is copied but the entries
static void *own_list(lia_spec *s, const void *list, int n, size_t size) {
  if (!n) return NULL;
  void *copy = lia_arena_alloc(&s->arena, room_for(n) * size);
  if (!copy) s->nomem = 1;
  else memcpy(copy, list, (size_t)n * size);
  return copy;
}

lia_status lia_spec_extend(lia_spec **out, const lia_spec *s, lia_error *err) {
  lia_spec *e = *out = lia_calloc(1, sizeof *e);
  if (!e) return LIA_FAIL(err, LIA_ENOMEM, "description", "out of memory");
  *e = *s;
  e->arena = (lia_arena){ 0 };
  e->complaint = NULL;
  e->ncomplaint = e->nerror = 0;
  e->forces_before = s->nforce;
  e->outputs_before = s->noutput;
  e->force = own_list(e, s->force, s->nforce, sizeof *e->force);
  e->input = own_list(e, s->input, s->ninput, sizeof *e->input);
  e->output = own_list(e, s->output, s->noutput, sizeof *e->output);
  if (!e->nomem) return LIA_OK;
  lia_spec_free(e);
  *out = NULL;
  return LIA_FAIL(err, LIA_ENOMEM, "description", "out of memory");
}

void lia_spec_drop_outputs(lia_spec *s) {
  s->output = NULL;
  s->noutput = s->outputs_before = 0;
}
