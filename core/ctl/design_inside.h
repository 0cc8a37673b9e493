/* design_inside.h - Riccati equations of a plant, and what is told of a design */
#ifndef LIA_DESIGN_INSIDE_H
#define LIA_DESIGN_INSIDE_H

#include "ctl/design.h"

LIA_C_BEGIN

/* X and F = -K of the Riccati equation with cost Q = C'C, S = C'D, R: F is B.cols x n. Says of
 * whom: "(A, B2): ..", the modes in the way; LIA_EDOMAIN then */
lia_status lia_design_riccati(lia_arena *a, lia_mat *X, lia_mat *F, lia_mat A, lia_mat B, lia_mat C,
    lia_mat D, lia_mat R, const char *whom, lia_error *err) LIA_NODISCARD;
/* the spectral radius of X Y */
lia_status lia_design_radius(lia_arena *a, double *rho, lia_mat X, lia_mat Y, lia_error *err)
    LIA_NODISCARD;
/* out->re, im: the poles of the plant closed with out->K */
lia_status lia_design_poles(lia_arena *a, lia_design *out, const lia_plant *P, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
