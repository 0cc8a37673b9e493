/* actuator.c - what is asked of it, as far as it can give it, late and through a gear
 *
 *   z' = (command - z)/lag,   f = n eta min(max(z, -most(-w)), most(w))
 *   most(w) = limit min(1, 1 - w/speed)
 *
 * w = n v, the speed of the rotor; n turns of it for one of the joint. Without lag z = command. The
 * greatest torque falls with the speed in its direction, to none at `speed`. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define ACTUATOR(X)                                                                         \
  X(command, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "N or N m", "asked of it, before the gear") \
  X(limit, 1, -1, -1, "N or N m", "most it gives, before the gear; not given: any")         \
  X(speed, 1, -1, -1, "m/s or rad/s", "of the rotor, where it can give no more; not given: none") \
  X(lag, 1, 0, 0, "s", "time constant in which it follows the command")                     \
  X(gear, 1, 1, LIA_FORCE_ANY, "", "turns of the rotor per turn of the joint")              \
  X(efficiency, 1, 1, 0, "", "of the gear")
LIA_FORCE_NUMBERS(ACTUATOR);

static int has_state(const double *p) { return p[AT_lag] > 0; }

static const char *wrong(const double *p) {
  if (p[AT_speed] >= 0 && p[AT_limit] < 0) return "speed is of the limit: give the limit too";
  if (p[AT_speed] == 0) return "speed must be greater than 0";
  return p[AT_efficiency] > 1 ? "efficiency is at most 1" : NULL;
}

// the most it gives while the rotor turns at w in the direction of the force
static double most(const double *p, double w) {
  return p[AT_speed] > 0 ? p[AT_limit] * fmin(1, 1 - w / p[AT_speed]) : p[AT_limit];
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  const double w = p[AT_gear] * *v;
  double held = p[AT_lag] > 0 ? z[0] : p[AT_command];
  (void)t;
  (void)x;
  if (p[AT_lag] > 0) dz[0] = (p[AT_command] - held) / p[AT_lag];
  if (p[AT_limit] >= 0) held = fmin(fmax(held, -most(p, -w)), most(p, w));
  *f = p[AT_gear] * p[AT_efficiency] * held;
}

static const lia_line law[] = {
  LIA_ONE("w", "gear*v"),
  LIA_ONE("asked", "piecewise(0 < lag, z, command)"),
  LIA_ONE("high", "piecewise(0 < speed, limit*min(1, 1 - w/speed), limit)"),
  LIA_ONE("low", "piecewise(0 < speed, -limit*min(1, 1 + w/speed), -limit)"),
  LIA_ONE("held", "piecewise(limit < 0, asked, min(max(asked, low), high))"),
  LIA_ONE("f", "gear*efficiency*held"),
  LIA_ONE("dz", "piecewise(0 < lag, (command - asked)/lag, 0)"),
};

LIA_FORCE_ROW(actuator,
  .text = "what is asked of it, as far as it can give it, late and through a gear",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_STATE(has_state, "lagged", ""),
  .wrong = wrong,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
