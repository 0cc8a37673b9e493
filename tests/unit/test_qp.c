/* test_qp.c - quadratic programmes: published ones, random ones by their conditions of optimality,
 * those without an answer by their certificates */
#include "num/qp.h"

#include "base/rng.h"
#include "house.h"

#include <string.h>

enum { MOST = 40 };
static const double inf = (double)INFINITY;

static int near(double a, double b, double tol) { return fabs(a - b) <= tol; }

typedef struct answer {
  double x[MOST], y[4 * MOST], v[MOST];
  lia_qp_info info;
  lia_error err;
  lia_status status;
} answer;

static answer solve(const lia_qp *p) {
  answer a = { .status = LIA_OK };
  lia_qp_work *w;
  cr_assert_eq(lia_qp_new(&w, p->n, p->m, &a.err), LIA_OK);
  a.status = lia_qp_solve(w, p, NULL, a.x, a.y, a.v, &a.info, &a.err);
  lia_qp_free(w);
  return a;
}

// the conditions of optimality, computed here: 0 where they hold
static double off(const lia_qp *p, const answer *a) {
  double worst = 0;
  for (int i = 0; i < p->n; i++) {
    double sum = p->g[i] + a->v[i], size = 1 + fabs(p->g[i]) + fabs(a->v[i]);
    for (int j = 0; j < p->n; j++) {
      sum += *lia_mat_at(p->H, i, j) * a->x[j];
      size += fabs(*lia_mat_at(p->H, i, j) * a->x[j]);
    }
    for (int k = 0; k < p->m; k++) {
      sum += *lia_mat_at(p->A, k, i) * a->y[k];
      size += fabs(*lia_mat_at(p->A, k, i) * a->y[k]);
    }
    worst = fmax(worst, fabs(sum) / size);
  }
  for (int k = 0; k < p->m + p->n; k++) {
    double value = 0, size = 1;
    for (int j = 0; j < p->n; j++) {
      const double c = k < p->m ? *lia_mat_at(p->A, k, j) : j == k - p->m;
      value += c * a->x[j];
      size += fabs(c * a->x[j]);
    }
    const double *low = k < p->m ? p->lower : p->least, *high = k < p->m ? p->upper : p->most;
    const int i = k < p->m ? k : k - p->m;
    const double y = k < p->m ? a->y[k] : a->v[i];
    if (low) worst = fmax(worst, (low[i] - value) / size);
    if (high) worst = fmax(worst, (value - high[i]) / size);
    // a multiplier stands at the bound that it belongs to
    if (y > 0) worst = fmax(worst, high ? fabs(high[i] - value) / size : 1);
    if (y < 0) worst = fmax(worst, low ? fabs(low[i] - value) / size : 1);
  }
  return worst;
}

LIA_TEST(qp, published_minima) {
  // Goldfarb and Idnani 1983
  double H1[] = { 4, -2, -2, 4 }, A1[] = { 1, 1 }, g1[] = { 6, 0 }, l1[] = { 2 }, zero[4] = { 0 };
  const lia_qp one = { .n = 2, .m = 1, .H = lia_mat_of(H1, 2, 2), .A = lia_mat_of(A1, 1, 2),
    .g = g1, .lower = l1, .least = zero };
  answer a = solve(&one);
  cr_assert_eq(a.status, LIA_OK);
  cr_assert(near(a.x[0], 0.5, 1e-14) && near(a.x[1], 1.5, 1e-14) && near(a.info.value, 6.5, 1e-13));
  // Hock, Schittkowski (1981) 35 and 76
  double H2[] = { 4, 2, 2, 2, 4, 0, 2, 0, 2 }, g2[] = { -8, -6, -4 }, A2[] = { 1, 1, 2 },
         u2[] = { 3 };
  const lia_qp beale = { .n = 3, .m = 1, .H = lia_mat_of(H2, 3, 3), .A = lia_mat_of(A2, 1, 3),
    .g = g2, .upper = u2, .least = zero };
  a = solve(&beale);
  cr_assert(near(a.x[0], 4.0 / 3, 1e-13) && near(a.x[1], 7.0 / 9, 1e-13)
      && near(a.x[2], 4.0 / 9, 1e-13) && near(a.info.value + 9, 1.0 / 9, 1e-13));
  cr_assert(near(a.y[0], 2.0 / 9, 1e-13));
  double H3[] = { 2, 0, -1, 0, 0, 1, 0, 0, -1, 0, 2, 1, 0, 0, 1, 1 }, g3[] = { -1, -3, 1, -1 },
         A3[] = { 1, 2, 1, 1, 3, 1, 2, -1, 0, 1, 4, 0 }, u3[] = { 5, 4, inf },
         l3[] = { -inf, -inf, 1.5 };
  const lia_qp hs76 = { .n = 4, .m = 3, .H = lia_mat_of(H3, 4, 4), .A = lia_mat_of(A3, 3, 4),
    .g = g3, .lower = l3, .upper = u3, .least = zero };
  a = solve(&hs76);
  cr_assert(near(a.x[0], 3.0 / 11, 1e-13) && near(a.x[1], 23.0 / 11, 1e-13)
      && near(a.x[2], 0, 1e-13) && near(a.x[3], 6.0 / 11, 1e-13));
  cr_assert(near(a.info.value, -4.681818181818182, 1e-13));
  cr_assert(off(&hs76, &a) < 1e-14 && a.info.stationarity < 1e-14 && a.info.feasibility < 1e-14);
}

// 118: 15 unknowns, steps between them, three plants each
LIA_TEST(qp, hock_and_schittkowski_118) {
  double H[225] = { 0 }, g[15], A[17 * 15] = { 0 }, low[17], high[17], least[15], most[15];
  static const double cost[] = { 2.3, 1.7, 2.2 }, twice[] = { 2e-4, 2e-4, 3e-4 },
      top[] = { 90, 120, 60 }, demand[] = { 60, 50, 70, 85, 100 };
  int m = 0;
  for (int k = 0; k < 5; k++)
    for (int p = 0; p < 3; p++) {
      const int i = 3 * k + p;
      H[16 * i] = twice[p];
      g[i] = cost[p];
      least[i] = 0;
      most[i] = top[p];
      if (k) {
        A[15 * m + i] = 1;
        A[15 * m + i - 3] = -1;
        low[m] = p == 1 ? -7 : -7;
        high[m++] = p == 1 ? 7 : 6;
      }
    }
  least[0] = 8;
  most[0] = 21;
  least[1] = 43;
  most[1] = 57;
  least[2] = 3;
  most[2] = 16;
  for (int k = 0; k < 5; k++, m++) {
    for (int p = 0; p < 3; p++) A[15 * m + 3 * k + p] = 1;
    low[m] = demand[k];
    high[m] = inf;
  }
  const lia_qp p = { .n = 15, .m = m, .H = lia_mat_of(H, 15, 15), .A = lia_mat_of(A, m, 15),
    .g = g, .lower = low, .upper = high, .least = least, .most = most };
  const answer a = solve(&p);
  cr_assert_eq(a.status, LIA_OK);
  cr_assert(near(a.info.value, 664.8204500, 1e-7), "%.9f", a.info.value);
  cr_assert(off(&p, &a) < 1e-13);
}

// ---- random ones ----

typedef struct drawn {
  double H[MOST * MOST], A[3 * MOST * MOST], g[MOST], low[3 * MOST], high[3 * MOST], least[MOST],
      most[MOST], x[MOST];
  lia_qp p;
} drawn;

static double draw(lia_rng *r) { return lia_rng_uniform(r) * 2 - 1; }

// rank: of H; every fourth row an equation, bounds that a point of our own obeys
static void random_programme(drawn *d, lia_rng *r, int n, int m, int rank) {
  double F[MOST * MOST];
  memset(d, 0, sizeof *d);
  for (int i = 0; i < rank * n; i++) F[i] = draw(r);
  lia_mat_tmul(lia_mat_of(d->H, n, n), lia_mat_of(F, rank, n), lia_mat_of(F, rank, n));
  for (int i = 0; i < n; i++) {
    d->x[i] = draw(r);
    d->g[i] = 5 * draw(r);
    d->least[i] = lia_rng_uniform(r) < 0.5 ? -inf : d->x[i] - lia_rng_uniform(r);
    d->most[i] = lia_rng_uniform(r) < 0.5 ? inf : d->x[i] + lia_rng_uniform(r);
    // where H does not hold x, bounds do
    if (rank < n) {
      d->least[i] = d->x[i] - 1;
      d->most[i] = d->x[i] + 1;
    }
  }
  for (int k = 0; k < m; k++) {
    double value = 0;
    for (int j = 0; j < n; j++) value += (d->A[k*n+j] = draw(r)) * d->x[j];
    d->low[k] = value - lia_rng_uniform(r);
    d->high[k] = k % 3 ? inf : value + lia_rng_uniform(r);
    if (k % 4 == 0 && k / 4 < n / 3) d->low[k] = d->high[k] = value;
  }
  d->p = (lia_qp){ .n = n, .m = m, .H = lia_mat_of(d->H, n, n), .A = lia_mat_of(d->A, m, n),
    .g = d->g, .lower = d->low, .upper = d->high, .least = d->least, .most = d->most };
}

LIA_TEST(qp, random_programmes_meet_the_conditions_of_optimality) {
  static drawn d;
  lia_rng r = lia_rng_seed(11);
  int used = 0;
  for (int round = 0; round < 400; round++) {
    const int n = 1 + round % 20, m = round * 7 % (2 * n + 1);
    random_programme(&d, &r, n, m, n + 3);
    const answer a = solve(&d.p);
    cr_assert_eq(a.status, LIA_OK, "round %d, n %d, m %d: %s", round, n, m, a.err.text);
    cr_assert(off(&d.p, &a) < 1e-11, "round %d: %g", round, off(&d.p, &a));
    cr_assert_eq(a.info.rounds, 0);
    used += a.info.used;
  }
  cr_assert(used > 1000);
}

LIA_TEST(qp, semidefinite_and_linear_programmes_too) {
  static drawn d;
  lia_rng r = lia_rng_seed(12);
  for (int round = 0; round < 200; round++) {
    const int n = 1 + round % 12, m = round * 5 % (2 * n + 1), rank = round % 3 ? n / 2 : 0;
    random_programme(&d, &r, n, m, rank);
    const answer a = solve(&d.p);
    cr_assert_eq(a.status, LIA_OK, "round %d: %s", round, a.err.text);
    cr_assert(off(&d.p, &a) < 1e-10, "round %d: %g", round, off(&d.p, &a));
    cr_assert(a.info.rounds > 0 || n / 2 == n);
  }
}

LIA_TEST(qp, the_same_row_many_times_is_one) {
  double H[] = { 2, 0, 0, 2 }, g[] = { -4, -6 }, A[2 * 30], high[30];
  for (int k = 0; k < 30; k++) {
    const double f = k % 2 ? 1 : 1.0 / 3 * (k + 1);
    A[2*k] = A[2*k+1] = f;
    high[k] = f;
  }
  const lia_qp p = { .n = 2, .m = 30, .H = lia_mat_of(H, 2, 2), .A = lia_mat_of(A, 30, 2), .g = g,
    .upper = high };
  const answer a = solve(&p);
  cr_assert_eq(a.status, LIA_OK);
  cr_assert(near(a.x[0], 0, 1e-14) && near(a.x[1], 1, 1e-14) && off(&p, &a) < 1e-14);
}

// ---- without an answer ----

LIA_TEST(qp, a_contradiction_is_proved_by_its_rows) {
  static drawn d;
  lia_rng r = lia_rng_seed(13);
  for (int round = 0; round < 100; round++) {
    const int n = 2 + round % 10, m = n + 2;
    random_programme(&d, &r, n, m, n + 1);
    // the last row against a sum of others, with signs that add up
    for (int j = 0; j < n; j++) d.A[(m-1)*n+j] = -(d.A[1*n+j] + 2 * d.A[2*n+j]);
    d.low[m-1] = -(d.low[1] + 2 * d.low[2]) + 0.5;
    d.high[m-1] = inf;
    const answer a = solve(&d.p);
    cr_assert_eq(a.status, LIA_EUNREACHABLE, "round %d", round);
    // 0 = y'A + v, but y'A x + v'x would have to be below 0
    double most = 0;
    for (int j = 0; j < n; j++) {
      double sum = a.v[j];
      for (int k = 0; k < m; k++) sum += a.y[k] * d.A[k*n+j];
      cr_assert(fabs(sum) < 1e-9, "round %d: %g", round, sum);
      if (a.v[j] > 0) most += a.v[j] * d.most[j];
      if (a.v[j] < 0) most += a.v[j] * d.least[j];
    }
    for (int k = 0; k < m; k++) {
      if (a.y[k] > 0) most += a.y[k] * d.high[k];
      if (a.y[k] < 0) most += a.y[k] * d.low[k];
    }
    cr_assert(most < -1e-6, "round %d: %g", round, most);
  }
}

LIA_TEST(qp, a_value_without_bound_tells_the_way) {
  double H[] = { 1, 1, 1, 1 }, g[] = { 1, 0 }, least[] = { -inf, 0 };
  const lia_qp p = { .n = 2, .m = 0, .H = lia_mat_of(H, 2, 2), .A = lia_mat_of(NULL, 0, 2), .g = g,
    .least = least };
  const answer a = solve(&p);
  cr_assert_eq(a.status, LIA_EDOMAIN);
  cr_assert(near(a.x[0], -sqrt(0.5), 1e-4) && near(a.x[1], sqrt(0.5), 1e-4));
}

LIA_TEST(qp, what_is_no_programme_is_refused) {
  double H[] = { 1, 0, 0, -1 }, g[] = { 0, 0 }, low[] = { 1, 0 }, high[] = { 0, 1 };
  lia_qp p = { .n = 2, .H = lia_mat_of(H, 2, 2), .A = lia_mat_of(NULL, 0, 2), .g = g };
  answer a = solve(&p);
  cr_assert_eq(a.status, LIA_EDOMAIN);
  cr_assert(strstr(a.err.text, "negative eigenvalue"));
  H[3] = 1;
  p.least = low;
  p.most = high;
  a = solve(&p);
  cr_assert_eq(a.status, LIA_EARG);
  cr_assert(strstr(a.err.text, "bounds of x 0 are empty"));
  H[1] = 1;
  p.least = p.most = NULL;
  cr_assert_eq(solve(&p).status, LIA_EARG);
  H[1] = (double)NAN;
  cr_assert_eq(solve(&p).status, LIA_EDOMAIN);
  lia_qp_work *w;
  lia_error err = { 0 };
  cr_assert_eq(lia_qp_new(&w, 0, 1, &err), LIA_EARG);
}
