/* motion_tape.h - the equations of a description with all that acts on it as one tape, and their
 * slopes along its coordinates, speeds, unknowns and inputs
 *
 * inputs    q, v, a, lambda, tau, named, z, t
 * outputs   force, acceleration, rate, g, zdot, value (of elements), y, q' (of equations that were
 *           given: no model knows it): acting.h */
#ifndef LIA_MOTION_TAPE_H
#define LIA_MOTION_TAPE_H

#include "base/layout.h"
#include "eom/acting.h"
#include "model/model.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

typedef struct lia_motion_tape {
  const lia_acting *x;
  lia_tape *tape;
  int nnamed, ny, nin, nout;
  int at_v, at_a, at_lambda, at_tau, at_named, at_z, at_t;       /* where inputs begin */
  /* where outputs do; force: 0 */
  int at_acceleration, at_rate, at_g, at_zdot, at_value, at_y, at_qdot;
} lia_motion_tape;

/* named: symbols that are inputs beside the motors; y: outputs in all of these symbols. x must
 * outlive it */
LIA_NODISCARD lia_status lia_motion_tape_new(lia_motion_tape **out, const lia_acting *x, int nnamed,
                                             const lia_expr *named, int ny, const lia_expr *y,
                                             lia_error *err);
void lia_motion_tape_free(lia_motion_tape *f);

/* a state, and what drives it: tau (nv) of motors, named (nnamed); NULL: zeros. z own states of
 * elements, as lia_motion_settle takes them */
typedef struct lia_motion_state {
  const double *q, *v, *tau, *named, *z;
  double t;
} lia_motion_state;

/* all inputs at a state, all outputs there, and room for slopes */
typedef struct lia_motion_at {
  const lia_motion_tape *f;
  const lia_model *m;          /* NULL: coordinates are numbers of their own */
  const int *input;            /* which inputs LIA_ALONG_inputs means: k < nv a motor, then named */
  double *in, *out;            /* (nin), (nout) */
  char *corner;                /* (nout) 1: some slope asked for is not there (tangent.h) */
  double *room, *direction, *slope, *unit_v, *rate_q;
} lia_motion_at;

void lia_motion_layout(lia_layout *l, lia_motion_at *w);   /* w->f given */
void lia_motion_start(lia_motion_at *w, const lia_motion_state *at);
void lia_motion_eval(lia_motion_at *w);                    /* in -> out */
/* own states: those given (nz; NULL, NaN: not given), the others with z' = 0 where all else is as
 * it stands, by Newton's steps: the current of a motor that is held at its speed. Where there are
 * none these stay 0. ENOMEM */
LIA_NODISCARD lia_status lia_motion_settle(lia_motion_at *w, const double *given, lia_error *err);

/* Slopes of all outputs, to (nout x n) row by row, along
 *   coordinates  n = nx: dq = N e_k      speeds  n = nv     unknowns  n = nv + rows: a, then lambda
 *   states       n = nz: z               inputs  any n: those of w->input */
typedef enum lia_along {
  LIA_ALONG_coordinates, LIA_ALONG_speeds, LIA_ALONG_unknowns, LIA_ALONG_states, LIA_ALONG_inputs
} lia_along;
void lia_motion_slopes(lia_motion_at *w, lia_along group, int n, double *to);

LIA_C_END

#endif
