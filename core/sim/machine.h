/* machine.h - a mechanism as differential equations: x = (q, v), x' = (q', forward dynamics)
 *
 * Acting on the joints: what the input gives, and what the description says of each degree of freedom (springs, viscous
 * and dry friction, told of the joint where it follows a scaled coordinate). Dry friction here is -friction sign(v), 0 at rest. */
#ifndef LIA_MACHINE_H
#define LIA_MACHINE_H

#include "model/data.h"
#include "num/ode.h"

typedef struct lia_machine {
  const lia_model *m;
  lia_data *d;
  /* NULL, or adds the forces of motors and the like to tau (nv), which holds 0 when it is called */
  lia_status (*input)(void *user, double t, const double *q, const double *v, double *tau, lia_error *err);
  void *user;
  double *tau, *v, *a;       /* (nv) work */
  int passive;               /* some joint has a spring, damper or friction */
  int quaternions;           /* nq != nv: q is kept on its manifold after every step */
} lia_machine;

/* one block, freed by lia_free; model and data must outlive it. Refuses what lia_model_dynamic refuses */
LIA_NODISCARD lia_status lia_machine_new(lia_machine **out, const lia_model *m, lia_data *d, lia_error *err);

/* the forces of springs, dampers and friction, added to tau (nv) */
void lia_machine_passive(const lia_machine *s, const double *q, const double *v, double *tau);

/* kinetic and potential energy (gravity and springs) of x = (q, v) */
void lia_machine_energy(lia_machine *s, const double *x, double *T, double *V);

/* what num/ode.h integrates: nq + nv states */
lia_ode_problem lia_machine_problem(lia_machine *s);

#endif
