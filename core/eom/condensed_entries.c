/* condensed_entries.c - relative orientations with merged angles, the four kinds of entries,
 * gravity
 */
#include "eom/condensed_inside.h"

#include "base/assert.h"

#include <string.h>

typedef lia_condensed_joint joint;
typedef lia_condensed_relation relation;
typedef lia_condensed_work work;

// ---- relations ----

int lia_condensed_is_ancestor(const work *w, int i, int k) {
  for (; k >= 0; k = w->joint[k].parent)
    if (k == i) return 1;
  return i < 0;
}

static const relation *rel(const work *w, int i, int k) {
  LIA_ASSERT(i >= -1 && i < w->n && k >= 0 && k < w->n);
  LIA_ASSERT(w->rel[(i + 1) * w->n + k].related);   // i is on the way from k to the ground
  return &w->rel[(i + 1) * w->n + k];
}

// R_ik along the path, its angles merged from i on
static void relate(work *w, int i, int k) {
  int path[1024], n = 0;
  lia_attitude a;
  relation *r = &w->rel[(i + 1) * w->n + k];
  for (int j = k; j != i && n < 1024; j = w->joint[j].parent) path[n++] = j;
  LIA_ASSERT(n < 1024 && i < k + 1);   // there are at most 1000 joints
  lia_condensed_start(w, &a);
  while (n--) {
    const joint *j = &w->joint[path[n]];
    for (int c = 0; c < j->nmove; c++) {
      const lia_smove *x = w->move[j->first + c];
      if (x->kind == LIA_STURN) lia_attitude_turn(&a, x->axis, x->by);
      else if (x->kind == LIA_SPOSE) lia_attitude_pose(&a, x->R);
    }
    if (!lia_condensed_is_slide(j)) lia_attitude_turn(&a, j->own->axis, j->own->by);
  }
  lia_attitude_matrix(&a, r->R);
  r->related = 1;
}

void lia_condensed_relate(work *w) {
  for (int i = -1; i < w->n; i++)
    for (int k = 0; k < w->n; k++)
      if (lia_condensed_is_ancestor(w, i, k)) relate(w, i, k);
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
  if (lia_condensed_is_ancestor(w, j, q)) return along(w, j, q, x);
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
    if (!lia_condensed_is_ancestor(w, j, k)) continue;
    lia_expr x[3];
    lia_condensed_mul_m6(p, K->J, rel(w, j, k)->R + 3 * w->joint[j].own->axis, x);
    sum = lia_sym_add(p, sum, along(w, i, k, x));
    // child: the joint whose lever leads from its parent towards k
    for (int child = k; child != i; child = w->joint[child].parent) {
      int q = w->joint[child].parent;
      sum = lia_sym_add(p, sum, crosses(w, i, j, q, w->joint[child].lever, k, K->V, 0));
      if (lia_condensed_is_ancestor(w, j, q))
        sum = lia_sym_add(p, sum, crosses(w, i, j, q, w->joint[child].lever, k, K->V, 1));
    }
  }
  return sum;
}

// first moment of the subtree of j about O_j, and with_lever: mass times O_iO_j as well, in frame i
static void moment(const work *w, int i, int j, int with_lever, lia_expr o[3]) {
  LIA_ASSERT(lia_condensed_is_ancestor(w, i, j));
  lia_pool *p = w->p;
  for (int k = 0; k < 3; k++) o[k] = LIA_ZERO;
  for (int k = j; k < w->n; k++) {
    lia_expr x[3];
    if (!lia_condensed_is_ancestor(w, j, k)) continue;
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
lia_expr lia_condensed_entry(const work *w, int i, int j) {
  LIA_ASSERT(lia_condensed_is_ancestor(w, i, j));
  const joint *I = &w->joint[i], *J = &w->joint[j];
  lia_pool *p = w->p;
  if (lia_condensed_is_slide(I) && lia_condensed_is_slide(J))
    return lia_sym_mul(p, J->mass, axes(w, i, j));
  if (!lia_condensed_is_slide(I) && !lia_condensed_is_slide(J)) return turn_turn(w, i, j);
  lia_expr g[3], x[3];
  lia_three_column(rel(w, i, j)->R, J->own->axis, g);
  moment(w, i, j, lia_condensed_is_slide(J), x);
  // (g_i x x) . g_j = g_i . (x x g_j);  g_i . (g_j x x)
  return lia_condensed_is_slide(J) ? triple(p, I->own->axis, x, g) : triple(p, I->own->axis, g, x);
}

// ---- potential and gravity ----

// V = -G . sum over joints R_0k V_k, and the levers of the roots; bodies on the ground are left
// out: they do not move
lia_expr lia_condensed_potential(const work *w) {
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
lia_expr lia_condensed_gravity(const work *w, int i) {
  lia_pool *p = w->p;
  const joint *I = &w->joint[i];
  lia_expr g[3], x[3];
  lia_three_column(rel(w, -1, i)->R, I->own->axis, g);
  if (lia_condensed_is_slide(I))
    return lia_sym_neg(p, lia_sym_mul(p, I->mass, lia_three_dot(p, w->m->gravity, g)));
  moment(w, -1, i, 0, x);
  lia_expr Q = LIA_ZERO;
  for (int k = 0; k < 3; k++)
    Q = lia_sym_add(p, Q, lia_sym_mul(p, w->m->gravity[k], triple(p, k, g, x)));
  return lia_sym_neg(p, Q);
}
