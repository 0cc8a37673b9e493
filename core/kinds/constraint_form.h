/* constraint_form.h - the equation of a constraint of frames, as expressions, and what follows
 *
 * The file of a kind writes its rows once (constraint_words.h): position rows g of the poses of its
 * ends, then velocity rows, linear in the velocities of the ends. From them come the rows of a
 * symbolic model, which knows poses and Jacobians as expressions, and those of any motion,
 * differentiated here, for the living page and for the test of calc. */
#ifndef LIA_CONSTRAINT_FORM_H
#define LIA_CONSTRAINT_FORM_H

#include "kinds/constraint.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef struct lia_constraint_form {
  lia_pool *p;
  lia_expr (*tidy)(lia_pool *p, lia_expr e);  /* makes short what is written; NULL: nothing does */
  lia_expr R[LIA_CONSTRAINT_ENDS][9], pos[LIA_CONSTRAINT_ENDS][3];  /* the ends, in base axes */
  /* velocity of the origin, angular velocity */
  lia_expr u[LIA_CONSTRAINT_ENDS][3], w[LIA_CONSTRAINT_ENDS][3];
  lia_expr param[LIA_CONSTRAINT_NPARAM];
  /* the user's equations, and the symbols they are written in */
  lia_expr expr[LIA_CONSTRAINT_NEXPR], xyz[3];
  /* written: */
  int n;
  lia_expr row[LIA_CONSTRAINT_ROWS];
  /* g counts but for whole multiples of this; 0: all of it */
  lia_expr period[LIA_CONSTRAINT_ROWS];
} lia_constraint_form;

/* the rows of a kind that holds frames, from what is filled above. A failure is the pool's */
void lia_constraint_write(const lia_constraint_type *type, lia_constraint_form *f);

/* the rows of a model of n coordinates: f has the poses of its ends, J[e] (6 x n) is the Jacobian
 * of end e, of its origin and its turn, row by row. f->row gets the position rows, H (velocity rows
 * x n) the others; all made short. 0: the pool says why */
int lia_constraint_model_rows(const lia_constraint_type *type, lia_constraint_form *f, int n,
                              const lia_expr *const J[LIA_CONSTRAINT_ENDS], lia_expr *H);

/* the rows in motion. Symbols of an end: R (row major), origin, u, w, and the accelerations of the
 * origin and of the turn */
enum { LIA_CONSTRAINT_END_SYMBOLS = 24 };
typedef struct lia_constraint_motion {
  lia_expr end[LIA_CONSTRAINT_ENDS][LIA_CONSTRAINT_END_SYMBOLS];
  /* g: 0 of velocity rows; period as above */
  lia_expr g[LIA_CONSTRAINT_ROWS], period[LIA_CONSTRAINT_ROWS];
  lia_expr rate[LIA_CONSTRAINT_ROWS], acceleration[LIA_CONSTRAINT_ROWS];  /* G v, and its rate */
  lia_expr F[LIA_CONSTRAINT_ROWS][LIA_CONSTRAINT_ENDS][6];  /* forces of a unit multiplier */
} lia_constraint_motion;

/* param, expr and xyz of f are given, its ends become the symbols of m. LIA_ENOMEM, or what the
 * pool says */
LIA_NODISCARD lia_status lia_constraint_move(const lia_constraint_type *type,
                                             lia_constraint_form *f, lia_constraint_motion *m,
                                             lia_error *err);

LIA_C_END

#endif
