/* fk_text.h - where every node stands on the ground; told once for numbers and expressions */

/* X_0N = X_0P X_PN */
static inline void NAME(fk_poses)(CTX const MODEL *m, const DATA *d, const NUM *q, POSE *X) {
  POSE P = pose_of(m->node[0].X);
  X[0] = P;
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    if (N->parent != i - 1) P = X[N->parent];
    P = compose(P, NAME(node_pose)(ON N, d, q));
    X[i] = P;
  }
}
