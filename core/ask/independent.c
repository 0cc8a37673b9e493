/* independent.c - Gauss and Jordan with the largest pivot first */
#include "ask/independent.h"

#include "num/vec.h"

#include <math.h>

// the largest entry among columns below n that are not told yet, rows from `told` on; columns that
// are wanted come last
typedef struct place_of { int row, col; } place_of;

static place_of next_pivot(lia_mat X, int n, int told, const char *wanted, const int *pivot) {
  place_of at = { -1, -1 };
  double best = 0;
  for (int late = 0; late < 2 && at.row < 0; late++)
    for (int i = told; i < X.rows; i++)
      for (int k = 0; k < n; k++) {
        const double x = fabs(*lia_mat_at(X, i, k));
        if (wanted[k] != late || pivot[k] >= 0 || x <= fmax(best, 1e-9)) continue;
        best = x;
        at = (place_of){ i, k };
      }
  return at;
}

static void swap_rows(lia_mat X, int i, int j) {
  for (int k = 0; k < X.cols; k++) {
    const double swap = *lia_mat_at(X, i, k);
    *lia_mat_at(X, i, k) = *lia_mat_at(X, j, k);
    *lia_mat_at(X, j, k) = swap;
  }
}

static void clear_column(lia_mat X, int row, int col) {
  lia_vec_scale(lia_mat_row(X, row), 1 / *lia_mat_at(X, row, col), lia_mat_row(X, row), X.cols);
  for (int i = 0; i < X.rows; i++) {
    const double factor = *lia_mat_at(X, i, col);
    if (i == row || factor == 0) continue;
    lia_vec_add(lia_mat_row(X, i), lia_mat_row(X, i), -factor, lia_mat_row(X, row), X.cols);
  }
}

// rows of like size: what is nothing but rounding beside the others is no pivot
static void even_rows(lia_mat X, int n) {
  for (int i = 0; i < X.rows; i++) {
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(*lia_mat_at(X, i, k)));
    if (most > 0) lia_vec_scale(lia_mat_row(X, i), 1 / most, lia_mat_row(X, i), X.cols);
  }
}

int lia_eliminate(lia_mat X, int n, const char *wanted, int *pivot) {
  int told = 0;
  for (int k = 0; k < n; k++) pivot[k] = -1;
  even_rows(X, n);
  for (;;) {
    const place_of at = next_pivot(X, n, told, wanted, pivot);
    if (at.row < 0) return told;
    swap_rows(X, at.row, told);
    clear_column(X, told, at.col);
    pivot[at.col] = told++;
  }
}

int lia_independents(const int *pivot, int n, int *list) {
  int count = 0;
  for (int k = 0; k < n; k++)
    if (pivot[k] < 0) list[count++] = k;
  return count;
}

void lia_by_independents(lia_mat T, lia_mat X, const int *pivot, const int *list) {
  for (int k = 0; k < T.rows; k++)
    for (int c = 0; c < T.cols; c++) {
      double *t = lia_mat_at(T, k, c);
      if (pivot[k] < 0) *t = list[c] == k;
      else *t = -*lia_mat_at(X, pivot[k], list[c]);
    }
}
