/* place_text.h - where a node stands in its parent, from the joint coordinates; the start of every algorithm */

/* X followed by the motion of a joint, piece by piece */
static inline POSE NAME(row_pose)(CTX const NODE *N, const NUM *q, POSE X) {
  for (int k = 0; k < N->row->nmotion; k++) {
    const lia_motion *M = &N->row->motion[k];
    NUM t = q[M->q], c, s;
    if (M->param) t = times(t, N->param[M->param - 1]);
    switch (M->step) {
      case LIA_STEP_TURN: angle_of(t, &c, &s); X = turn(X, c, s); break;
      case LIA_STEP_SLIDE: X = shift(X, scale(t, vec(number(M->axis[0]), number(M->axis[1]), number(M->axis[2])))); break;
      case LIA_STEP_QUAT: X = quaternion(X, q + M->q); break;
    }
  }
  return X;
}

/* X_PN: a turn about, a slide along the z of node N, or whatever its row says */
WORD POSE NAME(node_pose)(CTX const NODE *N, const DATA *d, const NUM *q) {
  switch (N->kind) {
    case LIA_TURN: return turn(pose_of(N->X), d->cos[N->angle], d->sin[N->angle]);
    case LIA_SLIDE: return slide(pose_of(N->X), q[N->iq]);
    default: return NAME(row_pose)(ON N, q + N->iq, pose_of(N->X));
  }
}

/* the same as R_PN and p_PN */
WORD void NAME(node_frame)(CTX const NODE *N, const DATA *d, const NUM *q, MAT *R, VEC *p) {
  *R = rot_of(N->X);
  *p = pos_of(N->X);
  switch (N->kind) {
    case LIA_TURN: *R = turnz(*R, d->cos[N->angle], d->sin[N->angle]); break;
    case LIA_SLIDE: *p = addscaled(*p, q[N->iq], colz(*R)); break;
    default: {
      POSE X = NAME(row_pose)(ON N, q + N->iq, pose_of(N->X));
      *p = pos(X);
      *R = rot(X);
    }
  }
}

/* u and w of S x, x the velocities (or accelerations) of a node: a general one, any */
WORD void NAME(general_mul)(CTX const NODE *N, const NUM *x, VEC *u, VEC *w) {
  *u = *w = zero();
  for (int k = 0; k < N->nv; k++) {
    const NUM *S = N->S + k;
    int n = N->nv;
    *u = addscaled(*u, x[N->iv + k], vec(S[0], S[n], S[2*n]));
    *w = addscaled(*w, x[N->iv + k], vec(S[3*n], S[4*n], S[5*n]));
  }
}
WORD void NAME(subspace_mul)(CTX const NODE *N, const NUM *x, VEC *u, VEC *w) {
  *u = *w = zero();
  if (N->kind == LIA_TURN) *w = addz(*w, x[N->iv]);
  else if (N->kind == LIA_SLIDE) *u = addz(*u, x[N->iv]);
  else NAME(general_mul)(ON N, x, u, w);
}

/* tau_k = S_k . (f, n) */
WORD void NAME(subspace_dot)(CTX const NODE *N, VEC f, VEC n, NUM *tau) {
  for (int k = 0; k < N->nv; k++) {
    const NUM *S = N->S + k;
    int c = N->nv;
    tau[N->iv + k] = plus(dot(f, vec(S[0], S[c], S[2*c])), dot(n, vec(S[3*c], S[4*c], S[5*c])));
  }
}
