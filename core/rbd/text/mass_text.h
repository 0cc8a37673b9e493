/* mass_text.h - the mass matrix by composite bodies in body axes                   [RBDA table 6.2]
 *
 * Told once for expressions (where body axes keep formulas short) and numbers (the other road of a
 * test; crba.c is faster). */

/* inertia of the child, told in the parent:  h' = R h + m p,  I' = R I R^T + 2 (p . s) 1 - p s^T -
 * s p^T,  s = R h + m p / 2 */
static inline COMPOSITE NAME(carry_inertia)(CTX COMPOSITE C, MAT R, VEC p) {
  VEC h = mul(R, C.h);
  return (COMPOSITE){ C.m, addscaled(h, C.m, p),
      steiner(rotsym(R, C.I), p, addscaled(h, times(number(0.5), C.m), p)) };
}

/* every node's inertia with all of its tree: d->comp. Writes R and p of d->kin */
static inline void NAME(composites)(CTX const MODEL *m, DATA *d, const NUM *q) {
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    NAME(node_frame)(ON N, d, q, &d->kin[i].R, &d->kin[i].p);
    d->comp[i] = (COMPOSITE){ N->m, vec_of(N->h), sym_of(N->I) };
  }
  for (int i = m->nnode; i > 0; i--) {
    int p = m->node[i].parent;
    if (p == 0) continue;
    COMPOSITE C = NAME(carry_inertia)(ON d->comp[i], d->kin[i].R, d->kin[i].p), *P = &d->comp[p];
    P->m = plus(P->m, C.m);
    P->h = add(P->h, C.h);
    P->I = symadd(P->I, C.I);
  }
}

/* M (jv x jv), both halves */
static inline void NAME(mass_matrix)(CTX const MODEL *m, DATA *d, const NUM *q, NUM *M) {
  const int n = m->jv;
  for (int k = 0; k < n * n; k++) M[k] = number(0);
  NAME(composites)(ON m, d, q);
  for (int i = m->nnode; i > 0; i--)
    for (int k = 0; k < m->node[i].nv; k++) {
      // the force that moves the tree with S_k, then seen from every node below
      COMPOSITE *C = &d->comp[i];
      VEC u, w;
      NAME(subspace_column)(ON &m->node[i], k, &u, &w);
      VEC f = addcross(scale(C->m, u), w, C->h), t = addcross(symmul(C->I, w), C->h, u);
      for (int j = i; j > 0; j = m->node[j].parent) {
        const NODE *J = &m->node[j];
        for (int l = 0; l < J->nv; l++) {
          NAME(subspace_column)(ON J, l, &u, &w);
          M[(J->iv + l) * n + m->node[i].iv + k] = M[(m->node[i].iv + k) * n + J->iv + l] =
              plus(dot(u, f), dot(w, t));
        }
        f = mul(d->kin[j].R, f);
        t = addcross(mul(d->kin[j].R, t), d->kin[j].p, f);
      }
    }
  for (int k = 0; k < n; k++) M[k * (n + 1)] = plus(M[k * (n + 1)], m->armature[k]);
}
