/* contact_rows.h - what is hard, as rows of velocities: constraints, joints, points, shapes */
#ifndef LIA_CONTACT_ROWS_H
#define LIA_CONTACT_ROWS_H

#include "sim/contact_state.h"

LIA_C_BEGIN

/* a gap that is nothing but rounding (m) is not closed; a depth below the second is not taken back
 */
static const double LIA_CONTACT_CLOSE = 1e-11, LIA_CONTACT_DEEP = 1e-9;

/* n rows in nblock blocks; the first `fixed` rows belong to slots that are always there */
typedef struct lia_contact_rows { int n, nblock, fixed; } lia_contact_rows;

/* how many slots: rows of constraints, of elements that stick, strike or stop */
int lia_contact_slots(const lia_model_ode *s);

/* J, shift (b of J v + b), gap (g of contact_step.h; NaN: none) and blocks of everything at q_E, v,
 * after lia_fk_rates there */
lia_contact_rows lia_contact_assemble(lia_contact_step *c, double t, const double *q,
    const double *v, double h);

/* 1: row r is kept as an equation */
int lia_contact_is_equation(const lia_contact_step *c, int r);

/* c->u is the work of each row: into the works, the elements, the multipliers. What was lost */
double lia_contact_book(lia_contact_step *c, const lia_contact_rows *rows, double h);

LIA_C_END

#endif
