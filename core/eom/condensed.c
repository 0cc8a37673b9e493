/* condensed.c - mass matrix and gravity of coordinates, from augmented bodies */
#include "eom/condensed.h"

#include "base/assert.h"
#include "base/mem.h"
#include "eom/condensed_inside.h"

#include <string.h>

typedef lia_condensed_joint joint;
typedef lia_condensed_work work;

// ---- joints to coordinates: q' of a joint is scale times q' of its coordinate ----

static void collapse(work *w) {
  lia_pool *p = w->p;
  lia_condensed *o = w->out;
  int n = o->n;
  for (int j = 0; j < w->n; j++)
    for (int i = j; i >= 0; i--) {
      if (!lia_condensed_is_ancestor(w, i, j)) continue;
      const lia_smove *a = w->joint[i].own, *b = w->joint[j].own;
      lia_expr e = lia_sym_mul(p, lia_sym_mul(p, a->scale, b->scale), lia_condensed_entry(w, i, j));
      lia_expr *upper = &o->M[a->coord * n + b->coord], *lower = &o->M[b->coord * n + a->coord];
      *upper = lia_sym_add(p, *upper, e);
      if (upper != lower) *lower = *upper;
      // two joints of one coordinate: both orders
      else if (i != j) *upper = lia_sym_add(p, *upper, e);
    }
  for (int k = 0; k < n * n; k++) LIA_ASSERT(o->M[k] == o->M[k % n * n + k / n]);
  for (int i = 0; i < w->n; i++) {
    const lia_smove *a = w->joint[i].own;
    o->gravity[a->coord] = lia_sym_add(p, o->gravity[a->coord],
        lia_sym_mul(p, a->scale, lia_condensed_gravity(w, i)));
  }
}

static void elements(work *w) {
  lia_pool *p = w->p;
  lia_condensed *o = w->out;
  for (int k = 0; k < w->m->nelement; k++) {
    const lia_selement *c = &w->m->element[k];
    lia_expr v = lia_sym_mul(p, c->scale, lia_sym_rate(p, o->q[c->coord])),
        *m = &o->M[c->coord * o->n + c->coord], *Q = &o->Q[c->coord];
    *m = lia_sym_add(p, *m, lia_sym_mul(p, c->armature, lia_sym_sq(p, c->scale)));
    if (c->stiffness != LIA_ZERO)
      o->V = lia_sym_add(p, o->V,
          lia_sym_mul(p, LIA_HALF,
          lia_sym_mul(p, c->stiffness, lia_sym_sq(p, lia_sym_sub(p, c->by, c->rest)))));
    if (c->damping != LIA_ZERO)
      o->D = lia_sym_add(p, o->D,
          lia_sym_mul(p, LIA_HALF, lia_sym_mul(p, c->damping, lia_sym_sq(p, v))));
    if (c->friction != LIA_ZERO)
      *Q = lia_sym_sub(p, *Q,
          lia_sym_mul(p, lia_sym_mul(p, c->friction, c->scale), lia_sym_sign(p, v)));
  }
}

// ---- all of it ----

static void tell_joints(work *w) {
  lia_condensed *o = w->out;
  o->njoint = w->n;
  for (int k = 0; k < w->n; k++) {
    const joint *j = &w->joint[k];
    lia_cjoint *c = &o->joint[k];
    LIA_ASSERT(j->parent < k && j->own->coord >= 0 && j->own->coord < o->n);
    *c = (lia_cjoint){ .parent = j->parent, .axis = j->own->axis,
        .slide = lia_condensed_is_slide(j),
        .coord = j->own->coord, .scale = j->own->scale, .m = j->m, .mass = j->mass };
    memcpy(c->h, j->h, sizeof c->h);
    memcpy(c->I, j->I, sizeof c->I);
    memcpy(c->V, j->V, sizeof c->V);
    memcpy(c->J, j->J, sizeof c->J);
    memcpy(c->lever, j->lever, sizeof c->lever);
  }
  for (int i = 0; i < (w->n + 1) * w->n; i++)
    for (int k = 0; k < 9; k++) o->R[9 * i + k] = w->rel[i].related ? w->rel[i].R[k] : LIA_ZERO;
}

static int results(lia_condensed *o, const lia_smodel *m, int joints) {
  int n = m->ncoord;
  lia_expr *q = lia_arena_alloc(&o->arena, ((size_t)n + 1) * sizeof *q);
  o->p = m->p;
  o->n = n;
  o->q = q;
  o->M = lia_arena_alloc(&o->arena, ((size_t)n * (size_t)n + 1) * sizeof *o->M);
  o->Q = lia_arena_alloc(&o->arena, ((size_t)n + 1) * sizeof *o->Q);
  o->gravity = lia_arena_alloc(&o->arena, ((size_t)n + 1) * sizeof *o->gravity);
  o->constant = lia_arena_alloc(&o->arena, (9 * (size_t)joints + 1) * sizeof *o->constant);
  o->joint = lia_arena_alloc(&o->arena, ((size_t)joints + 1) * sizeof *o->joint);
  o->R = lia_arena_alloc(&o->arena, 9 * ((size_t)joints + 1) * ((size_t)joints + 1) * sizeof *o->R);
  if (!q || !o->M || !o->Q || !o->gravity || !o->constant || !o->joint || !o->R) return 0;
  for (int i = 0; i < n; i++) {
    q[i] = m->q[i];
    o->gravity[i] = o->Q[i] = LIA_ZERO;
    for (int j = 0; j < n; j++) o->M[i * n + j] = LIA_ZERO;
  }
  o->V = o->D = LIA_ZERO;
  return 1;
}

static lia_status compute(work *w, int reduced) {
  LIA_TRY(lia_condensed_split(w));
  if (w->n == 0)
    return LIA_FAIL(w->err, LIA_EMODEL, "model", "nothing moves: there are no equations");
  for (int i = 0; i < w->m->nbody; i++) lia_condensed_add_body(w, i);
  lia_condensed_augment(w);
  if (reduced) {
    LIA_TRY(lia_condensed_own_symbols(w));
    lia_condensed_reduce(w);
  }
  lia_condensed_relate(w);
  tell_joints(w);
  w->out->V = lia_condensed_potential(w);
  collapse(w);
  elements(w);
  return lia_pool_status(w->p, w->err);
}

static void sizes(const lia_smodel *m, int *moves, int *joints, int *deep) {
  *moves = *joints = *deep = 0;
  for (int i = 0; i < m->nbody; i++) {
    int inherited = 0;
    for (int b = i; b >= 0; b = m->body[b].parent) inherited += m->body[b].nmove;
    *moves += inherited;
    *deep = inherited > *deep ? inherited : *deep;
    for (int k = 0; k < m->body[i].nmove; k++) *joints += m->body[i].move[k].coord >= 0;
  }
}

lia_status lia_condensed_new(lia_condensed **out, const lia_smodel *m, int reduced,
    lia_error *err) {
  int moves, joints, deep;
  *out = NULL;
  sizes(m, &moves, &joints, &deep);
  if (joints > 1000)
    return LIA_FAIL(err, LIA_ELIMIT, "model",
        "%d joints: equations of more than 1000 are not for reading", joints);
  lia_condensed *o = lia_calloc(1, sizeof *o);
  lia_arena a = { 0 };
  work w = { .m = m, .p = m->p, .out = o, .err = err, .room = deep + 1 };
  size_t nb = (size_t)m->nbody + 1, nj = (size_t)joints + 1;
  if (o) {
    w.joint = lia_arena_alloc(&a, nj * sizeof *w.joint);
    w.move = lia_arena_alloc(&a, ((size_t)moves + 1) * sizeof *w.move);
    w.body_joint = lia_arena_alloc(&a, nb * sizeof(int));
    w.body_first = lia_arena_alloc(&a, nb * sizeof(int));
    w.body_count = lia_arena_alloc(&a, nb * sizeof(int));
    w.rel = lia_arena_alloc(&a, nj * nj * sizeof *w.rel);
    w.turned = lia_arena_alloc(&a, (size_t)w.room * sizeof *w.turned);
    w.at = lia_arena_alloc(&a, (9 * nj + 1) * sizeof *w.at);
    w.known = lia_arena_alloc(&a, (9 * nj + 1) * sizeof *w.known);
  }
  int ok = o && w.at && w.known && w.joint && w.move && w.body_joint && w.body_first &&
      w.body_count && w.rel && w.turned && results(o, m, joints);
  lia_status s = ok ? compute(&w, reduced) : LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  lia_free(w.own);
  lia_arena_free(&a);
  if (s == LIA_OK) *out = o;
  else lia_condensed_free(o);
  return s;
}

void lia_condensed_free(lia_condensed *c) {
  if (!c) return;
  lia_arena_free(&c->arena);
  lia_free(c);
}

lia_status lia_condensed_lagrange(lia_lagrange **out, const lia_condensed *c, lia_tidy tidy,
    lia_error *err) {
  lia_lagrange_spec s = { .n = c->n, .q = c->q, .V = c->V, .D = c->D, .Q = c->Q, .tidy = tidy };
  return lia_lagrange_of(out, c->p, &s, c->M, err);
}
