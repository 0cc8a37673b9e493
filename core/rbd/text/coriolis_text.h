/* coriolis_text.h - the mass matrix and that of the velocity forces, C of the Christoffel symbols,
 * by carrying forces inwards; by runs_text.h
 *
 * Over the tree of joint c, with y = dp/dq_c and the velocities w x x + e of its points, seen from
 * its origin (e: by joints beyond c):
 * for a not beyond c
 *   force of y:      f = int y dm,  m = int x x y dm           M_ac = g_a . m + u_a . f
 *   force of y':     d/dt y = w x y + z x e                    C_ac = g_a . n' + u_a . f'
 *   and of a lever that moves:  k = int (w x x + e) x y dm     C_ca = g'_a . m + g_a . k + u'_a . f
 * From one node to the next: m + L x f, n' + L x f', k + L' x f. [Echeandia, Wensing 2021]; M' = C
 * + C^T */

/* velocities: angular, of the ends of levers: in the axes before and behind a node's turn; of the
 * joints beyond, as a field: g, H */
typedef struct NAME(moved) { VEC w, w_behind, Ld, g; MAT H; } NAME(moved);

/* what is carried inwards from one joint */
typedef struct NAME(forces) { VEC f, m, fd, nd, k; } NAME(forces);

static inline MAT NAME(add_mat)(CTX MAT A, MAT B) {
  return (MAT){ plus(A.xx, B.xx), plus(A.xy, B.xy), plus(A.xz, B.xz), plus(A.yx, B.yx),
      plus(A.yy, B.yy), plus(A.yz, B.yz), plus(A.zx, B.zx), plus(A.zy, B.zy),
      plus(A.zz, B.zz) };
}

static inline MAT NAME(scale_mat)(CTX NUM s, MAT A) {
  return (MAT){ times(s, A.xx), times(s, A.xy), times(s, A.xz), times(s, A.yx), times(s, A.yy),
      times(s, A.yz), times(s, A.zx), times(s, A.zy), times(s, A.zz) };
}

/* rate of a node's place in its parent */
static inline VEC NAME(place_rate)(CTX const NODE *N, const NUM *q, const NUM *v, VEC w) {
  VEC r = cross(w, NAME(own_place)(ON N, q));
  return N->kind == LIA_SLIDE ? addscaled(r, v[N->iv], colz(rot_of(N->X))) : r;
}

/* w of every node, from the base of its run: rates of parallel joints add up; Ld: rate of the lever
 * from the base, told there; rate[i * all + a]: of the lever from a in the run of i, before the
 * turn; rate_behind: behind it */
static inline void NAME(velocities)(CTX const MODEL *m, const DATA *d, const NUM *q, const NUM *v,
    const NAME(views) *V, NAME(moved) *k, VEC *rate, VEC *rate_behind) {
  const int all = m->nnode + 1;
  k[0].w = k[0].w_behind = zero();
  for (int i = 1; i < all; i++) {
    const NODE *N = &m->node[i];
    const int P = N->parent, way = NAME(goes_on)(ON N), base = V->before[i].base;
    NUM c, s;
    NAME(own_turn)(ON N, d, &c, &s);
    VEC r = NAME(place_rate)(ON N, q, v, k[P].w_behind);
    NUM spin = number(0);
    for (int a = P; way && a != base; a = m->node[a].parent)
      if (m->node[a].kind == LIA_TURN)
        spin = plus(spin, times(number(V->see[i * all + a].way), v[m->node[a].iv]));
    k[i].w = addz(NAME(into)(ON &V->before[i], k[base].w_behind), spin);
    k[i].Ld = way ? add(k[P].Ld, NAME(out_of)(ON &V->behind[P], r)) : r;
    if (N->kind == LIA_TURN) spin = plus(spin, v[N->iv]);
    k[i].w_behind = addz(NAME(into)(ON &V->behind[i], k[base].w_behind), spin);
    for (int a = i; a != base; a = m->node[a].parent) {
      VEC x = a == i ? zero() : tmul(rot_of(N->X), add(rate_behind[P * all + a], r));
      rate[i * all + a] = x;
      rate_behind[i * all + a] = NAME(back_about_z)(ON c, s, x);
    }
  }
}

/* f, m, f', n', k of joint c about its origin; round: its moment of inertia about the joint; w:
 * with its own rate; g, H: of the joints beyond, in the same axes */
static inline NAME(forces) NAME(forces_of)(CTX const NODE *N, COMPOSITE C, NUM round, VEC w, VEC g,
    MAT H) {
  const NUM none = number(0);
  VEC f, h = C.h;
  MAT Y;
  NAME(field)(ON N, C, &f, &Y);
  VEC n = scale(number(-1), mul(Y, w)), fd = cross(w, f);
  if (N->kind == LIA_SLIDE)
    return (NAME(forces)){ f, vec(h.y, minus(none, h.x), none), fd, addscaled(n, h.z, w),
        cross(add(cross(w, h), g), vec(none, none, number(1))) };
  NUM t = plus(H.xx, H.yy);
  return (NAME(forces)){ f, vec(minus(none, C.I.xz), minus(none, C.I.yz), round),
      add(fd, vec(minus(none, g.y), g.x, none)),
      add(n, vec(minus(none, H.xz), minus(none, H.yz), t)),
      add(symmul(C.I, vec(w.y, minus(none, w.x), none)),
      vec(minus(none, H.zx), minus(none, H.zy), t)) };
}

static inline NAME(forces) NAME(carry_forces)(CTX const NAME(axes) *A, VEC Ld, NAME(forces) F) {
  VEC f = NAME(out_of)(ON A, F.f), fd = NAME(out_of)(ON A, F.fd);
  return (NAME(forces)){ f, addcross(NAME(out_of)(ON A, F.m), A->L, f), fd,
      addcross(NAME(out_of)(ON A, F.nd), A->L, fd), addcross(NAME(out_of)(ON A, F.k), Ld, f) };
}

/* C_cc, or M_ac, C_ac and C_ca of a, whose direction is z or against it; L and its rate lead from
 * a's origin; w: of a */
static inline void NAME(put_entries)(CTX const MODEL *m, int a, int c, int way, VEC L, VEC Ld,
    VEC w, NAME(forces) F, NUM *M, NUM *C) {
  const int n = m->jv, ia = m->node[a].iv, ic = m->node[c].iv;
  const NUM s = number(way);
  VEC zd = vec(times(s, w.y), times(s, minus(number(0), w.x)), number(0));
  if (m->node[a].kind == LIA_SLIDE) {
    M[ia*n + ic] = M[ic*n + ia] = times(s, F.f.z);
    C[ia*n + ic] = times(s, F.fd.z);
    if (a != c) C[ic*n + ia] = dot(zd, F.f);
    return;
  }
  VEC moment = addcross(F.m, L, F.f), nd = addcross(F.nd, L, F.fd), k = addcross(F.k, Ld, F.f);
  M[ia*n + ic] = M[ic*n + ia] = times(s, moment.z);
  C[ia*n + ic] = times(s, nd.z);
  if (a != c) C[ic*n + ia] = plus(dot(zd, moment), times(s, k.z));
}

/* M and C (jv x jv); V, k (nnode + 1), rate (2 (nnode + 1)^2): room */
static inline void NAME(coriolis)(CTX const MODEL *m, DATA *d, const NUM *q, const NUM *v,
    NAME(views) *V, NAME(moved) *k, VEC *rate, NUM *M, NUM *C) {
  const int n = m->jv, all = m->nnode + 1;
  const NUM none = number(0);
  VEC *rate_behind = rate + all * all;
  for (int i = 0; i < n * n; i++) M[i] = C[i] = none;
  NAME(second_moments)(ON m, d, q);
  NAME(view_all)(ON m, d, q, zero(), V);
  NAME(velocities)(ON m, d, q, v, V, k, rate, rate_behind);
  for (int c = 0; c < all; c++)
    k[c].g = zero(), k[c].H = (MAT){ none, none, none, none, none, none, none, none, none };
  for (int c = all - 1; c > 0; c--) {
    const NODE *N = &m->node[c];
    const NAME(axes) *axes = &V->before[c];
    const NAME(seen) *see = &V->see[c * all];
    const VEC *Ld = &rate[c * all];
    NUM co, si;
    VEC f, w = k[c].w;
    MAT Y;
    NAME(own_turn)(ON N, d, &co, &si);
    VEC g = NAME(about_z)(ON co, si, k[c].g);
    MAT H = NAME(turn_about_z)(ON co, si, k[c].H);
    NAME(forces) F = NAME(forces_of)(ON N, d->comp[c], d->round[N->iv],
        N->kind == LIA_TURN ? addz(w, v[N->iv]) : w, g, H);

    // what c and those beyond it do to the points, as its parent sees it
    NAME(field)(ON N, d->comp[c], &f, &Y);
    g = addscaled(g, v[N->iv], f);
    H = NAME(add_mat)(ON H, NAME(scale_mat)(ON v[N->iv], Y));
    NAME(carry_field)(ON &(NAME(axes)){ N->parent, rot_of(N->X), number(1), none,
        NAME(own_place)(ON N, q) }, &g, &H);
    k[N->parent].g = add(k[N->parent].g, g);
    k[N->parent].H = NAME(add_mat)(ON k[N->parent].H, H);

    for (int a = c, at = c; a > 0; a = m->node[a].parent) {
      if (a == axes->base) {
        F = NAME(carry_forces)(ON axes, k[at].Ld, F);
        at = a;
        axes = &V->behind[a];
        see = &V->see_behind[a * all];
        Ld = &rate_behind[a * all];
        w = k[a].w_behind;
      }
      NAME(put_entries)(ON m, a, c, see[a].way, see[a].L, Ld[a], w, F, M, C);
    }
  }
  for (int i = 0; i < n; i++) M[i * (n + 1)] = plus(M[i * (n + 1)], m->armature[i]);
}
