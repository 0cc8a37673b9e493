/* com.c - centre of mass and momentum in numbers */
#include "rbd/com.h"

#include "base/assert.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/energy_text.h"
#include "rbd/text/mass_text.h"
#include "rbd/text/com_text.h"
#include "rbd/text/motion_text.h"

static lia_vec3 centre(const lia_model *m, const lia_data *d) {
  // without mass there is no centre: the caller has asked
  LIA_ASSERT(m->mass > 0);
  return scale(1 / m->mass, lia_first_moment(m, d));
}

void lia_com(const lia_model *m, lia_data *d, const double *q, double c[3]) {
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  vec_to(c, centre(m, d));
}

void lia_com_matrix(const lia_model *m, lia_data *d, const double *q, double *A) {
  const double *jq = joint_q(m, d, q);
  lia_fk_poses(m, d, jq, d->world);
  lia_composites(m, d, jq);
  lia_momentum_columns(m, d, centre(m, d), A);
}

// p = m c', so the linear half of A over the mass; the angular half is not kept
void lia_com_jacobian(const lia_model *m, lia_data *d, const double *q, double *J) {
  const double *jq = joint_q(m, d, q);
  for (int k = 0; k < 3 * m->nv; k++) J[k] = 0;
  lia_fk_poses(m, d, jq, d->world);
  lia_composites(m, d, jq);
  for (int i = 1; i <= m->nnode; i++)
    for (int k = 0; k < m->node[i].nv; k++) {
      lia_vec3 u, w;
      lia_subspace_column(&m->node[i], k, &u, &w);
      u = mul(rot(d->world[i]), addcross(scale(d->comp[i].m, u), w, d->comp[i].h));
      const double x[3] = { u.x, u.y, u.z };
      int iv = m->node[i].iv + k;
      for (int r = 0; r < 3; r++) J[r * m->nv + m->user_v[iv]] += m->scale_v[iv] * x[r] / m->mass;
    }
}

void lia_com_momentum(const lia_model *m, lia_data *d, const double *q, const double *v,
    double h[6]) {
  const double *jq = joint_q(m, d, q);
  lia_vec3 P = zero(), L = zero();
  lia_fk_poses(m, d, jq, d->world);
  lia_node_motion(m, d, jq, joint_v(m, d->v, v), d->zero, zero());
  lia_vec3 c = centre(m, d);
  for (int i = 1; i <= m->nnode; i++) {
    lia_vec3 p, l;
    lia_momentum_of(&m->node[i], d->kin[i].u, d->kin[i].w, &p, &l);
    lia_mat3 R = rot(d->world[i]);
    p = mul(R, p);
    P = add(P, p);
    L = add(L, addcross(mul(R, l), sub(pos(d->world[i]), c), p));
  }
  vec_to(h, P);
  vec_to(h + 3, L);
}
