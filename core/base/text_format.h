/* text_format.h - numbers printed so that they read back exactly, and read
 *
 * Nothing here looks at the locale: the decimal point is '.', always. Nothing here allocates. */
#ifndef LIA_TEXT_FORMAT_H
#define LIA_TEXT_FORMAT_H

#include "base/extern.h"

#include <stdarg.h>
#include <stddef.h>

LIA_C_BEGIN

/* snprintf with '.' in every number: at most size bytes with the 0, returns the full length */
int lia_text_format(char *out, size_t size, const char *fmt, ...) LIA_PRINTF(3, 4);
int lia_text_vformat(char *out, size_t size, const char *fmt, va_list ap) LIA_PRINTF(3, 0);

enum { LIA_TEXT_DOUBLE = 32 };

/* the shortest decimal that reads back as x: 1, -0, 0.1, 1e-7, 1e20, inf, -inf, nan; returns its
 * length */
int lia_text_double(char out[LIA_TEXT_DOUBLE], double x);

/* read a number at the start of s[0..n): [+-] digits [. digits] [e [+-] digits], inf or nan;
 * correctly rounded, too large is inf, too small is 0. Returns how many bytes it took, 0 where
 * there is no number (*x stays) */
size_t lia_text_number(const char *s, size_t n, double *x);

LIA_C_END

#endif
