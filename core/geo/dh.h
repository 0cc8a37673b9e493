/* dh.h - Denavit-Hartenberg parameters: standard, modified, Khalil-Kleinfinger; to poses, back,
 * into each other
 *
 *   standard (distal, Paul)      X = Rz(theta) Tz(d) Rx(alpha) Tx(a)            [course F3.6]
 *                                joint axis: z of the frame before
 *   modified (proximal, Craig)   X = Rx(alpha) Tx(a) Rz(theta) Tz(d)            [thesis F2.6]
 *                                joint axis: z of the frame itself
 *   khalil                       X = Rz(gamma) Tz(b) Rx(alpha) Tx(a) Rz(theta) Tz(d)
 *                                                                         [KK], [thesis F2.7]
 *
 * Khalil and Kleinfinger write d for our a and r for our d. A revolute joint moves theta, a
 * prismatic one d. Nothing here fails or allocates. */
#ifndef LIA_DH_H
#define LIA_DH_H

#include "geo/frame.h"
#include "geo/inertia.h"
#include "geo/poles.h"

LIA_C_BEGIN

typedef enum lia_dh_kind { LIA_DH_standard, LIA_DH_modified, LIA_DH_khalil } lia_dh_kind;

/* gamma and b are read by khalil only, and zero elsewhere */
typedef struct lia_dh { double a, alpha, d, theta, gamma, b; } lia_dh;

/* pose of the frame of this row in the frame of the row before */
void lia_dh_frame(lia_frame *X, lia_dh_kind kind, const lia_dh *row);

/* What a frame leaves over that no row of the kind can say: X x-axis out of the plane it must lie
 * in (sine of the angle), and the distance of the origin from where the row puts it. Both zero: X
 * is that row. */
typedef struct lia_dh_off { double turn, shift; } lia_dh_off;

/* The row of a pose. standard and modified have four numbers for six: off says what is left over,
 * the row is the one that keeps the axis x (standard) or z (modified) as near as can be. khalil
 * says every pose, to 1e-8. off may be NULL. Returns flags of geo/poles.h, 0 where there is one row
 * only:
 *   standard, modified: AMBIGUOUS, no row is nearer than another (off->turn is 1):
 *     theta = alpha = 0;
 *   khalil: GIMBAL, parallel axes (sin alpha below 1e-8): alpha is 0 or pi, off->turn is that
 *     sine; theta and gamma, d and b act alike, and d = 0, gamma points along the common
 *     perpendicular; gamma = 0 where there is none (a = 0).
 * branch < 0 gives khalil's other row, with sin alpha < 0; the other kinds do not look at it. */
unsigned lia_dh_of_frame(lia_dh *row, lia_dh_off *off, lia_dh_kind kind, const lia_frame *X,
    int branch);

/* A serial chain:  base X_1 .. X_n tool. body[i] (or body == NULL) is the inertia of the body
 * carried by row i, told in the frame of row i. The arrays are the caller's. */
typedef struct lia_dh_chain {
  lia_dh_kind kind;
  int n;
  lia_dh *row;
  lia_inertia *body;
  lia_frame base, tool;
} lia_dh_chain;

/* pose of the tool in the world; each, if not NULL, gets the n poses base X_1 .. X_i of the frames
 * on the way */
void lia_dh_chain_frame(lia_frame *X, lia_frame *each, const lia_dh_chain *c);

/* The same mechanism in another kind, in place: joint i keeps its number, its theta and d (khalil:
 * up to constants), every body keeps its place and its inertia is told in the new frame.
 *   standard -> modified: alpha, a move on by one row; the last pair goes to the tool, the first
 *     is zero, or what the base was if that is a screw along x (then the base becomes the identity)
 *   modified -> standard: they move back by one row; the first pair goes to the base, the last is
 *     zero, or what the tool was if that is a screw along x (then the tool becomes the identity)
 *   khalil -> modified: gamma, b go to theta, d of the row before, those of the first row to the
 *     base
 *   modified -> khalil: gamma = b = 0
 * There and back gives the same rows where base and tool are the identity. */
void lia_dh_convert(lia_dh_chain *c, lia_dh_kind to);

LIA_C_END

#endif
