/* hash.c - two lanes over 64-bit words */
#include "base/hash.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

static uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t hash_finish(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static void word(lia_hash *h, uint64_t x) {
  h->a = rotate((h->a ^ x) * 0x9E3779B97F4A7C15u, 29);
  h->b = rotate((h->b + x) * 0xD6E8FEB86659FD93u, 37);
  h->n++;
}

lia_hash lia_hash_start(void) { return (lia_hash){ 0x243F6A8885A308D3u, 0x13198A2E03707344u, 0 }; }

void lia_hash_bytes(lia_hash *h, const void *bytes, size_t n) {
  LIA_ASSERT(bytes || n == 0);
  const unsigned char *p = bytes;
  for (size_t i = 0; i < n; i += 8) {
    uint64_t x = 0;
    for (size_t k = 0; k < 8 && i + k < n; k++) x |= (uint64_t)p[i + k] << 8 * k;
    word(h, x);
  }
  word(h, n);   // so that "a" and "a\0" differ
}

void lia_hash_doubles(lia_hash *h, const double *x, size_t n) {
  LIA_ASSERT(x || n == 0);
  for (size_t i = 0; i < n; i++) {
    uint64_t bits = 0x7FF8000000000000u;
    if (!isnan(x[i])) memcpy(&bits, &x[i], sizeof bits);
    word(h, bits);
  }
  word(h, n);
}

void lia_hash_text(const lia_hash *h, char out[LIA_HASH_TEXT]) {
  static const char digit[] = "0123456789abcdef";
  uint64_t lane[2] = { hash_finish(h->a + h->n), hash_finish(h->b ^ rotate(h->a, 17)) };
  for (int k = 0; k < 32; k++) out[k] = digit[lane[k / 16] >> 4 * (15 - k % 16) & 15];
  out[32] = 0;
}
