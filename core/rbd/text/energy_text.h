/* energy_text.h - energies, centre of mass and momentum, told once for numbers and expressions */

/* momentum of node i by its motion (u, w), about its origin:  p = m u + w x h,  L = I w + h x u */
static inline void NAME(momentum_of)(CTX const NODE *N, VEC u, VEC w, VEC *p, VEC *L) {
  VEC h = vec_of(N->h);
  *p = addcross(scale(N->m, u), w, h);
  *L = addcross(symmul(sym_of(N->I), w), h, u);
}

/* T = sum of 1/2 (u . p + w . L) + 1/2 armature v^2, after node_motion             [course F6.7] */
static inline NUM NAME(kinetic)(CTX const MODEL *m, const DATA *d, const NUM *v) {
  NUM twice = number(0);
  for (int i = 1; i <= m->nnode; i++) {
    const KIN *K = &d->kin[i];
    VEC p, L;
    NAME(momentum_of)(ON &m->node[i], K->u, K->w, &p, &L);
    twice = plus(twice, plus(dot(K->u, p), dot(K->w, L)));
  }
  for (int k = 0; k < m->jv; k++) twice = plustimes(twice, m->armature[k], times(v[k], v[k]));
  return times(number(0.5), twice);
}

/* sum of m p + R h, after world poses */
static inline VEC NAME(first_moment)(CTX const MODEL *m, const DATA *d) {
  VEC h = zero();
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    h = add(h, addmul(scale(N->m, pos(d->world[i])), rot(d->world[i]), vec_of(N->h)));
  }
  return h;
}

/* V = -g . (first moment), after world poses                                      [course F6.10] */
static inline NUM NAME(potential)(CTX const MODEL *m, const DATA *d) {
  return minus(number(0), dot(vec_of(m->gravity), NAME(first_moment)(ON m, d)));
}
