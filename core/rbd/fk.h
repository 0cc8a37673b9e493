/* fk.h - forward kinematics: where the bodies are, how they move
 *
 * Nothing here fails or allocates; masses are not asked for. */
#ifndef LIA_FK_H
#define LIA_FK_H

#include "model/data.h"

LIA_C_BEGIN

/* axes that something is told in: those of the base, or of a body (its number) */
enum { LIA_AXES_BASE = -1 };

/* the poses of all nodes, and where X is not NULL X[i] = X_0B of all bodies (nbody)     O(n)
 * q (nq). Writes d: world */
void lia_fk(const lia_model *m, lia_data *d, const double *q, lia_frame *X);

/* the pose of one body, after lia_fk or whatever else wrote d->world */
void lia_fk_body(const lia_model *m, const lia_data *d, int body, lia_frame *X_0B);

/* the pose of one body, only its ancestors computed. Writes d: world of these */
void lia_fk_one(const lia_model *m, lia_data *d, const double *q, int body, lia_frame *X_0B);

/* the motion of all nodes      O(n); q (nq), v (nv), a (nv); v and a may be NULL for zero.
 * Writes d: world, kin */
void lia_fk_motion(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a);

/* the velocities of all nodes, where no accelerations are asked for      O(n); q (nq), v (nv).
 * Writes d: world, kin (R, p, u, w) */
void lia_fk_rates(const lia_model *m, lia_data *d, const double *q, const double *v);

/* after lia_fk_motion or lia_fk_rates: velocity of the point p_B of a body (NULL: its origin) and
 * angular velocity of the body; after lia_fk_motion: acceleration of that point (d/dt of its
 * velocity, no gravity in it) and angular acceleration; relative to the base, told in axes */
void lia_fk_velocity(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    double V[6]);
void lia_fk_acceleration(const lia_model *m, const lia_data *d, int body, const double p_B[3],
    int axes, double A[6]);

LIA_C_END

#endif
