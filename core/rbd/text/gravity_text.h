/* gravity_text.h - what gravity asks of the joints: Newton-Euler of a tree at rest; told once for
 * numbers and expressions */

/* f and n of every node where the ground accelerates by a0: a = R^T a_P, f = m a, n = h x a. Writes
 * d: kin R p a f n */
static inline void NAME(gravity_outward)(CTX const MODEL *m, DATA *d, const NUM *q, VEC a0) {
  VEC a = d->kin[0].a = a0;
  for (int i = 1; i <= m->nnode; i++) {
    const NODE *N = &m->node[i];
    KIN *K = &d->kin[i];
    if (N->parent != i - 1) a = d->kin[N->parent].a;
    NAME(node_frame)(ON N, d, q, &K->R, &K->p);
    K->a = a = tmul(K->R, a);
    K->f = scale(N->m, a);
    K->n = cross(vec_of(N->h), a);
  }
}
