/* smodel.c - from a description to moves in expressions */
#include "model/smodel.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/subs.h"

#include <math.h>
#include <string.h>

typedef struct builder {
  lia_smodel *m;
  lia_spec *s;
  lia_error *err;
  lia_status status;           // the first failure
} builder;

static const double pi = 3.14159265358979323846;

// ---- values ----

// an angle as a person means it: the nearest multiple of pi/12 where x is one within rounding, else
// the number
static lia_expr plain_angle(lia_pool *p, double x) {
  double k = x * 12 / pi, whole = nearbyint(k);
  if (fabs(k - whole) > 1e-13 * fmax(fabs(k), 1) || fabs(whole) > 1e6) return lia_sym_num(p, x);
  return lia_sym_mul(p, lia_sym_rat(p, (int64_t)whole, 12), LIA_PI);
}

// 1e-17 where a sine of pi was meant is 0
static lia_expr smodel_entry(lia_pool *p, double x) {
  double whole = nearbyint(x);
  return lia_sym_num(p, fabs(x - whole) < 1e-15 ? whole : x);
}

// what is a coordinate or a constant of another model is a parameter here
static void own_names(builder *b) {
  lia_pool *p = b->m->p;
  for (int k = 0; k < b->s->nsymbol; k++) {
    size_t n = strlen(b->s->symbol[k]);
    lia_expr e = lia_pool_find(p, b->s->symbol[k], n);
    if (e && (lia_expr_symbol(p, e)->kind == LIA_SYM_coordinate || lia_expr_symbol(p, e)->means))
      lia_pool_plain(p, b->s->symbol[k], n);
  }
}

static lia_expr text_value(builder *b, const char *text) {
  lia_expr e = 0;
  lia_error err = { 0 };
  lia_pool *p = b->m->p;
  if (lia_parse(p, text, strlen(text), LIA_PARSE_create, &e, NULL, &err) != LIA_OK) {
    if (b->status == LIA_OK)
      b->status = LIA_FAIL(b->err, err.code, text, "%s: %s", err.path, err.text);
    return LIA_ZERO;
  }
  lia_expr deg = lia_pool_find(p, "deg", 3);
  return deg ? lia_subs_one(p, e, deg, lia_sym_mul(p, lia_sym_rat(p, 1, 180), LIA_PI)) : e;
}

static lia_expr value(builder *b, lia_val v, lia_expr missing) {
  if (v.text || v.ratio) return text_value(b, v.text ? v.text : v.ratio);
  return v.x == v.x ? lia_sym_num(b->m->p, v.x) : missing;
}

static lia_expr angle(builder *b, lia_val v, lia_expr missing) {
  return v.text || v.x != v.x ? value(b, v, missing) : plain_angle(b->m->p, v.x);
}

// ---- moves ----

// the longest list of moves a joint may become
static int most_moves(const lia_spec_joint *j) {
  return j->place.n + j->after.n + j->moves.n + 3 * LIA_JOINT_NMOVE + 2;
}

static lia_smove *smodel_add(lia_sbody *o, lia_smove x) {
  o->move[o->nmove] = x;
  return &o->move[o->nmove++];
}

static void smodel_constant(builder *b, lia_smove *move, int *n, const lia_spec_move *m) {
  lia_smove x = { .kind = LIA_SPOSE, .coord = -1, .scale = LIA_ZERO };
  if (m->kind == LIA_MOVE_FRAME) {
    for (int k = 0; k < 9; k++) x.R[k] = smodel_entry(b->m->p, m->X.R[k]);
    for (int k = 0; k < 3; k++) x.p[k] = lia_sym_num(b->m->p, m->X.p[k]);
  } else {
    int slide = m->kind >= LIA_MOVE_TX;
    x.kind = slide ? LIA_SSLIDE : LIA_STURN;
    x.axis = (int)m->kind - (slide ? LIA_MOVE_TX : LIA_MOVE_RX);
    x.by = slide ? value(b, m->by, LIA_ZERO) : angle(b, m->by, LIA_ZERO);
    if (x.by == LIA_ZERO) return;
  }
  move[(*n)++] = x;
}

static void constants(builder *b, lia_sbody *o, const lia_spec_place *p) {
  for (int k = 0; k < p->n; k++) smodel_constant(b, o->move, &o->nmove, &p->move[k]);
}

// what moves by a degree of freedom: turns or slides by f (scale q + offset); turned: its number is
// an angle
typedef struct mover { const lia_spec_dof *d; int slide, turned; lia_expr f; } mover;

static mover mover_of(const lia_spec_dof *d, int slide) {
  return (mover){ d, slide, !slide, LIA_ONE };
}

// a move along a coordinate axis
static void smodel_moving(builder *b, lia_sbody *o, mover v, int axis) {
  lia_pool *p = b->m->p;
  lia_expr scale = value(b, v.d->scale, LIA_ONE);
  lia_expr offset = v.turned ? angle(b, v.d->offset, LIA_ZERO) : value(b, v.d->offset, LIA_ZERO);
  lia_expr by = lia_sym_add(p, lia_sym_mul(p, scale, b->m->q[v.d->icoord]), offset);
  smodel_add(o, (lia_smove){ .kind = v.slide ? LIA_SSLIDE : LIA_STURN, .axis = axis,
      .coord = v.d->icoord,
      .by = lia_sym_mul(p, v.f, by), .scale = lia_sym_mul(p, v.f, scale) });
}

// a constant pose that brings z to u (a unit vector of numbers or expressions), or back
static void turn_pose(builder *b, lia_sbody *o, const lia_expr u[3], int back) {
  lia_pool *p = b->m->p;
  lia_smove x = { .kind = LIA_SPOSE, .coord = -1, .scale = LIA_ZERO,
      .p = { LIA_ZERO, LIA_ZERO, LIA_ZERO } };
  // rotation about z x u: [[1-a x^2, -a x y, x], [-a x y, 1-a y^2, y], [-x, -y, z]], a = 1/(1+z)
  lia_expr a = lia_sym_inv(p, lia_sym_add(p, LIA_ONE, u[2]));
  lia_expr xx = lia_sym_mul(p, a, lia_sym_sq(p, u[0])),
      xy = lia_sym_mul(p, a, lia_sym_mul(p, u[0], u[1])),
      yy = lia_sym_mul(p, a, lia_sym_sq(p, u[1]));
  lia_expr R[9] = { lia_sym_sub(p, LIA_ONE, xx), lia_sym_neg(p, xy), u[0], lia_sym_neg(p, xy),
      lia_sym_sub(p, LIA_ONE, yy), u[1],
      lia_sym_neg(p, u[0]), lia_sym_neg(p, u[1]), u[2] };
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) x.R[3 * i + k] = back ? R[3 * k + i] : R[3 * i + k];
  smodel_add(o, x);
}

// unit vector of an axis; coordinate axes are recognised: returns 0..2 and *sign, else 3
static int unit_axis(builder *b, const lia_val axis[3], int missing, lia_expr u[3], int *sign) {
  lia_pool *p = b->m->p;
  double x[3], n = 0;
  int text = 0, given = 0, nonzero = 0, last = 0;
  for (int k = 0; k < 3; k++) {
    text |= axis[k].text != NULL;
    given |= lia_val_given(axis[k]);
    x[k] = axis[k].text || axis[k].x != axis[k].x ? 0 : axis[k].x;
    n += x[k] * x[k];
    if (axis[k].text || x[k] != 0) {
      nonzero++;
      last = k;
    }
  }
  *sign = 1;
  if (!given || !nonzero) return missing;
  if (nonzero == 1 && !axis[last].text) {
    *sign = x[last] < 0 ? -1 : 1;
    return last;
  }
  // a symbol alone is only a length, and its sign that of a positive one
  if (nonzero == 1) return last;
  // a number pointing down is its opposite turned backwards: 1/(1 + z) stays small
  if (!text && x[2] < 0) *sign = -1;
  for (int k = 0; k < 3; k++)
    u[k] = text ? value(b, axis[k], LIA_ZERO) : smodel_entry(p, *sign * x[k] / sqrt(n));
  if (!text) return 3;
  lia_expr sq[3] = { lia_sym_sq(p, u[0]), lia_sym_sq(p, u[1]), lia_sym_sq(p, u[2]) },
      inv = lia_sym_rsqrt(p, lia_sym_sum(p, 3, sq));
  for (int k = 0; k < 3; k++) u[k] = lia_sym_mul(p, inv, u[k]);
  return 3;
}

// a turn or slide about any axis
static void along(builder *b, lia_sbody *o, mover v, const lia_val axis[3], int missing) {
  lia_expr u[3];
  int sign, k = unit_axis(b, axis, missing, u, &sign);
  if (sign < 0) v.f = lia_sym_neg(b->m->p, v.f);
  if (k == 3) turn_pose(b, o, u, 0);
  smodel_moving(b, o, v, k == 3 ? 2 : k);
  if (k == 3) turn_pose(b, o, u, 1);
}

// a number the joint is given; one without a default was asked for by the check
static lia_expr param(builder *b, const lia_spec_joint *j, int k) {
  double x = lia_joint_types[j->kind]->param[k].defaults;
  return value(b, j->param[k], isnan(x) ? LIA_ZERO : lia_sym_num(b->m->p, x));
}

// piece i of the motion of a joint
static mover piece_of(builder *b, const lia_spec_joint *j, int i) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  const lia_motion *x = &row->motion[i];
  mover v = { &j->dof[x->q], x->step == LIA_STEP_SLIDE, lia_joint_does(j->kind, x->q) == 'r',
      LIA_ONE };
  if (x->param) v.f = param(b, j, x->param - 1);
  return v;
}

static int has_length(const double axis[3]) { return axis[0] != 0 || axis[1] != 0 || axis[2] != 0; }

// a piece along its own axis, or z
static void own_piece(builder *b, lia_sbody *o, const lia_spec_joint *j, int i) {
  const double *x = lia_joint_types[j->kind]->motion[i].axis;
  const lia_val own[3] = { LIA_VAL(x[0]), LIA_VAL(x[1]), LIA_VAL(x[2]) };
  along(b, o, piece_of(b, j, i), own, 2);
}

// turns and slides one after the other, along their own axes or those of the joint: z and y where
// not given
static void smodel_elementary(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  for (int i = 0; i < row->nmotion; i++) {
    int second = row->naxis == 2 && i == 1;
    if (!row->naxis || has_length(row->motion[i].axis)) own_piece(b, o, j, i);
    else along(b, o, piece_of(b, j, i), second ? j->axis2 : j->axis, second ? 1 : 2);
  }
}

// all pieces about and along the axis of the joint
static void screw(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  lia_expr u[3];
  int sign, k = unit_axis(b, j->axis, 2, u, &sign);
  if (k == 3) turn_pose(b, o, u, 0);
  for (int i = 0; i < lia_joint_types[j->kind]->nmotion; i++) {
    mover v = piece_of(b, j, i);
    if (sign < 0) v.f = lia_sym_neg(b->m->p, v.f);
    smodel_moving(b, o, v, k == 3 ? 2 : k);
  }
  if (k == 3) turn_pose(b, o, u, 1);
}

static int is_screw(const lia_joint_type *row) {
  for (int i = 0; i < row->nmotion; i++)
    if (row->motion[i].axis[0] != 0 || row->motion[i].axis[1] != 0) return 0;
  return row->naxis > 0;
}

// the frame an axis of numbers stands for, as lia_joint_align lays it, or back
static void align_pose(builder *b, lia_sbody *o, const lia_spec_joint *j, int back) {
  double axis[3], A[9];
  lia_smove x = { .kind = LIA_SPOSE, .coord = -1, .scale = LIA_ZERO,
      .p = { LIA_ZERO, LIA_ZERO, LIA_ZERO } };
  for (int k = 0; k < 3; k++) {
    axis[k] = j->axis[k].x;
    if (j->axis[k].text && b->status == LIA_OK)
      b->status = LIA_FAIL(b->err, LIA_EMODEL, j->where, "the axis of a %s joint must be numbers",
          lia_joint_name[j->kind]);
  }
  if (b->status != LIA_OK) return;
  lia_joint_align(A, axis);
  for (int i = 0; i < 9; i++) x.R[i] = smodel_entry(b->m->p, A[back ? 3 * (i % 3) + i / 3 : i]);
  smodel_add(o, x);
}

// a general motion whose numbers are coordinates: its pieces in the frame of its axis
static void general(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  if (is_screw(row)) { screw(b, o, j); return; }
  if (row->naxis) align_pose(b, o, j, 0);
  for (int i = 0; i < row->nmotion; i++) own_piece(b, o, j, i);
  if (row->naxis) align_pose(b, o, j, 1);
}

static void sequence(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  for (int i = 0; i < j->moves.n; i++) {
    const lia_spec_move *m = &j->moves.move[i];
    if (m->dof < 0) smodel_constant(b, o->move, &o->nmove, m);
    else {
      int slide = m->kind >= LIA_MOVE_TX;
      smodel_moving(b, o, mover_of(&j->dof[m->dof], slide),
          (int)m->kind - (slide ? LIA_MOVE_TX : LIA_MOVE_RX));
    }
  }
}

// numbers of q before those of the joint whose coordinates begin at `coord`
static int numbers_before(const lia_spec *s, int coord) {
  int n = coord;
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    n += lia_joint_quaternion(j->kind) >= 0 && j->dof->icoord < coord;
  }
  return n;
}

// a turn in space, and one after a slide in space: one move; the linear speeds of the second, in
// body axes, are no rates of its position
static void quaternion(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  static const char *const speed[] = { "_ux", "_uy", "_uz" };
  lia_smodel *m = b->m;
  int first = j->dof->icoord, is_free = lia_joint_quaternion(j->kind) == 3;
  for (int k = 1; k < j->ndof; k++)
    if (j->dof[k].icoord != first + k && b->status == LIA_OK)
      b->status = LIA_FAIL(b->err, LIA_EMODEL, "coordinates",
          "'%s' and '%s' of one %s joint must follow each other", j->dof[k-1].coord,
          j->dof[k].coord,
          lia_joint_name[j->kind]);
  o->quaternion = 1;
  smodel_add(o, (lia_smove){ .kind = is_free ? LIA_SFREE : LIA_SBALL, .coord = first,
      .iq = numbers_before(b->s, first), .by = LIA_ZERO, .scale = LIA_ONE });
  for (int k = 0; is_free && k < 3 && first + k < m->ncoord; k++) {
    const char *name = lia_spec_identifier(b->s, j->name, speed[k]);
    m->v[first + k] = name ? lia_sym_rate(m->p, lia_sym_coordinate(m->p, name)) : 0;
    m->a[first + k] = lia_sym_rate(m->p, m->v[first + k]);
  }
}

// a ball, or a body free in space: the two motions by a quaternion that expressions know
static int is_ball_or_free(const lia_joint_type *row) {
  int ball = row->nmotion == 1 && row->nv == 3, is_free = row->nmotion == 4 && row->nv == 6;
  for (int k = 0; is_free && k < 3; k++)
    is_free = row->motion[k].step == LIA_STEP_SLIDE && row->motion[k].axis[k] == 1;
  return row->naxis == 0 && (ball || is_free);
}

static void motion(builder *b, lia_sbody *o, const lia_spec_joint *j) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  int turns = lia_joint_quaternion(j->kind) >= 0, known = turns ? is_ball_or_free(row) : !row->rate;
  if (j->kind == LIA_JOINT_moves) sequence(b, o, j);
  else if (!known && b->status == LIA_OK)
    b->status = LIA_FAIL(b->err, LIA_EMODEL, j->where, "a %s joint has no form in expressions",
        lia_joint_name[j->kind]);
  else if (turns) quaternion(b, o, j);
  else if (row->elementary) smodel_elementary(b, o, j);
  else general(b, o, j);
}

// ---- bodies ----

// the tensor about the centre of mass: I - m (c.c E - c c')
static void to_com(lia_pool *p, lia_sbody *o) {
  static const int row[6] = { 0, 1, 2, 0, 0, 1 }, col[6] = { 0, 1, 2, 1, 2, 2 };
  lia_expr sq[3] = { lia_sym_sq(p, o->com[0]), lia_sym_sq(p, o->com[1]), lia_sym_sq(p, o->com[2]) },
      all = lia_sym_sum(p, 3, sq);
  for (int k = 0; k < 6; k++) {
    lia_expr shift = lia_sym_neg(p, lia_sym_mul(p, o->com[row[k]], o->com[col[k]]));
    if (k < 3) shift = lia_sym_add(p, all, shift);
    o->I[k] = lia_sym_sub(p, o->I[k], lia_sym_mul(p, o->m, shift));
  }
}

static void inertia(builder *b, lia_sbody *o, const lia_spec_body *s) {
  o->lacks = s->lacks;
  o->m = value(b, s->mass, LIA_ZERO);
  for (int k = 0; k < 3; k++) o->com[k] = value(b, s->com[k], LIA_ZERO);
  for (int k = 0; k < 6; k++) o->I[k] = value(b, s->inertia[k], LIA_ZERO);
  if (s->about_origin) to_com(b->m->p, o);
}

static lia_status smodel_bodies(builder *b) {
  lia_smodel *m = b->m;
  for (int k = 0; k < b->s->njoint; k++) {
    const lia_spec_joint *j = &b->s->joint[b->s->order[k]];
    lia_sbody *o = &m->body[k];
    m->body_of[j->ichild] = k;
    *o = (lia_sbody){ .name = lia_arena_text(&m->arena, j->child, strlen(j->child)),
        .where = lia_arena_text(&m->arena, j->where, strlen(j->where)),
                      .parent = j->iparent < 0 ? -1 : m->body_of[j->iparent],
                      .move = lia_arena_alloc(&m->arena, (size_t)most_moves(j) * sizeof *o->move) };
    if (!o->move || !o->name || !o->where)
      return LIA_FAIL(b->err, LIA_ENOMEM, "model", "out of memory");
    constants(b, o, &j->place);
    motion(b, o, j);
    const int before = o->nmove;
    constants(b, o, &j->after);
    o->nafter = o->nmove - before;
    inertia(b, o, &b->s->body[j->ichild]);
  }
  return LIA_OK;
}

static lia_status frames(builder *b) {
  lia_smodel *m = b->m;
  for (int k = 0; k < m->nframe; k++) {
    const lia_spec_frame *f = &b->s->frame[k];
    lia_sframe *o = &m->frame[k];
    o->name = lia_arena_text(&m->arena, f->name, strlen(f->name));
    o->body = f->ibody < 0 ? -1 : m->body_of[f->ibody];
    o->contact = f->contact;
    o->move = lia_arena_alloc(&m->arena, ((size_t)f->place.n + 1) * sizeof *o->move);
    if (!o->name || !o->move) return LIA_FAIL(b->err, LIA_ENOMEM, "model", "out of memory");
    for (int i = 0; i < f->place.n; i++) smodel_constant(b, o->move, &o->nmove, &f->place.move[i]);
  }
  return LIA_OK;
}

lia_expr lia_smodel_element_force(const lia_smodel *m, const lia_selement *e) {
  lia_pool *p = m->p;
  const lia_expr w = lia_sym_mul(p, e->scale, m->v[e->coord]);
  const lia_expr part[3] = {
    lia_sym_mul(p, e->stiffness, lia_sym_sub(p, e->by, e->rest)),
    lia_sym_mul(p, e->damping, w),
    lia_sym_mul(p, e->friction, lia_sym_sign(p, w)),
  };
  return lia_sym_neg(p, lia_sym_mul(p, e->scale, lia_sym_sum(p, 3, part)));
}

// what belongs to a degree of freedom rather than to the geometry
static lia_selement smodel_element(builder *b, const lia_spec_dof *d) {
  lia_pool *p = b->m->p;
  lia_expr scale = value(b, d->scale, LIA_ONE), gear = value(b, d->gear, LIA_ONE);
  return (lia_selement){
    .coord = d->icoord, .scale = scale,
    .by = lia_sym_add(p, lia_sym_mul(p, scale, b->m->q[d->icoord]), angle(b, d->offset, LIA_ZERO)),
    .damping = value(b, d->damping, LIA_ZERO), .friction = value(b, d->friction, LIA_ZERO),
    .stiffness = value(b, d->stiffness, LIA_ZERO), .rest = value(b, d->rest, LIA_ZERO),
    .armature = lia_sym_mul(p, value(b, d->rotor, LIA_ZERO), lia_sym_sq(p, gear)),
  };
}

static void elements(builder *b) {
  for (int i = 0; i < b->s->njoint; i++)
    for (int k = 0; k < b->s->joint[i].ndof; k++)
      b->m->element[b->m->nelement++] = smodel_element(b, &b->s->joint[i].dof[k]);
}

static lia_status smodel_fill(builder *b) {
  lia_smodel *m = b->m;
  m->nbody = b->s->njoint;
  m->nframe = b->s->nframe;
  m->ncoord = b->s->ncoord;
  m->body = lia_arena_alloc(&m->arena, ((size_t)m->nbody + 1) * sizeof *m->body);
  m->body_of = lia_arena_alloc(&m->arena, ((size_t)b->s->nbody + 1) * sizeof *m->body_of);
  m->frame = lia_arena_alloc(&m->arena, ((size_t)m->nframe + 1) * sizeof *m->frame);
  m->nq = b->s->nq;
  m->q = lia_arena_alloc(&m->arena, 3 * ((size_t)m->ncoord + 1) * sizeof *m->q);
  m->number = lia_arena_alloc(&m->arena, ((size_t)m->nq + 1) * sizeof *m->number);
  size_t ndof = 1;
  for (int i = 0; i < b->s->njoint; i++) ndof += (size_t)b->s->joint[i].ndof;
  m->element = lia_arena_alloc(&m->arena, ndof * sizeof *m->element);
  if (!m->body || !m->body_of || !m->frame || !m->q || !m->number || !m->element)
    return LIA_FAIL(b->err, LIA_ENOMEM, "model", "out of memory");
  m->v = m->q + m->ncoord;
  m->a = m->v + m->ncoord;
  for (int k = 0; k < m->ncoord; k++)
    m->a[k] = lia_sym_rate(m->p, m->v[k] = lia_sym_rate(m->p,
        m->q[k] = lia_sym_coordinate(m->p, b->s->coord[k])));
  for (int k = 0; k < m->nq; k++) m->number[k] = lia_sym_coordinate(m->p, b->s->qname[k]);
  own_names(b);
  LIA_TRY(smodel_bodies(b));
  LIA_TRY(frames(b));
  elements(b);
  for (int k = 0; k < 3; k++) m->gravity[k] = value(b, b->s->gravity[k], LIA_ZERO);
  return b->status != LIA_OK ? b->status : lia_pool_status(m->p, b->err);
}

// parents before children; moves by coordinates and numbers that are there
static void assert_smodel(const lia_smodel *m) {
  LIA_ASSERT(m->nq >= m->ncoord);
  for (int i = 0; i < m->nbody; i++) {
    const lia_sbody *B = &m->body[i];
    LIA_ASSERT(B->parent >= -1 && B->parent < i);
    for (int k = 0; k < B->nmove; k++) {
      const lia_smove *x = &B->move[k];
      LIA_ASSERT(x->coord >= -1 && x->coord < m->ncoord);
      LIA_ASSERT(x->kind < LIA_SBALL || (x->iq >= 0 && x->iq + 4 <= m->nq && x->coord >= 0));
      LIA_ASSERT(x->kind > LIA_SSLIDE || (x->axis >= 0 && x->axis < 3));
    }
  }
  for (int i = 0; i < m->nframe; i++)
    LIA_ASSERT(m->frame[i].body >= -1 && m->frame[i].body < m->nbody);
  for (int k = 0; k < m->nelement; k++)
    LIA_ASSERT(m->element[k].coord >= 0 && m->element[k].coord < m->ncoord);
}
lia_status lia_smodel_new(lia_smodel **out, lia_pool *p, lia_spec *s, lia_error *err) {
  *out = NULL;
  lia_smodel *m = lia_calloc(1, sizeof *m);
  if (!m) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  m->p = p;
  builder b = { .m = m, .s = s, .err = err };
  lia_status st = smodel_fill(&b);
  if (st == LIA_OK) {
    assert_smodel(m);
    *out = m;
  } else {
    lia_smodel_free(m);
  }
  return st;
}

// ---- ends of loops and constraints ----

// the moves of a frame of the description, then those of the place
static lia_status end_moves(builder *b, lia_sframe *o, const lia_sframe *at,
    const lia_spec_place *place) {
  int most = 1;
  if (at) most += at->nmove;
  if (place) most += place->n;
  o->move = lia_arena_alloc(&b->m->arena, (size_t)most * sizeof *o->move);
  if (!o->move) return LIA_FAIL(b->err, LIA_ENOMEM, "model", "out of memory");
  for (int k = 0; at && k < at->nmove; k++) o->move[o->nmove++] = at->move[k];
  for (int k = 0; place && k < place->n; k++)
    smodel_constant(b, o->move, &o->nmove, &place->move[k]);
  return LIA_OK;
}

// a constant turn that brings z to the axis, as the numeric model has it
static void end_axis(builder *b, lia_sframe *o, const lia_val axis[3]) {
  double u[3] = { 0, 0, 1 }, R[9];
  if (!lia_val_given(axis[0])) return;
  for (int k = 0; k < 3; k++) u[k] = axis[k].x;
  lia_joint_align(R, u);
  lia_smove turn = { .kind = LIA_SPOSE, .coord = -1, .scale = LIA_ZERO,
      .p = { LIA_ZERO, LIA_ZERO, LIA_ZERO } };
  for (int k = 0; k < 9; k++) turn.R[k] = smodel_entry(b->m->p, R[k]);
  o->move[o->nmove++] = turn;
}

static lia_status end_at(builder *b, lia_sframe *o, const char *name, const lia_spec_place *place,
    const lia_val axis[3]) {
  const lia_smodel *m = b->m;
  const lia_sframe *at = NULL;
  *o = (lia_sframe){ .name = "", .body = -1 };
  for (int k = 0; k < m->nbody; k++)
    if (!strcmp(m->body[k].name, name)) o->body = k;
  for (int k = 0; k < m->nframe && o->body < 0; k++)
    if (!strcmp(m->frame[k].name, name)) at = &m->frame[k];
  if (at) o->body = at->body;
  LIA_TRY(end_moves(b, o, at, place));
  end_axis(b, o, axis);
  return LIA_OK;
}

lia_status lia_smodel_ends(lia_smodel *m, lia_spec *s, lia_error *err) {
  builder b = { .m = m, .s = s, .err = err };
  const int n = m->nframe + 2 * s->nloop + LIA_CONSTRAINT_ENDS * s->nconstraint;
  lia_sframe *frame = lia_arena_alloc(&m->arena, ((size_t)n + 1) * sizeof *frame), *o = frame;
  if (!frame) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  for (int k = 0; k < m->nframe; k++) *o++ = m->frame[k];
  m->frame = frame;
  for (int i = 0; i < s->nloop; i++) {
    const lia_spec_loop *l = &s->loop[i];
    LIA_TRY(end_at(&b, o++, l->to, NULL, l->axis));
    LIA_TRY(end_at(&b, o++, l->from, NULL, l->axis));
  }
  for (int i = 0; i < s->nconstraint; i++) {
    const lia_spec_constraint *c = &s->constraint[i];
    const int nend = lia_constraint_types[c->kind]->nend;
    for (int e = 0; e < LIA_CONSTRAINT_ENDS; e++, o++) {
      *o = (lia_sframe){ .name = "", .body = -1 };
      if (e >= nend) continue;
      LIA_TRY(end_at(&b, o, c->end[e].name, &c->end[e].place, c->end[e].axis));
    }
  }
  return b.status != LIA_OK ? b.status : lia_pool_status(m->p, err);
}

void lia_smodel_free(lia_smodel *m) {
  if (!m) return;
  lia_arena_free(&m->arena);
  lia_free(m);
}
