/* machine.h - a mechanism as differential equations, its state and options: what model_ode.h and
 * stick_impact.h work on */
#ifndef LIA_MACHINE_STATE_H
#define LIA_MACHINE_STATE_H

#include "con/constrained_model.h"
#include "model/data.h"
#include "num/ode.h"
#include "sim/element_forces.h"

LIA_C_BEGIN

/* forces of motors and the like, added to tau (nv) */
typedef lia_status lia_model_ode_input(void *user, double t, const double *q, const double *v,
                                     double *tau, lia_error *err);

/* how loops and constraints are kept; their equations on accelerations are in every one
 * [HLW] VII, [Asch]
 *   project    after each step q, then v, onto the constraints by the least change in the mass
 * metric; errors are estimated before
 *   baumgarte  G a + c = -2 w (G v + b) - w^2 g, w = rate
 *   ggl        q' moves with the velocity nearest to v (mass metric) for which G v + b = -w g:
 * Gear, Gupta, Leimkuhler with the
 *              multipliers solved for
 *   none       nothing: gaps grow */
#define LIA_KEEP_LIST(X) X(project) X(baumgarte) X(ggl) X(none)

typedef enum lia_keep_kind {
#define X(name) LIA_KEEP_##name,
  LIA_KEEP_LIST(X)
#undef X
  LIA_KEEP_COUNT
} lia_keep_kind;

/* the work on the mechanism of springs, dampers and friction of the joints, of the weight, of the
 * input, of constraints that move in time, of shapes that touch; then of each element of the loads
 */
enum { LIA_WORK_joints, LIA_WORK_weight, LIA_WORK_tau, LIA_WORK_rows, LIA_WORK_contacts,
  LIA_WORK_loads };

/* what a compiled motion gives: accelerations, z', the power given and lost, with the joints' (and
 * with constraints that move in time); sure: 1 where its rows are far from depending on each other,
 * so that it is what the engine would give */
typedef struct lia_compiled_motion { double *a, *dz, power[2]; int sure; } lia_compiled_motion;

typedef struct lia_model_ode_opts {
  lia_cmodel *closed;                   /* loops and constraints of the model, or NULL */
  lia_keep_kind keep;
  double rate;                          /* w (1/s) of baumgarte and ggl */
  lia_loads *loads;                     /* or NULL */
  /* 1: two states more, the work of what drives and what was lost */
  int balance;
  /* 1, with balance: more states behind these two, the work of each force (LIA_WORK_) */
  int works;
  /* 1: `forward` has the springs, dampers and friction of the joints in it */
  int forward_passive;
  int friction_told;                    /* 1: dry friction of the joints is among the loads */
  const char *const *qname, *const *vname;   /* (nq), (nv) for messages, or NULL */
  /* NULL, or another way to the accelerations than lia_forward: a compiled kernel */
  lia_status (*forward)(void *user, const double *q, const double *v, const double *tau, double *a,
                        lia_error *err);
  void *forward_user;
  /* NULL, or what the elements that are compiled (element_forces.h) do, as one function of
   * x = (q, v, z): tau (nv) += their forces, z' of their own states, their power given and lost */
  lia_status (*push)(void *user, double t, const double *x, double *tau, double *dz,
                     double power[2], lia_error *err);
  /* NULL, or with push: accelerations with all that acts between events, where every element is
   * compiled or a stop; tau of motors. Where it is not sure it is asked no more */
  lia_status (*motion)(void *user, double t, const double *x, const double *tau,
                       lia_compiled_motion *out, lia_error *err);
  /* with motion and closed: dq (nv) and dv (nv) at x = (q, v) by the least change in the metric of
   * M, with G dq = -g and G dv = -(G v + b); gap: the largest |g| of the rows it keeps, the largest
   * |g| or |G v + b| of rows it has left out. 1: sure */
  int (*closing)(void *user, double t, const double *x, double *dq, double *dv, double gap[2]);
  void *compiled_user;                  /* of push, motion and closing */
} lia_model_ode_opts;

typedef struct lia_model_ode {
  const lia_model *m;
  lia_data *d;
  lia_model_ode_opts o;
  lia_model_ode_input *input;  /* or NULL */
  /* NULL, or the time at which laws are asked for their rates at t: before a jump of a law that a
   * step ends at, its branch before holds */
  double (*law_time)(void *user, double t);
  void *user;
  int nz, nw, n;             /* own states of forces; 2 with balance, and those of works;
                              * all states */
  /* with balance: power of what drives, and what is lost, of the last rates */
  double given, lost;
  double power[LIA_WORK_loads];   /* with works: of the last rates */
  double *weight;            /* (nv) G, with works */
  double *pushed;            /* (nv) what the input gave at the last rates */
  double *tau, *v, *a;       /* (nv) work */
  /* some joint has a spring, damper or friction that acts here; some has a spring */
  int passive, springs;
  size_t calls;              /* how often x' was asked for */
  double left_at;            /* the time when the compiled motion was not sure; NaN: it was */
  int quaternions;           /* nq != nv: q is kept on its manifold after every step */
  int nstuck;                /* elements that jump and are held or rest now */
  double *Minv, *J, *W, *A, *b, *u, *CW, *B, *S, *Y;  /* stick_impact.c */
  double *dx, *C;            /* (n), (nv x nv) canonical coordinates */
  double *free;              /* (nv) velocities without constraints */
  /* with redundant constraints: how many of them tell, and of those of position; 0: all */
  int rows, held;
  int *piv, *row;
} lia_model_ode;

/* what num/ode.h integrates: nq + nv + nz + nw states; with what every method of it wants */
lia_ode_problem lia_model_ode_problem(lia_model_ode *s);

LIA_C_END

#endif
