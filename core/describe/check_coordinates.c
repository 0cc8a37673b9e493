/* check_coordinates.c - coordinates of a description: their names, who owns and who follows them */
#include "describe/check_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "describe/check.h"

#include <string.h>

typedef lia_check check;

static void coordinate_name(check *c, const lia_spec_joint *j, const lia_spec_dof *d) {
  lia_spec *s = c->s;
  if (!d->coord || !d->coord[0]) {
    lia_spec_complain(s, lia_check_at(c, j->where, "q"), "a coordinate needs a name");
    return;
  }
  for (const char *p = d->coord; *p; p++) {
    int letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
    if (letter || (p != d->coord && *p >= '0' && *p <= '9')) continue;
    lia_spec_complain(s, lia_check_at(c, j->where, "q"),
        "'%.60s' is no name for a coordinate: letters, digits and _ only, a letter first",
        d->coord);
    return;
  }
}

static void enter_listed(check *c, int listed) {
  lia_spec *s = c->s;
  for (int k = 0; k < listed; k++) {
    lia_text_format(c->path, sizeof c->path, "coordinates[%d]", k + 1);
    if (lia_check_find(&c->coord, s->coord[k]) >= 0)
      lia_spec_complain(s, c->path, "'%.60s' is listed twice", s->coord[k]);
    if (lia_names_add(&c->coord, s->coord[k], strlen(s->coord[k])) < 0) s->nomem = 1;
  }
}

// the coordinate of a degree of freedom that has its own; owned: which of those listed some joint
// moves by
static void enter_own(check *c, const lia_spec_joint *j, lia_spec_dof *d, int listed, char *owned) {
  lia_spec *s = c->s;
  coordinate_name(c, j, d);
  if (!d->coord || !d->coord[0]) return;
  d->icoord = lia_check_find(&c->coord, d->coord);
  if (d->icoord >= 0 && (d->icoord >= listed || owned[d->icoord])) {
    lia_spec_complain(s, lia_check_at(c, j->where, "q"),
        "two joints are named after the coordinate '%.60s' (let one follow the other)", d->coord);
  } else if (d->icoord >= 0) {
    owned[d->icoord] = 1;
  } else {
    d->icoord = lia_names_add(&c->coord, d->coord, strlen(d->coord));
    if (d->icoord < 0 || lia_spec_add_coord(s, d->coord) < 0) s->nomem = 1;
  }
}

static void enter_followed(check *c, const lia_spec_joint *j, lia_spec_dof *d, int listed,
    const char *owned) {
  char hint[LIA_CHECK_HINT];
  if (!d->coord) return;
  d->icoord = lia_check_find(&c->coord, d->coord);
  if (d->icoord < 0 || (d->icoord < listed && !owned[d->icoord]))
    lia_spec_complain(c->s, lia_check_at(c, j->where, "follows"),
        "no joint has the coordinate '%.60s'%s",
        d->coord, d->icoord < 0 ? lia_check_near(hint, &c->coord, d->coord) : "");
}

// own coordinates first, then those that follow them
void lia_check_coordinates(check *c) {
  lia_spec *s = c->s;
  int listed = s->ncoord;
  char *owned = lia_calloc((size_t)listed + 1, 1);
  if (!owned) { s->nomem = 1; return; }
  enter_listed(c, listed);
  for (int follows = 0; follows < 2; follows++)
    for (int i = 0; i < s->njoint; i++)
      for (int k = 0; k < s->joint[i].ndof; k++) {
        lia_spec_dof *d = &s->joint[i].dof[k];
        if (!d->follows != !follows) continue;
        if (follows) enter_followed(c, &s->joint[i], d, listed, owned);
        else enter_own(c, &s->joint[i], d, listed, owned);
      }
  // where something else is wrong with the joints, this may be its echo
  for (int k = 0; k < listed && !s->nerror; k++)
    if (!owned[k]) {
      lia_text_format(c->path, sizeof c->path, "coordinates[%d]", k + 1);
      lia_spec_complain(s, c->path, "no joint moves by '%.60s'", s->coord[k]);
    }
  lia_free(owned);
}

// Names of the numbers of q: of coordinates, but of a turn in space the four numbers of its
// quaternion. Where the user lists a quaternion joint's coordinates apart from each other,
// compiling refuses.
void lia_check_name_numbers(check *c) {
  lia_spec *s = c->s;
  const lia_spec_joint **of = lia_calloc((size_t)s->ncoord + 1, sizeof *of);
  s->qname = lia_arena_alloc(&s->arena, (size_t)(2 * s->ncoord + 1) * sizeof *s->qname);
  if (!of || !s->qname) { lia_free(of); s->nomem = 1; return; }
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++)
      if (!s->joint[i].dof[k].follows) of[s->joint[i].dof[k].icoord] = &s->joint[i];
  s->nq = 0;
  for (int k = 0; k < s->ncoord; k++) {
    const lia_spec_joint *j = of[k];
    int from = j ? lia_joint_quaternion(j->kind) : -1, turns = from >= 0;
    int dof = turns ? k - j->dof->icoord : 0;
    if (!turns || dof < from) s->qname[s->nq++] = s->coord[k];
    for (int n = 0; turns && dof == from && n < 4; n++)
      s->qname[s->nq++] = lia_spec_quaternion(s, j, n);
  }
  LIA_ASSERT(s->nq <= 2 * s->ncoord);   // the room there is
  lia_free(of);
}
