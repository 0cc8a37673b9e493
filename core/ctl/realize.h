/* realize.h - a sampled system out of data: Markov parameters, a record of inputs and outputs
 */
#ifndef LIA_REALIZE_H
#define LIA_REALIZE_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* H (N p x m): D, C B, C A B, .. one under the other. order: so many states; < 0: as many as stand
 * out of rounding. s: singular values of the block Hankel matrix, *n of them. LIA_EARG where N is
 * too small. B. Ho, R. Kalman, Regelungstechnik 14 (1966) 545; J. Juang, R. Pappa, J. Guidance 8
 * (1985) 620 */
lia_status lia_realize_markov(lia_arena *a, lia_lti *out, double **s, int *n, lia_mat H, int p,
    int order, lia_error *err) LIA_NODISCARD;

/* U (N x m), Y (N x p): A and C from what past inputs and outputs say of future outputs beyond
 * future inputs, `rows` samples of each (PO-MOESP: one QR, one SVD), then B, D and x0 (order) by
 * least squares of the whole record. s: rows p singular values, among which a gap shows the order.
 * LIA_EDOMAIN where the inputs do not excite enough. M. Verhaegen, Automatica 30 (1994) 61 */
lia_status lia_realize_record(lia_arena *a, lia_lti *out, double **x0, double **s, lia_mat U,
    lia_mat Y, int order, int rows, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
