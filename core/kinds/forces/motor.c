/* motor.c - a DC motor behind a gear: L i' = U - R i - ke n v,  f = n eta (kt i - b n v)
 *
 * n turns of the rotor for one of the joint; without inductance i = (U - ke n v) / R. The rotor's
 * inertia belongs to the joint (rotor, gear of the description). */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define MOTOR(X)                                                                            \
  X(voltage, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "V", "across the terminals")                \
  X(resistance, 1, LIA_FORCE_GIVEN, 0, "Ohm", "of the windings")                            \
  X(kt, 1, LIA_FORCE_GIVEN, 0, "N m/A", "torque per current")                               \
  X(ke, 1, -1, -1, "V s/rad", "back-emf per speed of the rotor; not given: kt")             \
  X(inductance, 1, 0, 0, "H", "of the windings; 0: the current follows at once")            \
  X(gear, 1, 1, LIA_FORCE_ANY, "", "turns of the rotor per turn of the joint")              \
  X(damping, 1, 0, 0, "N m s/rad", "viscous friction of the rotor")                         \
  X(efficiency, 1, 1, 0, "", "of the gear")                                                 \
  X(max_voltage, 1, -1, -1, "V", "what the voltage is cut to; not given: any")
LIA_FORCE_NUMBERS(MOTOR);

static int has_state(const double *p) { return p[AT_inductance] > 0; }

static const char *wrong(const double *p) {
  if (!(p[AT_resistance] > 0)) return "resistance must be greater than 0";
  return p[AT_efficiency] > 1 ? "efficiency is at most 1" : NULL;
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  double U = p[AT_voltage], w = p[AT_gear] * *v;
  if (p[AT_max_voltage] >= 0) U = fmin(fmax(U, -p[AT_max_voltage]), p[AT_max_voltage]);
  double drop = U - (p[AT_ke] < 0 ? p[AT_kt] : p[AT_ke]) * w;
  double i = p[AT_inductance] > 0 ? z[0] : drop / p[AT_resistance];
  (void)t;
  (void)x;
  if (p[AT_inductance] > 0) dz[0] = (drop - p[AT_resistance] * i) / p[AT_inductance];
  *f = p[AT_gear] * p[AT_efficiency] * (p[AT_kt] * i - p[AT_damping] * w);
}

static const lia_line law[] = {
  LIA_ONE("w", "gear*v"),
  LIA_ONE("U", "piecewise(max_voltage < 0, voltage, min(max(voltage, -max_voltage), max_voltage))"),
  LIA_ONE("drop", "U - piecewise(ke < 0, kt, ke)*w"),
  LIA_ONE("i", "piecewise(0 < inductance, z, drop/resistance)"),
  LIA_ONE("f", "gear*efficiency*(kt*i - damping*w)"),
  LIA_ONE("dz", "piecewise(0 < inductance, (drop - resistance*i)/inductance, 0)"),
};

LIA_FORCE_ROW(motor,
  .text = "a DC motor with back-emf and gear; its current is a state where it has inductance",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_STATE(has_state, "current", "A"),
  .wrong = wrong,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
