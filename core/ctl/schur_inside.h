/* schur_inside.h - Schur forms on a desk: what the solvers of equations stand on */
#ifndef LIA_SCHUR_INSIDE_H
#define LIA_SCHUR_INSIDE_H

#include "ctl/cols_inside.h"
#include "ctl/region.h"

LIA_C_BEGIN

/* T becomes the form of what it was, U (may be without memory: not wanted) what turns it; re, im: n
 */
lia_status lia_cols_schur(lia_desk *d, lia_cols T, lia_cols U, double *re, double *im,
                          lia_error *err) LIA_NODISCARD;
/* the chosen ones first; returns how many by *count */
lia_status lia_cols_schur_order(lia_desk *d, lia_cols T, lia_cols U, double *re, double *im,
                                lia_select first, int *count, lia_error *err) LIA_NODISCARD;
/* the same of a pair; Q may be without memory */
lia_status lia_cols_pair(lia_desk *d, lia_cols S, lia_cols T, lia_cols Q, lia_cols Z, double *ar,
                         double *ai, double *beta, lia_error *err) LIA_NODISCARD;
lia_status lia_cols_pair_order(lia_desk *d, lia_cols S, lia_cols T, lia_cols Q, lia_cols Z,
                               double *ar, double *ai, double *beta, lia_select first, int *count,
                               lia_error *err) LIA_NODISCARD;
/* eigenvalues alone, of A or of the pair A, E (E may be without memory); infinite ones have
 * infinity in re. A and E are written over */
lia_status lia_cols_eigenvalues(lia_desk *d, lia_cols A, lia_cols E, double *re, double *im,
                                lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
