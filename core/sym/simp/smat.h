/* smat.h - matrices of expressions, row major, in the caller's memory
 *
 * Results must not overlap arguments unless a line says so. All return 1, or 0 on failure (the pool
 * says why: out of memory, a singular matrix, an argument that is no expression). */
#ifndef LIA_SMAT_H
#define LIA_SMAT_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* C (nxm) = A (nxk) B (kxm) */
int lia_smat_mul(lia_pool *p, int n, int k, int m, const lia_expr *A, const lia_expr *B,
    lia_expr *C);
/* C (nxm) = A' B, A is kxn */
int lia_smat_tmul(lia_pool *p, int n, int k, int m, const lia_expr *A, const lia_expr *B,
    lia_expr *C);
/* C = A + factor B; may overlap */
int lia_smat_add(lia_pool *p, int count, const lia_expr *A, lia_expr factor, const lia_expr *B,
    lia_expr *C);
/* T (mxn) of A (nxm) */
void lia_smat_transpose(int n, int m, const lia_expr *A, lia_expr *T);

/* det A by minors, each computed once: up to 2^n n products, far fewer where A has zeros; n <= 16.
 * 0 on failure */
lia_expr lia_smat_det(lia_pool *p, int n, const lia_expr *A);

/* A^-1 = adj A / det A, without any division inside adj, block by block where rows and columns fall
 * into sets that share no entry; at most 8 rows in a block. A determinant that is zero (as zero.h
 * sees it) is refused. The rows of the largest block; 0: refused */
int lia_smat_inverse(lia_pool *p, int n, const lia_expr *A, lia_expr *inverse);

/* X (nxm) with A X = B, A symmetric (its lower half is read), by A = L D L': one division per row,
 * shared. No pivoting: for mass matrices and the like, whose leading minors do not vanish. X may be
 * B */
int lia_smat_ldl_solve(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B,
    lia_expr *X);
/* the same in straight-line code: what is shared stays shared (pool.h, nested) */
int lia_smat_ldl_solve_nested(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B,
    lia_expr *X);

/* A = L D L' alone: L unit lower triangular (nxn, zeros above), D (n) */
int lia_smat_ldl(lia_pool *p, int n, const lia_expr *A, lia_expr *L, lia_expr *D);

/* X (nxm) with A X = B by elimination; the pivot of each column is its entry of fewest symbols that
 * is not zero. X may be B */
int lia_smat_solve(lia_pool *p, int n, const lia_expr *A, int m, const lia_expr *B, lia_expr *X);

LIA_C_END

#endif
