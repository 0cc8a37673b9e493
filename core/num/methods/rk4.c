/* rk4.c - the classical method of order 4 (Kutta) */
#include "num/stepper.h"

#include <stddef.h>

enum { ORDER = 4, DENSE_ORDER = 4, STAGES = 4, EXTRA = 0, FSAL = 0, ESTIMATES = 0, DENSE = 0 };
enum { WIDTH = STAGES + EXTRA + !FSAL };

static const double c[WIDTH] = { 0, 0.5, 0.5, 1, 1 };
static const double a[WIDTH * WIDTH] = { [5] = 0.5, [11] = 0.5, [17] = 1 };
static const double b[STAGES] = { 1.0/6, 1.0/3, 1.0/3, 1.0/6 };

LIA_BUTCHER_ROW(rk4, "explicit Runge-Kutta, order 4, fixed steps", NULL, NULL, NULL);
