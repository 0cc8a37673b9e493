/* place_text.h - where a node stands in its parent, from the joint coordinates; the start of every
 * algorithm */

/* X_PN: a turn about, a slide along the z of node N, or whatever its row says */
WORD POSE NAME(node_pose)(CTX const NODE *N, const DATA *d, const NUM *q) {
  switch (N->kind) {
    case LIA_TURN: return turn(pose_of(N->X), d->cos[N->angle], d->sin[N->angle]);
    case LIA_SLIDE: return slide(pose_of(N->X), q[N->iq]);
    default: return compose(pose_of(N->X), row_pose(N, q + N->iq));
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
      POSE X = row_pose(N, q + N->iq);
      *p = addmul(*p, *R, pos(X));
      *R = matmul(*R, rot(X));
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
