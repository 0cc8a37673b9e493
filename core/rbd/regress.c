/* regress.c - the regressor in numbers */
#include "rbd/regress.h"

#include "rbd/fast/tree_num.h"

#include "rbd/text/jac_text.h"
#include "rbd/text/motion_text.h"
#include "rbd/text/regress_text.h"

void lia_regress(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a,
    double *Y) {
  for (int k = 0; k < m->nv * 10 * m->nbody; k++) Y[k] = 0;
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero),
      *ja = joint_v(m, d->a, a ? a : d->zero);
  lia_node_motion(m, d, jq, jv, ja, ground(m));
  for (int b = 0; b < m->nbody; b++)
    lia_regress_body(m, d, m->body[b].node, pose_of(m->body[b].X_NB), b, Y);
}

void lia_regress_parameters(const lia_model *m, double *pi) {
  for (int b = 0; b < m->nbody; b++) {
    const lia_inertia *J = &m->body[b].inertia;
    int given = m->body[b].has_inertia;
    pi[10*b] = given ? J->m : 0;
    for (int r = 0; r < 3; r++) pi[10*b+1+r] = given ? J->h[r] : 0;
    for (int r = 0; r < 6; r++) pi[10*b+4+r] = given ? J->I[r] : 0;
  }
}
