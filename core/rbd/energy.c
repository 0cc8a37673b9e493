/* energy.c - energies in numbers */
#include "rbd/energy.h"

#include "rbd/fast/tree_num.h"

#include "rbd/text/energy_text.h"
#include "rbd/text/fk_text.h"
#include "rbd/text/motion_text.h"

double lia_energy_kinetic(const lia_model *m, lia_data *d, const double *q, const double *v) {
  const double *jv = joint_v(m, d->v, v);
  lia_node_motion(m, d, joint_q(m, d, q), jv, d->zero, zero());
  return lia_kinetic(m, d, jv);
}

double lia_energy_potential(const lia_model *m, lia_data *d, const double *q) {
  lia_fk_poses(m, d, joint_q(m, d, q), d->world);
  return lia_potential(m, d);
}
