/* compile.c - from a description to numbers */
#include "model/compile.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "kinds/joint.h"
#include "describe/values.h"

#include <string.h>

typedef struct compile {
  lia_spec *s;
  lia_compiled *out;
  lia_error *err;
  lia_body_def *body; int nbody;     /* what the model is made of, in its order */
  char *shared;                  /* (ncoord) 1: some joint follows it */
} compile;

// open names --------------------------------------------------------------------------------------

typedef struct refusal { lia_error *geometry, *dynamic; } refusal;

static void compile_look(void *context, const char *path, lia_use use, lia_val *v) {
  refusal *r = context;
  if (!v->text || use == LIA_USE_SHOWN) return;
  lia_error *err = use == LIA_USE_KINEMATICS ? r->geometry : r->dynamic;
  if (err->code != LIA_OK) return;
  char text[224];
  lia_values_open_text(v->text, text, sizeof text);
  err->code = LIA_FAIL(err, LIA_EMODEL, path, "%s", text);
}

// "bodies[2].mass is the symbol 'm2': ..." reads as one sentence
static void compile_join(lia_error *err) {
  char path[LIA_ERROR_PATH];
  memcpy(path, err->path, sizeof path);
  err->path[0] = 0;
  char text[224];
  lia_text_format(text, sizeof text, "%s %s", path, err->text);
  memcpy(err->text, text, sizeof text);
}

// dynamics is refused for the first body that lacks something
static void lacking(lia_spec *s, lia_error *err) {
  static const char *const what[] = { "", "mass is", "inertia is", "mass and inertia are" };
  static const char *const cure[] = { "", "mass = ..", "inertia = {xx, yy, zz}",
      "mass = .., inertia = {xx, yy, zz}" };
  static const char file_cure[] = "an <inertial>, or li.urdf(path, {missing = \"zero\"})";
  int more = -1, first = -1;
  for (int i = s->nbody - 1; i >= 0; i--)
    if (s->body[i].lacks) {
      first = i;
      more++;
    }
  if (first < 0 || err->code != LIA_OK) return;
  const lia_spec_body *b = &s->body[first];
  char others[60] = "";
  if (more) lia_text_format(others, sizeof others, "; %d more, see model:missing()", more);
  err->code = LIA_FAIL(err, LIA_EMODEL, "", "%s: the %s not given, and dynamics needs %s (%s%s)",
      b->where, what[b->lacks],
      b->lacks == 3 ? "both" : "it", s->lenient ? file_cure : cure[b->lacks], others);
}

// values ------------------------------------------------------------------------------------------

static double num(lia_val v, double missing) { return v.text || v.x != v.x ? missing : v.x; }

static void vec(double o[3], const lia_val v[3]) {
  for (int k = 0; k < 3; k++) o[k] = num(v[k], 0);
}

static void compile_place(lia_frame *X, const lia_spec_place *p) {
  *X = LIA_FRAME_IDENTITY;
  for (int i = 0; i < p->n; i++) {
    lia_frame step = p->move[i].X;
    if (p->move[i].kind != LIA_MOVE_FRAME)
      lia_move_elementary(&step, p->move[i].kind, num(p->move[i].by, 0));
    lia_frame_mul(X, X, &step);
  }
}

static lia_dof dof(const lia_spec_dof *d) {
  lia_dof o = lia_dof_none;
  double gear = num(d->gear, 1);
  o.q_min = num(d->min, o.q_min);
  o.q_max = num(d->max, o.q_max);
  o.v_max = num(d->speed, o.v_max);
  o.tau_max = num(d->effort, o.tau_max);
  o.damping = num(d->damping, 0);
  o.friction = num(d->friction, 0);
  o.stiffness = num(d->stiffness, 0);
  o.rest = num(d->rest, 0);
  o.armature = num(d->rotor, 0) * gear * gear;
  o.scale = num(d->scale, 1);
  o.offset = num(d->offset, 0);
  return o;
}

static void inertia(lia_body_def *o, const lia_spec_body *b) {
  double m = num(b->mass, 0), com[3], I[6];
  vec(com, b->com);
  int open = b->mass.text != NULL;
  for (int k = 0; k < 3; k++) open |= b->com[k].text != NULL;
  for (int k = 0; k < 6; k++) {
    open |= b->inertia[k].text != NULL;
    I[k] = num(b->inertia[k], 0);
  }
  o->has_inertia = !b->lacks && !open;
  if (!o->has_inertia) return;
  lia_inertia_of_com(&o->inertia, m, com, I);
  if (b->about_origin) memcpy(o->inertia.I, I, sizeof I);
}

// bodies ------------------------------------------------------------------------------------------

// A sequence is one custom joint where it can be: at most six coordinates, in the user's order,
// none of them shared. Else it becomes a chain of bodies without mass, one for each coordinate.
static int is_chain(const compile *c, const lia_spec_joint *j) {
  if (j->kind != LIA_JOINT_moves) return 0;
  int chain = j->ndof > LIA_JOINT_NMOVE;
  for (int i = 0; i < j->ndof; i++) {
    chain |= j->dof[i].follows || c->shared[j->dof[i].icoord];
    chain |= i > 0 && j->dof[i].icoord != j->dof[i-1].icoord + 1;
  }
  return chain;
}

static lia_body_def *compile_add(compile *c, const char *name) {
  lia_body_def *b = &c->body[c->nbody++];
  LIA_ASSERT(c->nbody > 0 && name);
  *b = lia_body_def_new(name);
  b->has_inertia = 1;
  return b;
}

// the axis of an elementary move, seen in a frame turned by R
static void move_axis(double axis[3], lia_move_kind kind, const double R[9]) {
  int k = 2;
  if (kind == LIA_MOVE_RX || kind == LIA_MOVE_TX) k = 0;
  if (kind == LIA_MOVE_RY || kind == LIA_MOVE_TY) k = 1;
  lia_set3(axis, R[k], R[3 + k], R[6 + k]);
}

static int is_slide(lia_move_kind kind) { return kind >= LIA_MOVE_TX && kind <= LIA_MOVE_TZ; }

// Constant moves between those of a sequence: the frame they lead to, as seen from the moves before
// it, goes into the shift and the axis of the next; what is left stands behind the joint.
static void custom(lia_body_def *b, const lia_spec_joint *j, const lia_frame *after) {
  lia_frame C = LIA_FRAME_IDENTITY, step;
  for (int i = 0; i < j->moves.n; i++) {
    const lia_spec_move *m = &j->moves.move[i];
    if (m->dof < 0) {
      step = m->X;
      if (m->kind != LIA_MOVE_FRAME) lia_move_elementary(&step, m->kind, num(m->by, 0));
      lia_frame_mul(&C, &C, &step);
      continue;
    }
    lia_elementary *e = &b->move[b->nmove];
    e->slide = is_slide(m->kind);
    move_axis(e->axis, m->kind, C.R);
    lia_copy3(e->shift, C.p);
    lia_set3(C.p, 0, 0, 0);
    b->dof[b->nmove++] = dof(&j->dof[m->dof]);
  }
  lia_frame_mul(&b->X_JB, &C, after);
}

static void compile_chain(compile *c, const lia_spec_joint *j, int parent) {
  lia_frame C;
  compile_place(&C, &j->place);
  for (int i = 0; i < j->moves.n; i++) {
    const lia_spec_move *m = &j->moves.move[i];
    lia_frame step = m->X;
    if (m->dof < 0) {
      if (m->kind != LIA_MOVE_FRAME) lia_move_elementary(&step, m->kind, num(m->by, 0));
      lia_frame_mul(&C, &C, &step);
      continue;
    }
    lia_body_def *b = compile_add(c, lia_spec_text(c->s, "%s'%d", j->child, m->dof + 1));
    const lia_frame E = LIA_FRAME_IDENTITY;
    b->parent = parent;
    b->X_PJ = C;
    b->joint = is_slide(m->kind) ? LIA_JOINT_prismatic : LIA_JOINT_revolute;
    move_axis(b->axis, m->kind, E.R);
    b->dof[0] = dof(&j->dof[m->dof]);
    b->dof[0].follows = j->dof[m->dof].follows ? j->dof[m->dof].icoord : -1;
    parent = c->nbody - 1;
    C = E;
  }
  // the body itself stands fixed on the last of them
  lia_frame after;
  compile_place(&after, &j->after);
  lia_body_def *b = compile_add(c, j->child);
  b->parent = parent;
  lia_frame_mul(&b->X_PJ, &C, &after);
}

static void single(compile *c, const lia_spec_joint *j, int parent) {
  lia_body_def *b = compile_add(c, j->child);
  lia_frame after;
  b->parent = parent;
  b->joint = j->kind;
  compile_place(&b->X_PJ, &j->place);
  compile_place(&after, &j->after);
  if (j->kind == LIA_JOINT_moves) { custom(b, j, &after); return; }
  b->X_JB = after;
  vec(b->axis, j->axis);
  vec(b->axis2, j->axis2);
  for (int k = 0; k < lia_joint_types[j->kind]->nparam; k++)
    b->param[k] = num(j->param[k], lia_joint_types[j->kind]->param[k].defaults);
  for (int i = 0; i < j->ndof; i++) b->dof[i] = dof(&j->dof[i]);
  // meanwhile the index of the coordinate; sort_bodies makes it that of a body
  if (j->ndof == 1 && j->dof->follows) b->dof->follows = j->dof->icoord;
}

// the whole ---------------------------------------------------------------------------------------

// a joint of several coordinates that is no sequence holds them together, in its order
static lia_status check_order(compile *c) {
  for (int i = 0; i < c->s->njoint; i++) {
    const lia_spec_joint *j = &c->s->joint[i];
    for (int k = 1; k < j->ndof && j->kind != LIA_JOINT_moves; k++)
      if (j->dof[k].icoord != j->dof[k-1].icoord + 1)
        return LIA_FAIL(c->err, LIA_EMODEL, "coordinates",
            "'%s' and '%s' of one %s joint must follow each other", j->dof[k-1].coord,
            j->dof[k].coord, lia_joint_name[j->kind]);
    for (int k = 0; k < j->ndof && j->ndof > 1 && j->kind != LIA_JOINT_moves; k++)
      if (j->dof[k].follows || c->shared[j->dof[k].icoord])
        return LIA_FAIL(c->err, LIA_EMODEL, j->where,
            "coordinates of a %s joint neither follow nor are followed", lia_joint_name[j->kind]);
  }
  return LIA_OK;
}

static void mark_shared(compile *c) {
  for (int i = 0; i < c->s->njoint; i++)
    for (int k = 0; k < c->s->joint[i].ndof; k++)
      if (c->s->joint[i].dof[k].follows) c->shared[c->s->joint[i].dof[k].icoord] = 1;
}

// all bodies, parents first; owner: of every coordinate, the body that moves by it
static void compile_emit(compile *c, int *owner) {
  lia_spec *s = c->s;
  for (int k = 0; k < s->njoint; k++) {
    const lia_spec_joint *j = &s->joint[s->order[k]];
    int first = c->nbody, parent = j->iparent < 0 ? -1 : c->out->body[j->iparent],
        in_chain = is_chain(c, j);
    if (in_chain) compile_chain(c, j, parent);
    else single(c, j, parent);
    c->out->body[j->ichild] = c->nbody - 1;
    inertia(&c->body[c->nbody - 1], &s->body[j->ichild]);
    for (int i = 0; i < j->ndof; i++)
      if (!j->dof[i].follows) owner[j->dof[i].icoord] = in_chain ? first + i : first;
  }
}

// Numbered again so that coordinates come in the user's order: first who has none of its own, then
// by coordinate. Parents may then stand behind their children, which a model allows.
static void sort_bodies(compile *c, int *owner, int *rank, lia_body_def *sorted) {
  lia_spec *s = c->s;
  int n = 0;
  for (int i = 0; i < c->nbody; i++) rank[i] = -1;
  for (int k = 0; k < s->ncoord; k++) rank[owner[k]] = 0;
  for (int i = 0; i < c->nbody; i++) rank[i] = rank[i] < 0 ? n++ : -1;
  for (int k = 0; k < s->ncoord; k++)
    if (rank[owner[k]] < 0) rank[owner[k]] = n++;
  for (int i = 0; i < c->nbody; i++) {
    lia_body_def *b = &sorted[rank[i]];
    *b = c->body[i];
    if (b->parent >= 0) b->parent = rank[b->parent];
    if (b->dof->follows >= 0) b->dof->follows = rank[owner[b->dof->follows]];
  }
  for (int i = 0; i < s->nbody; i++) c->out->body[i] = rank[c->out->body[i]];
}

static lia_status build(compile *c, int links) {
  lia_spec *s = c->s;
  int *owner = lia_calloc((size_t)s->ncoord + (size_t)links + 1, sizeof *owner);
  lia_body_def *sorted = lia_calloc((size_t)links, sizeof *sorted);
  lia_status st = LIA_OK;
  if (owner && sorted) compile_emit(c, owner);
  if (!owner || !sorted || s->nomem) {
    st = LIA_FAIL(c->err, LIA_ENOMEM, "model", "out of memory");
  } else {
    double gravity[3];
    vec(gravity, s->gravity);
    sort_bodies(c, owner, owner + s->ncoord, sorted);
    st = lia_model_new(&c->out->model, sorted, c->nbody, gravity, c->err);
  }
  lia_free(owner);
  lia_free(sorted);
  return st;
}

static void compile_frames(lia_compiled *c, const lia_spec *s) {
  for (int i = 0; i < s->nframe; i++) {
    c->frame[i] = (lia_compiled_frame){ .name = s->frame[i].name,
        .body = s->frame[i].ibody < 0 ? -1 : c->body[s->frame[i].ibody] };
    compile_place(&c->frame[i].X_BF, &s->frame[i].place);
  }
  if (s->itip < 0) c->tip = LIA_TIP_WORLD;
  else c->tip = s->tip_is_frame ? s->itip : -1 - c->body[s->itip];
}

// constraints -------------------------------------------------------------------------------------

void lia_compiled_locate(const lia_compiled *c, const lia_spec *s, const char *name, int *body,
    lia_frame *X) {
  *X = LIA_FRAME_IDENTITY;
  *body = -1;
  for (int i = 0; i < s->nbody; i++)
    if (!strcmp(s->body[i].name, name)) *body = c->body[i];
  for (int i = 0; i < s->nframe; i++)
    if (!strcmp(s->frame[i].name, name)) {
      *body = c->frame[i].body;
      *X = c->frame[i].X_BF;
    }
}

static void compile_end_of(const lia_compiled *c, const lia_spec *s, const char *name,
    const lia_spec_place *p, const lia_val axis[3], int *body, lia_frame *X) {
  lia_frame step = LIA_FRAME_IDENTITY;
  double a[3];
  lia_compiled_locate(c, s, name, body, X);
  if (p) {
    compile_place(&step, p);
    lia_frame_mul(X, X, &step);
  }
  step = LIA_FRAME_IDENTITY;
  vec(a, axis);
  lia_joint_align(step.R, a);
  lia_frame_mul(X, X, &step);
}

// what an equation may name; what is made of memory hangs at turn
static lia_status names_of(const lia_spec *s, const lia_model *m, lia_constraint_names *N,
    lia_error *err) {
  *N = (lia_constraint_names){ .nq = s->nq, .nv = s->ncoord, .q = s->qname, .v = s->coord };
  lia_constraint_turn *turn =
      lia_calloc(1, (size_t)m->nbody * sizeof *turn + ((size_t)m->nv + 1) * sizeof(int));
  if (!turn) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  int *at = (int *)(turn + m->nbody);
  for (int k = 0; k < m->nv; k++) at[k] = -1;
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *B = &m->body[i];
    if (B->nq != B->nv) turn[N->nturn++] = (lia_constraint_turn){ B->iq, B->iv, B->nv == 6 };
    else for (int k = 0; k < B->nv; k++) at[B->iv + k] = B->iq + k;
  }
  N->turn = turn;
  N->at = at;
  return LIA_OK;
}

static void number_text(lia_text *t, lia_val v, double missing) {
  lia_text_num(t, num(v, missing));
}

// the equation of a coordinate kind
static lia_status equation_of(const lia_spec_constraint *k, const lia_constraint_names *names,
    lia_constraint *c, lia_error *err) {
  lia_text text = { 0 }, part[LIA_CONSTRAINT_NPARAM] = { { 0 } };
  const lia_constraint_type *row = c->row;
  const char *param[LIA_CONSTRAINT_NPARAM] = { "0", "0" },
      *expr[LIA_CONSTRAINT_NEXPR] = { k->expr[0].text, k->expr[1].text };
  lia_text *factor = lia_calloc((size_t)k->ncoord + 1, sizeof *factor);
  const char **words = lia_calloc((size_t)k->ncoord + 1, sizeof *words);
  lia_status st = LIA_OK;
  if (!factor || !words) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int j = 0; st == LIA_OK && j < row->nparam; j++) {
    number_text(&part[j], k->param[j], row->param[j].defaults);
    param[j] = lia_text_str(&part[j]);
  }
  for (int j = 0; st == LIA_OK && k->factor && j < k->ncoord; j++) {
    number_text(&factor[j], k->factor[j], 1);
    words[j] = lia_text_str(&factor[j]);
  }
  if (st == LIA_OK)
    row->write(&text, &(lia_constraint_texts){ k->ncoord, k->coord, words, param, expr });
  if (st == LIA_OK) st = text.nomem ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory")
      : lia_constraint_read_equation(c, lia_text_str(&text), names, err);
  for (int j = 0; factor && j < k->ncoord; j++) lia_text_free(&factor[j]);
  for (int j = 0; j < row->nparam; j++) lia_text_free(&part[j]);
  lia_text_free(&text);
  lia_free(factor);
  lia_free(words);
  return st;
}

// the same, what its inputs are in the places of their names
static lia_status driven_equation(const lia_spec *s, const lia_spec_constraint *k,
    const lia_constraint_names *names, lia_constraint *c, lia_error *err) {
  lia_spec_constraint told = *k;
  lia_text text[LIA_CONSTRAINT_NEXPR] = { { 0 } };
  int nomem = 0;
  for (int j = 0; j < c->row->nexpr; j++) {
    if (lia_values_put_inputs(&text[j], s, k->expr[j].text))
      told.expr[j].text = lia_text_str(&text[j]);
    nomem |= text[j].nomem;
  }
  lia_status st = nomem ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory")
      : equation_of(&told, names, c, err);
  for (int j = 0; j < LIA_CONSTRAINT_NEXPR; j++) lia_text_free(&text[j]);
  return st;
}

// an open name in the text of an equation: it needs a value (x y z and t of a surface are no names)
static lia_status closed_text(const lia_spec *s, const lia_spec_constraint *k, const char *text,
    lia_error *err) {
  lia_names names = { 0 };
  lia_status st = !text || lia_values_names(text, &names) ? LIA_OK
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; st == LIA_OK && i < names.count; i++)
    for (int j = 0; st == LIA_OK && j < s->nsymbol; j++)
      if (!strcmp(lia_names_text(&names, i), s->symbol[j]) &&
          !(strchr("xyzt", s->symbol[j][0]) && !s->symbol[j][1]))
        st = LIA_FAIL(err, LIA_EMODEL, k->where,
            "'%.80s' names the symbol '%.60s': give it a value", text, s->symbol[j]);
  lia_names_free(&names);
  return st;
}

static lia_status constraint_of(const lia_compiled *out, const lia_spec *s,
    const lia_spec_constraint *k, const lia_constraint_names *names,
    lia_constraint *c, lia_error *err) {
  const lia_constraint_type *row = lia_constraint_types[k->kind];
  lia_error why = { 0 };
  *c = (lia_constraint){ .name = k->name, .row = row };
  for (int e = 0; e < row->nend; e++)
    compile_end_of(out, s, k->end[e].name, &k->end[e].place, k->end[e].axis, &c->body[e], &c->X[e]);
  for (int j = 0; j < row->nparam; j++) c->param[j] = num(k->param[j], row->param[j].defaults);
  if (!row->nexpr && !row->write) return LIA_OK;
  const char *text[LIA_CONSTRAINT_NEXPR] = { k->expr[0].text, k->expr[1].text };
  for (int j = 0; j < LIA_CONSTRAINT_NEXPR; j++) LIA_TRY(closed_text(s, k, text[j], err));
  lia_status st = row->nend ? lia_constraint_read_surface(c, row->nexpr, text, &why)
      : driven_equation(s, k, names, c, &why);
  return st == LIA_OK ? st : LIA_FAIL(err, st, k->where, "%s", why.text);
}

static void loop_of(const lia_compiled *out, const lia_spec *s, const lia_spec_loop *l,
    lia_constraint *c) {
  const lia_joint_type *joint = lia_joint_types[l->kind];
  *c = (lia_constraint){ .name = l->name, .row = lia_constraint_types[joint->loop] };
  compile_end_of(out, s, l->to, NULL, l->axis, &c->body[0], &c->X[0]);
  compile_end_of(out, s, l->from, NULL, l->axis, &c->body[1], &c->X[1]);
  for (int k = 0; k < c->row->nparam; k++)
    for (int i = 0; i < joint->nparam; i++)
      if (!strcmp(c->row->param[k].name, joint->param[i].name)) c->param[k] = num(l->param[i], 0);
}

static lia_status compile_constraints(lia_compiled *out, const lia_spec *s, lia_error *err) {
  int n = 0, most = s->nloop + s->nconstraint;
  if (!most) return LIA_OK;
  lia_constraint *c = lia_calloc((size_t)most, sizeof *c);
  lia_constraint_names names = { 0 };
  lia_status st = c ? names_of(s, out->model, &names, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (; st == LIA_OK && n < s->nloop; n++) loop_of(out, s, &s->loop[n], &c[n]);
  for (; st == LIA_OK && n < most; n++)
    st = constraint_of(out, s, &s->constraint[n - s->nloop], &names, &c[n], err);
  if (st == LIA_OK) st = lia_constraints_new(&out->constraints, c, n, err);
  for (int i = 0; st != LIA_OK && c && i < n; i++) lia_constraint_drop(&c[i]);
  lia_free(c);
  lia_free((void *)names.turn);
  return st;
}

lia_status lia_compile_constraints(lia_constraints **out, const lia_compiled *c, const lia_spec *s,
    lia_error *err) {
  lia_compiled again = *c;
  again.constraints = NULL;
  lia_status st = compile_constraints(&again, s, err);
  *out = again.constraints;
  return st;
}

lia_status lia_compile(lia_compiled *out, lia_spec *s, lia_error *err) {
  *out = (lia_compiled){ 0 };
  lia_error geometry = { 0 };
  refusal r = { &geometry, &out->dynamic };
  lia_spec_each(s, compile_look, &r);
  if (geometry.code != LIA_OK) {
    compile_join(&geometry);
    return LIA_FAIL(err, LIA_EMODEL, "", "%s", geometry.text);
  }
  if (out->dynamic.code != LIA_OK) compile_join(&out->dynamic);
  lacking(s, &out->dynamic);

  int links = s->nbody + 1;
  for (int i = 0; i < s->njoint; i++) links += s->joint[i].ndof;
  compile c = { .s = s, .out = out, .err = err };
  out->body = lia_arena_alloc(&s->arena, ((size_t)s->nbody + 1) * sizeof *out->body);
  out->frame = lia_arena_alloc(&s->arena, ((size_t)s->nframe + 1) * sizeof *out->frame);
  c.body = lia_calloc((size_t)links, sizeof *c.body);
  c.shared = lia_calloc((size_t)s->ncoord + 1, 1);
  lia_status st = LIA_OK;
  if (!out->body || !out->frame || !c.body || !c.shared) {
    st = LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  } else {
    mark_shared(&c);
    st = check_order(&c);
    if (st == LIA_OK) st = build(&c, links);
    if (st == LIA_OK) compile_frames(out, s);
    if (st == LIA_OK) st = compile_constraints(out, s, err);
    if (st != LIA_OK) {
      lia_free(out->model);
      out->model = NULL;
    }
  }
  lia_free(c.body);
  lia_free(c.shared);
  return st;
}
