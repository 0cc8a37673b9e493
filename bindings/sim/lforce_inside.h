/* lforce_inside.h - force elements as the files of lforce share them: read, asked while a run goes
 * on, their inputs set */
#ifndef LIA_LFORCE_INSIDE_H
#define LIA_LFORCE_INSIDE_H

#include "bindings/kit/bind.h"
#include "bindings/sim/lknots.h"

#include "sim/bounds.h"
#include "sim/described_forces.h"
#include "sym/tape/eval.h"

// a number that is a function of (t, q, v): parameter `at` of element k, found by its key
// (lread_function_key)
typedef struct varying { int k, at; } varying;

// what sets an input (the extension has its law as a value too): its value, an expression of
// coordinates, rates and t, or a function (tape NULL, own 1)
typedef struct uinput {
  lia_tape *tape;
  int own;
  int rough;       /* an expression without a second derivative somewhere */
  int told;        /* 1: the option inputs says something of it */
  int held;        /* 1: a controller holds it at value */
  double value;
} uinput;

/* bounds of inputs: what is beyond is brought back, and told */
typedef struct ubounds {
  lia_bound *bound;              /* (n) at: the input */
  double *held;                  /* (n) for how long each was brought back */
  /* (n) how far beyond (below 0: within) when last asked, and at the end of the step before */
  double *excess, *before;
  int n, counted;                /* counted: the end of the last step is */
  double asked_t, step_t, step;  /* last asked; where the last step ended; how long it was */
} ubounds;

enum { ASKED_force, ASKED_number, ASKED_input };

struct lforces {
  lia_loads loads;
  // those of the description stand first, then those of the list
  lia_described *described;
  int ninput;
  int compiled;                  /* 1: a kernel computes what they do */
  /* the description with those of the list (describe/extend.h) */
  lia_spec *spec;
  double *u;                     /* (ninput) inputs of the description */
  uinput *input;                 /* (ninput) what sets them */
  double *inside;                /* what their tapes are asked: q, rates, t */
  ubounds bounds;
  lknots knots;
  // .fn at { functions of elements and numbers, of inputs, q, v, x, w }
  lia_callback cb;
  double *w;
  varying *var;
  int nvar, nq, nv, moves;       /* moves: something is to be computed at every state */
  // what the call-back is asked
  int asked, k;                  /* ASKED_, and which */
  double t, *q, *v, *x, *xv, *F;
  char (*called)[48];                        /* (n) names of their columns */
  char (*where)[LIA_ERROR_PATH];             /* (n) of a function: "forces[2].f (arm.lua:12)" */
};

/* lforce_run.c: the function that is asked, for the call-back; the force of element k, for the
 * loads */
int lia_lforce_body(lua_State *L);
lia_status lia_lforce_own(void *user, int k, double t, const double *x, const double *v, double *F,
                          lia_error *err);

/* lforce_inputs.c: the inputs as they were found, back between their bounds at t */
void lia_lforce_bounds(struct lforces *f, double t);
/* what sets the inputs, from the table at index inputs (0: nothing does); their
 * functions go to the table at functions */
void lia_lforces_inputs(lua_State *L, struct lforces *f, int inputs, int arg, int functions);

/* lforce_knots.c: those of all laws, once the inputs are read */
void lia_lforce_knots(lua_State *L, struct lforces *f);

#endif
