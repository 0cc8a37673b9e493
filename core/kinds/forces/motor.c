/* motor.c - a DC motor behind a gear: L i' = U - R i - ke n v,  f = n eta (kt i - b n v)
 *
 * n turns of the rotor for one of the joint; without inductance i = (U - ke n v) / R. The rotor's inertia belongs to the
 * joint (rotor, gear of the description). */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

enum { U, R, KT, KE, L, N, B, ETA };

static const lia_force_param param[] = {
  { "voltage", 1, (double)NAN, -(double)INFINITY, "across the terminals (V)" },
  { "resistance", 1, (double)NAN, 0, "of the windings (Ohm)" },
  { "kt", 1, (double)NAN, 0, "torque per current (N m / A)" },
  { "ke", 1, -1, -1, "back-emf per speed of the rotor (V s); not given: kt" },
  { "inductance", 1, 0, 0, "of the windings (H); 0: the current follows at once" },
  { "gear", 1, 1, -(double)INFINITY, "turns of the rotor per turn of the joint" },
  { "damping", 1, 0, 0, "viscous friction of the rotor (N m s)" },
  { "efficiency", 1, 1, 0, "of the gear" },
};

static int nstate(const double *p) { return p[L] > 0; }

static const char *wrong(const double *p) {
  if (!(p[R] > 0)) return "resistance must be greater than 0";
  return p[ETA] > 1 ? "efficiency is at most 1" : NULL;
}

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  double w = p[N] * v, drop = p[U] - (p[KE] < 0 ? p[KT] : p[KE]) * w;
  double i = p[L] > 0 ? z[0] : drop / p[R];
  (void)t, (void)x;
  if (p[L] > 0) dz[0] = (drop - p[R] * i) / p[L];
  *f = p[N] * p[ETA] * (p[KT] * i - p[B] * w);
}

extern const lia_force_row lia_force_row_motor;
const lia_force_row lia_force_row_motor = {
  .name = "motor", .text = "a DC motor with back-emf and gear; its current is a state where it has inductance",
  .ports = LIA_PORT_coordinate, .nparam = 8, .param = param, .nstate = nstate, .wrong = wrong, .along = along, .gives = 1,
};
