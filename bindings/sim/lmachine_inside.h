/* lmachine_inside.h - one run of a model, between what a script asked for and what it is told */
#ifndef LIA_LMACHINE_INSIDE_H
#define LIA_LMACHINE_INSIDE_H

#include "bindings/model/lmodel.h"
#include "bindings/sim/lcontact.h"
#include "bindings/sim/lsim.h"

#include "sim/joint_forces.h"
#include "sim/model_ode.h"

/* what a kernel has in it beside the bodies: nothing, the springs, dampers and friction of the
 * joints, or forces of its own (those from equations, which have the joints' in them too) */
enum { LIA_KERNEL_plain, LIA_KERNEL_passive, LIA_KERNEL_own };

typedef struct mechanism {
  lmodel *o;
  lia_model_ode *machine;
  lforces *forces;
  lsource_input *input;
  void *input_user;
  void *kernel;
  int holds;                     /* what the kernel has in it */
  int moves;                     /* 1: the kernel has the elements of the description in it, .. */
  int whole;                     /* .. 1: and the motion of the tree: else the engine has it */
  int compiled_states;           /* own states of the elements of the kernel */
  /* of a kernel of the whole motion of a mechanism with rows: the one that closes them, rows that
   * are left out (rows), and how large the diagonal of those that need a pivot has been */
  void *closing;
  char *skip;
  double *best;
  int npivot;
  double *u;                     /* (nv + inputs) what it is asked, motors first; with moves */
  lia_cmodel *closed;
  lia_joint_ends ends;
  int limits_ignored, efforts_ignored;
  int fixed;                     /* 1: some of the start was told to stay */
  /* NULL, or (2 nv) by how much the start was moved: coordinates, then velocities */
  double *moved;
  int recorded, nextra;          /* LIA_RECORD_ that were asked for; columns behind the states */
  int nworks;                    /* columns W. among them, behind the energies */
  const int *work;               /* (nworks) the state of each, behind what is given and lost */
  int njoint;                    /* the last of the elements, which are those of the joints */
  /* one that pays, made on the way: not NULL while the run goes on without; what a call of the
   * engine weighs; when (NaN: not), and why not */
  lua_State *waits;
  double each, pays, compiled_at;  /* pays: from so many calls, times each, on */
  int ahead;                       /* 1: the compiler was told already */
  char not_compiled[120];
  int pushes;                    /* 1: something of the options pushes on the coordinates */
  struct lsignal_outputs *outputs;   /* of the description, for programs beside the run */
  lcontacts *contacts;           /* NULL: no shapes touch */
} mechanism;

/* ---- lmachine_kernel.c ---- */

/* what the option says, into s and o; raises */
void lia_mechanism_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_model_ode_opts *o);
/* raises where a kernel of the whole motion cannot have the elements there are */
void lia_mechanism_check_elements(lua_State *L, mechanism *s);
/* what the elements of the description do is the kernel's (1), or told element by element (0) */
void lia_mechanism_leave_elements(const mechanism *s, int to_kernel);
/* may the motion be compiled on the way? Room for it, on the stack */
void lia_mechanism_wait(lua_State *L, mechanism *s, int options);
/* after a step that ended at x: is it worth while now? */
void lia_mechanism_compile(mechanism *s, double t, const double *x);
/* kernel = true of a mechanism with rows, where it begins; raises where there is none */
void lia_mechanism_compile_first(mechanism *s, double t, const double *x);
void lia_mechanism_tell_compiled(const mechanism *s, lua_State *L, int list);

/* ---- lmachine_options.c: what the options say, into s and o; raises ---- */

void lia_mechanism_constraints(lua_State *L, mechanism *s, lia_model_ode_opts *o, int options);
void lia_mechanism_limits(lua_State *L, mechanism *s, int options);
void lia_mechanism_efforts(lua_State *L, mechanism *s, int options);
/* the elements of the list, and those of the joints: their dry friction, their limits */
void lia_mechanism_forces(lua_State *L, mechanism *s, lia_model_ode_opts *o, int options);

/* lmachine_drive.c: constraints of this run alone, where its inputs drive some */
void lia_mechanism_drive(lua_State *L, mechanism *s, lia_model_ode_opts *o);

/* lmachine_told.c: x' at t, x; with contacts that of the last step */
lia_status lia_mechanism_rates(mechanism *s, double t, const double *x, double *dx, lia_error *err);

/* lmachine_signals.c: what programs beside the run may read and hold, into src */
void lia_mechanism_signals(lua_State *L, mechanism *s, lsource *src, int options);

/* ---- lmachine_told.c: its columns, its bounds, and what there is to tell of them ---- */

/* T, V, E; then the multipliers, then what was asked for */
void lia_mechanism_extra(void *user, double t, const double *x, double *y);
/* the same once the run is over: energies, where no function of the script says how much is
 * stored */
void lia_mechanism_late(void *user, double t, const double *x, double *y);
/* names of the columns behind the states */
void lia_mechanism_names(lua_State *L, mechanism *s, lsource *src);
/* limits of coordinates where they are ignored or soft, speed limits; efforts */
void lia_mechanism_bounds(lua_State *L, const mechanism *s, lsource *src);
/* by how much the start was moved, where that is more than rounding: into s->moved */
void lia_mechanism_note_move(lua_State *L, mechanism *s, const double *before, const double *x);
/* { th1 = -0.47, ["th1'"] = 3.5 }: what moved, into run:info().moved of the run on top */
void lia_mechanism_push_moved(const mechanism *s, lua_State *L);
void lia_mechanism_tell(void *user, lua_State *L, int list);

#endif
