/* ikarm.h - inverse kinematics in closed form: all configurations of arms whose structure has them
 *
 * Found by looking at the axes, not at a table: a serial chain of single turns and slides, each
 * told as a screw in the configuration q = 0 (product of exponentials, [MLS] 3.2), that is
 *   at most three joints of any kind asked for a point, or for a pose that they can only just
 *   reach;
 *   at most three joints of any kind, then one, two or three turning axes through one point (a
 *   spherical wrist);
 *   six turning axes of which the second, third and fourth are parallel and the last two meet (UR
 *   arms). */
#ifndef LIA_IKARM_H
#define LIA_IKARM_H

#include "rbd/ik.h"

#include "num/factor.h"

LIA_C_BEGIN

enum { LIA_IKARM_JOINTS = 6, LIA_IKARM_MOST = 16 };

typedef enum lia_ikarm_kind { LIA_IKARM_none, LIA_IKARM_point, LIA_IKARM_wrist,
    LIA_IKARM_parallel } lia_ikarm_kind;

typedef struct lia_ikarm_joint {
  int v, slide;             /* which velocity; a slide */
  double k[3], o[3];        /* unit axis, and a point of it, base axes, at q = 0 */
  double scale;             /* the joint moves by scale q: + or - 1, or any number */
} lia_ikarm_joint;

typedef struct lia_ikarm {
  lia_ikarm_kind kind;
  int n, arm;               /* joints; of these before the wrist */
  lia_ikarm_joint joint[LIA_IKARM_JOINTS];
  /* the point at q = 0: where the wrist's axes meet, or the one asked for */
  double w[3];
  lia_frame X0;             /* the body at q = 0 */
  char why[120];            /* LIA_IKARM_none: what is in the way */
  lia_svd *three, *four;    /* of 3 x 3 and 4 x 3; roots of polynomials by their degree */
  lia_eig *eig[5];
} lia_ikarm;

/* Look at the chain from the base to a body and its point p_B. position: only the point is asked
 * for. q (nq): where joints stand that do not move it. Writes d: world. a owns memory until
 * lia_ikarm_close, also where LIA_ENOMEM is returned */
LIA_NODISCARD lia_status lia_ikarm_look(lia_ikarm *a, const lia_model *m, lia_data *d, int body,
    const double p_B[3], int position,
    const double *q, lia_error *err);
void lia_ikarm_close(lia_ikarm *a);

/* All configurations that put the point p_B at X.p and, unless position, turn the body as X.R:
 * values of the joints' own coordinates in q[0 .. count-1][joint], angles in -pi..pi. Where a turn
 * does not matter (a singular place) it keeps `keep` (n of them). Roots of polynomials as they
 * come: to be polished and tried by who asked. Returns count; allocates nothing */
int lia_ikarm_solve(const lia_ikarm *a, const lia_frame *X, const double p_B[3], const double *keep,
    double q[LIA_IKARM_MOST][LIA_IKARM_JOINTS]);

LIA_C_END

#endif
