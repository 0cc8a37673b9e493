/* atan.h - arctangents of many numbers at once: at most 1 ulp, the same bits on every machine */
#ifndef LIA_ATAN_H
#define LIA_ATAN_H

#include "base/isa.h"

LIA_C_BEGIN

/* y[i] = atan x[i] for i < n; y may be x
 *
 * atan(-0) = -0, of infinities +-pi/2, of nan nan. Only correctly rounded operations in one fixed
 * order (+, -, *, /, fma), as in sincos.h. */
void lia_atan(const double *x, double *y, int n);

/* on a path of one's own choice, which the machine must have */
void lia_atan_on(lia_isa isa, const double *x, double *y, int n);

/* the same where y has room up to the next multiple of eight, and is written there */
void lia_atan_room(const double *x, double *y, int n);

/* the same bits for one number */
double lia_atan1(double x);

LIA_C_END

#endif
