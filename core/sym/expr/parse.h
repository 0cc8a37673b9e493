/* parse.h - text -> expression, with the place of the mistake
 *
 *   comparison := sum [("<" | "<=" | ">" | ">=" | "==") sum]
 *   sum        := product {("+" | "-") product}
 *   product    := signed {("*" | "/") signed}
 *   signed     := ("-" | "+") signed | power
 *   power      := atom [("^" | "**") signed]     right to left: 2^3^2 = 2^9, -x^2 = -(x^2), 2^-1
 *   atom       := number | "pi" | name {"'"} | "(" comparison ")"
 *               | function "(" comparison {"," comparison} ")"
 *
 * Functions: sin cos tan asin acos atan (of one, or of y and x) atan2 exp log (also ln) tanh
 * abs sign floor sqrt pow min max (of any number) piecewise(c1, a1, c2, a2, ..., else). Nothing is
 * implied: 2 x is an error. A number means what lia_sym_num means by it; whole numbers up to
 * 18 digits are exact. What print.h prints reads back as the same expression. No recursion:
 * nesting costs memory, not stack. deg is pi/180 where no symbol has that name. */
#ifndef LIA_PARSE_H
#define LIA_PARSE_H

#include "sym/expr/pool.h"
#include "sym/expr/written.h"

LIA_C_BEGIN

typedef enum lia_parse_unknown {
  LIA_PARSE_refuse,   /* an unknown name is an error, with the nearest known one */
  LIA_PARSE_create,   /* it becomes a parameter */
  LIA_PARSE_angles    /* an error, unless it abbreviates a sine or a cosine (read_angle.h) */
} lia_parse_unknown;

/* read all of s[0..n). On failure *e is 0, *at (may be NULL) the byte where it went wrong,
 * err->path "column 7" or "line 2, column 7" (in characters), and the pool's own error is as
 * it was */
lia_status lia_parse(lia_pool *p, const char *s, size_t n, lia_parse_unknown unknown,
                     lia_expr *e, size_t *at, lia_error *err) LIA_NODISCARD;

/* the same text as it is written, one tree more on top of w (see written.h): only what the
 * grammar refuses is refused here, whatever its names are. The tree points into s */
lia_status lia_parse_written(const char *s, size_t n, lia_written *w, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
