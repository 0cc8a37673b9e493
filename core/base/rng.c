/* rng.c - xoshiro256** and what is drawn from it */
#include "base/rng.h"

#include "base/assert.h"

#include <math.h>

static uint64_t splitmix64(uint64_t *x) {
  uint64_t z = *x += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

lia_rng lia_rng_seed(uint64_t seed) {
  lia_rng r;
  for (int k = 0; k < 4; k++) r.s[k] = splitmix64(&seed);
  LIA_ASSERT(r.s[0] | r.s[1] | r.s[2] | r.s[3]);   // zeros would stay zeros
  return r;
}

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

uint64_t lia_rng_bits(lia_rng *r) {
  uint64_t *s = r->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}

// draw as many bits as n - 1 has, until they are below n: at most two draws on average
uint64_t lia_rng_below(lia_rng *r, uint64_t n) {
  if (n < 2) return 0;
  int shift = __builtin_clzll(n - 1);
  uint64_t x;
  do x = lia_rng_bits(r) >> shift; while (x >= n);
  return x;
}

double lia_rng_uniform(lia_rng *r) { return (double)(lia_rng_bits(r) >> 11) * 0x1p-53; }

double lia_rng_range(lia_rng *r, double a, double b) { return a + (b - a) * lia_rng_uniform(r); }

// ratio of uniforms, with the quadratic bounds of Leva (ACM TOMS 18, 1992). The logarithm only
// decides between accept and reject, in 1 draw of 100: the value itself is one quotient, the same
// everywhere
double lia_rng_normal(lia_rng *r) {
  for (;;) {
    double u = 1 - lia_rng_uniform(r), v = 1.7156 * (lia_rng_uniform(r) - 0.5);
    double x = u - 0.449871, y = fabs(v) + 0.386595;
    double q = x * x + y * (0.19600 * y - 0.25472 * x);
    if (q < 0.27597) return v / u;
    if (q <= 0.27846 && v * v <= -4 * log(u) * u * u) return v / u;
  }
}

void lia_rng_unit(lia_rng *r, double *x, int n) {
  double s = 0;
  while (n > 0 && !(s > 1e-20)) {
    s = 0;
    for (int k = 0; k < n; k++) {
      x[k] = lia_rng_normal(r);
      s += x[k] * x[k];
    }
  }
  LIA_ASSERT(n <= 0 || s > 0);
  s = sqrt(s);
  for (int k = 0; k < n; k++) x[k] /= s;
}

void lia_rng_quat(lia_rng *r, double q[4]) {
  lia_rng_unit(r, q, 4);
  if (signbit(q[0])) for (int k = 0; k < 4; k++) q[k] = -q[k];
}

static void swap(char *a, char *b, size_t n) {
  for (size_t k = 0; k < n; k++) {
    char t = a[k];
    a[k] = b[k];
    b[k] = t;
  }
}

// Fisher and Yates, from the back
void lia_rng_shuffle(lia_rng *r, void *base, size_t count, size_t size) {
  LIA_ASSERT(count < 2 || (base && size > 0));
  char *a = base;
  for (size_t i = count; i > 1; i--) {
    size_t j = (size_t)lia_rng_below(r, i);
    if (j != i - 1) swap(a + (i - 1) * size, a + j * size, size);
  }
}
