/* turn_product.h - the orientation reached by turns, with the angles of successive parallel axes
 * merged
 *
 * A product of turns about coordinate axes, each axis told in the frame reached so far. Two turns
 * about one axis become one by the sum of their angles, also across constant turns by quarter turns
 * (which only rename axes and change signs): R_y(q1) R_x(q2) R_x(pi/2) R_z(q3) holds q1, q2 and q3,
 * but R_x(q2) R_x(q3) holds q2 + q3. This is what makes C234 of
 * Q and A appear without any trigonometric identity.                         [inria80] F21b, F30 */
#ifndef LIA_ATTITUDE_H
#define LIA_ATTITUDE_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef struct lia_turned {
  int axis;             /* 0..2; 3: a constant matrix */
  lia_expr angle;
  lia_expr R[9];        /* the product up to here, this turn included */
  lia_expr before[9];   /* ... and without it */
} lia_turned;

typedef struct lia_attitude {
  lia_pool *p;
  lia_turned *e;        /* (room) the caller's memory */
  int n, room;
  int axis[3], sign[3]; /* quarter turns since: e_k stands for sign[k] e_axis[k] */
} lia_attitude;

/* room for one entry per turn or pose that will be given */
void lia_attitude_start(lia_attitude *a, lia_pool *p, lia_turned *e, int room);
void lia_attitude_turn(lia_attitude *a, int axis, lia_expr angle);
/* followed by a constant rotation */
void lia_attitude_pose(lia_attitude *a, const lia_expr R[9]);
/* columns: the axes reached, in the frame of the start */
void lia_attitude_matrix(const lia_attitude *a, lia_expr R[9]);

LIA_C_END

#endif
