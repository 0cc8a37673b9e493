/* tree_num.h - the types and first steps of algorithms in numbers; included before a *_text.h */
#ifndef LIA_TREE_NUM_H
#define LIA_TREE_NUM_H

#include "base/assert.h"
#include "geo/spatial_num.h"
#include "model/data.h"

LIA_C_BEGIN

#define MODEL lia_model
#define NODE lia_node
#define DATA lia_data
#define KIN lia_kin
#define COMPOSITE lia_composite

/* the motion of a general joint, piece by piece */
static inline lia_pose row_pose(const lia_node *N, const double *q) {
  lia_pose X = identity();
  for (int k = 0; k < N->row->nmotion; k++) {
    const lia_motion *M = &N->row->motion[k];
    double t = M->param ? q[M->q] * N->param[M->param - 1] : q[M->q], c, s;
    switch (M->step) {
      case LIA_STEP_TURN: angle_of(t, &c, &s); X = turn(X, c, s); break;
      case LIA_STEP_SLIDE: X = shift(X, scale(t, vec_of(M->axis))); break;
      case LIA_STEP_QUAT: X = quaternion(X, q + M->q); break;
    }
  }
  return X;
}

/* joint coordinates: q itself or scale q + offset; and sine and cosine of all angles in one call.
 * Writes d: q, sin, cos */
static inline const double *joint_q(const lia_model *m, lia_data *d, const double *q) {
  if (__builtin_expect(m->has_mimic, 0)) {
    LIA_ASSERT(!m->jq || q != d->q);
    for (int k = 0; k < m->jq; k++)
      d->q[k] = lia_fma(m->scale_q[k], q[m->user_q[k]], m->offset_q[k]);
    q = d->q;
  }
  const double *angle = q + m->angles_from;
  if (m->angles_from < 0) {
    for (int k = 0; k < m->nangle; k++) d->angle[k] = q[m->angle_q[k]];
    angle = d->angle;
  }
  lia_sincos(angle, d->sin, d->cos, m->nangle);
  return q;
}

/* where a point of a body stands in the axes of its node; p_B NULL: its origin */
static inline lia_vec3 body_point(const lia_model_body *B, const double p_B[3]) {
  lia_vec3 r = pos_of(B->X_NB);
  return p_B ? addmul(r, rot_of(B->X_NB), vec_of(p_B)) : r;
}

/* joint velocities or accelerations: v itself, or scale v in jv */
static inline const double *joint_v(const lia_model *m, double *jv, const double *v) {
  if (__builtin_expect(!m->has_mimic, 1)) return v;
  LIA_ASSERT(!m->jv || v != jv);
  for (int k = 0; k < m->jv; k++) jv[k] = m->scale_v[k] * v[m->user_v[k]];
  return jv;
}

/* forces at the user's coordinates from those at the joints: the transpose of joint_v */
static inline void joint_tau(const lia_model *m, const double *jt, double *tau) {
  LIA_ASSERT(!m->nv || jt != tau);
  for (int k = 0; k < m->nv; k++) tau[k] = 0;
  for (int k = 0; k < m->jv; k++)
    tau[m->user_v[k]] = lia_fma(m->scale_v[k], jt[k], tau[m->user_v[k]]);
}

/* acceleration of the ground that feels like gravity */
static inline lia_vec3 ground(const lia_model *m) { return scale(-1, vec_of(m->gravity)); }

#include "rbd/text/place_text.h"

/* poses of node `node` and its ancestors only */
static inline void path_poses(const lia_model *m, const lia_data *d, const double *q, int node,
    lia_pose *X) {
  lia_pose P = X[0] = pose_of(m->node[0].X);
  LIA_ASSERT(node >= 0 && node <= m->nnode);
  for (int i = 1; i <= node; i++) {
    const lia_node *N = &m->node[i];
    if (N->end <= node) { i = N->end - 1; continue; }  // a branch that does not lead there
    P = compose(P, lia_node_pose(N, d, q));
    X[i] = P;
  }
}

LIA_C_END

#endif
