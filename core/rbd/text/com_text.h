/* com_text.h - momentum of the whole mechanism by velocities, told once for numbers and expressions
 *
 * Column of velocity k of node N: the momentum that S_k gives to the tree on N, its inertia (m, h,
 * I) all as one body,
 *   p = m u + w x h,  L = I w + h x u,  (u, w) = S_k
 * then in base axes about the point c: R p, R L + (p_N - c) x R p */
static inline void NAME(momentum_columns)(CTX const MODEL *m, const DATA *d, VEC c, NUM *A) {
  for (int k = 0; k < 6 * m->nv; k++) A[k] = number(0);
  for (int i = 1; i <= m->nnode; i++) {
    const COMPOSITE *C = &d->comp[i];
    MAT R = rot(d->world[i]);
    VEC b = sub(pos(d->world[i]), c);
    for (int k = 0; k < m->node[i].nv; k++) {
      VEC u, w;
      NAME(subspace_column)(ON &m->node[i], k, &u, &w);
      VEC p = mul(R, addcross(scale(C->m, u), w, C->h));
      VEC L = addcross(mul(R, addcross(symmul(C->I, w), C->h, u)), b, p);
      NAME(put_column)(ON m, m->node[i].iv + k, NULL, p, L, A);
    }
  }
}
