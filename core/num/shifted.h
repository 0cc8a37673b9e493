/* shifted.h - s M - J, s real or complex, factored for the iterations of implicit methods
 *
 * M a diagonal. States that come first and whose rates depend on few of each other (positions, of
 * systems of second order) are eliminated first: then what is left is a matrix of the others, and
 * what is zero costs nothing. Column by column, so that a column is taken from another in lanes. */
#ifndef LIA_SHIFTED_H
#define LIA_SHIFTED_H

#include "base/extern.h"

LIA_C_BEGIN

typedef struct lia_shifted {
  int n;
  int lead;              /* so many are eliminated first, with pivots among themselves; 0: none */
  double *re, *im;       /* (n x n) columns of both parts; im NULL: s is real */
  double *pivot;         /* (2 n) 1 / pivots */
  int *swap;             /* (n) */
} lia_shifted;

/* J (n x n) column by column, mass (n) M, NULL: ones. 1, or 0 where it is singular to working
 * precision */
int lia_shifted_factor(lia_shifted *S, const double *J, const double *mass, double re, double im);

/* x + i y -> (s M - J)^-1 (x + i y); y NULL where s is real */
void lia_shifted_solve(const lia_shifted *S, double *x, double *y);

LIA_C_END

#endif
