/* place_inside.h - the two ways of pole placement, of what inputs reach */
#ifndef LIA_PLACE_INSIDE_H
#define LIA_PLACE_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* eigenvalues wanted: real ones first, then pairs, each as (re, im > 0) and its conjugate */
typedef struct lia_wanted { double *re, *im; int n, real; } lia_wanted;

/* K m x n, everything reached. Robust: rank of B at least 2, no eigenvalue wanted more often; */
lia_status lia_place_robust(lia_desk *d, lia_cols K, lia_cols A, lia_cols B, const lia_wanted *w,
                            lia_error *err) LIA_NODISCARD;
/* by Schur's form: any */
lia_status lia_place_schur(lia_desk *d, lia_cols K, lia_cols A, lia_cols B, const lia_wanted *w,
                           lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
