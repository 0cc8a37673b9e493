/* hash.h - 128-bit fingerprints of bytes and of runs; the same on every machine
 *
 * Two lanes of multiply-and-rotate with different odd constants, finished by splitmix64. For
 * telling texts and runs apart, not for secrets. Bytes are read little end first, so that a
 * fingerprint can be written in a test. */
#ifndef LIA_HASH_H
#define LIA_HASH_H

#include "base/extern.h"

#include <stddef.h>
#include <stdint.h>

LIA_C_BEGIN

typedef struct lia_hash { uint64_t a, b, n; } lia_hash;

enum { LIA_HASH_TEXT = 33 };

lia_hash lia_hash_start(void);
void lia_hash_bytes(lia_hash *h, const void *bytes, size_t n);
/* by their bits: -0 and 0 differ, every NaN is one NaN */
void lia_hash_doubles(lia_hash *h, const double *x, size_t n);
void lia_hash_text(const lia_hash *h, char out[LIA_HASH_TEXT]);   /* 32 hexadecimal digits */

LIA_C_END

#endif
