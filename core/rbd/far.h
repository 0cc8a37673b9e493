/* far.h - the mass matrix of bodies that stand far from the root of their tree
 *
 * Composite inertias in base axes are told about the root: an inertia m L^2 about an axis at a
 * distance R is what is left of m R^2, and (R/L)^2 of its digits are lost. Where a model has bodies
 * that far (lia_model.far, known when it is compiled) the mass matrix comes in body axes, where
 * nothing cancels, and forward dynamics by its factors: O(n^2 depth) instead of O(n). */
#ifndef LIA_FAR_H
#define LIA_FAR_H

#include "model/data.h"

LIA_C_BEGIN

/* M (nv x nv) by composite bodies in body axes; q (nq). Writes d: kin, comp, T */
void lia_far_mass(const lia_model *m, lia_data *d, const double *q, double *M);

LIA_C_END

#endif
