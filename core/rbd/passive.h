/* passive.h - what joints do by themselves: springs, dampers, dry friction. Nothing here fails or
 * allocates */
#ifndef LIA_PASSIVE_H
#define LIA_PASSIVE_H

#include "model/model.h"

LIA_C_BEGIN

/* tau (nv) that the joints themselves exert, to be added to what motors do:
 *   -stiffness (x - rest) - damping x' - friction sign(x')
 * x = scale q + offset where the joint stands, sign(0) = 0
 * q (nq), v (nv) */
void lia_passive(const lia_model *m, const double *q, const double *v, double *tau);

/* 1/2 stiffness (x - rest)^2 of all springs; q (nq) */
double lia_passive_energy(const lia_model *m, const double *q);

LIA_C_END

#endif
