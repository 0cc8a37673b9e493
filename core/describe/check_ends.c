/* check_ends.c - what stands on bodies: frames, loops, constraints, the tip */
#include "describe/check_inside.h"

#include "describe/check.h"
#include "describe/values.h"

#include <math.h>
#include <string.h>

typedef lia_check check;

void lia_check_frame(check *c, lia_spec_frame *f) {
  char hint[LIA_CHECK_HINT];
  f->ibody = lia_check_body_index(c, f->body);
  if (f->ibody < 0 && !lia_check_is_world(f->body))
    lia_spec_complain(c->s, lia_check_at(c, f->where, "body"), "no body is named '%.60s'%s",
        f->body,
        lia_check_near(hint, &c->body, f->body));
  lia_check_place(c, f->where, "place", &f->place);
}

static void check_loop_end(check *c, const lia_spec_loop *l, const char *field, const char *name) {
  char hint[LIA_CHECK_HINT];
  if (!name) lia_spec_complain(c->s, lia_check_at(c, l->where, field), "expected a body or frame");
  else if (!lia_check_is_world(name) && lia_check_find(&c->place, name) < 0)
    lia_spec_complain(c->s, lia_check_at(c, l->where, field), "no body or frame is named '%.60s'%s",
        name,
        lia_check_near(hint, &c->place, name));
}

void lia_check_loop(check *c, const lia_spec_loop *l) {
  if (!l->name[0])
    lia_spec_complain(c->s, lia_check_at(c, l->where, "name"), "a loop needs a name");
  lia_check_control(c, l->where, l->name);
  check_loop_end(c, l, "from", l->from);
  check_loop_end(c, l, "to", l->to);
  if (l->from && l->to && !strcmp(l->from, l->to))
    lia_spec_complain(c->s, l->where, "a loop from '%.60s' to itself", l->from);
  if (lia_joint_types[l->kind]->naxis) lia_check_axis(c, l->where, "axis", l->axis);
  if (lia_joint_types[l->kind]->loop == LIA_CONSTRAINT_COUNT)
    lia_spec_complain(c->s, lia_check_at(c, l->where, "joint"), "a %s joint closes no loop",
        lia_joint_name[l->kind]);
}

static void check_constraint_end(check *c, const lia_spec_constraint *k, int e) {
  static const char *const field[LIA_CONSTRAINT_ENDS][3] = { { "from", "from_axis", "from_place" },
      { "to", "to_axis", "to_place" },
      { "from2", "from2_axis", "from2_place" }, { "to2", "to2_axis", "to2_place" } };
  char hint[LIA_CHECK_HINT];
  const char *name = k->end[e].name;
  if (!name)
    lia_spec_complain(c->s, lia_check_at(c, k->where, field[e][0]),
        "expected a body or frame (or \"world\")");
  else if (!lia_check_is_world(name) && lia_check_find(&c->place, name) < 0)
    lia_spec_complain(c->s, lia_check_at(c, k->where, field[e][0]),
        "no body or frame is named '%.60s'%s",
        name, lia_check_near(hint, &c->place, name));
  lia_check_axis(c, k->where, field[e][1], k->end[e].axis);
  lia_check_place(c, k->where, field[e][2], &k->end[e].place);
}

void lia_check_constraint(check *c, int i) {
  lia_spec *s = c->s;
  const lia_spec_constraint *k = &s->constraint[i];
  const lia_constraint_type *row = lia_constraint_types[k->kind];
  char hint[LIA_CHECK_HINT];
  if (k->broken) return;
  for (int j = 0; j < i; j++)
    if (!strcmp(s->constraint[j].name, k->name))
      lia_spec_complain(s, lia_check_at(c, k->where, "name"), "the name '%.60s' is taken twice",
          k->name);
  for (int j = 0; j < s->nloop; j++)
    if (!strcmp(s->loop[j].name, k->name))
      lia_spec_complain(s, lia_check_at(c, k->where, "name"), "the name '%.60s' is that of a loop",
          k->name);
  lia_check_control(c, k->where, k->name);
  for (int e = 0; e < row->nend; e++) check_constraint_end(c, k, e);
  for (int j = 0; j < row->nparam; j++)
    if (!lia_val_given(k->param[j]) && isnan(row->param[j].defaults))
      lia_spec_complain(s, lia_check_at(c, k->where, row->param[j].name), "a %s needs its %s",
          row->name,
          row->param[j].name);
  for (int j = 0; j < k->ncoord && !lia_constraint_drives(row); j++)
    if (lia_check_find(&c->coord, k->coord[j]) < 0)
      lia_spec_complain(s, lia_check_at(c, k->where, "coordinates"),
          "no joint has the coordinate '%.60s'%s",
          k->coord[j], lia_check_near(hint, &c->coord, k->coord[j]));
  for (int j = 0; j < row->nexpr; j++) {
    const char *text = k->expr[j].text, *rough = text ? lia_values_corner(text) : NULL;
    double at;
    if (!rough || (lia_constraint_drives(row) && lia_values_goes_on(text, &at))) continue;
    if (lia_constraint_drives(row) && at == at)
      lia_spec_complain(s, lia_check_at(c, k->where, "equation"),
          "'%.60s' or its rate jumps at t = %g: a constraint cannot follow that", text, at);
    else
      lia_spec_complain(s, lia_check_at(c, k->where, "equation"),
          "'%.60s' has corners (%s): a constraint must have a derivative everywhere", text, rough);
  }
  if (row->nend >= 2 && k->end[0].name && k->end[1].name && !k->end[0].place.n &&
      !k->end[1].place.n && !strcmp(k->end[0].name, k->end[1].name))
    lia_spec_complain(s, k->where, "'%.60s' is held to itself", k->end[0].name);
}

// what a driver drives: a coordinate, or an expression with at least one
static void check_driven(check *c, const lia_spec_constraint *k) {
  lia_spec *s = c->s;
  lia_names names = { 0 };
  char hint[LIA_CHECK_HINT];
  int known = 0;
  if (!lia_values_names(k->coord[0], &names)) s->nomem = 1;
  for (int i = 0; i < s->nq; i++)
    known += lia_names_find(&names, s->qname[i], strlen(s->qname[i])) >= 0;
  if (!known && !s->nomem)
    lia_spec_complain(s, lia_check_at(c, k->where, "coordinate"),
        "no joint has the coordinate '%.60s'%s",
        k->coord[0], lia_check_near(hint, &c->coord, k->coord[0]));
  lia_names_free(&names);
}

void lia_check_drivers(check *c) {
  const lia_spec *s = c->s;
  for (int i = 0; i < s->nconstraint; i++)
    if (lia_constraint_drives(lia_constraint_types[s->constraint[i].kind]))
      check_driven(c, &s->constraint[i]);
}

void lia_check_tip(check *c) {
  lia_spec *s = c->s;
  char hint[LIA_CHECK_HINT];
  s->itip = -1;
  if (s->tip) {
    for (int i = 0; i < s->nframe; i++)
      if (!strcmp(s->frame[i].name, s->tip)) { s->itip = i; s->tip_is_frame = 1; return; }
    s->itip = lia_check_body_index(c, s->tip);
    if (s->itip < 0 && !lia_check_is_world(s->tip))
      lia_spec_complain(s, "tip", "no body or frame is named '%.60s'%s", s->tip,
          lia_check_near(hint, &c->place, s->tip));
    return;
  }
  // the last body, in order of the tree, that carries no other
  memset(c->count, 0, (size_t)s->nbody * sizeof *c->count);
  for (int i = 0; i < s->njoint; i++)
    if (s->joint[i].iparent >= 0) c->count[s->joint[i].iparent]++;
  for (int k = 0; k < s->njoint && !s->nerror && !s->nomem; k++)
    if (!c->count[s->joint[s->order[k]].ichild]) s->itip = s->joint[s->order[k]].ichild;
}
