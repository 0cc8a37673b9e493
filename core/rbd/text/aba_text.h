/* aba_text.h - articulated bodies in body axes                                           [RBDA 7.3]
 *
 * Told once for expressions and numbers (the other road of a test; aba.c, in base axes, is faster).
 * With the acceleration a of a node's origin, as rnea_text.h has it, both passes are affine in (a,
 * wd):
 *   (f, n) = IA (a, wd) + (p_f, p_n),  (a, wd) = X (a_P, wd_P) + c + S x,  IA = [M, H; H^T, I]
 *   c = (R^T w_P~ w_P~ p + (w + R^T w_P) x u, R^T w_P x o),  (u, o) = S v
 * A node of several velocities is several joints on one place, with no inertia in between. */

/* velocity forces of the bodies alone, and c: d->kin R p U w a wd, d->art */
static inline void NAME(articulated_outward)(CTX const MODEL *m, DATA *d, const NUM *q,
    const NUM *v) {
  d->kin[0].w = zero();
  d->kin[0].U = rates(zero(), zero());
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    const KIN *P = &d->kin[N->parent];
    KIN *K = &d->kin[i];
    VEC u, o, h = vec_of(N->h);
    NAME(node_frame)(ON N, d, q, &K->R, &K->p);
    NAME(subspace_mul)(ON N, v, &u, &o);
    VEC w0 = tmul(K->R, P->w), w = add(w0, o);
    MAT U = rates(w, zero());
    K->wd = cross(w0, o);
    K->a = addcross(tmul(K->R, mul(P->U, K->p)), add(w, w0), u);
    K->w = w;
    K->U = U;
    SYM I = sym_of(N->I), M = { N->m, N->m, N->m, number(0), number(0), number(0) };
    NUM x = minus(number(0), h.x), y = minus(number(0), h.y), z = minus(number(0), h.z);
    MAT H = { number(0), h.z, y, z, number(0), h.x, h.y, x, number(0) };
    d->art[i] = (ARTICULATED){ M, H, I, mul(U, h), euler(I, U, w, zero()) };
  }
}

/* IA of the child and its force, told in the parent:  H_P = R H R^T - M p~,  I_P = R I R^T - (R H
 * R^T)^T p~ + p~ H_P */
static inline ARTICULATED NAME(carry_articulated)(CTX ARTICULATED A, MAT R, VEC p) {
  const VEC px = vec(number(0), p.z, minus(number(0), p.y)),
      py = vec(minus(number(0), p.z), number(0), p.x),
      pz = vec(p.y, minus(number(0), p.x), number(0));
  MAT Rt = { R.xx, R.yx, R.zx, R.xy, R.yy, R.zy, R.xz, R.yz, R.zz }, B = matmul(matmul(R, A.H), Rt);
  SYM M = rotsym(R, A.M), I = rotsym(R, A.I);
  VEC x = sub(colx(B), symmul(M, px)), y = sub(coly(B), symmul(M, py)),
      z = sub(colz(B), symmul(M, pz));
  VEC gx = sub(cross(p, x), tmul(B, px)), gy = sub(cross(p, y), tmul(B, py)),
      gz = sub(cross(p, z), tmul(B, pz));
  SYM G = { gx.x, gy.y, gz.z, gy.x, gz.x, gz.y };
  VEC f = mul(R, A.f);
  return (ARTICULATED){ M, { x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z }, symadd(I, G), f,
      addcross(mul(R, A.n), p, f) };
}

static inline SYM NAME(minus_square)(CTX SYM A, NUM s, VEC u) {
  VEC t = scale(s, u);
  return (SYM){ minustimes(A.xx, t.x, u.x), minustimes(A.yy, t.y, u.y), minustimes(A.zz, t.z, u.z),
      minustimes(A.xy, t.x, u.y), minustimes(A.xz, t.x, u.z), minustimes(A.yz, t.y, u.z) };
}

/* whether S is one of the six unit vectors: what gives way has no inertia and a known force along
 * it then */
static inline int NAME(is_unit)(CTX VEC u, VEC w) {
  const NUM x[6] = { u.x, u.y, u.z, w.x, w.y, w.z };
  int ones = 0, zeros = 0;
  for (int k = 0; k < 6; k++) {
    ones += is_number(x[k], 1);
    zeros += is_number(x[k], 0);
  }
  return ones == 1 && zeros == 5;
}

/* rows and columns along S are zero to the last bit, and (f, n) along S is tau */
static inline void NAME(clear_along)(CTX ARTICULATED *A, VEC S_u, VEC S_w, NUM tau) {
  const VEC one = vec(number(1), number(1), number(1)), u = sub(one, S_u), w = sub(one, S_w);
  A->M = (SYM){ times(u.x, A->M.xx), times(u.y, A->M.yy), times(u.z, A->M.zz),
      times(times(u.x, u.y), A->M.xy), times(times(u.x, u.z), A->M.xz),
      times(times(u.y, u.z), A->M.yz) };
  A->I = (SYM){ times(w.x, A->I.xx), times(w.y, A->I.yy), times(w.z, A->I.zz),
      times(times(w.x, w.y), A->I.xy), times(times(w.x, w.z), A->I.xz),
      times(times(w.y, w.z), A->I.yz) };
  A->H = (MAT){ times(times(u.x, w.x), A->H.xx), times(times(u.x, w.y), A->H.xy),
      times(times(u.x, w.z), A->H.xz),
      times(times(u.y, w.x), A->H.yx), times(times(u.y, w.y), A->H.yy),
      times(times(u.y, w.z), A->H.yz),
      times(times(u.z, w.x), A->H.zx), times(times(u.z, w.y), A->H.zy),
      times(times(u.z, w.z), A->H.zz) };
  A->f = addscaled(vec(times(u.x, A->f.x), times(u.y, A->f.y), times(u.z, A->f.z)), tau, S_u);
  A->n = addscaled(vec(times(w.x, A->n.x), times(w.y, A->n.y), times(w.z, A->n.z)), tau, S_w);
}

/* velocity k of node i gives way:  U = IA S, D = S . U + armature, x = (u - U . a) / D;  IA -= U
 * U^T / D, p += U u / D */
static inline void NAME(give_way)(CTX const MODEL *m, DATA *d, int i, int k, const NUM *tau) {
  const NODE *N = &m->node[i];
  const int j = N->iv + k;
  ARTICULATED *A = &d->art[i];
  VEC S_u, S_w;
  NAME(subspace_column)(ON N, k, &S_u, &S_w);
  VEC U = add(symmul(A->M, S_u), mul(A->H, S_w)), W = add(tmul(A->H, S_u), symmul(A->I, S_w));
  NUM s = over(number(1), plus(plus(dot(S_u, U), dot(S_w, W)), m->armature[j]));
  NUM u = minus(tau[j], plus(dot(S_u, A->f), dot(S_w, A->n)));
  VEC t = scale(s, U);
  A->M = NAME(minus_square)(ON A->M, s, U);
  A->I = NAME(minus_square)(ON A->I, s, W);
  A->H = (MAT){ minustimes(A->H.xx, t.x, W.x), minustimes(A->H.xy, t.x, W.y),
      minustimes(A->H.xz, t.x, W.z),
      minustimes(A->H.yx, t.y, W.x), minustimes(A->H.yy, t.y, W.y), minustimes(A->H.yz, t.y, W.z),
      minustimes(A->H.zx, t.z, W.x), minustimes(A->H.zy, t.z, W.y), minustimes(A->H.zz, t.z, W.z) };
  A->f = addscaled(A->f, times(s, u), U);
  A->n = addscaled(A->n, times(s, u), W);
  if (is_number(m->armature[j], 0) && NAME(is_unit)(ON S_u, S_w))
    NAME(clear_along)(ON A, S_u, S_w, tau[j]);
  d->Uf[j] = U;
  d->Un[j] = W;
  d->D[j] = s;
  d->u[j] = u;
}

static inline void NAME(articulated_inward)(CTX const MODEL *m, DATA *d, const NUM *tau) {
  for (int i = m->nnode; i > 0; i--) {
    const NODE *N = &m->node[i];
    const KIN *K = &d->kin[i];
    ARTICULATED *A = &d->art[i];
    A->f = add(A->f, add(symmul(A->M, K->a), mul(A->H, K->wd)));
    A->n = add(A->n, add(tmul(A->H, K->a), symmul(A->I, K->wd)));
    for (int k = N->nv - 1; k >= 0; k--) NAME(give_way)(ON m, d, i, k, tau);
    if (N->parent == 0) continue;
    ARTICULATED C = NAME(carry_articulated)(ON *A, K->R, K->p), *P = &d->art[N->parent];
    P->M = symadd(P->M, C.M);
    P->I = symadd(P->I, C.I);
    P->H = (MAT){ plus(P->H.xx, C.H.xx), plus(P->H.xy, C.H.xy), plus(P->H.xz, C.H.xz),
        plus(P->H.yx, C.H.yx), plus(P->H.yy, C.H.yy),
        plus(P->H.yz, C.H.yz), plus(P->H.zx, C.H.zx), plus(P->H.zy, C.H.zy),
        plus(P->H.zz, C.H.zz) };
    P->f = add(P->f, C.f);
    P->n = add(P->n, C.n);
  }
}

/* x (jv), on a ground that accelerates by a0 */
static inline void NAME(articulated_accelerations)(CTX const MODEL *m, DATA *d, VEC a0, NUM *x) {
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    const KIN *P = &d->kin[N->parent];
    KIN *K = &d->kin[i];
    VEC a = N->parent ? P->a : a0, wd = N->parent ? P->wd : zero();
    a = tmul(K->R, addcross(a, wd, K->p));
    wd = tmul(K->R, wd);
    for (int k = 0; k < N->nv; k++) {
      const int j = N->iv + k;
      VEC S_u, S_w;
      NAME(subspace_column)(ON N, k, &S_u, &S_w);
      x[j] = times(d->D[j], minus(d->u[j], plus(dot(d->Uf[j], a), dot(d->Un[j], wd))));
      a = addscaled(a, x[j], S_u);
      wd = addscaled(wd, x[j], S_w);
    }
    K->a = add(K->a, a);
    K->wd = add(K->wd, wd);
  }
}
