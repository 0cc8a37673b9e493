/* factor.h - factorisations of dense matrices: LU, Cholesky, LDL', QR, SVD, eigenvalues
 *
 * Factor once, solve often. lu, chol and ldl work in the caller's matrix and allocate nothing; qr,
 * svd and eig are objects: lia_*_new measures and takes all memory they will ever use, for matrices
 * up to rows x cols. lu, chol, qr: own code up to order 30 (qr: least dimension), LAPACK above;
 * svd, eig: LAPACK; ldl: own code (MATHS says why). LAPACK only ever sees finite numbers and sizes
 * that are right, so it never prints, and runs on one thread.
 *
 * Every factor function refuses NaN and infinity with LIA_EDOMAIN, "A[2][3]: expected a finite
 * number, got nan". A pivot that is nothing but rounding error is LIA_ESINGULAR and named (from 0):
 * some matrix within n eps of every single element has a 0 there. The test does not change when
 * rows or columns are scaled (MATHS, Numbers); behind row 256 it is a simpler one that sees less.
 * Sizes that do not fit are LIA_EDIM. Matrices with no row or column are accepted everywhere. */
#ifndef LIA_FACTOR_H
#define LIA_FACTOR_H

#include "num/mat.h"

LIA_C_BEGIN

enum { LIA_FACTOR_LAPACK = 30 };   /* above this order LAPACK is asked */


/* ---- lu.c: any square matrix ---- */

/* P A = L U in place: L below the diagonal (its own diagonal is 1), U on and above; row k was
 * swapped with row piv[k] >= k. 2/3 n^3. On LIA_ESINGULAR the factors are complete all the same:
 * determinants may be asked */
lia_status lia_lu_factor(lia_mat A, int *piv, lia_error *err) LIA_NODISCARD;
void lia_lu_solve(lia_mat LU, const int *piv, double *b);            /* b = A^-1 b */
void lia_lu_tsolve(lia_mat LU, const int *piv, double *b);           /* b = A'^-1 b */
void lia_lu_solvem(lia_mat LU, const int *piv, lia_mat B);           /* B (n x k) = A^-1 B */
void lia_lu_inverse(lia_mat C, lia_mat LU, const int *piv);          /* C = A^-1 */
/* may over- or underflow; lia_lu_logdet does not */
double lia_lu_det(lia_mat LU, const int *piv);
/* log |det|, and its sign -1, 0, 1 */
double lia_lu_logdet(lia_mat LU, const int *piv, int *sign);
/* an estimate of 1 / (|A|_1 |A^-1|_1), seldom more than a few times too large; norm1 is that of A
 * before factoring, work is 3 n doubles */
double lia_lu_rcond(lia_mat LU, const int *piv, double norm1, double *work);


/* ---- chol.c: symmetric positive definite ---- */

/* A = L L' in place; only the lower triangle is read and written. 1/3 n^3
 * LIA_ESINGULAR names the first pivot that is not positive: A is not positive definite */
lia_status lia_chol_factor(lia_mat A, lia_error *err) LIA_NODISCARD;
void lia_chol_solve(lia_mat L, double *b);                           /* b = A^-1 b */
void lia_chol_solvem(lia_mat L, lia_mat B);
/* b = L^-1 b: |b|^2 is b' A^-1 b */
void lia_chol_lsolve(lia_mat L, double *b);
void lia_chol_ltsolve(lia_mat L, double *b);                         /* b = L'^-1 b */
void lia_chol_inverse(lia_mat C, lia_mat L);                         /* C = A^-1, both triangles */
double lia_chol_logdet(lia_mat L);                                   /* log det A */


/* ---- ldl.c: symmetric ---- */

/* A = L D L' without pivots, in place: L strictly below the diagonal, D on it; only the lower
 * triangle is read and written. For positive definite matrices (no square roots) and for those
 * known to have nonzero leading minors */
lia_status lia_ldl_factor(lia_mat A, lia_error *err) LIA_NODISCARD;
void lia_ldl_solve(lia_mat LD, double *b);

/* P A P' = L D L' with Bunch and Kaufman's pivots, in place; D has blocks of one and two. Reads the
 * lower triangle, the upper one is scratch. piv[k] is the row of A that stands in row k, as -1 -
 * row where k belongs to a block of two. On LIA_ESINGULAR the factors are complete all the same:
 * the inertia may be asked */
lia_status lia_ldl_pivoted(lia_mat A, int *piv, lia_error *err) LIA_NODISCARD;
/* b = A^-1 b; work is n doubles */
void lia_ldl_psolve(lia_mat LD, const int *piv, double *b, double *work);
/* how many eigenvalues are positive, negative, zero to working precision (Sylvester) */
void lia_ldl_inertia(lia_mat LD, const int *piv, int count[3]);


/* ---- qr.c: any shape; rank, least squares ---- */

typedef struct lia_qr {
  int rows, cols;     /* of the matrix factored last */
  int rank;           /* columns that stand out of the rounding error */
  int *perm;          /* cols: column k of A P is column perm[k] of A */
  lia_mat A;          /* R on and above the diagonal, Householder vectors below */
  double *tau;        /* min(rows, cols): H_k = 1 - tau v v', v_k = 1 */
  /* rank x cols, where rank < cols: [R11 R12] = [T 0] Z, T and the vectors of Z */
  lia_mat Z;
  double *ztau;       /* rank */
  double *work;
  int maxrows, maxcols, nwork;
} lia_qr;

/* all it will ever need */
lia_status lia_qr_new(lia_qr **f, int rows, int cols, lia_error *err) LIA_NODISCARD;
void lia_qr_free(lia_qr *f);                                         /* NULL is fine */
/* A P = Q R with the largest remaining column next. rank counts |r_kk| > tol |r_00|; tol < 0 stands
 * for max(rows, cols) eps. A rank below min(rows, cols) is a result, no failure; A is only read */
lia_status lia_qr_factor(lia_qr *f, lia_mat A, double tol, lia_error *err) LIA_NODISCARD;
/* the shortest of the x (cols) that make |A x - b| (rows) least; returns that least |A x - b| */
double lia_qr_solve(lia_qr *f, const double *b, double *x);
/* the first Q.cols <= rows columns of Q: the first rank ones span A's range, the ones behind it
 * what A' sends to 0 */
void lia_qr_q(lia_qr *f, lia_mat Q);
/* R, min(rows, cols) x cols; zeros below the diagonal */
void lia_qr_r(const lia_qr *f, lia_mat R);
void lia_qr_null(lia_qr *f, lia_mat N);       /* N (cols x (cols - rank)): orthonormal, A N = 0 */


/* ---- svd.c: any shape; A = U diag(s) V' ---- */

typedef struct lia_svd {
  int rows, cols;
  double *s;          /* min(rows, cols), largest first */
  lia_mat U;          /* rows x min */
  lia_mat Vt;         /* cols x cols: row k is v_k, also those with no singular value */
  double *work;       /* first a copy of A */
  int maxrows, maxcols, nwork;
} lia_svd;

lia_status lia_svd_new(lia_svd **f, int rows, int cols, lia_error *err) LIA_NODISCARD;
void lia_svd_free(lia_svd *f);
/* the largest entry of every v_k is positive. LIA_ENOCONV where LAPACK gives up */
lia_status lia_svd_factor(lia_svd *f, lia_mat A, lia_error *err) LIA_NODISCARD;
/* s_k > tol s_0; tol < 0 is max(rows, cols) eps */
int lia_svd_rank(const lia_svd *f, double tol);
/* s_0 / s_last; infinity where singular, 1 where empty */
double lia_svd_cond(const lia_svd *f);
/* x = sum of s/(s^2 + damp^2) (u . b) v over s_k > tol s_0. damp = 0: least squares, shortest x */
void lia_svd_solve(const lia_svd *f, const double *b, double tol, double damp, double *x);
/* C (cols x rows): the matrix of lia_svd_solve */
void lia_svd_pinv(const lia_svd *f, double tol, double damp, lia_mat C);
/* N (cols x (cols - rank)), orthonormal, A N = 0 */
void lia_svd_null(const lia_svd *f, double tol, lia_mat N);


/* ---- eig.c: eigenvalues and eigenvectors ---- */

typedef struct lia_eig {
  int n;
  double *re, *im;    /* n: im is 0 in the symmetric cases */
  /* n x n: column k belongs to value k. Of a complex pair k, k+1 (im[k] > 0) the columns are the
   * real and imaginary part of the vector of re + i im; that of the other is its conjugate */
  lia_mat V;
  double *b, *work;   /* b: a copy of the second matrix */
  int max, nwork, niwork, *iwork;
} lia_eig;

lia_status lia_eig_new(lia_eig **f, int n, lia_error *err) LIA_NODISCARD;
void lia_eig_free(lia_eig *f);
/* A v = w v, A symmetric (lower triangle read): w ascending, V' V = 1, the largest entry of every v
 * positive */
lia_status lia_eig_sym(lia_eig *f, lia_mat A, lia_error *err) LIA_NODISCARD;
/* A v = w B v, both symmetric (lower triangles read), B positive definite: w ascending, V' B V = 1
 */
lia_status lia_eig_pair(lia_eig *f, lia_mat A, lia_mat B, lia_error *err) LIA_NODISCARD;
/* A v = w v for any A: ascending by real part, then by |imaginary part|; |v| = 1, the largest entry
 * of v real and positive */
lia_status lia_eig_any(lia_eig *f, lia_mat A, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
