/* modes.h - modes of small motions: frequencies, damping and shapes of d/dt (q, v) = A (q, v), or
 * of M q'' + C q' + K q = 0 */
#ifndef LIA_MODES_H
#define LIA_MODES_H

#include "num/factor.h"

LIA_C_BEGIN

typedef struct lia_mode {
  double re, im;            /* the eigenvalue re +- i im, im >= 0 */
  double frequency;         /* im / 2 pi, Hz */
  double damping;           /* -re / |re + i im|, the share of critical; 0 where both are 0 */
  int oscillates;           /* 1: of a complex pair */
  double *shape, *other;    /* (n) real and imaginary part of q, the largest entry of all 1 + 0 i */
} lia_mode;

typedef struct lia_modes {
  int n, count;             /* coordinates; modes, 2 n less one for each complex pair */
  lia_mode *mode;           /* by rising im, then by falling re */
} lia_modes;

/* A (2n x 2n) of lia_linearize. Free with lia_free. Allocates */
LIA_NODISCARD lia_status lia_modes_new(lia_modes **out, const double *A, int n, lia_error *err);

/* of M q'' + C q' + K q = 0, each (n x n), C NULL: no damping. LIA_ESINGULAR: M has no inverse */
LIA_NODISCARD lia_status lia_modes_of_matrices(lia_modes **out, const double *M, const double *C,
                                               const double *K, int n, lia_error *err);

LIA_C_END

#endif
