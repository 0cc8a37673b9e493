/* christoffel_text.h - the mass matrix and every Christoffel symbol in few operations, by
 * runs_text.h
 *
 * With y = dp/dq_c, what joint c does to the points p of its tree, f = int y dm and Y = int y x^T
 * dm (x from a point o), and z_b x y, what joint b, nearer the ground, makes of y:
 *   M_bc  = int dp/dq_b . y = z_b . (int x_b x y), of entries of Y_b (x_b from the origin of b);
 *           z_b . f where b slides
 *   for a not beyond b, b not beyond c:
 *   G_abc = int dp/dq_a . (z_b x y) = g_a . n + u_a . (z_b x f),  n = (tr Y) z_b - Y z_b
 *   G_bac = int dp/dq_b . (g_a x y) = g_a . k,  k = (tr Y_b) z_b - Y_b^T z_b;  f x z_b where b
 *           slides
 *   G_cab = -G_bac;  G_abc = 0 where b slides, G_bac = 0 where a does
 * each in axes of which z_b is the z. G_ijk is half the factor of q'_j q'_k in equation i,
 * symmetric in j and k. */

/* where the symbols go: x = G_ijk by joint velocities, each pair j, k once */
typedef void NAME(symbols)(void *of, int i, int j, int k, NUM x);

/* the symbols of joints b and c, and of all a nearer the ground than b */
static inline void NAME(symbols_of)(CTX const MODEL *m, int b, int c, VEC f, MAT Y, MAT Yb,
    const NAME(seen) *see, NAME(symbols) *put, void *of) {
  const int ib = m->node[b].iv, ic = m->node[c].iv, turns = m->node[b].kind == LIA_TURN;
  const NUM way = number(see[b].way), none = number(0);
  VEC zf = scale(way, vec(minus(none, f.y), f.x, none)),
      n = scale(way, vec(minus(none, Y.xz), minus(none, Y.yz), plus(Y.xx, Y.yy)));
  VEC k = turns ? scale(way, vec(minus(none, Yb.zx), minus(none, Yb.zy), plus(Yb.xx, Yb.yy)))
      : scale(number(-1), zf);
  for (int a = b; a > 0; a = m->node[a].parent) {
    const int ia = m->node[a].iv;
    NUM abc = turns && a != c ? plus(dot(see[a].g, n), dot(see[a].u, zf)) : none;
    put(of, ia, ib, ic, abc);
    if (b == c) continue;
    NUM bac = a == b ? abc : dot(see[a].g, k);
    if (a != b) put(of, ib, ia, ic, bac);
    put(of, ic, ia, ib, minus(none, bac));
  }
}

/* M (jv x jv), and along e (told on the ground) E (jv) = d/dq of int e . p dm; the symbols go where
 * they are put */
static inline void NAME(christoffel)(CTX const MODEL *m, DATA *d, const NUM *q, VEC e,
    NAME(views) *V, NUM *M, NUM *E, NAME(symbols) *put, void *of) {
  const int n = m->jv, all = m->nnode + 1;
  for (int k = 0; k < n * n; k++) M[k] = number(0);
  NAME(second_moments)(ON m, d, q);
  NAME(view_all)(ON m, d, q, e, V);
  for (int c = 1; c < all; c++) {
    const int ic = m->node[c].iv;
    const NAME(axes) *axes = &V->before[c];
    const NAME(seen) *see = &V->see[c * all];
    VEC f;
    MAT Y;
    NAME(field)(ON &m->node[c], d->comp[c], &f, &Y);
    E[ic] = dot(see[0].g, f);
    for (int b = c; b > 0; b = m->node[b].parent) {
      const int ib = m->node[b].iv;
      if (b == axes->base) {
        NAME(carry_field)(ON axes, &f, &Y);
        axes = &V->behind[b];
        see = &V->see_behind[b * all];
      }
      MAT Yb = NAME(add_outer)(ON Y, f, see[b].L);
      NUM moment = b == c ? d->round[ic] : minus(Yb.yx, Yb.xy);
      M[ib*n + ic] = M[ic*n + ib] =
          times(number(see[b].way), m->node[b].kind == LIA_TURN ? moment : f.z);
      NAME(symbols_of)(ON m, b, c, f, Y, Yb, see, put, of);
    }
  }
  for (int k = 0; k < n; k++) M[k * (n + 1)] = plus(M[k * (n + 1)], m->armature[k]);
}
