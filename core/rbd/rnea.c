/* rnea.c - recursive Newton-Euler in numbers */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")  // two or three lanes cost more to fill than they save
#endif

#include "rbd/rnea.h"

#include "rbd/tree_num.h"

#include "rbd/rnea_text.h"

void lia_rnea(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a, double *tau) {
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : d->zero), *ja = joint_v(m, d->a, a ? a : d->zero);
  double *jt = m->mapped ? d->tau : tau;
  lia_rnea_outward(m, d, jq, jv, ja, ground(m));
  lia_rnea_inward(m, d, ja, jt);
  if (m->mapped) joint_tau(m, jt, tau);
}
