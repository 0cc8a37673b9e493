/* jac.h - Jacobians of any point of any body, in any axes; their rates; what a force there does to
 * the joints
 *
 * J (6 x nv) row major, linear part first: J v is the velocity of the point p_B of the body (NULL:
 * its origin) and the angular velocity of the body, relative to the base, told in axes
 * (LIA_AXES_BASE or a body, fk.h). Nothing here fails or allocates. */
#ifndef LIA_JAC_H
#define LIA_JAC_H

#include "geo/euler.h"
#include "model/data.h"

LIA_C_BEGIN

/* O(depth); q (nq). Writes d: world of the body and its ancestors (and of the body that lends its
 * axes) */
void lia_jac(const lia_model *m, lia_data *d, const double *q, int body, const double p_B[3],
    int axes, double *J);

/* the same after lia_fk */
void lia_jac_here(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    double *J);

/* rows of J (6 x n), expressed in axes A, in those of a frame F turned by R_AF: R_AF' of both
 * halves, in place */
void lia_jac_turn(const double R_AF[9], double *J, int n);

/* dJ/dt (6 x nv) at velocity v, and (dJ/dt) v (6): what the acceleration of the point is where that
 * of the joints is 0 q (nq), v (nv). Writes d: world, twist; world, kin */
void lia_jac_rate(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, double *Jdot);
void lia_jac_bias(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, double out[6]);

/* rows of the rates of three angles instead of the angular velocity: (linear; E^-1 angular), base
 * axes; e says which angles turn the base into the body. Returns the flags of lia_euler_rate: not 0
 * near gimbal lock.                                                                [course F4.1]
 * q (nq). Writes d: world of the body and its ancestors */
unsigned lia_jac_euler(const lia_model *m, lia_data *d, const double *q, int body,
    const double p_B[3], lia_euler e, double *J);

/* rows of the rate of the unit quaternion of the body: (7 x nv), linear, then w x y z */
void lia_jac_quat(const lia_model *m, lia_data *d, const double *q, int body, const double p_B[3],
    double *J);

/* tau += J^T F: force and moment F (6) on the body, the force at the point p_B, told in axes; after
 * lia_fk                                                                               O(depth) */
void lia_jac_force(const lia_model *m, const lia_data *d, int body, const double p_B[3], int axes,
    const double F[6], double *tau);

LIA_C_END

#endif
