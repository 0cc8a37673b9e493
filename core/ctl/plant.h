/* plant.h - a plant with two inputs and two outputs: w and u in, z and y out
 *
 *   s x = A x + B1 w + B2 u,  z = C1 x + D11 w + D12 u,  y = C2 x + D21 w + D22 u */
#ifndef LIA_PLANT_H
#define LIA_PLANT_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* n states; m1, m2 inputs, p1, p2 outputs are the sizes of D11 and D22 */
typedef struct lia_plant { lia_mat A, B1, B2, C1, C2, D11, D12, D21, D22; } lia_plant;

/* sizes agree, numbers are finite; LIA_EDIM, LIA_EDOMAIN with the name of the matrix */
lia_status lia_plant_check(const lia_plant *P, lia_error *err) LIA_NODISCARD;

/* from w to z with u = K y; LIA_ESINGULAR where the loop through D22 and K's D has no solution */
lia_status lia_plant_close(lia_arena *a, lia_lti *out, const lia_plant *P, const lia_lti *K,
    lia_error *err) LIA_NODISCARD;

/* K instead of a controller K0 made for D22 = 0: u = K0 (y - D22 u) */
lia_status lia_plant_shift(lia_arena *a, lia_lti *K, lia_mat D22, lia_error *err) LIA_NODISCARD;

/* the plant whose inputs and outputs are exchanged: (A', C1', C2', B1', B2', D11', D21', ..) */
lia_status lia_plant_dual(lia_arena *a, lia_plant *to, const lia_plant *P, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
