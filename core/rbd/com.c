/* com.c - centre of mass and momentum in numbers
 *
 * Momenta by columns in base axes, as those of the mass matrix (crba.c); in body axes (com_text.h)
 * where bodies are far from their root. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/com.h"

#include "base/assert.h"
#include "rbd/fk.h"
#include "rbd/fast/columns.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/energy_text.h"
#include "rbd/text/mass_text.h"
#include "rbd/text/com_text.h"
#include "rbd/text/motion_text.h"

static lia_vec3 centre(const lia_model *m, const lia_data *d) {
  // without mass there is no centre: the caller has asked
  LIA_ASSERT(m->mass > 0);
  return scale(1 / m->mass, lia_first_moment(m, d));
}

void lia_com(const lia_model *m, lia_data *d, const double *q, double c[3]) {
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  vec_to(c, centre(m, d));
}

// from the centre of mass to the root of the tree of each column, in d->f at the column of the
// root. After the sums of d->C, where m h of each tree stands at its root
static void roots_from_centre(const lia_model *m, lia_data *d, const double *q) {
  lia_v4d sum = number4(0);
  for (int i = 1; i <= m->nnode; i = m->node[i].end) {
    const lia_node *N = &m->node[i];
    const lia_v4d C = d->C[3 * N->col];
    const lia_vec3 p = pos(compose(pose_of(m->node[0].X), lia_node_pose(N, d, q)));
    const lia_v4d row = { p.x, p.y, p.z };
    d->f[2 * N->col] = row;
    sum += row * number4(C[0]) + (lia_v4d){ C[1], C[2], C[3] };
  }
  LIA_ASSERT(m->mass > 0);
  const lia_v4d c = sum * number4(1 / m->mass);
  for (int i = 1; i <= m->nnode; i = m->node[i].end) d->f[2 * m->node[i].col] -= c;
}

// the same of four columns
static VEC4 roots4(const lia_model *m, const lia_data *d, int c) {
  NUM4 r[4];
  for (int k = 0; k < 4; k++) r[k] = d->f[2 * m->col[c + k < m->jv ? c + k : c].root];
  transpose4(&r[0], &r[1], &r[2], &r[3]);
  return (VEC4){ r[0], r[1], r[2] };
}

// numbers of four columns onto row r of a matrix of velocities
static inline void put_four(const lia_model *m, double *row, int c, NUM4 x) {
  if (m->in_order && !m->has_mimic) {
    put(row, c, c, m->jv - 1 < c + 3 ? m->jv - 1 : c + 3, x);
    return;
  }
  for (int k = 0; k < 4 && c + k < m->jv; k++) {
    const int i = m->col[c+k].v;
    row[m->user_v[i]] = lia_fma(m->scale_v[i], x[k], row[m->user_v[i]]);
  }
}

// momenta F of all columns, and the roots to tell them about the centre of mass
static void momenta_of_columns(const lia_model *m, lia_data *d, const double *q) {
  const double *jq = joint_q(m, d, q);
  tree_poses(m, d, jq);
  own_inertia(m, d);
  add_trees(m, d->C, 3);
  momenta(m, d);
  roots_from_centre(m, d, jq);
}

// about the centre of mass: (F_u, F_w + r x F_u), r from it to the root
static void matrix_by_columns(const lia_model *m, lia_data *d, const double *q, double *A) {
  momenta_of_columns(m, d, q);
  for (int k = 0; k < 6 * m->nv; k++) A[k] = 0;
  EACH_FOUR(m, d, c, at) {
    pair4 F = load_pair(at->F);
    const VEC4 L = addcross4(F.w, roots4(m, d, c), F.u);
    const NUM4 x[6] = { F.u.x, F.u.y, F.u.z, L.x, L.y, L.z };
    for (int r = 0; r < 6; r++) put_four(m, A + r * m->nv, c, x[r]);
  }
}

void lia_com_matrix(const lia_model *m, lia_data *d, const double *q, double *A) {
  if (!m->far) {
    matrix_by_columns(m, d, q, A);
    return;
  }
  const double *jq = joint_q(m, d, q);
  lia_fk_poses(m, d, jq, d->world);
  lia_composites(m, d, jq);
  lia_momentum_columns(m, d, centre(m, d), A);
}

// p = m c', so the linear half of A over the mass; the angular half is not kept
static void jacobian_by_columns(const lia_model *m, lia_data *d, const double *q, double *J) {
  momenta_of_columns(m, d, q);
  const NUM4 each = number4(1 / m->mass);
  EACH_FOUR(m, d, c, at)
    for (int r = 0; r < 3; r++) put_four(m, J + r * m->nv, c, at->F[r] * each);
}

void lia_com_jacobian(const lia_model *m, lia_data *d, const double *q, double *J) {
  for (int k = 0; k < 3 * m->nv; k++) J[k] = 0;
  if (!m->far) {
    jacobian_by_columns(m, d, q, J);
    return;
  }
  const double *jq = joint_q(m, d, q);
  lia_fk_poses(m, d, jq, d->world);
  lia_composites(m, d, jq);
  for (int i = 1; i <= m->nnode; i++)
    for (int k = 0; k < m->node[i].nv; k++) {
      lia_vec3 u, w;
      lia_subspace_column(&m->node[i], k, &u, &w);
      u = mul(rot(d->world[i]), addcross(scale(d->comp[i].m, u), w, d->comp[i].h));
      const double x[3] = { u.x, u.y, u.z };
      int iv = m->node[i].iv + k;
      for (int r = 0; r < 3; r++) J[r * m->nv + m->user_v[iv]] += m->scale_v[iv] * x[r] / m->mass;
    }
}

void lia_com_momentum(const lia_model *m, lia_data *d, const double *q, const double *v,
    double h[6]) {
  const double *jq = joint_q(m, d, q);
  lia_vec3 P = zero(), L = zero();
  lia_fk_poses(m, d, jq, d->world);
  lia_node_motion(m, d, jq, joint_v(m, d->v, v), d->zero, zero());
  lia_vec3 c = centre(m, d);
  for (int i = 1; i <= m->nnode; i++) {
    lia_vec3 p, l;
    lia_momentum_of(&m->node[i], d->kin[i].u, d->kin[i].w, &p, &l);
    lia_mat3 R = rot(d->world[i]);
    p = mul(R, p);
    P = add(P, p);
    L = add(L, addcross(mul(R, l), sub(pos(d->world[i]), c), p));
  }
  vec_to(h, P);
  vec_to(h + 3, L);
}

// L' of one body about its centre of mass, in base axes: R (I w' + w x I w), w and w' in its own
static void turning_rate(const double Ic[6], const lia_frame *X, const double w_0[3],
    const double wd_0[3], double out[3]) {
  double I[9], w[3], wd[3], L[3], rate[3], turn[3];
  lia_inertia_to33(I, Ic);
  lia_mtv3(w, X->R, w_0);
  lia_mtv3(wd, X->R, wd_0);
  lia_mv3(L, I, w);
  lia_mv3(rate, I, wd);
  lia_cross3(turn, w, L);
  lia_add3(rate, rate, turn);
  lia_mv3(out, X->R, rate);
}

// what one body adds: p' = m c'', L' = its own + (c_B - c) x m c''
static void add_body_rate(const lia_model *m, const lia_data *d, int b, const double c[3],
    double out[6]) {
  lia_frame X;
  const lia_inertia *own = &m->body[b].inertia;
  double c_B[3], Ic[6], V[6], A[6], at[3], f[3], n[3], arm[3];
  lia_inertia_to_com(c_B, Ic, own);
  lia_fk_body(m, d, b, &X);
  lia_fk_velocity(m, d, b, c_B, LIA_AXES_BASE, V);
  lia_fk_acceleration(m, d, b, c_B, LIA_AXES_BASE, A);
  lia_frame_point(at, &X, c_B);
  lia_scale3(f, own->m, A);
  lia_sub3(arm, at, c);
  lia_cross3(n, arm, f);
  lia_add3(out, out, f);
  lia_add3(out + 3, out + 3, n);
  turning_rate(Ic, &X, V + 3, A + 3, n);
  lia_add3(out + 3, out + 3, n);
}

void lia_com_rate(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double out[6]) {
  double c[3];
  lia_fk_motion(m, d, q, v, a);
  vec_to(c, centre(m, d));
  for (int k = 0; k < 6; k++) out[k] = 0;
  for (int b = 0; b < m->nbody; b++)
    if (m->body[b].node > 0) add_body_rate(m, d, b, c, out);
}
