/* online_inside.h - the extreme motions of an axis as the files of online share them
 *
 * Dmax: from v0, a0 with +j to a peak, held for a while where it is a_max, down with -j to a
 * trough, held where it is a_min, up with +j to vf, af. The first +j line goes through a = 0 at
 * vs = v0 - a0^2/2j and the last at ve = vf - af^2/2j: seen from there it is a lobe that rises
 * from vs by U and one that falls to ve by W, both from a = 0 to a = 0, with vs + U = ve + W. So
 *   K = U - W = ve - vs,  and all is told by one number, the virtual duration
 *   s = T - tau,  tau = (af - a0)/j
 * A lobe of peak a, held for h:  U = a^2/j + a h,  time f = 2 a/j + h, way (vs + U/2) f. A peak
 * may be negative: the line it belongs to is then left before a = 0 (only one of both lobes, on
 * neg0 <= s <= neg1; lobes both positive: s >= main). gap: between neg1 and main no motion gets
 * from v0 to vf. point: the peak of the one line from a0 to af, where K = 0 and s = 0. */
#ifndef LIA_ONLINE_INSIDE_H
#define LIA_ONLINE_INSIDE_H

#include "traj/online.h"

LIA_C_BEGIN

typedef struct lia_lobe { double peak, hold; } lia_lobe;

typedef struct lia_lobes {
  lia_lobe up, down;
  double cruise;                         /* time at v_max between them */
  double D, slope, bend;                 /* way, dD/ds, d2D/ds2 */
  double round;                          /* what rounding may do to D */
} lia_lobes;

/* A: the largest acceleration of the lobe; j, ij: the jerk and 1/j (INFINITY, 0: none) */
lia_lobe lia_lobe_of(double U, double A, double j, double ij);
static inline double lia_lobe_time(const lia_lobe *l, double ij) {
  return 2 * l->peak * ij + l->hold;
}
static inline double lia_lobe_rise(const lia_lobe *l, double ij) {
  return l->peak * (l->peak * ij + l->hold);
}

/* v0, a0, vf, af and limits of x; mirror: of the axis with all signs turned */
void lia_extreme_make(lia_online_extreme *e, const lia_online_axis *x, int mirror);
/* lobes of virtual duration s, which the extreme has */
void lia_extreme_at(const lia_online_extreme *e, double s, lia_lobes *out);
/* where virtual durations begin */
static inline double lia_extreme_first(const lia_online_extreme *e) {
  return e->neg ? e->neg0 : e->main;
}
/* the largest s with way D, where D >= that at `from` on the main part */
double lia_extreme_last(const lia_online_extreme *e, double D, double from);
/* the s nearest to a, between a and b, where the way is D, which it passes monotonically */
double lia_extreme_between(const lia_online_extreme *e, double D, double a, double b);
/* places inside (a, b) between which the way is monotonic, rising; returns how many */
enum { LIA_EXTREME_TURNS = 8 };
int lia_extreme_turns(const lia_online_extreme *e, double a, double b,
                      double s[LIA_EXTREME_TURNS]);

/* phases that bring x->v0, a0 inside: into x->brake...; x->v0, a0 and D are then those behind */
void lia_online_brake(lia_online_axis *x);

/* a list of times and what is constant in each: jerk, or a, or v, by the order */
typedef struct lia_steps { int n; double t[14], u[14]; } lia_steps;

LIA_C_END

#endif
