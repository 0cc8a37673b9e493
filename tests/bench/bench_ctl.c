/* bench_ctl.c - what Riccati equations and quadratic programmes cost; the matrices and answers are
 * left for the peer */
#include "bench.h"

#include "ctl/riccati.h"
#include "num/qp.h"

#include <math.h>

enum { MOST = 200 };

static double a[MOST * MOST], b[MOST * MOST], q[MOST * MOST], r[MOST * MOST], x[MOST * MOST];
static double gain[MOST * MOST], re[MOST], im[MOST];
static lia_named_mode modes[2 * MOST];

// $BENCH_OUT/ctl_A_10.txt: rows of numbers, as Octave loads them
static void leave(const char *what, int n, const double *M, int rows, int cols) {
  const char *folder = getenv("BENCH_OUT");
  char path[512];
  snprintf(path, sizeof path, "%s/ctl_%s_%d.txt", folder ? folder : ".", what, n);
  FILE *f = fopen(path, "w");
  if (!f) return;
  for (int i = 0; i < rows; i++)
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
  leave("A", n, a, n, n);
  leave("B", n, b, n, m);
  return m;
}

// H = F'F/n + 1/10, 2 n rows A x <= 1, |x| <= 1; g so large that many of them are in use
static void programme(int n) {
  static double f[MOST * MOST], h[MOST * MOST], rows[2 * MOST * MOST], g[MOST], upper[2 * MOST],
      least[MOST], most[MOST], at[MOST];
  bench_fill(f, n * n);
  bench_fill(rows, 2 * n * n);
  bench_fill(g, n);
  lia_mat_tmul(lia_mat_of(h, n, n), lia_mat_of(f, n, n), lia_mat_of(f, n, n));
  for (int k = 0; k < n * n; k++) h[k] = h[k] / n + (k % (n + 1) == 0) * 0.1;
  for (int k = 0; k < n; k++) {
    g[k] *= 10;
    least[k] = -1;
    most[k] = 1;
  }
  for (int k = 0; k < 2 * n; k++) upper[k] = 1;
  const lia_qp p = { .n = n, .m = 2 * n, .H = lia_mat_of(h, n, n), .g = g, .upper = upper,
    .A = lia_mat_of(rows, 2 * n, n), .least = least, .most = most };
  lia_error err = { 0 };
  lia_qp_work *w;
  char row[64];
  snprintf(row, sizeof row, "quadratic programme of %d unknowns", n);
  if (lia_qp_new(&w, n, 2 * n, &err) != LIA_OK
      || lia_qp_solve(w, &p, NULL, at, NULL, NULL, NULL, &err) != LIA_OK) {
    fprintf(stderr, "bench_ctl: %s\n", err.text);
    exit(1);
  }
  leave("H", n, h, n, n);
  leave("g", n, g, n, 1);
  leave("rows", n, rows, 2 * n, n);
  leave("qp", n, at, n, 1);
  BENCH("ctl", row, (void)!lia_qp_solve(w, &p, NULL, at, NULL, NULL, NULL, &err));
  lia_qp_free(w);
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
      leave(discrete ? "dare" : "care", n, x, n, n);
      BENCH("ctl", row[discrete], solve(n, m, discrete));
    }
  }
  programme(20);
  programme(100);
  return 0;
}
