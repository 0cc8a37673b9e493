/* text.h - a growing string
 *
 * Numbers are printed as text_format.h does it: the decimal point is '.', always. */
#ifndef LIA_TEXT_H
#define LIA_TEXT_H

#include "base/status.h"
#include "base/text_format.h"

LIA_C_BEGIN

/* start from { 0 }. Out of memory sticks: the text stays as it was, later additions are dropped,
 * and lia_text_status says so once at the end */
typedef struct lia_text {
  char *s;         /* n bytes and a 0; NULL while nothing was ever added: see lia_text_str */
  size_t n, room;
  int nomem;
} lia_text;

void lia_text_add(lia_text *t, const char *s, size_t n);   /* n bytes; s may point into t */
void lia_text_put(lia_text *t, const char *s);
void lia_text_char(lia_text *t, char c);
/* count times c; nothing where count < 1 */
void lia_text_pad(lia_text *t, char c, int count);
void lia_text_num(lia_text *t, double x);                  /* as lia_text_double */
/* printf, with '.' in every number; no %n, no positional arguments, no wide characters, no long
 * double; no argument may point into t */
void lia_text_printf(lia_text *t, const char *fmt, ...) LIA_PRINTF(2, 3);
void lia_text_vprintf(lia_text *t, const char *fmt, va_list ap) LIA_PRINTF(2, 0);

const char *lia_text_str(const lia_text *t);               /* the text, "" while empty */
void lia_text_cut(lia_text *t, size_t n);                  /* keep the first n bytes at most */
/* LIA_OK or LIA_ENOMEM */
lia_status lia_text_status(const lia_text *t, lia_error *err) LIA_NODISCARD;
void lia_text_free(lia_text *t);

/* of the letters of ASCII alone, whatever the locale calls a letter (in Turkish, I is no capital of
 * i) */
static inline char lia_lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); }
static inline char lia_upper(char c) { return (char)(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c); }

LIA_C_END

#endif
