/* assert.h - invariants of the code itself, tried where a build asks for it
 *
 * LIA_ASSERT(x) says what must be true whatever a user does: mistakes of users are answered with a
 * lia_status instead. It is tried in sanitized builds (make SAN=address,undefined) and checked ones
 * (make CHECKED=1), where a failure stops the program at its line; elsewhere it costs nothing, and
 * x is not evaluated. */
#ifndef LIA_ASSERT_H
#define LIA_ASSERT_H

#include "base/extern.h"

LIA_C_BEGIN

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define LIA_ASSERTS 1
#endif
#endif
#if !defined LIA_ASSERTS && (defined LIA_CHECKED || defined __SANITIZE_ADDRESS__)
#define LIA_ASSERTS 1
#endif

#ifdef LIA_ASSERTS
#define LIA_ASSERT(x) ((x) ? (void)0 : lia_assert_failed(__FILE__, __LINE__, #x))
#else
#define LIA_ASSERT(x) ((void)sizeof(!(x)))
#endif

/* stops the program; a debugger or a sanitizer shows what was asserted, and where */
void lia_assert_failed(const char *file, int line, const char *text) __attribute__((noreturn));

LIA_C_END

#endif
