/* spec.c - filling a description, and walking over its numbers */
#include "describe/spec.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

const char *const lia_spec_shape_name[LIA_SHAPE_COUNT] = {
#define X(name, nsize) #name,
  LIA_SPEC_SHAPE_LIST(X)
#undef X
};
const int lia_spec_shape_nsize[LIA_SHAPE_COUNT] = {
#define X(name, nsize) nsize,
  LIA_SPEC_SHAPE_LIST(X)
#undef X
};

lia_status lia_spec_new(lia_spec **out, lia_error *err) {
  lia_spec *s = *out = lia_calloc(1, sizeof *s);
  if (!s) return LIA_FAIL(err, LIA_ENOMEM, "description", "out of memory");
  s->name = s->where = "";
  s->gravity[0] = s->gravity[1] = LIA_VAL(0);
  s->gravity[2] = LIA_VAL(-9.81);
  return LIA_OK;
}

void lia_spec_free(lia_spec *s) {
  if (!s) return;
  lia_arena_free(&s->arena);
  lia_free(s);
}

// room for one more in an array of n that doubles at powers of two; NULL: out of memory, the array
// is as it was
static void *grown(lia_spec *s, void *array, int n, size_t size) {
  if (n & (n - 1) || (n && n < 4)) return array;
  size_t room = n < 4 ? 4 : 2 * (size_t)n;
  LIA_ASSERT(room > (size_t)n);
  void *more = lia_arena_alloc(&s->arena, room * size);
  if (!more) { s->nomem = 1; return NULL; }
  if (n) memcpy(more, array, (size_t)n * size);
  return more;
}

// the next free entry of array, its count one up; NULL: out of memory
#define ADD(s, array, count)                                             \
  (more_ = grown((s), (array), (count), sizeof *(array)),                \
   more_ ? ((array) = more_, &(array)[(count)++]) : NULL)

const char *lia_spec_word(lia_spec *s, const char *text, size_t n) {
  const char *copy = lia_arena_text(&s->arena, text, n);
  if (!copy) s->nomem = 1;
  return copy;
}

static const char *word(lia_spec *s, const char *text) {
  return text ? lia_spec_word(s, text, strlen(text)) : NULL;
}

static const char *vtext(lia_spec *s, const char *fmt, va_list ap) {
  lia_text t = { 0 };
  lia_text_vprintf(&t, fmt, ap);
  const char *copy = t.nomem ? NULL : lia_spec_word(s, lia_text_str(&t), t.n);
  if (t.nomem) s->nomem = 1;
  lia_text_free(&t);
  return copy;
}

const char *lia_spec_text(lia_spec *s, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *t = vtext(s, fmt, ap);
  va_end(ap);
  return t;
}

const char *lia_spec_identifier(lia_spec *s, const char *name, const char *suffix) {
  char buf[72];
  size_t n = 0;
  for (const char *p = name; *p && n < 64; p++) {
    int digit = *p >= '0' && *p <= '9';
    int letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
    if (digit && !n) buf[n++] = 'q';
    buf[n++] = letter || digit ? *p : '_';
  }
  buf[n] = 0;
  return lia_spec_text(s, "%s%s", buf, suffix);
}

void lia_spec_suffix(const lia_spec_joint *j, int k, char suffix[LIA_SPEC_SUFFIX]) {
  LIA_ASSERT(k >= 0 && (j->kind == LIA_JOINT_moves || k < lia_joint_ndof(j->kind)));
  const char *const *word = lia_joint_types[j->kind]->suffix;
  suffix[0] = 0;
  if (word && word[k][0]) lia_text_format(suffix, LIA_SPEC_SUFFIX, "_%s", word[k]);
  else if (!word && j->ndof > 1) lia_text_format(suffix, LIA_SPEC_SUFFIX, "_%d", k + 1);
}

const char *lia_spec_quaternion(lia_spec *s, const lia_spec_joint *j, int k) {
  LIA_ASSERT(k >= 0 && k < 4 && lia_joint_quaternion(j->kind) >= 0);
  static const char *const suffix[] = { "_qw", "_qx", "_qy", "_qz" };
  return j->name ? lia_spec_identifier(s, j->name, suffix[k]) : NULL;
}

// the coordinate of the joint of this name, or NULL: one that follows another's has none of its own
static const char *coord_of_joint(const lia_spec *s, const char *name) {
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    if (j->ndof == 1 && !j->dof->follows && j->name && !strcmp(j->name, name)) return j->dof->coord;
  }
  return NULL;
}

static int find_name(const char *const *list, int n, const char *name) {
  for (int k = 0; k < n; k++)
    if (!strcmp(list[k], name)) return k;
  return -1;
}

static int find_either(const lia_spec *s, const char *const *list, int n, const char *name) {
  int k = find_name(list, n, name);
  const char *coord = k < 0 ? coord_of_joint(s, name) : NULL;
  return coord ? find_name(list, n, coord) : k;
}

int lia_spec_find_coord(const lia_spec *s, const char *name) {
  return find_either(s, s->coord, s->ncoord, name);
}

int lia_spec_find_q(const lia_spec *s, const char *name) {
  return find_either(s, s->qname, s->nq, name);
}

lia_spec_body *lia_spec_add_body(lia_spec *s, const char *name, const char *where) {
  void *more_;
  lia_spec_body *b = ADD(s, s->body, s->nbody);
  if (!b) return NULL;
  *b = (lia_spec_body){ .name = word(s, name), .where = word(s, where), .mass = LIA_VAL_NONE,
      .ijoint = -1 };
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL_NONE;
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL_NONE;
  return b;
}

lia_spec_joint *lia_spec_add_joint(lia_spec *s, const char *parent, const char *child, int kind,
    const char *where) {
  void *more_;
  lia_spec_joint *j = ADD(s, s->joint, s->njoint);
  if (!j) return NULL;
  *j = (lia_spec_joint){ .where = word(s, where), .parent = word(s, parent),
      .child = word(s, child), .kind = kind,
                         .iparent = -1, .ichild = -1 };
  for (int k = 0; k < LIA_JOINT_NPARAM; k++) j->param[k] = LIA_VAL_NONE;
  for (int k = 0; k < 3; k++) {
    j->axis[k] = LIA_VAL(k == 2);
    j->axis2[k] = LIA_VAL(k == 1);
  }
  lia_spec_set_dofs(s, j, lia_joint_ndof(kind));
  return j;
}

lia_spec_dof *lia_spec_set_dofs(lia_spec *s, lia_spec_joint *j, int ndof) {
  j->dof = NULL;
  j->ndof = 0;
  if (!ndof) return NULL;
  lia_spec_dof *dof = lia_arena_alloc(&s->arena, (size_t)ndof * sizeof *dof);
  if (!dof) { s->nomem = 1; return NULL; }
  for (int i = 0; i < ndof; i++) {
    dof[i] = (lia_spec_dof){ .icoord = -1 };
#define X(field, positive, use, unit, missing, text) dof[i].field = LIA_VAL_NONE;
    LIA_SPEC_DOF_LIST(X)
#undef X
    dof[i].scale = LIA_VAL(1);
    dof[i].offset = LIA_VAL(0);
  }
  j->ndof = ndof;
  return j->dof = dof;
}

lia_spec_frame *lia_spec_add_frame(lia_spec *s, const char *name, const char *body,
    const char *where) {
  void *more_;
  lia_spec_frame *f = ADD(s, s->frame, s->nframe);
  if (!f) return NULL;
  *f = (lia_spec_frame){ .name = word(s, name), .body = word(s, body), .where = word(s, where),
      .ibody = -1 };
  return f;
}

lia_spec_note *lia_spec_add_note(lia_spec *s, const char *name, int line, int up) {
  void *more_;
  lia_spec_note *n = ADD(s, s->note, s->nnote);
  if (!n) return NULL;
  *n = (lia_spec_note){ .name = word(s, name), .text = "", .line = line, .up = up };
  return n;
}

lia_spec_loop *lia_spec_add_loop(lia_spec *s, const char *name, int kind, const char *where) {
  void *more_;
  lia_spec_loop *l = ADD(s, s->loop, s->nloop);
  if (!l) return NULL;
  *l = (lia_spec_loop){ .name = word(s, name), .where = word(s, where), .kind = kind };
  for (int k = 0; k < LIA_JOINT_NPARAM; k++) l->param[k] = LIA_VAL_NONE;
  for (int k = 0; k < 3; k++) l->axis[k] = LIA_VAL(k == 2);
  return l;
}

lia_spec_constraint *lia_spec_add_constraint(lia_spec *s, const char *name, int kind,
    const char *where) {
  void *more_;
  lia_spec_constraint *c = ADD(s, s->constraint, s->nconstraint);
  if (!c) return NULL;
  *c = (lia_spec_constraint){ .name = word(s, name), .where = word(s, where), .kind = kind };
  for (int e = 0; e < LIA_CONSTRAINT_ENDS; e++)
    for (int k = 0; k < 3; k++) c->end[e].axis[k] = LIA_VAL(k == 2);
  for (int k = 0; k < LIA_CONSTRAINT_NPARAM; k++) c->param[k] = LIA_VAL_NONE;
  for (int k = 0; k < LIA_CONSTRAINT_NEXPR; k++) c->expr[k] = LIA_VAL_NONE;
  return c;
}

lia_spec_force *lia_spec_add_force(lia_spec *s, const char *name, int kind, const char *where) {
  void *more_;
  lia_spec_force *f = ADD(s, s->force, s->nforce);
  if (!f) return NULL;
  *f = (lia_spec_force){ .name = word(s, name), .where = word(s, where), .kind = kind };
  for (int e = 0; e < 2; e++)
    for (int k = 0; k < 3; k++) f->point[e][k] = LIA_VAL(0);
  for (int k = 0; k < LIA_FORCE_NPARAM; k++) f->param[k] = LIA_VAL_NONE;
  for (int k = 0; k < 3; k++) f->own[k] = LIA_VAL_NONE;
  return f;
}

// where memory ran out a name is NULL, and nomem tells it later
static int force_named(const lia_spec *s, const char *name) {
  for (int k = 0; k < s->nforce; k++)
    if (s->force[k].name && !strcmp(s->force[k].name, name)) return 1;
  return 0;
}

const char *lia_spec_force_name(lia_spec *s, int kind) {
  char name[64];
  int n = s->nforce;
  do lia_text_format(name, sizeof name, "%s%d", lia_force_rows[kind]->name, ++n);
  while (force_named(s, name));
  return word(s, name);
}

lia_spec_input *lia_spec_add_input(lia_spec *s, const char *name, const char *where) {
  void *more_;
  lia_spec_input *u = ADD(s, s->input, s->ninput);
  if (!u) return NULL;
  *u = (lia_spec_input){ .name = word(s, name), .where = word(s, where), .value = LIA_VAL(0),
      .min = LIA_VAL_NONE, .max = LIA_VAL_NONE };
  return u;
}

lia_spec_output *lia_spec_add_output(lia_spec *s, const char *name, const char *where) {
  void *more_;
  lia_spec_output *y = ADD(s, s->output, s->noutput);
  if (!y) return NULL;
  *y = (lia_spec_output){ .name = word(s, name), .where = word(s, where), .expr = LIA_VAL_NONE };
  return y;
}

lia_spec_shape *lia_spec_add_shape(lia_spec *s, lia_spec_body *b, int kind) {
  void *more_;
  lia_spec_shape *h = ADD(s, b->shape, b->nshape);
  if (!h) return NULL;
  *h = (lia_spec_shape){ .kind = kind, .color = { -1, -1, -1, -1 } };
  for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL_NONE;
  return h;
}

int lia_spec_add_coord(lia_spec *s, const char *name) {
  void *more_;
  const char **c = ADD(s, s->coord, s->ncoord);
  if (!c) return -1;
  *c = word(s, name);
  return s->ncoord - 1;
}

lia_spec_move *lia_spec_add_move(lia_spec *s, lia_spec_place *p, lia_move_kind kind, lia_val by) {
  void *more_;
  lia_spec_move *m = ADD(s, p->move, p->n);
  if (!m) return NULL;
  *m = (lia_spec_move){ .kind = kind, .dof = -1, .by = by, .X = LIA_FRAME_IDENTITY };
  return m;
}

void lia_spec_place_rpy(lia_spec *s, lia_spec_place *p, const double at[3], const double rpy[3]) {
  static const lia_move_kind slide[3] = { LIA_MOVE_TX, LIA_MOVE_TY, LIA_MOVE_TZ };
  static const lia_move_kind turn[3] = { LIA_MOVE_RX, LIA_MOVE_RY, LIA_MOVE_RZ };
  for (int k = 0; k < 3; k++)
    if (at[k] != 0) lia_spec_add_move(s, p, slide[k], LIA_VAL(at[k]));
  // fixed x, y, z is moving z, y, x
  for (int k = 2; k >= 0; k--)
    if (rpy[k] != 0) lia_spec_add_move(s, p, turn[k], LIA_VAL(rpy[k]));
}

// what a terminal would obey is not handed on, whatever the user's names are
static void hide_controls(char *text) {
  for (unsigned char *p = (unsigned char *)text; p && *p; p++)
    if (*p < 32 || *p == 127) *p = '?';
}

static void spec_complain(lia_spec *s, int warning, const char *path, const char *fmt, va_list ap) {
  void *more_;
  char *text = (char *)vtext(s, fmt, ap), *where = (char *)word(s, path);   // in the arena: ours
  hide_controls(text);
  hide_controls(where);
  lia_spec_complaint *c = text && where ? ADD(s, s->complaint, s->ncomplaint) : NULL;
  s->nerror += !warning;
  if (c) *c = (lia_spec_complaint){ where, text, warning };
}

void lia_spec_complain(lia_spec *s, const char *path, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  spec_complain(s, 0, path, fmt, ap);
  va_end(ap);
}

void lia_spec_warn(lia_spec *s, const char *path, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  spec_complain(s, 1, path, fmt, ap);
  va_end(ap);
}

// every numeric field -----------------------------------------------------------------------------

typedef struct walk {
  lia_spec_visit *visit;
  void *context;
  char path[LIA_ERROR_PATH];
} walk;

// a plain number interests no visitor: its path is not written
static int plain(const lia_val *v) { return !v->text && !isinf(v->x); }

static void spec_one(walk *w, const char *where, const char *field, lia_use use, lia_val *v) {
  if (plain(v)) return;
  lia_text_format(w->path, sizeof w->path, "%s.%s", where, field);
  w->visit(w->context, w->path, use, v);
}

static void list(walk *w, const char *where, const char *field, lia_use use, lia_val *v, int n) {
  for (int k = 0; k < n; k++) {
    if (plain(&v[k])) continue;
    lia_text_format(w->path, sizeof w->path, "%s%s%s[%d]", where, *where ? "." : "", field, k + 1);
    w->visit(w->context, w->path, use, &v[k]);
  }
}

static void spec_place(walk *w, const char *where, const char *field, lia_use use,
    lia_spec_place *p) {
  for (int k = 0; k < p->n; k++) {
    lia_spec_move *m = &p->move[k];
    if (m->kind == LIA_MOVE_FRAME || m->dof >= 0 || plain(&m->by)) continue;
    lia_text_format(w->path, sizeof w->path, "%s.%s[%d]", where, m->field ? m->field : field,
        m->field ? m->entry : k + 1);
    w->visit(w->context, w->path, use, &m->by);
  }
}

static void spec_body(walk *w, lia_spec_body *b) {
  spec_one(w, b->where, "mass", LIA_USE_DYNAMICS, &b->mass);
  list(w, b->where, "com", LIA_USE_DYNAMICS, b->com, 3);
  list(w, b->where, "inertia", LIA_USE_DYNAMICS, b->inertia, 6);
  for (int k = 0; k < b->nshape; k++) {
    lia_spec_shape *shape = &b->shape[k];
    char field[32], where[LIA_ERROR_PATH];
    lia_text_format(field, sizeof field, "shapes[%d]", k + 1);
    lia_text_format(where, sizeof where, "%s.%s", b->where, field);
    list(w, b->where, field, LIA_USE_SHOWN, shape->size, lia_spec_shape_nsize[shape->kind]);
    spec_place(w, where, "place", LIA_USE_SHOWN, &shape->place);
  }
}

static void dof_field(walk *w, const lia_spec_joint *j, int i, const char *name, lia_use use,
    lia_val *v) {
  char field[64];
  if (plain(v)) return;
  if (j->ndof > 1) lia_text_format(field, sizeof field, "dofs[%d].%s", i + 1, name);
  else lia_text_format(field, sizeof field, "%s", name);
  spec_one(w, j->where, field, use, v);
}

static void dof(walk *w, const lia_spec_joint *j, int i) {
  lia_spec_dof *d = &j->dof[i];
#define X(name, positive, use, unit, missing, text) \
  dof_field(w, j, i, #name, LIA_USE_##use, &d->name);
  LIA_SPEC_DOF_LIST(X)
#undef X
}

// the numbers a joint of this kind is given
static void params(walk *w, const char *where, int kind, lia_val *param) {
  const lia_joint_type *row = lia_joint_types[kind];
  for (int k = 0; k < row->nparam; k++)
    spec_one(w, where, row->param[k].name, LIA_USE_KINEMATICS, &param[k]);
}

static void joint(walk *w, lia_spec_joint *j) {
  const lia_use use = LIA_USE_KINEMATICS;
  spec_place(w, j->where, "place", use, &j->place);
  list(w, j->where, "axis", use, j->axis, 3);
  list(w, j->where, "axis2", use, j->axis2, 3);
  params(w, j->where, j->kind, j->param);
  spec_place(w, j->where, "moves", use, &j->moves);
  for (int i = 0; i < j->ndof; i++) dof(w, j, i);
  spec_place(w, j->where, "after", use, &j->after);
}

static void constraint(walk *w, lia_spec_constraint *c) {
  static const char *const end[LIA_CONSTRAINT_ENDS][2] = { { "from_place", "from_axis" },
      { "to_place", "to_axis" },
      { "from2_place", "from2_axis" }, { "to2_place", "to2_axis" } };
  const lia_constraint_type *row = lia_constraint_types[c->kind];
  const lia_use use = LIA_USE_KINEMATICS;
  for (int e = 0; e < row->nend; e++) {
    spec_place(w, c->where, end[e][0], use, &c->end[e].place);
    list(w, c->where, end[e][1], use, c->end[e].axis, 3);
  }
  for (int k = 0; k < row->nparam; k++)
    spec_one(w, c->where, row->param[k].name, use, &c->param[k]);
  if (c->factor) list(w, c->where, "coordinates", use, c->factor, c->ncoord);
}

void lia_spec_each_equation(lia_spec *s, lia_spec_visit *visit, void *context) {
  walk w = { .visit = visit, .context = context };
  for (int i = 0; i < s->nconstraint; i++) {
    lia_spec_constraint *c = &s->constraint[i];
    const lia_constraint_type *row = lia_constraint_types[c->kind];
    const char *field = row->nexpr > 1 ? "equation" : row->expr_key;
    for (int k = 0; k < row->nexpr; k++)
      spec_one(&w, c->where, field, LIA_USE_KINEMATICS, &c->expr[k]);
  }
}

static void force_numbers(walk *w, lia_spec_force *f) {
  const lia_force_row *row = lia_force_rows[f->kind];
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size) {
    if (row->param[k].size == 1) spec_one(w, f->where, row->param[k].name, LIA_USE_DYNAMICS,
        &f->param[at]);
    else list(w, f->where, row->param[k].name, LIA_USE_DYNAMICS, &f->param[at],
        row->param[k].size);
  }
  if (f->port == LIA_PORT_point) list(w, f->where, "f", LIA_USE_DYNAMICS, f->own, 3);
  else spec_one(w, f->where, "f", LIA_USE_DYNAMICS, &f->own[0]);
}

void lia_spec_each_acting(lia_spec *s, lia_spec_visit *visit, void *context) {
  walk w = { .visit = visit, .context = context };
  for (int i = s->forces_before; i < s->nforce; i++) force_numbers(&w, &s->force[i]);
  for (int i = s->outputs_before; i < s->noutput; i++)
    spec_one(&w, s->output[i].where, "expression", LIA_USE_DYNAMICS, &s->output[i].expr);
}

static void force_places(walk *w, lia_spec_force *f) {
  static const char *const key[2] = { "from_point", "to_point" };
  const int ends = f->port == LIA_PORT_line ? 2 : f->port == LIA_PORT_point;
  for (int e = 0; e < ends; e++)
    list(w, f->where, ends == 1 ? "point" : key[e], LIA_USE_DYNAMICS, f->point[e], 3);
  if (f->factor) list(w, f->where, "joint", LIA_USE_DYNAMICS, f->factor, f->ncoord);
}

void lia_spec_each_place(lia_spec *s, lia_spec_visit *visit, void *context) {
  walk w = { .visit = visit, .context = context };
  for (int i = s->forces_before; i < s->nforce; i++) force_places(&w, &s->force[i]);
}

// where nothing sets it, and its bounds: they do not move
static void input_numbers(walk *w, lia_spec_input *u) {
  spec_one(w, u->where, "value", LIA_USE_DYNAMICS, &u->value);
  spec_one(w, u->where, "min", LIA_USE_SHOWN, &u->min);
  spec_one(w, u->where, "max", LIA_USE_SHOWN, &u->max);
}

void lia_spec_each(lia_spec *s, lia_spec_visit *visit, void *context) {
  walk w = { .visit = visit, .context = context };
  list(&w, "", "gravity", LIA_USE_DYNAMICS, s->gravity, 3);
  for (int i = 0; i < s->nbody; i++) spec_body(&w, &s->body[i]);
  for (int i = 0; i < s->njoint; i++) joint(&w, &s->joint[i]);
  for (int i = 0; i < s->nframe; i++)
    spec_place(&w, s->frame[i].where, "place", LIA_USE_KINEMATICS, &s->frame[i].place);
  for (int i = 0; i < s->nloop; i++) {
    list(&w, s->loop[i].where, "axis", LIA_USE_KINEMATICS, s->loop[i].axis, 3);
    params(&w, s->loop[i].where, s->loop[i].kind, s->loop[i].param);
  }
  for (int i = 0; i < s->nconstraint; i++) constraint(&w, &s->constraint[i]);
  lia_spec_each_place(s, visit, context);
  for (int i = 0; i < s->ninput; i++) input_numbers(&w, &s->input[i]);
}

// ---- what a degree of freedom says of its coordinate ----

static const lia_spec_dof *owner(const lia_spec *s, int icoord) {
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) {
      const lia_spec_dof *d = &s->joint[i].dof[k];
      if (!d->follows && d->icoord == icoord) return d;
    }
  return NULL;
}

const lia_spec_dof *lia_spec_dof_of_q(const lia_spec *s, int n) {
  for (int k = 0; k < s->ncoord; k++)
    if (s->qname[n] == s->coord[k]) return owner(s, k);
  return NULL;
}

static double number_or(lia_val v, double otherwise) {
  return !v.text && lia_val_given(v) ? v.x : otherwise;
}

// reads, reads_at of number n of q
static void scale_of(const lia_spec *s, int n, double *gain, double *zero) {
  const lia_spec_dof *d = lia_spec_dof_of_q(s, n);
  *gain = d ? number_or(d->reads, 1) : 1;
  *zero = d ? number_or(d->reads_at, 0) : 0;
}

void lia_spec_readings(const lia_spec *s, const double *q, double *out) {
  double gain, zero;
  for (int n = 0; n < s->nq; n++) {
    scale_of(s, n, &gain, &zero);
    out[n] = gain * q[n] + zero;
  }
}

void lia_spec_from_readings(const lia_spec *s, const double *r, double *out) {
  double gain, zero;
  for (int n = 0; n < s->nq; n++) {
    scale_of(s, n, &gain, &zero);
    out[n] = (r[n] - zero) / gain;
  }
}
