/* planar_loop.h - mechanisms with one loop in the plane, in closed form: four-bar, slider-crank,
 * slotted link
 *
 * Angles are absolute, from the x axis of the ground, counter-clockwise. Rates and accelerations
 * follow from those of the input. Where the loop cannot close the answer is LIA_EUNREACHABLE with
 * the gap; at a dead point of the driven links LIA_ESINGULAR, naming it; results are written only
 * on LIA_OK. */
#ifndef LIA_ONELOOP_H
#define LIA_ONELOOP_H

#include "base/status.h"

LIA_C_BEGIN

/* an angle or a length with its first two derivatives in time */
typedef struct lia_jet { double x, v, a; } lia_jet;

/* A at the origin, D = (dx, dy); AB = l1 x_1, BC = l2 x_2, DC = l3 x_3
 *   l1 x_1 + l2 x_2 - l3 x_3 = AD                                                  [course] F2.1
 * (the course writes D = (l5, -l4)) */
typedef struct lia_fourbar { double l1, l2, l3, dx, dy; } lia_fourbar;

/* mode +1 or -1: the two assemblies, by the sign of the root for phi2. phi1 -> phi2, phi3 */
LIA_NODISCARD lia_status lia_fourbar_solve(const lia_fourbar *m, int mode, lia_jet phi1,
    lia_jet *phi2, lia_jet *phi3, lia_error *err);

/* a point carried by BC: u along it from B, w to its left. p[0], p[1]: x and y with their
 * derivatives */
void lia_fourbar_point(const lia_fourbar *m, lia_jet phi1, lia_jet phi2, double u, double w,
    lia_jet p[2]);

/* the intervals of phi1 in which the loop closes: 0 (never), 1, or 2, each from[k] < to[k] <=
 * from[k] + 2 pi; a full turn is one interval of 2 pi */
int lia_fourbar_range(const lia_fourbar *m, double from[2], double to[2]);

/* where the output turns back: crank and coupler in line, stretched or folded. phi1 and phi3 of
 * each in this mode, in (-pi, pi]; how many, 0 where the output goes on turning */
int lia_fourbar_extremes(const lia_fourbar *m, int mode, double phi1[2], double phi3[2]);

/* the same chain with another bar as ground: 0 AD, 1 AB, 2 BC, 3 CD; its input follows in that
 * order                                                                            [course] F2.2 */
lia_fourbar lia_fourbar_inversion(const lia_fourbar *m, int bar);

#define LIA_GRASHOF_LIST(X) \
  X(none,          "no assembly: the longest bar is longer than the others together") \
  X(crank_rocker,  "crank-rocker: the input turns fully, the output rocks") \
  X(rocker_crank,  "rocker-crank: the output turns fully, the input rocks") \
  X(double_crank,  "double crank: input and output turn fully") \
  X(double_rocker, "double rocker: only the coupler turns fully") \
  X(change_point,  "change point: s + l = p + q, the bars can line up and leave on either branch") \
  X(triple_rocker, "triple rocker: no bar turns fully (not a Grashof chain)")

typedef enum lia_grashof {
#define X(name, text) LIA_GRASHOF_##name,
  LIA_GRASHOF_LIST(X)
#undef X
  LIA_GRASHOF_COUNT
} lia_grashof;

/* from the lengths in their order round the loop; tol: s + l and p + q count as equal within tol of
 * their sum */
lia_grashof lia_grashof_class(double ground, double input, double coupler, double output,
    double tol);
const char *lia_grashof_name(lia_grashof g);   /* "crank-rocker" */
const char *lia_grashof_text(lia_grashof g);

/* crank l1 about the origin, rod l2, slider on the line y = e: mode +1 in front of the crank pin,
 * -1 behind. phi1 -> phi2 (rod, from crank pin to slider), x (slider) */
typedef struct lia_slidercrank { double l1, l2, e; } lia_slidercrank;
LIA_NODISCARD lia_status lia_slidercrank_solve(const lia_slidercrank *m, int mode, lia_jet phi1,
    lia_jet *phi2, lia_jet *x, lia_error *err);

/* a point carried by the rod: u along it from the crank pin, w to its left */
void lia_slidercrank_point(const lia_slidercrank *m, lia_jet phi1, lia_jet phi2, double u, double w,
    lia_jet p[2]);

/* the intervals of phi1 in which the rod reaches the slide, as lia_fourbar_range; and where the
 * slider turns back, crank and rod in line: phi1 and x of each in this mode, stretched, then
 * folded; how many */
int lia_slidercrank_range(const lia_slidercrank *m, double from[2], double to[2]);
int lia_slidercrank_extremes(const lia_slidercrank *m, int mode, double phi1[2], double x[2]);

/* an arm turning about (-l3, 0) whose slot meets the line y = d
 *   x = d / tan(phi) - l3, y = d                                                   [course] E2.4
 * u: along the slot, d / sin(phi) */
LIA_NODISCARD lia_status lia_slotted_solve(double d, double l3, lia_jet phi, lia_jet *x, lia_jet *u,
    lia_error *err);

/* m = 3 (n - j - 1) + sum f in the plane, 6 (n - j - 1) + sum f in space: n bodies with the ground,
 * j joints of two bodies each (a pin through p bodies counts p - 1). Blind to lengths: the rank at
 * a configuration is the sure answer. */
long lia_mobility_formula(int space, long bodies, long joints, long freedoms);

/* in how many ways m of j joints can carry the motors; -1 where it exceeds 2^62 */
long lia_mobility_placements(long joints, long m);

LIA_C_END

#endif
