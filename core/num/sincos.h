/* sincos.h - sine and cosine of many angles at once: at most 1 ulp, the same bits on every machine
 */
#ifndef LIA_SINCOS_H
#define LIA_SINCOS_H

#include "base/isa.h"

LIA_C_BEGIN

/* s[i] = sin x[i], c[i] = cos x[i] for i < n; any of the arrays may be the same
 *
 * Every finite x is reduced exactly (Payne-Hanek beyond 2^30); nan and infinities give nan; sin(-0)
 * = -0. Only correctly rounded operations in one fixed order (+, -, *, fma), so that gcc, clang,
 * every vector width and every machine give the same bits. The path is chosen when the program
 * runs; about 2 ns an angle with AVX-512 or AVX2. */
void lia_sincos(const double *x, double *s, double *c, int n);

/* on a path of one's own choice, which the machine must have */
void lia_sincos_on(lia_isa isa, const double *x, double *s, double *c, int n);

/* the same where s and c have room up to the next multiple of eight, and are written there: what
 * reads the results one by one need not wait for masked stores */
void lia_sincos_room(const double *x, double *s, double *c, int n);

/* the same bits for one angle */
void lia_sincos1(double x, double *s, double *c);

LIA_C_END

#endif
