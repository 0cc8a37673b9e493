/* srnea.h - inverse dynamics in expressions: the text of rnea_text.h spoken in spatial_sym.h */
#ifndef LIA_SRNEA_H
#define LIA_SRNEA_H

#include "rbd/sym/stree.h"

LIA_C_BEGIN

/* tau (ncoord), as lia_rnea gives it: M(q) a + C v + g with armature, without friction and springs.
 * v or a NULL: zero. q, v, a: (ncoord) expressions for coordinates, rates and accelerations,
 * usually the symbols themselves. Zeros and ones of the geometry have fallen out; with a tree of
 * base parameters the count is that of the customised algorithm */
LIA_NODISCARD lia_status lia_srnea(const lia_stree *t, const lia_expr *v, const lia_expr *a,
    int gravity, lia_expr *tau, lia_error *err);

/* the regrouping that makes lia_srnea smallest, found joint by joint from the tips: how (nnode +
 * 1). Above 16 nodes the textbook's choice, Iyy, for all */
LIA_NODISCARD lia_status lia_srnea_regroup(const lia_smodel *m, lia_regroup *how, lia_error *err);

LIA_C_END

#endif
