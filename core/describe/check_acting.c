/* check_acting.c - what acts on bodies and is watched: force elements, inputs, outputs */
#include "describe/check_inside.h"

#include "describe/check.h"

#include <math.h>
#include <string.h>

typedef lia_check check;

// ---- inputs ----

static int is_identifier(const char *name) {
  const char *letter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (!name[0] || !strchr(letter, name[0])) return 0;
  for (const char *p = name; *p; p++)
    if (!strchr(letter, *p) && !(*p >= '0' && *p <= '9')) return 0;
  return 1;
}

static void check_input(check *c, int i) {
  lia_spec *s = c->s;
  const lia_spec_input *u = &s->input[i];
  if (!is_identifier(u->name))
    lia_spec_complain(s, lia_check_at(c, u->where, "name"),
        "'%.60s' cannot stand in an expression: letters, digits and _, a letter first", u->name);
  if (!strcmp(u->name, "t") || !strcmp(u->name, "x") || !strcmp(u->name, "v"))
    lia_spec_complain(s, lia_check_at(c, u->where, "name"),
        "in the law of a force '%s' is the time, or what it acts along", u->name);
  if (lia_check_find(&c->coord, u->name) >= 0)
    lia_spec_complain(s, lia_check_at(c, u->where, "name"), "'%.60s' is a coordinate", u->name);
  for (int k = 0; k < i; k++)
    if (!strcmp(s->input[k].name, u->name))
      lia_spec_complain(s, lia_check_at(c, u->where, "name"), "the name '%.60s' is taken twice",
          u->name);
}

// 1: both are numbers, and a is above b
static int is_above(lia_val a, lia_val b) { return !a.text && !b.text && a.x > b.x; }

void lia_check_bounds(check *c, int i) {
  const lia_spec_input *u = &c->s->input[i];
  if (is_above(u->min, u->max))
    lia_spec_complain(c->s, lia_check_at(c, u->where, "min"), "%.9g is above max, %.9g", u->min.x,
        u->max.x);
  else if (is_above(u->min, u->value))
    lia_spec_complain(c->s, lia_check_at(c, u->where, "value"), "%.9g is below min, %.9g",
        u->value.x, u->min.x);
  else if (is_above(u->value, u->max))
    lia_spec_complain(c->s, lia_check_at(c, u->where, "value"), "%.9g is above max, %.9g",
        u->value.x, u->max.x);
}

void lia_check_inputs(check *c) {
  for (int i = 0; i < c->s->ninput; i++) check_input(c, i);
}

// ---- force elements ----

static void check_force_end(check *c, const lia_spec_force *f, int e) {
  static const char *const key[2] = { "from", "to" };
  const char *field = f->port == LIA_PORT_point ? "at" : key[e], *name = f->end[e];
  char hint[LIA_CHECK_HINT];
  if (!name)
    lia_spec_complain(c->s, lia_check_at(c, f->where, field),
        "expected the name of a body or frame, or world");
  else if (!lia_check_is_world(name) && lia_check_find(&c->place, name) < 0)
    lia_spec_complain(c->s, lia_check_at(c, f->where, field),
        "no body or frame is named '%.60s'%s", name, lia_check_near(hint, &c->place, name));
}

static void check_force_axes(check *c, const lia_spec_force *f) {
  const char *axes = f->axes;
  char hint[LIA_CHECK_HINT];
  if (!axes || !strcmp(axes, "body") || !strcmp(axes, "joint")) return;
  if (lia_check_find(&c->place, axes) < 0)
    lia_spec_complain(c->s, lia_check_at(c, f->where, "axes"),
        "expected world, body, joint, or a body or frame; none is named '%.60s'%s", axes,
        lia_check_near(hint, &c->place, axes));
}

// a speed about a body axis: what turns in space by a quaternion has no angle that has this rate
static int is_turn(const lia_spec *s, const char *coord) {
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    const int from = lia_joint_quaternion(j->kind);
    for (int k = from; from >= 0 && k < from + 3 && k < j->ndof; k++)
      if (j->dof[k].coord && !strcmp(j->dof[k].coord, coord)) return 1;
  }
  return 0;
}

static int needs_angle(const lia_force_row *row) {
  return row->along.stored || row->events.jumps == LIA_JUMP_stop;
}

static void check_force_coordinates(check *c, const lia_spec_force *f) {
  char hint[LIA_CHECK_HINT];
  if (lia_force_rows[f->kind]->along.of_weight && f->ncoord > 1)
    lia_spec_complain(c->s, lia_check_at(c, f->where, "joint"),
        "a %s holds coordinates one by one: joint = {'q1', 'q2'}",
        lia_force_rows[f->kind]->name);
  for (int k = 0; k < f->ncoord; k++) {
    const char *path = lia_check_at(c, f->where, "joint"), *name = f->coord[k];
    if (lia_spec_find_coord(c->s, name) < 0)
      lia_spec_complain(c->s, path, "no joint has the coordinate '%.60s'%s", name,
          lia_check_near(hint, &c->coord, name));
    else if (needs_angle(lia_force_rows[f->kind]) && is_turn(c->s, name))
      lia_spec_warn(c->s, path, "'%.60s' turns in space by a quaternion: it has a rate and no "
          "angle, x is 0 there", name);
  }
}

// number `at` of the element
static void check_number(check *c, const lia_spec_force *f, const lia_force_param *p, int at,
    int own) {
  const char *path = lia_check_at(c, f->where, p->name);
  const lia_val *v = &f->param[at];
  if (lia_spec_scripted(f, at)) return;
  if (!lia_val_given(*v)) {
    if (isnan(p->def) && !own)
      lia_spec_complain(c->s, path, "a %s needs its %s (%s)", lia_force_rows[f->kind]->name,
          p->name, p->text);
    return;
  }
  if (v->text || v->x == p->def || v->x >= p->least) return;
  const char *odd = lia_force_odd(lia_force_rows[f->kind], p, v->x);
  if (odd) lia_spec_warn(c->s, path, "%.9g is below 0: %s", v->x, odd);
  else
    lia_spec_complain(c->s, path, "expected a number >= %.9g (%s), got %.9g", p->least, p->text,
        v->x);
}

static int all_numbers(const lia_spec_force *f) {
  for (int k = 0; k < lia_force_numbers((lia_force_kind)f->kind); k++)
    if (f->param[k].text || lia_spec_scripted(f, k)) return 0;
  return 1;
}

// what is wrong with its numbers together, where all are numbers
static void check_together(check *c, const lia_spec_force *f) {
  const lia_force_row *row = lia_force_rows[f->kind];
  double p[LIA_FORCE_NPARAM];
  if (!row->wrong || !all_numbers(f) || c->s->nerror) return;
  lia_force_defaults((lia_force_kind)f->kind, p);
  for (int k = 0; k < LIA_FORCE_NPARAM; k++)
    if (lia_val_given(f->param[k])) p[k] = f->param[k].x;
  const char *wrong = row->wrong(p);
  if (wrong) lia_spec_complain(c->s, f->where, "%s", wrong);
}

void lia_check_force(check *c, int i) {
  lia_spec *s = c->s;
  const lia_spec_force *f = &s->force[i];
  const lia_force_row *row = lia_force_rows[f->kind];
  const int own = lia_val_given(f->own[0]) || lia_spec_scripted(f, LIA_FORCE_SCRIPTED);
  const int ends = f->port == LIA_PORT_line ? 2 : f->port == LIA_PORT_point;
  if (!f->port) return;
  for (int k = 0; k < i; k++)
    if (!strcmp(s->force[k].name, f->name))
      lia_spec_complain(s, lia_check_at(c, f->where, "name"), "the name '%.60s' is taken twice",
          f->name);
  lia_check_control(c, f->where, f->name);
  for (int e = 0; e < ends; e++) check_force_end(c, f, e);
  check_force_axes(c, f);
  if (f->port == LIA_PORT_coordinate) check_force_coordinates(c, f);
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size) {
    const int told = lia_val_given(f->param[at]);   // one complaint of numbers that are not there
    for (int j = 0; j < (told ? row->param[k].size : 1); j++)
      check_number(c, f, &row->param[k], at + j, own);
  }
  check_together(c, f);
}

// ---- own states ----

// is something that expressions name called so?
static int is_taken(const lia_spec *s, const char *name, int before) {
  int taken = lia_spec_find_coord(s, name) >= 0 || lia_spec_find_q(s, name) >= 0;
  for (int k = 0; k < s->ninput; k++) taken |= !strcmp(s->input[k].name, name);
  for (int k = 0; k < s->nsymbol; k++) taken |= !strcmp(s->symbol[k], name);
  for (int k = 0; k < before; k++)
    for (int i = 0; i < LIA_FORCE_STATES; i++)
      taken |= s->force[k].state[i] && !strcmp(s->force[k].state[i], name);
  return taken;
}

void lia_check_states(check *c, int first) {
  lia_spec *s = c->s;
  for (int i = first; i < s->nforce && !s->nomem; i++) {
    lia_spec_force *f = &s->force[i];
    for (int k = 0; k < LIA_FORCE_STATES; k++) {
      const char *word = lia_force_rows[f->kind]->state.name[k], *name = NULL;
      if (word) name = lia_spec_identifier(s, f->name, lia_spec_text(s, "_%s", word));
      while (name && !s->nomem && is_taken(s, name, i)) name = lia_spec_text(s, "%s_", name);
      f->state[k] = name;
    }
  }
}

// ---- outputs ----

void lia_check_outputs(check *c) {
  lia_spec *s = c->s;
  for (int i = s->outputs_before; i < s->noutput; i++) {
    const lia_spec_output *y = &s->output[i];
    lia_check_control(c, y->where, y->name);
    if (!lia_val_given(y->expr))
      lia_spec_complain(s, y->where, "expected an expression of coordinates, rates and inputs");
    for (int k = 0; k < i; k++)
      if (!strcmp(s->output[k].name, y->name))
        lia_spec_complain(s, lia_check_at(c, y->where, "name"), "the name '%.60s' is taken twice",
            y->name);
  }
}
