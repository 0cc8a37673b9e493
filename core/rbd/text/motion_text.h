/* motion_text.h - how every node moves, in its own axes; told once for numbers and expressions */

/* u, w: velocity of the origin and angular velocity, alone */
static inline void NAME(node_velocities)(CTX const MODEL *m, DATA *d, const NUM *q, const NUM *v) {
  KIN *kin = d->kin;
  kin[0].u = kin[0].w = zero();
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    const KIN *P = &kin[N->parent];
    KIN *K = &kin[i];
    VEC u, o;
    NAME(node_frame)(ON N, d, q, &K->R, &K->p);
    NAME(subspace_mul)(ON N, v, &u, &o);
    K->u = add(tmul(K->R, addcross(P->u, P->w, K->p)), u);
    K->w = add(tmul(K->R, P->w), o);
  }
}

/* u, w: velocity of the origin and angular velocity; a, wd: accelerations; U = wd~ + w~ w~. The
 * ground accelerates by a0 */
static inline void NAME(node_motion)(CTX const MODEL *m, DATA *d, const NUM *q, const NUM *v,
    const NUM *qdd, VEC a0) {
  KIN *kin = d->kin;
  kin[0].u = kin[0].w = kin[0].wd = zero();
  kin[0].a = a0;
  kin[0].U = rates(zero(), zero());

  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    const KIN *P = &kin[N->parent];
    KIN *K = &kin[i];
    VEC u, o, ud, od;
    NAME(node_frame)(ON N, d, q, &K->R, &K->p);
    NAME(subspace_mul)(ON N, v, &u, &o);
    NAME(subspace_mul)(ON N, qdd, &ud, &od);

    // w = R^T w_P + o, u = R^T (u_P + w_P x p) + u_J
    VEC w0 = tmul(K->R, P->w), w = add(w0, o);
    K->u = add(tmul(K->R, addcross(P->u, P->w, K->p)), u);
    K->w = w;
    // wd = R^T wd_P + od + w0 x o, a = R^T (a_P + U_P p) + ud + (w + w0) x u
    K->wd = addcross(add(tmul(K->R, P->wd), od), w0, o);
    K->a = addcross(add(tmul(K->R, addmul(P->a, P->U, K->p)), ud), add(w, w0), u);
    K->U = rates(w, K->wd);
  }
}
