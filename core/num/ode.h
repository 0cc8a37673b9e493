/* ode.h - x' = f(t, x) in steps: error control, dense output, projection, a last good state; every
 * method by its name
 *
 * One lia_ode is one run in progress. lia_ode_step makes one accepted step; what to do between
 * steps (samples, events, controllers) is the caller's loop. After a failure t and x are the last
 * good state, and another lia_ode_step goes on from there. */
#ifndef LIA_ODE_H
#define LIA_ODE_H

#include "num/ode_run.h"

LIA_C_BEGIN

/* Methods. Those of methods.def come first, under the numbers of lia_butcher_kind; the others (id,
 * name, text): */
#define LIA_ODE_OTHER(X) \
  X(verlet,   "verlet", \
      "Stoermer-Verlet, symplectic, order 2: accelerations that do not depend on velocities") \
  X(yoshida4, "yoshida4", "three Verlet steps, symplectic, order 4") \
  X(yoshida6, "yoshida6", "seven Verlet steps, symplectic, order 6") \
  X(midpoint, "midpoint", "implicit midpoint rule, symplectic, order 2: any system") \
  X(gauss4,   "gauss4",   "Gauss collocation of two stages, symplectic, order 4: any system") \
  X(gauss6,   "gauss6",   "Gauss collocation of three stages, symplectic, order 6: any system") \
  X(rkmk4,    "rkmk4",    "Runge-Kutta-Munthe-Kaas, order 4: rotations stay rotations") \
  X(cg3,      "cg3",      "Crouch-Grossman, order 3: rotations stay rotations") \
  X(radau5,   "radau5", \
      "Radau IIA, order 5, implicit, error control: stiff systems and algebraic equations")

/* Of problems that step themselves (leap) alone: no list of methods names it */
#define LIA_ODE_LEAPS(X) \
  X(moreau,   "moreau", \
      "Moreau's midpoint rule, order 1: velocities jump; for shapes that touch (contacts)")

/* Two of SUNDIALS, which a build has where SUNDIALS was found */
#define LIA_ODE_SUNDIALS(X) \
  X(cvode,    "cvode",    "BDF of SUNDIALS, order 1 to 5, implicit, error control: stiff systems") \
  X(ida,      "ida", \
      "IDA of SUNDIALS, order 1 to 5, implicit, error control: algebraic equations")

typedef enum lia_ode_kind {
#define X(id) LIA_ODE_##id = LIA_BUTCHER_##id,
#include "num/methods.def"
#undef X
#define X(id, name, text) LIA_ODE_##id,
  LIA_ODE_OTHER(X)
  LIA_ODE_SUNDIALS(X)
  LIA_ODE_LEAPS(X)
#undef X
  LIA_ODE_COUNT
} lia_ode_kind;

/* its number, or -1; what it is called, what it is; is it in this build, for
 * any problem (cvode and ida may not be, moreau is not);
 * "rk4, dopri5, ..." of those that are; does it choose its own steps; the order of its error */
int lia_ode_find(const char *name);
const char *lia_ode_name(int method);
const char *lia_ode_text(int method);
int lia_ode_here(int method);
const char *lia_ode_names(void);
int lia_ode_adaptive(int method);
int lia_ode_order(int method);

extern const lia_ode_opts lia_ode_defaults;
/* "rtol: needs x > 0 && x < 1, got 3" */
LIA_NODISCARD lia_status lia_ode_check(const lia_ode_opts *o, lia_error *err);

/* EARG where the method lacks something it needs (h, positions, moves) */
LIA_NODISCARD lia_status lia_ode_new(lia_ode **out, int method, const lia_ode_problem *p,
    const lia_ode_opts *opts, lia_error *err);

void lia_ode_free(lia_ode *o);   /* NULL is fine */

/* (re)start at t, x: also after an event changed the state; keeps the statistics; h is chosen anew
 * where fixed is 0 */
void lia_ode_start(lia_ode *o, double t, const double *x);

/* f has changed at o->t, x has not: the step h goes on */
void lia_ode_kick(lia_ode *o);

/* From here on: where an explicit method proves to be held back by stability, not by accuracy, the
 * run goes over to radau5, with these tolerances (0: as they are). o->over is the time when it
 * did, else NaN; o->method and o->opts are those of the method that steps. Nothing where o is
 * implicit or has fixed steps */
void lia_ode_may_go_over(lia_ode *o, double rtol, double atol);

/* one accepted step towards t_end, never past it; at t_end already: nothing happens */
LIA_NODISCARD lia_status lia_ode_step(lia_ode *o, double t_end, lia_error *err);

/* asked now and then, `steps` steps after t_then. At the pace since then the end is out of reach:
 * of max_steps, and a state has grown a million times past where it began: EDOMAIN, naming it; of
 * ten thousand times max_steps: ELIMIT */
LIA_NODISCARD lia_status lia_ode_runaway(const lia_ode *o, double t_then, long steps, double t_end,
    lia_error *err);

/* the state at t within the last step (t_old .. t), to the order of the dense output; may call f
 * for extra stages */
LIA_NODISCARD lia_status lia_ode_at(lia_ode *o, double t, double *x, lia_error *err);

LIA_C_END

#endif
