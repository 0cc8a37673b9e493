/* dopri5.c - order 5 of Dormand and Prince                                    [HNW] table II.5.2 */
#include "num/stepper.h"

#include <stddef.h>

enum { ORDER = 5, DENSE_ORDER = 5, STAGES = 7, EXTRA = 0, FSAL = 1, ESTIMATES = 1, DENSE = 1 };
enum { WIDTH = STAGES + EXTRA + !FSAL };

static const double c[WIDTH] = { 0, 0.2, 0.3, 0.8, 8.0/9, 1, 1 };
static const double a[WIDTH * WIDTH] = {
  [7]  = 0.2,
  [14] = 3.0/40, 9.0/40,
  [21] = 44.0/45, -56.0/15, 32.0/9,
  [28] = 19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729,
  [35] = 9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656,
  [42] = 35.0/384, 0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84,
};
static const double b[STAGES] = { 35.0/384, 0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84, 0 };
static const double e[STAGES] = {
  71.0/57600, 0, -71.0/16695, 71.0/1920, -17253.0/339200, 22.0/525, -1.0/40
};
static const double dense[DENSE * WIDTH] = {
  -12715105075.0/11282082432.0, 0, 87487479700.0/32700410799.0, -10690763975.0/1880347072.0,
  701980252875.0/199316789632.0, -1453857185.0/822651844.0, 69997945.0/29380423.0,
};

LIA_BUTCHER_ROW(dopri5, "explicit Runge-Kutta, order 5, error control, dense output",
                e, NULL, dense);
