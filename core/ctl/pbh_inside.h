/* pbh_inside.h - least singular values of [A - lambda E, B] on a desk */
#ifndef LIA_PBH_INSIDE_H
#define LIA_PBH_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* of [A - (re + i im) E, B], or with turned of its transpose [A' - .. E', B]; E.x NULL: the
 * identity; B.x NULL: nothing. A negative *sigma: it did not converge,
 * or was not finite */
lia_status lia_cols_pbh(lia_desk *d, double *sigma, lia_cols A, lia_cols E, lia_cols B, double re,
                        double im, int turned, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
