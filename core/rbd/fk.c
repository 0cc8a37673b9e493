/* fk.c - forward kinematics in numbers */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/fk.h"

#include "rbd/tree_num.h"

#include "rbd/fk_text.h"

#include <string.h>

static inline void store_frame(lia_frame *X, lia_pose P) {
  char *x = (char *)X;  // rows overlap by one number, which the next one puts right
  memcpy(x, &P.x, sizeof P.x);
  memcpy(x + 24, &P.y, sizeof P.y);
  memcpy(x + 48, &P.z, sizeof P.z);
  vec_to(X->p, pos(P));
}

static inline void place_body(const lia_place *B, const lia_data *d, lia_frame *X_0B) {
  lia_pose P = d->world[B->node];
  if (!B->aligned) P = compose(P, pose_of(B->X_NB));
  store_frame(X_0B, P);
}

void lia_fk_body(const lia_model *m, const lia_data *d, int body, lia_frame *X_0B) { place_body(&m->body[body], d, X_0B); }

void lia_fk(const lia_model *m, lia_data *d, const double *q, lia_frame *X) {
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  if (!X) return;
  for (int i = 0; i < m->nbody; i++) place_body(&m->body[i], d, &X[i]);
}
