/* lsim.h - simulate(), as every binding that has equations of motion offers it
 *
 * What is integrated is told in lsource.h, what comes back is a run of lrun.h. */
#ifndef LIA_LSIM_H
#define LIA_LSIM_H

#include "bindings/sim/lrun.h"
#include "bindings/sim/lsource.h"

/* Simulate from x0 (p.n numbers, not changed) for a time. options: index of a table or nil; keep:
 * index of what s->user needs alive. Pushes the run; or nil, message, code, run. Raises on
 * mistakes. run:setup() gives back a table made of the options and what setup (an index, or 0)
 * holds: what li.simulate wants to do it again */
int lia_simulate(lua_State *L, lsource *s, double duration, const double *x0, int options,
    int setup);

extern const lia_class lia_solver_class;   /* a box that frees its lia_ode */
extern const lia_class lia_forces_class;

/* ---- force elements: lforce.c ---- */

struct lmodel;
struct lia_loads;
struct lia_joint_ends;
typedef struct lforces lforces;
/* the elements of the description of o, then those of the list at index (option forces; 0: none),
 * kept by userdata left on the stack, those of the joints (joint_forces.h) behind them where ends
 * is not NULL; what sets the inputs of the description is at index inputs (0: their values);
 * raises */
lforces *lia_lforces_read(lua_State *L, int list, int inputs, int arg, struct lmodel *o,
    const struct lia_joint_ends *ends);
int lia_lforces_first(const lforces *f);   /* how many are of the description */
struct lia_loads *lia_lforces_loads(lforces *f);
lia_callback *lia_lforces_callback(lforces *f);
const char *lia_lforces_called(const lforces *f, int k);   /* "spring2", or as its name says */
/* some number of the list is a function of the script; some number, input or force is to be
 * computed at every state (lia_lforces_update); some number changes, so that what is stored cannot
 * be told */
int lia_lforces_scripted(const lforces *f);
int lia_lforces_stores(const lforces *f);   /* some element stores energy */
int lia_lforces_asks(const lforces *f);   /* some function of the script is asked: of whatever */
int lia_lforces_moves(const lforces *f);
int lia_lforces_varies(const lforces *f);
/* functions of (t, q, v) in the place of numbers: into the elements */
lia_status lia_lforces_update(lforces *f, double t, const double *q, const double *v,
lia_error *err);

#endif
