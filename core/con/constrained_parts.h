/* constrained_parts.h - what the files of a model with constraints share among themselves */
#ifndef LIA_CONSTRAINED_PARTS_H
#define LIA_CONSTRAINED_PARTS_H

#include "con/constrained_model.h"

LIA_C_BEGIN

/* rows in blocks of so many: the width of lanes.h */
enum { LIA_CLOSED_LANES = 8 };

/* q with quaternions of length 1: rows of a rotation that is none contradict each other. Stages of
 * an integrator are not exact */
const double *lia_cmodel_proper(lia_cmodel *w, const double *q);

/* rows and frames at q, jq (of joints), v, t, after the poses (and, where v is not NULL, the
 * velocities) of all columns */
void lia_cmodel_evaluate(lia_cmodel *w, const double *q, const double *jq, const double *v,
                         double t);

/* rows that hold positions, packed into w->G and w->rhs: G of velocities that are not held (nv, or
 * NULL), and -g; how many */
int lia_cmodel_held_rows(lia_cmodel *w, const char *held);

/* columns of w->G that are marked become 0; how many are not */
int lia_cmodel_free_columns(lia_cmodel *w, const char *marked);

/* an error about "rows[3]" as one about the constraint that row belongs to */
lia_status lia_cmodel_name_it(const lia_cmodel *w, const lia_error *why, lia_error *err);

/* the last column of a node, which carries its inertia */
static inline int lia_cmodel_last_column(const lia_model *m, int node) {
  return m->node[node].col + m->node[node].nv - 1;
}

static inline int lia_cmodel_all_finite(const double *x, int n) { return lia_vec_bad(x, n) < 0; }

LIA_C_END

#endif
