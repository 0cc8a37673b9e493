/* csc.h - sparse matrices by columns: the pattern once, values many times */
#ifndef LIA_CSC_H
#define LIA_CSC_H

#include "num/mat.h"

LIA_C_BEGIN

typedef struct lia_csc {
  int rows, cols, nnz;
  int *start;          /* cols + 1: column j is start[j] .. start[j+1] of row and x */
  int *row;            /* nnz: ascending within a column */
  double *x;           /* nnz */
  int nentry, *slot;   /* entry k of the list the matrix was made of belongs to x[slot[k]] */
} lia_csc;

/* a matrix of zeros with room at the nentry places (i[k], j[k]), from 0; a place named twice is one
 * place. LIA_EARG names an entry outside rows x cols */
LIA_NODISCARD lia_status lia_csc_new(lia_csc **A, int rows, int cols, int nentry, const int *i,
    const int *j, lia_error *err);
void lia_csc_free(lia_csc *A);                                      /* NULL is fine */

/* values in the order of the list; of one place they add up */
void lia_csc_fill(lia_csc *A, const double *v);
/* 0 where the pattern has no place; O(log column) */
double lia_csc_get(const lia_csc *A, int i, int j);
void lia_csc_mulv(double *y, const lia_csc *A, const double *x);    /* y (rows) = A x */
void lia_csc_tmulv(double *y, const lia_csc *A, const double *x);   /* y (cols) = A' x */
void lia_csc_dense(lia_mat C, const lia_csc *A);                    /* C = A */
/* as lia_mat_finite */
LIA_NODISCARD lia_status lia_csc_finite(const lia_csc *A, const char *name, lia_error *err);

LIA_C_END

#endif
