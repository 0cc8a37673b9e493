/* check.c - every complaint about a description, each with its path */
#include "describe/check.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "geo/rot.h"
#include "geo/inertia.h"
#include "describe/values.h"

#include <math.h>
#include <string.h>

enum { MOST_TOLD = 20, LONGEST_NAME = 200 };

// what a check works with: who has which name, and who already was complained about
typedef struct check {
  lia_spec *s;
  lia_names body, place, coord;   /* bodies; bodies and frames; coordinates */
  // (nbody) joints that lead to this body; -1: of several bodies with this name
  int *count;
  char path[LIA_ERROR_PATH];
} check;

const char *lia_check_hint(char buf[LIA_CHECK_HINT], const char *got, const char *const *name,
    int n) {
  int k = lia_names_nearest_of(name, n, got, strlen(got));
  if (k < 0) return lia_names_listed_of(name, n, buf);
  lia_text_format(buf, LIA_CHECK_HINT, " (did you mean '%.60s'?)", name[k]);
  return buf;
}

// a name entered for one that cannot be used, so that ids stay indices: nobody can write it
static int is_filler(const char *name) { return name[0] == '\n'; }

static const char *check_near(char buf[LIA_CHECK_HINT], const lia_names *t, const char *got) {
  int k = lia_names_nearest(t, got, strlen(got));
  buf[0] = 0;
  for (int i = 0; i < t->count; i++)
    if (is_filler(lia_names_text(t, i))) return buf;
  if (k < 0) return lia_names_listed(t, buf);
  lia_text_format(buf, LIA_CHECK_HINT, " (did you mean '%.60s'?)", lia_names_text(t, k));
  return buf;
}

static const char *at(check *c, const char *where, const char *field) {
  lia_text_format(c->path, sizeof c->path, "%s.%s", where, field);
  return c->path;
}

static int find(const lia_names *t, const char *name) {
  return lia_names_find(t, name, strlen(name));
}

static int is_world(const char *name) { return !strcmp(name, "world"); }

// names -------------------------------------------------------------------------------------------

// what a terminal would obey, and a line of text cannot show: control characters, those of eight
// bits too (U+0080 .. U+009F)
static int has_control(const char *name) {
  for (const unsigned char *p = (const unsigned char *)name; *p; p++)
    if (*p < 32 || *p == 127 || (*p == 0xC2 && p[1] >= 0x80 && p[1] < 0xA0)) return 1;
  return 0;
}

static void check_name(check *c, const char *where, const char *name) {
  if (name && has_control(name))
    lia_spec_complain(c->s, at(c, where, "name"), "a name has no control characters");
}

// a name of its own in t, or a complaint
static int check_enter(check *c, lia_names *t, const char *name, const char *where,
    const char *what) {
  lia_spec *s = c->s;
  if (!name[0]) {
    lia_spec_complain(s, at(c, where, "name"), "a %s needs a name", what);
    return -1;
  }
  if (strlen(name) > LONGEST_NAME) {
    lia_spec_complain(s, at(c, where, "name"), "a name has at most %d letters", LONGEST_NAME);
    return -1;
  }
  if (has_control(name)) {
    check_name(c, where, name);
    return -1;
  }
  if (is_world(name)) {
    lia_spec_complain(s, at(c, where, "name"), "'world' is the ground, no %s", what);
    return -1;
  }
  if (find(t, name) >= 0) {
    lia_spec_complain(s, at(c, where, "name"), "the name '%.60s' is taken twice", name);
    return -1;
  }
  int id = lia_names_add(t, name, strlen(name));
  if (id < 0) s->nomem = 1;
  return id;
}

static void enter_names(check *c) {
  lia_spec *s = c->s;
  if (s->name && has_control(s->name))
    lia_spec_complain(s, "name", "a name has no control characters");
  for (int i = 0; i < s->nbody; i++) {
    lia_spec_body *b = &s->body[i];
    // the id of a body must be its index: an unusable name is entered under one that nobody can
    // write
    int twin = find(&c->body, b->name);
    if (check_enter(c, &c->body, b->name, b->where, "body") < 0) {
      if (twin >= 0) c->count[twin] = -1;
      char filler[32];
      lia_text_format(filler, sizeof filler, "\n%d", i);
      if (lia_names_add(&c->body, filler, strlen(filler)) < 0) s->nomem = 1;
      b->broken = 1;
    } else if (lia_names_add(&c->place, b->name, strlen(b->name)) < 0) {
      s->nomem = 1;
    }
  }
  for (int i = 0; i < s->nframe; i++)
    check_enter(c, &c->place, s->frame[i].name, s->frame[i].where, "frame");
}

// the tree ----------------------------------------------------------------------------------------

static int body_index(check *c, const char *name) {
  return is_world(name) ? -1 : find(&c->body, name);
}

// looking for who was meant takes long among many, and complaints beyond the first are counted only
static const char *near_body(check *c, char hint[LIA_CHECK_HINT], const char *got) {
  return c->s->nerror < MOST_TOLD ? check_near(hint, &c->body, got) : "";
}

static void link_joint(check *c, int i) {
  lia_spec *s = c->s;
  lia_spec_joint *j = &s->joint[i];
  char hint[LIA_CHECK_HINT];
  if (j->name != j->child && strcmp(j->name ? j->name : "", j->child))
    check_name(c, j->where, j->name);
  if (j->name && !j->name[0] && !j->broken)
    lia_spec_complain(s, at(c, j->where, "name"), "a joint needs a name");
  j->iparent = body_index(c, j->parent);
  j->ichild = body_index(c, j->child);
  if (j->iparent < 0 && !is_world(j->parent) && !(j->broken && !j->parent[0])) {
    lia_spec_complain(s, at(c, j->where, "parent"), "no body is named '%.60s'%s", j->parent,
        near_body(c, hint, j->parent));
    j->broken = 1;
  }
  if (j->ichild < 0) {
    if (j->broken && !j->child[0]) return;
    if (is_world(j->child) && strstr(j->where, "bod") == j->where) return;  // told of the body
    if (is_world(j->child))
      lia_spec_complain(s, at(c, j->where, "child"), "nothing leads to the world");
    else lia_spec_complain(s, at(c, j->where, "child"), "no body is named '%.60s'%s", j->child,
        near_body(c, hint, j->child));
    j->broken = 1;
    return;
  }
  lia_spec_body *b = &s->body[j->ichild];
  if (c->count[j->ichild] < 0) return;
  if (c->count[j->ichild]++ == 0) { b->ijoint = i; return; }
  lia_spec_complain(s, j->where,
      "a second joint leads to body '%.60s', after %s (close a loop under loops)", b->name,
      s->joint[b->ijoint].where);
  j->broken = 1;
}

static void bodies_without_joint(check *c) {
  lia_spec *s = c->s;
  for (int i = 0; i < s->nbody; i++)
    if (!c->count[i] && !s->body[i].broken)
      lia_spec_complain(s, s->body[i].where, "no joint leads to body '%.60s'", s->body[i].name);
}

// body p is among its own ancestors: tell the way around
static void tell_cycle(check *c, int p) {
  lia_spec *s = c->s;
  const lia_spec_body *first = &s->body[p];
  lia_text t = { 0 };
  int i = p, cut = 0;
  lia_text_put(&t, first->name);
  do {
    i = s->joint[s->body[i].ijoint].iparent;
    if (t.n < 300 || i == p) lia_text_printf(&t, "%s -> %s", cut ? " ..." : "", s->body[i].name);
    else cut = 1;
  } while (i != p);
  if (t.nomem) s->nomem = 1;
  else lia_spec_complain(s, at(c, s->joint[first->ijoint].where, "parent"),
      "body '%.60s' is its own ancestor: %s", first->name,
      lia_text_str(&t));
  lia_text_free(&t);
}

// walk from every body towards the world, leaving a mark; one's own mark met again closes a cycle
static void find_cycles(check *c) {
  lia_spec *s = c->s;
  int *mark = lia_calloc((size_t)s->nbody + 1, sizeof *mark);
  if (!mark) { s->nomem = 1; return; }
  for (int i = 0; i < s->nbody; i++) {
    int p = i;
    while (p >= 0 && !mark[p]) {
      mark[p] = i + 1;
      p = s->body[p].ijoint < 0 ? -1 : s->joint[s->body[p].ijoint].iparent;
    }
    if (p >= 0 && mark[p] == i + 1) tell_cycle(c, p);
  }
  lia_free(mark);
}

// joints in an order in which parents come first: the entry whose coordinate the user lists first,
// else the earliest, of those whose parent is placed. A heap of ready joints, smallest key on top.
typedef struct ready { int key, joint; } ready;

static int check_before(ready a, ready b) {
  return a.key != b.key ? a.key < b.key : a.joint < b.joint;
}

static void push(ready *heap, int *n, ready r) {
  int k = (*n)++;
  for (; k > 0 && check_before(r, heap[(k - 1) / 2]); k = (k - 1) / 2) heap[k] = heap[(k - 1) / 2];
  heap[k] = r;
}

static ready pop(ready *heap, int *n) {
  ready top = heap[0], last = heap[--*n];
  int k = 0;
  for (int child; (child = 2 * k + 1) < *n; k = child) {
    child += child + 1 < *n && check_before(heap[child + 1], heap[child]);
    if (!check_before(heap[child], last)) break;
    heap[k] = heap[child];
  }
  heap[k] = last;
  return top;
}

static ready check_entry(const lia_spec *s, int listed, int j) {
  int key = listed ? -1 : 0;
  if (listed && s->joint[j].ndof) key = s->joint[j].dof[0].icoord;
  return (ready){ key, j };
}

static void sort_joints(check *c, int listed) {
  lia_spec *s = c->s;
  size_t n = (size_t)s->njoint + 1;
  s->order = lia_arena_alloc(&s->arena, n * sizeof *s->order);
  // children of body b: first[b+1], then next[joint]
  int *first = lia_calloc(n + (size_t)s->nbody + 1, sizeof *first),
      *next = first ? first + s->nbody + 1 : NULL;
  ready *heap = lia_calloc(n, sizeof *heap);
  if (!s->order || !first || !heap) { s->nomem = 1; goto done; }

  for (int i = 0; i <= s->nbody; i++) first[i] = -1;
  for (int j = s->njoint - 1; j >= 0; j--) {
    next[j] = first[s->joint[j].iparent + 1];
    first[s->joint[j].iparent + 1] = j;
  }
  int nheap = 0, placed = 0;
  for (int j = first[0]; j >= 0; j = next[j]) push(heap, &nheap, check_entry(s, listed, j));
  while (nheap) {
    int j = pop(heap, &nheap).joint;
    s->order[placed++] = j;
    for (int k = first[s->joint[j].ichild + 1]; k >= 0; k = next[k])
      push(heap, &nheap, check_entry(s, listed, k));
  }
done:
  lia_free(first);
  lia_free(heap);
}

// coordinates -------------------------------------------------------------------------------------

static void coordinate_name(check *c, const lia_spec_joint *j, const lia_spec_dof *d) {
  lia_spec *s = c->s;
  if (!d->coord || !d->coord[0]) {
    lia_spec_complain(s, at(c, j->where, "q"), "a coordinate needs a name");
    return;
  }
  for (const char *p = d->coord; *p; p++) {
    int letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
    if (letter || (p != d->coord && *p >= '0' && *p <= '9')) continue;
    lia_spec_complain(s, at(c, j->where, "q"),
        "'%.60s' is no name for a coordinate: letters, digits and _ only, a letter first",
        d->coord);
    return;
  }
}

static void enter_listed(check *c, int listed) {
  lia_spec *s = c->s;
  for (int k = 0; k < listed; k++) {
    lia_text_format(c->path, sizeof c->path, "coordinates[%d]", k + 1);
    if (find(&c->coord, s->coord[k]) >= 0)
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
  d->icoord = find(&c->coord, d->coord);
  if (d->icoord >= 0 && (d->icoord >= listed || owned[d->icoord])) {
    lia_spec_complain(s, at(c, j->where, "q"),
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
  d->icoord = find(&c->coord, d->coord);
  if (d->icoord < 0 || (d->icoord < listed && !owned[d->icoord]))
    lia_spec_complain(c->s, at(c, j->where, "follows"), "no joint has the coordinate '%.60s'%s",
        d->coord, d->icoord < 0 ? check_near(hint, &c->coord, d->coord) : "");
}

// own coordinates first, then those that follow them
static void enter_coordinates(check *c) {
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
static void name_numbers(check *c) {
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
  lia_free(of);
}

// numbers -----------------------------------------------------------------------------------------

static void finite(void *context, const char *path, lia_use use, lia_val *v) {
  check *c = context;
  (void)use;
  if (!v->text && isinf(v->x)) lia_spec_complain(c->s, path, "must be finite, got %g", v->x);
}

static int all_numbers(const lia_val *v, int n) {
  for (int k = 0; k < n; k++)
    if (v[k].text || !isfinite(v[k].x)) return 0;
  return 1;
}

static int check_number(lia_val v) { return all_numbers(&v, 1); }

static void check_axis(check *c, const char *where, const char *field, const lia_val axis[3]) {
  if (all_numbers(axis, 3) && !(hypot(hypot(axis[0].x, axis[1].x), axis[2].x) > 1e-12))
    lia_spec_complain(c->s, at(c, where, field), "an axis needs a length");
}

static void check_place(check *c, const char *where, const char *field, const lia_spec_place *p) {
  for (int k = 0; k < p->n; k++) {
    if (p->move[k].kind != LIA_MOVE_FRAME) continue;
    const double *R = p->move[k].X.R;
    double worst = lia_rot_error(R);
    for (int i = 0; i < 12; i++)
      if (!isfinite(i < 9 ? R[i] : p->move[k].X.p[i - 9])) worst = (double)INFINITY;
    if (worst > 1e-6)
      lia_spec_complain(c->s, at(c, where, p->move[k].field ? p->move[k].field : field),
          "this is no rotation: R'R differs from 1 by %.2g", worst);
  }
}

static void check_dof(check *c, const lia_spec_joint *j, int i) {
  lia_spec *s = c->s;
  const lia_spec_dof *d = &j->dof[i];
  char where[LIA_ERROR_PATH];
  if (j->ndof > 1) lia_text_format(where, sizeof where, "%s.dofs[%d]", j->where, i + 1);
  else lia_text_format(where, sizeof where, "%s", j->where);
#define X(field, positive, use, unit, missing, text)                                          \
  if (positive && check_number(d->field) && d->field.x < 0)                          \
    lia_spec_complain(s, at(c, where, #field), "must not be negative, got %g", d->field.x);
  LIA_SPEC_DOF_LIST(X)
#undef X
  if (check_number(d->min) && check_number(d->max)) {
    if (d->min.x > d->max.x)
      lia_spec_complain(s, at(c, where, "limits"), "the lower limit %g is above the upper limit %g",
          d->min.x, d->max.x);
    if (d->min.x == d->max.x)
      lia_spec_warn(s, at(c, where, "limits"), "this joint cannot move: both limits are %g",
          d->min.x);
    if (check_number(d->home) && (d->home.x < d->min.x || d->home.x > d->max.x))
      lia_spec_warn(s, at(c, where, "home"), "%g is outside the limits %g .. %g", d->home.x,
          d->min.x, d->max.x);
  }
  if (lia_val_is(d->scale, 0)) lia_spec_complain(s, at(c, where, "scale"), "must not be zero");
  if (lia_val_is(d->gear, 0)) lia_spec_complain(s, at(c, where, "gear"), "must not be zero");
  if (lia_val_given(d->gear) && !lia_val_given(d->rotor))
    lia_spec_warn(s, at(c, where, "gear"), "a gear without a rotor does nothing");
}

static void check_axes(check *c, const lia_spec_joint *j) {
  check_axis(c, j->where, "axis2", j->axis2);
  if (!all_numbers(j->axis, 3) || !all_numbers(j->axis2, 3)) return;
  const double u[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x };
  const double w[3] = { j->axis2[0].x, j->axis2[1].x, j->axis2[2].x };
  if (fabs(lia_dot3(u, w)) > 1e-9 * lia_norm3(u) * lia_norm3(w))
    lia_spec_complain(c->s, at(c, j->where, "axis2"),
        "the axes of a %s joint are perpendicular (where none is given axis is z, axis2 is y)",
        lia_joint_name[j->kind]);
}

static void check_params(check *c, const lia_spec_joint *j) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  for (int k = 0; k < row->nparam; k++)
    if (isnan(row->param[k].defaults) && !lia_val_given(j->param[k]))
      lia_spec_complain(c->s, at(c, j->where, row->param[k].name), "a %s joint needs its %s, in %s",
          row->name,
          row->param[k].name, row->param[k].unit);
}

static void check_joint(check *c, const lia_spec_joint *j) {
  if (lia_joint_types[j->kind]->naxis) check_axis(c, j->where, "axis", j->axis);
  if (lia_joint_types[j->kind]->naxis == 2) check_axes(c, j);
  check_params(c, j);
  if (j->kind == LIA_JOINT_moves && !j->ndof && !j->broken)
    lia_spec_complain(c->s, at(c, j->where, "joint"),
        "a sequence of moves needs one that moves by a coordinate");
  check_place(c, j->where, "place", &j->place);
  check_place(c, j->where, "after", &j->after);
  for (int i = 0; i < j->ndof; i++) check_dof(c, j, i);
}

// a body ------------------------------------------------------------------------------------------

static void check_inertia(check *c, const lia_spec_body *b) {
  double m = b->mass.x, com[3] = { 0 }, I[6], p[3], R[9], farthest = 0;
  lia_inertia J;
  for (int k = 0; k < 3; k++) com[k] = lia_val_given(b->com[k]) ? b->com[k].x : 0;
  for (int k = 0; k < 6; k++) I[k] = b->inertia[k].x;
  lia_inertia_of_com(&J, m, com, I);
  if (b->about_origin) memcpy(J.I, I, sizeof I);
  lia_inertia_principal(p, R, &J);
  for (int k = 0; k < 6; k++) farthest = fmax(farthest, fabs(J.I[k]));
  double noise = 1e-9 * farthest;
  if (p[0] < -noise && c->s->lenient)
    lia_spec_warn(c->s, at(c, b->where, "inertia"),
        "no body has this inertia: a principal moment is %.6g", p[0]);
  else if (p[0] < -noise)
    lia_spec_complain(c->s, at(c, b->where, "inertia"),
        "no body has this inertia: a principal moment is %.6g", p[0]);
  else if (p[0] + p[1] < p[2] - noise)
    lia_spec_warn(c->s, at(c, b->where, "inertia"),
        "no solid body has this inertia: of its principal moments, %.6g + %.6g is less than %.6g",
        p[0], p[1], p[2]);
}

static void check_shape(check *c, const lia_spec_body *b, int i) {
  const lia_spec_shape *h = &b->shape[i];
  char field[48];
  lia_text_format(field, sizeof field, "shapes[%d]", i + 1);
  for (int k = 0; k < lia_spec_shape_nsize[h->kind]; k++)
    if (check_number(h->size[k]) &&
        (h->kind == LIA_SHAPE_mesh ? h->size[k].x == 0 : h->size[k].x < 0))
      lia_spec_complain(c->s, at(c, b->where, field),
          h->kind == LIA_SHAPE_mesh ? "the scale of a %s must not be zero, got %g"
          : "the size of a %s must be positive, got %g", lia_spec_shape_name[h->kind],
          h->size[k].x);
  for (int k = 0; k < 4; k++)
    if (!isfinite(h->color[k])) {
      lia_spec_complain(c->s, at(c, b->where, field), "a color is four numbers from 0 to 1");
      break;
    }
  check_place(c, b->where, field, &h->place);
}

static void check_body(check *c, const lia_spec_body *b) {
  lia_spec *s = c->s;
  int given = 0;
  for (int k = 0; k < 6; k++) given += lia_val_given(b->inertia[k]);
  if (check_number(b->mass) && b->mass.x < 0) {
    lia_spec_complain(s, at(c, b->where, "mass"), "must not be negative, got %g", b->mass.x);
  } else if (!lia_val_given(b->mass) && given) {
    lia_spec_warn(s, at(c, b->where, "mass"), "an inertia is given and no mass");
  } else if (!b->broken && all_numbers(b->inertia, 6) && check_number(b->mass)
             && (all_numbers(b->com, 3) || !lia_val_given(b->com[0]))) {
    check_inertia(c, b);
  }
  for (int i = 0; i < b->nshape; i++) check_shape(c, b, i);
}

// frames, loops, tip ------------------------------------------------------------------------------

static void check_frame(check *c, lia_spec_frame *f) {
  char hint[LIA_CHECK_HINT];
  f->ibody = body_index(c, f->body);
  if (f->ibody < 0 && !is_world(f->body))
    lia_spec_complain(c->s, at(c, f->where, "body"), "no body is named '%.60s'%s", f->body,
        check_near(hint, &c->body, f->body));
  check_place(c, f->where, "place", &f->place);
}

static void check_loop_end(check *c, const lia_spec_loop *l, const char *field, const char *name) {
  char hint[LIA_CHECK_HINT];
  if (!name) lia_spec_complain(c->s, at(c, l->where, field), "expected a body or frame");
  else if (!is_world(name) && find(&c->place, name) < 0)
    lia_spec_complain(c->s, at(c, l->where, field), "no body or frame is named '%.60s'%s", name,
        check_near(hint, &c->place, name));
}

static void check_loop(check *c, const lia_spec_loop *l) {
  if (!l->name[0]) lia_spec_complain(c->s, at(c, l->where, "name"), "a loop needs a name");
  check_name(c, l->where, l->name);
  check_loop_end(c, l, "from", l->from);
  check_loop_end(c, l, "to", l->to);
  if (l->from && l->to && !strcmp(l->from, l->to))
    lia_spec_complain(c->s, l->where, "a loop from '%.60s' to itself", l->from);
  if (lia_joint_types[l->kind]->naxis) check_axis(c, l->where, "axis", l->axis);
  if (lia_joint_types[l->kind]->loop == LIA_CONSTRAINT_COUNT)
    lia_spec_complain(c->s, at(c, l->where, "joint"), "a %s joint closes no loop",
        lia_joint_name[l->kind]);
}

static void check_constraint_end(check *c, const lia_spec_constraint *k, int e) {
  static const char *const field[LIA_CONSTRAINT_ENDS][3] = { { "from", "from_axis", "from_place" },
      { "to", "to_axis", "to_place" },
      { "from2", "from2_axis", "from2_place" }, { "to2", "to2_axis", "to2_place" } };
  char hint[LIA_CHECK_HINT];
  const char *name = k->end[e].name;
  if (!name)
    lia_spec_complain(c->s, at(c, k->where, field[e][0]),
        "expected a body or frame (or \"world\")");
  else if (!is_world(name) && find(&c->place, name) < 0)
    lia_spec_complain(c->s, at(c, k->where, field[e][0]), "no body or frame is named '%.60s'%s",
        name, check_near(hint, &c->place, name));
  check_axis(c, k->where, field[e][1], k->end[e].axis);
  check_place(c, k->where, field[e][2], &k->end[e].place);
}

static void check_constraint(check *c, int i) {
  lia_spec *s = c->s;
  const lia_spec_constraint *k = &s->constraint[i];
  const lia_constraint_type *row = lia_constraint_types[k->kind];
  char hint[LIA_CHECK_HINT];
  if (k->broken) return;
  for (int j = 0; j < i; j++)
    if (!strcmp(s->constraint[j].name, k->name))
      lia_spec_complain(s, at(c, k->where, "name"), "the name '%.60s' is taken twice", k->name);
  for (int j = 0; j < s->nloop; j++)
    if (!strcmp(s->loop[j].name, k->name))
      lia_spec_complain(s, at(c, k->where, "name"), "the name '%.60s' is that of a loop", k->name);
  check_name(c, k->where, k->name);
  for (int e = 0; e < row->nend; e++) check_constraint_end(c, k, e);
  for (int j = 0; j < row->nparam; j++)
    if (!lia_val_given(k->param[j]) && isnan(row->param[j].defaults))
      lia_spec_complain(s, at(c, k->where, row->param[j].name), "a %s needs its %s", row->name,
          row->param[j].name);
  for (int j = 0; j < k->ncoord && !lia_constraint_drives(row); j++)
    if (find(&c->coord, k->coord[j]) < 0)
      lia_spec_complain(s, at(c, k->where, "coordinates"), "no joint has the coordinate '%.60s'%s",
          k->coord[j], check_near(hint, &c->coord, k->coord[j]));
  for (int j = 0; j < row->nexpr; j++) {
    const char *text = k->expr[j].text, *rough = text ? lia_values_corner(text) : NULL;
    if (rough)
      lia_spec_complain(s, at(c, k->where, "equation"),
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
    lia_spec_complain(s, at(c, k->where, "coordinate"), "no joint has the coordinate '%.60s'%s",
        k->coord[0], check_near(hint, &c->coord, k->coord[0]));
  lia_names_free(&names);
}

static void check_drivers(check *c) {
  const lia_spec *s = c->s;
  for (int i = 0; i < s->nconstraint; i++)
    if (lia_constraint_drives(lia_constraint_types[s->constraint[i].kind]))
      check_driven(c, &s->constraint[i]);
}

static void find_tip(check *c) {
  lia_spec *s = c->s;
  char hint[LIA_CHECK_HINT];
  s->itip = -1;
  if (s->tip) {
    for (int i = 0; i < s->nframe; i++)
      if (!strcmp(s->frame[i].name, s->tip)) { s->itip = i; s->tip_is_frame = 1; return; }
    s->itip = body_index(c, s->tip);
    if (s->itip < 0 && !is_world(s->tip))
      lia_spec_complain(s, "tip", "no body or frame is named '%.60s'%s", s->tip,
          check_near(hint, &c->place, s->tip));
    return;
  }
  // the last body, in order of the tree, that carries no other
  memset(c->count, 0, (size_t)s->nbody * sizeof *c->count);
  for (int i = 0; i < s->njoint; i++)
    if (s->joint[i].iparent >= 0) c->count[s->joint[i].iparent]++;
  for (int k = 0; k < s->njoint && !s->nerror && !s->nomem; k++)
    if (!c->count[s->joint[s->order[k]].ichild]) s->itip = s->joint[s->order[k]].ichild;
}

// what is missing for dynamics --------------------------------------------------------------------

static int silent(const lia_spec_body *b) {
  return !lia_val_given(b->mass) && !lia_val_given(b->inertia[0]) && !b->nshape;
}

static int check_lacks(const lia_spec_body *b) {
  if (lia_val_is(b->mass, 0)) return 0;
  return (lia_val_given(b->mass) ? 0 : LIA_LACKS_MASS) | (lia_val_given(b->inertia[0]) ? 0
      : LIA_LACKS_INERTIA);
}

// bodies fixed to each other form one: group[i] is the first of them, -1 the world; heavy: one of
// them says its mass
static void find_lacking(check *c) {
  lia_spec *s = c->s;
  int *group = lia_calloc(2 * (size_t)s->nbody + 1, sizeof *group),
      *heavy = group ? group + s->nbody : NULL;
  if (!group) { s->nomem = 1; return; }
  for (int k = 0; k < s->njoint; k++) {
    const lia_spec_joint *j = &s->joint[s->order[k]];
    const lia_spec_body *b = &s->body[j->ichild];
    int g = lia_joint_types[j->kind]->nv ? j->ichild : j->iparent < 0 ? -1 : group[j->iparent];
    group[j->ichild] = g;
    if (g >= 0) heavy[g] |= lia_val_given(b->mass);
  }
  for (int i = 0; i < s->nbody; i++) {
    int frame = group[i] < 0 || (silent(&s->body[i]) && group[i] != i);
    s->body[i].lacks = frame ? 0 : check_lacks(&s->body[i]);
  }
  // the body that moves may be the frame, and what is fixed to it the mass
  for (int i = 0; i < s->nbody; i++)
    if (group[i] == i && silent(&s->body[i]) && heavy[i]) s->body[i].lacks = 0;
  lia_free(group);
}

// all ---------------------------------------------------------------------------------------------

static void check_run(check *c) {
  lia_spec *s = c->s;
  int listed = s->ncoord > 0;
  enter_names(c);
  if (s->nomem) return;
  for (int i = 0; i < s->njoint; i++) link_joint(c, i);
  bodies_without_joint(c);
  find_cycles(c);
  enter_coordinates(c);
  lia_values_check(s);
  lia_spec_each(s, finite, c);
  for (int i = 0; i < s->nbody; i++) check_body(c, &s->body[i]);
  for (int i = 0; i < s->njoint; i++) check_joint(c, &s->joint[i]);
  for (int i = 0; i < s->nframe; i++) check_frame(c, &s->frame[i]);
  for (int i = 0; i < s->nloop; i++) check_loop(c, &s->loop[i]);
  for (int i = 0; i < s->nconstraint; i++) check_constraint(c, i);
  if (!s->nerror) sort_joints(c, listed);
  if (!s->nerror && !s->nomem) find_lacking(c);
  if (!s->nerror && !s->nomem) name_numbers(c);
  if (!s->nerror && !s->nomem) check_drivers(c);
  find_tip(c);
}

lia_status lia_spec_check(lia_spec *s, lia_error *err) {
  check c = { .s = s };
  if (!s->nomem) {
    c.count = lia_calloc((size_t)s->nbody + 1, sizeof *c.count);
    if (c.count) check_run(&c);
    else s->nomem = 1;
  }
  lia_names_free(&c.body);
  lia_names_free(&c.place);
  lia_names_free(&c.coord);
  lia_free(c.count);
  if (s->nomem) return LIA_FAIL(err, LIA_ENOMEM, "description", "out of memory");
  for (int i = 0; i < s->ncomplaint; i++)
    if (!s->complaint[i].warning)
      return LIA_FAIL(err, LIA_EMODEL, s->complaint[i].path, "%s", s->complaint[i].text);
  return LIA_OK;
}

int lia_check_report(const lia_spec *s, int warnings, char *out, size_t size) {
  int n = 0, told = 0, count = 0;
  for (int i = 0; i < s->ncomplaint; i++) count += s->complaint[i].warning == !!warnings;
  size_t used = 0;
#define PUT(...) (n = lia_text_format(used < size ? out + used : NULL, used < size ? size - used : 0, __VA_ARGS__), used += (size_t)n)
  if (size) out[0] = 0;
  if (count > 1) PUT("%d %s:", count, warnings ? "remarks" : "complaints");
  for (int i = 0; i < s->ncomplaint && told < MOST_TOLD; i++) {
    const lia_spec_complaint *k = &s->complaint[i];
    if (k->warning != !!warnings) continue;
    PUT("%s%s%s%s", count > 1 ? "\n  " : "", k->path, k->path[0] ? ": " : "", k->text);
    told++;
  }
  if (count > told) PUT("\n  and %d more", count - told);
#undef PUT
  return (int)used;
}
