/* sdyn.h - the algorithms on trees in expressions: the texts of this room spoken in spatial_sym.h
 *
 * Results are (ncoord) wide and in base axes, points and nodes those of the tree (stree.h). v:
 * (ncoord) expressions for the rates. Zeros and ones of the geometry have fallen out of them. */
#ifndef LIA_SDYN_H
#define LIA_SDYN_H

#include "rbd/sym/stree.h"

LIA_C_BEGIN

typedef struct lia_sdyn lia_sdyn;   /* a tree with room to work in; the tree must outlive it */

LIA_NODISCARD lia_status lia_sdyn_new(lia_sdyn **out, const lia_stree *t, lia_error *err);
void lia_sdyn_free(lia_sdyn *s);

/* X[12]: rows of [R p], where node i stands on the ground */
LIA_NODISCARD lia_status lia_sdyn_pose(lia_sdyn *s, int i, lia_expr X[12], lia_error *err);

/* J (6 x ncoord), linear first, of the point r fixed in node i (told there), and its rate */
LIA_NODISCARD lia_status lia_sdyn_jacobian(lia_sdyn *s, int i, const lia_expr r[3], lia_expr *J,
    lia_error *err);
LIA_NODISCARD lia_status lia_sdyn_jacobian_rate(lia_sdyn *s, int i, const lia_expr r[3],
    const lia_expr *v, lia_expr *Jdot, lia_error *err);

/* M (ncoord x ncoord) by composite bodies, with rotors; T = 1/2 v . M v by the sum over bodies, V =
 * -m g . p */
LIA_NODISCARD lia_status lia_sdyn_mass(lia_sdyn *s, lia_expr *M, lia_error *err);
LIA_NODISCARD lia_status lia_sdyn_energies(lia_sdyn *s, const lia_expr *v, lia_expr *T, lia_expr *V,
    lia_error *err);

/* the equations in closed form, M q'' + B [q'_j^2] + P [q'_j q'_k] + G: M, B (ncoord x ncoord), P
 * (ncoord x pairs, in the order of eom/lagrange.h), G (ncoord) of gravity. EMODEL where a joint
 * turns by a quaternion */
LIA_NODISCARD lia_status lia_sdyn_matrices(lia_sdyn *s, lia_expr *M, lia_expr *B, lia_expr *P,
    lia_expr *G, lia_error *err);

/* M and C (ncoord x ncoord) of the Christoffel symbols: C v the velocity forces, dM/dt - 2 C skew.
 * carried: by forces carried inwards, O(n depth); else from the symbols themselves, which takes
 * less up to about six joints. EMODEL where a joint turns by a quaternion */
LIA_NODISCARD lia_status lia_sdyn_coriolis(lia_sdyn *s, const lia_expr *v, int carried, lia_expr *M,
    lia_expr *C, lia_error *err);

/* forces of gravity (ncoord), the gradient of V */
LIA_NODISCARD lia_status lia_sdyn_gravity(lia_sdyn *s, lia_expr *g, lia_error *err);

/* centre of mass c[3], and A (6 x ncoord) with (p, L) = A v, L about c */
LIA_NODISCARD lia_status lia_sdyn_momentum(lia_sdyn *s, lia_expr c[3], lia_expr *A, lia_error *err);

/* tau (ncoord), as lia_rnea gives it: M a + C v + g with rotors, without friction and springs. v or
 * a NULL: zero */
LIA_NODISCARD lia_status lia_sdyn_inverse(lia_sdyn *s, const lia_expr *v, const lia_expr *a,
    int gravity, lia_expr *tau, lia_error *err);

/* Y (ncoord x 10 nbody) with tau = Y pi, as lia_regress gives it: pi are m, h, I of every body,
 * rotors are not in it */
LIA_NODISCARD lia_status lia_sdyn_regressor(lia_sdyn *s, const lia_expr *v, const lia_expr *a,
    lia_expr *Y, lia_error *err);

/* a (ncoord), as lia_forward gives it: by the factors of M, by articulated bodies (EMODEL where
 * joints follow one another), and by what has fewer operations. EMODEL, naming the coordinate that
 * moves no mass */
LIA_NODISCARD lia_status lia_sdyn_factored(lia_sdyn *s, const lia_expr *v, const lia_expr *tau,
    lia_expr *a, lia_error *err);
LIA_NODISCARD lia_status lia_sdyn_articulated(lia_sdyn *s, const lia_expr *v, const lia_expr *tau,
    lia_expr *a, lia_error *err);
LIA_NODISCARD lia_status lia_sdyn_forward(lia_sdyn *s, const lia_expr *v, const lia_expr *tau,
    lia_expr *a, lia_error *err);

LIA_C_END

#endif
