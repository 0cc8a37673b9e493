/* bench_ctl.c - what Riccati equations cost; the matrices and answers are left for the peer */
#include "bench.h"

#include "ctl/riccati.h"

#include <math.h>

enum { MOST = 200 };

static double a[MOST * MOST], b[MOST * MOST], q[MOST * MOST], r[MOST * MOST], x[MOST * MOST];
static double gain[MOST * MOST], re[MOST], im[MOST];
static lia_named_mode modes[2 * MOST];

// $BENCH_OUT/ctl_A_10.txt: rows of numbers, as Octave loads them
static void leave(const char *what, int n, const double *M, int cols) {
  const char *folder = getenv("BENCH_OUT");
  char path[512];
  snprintf(path, sizeof path, "%s/ctl_%s_%d.txt", folder ? folder : ".", what, n);
  FILE *f = fopen(path, "w");
  if (!f) return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < cols; j++)
      fprintf(f, "%.17g%c", M[i * cols + j], j + 1 < cols ? ' ' : '\n');
  fclose(f);
}

static void solve(int n, int m, int discrete) {
  lia_riccati p = { .A = lia_mat_of(a, n, n), .B = lia_mat_of(b, n, m), .Q = lia_mat_of(q, n, n),
                    .R = lia_mat_of(r, m, m), .discrete = discrete };
  lia_riccati_told told = { .mode = modes };
  lia_error err = { 0 };
  if (lia_riccati_solve(lia_mat_of(x, n, n), lia_mat_of(gain, m, n), re, im, &p, &told, &err)
      != LIA_OK) {
    fprintf(stderr, "bench_ctl: %s\n", err.text);
    exit(1);
  }
}

// random A of about unit spectral radius, a fifth as many inputs as states, Q = 1, R = 1
static int problem(int n) {
  const int m = n / 5;
  bench_fill(a, n * n);
  bench_fill(b, n * m);
  for (int k = 0; k < n * n; k++) a[k] *= sqrt(3.0 / n);
  for (int k = 0; k < n * n; k++) q[k] = k % (n + 1) == 0;
  for (int k = 0; k < m * m; k++) r[k] = k % (m + 1) == 0;
  leave("A", n, a, n);
  leave("B", n, b, m);
  return m;
}

int main(void) {
  static const int order[] = { 10, 50, 200 };
  for (int s = 0; s < 3; s++) {
    const int n = order[s], m = problem(n);
    char row[2][64];
    for (int discrete = 0; discrete < 2; discrete++) {
      snprintf(row[discrete], sizeof row[0], "%s Riccati of order %d",
          discrete ? "discrete" : "continuous", n);
      solve(n, m, discrete);
      leave(discrete ? "dare" : "care", n, x, n);
      BENCH("ctl", row[discrete], solve(n, m, discrete));
    }
  }
  return 0;
}
