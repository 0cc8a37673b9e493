/* rnea_text.h - recursive Newton-Euler, told once for numbers and expressions; included by rnea.c
 * and srnea.c
 *
 * With the acceleration a of a frame's origin instead of its spatial acceleration, and the matrix U
 * = wd~ + w~ w~ of all other points (Luh, Walker, Paul 1980; Khalil 1987): no linear velocity is
 * needed anywhere.
 *
 * Node N on its parent P, in N's axes; S v = (u, o), relative velocity of the origin and relative
 * angular velocity:
 *   w  = R^T w_P + o
 *   wd = R^T wd_P + S_w a + (R^T w_P) x o
 *   a  = R^T (a_P + U_P p) + S_u a + (w + R^T w_P) x u           (d/dt of u, seen in N: u' + o x u)
 *   f  = m a + U h
 *   n  = I wd + w x I w + h x a
 * then inwards: tau = S^T (f, n), and (R f, R n + p x R f) onto the parent. The ground accelerates
 * by -gravity. */

/* what children need of a node's motion. Turns after each other about one direction, across the w
 * they stand on: b is the wd they stand on, s = w_z their rate, wd = b + (w x z) s, so that in U
 *   xz = w_x w_z + wd_y = b_y,   yz = w_y w_z - wd_x = -b_x
 * (along; in expressions only, where the axes tell that it is so) */
typedef struct NAME(carried) { VEC w, wd, a; MAT U; VEC b; NUM s; int along; } NAME(carried);

static inline void NAME(rnea_outward)(CTX const MODEL *m, DATA *d, const NUM *q, const NUM *v,
    const NUM *qdd, VEC a0) {
  KIN *kin = d->kin;
  NAME(carried) P = { .w = zero(), .wd = zero(), .a = a0, .U = rates(zero(), zero()) };
  kin[0].w = P.w;
  kin[0].wd = P.wd;
  kin[0].a = P.a;
  kin[0].U = P.U;

  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    KIN *K = &kin[i];
    if (N->parent != i - 1) {
      const KIN *Q = &kin[N->parent];
      P = (NAME(carried)){ .w = Q->w, .wd = Q->wd, .a = Q->a, .U = Q->U };
    }
    MAT R;
    VEC p;
    NAME(node_frame)(ON N, d, q, &R, &p);
    VEC w = tmul(R, P.w), wd = tmul(R, P.wd), a = tmul(R, addmul(P.a, P.U, p)), b = wd;
    NUM s = v[N->iv];
    int along = 0;

    switch (N->kind) {
      case LIA_TURN:
        along = NAME(across)(w);
        if (P.along && NAME(turns_on)(N)) {
          along = 1;
          b = tmul(R, P.b);
          b.z = wd.z;
          s = plus(P.s, s);
        }
        wd = addz(addcrossz(b, w, s), qdd[N->iv]);
        w = addz(w, v[N->iv]);
        break;
      case LIA_SLIDE:
        a = addz(addcrossz(a, scale(number(2), w), v[N->iv]), qdd[N->iv]);
        break;
      default: {
        VEC u, o, ud, od, w0 = w;
        NAME(general_mul)(ON N, v, &u, &o);
        NAME(general_mul)(ON N, qdd, &ud, &od);
        wd = addcross(add(wd, od), w, o);
        w = add(w, o);
        a = addcross(add(a, ud), add(w, w0), u);
      }
    }

    MAT U = rates(w, wd);
    if (along) {
      U.xz = b.y;
      U.yz = minus(number(0), b.x);
    }
    VEC h = vec_of(N->h);
    K->R = R;
    K->p = p;
    K->f = addmul(scale(N->m, a), U, h);
    K->n = addcross(euler(sym_of(N->I), U, w, wd), h, a);
    P = (NAME(carried)){ w, wd, a, U, b, s, along };
    if (N->forks) {
      K->U = U;
      K->w = w;
      K->wd = wd;
      K->a = a;
    }
  }
}

static inline void NAME(rnea_inward)(CTX const MODEL *m, DATA *d, const NUM *qdd, NUM *tau) {
  VEC f = zero(), n = zero();
  for (int i = m->nnode; i > 0; i--) {
    const NODE *N = &m->node[i];
    KIN *K = &d->kin[i];
    f = add(f, K->f);
    n = add(n, K->n);

    switch (N->kind) {
      case LIA_TURN: tau[N->iv] = n.z; break;
      case LIA_SLIDE: tau[N->iv] = f.z; break;
      default: NAME(subspace_dot)(ON N, f, n, tau);
    }
    f = mul(K->R, f);
    n = addcross(mul(K->R, n), K->p, f);
    if (N->parent != i - 1) {
      KIN *Q = &d->kin[N->parent];
      Q->f = add(Q->f, f);
      Q->n = add(Q->n, n);
      f = n = zero();
    }
  }
  for (int k = 0; k < m->jv; k++) tau[k] = plustimes(tau[k], m->armature[k], qdd[k]);
}
