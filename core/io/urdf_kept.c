/* urdf_kept.c - what a URDF says that nothing here is computed with, kept as it stands; and joints
 * that close loops */
#include "io/urdf_inside.h"

#include "base/assert.h"
#include "base/text.h"

#include <string.h>

typedef lia_urdf_reader urdf;

// sensors, transmissions and the like -------------------------------------------------------------

enum { MOST_KEPT = 100000 };

static const char *standing_in(const urdf *u) {
  if (u->joint >= 0) return u->s->joint[u->joint].name;
  return u->body >= 0 ? u->s->body[u->body].name : NULL;
}

static void keep_pairs(urdf *u, lia_spec_note *n, const char **a) {
  int count = 0;
  while (a[count]) count++;
  n->pair = lia_arena_alloc(&u->s->arena, ((size_t)count + 1) * sizeof *n->pair);
  if (!n->pair) { u->s->nomem = 1; return; }
  for (int k = 0; k < count; k++) n->pair[k] = lia_urdf_word(u, a[k]);
  n->npair = count / 2;
}

void lia_urdf_keep(urdf *u, const char *name, const char **a) {
  if (u->s->nnote >= MOST_KEPT) {
    if (!u->note_full)
      LIA_URDF_WARN(u, "more than %d elements that are not read: the rest is not kept", MOST_KEPT);
    u->note_full = 1;
    return;
  }
  lia_text_cut(&u->letters, 0);
  const char *of = u->note < 0 ? standing_in(u) : NULL;
  lia_spec_note *n = lia_spec_add_note(u->s, name, lia_urdf_line(u), u->note);
  if (!n) return;
  n->of = of;
  keep_pairs(u, n, a);
  u->note = u->s->nnote - 1;
}

void lia_urdf_kept_text(urdf *u, const char *text, int n) {
  if (u->note >= 0 && !u->note_full) lia_text_add(&u->letters, text, (size_t)n);
  if (u->letters.nomem) u->s->nomem = 1;
}

// the end of an element that is passed over: the letters of one that has no others inside
void lia_urdf_kept(urdf *u) {
  if (u->note_full) return;
  LIA_ASSERT(u->note >= 0 && u->note < u->s->nnote);
  lia_spec_note *n = &u->s->note[u->note];
  if (u->note == u->s->nnote - 1) n->text = lia_urdf_word(u, lia_text_str(&u->letters));
  lia_text_cut(&u->letters, 0);
  u->note = n->up;
}

// <loop_joint> ------------------------------------------------------------------------------------

void lia_urdf_start_loop(urdf *u, const char **a) {
  lia_urdf_parts *p = &u->part;
  int kind = LIA_JOINT_fixed;
  u->loop = NULL;
  const char *name = lia_urdf_name_of(u, "loop_joint", a, p->nloop);
  if (lia_urdf_joint_type(u, a, &kind, 1) < 0) {
    LIA_URDF_WARN(u, "<loop_joint> '%.60s' passed over: the loop stays open", name);
    return;
  }
  lia_urdf_loop *more = lia_urdf_grown(u, p->loop, p->nloop, sizeof *more);
  if (!more) return;
  p->loop = more;
  u->loop = &p->loop[p->nloop++];
  *u->loop = (lia_urdf_loop){ .kind = kind, .name = lia_urdf_word(u, name), .axis = { 1, 0, 0 },
    .where = lia_urdf_word(u, lia_urdf_spot_of(u, "loop_joint", name).text) };
}

void lia_urdf_start_loop_end(urdf *u, const char **a) {
  lia_urdf_loop *l = u->loop;
  if (!l || l->ends == 2) return;
  const char *link = lia_urdf_asked(u, "link1", a, "link");
  l->link[l->ends] = lia_urdf_word(u, link ? link : "");
  lia_urdf_numbers(u, a, "xyz", l->xyz[l->ends], 3);
  lia_urdf_numbers(u, a, "rpy", l->rpy[l->ends], 3);
  l->ends++;
}

void lia_urdf_start_loop_axis(urdf *u, const char **a) {
  if (u->loop) lia_urdf_numbers(u, a, "xyz", u->loop->axis, 3);
}

void lia_urdf_end_loop(urdf *u) { u->loop = NULL; }
