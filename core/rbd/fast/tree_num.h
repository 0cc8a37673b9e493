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

/* by how much piece M of a general joint turns or slides */
static inline double amount(const lia_node *N, const lia_motion *M, const double *q) {
  return M->param ? q[M->q] * N->param[M->param - 1] : q[M->q];
}

/* the motion of a general joint, piece by piece: slides before the first turn add up, and that may
 * be all there is before a quaternion */
static inline lia_pose row_pose(const lia_node *N, const double *q) {
  const lia_motion *M = N->row->motion, *end = M + N->row->nmotion;
  lia_vec3 p = zero();
  lia_pose X = identity();
  for (; M < end && M->step == LIA_STEP_SLIDE; M++)
    p = addscaled(p, amount(N, M, q), vec_of(M->axis));
  if (M < end && M->step == LIA_STEP_QUAT) {
    double R[9];
    lia_quat_to_rot(R, q + M->q);
    X = pose(mat_of(R), p);
    M++;
  } else X = pose(rot(X), p);
  for (; M < end; M++) {
    double c, s;
    switch (M->step) {
      case LIA_STEP_TURN: angle_of(amount(N, M, q), &c, &s); X = turn(X, c, s); break;
      case LIA_STEP_SLIDE: X = shift(X, scale(amount(N, M, q), vec_of(M->axis))); break;
      case LIA_STEP_QUAT: X = quaternion(X, q + M->q); break;
    }
  }
  return X;
}

/* joint coordinates: q itself or scale q + offset. Writes d: q */
static inline const double *mapped_q(const lia_model *m, lia_data *d, const double *q) {
  if (__builtin_expect(!m->has_mimic, 1)) return q;
  LIA_ASSERT(!m->jq || q != d->q);
  for (int k = 0; k < m->jq; k++)
    d->q[k] = lia_fma(m->scale_q[k], q[m->user_q[k]], m->offset_q[k]);
  return d->q;
}

/* where all angles stand in order; q of the joints. Writes d: angle */
static inline const double *joint_angles(const lia_model *m, lia_data *d, const double *q) {
  if (m->angles_from >= 0) return q + m->angles_from;
  for (int k = 0; k < m->nangle; k++) d->angle[k] = q[m->angle_q[k]];
  return d->angle;
}

/* joint coordinates, and sine and cosine of all angles in one call. Writes d: q, sin, cos */
static inline const double *joint_q(const lia_model *m, lia_data *d, const double *q) {
  q = mapped_q(m, d, q);
  lia_sincos_room(joint_angles(m, d, q), d->sin, d->cos, m->nangle);
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

/* the nodes that lead to `node` and itself, from the root */
#define EACH_ON_PATH(m, node_, i) \
  for (int i = 1; i <= (node_); i++) \
    if ((m)->node[i].end <= (node_)) i = (m)->node[i].end - 1; \
    else

/* sine and cosine of the angles on the way to a node and some between, which cost less than to be
 * left out; q of the joints. Writes d: angle, sin, cos */
static inline void path_angles(const lia_model *m, lia_data *d, const double *q, int node) {
  const double *angle = joint_angles(m, d, q);
  int from = 0, to = m->chain ? m->nangle : 0;
  EACH_ON_PATH(m, m->chain ? 0 : node, i) {
    const int a = m->node[i].angle;
    if (a >= to + 8) {
      lia_sincos_room(angle + from, d->sin + from, d->cos + from, to - from);
      from = a;
    }
    if (a >= to) to = a + 1;
  }
  lia_sincos_room(angle + from, d->sin + from, d->cos + from, to - from);
}

/* poses of node `node` and its ancestors only. Writes d: q, angle, sin, cos */
static inline void path_poses(const lia_model *m, lia_data *d, const double *q, int node,
    lia_pose *X) {
  lia_pose P = X[0] = pose_of(m->node[0].X);
  LIA_ASSERT(node >= 0 && node <= m->nnode);
  q = mapped_q(m, d, q);
  path_angles(m, d, q, node);
  EACH_ON_PATH(m, node, i) {
    lia_pose X_PN = lia_node_pose(&m->node[i], d, q);
    X[i] = P = m->node[i].parent ? compose(P, X_PN) : X_PN;   // the ground stands at the identity
  }
}

LIA_C_END

#endif
