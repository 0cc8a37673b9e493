/* jac.c - Jacobians in numbers */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/jac.h"

#include "base/assert.h"
#include "rbd/fk.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"

static lia_mat3 axes_of(const lia_model *m, const lia_data *d, int axes) {
  LIA_ASSERT(axes >= 0 && axes < m->nbody);
  lia_mat3 R = rot(d->world[m->body[axes].node]);
  return m->body[axes].aligned ? R : matmul(R, rot_of(m->body[axes].X_NB));
}

void lia_jac_here(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    double *J) {
  LIA_ASSERT(body >= 0 && body < m->nbody && axes >= LIA_AXES_BASE);
  lia_mat3 E;
  if (axes >= 0) E = axes_of(m, d, axes);
  const lia_model_body *b = &m->body[body];
  lia_jac_columns(m, d, b->node, body_point(b, p_B), axes >= 0 ? &E : NULL, J);
}

void lia_jac(const lia_model *m, lia_data *d, const double *q, int body, const double p_B[3],
    int axes, double *J) {
  path_poses(m, d, q, m->body[body].node, d->world);
  if (axes >= 0) path_poses(m, d, q, m->body[axes].node, d->world);
  lia_jac_here(m, d, body, p_B, axes, J);
}

void lia_jac_rate(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, double *Jdot) {
  LIA_ASSERT(body >= 0 && body < m->nbody && v);
  lia_mat3 E;
  lia_vec3 w_E = zero();
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  lia_world_twists(m, d, joint_v(m, d->v, v));
  if (axes >= 0) { E = axes_of(m, d, axes); w_E = d->twist[m->body[axes].node].w; }
  lia_jac_rate_columns(m, d, m->body[body].node, body_point(&m->body[body], p_B),
      axes >= 0 ? &E : NULL, w_E, Jdot);
}

// in axes that turn with w_E the components of (u, w) change by -w_E x (u, w) besides
void lia_jac_bias(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, double out[6]) {
  double V[6], w[6], c[3];
  lia_fk_motion(m, d, q, v, NULL);
  lia_fk_acceleration(m, d, body, p_B, axes, out);
  if (axes < 0) return;
  lia_fk_velocity(m, d, body, p_B, axes, V);
  lia_fk_velocity(m, d, axes, NULL, axes, w);
  for (int r = 0; r < 6; r += 3) {
    lia_cross3(c, w + 3, V + r);
    lia_sub3(out + r, out + r, c);
  }
}

unsigned lia_jac_euler(const lia_model *m, lia_data *d, const double *q, int body,
    const double p_B[3], lia_euler e, double *J) {
  lia_frame X;
  double a[3];
  unsigned flags = 0;
  lia_jac(m, d, q, body, p_B, LIA_AXES_BASE, J);
  lia_fk_body(m, d, body, &X);
  lia_euler_from_rot(a, e, X.R, NULL);
  for (int c = 0; c < m->nv; c++) {
    double w[3] = { J[3 * m->nv + c], J[4 * m->nv + c], J[5 * m->nv + c] };
    flags |= lia_euler_rate(w, e, a, w, LIA_BASE);
    for (int r = 0; r < 3; r++) J[(3 + r) * m->nv + c] = w[r];
  }
  return flags;
}

void lia_jac_quat(const lia_model *m, lia_data *d, const double *q, int body, const double p_B[3],
    double *J) {
  lia_frame X;
  double p[4];
  lia_jac(m, d, q, body, p_B, LIA_AXES_BASE, J);
  lia_fk_body(m, d, body, &X);
  lia_quat_from_rot(p, X.R, NULL);
  for (int c = 0; c < m->nv; c++) {
    double w[3] = { J[3 * m->nv + c], J[4 * m->nv + c], J[5 * m->nv + c] }, r[4];
    lia_quat_rate(r, p, w, LIA_BASE);
    for (int k = 0; k < 4; k++) J[(3 + k) * m->nv + c] = r[k];
  }
}

void lia_jac_force(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    const double F[6], double *tau) {
  LIA_ASSERT(body >= 0 && body < m->nbody && tau != F);
  const lia_model_body *B = &m->body[body];
  lia_vec3 f = vec_of(F), n = vec_of(F + 3);
  if (axes >= 0) {
    lia_mat3 E = axes_of(m, d, axes);
    f = mul(E, f);
    n = mul(E, n);
  }
  lia_vec3 P = addmul(pos(d->world[B->node]), rot(d->world[B->node]), body_point(B, p_B));
  for (int i = B->node; i > 0; i = m->node[i].parent) {
    const lia_node *N = &m->node[i];
    lia_mat3 R = rot(d->world[i]);
    lia_vec3 t = tmul(R, addcross(n, sub(P, pos(d->world[i])), f)), g = tmul(R, f);
    for (int k = 0; k < N->nv; k++) {
      lia_vec3 u, w;
      lia_subspace_column(N, k, &u, &w);
      tau[m->user_v[N->iv + k]] += m->scale_v[N->iv + k] * (dot(u, g) + dot(w, t));
    }
  }
}

void lia_jac_turn(const double R_AF[9], double *J, int n) {
  LIA_ASSERT(n >= 0 && (!n || J != R_AF));
  for (int half = 0; half < 2; half++)
    for (int k = 0; k < n; k++) {
      double *x = J + 3 * half * n + k, v[3] = { x[0], x[n], x[2 * n] };
      lia_mtv3(v, R_AF, v);
      x[0] = v[0];
      x[n] = v[1];
      x[2 * n] = v[2];
    }
}
