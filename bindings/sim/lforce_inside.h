/* lforce_inside.h - force elements as the files of lforce share them: read, asked while a run goes
 * on, their inputs set */
#ifndef LIA_LFORCE_INSIDE_H
#define LIA_LFORCE_INSIDE_H

#include "bindings/kit/bind.h"

#include "sim/described_forces.h"
#include "sym/tape/eval.h"

// a number that is a function of (t, q, v): parameter `at` of element k
typedef struct varying { int k, at; } varying;

// what sets an input: its value, an expression of coordinates, rates and t, or a function (tape
// NULL, own 1)
typedef struct uinput { lia_tape *tape; int own; } uinput;

enum { ASKED_force, ASKED_number, ASKED_input };

struct lforces {
  lia_loads loads;
  // those of the description stand first, then those of the list
  lia_described *described;      /* or NULL */
  int first, ninput;
  int compiled;                  /* 1: a kernel computes what they do */
  const lia_spec *spec;
  double *u;                     /* (ninput) inputs of the description */
  uinput *input;                 /* (ninput) what sets them */
  double *inside;                /* what their tapes are asked: q, rates, t */
  // .fn at { functions of elements, functions of numbers, q, v, x, w, functions of inputs }
  lia_callback cb;
  lia_tape **tape;               /* (n) of expressions in x, v, t, or NULL */
  double *w;
  varying *var;
  int nvar, nq, nv;
  // what the call-back is asked
  int asked, k;                  /* ASKED_, and which */
  double t, *q, *v, *x, *xv, *F;
  char (*name)[48];
  char (*called)[48];                        /* (n) names of their columns */
  char (*where)[LIA_ERROR_PATH];             /* (n) of a function: "forces[2].f (arm.lua:12)" */
};

/* lforce_run.c: the function that is asked, for the call-back; the force of element k, for the
 * loads */
int lia_lforce_body(lua_State *L);
lia_status lia_lforce_own(void *user, int k, double t, const double *x, const double *v, double *F,
                          lia_error *err);

/* lforce_inputs.c: what sets the inputs, from the table at index inputs (0: nothing does); their
 * functions go to the table at functions */
void lia_lforces_inputs(lua_State *L, struct lforces *f, int inputs, int arg, int functions);

#endif
