/* test_big.c - whole numbers of any size beside residues of their decimal digits, and ratios beside
 * known values */
#include "house.h"
#include "base/rng.h"
#include "sym/expr/ratio.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// the account kept beside: a number is its remainders by these primes, read off its decimal digits
static const uint32_t prime[] = { 2147483647, 2147483629, 1000000007, 65537, 998244353 };
enum { PRIMES = 5 };

typedef struct rest { uint32_t r[PRIMES]; } rest;

static rest rest_of(lia_bigs *s, lia_big a) {
  lia_text t = { 0 };
  rest x = { { 0 } };
  lia_big_digits(s, a, &t);
  for (int i = 0; i < PRIMES; i++) {
    for (size_t k = 0; k < t.n; k++)
      x.r[i] = (uint32_t)(((uint64_t)x.r[i] * 10 + (uint64_t)(t.s[k] - '0')) % prime[i]);
    if (lia_big_sign(a) < 0 && x.r[i]) x.r[i] = prime[i] - x.r[i];
  }
  lia_text_free(&t);
  return x;
}

static rest plus(rest a, rest b) {
  for (int i = 0; i < PRIMES; i++) a.r[i] = (uint32_t)(((uint64_t)a.r[i] + b.r[i]) % prime[i]);
  return a;
}

static rest times(rest a, rest b) {
  for (int i = 0; i < PRIMES; i++) a.r[i] = (uint32_t)((uint64_t)a.r[i] * b.r[i] % prime[i]);
  return a;
}

static int same(rest a, rest b) { return memcmp(&a, &b, sizeof a) == 0; }

// limbs of all ones and zeros among random ones: carries and guesses at their worst
static lia_big random_big(lia_bigs *s, lia_rng *r, size_t most) {
  size_t n = (size_t)lia_rng_below(r, most + 1);
  lia_big a = lia_big_of(s, 0);
  for (size_t i = 0; i < n; i++) {
    uint64_t kind = lia_rng_below(r, 5);
    int64_t x = kind == 0 ? 0 : kind == 1 ? ((int64_t)1 << 32) - 1
        : (int64_t)(lia_rng_bits(r) >> 32);
    a = lia_big_add(s, lia_big_shift(s, a, 32), lia_big_of(s, x));
  }
  return lia_rng_below(r, 2) ? lia_big_neg(a) : a;
}

LIA_TEST(big, arithmetic_beside_remainders) {
  lia_rng r = lia_rng_seed(41);
  for (int i = 0; i < 1500; i++) {
    size_t most = i % 10 == 0 ? 400 : i % 3 ? 12 : 3;
    lia_bigs s;
    lia_bigs_start(&s);
    lia_big a = random_big(&s, &r, most), b = random_big(&s, &r, most), c = random_big(&s, &r, 6);
    rest x = rest_of(&s, a), y = rest_of(&s, b);
    cr_assert(same(rest_of(&s, lia_big_add(&s, a, b)), plus(x, y)));
    cr_assert(same(plus(rest_of(&s, lia_big_sub(&s, a, b)), y), x));
    cr_assert(same(rest_of(&s, lia_big_mul(&s, a, b)), times(x, y)), "%d limbs by %d", a.n, b.n);
    cr_assert_eq(lia_big_mod_small(lia_big_abs(a), prime[0]), rest_of(&s, lia_big_abs(a)).r[0]);
    if (b.n) {
      lia_big q, left;
      lia_big_div(&s, a, b, &q, &left);
      cr_assert(same(plus(times(rest_of(&s, q), y), rest_of(&s, left)), x), "%d over %d", a.n, b.n);
      cr_assert(lia_big_cmp(lia_big_abs(left), lia_big_abs(b)) < 0 &&
          lia_big_sign(left) * lia_big_sign(a) >= 0);
      lia_big_div(&s, lia_big_mul(&s, a, b), b, &q, &left);
      cr_assert(lia_big_cmp(q, a) == 0 && left.n == 0);
    }
    // (a c, b c) = |c| (a, b), and it divides both
    lia_big g = lia_big_gcd(&s, a, b),
        gc = lia_big_gcd(&s, lia_big_mul(&s, a, c), lia_big_mul(&s, b, c)), left = g;
    cr_assert_eq(lia_big_cmp(gc, lia_big_mul(&s, g, lia_big_abs(c))), 0, "%d and %d and %d", a.n,
        b.n, c.n);
    if (g.n) lia_big_div(&s, a, g, NULL, &left);
    if (g.n) cr_assert_eq(left.n, 0);
    if (g.n) lia_big_div(&s, b, g, NULL, &left);
    if (g.n) cr_assert_eq(left.n, 0);
    cr_assert(!lia_bigs_bad(&s));
    lia_bigs_free(&s);
  }
}

LIA_TEST(big, digits_shifts_and_roots) {
  lia_rng r = lia_rng_seed(42);
  for (int i = 0; i < 400; i++) {
    lia_bigs s;
    lia_bigs_start(&s);
    lia_big a = lia_big_abs(random_big(&s, &r, i % 20 ? 10 : 200));
    lia_text t = { 0 };
    lia_big_digits(&s, a, &t);
    cr_assert_eq(lia_big_cmp(lia_big_of_digits(&s, t.s, t.n), a), 0, "%s", t.s);
    lia_text_free(&t);
    int64_t k = (int64_t)lia_rng_below(&r, 200);
    lia_big up = lia_big_shift(&s, a, k), back = lia_big_shift(&s, up, -k);
    cr_assert_eq(lia_big_cmp(back, a), 0);
    cr_assert_eq(lia_big_cmp(up,
        lia_big_mul(&s, a, lia_big_pow(&s, lia_big_of(&s, 2), (uint64_t)k))), 0);
    if (a.n) cr_assert_eq(lia_big_bits(up), lia_big_bits(a) + (size_t)k);
    if (a.n) cr_assert_eq(lia_big_twos(up), lia_big_twos(a) + (size_t)k);
    // r^k <= a < (r + 1)^k
    uint32_t order = 2 + (uint32_t)lia_rng_below(&r, 9);
    int exact;
    lia_big root = lia_big_root(&s, a, order, &exact), power = lia_big_pow(&s, root, order);
    cr_assert(lia_big_cmp(power, a) <= 0 && exact == (lia_big_cmp(power, a) == 0));
    cr_assert(lia_big_cmp(lia_big_pow(&s, lia_big_add(&s, root, lia_big_of(&s, 1)), order), a) > 0);
    cr_assert(lia_big_cmp(lia_big_root(&s, lia_big_pow(&s, a, order), order, &exact), a) == 0 &&
        exact);
    lia_bigs_free(&s);
  }
}

LIA_TEST(big, memory_that_gives_out) {
  lia_rng r = lia_rng_seed(43);
  size_t before = lia_mem_live();
  for (long n = 0; n < 12; n++) {
    lia_bigs s;
    lia_bigs_start(&s);
    lia_mem_fail_after(n);
    lia_big a = random_big(&s, &r, 300), b = random_big(&s, &r, 300), q, left;
    lia_big p = lia_big_mul(&s, a, b);
    if (b.n) lia_big_div(&s, p, b, &q, &left);
    lia_big_gcd(&s, p, b);
    lia_big_root(&s, lia_big_abs(p), 3, NULL);
    lia_mem_fail_after(-1);
    lia_bigs_free(&s);
  }
  lia_bigs s;
  lia_bigs_start(&s);
  lia_big huge = lia_big_pow(&s, lia_big_of(&s, 10), 1000000000);
  cr_assert(huge.n == 0 && s.large && !s.nomem);
  lia_bigs_free(&s);
  cr_assert_eq(lia_mem_live(), before);
}

// ---- ratios

static lia_ratio R(int64_t n, int64_t d) { return lia_ratio_make(n, d); }
static lia_ratio minus(lia_ratio a, lia_ratio b) { return lia_ratio_add(a, lia_ratio_neg(b)); }

static const char *text(lia_ratio a) {
  static char s[200];
  lia_text t = { 0 };
  lia_ratio_digits(lia_ratio_top(a), &t);
  lia_text_char(&t, '/');
  lia_ratio_digits(lia_ratio_bottom(a), &t);
  snprintf(s, sizeof s, "%s", t.s);
  lia_text_free(&t);
  return s;
}

static lia_ratio factorial(int n) {
  lia_ratio f = R(1, 1);
  for (int i = 2; i <= n; i++) f = lia_ratio_mul(f, R(i, 1));
  return f;
}

// published values: factorials, a binomial, a Mersenne prime, Bernoulli numbers (B_60 of
// [Abramowitz] table 23.2), harmonic numbers
LIA_TEST(bigratio, known_values) {
  lia_ratio_hold();
  cr_assert_str_eq(text(factorial(30)), "265252859812191058636308480000000/1");
  cr_assert_str_eq(text(factorial(50)),
      "30414093201713378043612608166064768844377641568960512000000000000/1");
  cr_assert_str_eq(text(lia_ratio_mul(factorial(100),
      lia_ratio_inv(lia_ratio_mul(factorial(50), factorial(50))))),
      "100891344545564193334812497256/1");
  cr_assert_str_eq(text(minus(lia_ratio_pow(R(2, 1), 127), R(1, 1))),
      "170141183460469231731687303715884105727/1");
  // B_n = -1/(n + 1) sum_k binomial(n + 1, k) B_k
  lia_ratio B[61];
  for (int n = 0; n <= 60; n++) {
    lia_ratio sum = R(n == 0, 1), binomial = R(1, 1);
    for (int k = 0; k < n; k++) {
      sum = minus(sum, lia_ratio_mul(binomial, B[k]));
      binomial = lia_ratio_mul(binomial, R(n + 1 - k, k + 1));
    }
    B[n] = n ? lia_ratio_mul(sum, R(1, n + 1)) : sum;
  }
  cr_assert_str_eq(text(B[12]), "-691/2730");
  cr_assert_str_eq(text(B[30]), "8615841276005/14322");
  cr_assert_str_eq(text(B[60]), "-1215233140483755572040304994079820246041491/56786730");
  cr_assert_str_eq(text(B[59]), "0/1");
  lia_ratio H = R(0, 1);
  for (int k = 1; k <= 50; k++) H = lia_ratio_add(H, R(1, k));
  cr_assert_str_eq(text(H), "13943237577224054960759/3099044504245996706400");
  lia_ratio_drop();
}

static lia_ratio random_ratio(lia_rng *r) {
  int64_t most = lia_rng_below(r, 3) ? (int64_t)1 << 62 : 1000;
  lia_ratio a = R((int64_t)lia_rng_below(r, (uint64_t)most) - most / 2,
      1 + (int64_t)lia_rng_below(r, (uint64_t)most));
  uint64_t k = lia_rng_below(r, 4);
  return k ? lia_ratio_pow(a, (int64_t)k) : a;
}

// one form for every number: however it was made, it is the same bits; nothing is ever a double
LIA_TEST(bigratio, is_a_field) {
  lia_rng r = lia_rng_seed(44);
  lia_ratio_hold();
  for (int i = 0; i < 20000; i++) {
    lia_ratio a = random_ratio(&r), b = random_ratio(&r), c = random_ratio(&r);
    lia_ratio left = lia_ratio_mul(a, lia_ratio_add(b, c)),
        right = lia_ratio_add(lia_ratio_mul(a, b), lia_ratio_mul(a, c));
    cr_assert(lia_ratio_equal(left, right) && lia_ratio_exact(left));
    cr_assert(lia_ratio_equal(lia_ratio_add(lia_ratio_add(a, b), c),
        lia_ratio_add(a, lia_ratio_add(c, b))));
    cr_assert(lia_ratio_equal(lia_ratio_mul(lia_ratio_mul(a, b), c),
        lia_ratio_mul(c, lia_ratio_mul(b, a))));
    cr_assert(lia_ratio_equal(minus(lia_ratio_add(a, b), b), a) &&
        lia_ratio_equal(minus(a, a), R(0, 1)));
    cr_assert(lia_ratio_equal(lia_ratio_neg(lia_ratio_neg(a)), a));
    if (lia_ratio_sign(b)) {
      cr_assert(lia_ratio_equal(lia_ratio_mul(lia_ratio_mul(a, b), lia_ratio_inv(b)), a));
      cr_assert(lia_ratio_equal(lia_ratio_pow(b, -3),
          lia_ratio_inv(lia_ratio_mul(b, lia_ratio_mul(b, b)))));
    }
    cr_assert_eq(lia_ratio_cmp(a, b), lia_ratio_sign(minus(a, b)));
    lia_ratio f = lia_ratio_floor(a), g = lia_ratio_gcd(a, b), root;
    cr_assert(lia_ratio_whole(f) && lia_ratio_cmp(f, a) <= 0 &&
        lia_ratio_cmp(lia_ratio_add(f, R(1, 1)), a) > 0);
    if (lia_ratio_sign(g))
      cr_assert(lia_ratio_whole(lia_ratio_mul(a, lia_ratio_inv(g))) &&
          lia_ratio_whole(lia_ratio_mul(b, lia_ratio_inv(g))));
    cr_assert(lia_ratio_equal(lia_ratio_mul(lia_ratio_top(a), lia_ratio_inv(lia_ratio_bottom(a))),
        a));
    lia_ratio size = lia_ratio_sign(a) < 0 ? lia_ratio_neg(a) : a;
    cr_assert(lia_ratio_root(lia_ratio_pow(size, 5), 5, &root) && lia_ratio_equal(root, size));
  }
  lia_ratio_drop();
}

// det H_n = c_n^4/c_2n, c_n = prod_{i<n} i!, by elimination here; the inverse's corner is (2n -
// 1)!^2/((n - 1)!^4 (2n - 1))
LIA_TEST(bigratio, hilbert_by_elimination) {
  enum { N = 20 };
  lia_ratio A[N][N], det = R(1, 1), cn = R(1, 1), c2n = R(1, 1);
  lia_ratio_hold();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) A[i][j] = R(1, i + j + 1);
  for (int k = 0; k < N; k++) {
    det = lia_ratio_mul(det, A[k][k]);
    for (int i = k + 1; i < N; i++) {
      lia_ratio f = lia_ratio_mul(A[i][k], lia_ratio_inv(A[k][k]));
      for (int j = k; j < N; j++) A[i][j] = minus(A[i][j], lia_ratio_mul(f, A[k][j]));
    }
  }
  for (int i = 0; i < 2 * N; i++) {
    if (i < N) cn = lia_ratio_mul(cn, factorial(i));
    c2n = lia_ratio_mul(c2n, factorial(i));
  }
  cr_assert(lia_ratio_equal(det, lia_ratio_mul(lia_ratio_pow(cn, 4), lia_ratio_inv(c2n))));
  lia_ratio_drop();
}

LIA_TEST(bigratio, too_large_and_no_memory) {
  lia_ratio_hold();
  size_t before = lia_mem_live();
  lia_ratio ten = R(10, 1), huge = lia_ratio_pow(ten, 1000000000), big = lia_ratio_pow(ten, 300000);
  cr_assert(lia_ratio_large(huge) && !lia_ratio_finite(huge) && !lia_ratio_lost(huge));
  cr_assert(lia_ratio_finite(big) && lia_ratio_large(lia_ratio_mul(big, big)) &&
      lia_ratio_large(lia_ratio_inv(lia_ratio_mul(big, big))));
  cr_assert(lia_ratio_large(lia_ratio_add(huge, ten)) &&
      lia_ratio_large(lia_ratio_mul(R(0, 1), huge)));
  lia_ratio a = R(INT64_MAX, 3), b = R(INT64_MAX - 2, 7);
  for (long n = 0; n < 8; n++) {
    lia_mem_fail_after(n);
    lia_ratio c = lia_ratio_mul(lia_ratio_mul(a, b), lia_ratio_mul(b, R(INT64_MAX - 6, 11 + n)));
    lia_mem_fail_after(-1);
    cr_assert(lia_ratio_lost(c) || lia_ratio_exact(c));
    cr_assert(n > 0 || lia_ratio_lost(c));
  }
  cr_assert(lia_mem_live() > before);
  lia_ratio_drop();
  cr_assert(lia_mem_live() <= before);
}

// ---- the table of larger ratios is the process's: two threads at once hold, fill and drop it

enum { THREADS = 4, ROUNDS = 40 };

// the Bernoulli number B_30 by its recurrence, over and over; held and dropped every time
static void *bernoulli(void *wrong) {
  for (int round = 0; round < ROUNDS; round++) {
    lia_ratio B[31];
    lia_ratio_hold();
    for (int n = 0; n <= 30; n++) {
      lia_ratio sum = R(n == 0, 1), binomial = R(1, 1);
      for (int k = 0; k < n; k++) {
        sum = minus(sum, lia_ratio_mul(binomial, B[k]));
        binomial = lia_ratio_mul(binomial, R(n + 1 - k, k + 1));
      }
      B[n] = n ? lia_ratio_mul(sum, R(1, n + 1)) : sum;
    }
    // beyond 63 bits, and back
    lia_ratio far = lia_ratio_mul(lia_ratio_pow(B[30], 9), factorial(40 + round));
    lia_ratio back = lia_ratio_mul(lia_ratio_mul(far, lia_ratio_inv(factorial(40 + round))),
        lia_ratio_pow(B[30], -8));
    *(int *)wrong += !lia_ratio_equal(back, B[30]) ||
        !lia_ratio_equal(B[30], R(8615841276005, 14322));
    lia_ratio_drop();
  }
  return NULL;
}

LIA_TEST(bigratio, threads_share_the_table) {
  size_t before = lia_mem_live();
  pthread_t thread[THREADS];
  int wrong[THREADS] = { 0 };
  for (int i = 0; i < THREADS; i++)
    cr_assert_eq(pthread_create(&thread[i], NULL, bernoulli, &wrong[i]), 0);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    cr_assert_eq(wrong[i], 0);
  }
  cr_assert(lia_mem_live() <= before);
}
