/* regress_text.h - forces as they are linear in the inertial parameters; told once for numbers and
 * expressions
 *
 * tau = Y pi (+ the armature's share), pi the ten numbers m hx hy hz Ixx Iyy Izz Ixy Ixz Iyz of
 * every body, in its own frame. With the motion a, w, wd, U of that frame:  f = m a + U h,  n = I
 * wd + w x I w + h x a, each linear in one parameter */

/* f and n of a unit of parameter k */
static inline void NAME(unit_wrench)(CTX int k, VEC a, VEC w, VEC wd, MAT U, VEC *f, VEC *n) {
  const NUM one = number(1), none = number(0);
  *f = *n = zero();
  if (k == 0) { *f = a; return; }
  if (k < 4) {
    VEC e = vec(k == 1 ? one : none, k == 2 ? one : none, k == 3 ? one : none);
    *f = mul(U, e);
    *n = cross(e, a);
    return;
  }
  NUM I[6];
  for (int r = 0; r < 6; r++) I[r] = r == k - 4 ? one : none;
  *n = euler(sym_of(I), U, w, wd);
}

/* columns 10 b .. 10 b + 9 of Y (nv x 10 nbody), X_NB the frame of body b in node N, after
 * node_motion */
static inline void NAME(regress_body)(CTX const MODEL *m, const DATA *d, int node, POSE X_NB, int b,
    NUM *Y) {
  const KIN *K = &d->kin[node];
  MAT R = rot(X_NB);
  VEC w = tmul(R, K->w), wd = tmul(R, K->wd), a = tmul(R, addmul(K->a, K->U, pos(X_NB)));
  MAT U = rates(w, wd);
  for (int k = 0; k < 10; k++) {
    VEC f, n;
    NAME(unit_wrench)(ON k, a, w, wd, U, &f, &n);
    f = mul(R, f);
    n = addcross(mul(R, n), pos(X_NB), f);
    for (int i = node; i > 0; i = m->node[i].parent) {
      const NODE *N = &m->node[i];
      for (int l = 0; l < N->nv; l++) {
        VEC u, o;
        NAME(subspace_column)(ON N, l, &u, &o);
        int v = m->user_v[N->iv + l];
        NUM *y = &Y[v * 10 * m->nbody + 10 * b + k], t = plus(dot(u, f), dot(o, n));
        *y = m->has_mimic ? plustimes(*y, m->scale_v[N->iv + l], t) : t;
      }
      f = mul(d->kin[i].R, f);
      n = addcross(mul(d->kin[i].R, n), d->kin[i].p, f);
    }
  }
}
