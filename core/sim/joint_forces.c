/* joint_forces.c - dry friction and limits of every velocity */
#include "sim/joint_forces.h"

#include <math.h>

// tau = -scale friction sign(scale v) of every joint that follows v: -sum |scale| friction sign(v)
static double friction_of(const lia_model *m, int iv) {
  double sum = 0;
  for (int j = 0; j < m->jv; j++)
    if (m->user_v[j] == iv) sum += fabs(m->has_mimic ? m->dof[j].scale : 1) * m->dof[j].friction;
  return sum;
}

// an element on a coordinate, its numbers those of its row
static lia_load joint_forces_element(lia_force_kind kind, const char *name, int iq, int iv) {
  lia_load l = { .kind = kind, .port = LIA_PORT_coordinate, .name = name, .iq = iq, .iv = iv };
  lia_force_defaults(kind, l.p);
  return l;
}

static void set(lia_load *l, const char *param, double x) {
  l->p[lia_force_place(l->kind, param)] = x;
}

static lia_load stiction(const char *name, int iq, int iv, double friction) {
  lia_load l = joint_forces_element(LIA_FORCE_stiction, name, iq, iv);
  set(&l, "coulomb", friction);
  return l;
}

static lia_load stop(const char *name, int iq, int iv, const lia_dof *d, const lia_joint_ends *o) {
  lia_load l = joint_forces_element(LIA_FORCE_endstop, name, iq, iv);
  set(&l, "min", d->q_min);
  set(&l, "max", d->q_max);
  set(&l, "restitution", o->restitution);
  set(&l, "stiffness", o->stiffness);
  set(&l, "damping", o->damping);
  return l;
}

int lia_joint_loads(const lia_model *m, const lia_joint_ends *o, const char *const *name,
    lia_load *out) {
  int n = 0;
  for (int b = 0; b < m->nbody; b++) {
    const lia_model_body *B = &m->body[b];
    if (B->nv && m->dof[B->jv].follows >= 0) continue;
    for (int k = 0; k < B->nv; k++) {
      const lia_dof *d = &m->dof[B->jv + k];
      int iv = B->iv + k, iq = B->nq == B->nv ? B->iq + k : -1,
          sticks = o->friction && friction_of(m, iv) > 0;
      int stops = o->stops && iq >= 0 && (isfinite(d->q_min) || isfinite(d->q_max));
      if (out && sticks) out[n] = stiction(name[iv], iq, iv, friction_of(m, iv));
      n += sticks;
      if (out && stops) out[n] = stop(name[iv], iq, iv, d, o);
      n += stops;
    }
  }
  return n;
}
