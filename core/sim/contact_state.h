/* contact_state.h - what the steps of contact_step.h keep: contacts, rows, what there is to tell */
#ifndef LIA_CONTACT_STATE_H
#define LIA_CONTACT_STATE_H

#include "num/cone.h"
#include "sim/contact_scene.h"
#include "sim/machine.h"

LIA_C_BEGIN

typedef struct lia_contact_opts {
  double tol;                   /* of the impulses: residual over the largest speed there is */
  double margin;                /* gaps below it are contacts */
  double rest;                  /* slower than this nothing comes back */
  int most;                     /* sweeps of the solver before a step is said to be inexact */
} lia_contact_opts;

/* what there is to tell of all steps so far: how many, and with more than tol left, the largest of
 * these, where; the largest depth, when; most contacts, sweeps and Newton steps in all */
typedef struct lia_contact_told {
  long steps, rough, sweeps, newtons;
  double residual, rough_at, deepest, deepest_at;
  int most;
} lia_contact_told;

typedef struct lia_contact_step {
  lia_model_ode *s;
  lia_scene *scene;
  lia_contact_opts o;
  lia_contact_told told;
  int n, room;                  /* contacts of the last step, room for them */
  lia_contact *contact, *before;
  int nbefore, nfixed;          /* nfixed: rows that are always there: constraints, elements */
  double h;                     /* of the last step */
  double t;                     /* where it ended */
  double *fixed;                /* (nfixed) their impulses in the last step */
  double loss;                  /* what contacts and stops took in the last step, of energy */
  /* scratch, for `rows` rows */
  int rows;
  void *block;
  double *J, *Y, *W, *W2, *b, *x, *u, *shift, *work, *gap;
  int *ints, *from, *column, *trees, *slot, *back;
  int *tree, *tree_v, *tree_from;   /* the tree of each velocity, velocities by trees */
  lia_cone_block *cone;
  double *Minv, *a, *dz, *dw, *vfree, *mid, *end, *carried, *vplus, *weight;   /* of the machine's
      * size */
} lia_contact_step;

LIA_C_END

#endif
