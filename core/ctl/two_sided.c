/* two_sided.c - A Y B' + C Y D' = F, block by block from the last corner */
#include "ctl/two_sided_inside.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

// ---- one block: at most two rows, two columns ----

// the row among k.. of M (n x n, rows of 4) with the largest entry in column k
static int two_sided_pivot(const double M[4][5], int n, int k) {
  int best = k;
  for (int i = k + 1; i < n; i++)
    if (fabs(M[i][k]) > fabs(M[best][k])) best = i;
  return best;
}

// M y = last column of M, by elimination; 1: a pivot below least was replaced by it
static int two_sided_eliminate(double M[4][5], int n, double least) {
  int singular = 0;
  for (int k = 0; k < n; k++) {
    int p = two_sided_pivot((const double (*)[5])M, n, k);
    if (p != k) lia_vec_swap(M[p], M[k], 5);
    if (!(fabs(M[k][k]) > least)) {
      M[k][k] = least;
      singular = 1;
    }
    for (int i = 0; i < n; i++) {
      if (i == k) continue;
      double f = M[i][k] / M[k][k];
      for (int j = k; j < 5; j++) M[i][j] -= f * M[k][j];
    }
  }
  return singular;
}

// A y B' + C y D' = g for one block: (B x A + D x C) vec y = vec g
static int solve_block(lia_cols A, lia_cols B, lia_cols C, lia_cols D, lia_cols g) {
  const int p = g.rows, q = g.cols, n = p * q;
  double M[4][5] = { { 0 } }, most = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      M[i][j] = *lia_cols_at(A, i % p, j % p) * *lia_cols_at(B, i / p, j / p)
          + *lia_cols_at(C, i % p, j % p) * *lia_cols_at(D, i / p, j / p);
      double size = fabs(*lia_cols_at(A, i % p, j % p) * *lia_cols_at(B, i / p, j / p))
          + fabs(*lia_cols_at(C, i % p, j % p) * *lia_cols_at(D, i / p, j / p));
      if (size > most) most = size;
    }
    M[i][4] = *lia_cols_at(g, i % p, i / p);
  }
  int singular = two_sided_eliminate(M, n, fmax(4 * DBL_EPSILON * most, DBL_MIN / DBL_EPSILON));
  for (int i = 0; i < n; i++) *lia_cols_at(g, i % p, i / p) = M[i][4] / M[i][i];
  return singular;
}

// ---- all of them ----

// does the block that ends at row k begin one row before?
static int block_of(lia_cols A, lia_cols C, int k) {
  if (k == 0) return 1;
  return *lia_cols_at(A, k, k - 1) != 0 || *lia_cols_at(C, k, k - 1) != 0 ? 2 : 1;
}

// g -= what rows i.. of the solution (p of them, y) put into the rows above: A (y B') + C (y D')
static void into_above(lia_cols A, lia_cols C, lia_cols g, int i, const double yB[4],
                       const double yD[4], int p) {
  for (int c = 0; c < g.cols; c++)
    for (int r = 0; r < p; r++) {
      lia_vec_axpy(lia_cols_at(g, 0, c), -yB[r + p * c], lia_cols_at(A, 0, i + r), i);
      lia_vec_axpy(lia_cols_at(g, 0, c), -yD[r + p * c], lia_cols_at(C, 0, i + r), i);
    }
}

// y B' of a block, column by column
static void block_times(double out[4], lia_cols y, lia_cols B) {
  for (int c = 0; c < y.cols; c++)
    for (int r = 0; r < y.rows; r++) {
      double sum = 0;
      for (int k = 0; k < y.cols; k++) sum += *lia_cols_at(y, r, k) * *lia_cols_at(B, c, k);
      out[r + y.rows * c] = sum;
    }
}

// the columns of one block of B, D, when those behind are known and taken to the right side
static int solve_columns(const lia_two_sided *e, lia_cols g, lia_cols B, lia_cols D) {
  int singular = 0;
  for (int last = g.rows - 1, p; last >= 0; last -= p) {
    p = block_of(e->A, e->C, last);
    const int i = last - p + 1;
    lia_cols y = lia_cols_part(g, i, 0, p, g.cols);
    double yB[4], yD[4];
    singular |= solve_block(lia_cols_part(e->A, i, i, p, p), B, lia_cols_part(e->C, i, i, p, p), D,
                            y);
    block_times(yB, y, B);
    block_times(yD, y, D);
    into_above(e->A, e->C, g, i, yB, yD, p);
  }
  return singular;
}

// F_k -= A (Y B(k, :)') + C (Y D(k, :)'), Y the columns behind block k of q columns
static void from_behind(const lia_two_sided *e, lia_cols F, int k, int q) {
  const int n = F.rows, rest = F.cols - k - q;
  if (!rest) return;
  lia_cols g = lia_cols_part(F, 0, k, n, q), Y = lia_cols_part(F, 0, k + q, n, rest);
  lia_cols w = { e->work, n, q, n };
  lia_cols_mul(w, 0, 1, Y, 'N', lia_cols_part(e->B, k, k + q, q, rest), 'T');
  lia_cols_mul(g, 1, -1, e->A, 'N', w, 'N');
  lia_cols_mul(w, 0, 1, Y, 'N', lia_cols_part(e->D, k, k + q, q, rest), 'T');
  lia_cols_mul(g, 1, -1, e->C, 'N', w, 'N');
}

int lia_two_sided_solve(const lia_two_sided *e, lia_cols F) {
  LIA_ASSERT(F.rows == e->A.rows && F.cols == e->B.rows);
  int singular = 0;
  if (!F.rows) return 0;
  for (int last = F.cols - 1, q; last >= 0; last -= q) {
    q = block_of(e->B, e->D, last);
    const int k = last - q + 1;
    from_behind(e, F, k, q);
    singular |= solve_columns(e, lia_cols_part(F, 0, k, F.rows, q),
        lia_cols_part(e->B, k, k, q, q), lia_cols_part(e->D, k, k, q, q));
  }
  return singular;
}

// ---- the adjoint: a transposed triangle is a triangle again, read backwards ----

void lia_cols_backwards(lia_cols F) {
  for (int j = 0; j <= (F.cols - 1) / 2; j++) {
    const int other = F.cols - 1 - j;
    for (int i = 0; i < F.rows; i++) {
      if (j == other && i >= F.rows - 1 - i) break;
      double *a = lia_cols_at(F, i, j), *b = lia_cols_at(F, F.rows - 1 - i, other), was = *a;
      *a = *b;
      *b = was;
    }
  }
}

static lia_cols turned_backwards(lia_desk *d, lia_cols A) {
  lia_cols C = lia_cols_turned(d, A);
  if (C.x) lia_cols_backwards(C);
  return C;
}

lia_two_sided lia_two_sided_adjoint(lia_desk *d, const lia_two_sided *e) {
  return (lia_two_sided){ .A = turned_backwards(d, e->A), .B = turned_backwards(d, e->B),
                          .C = turned_backwards(d, e->C), .D = turned_backwards(d, e->D),
                          .work = e->work };
}
