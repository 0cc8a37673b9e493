/* far.c - the mass matrix in body axes, spoken in numbers */
#include "rbd/far.h"

#include "base/assert.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/mass_text.h"


// of the user's velocities, from one by joints
static void by_user(const lia_model *m, const double *X, double *M) {
  const int n = m->jv;
  LIA_ASSERT(!n || X != M);
  for (int k = 0; k < m->nv * m->nv; k++) M[k] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double *o = &M[m->user_v[i] * m->nv + m->user_v[j]];
      *o = lia_fma(m->scale_v[i] * m->scale_v[j], X[i * n + j], *o);
    }
}

void lia_far_mass(const lia_model *m, lia_data *d, const double *q, double *M) {
  lia_mass_matrix(m, d, joint_q(m, d, q), d->T);
  by_user(m, d->T, M);
}
