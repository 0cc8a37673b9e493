/* stree.c - from moves to nodes, and inertial parameters to where they act */
#include "rbd/sym/stree.h"

#include "base/assert.h"
#include "base/mem.h"
#include "geo/spatial_sym.h"

#include <string.h>

typedef struct work { lia_stree *t; const lia_smodel *m; POSE *X; int *node; lia_error *err; } work;

// velocities of a ball and of a free body: of the turn alone; of the origin, then of the turn
static const lia_expr ball[18] = {
  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO,
  LIA_ONE,  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE,  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE,
};
static const lia_expr freely[36] = {
  LIA_ONE,  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE,  LIA_ZERO,
      LIA_ZERO, LIA_ZERO, LIA_ZERO,
  LIA_ZERO, LIA_ZERO, LIA_ONE,  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE,
  LIA_ZERO, LIA_ZERO,
  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE,  LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO,
  LIA_ZERO, LIA_ZERO, LIA_ONE,
};

// axes renamed so that z is the given one: columns of R are e_{axis+1}, e_{axis+2}, e_axis
static POSE to_axis(int axis, int back) {
  lia_expr m[9] = { LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO,
      LIA_ZERO };
  for (int k = 0; k < 3; k++) {
    int row = (axis + 1 + k) % 3;
    m[back ? 3 * k + row : 3 * row + k] = LIA_ONE;
  }
  return (POSE){ { m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8] }, zero() };
}

static POSE stree_constant(const lia_smove *x) {
  POSE X = identity();
  if (x->kind == LIA_SPOSE)
    return (POSE){ { x->R[0], x->R[1], x->R[2], x->R[3], x->R[4], x->R[5], x->R[6], x->R[7],
        x->R[8] }, vec_of(x->p) };
  POSE Z = to_axis(x->axis, 0), back = to_axis(x->axis, 1);
  if (x->kind == LIA_STURN) {
    lia_expr c, s;
    lia_sym_measured_turn(words_pool, x->by, &c, &s);
    Z = turn(Z, c, s);
  } else {
    Z = slide(Z, x->by);
  }
  return compose(compose(X, Z), back);
}

static void store(lia_expr o[12], POSE X) {
  const lia_expr x[12] = { X.R.xx, X.R.xy, X.R.xz, X.p.x, X.R.yx, X.R.yy, X.R.yz, X.p.y, X.R.zx,
      X.R.zy, X.R.zz, X.p.z };
  memcpy(o, x, sizeof x);
}

// inertia of mass m, first moment h, tensor I about its own origin, told at X: added to node N
static void add_inertia(lia_snode *N, POSE X, lia_expr m, VEC h, SYM I) {
  VEC Rh = mul(X.R, h), all = addscaled(Rh, m, X.p);
  // about the new origin: R I R' + steiner with s = R h + m p/2
  SYM J = steiner(rotsym(X.R, I), X.p, addscaled(Rh, times(LIA_HALF, m), X.p));
  N->m = plus(N->m, m);
  const lia_expr dh[3] = { all.x, all.y, all.z }, dI[6] = { J.xx, J.yy, J.zz, J.xy, J.xz, J.yz };
  for (int k = 0; k < 3; k++) N->h[k] = plus(N->h[k], dh[k]);
  for (int k = 0; k < 6; k++) N->I[k] = plus(N->I[k], dI[k]);
}

// what a move makes of a node: its kind, numbers, velocities and motion subspace
static void set_kind(lia_snode *N, lia_smove_kind kind) {
  N->kind = kind == LIA_STURN ? LIA_TURN : LIA_SLIDE;
  N->nq = N->nv = 1;
  if (kind < LIA_SBALL) return;
  int isfree = kind == LIA_SFREE;
  N->kind = LIA_GENERAL;
  N->nq = isfree ? 7 : 4;
  N->nv = isfree ? 6 : 3;
  N->S = isfree ? freely : ball;
}

static lia_snode *new_node(work *w, int parent, POSE X, const lia_smove *x) {
  lia_stree *t = w->t;
  LIA_ASSERT(parent >= 0 && parent <= t->nnode);
  lia_snode *N = &t->node[++t->nnode];
  int general = x->kind >= LIA_SBALL;
  *N = (lia_snode){ .parent = parent, .iq = t->jq, .iv = t->jv, .angle = t->jv, .coord = x->coord,
      .by = x->by, .scale = x->scale, .number = general ? w->m->number + x->iq : NULL,
      .m = LIA_ZERO };
  set_kind(N, x->kind);
  for (int k = 0; k < 3; k++) N->h[k] = LIA_ZERO;
  for (int k = 0; k < 6; k++) N->I[k] = LIA_ZERO;
  store(N->X, general ? X : compose(X, to_axis(x->axis, 0)));
  t->jq += N->nq;
  t->jv += N->nv;
  return N;
}

static lia_status stree_refuse(const work *w, const lia_sbody *b) {
  static const char *const what[] = { "", "mass is", "inertia is", "mass and inertia are" };
  return LIA_FAIL(w->err, LIA_EMODEL, b->where, "the %s not given, and dynamics needs %s",
      what[b->lacks], b->lacks == 3 ? "both" : "it");
}

static lia_status stree_bodies(work *w) {
  for (int i = 0; i < w->m->nbody; i++) {
    const lia_sbody *b = &w->m->body[i];
    if (b->lacks) return stree_refuse(w, b);
    int node = b->parent < 0 ? 0 : w->node[b->parent];
    POSE X = b->parent < 0 ? identity() : w->X[b->parent];
    for (int k = 0; k < b->nmove; k++) {
      const lia_smove *x = &b->move[k];
      if (x->coord < 0) {
        X = compose(X, stree_constant(x));
        continue;
      }
      new_node(w, node, X, x);
      node = w->t->nnode;
      X = x->kind >= LIA_SBALL ? identity() : to_axis(x->axis, 1);
    }
    w->node[i] = node;
    w->X[i] = X;
    store(w->t->body_X[i], X);
    if (!node) continue;
    // tensor about the body's origin: that about the centre, and m (c.c 1 - c c')
    VEC c = vec_of(b->com);
    add_inertia(&w->t->node[node], X, b->m, scale(b->m, c),
        steiner(sym_of(b->I), c, scale(times(LIA_HALF, b->m), c)));
  }
  return LIA_OK;
}

// parents before children, and 1 where more than one child or a child not next asks for the motion
// of a node
static void find_forks(lia_stree *t) {
  for (int i = 1; i <= t->nnode; i++)
    if (t->node[i].parent != i - 1) t->node[t->node[i].parent].forks = 1;
}

// what is taken of Ixx and Iyy; int z^2 dm = (Ixx + Iyy - Izz)/2
static lia_expr alike_of(const lia_snode *N, lia_regroup how) {
  switch (how) {
    case LIA_REGROUP_yy: return N->I[1];
    case LIA_REGROUP_xx: return N->I[0];
    case LIA_REGROUP_zz: return times(LIA_HALF, minus(plus(N->I[0], N->I[1]), N->I[2]));
    case LIA_REGROUP_none: case LIA_REGROUP_mass: case LIA_REGROUP_COUNT: break;
  }
  return LIA_ZERO;
}

static void regroup_turn(lia_snode *N, lia_snode *P, lia_regroup how) {
  lia_expr m = N->m, hz = N->h[2], alike = alike_of(N, how);
  N->I[0] = minus(N->I[0], alike);
  N->I[1] = minus(N->I[1], alike);
  N->m = N->h[2] = LIA_ZERO;
  if (N->parent)
    add_inertia(P, pose_of(N->X), m, vec(LIA_ZERO, LIA_ZERO, hz),
        (SYM){ alike, alike, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO });
}

// the tensor alone has no place: it turns with the parent
static void regroup_slide(lia_snode *N, lia_snode *P) {
  SYM I = sym_of(N->I);
  POSE X = pose_of(N->X);
  X.p = zero();
  for (int k = 0; k < 6; k++) N->I[k] = LIA_ZERO;
  if (N->parent) add_inertia(P, X, LIA_ZERO, zero(), I);
}

// from the tips inwards: what a node carries as its parent would
static void regroup(lia_stree *t, const lia_regroup *how) {
  for (int i = t->nnode; i > 0; i--) {
    lia_snode *N = &t->node[i], *P = &t->node[N->parent];
    if (how[i] == LIA_REGROUP_none || N->kind == LIA_GENERAL) continue;
    if (N->kind == LIA_TURN) regroup_turn(N, P, how[i]);
    else regroup_slide(N, P);
  }
}

// parents before children; angles, numbers and velocities that are there
static void assert_tree(const lia_stree *t) {
  LIA_ASSERT(t->nnode == lia_stree_nodes(t->m));
  for (int i = 1; i <= t->nnode; i++) {
    const lia_snode *N = &t->node[i];
    LIA_ASSERT(N->parent >= 0 && N->parent < i);
    LIA_ASSERT(N->iq + N->nq <= t->jq && N->iv + N->nv <= t->jv && N->angle < t->jv);
    LIA_ASSERT(N->coord >= 0 && N->coord + N->nv <= t->ncoord);
    LIA_ASSERT((N->kind == LIA_GENERAL) == (N->number && N->S));
  }
}

static lia_status stree_fill(work *w, const lia_regroup *how) {
  lia_stree *t = w->t;
  t->node[0] = (lia_snode){ .parent = -1 };
  store(t->node[0].X, identity());
  LIA_TRY(stree_bodies(w));
  assert_tree(t);
  find_forks(t);
  if (how) regroup(t, how);
  memcpy(t->gravity, w->m->gravity, sizeof t->gravity);
  return lia_pool_status(t->p, w->err);
}

int lia_stree_nodes(const lia_smodel *m) {
  int joints = 0;
  for (int i = 0; i < m->nbody; i++)
    for (int k = 0; k < m->body[i].nmove; k++) joints += m->body[i].move[k].coord >= 0;
  return joints;
}

lia_status lia_stree_new(lia_stree **out, const lia_smodel *m, const lia_regroup *how,
    lia_error *err) {
  size_t joints = (size_t)lia_stree_nodes(m), nb = (size_t)m->nbody + 1;
  *out = NULL;
  lia_stree *t = lia_calloc(1, sizeof *t);
  if (!t) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  t->p = words_pool = m->p;
  t->m = m;
  t->ncoord = m->ncoord;
  t->node = lia_arena_alloc(&t->arena, (joints + 1) * sizeof *t->node);
  work w = { t, m, lia_arena_alloc(&t->arena, nb * sizeof(POSE)),
      lia_arena_alloc(&t->arena, nb * sizeof(int)), err };
  t->body_node = w.node;
  t->body_X = lia_arena_alloc(&t->arena, nb * sizeof *t->body_X);
  int ok = t->node && w.X && w.node && t->body_X;
  lia_status s = ok ? stree_fill(&w, how) : LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  if (s == LIA_OK) *out = t;
  else lia_stree_free(t);
  return s;
}

void lia_stree_free(lia_stree *t) {
  if (!t) return;
  lia_arena_free(&t->arena);
  lia_free(t);
}

double lia_stree_spread(const lia_stree *t) {
  double sum = 0;
  for (int i = 1; i <= t->nnode; i++) {
    double depth = 0;
    for (int k = i; k > 0; k = t->node[k].parent) depth++;
    sum += depth * depth;
  }
  return sum;
}
