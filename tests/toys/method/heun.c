/* heun.c - the trapezoidal rule made explicit, order 2 */
#include "num/stepper.h"

#include <stddef.h>

enum { ORDER = 2, DENSE_ORDER = 4, STAGES = 2, EXTRA = 0, FSAL = 0, ESTIMATES = 0, DENSE = 0 };
enum { WIDTH = STAGES + EXTRA + !FSAL };

static const double c[WIDTH] = { 0, 1, 1 };
static const double a[WIDTH * WIDTH] = { [3] = 1 };
static const double b[STAGES] = { 0.5, 0.5 };

LIA_BUTCHER_ROW(heun, "explicit Runge-Kutta, order 2, fixed steps", NULL, NULL, NULL);
