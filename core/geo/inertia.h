/* inertia.h - inertia of a rigid body: shift, rotate, add, principal axes, and what is physically
 * possible
 *
 * Nothing here allocates, and only lia_inertia_check fails. A result may be one of the arguments.
 */
#ifndef LIA_INERTIA_H
#define LIA_INERTIA_H

#include "base/status.h"
#include "geo/frame.h"
#include "num/small.h"

LIA_C_BEGIN

/* of body B at its origin, in B's axes: mass, first moment h = m c, and the symmetric tensor as
 * matrix entries I[] = xx yy zz xy xz yz (so I[3] = -integral of x y dm) */
typedef struct lia_inertia { double m, h[3], I[6]; } lia_inertia;

/* the six entries as a 3x3 matrix and back (back: mean of the two off-diagonal entries) */
static inline void lia_inertia_to33(double M[9], const double I[6]) {
  M[0] = I[0]; M[4] = I[1]; M[8] = I[2];
  M[1] = M[3] = I[3];
  M[2] = M[6] = I[4];
  M[5] = M[7] = I[5];
}
static inline void lia_inertia_of33(double I[6], const double M[9]) {
  I[0] = M[0]; I[1] = M[4]; I[2] = M[8];
  I[3] = (M[1] + M[3]) / 2;
  I[4] = (M[2] + M[6]) / 2;
  I[5] = (M[5] + M[7]) / 2;
}

/* products of inertia with the other sign, +integral of x y dm, as in [thesis F2.15], to matrix
 * entries and back */
static inline void lia_inertia_products(double o[6], const double I[6]) {
  for (int k = 0; k < 6; k++) o[k] = k < 3 ? I[k] : -I[k];
}

/* from mass, centre of mass and central tensor Ic (body axes), and back. A body without mass has
 * its centre at the origin. Huygens-Steiner: I = Ic + m (c.c 1 - c c^T) */
void lia_inertia_of_com(lia_inertia *J, double m, const double c[3], const double Ic[6]);
void lia_inertia_to_com(double c[3], double Ic[6], const lia_inertia *J);

/* the same body about the point r, same axes:  h' = h - m r,  I' = I - 2 h.r 1 + h r^T + r h^T + m
 * (r.r 1 - r r^T) */
void lia_inertia_shift(lia_inertia *o, const lia_inertia *J, const double r[3]);

/* the same body about the same point, in axes A:  h_A = R h,  I_A = R I R^T */
void lia_inertia_rotate(lia_inertia *J_A, const double R_AB[9], const lia_inertia *J_B);

/* given in B, told in A (about A's origin, in A's axes), and back */
void lia_inertia_to(lia_inertia *J_A, const lia_frame *X_AB, const lia_inertia *J_B);
void lia_inertia_from(lia_inertia *J_B, const lia_frame *X_AB, const lia_inertia *J_A);

/* two bodies welded together, or one cut out of the other; both told in the same frame */
void lia_inertia_add(lia_inertia *o, const lia_inertia *a, const lia_inertia *b);
void lia_inertia_sub(lia_inertia *o, const lia_inertia *a, const lia_inertia *b);

/* momentum of twist V as (linear, angular about the origin):  p = m v + w x h,  L = I w + h x v */
void lia_inertia_mul(double H[6], const lia_inertia *J, const double V[6]);
/* 1/2 V.H */
double lia_inertia_energy(const lia_inertia *J, const double V[6]);
/* 6x6, row major, linear first: [m 1, -h~; h~, I] */
void lia_inertia_to66(double M[36], const lia_inertia *J);

/* 4x4 pseudo-inertia [S h; h^T m], S = integral of r r^T dm = 1/2 tr(I) 1 - I, and back. It is
 * positive definite exactly where the body is possible; [inria80 F7] calls it J */
void lia_inertia_to_pseudo(double P[16], const lia_inertia *J);
void lia_inertia_of_pseudo(lia_inertia *J, const double P[16]);

/* Central principal moments in rising order and R_BP, whose columns are their axes in B:
 * right-handed, the largest component of the first two axes positive. Equal moments: any such axes.
 */
void lia_inertia_principal(double moment[3], double R_BP[9], const lia_inertia *J);

/* Is there a distribution of mass like this? Finite entries; m > 0; central principal moments I1 <=
 * I2 <= I3 with I1 >= 0 and I1 + I2 >= I3. Rounding may spoil these by LIA_INERTIA_TOL times the
 * largest of |I3| and m |c|^2. Thin rods, plates and points are at the limit and pass; with solid
 * != 0 they do not: I1 and I1 + I2 - I3 must then be larger than that tolerance. EMODEL, with the
 * number and by how much; path names the user's place. */
#define LIA_INERTIA_TOL 1e-9
lia_status lia_inertia_check(const lia_inertia *J, int solid, const char *path, lia_error *err);

LIA_C_END

#endif
