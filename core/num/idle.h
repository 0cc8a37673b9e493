/* idle.h - the motion to which a singular symmetric matrix gives nothing */
#ifndef LIA_IDLE_H
#define LIA_IDLE_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

/* the first coordinate whose motion, alone or with those before it, a singular positive
 * semidefinite A gives nothing: the first leading block without an inverse. work: n*n doubles */
int lia_idle_first(int n, const double *A, double *work);

/* z (n) with z[k] = 1, the entries behind k 0, and A z = 0 in the rows up to k: A (n x n) is
 * positive semidefinite and k the first row whose leading block has no inverse. work: k*k doubles.
 * Entries of z that are rounding are 0 */
void lia_idle_motion(int n, int k, const double *A, double *z, double *work);

/* what is wrong with it, in words: "'q2' moves no mass of its own, so no force tells its
 * acceleration", or of several "'q1' and 'q2' move no mass where they move as 1 : -1, so no force
 * tells how they share their motion". name: (n) */
void lia_idle_tell(int n, const double *z, const char *const *name, char *text, size_t size);

LIA_C_END

#endif
