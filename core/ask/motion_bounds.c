/* motion_bounds.c - how far bodies move from one configuration to another, at most */
#include "ask/motion_bounds.h"

#include "rbd/fk.h"

#include <math.h>

typedef struct moving {
  const lia_model *m;
  const lia_data *d;
  double *u, *w;             /* (nnode + 1) speeds of the nodes in their parents */
  double *part;              /* (nbody x nnode + 1) paths as seen from nodes below; else < 0 */
} moving;

size_t lia_motion_bounds_work(const lia_model *m) {
  return (size_t)(m->nbody + 2) * (size_t)(m->nnode + 1) + (size_t)(m->nv + m->nq);
}

static void add_motion(double s[6], const lia_node *n, int k, double rate) {
  switch (n->kind) {
    case LIA_TURN: s[5] += rate; break;
    case LIA_SLIDE: s[2] += rate; break;
    default: for (int r = 0; r < 6; r++) s[r] += n->S[r * n->nv + k] * rate;
  }
}

// S v of every node, told by the size of its halves
static void node_speeds(moving *x, const double *v) {
  const lia_model *m = x->m;
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *n = &m->node[i];
    double s[6] = { 0 };
    for (int k = 0; k < n->nv; k++)
      add_motion(s, n, k, m->scale_v[n->iv + k] * v[m->user_v[n->iv + k]]);
    x->u[i] = lia_norm3(s);
    x->w[i] = lia_norm3(s + 3);
  }
}

static void node_origin(const moving *x, int node, double p[3]) {
  const lia_pose *X = &x->d->world[node];
  lia_set3(p, X->x[3], X->y[3], X->z[3]);
}

static double from_node(const moving *x, const double p[3], int node) {
  double o[3];
  node_origin(x, node, o);
  lia_sub3(o, p, o);
  return lia_norm3(o);
}

// rho: how far the point is from joint i at most; from the joint above by the chain, or as far as
// it is in the middle and moves in half of the time, whichever is less
static double body_path(moving *x, int b, double radius) {
  const lia_model *m = x->m;
  double *part = x->part + (size_t)b * (size_t)(m->nnode + 1), total = 0, p[3];
  lia_frame X;
  for (int i = 0; i <= m->nnode; i++) part[i] = -1;
  lia_fk_body(m, x->d, b, &X);
  int i = m->body[b].node;
  double rho = radius + from_node(x, X.p, i);
  for (; i > 0; i = m->node[i].parent) {
    part[i] = total;
    const double half = total / 2, middle = radius + from_node(x, X.p, i) + half;
    rho = fmin(rho, middle);
    total += x->u[i] + x->w[i] * rho;
    node_origin(x, i, p);
    rho += from_node(x, p, m->node[i].parent) + x->u[i] / 2;
  }
  part[0] = total;
  return total;
}

static double pair_path(const moving *x, int a, int b) {
  const size_t n = (size_t)x->m->nnode + 1;
  const double *A = x->part + (size_t)a * n, *B = x->part + (size_t)b * n;
  int i = x->m->body[b].node;
  while (i > 0 && A[i] < 0) i = x->m->node[i].parent;
  return A[i] + B[i];
}

void lia_motion_bounds(const lia_model *m, lia_data *d, const double *q1, const double *q2,
    const double *radius, double *world, double *between, double *work) {
  const size_t n = (size_t)m->nnode + 1;
  moving x = { .m = m, .d = d, .u = work, .w = work + n, .part = work + 2 * n };
  double *v = x.part + (size_t)m->nbody * n, *q = v + m->nv;
  lia_model_diff(m, q1, q2, v);
  lia_model_step(m, q1, v, 0.5, q);
  lia_fk(m, d, q, NULL);
  node_speeds(&x, v);
  for (int b = 0; b < m->nbody; b++) world[b] = body_path(&x, b, radius[b]);
  for (int a = 0; between && a < m->nbody; a++)
    for (int b = 0; b < m->nbody; b++)
      between[a * m->nbody + b] = a == b ? 0 : pair_path(&x, a, b);
}
