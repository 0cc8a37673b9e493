/* crba.h - the mass matrix */
#ifndef LIA_CRBA_H
#define LIA_CRBA_H

#include "model/data.h"

LIA_C_BEGIN

/* M(q), (nv x nv) row major, both halves; the armature of each joint on the diagonal     O(n depth)
 * q (nq). Writes d: tree, C, S, F */
void lia_crba(const lia_model *m, lia_data *d, const double *q, double *M);

LIA_C_END

#endif
