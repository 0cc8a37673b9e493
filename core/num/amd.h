/* amd.h - an order of elimination that leaves little fill: approximate minimum degree */
#ifndef LIA_AMD_H
#define LIA_AMD_H

#include "num/csc.h"

LIA_C_BEGIN

/* order (n): row order[k] of the square A is to be eliminated k-th. The pattern of A + A' counts,
 * its diagonal does not. Memory is taken and given back; cost about that of the factorisation's
 * pattern */
LIA_NODISCARD lia_status lia_amd_order(const lia_csc *A, int *order, lia_error *err);

LIA_C_END

#endif
