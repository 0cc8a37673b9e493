/* condensed.c - augmented bodies, relative orientations with merged angles, the four kinds of
 * entries */
#include "eom/condensed.h"

#include "base/mem.h"
#include "eom/turn_product.h"
#include "eom/symvec3.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// a joint of one degree of freedom and all that moves with it and nothing else
typedef struct joint {
  int parent;                    /* joint, -1: the ground */
  // constant moves since the parent's frame: moves[first ..], then its own
  int first, nmove;
  const lia_smove *own;
  lia_expr m, h[3], I[6];        /* of the bodies fixed to it, about its origin */
  lia_expr mass;                 /* of the whole subtree */
  lia_expr V[3], J[6];           /* augmented: first moment and inertia */
  lia_expr lever[3];             /* from the parent's origin to this one's, in the parent's axes */
} joint;

// where joint k stands in joint i: orientation, and what the entries ask for
typedef struct relation { int related; lia_expr R[9]; } relation;

enum { PROBES = 2 };

typedef struct work {
  const lia_smodel *m;
  lia_pool *p;
  lia_condensed *out;
  lia_error *err;
  joint *joint; int n;
  const lia_smove **move; int nmove;
  // of each body: its joint (-1 ground) and the constant moves from there
  int *body_joint, *body_first, *body_count;
  lia_expr *own; int nown;       /* symbols of the description */
  lia_reduced *known; int nknown; /* constants so far */
  double (*at)[PROBES];          /* their sizes at some points */
  relation *rel;                 /* (n+1 x n): row 0 is the ground */
  lia_turned *turned; int room;
} work;

static const int row6[6] = { 0, 1, 2, 0, 0, 1 }, col6[6] = { 0, 1, 2, 1, 2, 2 };

// ---- small algebra of expressions ----

static void mul_m6(lia_pool *p, const lia_expr J[6], const lia_expr a[3], lia_expr o[3]) {
  const lia_expr full[9] = { J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2] };
  lia_three_mul(p, full, a, o);
}

// I += m (l.l E - l l')
static void add_point(lia_pool *p, lia_expr I[6], lia_expr m, const lia_expr l[3]) {
  lia_expr all = lia_three_dot(p, l, l);
  for (int k = 0; k < 6; k++) {
    lia_expr x = lia_sym_neg(p, lia_sym_mul(p, l[row6[k]], l[col6[k]]));
    if (k < 3) x = lia_sym_add(p, all, x);
    I[k] = lia_sym_add(p, I[k], lia_sym_mul(p, m, x));
  }
}

// ---- joints out of bodies ----

static lia_status condensed_refuse(const work *w, const lia_sbody *b) {
  static const char *const what[] = { "", "mass is", "inertia is", "mass and inertia are" };
  if (b->lacks)
    return LIA_FAIL(w->err, LIA_EMODEL, b->where, "the %s not given, and dynamics needs %s",
        what[b->lacks], b->lacks == 3 ? "both" : "it");
  return LIA_FAIL(w->err, LIA_EMODEL, b->where,
      "a joint that turns by a quaternion has no generalised coordinates: "
                  "write it as a sequence of slides and turns");
}

static int is_slide(const joint *j) { return j->own->kind == LIA_SSLIDE; }

// pose of a list of constant moves: R, p in the frame they start from; with the angles merged as
// they come
static void pose_of(work *w, lia_attitude *a, const lia_smove *const *move, int n, lia_expr R[9],
    lia_expr p[3]) {
  for (int k = 0; k < 3; k++) p[k] = LIA_ZERO;
  for (int i = 0; i < n; i++) {
    const lia_smove *x = move[i];
    lia_expr step[3];
    lia_attitude_matrix(a, R);
    if (x->kind == LIA_STURN) lia_attitude_turn(a, x->axis, x->by);
    else if (x->kind == LIA_SSLIDE) {
      lia_three_column(R, x->axis, step);
      for (int k = 0; k < 3; k++) p[k] = lia_sym_add(w->p, p[k], lia_sym_mul(w->p, x->by, step[k]));
    } else {
      lia_three_mul(w->p, R, x->p, step);
      lia_three_add(w->p, p, step);
      lia_attitude_pose(a, x->R);
    }
  }
  lia_attitude_matrix(a, R);
}

static void condensed_start(work *w, lia_attitude *a) {
  lia_attitude_start(a, w->p, w->turned, w->room);
}

// bodies in order; a moving move makes a joint, constant ones wait for it
static lia_status condensed_split(work *w) {
  for (int i = 0; i < w->m->nbody; i++) {
    const lia_sbody *b = &w->m->body[i];
    if (b->quaternion || b->lacks) return condensed_refuse(w, b);
    int at = b->parent < 0 ? -1 : w->body_joint[b->parent], first = w->nmove,
        n = b->parent < 0 ? 0 : w->body_count[b->parent];
    for (int k = 0; k < n; k++) w->move[w->nmove++] = w->move[w->body_first[b->parent] + k];
    for (int k = 0; k < b->nmove; k++) {
      const lia_smove *x = &b->move[k];
      if (x->coord < 0) {
        w->move[w->nmove++] = x;
        continue;
      }
      joint *j = &w->joint[w->n];
      *j = (joint){ .parent = at, .first = first, .nmove = w->nmove - first, .own = x,
          .m = LIA_ZERO };
      for (int c = 0; c < 3; c++) j->h[c] = LIA_ZERO;
      for (int c = 0; c < 6; c++) j->I[c] = LIA_ZERO;
      at = w->n++;
      first = w->nmove;
    }
    w->body_joint[i] = at;
    w->body_first[i] = first;
    w->body_count[i] = w->nmove - first;
  }
  return LIA_OK;
}

// body b added to its joint: about the joint's origin, in the joint's axes
static void add_body(work *w, int i) {
  const lia_sbody *b = &w->m->body[i];
  lia_pool *p = w->p;
  if (w->body_joint[i] < 0) return;
  joint *j = &w->joint[w->body_joint[i]];
  lia_attitude a;
  lia_expr R[9], c[3], o[3], I[6] = { 0 };
  condensed_start(w, &a);
  pose_of(w, &a, w->move + w->body_first[i], w->body_count[i], R, o);
  lia_three_mul(p, R, b->com, c);
  lia_three_add(p, c, o);
  for (int k = 0; k < 6; k++) {
    lia_expr x[3], y[3];
    mul_m6(p, b->I, R + 3 * row6[k], x);          // R I R', entry by entry
    memcpy(y, R + 3 * col6[k], sizeof y);
    I[k] = lia_three_dot(p, x, y);
  }
  add_point(p, I, b->m, c);
  j->m = lia_sym_add(p, j->m, b->m);
  for (int k = 0; k < 3; k++) j->h[k] = lia_sym_add(p, j->h[k], lia_sym_mul(p, b->m, c[k]));
  for (int k = 0; k < 6; k++) j->I[k] = lia_sym_add(p, j->I[k], I[k]);
}

// levers, then masses, first moments and inertias from the tips inwards
static void augment(work *w) {
  lia_pool *p = w->p;
  for (int i = 0; i < w->n; i++) {
    joint *j = &w->joint[i];
    lia_attitude a;
    lia_expr R[9], g[3];
    condensed_start(w, &a);
    pose_of(w, &a, w->move + j->first, j->nmove, R, j->lever);
    lia_three_column(R, j->own->axis, g);
    if (is_slide(j))
      for (int k = 0; k < 3; k++)
        j->lever[k] = lia_sym_add(p, j->lever[k], lia_sym_mul(p, j->own->by, g[k]));
    j->mass = j->m;
    memcpy(j->V, j->h, sizeof j->V);
    memcpy(j->J, j->I, sizeof j->J);
  }
  for (int i = w->n - 1; i >= 0; i--) {
    joint *j = &w->joint[i], *up = j->parent < 0 ? NULL : &w->joint[j->parent];
    if (!up) continue;
    up->mass = lia_sym_add(p, up->mass, j->mass);
    for (int k = 0; k < 3; k++)
      up->V[k] = lia_sym_add(p, up->V[k], lia_sym_mul(p, j->mass, j->lever[k]));
    add_point(p, up->J, j->mass, j->lever);
  }
}

// ---- names for what is constant and a sum ----

static int constant_sum(const work *w, lia_expr e) {
  lia_expr rest;
  lia_sym_split(w->p, e, &rest);
  lia_op op = lia_expr_op(w->p, rest);
  if (op == LIA_OP_num || op == LIA_OP_sym || op == LIA_OP_pi || !w->p->node[e].bits) return 0;
  // no coordinate inside: its derivative in time is 0
  return lia_diff_time(w->p, e) == LIA_ZERO;
}

// the names of the description: a constant takes none of them
static int taken(const work *w, const char *name) {
  for (int i = 0; i < w->nown; i++)
    if (!strcmp(lia_expr_symbol(w->p, w->own[i])->name, name)) return 1;
  return 0;
}

// the same number at points of a fixed sequence, up to rounding: worth a proof
static int may_equal(const double *a, const double *b) {
  for (int k = 0; k < PROBES; k++)
    if (fabs(a[k] - b[k]) > 1e-9 * (a[k] + b[k])) return 0;
  return 1;
}

static void probe(work *w, lia_expr e, double at[PROBES]) {
  double rounding;
  for (unsigned k = 0; k < PROBES; k++)
    if (!lia_zero_probe(w->p, e, k, &at[k], &rounding)) at[k] = HUGE_VAL;
}

// one name for one value: that of an equal constant; 0 where the value is
static lia_expr condensed_named(work *w, lia_expr e, const char *name) {
  lia_pool *p = w->p;
  double at[PROBES];
  char text[40];
  if (!constant_sum(w, e)) return e;
  probe(w, e, at);
  if (at[0] < 1e-9 && lia_zero(p, e) == LIA_ZERO_yes) return LIA_ZERO;
  for (int i = 0; i < w->nknown; i++) {
    const lia_reduced *c = &w->known[i];
    if (!may_equal(at, w->at[i])) continue;
    if (c->value == e || lia_zero_equal(p, c->value, e) == LIA_ZERO_yes) return c->symbol;
  }
  snprintf(text, sizeof text, "%s", name);
  while (taken(w, text) && strlen(text) + 2 < sizeof text) strcat(text, "_");
  lia_expr s = lia_pool_constant(p, text, strlen(text), e);
  memcpy(w->at[w->nknown], at, sizeof at);
  if (s) w->known[w->nknown++] = (lia_reduced){ s, e };
  return s;
}

static void name_slot(work *w, int i, int k, lia_expr *slot) {
  static const char *const pair[] = { "X", "Y", "Z", "XY", "XZ", "YZ" };
  char name[32];
  snprintf(name, sizeof name, "J%s%d", pair[k], i + 1);
  *slot = condensed_named(w, *slot, name);
}

// in the order in which they are told
static void list_constant(work *w, lia_expr s) {
  lia_condensed *o = w->out;
  for (int i = 0; i < o->nconstant; i++)
    if (o->constant[i].symbol == s) return;
  for (int i = 0; i < w->nknown; i++)
    if (w->known[i].symbol == s) o->constant[o->nconstant++] = w->known[i];
}

static void condensed_reduce(work *w) {
  static const char *const axis[] = { "X", "Y", "Z" };
  char name[32];
  for (int i = 0; i < w->n; i++) {
    joint *j = &w->joint[i];
    for (int k = 0; k < 3; k++) {
      snprintf(name, sizeof name, "V%s%d", axis[k], i + 1);
      j->V[k] = condensed_named(w, j->V[k], name);
    }
    // of equal inertias the one about the joint's own axis gives the name
    name_slot(w, i, j->own->axis, &j->J[j->own->axis]);
    for (int k = 0; k < 6; k++)
      if (k != j->own->axis) name_slot(w, i, k, &j->J[k]);
    for (int k = 0; k < 3; k++) list_constant(w, j->V[k]);
    for (int k = 0; k < 6; k++) list_constant(w, j->J[k]);
  }
}

// the symbols of the description
static lia_status own_symbols(work *w) {
  lia_pool *p = w->p;
  int n = 0, room = 16 * w->n + 3;
  lia_expr *all = lia_malloc((size_t)room * sizeof *all);
  if (!all) return LIA_FAIL(w->err, LIA_ENOMEM, "model", "out of memory");
  for (int i = 0; i < w->n; i++) {
    const joint *j = &w->joint[i];
    all[n++] = j->mass;
    all[n++] = j->own->by;
    for (int k = 0; k < 3; k++) {
      all[n++] = j->V[k];
      all[n++] = j->lever[k];
    }
    for (int k = 0; k < 6; k++) all[n++] = j->J[k];
  }
  for (int k = 0; k < 3; k++) all[n++] = w->m->gravity[k];
  w->own = lia_malloc(((size_t)p->names.count + 1) * sizeof *w->own);
  uint32_t found = w->own ? lia_subs_symbols(p, (uint32_t)n, all, w->own) : UINT32_MAX;
  lia_free(all);
  if (found == UINT32_MAX)
    return lia_pool_status(p, w->err) != LIA_OK ? lia_pool_status(p, w->err)
        : LIA_FAIL(w->err, LIA_ENOMEM, "model", "out of memory");
  w->nown = (int)found;
  return LIA_OK;
}

// ---- relations ----

static int is_ancestor(const work *w, int i, int k) {
  for (; k >= 0; k = w->joint[k].parent)
    if (k == i) return 1;
  return i < 0;
}

static const relation *rel(const work *w, int i, int k) { return &w->rel[(i + 1) * w->n + k]; }

// R_ik along the path, its angles merged from i on
static void relate(work *w, int i, int k) {
  int path[1024], n = 0;
  lia_attitude a;
  relation *r = &w->rel[(i + 1) * w->n + k];
  for (int j = k; j != i && n < 1024; j = w->joint[j].parent) path[n++] = j;
  condensed_start(w, &a);
  while (n--) {
    const joint *j = &w->joint[path[n]];
    for (int c = 0; c < j->nmove; c++) {
      const lia_smove *x = w->move[j->first + c];
      if (x->kind == LIA_STURN) lia_attitude_turn(&a, x->axis, x->by);
      else if (x->kind == LIA_SPOSE) lia_attitude_pose(&a, x->R);
    }
    if (!is_slide(j)) lia_attitude_turn(&a, j->own->axis, j->own->by);
  }
  lia_attitude_matrix(&a, r->R);
  r->related = 1;
}

static void relate_all(work *w) {
  for (int i = -1; i < w->n; i++)
    for (int k = 0; k < w->n; k++)
      if (is_ancestor(w, i, k)) relate(w, i, k);
}

// ---- entries ----

// g_i . x for x given in frame k, i an ancestor of k (or k itself): row axis_i of R_ik
static lia_expr along(const work *w, int i, int k, const lia_expr x[3]) {
  return lia_three_dot(w->p, rel(w, i, k)->R + 3 * w->joint[i].own->axis, x);
}

// x (in frame i) . y (in frame k), i an ancestor of k
static lia_expr between(const work *w, int i, const lia_expr x[3], int k, const lia_expr y[3]) {
  lia_expr z[3];
  lia_three_mul(w->p, rel(w, i, k)->R, y, z);
  return lia_three_dot(w->p, x, z);
}

// x (in frame q, anywhere on the path through i and j) . g_j
static lia_expr condensed_onto(const work *w, int q, const lia_expr x[3], int j) {
  if (is_ancestor(w, j, q)) return along(w, j, q, x);
  lia_expr g[3];
  lia_three_column(rel(w, q, j)->R, w->joint[j].own->axis, g);
  return lia_three_dot(w->p, x, g);
}

static lia_expr axes(const work *w, int i, int j) {
  return rel(w, i, j)->R[3 * w->joint[i].own->axis + w->joint[j].own->axis];
}

// (g_i x a) . (g_j x b) = (g_i . g_j)(a . b) - (g_i . b)(a . g_j); a in frame p, b in frame k, p an
// ancestor of k
static lia_expr crosses(const work *w, int i, int j, int q, const lia_expr a[3], int k,
    const lia_expr b[3], int swapped) {
  lia_pool *p = w->p;
  lia_expr gg = axes(w, i, j), ab = between(w, q, a, k, b);
  lia_expr left = swapped ? along(w, i, q, a) : along(w, i, k, b),
      right = swapped ? along(w, j, k, b) : condensed_onto(w, q, a, j);
  return lia_sym_sub(p, lia_sym_mul(p, gg, ab), lia_sym_mul(p, left, right));
}

// two turns: sum of g_i J_k g_j, and the levers on the way to each k                  [inria80] F18
static lia_expr turn_turn(const work *w, int i, int j) {
  lia_pool *p = w->p;
  lia_expr sum = LIA_ZERO;
  for (int k = j; k < w->n; k++) {
    const joint *K = &w->joint[k];
    if (!is_ancestor(w, j, k)) continue;
    lia_expr x[3];
    mul_m6(p, K->J, rel(w, j, k)->R + 3 * w->joint[j].own->axis, x);
    sum = lia_sym_add(p, sum, along(w, i, k, x));
    // child: the joint whose lever leads from its parent towards k
    for (int child = k; child != i; child = w->joint[child].parent) {
      int q = w->joint[child].parent;
      sum = lia_sym_add(p, sum, crosses(w, i, j, q, w->joint[child].lever, k, K->V, 0));
      if (is_ancestor(w, j, q))
        sum = lia_sym_add(p, sum, crosses(w, i, j, q, w->joint[child].lever, k, K->V, 1));
    }
  }
  return sum;
}

// first moment of the subtree of j about O_j, and with_lever: mass times O_iO_j as well, in frame i
static void moment(const work *w, int i, int j, int with_lever, lia_expr o[3]) {
  lia_pool *p = w->p;
  for (int k = 0; k < 3; k++) o[k] = LIA_ZERO;
  for (int k = j; k < w->n; k++) {
    lia_expr x[3];
    if (!is_ancestor(w, j, k)) continue;
    lia_three_mul(p, rel(w, i, k)->R, w->joint[k].V, x);
    lia_three_add(p, o, x);
  }
  for (int child = j; with_lever && child != i; child = w->joint[child].parent) {
    lia_expr x[3], l[3];
    int q = w->joint[child].parent;
    for (int k = 0; k < 3; k++) l[k] = lia_sym_mul(p, w->joint[j].mass, w->joint[child].lever[k]);
    if (q == i) memcpy(x, l, sizeof x);
    else lia_three_mul(p, rel(w, i, q)->R, l, x);
    lia_three_add(p, o, x);
  }
}

// e_axis . (u x x) in one frame
static lia_expr triple(lia_pool *p, int axis, const lia_expr u[3], const lia_expr x[3]) {
  int a = (axis + 1) % 3, b = (axis + 2) % 3;
  return lia_sym_sub(p, lia_sym_mul(p, u[a], x[b]), lia_sym_mul(p, u[b], x[a]));
}

// A_ij for i an ancestor of j or j itself
static lia_expr condensed_entry(const work *w, int i, int j) {
  const joint *I = &w->joint[i], *J = &w->joint[j];
  lia_pool *p = w->p;
  if (is_slide(I) && is_slide(J)) return lia_sym_mul(p, J->mass, axes(w, i, j));
  if (!is_slide(I) && !is_slide(J)) return turn_turn(w, i, j);
  lia_expr g[3], x[3];
  lia_three_column(rel(w, i, j)->R, J->own->axis, g);
  moment(w, i, j, is_slide(J), x);
  // (g_i x x) . g_j = g_i . (x x g_j);  g_i . (g_j x x)
  return is_slide(J) ? triple(p, I->own->axis, x, g) : triple(p, I->own->axis, g, x);
}

// ---- potential and gravity ----

// V = -G . sum over joints R_0k V_k, and the levers of the roots; bodies on the ground are left
// out: they do not move
static lia_expr potential(const work *w) {
  lia_pool *p = w->p;
  lia_expr V = LIA_ZERO;
  for (int k = 0; k < w->n; k++) {
    const joint *K = &w->joint[k];
    lia_expr x[3];
    lia_three_mul(p, rel(w, -1, k)->R, K->V, x);
    V = lia_sym_sub(p, V, lia_three_dot(p, w->m->gravity, x));
    if (K->parent < 0)
      V = lia_sym_sub(p, V, lia_sym_mul(p, K->mass, lia_three_dot(p, w->m->gravity, K->lever)));
  }
  return V;
}

// -Q_i = -(g_i x sum V_k) . G for a turn, -M_i g_i . G for a slide, in the base frame
//                                                                                    (3-9), (3-10)
static lia_expr condensed_gravity(const work *w, int i) {
  lia_pool *p = w->p;
  const joint *I = &w->joint[i];
  lia_expr g[3], x[3];
  lia_three_column(rel(w, -1, i)->R, I->own->axis, g);
  if (is_slide(I))
    return lia_sym_neg(p, lia_sym_mul(p, I->mass, lia_three_dot(p, w->m->gravity, g)));
  moment(w, -1, i, 0, x);
  lia_expr Q = LIA_ZERO;
  for (int k = 0; k < 3; k++)
    Q = lia_sym_add(p, Q, lia_sym_mul(p, w->m->gravity[k], triple(p, k, g, x)));
  return lia_sym_neg(p, Q);
}

// ---- joints to coordinates: q' of a joint is scale times q' of its coordinate ----

static void collapse(work *w) {
  lia_pool *p = w->p;
  lia_condensed *o = w->out;
  int n = o->n;
  for (int j = 0; j < w->n; j++)
    for (int i = j; i >= 0; i--) {
      if (!is_ancestor(w, i, j)) continue;
      const lia_smove *a = w->joint[i].own, *b = w->joint[j].own;
      lia_expr e = lia_sym_mul(p, lia_sym_mul(p, a->scale, b->scale), condensed_entry(w, i, j));
      lia_expr *upper = &o->M[a->coord * n + b->coord], *lower = &o->M[b->coord * n + a->coord];
      *upper = lia_sym_add(p, *upper, e);
      if (upper != lower) *lower = *upper;
      // two joints of one coordinate: both orders
      else if (i != j) *upper = lia_sym_add(p, *upper, e);
    }
  for (int i = 0; i < w->n; i++) {
    const lia_smove *a = w->joint[i].own;
    o->gravity[a->coord] = lia_sym_add(p, o->gravity[a->coord],
        lia_sym_mul(p, a->scale, condensed_gravity(w, i)));
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
    *c = (lia_cjoint){ .parent = j->parent, .axis = j->own->axis, .slide = is_slide(j),
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
  LIA_TRY(condensed_split(w));
  if (w->n == 0)
    return LIA_FAIL(w->err, LIA_EMODEL, "model", "nothing moves: there are no equations");
  for (int i = 0; i < w->m->nbody; i++) add_body(w, i);
  augment(w);
  if (reduced) {
    LIA_TRY(own_symbols(w));
    condensed_reduce(w);
  }
  relate_all(w);
  tell_joints(w);
  w->out->V = potential(w);
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
