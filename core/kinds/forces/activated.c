/* activated.c - f = gain z + bias, whose activation z follows a command
 *
 *   z' = command                          without a lag: what is commanded is a rate
 *   z' = (command - z)/lag                a filter
 *   z' = (u - z)/tau, u within 0 .. 1     a muscle, where `fall` is given: tau = lag (1/2 + 3/2 z)
 *                                         while it rises, fall/(1/2 + 3/2 z) while it falls
 *
 * [MuJoCo] computation, activation dynamics; Millard et al. 2013. gain and bias may be expressions
 * of what moves. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define ACTIVATED(X)                                                                           \
  X(command, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "what the activation follows")             \
  X(gain, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "N or N m", "force per activation")               \
  X(bias, 1, 0, LIA_FORCE_ANY, "N or N m", "force without activation")                         \
  X(lag, 1, 0, 0, "s", "time constant; 0: the command is the rate of the activation")          \
  X(fall, 1, -1, -1, "s", "of a muscle, where it falls; not given: as lag says")               \
  X(low, 1, 0, LIA_FORCE_ANY, "", "least activation")                                          \
  X(high, 1, 0, LIA_FORCE_ANY, "", "greatest activation; not above low: there are no bounds")  \
  X(least, 1, 0, LIA_FORCE_ANY, "N or N m", "least force")                                     \
  X(most, 1, 0, LIA_FORCE_ANY, "N or N m", "greatest force; not above least: there are no bounds")
LIA_FORCE_NUMBERS(ACTIVATED);

static int always(const double *p) {
  (void)p;
  return 1;
}

static const char *wrong(const double *p) {
  if (p[AT_fall] == 0) return "fall must be greater than 0";
  return p[AT_fall] > 0 && !(p[AT_lag] > 0) ? "a muscle has a lag too" : NULL;
}

static double within(double x, double low, double high) { return fmin(fmax(x, low), high); }

// z' without bounds
static double rate_of(const double *p, double z) {
  if (!(p[AT_lag] > 0)) return p[AT_command];
  if (p[AT_fall] < 0) return (p[AT_command] - z) / p[AT_lag];
  double u = within(p[AT_command], 0, 1), b = 0.5 + 1.5 * within(z, 0, 1);
  double tau = z < u ? p[AT_lag] * b : p[AT_fall] / b;
  return (u - z) / tau;
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  const double a = *z;
  double rate = rate_of(p, a);
  (void)t;
  (void)x;
  (void)v;
  if (p[AT_low] < p[AT_high]) {
    if (a <= p[AT_low]) rate = fmax(rate, 0);
    else if (p[AT_high] <= a) rate = fmin(rate, 0);
  }
  *dz = rate;
  *f = p[AT_gain] * a + p[AT_bias];
  if (p[AT_least] < p[AT_most]) *f = within(*f, p[AT_least], p[AT_most]);
}

static const lia_line law[] = {
  LIA_ONE("u", "piecewise(fall < 0, command, min(max(command, 0), 1))"),
  LIA_ONE("b", "0.5 + 1.5*min(max(z, 0), 1)"),
  LIA_ONE("tau", "piecewise(fall < 0, lag, z < u, lag*b, fall/b)"),
  LIA_ONE("rate", "piecewise(0 < lag, (u - z)/tau, u)"),
  LIA_ONE("dz", "piecewise(high <= low, rate, z <= low, max(rate, 0), high <= z, min(rate, 0), "
      "rate)"),
  LIA_ONE("whole", "gain*z + bias"),
  LIA_ONE("f", "piecewise(most <= least, whole, min(max(whole, least), most))"),
};

LIA_FORCE_ROW(activated,
  .text = "gain times an activation that follows a command, and a bias: muscles, cylinders",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_STATE(always, "activation", ""),
  .wrong = wrong,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
