/* independent.h - columns of a matrix X x = 0 that tell all others */
#ifndef LIA_INDEPENDENT_H
#define LIA_INDEPENDENT_H

#include "num/mat.h"

LIA_C_BEGIN

/* Gauss and Jordan in place: columns below n are told by each other, those behind are carried
 * along. pivot[k] (n): the row that tells column k, -1: it is independent; columns with wanted[k] =
 * 1 are told last. Rows are made of like size first; what is below 1e-9 then is nothing. How many
 * are told: the rank */
int lia_eliminate(lia_mat X, int n, const char *wanted, int *pivot);

/* the independent columns, in order, to list (n); how many */
int lia_independents(const int *pivot, int n, int *list);

/* all columns by the independent ones, x = T y: T (n x how many) of X as it was eliminated */
void lia_by_independents(lia_mat T, lia_mat X, const int *pivot, const int *list);

LIA_C_END

#endif
