/* zip.c - a few files as one .zip: local heads, then the directory [PKWARE, APPNOTE 6.3, 4.3] */
#include "io/zip.h"

#include <stdint.h>
#include <string.h>

enum { STORED = 0, VERSION = 20, DAY = 0x21 };   // 2.0: folders; 1980-01-01
static const size_t most = (size_t)2 << 30;

// the remainder of the bytes by x^32 + x^26 + .. + 1, bits reversed [ISO 3309]
static uint32_t checksum(const char *bytes, size_t n) {
  uint32_t table[256], sum = UINT32_MAX;
  for (uint32_t k = 0; k < 256; k++) {
    uint32_t r = k;
    for (int bit = 0; bit < 8; bit++) r = (r >> 1) ^ ((r & 1) * UINT32_C(0xedb88320));
    table[k] = r;
  }
  for (size_t k = 0; k < n; k++) sum = table[(sum ^ (unsigned char)bytes[k]) & 255] ^ (sum >> 8);
  return sum ^ UINT32_MAX;
}

static void zip_put(lia_text *out, uint32_t x, int bytes) {
  for (int k = 0; k < bytes; k++) lia_text_char(out, (char)(x >> 8 * k & 255));
}

// what a local head and an entry of the directory have in common
static void zip_head(lia_text *out, uint32_t sum, size_t n, size_t letters) {
  zip_put(out, VERSION, 2);
  zip_put(out, 0, 2);
  zip_put(out, STORED, 2);
  zip_put(out, 0, 2);
  zip_put(out, DAY, 2);
  zip_put(out, sum, 4);
  zip_put(out, (uint32_t)n, 4);
  zip_put(out, (uint32_t)n, 4);
  zip_put(out, (uint32_t)letters, 2);
  zip_put(out, 0, 2);
}

lia_status lia_zip_add(lia_zip *z, const char *name, const char *bytes, size_t n, lia_error *err) {
  const size_t letters = strlen(name), at = z->bytes.n;
  if (n > most || at + n > most || letters > 60000)
    return LIA_FAIL(err, LIA_ELIMIT, name, "more than 2 GB in a .zip");
  const uint32_t sum = checksum(bytes, n);
  zip_put(&z->bytes, UINT32_C(0x04034b50), 4);
  zip_head(&z->bytes, sum, n, letters);
  lia_text_add(&z->bytes, name, letters);
  lia_text_add(&z->bytes, bytes, n);
  zip_put(&z->directory, UINT32_C(0x02014b50), 4);
  zip_put(&z->directory, VERSION, 2);
  zip_head(&z->directory, sum, n, letters);
  zip_put(&z->directory, 0, 2);            // no remark
  zip_put(&z->directory, 0, 2);            // first disk
  zip_put(&z->directory, 0, 2);            // bytes
  zip_put(&z->directory, 0, 4);            // no attributes
  zip_put(&z->directory, (uint32_t)at, 4);
  lia_text_add(&z->directory, name, letters);
  z->n++;
  LIA_TRY(lia_text_status(&z->bytes, err));
  return lia_text_status(&z->directory, err);
}

lia_status lia_zip_end(lia_zip *z, lia_error *err) {
  const size_t at = z->bytes.n;
  lia_text_add(&z->bytes, lia_text_str(&z->directory), z->directory.n);
  zip_put(&z->bytes, UINT32_C(0x06054b50), 4);
  zip_put(&z->bytes, 0, 4);
  zip_put(&z->bytes, (uint32_t)z->n, 2);
  zip_put(&z->bytes, (uint32_t)z->n, 2);
  zip_put(&z->bytes, (uint32_t)z->directory.n, 4);
  zip_put(&z->bytes, (uint32_t)at, 4);
  zip_put(&z->bytes, 0, 2);
  return lia_text_status(&z->bytes, err);
}

void lia_zip_free(lia_zip *z) {
  lia_text_free(&z->bytes);
  lia_text_free(&z->directory);
  *z = (lia_zip){ 0 };
}
