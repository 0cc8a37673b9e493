/* place.h - pole placement: K so that A - B K has the eigenvalues wanted
 *
 * Several inputs: eigenvectors as independent of each other as the inputs allow (Kautsky, Nichols,
 * Van Dooren, Int. J. Control 41, 1985), pairs of them turned together to the largest determinant
 * (Tits, Yang, IEEE TAC 41, 1996). One input, or an eigenvalue wanted more often than there are
 * inputs: one eigenvalue after the other from the end of the Schur form (Varga, IEEE TAC 26, 1981).
 * What no input moves stays; it must be among the wanted. */
#ifndef LIA_PLACE_H
#define LIA_PLACE_H

#include "ctl/named_mode.h"
#include "num/mat.h"

LIA_C_BEGIN

/* re, im: n, what A - B K has; condition: of its eigenvectors. mode: n, the caller's; those that no
 * input moves and that were not wanted, *nmode of them, on failure */
typedef struct lia_place_told {
  double condition, *re, *im;
  lia_named_mode *mode;
  int nmode;
} lia_place_told;

/* K m x n; re, im: the n wanted, conjugates beside each other in any order. LIA_EUNREACHABLE: modes
 * that no input moves were not wanted */
lia_status lia_place(lia_mat K, lia_mat A, lia_mat B, const double *re, const double *im,
                     lia_place_told *told, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
