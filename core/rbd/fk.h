/* fk.h - forward kinematics: where the bodies are, how they move
 *
 * Nothing here fails or allocates; masses are not asked for. */
#ifndef LIA_FK_H
#define LIA_FK_H

#include "model/data.h"

/* the poses of all nodes, and where X is not NULL X[i] = X_0B of all bodies (nbody)     O(n)
 * q (nq). Writes d: world */
void lia_fk(const lia_model *m, lia_data *d, const double *q, lia_frame *X);

/* the pose of one body, after lia_fk or whatever else wrote d->world */
void lia_fk_body(const lia_model *m, const lia_data *d, int body, lia_frame *X_0B);

#endif
