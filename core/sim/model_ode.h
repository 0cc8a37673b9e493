/* model_ode.h - a mechanism as differential equations: x = (q, v, z), x' = (q', forward dynamics, rates of own states of forces)
 *
 * Acting on the joints: what the input gives, force elements (element_forces.h), and what the description says of each degree of
 * freedom (springs, viscous and dry friction, told of the joint where it follows a scaled coordinate). Dry friction is
 * -friction sign(v), 0 at rest, unless it stands among the force elements (joint_forces.h), where it sticks. */
#ifndef LIA_MACHINE_H
#define LIA_MACHINE_H

#include "con/constrained_model.h"
#include "model/data.h"
#include "num/ode.h"
#include "sim/element_forces.h"

LIA_C_BEGIN

/* forces of motors and the like, added to tau (nv) */
typedef lia_status lia_machine_input(void *user, double t, const double *q, const double *v, double *tau, lia_error *err);

/* how loops and constraints are kept; their equations on accelerations are in every one                       [HLW] VII, [Asch]
 *   project    after each step q, then v, onto the constraints by the least change in the mass metric; errors are estimated before
 *   baumgarte  G a + c = -2 w (G v + b) - w^2 g, w = rate
 *   ggl        q' moves with the velocity nearest to v (mass metric) for which G v + b = -w g: Gear, Gupta, Leimkuhler with the
 *              multipliers solved for
 *   none       nothing: gaps grow */
#define LIA_KEEP_LIST(X) X(project) X(baumgarte) X(ggl) X(none)

typedef enum lia_keep_kind {
#define X(name) LIA_KEEP_##name,
  LIA_KEEP_LIST(X)
#undef X
  LIA_KEEP_COUNT
} lia_keep_kind;

typedef struct lia_machine_opts {
  lia_closed *closed;                   /* loops and constraints of the model, or NULL */
  lia_keep_kind keep;
  double rate;                          /* w (1/s) of baumgarte and ggl */
  lia_loads *loads;                     /* or NULL */
  int balance;                          /* 1: two states more, the work of what drives and what was lost */
  int forward_passive;                  /* 1: `forward` has the springs, dampers and friction of the joints in it */
  int friction_told;                    /* 1: dry friction of the joints is among the loads */
  const char *const *qname, *const *vname;   /* (nq), (nv) for messages, or NULL */
  /* NULL, or another way to the accelerations than lia_forward: a compiled kernel */
  lia_status (*forward)(void *user, const double *q, const double *v, const double *tau, double *a, lia_error *err);
  void *forward_user;
} lia_machine_opts;

typedef struct lia_machine {
  const lia_model *m;
  lia_data *d;
  lia_machine_opts o;
  lia_machine_input *input;  /* or NULL */
  void *user;
  int nz, nw, n;             /* own states of forces; 2 with balance, else 0; all states */
  double given, lost;        /* with balance: power of what drives, and what is lost, of the last rates */
  double *pushed;            /* (nv) what the input gave at the last rates */
  double *tau, *v, *a;       /* (nv) work */
  int passive, springs;      /* some joint has a spring, damper or friction that acts here; some has a spring */
  int quaternions;           /* nq != nv: q is kept on its manifold after every step */
  int nheld;                 /* elements that jump and are held or rest now */
  double *Minv, *J, *W, *A, *b, *u, *CW, *B, *S, *Y;  /* stick_impact.c */
  double *dx, *C;            /* (n), (nv x nv) canonical coordinates */
  double *free;              /* (nv) velocities without constraints */
  int rows, held;            /* with redundant constraints: how many of them tell, and of those of position; 0: all */
  int *piv, *row;
} lia_machine;

/* one block, freed by lia_free; model, data and what the options point to must outlive it. Refuses what
 * lia_model_dynamic refuses; o may be NULL */
LIA_NODISCARD lia_status lia_machine_new(lia_machine **out, const lia_model *m, lia_data *d, const lia_machine_opts *o, lia_error *err);

/* with constraints: x = (q, v, ..) onto them by the least change; held (nv, or NULL): 1 for velocities that stay, and the coordinates
 * they move; LIA_EUNREACHABLE names a constraint that cannot be met */
LIA_NODISCARD lia_status lia_machine_close(lia_machine *s, double t, double *x, const char *held, lia_error *err);

/* kinetic and potential energy (gravity, springs, force elements that store) of x = (q, v, ..) */
void lia_machine_energy(lia_machine *s, const double *x, double *T, double *V);

/* what num/ode.h integrates: nq + nv + nz + nw states; with what every method of it wants */
lia_ode_problem lia_machine_problem(lia_machine *s);

LIA_C_END

#endif
