/* jac_text.h - Jacobians and their rates, told once for numbers and expressions
 *
 * Column of velocity k of node N, for the point P fixed in a body beyond N, in base axes [course
 * F4.3]:
 *   w = R S_w,  u = R S_u + w x (P - p_N)
 * and its rate, N moving with (u_N, w_N) and P with u_P, S fixed in N:
 *   w' = w_N x w,  u' = w_N x R S_u + w' x (P - p_N) + w x (u_P - u_N) */

/* add a column to J (6 x nv, linear first), of the joint velocity iv, told in axes E of the base
 * (NULL: those of the base) */
static inline void NAME(put_column)(CTX const MODEL *m, int iv, const MAT *E, VEC u, VEC w,
    NUM *J) {
  if (E) { u = tmul(*E, u); w = tmul(*E, w); }
  const NUM x[6] = { u.x, u.y, u.z, w.x, w.y, w.z };
  const size_t n = (size_t)m->nv;
  NUM *j = J + m->user_v[iv];
  for (int r = 0; r < 6; r++, j += n)
    *j = m->has_mimic ? plustimes(*j, m->scale_v[iv], x[r]) : x[r];
}

/* S of velocity k of node N in N's axes */
static inline void NAME(subspace_column)(CTX const NODE *N, int k, VEC *u, VEC *w) {
  *u = *w = zero();
  switch (N->kind) {
    case LIA_TURN: *w = addz(*w, number(1)); break;
    case LIA_SLIDE: *u = addz(*u, number(1)); break;
    default: {
      const NUM *S = N->S + k;
      int n = N->nv;
      *u = vec(S[0], S[n], S[2*n]);
      *w = vec(S[3*n], S[4*n], S[5*n]);
    }
  }
}

/* all columns of a general joint, which stands at R, b before the point */
static inline void NAME(jac_general)(CTX const MODEL *m, const NODE *N, MAT R, VEC b, const MAT *E,
    NUM *J) {
  for (int k = 0; k < N->nv; k++) {
    VEC u, w;
    NAME(subspace_column)(ON N, k, &u, &w);
    w = mul(R, w);
    u = addcross(mul(R, u), w, b);
    NAME(put_column)(ON m, N->iv + k, E, u, w, J);
  }
}

/* the point r of node `node`, after world poses */
static inline void NAME(jac_columns)(CTX const MODEL *m, const DATA *d, int node, VEC r,
    const MAT *E, NUM *J) {
  VEC P = addmul(pos(d->world[node]), rot(d->world[node]), r);
  for (int k = 0; k < 6 * m->nv; k++) J[k] = number(0);
  for (int i = node; i > 0; i = m->node[i].parent) {
    const NODE *N = &m->node[i];
    MAT R = rot(d->world[i]);
    VEC z = colz(R), b = sub(P, pos(d->world[i]));
    switch (N->kind) {
      case LIA_TURN: NAME(put_column)(ON m, N->iv, E, cross(z, b), z, J); break;
      case LIA_SLIDE: NAME(put_column)(ON m, N->iv, E, z, zero(), J); break;
      default: NAME(jac_general)(ON m, N, R, b, E, J);
    }
  }
}

/* velocities of all nodes in base axes, after world poses: d->twist */
static inline void NAME(world_twists)(CTX const MODEL *m, DATA *d, const NUM *v) {
  d->twist[0].u = d->twist[0].w = zero();
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    VEC u, o, r = sub(pos(d->world[i]), pos(d->world[N->parent]));
    MAT R = rot(d->world[i]);
    NAME(subspace_mul)(ON N, v, &u, &o);
    d->twist[i].u = add(addcross(d->twist[N->parent].u, d->twist[N->parent].w, r), mul(R, u));
    d->twist[i].w = add(d->twist[N->parent].w, mul(R, o));
  }
}

/* after world poses and twists; in axes E that turn with w_E (base axes): the rate of E^T J is E^T
 * (J' - w_E x J) */
static inline void NAME(jac_rate_columns)(CTX const MODEL *m, const DATA *d, int node, VEC r,
    const MAT *E, VEC w_E, NUM *J) {
  VEC b = mul(rot(d->world[node]), r), P = add(pos(d->world[node]), b);
  VEC u_P = addcross(d->twist[node].u, d->twist[node].w, b);
  for (int k = 0; k < 6 * m->nv; k++) J[k] = number(0);
  for (int i = node; i > 0; i = m->node[i].parent) {
    const NODE *N = &m->node[i];
    MAT R = rot(d->world[i]);
    VEC w_N = d->twist[i].w, at = sub(P, pos(d->world[i])), rate = sub(u_P, d->twist[i].u);
    for (int k = 0; k < N->nv; k++) {
      VEC u, w;
      NAME(subspace_column)(ON N, k, &u, &w);
      u = mul(R, u);
      w = mul(R, w);
      VEC wd = cross(w_N, w), ud = addcross(addcross(cross(w_N, u), wd, at), w, rate);
      if (E) {
        ud = sub(ud, cross(w_E, addcross(u, w, at)));
        wd = sub(wd, cross(w_E, w));
      }
      NAME(put_column)(ON m, N->iv + k, E, ud, wd, J);
    }
  }
}
