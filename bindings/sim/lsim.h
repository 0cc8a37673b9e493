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
struct lia_spec;
struct lia_joint_ends;
typedef struct lforces lforces;
/* the elements of the description of o, then those of the list at index (option forces; 0: none),
 * kept by userdata left on the stack, those of the joints (joint_forces.h) behind them where ends
 * is not NULL; what sets the inputs of the description is at index inputs (0: their values);
 * raises */
lforces *lia_lforces_read(lua_State *L, int list, int inputs, int arg, struct lmodel *o,
    const struct lia_joint_ends *ends);
/* the description with the elements of the list; what is odd about these joins its complaints */
const struct lia_spec *lia_lforces_spec(const lforces *f);
struct lia_loads *lia_lforces_loads(lforces *f);
lia_callback *lia_lforces_callback(lforces *f);
/* 1: an input that constraints name is set to something else than the description has it; raises
 * where that has not two derivatives */
int lia_lforces_drives(lua_State *L, const lforces *f, const struct lia_spec *described, int arg);
/* some law changes its branch in time; the next time after t that one does, in the direction dir
 * (+-1), infinite for none */
int lia_lforces_knotted(const lforces *f);
double lia_lforces_next(lforces *f, double t, double dir);
/* the time at which laws are asked: on the way to a jump of one the branch before it holds, up to
 * the end of the step */
double lia_lforces_time(const lforces *f, double t);
/* some input has bounds: then the end of every step of the run is to be told */
int lia_lforces_bounded(const lforces *f);
void lia_lforces_step(lforces *f, double t);
/* inputs that were cut to their bounds (ltold.c), onto the list */
void lia_lforces_tell(const lforces *f, lua_State *L, int list);
const char *lia_lforces_called(const lforces *f, int k);   /* "spring2", or as its name says */
/* own state k of all: what it is called, and its unit */
struct lia_model;
const char *lia_lforces_state(const lforces *f, const struct lia_model *m, int k,
    const char **unit);
/* input k held by a controller from now on; NULL, or why it cannot be */
const char *lia_lforces_holdable(const lforces *f, int k);
void lia_lforces_hold(lforces *f, int k, double u);
int lia_lforces_calls(const lforces *f);   /* some function of the script is called at all */
void lia_lforces_note_moving(lforces *f);   /* lia_load.moving of its elements */
/* some number, input or force is to be computed at every state (lia_lforces_update); some number
 * changes, so that what is stored cannot be told */
int lia_lforces_moves(const lforces *f);
int lia_lforces_varies(const lforces *f);
int lia_lforces_asks(const lforces *f);   /* 1: functions of the script tell numbers or inputs */
/* a kernel computes the forces: their inputs alone are asked for, but where numbers of theirs vary,
 * which tell what is stored; and what the inputs are now */
void lia_lforces_compiled(lforces *f, int compiled);
const double *lia_lforces_inputs_now(const lforces *f);
/* numbers that are functions of (t, q, v) or expressions, inputs: into the elements */
lia_status lia_lforces_update(lforces *f, double t, const double *q, const double *v,
    lia_error *err);
/* numbers of the description alone, by the inputs there were last */
lia_status lia_lforces_settle(lforces *f, double t, const double *q, const double *v,
    lia_error *err);
/* the same but for numbers of elements that a kernel computes: what pushes, not what is stored */
lia_status lia_lforces_push(lforces *f, double t, const double *q, const double *v,
    lia_error *err);

#endif
