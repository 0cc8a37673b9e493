/* dhfit.h - a standard Denavit-Hartenberg table from the axis lines of a chain, drawn in one
 * configuration
 *
 * The rules of [course F3.6]. L_1 .. L_n are the joint axes, L_n+1 is an axis of the tool through
 * its centre.
 *   z_i lies on L_i+1, x_i along the common perpendicular from L_i to L_i+1 (so a_i > 0), O_i is
 *   its foot on L_i+1.
 *   parallel    many perpendiculars: x_i runs through O_i-1, so that d_i = 0; the last one runs
 *               through the tool centre
 *   coincident  O_i = O_i-1 and x_i = x_i-1, so that d_i = theta_i = 0; the last origin is the
 *               tool centre
 *   secant      x_i = z_i-1 x z_i / |..|, so that alpha_i > 0
 *   prismatic   only the direction of L_i counts: it is moved, itself parallel, to meet L_i+1, so
 *               that a_i = 0
 *   base        O_0 may be any point of L_1: the one with d_1 = 0, or the point given where L_1 and
 *               L_2 are parallel
 *   flip        turns x_i round: a_i and alpha_i change sign, as some tables have it (a_6 = -120 of
 *               [course E3.9])
 *
 * Nothing here fails or allocates: flags say what was found. Rows are those of the configuration
 * drawn: theta_i and d_i hold the values of the joints there. lia_dh_convert turns the table into
 * the other kinds. */
#ifndef LIA_DHFIT_H
#define LIA_DHFIT_H

#include "geo/dh.h"

LIA_C_BEGIN

typedef struct lia_dhfit_axis {
  /* in the world; dir of any length, towards the positive sense of the joint */
  double point[3], dir[3];
  /* of the joint about this line (nothing for the tool's); of x_i of the row that ends here */
  int prismatic, flip;
} lia_dhfit_axis;

/* name, what it says about row i, that is about the lines i and i+1 */
#define LIA_DHFIT_LIST(X)                                                               \
  X(PARALLEL,   "the axes are parallel: d was chosen")                                  \
  X(COINCIDENT, "the axes are one line: d and theta were chosen")                       \
  X(SECANT,     "the axes meet: the sense of x was chosen so that alpha > 0")           \
  X(MOVED,      "the axis of the prismatic joint was moved to meet the next one")       \
  X(NO_AXIS,    "one of the two lines has no direction or is not finite: z is taken")

enum {
#define X(name, text) LIA_DHFIT_BIT_##name,
  LIA_DHFIT_LIST(X)
#undef X
  LIA_DHFIT_COUNT
};
typedef enum lia_dhfit_flag {
#define X(name, text) LIA_DHFIT_##name = 1 << LIA_DHFIT_BIT_##name,
  LIA_DHFIT_LIST(X)
#undef X
} lia_dhfit_flag;

const char *lia_dhfit_text(int bit);   /* of a bit 0 .. LIA_DHFIT_COUNT - 1 */

/* How the first frame is placed, and what counts as parallel and as meeting. All zero: as the rules
 * say. */
typedef struct lia_dhfit_opts {
  /* x_0 (made perpendicular to z_0); NULL: the world's x, or its y where L_1 is along x */
  const double *x0;
  const double *o0;   /* O_0 (its foot on L_1); NULL: as the rules say */
  /* angle, and distance as a share of the largest distance from the first point; 0: 1e-9 */
  double tol;
} lia_dhfit_opts;

/* axis[n + 1]; opts may be NULL. c->n and c->row say how many and where; writes the rows, kind,
 * base (frame 0 in the world) and tool (a slide along z_n from O_n to the tool centre: nothing
 * where O_n is it already); c->body is left alone. frame[n + 1] gets frames 0 .. n in the world,
 * flag[n] (may be NULL) the flags. Returns all flags or-ed. Frames follow the rows: lines that are
 * parallel or meet within tol are taken to be exactly so. n = 0: frame 0 stands on the tool's axis.
 */
unsigned lia_dhfit(lia_dh_chain *c, lia_frame *frame, unsigned *flag, const lia_dhfit_axis *axis,
    const lia_dhfit_opts *opts);

LIA_C_END

#endif
