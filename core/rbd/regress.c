/* regress.c - the regressor in numbers
 *
 * In base axes column k of a body is a wrench W_k about the root of its tree, and the entry of
 * velocity c is S_c . W_k. With the columns r_j of the body's R, the acceleration a of its origin p
 * and U = wd~ + w~ w~
 *   m:         f = a,                n = p x f
 *   h_j:       f = U r_j,            n = p x f + r_j x a
 *   I_jk:      f = 0,                n = E wd + w x E w,  E = r_j r_k^T (+ r_k r_j^T)
 * Where bodies are far from their root (far.h) in body axes instead. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/regress.h"

#include "rbd/fast/columns.h"

#include "rbd/text/jac_text.h"
#include "rbd/text/motion_text.h"
#include "rbd/text/regress_text.h"

// wrenches of the parameters of four bodies side by side, two parameters of nothing behind
typedef struct wrenches4 { NUM4 r[6][12]; } wrenches4;
// those of one body
typedef struct wrenches { lia_v8d first[6]; lia_v4d rest[6]; } wrenches;

static void put_wrench(wrenches4 *W, int k, VEC4 f, VEC4 n) {
  const NUM4 x[6] = { f.x, f.y, f.z, n.x, n.y, n.z };
  for (int r = 0; r < 6; r++) W->r[r][k] = x[r];
}

static void masses(VEC4 p, MAT4 R, VEC4 a, VEC4 w, VEC4 wd, wrenches4 *W) {
  const VEC4 axis[3] = { colx4(R), coly4(R), colz4(R) };
  MAT4 U = rates4(w, wd);
  put_wrench(W, 0, a, cross4(p, a));
  for (int j = 0; j < 3; j++) {
    VEC4 f = mul4(U, axis[j]);
    put_wrench(W, 1 + j, f, addcross4(cross4(axis[j], a), p, f));
  }
}

static void inertias(MAT4 R, VEC4 w, VEC4 wd, wrenches4 *W) {
  const VEC4 axis[3] = { colx4(R), coly4(R), colz4(R) };
  VEC4 turning[3];
  NUM4 s[3], t[3];
  for (int j = 0; j < 3; j++) {
    turning[j] = cross4(w, axis[j]);
    s[j] = dot4(axis[j], w);
    t[j] = dot4(axis[j], wd);
    put_wrench(W, 4 + j, zero4(), addscaled4(scale4(t[j], axis[j]), s[j], turning[j]));
  }
  for (int k = 0; k < 3; k++) {
    const int i = k == 2, j = k ? 2 : 1;   // xy, xz, yz
    VEC4 n = addscaled4(scale4(t[j], axis[i]), s[j], turning[i]);
    n = addscaled4(addscaled4(n, t[i], axis[j]), s[i], turning[j]);
    put_wrench(W, 7 + k, zero4(), n);
  }
}

// the last column of the node of a body; of one on the ground any
static int last_column(const lia_model *m, int b) {
  const lia_node *N = &m->node[m->body[b].node];
  return m->body[b].node ? N->col + N->nv - 1 : 0;
}

// bodies b .. b + 3, beyond the last the last again
static void wrenches_of_four(const lia_model *m, const lia_data *d, int b, wrenches4 *W) {
  lia_pose X[4];
  lia_v4d V[8], A[8];
  for (int k = 0; k < 4; k++) {
    const int i = b + k < m->nbody ? b + k : m->nbody - 1, c = last_column(m, i);
    const lia_model_body *B = &m->body[i];
    X[k] = B->aligned ? d->tree[c] : compose(d->tree[c], pose_of(B->X_NB));
    memcpy(&V[2*k], &d->V[2*c], 2 * sizeof *V);
    memcpy(&A[2*k], &d->A[2*c], 2 * sizeof *A);
  }
  MAT4 R;
  VEC4 p;
  poses4(X, &R, &p);
  // from what moves at the root to the body's origin: u + w x p, and its rate
  pair4 v = load_rows(V), a = load_rows(A);
  VEC4 u = addcross4(v.u, v.w, p);
  masses(p, R, addcross4(addcross4(a.u, a.w, p), v.w, u), v.w, a.w, W);
  inertias(R, v.w, a.w, W);
  for (int r = 0; r < 6; r++) W->r[r][10] = W->r[r][11] = number4(0);
}

// rows of each of the four bodies instead of numbers of all four
static void to_bodies(wrenches4 *W, wrenches out[4]) {
  for (int r = 0; r < 6; r++) {
    NUM4 *x = W->r[r];
    for (int k = 0; k < 12; k += 4) transpose4(&x[k], &x[k+1], &x[k+2], &x[k+3]);
    for (int n = 0; n < 4; n++) {
      out[n].first[r] = __builtin_shufflevector(x[n], x[n+4], 0, 1, 2, 3, 4, 5, 6, 7);
      out[n].rest[r] = x[n+8];
    }
  }
}

// ten numbers S_c . W_k from y on; more: onto what is there, times scale
static inline void put_ten(const double S[8], const wrenches *W, int more, double scale,
    double *y) {
  lia_v8d x = W->first[0] * number8(S[0]), z = W->first[3] * number8(S[4]);
  NUM4 s = W->rest[0] * number4(S[0]), t = W->rest[3] * number4(S[4]);
  for (int r = 1; r < 3; r++) {
    x = fma8(W->first[r], number8(S[r]), x);
    z = fma8(W->first[3+r], number8(S[4+r]), z);
    s = fma4(W->rest[r], number4(S[r]), s);
    t = fma4(W->rest[3+r], number4(S[4+r]), t);
  }
  x += z;
  s += t;
  if (more) {
    const lia_v4d old = { y[8], y[9] };
    x = fma8(x, number8(scale), load8(y));
    s = fma4(s, number4(scale), old);
  }
  store8(y, x);
  y[8] = s[0];
  y[9] = s[1];
}

static void of_body(const lia_model *m, const lia_data *d, int b, const wrenches *at, double *Y) {
  const wrenches W = *at;
  const size_t width = 10 * (size_t)m->nbody;
  for (int c = last_column(m, b); c >= 0; c = m->col[c].parent) {
    const int i = m->col[c].v;
    double *y = Y + (size_t)m->user_v[i] * width + 10 * (size_t)b;
    put_ten((const double *)&d->Sr[2*c], &W, m->has_mimic, m->scale_v[i], y);
  }
}

// in body axes, where nothing is told about the root
static void in_body_axes(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double *Y) {
  lia_node_motion(m, d, q, v, a, ground(m));
  for (int b = 0; b < m->nbody; b++)
    lia_regress_body(m, d, m->body[b].node, pose_of(m->body[b].X_NB), b, Y);
}

void lia_regress(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a,
    double *Y) {
  if (m->nv == 0) return;
  memset(Y, 0, sizeof *Y * 10 * (size_t)m->nv * (size_t)m->nbody);
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero),
      *ja = joint_v(m, d->a, a ? a : d->zero);
  if (m->far) {
    in_body_axes(m, d, jq, jv, ja, Y);
    return;
  }
  by_columns(m, jv, d->vc);
  by_columns(m, ja, d->ac);
  tree_poses(m, d, jq);
  own_motion(m, d);
  tree_velocities(m, d);
  tree_accelerations(m, d);
  for (int b = 0; b < m->nbody; b += 4) {
    wrenches4 W;
    wrenches of[4];
    wrenches_of_four(m, d, b, &W);
    to_bodies(&W, of);
    for (int k = 0; k < 4 && b + k < m->nbody; k++)
      if (m->body[b+k].node) of_body(m, d, b + k, &of[k], Y);
  }
}

void lia_regress_parameters(const lia_model *m, double *pi) {
  for (int b = 0; b < m->nbody; b++) {
    const lia_inertia *J = &m->body[b].inertia;
    int given = m->body[b].has_inertia;
    pi[10*b] = given ? J->m : 0;
    for (int r = 0; r < 3; r++) pi[10*b+1+r] = given ? J->h[r] : 0;
    for (int r = 0; r < 6; r++) pi[10*b+4+r] = given ? J->I[r] : 0;
  }
}
