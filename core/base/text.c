/* text.c - a string grows */
#include "base/text.h"

#include "base/assert.h"
#include "base/mem.h"

#include <stdint.h>
#include <string.h>

// room for n more bytes and the 0
static int text_reserve(lia_text *t, size_t n) {
  LIA_ASSERT(t->s ? t->n < t->room : t->n == 0 && t->room == 0);
  if (t->nomem) return 0;
  if (n < t->room - t->n) return 1;
  size_t room = t->room ? t->room : 64;
  while (room - t->n <= n && room <= (size_t)-1 / 4) room *= 2;
  char *s = room - t->n > n ? lia_realloc(t->s, room) : NULL;
  if (!s) {
    t->nomem = 1;
    return 0;
  }
  t->s = s;
  t->room = room;
  return 1;
}

void lia_text_add(lia_text *t, const char *s, size_t n) {
  uintptr_t at = (uintptr_t)s - (uintptr_t)t->s;
  int own = t->s && at < t->room;
  if (!text_reserve(t, n)) return;
  if (n) memmove(t->s + t->n, own ? t->s + at : s, n);
  t->s[t->n += n] = 0;
}

void lia_text_put(lia_text *t, const char *s) { lia_text_add(t, s, strlen(s)); }

void lia_text_char(lia_text *t, char c) { lia_text_add(t, &c, 1); }

void lia_text_pad(lia_text *t, char c, int count) {
  while (count-- > 0) lia_text_char(t, c);
}

void lia_text_num(lia_text *t, double x) {
  char s[LIA_TEXT_DOUBLE];
  int n = lia_text_double(s, x);
  lia_text_add(t, s, (size_t)n);
}

void lia_text_vprintf(lia_text *t, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int n = lia_text_vformat(NULL, 0, fmt, ap);
  LIA_ASSERT(n >= 0);
  if (text_reserve(t, (size_t)n)) {
    lia_text_vformat(t->s + t->n, (size_t)n + 1, fmt, again);
    t->n += (size_t)n;
  }
  va_end(again);
}

void lia_text_printf(lia_text *t, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  lia_text_vprintf(t, fmt, ap);
  va_end(ap);
}

const char *lia_text_str(const lia_text *t) { return t->s ? t->s : ""; }

void lia_text_cut(lia_text *t, size_t n) {
  if (n < t->n) t->s[t->n = n] = 0;
}

lia_status lia_text_status(const lia_text *t, lia_error *err) {
  return t->nomem ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory after %zu bytes of text", t->n)
      : LIA_OK;
}

void lia_text_free(lia_text *t) {
  lia_free(t->s);
  *t = (lia_text){ 0 };
}
