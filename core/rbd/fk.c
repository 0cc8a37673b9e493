/* fk.c - forward kinematics in numbers */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/fk.h"

#include "base/assert.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/motion_text.h"

#include <string.h>

static inline void store_frame(lia_frame *X, lia_pose P) {
  char *x = (char *)X;  // rows overlap by one number, which the next one puts right
  memcpy(x, &P.x, sizeof P.x);
  memcpy(x + 24, &P.y, sizeof P.y);
  memcpy(x + 48, &P.z, sizeof P.z);
  vec_to(X->p, pos(P));
}

static inline void place_body(const lia_model_body *B, const lia_data *d, lia_frame *X_0B) {
  lia_pose P = d->world[B->node];
  if (!B->aligned) P = compose(P, pose_of(B->X_NB));
  store_frame(X_0B, P);
}

void lia_fk_body(const lia_model *m, const lia_data *d, int body, lia_frame *X_0B) {
  LIA_ASSERT(body >= 0 && body < m->nbody);
  place_body(&m->body[body], d, X_0B);
}

void lia_fk(const lia_model *m, lia_data *d, const double *q, lia_frame *X) {
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  if (!X) return;
  for (int i = 0; i < m->nbody; i++) place_body(&m->body[i], d, &X[i]);
}

void lia_fk_one(const lia_model *m, lia_data *d, const double *q, int body, lia_frame *X_0B) {
  LIA_ASSERT(body >= 0 && body < m->nbody);
  path_poses(m, d, q, m->body[body].node, d->world);
  place_body(&m->body[body], d, X_0B);
}

void lia_fk_motion(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a) {
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero),
      *ja = joint_v(m, d->a, a ? a : d->zero);
  lia_fk_poses(m, d, jq, d->world);
  lia_node_motion(m, d, jq, jv, ja, zero());
}

void lia_fk_rates(const lia_model *m, lia_data *d, const double *q, const double *v) {
  const double *jq = joint_q(m, d, q);
  lia_fk_poses(m, d, jq, d->world);
  lia_node_velocities(m, d, jq, joint_v(m, d->v, v));
}

// a pair told in node N, in other axes
static void told_in(const lia_model *m, const lia_data *d, int node, int axes, lia_vec3 u,
    lia_vec3 w, double out[6]) {
  LIA_ASSERT(axes >= LIA_AXES_BASE && axes < m->nbody && node <= m->nnode);
  lia_mat3 R = rot(d->world[node]);
  u = mul(R, u);
  w = mul(R, w);
  if (axes >= 0) {
    lia_mat3 E = matmul(rot(d->world[m->body[axes].node]), rot_of(m->body[axes].X_NB));
    u = tmul(E, u);
    w = tmul(E, w);
  }
  vec_to(out, u);
  vec_to(out + 3, w);
}

void lia_fk_velocity(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    double V[6]) {
  const lia_model_body *B = &m->body[body];
  const lia_kin *K = &d->kin[B->node];
  told_in(m, d, B->node, axes, addcross(K->u, K->w, body_point(B, p_B)), K->w, V);
}

void lia_fk_acceleration(const lia_model *m, const lia_data *d, int body, const double p_B[3],
    int axes, double A[6]) {
  const lia_model_body *B = &m->body[body];
  const lia_kin *K = &d->kin[B->node];
  told_in(m, d, B->node, axes, addmul(K->a, K->U, body_point(B, p_B)), K->wd, A);
}
