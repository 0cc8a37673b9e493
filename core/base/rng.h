/* rng.h - seeded random numbers with their state in the caller's hands
 *
 * xoshiro256** (Blackman, Vigna 2018), seeded through splitmix64. The same seed gives the same bits
 * on every machine: only IEEE arithmetic and square roots enter a result. */
#ifndef LIA_RNG_H
#define LIA_RNG_H

#include "base/extern.h"

#include <stddef.h>
#include <stdint.h>

LIA_C_BEGIN

typedef struct lia_rng { uint64_t s[4]; } lia_rng;

lia_rng lia_rng_seed(uint64_t seed);                       /* any seed is a good one */
uint64_t lia_rng_bits(lia_rng *r);                         /* 64 random bits */
/* 0 .. n-1, each as likely; n = 0 gives 0 */
uint64_t lia_rng_below(lia_rng *r, uint64_t n);
double lia_rng_uniform(lia_rng *r);                        /* [0, 1): a multiple of 2^-53 */
double lia_rng_range(lia_rng *r, double a, double b);      /* a + (b - a) u, u in [0, 1) */
double lia_rng_normal(lia_rng *r);                         /* mean 0, deviation 1 */
/* a direction in R^n, |x| = 1, all as likely */
void lia_rng_unit(lia_rng *r, double *x, int n);
/* a rotation, all as likely (Haar), w >= 0 */
void lia_rng_quat(lia_rng *r, double q[4]);
void lia_rng_shuffle(lia_rng *r, void *base, size_t count, size_t size);  /* any order as likely */

LIA_C_END

#endif
