/* geometric.h - where the places of a description stand, how they move and what they carry, in
 * expressions
 *
 * A place is the ground (-1), a body (0 ..) or a frame (nbody ..) of the description. Between two
 * places only the moves that lead from one to the other are walked, up to their last common body
 * and down again, and angles of parallel axes are merged on the way: R_0,13 of a wheel that is
 * steered about the axis the chassis turns about holds cos(theta + alpha). */
#ifndef LIA_GEOMETRIC_H
#define LIA_GEOMETRIC_H

#include "model/smodel.h"

LIA_C_BEGIN

enum { LIA_PLACE_GROUND = -1, LIA_PLACE_NONE = -2 };

/* by name; "world" is the ground. LIA_PLACE_NONE where there is none */
int lia_geometric_find(const lia_smodel *m, const char *name);
const char *lia_geometric_name(const lia_smodel *m, int place);

/* what a body is called: a frame put straight on it speaks for it, "corps5" for the body of Repere5
 */
const char *lia_geometric_label(const lia_smodel *m, int body);
/* 1 where it is given to have neither mass nor inertia */
int lia_geometric_weightless(const lia_sbody *b);

/* the bodies from the ground to the place, in that order, into path (room nbody); how many */
int lia_geometric_path(const lia_smodel *m, int place, int *path);

/* X: rows of [R p], the pose of `to` told in `from`; where it turns by a quaternion, of one of
 * length 1 */
LIA_NODISCARD lia_status lia_geometric_pose(const lia_smodel *m, int from, int to, lia_expr X[12],
    lia_error *err);
/* the same of the moved joint frame that leads to a body, told in the ground's */
LIA_NODISCARD lia_status lia_geometric_joint(const lia_smodel *m, int body, lia_expr X[12],
    lia_error *err);

/* J (6 x ncoord), linear first, of the point r (told in `place`), in axes of the place `axes`;
 * motion relative to the ground
 *   directly:     a turn about g through o gives [g x (p - o); g], a slide along g gives [g; 0]
 *                                                                               [course] F4.3
 *   derivation:   dp/dq; columns of the skew matrices dR/dq_k R'     [thesis] (2.17)-(2.19)
 * The speeds of a joint that turns by a quaternion are those of lia_model, told in axes of the
 * body: three turns about them, and for a floating one three slides along them. No derivation has
 * them: EMODEL. */
LIA_NODISCARD lia_status lia_geometric_jacobian(const lia_smodel *m, int place, const lia_expr r[3],
    int axes, lia_expr *J, lia_error *err);
LIA_NODISCARD lia_status lia_geometric_derived(const lia_smodel *m, int place, const lia_expr r[3],
    int axes, lia_expr *J, lia_error *err);

/* q' = N v and v = S q' (nq x ncoord, ncoord x nq): the unit matrix but for quaternions e (w; x) of
 * length 1 and what floats by them
 *   e' = 1/2 [-x'; w + S(x)] Omega,  Omega = 2 [-x, w - S(x)] e',  p' = R u
 *                                                              [nonhol] (A5.3.1), (A5.3.2)
 * first (room nbody): where each quaternion begins in q; how many of them, -1: no memory */
int lia_geometric_rates(const lia_smodel *m, lia_expr *N, lia_expr *S, int *first);

/* what body i alone contributes: T = 1/2 sum M_jk q'_j q'_k and V = -m g . c, by condensed.h with
 * all other masses 0; where joints turn by quaternions T = 1/2 V' M V of the velocity in body axes
 */
LIA_NODISCARD lia_status lia_geometric_energy(const lia_smodel *m, int i, lia_expr *T, lia_expr *V,
    lia_error *err);

LIA_C_END

#endif
