/* tyre.h - what a tyre is: forces and moments at the road from slips, camber and load
 *
 * To add one: write tyres/<name>.h with its numbers and its law, add it to tyres/tyre_laws.h,
 * X(<name>) to tyres.def and X(tyre_<name>) to forces.def. Runs, expressions, kernels, help and the
 * living page read the row.
 *
 * Axes: ISO 8855, W: x where the wheel heads along the road, z the normal of the road, y = z x x,
 * to the left. Of the velocity (Vsx, Vsy) of the contact on the road and the speed Vx ahead, with
 * V = sqrt(Vx^2 + slow^2):
 *
 *   kappa = -Vsx/V,   side = tan alpha = Vsy/V,   way = Vx/V
 *
 * so a driven wheel has kappa > 0 and Fx > 0, a wheel that drifts to the left alpha > 0 and
 * Fy < 0; gamma > 0 leans to the right. At rest slips are 0 and have finite derivatives, in
 * reverse `way` turns what knows front and rear.
 *
 * A tyre with relaxation lengths lx, ly answers late: the place where it touches is drawn by
 * (e_x, e_y) along X and Y, the own states of its force element, and with W = max(|Vx|, |Vs|)
 *
 *   e_x' = -Vsx - W e_x/lx,   kappa = (e_x + T w e_x')/lx,   w = slow^2/(slow^2 + Vx^2)
 *   e_y' =  Vsy - W e_y/ly,   side  = (e_y + T w e_y')/ly
 *
 * which is the slips above where nothing changes. At rest it is a spring, with the damping T of it.
 * W keeps slips within 1.                                                  [pacejka12] 7.2.1, 7.2.4
 *
 * A law stands once, in the words of geo/spatial_num.h and geo/spatial_sym.h. */
#ifndef LIA_TYRE_H
#define LIA_TYRE_H

#include "kinds/force.h"

LIA_C_BEGIN

/* what a law is asked, what it answers; camber in rad, load in N, speed in m/s, pressure in Pa (0:
 * that of its numbers), the free radius in m, a factor on its friction; forces, moments */
typedef enum lia_tyre_in {
  LIA_TYRE_kappa, LIA_TYRE_side, LIA_TYRE_gamma, LIA_TYRE_load, LIA_TYRE_speed, LIA_TYRE_way,
  LIA_TYRE_pressure, LIA_TYRE_radius, LIA_TYRE_friction, LIA_TYRE_IN
} lia_tyre_in;
typedef enum lia_tyre_out {
  LIA_TYRE_Fx, LIA_TYRE_Fy, LIA_TYRE_Mx, LIA_TYRE_My, LIA_TYRE_Mz, LIA_TYRE_OUT
} lia_tyre_out;

typedef struct lia_tyre_row {
  const char *name, *text;
  int nparam;                        /* all of size 1 */
  const lia_force_param *param;
  void (*calc)(const double *p, const double *in, double *out);
  /* the same in expressions of a pool */
  void (*make)(lia_pool *pool, const lia_expr *p, const lia_expr *in, lia_expr *out);
  /* relaxation lengths along and across in m, 0: none, by what is asked but for slips and speed */
  void (*lengths)(const double *p, const double *in, double out[2]);
  int (*relaxes)(const double *p);   /* 1: these numbers have such lengths; NULL: they have none */
  const char *(*wrong)(const double *p);
} lia_tyre_row;

typedef enum lia_tyre_kind {
#define X(name) LIA_TYRE_##name,
#include "kinds/tyres.def"
#undef X
  LIA_TYRE_COUNT
} lia_tyre_kind;

extern const lia_tyre_row *const lia_tyre_rows[LIA_TYRE_COUNT];

int lia_tyre_find(const char *name);                          /* or -1 */

/* The numbers that the force element of every tyre has before those of its row. A toroid of radius
 * `radius` outside with a crown of radius `crown`: 0 is a disc, `radius` a sphere */
#define LIA_TYRE_WHEEL(X)                                                                         \
  X(axle, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "of the wheel, to its left, in axes of its body") \
  X(through, 3, 0, LIA_FORCE_ANY, "m", "a point of the road below the wheel")                      \
  X(normal, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "of the road there, any length, upwards")       \
  X(radius, 1, LIA_FORCE_GIVEN, 0, "m", "of the wheel without load")                               \
  X(crown, 1, 0, 0, "m", "radius across: 0 a disc, as radius a sphere")                            \
  X(stiffness, 1, LIA_FORCE_GIVEN, 0, "N/m", "radial")                                             \
  X(damping, 1, 0, 0, "N s/m", "radial")                                                           \
  X(slow, 1, 0.1, 0, "m/s", "speed below which slips are bounded")                                 \
  X(pressure, 1, 0, 0, "Pa", "in the tyre; 0: that of its numbers")                                \
  X(friction, 1, 1, 0, "", "of the road: a factor on that of the tyre")                            \
  X(side, 1, 1, -1, "", "below 0: the mirror image of what its numbers were measured on")          \
  X(relax_x, 1, -1, -1, "m", "relaxation length along; not given: of the tyre; 0: none")           \
  X(relax_y, 1, -1, -1, "m", "relaxation length across; not given: of the tyre; 0: none")          \
  X(settle, 1, 0.01, 0, "s", "damping by stiffness of a tyre that answers late, at rest")
#define LIA_TYRE_AT(name, size, def, least, unit, text) \
  LIA_WHEEL_##name, LIA_WHEEL_LAST_##name = LIA_WHEEL_##name + (size) - 1,
enum { LIA_TYRE_WHEEL(LIA_TYRE_AT) LIA_WHEEL_NUMBERS };

/* expressions: what tyre_num.c makes in doubles */
#define X(name)                                                                                   \
  void lia_tyre_make_##name(lia_pool *pool, const lia_expr *p, const lia_expr *in, lia_expr *out); \
  void lia_tyre_wheel_##name(lia_pool *pool, const lia_expr *p, const lia_expr *x,                \
                             const lia_expr *v, const lia_expr *z, lia_expr *f, lia_expr *dz);
#include "kinds/tyres.def"
#undef X

LIA_C_END

#endif
