/* rnea.c - recursive Newton-Euler in numbers */
#if defined(__GNUC__) && !defined(__clang__)
// two or three lanes cost more to fill than they save
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/rnea.h"

#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/gravity_text.h"
#include "rbd/text/motion_text.h"

// products of numbers do not fall out
WORD int lia_turns_on(const lia_node *N) { (void)N; return 0; }
WORD int lia_across(VEC w) { (void)w; return 0; }

#include "rbd/text/rnea_text.h"

// forces of the world on bodies, off those of their nodes
static void add_external(const lia_model *m, lia_data *d, const double *ext) {
  for (int b = 0; b < m->nbody; b++) {
    const lia_model_body *B = &m->body[b];
    lia_kin *K = &d->kin[B->node];
    lia_mat3 R = rot_of(B->X_NB);
    lia_vec3 f = mul(R, vec_of(ext + 6*b)),
        n = addcross(mul(R, vec_of(ext + 6*b + 3)), pos_of(B->X_NB), f);
    K->f = sub(K->f, f);
    K->n = sub(K->n, n);
  }
}

void lia_rnea_ext(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, const double *ext, double *tau) {
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero),
      *ja = joint_v(m, d->a, a ? a : d->zero);
  double *jt = m->has_mimic ? d->tau : tau;
  lia_rnea_outward(m, d, jq, jv, ja, ground(m));
  if (ext) add_external(m, d, ext);
  lia_rnea_inward(m, d, ja, jt);
  if (m->has_mimic) joint_tau(m, jt, tau);
}

void lia_rnea(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a,
    double *tau) {
  lia_rnea_ext(m, d, q, v, a, NULL, tau);
}

void lia_rnea_gravity(const lia_model *m, lia_data *d, const double *q, double *tau) {
  double *jt = m->has_mimic ? d->tau : tau;
  lia_gravity_outward(m, d, joint_q(m, d, q), ground(m));
  lia_rnea_inward(m, d, d->zero, jt);
  if (m->has_mimic) joint_tau(m, jt, tau);
}

// rate of momentum of body b minus what the world does to it, in base axes about the base origin
static void own_wrench(const lia_model *m, const lia_data *d, int b, const double *ext,
    double W[6]) {
  const lia_model_body *B = &m->body[b];
  const lia_inertia *J = &B->inertia;
  const lia_kin *K = &d->kin[B->node];
  lia_pose X = compose(d->world[B->node], pose_of(B->X_NB));
  lia_mat3 R = rot_of(B->X_NB);

  // motion of the body's frame, in its axes
  lia_vec3 w = tmul(R, K->w), wd = tmul(R, K->wd), a = tmul(R, addmul(K->a, K->U, pos_of(B->X_NB)));
  lia_mat3 U = rates(w, wd);
  lia_vec3 h = vec_of(J->h), f = addmul(scale(J->m, a), U, h),
      n = addcross(euler(sym_of(J->I), U, w, wd), h, a);
  if (ext) { f = sub(f, vec_of(ext + 6*b)); n = sub(n, vec_of(ext + 6*b + 3)); }
  f = mul(rot(X), f);
  vec_to(W, f);
  vec_to(W + 3, addcross(mul(rot(X), n), pos(X), f));
}

// from base axes to the moved frame of the joint of body b: X_0J = X_0B X_JB^-1
static void at_joint(const lia_model *m, const lia_data *d, int b, double W[6]) {
  const lia_model_body *B = &m->body[b];
  lia_frame X_BJ;
  lia_frame_inv(&X_BJ, &B->X_JB);
  lia_pose X = compose(compose(d->world[B->node], pose_of(B->X_NB)),
      pose(mat_of(X_BJ.R), vec_of(X_BJ.p)));
  lia_vec3 f = vec_of(W), n = sub(vec_of(W + 3), cross(pos(X), f));
  vec_to(W, tmul(rot(X), f));
  vec_to(W + 3, tmul(rot(X), n));
}

void lia_rnea_wrenches(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, const double *ext, double *W) {
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero),
      *ja = joint_v(m, d->a, a ? a : d->zero);
  lia_fk_poses(m, d, jq, d->world);
  lia_node_motion(m, d, jq, jv, ja, ground(m));
  for (int b = 0; b < m->nbody; b++) own_wrench(m, d, b, ext, W + 6*b);
  for (int k = m->nbody - 1; k >= 0; k--) {
    int b = m->order[k], p = m->body[b].parent;
    for (int r = 0; p >= 0 && r < 6; r++) W[6*p+r] += W[6*b+r];
  }
  for (int b = 0; b < m->nbody; b++) at_joint(m, d, b, W + 6*b);
}
